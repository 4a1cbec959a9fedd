#!/usr/bin/env bash
# Usage: check-sizes.sh LIBRARY_FOLDER. Fails if a runtime library, stripped, is larger than it may be. For release builds.
set -euo pipefail
result=0
check() { # LIBRARY LIMIT
  local copy size
  copy=$(mktemp)
  strip -R .comment -o "$copy" "$1"
  size=$(stat -c %s "$copy")
  rm -f "$copy"
  echo "$(basename "$1"): $size bytes stripped, at most $2"
  [ "$size" -le "$2" ] || result=1
}
check "$1/libternrt.so" 302000
check "$1/libternrt-cpu.so" 100000
exit $result
