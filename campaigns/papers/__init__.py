"""The papers around the sheets: rosters of forces, summaries of battles, what MechWarriors have done."""
