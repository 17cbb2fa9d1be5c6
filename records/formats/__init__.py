"""Readers and writers of unit files: text in, data out. Nothing here touches the database or the disk."""

from __future__ import annotations

from .errors import FormatError
from .mtf import read_mtf

__all__ = ["FormatError", "read_mtf"]
