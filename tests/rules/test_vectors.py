"""The vectors beside the repository: every number expected, or why the product has another."""

from __future__ import annotations

import pytest

from tests.rules import check_vectors
from tests.shared import SHARED, needs_shared


@needs_shared
@pytest.mark.parametrize("kind", ["psr", "heat", "tohit", "physical", "cluster"])
def test_every_vector_is_right_or_excepted(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = check_vectors.main([str(SHARED / "vectors" / f"{kind}.jsonl.gz")])
    lines = capsys.readouterr().out.splitlines()
    assert status == 0, "\n".join(lines[:40])
    right, wrong, _excepted = (int(part.split()[0]) for part in lines[-1].split(", "))
    assert wrong == 0
    assert right > 100
