"""The catalogue: what the factories built."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from records import rules


class Unit(models.Model):
    """One design. The columns are for searching; ``blueprint`` is the whole design as the rules service reads it.

    A blueprint that a record sheet uses is never changed: a changed file of the same name becomes a new unit and the
    old one is ``superseded`` (kept for its sheets, no longer offered).
    """

    class Origin(models.TextChoices):
        STARTER = "starter", _("comes with Lance Ledger")
        IMPORTED = "imported", _("imported")

    chassis = models.CharField(max_length=120)
    model = models.CharField(max_length=120, blank=True)
    slug = models.SlugField(max_length=200, unique=True)
    config = models.CharField(max_length=12)
    tech_base = models.CharField(max_length=20)
    mixed = models.BooleanField(default=False)
    omni = models.BooleanField(default=False)
    tons = models.PositiveSmallIntegerField()
    year = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=30, blank=True)
    walk = models.PositiveSmallIntegerField()
    run = models.PositiveSmallIntegerField()
    jump = models.PositiveSmallIntegerField(default=0)
    total_armour = models.PositiveSmallIntegerField()
    battle_value = models.PositiveIntegerField(null=True, blank=True, help_text=_("empty where it is not known"))
    cost = models.PositiveBigIntegerField(null=True, blank=True, help_text=_("C-bills; empty where it is not known"))
    rules_level = models.CharField(max_length=30, blank=True)
    source = models.CharField(max_length=200, blank=True)
    search_text = models.CharField(max_length=400, blank=True, help_text=_("lower case: names under which it is found"))
    blueprint = models.JSONField()
    fingerprint = models.CharField(max_length=64, unique=True)
    origin = models.CharField(max_length=10, choices=Origin.choices)
    file_name = models.CharField(max_length=255, blank=True)
    uploader = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+",
        help_text=_("whose upload it is; empty where it came by a command or with Lance Ledger"),
    )  # fmt: skip
    superseded = models.BooleanField(default=False)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("chassis", "model", "pk")
        indexes = (
            models.Index(fields=("chassis", "model")),
            models.Index(fields=("tons",)),
            models.Index(fields=("year",)),
            models.Index(fields=("battle_value",)),
        )
        constraints = (models.CheckConstraint(condition=models.Q(tons__gt=0), name="unit_tons_positive"),)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("unit", args=[self.slug])

    @property
    def name(self) -> str:
        """Chassis and model: ``"Archer ARC-2R"``."""
        return f"{self.chassis} {self.model}".strip()

    @property
    def design(self) -> rules.Unit:
        """The blueprint as the rules service's unit; decoded once per process and fingerprint."""
        # Asked by fingerprint first: a query that left the blueprint out need not fetch it.
        return _DESIGNS.get(self.fingerprint) or _decoded(self.fingerprint, self.blueprint)


_DESIGNS: dict[str, rules.Unit] = {}


def _decoded(fingerprint: str, blueprint: Any) -> rules.Unit:
    """A blueprint never changes under its fingerprint, so the decoded unit can be kept."""
    design = _DESIGNS.get(fingerprint)
    if design is None:
        if len(_DESIGNS) >= 2000:
            _DESIGNS.clear()
        design = _DESIGNS[fingerprint] = rules.decode(rules.Unit, blueprint)
    return design
