"""Scatter, select_and_scatter, fft, cholesky and triangular_solve as programs, against NumPy.

usage: irregular_ops.py [FAMILY...]    environment: TERN_RUN, TERN_DEVICE (default cpu), TERN_KEEP (folder for the programs),
TERN_JOBS (processes at a time, default 2)
Every case is a function of a program for `tern-run --check`; a family of ops is one program.
"""

import itertools
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

RNG = np.random.default_rng(7)
TYPES = {
    "f32": np.float32, "f64": np.float64, "f16": np.float16, "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32,
    "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64, "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}
NAMES = {np.dtype(numpy_type): name for name, numpy_type in TYPES.items()}


# --- text ---

def element_type(array):
    return NAMES[array.dtype]


def tensor_type(array, element=None):
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + (element or element_type(array)) + ">"


def number(value):
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (complex, np.complexfloating)):
        return f"({number(value.real)}, {number(value.imag)})"
    if isinstance(value, (float, np.floating)):
        if not np.isfinite(value):
            width = {2: np.uint16, 4: np.uint32, 8: np.uint64}[value.dtype.itemsize]
            return f"0x{int(value.view(width)):0{2 * value.dtype.itemsize}X}"
        text = repr(float(value))
        return text if "." in text or "e" not in text else text.replace("e", ".0e")
    return str(int(value))


def dense(array):
    if array.size == 0:
        return f"dense<> : {tensor_type(array)}"

    def nested(part):
        return number(part[()]) if part.ndim == 0 else "[" + ", ".join(nested(row) for row in part) + "]"

    return f"dense<{nested(array)}> : {tensor_type(array)}"


class Function:
    """The text of one function without arguments."""

    def __init__(self, name):
        self.name, self.lines, self.count = name, [], 0

    def value(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text):
        self.lines.append("  " + text)

    def constant(self, array):
        """A value that the compiler does not look into. Arrays with signs are kept without them."""
        name, element = self.value(), element_type(array)
        if element.startswith("ui"):
            signless = array.view(TYPES[element[1:]])
            plain = self.constant(signless)
            self.emit(f"{name} = builtin.unrealized_conversion_cast {plain} : {tensor_type(signless)} to {tensor_type(array)}")
            return name
        self.emit(f"{name} = util.unfoldable_constant {dense(array)}")
        return name

    def expect(self, value, array, tolerance=None):
        element = element_type(array)
        if element.startswith("ui") or element.startswith("complex") or (array.dtype.kind == "f" and tolerance is None):
            value, array = self.plain(value, array)
        kind = tensor_type(array)
        if array.dtype.kind == "f":
            self.emit(f"check.expect_almost_eq_const({value}, {dense(array)}, atol {tolerance:e}) : {kind}")
        else:
            self.emit(f"check.expect_eq_const({value}, {dense(array)}) : {kind}")

    def plain(self, value, array):
        """As something that checks know: bits for floats that must be equal, parts for complex numbers."""
        name, source = self.value(), tensor_type(array)
        if array.dtype.kind == "f":
            result = array.view({2: np.int16, 4: np.int32, 8: np.int64}[array.dtype.itemsize])
            self.emit(f"{name} = stablehlo.bitcast_convert {value} : ({source}) -> {tensor_type(result)}")
        elif array.dtype.kind == "u":
            result = array.view(TYPES[element_type(array)[1:]])
            self.emit(f"{name} = builtin.unrealized_conversion_cast {value} : {source} to {tensor_type(result)}")
        else:
            parts, pieces = [self.value(), self.value(), self.value(), self.value()], tensor_type(array.real)
            row = "tensor<1x" + pieces[len("tensor<"):]
            result = np.stack([array.real, array.imag])
            for i, op in enumerate(("real", "imag")):
                self.emit(f"{parts[i]} = stablehlo.{op} {value} : ({source}) -> {pieces}")
                self.emit(f"{parts[2 + i]} = stablehlo.reshape {parts[i]} : ({pieces}) -> {row}")
            self.emit(f"{name} = stablehlo.concatenate {parts[2]}, {parts[3]}, dim = 0 : ({row}, {row}) -> {tensor_type(result)}")
        return name, result

    def text(self):
        return f"func.func @{self.name}() {{\n" + "\n".join(self.lines) + "\n  return\n}\n"


