"""bench/triton/measure.py without a GPU: the stand-in for CUDA's driver launches a kernel that this file computes.

environment: TERN_COMPILE, TERN_FAKE_CUDA (the stand-in)
"""

import contextlib
import ctypes
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

ROOT = os.path.abspath(f"{os.path.dirname(__file__)}/../../..")
sys.path.insert(0, f"{ROOT}/bench/triton")

import measure
import reference

SIZE = 4096
ADD = """
tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>, %size: i32) {
  %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %p, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %q : tensor<1024x!tt.ptr<f32>>
  %s = tt.splat %out : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %t = tt.addptr %s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %t, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}
"""


class FakeLaunch(ctypes.Structure):
    _fields_ = [("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("cluster", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                ("is_cooperative", ctypes.c_bool), ("parameters", ctypes.POINTER(ctypes.c_char)), ("size", ctypes.c_size_t)]


class FakeDevice(ctypes.Structure):
    _fields_ = [("architecture", ctypes.c_int), ("memory_size", ctypes.c_size_t), ("has_peer_access", ctypes.c_bool)]


FUNCTION = ctypes.CFUNCTYPE(None, ctypes.POINTER(FakeLaunch))
launches = []


@FUNCTION
def add(launch):
    words = np.frombuffer(ctypes.string_at(launch.contents.parameters, launch.contents.size), np.uint64)
    size = int(words[3] & np.uint64(0xFFFFFFFF))
    x, y, out = (np.frombuffer((ctypes.c_float * size).from_address(int(address)), np.float32) for address in words[:3])
    out[:] = x + y
    launches.append((tuple(launch.contents.grid), launch.contents.block[0], launch.contents.size))


def run(folder, fake, *options):
    device = FakeDevice(90, 1 << 30, False)
    fake.fake_cuda_reset(ctypes.byref(device), 1)
    fake.fake_cuda_define(b"add", add)
    output = io.StringIO()
    sys.argv = ["measure.py", folder, "--rounds=3", f"--libcuda={os.environ['TERN_FAKE_CUDA']}", *options]
    with contextlib.redirect_stdout(output):
        try:
            measure.main()
        except SystemExit as end:
            return end.code, output.getvalue()


def write_case(folder, right):
    facts = {"name": "add", "shared": 0, "threads": 128, "scratch": 0}
    array = {"array": "f32", "shape": [SIZE], "holds": "normal"}
    launch = {"label": "4K", "grid": [4, 1, 1], "bytes": 12 * SIZE, "operations": 0,
              "arguments": {"x": array, "y": array, "out": dict(array, holds="output"), "size": {"number": SIZE, "type": "i32"}}}
    with open(f"{folder}/add.json", "w") as file:
        json.dump({"name": "add", "reference": right, "tern": facts, "triton": facts, "launches": [launch]}, file)
    with open(f"{folder}/add.ttir", "w") as file:
        file.write(ADD)
    subprocess.run([os.environ["TERN_COMPILE"], f"{folder}/add.ttir", "--target=cuda:sm_90a", "-o", f"{folder}/add.tern.ptx"], check=True)
    shutil.copy(f"{folder}/add.tern.ptx", f"{folder}/add.triton.cubin")


def check_types():
    """What reference.py makes of its own numbers."""
    assert reference.F8[0x38] == 1 and reference.F8[0x7E] == 448 and reference.F8[0xB9] == -1.125 and reference.F8[1] == 2.0**-9
    numbers = np.array([1, -2.5, 3.14159, 1e-30], np.float32)
    assert np.allclose(reference.decode("bf16", reference.encode("bf16", numbers)), numbers, rtol=2.0**-8)
    # The first words of Philox 4x32-10 for key 0 and counters 0, from its authors' test vectors.
    assert reference.philox(0, np.array([0]))[0] == 0x6627E8D5


def main():
    check_types()
    fake = ctypes.CDLL(os.environ["TERN_FAKE_CUDA"])
    with tempfile.TemporaryDirectory() as folder:
        write_case(folder, "add")
        code, text = run(folder, fake, "--ptx", f"--json={folder}/out")
        assert code == 0 and "| add | 4K |" in text and "geometric mean" in text and "wrong" not in text, text
        assert set(launches) == {((4, 1, 1), 128, 48)}, set(launches)
        with open(f"{folder}/out") as file:
            assert set(json.load(file)[0]["found"]) == {"tern", "triton"}
        # What is not the result is said to be wrong.
        write_case(folder, "silu_times_of_this")
        reference.silu_times_of_this = lambda a: {"out": (np.arange(8), np.full(8, 1e6))}
        code, text = run(folder, fake, "--ptx")
        assert code == 1 and "tern is wrong" in text and "triton is wrong" in text, text
    print("ok")


if __name__ == "__main__":
    main()
