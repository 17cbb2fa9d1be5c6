#!/usr/bin/env bash
# Makes sure that the Debian packages named are there.
# Asks dpkg first, so that a machine which has them all needs neither network nor root.
# Root gets them installed; anybody else is told the one line to run. When they stay missing:
#   system_packages.sh run  ...   goes on, since only printing needs them
#   system_packages.sh test ...   stops
#   system_packages.sh python ... stops: nothing goes without Python
set -euo pipefail

purpose=$1
shift

missing=()
for package in "$@"; do
    if ! dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed; then
        missing+=("$package")
    fi
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    # Not a Debian: the libraries may be there under other names. WeasyPrint says so itself when they are not.
    echo "This is not a Debian system. Lance Ledger needs what Debian calls: ${missing[*]}" >&2
    exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
    echo "Installing system packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    if { apt-get update && apt-get install -y --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}"; } >"$log" 2>&1; then
        rm -f "$log"
        exit 0
    fi
    tail -n 12 "$log" >&2
    rm -f "$log"
    echo "apt-get could not install: ${missing[*]}" >&2
else
    echo "Some system packages are missing. Install them once with:" >&2
    echo "    sudo apt-get install -y ${missing[*]}" >&2
fi

case $purpose in
test) echo "then run make test again." >&2; exit 1 ;;
python) echo "then run the same command again." >&2; exit 1 ;;
esac
echo "Going on without them: everything works except what needs them (printing needs Pango)." >&2
