"""Which tables a backup holds: every one that the migrations of the installed apps have made, found by walking them.

A set of migrations is written ``{"records": ["0001_initial", ...], ...}``. Models come from the migrations and not from
the code, so that a database which an update has not migrated yet can be backed up, and an older backup be read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils.translation import gettext as _

from .errors import BackupRefused
from .rows import Table

Key = tuple[str, str]

LEFT_OUT = frozenset({"sessions", "axes"})
"""Apps whose rows are of the day: who is signed in at which device, and wrong passwords of the last minutes."""

MADE_BY_MIGRATE = frozenset({"contenttypes.contenttype", "auth.permission"})
"""Tables that are filled in every migrated database: rows in them are nobody's data."""


def product_version() -> str:
    """The version of this Lance Ledger, as pyproject.toml has it."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


class Schema:
    """The tables as a set of migrations has made them. Raises BackupRefused where the code does not know them all."""

    def __init__(self, migrations: Mapping[str, Iterable[str]]) -> None:
        self.migrations = {app: sorted(names) for app, names in sorted(migrations.items())}
        self._loader = _loader()
        wanted = {(app, name) for app, names in self.migrations.items() for name in names}
        if unknown := sorted(wanted - set(self._loader.graph.nodes)):
            raise UnknownMigrations(unknown)
        self.targets = sorted(key for key in wanted if not self._children(key) & wanted)
        needed = {key for target in self.targets for key in self._loader.graph.forwards_plan(target)}
        if missing := sorted(needed - wanted):
            names = ", ".join(".".join(key) for key in missing)
            raise BackupRefused(_("The migrations of the data are not complete: %(names)s missing.") % {"names": names})

    @classmethod
    def of_code(cls) -> Schema:
        """As this release has them."""
        return cls(_grouped(_loader().graph.nodes))

    @classmethod
    def of_database(cls, connection: BaseDatabaseWrapper) -> Schema:
        """As this database has them now. One without any has no tables."""
        migrated = _loader().migrated_apps
        applied = MigrationRecorder(connection).applied_migrations()
        return cls(_grouped(key for key in applied if key[0] in migrated))

    def _children(self, key: Key) -> set[Key]:
        return {node.key for node in self._loader.graph.node_map[key].children if node.key[0] == key[0]}

    @cached_property
    def tables(self) -> dict[str, Table]:
        """By name, as ``"records.unit"``; those of many-to-many fields too."""
        apps: Any = self._loader.project_state(self.targets).apps
        found = [Table(model) for model in apps.get_models(include_auto_created=True) if _is_table(model)]
        return {table.name: table for table in sorted(found, key=lambda table: table.name)}


class UnknownMigrations(BackupRefused):
    """Migrations that this release does not have."""

    def __init__(self, unknown: list[Key]) -> None:
        names = ", ".join(".".join(key) for key in unknown[:5])
        super().__init__(_("Migrations that this release does not know: %(names)s.") % {"names": names})


def _loader() -> MigrationLoader:
    # Without a connection: the migrations as the code has them, whatever a database says.
    return MigrationLoader(None, ignore_no_migrations=True, replace_migrations=False)


def _grouped(keys: Iterable[Key]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for app, name in sorted(keys):
        if app not in LEFT_OUT:
            grouped.setdefault(app, []).append(name)
    return grouped


def _is_table(model: type[Model]) -> bool:
    meta = model._meta
    return meta.managed and not meta.proxy and not meta.swapped and meta.app_label not in LEFT_OUT
