"""Words for files that could not be read: the reason, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REJECTIONS: Mapping[str, Any] = {
    "too-big": _("larger than %(megabytes)s MB: no unit file is. Look whether it is the right file."),
    "empty": _("empty."),
    "not-text": _("not a text file but %(kind)s data. Unit files are plain text."),
    "markup": _("a web page or XML, not a unit file. Save the file itself, not the page that shows it."),
    "not-mtf": _("not a 'Mech in the MTF format: it has neither a mass nor critical slots."),
    "too-many-lines": _("more than %(limit)s lines: no unit file has so many."),
    "truncated": _("cut short: the critical slots of %(locations)s are missing. Fetch the file again."),
    "missing-line": _("incomplete: it has no line for %(lines)s."),
    "bad-number": _("“%(value)s” stands after %(key)s, where a whole number from %(least)s to %(most)s belongs."),
    "bad-tons": _("a 'Mech of %(tons)s tons: the construction rules know 10 to 200 in steps of five."),
    "unknown-tech-base": _("its tech base “%(value)s” is neither Inner Sphere nor Clan nor mixed."),
    "vehicles-later": _("a .blk file: vehicles are not read yet, only 'Mechs (.mtf)."),
    "unknown-kind": _("not a unit file by its name. Give .mtf files, or a .zip with .mtf files in it."),
    "no-such-file": _("not there. Look at the spelling of the path."),
    "cannot-read": _("not readable: %(problem)s."),
    "bad-zip": _("not a zip file that can be opened, or damaged. Pack it again."),
    "zip-too-big": _("a zip of more than %(megabytes)s MB. Split it into smaller ones."),
    "zip-too-many": _("a zip of more than %(limit)s files. Split it into smaller ones."),
    "zip-in-zip": _("a zip inside a zip. Unpack it and give it by itself."),
    "zip-bomb": _("blows up to far more than its size when unpacked: it was left alone."),
    "zip-total": _("left alone: everything before it in this zip already made %(megabytes)s MB."),
    "encrypted": _("locked with a password. Pack it again without one."),
    "unsafe-path": _("its path leads out of the zip. Pack the zip again from the folder itself."),
    "symlink": _("a link to another file, not a file."),
    "duplicate-name": _("in the zip twice under one name; the first one counts."),
    "name-taken": _(
        "the catalogue has another %(unit)s. Only who runs this server replaces it; give yours a model name of its own."
    ),
    "too-many-designs": _(
        "left out: an account may have %(most)s designs in the catalogue, and yours has as many. Remove some of them, "
        "or ask who runs this server to read it in."
    ),
    "not-understood": _(
        "not read because of a fault in this app; the log of the server says which. All other files were read."
    ),
    "damaged-member": _("damaged inside the zip, or packed in a way that cannot be read. Pack it again."),
}


def rejection(code: str, params: Mapping[str, Any]) -> str:
    """Why a file was not read: ``"cut short: the critical slots of LL are missing. …"``."""
    words = {name: ", ".join(value) if isinstance(value, (list, tuple)) else value for name, value in params.items()}
    return str(REJECTIONS[code]) % words
