#!/usr/bin/env bash
# Measures tern against its peers and prints one table. docs/benchmarks.md says what the rows mean.
#
#   bench/run.sh [BUILD]     BUILD is a build tree, build/ unless given
#
# Parts can be run alone: `bench/run.sh BUILD first_result sizes million_ops kernels spirv_latency`.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build}")
shift || true
if [ ! -x "$build/bin/tern-run" ]; then
  echo "bench/run.sh: $build has no tools; run 'make' first" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc -std=gnu17 -O2 -Wall -Wextra -I include bench/kernel_loop.c -o "$work/kernel_loop" \
  -L "$build/lib" -ltern -lternrt -Wl,-rpath,"$build/lib"

# Debian's Python: the one that the setup script gives NumPy to.
export PYTHONDONTWRITEBYTECODE=1
/usr/bin/python3 bench/main.py "$build" "$work" "$@"
