#!/usr/bin/env bash
# Installs what building and testing tern takes on Debian 12. Does nothing, and needs no network, if all is there.
set -euo pipefail

packages=(
  make cmake ninja-build gcc g++ libc6-dev git pkg-config
  clang-22 libclang-rt-22-dev                 # sanitizers, fuzzing, the second compiler
  clang-format-22 clang-tidy-22               # formatting, and checks of the sources
  llvm-22-dev                                 # LLVM's C API, for libtern-llvm
  libclc-22                                   # functions of mathematics for GPUs, for CUDA programs without a toolkit
  llvm-22 llvm-22-tools mlir-22-tools         # the tests' oracles: llc, FileCheck, not, lit, mlir-opt
  libzstd-dev zlib1g-dev                      # what LLVM's archives compress debug information with
  libcmocka-dev libxxhash-dev
  spirv-headers libvulkan-dev                 # the SPIR-V grammar that tables are made of; Vulkan's declarations
  mesa-vulkan-drivers libvulkan1              # lavapipe, the Vulkan device of the tests
  vulkan-validationlayers spirv-tools glslang-tools # what checks our use of Vulkan, our binaries; foreign binaries
  python3 python3-numpy python3-psutil # lit ends a test that hangs with psutil
  python3-pip                          # what is not in Debian, below
  gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user # links and runs objects for 64-bit ARM
  libopenblas0-pthread time                   # what bench/ compares with and measures by
)

# ptxas, NVIDIA's assembler, which the tests show our PTX to. It comes from PyPI; where that cannot be reached these tests are
# left out.
cuda=/usr/local/cuda nvcc=nvidia-cuda-nvcc==13.0.88
install_ptxas() {
  command -v ptxas >/dev/null || [ -x "${CUDA_PATH:-$cuda}/bin/ptxas" ] && return
  [ -w /usr/local ] || { echo "setup.sh: no ptxas: run as root to install $nvcc" >&2; return; }
  local folder
  folder=$(mktemp -d)
  if python3 -m pip download -q --no-deps --no-input -d "$folder" "$nvcc" </dev/null; then
    python3 -m zipfile -e "$folder"/*.whl "$folder"
    mkdir -p "$cuda"
    cp -r "$folder"/nvidia/cu13/. "$cuda"
    chmod +x "$cuda"/bin/*
  else
    echo "setup.sh: ptxas could not be installed: tests that need it are left out" >&2
  fi
  rm -rf "$folder"
}

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || status=
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || { install_ptxas; exit 0; }

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup.sh: run as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null
install_ptxas
