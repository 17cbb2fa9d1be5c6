"""The links around a record sheet."""

from __future__ import annotations

from typing import Any

from django import template

from records import surroundings
from records.models import RecordSheet

register = template.Library()


@register.inclusion_tag("records/sheet/_where.html", takes_context=True)
def sheet_surroundings(context: Any, record: RecordSheet) -> dict[str, Any]:
    """What the sheet is part of, and the sheets beside it."""
    links = surroundings.around(record, context["request"].user)
    return {
        "up": [link for link in links if link.kind == "up"],
        "beside": [link for link in links if link.kind == "beside"],
    }
