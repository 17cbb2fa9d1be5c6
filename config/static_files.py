"""Gathers the static files for WhiteNoise, when they changed since the last time."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

MARK = "gathered"
# django-htmx brings the next major version too; pages use this one.
UNUSED = ["htmx-4*", "htmax-4*", "*-4.js", "*-4.min.js"]


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise brings no types
    """WhiteNoise's storage with gzip alone: Brotli at its best takes most of a first start, to save a few kB."""

    def create_compressor(self, **options: Any) -> Compressor:
        return Compressor(**options, use_brotli=False)


def _fingerprint() -> str:
    """Changes whenever a static file is added, removed or written: names, sizes and times, not contents."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def gather_if_changed() -> bool:
    """Run collectstatic unless the gathered files are those of now. True when it ran."""
    mark = Path(settings.STATIC_ROOT) / MARK
    now = _fingerprint()
    if mark.is_file() and mark.read_text(encoding="ascii") == now:
        return False
    mark.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=UNUSED)
    mark.write_text(now, encoding="ascii")
    return True
