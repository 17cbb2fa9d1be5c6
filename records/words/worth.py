"""Words for the steps of battle value and cost."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PARTS: dict[str, str | Promise] = {
    "bv-defensive": _("Defence"),
    "bv-offensive": _("Offence"),
    "bv-whole": _("Both together"),
    "bv-crew": _("With this crew"),
    "cost-built": _("Parts and equipment"),
    "cost-ammunition": _("Ammunition"),
    "cost-times": _("The whole"),
}

STEPS: dict[str, str | Promise] = {
    "armour": _("armour"),
    "torso-cockpit": _("armour over a cockpit in the torso"),
    "structure": _("internal structure"),
    "gyro": _("gyro"),
    "defensive-equipment": _("defensive equipment"),
    "defensive-ammunition": _("ammunition of anti-missile systems"),
    "armoured-components": _("armoured components"),
    "explosive": _("may explode inside"),
    "least": _("never below"),
    "target-movement": _("target movement modifier"),
    "weapon": _("weapon"),
    "weapon-rear": _("weapon of the weaker side, half"),
    "weapon-hot": _("weapon beyond the heat it sheds, half"),
    "ammunition": _("ammunition"),
    "ammunition-capped": _("ammunition, as much as its weapons are worth"),
    "offensive-equipment": _("equipment"),
    "weight": _("weight"),
    "weight-enhanced": _("weight behind enhanced actuators"),
    "weight-myomer": _("weight behind triple-strength myomer"),
    "speed": _("speed factor"),
    "fire-control": _("no advanced fire control"),
    "cockpit": _("cockpit"),
    "drone": _("remote control"),
    "skills": _("gunnery and piloting"),
    "life-support": _("life support"),
    "sensors": _("sensors"),
    "myomer": _("myomer"),
    "actuators": _("actuators"),
    "head-ejection": _("full head ejection"),
    "engine": _("engine"),
    "jump-jets": _("jump jets"),
    "jump-boosters": _("jump boosters"),
    "swimming": _("underwater manoeuvring units"),
    "heat-sinks": _("heat sinks"),
    "equipment": _("equipment"),
    "omni": _("OmniMech"),
}
