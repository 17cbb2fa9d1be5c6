"""Words for the codes of the rules service, in sections."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = dict[str, str | Promise]

VIOLATIONS: Words = {
    "roll-again": _("Nothing is left to hit there: throw again."),
}

REASONS: Words = {}

CAUSES: Words = {}

OUTCOMES: Words = {}

EVENTS: Words = {}

BOXES: Words = {}
