"""Every code that the rules service writes has words: refusals, reasons, causes, outcomes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from records import rules
from records.rules.options import REGISTRY
from records.words import app
from records.words import rules as words

HERE = Path(rules.__file__).parent

#: Where a code stands: the name of the call, and which argument holds it.
REFUSALS = {("refuse", 0), ("Violated", 0), ("between", 1)}
REASONS = {("Modifier", 1)}
CAUSES = {
    ("RollDropped", 2), ("DamageWasted", 2), ("CriticalLost", 1), ("destroy", 1), ("wound", 3), ("wound_all", 2),
    ("wound_driver", 2), ("kill", 2), ("kill_all", 1), ("lose", 3), ("drop_rolls", 2), ("ReactorShutDown", 0),
    ("ReactorStarted", 0), ("owe", "cause"), ("owe_check", "cause"),
}  # fmt: skip


def _codes(places: set[tuple[str, int | str]]) -> Iterator[tuple[str, str]]:
    """``(code, file)`` of every literal code that stands in one of the places."""
    for file in sorted(HERE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                for name, position in places:
                    if name == called:
                        for code in _literals(_argument(node, position)):
                            yield code, str(file.relative_to(HERE))


def _argument(call: ast.Call, position: int | str) -> ast.expr | None:
    if isinstance(position, int):
        return call.args[position] if position < len(call.args) else None
    return next((keyword.value for keyword in call.keywords if keyword.arg == position), None)


def _literals(node: ast.expr | None) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def _own(table: str) -> dict[str, str]:
    """The texts of one kind that the options bring themselves."""
    return {code: text for option in REGISTRY.values() for code, text in getattr(option.words, table).items()}


@pytest.mark.parametrize(
    ("places", "known"),
    [
        (REFUSALS, {**words.VIOLATIONS, **app.REFUSALS, **_own("violations")}),
        (REASONS, {**words.REASONS, **_own("reasons")}),
        (CAUSES, {**words.CAUSES, **words.REASONS, **_own("causes")}),
    ],
    ids=["refusals", "reasons", "causes"],
)
def test_every_code_has_words(places: set[tuple[str, int | str]], known: words.Words) -> None:
    found = set(_codes(places))
    assert len(found) > 20
    assert sorted((code, file) for code, file in found if code and code not in known) == []


@pytest.mark.parametrize("section", [words.VIOLATIONS, words.REASONS, words.CAUSES, words.OUTCOMES, words.BOXES])
def test_words_are_words(section: words.Words) -> None:
    assert all(str(text).strip() for text in section.values())
    assert all(code == code.lower() and " " not in code for code in section)
