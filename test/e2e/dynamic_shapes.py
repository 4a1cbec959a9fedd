"""Programs of dynamic shapes, compiled once and run for several sizes each, against NumPy; and sizes that do not fit each other.

usage: dynamic_shapes.py [NAME...]    environment: TERN_RUN, TERN_COMPILE, TERN_DEVICE (default cpu), TERN_KEEP (folder for the programs)
"""

import os
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from stablehlo.programs import random_bits

F16, F32, I32 = np.float16, np.float32, np.int32
NAMES = {np.dtype(F32): "f32", np.dtype(I32): "i32"}


# --- text ---

def sizes_list(name, *sizes):
    """Lines that make `name` a list of sizes: numbers, or pairs of a value and a dimension of it."""
    lines, parts = [], []
    for i, size in enumerate(sizes):
        part = f"%{name}_{i}"
        parts.append(part)
        if isinstance(size, int):
            lines.append(f"{part} = stablehlo.constant dense<{size}> : tensor<1xi32>")
        else:
            value, kind, dim = size
            lines += [f"{part}s = stablehlo.get_dimension_size {value}, dim = {dim} : ({kind}) -> tensor<i32>",
                      f"{part} = stablehlo.reshape {part}s : (tensor<i32>) -> tensor<1xi32>"]
    kinds = ", ".join(["tensor<1xi32>"] * len(parts))
    return lines + [f"%{name} = stablehlo.concatenate {', '.join(parts)}, dim = 0 : ({kinds}) -> tensor<{len(parts)}xi32>"]


def program(arguments, results, lines, functions=""):
    """`arguments` are types; `results` pairs of a value and its type."""
    args = ", ".join(f"%a{i}: {kind}" for i, kind in enumerate(arguments))
    kinds = ", ".join(kind for _, kind in results)
    body = "\n  ".join(lines)
    return (f"{functions}func.func @main({args}) -> ({kinds}) {{\n  {body}\n  return {', '.join(value for value, _ in results)} : "
            f"{kinds}\n}}\n")


def comparator(count, element, direction="LT"):
    scalar = f"tensor<{element}>"
    others = "".join(f", %o{i}: tensor<i32>, %p{i}: tensor<i32>" for i in range(count - 1))
    kind = "TOTALORDER" if element == "f32" else "SIGNED"
    return (f"({{\n  ^bb0(%l: {scalar}, %r: {scalar}{others}):\n    %c = stablehlo.compare {direction}, %l, %r, {kind} : ({scalar}, {scalar}) "
            "-> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  })")


# --- programs: text, a function that makes inputs of a size, and one that gives what is expected ---

def sort(dim):
    kind = "tensor<?x?xf32>"
    text = program([kind], [("%r", kind)], [
        f'%r = "stablehlo.sort"(%a0) <{{dimension = {dim} : i64, is_stable = true}}> {comparator(1, "f32")} : ({kind}) -> {kind}'])
    return text, lambda rng, n, m: [rng.standard_normal((n, m)).astype(F32)], lambda x: [np.sort(x, axis=dim)]


def argsort():
    """Only the places are used, so that the sorted values are nothing but a workspace."""
    kind, places = "tensor<?x?xf32>", "tensor<?x?xi32>"
    text = program([kind], [("%r#1", places)], sizes_list("s", ("%a0", kind, 0), ("%a0", kind, 1)) + [
        f"%i = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> {places}",
        f'%r:2 = "stablehlo.sort"(%a0, %i) <{{dimension = 1 : i64, is_stable = true}}> {comparator(2, "f32")} : '
        f"({kind}, {places}) -> ({kind}, {places})"])
    # Equal elements keep their order.
    return (text, lambda rng, n, m: [rng.integers(-4, 4, (n, m)).astype(F32)],
            lambda x: [np.argsort(x, axis=1, kind="stable").astype(I32)])


