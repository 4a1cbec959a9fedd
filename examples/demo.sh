#!/usr/bin/env bash
# What `make demo` shows: the two dispatches of the code-generation documents, in the shapes of both their versions, compiled
# and run on random inputs on the CPU and on the first Vulkan device (Mesa's lavapipe where there is no GPU), with the
# largest difference from a float64 reference.
#
#   examples/demo.sh           the table
#   examples/demo.sh --stages  also the IR of every stage of the first dispatch, for both devices
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/build/bin:$PATH"
/usr/bin/python3 examples/demo.py "$@"
# Whole networks, compiled from StableHLO and compared with what JAX computed.
for device in cpu vulkan; do
  tern-run --list-devices | grep -q "$device" || continue
  TERN_RUN=tern-run TERN_COMPILE=tern-compile TERN_DEVICE=$device VK_DRIVER_FILES="${VK_DRIVER_FILES:-}" \
    /usr/bin/python3 test/e2e/models.py
done
