"""Battles: sheets that fight the same turn."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from records.models import Pilot, RecordSheet

from .campaign import Campaign


class Battle(models.Model):
    """A battle groups sheets that fight the same turns.

    Where it stands is read off its sheets (:mod:`campaigns.selectors.battles`); ``turn`` and ``phase`` keep where it
    stood when it was closed. ``version`` counts changes of the battle itself, not those of its sheets. ``closing`` is
    the key of the entries that stood the sheets down, so that closing can be taken back.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="battles")
    name = models.CharField(max_length=120)
    turn = models.PositiveIntegerField(default=1)
    phase = models.CharField(max_length=12, default="movement")
    version = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closing = models.UUIDField(null=True, blank=True)
    summary = models.TextField(blank=True, max_length=10_000)

    class Meta:
        ordering = ("-opened_at", "-pk")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("battle", args=[self.campaign.slug, self.pk])

    @property
    def open(self) -> bool:
        """Whether it is still being fought."""
        return self.closed_at is None


class BattleSheet(models.Model):
    """One sheet in one battle. ``began`` and ``ended`` are the numbers of the last log entry when the battle opened
    and closed, so that the battle's own marks can be told from older ones.
    A sheet that left before the end is not ``open`` either; only those ``ended_by_closing`` come back when the closing
    is taken back.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="entries")
    record = models.ForeignKey(RecordSheet, on_delete=models.CASCADE, related_name="battles")
    hostile = models.BooleanField(default=False)
    order = models.PositiveSmallIntegerField(default=0)
    began = models.PositiveIntegerField(default=0)
    ended = models.PositiveIntegerField(null=True, blank=True)
    open = models.BooleanField(default=True)
    ended_by_closing = models.BooleanField(default=False)

    class Meta:
        ordering = ("hostile", "order", "pk")
        constraints = (
            models.UniqueConstraint(fields=("battle", "record"), name="a_sheet_once_in_a_battle"),
            models.UniqueConstraint(
                fields=("record",), condition=models.Q(open=True), name="a_sheet_in_one_open_battle"
            ),
        )

    def __str__(self) -> str:
        return f"{self.record} in {self.battle}"


class BattleSeat(models.Model):
    """Who sat in the machine of a battle, from ``since`` until the next one did. No ``pilot`` and no ``name``: nobody.

    ``name`` is what the MechWarrior was called then: it outlasts whoever is struck off the roster.
    """

    entry = models.ForeignKey(BattleSheet, on_delete=models.CASCADE, related_name="seats")
    pilot = models.ForeignKey(Pilot, on_delete=models.SET_NULL, null=True, blank=True, related_name="battle_seats")
    name = models.CharField(max_length=130, blank=True)
    since = models.DateTimeField()

    class Meta:
        ordering = ("since", "pk")

    def __str__(self) -> str:
        return f"{self.name or '–'} in {self.entry}"
