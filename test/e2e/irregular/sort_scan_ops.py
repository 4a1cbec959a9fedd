"""Sort, top_k and scans as programs, against NumPy.

usage: sort_scan_ops.py [FAMILY...]    environment: that of irregular_ops.py
"""

import sys

import numpy as np

from irregular_ops import FUNCTIONS, RNG, TYPES, Function, binary_body, body, dense, element_type, main, sample, tensor_type


# --- sort ---

def total_order(array):
    """Keys in the order of -NaN < -inf < ... < -0 < +0 < ... < +NaN."""
    bits = array.view({2: np.int16, 4: np.int32, 8: np.int64}[array.dtype.itemsize])
    return np.where(bits < 0, bits ^ np.iinfo(bits.dtype).max, bits)


def sort_text(f, arrays, dim, lines, result="%c", stable=True):
    operands = [f.constant(a) for a in arrays]
    args = [(f"{side}{i}", element_type(a)) for i, a in enumerate(arrays) for side in "ab"]
    types = ", ".join(tensor_type(a) for a in arrays)
    results = f"({types})" if len(arrays) > 1 else types
    name = f.value()
    count = f":{len(arrays)}" if len(arrays) > 1 else ""
    f.emit(f'{name}{count} = "stablehlo.sort"({", ".join(operands)}) <{{dimension = {dim} : i64, is_stable = '
           f'{str(stable).lower()}}}> {body(args, lines, [result], ["i1"])} : ({types}) -> {results}')
    return [f"{name}#{i}" for i in range(len(arrays))] if count else [name]


def compare(direction, element, lhs="%a0", rhs="%b0", name="%c"):
    kind = "TOTALORDER" if element[0] in "fb" else "UNSIGNED" if element[0] == "u" or element == "i1" else "SIGNED"
    return f"{name} = stablehlo.compare {direction}, {lhs}, {rhs}, {kind} : (tensor<{element}>, tensor<{element}>) -> tensor<i1>"


def sort_case(name, shape, dim, element, descending=False, special=False):
    f = Function(name)
    x = sample(shape, element)
    if special:
        x.flat[:8] = [np.nan, np.inf, -np.inf, 0.0, -0.0, -np.nan, 1, -1]
        RNG.shuffle(x, axis=0)
    [result] = sort_text(f, [x], dim, [compare("GT" if descending else "LT", element)])
    keys = total_order(x) if x.dtype.kind == "f" else x
    order = np.argsort(keys, axis=dim, kind="stable")
    if descending:
        order = np.flip(order, dim)  # equal elements cannot be told apart
    f.expect(result, np.take_along_axis(x, order, dim))
    return f


def sort_pairs(name, shape, dim, element, count=2):
    """Few different keys with payload: shows whether it is stable."""
    f = Function(name)
    x = RNG.integers(0, 4, shape).astype(TYPES[element])
    payload = [np.arange(x.size, dtype=np.int32).reshape(shape), sample(shape, "f32"), sample(shape, "i1")][:count - 1]
    results = sort_text(f, [x, *payload], dim, [compare("LT", element)])
    order = np.argsort(x, axis=dim, kind="stable")
    for value, array in zip(results, [x, *payload]):
        f.expect(value, np.take_along_axis(array, order, dim))
    return f


def sort_two_keys(name, shape, dim):
    """Lexicographic, as jax.lax.sort with num_keys = 2 writes it."""
    f = Function(name)
    x, y = RNG.integers(0, 3, shape).astype(np.int32), sample(shape, "f32")
    lines = [compare("LT", "f32", "%a1", "%b1", "%second"), compare("LT", "i32", name="%less"), compare("EQ", "i32", name="%same"),
             "%c = stablehlo.select %same, %second, %less : tensor<i1>, tensor<i1>"]
    results = sort_text(f, [x, y], dim, lines)
    order = np.lexsort((total_order(y), x), axis=dim)
    for value, array in zip(results, [x, y]):
        f.expect(value, np.take_along_axis(array, order, dim))
    return f


