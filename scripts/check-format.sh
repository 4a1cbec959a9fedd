#!/usr/bin/env bash
# Fails if a C file is not formatted as .clang-format says; with --fix, formats them all. Op tables (.def) are laid out
# by hand.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(--dry-run -Werror)
[ "${1:-}" != --fix ] || mode=(-i)
folders=()
for folder in src include tools test bench examples; do
  [ ! -d "$folder" ] || folders+=("$folder")
done
find "${folders[@]}" -name '*.[ch]' -print0 | sort -z | xargs -0 -r -n 50 -P 2 clang-format-22 "${mode[@]}"
