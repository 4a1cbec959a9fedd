"""Programs whose sizes are known at run time, up to a bound: tensor<?xf32, #stablehlo.bounds<8>>.

usage: bounded.py [PART-OF-A-NAME...]     environment: see program.py
This is how PyTorch/XLA writes what depends on data: it computes in the shape of the bound, and then says with
set_dimension_size how much of it is there.
"""

import numpy as np
from program import Case, Value, main

RNG = np.random.default_rng(12)


def bounded(array, bounds, element=None):
    """A value with bounds (None: the dimension is static)."""
    array = np.asarray(array)
    element = element or Value(array).element
    dims = "".join("?x" if b is not None else f"{d}x" for d, b in zip(array.shape, bounds))
    limits = ", ".join("?" if b is None else str(b) for b in bounds)
    return Value(array, element, f"tensor<{dims}{element}, #stablehlo.bounds<{limits}>>")


def size_cases():
    x = RNG.standard_normal((4, 6)).astype(np.float32)
    for n in (0, 1, 3, 4):
        for dim, bound in ((0, (4, None)), (1, (None, 6))):
            result = bounded(x[:n] if dim == 0 else x[:, :n], bound)
            yield Case(f"set_dimension_size {dim} to {n}", f"%r = stablehlo.set_dimension_size %a0, %a1, dim = {dim} : (tensor<4x6xf32>, tensor<i32>) -> {result.type}",
                       [x, np.int32(n)], [result])
    both = bounded(x[:2, :5], (4, 6))
    yield Case("set_dimension_size of both", f"""%0 = stablehlo.set_dimension_size %a0, %a1, dim = 0 : (tensor<4x6xf32>, tensor<i32>) -> tensor<?x6xf32, #stablehlo.bounds<4, ?>>
  %r = stablehlo.set_dimension_size %0, %a2, dim = 1 : (tensor<?x6xf32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> {both.type}""",
               [x, np.int32(2), np.int32(5)], [both])
    unbounded = Value(x[:2], None, "tensor<?x6xf32>")
    yield Case("set_dimension_size without a bound", "%r = stablehlo.set_dimension_size %a0, %a1, dim = 0 : (tensor<4x6xf32>, tensor<i32>) -> tensor<?x6xf32>",
               [x, np.int32(2)], [unbounded])
    part = bounded(x[:3], (4, None))
    for n in (-5, 0, 2, 3, 4, 100):
        kept = np.zeros((min(max(n, 0), 4), 6), np.float32)
        kept[:min(len(kept), 3)] = x[:min(len(kept), 3)]
        yield Case(f"set_dimension_size from 3 to {n}", f"%r = stablehlo.set_dimension_size %a0, %a1, dim = 0 : ({part.type}, tensor<i32>) -> {part.type}",
                   [part, np.int32(n)], [bounded(kept, (4, None))])
    filled = np.concatenate([x[:3], np.zeros((1, 6), np.float32)])
    yield Case("set_dimension_size to a static size", f"""%n = stablehlo.constant dense<4> : tensor<i32>
  %r = stablehlo.set_dimension_size %a0, %n, dim = 0 : ({part.type}, tensor<i32>) -> tensor<4x6xf32>""", [part], [filled])
    for n in (0, 3):
        part = bounded(x[:n], (4, None))
        yield Case(f"get_dimension_size of {n}", f"""%r0 = stablehlo.get_dimension_size %a0, dim = 0 : ({part.type}) -> tensor<i32>
  %r1 = stablehlo.get_dimension_size %a0, dim = 1 : ({part.type}) -> tensor<i32>""", [part], [np.int32(n), np.int32(6)])
    old = Value(x[:3], None, "tensor<?x6xf32, #stablehlo.type_extensions<bounds = [4, ?]>>")
    yield Case("type_extensions", f"%r = stablehlo.add %a0, %a0 : {old.type}", [old], [bounded(2 * x[:3], (4, None))])


ADD = "({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %s = stablehlo.add %p, %q : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n})"


