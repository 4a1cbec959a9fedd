#!/usr/bin/env python3
"""Numbers through the expansions of math ops and of narrow floats, folded by tern-opt and compared with NumPy.

A function without arguments gives constants to the op under test; the pass makes arithmetic of it, and --canonicalize
evaluates that. So no processor and no driver is between the expansion and its result. Narrow floats are tested as whole
tensors; comparisons of floats are folded for scalars only, so that functions get a copy of the expansion for each number.
"""

import math
import os
import re
import struct
import subprocess
import sys

import numpy as np

TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")


def fold(element, values, body, result_element, passes):
    """Evaluates `body` (from %x to %r) on a constant tensor of the integers `values`, bits of `element`."""
    width = values.dtype.itemsize * 8
    text = "0x" + values.tobytes().hex().upper()
    source = f"""func.func @f() -> tensor<{values.size}xi{RESULT_BITS[result_element]}> {{
  %bits = arith.constant dense<"{text}"> : tensor<{values.size}xi{width}>
  %x = arith.bitcast %bits : tensor<{values.size}xi{width}> to tensor<{values.size}x{element}>
  {body.replace("TENSOR", f"tensor<{values.size}x").replace("END", ">")}
  %out = arith.bitcast %r : tensor<{values.size}x{result_element}> to tensor<{values.size}xi{RESULT_BITS[result_element]}>
  return %out : tensor<{values.size}xi{RESULT_BITS[result_element]}>
}}
"""
    run = subprocess.run([TERN_OPT, *passes, "--canonicalize", "-"], input=source, capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        raise RuntimeError(run.stderr)
    match = re.search(r'dense<"0x([0-9A-F]+)">', run.stdout)
    if not match:
        raise RuntimeError("nothing was folded:\n" + run.stdout[:2000])
    return np.frombuffer(bytes.fromhex(match.group(1)), f"u{RESULT_BITS[result_element] // 8}")


RESULT_BITS = {"f32": 32, "f64": 64, "f16": 16, "bf16": 16}
NARROW = ["--convert-narrow-floats-to-integers=source-types=bf16,f16"]


def round_bf16(bits):
    """bf16 of f32, both as bits; ties to even."""
    bits = bits.astype(np.uint64)
    is_nan = (bits & 0x7FFFFFFF) > 0x7F800000
    return np.where(is_nan, (bits >> 16) | 0x40, (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def check_decode(element):
    """All 65536 numbers of a format, to f32."""
    bits = np.arange(65536, dtype=np.uint16)
    actual = fold(element, bits, f"%r = arith.extf %x : TENSOR{element}END to TENSORf32END", "f32", NARROW)
    if element == "bf16":
        expected = bits.astype(np.uint32) << 16
    else:
        expected = bits.view(np.float16).astype(np.float32).view(np.uint32)
    a, e = actual.view(np.float32), expected.view(np.float32)
    wrong = (actual != expected) & ~(np.isnan(a) & np.isnan(e))
    return None if not wrong.any() else f"{wrong.sum()} wrong, first {bits[wrong][0]:#x}: {actual[wrong][0]:#x}"


def check_encode(element):
    """All numbers of a format, the middles between them, and their neighbours in f32."""
    codes = np.arange(65536, dtype=np.uint16)
    wide = (codes.astype(np.uint32) << 16) if element == "bf16" else codes.view(np.float16).astype(np.float32).view(np.uint32)
    shift = 16 if element == "bf16" else 13
    middles = wide + np.uint32(1 << (shift - 1))
    rng = np.random.default_rng(1)
    others = rng.integers(0, 2**32, 100000, dtype=np.uint64).astype(np.uint32)
    small = (rng.random(50000) * 2.0**-13).astype(np.float32).view(np.uint32)
    bits = np.concatenate([wide, middles, middles - 1, middles + 1, others, small]).astype(np.uint32)
    actual = fold("f32", bits, f"%r = arith.truncf %x : TENSORf32END to TENSOR{element}END", element, NARROW)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = round_bf16(bits) if element == "bf16" else bits.view(np.float32).astype(np.float16).view(np.uint16)
    special = 0x7F80 if element == "bf16" else 0x7C00
    both_nan = ((actual & 0x7FFF) > special) & ((expected & 0x7FFF) > special)
    wrong = (actual != expected) & ~both_nan
    return None if not wrong.any() else f"{wrong.sum()} wrong, first {bits[wrong][0]:#x}: {actual[wrong][0]:#x}, expected {expected[wrong][0]:#x}"


def vectorized(function):
    return np.vectorize(function, otypes=[np.float64])


SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 1e-40, -1e-40, 1e-30, 3e38, -3e38, np.inf, -np.inf, np.nan, 88.7, 89.0,
           -103.9, -87.5, 1e10, 1e22, 5000.0, 33.0, 128.0, -149.5, 0.9999999, 1.0000001]
# name: reference in f64, units in the last place that are allowed
FUNCTIONS = {
    "exp": (np.exp, 2), "exp2": (np.exp2, 2), "expm1": (np.expm1, 3), "log": (np.log, 2), "log1p": (np.log1p, 2),
    "log2": (np.log2, 3), "log10": (np.log10, 3), "sin": (np.sin, 4), "cos": (np.cos, 4), "tan": (np.tan, 5),
    "asin": (np.arcsin, 3), "acos": (np.arccos, 3), "atan": (np.arctan, 3), "sinh": (np.sinh, 3), "cosh": (np.cosh, 3),
    "tanh": (np.tanh, 2), "asinh": (np.arcsinh, 3), "acosh": (np.arccosh, 3), "atanh": (np.arctanh, 3),
    "erf": (vectorized(math.erf), 3), "erfc": (vectorized(math.erfc), 5), "cbrt": (np.cbrt, 2),
}


def compare_units(actual, expected, limit):
    """None if the f32 numbers are within `limit` units of the last place of the f64 ones."""
    with np.errstate(all="ignore"):
        rounded = expected.astype(np.float32)
        finite = np.isfinite(rounded) & np.isfinite(actual)
        unit = np.maximum(np.spacing(np.abs(rounded)).astype(np.float64), 2.0**-149)
        near = np.abs(actual.astype(np.float64) - expected) <= limit * unit
        right = np.where(finite, near, (actual == rounded) | (np.isnan(actual) & np.isnan(rounded)))
    if right.all():
        return None
    place = np.argmin(right)
    return f"{(~right).sum()} wrong, first at {place}: {actual[place]} instead of {expected[place]}"


def sample(count, seed):
    rng = np.random.default_rng(seed)
    anything = rng.integers(0, 2**32, count, dtype=np.uint64).astype(np.uint32).view(np.float32)
    usual = np.concatenate([rng.standard_normal(count) * s for s in (0.1, 1, 10, 60)]).astype(np.float32)
    return np.concatenate([np.array(SPECIAL, np.float32), anything, usual]).astype(np.float32)


# A product of two f32 is exact in f64.
NATIVE = {
    "math.fma": lambda x, y, z: np.float32(np.float64(x) * np.float64(y) + np.float64(z)),
    "math.exp2": lambda x: np.float32(np.exp2(np.float64(x))),
    "arith.mulf": lambda x, y: np.float32(x * y),
    "arith.subf": lambda x, y: np.float32(x - y),
    "arith.negf": lambda x: -x,
    "arith.bitcast": lambda x: x.view(np.uint32 if x.dtype == np.float32 else np.float32),
    "llvm.intr.ldexp": lambda x, n: np.float32(np.ldexp(np.float64(x), int(np.int32(n)))),
    "arith.shli": lambda x, y: np.uint32(int(x) << int(y) & 0xFFFFFFFF),
}


def fold_scalars(name, *operands, options="", attributes=""):
    """math.NAME of numbers, each by itself, as f32."""
    lines, results = [], []
    for i, numbers in enumerate(zip(*(o.view(np.uint32) for o in operands))):
        names = [f"%{chr(97 + j)}{i}" for j in range(len(numbers))]
        lines += [f"  {n} = arith.constant {number:#010x} : f32" for n, number in zip(names, numbers)]
        lines.append(f"  %r{i} = math.{name} {', '.join(names)} {attributes}: f32")
        results.append(f"%r{i}")
    types = ", ".join(["f32"] * len(results))
    source = f"func.func @f() -> ({types}) {{\n" + "\n".join(lines) + f"\n  return {', '.join(results)} : {types}\n}}\n"
    run = subprocess.run([TERN_OPT, f"--math-polynomial-approximation{options}", "--canonicalize", "-"], input=source,
                         capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        raise RuntimeError(run.stderr)
    def number(text):
        if text.startswith("0x"):
            return np.float32(struct.unpack("<f", struct.pack("<I", int(text, 16)))[0])
        return np.float32(text)
    values = {n: number(text) for n, text in re.findall(r"(%\w+) = arith.constant (\S+) : f32", run.stdout)}
    values |= {n: np.uint32(int(text) & 0xFFFFFFFF) for n, text in re.findall(r"(%[\w-]+) = arith.constant (-?\d+) : i32", run.stdout)}
    # What is the target's own is not folded; neither is what uses it.
    lines = re.findall(r"(%\w+) = ([\w.]+)[ (]([^:)]+?)\)?(?: fastmath<\w+>)?(?: \{[\w.]+\})? : \(?[fi]32", run.stdout)
    for result, op, operands in lines:
        if op in NATIVE:
            values[result] = NATIVE[op](*(values[o] for o in operands.split(", ")))
    returned = re.search(r"return (.*) :", run.stdout).group(1).split(", ")
    missing = [r for r in returned if r not in values]
    if missing:
        raise RuntimeError(f"{name}: {len(missing)} results were not folded")
    return np.array([values[r] for r in returned], np.float32)


def check_function(name, options=""):
    reference, limit = FUNCTIONS[name]
    x = sample(60, 2)
    with np.errstate(all="ignore"):
        return compare_units(fold_scalars(name, x, options=options), reference(x.astype(np.float64)), limit)


def check_exp_of_not_positive():
    x = -np.abs(sample(60, 5))
    with np.errstate(all="ignore"):
        expected = np.exp(x.astype(np.float64))
        return compare_units(fold_scalars("exp", x, attributes="{tern.not_positive} "), np.where(expected < 2.0**-126, 0, expected), 2)


def check_binary(name, reference, limit):
    x, y = sample(80, 3), np.roll(sample(80, 4), 7)
    pairs = [(a, b) for a in SPECIAL[:16:2] for b in SPECIAL]
    x = np.concatenate([x, np.abs(x), np.array([a for a, _ in pairs], np.float32)]).astype(np.float32)
    y = np.concatenate([y, y, np.array([b for _, b in pairs], np.float32)]).astype(np.float32)
    with np.errstate(all="ignore"):
        return compare_units(fold_scalars(name, x, y), reference(x.astype(np.float64), y.astype(np.float64)), limit)


def main():
    cases = [(f"decode {e}", lambda e=e: check_decode(e)) for e in ("bf16", "f16")]
    cases += [(f"encode {e}", lambda e=e: check_encode(e)) for e in ("bf16", "f16")]
    cases += [(name, lambda name=name: check_function(name)) for name in FUNCTIONS]
    cases.append(("exp by the target's exp2", lambda: check_function("exp", "=native-exp2")))
    cases += [(f"{name} by the target's ldexp", lambda name=name: check_function(name, "=native-ldexp"))
              for name in ("exp", "exp2")]
    cases.append(("exp of what is not positive", check_exp_of_not_positive))
    cases += [("atan2", lambda: check_binary("atan2", np.arctan2, 3)), ("powf", lambda: check_binary("powf", np.power, 3))]
    failed = 0
    for name, case in cases:
        wrong = case()
        failed += wrong is not None
        print(f"{'FAIL' if wrong else 'ok'} {name}{': ' + wrong if wrong else ''}")
    print(f"{len(cases) - failed} of {len(cases)} passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