def body(arguments, lines, results, element):
    """A region on tensors of rank 0: `arguments` are (name, element type)."""
    args = ", ".join(f"%{name}: tensor<{kind}>" for name, kind in arguments)
    types = ", ".join(f"tensor<{kind}>" for kind in element)
    text = "".join(f"    {line}\n" for line in lines)
    return f"({{\n  ^bb0({args}):\n{text}    stablehlo.return {', '.join(results)} : {types}\n  }})"


def binary_body(op, element):
    t = f"tensor<{element}>"
    lines = {
        "replace": [], "first": [],
        # Depends on the order of the updates.
        "mix": [f"%m = stablehlo.add %a, %a : {t}", f"%r = stablehlo.subtract %m, %b : {t}"],
    }.get(op, [f"%r = stablehlo.{op} %a, %b : {t}"])
    result = {"replace": "%b", "first": "%a"}.get(op, "%r")
    return body([("a", element), ("b", element)], lines, [result], [element])


FUNCTIONS = {
    "add": lambda a, b: a + b, "multiply": lambda a, b: a * b, "subtract": lambda a, b: a - b, "maximum": np.maximum,
    "minimum": np.minimum, "replace": lambda a, b: b, "first": lambda a, b: a, "mix": lambda a, b: a + a - b,
}


def sample(shape, element):
    kind = np.dtype(TYPES[element])
    if kind.kind == "b":
        return RNG.integers(0, 2, shape).astype(kind)
    if kind.kind in "iu":
        low = 0 if kind.kind == "u" else -9
        return RNG.integers(low, 10, shape).astype(kind)
    if kind.kind == "c":
        return (RNG.normal(0, 1, shape) + 1j * RNG.normal(0, 1, shape)).astype(kind)
    return RNG.normal(0, 1, shape).astype(kind)


# --- scatter ---

def ref_scatter(inputs, indices, updates, numbers, function):
    results = [array.copy() for array in inputs]
    rank, shape = inputs[0].ndim, inputs[0].shape
    window_dims, inserted = numbers["update_window_dims"], numbers["inserted_window_dims"]
    input_batch, index_batch = numbers.get("input_batching_dims", []), numbers.get("scatter_indices_batching_dims", [])
    index_map, vector_dim = numbers["scatter_dims_to_operand_dims"], numbers["index_vector_dim"]
    for place in np.ndindex(updates[0].shape):
        scatter = [place[d] for d in range(len(place)) if d not in window_dims]
        window = iter([place[d] for d in window_dims])
        padded = scatter[:vector_dim] + [slice(None)] + scatter[vector_dim:]
        vector = np.atleast_1d(indices[tuple(padded)] if vector_dim < indices.ndim else indices[tuple(scatter)])
        target = [0] * rank
        for d in range(rank):
            if d not in inserted and d not in input_batch:
                target[d] += next(window)
        for i, d in enumerate(index_map):
            target[d] += int(vector[i])
        full = scatter[:vector_dim] + [0] + scatter[vector_dim:] if vector_dim < indices.ndim else scatter
        for i, d in enumerate(input_batch):
            target[d] += full[index_batch[i]]
        if all(0 <= target[d] < shape[d] for d in range(rank)):
            target = tuple(target)
            values = function([r[target] for r in results], [u[place] for u in updates])
            for result, value in zip(results, values):
                result[target] = value
    return results


def scatter_case(name, shape, index_shape, update_shape, numbers, element="f32", op="add", index_type="i32", low=-1, high=None,
                 flags=""):
    f = Function(name)
    x, u = sample(shape, element), sample(update_shape, element)
    high = high if high is not None else max(shape) + 1
    index = RNG.integers(max(low, 0) if index_type[0] == "u" else low, high, index_shape).astype(TYPES[index_type])
    function = FUNCTIONS[op]
    with np.errstate(over="ignore"):
        expected = ref_scatter([x], index, [u], numbers, lambda a, b: [function(a[0], b[0])])[0]
    text = ", ".join(f"{key} = {value}" for key, value in numbers.items())
    operands = [f.constant(x), f.constant(index), f.constant(u)]
    result = f.value()
    f.emit(f'{result} = "stablehlo.scatter"({", ".join(operands)}) <{{scatter_dimension_numbers = #stablehlo.scatter<{text}>'
           f'{flags}}}> {binary_body(op, element)} : ({tensor_type(x)}, {tensor_type(index)}, {tensor_type(u)}) -> '
           f'{tensor_type(x)}')
    f.expect(result, expected, 1e-4)
    return f