def sort_by_real_part(name, shape, dim):
    """Entries of 9 bytes, of which comparators only see a part."""
    f = Function(name)
    x, y = sample(shape, "complex<f32>").round(1), sample(shape, "i1")
    parts = [f"%{side} = stablehlo.real %{side}0 : (tensor<complex<f32>>) -> tensor<f32>" for side in "ab"]
    results = sort_text(f, [x, y], dim, [*parts, compare("LT", "f32", "%a", "%b")])
    order = np.argsort(total_order(x.real.copy()), axis=dim, kind="stable")
    for value, array in zip(results, [x, y]):
        f.expect(value, np.take_along_axis(array, order, dim), 1e-6)
    return f


def sort_family():
    for element in ("f32", "f64", "i32", "i8", "ui32", "ui8", "i64", "f16"):
        yield sort_case(f"sort_{element}", (3, 21), 1, element)
        yield sort_case(f"sort_descending_{element}", (13, 4), 0, element, descending=True)
    for size in (1, 2, 3, 4, 5, 8, 16, 17, 64, 100, 1000):
        yield sort_case(f"sort_{size}_elements", (size,), 0, "f32")
    yield sort_case("sort_special_f32", (33,), 0, "f32", special=True)
    yield sort_case("sort_special_f64", (33,), 0, "f64", descending=True, special=True)
    yield sort_case("sort_middle", (3, 18, 5), 1, "f32")
    yield sort_case("sort_last", (2, 3, 19), -1, "i32")
    yield sort_case("sort_no_elements", (3, 0), 1, "f32")
    yield sort_case("sort_no_rows", (0, 3), 1, "f32")
    yield sort_case("sort_bits", (40,), 0, "i1")
    yield sort_pairs("sort_stable", (50,), 0, "i32")
    yield sort_pairs("sort_stable_rows", (4, 33), 1, "f32", 3)
    yield sort_pairs("sort_stable_columns", (33, 4), 0, "i8", 4)
    yield sort_two_keys("sort_two_keys", (60,), 0)
    yield sort_two_keys("sort_two_keys_rows", (5, 30), 1)
    # Tiles of GPUs, and several that are merged: whole ones and not, of entries of 4 bytes to 13.
    for size in (513, 1024, 1025, 2048, 2049, 4096, 5000):
        yield sort_case(f"sort_{size}_elements", (size,), 0, "f32", special=True)
        yield sort_pairs(f"sort_stable_{size}", (size,), 0, "i32", 2 + size % 3)
    yield sort_case("sort_long_rows", (3, 3000), 1, "f16")
    yield sort_case("sort_long_columns", (2100, 3), 0, "i64", descending=True)
    yield sort_case("sort_long_i8", (2, 2500, 2), 1, "i8")
    yield sort_case("sort_many_short_lines", (4100, 5), 1, "i32")
    yield sort_two_keys("sort_two_keys_long", (3000,), 0)
    yield sort_by_real_part("sort_complex", (3000,), 0)


# --- top_k ---

def top_k_case(name, shape, k, element, form="chlo", special=False):
    f = Function(name)
    x = sample(shape, element)
    if special:
        x.flat[:4] = [np.nan, np.inf, -0.0, 0.0]
    keys = total_order(x) if x.dtype.kind == "f" else x.astype(np.int64)
    order = np.argsort(-keys.astype(object) if x.dtype.kind == "u" else -keys.astype(np.int64), axis=-1, kind="stable")[..., :k]
    values, indices = np.take_along_axis(x, order, -1), order.astype(np.int32)
    operand = f.constant(x)
    types = f"{tensor_type(x)} -> ({tensor_type(values)}, {tensor_type(indices)})"
    if form == "chlo":
        f.emit(f"%t:2 = chlo.top_k({operand}, k = {k}) : {types}")
    elif form == "mhlo":
        f.emit(f"%t:2 = mhlo.topk({operand}, k = {k}, largest = true) : {types}")
    else:
        f.emit(f'%t:2 = stablehlo.custom_call @mhlo.topk({operand}) {{mhlo.attributes = {{k = {k} : i64, largest = true}}, '
               f'mhlo.version = 1 : i64}} : ({tensor_type(x)}) -> ({tensor_type(values)}, {tensor_type(indices)})')
    f.expect("%t#0", values)
    f.expect("%t#1", indices)
    return f


