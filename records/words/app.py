"""Words for what services and views refuse, and for the names on the paper. Other rooms add theirs."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from . import terrain

Words = dict[str, str | Promise]

REFUSALS: Words = {
    "bad-request": _("This request does not make sense to the app. Load the page again and repeat it."),
    "bad-field": _("%(field)s: %(problem)s"),
    "unknown-entry": _("The app knows no entry called “%(type)s”. Load the page again."),
    "no-key": _("The form came without its key. Load the page again and repeat it."),
    "sheet-is-gone": _("This record sheet is not there any more."),
    "sheet-is-retired": _("This record sheet has been put aside: it can be read and printed, not changed."),
    "retire-in-its-campaign": _("This sheet belongs to a campaign: put the machine aside on its page there."),
    "sheet-has-changed": _("The sheet has changed meanwhile. Look at it again, then repeat what you wanted."),
    "nothing-to-undo": _("There is nothing left to undo."),
    "nothing-to-redo": _("There is nothing to redo: something new was entered, or nothing was undone."),
    "other-sheet-has-moved-on": _(
        "This was done on several sheets at once, and %(sheet)s has moved on since. Undo there first."
    ),
    "other-sheets-are-not-yours": _(
        "This was done on several sheets at once, and %(sheet)s is not yours to change. Ask the game master."
    ),
    "pilot-was-assigned-then": _("A MechWarrior took the seat at that moment. Give the seat to another one instead."),
    "pilot-already-there": _("%(pilot)s sits in this 'Mech already."),
    "pilot-of-another-roster": _("%(pilot)s does not belong to this roster."),
    "pilot-is-dead": _("%(pilot)s is dead. Choose another MechWarrior."),
    "pilot-is-elsewhere": _("%(pilot)s sits in %(sheet)s. Take the seat away there first."),
    "not-allowed": _("You may look at this, not change it. Ask the game master if you should."),
    "no-such-paper": _("There is no paper called “%(paper)s”. Choose A4 or Letter."),
    "order-of-a-newer-release": _("A newer version of Lance Ledger has ordered this print. Order it again."),
    "nothing-to-print": _("Choose at least one sheet to print."),
    "no-such-choice": _("There is no such way to print. Go back to the print page and choose again."),
    "no-preview": _("The preview could not be made. Print it: that is tried again by itself."),
    "paper-is-gone": _("One of these papers is not there any more."),
    "unit-is-gone": _("The design “%(unit)s” is not in the catalogue any more."),
    "not-your-designs": _("Only who uploaded a design, or who runs this server, takes it out of the catalogue."),
    "designs-in-use": _("Record sheets use these designs: they stay as long as those sheets are there."),
    "designs-are-gone": _("These designs are not in the catalogue any more. Choose others."),
    "no-designs-chosen": _("Choose the designs to remove first."),
    "print-is-finished": _("This print is finished already: there is nothing left to cancel."),
    "print-is-too-long": _("%(count)d sheets and papers are too many for one print: choose at most %(most)d."),
    "too-many-prints": _(
        "You have %(count)d prints unfinished, as many as one person may have. Wait until one is finished, or cancel "
        "one."
    ),
    "too-many-sheets-to-print": _(
        "You have %(waiting)d sheets and papers waiting, and may have %(most)d. Wait until a print is finished, cancel "
        "one, or choose fewer."
    ),
    "print-needs-no-retry": _("Only a print that failed or was cancelled can be begun again."),
    "no-lucky-roll": _("The app could not throw a roll that counts. Throw it at the table."),
    "roll-not-owed": _("Somebody has answered this roll meanwhile."),
}

LOCATIONS: Words = {
    "HD": _("head"),
    "CT": _("centre torso"),
    "RT": _("right torso"),
    "LT": _("left torso"),
    "RA": _("right arm"),
    "LA": _("left arm"),
    "RL": _("right leg"),
    "LL": _("left leg"),
    "CL": _("centre leg"),
    "FRL": _("front right leg"),
    "FLL": _("front left leg"),
    "RRL": _("rear right leg"),
    "RLL": _("rear left leg"),
}

PHASES: Words = {
    "initiative": _("initiative"),
    "movement": _("movement"),
    "weapon": _("weapon attacks"),
    "physical": _("physical attacks"),
    "heat": _("heat"),
    "end": _("end phase"),
}

MODES: Words = {
    "stood": _("stood still"), "walked": _("walked"), "ran": _("ran"), "jumped": _("jumped"), "swam": _("swam"),
}  # fmt: skip

BOX_NAMES: Words = {
    "armour": _("armour"),
    "rear": _("rear armour"),
    "structure": _("internal structure"),
    "slot": _("critical slot"),
    "ammo": _("ammunition bin"),
    "gunnery": _("gunnery skill, seat"),
    "piloting": _("piloting skill, seat"),
}

ROLLS: Words = {
    "critical-check": _("Critical check"),
    "critical-slot": _("Critical slot"),
    "consciousness": _("Consciousness roll"),
    "recovery": _("Recovery roll"),
    "piloting": _("Piloting roll"),
    "fall-facing": _("Facing after the fall"),
    "fall-location": _("Location of the fall's damage"),
    "fall-avoid": _("Roll against harm in the fall"),
    "stand-up": _("Roll to stand up"),
    "shutdown": _("Shutdown roll"),
    "restart": _("Restart roll"),
    "heat-ammunition": _("Ammunition roll"),
    "engine-explosion": _("Engine explosion roll"),
    "case-ii-critical": _("CASE II roll"),
    "hull-breach": _("Hull breach roll"),
    "industrial-location": _("IndustrialMech check location"),
    "ice-stall": _("Stall roll"),
    "ice-restart": _("Engine restart roll"),
    "ejection": _("Roll for the landing"),
    "equipment-failure": _("Equipment failure roll"),
    "floating-location": _("Where the floating critical lands"),
    "engine-blast": _("Engine explosion roll"),
    "reactive-armour": _("Reactive armour roll"),
    "blast-location": _("Location of the blast's damage"),
}

ROLL_HELP: Words = {
    "critical-check": _("8–9: one critical, 10–11: two, 12: three, or a limb or head blown off"),
    "critical-slot": _("Throw, or touch the line that was hit"),
    "fall-facing": _("1 front, 2–3 right, 4 rear, 5–6 left"),
    "fall-location": _("2D6 on the column of that side"),
    "hull-breach": _("On this number or more the hull is breached"),
    "case-ii-critical": _("On 8 or more no critical check"),
    "engine-explosion": _("On this number or more the engine explodes"),
    "ejection": _("A wound for every 2 points it is missed by"),
}

COLUMNS: Words = {
    "front": _("2D6 on the front column"),
    "rear": _("2D6 on the rear column"),
    "left": _("2D6 on the left side's column"),
    "right": _("2D6 on the right side's column"),
}

TERRAINS: Words = terrain.NAMES

WATER: dict[int, str | Promise] = {0: _("dry ground"), 1: _("water, depth 1"), 2: _("water, depth 2 or more")}

PAPERS: Words = {"a4": _("on A4"), "letter": _("on Letter")}

TRAY_TABS: Words = {"hit": _("Hit"), "criticals": _("Criticals"), "correct": _("Correct")}

SYSTEMS: Words = {
    "Engine": _("engine"),
    "Gyro": _("gyro"),
    "Sensors": _("sensors"),
    "Life Support": _("life support"),
}
