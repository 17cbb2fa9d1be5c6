"""Unit files into the catalogue: what comes in, what is left alone, what is refused."""

import os
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from records.models import Unit
from records.services import importing
from records.services.importing import ImportReport, import_paths, import_uploads
from records.services.sheets import open_sheet, personal_roster
from tests.formats.texts import mtf

pytestmark = pytest.mark.django_db


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    """Imported, updated, unchanged, rejected."""
    return len(report.imported), len(report.updated), len(report.unchanged), len(report.rejected)


def heron(folder: Path, model: str = "HRN-1A", file: str = "", **changes: str) -> Path:
    path = folder / (file or f"Heron {model}.mtf")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(mtf({key.replace("_", " "): value for key, value in changes.items()}, name=("Heron", model)))
    return path


def test_files_and_folders_are_read(tmp_path: Path) -> None:
    single = heron(tmp_path, "HRN-1A")
    heron(tmp_path / "more", "HRN-2B")
    heron(tmp_path / "more" / "deeper", "HRN-3C", Mass="75")
    report = import_paths([single, tmp_path / "more"])
    assert counts(report) == (3, 0, 0, 0) and report.read == report.total == 3
    assert set(Unit.objects.values_list("model", "tons", "origin")) == {
        ("HRN-1A", 50, "imported"), ("HRN-2B", 50, "imported"), ("HRN-3C", 75, "imported"),
    }  # fmt: skip


def test_the_blueprint_is_the_design_that_was_read(tmp_path: Path) -> None:
    import_paths([heron(tmp_path)])
    from records.formats import read_mtf

    assert Unit.objects.get().design == read_mtf(mtf())


def test_the_same_file_again_changes_nothing_whatever_its_line_ends(tmp_path: Path) -> None:
    path = heron(tmp_path)
    import_paths([path])
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert counts(import_paths([path])) == (0, 0, 1, 0)


def test_a_file_that_names_no_role_leaves_the_role_that_was_known(tmp_path: Path) -> None:
    import_paths([heron(tmp_path, role="Sniper")])
    assert Unit.objects.get().role == "Sniper"
    assert counts(import_paths([heron(tmp_path, Era="3040", role="")])) == (0, 1, 0, 0)
    after = Unit.objects.get()
    assert (after.year, after.role, after.design.role) == (3040, "Sniper", "Sniper")


def test_a_changed_file_updates_the_unit_in_place(tmp_path: Path) -> None:
    import_paths([heron(tmp_path)])
    before = Unit.objects.get()
    report = import_paths([heron(tmp_path, Era="3040")])
    assert counts(report) == (0, 1, 0, 0)
    after = Unit.objects.get()
    assert (after.pk, after.slug, after.year) == (before.pk, before.slug, 3040)


def test_a_sheet_in_play_keeps_the_design_it_was_opened_with(tmp_path: Path) -> None:
    import_paths([heron(tmp_path)])
    user = User.objects.create_user("ana")
    sheet = open_sheet(roster=personal_roster(user), unit=Unit.objects.get())
    import_paths([heron(tmp_path, Era="3040")])
    sheet.refresh_from_db()
    assert sheet.unit.design.year == 3030 and sheet.unit.superseded
    assert Unit.objects.get(superseded=False).year == 3040


def test_two_designs_may_share_a_name_and_stay_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BATCH", 1)
    heron(tmp_path, file="a/one.mtf", Era="3030")
    heron(tmp_path, file="b/other.mtf", Era="3060")
    assert counts(import_paths([tmp_path])) == (2, 0, 0, 0)
    assert counts(import_paths([tmp_path])) == (0, 0, 2, 0)
    assert Unit.objects.filter(superseded=False).count() == 2


def test_the_same_file_twice_in_one_go_counts_once(tmp_path: Path) -> None:
    path = heron(tmp_path)
    assert counts(import_paths([path, path])) == (1, 0, 1, 0)


def test_bad_files_are_named_with_their_reason_and_the_rest_is_read(tmp_path: Path) -> None:
    good = heron(tmp_path)
    cut = tmp_path / "cut.mtf"
    cut.write_text(good.read_text()[:900])
    (tmp_path / "picture.mtf").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(500))
    (tmp_path / "page.mtf").write_text("<html><body>a page</body></html>")
    (tmp_path / "huge.mtf").write_bytes(b"x" * (2 * 1024 * 1024 + 1))
    (tmp_path / "Truck.blk").write_text("<UnitType>\nTank\n</UnitType>\n")
    (tmp_path / "notes.txt").write_text("to do")
    report = import_paths([tmp_path, tmp_path / "nowhere.mtf"])
    assert counts(report)[0] == 1
    assert {Path(one.name).name: one.code for one in report.rejected} == {
        "cut.mtf": "truncated", "picture.mtf": "not-text", "page.mtf": "markup", "huge.mtf": "too-big",
        "Truck.blk": "vehicles-later", "notes.txt": "unknown-kind", "nowhere.mtf": "no-such-file",
    }  # fmt: skip
    assert "vehicles are not read yet" in next(one.reason for one in report.rejected if "Truck" in one.name)