def dims(window, inserted, index_map, vector_dim, input_batch=(), index_batch=()):
    numbers = {"update_window_dims": list(window), "inserted_window_dims": list(inserted)}
    if input_batch:
        numbers |= {"input_batching_dims": list(input_batch), "scatter_indices_batching_dims": list(index_batch)}
    return numbers | {"scatter_dims_to_operand_dims": list(index_map), "index_vector_dim": vector_dim}


def variadic_scatter():
    f = Function("scatter_variadic")
    x = [sample((6, 4), "f32"), sample((6, 4), "i32")]
    u = [sample((5, 4), "f32"), sample((5, 4), "i32")]
    index = RNG.integers(-1, 7, (5, 1)).astype(np.int32)
    numbers = dims([1], [0], [0], 1)
    expected = ref_scatter(x, index, u, numbers, lambda a, b: [a[0] + b[0], a[1] - b[1]])
    operands = [f.constant(v) for v in (*x, index, *u)]
    args = [("a", "f32"), ("b", "i32"), ("c", "f32"), ("d", "i32")]
    lines = ["%r = stablehlo.add %a, %c : tensor<f32>", "%s = stablehlo.subtract %b, %d : tensor<i32>"]
    text = ", ".join(f"{key} = {value}" for key, value in numbers.items())
    types = ", ".join(tensor_type(v) for v in (*x, index, *u))
    f.emit(f'%r:2 = "stablehlo.scatter"({", ".join(operands)}) <{{scatter_dimension_numbers = #stablehlo.scatter<{text}>}}> '
           f'{body(args, lines, ["%r", "%s"], ["f32", "i32"])} : ({types}) -> ({tensor_type(x[0])}, {tensor_type(x[1])})')
    f.expect("%r#0", expected[0], 1e-4)
    f.expect("%r#1", expected[1])
    return f


def scatter_family():
    rows = dims([1], [0], [0], 1)
    for element in ("f32", "i32", "ui8", "i64"):
        for op in ("add", "replace", "mix", "maximum"):
            yield scatter_case(f"rows_{element}_{op}", (5, 3), (7, 1), (7, 3), rows, element, op)
    yield scatter_case("rows_complex", (5, 3), (7, 1), (7, 3), rows, "complex<f32>", "multiply")
    yield scatter_case("elements", (9,), (6, 1), (6,), dims([], [0], [0], 1), op="mix")
    yield scatter_case("elements_no_vector", (9,), (6,), (6,), dims([], [0], [0], 1), op="mix")
    yield scatter_case("points", (4, 5), (8, 2), (8,), dims([], [0, 1], [0, 1], 1), op="subtract")
    yield scatter_case("points_swapped", (4, 5), (2, 8), (8,), dims([], [0, 1], [1, 0], 0), op="subtract")
    yield scatter_case("windows", (6, 7), (4, 2), (4, 2, 3), dims([1, 2], [], [0, 1], 1), op="mix", low=-2)
    yield scatter_case("windows_first", (6, 7), (4, 2), (2, 3, 4), dims([0, 1], [], [0, 1], 1), op="mix", low=-2)
    yield scatter_case("part_of_rows", (6, 7), (4, 1), (4, 1, 3), dims([1, 2], [], [0], 1), op="add")
    yield scatter_case("between", (5, 6, 7), (2, 2, 1), (5, 2, 2, 7), dims([0, 3], [1], [1], 2), op="replace", element="i8")
    yield scatter_case("unsigned_indices", (9,), (6, 1), (6,), dims([], [0], [0], 1), index_type="ui8", high=255)
    yield scatter_case("wide_indices", (9,), (6, 1), (6,), dims([], [0], [0], 1), index_type="i64", low=-(2**40), high=2**40)
    yield scatter_case("batches", (3, 8), (3, 4, 1), (3, 4), dims([], [1], [1], 2, [0], [0]), op="mix")
    yield scatter_case("batches_and_windows", (3, 8, 5, 2), (4, 3, 1), (4, 3, 2, 2),
                       dims([2, 3], [1], [1], 2, [0], [1]), op="add")
    yield scatter_case("two_batches", (2, 3, 8), (3, 2, 4, 1), (3, 2, 4), dims([], [2], [2], 3, [0, 1], [1, 0]), op="mix")
    yield scatter_case("inserted_only", (1, 6), (4, 1), (4,), dims([], [0, 1], [1], 1), op="mix")
    yield scatter_case("no_index", (3, 4), (2, 0), (2, 3, 4), dims([1, 2], [], [], 1), op="mix")
    yield scatter_case("empty", (3, 4), (0, 1), (0, 4), rows)
    yield scatter_case("flags", (16,), (6, 1), (6,), dims([], [0], [0], 1), low=3, high=4,
                       flags=", indices_are_sorted = true, unique_indices = false")
    yield scatter_case("large", (300, 33), (500, 1), (500, 33), rows)
    yield variadic_scatter()


