"""The app's own settings with one address more: the yardstick that a posted hit is measured against."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.server_urls"
