"""The command ``describe_unit``."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from records.services.importing import import_paths
from tests.formats.texts import mtf


def run(*arguments: str) -> tuple[str, str, int]:
    """What the command prints, what it complains of, and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    try:
        call_command("describe_unit", *arguments, stdout=out, stderr=err)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    return out.getvalue(), err.getvalue(), code


@pytest.fixture
def heron(tmp_path: Path) -> Path:
    path = tmp_path / "Heron HRN-1A.mtf"
    slots = {"Left Arm": ["PPC"] * 3, "Right Torso": ["LRM 5", "IS Ammo LRM-5"], "Left Torso": ["RL10"]}
    path.write_text(mtf(slots=slots, extra=["quirk:stilts"]))
    return path


def test_a_file_is_described_without_a_database(heron: Path) -> None:
    text, _err, code = run(str(heron))
    assert code == 0
    for line in (
        "Heron HRN-1A",
        "50 t · Biped · Inner Sphere · 3030 · Standard",
        "Movement: walk 4, run 6, jump 0",
        "Battle value: 839; 3212500 C-bills",
        "  1 × PPC, LA: 10, 10, 3, 6/12/18",
        "  1 × LRM 5, RT: 2, 1 × 5, 6, 7/14/21",
        "LRM 5 Ammo, RT: 24",
        "Quirks: stilts",
    ):
        assert line in text


def test_json_has_the_facts_one_object_a_line(heron: Path) -> None:
    (heron.parent / "other.mtf").write_text(mtf(name=("Heron", "HRN-2B")))
    text, _err, code = run("--json", str(heron.parent))
    assert code == 0
    first, second = map(json.loads, text.splitlines())
    assert (first["path"], first["chassis"], second["model"]) == (str(heron), "Heron", "HRN-2B")
    assert first["weapons"][0] == {"internal": "PPC", "loc": "LA", "rear": False}
    assert first["ammo"] == [
        {"internal": "IS Ammo LRM-5", "loc": "RT", "shots": 24},
        {"internal": "IS Ammo RL-10", "loc": "None", "shots": 1},
    ]
    assert first["crits"]["LA"][4:7] == ["PPC"] * 3 and first["crits"]["HD"][3] is None
    assert first["heat_sinks"]["count"] == 8


def test_slots_are_numbered_without_what_nobody_knows(tmp_path: Path) -> None:
    path = tmp_path / "kettle.mtf"
    path.write_text(mtf(slots={"Left Torso": ["Tea Kettle", "Medium Laser"]}))
    text, _err, _code = run("--json", str(path))
    described = json.loads(text)
    assert described["crits"]["LT"][:2] == ["Medium Laser", None] and len(described["crits"]["LT"]) == 12
    assert described["failed_equipment"] == ["Tea Kettle"]


def test_a_bad_file_is_told_with_its_reason_and_the_others_are_described(heron: Path) -> None:
    (heron.parent / "bad.mtf").write_text("nothing")
    text, err, code = run("--json", str(heron.parent))
    assert code == 1 and "not a 'Mech" in err
    by_name = {Path(row["path"]).name: row for row in map(json.loads, text.splitlines())}
    assert by_name["bad.mtf"]["error"] == "not-mtf" and by_name["Heron HRN-1A.mtf"]["tons"] == 50


@pytest.mark.django_db
def test_a_name_is_looked_up_in_the_catalogue(heron: Path) -> None:
    (heron.parent / "other.mtf").write_text(mtf(name=("Heron", "HRN-2B")))
    import_paths([heron.parent])
    for name in ("Heron HRN-1A", "heron  hrn-1a", "heron-hrn-1a", "hrn-1a"):
        text, _err, code = run(name)
        assert code == 0 and text.startswith("Heron HRN-1A\n")


@pytest.mark.django_db
def test_a_name_that_may_be_several_is_asked_back(heron: Path) -> None:
    (heron.parent / "other.mtf").write_text(mtf(name=("Heron", "HRN-2B")))
    import_paths([heron.parent])
    text, err, code = run("heron")
    assert (text, code) == ("", 1)
    assert "Heron HRN-1A" in err and "Heron HRN-2B" in err
    assert run("--json", "Tea Kettle")[2] == 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Atlas \udcff", "\udc80", "Привет", "x" * 10_000, "a\x07b", "%(name)s"])
def test_a_name_that_is_no_text_is_told_as_not_found(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("describe_unit", name, "--json")
    said = capsys.readouterr()
    assert '"error": "unknown-unit"' in said.out
    said.out.encode()
    said.err.encode()
