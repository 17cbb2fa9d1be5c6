"""Makes .venv hold what the lock file says and nothing else, after pip has installed from it; exits 1 when it does not.

Packages of an earlier lock are taken out, each package must be there in its locked version, and `pip check` must find
the needs of every package met: then the lock was complete.
"""

import re
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

OURS = {"pip", "setuptools", "wheel"}  # venv's own


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pip(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "pip", *arguments], capture_output=True, text=True, check=False)


def locked(lock: Path) -> dict[str, str]:
    pins = re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==([^\s;\\]+)", lock.read_text(), re.MULTILINE)
    return {canonical(name): version for name, version in pins}


def installed() -> dict[str, str]:
    found = distributions(path=[path for path in sys.path if path.startswith(sys.prefix)])
    return {canonical(each.name): each.version for each in found}


def main(lock: Path) -> int:
    wanted = locked(lock)
    left_over = sorted(installed().keys() - wanted.keys() - OURS)
    if left_over:
        pip("uninstall", "--yes", *left_over)
    have = installed()
    wrong = [f"{name} {version}" for name, version in wanted.items() if have.get(name) != version]
    if wrong:
        print(f"pip installed these elsewhere, or in another version: {', '.join(wrong)}.", file=sys.stderr)
        print("Does your pip configuration name a target or a prefix? `pip config list` tells.", file=sys.stderr)
        return 1
    check = pip("check")
    if check.returncode:
        print(check.stdout.strip(), file=sys.stderr)
        print(f"{lock} leaves out what the lines above name: `make lock` writes it anew.", file=sys.stderr)
    return check.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
