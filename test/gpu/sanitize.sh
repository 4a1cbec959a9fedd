#!/usr/bin/env bash
# Runs networks and kernels on an NVIDIA GPU under compute-sanitizer, and compares what they compute with the CPU.
#
#   test/gpu/modules.py BUILD FOLDER          where the compiler is
#   test/gpu/sanitize.sh FOLDER [TOOL...]     where the GPU is: needs a C compiler and compute-sanitizer
#
# TOOLs are none (just the comparison), memcheck, racecheck, synccheck and initcheck; all but initcheck without. The runtime is
# built from its sources here. Ends with 1 if something is wrong.
set -euo pipefail
folder=$(realpath "$1")
shift
tools=("$@")
[ ${#tools[@]} -gt 0 ] || tools=(none memcheck racecheck synccheck)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mapfile -t sources < <(find src/base src/runtime -name '*.c' ! -name hash.c ! -path 'src/runtime/drivers/vulkan/*' \
  ! -path 'src/runtime/mgpu/*')
gcc -std=gnu17 -D_GNU_SOURCE -O2 -DTERN_HAS_VULKAN=0 -I include -I src test/gpu/run_modules.c "${sources[@]}" \
  -o "$work/run_modules" -lpthread -lm -ldl

sanitizer=$(command -v compute-sanitizer || echo "${CUDA_PATH:-/usr/local/cuda}/bin/compute-sanitizer")
status=0
for tool in "${tools[@]}"; do
  echo "== $tool"
  command=("$work/run_modules" cuda "$folder"/*.tern)
  if [ "$tool" != none ]; then
    command=("$sanitizer" --tool "$tool" --error-exitcode 9 --print-limit 20 "${command[@]}")
  fi
  "${command[@]}" || { status=1; echo "== $tool: failed"; }
done
exit $status
