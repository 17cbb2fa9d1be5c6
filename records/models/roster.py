"""Rosters and the pilots on them."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Roster(models.Model):
    """What belongs together: the sheets and pilots of one campaign, or a person's own.

    ``ruleset`` is the rules service's Ruleset as JSON: every sheet of the roster is played under it. Who may see and
    change a roster is decided in :mod:`records.access`.
    """

    name = models.CharField(max_length=120)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rosters")
    personal = models.BooleanField(default=False)
    ruleset = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("owner",), condition=models.Q(personal=True), name="one_personal_roster_each"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Pilot(models.Model):
    """A MechWarrior. Skills 0-8, lower is better. ``hits`` are wounds carried from one battle to the next (0-6).

    While a pilot sits in a 'Mech, the sheet counts the wounds; they are written back here with every entry.
    """

    class Level(models.TextChoices):
        GREEN = "green", _("Green")
        REGULAR = "regular", _("Regular")
        VETERAN = "veteran", _("Veteran")
        ELITE = "elite", _("Elite")
        LEGENDARY = "legendary", _("Legendary")

    class Status(models.TextChoices):
        ACTIVE = "active", _("fit for duty")
        WOUNDED = "wounded", _("wounded")
        DEAD = "dead", _("dead")
        MISSING = "missing", _("missing")

    roster = models.ForeignKey(Roster, on_delete=models.CASCADE, related_name="pilots")
    name = models.CharField(max_length=80)
    callsign = models.CharField(max_length=40, blank=True)
    gunnery = models.PositiveSmallIntegerField(default=4, validators=[MaxValueValidator(8)])
    piloting = models.PositiveSmallIntegerField(default=5, validators=[MaxValueValidator(8)])
    level = models.CharField(max_length=12, choices=Level.choices, default=Level.REGULAR)
    edge = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(9)])
    edge_used = models.PositiveSmallIntegerField(default=0)
    hits = models.PositiveSmallIntegerField(default=0, validators=[MinValueValidator(0), MaxValueValidator(6)])
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ACTIVE)
    notes = models.TextField(blank=True, max_length=4000)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(condition=models.Q(gunnery__lte=8, piloting__lte=8), name="pilot_skills_0_to_8"),
            models.CheckConstraint(condition=models.Q(hits__lte=6), name="pilot_hits_0_to_6"),
            models.CheckConstraint(condition=models.Q(edge_used__lte=models.F("edge")), name="edge_used_within_edge"),
        )

    def __str__(self) -> str:
        return f"{self.name} “{self.callsign}”" if self.callsign else self.name
