"""The coverage table of the rules names modules and tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "rules_coverage.md"
CLASSIC = ROOT / "records" / "rules" / "classic"
ROW = re.compile(r"^\| (?P<rule>[^|]+) \| `(?P<module>[^`]+)` \| `(?P<file>[^`:]+)::(?P<test>\w+)` \|$")


def rows() -> list[re.Match[str]]:
    """Every row of the document's tables, heads left out."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    tables = [line for line in lines if line.startswith("|") and not line.startswith(("| rule |", "|---"))]
    found = [ROW.match(line) for line in tables]
    assert [line for line, match in zip(tables, found, strict=True) if match is None] == []
    return [match for match in found if match is not None]


@cache
def functions_in(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_module_named_is_there() -> None:
    modules = {row["module"] for row in rows()}
    missing = [m for m in modules if not (CLASSIC / m).is_file() and not (CLASSIC.parent / m).is_file()]
    assert missing == []


def test_every_test_named_is_there() -> None:
    named = [(ROOT / "tests" / "rules" / row["file"], row["test"]) for row in rows()]
    assert len(named) > 80
    assert [test for file, test in named if test not in functions_in(file)] == []
