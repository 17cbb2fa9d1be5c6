"""Settings, all read from the environment; without any, the app runs on a laptop with nothing else installed.

| variable | meaning | when absent |
|---|---|---|
| LEDGER_DATA | folder of the embedded database, the secret and printed files | `var` beside manage.py |
| DATABASE_URL | the database, e.g. postgres://user:password@host/name | SQLite in LEDGER_DATA |
| REDIS_URL | Celery's broker and the cache | worker inside the web process, cache in memory |
| SECRET_KEY | signs sessions and links | drawn once into LEDGER_DATA/secret |
| DEBUG | pages with tracebacks, for developers | off |
| ALLOWED_HOSTS | host names served, comma-separated | this machine's names and addresses |
| CSRF_TRUSTED_ORIGINS | origins behind a proxy that ends TLS, comma-separated | none |
| HTTPS | `on` behind such a proxy: secure cookies, trust its X-Forwarded-Proto | off |
| LANGUAGE_CODE, TIME_ZONE | language and time zone | en-gb, UTC |
"""

import mimetypes
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import environment
from config.environment import env

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = environment.data_folder(BASE_DIR / "var")

SECRET_KEY = environment.secret_key(DATA_DIR)
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = environment.allowed_hosts()
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
    "config",
    "records",
    "campaigns",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.StaticFiles",
    "config.middleware.KeptByNobody",
    "config.middleware.CleanCookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.NoNul",
    "axes.middleware.AxesMiddleware",
    "config.away.AwayAnswers",
    "config.middleware.RefusalsOutsideOurViews",
    "config.unreadable.Unreadable",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.room",
            ],
        },
    }
]

# --- database, cache, tasks ---

DATABASES = {"default": environment.database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
# "here" is this process's own: what is counted while Redis is away.
_HERE = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}
CACHES: dict[str, dict[str, Any]] = {"default": _HERE | {"LOCATION": "default"}, "here": _HERE | {"LOCATION": "here"}}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
    }

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# The memory broker is polled; a second's interval would be a second's wait for every printed sheet.
CELERY_BROKER_TRANSPORT_OPTIONS = {} if REDIS_URL else {"polling_interval": 0.05}
CELERY_TASK_IGNORE_RESULT = True  # jobs are rows of our own; nobody waits for a task's return value
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# The embedded worker runs tasks in the web process when there is no broker outside it.
EMBEDDED_WORKER = not REDIS_URL

# --- pages that wait for changes ---

# For each server process. Hidden tabs give their stream back (live.js), so that these are pages in sight; a process
# may have 1,024 files open on most machines, and every stream is one.
STREAMS_PER_PERSON = 40
STREAMS_IN_ALL = 500

# --- people ---

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "config.sign_in.AddressLimit",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "config.passwords.GatedArgon2",
    "config.passwords.GatedPBKDF2",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "sign_in"

SESSION_COOKIE_AGE = 90 * 24 * 3600  # a campaign's players meet every few weeks
SESSION_COOKIE_SAMESITE = "Lax"

# Guesses are counted by person and address together: one player's typing mistakes lock nobody else out of the table.
# campaigns.limits counts those of an address over all names.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "config.sign_in.locked_out"
AXES_VERBOSE = False
AXES_ENABLE_ACCESS_FAILURE_LOG = False

# --- the browser's side ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
CSRF_FAILURE_VIEW = "config.error_views.csrf_failure"

HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
else:
    # Browsers ignore this header on plain http, and say so on every page.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# A whole folder of unit files chosen at once; config.body_limit counts their bytes.
DATA_UPLOAD_MAX_NUMBER_FILES = 10_000

# Designs that one account may upload into everybody's catalogue; who runs the server may as many as they like.
MOST_UPLOADED_DESIGNS = env.int("MOST_UPLOADED_DESIGNS", default=500)

# --- files ---

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
MEDIA_ROOT = DATA_DIR / "files"
MEDIA_ROOT.mkdir(exist_ok=True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "config.static_files.StaticStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
mimetypes.add_type("font/woff2", ".woff2")

# --- language and time ---

LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en-gb")
LANGUAGES = [("en-gb", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_I18N = True
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # 4xx answers are the app talking to a person, not problems of the server's.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "axes": {"level": "ERROR"},
        "fontTools": {"level": "ERROR"},
        "weasyprint": {"level": "ERROR"},
        "records": {"level": "INFO"},
        "campaigns": {"level": "INFO"},
        "config": {"level": "INFO"},
    },
}
