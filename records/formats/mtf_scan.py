"""An MTF file's lines sorted into headers, armour, critical sections and the rest; nothing is interpreted yet.

Two styles are in use. The old one opens with ``Version:`` and has chassis and model on the next two lines; the new
one names them by key and has no version. Keys are read in any case; a key nobody knows is skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from records.rules.digits import whole

from .errors import FormatError

#: Section and armour names to the location they stand for, in biped terms; four-legged ones use the same places.
SECTIONS = {
    "left arm": "LA", "front left leg": "LA", "right arm": "RA", "front right leg": "RA",
    "left torso": "LT", "right torso": "RT", "center torso": "CT", "head": "HD",
    "left leg": "LL", "rear left leg": "LL", "right leg": "RL", "rear right leg": "RL", "center leg": "CL",
}  # fmt: skip

ARMOUR = {
    "la": "LA", "fll": "LA", "ra": "RA", "frl": "RA", "lt": "LT", "rt": "RT", "ct": "CT", "hd": "HD",
    "ll": "LL", "rll": "LL", "rl": "RL", "rrl": "RL", "cl": "CL", "rtl": "LT", "rtr": "RT", "rtc": "CT",
}  # fmt: skip
REAR_ARMOUR = frozenset({"rtl", "rtr", "rtc"})

#: Keys that end a critical section. Any other key is read as a header outside the sections only, because slot lines
#: may contain a colon too (``Cargo:SIZE:1.0``).
KEYS = frozenset({
    "version", "generator", "chassis", "clanname", "model", "cockpit", "gyro", "motive", "ejection", "mass",
    "heat sink kit", "engine", "structure", "myomer", "lam", "config", "techbase", "era", "source", "rules level",
    "heat sinks", "base chassis heat sinks", "walk mp", "jump mp", "armor", "overview", "capabilities",
    "deployment", "history", "manufacturer", "primaryfactory", "systemmanufacturer", "systemmode", "systemmodel",
    "notes", "imagefile", "bv", "weapons", "nocrit", "mul id", "quirk", "weaponquirk", "role", "fluffimage",
    "icon", "uuid", "published", "fluffdate",
})  # fmt: skip

#: Lines of a location that count; what stands below them in the section is no slot.
SLOT_LINES = 12
#: Lines that every location is printed with at least, whatever is in them: those of a head or a leg.
FEWEST_LINES = 6
#: No line of one piece of equipment is as long as this: the longest name has 70 letters, suffixes come behind it.
PROSE = 120

_KEY = re.compile(r"\s*([A-Za-z][A-Za-z ]*?)\s*:(.*)$", re.DOTALL)
_MAX_LINES = 20_000


@dataclass(slots=True)
class Scan:
    """The sorted lines. ``headers`` holds the first value of a key, ``repeated`` all values of those that repeat.

    ``sections`` are slot lines by location, holes as ``""``; ``extra`` are lines below the twelfth that hold
    something; ``ended`` is the location whose section runs to the end of the file, ``""`` when something follows.
    """

    old_style: bool
    headers: dict[str, str] = field(default_factory=dict)
    repeated: dict[str, list[str]] = field(default_factory=dict)
    armour: dict[str, str] = field(default_factory=dict)
    rear_armour: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)
    extra: list[tuple[str, str]] = field(default_factory=list)
    ended: str = ""


def scan(text: str) -> Scan:
    """Sort the lines of an MTF text. Raises FormatError ``not-mtf`` when it has nothing of one."""
    lines = [line.strip() for line in re.split(r"\r\n|\r|\n", text)]
    if len(lines) > _MAX_LINES:
        raise FormatError("too-many-lines", limit=_MAX_LINES)
    first = next((n for n, line in enumerate(lines) if line and not line.startswith("#")), 0)
    old_style = lines[first].lower().startswith("version:")
    found = Scan(old_style=old_style)
    if old_style:
        names = [*lines[first + 1 : first + 3], "", ""]
        found.headers["chassis"], found.headers["model"] = names[0], names[1]
        first += 3
    _Sorter(found).sort(lines[first:])
    if not found.sections and not found.headers.keys() & {"mass", "config", "techbase"}:
        raise FormatError("not-mtf")
    return found


class _Sorter:
    """Where the lines are: the location of the section that runs, and the weapon lines that are still to pass."""

    def __init__(self, found: Scan) -> None:
        self.found = found
        self.location = ""
        self.weapons = 0

    def sort(self, lines: list[str]) -> None:
        for line in lines:
            if not line or line.startswith("#"):
                self._empty(line)
            elif line.endswith(":") and (section := SECTIONS.get(line[:-1].strip().lower())):
                self._open(section)
            elif self.weapons:
                self.weapons -= 1
            elif not self._key(line) and self.location:
                self._slot(line)
        self.found.ended = self.location

    def _empty(self, line: str) -> None:
        if line:
            return
        # The list of weapons is for people; an empty line ends it, whatever its count says. It ends a full section
        # too: what stands below one may be prose whose key has been lost.
        self.weapons = 0
        if self.location and len(self.found.sections[self.location]) >= SLOT_LINES:
            self.location = ""

    def _open(self, section: str) -> None:
        self.weapons = 0
        self.location = section
        # A location that comes twice starts again, as if the first were not there.
        self.found.sections[section] = []

    def _key(self, line: str) -> bool:
        match = _KEY.match(line)
        if match is None:
            return False
        key, value = match[1].lower(), match[2].strip()
        part = key.removesuffix(" armor")
        if part != key and part in ARMOUR:
            target = self.found.rear_armour if part in REAR_ARMOUR else self.found.armour
            target.setdefault(ARMOUR[part], value)
        elif key in KEYS:
            self._header(key, value)
        elif self.location:
            return False
        self.location = ""
        return True

    def _header(self, key: str, value: str) -> None:
        if key == "weapons":
            self.weapons = whole(value, most=999) or 0
        elif key in ("quirk", "weaponquirk", "nocrit"):
            self.found.repeated.setdefault(key, []).append(value)
        else:
            self.found.headers.setdefault(key, value)

    def _slot(self, line: str) -> None:
        slots = self.found.sections[self.location]
        if len(line) > PROSE and "|" not in line:
            # A story whose key has been lost: no part, and what it runs on into is none either.
            self.location = "" if len(slots) >= FEWEST_LINES else self.location
            return
        held = "" if line.lower() == "-empty-" else line
        if len(slots) < SLOT_LINES:
            slots.append(held)
        elif held:
            self.found.extra.append((self.location, held))
