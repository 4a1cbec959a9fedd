"""Every element-wise HLO op over every element type it is defined for, against NumPy in float64."""

import numpy as np
from dispatch import FLOATS, INTS, RNG, Array, compare, dispatch_text, main, run, tensor_type

SHAPE = (5, 19)


def sample(element, kind="any"):
    if element == "i1":
        return Array(RNG.integers(0, 2, SHAPE), "i1")
    if element in INTS:
        info = np.iinfo(getattr(np, "int" + element[1:]))
        values = RNG.integers(info.min, info.max, SHAPE, endpoint=True)
        values.flat[:8] = [0, 1, -1, info.min, info.max, 2, 3, -2]
        if kind == "shift":
            values = RNG.integers(-2, int(element[1:]) + 3, SHAPE)
        if kind == "exponent":
            values = RNG.integers(-3, 9, SHAPE)
        return Array(values, element)
    values = RNG.normal(0, 2, SHAPE)
    if kind == "positive":
        values = np.abs(values) + 0.01
    if kind == "unit":
        values = np.tanh(values) * 0.99
    if kind in ("any", "special"):
        values.flat[:6] = [0.0, -0.0, 1.0, -1.0, 0.5, -1.5]
    if kind == "special":
        values.flat[6:9] = [np.inf, -np.inf, np.nan]
    return Array(values, element)


def erf(x):
    from math import erf as one
    return np.vectorize(one)(x)


def round_afz(x):
    return np.sign(x) * np.floor(np.abs(x) + 0.5)


def popcount(x, bits):
    return np.vectorize(lambda v: bin(int(v) & ((1 << bits) - 1)).count("1"))(x)


def clz(x, bits):
    return np.vectorize(lambda v: bits - (int(v) & ((1 << bits) - 1)).bit_length())(x)


UNARY = {  # name: (kind of input, reference, classes, roundings)
    "abs": ("special", np.abs, "fi", 1), "negate": ("special", np.negative, "fi", 1),
    "cbrt": ("any", np.cbrt, "f", 8), "ceil": ("special", np.ceil, "f", 1), "floor": ("special", np.floor, "f", 1),
    "cosine": ("any", np.cos, "f", 8), "sine": ("any", np.sin, "f", 8), "tan": ("any", np.tan, "f", 16),
    "tanh": ("special", np.tanh, "f", 8), "exponential": ("special", np.exp, "f", 8),
    "exponential_minus_one": ("special", np.expm1, "f", 8), "log": ("positive", np.log, "f", 8),
    "log_plus_one": ("positive", np.log1p, "f", 8), "logistic": ("special", lambda x: 1 / (1 + np.exp(-x)), "f", 8),
    "rsqrt": ("positive", lambda x: 1 / np.sqrt(x), "f", 8), "sqrt": ("positive", np.sqrt, "f", 4),
    "sign": ("special", np.sign, "fi", 1), "round_nearest_afz": ("any", round_afz, "f", 1),
    "round_nearest_even": ("any", np.rint, "f", 1), "is_finite": ("special", np.isfinite, "f", 0),
    "not": ("any", np.invert, "ib", 0), "copy": ("special", lambda x: x, "fib", 1), "erf": ("any", erf, "f", 8),
}
BINARY = {
    "add": ("any", "any", np.add, "fib", 2), "subtract": ("any", "any", np.subtract, "fi", 2),
    "multiply": ("any", "any", np.multiply, "fib", 2), "divide": ("any", "positive", np.divide, "f", 2),
    "maximum": ("special", "any", np.maximum, "fib", 1), "minimum": ("special", "any", np.minimum, "fib", 1),
    "power": ("positive", "any", np.power, "f", 16), "remainder": ("any", "positive", np.fmod, "f", 2),
    "atan2": ("any", "any", np.arctan2, "f", 8), "and": ("any", "any", np.bitwise_and, "ib", 0),
    "or": ("any", "any", np.bitwise_or, "ib", 0), "xor": ("any", "any", np.bitwise_xor, "ib", 0),
}


def classes(text):
    return [e for c in text for e in {"f": FLOATS, "i": INTS, "b": ("i1",)}[c]]


def run_op(op, inputs, out_element, reference, scale, attributes=""):
    types = ", ".join(a.type for a in inputs)
    operands = ", ".join(f"%in{i}" for i in range(len(inputs)))
    out_type = tensor_type(SHAPE, out_element)
    body = f'%out0 = "mhlo.{op}"({operands}) {attributes} : ({types}) -> {out_type}'
    (actual,) = run(dispatch_text([a.type for a in inputs], [out_type], body), inputs, [out_element])
    wide = [a.values.astype(np.float64) if a.element in FLOATS else a.values for a in inputs]
    with np.errstate(all="ignore"):
        return compare(actual, reference(*wide), out_element, scale)


