"""The special functions of chlo, over their types, special values and poles, in whole programs.

usage: chlo_ops.py [NAME...]     environment: TERN_RUN, TERN_DEVICE (default cpu),
TERN_JOBS (processes at a time, default 2)
Expected values come from Python's math and cmath, or from slow formulas that the compiler does not use.
"""

import cmath
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

RNG = np.random.default_rng(3)
INF, NAN = math.inf, math.nan
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, INF, -INF, NAN]
# element type: NumPy's type of the same numbers, of its bits, relative and absolute tolerance
TYPES = {
    "f64": (np.float64, np.uint64, 2e-14, 1e-15),
    "f32": (np.float32, np.uint32, 4e-6, 1e-6),
    "f16": (np.float16, np.uint16, 2e-3, 1e-3),
    "bf16": (np.float32, np.uint32, 1.6e-2, 1e-3),
}


def rounded(values, element):
    """Values that the type has, in double."""
    with np.errstate(over="ignore"):
        values = np.asarray(values, np.float64).astype(TYPES[element][0])
    if element == "bf16":
        bits = values.view(np.uint32)
        even = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
        values = np.where(np.isnan(values), values, even.astype(np.uint32).view(np.float32))
    return values.astype(np.float64)


def dense(values, element):
    """An exact elements attribute."""
    bits = np.asarray(values, np.float64).astype(TYPES[element][0]).view(TYPES[element][1])
    if element == "bf16":
        bits = bits >> 16
    width = {"f64": 16, "f32": 8, "f16": 4, "bf16": 4}[element]
    return "[" + ", ".join(f"0x{int(b):0{width}X}" for b in bits) + "]"


# --- reference functions ---

def guarded(function):
    """NaN outside of the domain, infinity beyond the range."""
    def one(*x):
        if any(math.isnan(v) for v in x):
            return NAN
        try:
            return function(*x)
        except ValueError:
            return NAN
        except OverflowError:
            return INF
    return one


def erf_inv(x):
    if abs(x) > 1:
        return NAN
    if abs(x) == 1 or x == 0:
        return math.copysign(INF, x) if x else x
    low, high = 0.0, 7.0
    # The tail through erfc, which keeps its digits; 1 - |x| is exact.
    reaches = (lambda y: math.erfc(y) <= 1 - abs(x)) if abs(x) >= 0.5 else (lambda y: math.erf(y) >= abs(x))
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return math.copysign(high, x)


def digamma(x):
    if x == 0 or x == INF:
        return -INF if x == 0 else INF
    if x == -INF or (x < 0 and x == math.floor(x)):
        return NAN
    if x < 0:
        return digamma(1 - x) - math.pi / math.tan(math.pi * (x - math.floor(x)))
    terms = []
    while x < 20:
        terms.append(-1 / x)
        x += 1
    bernoulli = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12]
    terms += [-b / x ** (2 * k + 2) for k, b in enumerate(bernoulli)]
    return math.fsum(terms + [math.log(x), -0.5 / x])


def zeta(x, q):
    if x == 1:
        return INF
    if x < 1 or (q <= 0 and x != math.floor(x)):
        return NAN
    if q <= 0 and q == math.floor(q):
        return INF if x % 2 == 0 else NAN
    count = 40
    terms = [(q + k) ** -x for k in range(count)]
    a = q + count
    terms += [a ** (1 - x) / (x - 1), 0.5 * a ** -x, x * a ** (-x - 1) / 12,
              -x * (x + 1) * (x + 2) * a ** (-x - 3) / 720,
              x * (x + 1) * (x + 2) * (x + 3) * (x + 4) * a ** (-x - 5) / 30240,
              -math.prod(x + i for i in range(7)) * a ** (-x - 7) / 1209600,
              math.prod(x + i for i in range(9)) * a ** (-x - 9) / 47900160]
    return math.fsum(terms)


def polygamma(n, x):
    if n < 0 or n != math.floor(n):
        return NAN
    return digamma(x) if n == 0 else (-1) ** (n + 1) * math.factorial(int(n)) * zeta(n + 1, x)


def bessel_i1e(x):
    if math.isinf(x) or x == 0:
        return math.copysign(0.0, x)
    # The trapezoidal rule is exact up to rounding for periodic functions.
    steps = 64 + int(8 * math.sqrt(abs(x)))
    angles = [math.pi * (k + 0.5) / steps for k in range(steps)]
    return math.copysign(math.fsum(math.exp(abs(x) * (math.cos(t) - 1)) * math.cos(t) for t in angles) / steps, x)


