"""Cases of stablehlo_ops.py: sums of narrow floats and the order of additions, systems that are nearly singular, and complex
numbers at zeros, infinities, NaNs and where intermediate results overflow.

References are written here: what IEEE 754 and Annex G of C say, or the same additions one by one.
"""

from fractions import Fraction

import numpy as np
from program import DEVICE, NARROW_FLOATS, NUMPY_TYPES, Case, Value

RNG = np.random.default_rng(17)
IS_EXACT = DEVICE != "vulkan"
INF, NAN = np.inf, np.nan


# --- sums of narrow floats ---

def rounded(value, element):
    if element in NARROW_FLOATS:
        return float(NARROW_FLOATS[element].round(np.array([value]))[0])
    return float(NUMPY_TYPES[element](value))


def chain(values, start, combine, element):
    """A step after the other; each is exact in f32 or nearly so, and then rounded."""
    for value in values:
        start = rounded(np.float32(combine(np.float32(start), np.float32(value))), element)
    return start


def sum_in_windows(values, start, identity, combine, element):
    """More than 32 numbers: first in windows of 32, the rest of the last window at both ends."""
    while len(values) > 32:
        count = -(-len(values) // 32)
        missing = 32 * count - len(values)
        padded = [identity] * (missing // 2) + list(values) + [identity] * (missing - missing // 2)
        values = [chain(padded[32 * i:32 * i + 32], identity, combine, element) for i in range(count)]
    return chain(values, start, combine, element)


def reduce_cases():
    for element in ("bf16", "f16", "f8E5M2", "f8E4M3FN"):
        for op, identity, combine in (("add", 0.0, np.add), ("multiply", 1.0, np.multiply)):
            for shape, dim in (((4, 9), 1), ((3, 100), 1), ((33, 5), 0), ((1100,), 0)):
                values = RNG.normal(size=shape) if op == "add" else 1 + RNG.normal(size=shape) / 8
                x = Value(values, element)
                start = 1.5
                rows = np.moveaxis(x.array, dim, -1)
                result = np.array([sum_in_windows(list(row), start, identity, combine, element)
                                   for row in rows.reshape(-1, shape[dim])]).reshape(rows.shape[:-1])
                out = Value(result, element)
                body = (f"%z = stablehlo.constant dense<{start}> : tensor<{element}>\n  %r = stablehlo.reduce(%a0 init: %z) applies "
                        f"stablehlo.{op} across dimensions = [{dim}] : ({x.type}, tensor<{element}>) -> {out.type}")
                yield Case(f"narrow {op} {element} {shape}", body, [x], [out])
    ones = Value(np.ones(4096), "bf16")
    yield Case("narrow add bf16 does not come to a halt",
               f"%z = stablehlo.constant dense<0.0> : tensor<bf16>\n  %r = stablehlo.reduce(%a0 init: %z) applies stablehlo.add "
               f"across dimensions = [0] : ({ones.type}, tensor<bf16>) -> tensor<bf16>", [ones], [Value(4096.0, "bf16")])


# --- systems ---

def fused(x, y, z):
    """x y + z, rounded once."""
    return np.float32(float(Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))))


def solve_in_groups(a, b):
    """The solution x of a x = b for a lower a in f32: products with groups of four known elements are summed up first."""
    x = np.zeros_like(b)
    for i in range(len(b)):
        first = i - i % 4
        known = np.float32(0)
        for k in range(first):
            known = fused(a[i, k], x[k], known)
        rest = np.float32(b[i] - known)
        for k in range(first, i):
            rest = fused(-a[i, k], x[k], rest)
        quotient = np.float32(rest / a[i, i])
        is_exact = Fraction(float(quotient)) * Fraction(float(a[i, i])) == Fraction(float(rest))
        x[i] = quotient if is_exact else np.float32(rest * np.float32(np.float32(1) / a[i, i]))
    return x


def solve_text(a, b, left=True, lower=True):
    flags = f"left_side = {str(left).lower()}, lower = {str(lower).lower()}, unit_diagonal = false"
    return (f'%r = "stablehlo.triangular_solve"(%a0, %a1) <{{{flags}, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : '
            f"({a.type}, {b.type}) -> {b.type}")


