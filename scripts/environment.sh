#!/usr/bin/env bash
# Builds or refreshes .venv from a lock file. Does nothing when .venv already has what the lock says.
#   environment.sh run    what the app runs on  (requirements.txt)
#   environment.sh dev    and what tests need   (requirements-dev.txt, which contains the former)
set -euo pipefail
cd "$(dirname "$0")/.."

# One at a time: a second make in the same folder waits for the first.
exec 9<.
flock 9

wanted=$1
checksum() { cat "$@" | sha256sum | cut -d' ' -f1; }
run_sum=$(checksum requirements.txt)
dev_sum=$(checksum requirements.txt requirements-dev.txt)
stamp=.venv/lance-ledger-lock
have=$(cat "$stamp" 2>/dev/null || true)

case $wanted in
run) lock=requirements.txt sum="run $run_sum" ;;
dev) lock=requirements-dev.txt sum="dev $dev_sum" ;;
*) echo "usage: environment.sh run|dev" >&2; exit 2 ;;
esac
# The test environment holds everything that running needs.
if [ "$have" = "$sum" ] || [ "$have" = "dev $dev_sum" ]; then
    exit 0
fi
# Once an environment has the tests' packages it keeps them.
if [ "${have%% *}" = dev ]; then
    lock=requirements-dev.txt sum="dev $dev_sum"
fi

python=${PYTHON:-}
if [ -z "$python" ]; then
    python=$(command -v python3.11 || command -v python3 || true)
fi
if [ -z "$python" ] || ! "$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))'; then
    echo "Lance Ledger needs Python 3.11. On Debian 12: apt-get install -y python3.11 python3-venv" >&2
    echo "or name one: make PYTHON=/path/to/python3.11 ..." >&2
    exit 1
fi

if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
    echo "Creating .venv"
    rm -rf .venv
    if ! "$python" -m venv .venv >/dev/null 2>&1; then
        rm -rf .venv
        echo "Python's venv module is missing. On Debian: apt-get install -y python3-venv" >&2
        exit 1
    fi
fi

echo "Installing Python packages from $lock"
rm -f "$stamp"
if command -v uv >/dev/null 2>&1; then
    uv pip sync --quiet --require-hashes --python .venv/bin/python "$lock"
else
    # uv leaves no pip behind.
    .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip >/dev/null
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$lock"
fi
echo "$sum" > "$stamp"
