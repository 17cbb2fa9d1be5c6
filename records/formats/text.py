"""Bytes of a file to its text, or a refusal that says what the file is instead."""

from __future__ import annotations

import re

from .errors import FormatError

#: Unit files are 2 to 20 KB; with pictures inside, some hundred. Nothing honest is bigger.
MAX_BYTES = 2 * 1024 * 1024

_MARKUP = re.compile(r"\s*<(\?xml|!doctype|!entity|html|svg|script|unit\b|record\b|entity\b)", re.IGNORECASE)
_STRANGE = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_SIGNATURES = {
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"%PDF": "pdf",
    b"\x89PNG": "picture",
    b"\xff\xd8\xff": "picture",
    b"GIF8": "picture",
    b"\x1f\x8b": "gzip",
    b"Rar!": "rar",
    b"7z\xbc\xaf": "7z",
    b"\x7fELF": "program",
    b"MZ\x90": "program",
}


def text_of(data: bytes) -> str:
    """The text of a unit file with line ends as they are, without what no line of one holds (:func:`plain`).

    UTF-8 with or without a byte order mark, else Windows-1252, which older programs wrote. UTF-16 is read when
    its mark says so. Raises FormatError: ``too-big``, ``empty``, ``not-text``, ``markup``.
    """
    if len(data) > MAX_BYTES:
        raise FormatError("too-big", megabytes=MAX_BYTES // 1024 // 1024)
    for start, kind in _SIGNATURES.items():
        if data.startswith(start):
            raise FormatError("not-text", kind=kind)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            text = data.decode("utf-16")
        except UnicodeDecodeError:
            raise FormatError("not-text", kind="binary") from None
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    if not text.strip():
        raise FormatError("empty")
    if _is_binary(text):
        raise FormatError("not-text", kind="binary")
    if _MARKUP.match(text):
        raise FormatError("markup")
    return plain(text)


def plain(text: str) -> str:
    """The text without byte order marks and with spaces for control characters, lone surrogates and the line
    separators of Unicode: they would break lines on pages and papers that the file does not break."""
    return _STRANGE.sub(" ", text.replace("\ufeff", ""))


def _is_binary(text: str) -> bool:
    if "\0" in text:
        return True
    head = text[:4096]
    strange = sum(1 for c in head if (c < " " and c not in "\t\r\n\f\v") or c == "�" or "\x7f" <= c < "\xa0")
    return strange * 20 > len(head)
