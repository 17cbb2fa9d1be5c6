"""What was done once must not be done twice: the keys of forms that have been applied."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Action(models.Model):
    """One form that was applied. ``result`` is the address it led to: a repeated request is sent there again."""

    key = models.UUIDField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    result = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ("-at",)
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="an_action_applies_once"),)

    def __str__(self) -> str:
        return f"{self.key} by {self.user}"