def tan(x):
    return NAN if math.isinf(x) else math.tan(x)


def sign_of_infinity(function):
    return lambda x: function(x) if abs(x) < 700 else math.copysign(INF, function(math.copysign(1, x)))


def spread(low, high, count=24):
    return list(RNG.uniform(low, high, count))


SMALL = list(10.0 ** RNG.uniform(-6, 0, 8) * RNG.choice([-1, 1], 8))
NEAR_ONE = [1 - 2.0 ** -k for k in (4, 7, 10, 20)] + [2.0 ** -k - 1 for k in (4, 7, 10, 20)]
UNARY = {  # name: (arguments, function)
    "acos": (spread(-1, 1) + NEAR_ONE + SMALL, math.acos),
    "acosh": (spread(1, 20) + [1.001, 1.01, 1e4], math.acosh),
    "asin": (spread(-1, 1) + NEAR_ONE + SMALL, math.asin),
    "asinh": (spread(-20, 20) + SMALL + [6e4, -6e4], math.asinh),
    "atan": (spread(-9, 9) + SMALL, math.atan),
    "atanh": (spread(-1, 1) + NEAR_ONE + SMALL, lambda x: math.copysign(INF, x) if abs(x) == 1 else math.atanh(x)),
    "bessel_i1e": (spread(-30, 30) + SMALL, bessel_i1e),
    "cosh": (spread(-9, 9) + SMALL, lambda x: INF if abs(x) > 700 else math.cosh(x)),
    "digamma": (spread(0.1, 30) + spread(-9.4, 0), digamma),
    "erf": (spread(-4, 4) + SMALL, math.erf),
    "erf_inv": (spread(-1, 1) + NEAR_ONE + SMALL, erf_inv),
    "erfc": (spread(-4, 4) + spread(4, 9, 4) + SMALL, math.erfc),
    "lgamma": (spread(0.1, 30) + spread(-9.4, 0), lambda x: INF if math.isinf(x) or (x <= 0 and x == int(x)) else math.lgamma(x)),
    "sinh": (spread(-9, 9) + SMALL, sign_of_infinity(math.sinh)),
    "square": (spread(-9, 9) + SMALL, lambda x: x * x),
    "tan": (spread(-9, 9) + SMALL, tan),
}
BINARY = {  # name: (pairs, function)
    "polygamma": ([(0, 1.5), (1, 2.5), (2, 0.25), (3, 4), (4, 5), (5, 7), (1.5, 2), (-1, 2), (0, -0.75), (1, -0.5)], polygamma),
    "zeta": ([(1.5, 2), (2, 1), (3, 0.25), (8, 9), (20, 3.5), (2, -1.5), (3, -2.5), (2, -2), (3, -2), (1, 3), (0.5, 3), (2.5, -1.5)], zeta),
}
COMPLEX = {
    "acos": cmath.acos, "acosh": cmath.acosh, "asin": cmath.asin, "asinh": cmath.asinh, "atan": cmath.atan,
    "atanh": cmath.atanh, "cosh": cmath.cosh, "sinh": cmath.sinh, "tan": cmath.tan, "conj": complex.conjugate,
    "square": lambda z: z * z,
}


# --- programs ---

def program(name, values, element, body, expected, result_element=None, tolerance=True):
    """A function that checks `body`, an op on %a, %b ... with the given values, which are lists of elements' texts."""
    count = len(values[0][1])
    lines = [f"func.func @{name}() {{"]
    for (letter, numbers) in values:
        lines.append(f"  %{letter} = util.unfoldable_constant dense<{dense(numbers, element)}> : tensor<{count}x{element}>")
    lines += [f"  {line}" for line in body]
    kind = result_element or element
    if tolerance:
        relative, absolute = TYPES[kind][2:]
        lines.append(f"  check.expect_almost_eq_const(%r, dense<{dense(expected, kind)}> : tensor<{count}x{kind}>, "
                     f"atol {absolute:e}, rtol {relative:e}) : tensor<{count}x{kind}>")
    else:
        text = dense(expected, kind) if kind in TYPES else "[" + ", ".join(str(bool(v)).lower() for v in expected) + "]"
        lines.append(f"  check.expect_eq_const(%r, dense<{text}> : tensor<{count}x{kind}>) : tensor<{count}x{kind}>")
    return "\n".join(lines + ["  return", "}"])


