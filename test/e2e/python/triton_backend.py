#!/usr/bin/env python3
"""Programs of Triton, whose kernels tern compiles and runs on the CPU, against NumPy.

PEERS_PYTHON names a Python with Triton 3.6 and NumPy; without it there is nothing to run.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ["TERN_RUN"]).resolve().parents[1]


def again():
    """The same file by the Python that has Triton, which finds the back end as if the package was installed."""
    python = os.environ.get("PEERS_PYTHON")
    if not python or subprocess.run([python, "-c", "import triton, numpy"], capture_output=True, check=False).returncode:
        print("PEERS_PYTHON names no Python with Triton")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        description = pathlib.Path(folder) / "tern-0.dist-info"
        description.mkdir()
        (description / "METADATA").write_text("Metadata-Version: 2.1\nName: tern\nVersion: 0\n")
        text = (ROOT / "pyproject.toml").read_text()
        entry = text.partition('[project.entry-points."triton.backends"]\n')[2].partition("\n\n")[0].replace('"', "")
        (description / "entry_points.txt").write_text(f"[triton.backends]\n{entry}\n")
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'python'}:{folder}", "TERN_LIBRARY_DIR": str(BUILD / "lib"),
                       "TRITON_CACHE_DIR": folder, "TRITON_DEFAULT_BACKEND": "tern", "TERN_TRITON_BACKEND": "1"}
        return subprocess.run([python, __file__], env=environment, check=False).returncode


if "TERN_TRITON_BACKEND" not in os.environ:
    sys.exit(again())

import numpy as np
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

rng = np.random.default_rng(3)


class Array:
    """What Triton needs of a tensor, of an array."""

    def __init__(self, values, dtype="float32"):
        self.values, self.dtype, self.shape = np.ascontiguousarray(values, dtype), np.dtype(dtype), np.shape(values)

    def data_ptr(self):
        return self.values.ctypes.data

    def stride(self):
        return [size // self.values.itemsize for size in self.values.strides]


def random(*shape, dtype="float32"):
    return Array(rng.standard_normal(shape), dtype)


@triton.jit
def scale(x, out, n, by, offset, BLOCK: tl.constexpr):
    place = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + place, tl.load(x + place, place < n) * by + offset, place < n)


def numbers():
    for count, offset in ((1000, 1), (1, 7), (1024, -(1 << 40))):
        x, out = random(count), Array(np.full(count, np.nan))
        scale[lambda meta: (triton.cdiv(count, meta["BLOCK"]),)](x, out, count, 0.75, offset, BLOCK=64)
        np.testing.assert_allclose(out.values, x.values * np.float32(0.75) + np.float32(offset), rtol=1e-6)


@triton.jit
def softmax(out, x, columns, BLOCK: tl.constexpr):
    row, place = tl.program_id(0), tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + place, place < columns, -float("inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(out + row * columns + place, powers / tl.sum(powers, 0), place < columns)


def reductions():
    x, out = random(9, 77), Array(np.full((9, 77), np.nan))
    softmax[(9,)](out, x, 77, BLOCK=128, num_warps=8)
    powers = np.exp(x.values - x.values.max(1, keepdims=True))
    np.testing.assert_allclose(out.values, powers / powers.sum(1, keepdims=True), rtol=1e-5)


@triton.jit
def product(a, b, sizes, out, DEPTH: tl.constexpr):
    total = tl.zeros((16, 32), tl.float32)
    for start in range(0, sizes[0], DEPTH):
        total = tl.dot(a.load([tl.program_id(0) * 16, start]), b.load([start, 0]), total)
    rows, columns = tl.program_id(0) * 16 + tl.arange(0, 16)[:, None], tl.arange(0, 32)[None, :]
    tl.store(out + rows * sizes[1] + columns, total)


def descriptors_and_tuples():
    a, b, out = random(32, 48, dtype="float16"), random(48, 32, dtype="float16"), Array(np.full((32, 32), np.nan))
    product[(2,)](TensorDescriptor.from_tensor(a, [16, 16]), TensorDescriptor.from_tensor(b, [16, 32]), (48, 32), out, DEPTH=16)
    np.testing.assert_allclose(out.values, a.values.astype("f4") @ b.values.astype("f4"), rtol=1e-4, atol=1e-4)


@triton.jit
def count(bins, x):
    tl.atomic_add(bins + tl.load(x + tl.program_id(0) * 16 + tl.arange(0, 16)), 1)


def atomics():
    x, bins = Array(rng.integers(0, 5, 160), "int64"), Array(np.zeros(5), "int32")
    count[(10,)](bins, x)
    np.testing.assert_array_equal(bins.values, np.bincount(x.values, minlength=5))


@triton.jit
def check(x):
    tl.device_assert(tl.load(x) > 0, "it is not positive")


def failures():
    try:
        check[(1,)](Array([-1.0]), debug=True)
    except Exception as error:
        assert "failed" in str(error), error
    else:
        raise AssertionError("an assertion that fails was not told")


def main():
    assert triton.runtime.driver.active.get_current_target().backend == "tern"
    cases = [numbers, reductions, descriptors_and_tuples, atomics, failures]
    for case in cases:
        case()
    print(f"{len(cases)} programs, 0 failed")


main()
