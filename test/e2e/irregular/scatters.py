"""Scatters of many updates, which GPUs run in parallel, against NumPy: indices that are the same, all over the place, and outside.

usage: scatters.py    environment: TERN_RUN, TERN_DEVICE (default cpu)
Sums of floats have to be those of the updates in their order, to the bit. With --allow-nondeterminism they may be off by roundings.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np
from irregular_ops import FUNCTIONS, RNG, TYPES, Function, binary_body, dims, ref_scatter, sample, tensor_type

FUNCTIONS |= {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}
ROWS, ELEMENTS = dims([1], [0], [0], 1), dims([], [0], [0], 1)


def indices_of(kind, high, shape):
    """Numbers from outside of [0, high) among them."""
    if kind == "same":
        return np.full(shape, high // 2, np.int32)
    if kind == "unique":
        # Each place is named once at most; those that are outside have no place.
        return RNG.permutation(np.arange(-3, max(high + 5, int(np.prod(shape)))))[:int(np.prod(shape))].reshape(shape).astype(np.int32)
    index = RNG.integers(-2, high + 2, shape).astype(np.int32)
    if kind == "skewed":
        index = np.where(RNG.random(shape) < 0.5, 1, index)
    if kind == "sorted":
        index = np.sort(index, axis=0)
    if kind == "far":
        index = np.where(RNG.random(shape) < 0.1, RNG.choice([-2**31, 2**31 - 1, -1], shape), index)
    return index.astype(np.int32)


def case(name, shape, index_shape, update_shape, numbers, element="f32", op="add", kind="random", high=None, start=None,
         tolerance=None):
    f = Function(name)
    x = sample(shape, element) if start is None else np.full(shape, start, TYPES[element])
    u = sample(update_shape, element)
    index = indices_of(kind, high if high is not None else shape[numbers["scatter_dims_to_operand_dims"][0]], index_shape)
    function = FUNCTIONS[op]
    with np.errstate(over="ignore"):
        expected = ref_scatter([x], index, [u], numbers, lambda a, b: [function(a[0], b[0])])[0]
    text = ", ".join(f"{key} = {value}" for key, value in numbers.items())
    operands = [f.constant(x), f.constant(index), f.constant(u)]
    if start is not None:
        # What a program starts from is often a number, everywhere.
        operands[0] = f.value()
        f.emit(f"{operands[0]} = stablehlo.constant dense<{start}> : {tensor_type(x)}")
    result = f.value()
    f.emit(f'{result} = "stablehlo.scatter"({", ".join(operands)}) <{{scatter_dimension_numbers = #stablehlo.scatter<{text}>, '
           f'unique_indices = {str(kind == "unique").lower()}}}> {binary_body(op, element)} : ({tensor_type(x)}, '
           f'{tensor_type(index)}, {tensor_type(u)}) -> {tensor_type(x)}')
    f.expect(result, expected, tolerance)
    return f


def cases(tolerance):
    """Of floats whose order matters all are compared with `tolerance`, None: exactly."""
    for element in ("i32", "ui32", "i64", "ui8", "i16"):
        for op in ("add", "maximum", "minimum", "and", "or", "xor"):
            yield case(f"integers_{element}_{op}", (7,), (150, 1), (150,), ELEMENTS, element, op)
    yield case("histogram", (32,), (700, 1), (700,), ELEMENTS, "i32", start=0)
    yield case("histogram_of_one", (32,), (700, 1), (700,), ELEMENTS, "i32", kind="same", start=0)
    yield case("integer_rows", (19, 5), (200, 1), (200, 5), ROWS, "i32", kind="far")
    for kind in ("random", "same", "skewed", "sorted", "far", "unique"):
        yield case(f"sums_{kind}", (40,), (333, 1), (333,), ELEMENTS, kind=kind, start=0.0, tolerance=tolerance)
        yield case(f"rows_{kind}", (21, 6), (130, 1), (130, 6), ROWS, kind=kind, tolerance=tolerance)
        yield case(f"replaced_rows_{kind}", (300, 3), (140, 1), (140, 3), ROWS, op="replace", kind=kind)
    for count in (127, 128, 129, 255, 256, 257, 1024, 1025, 1100):
        yield case(f"sums_of_{count}", (50,), (count, 1), (count,), ELEMENTS, tolerance=tolerance)
    yield case("sums_of_5000", (333,), (5000, 1), (5000,), ELEMENTS, kind="skewed", tolerance=tolerance)
    # Into so many rows that most of them get nothing.
    for kind in ("random", "same", "skewed", "sorted", "far"):
        yield case(f"sparse_{kind}", (700,), (222, 1), (222,), ELEMENTS, kind=kind, start=0.0, tolerance=tolerance)
        yield case(f"sparse_points_{kind}", (31, 3, 40), (2, 150), (150, 3), dims([1], [0, 2], [2, 0], 0), op="replace", kind=kind, high=35)
        yield case(f"many_replaced_{kind}", (900, 2), (520, 1), (520, 2), ROWS, op="replace", kind=kind)
        yield case(f"few_replaced_{kind}", (5, 3), (7, 1), (7, 2), ROWS, op="replace", kind=kind)
    yield case("sparse_batches", (3, 200, 4), (3, 60, 1), (3, 60, 2), dims([2], [1], [1], 2, [0], [0]), tolerance=tolerance)
    # So many that GPUs add them up in pieces.
    yield case("pieces", (77,), (16384, 1), (16384,), ELEMENTS, kind="skewed", tolerance=2e-3)
    yield case("pieces_of_rows", (3, 2, 5), (16500, 1), (3, 16500, 2), dims([0, 2], [1], [1], 1), kind="far", tolerance=2e-3)
    yield case("pieces_of_some_f64", (300, 2), (20000, 1), (20000, 1), ROWS, "f64", start=-0.0, tolerance=1e-6)
    yield case("pieces_of_points", (9, 4), (2, 17000), (17000,), dims([], [0, 1], [1, 0], 0), tolerance=2e-3)
    for element in ("f16", "f64", "i8", "i64"):
        yield case(f"in_order_{element}", (9, 2), (150, 1), (150, 2), ROWS, element, "mix" if element[0] == "i" else "replace")
    yield case("in_order", (9,), (150, 1), (150,), ELEMENTS, "i32", "mix")
    yield case("points", (6, 7), (300, 2), (300,), dims([], [0, 1], [0, 1], 1), tolerance=tolerance)
    yield case("points_swapped", (4, 9), (2, 300), (300,), dims([], [0, 1], [1, 0], 0), "i32", high=9)
    yield case("columns_first", (4, 9), (160, 1), (4, 160), dims([0], [1], [1], 1), tolerance=tolerance)
    yield case("parts_of_rows", (11, 9), (160, 1), (160, 4), ROWS, tolerance=tolerance)
    yield case("lists_of_updates", (11, 3), (8, 20, 1), (8, 3, 20), dims([1], [0], [0], 2), tolerance=tolerance)
    yield case("batches", (3, 8, 2), (3, 60, 1), (3, 60, 2), dims([2], [1], [1], 2, [0], [0]), tolerance=tolerance)
    yield case("batches_behind", (8, 3), (60, 3, 1), (60, 3), dims([], [0], [0], 2, [1], [1]), tolerance=tolerance)
    yield case("moved_windows", (20,), (140, 1), (140, 3), dims([1], [], [0], 1), tolerance=tolerance)
    yield case("one_window", (20, 30), (2,), (7, 9), dims([0, 1], [], [0, 1], 0), op="replace", high=14)
    # Rows that are long enough for vectors, whole ones and others.
    for width in (8, 23, 96, 130):
        yield case(f"wide_rows_{width}", (21, width), (130, 1), (130, width), ROWS, kind="skewed", tolerance=tolerance)
    yield case("wide_replaced", (21, 40), (130, 1), (130, 40), ROWS, op="replace", kind="far")
    yield case("wide_in_order", (9, 33), (50, 1), (50, 33), ROWS, "i32", "mix")
    yield case("wide_heads", (21, 3, 16), (130, 1), (130, 3, 16), dims([1, 2], [0], [0], 1), tolerance=tolerance)
    yield case("wide_batches", (3, 8, 17), (3, 60, 1), (3, 60, 17), dims([2], [1], [1], 2, [0], [0]), tolerance=tolerance)
    yield case("wide_moved", (20, 16), (30, 1), (30, 3, 16), dims([1, 2], [], [0], 1), tolerance=tolerance)
    yield case("wide_columns_first", (16, 9), (60, 1), (16, 60), dims([0], [1], [1], 1), tolerance=tolerance)
    yield case("cache", (4, 32, 2, 8), (4, 2), (4, 2, 8), dims([1, 2], [0, 1], [0, 1], 1), op="replace", high=4)


def same_operands(width):
    """The updates are what they are put into, and two results start from the same."""
    f = Function(f"same_operands_{width}")
    x, index = sample((30, width), "f32"), RNG.integers(-1, 31, (30, 1)).astype(np.int32)
    expected = ref_scatter([x, x], index, [x, x], ROWS, lambda a, b: [a[0] + b[0], b[0] - a[1]])
    operands = [f.constant(v) for v in (x, index)]
    t, text = "tensor<f32>", ", ".join(f"{key} = {value}" for key, value in ROWS.items())
    arguments = ", ".join(f"%{name}: {t}" for name in "abcd")
    f.emit(f'%r:2 = "stablehlo.scatter"({operands[0]}, {operands[0]}, {operands[1]}, {operands[0]}, {operands[0]}) '
           f"<{{scatter_dimension_numbers = #stablehlo.scatter<{text}>}}> ({{\n  ^bb0({arguments}):\n    %s = stablehlo.add %a, %c : {t}\n"
           f"    %d1 = stablehlo.subtract %c, %b : {t}\n    stablehlo.return %s, %d1 : {t}, {t}\n  }}) : "
           f"({', '.join(tensor_type(v) for v in (x, x, index, x, x))}) -> ({tensor_type(x)}, {tensor_type(x)})")
    f.expect("%r#0", expected[0])
    f.expect("%r#1", expected[1])
    return f


def run(functions, flags):
    device = os.environ.get("TERN_DEVICE", "cpu")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scatters.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(f.text() for f in functions))
        done = subprocess.run([os.environ["TERN_RUN"], "--check", path, f"--device={device}", *flags], capture_output=True,
                              text=True, check=False)
    passed = done.stdout.count("[PASSED]")
    print(f"{' '.join(['scatters', *flags])} on {device}: {passed} of {len(functions)} passed")
    if done.returncode == 0 and passed == len(functions):
        return True
    print(done.stdout[-4000:], done.stderr[-4000:])
    return False


def main():
    right = run([*cases(None), same_operands(3), same_operands(20)], [])
    right &= run(list(cases(1e-4)), ["--allow-nondeterminism"])
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
