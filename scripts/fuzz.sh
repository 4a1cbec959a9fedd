#!/usr/bin/env bash
# Usage: fuzz.sh BUILD SECONDS [TARGET]. Runs every fuzz target of the tree for an equal share of the time, or the one named. A
# target fuzz_x starts from test/fuzz/corpus/x, if there, and from the suite's own files: as text, behind the pipelines of
# their RUN lines, or as bytecode. What it learns stays in the build tree, and so do files that passes write.
set -euo pipefail
build=$(realpath "$1")
seconds=$2
cd "$(dirname "$0")/.."
tests=$PWD/test/fuzz

targets=("$build"/fuzz/${3:-fuzz_*})
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

# The files that are one module, in all versions of bytecode in turn.
write_bytecode() {
  local version=0
  mkdir -p "$1"
  for file in "$seeds"/*; do
    version=$(((version + 1) % 7))
    "$build/bin/tern-opt" --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=$version "$file" \
      -o "$1/$(basename "$file").$version" 2> /dev/null || true
  done
}

# The seeds of a target: a folder of its own below fuzz/, or the files as they are.
seeds_of() {
  local folder=$build/fuzz/seeds_$1
  case $1 in
    fuzz_pass_pipeline)
      [ -d "$folder" ] || scripts/fuzz_pipelines.py "$build/bin/tern-opt" "$folder" ;;
    fuzz_mlir_bytecode)
      [ -d "$folder" ] || write_bytecode "$folder" ;;
    *) folder=$seeds ;;
  esac
  echo "$folder"
}

for target in "${targets[@]}"; do
  name=$(basename "$target")
  learned=$build/fuzz/learned/${name#fuzz_}
  mkdir -p "$learned" "$build/fuzz/crashes" "$build/fuzz/scratch"
  corpora=("$learned" "$(seeds_of "$name")")
  [ ! -d "$tests/corpus/${name#fuzz_}" ] || corpora+=("$tests/corpus/${name#fuzz_}")
  options=(-max_total_time="$share" -max_len=8192 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1)
  options+=(-artifact_prefix="$build/fuzz/crashes/$name-")
  dictionary=$tests/$name.dict
  [ "$name" != fuzz_pass_pipeline ] || dictionary=$tests/fuzz_parser.dict
  [ ! -f "$dictionary" ] || options+=(-dict="$dictionary")
  echo "== $name for $share s"
  (cd "$build/fuzz/scratch" && "$target" "${options[@]}" "${corpora[@]}")
done
