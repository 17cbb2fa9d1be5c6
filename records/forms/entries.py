"""From a posted form to an entry of the rules service. Shapes are checked here; whether it can have happened, there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from records import rules
from records.errors import Refused
from records.rules import entries as e
from records.rules.digits import whole
from records.rules.sheet import PHASES
from records.selectors import numbers
from records.surroundings import Attacker, Fray

from .fields import LineField, WholeField

FAR = 1_000_000
"""Numbers beyond this are typing accidents; the rules service judges everything up to it."""


def _number(label: Any, *, required: bool = True, low: int = -FAR, high: int = FAR) -> WholeField:
    return WholeField(label=label, required=required, min_value=low, max_value=high)


def _short(label: Any, *, required: bool = False, length: int = 60) -> LineField:
    return LineField(label=label, required=required, max_length=length)


class EntryForm(forms.Form):
    """A form that stands for one entry. ``sheet`` and ``unit`` are what it was posted to; ``fray`` asks for its
    battle."""

    unit: rules.Unit
    sheet: rules.Sheet
    fray: Callable[[], Fray | None]

    def entry(self) -> rules.Entry:
        """The entry; only of a valid form."""
        raise AssertionError(f"{type(self).__name__} makes no entry")

    def given(self, name: str, default: Any) -> Any:
        """A field's value, or the default where it was left empty."""
        found = self.cleaned_data.get(name)
        return default if found in (None, "") else found


class HitForm(EntryForm):
    """A hit. ``attacker`` is the number of a sheet of the same battle; empty or ``other``: the words of ``source``."""

    location = _short(_("Location"), required=True, length=4)
    points = _number(_("Damage"))
    rear = forms.BooleanField(required=False)
    through_armour = forms.BooleanField(required=False)
    kind = forms.ChoiceField(
        required=False,
        choices=[(k, k) for k in ("", "ballistic", "energy", "missile", "physical", "fall", "area")],
    )
    source = _short(_("From"), length=80)
    attacker = _short(_("From"), length=20)
    marks = forms.CharField(required=False, max_length=40, widget=forms.MultipleHiddenInput)

    def clean_attacker(self) -> Attacker | None:
        """The machine of the battle that is meant, None for nobody."""
        given: str = self.cleaned_data["attacker"]
        if given in ("", "other"):
            return None
        fray = self.fray()
        if fray is None:
            raise forms.ValidationError(_("This sheet is in no battle: say in words where the hit came from."))
        found = fray.find(whole(given) or 0)
        if found is None:
            raise forms.ValidationError(_("That machine is not in this battle: choose one of those shown."))
        return found

    def marked(self) -> tuple[str, ...]:
        """The marks that were checked, each once."""
        given = self.data.getlist("marks") if isinstance(self.data, QueryDict) else []
        return tuple(dict.fromkeys(str(mark)[:40] for mark in given[:9] if mark))

    def entry(self) -> rules.Entry:
        data = self.cleaned_data
        attacker: Attacker | None = data["attacker"]
        named = (attacker.name if attacker else "", data["source"])
        return e.Hit(
            location=data["location"],
            points=data["points"],
            rear=data["rear"],
            through_armour=data["through_armour"],
            kind=data["kind"],
            source=", ".join(filter(None, named)),
            marks=self.marked(),
            attacker=attacker.sheet if attacker else 0,
        )


class CriticalCheckForm(EntryForm):
    location = _short(_("Location"), required=True, length=4)

    def entry(self) -> rules.Entry:
        return e.CriticalCheck(self.cleaned_data["location"])


class BreachCheckForm(EntryForm):
    location = _short(_("Location"), required=True, length=4)

    def entry(self) -> rules.Entry:
        return e.BreachCheck(self.cleaned_data["location"])


class CriticalHitForm(EntryForm):
    location = _short(_("Location"), required=True, length=4)
    slot = _number(_("Slot"))

    def entry(self) -> rules.Entry:
        return e.CriticalHit(self.cleaned_data["location"], self.cleaned_data["slot"])


