"""``python -m tests.rules.check_vectors FILE… [--units FOLDER] [--json]``: vectors through the rules service.

A vector is a situation with the number expected (a piloting roll, heat, a to-hit number, a physical attack, a cluster
roll); FILE holds one a line, plain or gzipped, and its name says which kind. Vectors of optional rules that the product
does not have are excepted; ``vector_exceptions.json`` lists them and the rulings. Says what was excepted and why, and
ends with ``N right, N wrong, N excepted``; exit status 1 when any is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from records.rules import Unit
from tests.rules.replay_traces import traces, unit_of
from tests.rules.vectors import cluster, heat, physical, psr, tohit
from tests.rules.vectors.common import Finding, Json
from tests.shared import SHARED

CHECKS: dict[str, Callable[[Unit, Json], list[str]]] = {
    "psr": psr.check,
    "heat": heat.check,
    "tohit": tohit.check,
    "physical": physical.check,
    "cluster": cluster.check,
}
#: Why a vector is not compared, by its kind: asked before the check.
EXCEPTIONS: dict[str, Callable[[Json], str]] = {
    "tohit": tohit.excepted,
    "physical": physical.excepted,
    "cluster": cluster.excepted,
}


def check(kind: str, vector: Json, folder: Path) -> Finding:
    """Put one vector to the rules."""
    finding = Finding(vector["id"], vector["kind"])
    options = vector.get("options")
    if options and not (kind == "psr" and psr.built(vector)):
        finding.excepted = f"optional rules: {', '.join(options)}"
    elif kind in EXCEPTIONS:
        finding.excepted = EXCEPTIONS[kind](vector)
    if not finding.excepted:
        finding.wrong = CHECKS[kind](unit_of(folder / _path(vector)), vector)
    return finding


def _path(vector: Json) -> str:
    unit = vector.get("unit") or vector["attacker"]
    return str(unit if isinstance(unit, str) else unit["unit"])


def kind_of(file: Path) -> str:
    """The kind of vector that a file's name says: psr, heat, tohit, physical or cluster."""
    name = file.name.split(".")[0]
    for kind in CHECKS:
        if name.startswith(kind):
            return kind
    raise SystemExit(f"{file}: its name says none of {', '.join(CHECKS)}")


def main(arguments: list[str] | None = None) -> int:
    """Check files and report."""
    parser = argparse.ArgumentParser(prog="check_vectors", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--units", type=Path, default=SHARED / "corpus" / "meks", metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="one JSON object a vector")
    given = parser.parse_args(arguments)
    counts = {"right": 0, "wrong": 0, "excepted": 0}
    reasons: Counter[str] = Counter()
    for file in given.files:
        kind = kind_of(file)
        for vector in traces(file):
            finding = check(kind, vector, given.units)
            outcome = "excepted" if finding.excepted else "wrong" if finding.wrong else "right"
            counts[outcome] += 1
            reasons.update([finding.excepted] if finding.excepted else [])
            _report(finding, as_json=given.json)
    for reason, count in reasons.most_common() if not given.json else ():
        print(f"    {count} excepted: {reason}")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return 1 if counts["wrong"] else 0


def _report(finding: Finding, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(finding), ensure_ascii=False))
    elif finding.wrong:
        print(f"{finding.id} {finding.kind}")
        for words in finding.wrong:
            print(f"    {words}")


if __name__ == "__main__":
    sys.exit(main())
