"""The words of a page in the language of whoever reads it.

Some hundred short texts stand on every page. Django looks each up in the catalogues of all apps, one after the other;
here it is looked up once a language.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _looked_up


def gettext(text: str) -> str:
    """As Django's."""
    return _said(get_language(), text)


@lru_cache(maxsize=4_000)
def _said(_language: str | None, text: str) -> str:
    return _looked_up(text)
