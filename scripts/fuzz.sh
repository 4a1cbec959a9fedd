#!/usr/bin/env bash
# Usage: fuzz.sh BUILD SECONDS. Runs every fuzz target of the tree for an equal share of the time. A target fuzz_x starts
# from test/fuzz/corpus/x, if there, and from all the suite's own .mlir files; what it learns stays in the build tree.
set -euo pipefail
build=$1
seconds=$2
cd "$(dirname "$0")/.."

targets=("$build"/fuzz/fuzz_*)
if [ ! -x "${targets[0]}" ]; then
  echo "fuzz.sh: $build has no fuzz targets" >&2
  exit 1
fi
share=$((seconds / ${#targets[@]}))
[ "$share" -gt 0 ] || share=1

seeds=$build/fuzz/seeds
rm -rf "$seeds"
mkdir -p "$seeds"
while IFS= read -r file; do
  cp "$file" "$seeds/$(echo "$file" | tr / _)"
done < <(find test examples -name '*.mlir' -not -path 'test/fuzz/*')

for target in "${targets[@]}"; do
  name=$(basename "$target")
  learned=$build/fuzz/learned/${name#fuzz_}
  mkdir -p "$learned" "$build/fuzz/crashes"
  corpora=("$learned" "$seeds")
  [ ! -d "test/fuzz/corpus/${name#fuzz_}" ] || corpora+=("test/fuzz/corpus/${name#fuzz_}")
  options=(-max_total_time="$share" -max_len=8192 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1)
  options+=(-artifact_prefix="$build/fuzz/crashes/$name-")
  [ ! -f "test/fuzz/$name.dict" ] || options+=(-dict="test/fuzz/$name.dict")
  echo "== $name for $share s"
  "$target" "${options[@]}" "${corpora[@]}"
done