class RolledForm(EntryForm):
    """Dice as thrown at the table, or, for a critical slot, the line that they pointed at."""

    roll = _number(_("Roll"))
    die0 = _number(_("First die"), required=False)
    die1 = _number(_("Second die"), required=False)
    die2 = _number(_("Third die"), required=False)
    slot = _number(_("Slot"), required=False, low=0, high=99)

    def entry(self) -> rules.Entry:
        roll = self.cleaned_data["roll"]
        if self.cleaned_data["slot"] is not None:
            return e.Rolled(roll, self._dice_of_slot(roll, self.cleaned_data["slot"]))
        dice = [self.cleaned_data[f"die{n}"] for n in range(3)]
        return e.Rolled(roll, tuple(die for die in dice if die is not None))

    def _dice_of_slot(self, roll: int, slot: int) -> tuple[int, ...]:
        owed = self.sheet.roll(roll)
        if owed is None:
            return (1,)  # the rules service says that the roll is not owed
        if owed.dice == 1:
            return (slot + 1,)
        return (1 if slot < 6 else 4, slot % 6 + 1)


class MovedForm(EntryForm):
    mode = forms.ChoiceField(
        label=_("Movement"), choices=[(m, m) for m in ("stood", "walked", "ran", "jumped", "swam")]
    )
    hexes = _number(_("Hexes"), required=False, low=0)
    masc = forms.BooleanField(required=False)
    supercharger = forms.BooleanField(required=False)
    terrain = _short(_("Ground"), length=20)

    def entry(self) -> rules.Entry:
        data = self.cleaned_data
        hexes, ground = self.given("hexes", 0), self.given("terrain", "")
        return e.Moved(data["mode"], hexes, data["masc"], data["supercharger"], ground)


class FiredForm(EntryForm):
    """Checked weapons, each with the bin it draws from (``bin-3``), its shots (``rounds-3``) and the damage it is
    turned to (``dial-3``)."""

    mount = forms.MultipleChoiceField(
        label=_("Weapons"), error_messages={"required": _("Choose the weapons that fire first.")}
    )

    def __init__(self, data: QueryDict, *, unit: rules.Unit) -> None:
        super().__init__(data)
        self.fields["mount"].choices = [(str(mount), mount) for mount in unit.weapons]  # type: ignore[attr-defined]
        for mount in unit.weapons:
            self.fields[f"bin-{mount}"] = _number(_("Ammunition bin"), required=False)
            self.fields[f"rounds-{mount}"] = _number(_("Shots"), required=False)
            self.fields[f"dial-{mount}"] = _number(_("Damage"), required=False)

    def entry(self) -> rules.Entry:
        return e.Fired(tuple(self._shot(int(mount)) for mount in self.cleaned_data["mount"]))

    def _shot(self, mount: int) -> e.Shot:
        rounds, dial = self.given(f"rounds-{mount}", 1), self.given(f"dial-{mount}", 0)
        return e.Shot(mount, self.given(f"bin-{mount}", -1), rounds, dial=dial)


class HeatAddedForm(EntryForm):
    points = _number(_("Heat"))
    reason = _short(_("Reason"))

    def entry(self) -> rules.Entry:
        return e.HeatAdded(self.cleaned_data["points"], self.given("reason", "external"))


class PilotHitForm(EntryForm):
    member = _number(_("Seat"), required=False)
    hits = _number(_("Hits"), required=False)
    cause = _short(_("Cause"))

    def entry(self) -> rules.Entry:
        return e.PilotHit(self.given("member", 0), self.given("hits", 1), self.given("cause", "other"))


class PilotingRollCausedForm(EntryForm):
    cause = _short(_("Cause"), required=True)
    value = _number(_("Modifier"), required=False)
    now = forms.BooleanField(required=False)

    def entry(self) -> rules.Entry:
        return e.PilotingRollCaused(self.cleaned_data["cause"], self.given("value", 0), self.cleaned_data["now"])


class FellDownForm(EntryForm):
    levels = _number(_("Levels"), required=False)

    def entry(self) -> rules.Entry:
        return e.FellDown(self.given("levels", 0))


class StandUpForm(EntryForm):
    terrain = _short(_("Ground"), length=20)

    def entry(self) -> rules.Entry:
        return e.StandUp(self.given("terrain", ""))


class DropProneForm(EntryForm):
    def entry(self) -> rules.Entry:
        return e.DropProne()


class PowerSwitchedForm(EntryForm):
    on = forms.BooleanField(required=False)

    def entry(self) -> rules.Entry:
        return e.PowerSwitched(self.cleaned_data["on"])


class SinksSwitchedForm(EntryForm):
    off = _number(_("Heat sinks off"))

    def entry(self) -> rules.Entry:
        return e.SinksSwitched(self.cleaned_data["off"])


