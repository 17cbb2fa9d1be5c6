"""What is on the paper: units, rosters, pilots, record sheets, their entries, and prints of them."""

from __future__ import annotations

from .prints import PrintJob
from .roster import Pilot, Roster
from .sheets import RecordSheet, SheetEntry
from .unit import Unit

__all__ = ["Pilot", "PrintJob", "RecordSheet", "Roster", "SheetEntry", "Unit"]
