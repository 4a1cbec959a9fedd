"""Errors of tern's versions of libdevice's functions on NVIDIA's GPUs, in units in the last place of f32.

usage: libdevice.py [NAME...]

Evaluates the texts of src/convert/triton/to_llvm/libdevice_nvvm.def step by step in f32, on many numbers of each exponent, and compares
with NumPy in f64. Instructions that the processor computes approximately are evaluated three times: right, and off by what NVIDIA
documents to either side. `allowed` is what CUDA's manual says of libdevice, which
compares with what is right and rounded: that is half a unit more.
"""

import math
import os
import re
import subprocess
import sys

import numpy as np

ROOT = os.path.abspath(f"{os.path.dirname(__file__)}/../../..")
TABLE = f"{ROOT}/src/convert/triton/to_llvm/libdevice_nvvm.def"
erf = np.vectorize(math.erf)


def read_table():
    """{name: text}; the C preprocessor joins the strings."""
    code = '#define FUNCTION(...) row(__VA_ARGS__)\n#include "%s"\n' % TABLE
    text = subprocess.run(["cc", "-E", "-P", "-"], input=code, capture_output=True, text=True, check=True).stdout
    rows = re.findall(r'row\(((?:\s*"[^"]*"\s*,?)+)\)', text)
    return {strings[0]: "".join(strings[1:]) for strings in (re.findall(r'"([^"]*)"', row) for row in rows)}


# --- the language ---

f32, i32, f64 = np.float32, np.int32, np.float64


def flush(x):
    return np.where(np.abs(x) < f32(2.0**-126), np.copysign(f32(0), x), x)


def approximate(function, error):
    """An instruction that flushes subnormal numbers, and is off by up to 2^error of its result."""
    return lambda sign, *args: flush((function(*(flush(x).astype(f64) for x in args)) * (1 + sign * 2.0**error)).astype(f32))


def exact(function):
    return lambda sign, *args: function(*(x.astype(f64) for x in args)).astype(f32)


def fuse(x, y, z):
    # The sum is rounded twice, which shows in one of 2^29 cases.
    return (x.astype(f64) * y.astype(f64) + z.astype(f64)).astype(f32)


OPS = {
    "add": lambda s, x, y: x + y, "sub": lambda s, x, y: x - y, "mul": lambda s, x, y: x * y, "neg": lambda s, x: -x,
    "abs": lambda s, x: np.abs(x), "fma": lambda s, x, y, z: fuse(x, y, z), "min": lambda s, x, y: np.fmin(x, y),
    "max": lambda s, x, y: np.fmax(x, y), "copysign": lambda s, x, y: np.copysign(x, y), "rint": lambda s, x: np.rint(x),
    "lt": lambda s, x, y: x < y, "gt": lambda s, x, y: x > y, "ge": lambda s, x, y: x >= y, "eq": lambda s, x, y: x == y,
    "uno": lambda s, x, y: np.isnan(x) | np.isnan(y), "select": lambda s, c, x, y: np.where(c, x, y),
    "bits": lambda s, x: x.view(i32), "float": lambda s, x: x.astype(i32).view(f32), "fromint": lambda s, x: x.astype(f32),
    "toint": lambda s, x: np.trunc(np.nan_to_num(x)).astype(i32), "iadd": lambda s, x, y: x + y, "isub": lambda s, x, y: x - y,
    "iand": lambda s, x, y: x & y, "ishl": lambda s, x, y: x << y, "ishr": lambda s, x, y: x >> y,
    "ilt": lambda s, x, y: x < y, "iuge": lambda s, x, y: x.view(np.uint32) >= y.view(np.uint32),
    "ex2": approximate(np.exp2, -22.5), "lg2": approximate(np.log2, -22), "rcp": approximate(np.reciprocal, -23),
    "rsqrt": approximate(lambda x: 1 / np.sqrt(x), -22.4), "sqrt": approximate(np.sqrt, -23), "sin": approximate(np.sin, -20),
    "cos": approximate(np.cos, -20), "tanh": approximate(np.tanh, -11), "div": approximate(np.divide, -22),
    "sqrt.rn": exact(np.sqrt), "div.rn": exact(np.divide), "rcp.rn": exact(np.reciprocal), "div.rz": exact(np.divide),
}


