"""Every template compiles, and every static file that one names is there."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import engines

from tests.server import ROOT

TEMPLATES = sorted(path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates").rglob("*.html"))


def source(name: str) -> str:
    return (ROOT / "templates" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_template_compiles(name: str) -> None:
    engines["django"].get_template(name)


@pytest.mark.parametrize("name", TEMPLATES)
def test_static_files_it_names_are_there(name: str) -> None:
    named = re.findall(r"""{%\s*static\s+["']([^"'{]+)["']""", source(name))
    assert [path for path in named if finders.find(path) is None] == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_it_has_no_inline_script_or_style_that_the_policy_would_block(name: str) -> None:
    text = re.sub(r"{#.*?#}", "", source(name))
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style\b", text) == []
    assert re.findall(r"\s(?:style|on[a-z]+|hx-on[\w:-]*)=", text) == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_partials_that_it_includes_are_there(name: str) -> None:
    named = re.findall(r"""{%\s*(?:include|extends)\s+["']([^"']+)["']""", source(name))
    roots = [ROOT / "templates", *(Path(app) / "templates" for app in (ROOT / "records", ROOT / "campaigns"))]
    assert [path for path in named if not any((root / path).is_file() for root in roots)] == []
