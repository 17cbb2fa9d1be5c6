"""Zips of unit files, honest and hostile: nothing is unpacked to the disk, nothing a zip says of itself is believed."""

import io
import stat
import struct
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from records.services import unit_files
from records.services.importing import ImportReport, import_paths, import_uploads
from tests.formats.texts import mtf

pytestmark = pytest.mark.django_db

HERON = mtf().encode()
OTHER = mtf(name=("Heron", "HRN-2B")).encode()


def packed(*members: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data, compress_type=method)
    return buffer.getvalue()


def read(data: bytes) -> ImportReport:
    return import_uploads([SimpleUploadedFile("pack.zip", data)])


def refusals(report: ImportReport) -> dict[str, str]:
    assert all(one.reason.endswith(".") for one in report.rejected)
    return {one.name: one.code for one in report.rejected}


def test_a_zip_is_read_like_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "pack.ZIP"
    path.write_bytes(packed(("3039u/Heron HRN-1A.mtf", HERON), ("3039u/", b""), ("b/Heron HRN-2B.MTF", OTHER)))
    report = import_paths([path])
    assert report.imported == [f"{path}/3039u/Heron HRN-1A.mtf", f"{path}/b/Heron HRN-2B.MTF"]
    assert report.rejected == []
    unpacked = tmp_path / "3039u" / "Heron HRN-1A.mtf"
    unpacked.parent.mkdir()
    unpacked.write_bytes(HERON)
    assert len(import_paths([unpacked.parent]).unchanged) == 1


def test_bad_members_are_named_and_the_rest_is_read() -> None:
    report = read(packed(("a.mtf", HERON), ("b.mtf", b"nothing"), ("c.blk", b"<x>"), ("d.png", b"\x89PNG")))
    assert report.imported == ["pack.zip/a.mtf"]
    assert refusals(report) == {
        "pack.zip/b.mtf": "not-mtf", "pack.zip/c.blk": "vehicles-later", "pack.zip/d.png": "unknown-kind",
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", ["../heron.mtf", "a/../../heron.mtf", "/etc/heron.mtf", "C:\\heron.mtf", "..\\heron.mtf", "a\x01b.mtf"]
)
def test_a_path_that_leads_out_of_the_zip_is_refused(name: str) -> None:
    report = read(packed((name, HERON), ("fine.mtf", OTHER)))
    assert report.imported == ["pack.zip/fine.mtf"]
    assert [one.code for one in report.rejected] == ["unsafe-path"]


def test_two_dots_inside_a_name_are_just_a_name() -> None:
    assert len(read(packed(("Heron..2.mtf", HERON))).imported) == 1


def test_links_nested_zips_and_doubles_are_refused() -> None:
    link = zipfile.ZipInfo("link.mtf")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = packed(
            (link, b"/etc/passwd"), ("inner.zip", packed(("a.mtf", HERON))), ("x.mtf", HERON), ("x.mtf", OTHER)
        )
    report = read(data)
    assert report.imported == ["pack.zip/x.mtf"]
    assert refusals(report) == {
        "pack.zip/link.mtf": "symlink", "pack.zip/inner.zip": "zip-in-zip", "pack.zip/x.mtf": "duplicate-name",
    }  # fmt: skip


def test_a_locked_member_is_refused() -> None:
    data = bytearray(packed(("locked.mtf", HERON)))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    assert refusals(read(bytes(data))) == {"pack.zip/locked.mtf": "encrypted"}


def test_a_bomb_is_stopped_while_it_is_read() -> None:
    bomb = packed(("bomb.mtf", b"Mass:50\n" * 8_000_000), ("fine.mtf", HERON))
    assert len(bomb) < 100_000
    report = read(bomb)
    assert refusals(report) == {"pack.zip/bomb.mtf": "zip-bomb"}
    assert report.imported == ["pack.zip/fine.mtf"]


def test_a_size_that_lies_does_not_help_a_bomb() -> None:
    data = bytearray(packed(("bomb.mtf", b"Mass:50\n" * 1_000_000)))
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 100)
    report = read(bytes(data))
    assert report.imported == [] and refusals(report)["pack.zip/bomb.mtf"] in {"zip-bomb", "damaged-member", "not-mtf"}


def test_all_of_a_zip_together_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_files, "MAX_ZIP_TOTAL", len(HERON))
    report = read(packed(("a.mtf", HERON), ("b.mtf", OTHER)))
    assert (report.imported, refusals(report)) == (["pack.zip/a.mtf"], {"pack.zip/b.mtf": "zip-total"})


def test_too_many_members_are_refused_before_any_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = packed(("a.mtf", HERON), ("b.mtf", OTHER))
    monkeypatch.setattr(unit_files, "MAX_ZIP_MEMBERS", 1)
    assert refusals(read(data)) == {"pack.zip": "zip-too-many"}
    monkeypatch.setattr(unit_files, "MAX_DIRECTORY_BYTES", 10)
    assert refusals(read(data)) == {"pack.zip": "zip-too-many"}


def test_a_zip_that_is_too_big_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_files, "MAX_ZIP_BYTES", 100)
    assert refusals(read(packed(("a.mtf", HERON)))) == {"pack.zip": "zip-too-big"}


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"PK\x05\x06" + bytes(10), b"PK\x03\x04" + bytes(500)])
def test_what_is_no_zip_is_refused(data: bytes) -> None:
    assert refusals(read(data)) == {"pack.zip": "bad-zip"}


def test_a_damaged_member_is_refused_and_the_rest_is_read() -> None:
    data = bytearray(packed(("a.mtf", HERON), ("b.mtf", OTHER), method=zipfile.ZIP_STORED))
    at = data.index(HERON) + 30
    data[at : at + 4] = b"\x00\x00\x00\x00"
    report = read(bytes(data))
    assert (report.imported, refusals(report)) == (["pack.zip/b.mtf"], {"pack.zip/a.mtf": "damaged-member"})


def test_a_method_that_may_claim_gigabytes_is_refused() -> None:
    assert refusals(read(packed(("a.mtf", HERON), method=zipfile.ZIP_LZMA))) == {"pack.zip/a.mtf": "damaged-member"}


def test_a_zip_cut_anywhere_is_refused_or_read_never_worse() -> None:
    whole = packed(("a.mtf", HERON), ("b.mtf", OTHER))
    for length in range(0, len(whole), 7):
        report = read(whole[:length])
        assert report.rejected and report.imported == []
