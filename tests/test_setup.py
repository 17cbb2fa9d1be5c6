"""Set-up: an environment is built from the lock alone, whatever else is on offer that day."""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PIN = re.compile(r"^(?P<name>[\w.-]+)(?:\[(?P<extras>[\w,-]+)\])?==(?P<version>\S+) \\$", re.MULTILINE)


def wheel(folder: Path, name: str, version: str, *requires: str, extras: tuple[str, ...] = ()) -> str:
    """Writes a wheel of one empty module; its sha256."""
    info = f"{name}-{version}.dist-info"
    metadata = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}"]
    metadata += [f"Provides-Extra: {extra}" for extra in extras]
    metadata += [f"Requires-Dist: {needed}" for needed in requires]
    files = {
        f"{name}.py": f"version = {version!r}\n",
        f"{info}/METADATA": "\n".join(metadata) + "\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(text.encode())}\n"
    files[f"{info}/RECORD"] = record + f"{info}/RECORD,,\n"
    target = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return hashlib.sha256(target.read_bytes()).hexdigest()


class Clone:
    """A folder with the set-up's scripts, a lock of its own, and a folder of wheels in place of a registry."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.wheels = folder / "clone", folder / "wheels"
        self.wheels.mkdir()
        shutil.copytree(ROOT / "scripts", self.folder / "scripts")
        (self.folder / "requirements-dev.txt").write_text("")
        self.pins: dict[str, str] = {}

    def offer(self, name: str, version: str, *requires: str, extras: tuple[str, ...] = (), lock_as: str = "") -> None:
        digest = wheel(self.wheels, name, version, *requires, extras=extras)
        if lock_as:
            self.pins[name] = f"{lock_as}=={version} \\\n    --hash=sha256:{digest}\n"

    def build(self, **environment: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "requirements.txt").write_text("".join(self.pins.values()))
        clean = {name: text for name, text in os.environ.items() if not name.startswith("PIP_")}
        return subprocess.run(
            ["scripts/environment.sh", "run"],
            cwd=self.folder,
            env=clean
            | {"PYTHON": sys.base_prefix + "/bin/python3.11", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels)}
            | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=180,
        )

    def installed(self) -> dict[str, str]:
        packages = self.folder / ".venv/lib/python3.11/site-packages"
        return {each.name: each.version for each in distributions(path=[str(packages)])}


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """`app` needs `fonts` with an extra that brings `woff`; a newer `fonts` and a newer `woff` came out since."""
    made = Clone(tmp_path)
    made.offer("app", "1.0", "fonts[small]>=1.0", lock_as="app")
    made.offer("fonts", "1.0", 'woff>=1.0; extra == "small"', extras=("small",), lock_as="fonts[small]")
    made.offer("woff", "1.0", lock_as="woff")
    made.offer("fonts", "2.0", 'woff>=2.0; extra == "small"', extras=("small",))
    made.offer("woff", "2.0")
    return made


LOCKED = {"app": "1.0", "fonts": "1.0", "woff": "1.0"}


def test_a_newer_release_of_a_locked_package_with_an_extra_is_not_taken(clone: Clone) -> None:
    built = clone.build()
    assert built.returncode == 0, built.stdout + built.stderr
    assert LOCKED.items() <= clone.installed().items()
    # Done once: the second time nothing is asked of pip.
    assert clone.build(PIP_FIND_LINKS="/nowhere").stdout == ""


def test_a_lock_that_leaves_out_the_extra_resolves_nothing_either(clone: Clone) -> None:
    clone.pins["fonts"] = clone.pins["fonts"].replace("[small]", "")
    built = clone.build()
    assert built.returncode == 0, built.stdout + built.stderr
    assert LOCKED.items() <= clone.installed().items()


def test_a_lock_that_leaves_out_a_package_is_refused_by_name(clone: Clone) -> None:
    del clone.pins["fonts"]
    built = clone.build()
    assert built.returncode == 1
    assert "app 1.0 requires fonts" in built.stderr
    assert "make lock" in built.stderr
    assert not (clone.folder / ".venv/lance-ledger-lock").exists()


def test_a_wheel_that_is_not_the_locked_one_is_refused(clone: Clone) -> None:
    clone.pins["woff"] = re.sub("sha256:.{8}", "sha256:00000000", clone.pins["woff"])
    built = clone.build()
    assert built.returncode == 1
    assert "woff" in built.stderr
    assert "Traceback" not in built.stderr
    assert "run the same command again" in built.stderr


def test_packages_of_an_earlier_lock_are_taken_out(clone: Clone) -> None:
    clone.offer("gone", "1.0", lock_as="gone")
    assert clone.build().returncode == 0
    assert "gone" in clone.installed()
    del clone.pins["gone"]
    assert clone.build().returncode == 0
    assert "gone" not in clone.installed()
    assert {"pip", *LOCKED} <= clone.installed().keys()


def test_pip_configuration_neither_fills_the_screen_nor_decides_versions(clone: Clone, tmp_path: Path) -> None:
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("fonts==2.0\n")
    config = tmp_path / "pip.conf"
    config.write_text(f"[global]\nconstraint = {constraints}\nuser = true\nfind-links = /nowhere/at/all\n")
    built = clone.build(PIP_CONFIG_FILE=str(config), PIP_FIND_LINKS=f"{clone.wheels} /nowhere/else")
    assert built.returncode == 0, built.stdout + built.stderr
    assert LOCKED.items() <= clone.installed().items()
    assert "WARNING" not in built.stdout + built.stderr
    assert "Installing 3 Python packages" in built.stdout


def test_packages_that_pip_puts_elsewhere_are_told(clone: Clone, tmp_path: Path) -> None:
    config = tmp_path / "pip.conf"
    config.write_text(f"[install]\ntarget = {tmp_path / 'elsewhere'}\n")
    built = clone.build(PIP_CONFIG_FILE=str(config))
    assert built.returncode == 1
    assert "app 1.0" in built.stderr
    assert "pip config list" in built.stderr


def test_the_lock_keeps_the_extras_that_packages_ask_of_each_other() -> None:
    pins = {
        canonicalize_name(pin["name"]): set((pin["extras"] or "").split(",")) - {""}
        for pin in PIN.finditer((ROOT / "requirements-dev.txt").read_text())
    }
    asked: dict[str, set[str]] = {}
    for each in distributions():
        if canonicalize_name(each.name) not in pins:
            continue
        for requirement in map(Requirement, each.requires or ()):
            if requirement.extras and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
                asked.setdefault(canonicalize_name(requirement.name), set()).update(requirement.extras)
    assert asked["fonttools"] == {"woff"}
    assert {name: extras for name, extras in asked.items() if not extras <= pins[name]} == {}
