#!/usr/bin/env bash
# Measures compiled modules on a GPU through CUDA or Vulkan (TERN_DEVICE=vulkan), beside cuBLAS, cuDNN and copies (through
# PyTorch) and Triton, and prints one table.
#
#   bench/gpu/modules.py BUILD FOLDER cuda:sm_90a   where the compiler is
#   bench/gpu/run.sh FOLDER [PART...]               where the GPU is: needs a C compiler, PyTorch, Triton, and for Vulkan its
#                                                   headers. PARTs of names choose cases.
#   bench/gpu/run.sh FOLDER --tiles                 runs what bench/gpu/tiles.py has compiled, which needs no PyTorch
#   bench/gpu/run.sh FOLDER --versions=BEFORE [PART...]
#                                                   beside modules that another version of tern has made; needs no PyTorch
#
# The runtime is built from its sources here: no LLVM, no CMake. VULKAN_HEADERS names the folder that holds vulkan/vulkan.h.
set -euo pipefail
folder=$(realpath "$1")
shift
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

table=table.py
case "${1:-}" in
--tiles)
  table=tiles.py
  shift
  ;;
--versions=*)
  table=versions.py
  set -- "$(realpath "${1#--versions=}")" "${@:2}"
  ;;
esac
options=()
left_out=none
if [ "${TERN_DEVICE:-cuda}" = vulkan ]; then
  [ -z "${VULKAN_HEADERS:-}" ] || options+=(-I "$VULKAN_HEADERS")
else
  left_out=src/runtime/drivers/vulkan
  options+=(-DTERN_HAS_VULKAN=0)
fi
mapfile -t sources < <(find src/base src/runtime -name '*.c' ! -name hash.c ! -path "$left_out/*" ! -path 'src/runtime/mgpu/*')
gcc -std=gnu17 -D_GNU_SOURCE -O2 -DNDEBUG -fPIC -shared -fvisibility=hidden -I include -I src "${options[@]}" \
  bench/gpu/bench.c "${sources[@]}" -o "$work/libgpu_bench.so" -lpthread -lm -ldl
PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1 python3 "bench/gpu/$table" "$work/libgpu_bench.so" "$folder" "${TERN_DEVICE:-cuda}" "$@"
