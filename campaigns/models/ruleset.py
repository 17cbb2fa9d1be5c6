"""What became of a campaign's rules: every edition they have had."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .campaign import Campaign


class RulesetChange(models.Model):
    """One edition of the rules, as it was saved. The one in force is on the roster; what was entered before a change
    keeps what followed from it then.

    ``before`` and ``ruleset`` are the rules service's Ruleset as JSON. ``standing`` is where each battle stood that
    was being fought: ``{"12": [3, "weapon"]}``.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="ruleset_changes")
    edition = models.PositiveIntegerField()
    before = models.JSONField(default=dict)
    ruleset = models.JSONField(default=dict)
    standing = models.JSONField(default=dict, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-edition",)
        constraints = (
            models.UniqueConstraint(fields=("campaign", "edition"), name="an_edition_of_the_rules_once"),
        )

    def __str__(self) -> str:
        return f"{self.campaign}, rules {self.edition}"
