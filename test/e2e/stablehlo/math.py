"""Cases of stablehlo_ops.py: the accuracy of mathematical functions over the whole range of a type.

References are computed in a wider type: float64 for f32 and narrower ones, the 80 bits of x86's long double for f64.
"""

import numpy as np
from program import NARROW_FLOATS, NUMPY_TYPES, Case, Value

RNG = np.random.default_rng(5)
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan]


def logistic(x):
    return np.where(x >= 0, 1 / (1 + np.exp(-np.abs(x))), np.exp(-np.abs(x)) / (1 + np.exp(-np.abs(x))))


UNARY = {  # name: (reference, units in the last place)
    "exponential": (np.exp, 2), "exponential_minus_one": (np.expm1, 2), "log": (np.log, 2), "log_plus_one": (np.log1p, 2),
    "logistic": (logistic, 3), "tanh": (np.tanh, 3), "sine": (np.sin, 2), "cosine": (np.cos, 2), "tan": (np.tan, 3),
    "sqrt": (np.sqrt, 1), "rsqrt": (lambda x: 1 / np.sqrt(x), 2), "cbrt": (np.cbrt, 2),
}
BINARY = {"power": (np.power, 3), "atan2": (np.arctan2, 3)}
LIMITS = {"f16": (-14, 16), "bf16": (-126, 128), "f32": (-126, 128), "f64": (-1022, 1024)}


def samples(element, count=260, denormals=True):
    """Numbers of both signs, spread evenly over the exponents, and over those where functions bend."""
    low, high = LIMITS[element]
    spread = 2.0 ** RNG.uniform(low, high - 0.01, count)
    bend = 2.0 ** RNG.uniform(max(low, -12), min(high - 1, 8), count * 2)
    near_one = 1 + RNG.normal(size=count) * 10.0 ** RNG.uniform(-6, -0.5, count)
    values = np.concatenate([spread, bend, near_one, np.arange(1, 40) * np.pi / 4, [1, 2, 3, 0.5, 88.7, 88.8, 104, 127, 709.7, 745.2]])
    signed = np.where(RNG.integers(0, 2, values.size) == 1, values, -values)
    small = 2.0 ** RNG.uniform(low - 8, low, 20) if denormals else []
    with np.errstate(all="ignore"):
        return Value(np.concatenate([signed, small, SPECIAL]), element)


def wide(value):
    return value.array.astype(np.longdouble if value.element == "f64" else np.float64)


def rounded(values, element):
    if element in NARROW_FLOATS:
        return Value(values.astype(np.float64), element)
    return Value(values.astype(NUMPY_TYPES[element]), element)


def all_cases():
    import program

    # Lavapipe, as many GPUs, takes denormals for zeros and has its own precision of sin, cos and exp.
    is_graphics = program.DEVICE == "vulkan"
    for element in LIMITS:
        for op, (reference, ulps) in UNARY.items():
            x = samples(element, denormals=not is_graphics)
            if op == "logistic":  # 1 / (1 + exp(-x)) is 0 where the power overflows
                x = Value(np.where(np.isfinite(x.array), np.maximum(x.array, -np.log(2.0) * (LIMITS[element][1] - 3)), x.array), element)
            with np.errstate(all="ignore"):
                value = rounded(reference(wide(x)), element)
            yield Case(f"{op} {element}", f"%r = stablehlo.{op} %a0 : {x.type}", [x], [value], ulps=ulps)
        for op, (reference, ulps) in BINARY.items():
            x, y = samples(element, denormals=False), samples(element, denormals=False)
            pairs = [(p, q) for p in SPECIAL + [1, -1, 2, -2, 0.5, -3] for q in SPECIAL + [1, -1, 2, -2, 0.5, -3]]
            x = Value(np.concatenate([x.array, [p for p, _ in pairs], np.abs(RNG.normal(1, 0.1, 200))]), element)
            y = Value(np.concatenate([y.array, [q for _, q in pairs], RNG.normal(0, 60, 200)]), element)
            with np.errstate(all="ignore"):
                value = rounded(reference(wide(x), wide(y)), element)
            yield Case(f"{op} {element}", f"%r = stablehlo.{op} %a0, %a1 : {x.type}", [x, y], [value], ulps=ulps)
