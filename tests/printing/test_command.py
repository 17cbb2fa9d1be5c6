"""``print_sheets`` on the command line."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from tests.factory import make_campaign, make_machine, make_sheet, make_unit, make_user

pytestmark = pytest.mark.django_db


def print_sheets(out: Path, **options: Any) -> str:
    said = StringIO()
    call_command("print_sheets", out=out, stdout=said, **options)
    return said.getvalue()


def test_designs_by_name_whatever_its_case_or_by_slug(tmp_path: Path) -> None:
    make_unit("Firebrand", "FB-1A"), make_unit("Firebrand", "FB-1AX")
    out = tmp_path / "sheets.pdf"
    said = print_sheets(out, unit=["firebrand fb-1a", "firebrand-fb-1ax"])
    assert said == f"2 pages in {out}\n"
    texts = [page.extract_text() for page in PdfReader(out).pages]
    assert texts[0].startswith("Firebrand FB-1A\n")
    assert texts[1].startswith("Firebrand FB-1AX\n")


def test_a_part_of_a_name_is_enough_when_it_fits_one(tmp_path: Path) -> None:
    make_unit("Firebrand", "FB-1A"), make_unit("Icewind", "IW-2B")
    assert "1 page" in print_sheets(tmp_path / "sheets.pdf", unit=["icew"], paper="letter")


def test_an_ambiguous_name_is_answered_with_the_choices(tmp_path: Path) -> None:
    make_unit("Firebrand", "FB-1A"), make_unit("Firebrand", "FB-2B")
    with pytest.raises(CommandError, match=r"Firebrand FB-1A \(firebrand-fb-1a\); Firebrand FB-2B"):
        print_sheets(tmp_path / "sheets.pdf", unit=["Firebrand"])
    assert not (tmp_path / "sheets.pdf").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"unit": ["Zorro"]}, "No design in the catalogue is called “Zorro”"),
        ({"unit": [" "]}, "No design"),
        ({"sheet": [998, 999]}, "There are no record sheets 998, 999"),
        ({"sheet": [10**30]}, "There is no record sheet 1000"),
        ({"campaign": "nowhere"}, "There is no campaign “nowhere”"),
    ],
)
def test_what_is_not_there_is_told_in_words(tmp_path: Path, options: dict[str, Any], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        print_sheets(tmp_path / "sheets.pdf", **options)


def test_a_folder_that_is_not_there_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no folder"):
        print_sheets(tmp_path / "missing" / "sheets.pdf", sheet=[make_sheet(make_user()).pk])


def test_a_place_where_nothing_can_be_written_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refused)
    with pytest.raises(CommandError, match=r"sheets\.pdf cannot be written: Permission denied"):
        print_sheets(tmp_path / "sheets.pdf", sheet=[make_sheet(make_user()).pk])


def test_a_campaigns_machines_as_they_stand(tmp_path: Path) -> None:
    campaign = make_campaign()
    with pytest.raises(CommandError, match="no machines"):
        print_sheets(tmp_path / "sheets.pdf", campaign=campaign.slug)
    records = [make_machine(campaign), make_machine(campaign, hostile=True)]
    out = tmp_path / "sheets.pdf"
    print_sheets(out, campaign=campaign.slug)
    texts = [page.extract_text() for page in PdfReader(out).pages]
    for record, text in zip(records, texts, strict=True):
        assert record.unit.name in text
        assert record.pilot is not None and record.pilot.name in text


def test_the_papers_around_a_campaigns_sheets(tmp_path: Path) -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    out = tmp_path / "all.pdf"
    print_sheets(out, campaign=campaign.slug, papers=True)
    titles = [str(entry["/Title"]) for entry in PdfReader(out).outline]
    assert record.pilot is not None
    assert titles[-2:] == ["Quick reference", record.name] and record.pilot.name in titles
    with pytest.raises(CommandError, match="name one with --campaign"):
        print_sheets(out, sheet=[record.pk], papers=True)


@pytest.mark.parametrize("text", ["٣", "²", "1_0", "-1", "0", "x", "9" * 5000])
def test_a_sheet_is_named_by_its_number_in_plain_digits(tmp_path: Path, text: str) -> None:
    with pytest.raises(CommandError, match="There is no record sheet"):
        call_command("print_sheets", "--sheet", text, "--out", str(tmp_path / "sheets.pdf"))