def op_cases():
    x, w = RNG.standard_normal((4, 6)).astype(np.float32), RNG.standard_normal((6, 3)).astype(np.float32)
    for n in (0, 1, 3, 4):
        a, b = bounded(x[:n], (4, None)), bounded(x[::-1][:n], (7, None))
        t = a.type
        yield Case(f"add, {n}", f"%r = stablehlo.add %a0, %a1 : ({t}, {b.type}) -> {t}", [a, b], [bounded(x[:n] + x[::-1][:n], (4, None))])
        yield Case(f"compare and select, {n}", f"""%c = stablehlo.compare LT, %a0, %a1 : ({t}, {b.type}) -> tensor<?x6xi1, #stablehlo.bounds<4, ?>>
  %r = stablehlo.select %c, %a0, %a1 : (tensor<?x6xi1, #stablehlo.bounds<4, ?>>, {t}, {b.type}) -> {t}""", [a, b],
                   [bounded(np.minimum(x[:n], x[::-1][:n]), (4, None))])
        yield Case(f"transpose, {n}", f"%r = stablehlo.transpose %a0, dims = [1, 0] : ({t}) -> tensor<6x?xf32, #stablehlo.bounds<?, 4>>", [a],
                   [bounded(x[:n].T, (None, 4))])
        yield Case(f"reduce over static, {n}", f'%z = stablehlo.constant dense<0.0> : tensor<f32>\n  %r = "stablehlo.reduce"(%a0, %z) <{{dimensions = array<i64: 1>}}> {ADD} : '
                   f"({t}, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<4>>", [a], [bounded(x[:n].sum(1), (4,))], relative=1e-5, of_largest=True)
        yield Case(f"reduce over bounded, {n}", f'%z = stablehlo.constant dense<0.0> : tensor<f32>\n  %r = "stablehlo.reduce"(%a0, %z) <{{dimensions = array<i64: 0>}}> {ADD} : '
                   f"({t}, tensor<f32>) -> tensor<6xf32>", [a], [x[:n].sum(0)], relative=1e-5, of_largest=True)
        yield Case(f"dot_general, {n}", f"%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : ({t}, tensor<6x3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>",
                   [a, w], [bounded(x[:n] @ w, (4, None))], relative=1e-5, of_largest=True)
        yield Case(f"dot_general over bounded, {n}", f"%r = stablehlo.dot_general %a0, %a0, contracting_dims = [0] x [0] : ({t}, {t}) -> tensor<6x6xf32>", [a],
                   [x[:n].T @ x[:n]], relative=1e-5, of_largest=True)
        yield Case(f"concatenate, {n}", f"%r = stablehlo.concatenate %a0, %a1, dim = 0 : ({t}, {b.type}) -> tensor<?x6xf32, #stablehlo.bounds<11, ?>>", [a, b],
                   [bounded(np.concatenate([x[:n], x[::-1][:n]]), (11, None))])
        yield Case(f"pad, {n}", f"%z = stablehlo.constant dense<1.0> : tensor<f32>\n  %r = stablehlo.pad %a0, %z, low = [1, 0], high = [2, 0], interior = [0, 0] : "
                   f"({t}, tensor<f32>) -> tensor<?x6xf32, #stablehlo.bounds<7, ?>>", [a], [bounded(np.pad(x[:n], ((1, 2), (0, 0)), constant_values=1), (7, None))])
        yield Case(f"reshape, {n}", f"%r = stablehlo.reshape %a0 : ({t}) -> tensor<?xf32, #stablehlo.bounds<24>>", [a], [bounded(x[:n].reshape(-1), (24,))])
        yield Case(f"dynamic_broadcast_in_dim, {n}", f"""%n = stablehlo.get_dimension_size %a0, dim = 0 : ({t}) -> tensor<i32>
  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %k = stablehlo.constant dense<6> : tensor<1xi32>
  %s = stablehlo.concatenate %v, %k, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %a1, %s, dims = [1] : (tensor<6xf32>, tensor<2xi32>) -> {t}
  %r = stablehlo.multiply %a0, %b : {t}""", [a, x[0]], [bounded(x[:n] * x[0], (4, None))])
        yield Case(f"dynamic_iota, {n}", f"""%n = stablehlo.get_dimension_size %a0, dim = 0 : ({t}) -> tensor<i32>
  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi32>) -> tensor<?xi32, #stablehlo.bounds<4>>""", [a], [bounded(np.arange(n, dtype=np.int32), (4,))])
        yield Case(f"if, {n}", f"""%c = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%c) ({{ %s = stablehlo.add %a0, %a0 : {t} stablehlo.return %s : {t} }}, {{ stablehlo.return %a0 : {t} }}) : (tensor<i1>) -> {t}""",
                   [a], [bounded(2 * x[:n], (4, None))])
        yield Case(f"while, {n}", f"""%z = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%i = %z, %s = %a0) : tensor<i32>, {t} cond {{
    %m = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %o = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %o : tensor<i32>
    %d = stablehlo.add %s, %s : {t}
    stablehlo.return %j, %d : tensor<i32>, {t}
  }}
  return %w#1 : {t}""", [a], [bounded(8 * x[:n], (4, None))])
        indices = bounded(RNG.integers(0, 4, (n, 1)).astype(np.int32), (4, None))
        yield Case(f"gather, {n}", '%r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
                   f"start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}}> : (tensor<4x6xf32>, {indices.type}) -> {t}", [x, indices],
                   [bounded(x[indices.array[:, 0]], (4, None))])


NONZERO = """%zero = stablehlo.constant dense<0> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<8xf32>
  %m = stablehlo.compare NE, %a0, %f : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %ones = stablehlo.convert %m : (tensor<8xi1>) -> tensor<8xi32>
  %n = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %s:2 = "stablehlo.sort"(%ones, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %k: tensor<i32>, %l: tensor<i32>):
    %c = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
  %t = stablehlo.reshape %s#1 : (tensor<8xi32>) -> tensor<8x1xi32>
  %r0 = stablehlo.set_dimension_size %t, %n, dim = 0 : (tensor<8x1xi32>, tensor<i32>) -> tensor<?x1xi32, #stablehlo.bounds<8, ?>>
  %r1 = "stablehlo.gather"(%a0, %r0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>}> : (tensor<8xf32>, tensor<?x1xi32, #stablehlo.bounds<8, ?>>) -> tensor<?xf32, #stablehlo.bounds<8>>
  %e = stablehlo.exponential %r1 : tensor<?xf32, #stablehlo.bounds<8>>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r2 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<f32>) -> tensor<f32>"""


def program_cases():
    for kept in (0, 1, 5, 8):
        x = RNG.standard_normal(8).astype(np.float32)
        x[RNG.permutation(8)[kept:]] = 0
        places = np.flatnonzero(x).astype(np.int32)
        yield Case(f"nonzero of {kept}", NONZERO, [x], [bounded(places[:, None], (8, None)), bounded(x[places], (8,)), np.exp(x[places]).sum(dtype=np.float32)],
                   relative=1e-5)


if __name__ == "__main__":
    main([case for family in (size_cases, op_cases, program_cases) for case in family()])
