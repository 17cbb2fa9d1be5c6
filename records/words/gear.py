"""Words for the codes of special equipment: shields, modular armour, breaches, cooling, switches."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = dict[str, str | Promise]

VIOLATIONS: Words = {
    "already-breached": _("The %(location)s is breached already."),
    "sealed-by-harjel": _("HarJel seals the %(location)s: it cannot be breached."),
    "not-aboard": _("That is not aboard, or does not work any more."),
    "hull-down-needs-legs": _("With a leg gone the 'Mech cannot go hull-down."),
    "hull-down-cannot-move": _("The 'Mech is hull-down. Let it get up first."),
    "no-umu": _("There is no working underwater manoeuvring unit aboard."),
    "swims-only-in-water": _("It swims only in water. Set the water that it stands in first, beside its heat."),
    "behind-active-shield": _("%(weapon)s is behind the active shield. Hold the shield another way first."),
    "hull-down-leg-weapon": _("%(weapon)s is in a leg: it cannot fire hull-down."),
    "prone-arm-missing": _("Prone and without an arm to prop itself up the 'Mech cannot fire %(weapon)s."),
    "prone-legs-missing": _("Prone and without its legs the 'Mech cannot fire %(weapon)s."),
    "prone-leg-weapon": _("%(weapon)s is in a leg: it cannot fire while the 'Mech is prone."),
    "prone-other-arm-fired": _("The 'Mech is prone and leans on the arm of %(weapon)s: the other one has fired."),
}

REASONS: Words = {
    "hull-breach": _("hull breach"),
    "hull-down": _("hull-down"),
    "behind-active-shield": _("behind the active shield"),
    "shield-passive": _("passive shield in the way"),
    "shield-no-defence": _("shield on the arm"),
    "hull-down-leg-weapon": _("behind cover: hull-down"),
    "vacuum": _("vacuum"),
    "vibroblade": _("vibroblade on"),
    "under-water": _("under water"),
    "coolant-pod": _("coolant pod"),
    "radical-heat-sinks": _("radical heat sinks"),
    "ppc-capacitor": _("PPC capacitor"),
    "blue-shield": _("Blue Shield damper"),
    "right-shield-active": _("right shield, active"),
    "right-shield-passive": _("right shield, passive"),
    "left-shield-active": _("left shield, active"),
    "left-shield-passive": _("left shield, passive"),
    "heat-dissipating-armour": _("heat-dissipating armour"),
    "hot-surroundings": _("hot surroundings"),
    "cold-surroundings": _("cold surroundings"),
    "inferno-rounds": _("inferno rounds burn"),
    "heat-inferno-rounds": _("heat scale: inferno rounds"),
    "moved-swam": _("swam"),
    "attacker-swam": _("swam"),
    "spotter-swam": _("spotter swam"),
    "swimming-as-built": _("under water, as built"),
    "umu-lost": _("underwater manoeuvring unit lost"),
}

CAUSES: Words = {
    "hull-breach": _("hull breach"),
    "exposed": _("exposed to water or vacuum"),
}

OUTCOMES: Words = {
    "breached": _("breached"),
}
