"""Texts of Triton's kernels from their parts, launches of them by tern-run, and comparisons with what NumPy says.

environment: as kernels.py says
"""

import os
import shutil
import subprocess
import tempfile

import numpy as np

RUN, COMPILE = os.environ.get("TERN_RUN", "build/bin/tern-run"), os.environ.get("TERN_COMPILE", "build/bin/tern-compile")
DEVICE, TARGET = os.environ.get("TERN_DEVICE", "cpu"), os.environ.get("TERN_TARGET")
rng = np.random.default_rng(7)
TYPES = {"f32": "f4", "f16": "f2", "bf16": "u2", "f64": "f8", "i64": "i8", "i32": "i4", "i16": "i2", "i8": "i1", "i1": "?",
         "f8E5M2": "u1", "f8E4M3FN": "u1"}


def to_bf16(values):
    bits = np.asarray(values, "f4").view("u4")
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("u2")


def from_bf16(bits):
    return (bits.astype("u4") << 16).view("f4")


# --- texts ---


def at(name, pointer, shape, index, element, kind="i32"):
    """Pointers `%name` to what lies `index` behind a pointer."""
    dims = "x".join(map(str, shape))
    return f"""
  %{name}_s = tt.splat {pointer} : !tt.ptr<{element}> -> tensor<{dims}x!tt.ptr<{element}>>
  %{name} = tt.addptr %{name}_s, {index} : tensor<{dims}x!tt.ptr<{element}>>, tensor<{dims}x{kind}>"""


def line(size, name="r"):
    return f"  %{name} = tt.make_range {{end = {size} : i32, start = 0 : i32}} : tensor<{size}xi32>"


def block(rows, columns, name="i", stride=None):
    """%i: the places of a dense block in row-major order."""
    shape = f"{rows}x{columns}"
    return f"""
  %{name}_r = tt.make_range {{end = {rows} : i32, start = 0 : i32}} : tensor<{rows}xi32>
  %{name}_c = tt.make_range {{end = {columns} : i32, start = 0 : i32}} : tensor<{columns}xi32>
  %{name}_r1 = tt.expand_dims %{name}_r {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
  %{name}_c1 = tt.expand_dims %{name}_c {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
  %{name}_k = arith.constant dense<{stride or columns}> : tensor<{rows}x1xi32>
  %{name}_m = arith.muli %{name}_r1, %{name}_k : tensor<{rows}x1xi32>
  %{name}_b = tt.broadcast %{name}_m : tensor<{rows}x1xi32> -> tensor<{shape}xi32>
  %{name}_d = tt.broadcast %{name}_c1 : tensor<1x{columns}xi32> -> tensor<{shape}xi32>
  %{name} = arith.addi %{name}_b, %{name}_d : tensor<{shape}xi32>"""


def load(name, pointers, shape, element):
    return f"  %{name} = tt.load {pointers} : tensor<{'x'.join(map(str, shape))}x!tt.ptr<{element}>>"


def store(pointers, value, shape, element):
    return f"  tt.store {pointers}, {value} : tensor<{'x'.join(map(str, shape))}x!tt.ptr<{element}>>"


def kernel(arguments, *body):
    return f"tt.func public @k({arguments}) {{\n" + "\n".join(body) + "\n  tt.return\n}\n"


def unary(size, from_type, to_type, *body):
    """%x in, %y out."""
    return kernel(f"%p: !tt.ptr<{from_type}>, %o: !tt.ptr<{to_type}>", line(size), at("a", "%p", [size], "%r", from_type),
                  load("x", "%a", [size], from_type), *body, at("b", "%o", [size], "%r", to_type),
                  store("%b", "%y", [size], to_type))


# --- runs ---


class Compiled(Exception):
    """The kernel of the case is compiled; nothing is there to compare."""


def compile_only(text, options):
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/k.ttir", "w").write(text)
        done = subprocess.run([COMPILE, f"{folder}/k.ttir", f"--target={TARGET}", "-o", f"{folder}/k.ptx", *options], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        ptxas = shutil.which("ptxas")
        if ptxas:
            chip = TARGET.split(":")[1]
            done = subprocess.run([ptxas, f"-arch={chip}", f"{folder}/k.ptx", "-o", f"{folder}/k.cubin"], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
    raise Compiled


def run(text, inputs, grid="1", extra=(), module=False, fails=None):
    """The arrays among the inputs afterwards; with `fails` the message."""
    if TARGET:
        compile_only(text, [option for option in extra if option.startswith("--num-")])
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/k.ttir"
        open(path, "w").write(text)
        if module:
            target = "cpu" if DEVICE == "cpu" else f"cpu,{DEVICE}"
            subprocess.run([COMPILE, path, f"--target={target}", "-o", f"{folder}/k.tern"], check=True)
            path = f"{folder}/k.tern"
        command = [RUN, path, f"--device={DEVICE}", *([f"--grid={grid}"] if grid else []), *extra]
        for i, value in enumerate(inputs):
            if isinstance(value, np.ndarray):
                np.save(f"{folder}/{i}.npy", value)
                value = f"@{folder}/{i}.npy"
                command.append(f"--output={i}:@{folder}/o{i}.npy")
            command.append(f"--input={value}")
        done = subprocess.run(command, capture_output=True, text=True)
        if fails is not None:
            assert done.returncode == 1 and fails in done.stderr, f"expected '{fails}', got {done.returncode}: {done.stderr}"
            return done.stdout
        assert done.returncode == 0, done.stderr
        results = [np.load(f"{folder}/o{i}.npy") for i, value in enumerate(inputs) if isinstance(value, np.ndarray)]
        return results + [done.stdout]


def near(actual, expected, tolerance=2e-6):
    actual, expected = np.asarray(actual, "f8"), np.asarray(expected, "f8")
    size = np.sqrt(np.mean(np.square(expected[np.isfinite(expected)]))) if np.isfinite(expected).any() else 0
    same = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
    with np.errstate(invalid="ignore"):
        off = ~same & ~(np.abs(actual - expected) <= tolerance * (np.abs(expected) + size))
    assert not off.any(), f"{off.sum()} of {off.size} are off: {actual[off][:3]} instead of {expected[off][:3]}"


def exact(actual, expected):
    assert np.array_equal(actual, expected), f"{actual.ravel()[:8]} instead of {np.asarray(expected).ravel()[:8]}"


def normal(*shape, dtype="f4"):
    return rng.standard_normal(shape).astype(dtype)
