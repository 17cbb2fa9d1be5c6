"""Words for terrain: where something stands or lands, what entering it is, what it adds, and being stuck in it."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = dict[str, str | Promise]

#: Every kind of ``rules/tables/terrain.json``.
NAMES: Words = {
    "clear": _("clear ground"),
    "light-woods": _("light woods"),
    "heavy-woods": _("heavy woods"),
    "ultra-woods": _("ultra-heavy woods"),
    "light-jungle": _("light jungle"),
    "heavy-jungle": _("heavy jungle"),
    "ultra-jungle": _("ultra-heavy jungle"),
    "light-smoke": _("light smoke"),
    "heavy-smoke": _("heavy smoke"),
    "rough": _("rough"),
    "rubble": _("rubble"),
    "ultra-rubble": _("ultra-heavy rubble"),
    "water": _("water"),
    "water-1": _("water, depth 1"),
    "water-2": _("water, depth 2"),
    "water-3": _("water, depth 3 or more"),
    "building": _("a building (add its levels)"),
    "building-light": _("a light building"),
    "building-medium": _("a medium building"),
    "building-heavy": _("a heavy building"),
    "building-hardened": _("a hardened building"),
    "swamp": _("swamp"),
    "mud": _("mud"),
    "tundra": _("tundra"),
    "deep-snow": _("deep snow"),
    "thin-snow": _("thin snow"),
    "sand": _("sand"),
    "ice": _("ice"),
    "magma-crust": _("magma crust"),
    "liquid-magma": _("liquid magma"),
    "rapids": _("rapids"),
    "torrent": _("a torrent"),
}

CAUSES: Words = {
    "water-1": _("entered water, depth 1"),
    "water-2": _("entered water, depth 2"),
    "water-3": _("entered water, depth 3 or more"),
    "rubble": _("entered rubble"),
    "ultra-rubble": _("entered ultra-heavy rubble"),
    "building-light": _("entered a light building"),
    "building-medium": _("entered a medium building"),
    "building-heavy": _("entered a heavy building"),
    "building-hardened": _("entered a hardened building"),
    "swamp": _("entered swamp"),
    "mud": _("entered mud"),
    "tundra": _("entered tundra"),
    "deep-snow": _("entered deep snow"),
    "liquid-magma": _("entered liquid magma"),
    "boggy-landing": _("landed in boggy ground"),
    "bogged-down": _("getting free"),
    "bogged-already": _("bogged down already"),
    "bogged-free": _("free already"),
}

REASONS: Words = {
    "bog-down": _("bogging down"),
    "on-mud": _("in mud"),
    "on-swamp": _("in swamp"),
    "on-tundra": _("on tundra"),
    "on-deep-snow": _("in deep snow"),
    "on-sand": _("in sand"),
    "on-ice": _("on ice"),
    "on-magma-crust": _("on magma crust"),
    "on-liquid-magma": _("in liquid magma"),
    "on-rapids": _("in rapids"),
    "on-torrent": _("in a torrent"),
    "bogged-in-swamp": _("bogged down in swamp"),
    "bogged-in-mud": _("bogged down in mud"),
    "bogged-in-tundra": _("bogged down in tundra"),
    "bogged-in-deep-snow": _("bogged down in deep snow"),
    "bogged-in-liquid-magma": _("bogged down in liquid magma"),
}

VIOLATIONS: Words = {
    "no-such-terrain": _("There is no ground %(ground)s. Choose one from the list."),
    "bogged-down": _("The 'Mech is bogged down. Let it try to get free first, or jump out."),
    "bogged-tried": _("It has tried to get free this turn. It may try again in the next one."),
    "bogged-this-turn": _("It bogged down this turn. It may try to get free in the next one."),
    "bogged-prone": _("A prone 'Mech cannot work itself free. Let it stand up first."),
    "bogged-for-good": _("With its gyro destroyed or too few legs left the 'Mech cannot work itself free."),
    "bogged-already": _("The 'Mech is bogged down already: it does not roll against that again."),
}