def system_cases():
    a = np.tril(RNG.normal(size=(11, 11)) * 3).astype(np.float32)
    b = RNG.normal(size=(11, 2)).astype(np.float32)
    expected = np.stack([solve_in_groups(a, b[:, i]) for i in range(2)], axis=1)
    if IS_EXACT:  # graphics devices may divide with an error
        yield Case("triangular_solve f32 step by step", solve_text(Value(a), Value(b)), [a, b], [expected])
        tiny = np.diag(np.array([1e-39, 1e-42, 3e38], np.float32))
        yield Case("triangular_solve by numbers without reciprocals", solve_text(Value(tiny), Value(tiny)), [tiny, tiny],
                   [np.eye(3, dtype=np.float32)])
    whole = np.diag(np.array([49.0, 41.0, 3.0], np.float32))
    yield Case("triangular_solve exact quotients", solve_text(Value(whole), Value(whole)), [whole, whole], [np.eye(3, dtype=np.float32)])
    for element in ("bf16", "f16", "f8E5M2", "f8E4M3FN"):
        for left, lower in ((True, True), (False, False)):
            a = Value(RNG.normal(size=(2, 7, 7)) + 3 * np.eye(7), element)
            b = Value(RNG.normal(size=(2, 7, 3) if left else (2, 3, 7)), element)
            wide, right = a.array.astype(np.float64), b.array.astype(np.float64)
            triangle = np.tril(wide) if lower else np.triu(wide)
            exact = (np.linalg.solve(triangle, right) if left else
                     np.swapaxes(np.linalg.solve(np.swapaxes(triangle, -1, -2), np.swapaxes(right, -1, -2)), -1, -2))
            # Computed in f32: no error but that of the last rounding.
            step = {"bf16": 2.0**-8, "f16": 2.0**-11, "f8E5M2": 2.0**-3, "f8E4M3FN": 2.0**-4}[element]
            yield Case(f"triangular_solve {element} {'left' if left else 'right'}", solve_text(a, b, left, lower), [a, b],
                       [Value(exact, element)], relative=2.01 * step)
    for element in ("bf16", "f16"):
        m = RNG.normal(size=(9, 9))
        a = Value(m @ m.T + 2 * np.eye(9), element)
        a = Value(np.tril(a.array) + np.tril(a.array, -1).T, element)
        factor = np.linalg.cholesky(a.array.astype(np.float64))
        yield Case(f"cholesky {element}", f"%r = stablehlo.cholesky %a0, lower = true : {a.type}", [a], [Value(factor, element)],
                   relative=2.01 * {"bf16": 2.0**-8, "f16": 2.0**-11}[element], of_largest=True)


# --- complex numbers ---

def c(re, im=0.0):
    z = np.zeros((), np.complex128)
    z.real, z.imag = re, im
    return z[()]


# op -> pairs of operands and results for numbers of any width. `M` stands for the largest number of the type.
def corners(largest):
    m, root = largest, np.sqrt(largest)
    quarter, diagonal = np.pi / 4, np.sqrt(root) * np.sqrt(root) * np.sqrt((1 + np.sqrt(2)) / 2)
    thin = np.sqrt(root) * np.sqrt(root) * np.sqrt((np.sqrt(2) - 1) / 2)
    log_m, beyond = np.log(m) + np.log(2) / 2, np.floor(np.log(m)) + 1.75
    return {
        "sqrt": [(c(m, m), c(diagonal, thin)), (c(-m, m), c(thin, diagonal)), (c(0, -0.0), c(0, -0.0)), 
                 (c(3, INF), c(INF, INF)), (c(NAN, -INF), c(INF, -INF)), (c(-4, 0), c(0, 2)), (c(-4, -0.0), c(0, -2))],
        "rsqrt": [(c(0, 0), c(INF, NAN)), (c(4, 0), c(0.5, -0.0))],
        "log": [(c(m, m), c(log_m, quarter)), (c(-m, -m), c(log_m, -3 * quarter)), (c(0, 0), c(-INF, 0)), (c(-0.0, -0.0), c(-INF, -np.pi)),
                (c(-INF, 1), c(INF, np.pi))],
        "log_plus_one": [(c(-1, 0), c(-INF, 0)), (c(-1, -0.0), c(-INF, -0.0)), (c(-1, 1 / root), c(-np.log(root), 2 * quarter)),
                         (c(INF, 0), c(INF, 0))],
        "exponential": [(c(beyond, 2.0**-10), c(INF, float(np.exp(np.longdouble(beyond)) * np.sin(np.longdouble(2.0**-10))))), 
                        (c(INF, 0), c(INF, 0)), (c(0, -0.0), c(1, -0.0))],
        "cosine": [(c(0, INF), c(INF, -0.0)), (c(0, -INF), c(INF, 0)), (c(-0.0, 3), c(np.cosh(3.0), 0))],
        "sine": [(c(0, INF), c(0, INF)), (c(-0.0, -INF), c(-0.0, -INF)), (c(0, NAN), c(0, NAN))],
        "tanh": [(c(INF, INF), c(1, 0)), (c(-INF, -INF), c(-1, -0.0)), (c(NAN, 0), c(NAN, 0)), (c(NAN, -0.0), c(NAN, -0.0))],
        "tan": [(c(INF, INF), c(0, 1)), (c(0, NAN), c(0, NAN))],
    }