# --- select_and_scatter ---

def ref_select_and_scatter(x, source, init, window, strides, padding, select, scatter):
    result = np.full(x.shape, init, x.dtype)
    for place in np.ndindex(source.shape):
        chosen = None
        for offset in np.ndindex(*window):
            at = tuple(p * s + o - low for p, s, o, (low, _) in zip(place, strides, offset, padding))
            if any(not 0 <= i < size for i, size in zip(at, x.shape)):
                continue
            if chosen is None or not select(x[chosen], x[at]):
                chosen = at
        if chosen is not None:
            result[chosen] = scatter(source[place], result[chosen])
    return result


def selection_case(name, shape, window, strides=None, padding=None, element="f32", direction="GE", op="add", init=0):
    f = Function(name)
    rank = len(shape)
    strides, padding = strides or [1] * rank, padding or [(0, 0)] * rank
    counts = [(size + low + high - w) // s + 1 for size, (low, high), w, s in zip(shape, padding, window, strides)]
    # Few different elements: which one of equal ones is selected counts.
    x, source = RNG.integers(0, 5, shape).astype(TYPES[element]), sample(counts, element)
    init = np.array(init, TYPES[element])
    select = {"GE": lambda a, b: a >= b, "LE": lambda a, b: a <= b, "GT": lambda a, b: a > b}[direction]
    with np.errstate(over="ignore"):
        expected = ref_select_and_scatter(x, source, init, window, strides, padding, select, FUNCTIONS[op])
    operands = [f.constant(x), f.constant(source), f.constant(init)]
    kind = "FLOAT" if element[0] == "f" else "UNSIGNED" if element[0] == "u" else "SIGNED"
    chooser = body([("a", element), ("b", element)],
                   [f"%c = stablehlo.compare {direction}, %a, %b, {kind} : (tensor<{element}>, tensor<{element}>) -> tensor<i1>"],
                   ["%c"], ["i1"])
    regions = chooser[:-1] + ", " + binary_body(op, element)[1:]
    pads = f"dense<{[list(p) for p in padding]}> : tensor<{rank}x2xi64>"
    result = f.value()
    f.emit(f'{result} = "stablehlo.select_and_scatter"({", ".join(operands)}) <{{window_dimensions = array<i64: '
           f'{", ".join(map(str, window))}>, window_strides = array<i64: {", ".join(map(str, strides))}>, padding = {pads}}}> '
           f'{regions} : ({tensor_type(x)}, {tensor_type(source)}, {tensor_type(init)}) -> {tensor_type(x)}')
    f.expect(result, expected, 1e-4)
    return f


def selection_family():
    yield selection_case("pool_gradient", (2, 8, 8, 3), (1, 2, 2, 1), (1, 2, 2, 1))
    yield selection_case("pool_gradient_overlap", (2, 9, 9, 3), (1, 3, 3, 1), (1, 2, 2, 1))
    yield selection_case("pool_gradient_padded", (2, 8, 8, 3), (1, 3, 3, 1), (1, 2, 2, 1), [(0, 0), (1, 1), (0, 1), (0, 0)])
    yield selection_case("windows_of_padding", (4,), (2,), (2,), [(4, 3)], init=5)
    yield selection_case("negative_padding", (9, 7), (2, 3), (2, 1), [(-2, 1), (1, -1)])
    yield selection_case("order", (12,), (4,), (1,), element="i32", op="mix", init=1)
    yield selection_case("order_first", (12,), (4,), (1,), element="i32", direction="GT", op="subtract")
    yield selection_case("least", (5, 6), (2, 2), element="i8", direction="LE", op="maximum", init=-3)
    yield selection_case("unsigned", (2, 4, 6), (2, 2, 2), element="ui16")
    yield selection_case("all", (2, 3), (2, 3))
    yield selection_case("rows", (4, 5), (1, 1), (1, 1))
    yield selection_case("doubles", (10,), (3,), (3,), element="f64", op="mix")


# --- linear algebra ---

def cholesky_case(name, shape, element, lower):
    f = Function(name)
    n = shape[-1]
    m = sample(shape, element).astype(np.complex128 if element[0] == "c" else np.float64)
    a = (m @ np.conj(np.swapaxes(m, -1, -2)) + n * np.eye(n)).astype(TYPES[element])
    expected = np.linalg.cholesky(a)
    if not lower:
        expected = np.conj(np.swapaxes(expected, -1, -2))
    # The other triangle is not looked at.
    noise = sample(shape, element)
    given = np.tril(a) + np.triu(noise, 1) if lower else np.triu(a) + np.tril(noise, -1)
    value, result = f.constant(given.astype(TYPES[element])), f.value()
    f.emit(f"{result} = stablehlo.cholesky {value}, lower = {str(lower).lower()} : {tensor_type(a)}")
    f.expect(result, expected.astype(TYPES[element]), 1e-3 if element.endswith("32") or "f32" in element else 1e-9)
    return f


def cholesky_family():
    for element, lower in itertools.product(("f32", "f64", "complex<f32>", "complex<f64>"), (True, False)):
        plain = element.replace("<", "_").replace(">", "")
        for shape in ((1, 1), (5, 5), (3, 4, 4), (2, 2, 3, 3)):
            yield cholesky_case(f"cholesky_{plain}_{str(lower).lower()}_{'x'.join(map(str, shape))}", shape, element, lower)
    yield cholesky_case("cholesky_large", (40, 40), "f32", True)
    f = Function("cholesky_not_definite")
    a = f.constant(np.array([[-1.0, 0], [0, 1]], np.float32))
    f.emit(f"%l = stablehlo.cholesky {a}, lower = true : tensor<2x2xf32>")
    f.emit("%n = stablehlo.compare NE, %l, %l : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>")
    f.emit("%s = stablehlo.slice %n [0:1, 0:1] : (tensor<2x2xi1>) -> tensor<1x1xi1>")
    f.emit("check.expect_eq_const(%s, dense<true> : tensor<1x1xi1>) : tensor<1x1xi1>")
    yield f


def solve_case(name, batch, n, m, element, left, lower, unit, transpose):
    f = Function(name)
    a = sample((*batch, n, n), element) / n
    a += np.asarray(2 * np.eye(n), a.dtype)
    triangle = np.tril(a) if lower else np.triu(a)
    if unit:
        eye = np.eye(n, dtype=bool)
        triangle = np.where(eye, np.ones((), a.dtype), triangle)
    op = {"NO_TRANSPOSE": lambda t: t, "TRANSPOSE": lambda t: np.swapaxes(t, -1, -2),
          "ADJOINT": lambda t: np.conj(np.swapaxes(t, -1, -2))}[transpose](triangle)
    b = sample((*batch, n, m) if left else (*batch, m, n), element)
    if left:
        expected = np.linalg.solve(op, b)
    else:
        expected = np.swapaxes(np.linalg.solve(np.swapaxes(op, -1, -2), np.swapaxes(b, -1, -2)), -1, -2)
    operands = [f.constant(a.astype(TYPES[element])), f.constant(b)]
    result = f.value()
    flags = {"left_side": left, "lower": lower, "unit_diagonal": unit}
    text = ", ".join(f"{key} = {str(value).lower()}" for key, value in flags.items())
    f.emit(f'{result} = "stablehlo.triangular_solve"({", ".join(operands)}) <{{{text}, transpose_a = #stablehlo<transpose '
           f'{transpose}>}}> : ({tensor_type(a)}, {tensor_type(b)}) -> {tensor_type(b)}')
    f.expect(result, expected.astype(TYPES[element]), 1e-3 if "32" in element else 1e-9)
    return f


def solve_family():
    flags = itertools.product((True, False), (True, False), (True, False), ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))
    for i, (left, lower, unit, transpose) in enumerate(flags):
        name = f"solve_{i}_{'left' if left else 'right'}_{'lower' if lower else 'upper'}_{'unit' if unit else 'any'}_{transpose.lower()}"
        yield solve_case(name, (), 5, 3, "f32", left, lower, unit, transpose)
        yield solve_case(name + "_complex", (2,), 4, 3, "complex<f32>", left, lower, unit, transpose)
    yield solve_case("solve_double", (3, 2), 6, 1, "f64", True, True, False, "NO_TRANSPOSE")
    yield solve_case("solve_double_complex", (3,), 1, 4, "complex<f64>", False, False, False, "ADJOINT")
    yield solve_case("solve_large", (), 48, 20, "f32", True, False, False, "TRANSPOSE")


