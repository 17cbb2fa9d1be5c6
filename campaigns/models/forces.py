"""Forces: who fights together."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from records.models import RecordSheet

from .campaign import Campaign


class Force(models.Model):
    """A lance, star, company, ...: a tree. ``hostile`` forces are the game master's opposition."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="forces")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="children")
    name = models.CharField(max_length=80)
    hostile = models.BooleanField(default=False)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("hostile", "order", "pk")

    def __str__(self) -> str:
        return self.name


class Placement(models.Model):
    """Where a record sheet stands, and which player plays it (none: the game master)."""

    record = models.OneToOneField(RecordSheet, on_delete=models.CASCADE, related_name="placement")
    force = models.ForeignKey(Force, on_delete=models.CASCADE, related_name="placements")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="placements"
    )
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("force", "order", "pk")

    def __str__(self) -> str:
        return f"{self.record} in {self.force}"
