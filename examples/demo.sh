#!/usr/bin/env bash
# What `make demo` shows: the two dispatches of the code-generation documents, in the shapes of both their versions, compiled
# and run on random inputs on the CPU and on the first Vulkan device (Mesa's lavapipe where there is no GPU), with the
# largest difference from a float64 reference; then whole networks.
#
#   examples/demo.sh           the tables
#   examples/demo.sh --stages  also the IR of every stage of the first dispatch, for both devices
#
# TERN_BIN is the folder of the tools (build/bin). Everything else of the environment is left as it is: what chooses a
# Vulkan driver says something else when it is set to an empty text.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${TERN_BIN:-$PWD/build/bin}:$PATH"
/usr/bin/python3 examples/demo.py "$@"
# Whole networks, compiled from StableHLO and compared with what JAX computed.
listed=$(tern-run --list-devices)
for device in cpu vulkan; do
  case "$listed" in
    *"$device://0"*) ;;
    *) echo "there is no $device device: the networks are left out there" && continue ;;
  esac
  TERN_RUN=tern-run TERN_COMPILE=tern-compile TERN_DEVICE=$device /usr/bin/python3 test/e2e/models.py
done
