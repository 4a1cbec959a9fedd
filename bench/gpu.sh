#!/usr/bin/env bash
# Measures compiled modules on a GPU through CUDA or Vulkan (TERN_DEVICE=vulkan), beside cuBLAS, cuDNN and copies (through
# PyTorch) and Triton, and prints one table.
#
#   bench/gpu_modules.py BUILD FOLDER cuda:sm_90a   where the compiler is
#   bench/gpu.sh FOLDER [PART...]                   where the GPU is: needs a C compiler, PyTorch, Triton, and for Vulkan its
#                                                   headers. PARTs of names choose cases.
#   bench/gpu.sh FOLDER --tiles                     runs what bench/gpu_tiles.py has compiled, which needs no PyTorch
#   bench/gpu.sh FOLDER --versions=BEFORE [PART...] beside the modules that another version of tern has made, without PyTorch
#
# The runtime is built from its sources here: no LLVM, no CMake. VULKAN_HEADERS names the folder that holds vulkan/vulkan.h.
set -euo pipefail
folder=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

table=gpu_table.py
case "${1:-}" in
--tiles)
  table=gpu_tiles.py
  shift
  ;;
--versions=*)
  table=gpu_versions.py
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
  bench/gpu_bench.c "${sources[@]}" -o "$work/libgpu_bench.so" -lpthread -lm -ldl
PYTHONDONTWRITEBYTECODE=1 python3 "bench/$table" "$work/libgpu_bench.so" "$folder" "${TERN_DEVICE:-cuda}" "$@"
