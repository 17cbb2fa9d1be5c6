"""The worker inside the web process runs tasks, with no broker outside."""

import subprocess
import sys
from pathlib import Path

from tests.server import ROOT, LedgerServer

RUN_ONE = """
import sys, threading, time, signal
import django
django.setup()
from celery import shared_task
from config import embedded
from config.celery import app

done = threading.Event()
where = []

@shared_task
def mark(word):
    where.append((word, threading.current_thread() is threading.main_thread()))
    done.set()

before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
assert embedded.start_if_wanted()
assert embedded.start_if_wanted()
assert embedded.wait_until_ready(20), "the worker did not start"
started = time.monotonic()
mark.delay("hello")
assert done.wait(20), "the task did not run"
assert time.monotonic() - started < 1.0, "a task waited for the broker's poll"
assert where == [("hello", False)], where
assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before, "signal handlers were changed"
assert sum(t.name == "embedded-worker" for t in threading.enumerate()) == 1
print("ran", where[0][0])
"""


def test_the_embedded_worker_runs_a_task_in_a_thread_and_leaves_signals_alone(tmp_path: Path) -> None:
    server = LedgerServer(tmp_path)
    server.manage("migrate", "--verbosity", "0")
    result = subprocess.run(
        [sys.executable, "-c", RUN_ONE],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout == "ran hello\n"
    assert result.stderr == ""


def test_with_a_broker_outside_no_worker_is_embedded(tmp_path: Path) -> None:
    code = "import django; django.setup()\nfrom config import embedded\nprint(embedded.start_if_wanted())"
    server = LedgerServer(tmp_path, REDIS_URL="redis://127.0.0.1:1/0")
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=server.environment, capture_output=True, text=True, timeout=60
    )
    assert result.stdout == "False\n", result.stderr
