"""Module files on another processor: the runtime is built for 64-bit ARM, and an emulator runs it.

usage: portable_modules.py      environment: TERN_COMPILE, TERN_RUN; ARM_CC and ARM_EMULATOR are what builds and runs for ARM

A program that computes on the host only is one file for both processors, and must give the same there. Programs with kernels are
compiled for each, and give what they give here but for the rounding of sums.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMPILER, EMULATOR = os.environ.get("ARM_CC", "aarch64-linux-gnu-gcc"), os.environ.get("ARM_EMULATOR", "qemu-aarch64")
TERN_COMPILE, TERN_RUN = os.environ.get("TERN_COMPILE", "tern-compile"), os.environ.get("TERN_RUN", "tern-run")
NOT_HERE = ("vulkan", "cuda", "mgpu")

# Numbers, branches, loops, lists and calls of the host.
HOST = """
util.func private @gcd(%a: i64, %b: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %r:2 = scf.while (%x = %a, %y = %b) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi ne, %y, %zero : i64
    scf.condition(%more) %x, %y : i64, i64
  } do {
  ^bb0(%x: i64, %y: i64):
    %m = arith.remsi %x, %y : i64
    scf.yield %y, %m : i64, i64
  }
  util.return %r#0 : i64
}
util.func public @main(%a: i64, %b: i64, %x: f32) -> (i64, f32, i32) {
  %0 = util.call @gcd(%a, %b) : (i64, i64) -> i64
  %1 = arith.sitofp %0 : i64 to f32
  %2 = arith.divf %1, %x : f32
  %3 = arith.fptosi %2 : f32 to i32
  util.return %0, %2, %3 : i64, f32, i32
}
"""

KERNELS = """
func.func @main(%x: tensor<9x33xf32>, %w: tensor<33x20xf32>) -> (tensor<9x20xf32>, tensor<9xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot %x, %w : (tensor<9x33xf32>, tensor<33x20xf32>) -> tensor<9x20xf32>
  %1 = stablehlo.tanh %0 : tensor<9x20xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x20xf32>, tensor<f32>) -> tensor<9xf32>
  return %1, %2 : tensor<9x20xf32>, tensor<9xf32>
}
"""


def execute(*command):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        raise RuntimeError(f"exit status {result.returncode} of {' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def build_runtime(folder):
    """A program with the whole runtime but for GPUs, for the other processor."""
    sources = [path for room in ("base", "runtime") for path in sorted((ROOT / "src" / room).rglob("*.c"))
               if not any(part in NOT_HERE for part in path.parts) and path.name != "hash.c"]
    execute(COMPILER, "-O1", "-std=gnu17", "-D_GNU_SOURCE", "-static", "-DTERN_HAS_VULKAN=0", "-DTERN_HAS_CUDA=0",
            f"-I{ROOT}/include", f"-I{ROOT}/src", *sources, ROOT / "test/e2e/Inputs/run_program.c", "-o", folder / "run", "-lm",
            "-lpthread")
    return folder / "run"


def text_of(array):
    return "x".join(map(str, array.shape)) + "xf32=" + ",".join(f"{value!r}" for value in array.astype(float).ravel().tolist())


def values(line):
    return np.array([float(word) for word in line.split("=", 1)[1].replace("[", " ").replace("]", " ").replace(",", " ").split()])


def check_host(folder, run):
    (folder / "host.mlir").write_text(HOST)
    execute(TERN_COMPILE, folder / "host.mlir", "-o", folder / "host.tern")
    inputs = ["i64=1071", "i64=462", "f32=0.7"]
    here = execute(TERN_RUN, folder / "host.tern", *[f"--input={one}" for one in inputs])
    there = execute(EMULATOR, run, folder / "host.tern", "main", *inputs)
    assert here == there, f"{here} here, {there} there"
    assert here.splitlines()[0] == "i64=21", here


def check_kernels(folder, run):
    rng = np.random.default_rng(5)
    x, w = (rng.uniform(-1, 1, shape).astype(np.float32) for shape in ((9, 33), (33, 20)))
    (folder / "kernels.mlir").write_text(KERNELS)
    execute(TERN_COMPILE, folder / "kernels.mlir", "-o", folder / "kernels.tern", "--target-triple=aarch64-linux-gnu")
    lines = execute(EMULATOR, "-cpu", "max", run, folder / "kernels.tern", "main", text_of(x), text_of(w)).splitlines()
    expected = np.tanh(x.astype(np.float64) @ w.astype(np.float64))
    assert len(lines) == 2, lines
    np.testing.assert_allclose(values(lines[0]), expected.ravel(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(values(lines[1]), expected.sum(1), rtol=1e-5, atol=1e-5)


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run = build_runtime(folder)
        for check in (check_host, check_kernels):
            try:
                check(folder, run)
                print(f"{check.__name__[6:]}: right")
            except (AssertionError, RuntimeError) as error:
                failed += 1
                print(f"{check.__name__[6:]}: {error}")
    print(f"{2 - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
