"""Modules with code for several levels of x86-64: each level that this machine has is run, by name, against NumPy; the others
are refused with what is missing; and without a name the best is taken.

Environment: TERN_RUN, TERN_COMPILE.
"""

import os
import pathlib
import platform
import struct
import subprocess
import sys
import tempfile

import numpy as np

# What each level adds, as /proc/cpuinfo and as LLVM call it.
LEVELS = {
    "x86-64-v2": {"sse4_2": "sse4.2", "popcnt": "popcnt"},
    "x86-64-v3": {"avx2": "avx2", "bmi2": "bmi2", "fma": "fma"},
    "x86-64-v4": {"avx512f": "avx512f", "avx512bw": "avx512bw", "avx512vl": "avx512vl"},
}
# Shapes that no vector length divides, a reduction, and transcendental functions.
PROGRAM = """
func.func @main(%a: tensor<37x53xf32>, %b: tensor<53x41xf32>, %c: tensor<41xf32>) -> (tensor<37x41xf32>, tensor<37xf32>) {
  %product = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<37x53xf32>, tensor<53x41xf32>) -> tensor<37x41xf32>
  %row = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<41xf32>) -> tensor<37x41xf32>
  %sum = stablehlo.add %product, %row : tensor<37x41xf32>
  %result = stablehlo.tanh %sum : tensor<37x41xf32>
  %exp = stablehlo.exponential %result : tensor<37x41xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %total = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<37x41xf32>, tensor<f32>) -> tensor<37xf32>
  return %result, %total : tensor<37x41xf32>, tensor<37xf32>
}
"""
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)


def flags_of_machine():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("flags"):
            return set(line.split(":")[1].split())
    return set()


def objects_of(module):
    """Name and bytes of each object of the first image in a module (src/base/cpu_image_format.h)."""
    start = module.index(b"TCPU")
    _, count, _ = struct.unpack_from("<3I", module, start + 4)
    rows = [struct.unpack_from("<6I", module, start + 16 + 24 * i) for i in range(count)]
    return [(module[start + name:start + name + name_size].decode(), module[start + at:start + at + size])
            for name, name_size, at, size, _, _ in rows]


def compile_module(source, module, *options):
    done = subprocess.run([os.environ["TERN_COMPILE"], source, "-o", module, *options], capture_output=True, text=True)
    check(done.returncode == 0, f"tern-compile: {done.stderr}")


def main():
    if platform.machine() != "x86_64":
        print("the levels are those of x86-64")
        return 0
    flags = flags_of_machine()
    generator = np.random.default_rng(7)
    inputs = [generator.standard_normal(shape, dtype=np.float32) for shape in [(37, 53), (53, 41), (41,)]]
    result = np.tanh(inputs[0].astype(np.float64) @ inputs[1] + inputs[2])
    expected = [result.astype(np.float32), np.exp(result).sum(axis=1).astype(np.float32)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source, module = folder / "program.mlir", folder / "program.tern"
        source.write_text(PROGRAM)
        arguments = []
        for i, array in enumerate(inputs):
            np.save(folder / f"input{i}.npy", array)
            arguments.append(f"--input=@{folder}/input{i}.npy")
        for i, array in enumerate(expected):
            np.save(folder / f"expected{i}.npy", array)
            arguments.append(f"--expected_output=@{folder}/expected{i}.npy")

        def run(*options):
            return subprocess.run([os.environ["TERN_RUN"], module, *arguments, "--expected_tolerance=1e-5", *options],
                                  capture_output=True, text=True)

        compile_module(source, module, "--target-cpu=" + ",".join([*LEVELS, "native"]))
        objects = objects_of(module.read_bytes())
        names = [name for name, _ in objects]
        check([name for name in names if name in LEVELS] == list(LEVELS)[::-1], f"the objects are {names}")
        check(len({code for name, code in objects if name in LEVELS}) == len(LEVELS), "levels have the same code")
        done = run()
        check(done.returncode == 0, f"the best of all: {done.stdout}{done.stderr}")
        done = run("--cpu-variant=native")
        check(done.returncode == 0, f"native: {done.stdout}{done.stderr}")
        missing = []
        for level, added in LEVELS.items():
            missing += [feature for flag, feature in added.items() if flag not in flags]
            done = run(f"--cpu-variant={level}")
            if missing:
                check(done.returncode == 1 and all(feature in done.stderr for feature in missing), f"{level}: {done.stderr}")
            else:
                check(done.returncode == 0, f"{level}: {done.stdout}{done.stderr}")
        # Code for one level says what it needs, too.
        for level in LEVELS:
            compile_module(source, module, f"--target-cpu={level}")
            check([name for name, _ in objects_of(module.read_bytes())] == [level], f"{level} alone")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
