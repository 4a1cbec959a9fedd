#!/usr/bin/env bash
# Usage: check-threads.sh FOLDER. Compiles the runtime without Vulkan, the plugin of PJRT and the tests of their threads with
# ThreadSanitizer to FOLDER, and runs the tests.
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

flags=(-std=gnu17 -D_GNU_SOURCE -DTERN_HAS_VULKAN=0 -O1 -g -fsanitize=thread -Isrc -Iinclude -Itest/unit)
mapfile -t sources < <(find src/base src/runtime -name '*.c' -not -path '*/vulkan/*' -not -path '*/mgpu/*' -not -name hash.c -not -name version.c)
# The driver for CUDA finds the fake library by its name.
clang-22 "${flags[@]}" -Itest/support -fPIC -shared -Wl,-soname,libcuda.so.1 test/support/fake_cuda*.c test/support/ptx/*.c src/base/float.c -lm \
  -o "$out/libcuda.so.1"
for test in threads slots cuda_queue; do
  clang-22 "${flags[@]}" -Itest/support test/unit/runtime/${test}_test.c "${sources[@]}" "$out/libcuda.so.1" -Wl,-rpath,"$out" \
    -lcmocka -lm -lpthread -ldl -o "$out/$test"
  TSAN_OPTIONS=halt_on_error=1 "$out/$test"
done

# The plugin of PJRT, with the runtime inside; what it compiles with is libtern of the build tree around FOLDER, if it is there.
plugin=("${flags[@]}" -isystem third_party)
mapfile -t plugin_sources < <(find src/pjrt -name '*.c')
clang-22 "${plugin[@]}" -fPIC -shared -Wl,--version-script=cmake/exports_pjrt.map "${plugin_sources[@]}" "${sources[@]}" \
  src/base/version.c -lm -lpthread -ldl -o "$out/libtern_pjrt.so"
for test in api buffers executables; do
  [ "$test" != executables ] || [ -f "$out/../lib/libtern.so.0" ] || continue
  clang-22 "${plugin[@]}" -DPJRT_PLUGIN="\"$out/libtern_pjrt.so\"" test/unit/pjrt/${test}_test.c -lcmocka -lpthread -ldl -o "$out/pjrt_$test"
  TSAN_OPTIONS=halt_on_error=1 TERN_COMPILER_LIBRARY="$out/../lib/libtern.so.0" "$out/pjrt_$test"
done
