"""Total Warfare, a module a chapter. Chapters decide through a :class:`~.work.Work`; nothing here keeps state."""

from __future__ import annotations

from .decide import decide

__all__ = ["decide"]
