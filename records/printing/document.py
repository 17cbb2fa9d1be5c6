"""A PDF file being written: objects, pages, tags, bookmarks, fonts.

Only what the printed papers need. Objects are kept as bytes, so that hundreds of pages take little memory; small ones
go into compressed object streams (PDF 1.5). The same pages give the same bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

GROUP = 200
"""Objects to one object stream."""


def text_string(text: str) -> bytes:
    """A text as a PDF string: UTF-16 in hexadecimal, so that nothing has to be escaped."""
    return b"<FEFF" + text.encode("utf-16-be", "replace").hex().encode() + b">"


class Document:
    """A file to which pages are added; :meth:`data` closes it."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._plain: dict[int, bytes] = {}
        self._streams: dict[int, bytes] = {}
        self._last = 0
        self._pages: list[int] = []
        self._bookmarks: list[tuple[str, int]] = []
        self._parents: list[str] = []
        self._sections: list[int] = []
        self._catalog, self._tree = self.reserve(), self.reserve()
        self.resources = self.reserve()
        self._structure, self._body = self.reserve(), self.reserve()

    def reserve(self) -> int:
        """A number for an object that is put later."""
        self._last += 1
        return self._last

    def put(self, number: int, data: str | bytes) -> int:
        """The object of a reserved number."""
        self._plain[number] = data.encode("ascii") if isinstance(data, str) else data
        return number

    def add(self, data: str | bytes) -> int:
        """One more object; gives its number."""
        return self.put(self.reserve(), data)

    def put_stream(self, number: int, head: bytes, body: bytes) -> int:
        """A stream with its dictionary as they are."""
        self._streams[number] = head + b"\nstream\n" + body + b"\nendstream"
        return number

    def add_stream(self, body: bytes, extra: str = "") -> int:
        """One more stream, compressed; ``extra`` are entries of its dictionary."""
        return self.add_packed(zlib.compress(body), extra)

    def add_packed(self, packed: bytes, extra: str = "") -> int:
        """One more stream that is compressed already."""
        head = f"<</Length {len(packed)}/Filter/FlateDecode{extra}>>"
        return self.put_stream(self.reserve(), head.encode("ascii"), packed)

    def page(self, width: float, height: float, content: bytes, tags: Sequence[str], bookmark: str = "") -> None:
        """A page of ``width`` by ``height`` points. ``tags`` are what its marked contents are, in reading order."""
        stream = self.add_stream(content)
        section, number = self.reserve(), len(self._pages)
        page = self.add(
            f"<</Type/Page/Parent {self._tree} 0 R/MediaBox[0 0 {width:.3f} {height:.3f}]/Contents {stream} 0 R"
            f"/Resources {self.resources} 0 R/StructParents {number}/Tabs/S>>"
        )
        parts = [
            self.add(f"<</Type/StructElem/S/{tag}/P {section} 0 R/Pg {page} 0 R/K {mark}>>")
            for mark, tag in enumerate(tags)
        ]
        self.put(section, f"<</Type/StructElem/S/Sect/P {self._body} 0 R/Pg {page} 0 R/K[{_references(parts)}]>>")
        self._sections.append(section)
        self._parents.append(f"{number} [{_references(parts)}]")
        self._pages.append(page)
        if bookmark:
            self._bookmarks.append((bookmark, page))

    @property
    def page_count(self) -> int:
        """Pages so far."""
        return len(self._pages)

    def data(self, title: str) -> bytes:
        """The whole file."""
        kids, count = _references(self._pages), len(self._pages)
        self.put(self._tree, f"<</Type/Pages/Kids[{kids}]/Count {count}>>")
        parents = self.add(f"<</Nums[{' '.join(self._parents)}]>>")
        self.put(
            self._structure,
            f"<</Type/StructTreeRoot/K {self._body} 0 R/ParentTree {parents} 0 R/ParentTreeNextKey {count}>>",
        )
        sections = _references(self._sections)
        self.put(self._body, f"<</Type/StructElem/S/Document/P {self._structure} 0 R/K[{sections}]>>")
        info = self.add(b"<</Title " + text_string(title) + b"/Producer(Lance Ledger)>>")
        language = text_string(self._language)
        outlines = f"/Outlines {self._outline()} 0 R/PageMode/UseOutlines" if len(self._bookmarks) > 1 else ""
        self.put(
            self._catalog,
            f"<</Type/Catalog/Pages {self._tree} 0 R/StructTreeRoot {self._structure} 0 R/MarkInfo<</Marked true>>"
            f"/ViewerPreferences<</DisplayDocTitle true>>{outlines}/Lang ".encode("ascii") + language + b">>",
        )
        return self._file(info)

    def _outline(self) -> int:
        root = self.reserve()
        items = [self.reserve() for _bookmark in self._bookmarks]
        for i, (title, page) in enumerate(self._bookmarks):
            near = f"/Prev {items[i - 1]} 0 R" if i else ""
            near += f"/Next {items[i + 1]} 0 R" if i + 1 < len(items) else ""
            place = f"/Parent {root} 0 R{near}/Dest[{page} 0 R /Fit]>>"
            self.put(items[i], b"<</Title " + text_string(title) + place.encode("ascii"))
        self.put(root, f"<</Type/Outlines/First {items[0]} 0 R/Last {items[-1]} 0 R/Count {len(items)}>>")
        return root

    def _file(self, info: int) -> bytes:
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
        numbers = sorted(self._plain)
        for start in range(0, len(numbers), GROUP):
            group = numbers[start : start + GROUP]
            holder = self._object_stream(group)
            places |= {number: (2, holder, i) for i, number in enumerate(group)}
        for number, data in sorted(self._streams.items()):
            places[number] = (1, len(out), 0)
            out += b"%d 0 obj\n%b\nendobj\n" % (number, data)
        xref = self.reserve()
        places[xref] = (1, len(out), 0)
        table = b"".join(
            kind.to_bytes(1, "big") + place.to_bytes(4, "big") + third.to_bytes(2, "big")
            for kind, place, third in (places.get(number, (0, 0, 65535)) for number in range(xref + 1))
        )
        packed = zlib.compress(table)
        head = (
            f"<</Type/XRef/Size {xref + 1}/W[1 4 2]/Root {self._catalog} 0 R/Info {info} 0 R"
            f"/Length {len(packed)}/Filter/FlateDecode>>"
        ).encode("ascii")
        start_xref = len(out)
        out += b"%d 0 obj\n%b\nstream\n%b\nendstream\nendobj\n" % (xref, head, packed)
        out += b"startxref\n%d\n%%%%EOF\n" % start_xref
        return bytes(out)

    def _object_stream(self, group: Sequence[int]) -> int:
        index, body = [], bytearray()
        for number in group:
            index.append(f"{number} {len(body)}")
            body += self._plain[number] + b"\n"
        first = " ".join(index).encode("ascii") + b"\n"
        return self.add_stream(first + bytes(body), f"/Type/ObjStm/N {len(group)}/First {len(first)}")


def _references(numbers: Iterable[int]) -> str:
    return " ".join(f"{number} 0 R" for number in numbers)