def literal(word, op):
    if op[0] == "i":
        return np.array([int(word, 0) & 0xFFFFFFFF], np.uint32).view(i32)
    return np.array([float.fromhex(word) if "0x" in word else float(word)], f32)


def evaluate(text, arguments, sign):
    values = dict(zip(("x", "y"), arguments))
    for step in text.split(";"):
        name, _, call = step.rpartition("=")
        op, *words = call.split()
        result = OPS[op](sign, *(values[word] if word in values else literal(word, op) for word in words))
        values[name.strip()] = np.broadcast_to(result, arguments[0].shape).copy()
    return values[""]


# --- the numbers ---


def floats(least, most, count=4096, random=np.random.default_rng(1)):
    """As many of each exponent, of both signs, and what is special."""
    parts = [np.ldexp(1 + random.random(count), e) for e in range(least, most + 1)]
    positive = np.concatenate(parts).astype(f32)
    special = np.array([0, 1, 0.5, 2, 0.75, 1.5, 2.0**-126, 2.0**-140, np.inf], f32)
    return np.concatenate([positive, -positive, special, -special, np.array([np.nan], f32), 1 + floats_near_one(random)])


def floats_near_one(random):
    return (random.standard_normal(4096) * np.ldexp(1.0, -random.integers(1, 24, 4096))).astype(f32)


def pairs():
    random = np.random.default_rng(2)
    x = np.exp2(random.uniform(-126, 127, 200000)).astype(f32)
    y = (random.uniform(-127, 127, 200000) / np.log2(x)).astype(f32)
    near = (1 + floats_near_one(random)).astype(f32)
    steep = (random.uniform(-127, 127, near.size) / np.log2(near.astype(f64) + 1e-9)).astype(f32)
    ends = np.array([0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, np.inf, -np.inf, np.nan, 2.5, -2.5, 1e30, -1e30, 7], f32)
    a, b = (part.ravel() for part in np.meshgrid(ends, ends))
    whole = np.round(random.uniform(-20, 20, 4096)).astype(f32)
    return [np.concatenate(parts) for parts in ((x, near, a, -np.exp2(random.uniform(-5, 5, 4096)).astype(f32)), (y, steep, b, whole))]


def whole_powers():
    x, y = pairs()
    return [x, np.clip(np.nan_to_num(np.round(y)), -1000, 1000).astype(i32)]


def power(x, y):
    return np.power(x, y.astype(f64))


everything, small = (lambda: [floats(-149, 127)]), (lambda: [floats(-40, 6)])
# name: (arguments, what is right, units in the last place)
CASES = {
    "__nv_logf": (everything, np.log, 1), "__nv_log2f": (everything, np.log2, 1), "__nv_log10f": (everything, np.log10, 2),
    "__nv_log1pf": (everything, np.log1p, 1), "__nv_erff": (small, erf, 2), "__nv_tanhf": (small, np.tanh, 2),
    "__nv_powf": (pairs, power, 4), "__nv_powif": (whole_powers, power, 4),
}


def errors(got, right):
    """In units in the last place; results below the normal numbers may be zero, and what is special has to be the same."""
    rounded = right.astype(f32)
    unit = np.spacing(np.abs(np.where(np.isfinite(rounded), rounded, 1)), dtype=f32).astype(f64)
    is_same = (got == rounded) | (np.isnan(got) & np.isnan(rounded)) | ((np.abs(right) < 2.0**-125) & (np.abs(got) < 2.0**-125))
    is_same |= np.isinf(rounded) & (np.abs(got) > 3.4e38) & (np.sign(got) == np.sign(rounded)) & np.isfinite(right)
    with np.errstate(all="ignore"):
        off = np.where(is_same, 0, np.abs(got.astype(f64) - right) / unit)
    return np.where(np.isnan(off), np.inf, off)


def main():
    table, is_right = read_table(), True
    for name, (make, function, allowed) in CASES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        with np.errstate(all="ignore"):
            arguments = make()
            right = function(*(x.astype(f64) for x in arguments))
            worst, at = 0, 0
            for sign in (-1, 0, 1):
                off = errors(evaluate(table[name], arguments, sign), right)
                if off.max() > worst:
                    worst, at = off.max(), int(off.argmax())
        passed = worst <= allowed + 0.5
        is_right &= passed
        print(f"{'ok' if passed else 'WRONG'}: {name} is off by {worst:.2f}, allowed {allowed}, at {[x[at] for x in arguments]}")
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
