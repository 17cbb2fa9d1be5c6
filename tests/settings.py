"""The app's settings for tests: a data folder of its own, quick passwords, tasks at once."""

import atexit
import os
import shutil
import tempfile

if "LEDGER_TEST_DATA" in os.environ:
    os.environ["LEDGER_DATA"] = os.environ["LEDGER_TEST_DATA"]
else:
    os.environ["LEDGER_DATA"] = _folder = tempfile.mkdtemp(prefix="ledger-test-")
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ.pop("REDIS_URL", None)

from config.settings import *  # noqa: F403

SECRET_KEY = "for tests only"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True  # no scan of the static folder for each test client
EMBEDDED_WORKER = False
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    # In a file, as the app has it: threads of one test then wait for each other as people at a table do. Tests need
    # not survive a power cut.
    DATABASES["default"]["TEST"] = {"NAME": f"{os.environ['LEDGER_DATA']}/test.sqlite3"}  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"  # noqa: F405
