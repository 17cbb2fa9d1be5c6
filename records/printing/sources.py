"""Where prints can come from beside their own numbers: rooms that know groups of sheets add what they know.

A paper is named ``kind:number`` (``force:3``); whoever knows the kind tells what is on it, or None where there is
none that the person may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from records.rules.digits import whole

from .report import Part, Report

if TYPE_CHECKING:
    from records.models import Roster

# The roster that a name stands for (a campaign's slug), or None.
Source = Callable[[str], "Roster | None"]
# Of these sheets, those in a battle: the number of the last entry before it began.
Began = Callable[[Iterable[int]], Mapping[int, int]]


@dataclass(frozen=True)
class Paper:
    """A paper that can be printed. ``make`` reads the data when it is rendered."""

    title: str
    make: Callable[[], Report]


# (person, number) -> the paper, or None where the person sees none.
Kind = Callable[[Any, int], "Paper | None"]


@dataclass(frozen=True)
class Choice:
    """Everything of a group that can be printed: ``papers`` are (name, title), ``sheets`` (id, title)."""

    title: str
    papers: tuple[tuple[str, str], ...]
    sheets: tuple[tuple[int, str], ...]


# The number of the thing that a paper of records is about -> what somebody else adds to that paper.
More = Callable[[int], Sequence[Part]]

# (person, name) -> what a group (a campaign by its slug) offers, or None.
Group = Callable[[Any, str], "Choice | None"]

_sources: list[Source] = []
_began: list[Began] = []
_kinds: dict[str, Kind] = {}
_groups: list[Group] = []
_more: dict[str, list[More]] = {}


def register(source: Source) -> None:
    """Add a source of rosters by name; once, when the app is ready."""
    if source not in _sources:
        _sources.append(source)


def tells_battles(began: Began) -> None:
    """Add somebody who knows when battles began."""
    if began not in _began:
        _began.append(began)


def offers(kind: str, paper: Kind) -> None:
    """Add a kind of paper."""
    _kinds[kind] = paper


def adds(kind: str, more: More) -> None:
    """Add somebody who knows more for a kind of paper."""
    if more not in _more.setdefault(kind, []):
        _more[kind].append(more)


def groups(group: Group) -> None:
    """Add somebody who knows groups of papers."""
    if group not in _groups:
        _groups.append(group)


def roster_named(name: str) -> Roster | None:
    """The roster that any source knows under this name."""
    return next((roster for source in _sources if (roster := source(name)) is not None), None)


def battle_began(records: Iterable[int]) -> dict[int, int]:
    """Of these sheets, those in a battle: the number of the last entry before it began."""
    asked = list(records)
    return {record: number for began in _began for record, number in began(asked).items()}


def paper(person: Any, name: str) -> Paper | None:
    """The paper of this name, or None where there is none that the person may see."""
    kind, _colon, number = name.partition(":")
    pk = whole(number)
    return None if kind not in _kinds or pk is None else _kinds[kind](person, pk)


def more(kind: str, number: int) -> list[Part]:
    """What others add to the paper of this kind about the thing of this number."""
    return [part for known in _more.get(kind, ()) for part in known(number)]


def group(person: Any, name: str) -> Choice | None:
    """What the group of this name offers to the person."""
    return next((choice for known in _groups if (choice := known(person, name)) is not None), None)