# --- fft ---

def fft_case(name, shape, lengths, kind, wide=False):
    f = Function(name)
    axes = list(range(len(shape) - len(lengths), len(shape)))
    complexes, reals = ("complex<f64>", "f64") if wide else ("complex<f32>", "f32")
    x = sample(shape, reals if kind == "RFFT" else complexes)
    double = x.astype(np.float64 if kind == "RFFT" else np.complex128)
    expected = {"FFT": lambda: np.fft.fftn(double, axes=axes), "IFFT": lambda: np.fft.ifftn(double, axes=axes),
                "RFFT": lambda: np.fft.rfftn(double, axes=axes),
                "IRFFT": lambda: np.fft.irfftn(double, s=lengths, axes=axes)}[kind]()
    expected = expected.astype(TYPES[reals if kind == "IRFFT" else complexes])
    value, result = f.constant(x), f.value()
    f.emit(f"{result} = stablehlo.fft {value}, type = {kind}, length = {list(lengths)} : ({tensor_type(x)}) -> "
           f"{tensor_type(expected)}")
    scale = max(1.0, float(np.max(np.abs(expected)))) if expected.size else 1.0
    f.expect(result, expected, scale * (1e-11 if wide else 2e-5))
    return f


def fft_family():
    for n in (1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 15, 16, 17, 30, 32, 37, 64, 97, 100, 128):
        yield fft_case(f"fft_{n}", (n,), (n,), "FFT")
    for n in (1, 2, 5, 9, 16, 23, 60):
        yield fft_case(f"ifft_{n}", (3, n), (n,), "IFFT", wide=n % 2 == 0)
        yield fft_case(f"rfft_{n}", (2, n), (n,), "RFFT", wide=n % 2 == 1)
        yield fft_case(f"irfft_{n}", (2, n // 2 + 1), (n,), "IRFFT")
    yield fft_case("fft_rows", (4, 3, 10), (10,), "FFT")
    yield fft_case("fft_2d", (2, 6, 8), (6, 8), "FFT")
    yield fft_case("ifft_2d", (6, 5), (6, 5), "IFFT", wide=True)
    yield fft_case("rfft_2d", (3, 6, 9), (6, 9), "RFFT")
    yield fft_case("irfft_2d", (6, 5), (6, 8), "IRFFT")
    yield fft_case("fft_3d", (2, 3, 4, 5), (3, 4, 5), "FFT")
    yield fft_case("rfft_3d", (4, 3, 6), (4, 3, 6), "RFFT")
    yield fft_case("irfft_3d", (4, 3, 4), (4, 3, 7), "IRFFT", wide=True)
    yield fft_case("fft_1024", (3, 1024), (1024,), "FFT")
    yield fft_case("rfft_1000", (1000,), (1000,), "RFFT")


# --- the run ---

FAMILIES = {
    "scatter": scatter_family, "select_and_scatter": selection_family, "cholesky": cholesky_family,
    "triangular_solve": solve_family, "fft": fft_family,
}


def main(known):
    folder = os.environ.get("TERN_KEEP")
    device = os.environ.get("TERN_DEVICE", "cpu")
    # They draw their numbers in turn.
    families = [(name, list(known[name]())) for name in sys.argv[1:] or known]
    with tempfile.TemporaryDirectory() as temporary:

        def run(item):
            name, functions = item
            path = os.path.join(folder or temporary, f"{name}.mlir")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(f.text() for f in functions))
            done = subprocess.run([os.environ["TERN_RUN"], "--check", path, f"--device={device}"], capture_output=True, text=True,
                                  check=False)
            passed = done.stdout.count("[PASSED]")
            text = f"{name} on {device}: {passed} of {len(functions)} passed"
            if done.returncode == 0 and passed == len(functions):
                return True, text
            return False, f"{text}\n{done.stdout[-4000:]} {done.stderr[-4000:]}"

        with ThreadPoolExecutor(max_workers=int(os.environ.get("TERN_JOBS", "2"))) as pool:
            results = list(pool.map(run, families))
    for _, text in results:
        print(text)
    failed = not all(right for right, _ in results)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(FAMILIES))
