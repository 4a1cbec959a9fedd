#!/usr/bin/env bash
# Runs networks and kernels on an NVIDIA GPU under compute-sanitizer, and compares what they compute with the CPU.
#
#   test/gpu/modules.py BUILD FOLDER          where the compiler is
#   test/gpu/sanitize.sh FOLDER [TOOL...]     where the GPU is: needs a C compiler and compute-sanitizer
#
# TOOLs are none (just the comparison), memcheck, racecheck, synccheck and initcheck; all but initcheck without. The runtime is
# built from its sources here. Each module has a process of its own, JOBS (default: one per processor, at most 16) at a time, for
# SECONDS_EACH (default 120) at most. Prints what is wrong and a total for each tool; ends with 1 if something is wrong.
set -euo pipefail
folder=$(realpath "$1")
shift
tools=("$@")
[ ${#tools[@]} -gt 0 ] || tools=(none memcheck racecheck synccheck)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
processors=$(nproc)
jobs=${JOBS:-$((processors < 16 ? processors : 16))}
export limit=${SECONDS_EACH:-120} work

mapfile -t sources < <(find src/base src/runtime -name '*.c' ! -name hash.c ! -path 'src/runtime/drivers/vulkan/*' \
  ! -path 'src/runtime/mgpu/*')
gcc -std=gnu17 -D_GNU_SOURCE -O2 -DTERN_HAS_VULKAN=0 -I include -I src test/gpu/run_modules.c "${sources[@]}" \
  -o "$work/run_modules" -lpthread -lm -ldl

sanitizer=$(command -v compute-sanitizer || echo "${CUDA_PATH:-/usr/local/cuda}/bin/compute-sanitizer")
export sanitizer
# check TOOL MODULE: prints one line, and in front of it what is wrong.
check() {
  local command=("$work/run_modules" cuda "$2") status=0 start=$SECONDS output
  if [ "$1" != none ]; then
    command=("$sanitizer" --tool "$1" --error-exitcode 9 --print-limit 20)
    [ "$1" != racecheck ] || command+=(--racecheck-report all)
    command+=("$work/run_modules" cuda "$2")
  fi
  output=$(timeout "$limit" "${command[@]}" 2>&1) || status=$?
  if [ $status = 0 ]; then
    echo "ok $(basename "$2" .tern), $((SECONDS - start)) s"
  else
    printf '%s\nbad %s: status %s, %s s\n' "$output" "$(basename "$2" .tern)" $status $((SECONDS - start))
  fi
}
export -f check

status=0
for tool in "${tools[@]}"; do
  printf '%s\0' "$folder"/*.tern | xargs -0 -P "$jobs" -I '{}' bash -c "check $tool '{}'" > "$work/$tool"
  grep -v '^ok ' "$work/$tool" || true
  right=$(grep -c '^ok ' "$work/$tool" || true)
  wrong=$(grep -c '^bad ' "$work/$tool" || true)
  slowest=$(sed -n 's/^ok \(.*\), \([0-9]* s\)$/\2 \1/p' "$work/$tool" | sort -rn | head -1)
  echo "== $tool: $right modules are clean, $wrong are not; the slowest took ${slowest:-no time}"
  [ "$wrong" = 0 ] || status=1
done
exit $status
