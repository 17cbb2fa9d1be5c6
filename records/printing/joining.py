"""Several PDFs as one, by pypdf: pages, bookmarks, and the tags for reading machines, which it does not join itself."""

from __future__ import annotations

import io
from collections.abc import Sequence

from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, BooleanObject, DictionaryObject, NameObject, NumberObject, TextStringObject


def joined(files: Sequence[bytes], title: str, language: str) -> bytes:
    """One file with all pages in order."""
    writer = PdfWriter()
    kids, numbers, following = ArrayObject(), ArrayObject(), 0
    for file in files:
        reader = PdfReader(io.BytesIO(file))
        first = len(writer.pages)
        writer.append(reader)
        following = _tags(writer, reader, first, following, kids, numbers)
        # Nothing of this file is asked for again: its memory goes, and the next one is not taken for it.
        writer.reset_translation(reader)
        reader.close()
    _root(writer, kids, numbers, following)
    writer.add_metadata({"/Title": title})
    writer.root_object[NameObject("/Lang")] = TextStringObject(language)
    result = io.BytesIO()
    writer.write(result)
    return result.getvalue()


def _tags(
    writer: PdfWriter, reader: PdfReader, first: int, following: int, kids: ArrayObject, numbers: ArrayObject
) -> int:
    """Take over the structure of a file whose pages stand from ``first`` on; its keys begin at ``following``."""
    source = reader.root_object.get("/StructTreeRoot")
    if source is None:
        return following
    tree = source.get_object()
    entries = tree["/ParentTree"].get_object()["/Nums"]
    for parents in entries[1::2]:
        _without_spans(parents.get_object())
    top = tree["/K"]
    for kid in top if isinstance(top, ArrayObject) else [top]:
        kids.append(kid.get_object().clone(writer).indirect_reference)
    for place in range(0, len(entries), 2):
        numbers.append(NumberObject(int(str(entries[place])) + following))
        numbers.append(entries[place + 1].clone(writer))
    for page, read in zip(writer.pages[first:], reader.pages, strict=True):
        # pypdf leaves this key behind.
        page[NameObject("/StructParents")] = NumberObject(int(str(read["/StructParents"])) + following)
    return following + max((int(str(key)) for key in entries[::2]), default=-1) + 1


def _without_spans(parents: ArrayObject) -> None:
    """Let each block hold its marked text itself. WeasyPrint puts a span around every line; they say nothing, and are
    half of a page's size."""
    held: dict[int, ArrayObject] = {}
    for mark, reference in enumerate(list(parents)):
        element = reference.get_object()
        if not isinstance(element, DictionaryObject) or element.get("/S") != "/Span":
            continue
        page = element.get("/Pg")
        while element.get("/S") == "/Span":
            reference = element.raw_get("/P")
            element = reference.get_object()
        block = held.setdefault(id(element), ArrayObject())
        block.append(NumberObject(mark))
        element[NameObject("/K")] = block
        if page is not None and "/Pg" not in element:
            element[NameObject("/Pg")] = page.indirect_reference
        parents[mark] = reference


def _root(writer: PdfWriter, kids: ArrayObject, numbers: ArrayObject, following: int) -> None:
    """One root over the structures of all files."""
    parents = writer._add_object(DictionaryObject({NameObject("/Nums"): numbers}))
    document, *others = kids
    for other in others:
        for child in other.get_object()["/K"]:
            child.get_object()[NameObject("/P")] = document
            document.get_object()["/K"].append(child)
    tree = DictionaryObject({
        NameObject("/Type"): NameObject("/StructTreeRoot"),
        NameObject("/K"): document,
        NameObject("/ParentTree"): parents,
        NameObject("/ParentTreeNextKey"): NumberObject(following),
    })  # fmt: skip
    reference = writer._add_object(tree)
    document.get_object()[NameObject("/P")] = reference
    marked = DictionaryObject({NameObject("/Marked"): BooleanObject(True)})
    writer.root_object[NameObject("/StructTreeRoot")] = reference
    writer.root_object[NameObject("/MarkInfo")] = marked
