"""``python -m tests.rules.golden [--write]``: play the battles and show, or write, what follows."""

from __future__ import annotations

import sys
from pathlib import Path

from .script import BadScript, Battle

HERE = Path(__file__).parent


def main(arguments: list[str]) -> int:
    """Play every ``*.battle`` file beside this module."""
    changed = 0
    for file in sorted(HERE.glob("*.battle")):
        before = file.read_text(encoding="utf-8")
        battle = Battle()
        try:
            after = battle.play(before)
        except BadScript as error:
            print("\n".join([*battle.written, f"?? {error}"]))
            return 2
        changed += after != before
        if "--write" in arguments:
            file.write_text(after, encoding="utf-8")
        else:
            print(after)
        print(f"{file.name}: rolls owed {', '.join(sorted(battle.kinds))}", file=sys.stderr)
    return int(bool(changed) and "--write" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