def top_k():
    """Of k that is the last dimension of another argument."""
    kind, results = "tensor<?x?xf32>", ["tensor<?x?xf32>", "tensor<?x?xi32>"]
    text = program([kind, "tensor<?xf32>"], list(zip(["%r#0", "%r#1"], results)), [
        "%k = stablehlo.get_dimension_size %a1, dim = 0 : (tensor<?xf32>) -> tensor<i32>",
        f'%r:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a0, %k) : ({kind}, tensor<i32>) -> ({", ".join(results)})'])

    def expected(x, like):
        places = np.argsort(-x, axis=1, kind="stable")[:, : len(like)]
        return [np.take_along_axis(x, places, 1), places.astype(I32)]

    return (text, lambda rng, n, m: [rng.integers(-9, 9, (n, m)).astype(F32), np.zeros((m + 1) // 2, F32)], expected)


def median():
    """The mean of the two in the middle of each row, which are found by their numbers."""
    kind, row = "tensor<?x?xf32>", "tensor<?xf32>"
    lines = [f'%s = "stablehlo.sort"(%a0) <{{dimension = 1 : i64, is_stable = true}}> {comparator(1, "f32")} : ({kind}) -> {kind}',
             f"%m = stablehlo.get_dimension_size %a0, dim = 1 : ({kind}) -> tensor<i32>",
             "%one = stablehlo.constant dense<1> : tensor<i32>", "%two = stablehlo.constant dense<2> : tensor<i32>",
             "%zero = stablehlo.constant dense<0> : tensor<i32>",
             "%hi = stablehlo.divide %m, %two : tensor<i32>",
             "%before = stablehlo.subtract %m, %one : tensor<i32>", "%lo = stablehlo.divide %before, %two : tensor<i32>"]
    lines += sizes_list("n", ("%a0", kind, 0), 1)
    for name in ("lo", "hi"):
        lines += [f"%{name}i = stablehlo.reshape %{name} : (tensor<i32>) -> tensor<1xi32>",
                  f'%{name}r = "stablehlo.dynamic_gather"(%s, %{name}i, %n) {{dimension_numbers = #stablehlo.gather<offset_dims = [0], '
                  f"collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 0>}} : ({kind}, tensor<1xi32>, tensor<2xi32>) -> {row}"]
    lines += [f"%t = stablehlo.add %lor, %hir : {row}", f"%half = stablehlo.constant dense<0.5> : tensor<f32>"]
    lines += sizes_list("k", ("%a0", kind, 0))
    lines += [f"%hb = stablehlo.dynamic_broadcast_in_dim %half, %k, dims = [] : (tensor<f32>, tensor<1xi32>) -> {row}",
              f"%r = stablehlo.multiply %t, %hb : {row}"]
    return (program([kind], [("%r", row)], lines), lambda rng, n, m: [rng.standard_normal((n, m + (m == 0))).astype(F32)],
            lambda x: [np.median(x, axis=1).astype(F32)])


REDUCERS = """func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.add %a, %b : tensor<f32>
  return %r : tensor<f32>
}
func.func private @max(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.maximum %a, %b : tensor<f32>
  return %r : tensor<f32>
}
"""


def window(name, init, size, stride, base, dilation, padding):
    """A call with lists that are values of the program; `size` and so on are names of them."""
    kind, list_kind = "tensor<?x?xf32>", "tensor<2xi32>"
    return [f"%init = stablehlo.constant dense<{init}> : tensor<f32>",
            f"%r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a0, %init, {size}, {stride}, {base}, {dilation}, {padding}) "
            f"{{called_computations = [@{name}]}} : ({kind}, tensor<f32>, {', '.join([list_kind] * 4)}, tensor<2x2xi32>) -> {kind}"]


def cumulative(name, is_reverse):
    kind = "tensor<?x?xf32>"
    lines = sizes_list("w", 1, ("%a0", kind, 1)) + [
        "%ones = stablehlo.constant dense<1> : tensor<2xi32>", "%o = stablehlo.constant dense<[0, 1]> : tensor<2xi32>",
        "%before = stablehlo.subtract %w, %ones : tensor<2xi32>", "%z = stablehlo.constant dense<0> : tensor<2xi32>",
        "%pl = stablehlo.reshape %before : (tensor<2xi32>) -> tensor<2x1xi32>",
        "%ph = stablehlo.reshape %z : (tensor<2xi32>) -> tensor<2x1xi32>",
        f"%p = stablehlo.concatenate {'%ph, %pl' if is_reverse else '%pl, %ph'}, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> "
        "tensor<2x2xi32>"]
    lines += window(name, "0.0" if name == "add" else "0xFF800000", "%w", "%ones", "%ones", "%ones", "%p")
    accumulate = np.add.accumulate if name == "add" else np.maximum.accumulate

    def expected(x):
        turned = x[:, ::-1] if is_reverse else x
        result = accumulate(turned.astype(np.float64), axis=1).astype(F32)
        return [result[:, ::-1] if is_reverse else result]

    return program([kind], [("%r", kind)], lines, REDUCERS), lambda rng, n, m: [rng.standard_normal((n, m)).astype(F32)], expected


def narrow_sums(is_cumulative):
    """Of f16, in rows of thousands, which steps of f16 would end at 2048: cumulative ones, or one for each row."""
    kind = "tensor<?x?xf16>"
    lines = sizes_list("w", 1, ("%a0", kind, 1)) + [
        "%ones = stablehlo.constant dense<1> : tensor<2xi32>", "%z = stablehlo.constant dense<0> : tensor<2x1xi32>",
        "%before = stablehlo.subtract %w, %ones : tensor<2xi32>",
        f"%l = stablehlo.{'reshape %before : (tensor<2xi32>) -> tensor<2x1xi32>' if is_cumulative else 'constant dense<0> : tensor<2x1xi32>'}",
        "%p = stablehlo.concatenate %l, %z, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>"]
    lines += [line.replace("f32", "f16") for line in window("add", "0.0", "%w", "%ones", "%ones", "%ones", "%p")]

    def expected(x):
        wide = x.astype(np.float64)
        return [(np.cumsum(wide, 1) if is_cumulative else wide.sum(1, keepdims=True)).astype(F16)]

    def inputs(rng, n, m):
        return [rng.uniform(0.5, 1.5, (n, 100 * m + 1)).astype(F16)]

    return program([kind], [("%r", kind)], lines, REDUCERS.replace("f32", "f16")), inputs, expected


def bits(algorithm, width):
    """Random ones, as many as there are elements in three matrices like the argument; and the state behind them."""
    kind, result = "tensor<?x?xf32>", f"tensor<?x3x?xui{width}>"
    lines = sizes_list("s", ("%a1", kind, 0), 3, ("%a1", kind, 1)) + [
        f"%r:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a0, %s) {{api_version = 2 : i32, rng_algorithm = "
        f"#stablehlo<rng_algorithm {algorithm}>}} : (tensor<2xui64>, tensor<3xi32>) -> (tensor<2xui64>, {result})"]

    def inputs(rng, n, m):
        return [rng.integers(0, 2**64, 2, np.uint64), np.zeros((n, m), F32)]

    return (program(["tensor<2xui64>", kind], [("%r#0", "tensor<2xui64>"), ("%r#1", result)], lines), inputs,
            lambda state, like: list(random_bits(algorithm, list(map(int, state)), (len(like), 3, like.shape[1]), width)))


def reduce_windows(x, size, stride, base, dilation, padding):
    """By the definition, with maxima."""
    for dim in range(2):
        line = np.moveaxis(x, dim, 0)
        spread = np.full(((len(line) - 1) * base[dim] + 1 if len(line) else 0, line.shape[1]), -np.inf, F32)
        spread[:: base[dim]] = line
        spread = np.concatenate([np.full((padding[dim][0], line.shape[1]), -np.inf, F32), spread,
                                 np.full((padding[dim][1], line.shape[1]), -np.inf, F32)])
        reach = (size[dim] - 1) * dilation[dim] + 1
        count = (len(spread) - reach) // stride[dim] + 1 if len(spread) >= reach else 0
        result = np.full((count, line.shape[1]), -np.inf, F32)
        for i in range(count):
            result[i] = spread[i * stride[dim] : i * stride[dim] + reach : dilation[dim]].max(axis=0, initial=-np.inf)
        x = np.moveaxis(result, 0, dim)
    return x


def windows(is_known):
    """Lists as arguments, or known but for the padding."""
    kind, lists = "tensor<?x?xf32>", [(2, 3), (2, 1), (2, 1), (1, 2)]
    known = ["%" + name for name in ("w", "s", "b", "d")]
    lines = [f"{name} = stablehlo.constant dense<[{values[0]}, {values[1]}]> : tensor<2xi32>" for name, values in zip(known, lists)]
    if is_known:
        text = program([kind, "tensor<2x2xi32>"], [("%r", kind)], lines + window("max", "0xFF800000", *known, "%a1"), REDUCERS)
    else:
        text = program([kind] + ["tensor<2xi32>"] * 4 + ["tensor<2x2xi32>"], [("%r", kind)],
                       window("max", "0xFF800000", "%a1", "%a2", "%a3", "%a4", "%a5"), REDUCERS)

    def inputs(rng, n, m):
        own = lists if is_known else [rng.integers(1, 4, 2) for _ in range(4)]
        padding = rng.integers(0, 3, (2, 2)).astype(I32)
        x = rng.standard_normal((n, m)).astype(F32)
        return [x, padding] if is_known else [x, *(np.array(values, I32) for values in own), padding]

    def expected(x, *rest):
        own = lists if is_known else rest[:4]
        return [reduce_windows(x, *own, rest[-1])]

    return text, inputs, expected


def attention(has_dynamic_length):
    """Softmax of scores, and a product, each batch on its own; the scores are taken across."""
    s = "?" if has_dynamic_length else "7"
    q, scores, row = f"tensor<?x{s}x2x4xf32>", f"tensor<?x2x{s}x{s}xf32>", f"tensor<?x2x{s}xf32>"
    length = ("%a0", q, 1) if has_dynamic_length else 7
    lines = sizes_list("sh", ("%a0", q, 0), 2, length, length) + [
        "%least = stablehlo.constant dense<0xFF800000> : tensor<f32>", "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
        f"%x = stablehlo.dot_general %a0, %a1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : ({q}, {q}) -> {scores}",
        f"%m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [3] : ({scores}, tensor<f32>) -> {row}",
        f"%mb = stablehlo.dynamic_broadcast_in_dim %m, %sh, dims = [0, 1, 2] : ({row}, tensor<4xi32>) -> {scores}",
        f"%d = stablehlo.subtract %x, %mb : {scores}", f"%e = stablehlo.exponential %d : {scores}",
        f"%t = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : ({scores}, tensor<f32>) -> {row}",
        f"%tb = stablehlo.dynamic_broadcast_in_dim %t, %sh, dims = [0, 1, 2] : ({row}, tensor<4xi32>) -> {scores}",
        f"%p = stablehlo.divide %e, %tb : {scores}",
        f"%o = stablehlo.dot_general %a2, %p, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3] : ({q}, {scores}) -> "
        f"tensor<?x2x4x{s}xf32>",
        f"%r = stablehlo.transpose %o, dims = [0, 3, 1, 2] : (tensor<?x2x4x{s}xf32>) -> {q}"]

    def expected(q, k, v):
        x = np.einsum("bqhd,bkhd->bhqk", q, k).astype(np.float64)
        e = np.exp(x - x.max(-1, keepdims=True, initial=-1e30))
        return [np.einsum("bhqk,bkhd->bqhd", e / e.sum(-1, keepdims=True), v).astype(F32)]

    def inputs(rng, n, m):
        return [rng.standard_normal((n, m if has_dynamic_length else 7, 2, 4)).astype(F32) for _ in range(3)]

    return program([q] * 3, [("%r", q)], lines), inputs, expected


def lapack(name, results, options, expected, is_square_dynamic=False):
    """A call of the function for matrices of a dynamic batch, or of dynamic size as well. Results: matrices, vectors, pivots, info."""
    m = "?" if is_square_dynamic else "4"
    kind, lines, shapes, kinds = f"tensor<?x{m}x{m}xf32>", [], [], []
    size = ("%a0", f"tensor<?x{m}x{m}xf32>", 1) if is_square_dynamic else 4
    for i, result in enumerate(results):
        rank, element = {"m": (3, "f32"), "v": (2, "f32"), "p": (2, "i32"), "i": (1, "i32")}[result]
        lines += sizes_list(f"s{i}", *[("%a0", kind, 0), size, size][:rank])
        shapes.append(f"%s{i}")
        kinds.append("tensor<?" + f"x{m}" * (rank - 1) + f"x{element}>")
    list_kinds = ", ".join(f"tensor<{kind.count('x') }xi32>" for kind in kinds)
    positions = ", ".join(str(1 + i) for i in range(len(results)))
    lines.append(f"%r:{len(results)} = stablehlo.custom_call @{name}(%a0, {', '.join(shapes)}) {{indices_of_shape_operands = "
                 f"dense<[{positions}]> : tensor<{len(results)}xi64>, mhlo.backend_config = {{{options}}}}} : ({kind}, {list_kinds}) -> "
                 f"({', '.join(kinds)})")
    text = program([kind], [(f"%r#{i}", kind) for i, kind in enumerate(kinds)], lines)

    def inputs(rng, n, m):
        # Mesa's lavapipe ends loops after so many iterations that eigenvalues of matrices of 40 rows come out wrong.
        size = min(m, 16) if is_square_dynamic else 4
        x = rng.standard_normal((n, size, size))
        return [(x @ x.transpose(0, 2, 1) + 4 * np.eye(x.shape[1])).astype(F32)]

    return text, inputs, expected


def factors(x):
    """Of LU with pivots, as LAPACK has it: the factors in one matrix, pivots from 1."""
    x, pivots = x.astype(np.float64).copy(), np.zeros(x.shape[:2], I32)
    for a, p in zip(x, pivots):
        for k in range(len(a)):
            p[k] = k + np.argmax(np.abs(a[k:, k])) + 1
            a[[k, p[k] - 1]] = a[[p[k] - 1, k]]
            a[k + 1 :, k] /= a[k, k]
            a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return [x.astype(F32), pivots, np.zeros(len(x), I32)]


def cholesky(x):
    lower = np.linalg.cholesky(x.astype(np.float64)) if x.size else np.zeros(x.shape)
    return [(lower + np.triu(x, 1)).astype(F32), np.zeros(len(x), I32)]


def eigenvalues(x):
    """None: vectors are given up to their signs."""
    return [None, np.linalg.eigvalsh(x.astype(np.float64)).astype(F32) if x.size else np.zeros(x.shape[:2], F32), np.zeros(len(x), I32)]


def scatter():
    """Rows are added to places that are clamped, computed by the program."""
    kind, rows = "tensor<?x4xf32>", "tensor<?x1xi32>"
    lines = [f"%n = stablehlo.get_dimension_size %a0, dim = 0 : ({kind}) -> tensor<i32>", "%one = stablehlo.constant dense<1> : tensor<i32>",
             "%last = stablehlo.subtract %n, %one : tensor<i32>", "%zero = stablehlo.constant dense<0> : tensor<i32>",
             f"%c = stablehlo.clamp %zero, %a1, %last : (tensor<i32>, {rows}, tensor<i32>) -> {rows}",
             f'%r = "stablehlo.scatter"(%a0, %c, %a2) ({{\n  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n    %t = stablehlo.add %x, %y : '
             "tensor<f32>\n    stablehlo.return %t : tensor<f32>\n  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
             f"[1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}} : ({kind}, {rows}, {kind}) -> {kind}"]

    def expected(x, places, updates):
        result = x.copy()
        np.add.at(result, np.clip(places[:, 0], 0, len(x) - 1), updates)
        return [result]

    return (program([kind, rows, kind], [("%r", kind)], lines),
            lambda rng, n, m: [rng.standard_normal((n + 1, 4)).astype(F32), rng.integers(-3, n + 4, (m, 1)).astype(I32),
                               rng.standard_normal((m, 4)).astype(F32)], expected)


def layer_norm():
    """Divides by a size; temporaries are rows of unknown number."""
    kind, row = "tensor<?x?xf32>", "tensor<?xf32>"
    lines = sizes_list("s", ("%a0", kind, 0), ("%a0", kind, 1)) + sizes_list("k", ("%a0", kind, 0)) + [
        f"%m = stablehlo.get_dimension_size %a0, dim = 1 : ({kind}) -> tensor<i32>",
        "%mf = stablehlo.convert %m : (tensor<i32>) -> tensor<f32>", "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
        f"%mb = stablehlo.dynamic_broadcast_in_dim %mf, %k, dims = [] : (tensor<f32>, tensor<1xi32>) -> {row}"]

    def mean(result, value):
        return [f"%{result}t = stablehlo.reduce({value} init: %zero) applies stablehlo.add across dimensions = [1] : ({kind}, tensor<f32>) -> "
                f"{row}", f"%{result} = stablehlo.divide %{result}t, %mb : {row}",
                f"%{result}b = stablehlo.dynamic_broadcast_in_dim %{result}, %s, dims = [0] : ({row}, tensor<2xi32>) -> {kind}"]

    lines += mean("mean", "%a0") + [f"%d = stablehlo.subtract %a0, %meanb : {kind}", f"%q = stablehlo.multiply %d, %d : {kind}"]
    lines += mean("var", "%q") + ["%tiny = stablehlo.constant dense<1.0e-3> : tensor<f32>",
                                  f"%tb = stablehlo.dynamic_broadcast_in_dim %tiny, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> {kind}",
                                  f"%v = stablehlo.add %varb, %tb : {kind}", f"%i = stablehlo.rsqrt %v : {kind}",
                                  f"%r = stablehlo.multiply %d, %i : {kind}"]

    def expected(x):
        x = x.astype(np.float64)
        d = x - x.mean(1, keepdims=True) if x.shape[1] else x
        return [(d / np.sqrt((d * d).mean(1, keepdims=True) + 1e-3)).astype(F32) if x.shape[1] else x.astype(F32)]

    return program([kind], [("%r", kind)], lines), lambda rng, n, m: [rng.standard_normal((n, m)).astype(F32)], expected


PROGRAMS = {
    "sort_rows": sort(1), "sort_columns": sort(0), "argsort": argsort(), "top_k": top_k(), "median": median(),
    "cumsum": cumulative("add", False), "cumsum_reverse": cumulative("add", True), "cummax": cumulative("max", False),
    "cumsum_f16": narrow_sums(True), "window_sums_f16": narrow_sums(False),
    **{f"bits_{algorithm.lower()}_{width}": bits(algorithm, width)
       for algorithm, width in (("THREE_FRY", 32), ("THREE_FRY", 64), ("PHILOX", 32), ("DEFAULT", 8), ("PHILOX", 64))},
    "windows_computed": windows(False), "windows_padding": windows(True),
    "attention_batch": attention(False), "attention_length": attention(True),
    "potrf_batch": lapack("lapack_spotrf_ffi", "mi", "uplo = 76 : ui8", cholesky),
    "potrf_size": lapack("lapack_spotrf_ffi", "mi", "uplo = 76 : ui8", cholesky, True),
    "getrf_batch": lapack("lapack_sgetrf_ffi", "mpi", "", factors), "getrf_size": lapack("lapack_sgetrf_ffi", "mpi", "", factors, True),
    "syevd_batch": lapack("lapack_ssyevd_ffi", "mvi", "mode = 86 : ui8, uplo = 76 : ui8", eigenvalues),
    "syevd_size": lapack("lapack_ssyevd_ffi", "mvi", "mode = 86 : ui8, uplo = 76 : ui8", eigenvalues, True),
    "scatter_clamped": scatter(), "layer_norm": layer_norm(),
}
SIZES = [(0, 0), (0, 3), (1, 1), (2, 5), (5, 2), (3, 40)]

# Text, inputs that do not fit each other, and what is told of them.
def misfit(arguments, result, line, inputs, message, before=()):
    """A program of one op that makes %r, and inputs that it cannot be given."""
    return program(arguments, [("%r", result)], [*before, line]), inputs, message


BEYOND, ROWS = "reaches beyond dimension 0 of its operand", "tensor<?x4xf32>"
SUM_OF_ROWS = ("({\n  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n    %s = stablehlo.add %x, %y : tensor<f32>\n"
               "    stablehlo.return %s : tensor<f32>\n  })")
ZERO = ["%z = stablehlo.constant dense<0> : tensor<i32>"]
MISFITS = {
    "add": misfit([ROWS, ROWS], ROWS, f"%r = stablehlo.add %a0, %a1 : {ROWS}", ["3x4xf32=1", "5x4xf32=1"],
                  "'stablehlo.add' op has operands that do not fit"),
    "dot": misfit(["tensor<?x?xf32>"] * 2, "tensor<?x?xf32>", "%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : "
                  "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>", ["2x3xf32=1", "4x2xf32=1"],
                  "'stablehlo.dot_general' op has operands that do not fit"),
    "concatenate": misfit(["tensor<?x?xf32>"] * 2, "tensor<?x?xf32>", "%r = stablehlo.concatenate %a0, %a1, dim = 0 : "
                          "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>", ["2x3xf32=1", "2x4xf32=1"],
                          "'stablehlo.concatenate' op has operands that do not fit"),
    "slice": misfit([ROWS], "tensor<4x4xf32>", f"%r = stablehlo.slice %a0 [2:6, 0:4] : ({ROWS}) -> tensor<4x4xf32>", ["5x4xf32=1"],
                    f"'stablehlo.slice' op {BEYOND}"),
    "dynamic_slice": misfit([ROWS], "tensor<6x4xf32>", f"%r = stablehlo.dynamic_slice %a0, %z, %z, sizes = [6, 4] : ({ROWS}, tensor<i32>, "
                            "tensor<i32>) -> tensor<6x4xf32>", ["5x4xf32=1"], f"'stablehlo.dynamic_slice' op {BEYOND}", ZERO),
    "dynamic_update_slice": misfit([ROWS, ROWS], ROWS, f"%r = stablehlo.dynamic_update_slice %a0, %a1, %z, %z : ({ROWS}, {ROWS}, tensor<i32>, "
                                   f"tensor<i32>) -> {ROWS}", ["3x4xf32=1", "5x4xf32=1"],
                                   f"'stablehlo.dynamic_update_slice' op {BEYOND}", ZERO),
    "real_dynamic_slice": misfit(["tensor<9xf32>", "tensor<1xi32>"], "tensor<?xf32>", "%r = stablehlo.real_dynamic_slice %a0, %b, %a1, %t : "
                                 "(tensor<9xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>", ["9xf32=1", "1xi32=10"],
                                 "'stablehlo.real_dynamic_slice' op has bounds of dimension 0 that are not inside",
                                 ["%b = stablehlo.constant dense<0> : tensor<1xi32>", "%t = stablehlo.constant dense<1> : tensor<1xi32>"]),
    "gather": misfit([ROWS, "tensor<2x1xi32>"], "tensor<2x6x4xf32>", '%r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<'
                     "offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 6, 4>}> : "
                     f"({ROWS}, tensor<2x1xi32>) -> tensor<2x6x4xf32>", ["5x4xf32=1", "2x1xi32=0"], f"'stablehlo.gather' op {BEYOND}"),
    "scatter": misfit([ROWS, "tensor<?x1xi32>", ROWS], ROWS, '%r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = '
                      "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                      f"index_vector_dim = 1>}}> {SUM_OF_ROWS} : ({ROWS}, tensor<?x1xi32>, {ROWS}) -> {ROWS}",
                      ["3x4xf32=1", "2x1xi32=0", "5x4xf32=1"], "'stablehlo.scatter' op has operands that do not fit"),
    "reshape": misfit([ROWS], "tensor<12xf32>", f"%r = stablehlo.reshape %a0 : ({ROWS}) -> tensor<12xf32>", ["5x4xf32=1"],
                      "'stablehlo.reshape' op has a result of another number of elements"),
    "dynamic_reshape": misfit([ROWS, "tensor<2xi32>"], "tensor<?x?xf32>", f"%r = stablehlo.dynamic_reshape %a0, %a1 : ({ROWS}, tensor<2xi32>) -> "
                              "tensor<?x?xf32>", ["5x4xf32=1", "2xi32=3,7"],
                              "'stablehlo.dynamic_reshape' op has a result of another number of elements"),
    "dynamic_broadcast_in_dim": misfit(["tensor<?xf32>", "tensor<2xi32>"], "tensor<?x?xf32>", "%r = stablehlo.dynamic_broadcast_in_dim %a0, %a1, "
                                       "dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>", ["3xf32=1", "2xi32=2,5"],
                                       "'stablehlo.dynamic_broadcast_in_dim' op has an operand whose dimension 0"),
}


# --- running ---

def command(tool):
    return os.environ.get(f"TERN_{tool.upper()}", f"build/bin/tern-{tool}")


def device():
    return os.environ.get("TERN_DEVICE", "cpu")


def compile_program(name, text, folder):
    """The module, or what the compiler said."""
    source, module = f"{folder}/{name}.mlir", f"{folder}/{name}.tern"
    with open(source, "w") as file:
        file.write(text)
    options = ["--vulkan-target=llvmpipe"] if device() == "vulkan" else []
    done = subprocess.run([command("compile"), source, f"--target={device()}", *options, "-o", module], capture_output=True, text=True)
    return (module, None) if done.returncode == 0 else (None, done.stderr)


# Relative to the largest number of a result: of f16 a step, of f32 many.
TOLERANCES = {np.dtype(F16): 2**-11, np.dtype(F32): 2e-5}


def difference(actual, expected):
    if expected is None:
        return None
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return f"{actual.dtype}{list(actual.shape)} instead of {expected.dtype}{list(expected.shape)}"
    if expected.dtype in TOLERANCES:
        limit = TOLERANCES[expected.dtype] * max(1, np.abs(expected[np.isfinite(expected)]).max(initial=0))
        with np.errstate(invalid="ignore"):
            right = (actual == expected) | (np.abs(actual.astype(np.float64) - expected) <= limit)
    else:
        right = actual == expected
    return None if right.all() else f"{(~right).sum()} of {right.size} elements are wrong"


def check(name, folder):
    text, make_inputs, expect = PROGRAMS[name]
    module, error = compile_program(name, text, folder)
    if not module:
        return [f"{name}: does not compile: {error[:800]}"]
    failures, rng = [], np.random.default_rng(zlib.crc32(name.encode()))
    for n, m in SIZES:
        inputs = make_inputs(rng, n, m)
        expected = expect(*inputs)
        arguments = [command("run"), module, f"--device={device()}", "--function=main"]
        for i, array in enumerate(inputs):
            np.save(f"{folder}/{name}.in{i}.npy", array)
            arguments.append(f"--input=@{folder}/{name}.in{i}.npy")
        outputs = [f"{folder}/{name}.out{i}.npy" for i in range(len(expected))]
        done = subprocess.run(arguments + [f"--output=@{path}" for path in outputs], capture_output=True, text=True, timeout=120)
        if done.returncode:
            failures.append(f"{name} of {n}x{m}: {(done.stdout + done.stderr)[:500]}")
            continue
        wrong = [difference(np.load(path), array) for path, array in zip(outputs, expected)]
        failures += [f"{name} of {n}x{m}, result {i}: {text}" for i, text in enumerate(wrong) if text]
    return failures


def check_misfit(name, folder):
    text, inputs, message = MISFITS[name]
    module, error = compile_program("misfit_" + name, text, folder)
    if not module:
        return [f"{name}: does not compile: {error[:800]}"]
    arguments = [command("run"), module, f"--device={device()}", "--function=main"] + [f"--input={value}" for value in inputs]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=120)
    is_told = done.returncode == 1 and message in done.stderr
    return [] if is_told else [f"misfit of {name}: exit status {done.returncode}, {(done.stdout + done.stderr)[:300]}"]


def main():
    names = sys.argv[1:] or [*PROGRAMS, *MISFITS]
    unknown = [name for name in names if name not in PROGRAMS and name not in MISFITS]
    if unknown:
        sys.exit(f"no program is called {unknown[0]}")
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(2) as pool:
        folder = os.environ.get("TERN_KEEP", temporary)
        os.makedirs(folder, exist_ok=True)
        results = list(pool.map(lambda name: (check if name in PROGRAMS else check_misfit)(name, folder), names))
    for failures in results:
        for text in failures:
            print("FAIL " + text)
    failed = sum(bool(failures) for failures in results)
    print(f"{len(names) - failed} of {len(names)} programs passed on {device()}, {len(SIZES)} sizes each")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
