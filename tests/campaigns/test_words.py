"""Everything that campaigns refuse has words of its own."""

from __future__ import annotations

import ast
from pathlib import Path

from campaigns import words as ours
from records import words
from tests.server import ROOT

RAISED = {"Refused", "NotAllowed", "Stale", "NotThere", "TooOften", "PhaseHasMoved"}


def codes() -> set[tuple[str, str]]:
    """Every code that stands in a refusal in campaigns/, with its file."""
    found = set()
    for file in Path(ROOT, "campaigns").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in RAISED:
                found |= {
                    (part.value, file.name)
                    for argument in node.args[:1]
                    for part in ast.walk(argument)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and "-" in part.value
                }
    return found


def test_every_refusal_has_words() -> None:
    found = codes()
    assert len(found) > 30
    assert sorted(found, key=str) == sorted(
        (code for code in found if words.app.REFUSALS.get(code[0])), key=str
    )


def test_no_words_are_left_over() -> None:
    used = {code for code, _file in codes()} | {"rolls-owed-in-battle", "only-who-runs-the-campaign"}
    assert set(ours.REFUSALS) - used == set()


def test_words_fill_their_gaps() -> None:
    text = words.refusal("force-is-not-empty", {"force": "River Lance"})
    assert "River Lance is not empty" in text
