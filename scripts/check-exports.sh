#!/usr/bin/env bash
# Usage: check-exports.sh LIBRARY_FOLDER. Fails if a shared library of ours exports a name without the prefix tern_, or
# exports nothing.
set -euo pipefail
result=0
for library in "$1"/lib*.so; do
  exported=$(nm -D --defined-only "$library" | awk '$2 != "A" {print $NF}' | sed 's/@.*//')  # A: the name of a version
  if [ -z "$exported" ]; then
    echo "$library exports nothing" >&2
    result=1
  fi
  # Host code calls the runtimes of upstream's ABI by upstream's names.
  prefix='^tern_'
  case $library in
    *_runtime.so) prefix='^\(mgpu\|tern_gpu_\)' ;;
    *_cudart.so) prefix='^\(__\)\?cuda\|^__tern_' ;;
    *_pjrt.so) prefix='^GetPjrtApi$' ;;
    *_runner_utils.so) prefix='^\(_mlir_ciface_\|print\|mlirAsyncRuntim\|memrefCopy$\|rtclock$\)' ;;
  esac
  if stray=$(grep -v "$prefix" <<<"$exported"); then
    echo "$library exports names without the prefix:" >&2
    sed 's/^/  /' <<<"$stray" >&2
    result=1
  fi
done
exit $result
