#!/usr/bin/env python3
"""JAX on tern by the plugin, if PEERS_PYTHON names a Python with JAX (or python3 has it): else the test is skipped, and says so."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
SKIPPED = 77


def main():
    python = os.environ.get("PEERS_PYTHON") or "python3"
    probe = subprocess.run([python, "-c", "import jax; print(jax.__version__)"], capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        print(f"skipped: {python} has no JAX; PEERS_PYTHON names a Python that has")
        return SKIPPED
    build = pathlib.Path(os.environ["TERN_RUN"]).resolve().parents[1]
    environment = dict(
        os.environ,
        JAX_PLATFORMS="tern,cpu",
        PYTHONPATH=str(ROOT / "python"),
        TERN_PJRT_LIBRARY=str(build / "lib" / "libtern_pjrt.so"),
        TERN_PJRT_DEVICE=os.environ.get("TERN_DEVICE", "cpu"),
    )
    print(f"JAX {probe.stdout.strip()}", flush=True)
    return subprocess.run([python, str(pathlib.Path(__file__).with_name("cases.py"))], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