def top_k_family():
    yield top_k_case("top_k", (20,), 5, "f32")
    yield top_k_case("top_k_rows", (4, 16), 8, "f32")
    yield top_k_case("top_k_ties", (3, 50), 10, "i32")
    yield top_k_case("top_k_all", (3, 7), 7, "i8")
    yield top_k_case("top_k_unsigned", (2, 3, 9), 2, "ui8")
    yield top_k_case("top_k_special", (30,), 6, "f32", special=True)
    yield top_k_case("top_k_mhlo", (4, 16), 3, "f32", "mhlo")
    yield top_k_case("top_k_custom_call", (4, 16), 3, "f32", "custom_call")
    for k in (1, 50, 500, 600, 1300):
        yield top_k_case(f"top_{k}_of_many", (2, 3000), k, "f32", special=True)
        yield top_k_case(f"top_{k}_ties", (1100 + k,), k, "i32")


# --- scans ---

def scan_body(op, element):
    """Text of a body, what it starts with, and a function on lists of arrays of which the first one comes first."""
    t = f"tensor<{element}>"
    if op == "logaddexp":
        lines = [f"%m = stablehlo.maximum %a, %b : {t}", f"%d = stablehlo.subtract %a, %b : {t}", f"%e = stablehlo.abs %d : {t}",
                 f"%n = stablehlo.negate %e : {t}", f"%g = stablehlo.exponential %n : {t}", f"%l = stablehlo.log_plus_one %g : {t}",
                 f"%r = stablehlo.add %m, %l : {t}"]
        return body([("a", element), ("b", element)], lines, ["%r"], [element]), [-1e30], lambda a, b: [np.logaddexp(a[0], b[0])]
    if op == "affine":  # x -> a x + b, the first one first: not commutative
        lines = [f"%m = stablehlo.multiply %a, %c : {t}", f"%n = stablehlo.multiply %b, %c : {t}", f"%o = stablehlo.add %n, %d : {t}"]
        return (body([(name, element) for name in "abcd"], lines, ["%m", "%o"], [element] * 2), [1, 0],
                lambda a, b: [a[0] * b[0], a[1] * b[0] + b[1]])
    start = {"add": 0, "multiply": 1, "maximum": -100}[op]
    return binary_body(op, element), [start], lambda a, b: [FUNCTIONS[op](a[0], b[0])]


