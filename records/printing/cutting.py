"""Fonts with only the letters that a document uses, cut out of the bundled files in about a millisecond each.

Glyphs keep their numbers, so that pages can be written before it is known which letters the document needs. Hints for
screens are left out: paper has no use for them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont

INSTRUCTIONS = 0x100
MORE = 0x20
WORDS = 0x1
SCALES = ((0x8, 2), (0x40, 4), (0x80, 8))
"""Flags of a part of a composed glyph: a scale of so many bytes follows."""


@dataclass(frozen=True)
class Source:
    """The tables of a font file that are needed, as bytes; where each glyph lies."""

    head: bytes
    hhea: bytes
    maxp: bytes
    glyf: bytes
    places: tuple[int, ...]
    metrics: tuple[tuple[int, int], ...]


@cache
def source(path: Path) -> Source:
    """A font file, read once."""
    font = TTFont(path, lazy=True)
    data = font.reader
    order = font.getGlyphOrder()
    return Source(
        data["head"], data["hhea"], data["maxp"], data["glyf"], tuple(font["loca"].locations),
        tuple(font["hmtx"].metrics[name] for name in order),
    )  # fmt: skip


@cache
def _glyph(path: Path, number: int) -> tuple[bytes, tuple[int, ...]]:
    """A glyph without its hints, padded to four bytes, and the glyphs that it is composed of."""
    made = source(path)
    data = made.glyf[made.places[number] : made.places[number + 1]]
    if not data:
        return b"", ()
    (contours,) = struct.unpack_from(">h", data)
    if contours >= 0:
        start = 10 + 2 * contours
        (length,) = struct.unpack_from(">H", data, start)
        return _padded(data[:start] + b"\0\0" + data[start + 2 + length :]), ()
    plain, parts = _composed(data)
    return _padded(plain), parts


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)


def _composed(data: bytes) -> tuple[bytes, tuple[int, ...]]:
    out, parts, at, flags = bytearray(data[:10]), [], 10, MORE
    while flags & MORE:
        flags, number = struct.unpack_from(">HH", data, at)
        size = 4 + (4 if flags & WORDS else 2) + next((size for flag, size in SCALES if flags & flag), 0)
        out += struct.pack(">H", flags & ~INSTRUCTIONS) + data[at + 2 : at + size]
        parts.append(number)
        at += size
    return bytes(out), tuple(parts)


def cut(path: Path, glyphs: Iterable[int]) -> bytes:
    """The font file with these glyphs, and those that they are made of."""
    made = source(path)
    wanted = [0, *glyphs]
    found: dict[int, bytes] = {}
    while wanted:
        number = wanted.pop()
        if number not in found:
            found[number], parts = _glyph(path, number)
            wanted += parts
    count = max(found) + 1
    places, glyf = [0], bytearray()
    for number in range(count):
        glyf += found.get(number, b"")
        places.append(len(glyf))
    metrics = b"".join(
        struct.pack(">Hh", *made.metrics[number]) if number in found else b"\0\0\0\0" for number in range(count)
    )
    return _file({
        b"glyf": bytes(glyf),
        b"head": made.head[:50] + struct.pack(">hh", 1, 0),
        b"hhea": made.hhea[:34] + struct.pack(">H", count),
        b"hmtx": metrics,
        b"loca": struct.pack(f">{count + 1}L", *places),
        b"maxp": made.maxp[:4] + struct.pack(">H", count) + made.maxp[6:],
    })  # fmt: skip


def _file(tables: dict[bytes, bytes]) -> bytes:
    """The tables as one file, with their check sums."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    out = struct.pack(">LHHHH", 0x10000, count, power * 16, power.bit_length() - 1, (count - power) * 16)
    place, body = 12 + 16 * count, b""
    for tag, data in sorted(tables.items()):
        padded = _padded(data)
        total = sum(struct.unpack(f">{len(padded) // 4}L", padded)) & 0xFFFFFFFF
        out += tag + struct.pack(">LLL", total, place + len(body), len(data))
        body += padded
    return out + body
