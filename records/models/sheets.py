"""Record sheets and their entry log."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from records import rules

from .roster import Pilot, Roster
from .unit import Unit


class RecordSheet(models.Model):
    """One machine with its pilot and all marks on its paper.

    ``state`` is the sheet now, ``initial`` as it was before the first entry of the log. ``version`` counts every
    change: a page that shows an older one is stale. ``head`` is the latest entry that stands (null: none), ``undone``
    the ids of undone entries that can be redone, the next one last.
    """

    roster = models.ForeignKey(Roster, on_delete=models.CASCADE, related_name="sheets")
    unit = models.ForeignKey(Unit, on_delete=models.PROTECT, related_name="sheets")
    pilot = models.OneToOneField(Pilot, on_delete=models.SET_NULL, null=True, blank=True, related_name="sheet")
    label = models.CharField(max_length=80, blank=True, help_text=_("a name of its own for this machine"))
    state = models.JSONField()
    initial = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    head = models.ForeignKey("SheetEntry", on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    undone = models.JSONField(default=list, blank=True)
    retired = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("sheet", args=[self.pk])

    @property
    def name(self) -> str:
        """Its own name where it has one, else the design's."""
        return self.label or self.unit.name

    @property
    def sheet(self) -> rules.Sheet:
        """The state as the rules service's sheet."""
        return rules.decode(rules.Sheet, self.state)

    @property
    def ruleset(self) -> rules.Ruleset:
        """The rules this sheet is played under: its roster's."""
        return rules.decode(rules.Ruleset, self.roster.ruleset)


class SheetEntry(models.Model):
    """One line of a sheet's log. Rows are only ever added.

    ``kind`` is ``entry`` (something entered), ``undo`` or ``redo`` (of the entry in ``names``). ``base`` is the entry
    this one was made on top of; ``after`` the sheet after it. ``key`` is the form's own: the same key applies once.
    ``edition`` is that of the rules it was decided under (none: entered before that was kept, or an undo or redo).
    ``batch`` ties together entries that one action made on several sheets (the end of a phase in a battle).
    """

    class Kind(models.TextChoices):
        ENTRY = "entry"
        UNDO = "undo"
        REDO = "redo"

    record = models.ForeignKey(RecordSheet, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices, default=Kind.ENTRY)
    entered = models.JSONField(default=dict, blank=True)
    events = models.JSONField(default=list, blank=True)
    after = models.JSONField()
    base = models.ForeignKey("self", on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    names = models.ForeignKey("self", on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    at = models.DateTimeField()
    turn = models.PositiveIntegerField(default=1)
    phase = models.CharField(max_length=12, blank=True)
    edition = models.PositiveIntegerField(null=True, blank=True)
    key = models.UUIDField()
    batch = models.UUIDField(null=True, blank=True, db_index=True)

    class Meta:
        ordering = ("record", "number")
        constraints = (
            models.UniqueConstraint(fields=("record", "number"), name="entry_number_unique_on_sheet"),
            models.UniqueConstraint(fields=("record", "key"), name="entry_key_applies_once"),
            models.CheckConstraint(
                condition=models.Q(kind="entry", names=None) | models.Q(kind__in=("undo", "redo"), names__isnull=False),
                name="undo_and_redo_name_an_entry",
            ),
        )

    def __str__(self) -> str:
        return f"{self.record_id}#{self.number} {self.kind} {self.what}"

    @property
    def what(self) -> str:
        """The type of what was entered: ``"Hit"``; empty for undo and redo."""
        return rules.type_of(rules.Entry, self.entered)

    @property
    def entry(self) -> Any:
        """What was entered, as the rules service's entry."""
        return rules.decode_tagged(rules.Entry, self.entered)

    @property
    def happened(self) -> tuple[Any, ...]:
        """What followed, as the rules service's events."""
        return rules.decode_all(rules.Event, self.events)