def scan_case(name, shape, dim, op="add", element="f32", reverse=False):
    """A reduce_window whose windows reach from each element to the first one along a dimension, or to the last."""
    f = Function(name)
    text, starts, function = scan_body(op, element)
    arrays = [sample(shape, element) for _ in starts]
    if op in ("multiply", "affine"):
        arrays[0] = (arrays[0] / 9 + (op == "multiply")).astype(TYPES[element])
    order = range(shape[dim] - 1, -1, -1) if reverse else range(shape[dim])
    exact = [np.moveaxis(a, dim, 0).astype(np.float64 if a.dtype.kind == "f" else a.dtype) for a in arrays]
    state, expected = None, [np.empty_like(a) for a in exact]
    with np.errstate(over="ignore"):
        for i in order:
            here = [a[i] for a in exact]
            state = here if state is None else function(here, state) if reverse else function(state, here)
            for result, value in zip(expected, state):
                result[i] = value
    window = [shape[dim] if d == dim else 1 for d in range(len(shape))]
    low, high = (0, shape[dim] - 1) if reverse else (shape[dim] - 1, 0)
    padding = [[low, high] if d == dim else [0, 0] for d in range(len(shape))]
    operands = [f.constant(a) for a in arrays] + [f.constant(np.array(start, TYPES[element])) for start in starts]
    if len(starts) == 1:
        f.emit(f"%start = stablehlo.constant {dense(np.array(starts[0], TYPES[element]))}")
        operands[1] = "%start"
    kinds = [tensor_type(a) for a in arrays]
    scalars = [f"tensor<{element}>"] * len(starts)
    count = f":{len(arrays)}" if len(arrays) > 1 else ""
    f.emit(f'%r{count} = "stablehlo.reduce_window"({", ".join(operands)}) <{{window_dimensions = array<i64: '
           f'{", ".join(map(str, window))}>, padding = dense<{padding}> : tensor<{len(shape)}x2xi64>}}> {text} : '
           f'({", ".join(kinds + scalars)}) -> ({", ".join(kinds)})')
    for i, (array, kind) in enumerate(zip(expected, arrays)):
        digits = {"f16": 2e-2, "f32": 1e-5, "f64": 1e-12}.get(element)
        wanted = np.moveaxis(array, 0, dim).astype(kind.dtype)
        f.expect(f"%r#{i}" if count else "%r", wanted, digits and digits * (1 + float(np.max(np.abs(wanted)))))
    return f


def scan_family():
    for reverse in (False, True):
        way = "backward" if reverse else "forward"
        # Tiles of one workgroup and more, a part and more, whole and not; windows of few elements; lines side by side.
        for size in (7, 8, 31, 128, 255, 256, 769, 2304, 3328, 3329, 5000):
            yield scan_case(f"scan_{size}_{way}", (size,), 0, reverse=reverse)
        yield scan_case(f"scan_rows_{way}", (3, 1000), 1, reverse=reverse)
        yield scan_case(f"scan_columns_{way}", (200, 33), 0, reverse=reverse)
        yield scan_case(f"scan_few_columns_{way}", (2, 300, 5), 1, "maximum", "i32", reverse)
        yield scan_case(f"scan_short_rows_{way}", (50, 20), 1, "multiply", "f64", reverse)
        yield scan_case(f"scan_logaddexp_{way}", (2, 600), 1, "logaddexp", reverse=reverse)
        yield scan_case(f"scan_affine_{way}", (4000,), 0, "affine", reverse=reverse)
        yield scan_case(f"scan_affine_columns_{way}", (2, 100, 20), 1, "affine", reverse=reverse)
    yield scan_case("scan_f64", (3400,), 0, element="f64")
    yield scan_case("scan_f16", (1300,), 0, element="f16", reverse=True)
    yield scan_case("scan_i64", (2, 1500), 1, element="i64")
    yield scan_case("scan_i8", (5, 4500), 1, "maximum", "i8")
    yield scan_case("scan_i16", (700,), 0, element="i16")


# --- scans that are written as their recursion ---

