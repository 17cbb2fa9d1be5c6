"""Unit files changed at random, with what has broken readers: ``python -m tests.formats.mutated 100000``.

Every one of them is read or refused in words; what is read can be valued, stored, read back and described.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import django

from records import describe, rules
from records.formats import FormatError, read_mtf
from records.rules import codec
from records.words.files import rejection
from tests.shared import SHARED

from .texts import QUAD, TRIPOD, mtf

#: Digits of other scripts, numbers that are no digits, signs, spaces and separators, marks that have no width.
STRANGE = (
    "²", "³", "①", "⑨", "½", "Ⅷ", "一", "٣", "۵", "४", "9", "𝟗", "+", "-", "−", "_", " ", "\u00a0", "\u2009", "\u2028",
    "\u2029", "\u0085", "\v", "\f", "\x1c", "\x00", "\x07", "\x7f", "\ufeff", "\ufffe", "\u200b", "\u202e", "|", ":",
    "(", ")", "%", "%s", "%(x)s", "{}", "\\", "'", '"', "<", "&", "İ", "ß", "ﬁ", "e9", ".", ",", "0x1F", "1_000",
)  # fmt: skip
#: Bytes that are no UTF-8: a lone surrogate, half a letter, a byte order mark of UTF-16.
RAW = (b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xc3", b"\xff\xfe", b"\xfe\xff", b"\x81", b"\xf4\x90\x80\x80", b"\x85")
#: What stands in place of a number.
NUMBERS = (
    "1_000", " +5", "+5", "-5", "--5", "٣", "²", "11²4", "①0", "10①", "1e5", "1.5", "0x10", "", "NaN", "inf", "-0",
    "007", "9" * 18, "9" * 19, "9" * 5000, "1" + "0" * 400, "9" * 5000 + " Double", "٣ Double", "1٣ Double",
    "10 Double²",
)  # fmt: skip
LINES = (
    "mul id:11²4", "mul id:²", "mul id:٣", "heat sinks:1² Double", "heat sinks:② IS Double", "Era:305²", "weapons:²",
    "weapons:9999", "LA Armor:①", "CT Armor:1_0", "Engine:30² Fusion Engine", "Mass:٥٠", "Walk MP: +4", "Jump MP:½",
    "Base Chassis Heat Sinks:¹", f"Cargo ({'9' * 400} tons)", "Cargo (٣ tons)", f"Cargo:SIZE:{'9' * 5000}",
    "Cargo:SIZE:1.2.3", "Liquid Storage (²)", "nocrit:²:LA", "quirk:²", "rules level:²", "Left Arm:", "Center Leg:",
    "Config:Tripod", "Config:QuadVee", "Config:LAM", "TechBase:Clan", "TechBase:Mixed (IS Chassis)", "Mass:200",
    "Armor:Patchwork", "LA Armor:Hardened(Clan):²", "ISAC20", "CLHAG40|CLHAG40", "IS Endo Steel", "Gyro", "|", ":",
)  # fmt: skip

Random = random.Random


def _insert(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(STRANGE) + text[at:]


def _digit(text: str, chance: Random) -> str:
    found = [match.start() for match in re.finditer("[0-9]", text)]
    if not found:
        return text
    at = chance.choice(found)
    return text[:at] + chance.choice(STRANGE) + text[at + chance.randint(0, 1) :]


def _number(text: str, chance: Random) -> str:
    found = list(re.finditer("[0-9]+", text))
    if not found:
        return text
    match = chance.choice(found)
    return text[: match.start()] + chance.choice(NUMBERS) + text[match.end() :]


def _line(text: str, chance: Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    kind = chance.randrange(5)
    if kind == 0:
        lines[at] = chance.choice(LINES)
    elif kind == 1:
        lines.insert(at, chance.choice(LINES))
    elif kind == 2:
        del lines[at]
    elif kind == 3:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = lines[at] * 2
    return "\n".join(lines)


def _ends(text: str, chance: Random) -> str:
    return text.replace("\n", chance.choice(("\r\n", "\r", "\u2028", "\u0085", "\x1e", "\n\n", "\v")), 3)


CHANGES: Sequence[Callable[[str, Random], str]] = (*(_insert, _digit, _number, _line) * 2, _ends)


def bases() -> list[str]:
    """What is changed: files of each form and style, and some of the corpus where it is there."""
    filled = {"Left Arm": ["ISAC20 (Split)"] * 8, "Left Torso": ["ISAC20"] * 2, "Right Torso": ["Cargo:SIZE:2.0"] * 2}
    texts = [
        mtf(), mtf(new_style=True), mtf({"TechBase": "Mixed (IS Chassis)"}, filled, extra=["nocrit:Standard:None"]),
        mtf({"Config": "Quad"}, places=QUAD), mtf({"Config": "Tripod"}, places=TRIPOD, extra=["CL Armor:9"]),
        mtf({"Config": "Biped Omnimech", "Heat Sinks": "12 Clan Double", "Base Chassis Heat Sinks": "10"}),
    ]  # fmt: skip
    files = sorted((SHARED / "corpus" / "meks").rglob("*.mtf"))
    return texts + [path.read_text(encoding="utf-8", errors="replace") for path in files[:: max(1, len(files) // 60)]]


def mutated(count: int, seed: int, texts: Sequence[str]) -> Iterator[bytes]:
    """So many changed files; the same ones for the same seed."""
    chance = random.Random(seed)
    for _one in range(count):
        text = chance.choice(texts)
        for _change in range(chance.choice((1, 1, 1, 2, 3, 6))):
            text = chance.choice(CHANGES)(text, chance)
        data = text.encode("utf-16" if chance.random() < 0.02 else "utf-8", "surrogatepass")
        if chance.random() < 0.1:
            at = chance.randrange(len(data) + 1)
            data = data[:at] + chance.choice(RAW) + data[at:]
        yield data


def outcome(data: bytes) -> str:
    """``"read"``, or the code of the refusal. Whatever else is raised is a fault of ours."""
    try:
        unit = read_mtf(data)
    except FormatError as error:
        assert rejection(error.code, error.params)
        return error.code
    rules.battle_value(unit)
    rules.cost(unit)
    kept = json.dumps(codec.encode(unit), ensure_ascii=False)
    kept.encode()  # no lone surrogates: a database takes it
    assert "\\u0000" not in kept
    assert codec.decode(rules.Unit, json.loads(kept)) == unit
    describe.facts(unit)
    rules.fresh_sheet(unit)
    return "read"


def main(count: int, seed: int = 8) -> int:
    """Read so many and tell what became of them; the number of faults."""
    found: Counter[str] = Counter()
    began = time.monotonic()
    for number, data in enumerate(mutated(count, seed, bases())):
        try:
            found[outcome(data)] += 1
        except Exception as fault:  # every kind of fault is counted: that is what this is for
            name = f"FAULT {type(fault).__name__}: {str(fault)[:80]}"
            if name not in found:
                print(number, name, file=sys.stderr)
            found[name] += 1
    for name, times in found.most_common():
        print(f"{times:7} {name}")
    faults = sum(times for name, times in found.items() if name.startswith("FAULT"))
    print(f"{count} files in {time.monotonic() - began:.0f} s, {faults} faults")
    return faults


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()  # for the words
    sys.exit(1 if main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 8) else 0)
