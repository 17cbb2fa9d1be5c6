#!/usr/bin/env bash
# Builds or refreshes .venv from a lock file. Does nothing when .venv already has what the lock says.
#   environment.sh run    what the app runs on  (requirements.txt)
#   environment.sh dev    and what tests need   (requirements-dev.txt, which contains the former)
# The locks are complete, so pip resolves nothing (--no-deps): a library's next release cannot change what is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

# One at a time: a second make in the same folder waits for the first.
exec 9<.
flock 9

wanted=${1:-}
checksum() { cat "$@" | sha256sum | cut -d' ' -f1; }
run_sum=$(checksum requirements.txt)
dev_sum=$(checksum requirements.txt requirements-dev.txt)
stamp=.venv/lance-ledger-lock
log=.venv/install.log
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

find_python() {
    python=${PYTHON:-$(command -v python3.11 || command -v python3 || true)}
    [ -n "$python" ] && "$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null
}

if ! find_python; then
    # A bare Debian 12 has none; its python3 is 3.11.
    if [ -z "$python" ]; then scripts/system_packages.sh python python3 python3-venv; fi
    if ! find_python; then
        echo "Lance Ledger needs Python 3.11. On Debian 12: apt-get install -y python3.11 python3-venv" >&2
        echo "or name one: make PYTHON=/path/to/python3.11 ..." >&2
        exit 1
    fi
fi

create() { rm -rf .venv && "$python" -m venv .venv >/dev/null 2>&1; }

if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
    echo "Creating .venv"
    # Debian keeps venv in a package of its own.
    if ! create && { ! scripts/system_packages.sh python python3-venv || ! create; }; then
        rm -rf .venv
        echo "$python could not create .venv. On Debian: apt-get install -y python3-venv" >&2
        exit 1
    fi
fi
rm -f "$stamp"
.venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip >/dev/null

# Somebody's pip configuration may say where packages come from, but neither which versions nor where they go.
export PIP_CONSTRAINT=/dev/null PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PYTHONUNBUFFERED=1
unset PIP_TARGET PIP_PREFIX PIP_ROOT PYTHONHOME PYTHONPATH

total=$(grep -c '==' "$lock")
progress() {
    local fetched unpacked
    fetched=$(grep -cE '^(Collecting|Processing) ' "$log" || true)
    unpacked=$(find .venv/lib/python3.11/site-packages -maxdepth 1 -name '*.dist-info' | wc -l)
    echo "$fetched of $total packages fetched, $((unpacked < total ? unpacked : total)) unpacked"
}

echo "Installing $total Python packages from $lock"
.venv/bin/python -m pip install --no-deps --require-hashes --only-binary :all: -r "$lock" >"$log" 2>&1 &
pip=$!
trap 'kill "$pip" 2>/dev/null; exit 130' INT TERM
ticks=0
while kill -0 "$pip" 2>/dev/null; do
    sleep 0.2
    ticks=$((ticks + 1))
    if [ -t 1 ]; then
        mark='|/-\' && printf '\r%s %s ' "${mark:ticks % 4:1}" "$(progress)"
    elif [ $((ticks % 50)) -eq 0 ]; then
        progress
    fi
done
if [ -t 1 ]; then printf '\r\033[K'; fi
if ! wait "$pip"; then
    grep -v -e '^WARNING' -e '^\[notice\]' -e '^Looking in' "$log" | tail -n 12 >&2
    echo "The Python packages could not be installed (all that pip said: $log)." >&2
    echo "Without a network now? Connect and run the same command again." >&2
    exit 1
fi
.venv/bin/python scripts/installed.py "$lock"
echo "$sum" > "$stamp"