def truncated_divide(a, b, element):
    bits = int(element[1:])
    def one(x, y):
        x, y = int(x), int(y)
        if y == 0:
            return -1
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        return (quotient + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
    return np.vectorize(one, otypes=[np.int64])(a, b)


def truncated_remainder(a, b):
    return np.vectorize(lambda x, y: int(x) if y == 0 else abs(int(x)) % abs(int(y)) * (-1 if x < 0 else 1),
                        otypes=[np.int64])(a, b)


def integer_power(a, b, bits):
    def one(x, y):
        x, y = int(x), int(y)
        if y < 0:
            value = 1 if x == 1 else (1 if y % 2 == 0 else -1) if x == -1 else 0
        else:
            value = x**y
        return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
    return np.vectorize(one, otypes=[np.int64])(a, b)


def shift(kind, bits):
    def one(x, s):
        x, s = int(x), int(s)
        inside = 0 <= s < bits
        if kind == "left":
            value = (x << s) if inside else 0
        elif kind == "logical":
            value = (x & ((1 << bits) - 1)) >> s if inside else 0
        else:
            value = x >> (s if inside else bits - 1)
        return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
    return np.vectorize(one, otypes=[np.int64])


def unary_cases():
    for op, (kind, reference, which, scale) in UNARY.items():
        for element in classes(which):
            out = "i1" if op == "is_finite" else element
            yield f"{op}-{element}", lambda op=op, e=element, o=out, r=reference, s=scale, k=kind: \
                run_op(op, [sample(e, k)], o, r, s)
    for element in INTS:
        bits = int(element[1:])
        yield f"popcnt-{element}", lambda e=element, b=bits: run_op("popcnt", [sample(e)], e, lambda x: popcount(x, b), 0)
        yield f"count_leading_zeros-{element}", lambda e=element, b=bits: \
            run_op("count_leading_zeros", [sample(e)], e, lambda x: clz(x, b), 0)


def binary_cases():
    for op, (first, second, reference, which, scale) in BINARY.items():
        for element in classes(which):
            ref = reference
            if element == "i1":
                ref = {"add": np.logical_or, "multiply": np.logical_and}.get(op, reference)
            yield f"{op}-{element}", lambda op=op, e=element, r=ref, s=scale, a=first, b=second: \
                run_op(op, [sample(e, a), sample(e, b)], e, r, s)
    for e in INTS:
        bits = int(e[1:])
        pair = lambda e=e, k="any": [sample(e), sample(e, k)]
        yield f"divide-{e}", lambda e=e, p=pair: run_op("divide", p(), e, lambda a, b: truncated_divide(a, b, e), 0)
        yield f"remainder-{e}", lambda e=e, p=pair: run_op("remainder", p(), e, truncated_remainder, 0)
        yield f"power-{e}", lambda e=e, b=bits, p=pair: \
            run_op("power", p(k="exponent"), e, lambda x, y: integer_power(x, y, b), 0)
        for kind, op in (("left", "shift_left"), ("arithmetic", "shift_right_arithmetic"), ("logical", "shift_right_logical")):
            yield f"{op}-{e}", lambda e=e, o=op, k=kind, b=bits, p=pair: run_op(o, p(k="shift"), e, shift(k, b), 0)


def compare_cases():
    operators = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater,
                 "GE": np.greater_equal}
    for element in (*FLOATS, *INTS, "i1"):
        for direction, reference in operators.items():
            attributes = f"{{comparison_direction = #mhlo<comparison_direction {direction}>}}"
            yield f"compare-{direction}-{element}", lambda e=element, r=reference, t=attributes: \
                run_op("compare", [sample(e, "special"), sample(e)], "i1", r, 0, t)


def convert_cases():
    everything = (*FLOATS, *INTS, "i1")

    def reference(target):
        def convert(x):
            if target == "i1":
                return x != 0
            if target in INTS:
                if x.dtype.kind != "f":
                    return x.astype(np.int64).astype(getattr(np, "int" + target[1:]))
                info = np.iinfo(getattr(np, "int" + target[1:]))
                return np.array([0 if np.isnan(v) else info.min if v <= info.min else info.max if v >= info.max else int(v)
                                 for v in x.flat], dtype=object).reshape(x.shape).astype(np.int64)
            return x.astype(np.float64)
        return convert

    for source in everything:
        for target in everything:
            if source != target:
                yield f"convert-{source}-{target}", lambda s=source, t=target: \
                    run_op("convert", [sample(s, "special")], t, reference(t), 1)


def other_cases():
    for element in (*FLOATS, *INTS, "i1"):
        yield f"select-{element}", lambda e=element: \
            run_op("select", [sample("i1"), sample(e), sample(e)], e, lambda p, a, b: np.where(p, a, b), 1)
    for element in (*FLOATS, *INTS):
        def clamp(e=element):
            low, high = Array(-1, e), Array(1, e)
            return run_op("clamp", [low, sample(e), high], e, lambda lo, x, hi: np.minimum(np.maximum(x, lo), hi), 1)
        yield f"clamp-{element}", clamp

    def reduce_precision():
        values = sample("f32", "special")
        expected = values.values.astype(np.float32)
        bits = expected.view(np.uint32).astype(np.uint64)
        rounded = (((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(np.uint32)).view(np.float32)
        rounded = np.where(np.isnan(expected), expected, rounded)
        return run_op("reduce_precision", [values], "f32", lambda x: rounded, 0.001,
                      "{exponent_bits = 8 : i32, mantissa_bits = 7 : i32}")
    yield "reduce_precision-f32", reduce_precision


if __name__ == "__main__":
    main([*unary_cases(), *binary_cases(), *compare_cases(), *convert_cases(), *other_cases()])
