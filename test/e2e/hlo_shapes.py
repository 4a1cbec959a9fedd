"""Shapes that no tile divides, empty ones, and sizes known only when the kernel is called, over the element types."""

import numpy as np
from dispatch import FLOATS, INTS, RNG, Array, compare, dispatch_text, main, run, tensor_type

MATMULS = [(1, 1, 1), (3, 17, 1), (1, 17, 3), (17, 3, 1023), (1023, 17, 3), (64, 1023, 17), (129, 130, 131), (1, 1023, 1023),
           (1023, 1, 3), (128, 64, 128), (256, 96, 128), (200, 32, 264), (0, 3, 5), (5, 0, 3), (3, 5, 0)]
POINTWISE = [(), (1,), (3,), (17,), (1023,), (0,), (17, 3), (1023, 17), (3, 0, 5), (2, 3, 4, 5), (1, 4096), (70000,)]
REDUCTIONS = [((17, 1023), [1]), ((17, 1023), [0]), ((1023, 17), [1]), ((1023, 17), [0]), ((1, 1023), [1]), ((1023, 1), [1]),
              ((3, 17, 5), [1]), ((3, 17, 5), [0, 2]), ((17, 1023), [0, 1]), ((100000,), [0]), ((0, 5), [0]), ((3, 0), [0])]
SIZES = (1, 3, 17, 1023)
ELEMENTS = [*FLOATS, *INTS]


def sample(shape, element):
    if element in INTS:
        return Array(RNG.integers(-4, 5, shape), element)
    return Array(RNG.normal(0, 1, shape), element)


def wide(array):
    return array.values.astype(np.float64) if array.element in FLOATS else array.values.astype(np.int64)


def wrap(values, element):
    return np.asarray(values).astype(np.int64).astype(np.dtype(f"int{element[1:]}")) if element in INTS else values


def matmul(m, k, n, element, rows=None):
    """`rows` given: the first dimension is dynamic."""
    a, b = sample((rows if rows is not None else m, k), element), sample((k, n), element)
    types = [a.type, b.type, tensor_type((a.values.shape[0], n), element)]
    dynamic = {}
    if rows is not None:
        types = [f"tensor<?x{k}x{element}>", b.type, f"tensor<?x{n}x{element}>"]
        dynamic = {types[0]: [0], types[2]: [0]}
    body = f'%out0 = "mhlo.dot"(%in0, %in1) : ({types[0]}, {types[1]}) -> {types[2]}'
    (actual,) = run(dispatch_text(types[:2], types[2:], body, dynamic=dynamic), [a, b], [element])
    return compare(actual, wrap(wide(a) @ wide(b), element), element, 4 * k + 64)


def batch_matmul(batch, m, k, n):
    a, b = sample((batch, m, k), "f32"), sample((batch, k, n), "f32")
    out = tensor_type((batch, m, n), "f32")
    body = ('%out0 = "mhlo.dot_general"(%in0, %in1) {dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], '
            "rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : "
            f"({a.type}, {b.type}) -> {out}")
    (actual,) = run(dispatch_text([a.type, b.type], [out], body), [a, b], ["f32"])
    return compare(actual, wide(a) @ wide(b), "f32", 4 * k + 64)


def dot_bias_relu(m, k, n):
    a, b, c = sample((m, k), "f32"), sample((k, n), "f32"), sample((n,), "f32")
    t = tensor_type((m, n), "f32")
    body = f"""
%p = "mhlo.dot"(%in0, %in1) : ({a.type}, {b.type}) -> {t}
%w = "mhlo.broadcast_in_dim"(%in2) {{broadcast_dimensions = dense<[1]> : tensor<1xi64>}} : ({c.type}) -> {t}
%s = "mhlo.add"(%p, %w) : ({t}, {t}) -> {t}
%z = mhlo.constant dense<0.0> : {t}
%out0 = "mhlo.maximum"(%s, %z) : ({t}, {t}) -> {t}"""
    (actual,) = run(dispatch_text([a.type, b.type, c.type], [t], body), [a, b, c], ["f32"])
    return compare(actual, np.maximum(wide(a) @ wide(b) + wide(c), 0), "f32", 4 * k + 64)


def pointwise(shape, element, rows=None):
    if rows is not None:
        shape = (rows, *shape)
    a, b = sample(shape, element), sample(shape, element)
    t, dynamic = a.type, {}
    if rows is not None:
        t = "tensor<?x" + a.type.removeprefix("tensor<").split("x", 1)[1]
        dynamic = {t: [0]}
    body = f'%s = "mhlo.add"(%in0, %in1) : ({t}, {t}) -> {t}\n%out0 = "mhlo.multiply"(%s, %in0) : ({t}, {t}) -> {t}'
    (actual,) = run(dispatch_text([t, t], [t], body, dynamic=dynamic), [a, b], [element])
    total = wide(Array((wide(a) + wide(b)), element)) if element in FLOATS else wide(a) + wide(b)
    return compare(actual, wrap(total * wide(a), element), element, 4)


