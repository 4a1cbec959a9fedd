"""Runs the example dispatches on random inputs, on the CPU and on Vulkan, and compares them with NumPy in float64."""

import subprocess
import sys
import tempfile

import numpy as np


def matmul(a, b):
    return a @ b


def scaled_sum(a, b, c):
    return (a + b) * c


EXAMPLES = [
    ("examples/matmul.mlir", [(32, 24), (24, 16)], matmul),
    ("examples/matmul_2020.mlir", [(4, 5), (5, 10)], matmul),
    ("examples/elementwise.mlir", [(10, 15), (10, 15), (15,)], scaled_sum),
    ("examples/elementwise_2020.mlir", [(10, 5), (10, 5), (10, 5)], scaled_sum),
]


def devices():
    listed = subprocess.run(["tern-run", "--list-devices"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return ["cpu", "vulkan"] if "vulkan://0" in listed else ["cpu"]


def run(device, path, shapes, reference, folder, stages):
    generator = np.random.default_rng()
    inputs = [generator.normal(size=shape).astype(np.float32) for shape in shapes]
    command = ["tern-run", path, f"--device={device}", "--time", f"--output=@{folder}/out.npy"]
    for i, values in enumerate(inputs):
        np.save(f"{folder}/in{i}.npy", values)
        command.append(f"--input=@{folder}/in{i}.npy")
    if stages:
        command.append("--dump-stages")
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        print(f"{path:34} {device:7} tern-run failed ({result.returncode}): {result.stderr.strip()}")
        return False
    if stages:
        print(result.stderr)
    actual = np.load(f"{folder}/out.npy")
    expected = reference(*[values.astype(np.float64) for values in inputs])
    times = dict(line.split(": ") for line in result.stderr.splitlines() if line.startswith(("compile: ", "run: ")))
    difference = np.abs(actual - expected).max()
    print(f"{path:34} {device:7} {'x'.join(map(str, actual.shape)):>7}  compile {times['compile']:>10}  run {times['run']:>9}  "
          f"largest difference from float64 {difference:.2e}")
    return difference < 1e-4


def main():
    stages = "--stages" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        results = [run(device, *example, folder, stages and i == 0)
                   for device in devices() for i, example in enumerate(EXAMPLES)]
    if not stages:
        print("The IR after each stage: examples/demo.sh --stages")
    sys.exit(0 if all(results) else 1)


main()