def test_what_a_computer_leaves_in_folders_is_passed_over(tmp_path: Path) -> None:
    heron(tmp_path)
    for junk in (".DS_Store", "Thumbs.db", "__MACOSX/._Heron.mtf", ".git/config"):
        (tmp_path / junk).parent.mkdir(exist_ok=True)
        (tmp_path / junk).write_bytes(b"junk")
    assert counts(import_paths([tmp_path])) == (1, 0, 0, 0)


def test_equipment_nobody_knows_is_reported_and_the_unit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "kettle.mtf"
    path.write_text(mtf(slots={"Left Arm": ["Tea Kettle"]}))
    report = import_paths([path])
    assert counts(report) == (1, 0, 0, 0)
    assert [(puzzle.name, puzzle.unknown) for puzzle in report.puzzling] == [(str(path), ("Tea Kettle",))]


def test_progress_is_told_after_every_file(tmp_path: Path) -> None:
    heron(tmp_path, "HRN-1A")
    (tmp_path / "bad.mtf").write_text("nothing")
    told: list[int] = []
    import_paths([tmp_path], progress=lambda done, _name: told.append(done))
    assert told == [1, 2]


def test_uploads_are_read_by_the_same_rules() -> None:
    files = [
        SimpleUploadedFile("Heron.mtf", mtf().encode()),
        SimpleUploadedFile("empty.mtf", b""),
        SimpleUploadedFile("../../etc/heron.exe", b"MZ"),
    ]
    report = import_uploads(files)
    assert report.imported == ["Heron.mtf"]
    assert [(one.name, one.code) for one in report.rejected] == [("empty.mtf", "empty"), ("heron.exe", "unknown-kind")]


def test_somebody_importing_the_same_file_at_that_moment_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import IntegrityError

    from records.services.units import save_units

    tries: list[int] = []

    def busy(**given: object) -> object:
        tries.append(1)
        if len(tries) == 1:
            raise IntegrityError("unique")
        return save_units(**given)  # type: ignore[arg-type]

    monkeypatch.setattr(importing, "save_units", busy)
    assert counts(import_paths([heron(tmp_path)])) == (1, 0, 0, 0)
    assert len(tries) == 2


def uploaded(path: Path) -> SimpleUploadedFile:
    return SimpleUploadedFile(path.name, path.read_bytes())


def test_an_upload_that_may_not_replace_leaves_the_catalogues_design_and_says_so(tmp_path: Path) -> None:
    import_paths([heron(tmp_path)])
    before = Unit.objects.get().fingerprint
    changed, new = heron(tmp_path / "changed", Mass="55"), heron(tmp_path, "HRN-9X")
    report = import_uploads([uploaded(changed), uploaded(new)], may_replace=False)
    assert counts(report) == (1, 0, 0, 1)
    assert "another Heron HRN-1A" in report.rejected[0].reason
    assert Unit.objects.get(model="HRN-1A").fingerprint == before
    assert counts(import_uploads([uploaded(changed)])) == (0, 1, 0, 0)


def test_an_upload_that_may_not_replace_brings_no_replaced_design_back(tmp_path: Path) -> None:
    first = heron(tmp_path)
    import_paths([first])
    open_sheet(roster=personal_roster(User.objects.create_user("keeper")), unit=Unit.objects.get())
    second = heron(tmp_path / "second", Mass="55")
    import_paths([second])
    report = import_uploads([uploaded(first)], may_replace=False)
    assert counts(report) == (0, 0, 0, 1)
    assert Unit.objects.get(superseded=False).tons == 55


def test_a_file_whose_name_is_no_text_is_read_under_a_name_that_can_be_shown(tmp_path: Path) -> None:
    heron(tmp_path)
    strange = os.fsdecode(os.fsencode(tmp_path) + b"/Heron \xff\x07 HRN-2B.mtf")
    Path(strange).write_text(mtf(name=("Heron", "HRN-2B")))
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xfe.txt")).write_text("notes")
    report = import_paths([tmp_path])
    assert counts(report) == (2, 0, 0, 1)
    assert Unit.objects.get(model="HRN-2B").file_name == "Heron ?? HRN-2B.mtf"
    assert all(name.isprintable() for name in (*report.imported, *(one.name for one in report.rejected)))


def test_text_that_differs_in_more_than_its_line_ends_is_another_text() -> None:
    assert importing.fingerprint("a\nb") == importing.fingerprint("a\r\nb\r\n") == importing.fingerprint("a\rb")
    assert len({importing.fingerprint(f"a{mark}b") for mark in ("\n", "\x0b", "\x1c", "\x85", "\u2028", " ")}) == 6


def test_a_path_that_no_disk_can_have_is_not_there(tmp_path: Path) -> None:
    report = import_paths([tmp_path / ("x" * 5000), heron(tmp_path)])
    assert counts(report) == (1, 0, 0, 1)
    assert report.rejected[0].code == "no-such-file"