POWERS = [(c(NAN, 2), c(0, -0.0), c(1, 0)), (c(INF, -1), c(-0.0, 0), c(1, 0)), (c(0, 0), c(0, 0), c(1, 0)), (c(0, -0.0), c(2, 1), c(0, 0)),
          (c(0, 0), c(-1, 0), c(NAN, NAN)), (c(-0.0, 0), c(0, 3), c(NAN, NAN)), (c(0, 0), c(NAN, 1), c(NAN, NAN)),
          (c(INF, 0), c(0.5, 0), c(INF, 0))]


def complex_op(op, element, x, expected, more=(), **allowed):
    inputs = [Value(np.array(x), element), *[Value(np.array(y), element) for y in more]]
    text = ", ".join(f"%a{i}" for i in range(len(inputs)))
    types = ", ".join(a.type for a in inputs)
    return Case(f"corners of complex {op} {element}", f'%r = "stablehlo.{op}"({text}) : ({types}) -> {inputs[0].type}', inputs,
                [Value(np.array(expected), element)], **allowed)


def complex_cases():
    for element, part, eps in (("complex<f32>", np.float32, 2.0**-23), ("complex<f64>", np.float64, 2.0**-52)):
        with np.errstate(all="ignore"):
            table = corners(float(np.finfo(part).max))
        for op, pairs in table.items():
            yield complex_op(op, element, [x for x, _ in pairs], [y for _, y in pairs], relative=16 * eps)
        x, y, z = zip(*POWERS)
        yield complex_op("power", element, x, z, [y], relative=16 * eps)
        # A power of a large number has the digits of the real power, not those of an exponential of a large number.
        sizes = np.linspace(1, 30, 40)
        yield complex_op("power", element, sizes + 0j, sizes**9.0 + 0j, [np.full(40, 9.0 + 0j)], relative=8 * eps)
        if IS_EXACT:  # what nearly cancels keeps the digits that one rounding leaves
            a, b = RNG.normal(size=60).astype(part), RNG.normal(size=60).astype(part)
            z = np.zeros(60, NUMPY_TYPES[element])
            z.real, z.imag = a, a + part(2.0**-12) * b
            exact_re = [float(part(float(Fraction(float(p)) ** 2 - Fraction(float(part(q * q)))))) for p, q in zip(z.real, z.imag)]
            exact_im = [float(part(float(Fraction(float(p)) * Fraction(float(q)) + Fraction(float(part(p * q)))))) for p, q in zip(z.real, z.imag)]
            yield complex_op("multiply", element, z, np.array(exact_re) + 1j * np.array(exact_im), [z])


def hyperbolic_cases():
    for element, big in (("complex<f32>", 89.0), ("complex<f64>", 710.0)):
        z = [c(0, 0), c(-0.0, -0.0), c(-1, -0.0), c(big + 1, 1e-10), c(-big - 1, 1e-10), c(INF, 0), c(-INF, -0.0)]
        grown = np.exp(big / 2) * np.sin(1e-10) * np.exp(big / 2) * np.e / 2
        cosh = [c(1, 0), c(1, 0), c(np.cosh(1), 0), c(INF, grown), c(INF, -grown), c(INF, 0), c(INF, 0)]
        sinh = [c(0, 0), c(-0.0, -0.0), c(-np.sinh(1), -0.0), c(INF, grown), c(-INF, grown), c(INF, 0), c(-INF, -0.0)]
        x = Value(np.array(z), element)
        for op, expected in (("cosh", cosh), ("sinh", sinh)):
            yield Case(f"corners of complex {op} {element}", f"%r = chlo.{op} %a0 : {x.type} -> {x.type}", [x],
                       [Value(np.array(expected), element)], relative=2.0**-15 if element == "complex<f32>" else 2.0**-42)
        y = Value(np.array([c(INF, NAN), c(-INF, NAN), c(NAN, 0), c(NAN, -INF)]), element)
        arctangents = [c(np.pi / 2, 0), c(-np.pi / 2, 0), c(NAN, 0), c(NAN, -0.0)]
        yield Case(f"corners of complex atan {element}", f"%r = chlo.atan %a0 : {y.type} -> {y.type}", [y],
                   [Value(np.array(arctangents), element)], relative=2.0**-20)


def all_cases():
    for part in (reduce_cases, system_cases, complex_cases, hyperbolic_cases):
        yield from part()


