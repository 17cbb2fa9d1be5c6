"""Words for what campaigns refuse: what is wrong, and what to do."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from records.words.app import Words

REFUSALS: Words = {
    "only-who-runs-the-campaign": _("Only the campaign's owner and its game masters do this. Ask one of them."),
    "rules-have-changed": _("Somebody has changed the rules meanwhile. Look at them as they are now, then repeat it."),
    "nothing-changed": _("Nothing would change: it is so already."),
    "too-often": _("Too many tries from this device. Wait %(minutes)d minutes, then try again."),
    # joining and members
    "no-such-join-code": _(
        "No campaign has this code. Have it read out again: eight letters and digits, no 0, O, 1, I or L."
    ),
    "joining-is-closed": _("%(campaign)s takes nobody in at the moment. Ask its game master to open the code."),
    "already-a-member": _("You are in %(campaign)s already."),
    "no-such-join-role": _("New members can be players or observers. Choose one of the two."),
    "no-such-role": _("There is no such role. Choose game master, player or observer."),
    "has-that-role": _("%(name)s has this role already."),
    "only-the-owner-names-game-masters": _("Only the owner makes somebody game master, or changes one."),
    "only-the-owner": _("Only the owner can hand the campaign over."),
    "owner-cannot-leave": _("The owner cannot leave. Hand the campaign over to another member first."),
    "no-such-member": _("This person is not in the campaign any more."),
    "not-on-yourself": _("You cannot do this to yourself. Use “Leave the campaign”, or ask another game master."),
    "not-on-the-owner": _("Nobody changes the owner's part. The owner hands the campaign over first."),
    # forces, machines, pilots
    "no-such-force": _("This force is not there any more. Choose another one."),
    "forces-too-deep": _("Forces stand at most %(count)d deep inside one another. Put it higher up."),
    "force-inside-itself": _("%(force)s cannot be part of itself. Choose a force that is not inside it."),
    "force-is-not-empty": _("%(force)s is not empty. Move its machines and forces elsewhere first."),
    "no-such-machine": _("This machine is not in the campaign."),
    "too-many-copies": _("Add at most %(most)d machines at once."),
    "too-many-machines": _("A campaign holds at most %(most)d machines. Put some aside first."),
    "unit-is-superseded": _("A newer file has replaced %(unit)s in the catalogue. Search again and take the new one."),
    "machine-is-there": _("%(machine)s is in %(force)s already."),
    "machine-has-no-force": _("Put %(machine)s into a force first."),
    "machine-is-not-free": _("%(machine)s cannot be taken. Ask the game master for it."),
    "machine-is-taken": _("%(name)s plays %(machine)s already. Take another one, or ask the game master."),
    "machine-is-not-yours": _("You do not play %(machine)s, so there is nothing to give back."),
    "machine-is-in-battle": _("%(machine)s fights in “%(battle)s”. Take it out of the battle first."),
    "observers-play-nothing": _("%(name)s only observes. Make them a player first."),
    "no-such-pilot": _("This MechWarrior is not in the campaign. Choose another one."),
    "too-many-pilots": _("A campaign holds at most %(most)d MechWarriors. Strike some off first."),
    "pilot-is-missing": _("%(pilot)s is missing. Change the status first, or choose another MechWarrior."),
    "pilot-sits-in": _("%(pilot)s sits in %(sheet)s. Take the seat away first."),
    "name-too-long": _("The name is too long: at most %(most)d letters."),
    "not-the-campaigns-name": _("That is not the campaign's name. Write “%(name)s” to delete it."),
    "only-the-owner-deletes": _("Only the owner can delete the campaign."),
    # battles
    "nobody-chosen": _("Choose the machines that take part."),
    "not-all-are-free": _("One of these machines is put aside or fights in another battle. Choose again."),
    "too-many-in-battle": _("A battle holds at most %(most)d machines."),
    "not-in-this-battle": _("This machine is not in the battle any more."),
    "nobody-left-in-battle": _("No machine is left that can fight. Close the battle, or bring in others."),
    "rolls-owed-in-battle": _("Rolls are still owed: throw them on their sheets first, then end the phase."),
    "rolls-owed-on": _("%(sheet)s still owes rolls. Answer them on its sheet first."),
    "no-phase-to-take-back": _(
        "The last thing entered on every sheet is not the end of a phase. Undo on the sheets themselves first."
    ),
    "phase-has-moved": _("Somebody has ended this phase meanwhile. Look where the battle stands now."),
    "battle-is-closed": _("“%(battle)s” is over. Reopen it to go on."),
    "battle-is-open": _("“%(battle)s” is being fought: there is nothing to reopen."),
    "battle-cannot-reopen": _(
        "“%(battle)s” cannot be reopened: its sheets have been used since. Open a new battle with them instead."
    ),
    "summary-too-long": _("The text is too long: at most %(most)d letters."),
}
