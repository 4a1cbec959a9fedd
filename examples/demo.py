"""Runs the example dispatches on random inputs, on the CPU and on Vulkan, and a kernel of Triton on the CPU.

Results are compared with NumPy in float64.
"""

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


def softmax(x):
    power = np.exp(x - x.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)


def devices():
    listed = subprocess.run(["tern-run", "--list-devices"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return ["cpu", "vulkan"] if "vulkan://0" in listed else ["cpu"]


def run_dispatch(device, path, shapes, reference, folder, stages):
    inputs = [np.random.default_rng().normal(size=shape).astype(np.float32) for shape in shapes]
    arguments = [f"--output=@{folder}/out.npy"] + (["--dump-stages"] if stages else [])
    for i, values in enumerate(inputs):
        np.save(f"{folder}/in{i}.npy", values)
        arguments.append(f"--input=@{folder}/in{i}.npy")
    return run(device, path, arguments, reference(*[values.astype(np.float64) for values in inputs]), folder)


def run_softmax(folder):
    rows, columns = 100, 777
    values = np.random.default_rng().normal(size=(rows, columns)).astype(np.float32)
    np.save(f"{folder}/in.npy", values)
    np.save(f"{folder}/poison.npy", np.full_like(values, np.nan))
    arguments = [f"--grid={rows}", f"--input=@{folder}/poison.npy", f"--input=@{folder}/in.npy", f"--input=i32={columns}",
                 f"--output=0:@{folder}/out.npy"]
    return run("cpu", "examples/softmax.ttir", arguments, softmax(values.astype(np.float64)), folder)


def run(device, path, arguments, expected, folder):
    command = ["tern-run", path, f"--device={device}", "--time", *arguments]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        print(f"{path:34} {device:7} tern-run failed ({result.returncode}): {result.stderr.strip()}")
        return False
    if "--dump-stages" in arguments:
        print(result.stderr)
    actual = np.load(f"{folder}/out.npy")
    times = dict(line.split(": ") for line in result.stderr.splitlines() if line.startswith(("compile: ", "run: ")))
    difference = np.abs(actual - expected).max()
    print(f"{path:34} {device:7} {'x'.join(map(str, actual.shape)):>7}  compile {times['compile']:>10}  run {times['run']:>9}  "
          f"largest difference from float64 {difference:.2e}")
    return difference < 1e-4


def main():
    stages = "--stages" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        results = [run_dispatch(device, *example, folder, stages and i == 0)
                   for device in devices() for i, example in enumerate(EXAMPLES)]
        results.append(run_softmax(folder))
    if not stages:
        print("The IR after each stage: examples/demo.sh --stages")
    sys.exit(0 if all(results) else 1)


main()