def reduction(op, shape, dims, element):
    a = sample(shape, element)
    scalar = tensor_type((), element)
    initial = {"add": "0.0" if element in FLOATS else "0",
               "maximum": "-1.0e4" if element in FLOATS else "-100"}[op]
    expected = wide(a)
    start = 0 if op == "add" else float(initial)
    for d in sorted(dims, reverse=True):
        expected = expected.sum(axis=d) if op == "add" else expected.max(axis=d, initial=start)
    if op == "maximum":
        expected = np.maximum(expected, start)
    body = f"""
%init = mhlo.constant dense<{initial}> : {scalar}
%out0 = "mhlo.reduce"(%in0, %init) ({{
^bb0(%a: {scalar}, %b: {scalar}):
  %r = "mhlo.{op}"(%a, %b) : ({scalar}, {scalar}) -> {scalar}
  "mhlo.return"(%r) : ({scalar}) -> ()
}}) {{dimensions = dense<{dims}> : tensor<{len(dims)}xi64>}} : ({a.type}, {scalar}) -> {tensor_type(expected.shape, element)}"""
    (actual,) = run(dispatch_text([a.type], [tensor_type(expected.shape, element)], body), [a], [element])
    count = a.values.size // max(expected.size, 1)
    return compare(actual, wrap(expected, element), element, 64 + 4 * count)


def convolution(size, channels, features, stride):
    x, w = sample((1, size, size, channels), "f32"), sample((3, 3, channels, features), "f32")
    out = (size - 3) // stride + 1
    o = tensor_type((1, out, out, features), "f32")
    body = ('%out0 = "mhlo.convolution"(%in0, %in1) {batch_group_count = 1 : i64, dimension_numbers = '
            "#mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, "
            f"window_strides = dense<{stride}> : tensor<2xi64>}} : ({x.type}, {w.type}) -> {o}")
    (actual,) = run(dispatch_text([x.type, w.type], [o], body), [x, w], ["f32"])
    expected = np.zeros((1, out, out, features))
    for i in range(3):
        for j in range(3):
            part = wide(x)[:, i:i + stride * (out - 1) + 1:stride, j:j + stride * (out - 1) + 1:stride, :]
            expected += np.einsum("bhwc,cf->bhwf", part, wide(w)[i, j])
    return compare(actual, expected, "f32", 64 + 36 * channels)


def cases():
    for m, k, n in MATMULS:
        yield f"matmul-{m}x{k}x{n}", lambda m=m, k=k, n=n: matmul(m, k, n, "f32")
    for element in ELEMENTS:
        yield f"matmul-{element}", lambda e=element: matmul(17, 33, 19, e)
        yield f"matmul-tiled-{element}", lambda e=element: matmul(64, 64, 64, e)
        yield f"reduce-{element}", lambda e=element: reduction("add", (9, 130), [1], e)
        yield f"pointwise-{element}", lambda e=element: pointwise((3, 130), e)
    for rows in (0, *SIZES):
        yield f"dynamic-matmul-{rows}", lambda r=rows: matmul(0, 24, 16, "f32", r)
        yield f"dynamic-matmul-large-{rows}", lambda r=rows: matmul(0, 128, 64, "f32", r)
        yield f"dynamic-pointwise-{rows}", lambda r=rows: pointwise((5,), "f32", r)
        yield f"dynamic-pointwise-16-{rows}", lambda r=rows: pointwise((16,), "f16", r)
    for batch, m, k, n in ((1, 3, 17, 5), (7, 17, 3, 33), (3, 64, 32, 64), (0, 3, 4, 5)):
        yield f"batch-matmul-{batch}x{m}x{k}x{n}", lambda b=batch, m=m, k=k, n=n: batch_matmul(b, m, k, n)
    for m, k, n in ((8, 16, 8), (17, 33, 19), (64, 64, 64), (128, 64, 128)):
        yield f"dot-bias-relu-{m}x{k}x{n}", lambda m=m, k=k, n=n: dot_bias_relu(m, k, n)
    for shape in POINTWISE:
        yield f"pointwise-{shape}", lambda s=shape: pointwise(s, "f32")
    for shape, dims in REDUCTIONS:
        for op in ("add", "maximum"):
            yield f"{op}-{shape}-{dims}", lambda o=op, s=shape, d=dims: reduction(o, s, d, "f32")
    for size, channels, features, stride in ((5, 1, 1, 1), (17, 3, 8, 2), (19, 5, 7, 1), (34, 16, 32, 1)):
        yield f"convolution-{size}x{channels}x{features}", lambda a=(size, channels, features, stride): convolution(*a)


if __name__ == "__main__":
    main(list(cases()))
