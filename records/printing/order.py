"""What somebody wants printed, and how: checked, and as the plain values that a job's row holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from records.errors import Refused

from .printable import AS_USUAL, PAPERS, STATES, Choices, State

Bundle = Literal["pdf", "zip"]
VERSION = 1
"""Of the plain values below: counts up when their meaning changes, and :meth:`Order.of` then reads the older too."""


@dataclass(frozen=True)
class Order:
    """Sheets by id, designs by slug, papers around them by name (see :mod:`.sources`), and the choices.

    ``blank`` leaves the MechWarrior to be filled in by hand; ``bundle`` is one PDF, or a zip with one for each.
    """

    sheets: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    choices: Choices = AS_USUAL
    state: State = "current"
    blank: bool = False
    bundle: Bundle = "pdf"

    def __post_init__(self) -> None:
        for name in ("sheets", "units", "papers"):
            object.__setattr__(self, name, tuple(dict.fromkeys(getattr(self, name))))
        if self.choices.paper not in PAPERS:
            raise Refused("no-such-paper", paper=self.choices.paper)
        if self.state not in STATES or self.bundle not in ("pdf", "zip"):
            raise Refused("no-such-choice")

    @property
    def count(self) -> int:
        """How many sheets and papers."""
        return len(self.sheets) + len(self.units) + len(self.papers)

    def params(self) -> dict[str, Any]:
        """As plain values."""
        chosen = self.choices
        return {
            "v": VERSION,
            "sheets": list(self.sheets), "units": list(self.units), "papers": list(self.papers), "paper": chosen.paper,
            "black": chosen.black, "large": chosen.large, "backs": chosen.backs, "state": self.state,
            "blank": self.blank, "bundle": self.bundle,
        }  # fmt: skip

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Order:
        """From plain values; what is not there is as usual. Refused where a newer release has written them."""
        if params.get("v", VERSION) != VERSION:
            raise Refused("order-of-a-newer-release")
        flags = {name: bool(params.get(name)) for name in ("black", "large", "backs")}
        return cls(
            tuple(params.get("sheets", ())),
            tuple(params.get("units", ())),
            tuple(params.get("papers", ())),
            Choices(params.get("paper", "a4"), **flags),
            params.get("state", "current"),
            bool(params.get("blank")),
            params.get("bundle", "pdf"),
        )


NOTHING = Order()
"""Nothing yet, as usual."""