def real_cases(element):
    for name, (arguments, function) in UNARY.items():
        x = rounded(arguments + SPECIAL, element)
        expected = rounded([guarded(function)(float(v)) for v in x], element)
        type_text = f"tensor<{len(x)}x{element}>"
        yield f"{name}_{element}", program(f"{name}_{element}", [("a", x)], element,
                                           [f"%r = chlo.{name} %a : {type_text} -> {type_text}"], expected)
    for name, (pairs, function) in BINARY.items():
        a, b = rounded([p[0] for p in pairs], element), rounded([p[1] for p in pairs], element)
        expected = rounded([guarded(function)(float(x), float(y)) for x, y in zip(a, b)], element)
        type_text = f"tensor<{len(a)}x{element}>"
        yield f"{name}_{element}", program(
            f"{name}_{element}", [("a", a), ("b", b)], element,
            [f"%r = chlo.{name} %a, %b : {type_text}, {type_text} -> {type_text}"], expected)


def bit_cases(element):
    infinities = [1.0, INF, -INF, NAN, 0.0]
    for name, expected in (("is_inf", [0, 1, 1, 0, 0]), ("is_pos_inf", [0, 1, 0, 0, 0]), ("is_neg_inf", [0, 0, 1, 0, 0])):
        yield f"{name}_{element}", program(
            f"{name}_{element}", [("a", infinities)], element,
            [f"%r = chlo.{name} %a : tensor<5x{element}> -> tensor<5xi1>"], expected, "i1", tolerance=False)
    if element == "bf16":
        return
    # Next to what zero, signs, limits and equality make special.
    x = [0.0, -0.0, 0.0, 1.0, 1.0, -1.0, -1.0, INF, -INF, 5.0, 0.0]
    y = [0.0, 0.0, -1.0, 2.0, 0.0, -2.0, 0.0, 0.0, 0.0, 5.0, INF]
    kind = TYPES[element][0]
    expected = np.nextafter(np.array(x, kind), np.array(y, kind))
    type_text = f"tensor<{len(x)}x{element}>"
    yield f"next_after_{element}", program(
        f"next_after_{element}", [("a", x), ("b", y)], element,
        [f"%r = chlo.next_after %a, %b : {type_text}, {type_text} -> {type_text}"], expected, tolerance=False)


def complex_cases(element):
    kind = np.complex64 if element == "f32" else np.complex128
    parts = RNG.normal(0, 3, (2, 40))
    z = (parts[0] + 1j * parts[1]).astype(kind)
    z[:4] = [1e-3 + 1e-4j, 0.5 + 1e-5j, 30 - 40j, -0.75 + 0.01j]
    for name, function in COMPLEX.items():
        values = [complex(v) for v in z if abs(v) < 40 or name not in ("cosh", "sinh", "tan")]
        expected = [function(v) for v in values]
        type_text = f"tensor<{len(values)}xcomplex<{element}>>"
        part = f"tensor<{len(values)}x{element}>"
        for side, pick in (("real", lambda v: v.real), ("imag", lambda v: v.imag)):
            yield f"{name}_{side}_complex_{element}", program(
                f"{name}_{side}_complex_{element}",
                [("a", [v.real for v in values]), ("b", [v.imag for v in values])], element,
                [f"%z = stablehlo.complex %a, %b : {type_text}", f"%w = chlo.{name} %z : {type_text} -> {type_text}",
                 f"%r = stablehlo.{side} %w : ({type_text}) -> {part}"], rounded([pick(v) for v in expected], element))