class EjectedForm(EntryForm):
    hits = _number(_("Hits"), required=False)
    landing = _short(_("Landing"), length=20)
    value = _number(_("Modifier"), required=False)

    def entry(self) -> rules.Entry:
        return e.Ejected(self.given("hits", 0), self.given("landing", ""), self.given("value", 0))


class StateSwitchedForm(EntryForm):
    """A switch that this sheet has: one on the page, or one that is thrown already."""

    state = _short(_("State"), required=True)
    on = forms.BooleanField(required=False)

    def clean_state(self) -> str:
        """Whatever is thrown stays on the sheet for ever: no other names come in."""
        state: str = self.cleaned_data["state"]
        offered = (name for name, _on in numbers.switches(self.unit, self.sheet))
        if state not in {*offered, *numbers.POSITIONS, *self.sheet.states}:
            raise forms.ValidationError(_("This sheet has no such switch."))
        return state

    def entry(self) -> rules.Entry:
        return e.StateSwitched(self.cleaned_data["state"], self.cleaned_data["on"])


class CounterUsedForm(EntryForm):
    """Uses of something counted by hand; what optional rules count has entries of its own."""

    counter = forms.ChoiceField(label=_("Counter"), choices=[(name, name) for name in numbers.COUNTED_BY_HAND])
    uses = _number(_("Uses"), required=False)

    def entry(self) -> rules.Entry:
        return e.CounterUsed(self.cleaned_data["counter"], self.given("uses", 1))


class OptionUsedForm(EntryForm):
    """Something done under an optional rule; what it asks for comes as ``value-NAME``."""

    option = _short(_("Rule"), required=True, length=20)
    action = _short(_("Action"), required=True, length=40)

    def entry(self) -> rules.Entry:
        values: dict[str, int | str] = {}
        for name in list(self.data)[:40]:
            if name.startswith("value-"):
                text = str(self.data[name])[:20]
                number = whole(text)
                values[name.removeprefix("value-")[:20]] = text if number is None else number
        return e.OptionUsed(self.cleaned_data["option"], self.cleaned_data["action"], values)


class PhaseEndedForm(EntryForm):
    phase = forms.ChoiceField(label=_("Phase"), choices=[(p, p) for p in PHASES])

    def entry(self) -> rules.Entry:
        return e.PhaseEnded(self.cleaned_data["phase"])


class TurnEndedForm(EntryForm):
    def entry(self) -> rules.Entry:
        return e.TurnEnded()


class CorrectedForm(EntryForm):
    box = _short(_("Box"), required=True)
    value = _number(_("Value"))
    reason = _short(_("Reason"), length=200)

    def entry(self) -> rules.Entry:
        return e.Corrected(self.cleaned_data["box"], self.cleaned_data["value"], self.cleaned_data["reason"])


FORMS: Mapping[str, type[EntryForm]] = {
    form.__name__.removesuffix("Form"): form
    for form in (
        HitForm, CriticalCheckForm, BreachCheckForm, CriticalHitForm, RolledForm, MovedForm, FiredForm, HeatAddedForm,
        PilotHitForm, PilotingRollCausedForm, FellDownForm, StandUpForm, DropProneForm, PowerSwitchedForm,
        SinksSwitchedForm, EjectedForm, StateSwitchedForm, CounterUsedForm, OptionUsedForm, PhaseEndedForm,
        TurnEndedForm, CorrectedForm,
    )
}  # fmt: skip


def entry_from(
    post: QueryDict, *, unit: rules.Unit, sheet: rules.Sheet, fray: Callable[[], Fray | None] = lambda: None
) -> rules.Entry:
    """The entry that a posted form stands for. Raises :class:`Refused` in words when the form makes no sense."""
    kind = post.get("type", "")
    form_class = FORMS.get(kind)
    if form_class is None:
        raise Refused("unknown-entry", type=kind[:40])
    form = FiredForm(post, unit=unit) if form_class is FiredForm else form_class(post)
    form.unit, form.sheet, form.fray = unit, sheet, fray
    if not form.is_valid():
        name, problems = next(iter(form.errors.items()))
        field = form.fields.get(name)
        label = name if field is None or field.label is None else field.label
        raise Refused("bad-field", field=str(label), problem=str(problems[0]))
    return form.entry()
