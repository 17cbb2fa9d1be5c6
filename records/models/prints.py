"""Prints: jobs that a worker renders."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PrintJob(models.Model):
    """One PDF (or a zip of several) asked for. ``params`` say what is on it and how (:mod:`records.printing.order`).

    A job is a row of our own: when a worker dies it is still here, and is rendered again.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("printing")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="prints")
    title = models.CharField(max_length=160)
    params = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)
    result = models.FileField(upload_to="prints/", blank=True)
    key = models.UUIDField(unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    worked_at = models.DateTimeField(null=True, blank=True, help_text=_("when a worker last gave a sign of life on it"))
    queued_at = models.DateTimeField(default=timezone.now, help_text=_("since when it waits for its turn"))
    seen_at = models.DateTimeField(null=True, blank=True, help_text=_("when a worker last saw it unfinished"))
    turn = models.UUIDField(null=True, blank=True, help_text=_("the worker's turn in which it is being rendered"))
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"{self.title} ({self.state})"

    def get_absolute_url(self) -> str:
        return reverse("print", args=[self.pk])

    @property
    def finished(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)

    @property
    def zipped(self) -> bool:
        """Whether the result is a zip of PDFs."""
        return bool(self.params.get("bundle") == "zip")
