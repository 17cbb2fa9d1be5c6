"""Backup and restore of a whole installation: one zip file that moves between SQLite and PostgreSQL.

The file holds ``manifest.json`` (what is in it, with the SHA-256 of each member), ``manifest.json.sha256``, one
``tables/APP.MODEL.jsonl`` for each table (a row a line, an array in the order of the manifest's columns) and
``files/...``, the printed files. The checksums tell damage; they do not tell who made the file.
"""

from __future__ import annotations

from .errors import BackupRefused
from .restoring import Restored, restore
from .writing import Written, write_backup

__all__ = ["BackupRefused", "Restored", "Written", "restore", "write_backup"]
