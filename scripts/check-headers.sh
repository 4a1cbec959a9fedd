#!/usr/bin/env bash
# Fails unless every header compiles on its own: the public ones as strict C17 and as C++17, those of src as C17.
set -euo pipefail
cd "$(dirname "$0")/.."
public=(-Iinclude -Wall -Wextra -Werror -pedantic -fsyntax-only)
# Headers that the build makes.
generated=$(mktemp -d)
trap 'rm -rf "$generated"' EXIT
grammar=${SPIRV_GRAMMAR_DIR:-/usr/include/spirv/unified1}
scripts/generate_spirv_grammar.py --core "$grammar/spirv.core.grammar.json" \
  --glsl "$grammar/extinst.glsl.std.450.grammar.json" --opencl "$grammar/extinst.opencl.std.100.grammar.json" \
  --supplement src/dialect/spirv/grammar_supplement.json --output-dir "$generated/dialect/spirv"
internal=(-std=gnu17 -D_GNU_SOURCE -Isrc -Iinclude -isystem third_party -I"$generated" -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only)
result=0
while IFS= read -r header; do
  for compiler in "gcc -std=c17 -x c" "g++ -std=c++17 -x c++"; do
    if ! $compiler "${public[@]}" - <<<"#include \"${header#include/}\""; then
      echo "$header does not compile alone: $compiler" >&2
      result=1
    fi
  done
done < <(find include/tern -name '*.h' | sort)
while IFS= read -r header; do
  if ! gcc "${internal[@]}" -x c - <<<"#include \"${header#src/}\""; then
    echo "$header does not compile alone" >&2
    result=1
  fi
done < <(find src -name '*.h' -not -path 'src/target/llvm/*' | sort)
exit $result
