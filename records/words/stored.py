"""Words for what is kept and cannot be read: made by a newer release, cut short, or of a kind that is gone."""

from __future__ import annotations

from django.utils.translation import gettext as _

from records.rules import BadData, NewerData


def unreadable(error: BadData) -> str:
    """What cannot be read and what to do about it."""
    if isinstance(error, NewerData):
        return _(
            "A newer version of Lance Ledger has written this (%(kind)s version %(version)d; this one reads up to "
            "%(known)d). Nothing was changed. Run the newer version to open it."
        ) % {"kind": error.kind, "version": error.version, "known": error.known}
    return _(
        "What is kept here cannot be read by this version of Lance Ledger (%(why)s). Nothing was changed. Open it with "
        "the version that wrote it, or restore a backup."
    ) % {"why": str(error)[:160]}


def unreadable_line(error: BadData) -> str:
    """The same for one line of a log, in a few words."""
    if isinstance(error, NewerData):
        return _("written by a newer version of Lance Ledger")
    return _("cannot be read by this version of Lance Ledger")
