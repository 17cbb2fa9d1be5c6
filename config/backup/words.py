"""What the two commands tell at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.utils.translation import ngettext, ngettext_lazy
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

_COUNTED = {
    "campaigns.campaign": ngettext_lazy("%(n)d campaign", "%(n)d campaigns", "n"),
    "records.recordsheet": ngettext_lazy("%(n)d record sheet", "%(n)d record sheets", "n"),
    "records.sheetentry": ngettext_lazy("%(n)d entry", "%(n)d entries", "n"),
    "records.unit": ngettext_lazy("%(n)d unit", "%(n)d units", "n"),
    "auth.user": ngettext_lazy("%(n)d account", "%(n)d accounts", "n"),
}


def counted(rows: Mapping[str, int], files: int = 0) -> str:
    """What people know of these tables in numbers: ``"2 campaigns, 16 record sheets, ..."``."""
    said = []
    for name, words in _COUNTED.items():
        if number := rows.get(name, 0):
            said.append(words % {"n": number})
    if files:
        said.append(ngettext("%(n)d printed file", "%(n)d printed files", files) % {"n": files})
    if not said:
        every = sum(rows.values())
        said.append(ngettext("%(n)d row", "%(n)d rows", every) % {"n": every})
    return ", ".join(said)


class Shown:
    """A bar for each thing that is done, on the terminal."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage not in self._tasks:
            self._bars.start()
            self._tasks[stage] = self._bars.add_task(stage, total=total)
        # A backup of an older release is restored twice: into its own tables first.
        self._bars.update(self._tasks[stage], completed=done, total=total)

    def pause(self) -> None:
        """Leave the terminal to a question."""
        self._bars.stop()


@contextmanager
def shown_progress() -> Iterator[Shown]:
    """Bars on the terminal, gone when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    bars = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    try:
        yield Shown(bars)
    finally:
        bars.stop()
