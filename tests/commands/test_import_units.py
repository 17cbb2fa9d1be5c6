"""The command ``import_units``."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from records.models import Unit
from tests.formats.texts import mtf

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, int]:
    """What the command prints, and its exit code."""
    out = io.StringIO()
    try:
        call_command("import_units", *arguments, stdout=out)
    except SystemExit as stopped:
        return out.getvalue(), int(stopped.code or 0)
    return out.getvalue(), 0


def test_the_report_counts_and_names(tmp_path: Path) -> None:
    (tmp_path / "Heron.mtf").write_text(mtf())
    (tmp_path / "bad.mtf").write_text("nothing")
    text, code = run(str(tmp_path))
    assert code == 0
    assert "1 imported, 0 updated, 0 unchanged, 1 rejected." in text
    assert "bad.mtf: not a 'Mech in the MTF format" in text
    assert Unit.objects.get().name == "Heron HRN-1A"


def test_the_report_as_json(tmp_path: Path) -> None:
    (tmp_path / "Heron.mtf").write_text(mtf(slots={"Left Arm": ["Tea Kettle"]}))
    (tmp_path / "Truck.blk").write_text("x")
    text, _code = run(str(tmp_path), "--json")
    report = json.loads(text)
    assert [Path(name).name for name in report["imported"]] == ["Heron.mtf"]
    assert [(one["code"], "vehicles" in one["reason"]) for one in report["rejected"]] == [("vehicles-later", True)]
    assert report["puzzling"][0]["unknown"] == ["Tea Kettle"]


def test_nothing_read_at_all_ends_in_an_error(tmp_path: Path) -> None:
    text, code = run(str(tmp_path / "nowhere"))
    assert code == 1 and "not there" in text