class Recursion:
    """What an associative scan along a dimension is, in slices, function, concatenations and paddings: pairs, the odd places from what
    pairs come to, the even ones from the odd ones before."""

    def __init__(self, f, shape, dim, element, op):
        self.f, self.shape, self.dim, self.element, self.op = f, list(shape), dim, element, op
        self.zero = f.value()
        f.emit(f"{self.zero} = stablehlo.constant dense<0{'' if element[0] == 'i' else '.0'}> : tensor<{element}>")

    def type(self, size):
        shape = self.shape[:self.dim] + [size] + self.shape[self.dim + 1:]
        return f"tensor<{'x'.join(map(str, shape))}x{self.element}>"

    def emit(self, text, types):
        name = self.f.value()
        self.f.emit(f"{name} = stablehlo.{text} : {types}")
        return name

    def slice(self, x, size, start, limit, stride=1):
        ranges = [f"0:{n}" for n in self.shape]
        ranges[self.dim] = f"{start}:{limit}:{stride}"
        return self.emit(f"slice {x} [{', '.join(ranges)}]", f"({self.type(size)}) -> {self.type(-(-(limit - start) // stride))}")

    def pad(self, x, size, low, whole):
        edges = [["0"] * len(self.shape) for _ in range(3)]
        edges[0][self.dim], edges[1][self.dim], edges[2][self.dim] = str(low), str(whole - low - (2 * size - 1)), "1"
        low, high, interior = (f"[{', '.join(e)}]" for e in edges)
        return self.emit(f"pad {x}, {self.zero}, low = {low}, high = {high}, interior = {interior}",
                         f"({self.type(size)}, tensor<{self.element}>) -> {self.type(whole)}")

    def function(self, a, b, size):
        t = self.type(size)
        if self.op != "affine":
            return [self.emit(f"{self.op} {a[0]}, {b[0]}", t)]
        scaled = self.emit(f"multiply {b[0]}, {a[1]}", t)
        return [self.emit(f"multiply {a[0]}, {b[0]}", t), self.emit(f"add {scaled}, {b[1]}", t)]

    def scan(self, x, size):
        if size < 2:
            return x
        half, more = size // 2, (size - 1) // 2
        first, second = ([self.slice(v, size, at, size - 1 + at, 2) for v in x] for at in (0, 1))
        odd = self.scan(self.function(first, second, half), half)
        even = [self.slice(v, size, 0, 1) for v in x]
        if more:
            before = odd if size % 2 else [self.slice(v, half, 0, more) for v in odd]
            results = self.function(before, [self.slice(v, size, 2, size, 2) for v in x], more)
            even = [self.emit(f"concatenate {v}, {r}, dim = {self.dim}", f"({self.type(1)}, {self.type(more)}) -> {self.type(more + 1)}")
                    for v, r in zip(even, results)]
        return [self.emit(f"add {self.pad(e, more + 1, 0, size)}, {self.pad(o, half, 1, size)}", self.type(size)) for e, o in zip(even, odd)]


def recursive_case(name, shape, dim, op, element="f32", results=(0, 1)):
    f = Function(name)
    function = scan_body(op, element)[2]
    arrays = [sample(shape, element) for _ in range(2 if op == "affine" else 1)]
    if op in ("multiply", "affine"):
        arrays[0] = (arrays[0] / 9 + (op == "multiply")).astype(TYPES[element])
    values = Recursion(f, shape, dim, element, op).scan([f.constant(a) for a in arrays], shape[dim])
    exact = [np.moveaxis(a, dim, 0).astype(np.float64 if a.dtype.kind == "f" else a.dtype) for a in arrays]
    state, expected = None, [np.empty_like(a) for a in exact]
    for i in range(shape[dim]):
        here = [a[i] for a in exact]
        state = here if state is None else function(state, here)
        for result, value in zip(expected, state):
            result[i] = value
    for i, (value, array) in enumerate(zip(values, expected)):
        if i not in results:
            continue
        wanted = np.moveaxis(array, 0, dim).astype(TYPES[element])
        f.expect(value, wanted, 1e-5 * (1 + float(np.max(np.abs(wanted)))) if element[0] == "f" else None)
    return f


def recursive_family():
    for size in (2, 3, 15, 16, 17, 100, 333):
        yield recursive_case(f"recursive_{size}", (size,), 0, "multiply")
    yield recursive_case("recursive_rows", (3, 300), 1, "maximum", "i32")
    yield recursive_case("recursive_affine", (600,), 0, "affine")
    yield recursive_case("recursive_affine_last", (2, 37, 5), 1, "affine", results=(1,))
    yield recursive_case("recursive_affine_first", (64, 3), 0, "affine", results=(0,))


FAMILIES = {"sort": sort_family, "top_k": top_k_family, "scan": scan_family, "recursive": recursive_family}

if __name__ == "__main__":
    sys.exit(main(FAMILIES))
