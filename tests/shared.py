"""The folder of reference data that may stand beside the repository, and the mark for tests that need it."""

from pathlib import Path

import pytest

SHARED: Path = Path(__file__).resolve().parents[2] / "shared"

#: Mark for tests that read SHARED. The product stands alone: where the folder is absent they are skipped.
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the reference data is not beside the repository")
