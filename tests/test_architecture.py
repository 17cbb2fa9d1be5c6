"""The rooms and their one-way doors (README, "Rooms"): walks the imports of every module."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT

PURE_FORBIDDEN = {
    "django", "celery", "weasyprint", "redis", "psycopg", "random", "secrets", "time", "datetime", "socket",
    "subprocess", "threading", "asyncio", "urllib", "http", "requests", "os", "sqlite3", "logging", "config",
    "campaigns",
}  # fmt: skip
# Reading the rules' own tables is the one thing that may touch the disk.
TABLE_LOADERS = {"records.rules.tables", "records.rules.equipment"}
FILE_MODULES = {"pathlib", "importlib.resources", "gzip", "io", "csv"}


def modules(package: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports_of(name: str, path: Path) -> set[str]:
    """Absolute names of everything a module imports, at its top or inside a function."""
    is_package = path.name == "__init__.py"
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = name.split(".") if is_package else name.split(".")[:-1]
                here = here[: len(here) - (node.level - 1)]
                base = ".".join([*here, *([base] if base else [])])
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def reaches(imported: set[str], room: str) -> set[str]:
    return {name for name in imported if name == room or name.startswith(room + ".")}


RULES = list(modules("records/rules"))
RECORDS = list(modules("records"))


def test_the_walk_sees_every_room() -> None:
    names = {name for name, _ in RECORDS}
    assert {"records.rules", "records.rules.sheet", "records.models"} <= names


def test_imports_are_read_in_all_their_forms(tmp_path: Path) -> None:
    module = tmp_path / "sample.py"
    module.write_text("import a.b\nfrom . import c\nfrom ..d import e\ndef f():\n    from g import h\n")
    assert imports_of("p.q.sample", module) >= {"a.b", "p.q", "p.q.c", "p.d.e", "g.h"}


@pytest.mark.parametrize(("name", "path"), RULES, ids=[name for name, _ in RULES])
def test_the_rules_know_nothing_of_the_world(name: str, path: Path) -> None:
    imported = imports_of(name, path)
    tops = {found.split(".")[0] for found in imported}
    assert tops & PURE_FORBIDDEN == set()
    outside = {found for found in reaches(imported, "records") if not reaches({found}, "records.rules")}
    assert outside - {"records"} == set()
    if not any(name == loader or name.startswith(loader + ".") for loader in TABLE_LOADERS):
        assert {found for module in FILE_MODULES for found in reaches(imported, module)} == set()


@pytest.mark.parametrize(("name", "path"), RULES, ids=[name for name, _ in RULES])
def test_the_rules_open_no_file_and_print_nothing(name: str, path: Path) -> None:
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert calls & {"open", "print", "input", "eval", "exec", "__import__"} == set()


@pytest.mark.parametrize(("name", "path"), RECORDS, ids=[name for name, _ in RECORDS])
def test_records_never_import_campaigns(name: str, path: Path) -> None:
    imported = imports_of(name, path)
    assert reaches(imported, "campaigns") == set()
    assert reaches(imported, "config") == set()


#: Where digits are looked at that no person wrote: the bytes of a header, the starter cards, our own PDF.
OWN_DIGITS = {"config.body_limit", "records.rules.digits", "records.starter.cards", "records.printing.typeset"}


@pytest.mark.parametrize("room", ["records", "campaigns", "config"])
def test_numbers_in_foreign_text_are_read_in_one_way(room: str) -> None:
    """``isdigit`` is true for what ``int`` refuses, and forms of Django's read ``1_000``: see records.rules.digits."""
    kind = re.compile(r"\.is(digit|decimal)\(|\\d|forms\.IntegerField\(")
    found = {name for name, path in modules(room) if kind.search(path.read_text(encoding="utf-8"))}
    assert found - OWN_DIGITS == set()
