"""What machines are worth: battle value as built and in the hands of a crew, and how it came about."""

from __future__ import annotations

from dataclasses import dataclass

from records import rules
from records.rules.worth import Step


@dataclass(frozen=True)
class Worth:
    """Battle value as built and in the hands of its crew. ``known`` is False where it cannot be worked out."""

    base: int = 0
    crewed: int = 0
    known: bool = True

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.base + other.base, self.crewed + other.crewed, self.known and other.known)


def worth(unit: rules.Unit, skills: tuple[int, int]) -> Worth:
    """What a machine is worth as built, and with these skills, gunnery and piloting."""
    base = rules.battle_value(unit).total
    if base is None:
        return Worth(known=False)
    return Worth(base, rules.with_crew(base, *skills))


@dataclass(frozen=True)
class Account:
    """A battle value or a cost with its parts: ``(code of the part, steps, what the part comes to)``. ``total`` is
    None when ``unknown`` names something that has no value."""

    total: int | None
    parts: tuple[tuple[str, tuple[Step, ...], float], ...]
    unknown: tuple[str, ...] = ()


def value_of(unit: rules.Unit) -> Account:
    """The battle value of a design, as built."""
    found = rules.battle_value(unit)
    parts = [("bv-defensive", found.defensive, found.defence), ("bv-offensive", found.offensive, found.offence)]
    if found.whole:
        parts.append(("bv-whole", found.whole, float(found.total or 0)))
    return Account(found.total, tuple(parts), found.unknown)


def crewed_value(unit: rules.Unit, sheet: rules.Sheet) -> Account:
    """The battle value of a machine in the hands of its crew."""
    built = value_of(unit)
    if built.total is None:
        return built
    gunnery, piloting = rules.skills_of(unit, sheet)
    total = rules.with_crew(built.total, gunnery, piloting)
    factor = rules.skill_factor(gunnery, piloting)
    skills = Step(factor, "skills", "TM:skill-multipliers", f"{gunnery}/{piloting}", how="times")
    return Account(total, (*built.parts, ("bv-crew", (skills,), float(total))))


def price_of(unit: rules.Unit) -> Account:
    """The cost of a design in C-bills, its ammunition bins full."""
    found = rules.cost(unit)
    parts = [("cost-built", found.steps, sum(step.value for step in found.steps))]
    if found.ammunition:
        parts.append(("cost-ammunition", found.ammunition, sum(step.value for step in found.ammunition)))
    parts.append(("cost-times", found.times, float(found.total or 0)))
    return Account(found.total, tuple(parts), found.unknown)
