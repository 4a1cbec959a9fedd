"""Runs the networks of test/models, from their source and from a compiled module, and compares with their known outputs.

usage: models.py [NAME...]     environment: TERN_RUN, TERN_COMPILE, TERN_DEVICE (default cpu)
Inputs come from the seed in NAME.json, outputs are in NAME.out.npz: computed by JAX on the CPU.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "models")
TOLERANCE = 3e-4  # relative to the largest element of an output; integers must be the same


def make_input(spec, rng):
    shape, dtype, kind, scale = spec
    if kind == "normal":
        return (rng.standard_normal(shape) * scale).astype(dtype)
    return rng.integers(0, int(kind.split(":")[1]), shape).astype(dtype)


def compare(actual, expected):
    """What is wrong, or None."""
    if actual.shape != expected.shape:
        return f"shape {actual.shape}, expected {expected.shape}"
    if expected.dtype.kind in "iub":
        return None if np.array_equal(actual, expected) else f"{np.count_nonzero(actual != expected)} integers differ"
    actual, expected = actual.astype(np.float64), expected.astype(np.float64)
    if not np.all(np.isfinite(actual) == np.isfinite(expected)):
        return "elements that are not finite"
    error = np.max(np.abs(actual - expected)) / max(np.max(np.abs(expected)), 1e-30)
    return None if error <= TOLERANCE else f"relative error {error:.2e}"


def run_once(program, arguments, expected, folder):
    outputs = [f"{folder}/result{i}.npy" for i in range(len(expected))]
    for path in outputs:
        if os.path.exists(path):
            os.remove(path)
    command = [os.environ["TERN_RUN"], program, *arguments, *(f"--output=@{path}" for path in outputs)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        return f"tern-run failed ({result.returncode}): {result.stderr.strip()[-2000:]}"
    for i, (path, array) in enumerate(zip(outputs, expected)):
        message = compare(np.load(path), array)
        if message:
            return f"output {i}: {message}"
    return None


def check_model(name, device, folder):
    meta = json.load(open(f"{MODELS}/{name}.json"))
    rng = np.random.default_rng(meta["seed"])
    arguments = [f"--device={device}", "--function=main"]
    for i, spec in enumerate(meta["inputs"]):
        np.save(f"{folder}/in{i}.npy", make_input(spec, rng))
        arguments.append(f"--input=@{folder}/in{i}.npy")
    known = np.load(f"{MODELS}/{name}.out.npz")
    expected = [known[key] for key in known.files]
    source, module = f"{MODELS}/{name}.mlir", f"{folder}/{name}.tern"
    message = run_once(source, arguments, expected, folder)
    if message:
        return f"from source: {message}"
    command = [os.environ["TERN_COMPILE"], source, "-o", module, f"--target={device}"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        return f"tern-compile failed: {result.stderr.strip()[-2000:]}"
    message = run_once(module, arguments, expected, folder)
    return f"from a module: {message}" if message else None


def main():
    names = sys.argv[1:] or sorted(f[:-5] for f in os.listdir(MODELS) if f.endswith(".mlir"))
    device = os.environ.get("TERN_DEVICE", "cpu")
    failures = 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            message = check_model(name, device, folder)
        failures += message is not None
        print(f"{name} on {device}: {message or 'right'}")
    print(f"{len(names) - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