OTHERS = {
    "broadcasts": """func.func @broadcasts() {
  %a = util.unfoldable_constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = util.unfoldable_constant dense<[[1.0], [3.0]]> : tensor<2x1xf32>
  %p = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x2xi1>
  check.expect_eq_const(%p, dense<[[false, false], [true, true]]> : tensor<2x2xi1>) : tensor<2x2xi1>
  %s = chlo.broadcast_select %p, %a, %b : (tensor<2x2xi1>, tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  check.expect_eq_const(%s, dense<[[1.0, 1.0], [1.0, 2.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
  %z = chlo.broadcast_complex %a, %b : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x2xcomplex<f32>>
  %i = stablehlo.imag %z : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
  check.expect_eq_const(%i, dense<[[1.0, 1.0], [3.0, 3.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
  %q = chlo.broadcast_zeta %b, %a : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const(%q, dense<[[0x7F800000, 0x7F800000], [1.2020569, 0.2020569]]> : tensor<2x2xf32>, atol 1.0e-06, rtol 1.0e-06) : tensor<2x2xf32>
  %c = "chlo.constant_like"(%b) <{value = 7.0 : f32}> : (tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const(%c, dense<7.0> : tensor<2x1xf32>) : tensor<2x1xf32>
  return
}""",
    # What the runtime fills with a builtin executable, whose size is a constant.
    "repeated_i64": """func.func @repeated_i64() {
  %z = util.unfoldable_constant dense<0> : tensor<5xi64>
  %c = stablehlo.constant dense<1234567890123> : tensor<5xi64>
  %i = stablehlo.constant dense<2> : tensor<1xi64>
  %u = "stablehlo.scatter"(%c, %i, %i) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    stablehlo.return %b : tensor<i64>
  }) : (tensor<5xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi64>
  %r = stablehlo.add %u, %z : tensor<5xi64>
  check.expect_eq_const(%r, dense<[1234567890123, 1234567890123, 2, 1234567890123, 1234567890123]> : tensor<5xi64>) : tensor<5xi64>
  return
}""",
    # A filter that repeats a number still says how large the window is; complex numbers repeat, too.
    "repeated_filter": """func.func @repeated_filter() {
  %x = util.unfoldable_constant dense<[[[1.0, 2.0, 3.0, 4.0, 5.0]]]> : tensor<1x1x5xf32>
  %w = stablehlo.constant dense<2.0> : tensor<1x1x3xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x5xf32>, tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  check.expect_eq_const(%0, dense<[[[12.0, 18.0, 24.0]]]> : tensor<1x1x3xf32>) : tensor<1x1x3xf32>
  %a = util.unfoldable_constant dense<[1.0, 2.0]> : tensor<2xf32>
  %z = stablehlo.complex %a, %a : tensor<2xcomplex<f32>>
  %c = stablehlo.constant dense<(0.0, 3.0)> : tensor<2xcomplex<f32>>
  %m = stablehlo.multiply %z, %c : tensor<2xcomplex<f32>>
  %i = stablehlo.imag %m : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_almost_eq_const(%i, dense<[3.0, 6.0]> : tensor<2xf32>, atol 1.0e-06, rtol 0.0) : tensor<2xf32>
  return
}""",
}


def main():
    device = os.environ.get("TERN_DEVICE", "cpu")
    # Without doubles on Vulkan: their functions are not computed to double precision there.
    elements = [e for e in TYPES if e != "f64" or device != "vulkan"]
    groups = {"others": list(OTHERS.items())}
    for element in elements:
        groups[element] = list(real_cases(element)) + list(bit_cases(element))
        if element in ("f32", "f64"):
            groups[f"complex_{element}"] = list(complex_cases(element))
    groups = {group: [(name, text) for name, text in cases if not sys.argv[1:] or name in sys.argv[1:]]
              for group, cases in groups.items()}
    groups = {group: cases for group, cases in groups.items() if cases}
    with tempfile.TemporaryDirectory() as folder:

        def run(item):
            group, cases = item
            path = os.path.join(folder, f"{group}.mlir")
            with open(path, "w") as file:
                file.write("\n// -----\n".join(text for _, text in cases))
            return subprocess.run([os.environ["TERN_RUN"], path, "--check", f"--device={device}"], capture_output=True, text=True,
                                  timeout=800, check=False)

        with ThreadPoolExecutor(max_workers=int(os.environ.get("TERN_JOBS", "2"))) as pool:
            results = dict(zip(groups, pool.map(run, groups.items())))
    failed = {group: result for group, result in results.items() if result.returncode != 0}
    for group, result in failed.items():
        print(f"{group}: failed ({result.returncode})\n{result.stdout[-6000:]}{result.stderr[-6000:]}")
    count, failures = sum(map(len, groups.values())), len(failed)
    print(f"{count} cases in {len(groups)} groups on {device}, {failures} groups failed")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
