"""Cases of tosa_ops.py: values of every element type, and how a case is written."""
import math

import numpy as np

rng = np.random.default_rng(7)
NUMPY = {"f32": np.float32, "f16": np.float16, "bf16": np.float32, "i1": np.bool_, "i4": np.int8, "i8": np.int8,
         "i16": np.int16, "i32": np.int32, "i48": np.int64, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16,
         "f8E4M3FN": np.float32, "f8E5M2": np.float32}
# Formats of 8 bits: bits of the mantissa, the smallest exponent of a normal number, the largest number.
NARROW = {"f8E4M3FN": (3, -6, 448.0), "f8E5M2": (2, -14, 57344.0)}
CASES = []


# --- text ---

def scalar_text(x, t):
    if t == "i1":
        return "true" if x else "false"
    if t[0] in "iu":
        return str(int(x))
    x = float(x)
    if math.isnan(x) or math.isinf(x):
        bits = {"f32": "0x7FC00000", "f16": "0x7E00", "bf16": "0x7FC0"} if math.isnan(x) else \
            {"f32": "0x7F800000", "f16": "0x7C00", "bf16": "0x7F80"} if x > 0 else \
            {"f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}
        return bits[t]
    text = repr(x)
    return text if "e" not in text or "." in text else text.replace("e", ".0e")


def list_text(a, t):
    if a.ndim == 0:
        return scalar_text(a[()], t)
    return "[" + ", ".join(list_text(x, t) for x in a) + "]"


def tensor(shape, t):
    return "tensor<" + "".join(f"{d}x" for d in shape) + t + ">"


def dense(a, t):
    return f"dense<{list_text(a, t)}> : {tensor(a.shape, t)}"


class V:
    """An input: an array and its element type."""

    def __init__(self, a, t):
        self.t = t
        self.a = np.asarray(a).astype(NUMPY[t])
        if t == "bf16":
            self.a = to_bf16(self.a)
        if t in NARROW:
            self.a = to_narrow(self.a, t)

    @property
    def type(self):
        return tensor(self.a.shape, self.t)

    @property
    def open_type(self):
        return tensor(["?"] * self.a.ndim, self.t)


class S:
    """A shape operand."""

    def __init__(self, *dims):
        self.dims = dims

    @property
    def type(self):
        return f"!tosa.shape<{len(self.dims)}>"


class C(V):
    """An input that is a tosa.const."""

    @property
    def open_type(self):
        return self.type


def to_bf16(a):
    a = np.asarray(a, np.float32)
    bits = np.atleast_1d(a).view(np.uint32).astype(np.int64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    out = rounded.astype(np.uint32).view(np.float32).reshape(a.shape)
    return np.where(np.isnan(a), np.float32(np.nan), out).astype(np.float32)


def to_narrow(a, t):
    mantissa, smallest, largest = NARROW[t]
    a = np.asarray(a, np.float64)
    exponent = np.maximum(np.floor(np.log2(np.maximum(np.abs(a), 1e-30))), smallest)
    step = 2.0 ** (exponent - mantissa)
    return np.clip(np.rint(a / step) * step, -largest, largest).astype(np.float32)


def round_to(a, t):
    if t in NARROW:
        return to_narrow(a, t)
    if t == "bf16":
        return to_bf16(np.asarray(a, np.float32))
    return np.asarray(a).astype(NUMPY[t])


def case(name, op, inputs, expected, attrs="", tol=None, is_open=False):
    """`expected`: list of (array, type). `is_open`: no size is known when the program is compiled."""
    if not isinstance(expected, list):
        expected = [expected]
    lines, names = [], []
    for i, v in enumerate(inputs):
        names.append(f"%x{i}")
        if isinstance(v, S):
            dims = f"[{', '.join(map(str, v.dims))}]" if v.dims else "[]"
            lines.append(f"%x{i} = tosa.const_shape {{values = dense<{dims}> : tensor<{len(v.dims)}xindex>}} : () -> {v.type}")
        elif isinstance(v, C):
            lines.append(f'%x{i} = "tosa.const"() <{{values = {dense(v.a, v.t)}}}> : () -> {v.type}')
        else:
            known = "k" if is_open else "x"
            lines.append(f"%{known}{i} = util.unfoldable_constant {dense(v.a, v.t)}")
            if is_open:
                lines.append(f"%x{i} = tensor.cast %k{i} : {v.type} to {v.open_type}")
    outs = [V(a, t) for a, t in expected]
    results = ", ".join(f"%{'o' if is_open else 'r'}{i}" for i in range(len(outs)))
    types = ", ".join(v.open_type if is_open and not isinstance(v, S) else v.type for v in inputs)
    out_types = ", ".join(v.open_type if is_open else v.type for v in outs)
    if len(outs) != 1:
        out_types = f"({out_types})"
    attrs = f" {{{attrs}}}" if attrs else ""
    lines.append(f"{results} = tosa.{op} {', '.join(names)}{attrs} : ({types}) -> {out_types}")
    if is_open:
        lines += [f"%r{i} = tensor.cast %o{i} : {v.open_type} to {v.type}" for i, v in enumerate(outs)]
    add_case(name, lines, outs, tol)


def add_case(name, lines, outs, tol=None):
    for i, v in enumerate(outs):
        is_float = v.t in ("f32", "f16", "bf16") or v.t in NARROW
        if is_float and not np.isnan(v.a.astype(np.float32)).any():
            bound = tol or {"f32": 1e-4, "f16": 5e-3, "bf16": 4e-2}.get(v.t, 1e-6)
            lines.append(f"check.expect_almost_eq_const(%r{i}, {dense(v.a, v.t)}, atol {bound:e}, rtol {bound:e}) : {v.type}")
        elif is_float:
            # NaN equals nothing: its places and the rest are checked apart.
            nan = np.isnan(v.a.astype(np.float32))
            shape = tensor(v.a.shape, "i1")
            lines.append(f"%n{i} = tosa.equal %r{i}, %r{i} : ({v.type}, {v.type}) -> {shape}")
            lines.append(f"check.expect_eq_const(%n{i}, {dense(~nan, 'i1')}) : {shape}")
            zero = np.zeros(v.a.shape)
            lines.append(f'%z{i} = "tosa.const"() <{{values = {dense(V(zero, v.t).a, v.t)}}}> : () -> {v.type}')
            lines.append(f"%s{i} = tosa.select %n{i}, %r{i}, %z{i} : ({shape}, {v.type}, {v.type}) -> {v.type}")
            clean = V(np.where(nan, 0, v.a), v.t)
            lines.append(f"check.expect_almost_eq_const(%s{i}, {dense(clean.a, v.t)}, atol 1.0e-03, rtol 1.0e-03) : {v.type}")
        else:
            lines.append(f"check.expect_eq_const(%r{i}, {dense(v.a, v.t)}) : {v.type}")
    body = "\n  ".join(lines)
    CASES.append((name, "func.func @%s() {\n  %s\n  return\n}\n" % (name.replace("-", "_").replace(".", "_"), body)))


# --- numbers ---

def limits(t):
    w = int(t.lstrip("ui"))
    return (0, (1 << w) - 1) if t[0] == "u" else (-(1 << (w - 1)), (1 << (w - 1)) - 1)


def some(shape, t, low=None, high=None):
    if t == "i1":
        return V(rng.integers(0, 2, shape), t)
    if t[0] in "iu":
        lo, hi = limits(t)
        return V(rng.integers(lo if low is None else low, (hi if high is None else high) + 1, shape), t)
    return V(rng.uniform(-4 if low is None else low, 4 if high is None else high, shape), t)


def wrap(a, t):
    w = int(t[1:])
    a = np.asarray(a, object) & ((1 << w) - 1)
    return np.vectorize(lambda x: x - (1 << w) if x >> (w - 1) else x, otypes=[object])(a).astype(NUMPY[t])


def ints(a):
    return a.astype(object)


FLOATS = ["f32", "f16", "bf16"]
INTS = ["i8", "i16", "i32"]
zero_f = {t: C([0], t) for t in FLOATS}


def f32(v):
    return v.a.astype(np.float32)
