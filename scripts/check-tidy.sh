#!/usr/bin/env bash
# Fails on a finding of clang-tidy, by the checks of .clang-tidy, in the sources of the libraries, the tools and the examples.
# usage: check-tidy.sh BUILD [FILE...]     BUILD: a build tree, for headers that the build makes
set -euo pipefail
[ $# -gt 0 ] || { echo "usage: check-tidy.sh BUILD [FILE...]" >&2; exit 2; }
build=$(realpath "$1")
shift
files=("$@")
[ ${#files[@]} -eq 0 ] || mapfile -t files < <(realpath "${files[@]}")
cd "$(dirname "$0")/.."
# Some examples include a header that tern-compile writes.
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(find src tools examples -name '*.c' -not -name call_kernel.c -not -name launch_matmul.c | sort)
export FLAGS="-std=gnu17 -D_GNU_SOURCE -Isrc -Iinclude -Itools -isystem third_party -I$build/generated -I$build -I$(llvm-config-22 --includedir) -w"
printf '%s\0' "${files[@]}" | xargs -0 -P 2 -n 25 sh -c 'clang-tidy-22 --quiet --config-file=.clang-tidy "$@" -- $FLAGS 2>/dev/null' clang-tidy || {
  echo "clang-tidy has findings; if they are false, say so in .clang-tidy" >&2
  exit 1
}
