#!/usr/bin/env bash
# Measures compiled modules on a discrete GPU through Vulkan or CUDA (TERN_DEVICE=cuda), beside cuBLAS and the device's copy
# rate (through PyTorch).
#
#   bench/gpu_modules.py BUILD FOLDER [cuda:sm_90a]   where the compiler is
#   bench/gpu.sh FOLDER                               where the GPU is: needs a C compiler, PyTorch for the peers, and for
#                                                     Vulkan its headers
#
# The runtime is built from its sources here: no LLVM, no CMake. VULKAN_HEADERS names the folder that holds vulkan/vulkan.h.
set -euo pipefail
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

options=()
left_out=none
if [ "${TERN_DEVICE:-vulkan}" = vulkan ]; then
  [ -z "${VULKAN_HEADERS:-}" ] || options+=(-I "$VULKAN_HEADERS")
else
  left_out=src/runtime/drivers/vulkan
  options+=(-DTERN_HAS_VULKAN=0)
fi
mapfile -t sources < <(find src/base src/runtime -name '*.c' ! -name hash.c ! -path "$left_out/*" ! -path 'src/runtime/mgpu/*')
gcc -std=gnu17 -D_GNU_SOURCE -O2 -DNDEBUG -I include -I src "${options[@]}" \
  bench/gpu_loop.c "${sources[@]}" -o "$work/gpu_loop" -lpthread -lm -ldl

for module in "$folder"/*.tern; do
  name=$(basename "$module" .tern)
  repeats=20
  case $name in *4096*) repeats=5 ;; esac
  printf '%s: ' "$name"
  "$work/gpu_loop" "${TERN_DEVICE:-vulkan}" "$module" "${name%%_*}" "$repeats" | tee "$work/$name.txt"
done
python3 bench/gpu_peers.py "$work"
