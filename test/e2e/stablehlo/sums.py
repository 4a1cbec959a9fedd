"""Cases of stablehlo_ops.py: reductions, windows, convolutions, products of tensors, normalisation."""

import numpy as np
from program import Case, Value, range_of, v, wrap
from stablehlo.shapes import floats, integers, pad

RNG = np.random.default_rng(3)


def body(op, element, names=("x", "y")):
    x, y = names
    return (f"({{ ^bb0(%{x}: tensor<{element}>, %{y}: tensor<{element}>): %s = stablehlo.{op} %{x}, %{y} : tensor<{element}> "
            f"stablehlo.return %s : tensor<{element}> }})")


# --- reduce ---

ARGMAX = """%v, %r = stablehlo.reduce(%a0 init: %a2), (%a1 init: %a3) across dimensions = [1] : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%x: tensor<f32>, %xv: tensor<f32>) (%i: tensor<i32>, %iv: tensor<i32>) {
     %c = stablehlo.compare GE, %x, %xv : (tensor<f32>, tensor<f32>) -> tensor<i1>
     BODY
   }
  return %v, %r : tensor<3xf32>, tensor<3xi32>"""
ARGMAX_BODIES = {
    "select": """%4 = stablehlo.select %c, %x, %xv : tensor<i1>, tensor<f32>
     %5 = stablehlo.select %c, %i, %iv : tensor<i1>, tensor<i32>
     stablehlo.return %4, %5 : tensor<f32>, tensor<i32>""",
    "a call": """%q:2 = func.call @pick(%c, %x, %xv, %i, %iv) : (tensor<i1>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     stablehlo.return %q#0, %q#1 : tensor<f32>, tensor<i32>""",
    "if": """%q:2 = "stablehlo.if"(%c) ({ stablehlo.return %x, %i : tensor<f32>, tensor<i32> }, { stablehlo.return %xv, %iv : tensor<f32>, tensor<i32> }) : (tensor<i1>) -> (tensor<f32>, tensor<i32>)
     stablehlo.return %q#0, %q#1 : tensor<f32>, tensor<i32>""",
    "a nested reduce": """%bx = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2xf32>
     %bm = stablehlo.reduce(%bx init: %xv) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
     %5 = stablehlo.select %c, %i, %iv : tensor<i1>, tensor<i32>
     stablehlo.return %bm, %5 : tensor<f32>, tensor<i32>""",
}
PICK = """func.func private @pick(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %4 = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f32>
  %5 = stablehlo.select %c, %i, %j : tensor<i1>, tensor<i32>
  return %4, %5 : tensor<f32>, tensor<i32>
}"""
REDUCE_HEAD = """%r = stablehlo.reduce(%a0 init: %a1) across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
   reducer(%x: tensor<f32>, %v: tensor<f32>) {
     """


def reduce_cases():
    def case(op, dims, init, x, expected, **options):
        x, init = v(x), v(init)
        expected = v(expected, x.element)
        text = (f"%r = stablehlo.reduce(%a0 init: %a1) applies stablehlo.{op} across dimensions = {dims} : ({x.type}, {init.type}) -> {expected.type}")
        return Case(f"reduce {op} {dims} {x.type}", text, [x, init], [expected], **options)

    x = floats(2, 3, 4)
    one = np.float32
    yield case("add", [1], one(2), x, x.sum(1) + 2, relative=1e-6, of_largest=True)
    yield case("add", [0, 2], one(0), x, x.sum((0, 2)), relative=1e-6, of_largest=True)
    yield case("maximum", [2], one(-np.inf), x, x.max(2))
    yield case("minimum", [0, 1, 2], one(0.1), x, np.minimum(x.min(), one(0.1)))
    yield case("multiply", [], one(3), x, x * 3)
    yield case("add", [1], one(4), np.zeros((3, 0), np.float32), np.full(3, 4, np.float32))
    yield case("add", [0], one(4), np.zeros((3, 0), np.float32), np.zeros(0, np.float32))
    yield case("add", [0], one(0), floats(4099) * 0 + 1, np.float32(4099))
    large = integers(300, 70, low=-100, high=100)
    yield case("add", [0, 1], np.int32(-5), large, np.int32(large.sum() - 5))
    yield case("add", [0], np.int32(0), large, large.sum(0).astype(np.int32))
    for element in ["i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]:
        low, high = range_of(element)
        y = Value(RNG.integers(max(low, -2**62), min(high, 2**62), (3, 7), endpoint=True), element)
        zero = Value(np.array(0), element)
        numbers = [[int(n) for n in row] for row in y.array]
        yield case("add", [1], zero, y, Value(wrapped([sum(r) for r in numbers], element), element))
        yield case("maximum", [1], zero, y, Value(np.array([max(0, *r) for r in numbers], dtype=object), element))
        yield case("minimum", [1], zero, y, Value(np.array([min(0, *r) for r in numbers], dtype=object), element))
        yield case("xor", [1], zero, y, Value(wrapped([np.bitwise_xor.reduce(np.array(r, dtype=object)) for r in numbers], element), element))
        yield case("and", [0], zero, y, Value(np.zeros(7), element))
    bits = RNG.integers(0, 2, (3, 4)).astype(bool)
    yield case("or", [1], np.bool_(False), bits, bits.any(1))
    yield case("and", [0], np.bool_(True), bits, bits.all(0))
    yield case("xor", [0], np.bool_(False), bits, np.bitwise_xor.reduce(bits, 0))
    for element in ("f16", "bf16", "f64"):
        y = Value(RNG.integers(-8, 8, (4, 9)), element)
        yield case("add", [1], Value(np.array(1), element), y, y.array.astype(np.float64).sum(1) + 1)
        yield case("maximum", [0], Value(np.array(-np.inf), element), y, y.array.max(0))
    for element in ("complex<f32>", "complex<f64>"):
        y = Value(RNG.integers(-8, 8, (4, 9)) + 1j * RNG.integers(-8, 8, (4, 9)), element)
        yield case("add", [1], Value(np.array(1 + 2j), element), y, y.array.sum(1) + (1 + 2j))
        yield case("multiply", [1], Value(np.array(1j), element), Value(y.array[:, :3], element), y.array[:, :3].prod(1) * 1j)
    special = np.array([[1, np.nan, 2], [-0.0, 0.0, -1], [np.inf, -np.inf, 0]], np.float32)
    yield case("maximum", [1], one(-np.inf), special, np.array([np.nan, 0, np.inf], np.float32))
    yield case("minimum", [1], one(np.inf), special, np.array([np.nan, -1, -np.inf], np.float32))


def reduce_body_cases():
    one = np.float32
    y, index = floats(3, 5), np.broadcast_to(np.arange(5, dtype=np.int32), (3, 5))
    for name, text in ARGMAX_BODIES.items():
        yield Case(f"reduce, argmax by {name}", ARGMAX.replace("BODY", text), [y, index, one(-np.inf), np.int32(-1)],
                   [y.max(1), y.argmax(1).astype(np.int32)], extra=PICK if name == "a call" else "", separate=name == "a call")
    yield Case("reduce, captured values", "%k = stablehlo.constant dense<2.0> : tensor<f32>\n  " + REDUCE_HEAD + """%t = stablehlo.multiply %v, %a2 : tensor<f32>
     %u = stablehlo.multiply %t, %k : tensor<f32>
     %s = stablehlo.add %x, %u : tensor<f32>
     stablehlo.return %s : tensor<f32>
   }""", [y, one(1), one(3)], [(y * 6).sum(1) + 1], relative=1e-5, of_largest=True)
    yield Case("reduce, while in the body", REDUCE_HEAD + """%z = stablehlo.constant dense<0> : tensor<i32>
     %one = stablehlo.constant dense<1> : tensor<i32>
     %w:2 = stablehlo.while(%i = %z, %s = %x) : tensor<i32>, tensor<f32> cond {
       %n = stablehlo.constant dense<3> : tensor<i32>
       %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
       stablehlo.return %c : tensor<i1>
     } do {
       %j = stablehlo.add %i, %one : tensor<i32>
       %t = stablehlo.add %s, %v : tensor<f32>
       stablehlo.return %j, %t : tensor<i32>, tensor<f32>
     }
     stablehlo.return %w#1 : tensor<f32>
   }""", [y, one(1)], [(y * 3).sum(1) + 1], relative=1e-5, of_largest=True)
    yield Case("reduce, case in the body", REDUCE_HEAD + """%z = stablehlo.constant dense<1> : tensor<i32>
     %w = "stablehlo.case"(%z) ({ stablehlo.return %x : tensor<f32> }, {
       %t = stablehlo.add %x, %v : tensor<f32>
       stablehlo.return %t : tensor<f32> }) : (tensor<i32>) -> tensor<f32>
     stablehlo.return %w : tensor<f32>
   }""", [y, one(1)], [y.sum(1) + 1], relative=1e-5, of_largest=True)
    u = integers(3, 5, low=0, high=255, dtype=np.uint8)
    yield Case("reduce, unsigned and nested", """%r = stablehlo.reduce(%a0 init: %a1) across dimensions = [1] : (tensor<3x5xui8>, tensor<ui8>) -> tensor<3xui8>
   reducer(%x: tensor<ui8>, %v: tensor<ui8>) {
     %bx = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<ui8>) -> tensor<2xui8>
     %bm = stablehlo.reduce(%bx init: %v) applies stablehlo.maximum across dimensions = [0] : (tensor<2xui8>, tensor<ui8>) -> tensor<ui8>
     stablehlo.return %bm : tensor<ui8>
   }""", [u, np.uint8(3)], [u.max(1)])


def wrapped(values, element):
    return np.array([wrap(int(n), element) for n in values], dtype=object)


# --- reduce_window ---

def reduce_window(x, init, function, window, strides, base, dilations, padding):
    padded = pad(x, init, [p[0] for p in padding], [p[1] for p in padding], [b - 1 for b in base])
    shape = [max(0, (n - ((w - 1) * d + 1)) // s + 1) if n >= (w - 1) * d + 1 else 0
             for n, w, s, d in zip(padded.shape, window, strides, dilations)]
    result = np.empty(shape, x.dtype)
    for index in np.ndindex(*shape):
        total = init
        for k in np.ndindex(*window):
            total = function(total, padded[tuple(i * s + kk * d for i, s, kk, d in zip(index, strides, k, dilations))])
        result[index] = total
    return result


def window_cases():
    def case(x, init, op, function, window, strides, base, dilations, padding, element="f32"):
        expected = reduce_window(x, init, function, window, strides, base, dilations, padding)
        lists = [", ".join(map(str, q)) for q in (window, strides, base, dilations)]
        text = (f'%r = "stablehlo.reduce_window"(%a0, %a1) {body(op, element)} {{window_dimensions = array<i64: {lists[0]}>, window_strides = '
                f"array<i64: {lists[1]}>, base_dilations = array<i64: {lists[2]}>, window_dilations = array<i64: {lists[3]}>, padding = "
                f"dense<{[list(p) for p in padding]}> : tensor<{x.ndim}x2xi64>}} : ({v(x).type}, tensor<{element}>) -> {v(expected).type}")
        return Case(f"reduce_window {op} {v(x).type} {window} {strides} {base} {dilations} {padding}", text, [x, init], [expected],
                    relative=1e-5 if x.dtype.kind == "f" else None, of_largest=True)

    image, none = floats(2, 6, 7, 3), [(0, 0)]
    ones = (1, 1, 1, 1)
    one = np.float32
    add, multiply = lambda a, b: a + b, lambda a, b: a * b
    yield case(image, one(0), "add", add, (1, 2, 3, 1), (1, 2, 2, 1), ones, ones, none * 4)
    yield case(image, one(-np.inf), "maximum", np.maximum, (1, 2, 3, 1), (1, 2, 2, 1), ones, ones, [(0, 0), (1, 0), (1, 1), (0, 0)])
    yield case(image, one(0), "minimum", np.minimum, (1, 2, 2, 1), ones, ones, (1, 2, 2, 1), none * 4)
    yield case(image.transpose(0, 3, 1, 2).copy(), one(-np.inf), "maximum", np.maximum, (1, 1, 2, 2), (1, 1, 2, 2), ones, ones, none * 4)
    yield case(image[0], one(1), "multiply", multiply, (2, 3, 1), (1, 2, 1), (2, 1, 2), (1, 2, 1), [(0, 1), (1, 1), (-1, 0)])
    yield case(image[0, 0], one(5), "add", add, (2, 2), (1, 1), (1, 1), (1, 1), [(1, 1), (1, 1)])
    yield case(image[0, 0, :, 0].copy(), one(0), "add", add, (7,), (1,), (1,), (1,), [(6, 0)])
    yield case(image[0, 0, :, 0].copy(), one(0), "add", add, (9,), (1,), (1,), (1,), [(0, 0)])
    yield case(integers(2, 6, 6, 1, low=0, high=255, dtype=np.uint8), np.uint8(0), "maximum", np.maximum, (1, 2, 2, 1), (1, 2, 2, 1), ones, ones,
               none * 4, "ui8")
    yield case(integers(6, 6, low=-128, high=127, dtype=np.int8), np.int8(0), "minimum", np.minimum, (2, 2), (1, 2), (2, 1), (1, 1), [(0, 0), (1, 1)],
               "i8")
    yield case(floats(2, 5, 3), one(0), "add", add, (1, 2, 1), (1, 1, 1), (1, 1, 1), (1, 1, 1), none * 3)
    y, index = floats(3, 5), np.broadcast_to(np.arange(5, dtype=np.int32), (3, 5))
    yield Case("reduce_window of two operands", '''%v, %r = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) ({ ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
   %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %4 = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f32>
   %5 = stablehlo.select %c, %i, %j : tensor<i1>, tensor<i32>
   stablehlo.return %4, %5 : tensor<f32>, tensor<i32> }) {window_dimensions = array<i64: 1, 2>} : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  return %v, %r : tensor<3x4xf32>, tensor<3x4xi32>''', [y, index, one(-np.inf), np.int32(-1)],
               [np.maximum(y[:, :-1], y[:, 1:]), np.where(y[:, :-1] >= y[:, 1:], index[:, :-1], index[:, 1:])])
    yield Case("reduce_window, nested", '''%r = "stablehlo.reduce_window"(%a0, %a1) ({ ^bb0(%x: tensor<f32>, %v: tensor<f32>):
     %bx = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2xf32>
     %bm = stablehlo.reduce(%bx init: %v) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
     stablehlo.return %bm : tensor<f32>
 }) {window_dimensions = array<i64: 1, 2>} : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x4xf32>''', [y, one(-9)], [np.maximum(y[:, :-1], y[:, 1:])])


def cumulative_cases():
    """Windows that reach to the end of a line, with what is neutral to start with: lines that are gone through once, or cut."""
    def case(x, dim, op, function, start, is_reverse=False):
        value, rank, size = v(x), x.ndim, x.shape[dim]
        element, reach = value.element, [0, size - 1] if is_reverse else [size - 1, 0]
        window = [size if d == dim else 1 for d in range(rank)]
        padding = [reach if d == dim else [0, 0] for d in range(rank)]
        turned = np.flip(x, dim) if is_reverse else x
        expected = function.accumulate(turned, dim).astype(x.dtype)
        expected = np.flip(expected, dim).copy() if is_reverse else expected
        text = (f'%i = stablehlo.constant dense<{start}> : tensor<{element}>\n  %r = "stablehlo.reduce_window"(%a0, %i) {body(op, element)} '
                f"{{window_dimensions = array<i64: {', '.join(map(str, window))}>, padding = dense<{padding}> : tensor<{rank}x2xi64>}} : "
                f"({value.type}, tensor<{element}>) -> {value.type}")
        return Case(f"cumulative {op} of {value.type} along {dim}{', backwards' if is_reverse else ''}", text, [x], [expected],
                    relative=1e-5 if x.dtype.kind in "fc" else None, of_largest=True)

    yield case(floats(3, 50), 1, "add", np.add, "0.0")
    yield case(floats(700), 0, "add", np.add, "0.0", True)
    yield case(floats(2, 40, 1, 1), 1, "add", np.add, "0.0", True)
    yield case(floats(5, 33).astype(np.float64), 1, "multiply", np.multiply, "1.0")
    yield case((floats(4, 60) + 1j * floats(4, 60)).astype(np.complex64), 1, "add", np.add, "(0.0, 0.0)")
    yield case(floats(2, 300, 3), 1, "maximum", np.maximum, "0xFF800000")
    yield case(integers(3, 41, low=-100, high=100, dtype=np.int32), 1, "add", np.add, "0")
    yield case(integers(6, 40, low=0, high=255, dtype=np.uint8), 1, "maximum", np.maximum, "0", True)
    yield case(integers(300, low=-9, high=9, dtype=np.int64), 0, "minimum", np.minimum, "9")
    yield case(integers(7, 20, low=0, high=1, dtype=np.bool_), 1, "or", np.logical_or, "false")


# --- convolution ---

def convolve(lhs, rhs, numbers, strides, padding, lhs_dilation, rhs_dilation, reversal, feature_groups, batch_groups):
    """`numbers`: dimensions as in the spec's text, such as ("b01f", "01io", "b01f")."""
    lhs_numbers, rhs_numbers, out_numbers = numbers
    spatial = [str(k) for k in range(len(strides))]
    left = lhs.transpose([lhs_numbers.index(c) for c in ["b", "f"] + spatial])
    right = rhs.transpose([rhs_numbers.index(c) for c in ["o", "i"] + spatial])
    left = pad(left, left.dtype.type(0), [0, 0] + [p[0] for p in padding], [0, 0] + [p[1] for p in padding], [0, 0] + [d - 1 for d in lhs_dilation])
    for k, is_reversed in enumerate(reversal):
        if is_reversed:
            right = np.flip(right, 2 + k)
    batch, outputs, inputs = left.shape[0] // batch_groups, right.shape[0], right.shape[1]
    reach = [(right.shape[2 + k] - 1) * rhs_dilation[k] + 1 for k in range(len(strides))]
    sizes = [(left.shape[2 + k] - reach[k]) // strides[k] + 1 if left.shape[2 + k] >= reach[k] else 0 for k in range(len(strides))]
    out = np.zeros([batch, outputs] + sizes, lhs.dtype)
    for o in range(outputs):
        group, slab = o // (outputs // feature_groups), o // (outputs // batch_groups)
        part = left[slab * batch:(slab + 1) * batch] if batch_groups > 1 else left
        part = part[:, group * inputs:(group + 1) * inputs]
        for index in np.ndindex(*sizes):
            for k in np.ndindex(*right.shape[2:]):
                place = tuple(i * s + kk * d for i, s, kk, d in zip(index, strides, k, rhs_dilation))
                out[(slice(None), o) + index] += (part[(slice(None), slice(None)) + place] * right[(o, slice(None)) + k]).sum(1, dtype=lhs.dtype)
    return out.transpose([(["b", "f"] + spatial).index(c) for c in out_numbers])


def narrow_convolution_cases():
    """Sums of the first in f32 become narrow elements inside of a larger image, which the second one reads."""
    for element in ("f16", "bf16"):
        x, w, u = (RNG.integers(-1, 2, shape).astype(np.float32) for shape in ((2, 19, 13, 16), (1, 1, 16, 24), (3, 3, 24, 8)))
        orders = ("b01f", "01io", "b01f")
        middle = np.maximum(convolve(x, w, orders, [1, 1], [(0, 0)] * 2, [1, 1], [1, 1], [False] * 2, 1, 1), 0)
        result = convolve(middle, u, orders, [1, 1], [(1, 1)] * 2, [1, 1], [1, 1], [False] * 2, 1, 1)
        x, w, u, middle, result = (v(a, element) for a in (x, w, u, middle, result))
        groups = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
        dims = "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
        yield Case(f"a padded convolution of another in {element}", f"""%p = stablehlo.convolution(%a0, %a1) {dims}, window = {{}} {groups} : ({x.type}, {w.type}) -> {middle.type}
  %z = stablehlo.constant dense<0.0> : {middle.type}
  %q = stablehlo.maximum %p, %z : {middle.type}
  %r = stablehlo.convolution(%q, %a2) {dims}, window = {{pad = [[1, 1], [1, 1]]}} {groups} : ({middle.type}, {u.type}) -> {result.type}""",
                   [x, w, u], [result], separate=True)


def convolution_cases():
    def case(lhs_shape, rhs_shape, numbers, strides=None, padding=None, lhs_dilation=None, rhs_dilation=None, reversal=None, feature_groups=1,
             batch_groups=1, element="f32"):
        n = len(lhs_shape) - 2
        strides, padding = strides or [1] * n, padding or [(0, 0)] * n
        lhs_dilation, rhs_dilation, reversal = lhs_dilation or [1] * n, rhs_dilation or [1] * n, reversal or [0] * n
        if element == "f32":
            lhs, rhs = Value(floats(*lhs_shape)), Value(floats(*rhs_shape))
        else:
            lhs, rhs = Value(integers(*lhs_shape, low=-4, high=4), element), Value(integers(*rhs_shape, low=-4, high=4), element)
        wide = np.complex128 if element.startswith("complex") else np.float64
        expected = Value(convolve(lhs.array.astype(wide), rhs.array.astype(wide), numbers, strides, padding, lhs_dilation, rhs_dilation, reversal,
                                  feature_groups, batch_groups), element)
        dims = ["[" + ", ".join(s) + "]" for s in numbers]
        text = (f"%r = stablehlo.convolution(%a0, %a1) dim_numbers = {dims[0]}x{dims[1]}->{dims[2]}, window = {{stride = {strides}, pad = "
                f"{[list(p) for p in padding]}, lhs_dilate = {lhs_dilation}, rhs_dilate = {rhs_dilation}, reverse = "
                f"{str([bool(r) for r in reversal]).lower()}}} {{batch_group_count = {batch_groups} : i64, feature_group_count = "
                f"{feature_groups} : i64}} : ({lhs.type}, {rhs.type}) -> {expected.type}")
        return Case("convolution " + text.split("dim_numbers = ")[1], text, [lhs, rhs], [expected], relative=2e-6 if element == "f32" else 1e-12,
                    of_largest=True)

    nhwc, nchw = ("b01f", "01io", "b01f"), ("bf01", "oi01", "bf01")
    yield case((2, 6, 7, 3), (3, 2, 3, 4), nhwc)
    yield case((2, 6, 7, 3), (3, 2, 3, 4), nhwc, [2, 1], [(1, 1), (0, 2)], rhs_dilation=[1, 2])
    yield case((2, 6, 7, 3), (3, 2, 3, 4), nhwc, lhs_dilation=[2, 3], padding=[(1, 0), (-1, 2)])
    yield case((2, 6, 7, 3), (3, 2, 3, 4), nhwc, reversal=[1, 1])
    yield case((2, 6, 7, 3), (3, 2, 3, 4), nhwc, [2, 2], [(2, -1), (-2, 3)], [2, 1], [2, 2], [0, 1])
    yield case((2, 3, 6, 7), (4, 3, 3, 2), nchw, [2, 2])
    yield case((2, 3, 6, 7), (4, 3, 3, 2), ("bf01", "oi01", "b01f"))
    yield case((6, 7, 2, 3), (3, 2, 3, 4), ("01bf", "01io", "f01b"))
    yield case((7, 6, 2, 3), (3, 2, 3, 4), ("10bf", "10io", "f10b"))
    for groups, rhs_shape in ((2, (3, 2, 2, 6)), (4, (3, 2, 1, 4)), (4, (3, 2, 1, 8))):
        yield case((2, 6, 7, 4), rhs_shape, nhwc, [2, 1], feature_groups=groups)
    yield case((2, 4, 6, 7), (8, 1, 3, 2), nchw, feature_groups=4)
    yield case((2, 4, 6, 7), (6, 2, 3, 2), nchw, feature_groups=2)
    yield case((4, 6, 7, 3), (3, 2, 3, 4), nhwc, batch_groups=2)
    yield case((4, 3, 6, 7), (4, 3, 3, 2), nchw, batch_groups=4)
    yield case((2, 9, 3), (4, 3, 5), ("b0f", "0io", "b0f"), [2])
    yield case((2, 3, 9), (5, 3, 4), ("bf0", "oi0", "bf0"), padding=[(2, 1)])
    yield case((2, 9, 4), (4, 1, 4), ("b0f", "0io", "b0f"), feature_groups=4)
    yield case((1, 4, 5, 6, 2), (2, 2, 2, 2, 3), ("b012f", "012io", "b012f"))
    yield case((2, 3), (3, 4), ("bf", "io", "bf"))
    yield case((1, 2, 7, 3), (3, 2, 3, 4), nhwc)  # the window is larger than the image
    yield case((0, 6, 7, 3), (3, 2, 3, 4), nhwc)
    yield case((2, 6, 7, 0), (3, 2, 0, 4), nhwc)
    for element in ("i8", "i16", "i32", "i64", "ui8", "ui32", "f16", "bf16", "f64", "complex<f32>"):
        if element[0] == "u":
            continue  # negative inputs
        yield case((1, 5, 5, 2), (2, 2, 2, 3), nhwc, element=element)


# --- dot ---

def dot_cases():
    a, b, x = floats(4, 6), floats(6, 5), floats(6)
    for left, right in ((a, b), (a, x), (x, b), (x, x)):
        expected = np.asarray(left @ right)
        yield Case(f"dot {v(left).type} {v(right).type}", f"%r = stablehlo.dot %a0, %a1 : ({v(left).type}, {v(right).type}) -> {v(expected).type}",
                   [left, right], [expected], relative=2e-6, of_largest=True)

    def general(left, right, lhs_batch, rhs_batch, lhs_dims, rhs_dims, expected, name="", attributes=""):
        left, right, expected = v(left), v(right), v(expected)
        batches = f"batching_dims = {lhs_batch} x {rhs_batch}, " if lhs_batch else ""
        text = (f"%r = stablehlo.dot_general %a0, %a1, {batches}contracting_dims = {lhs_dims} x {rhs_dims}{attributes} : ({left.type}, {right.type}) -> "
                f"{expected.type}")
        return Case(f"dot_general {name} {left.type} {right.type} to {expected.type}", text, [left, right], [expected],
                    relative=3e-6 if expected.element in ("f32", "complex<f32>") else 1e-12, of_largest=True)

    for spec, l, r, lb, rb, lc, rc in [
            ("bmk,bkn->bmn", (3, 4, 6), (3, 6, 5), [0], [0], [2], [1]), ("bmk,bnk->bmn", (3, 4, 6), (3, 5, 6), [0], [0], [2], [2]),
            ("mk,nk->mn", (4, 6), (5, 6), [], [], [1], [1]), ("km,kn->mn", (6, 4), (6, 5), [], [], [0], [0]),
            ("mbk,kbn->bmn", (4, 3, 6), (6, 3, 5), [1], [1], [2], [0]),
            ("abmkl,balkn->abmn", (2, 3, 4, 5, 6), (3, 2, 6, 5, 7), [0, 1], [1, 0], [3, 4], [3, 2]),
            ("m,n->mn", (3,), (4,), [], [], [], []), ("b,b->b", (3,), (3,), [0], [0], [], []), ("mkl,kl->m", (3, 4, 5), (4, 5), [], [], [1, 2], [0, 1]),
            ("mk,kn->mn", (3, 0), (0, 4), [], [], [1], [0]), ("mk,kn->mn", (0, 3), (3, 4), [], [], [1], [0]), ("k,k->", (7,), (7,), [], [], [0], [0]),
            ("mk,kn->mn", (130, 70), (70, 65), [], [], [1], [0]), ("mk,kn->mn", (1, 300), (300, 1), [], [], [1], [0])]:
        for make in (floats, integers):
            left, right = make(*l), make(*r)
            expected = np.einsum(spec, left.astype(np.float64), right.astype(np.float64)).astype(left.dtype)
            yield general(left, right, lb, rb, lc, rc, expected, spec)
    types = {"i8": "i32", "ui8": "ui32", "i16": "i16", "i64": "i64", "i4": "i32", "ui4": "ui32", "f16": "f32", "bf16": "f32", "f64": "f64", "i32": "i64",
             "f8E4M3FN": "f32", "f8E5M2": "f32", "complex<f32>": "complex<f32>", "complex<f64>": "complex<f64>"}
    for element, result in types.items():
        is_complex = element.startswith("complex")
        low, high = range_of(element) if element.lstrip("ui").isdigit() else (-4, 4)
        low, high = max(low, -128), min(high, 127)
        left, right = (Value(RNG.integers(low, high, s, endpoint=True) * ((1 + 0.5j) if is_complex else 1), element) for s in ((4, 6), (6, 5)))
        wide = np.complex128 if is_complex else np.float64
        expected = left.array.astype(wide) @ right.array.astype(wide)
        if element == "i16":
            expected = expected.astype(np.int64).astype(np.int16)
        yield general(left, right, [], [], [1], [0], Value(expected, result))
    left, right = integers(4, 6, low=0, high=255, dtype=np.uint8), integers(6, 5, low=-128, high=127, dtype=np.int8)
    yield general(left, right, [], [], [1], [0], left.astype(np.int32) @ right.astype(np.int32))
    left, right = RNG.integers(0, 2, (4, 6)).astype(bool), RNG.integers(0, 2, (6, 5)).astype(bool)
    yield general(left, right, [], [], [1], [0], (left.astype(int) @ right.astype(int)) > 0)
    yield general(a, b, [], [], [1], [0], a @ b, "with precision", ", precision = [HIGHEST, DEFAULT]")
    for equation, l, r in [("ab,bc->ac", (2, 3), (3, 4)), ("abc,cd->abd", (2, 3, 4), (4, 5)), ("ab,ab->", (2, 3), (2, 3)), ("...ab,...bc->...ac", (2, 3, 4), (2, 4, 5)),
                           ("...ab,bc->...ac", (2, 3, 4), (4, 5)), ("a,b->ab", (2,), (3,)), ("aab,b->a", (3, 3, 4), (4,)), ("ab,c->a", (2, 3), (4,)),
                           ("ba,bc->ca", (2, 3), (2, 4)), ("...a,...a->...", (2, 1, 4), (3, 4))]:
        left, right = floats(*l), floats(*r)
        expected = np.einsum(equation, left, right)
        yield Case(f"einsum {equation}", f'%r = stablehlo.einsum %a0, %a1, config = "{equation}" : ({v(left).type}, {v(right).type}) -> {v(expected).type}',
                   [left, right], [expected], relative=3e-6, of_largest=True)
    for equation, l in [("ab->a", (2, 3)), ("ab->ba", (2, 3)), ("aa->a", (3, 3)), ("ab->", (2, 3)), ("...a->...", (2, 3, 4))]:
        left = floats(*l)
        expected = np.asarray(np.einsum(equation, left))
        yield Case(f"unary_einsum {equation}", f'%r = stablehlo.unary_einsum %a0, config = "{equation}" : ({v(left).type}) -> {v(expected).type}', [left],
                   [expected], relative=3e-6, of_largest=True)


# --- normalisation ---

def batch_norm_cases():
    for shape, feature in [((2, 3, 4, 5), 1), ((4, 3), 1), ((6, 2, 3), 0), ((4, 5), 0)]:
        n = shape[feature]
        x, gradient = floats(*shape), floats(*shape)
        scale, offset, mean, variance = floats(n), floats(n), floats(n), np.abs(floats(n))
        axes = tuple(i for i in range(len(shape)) if i != feature)
        spread = lambda a: a.reshape([n if i == feature else 1 for i in range(len(shape))])
        full, part, epsilon = v(x).type, v(scale).type, 1e-3
        attributes = f"<{{epsilon = 1.0e-3 : f32, feature_index = {feature} : i64}}>"
        close = {"relative": 1e-5, "of_largest": True}
        normal = (x - spread(mean)) / np.sqrt(spread(variance) + epsilon) * spread(scale) + spread(offset)
        yield Case(f"batch_norm_inference {shape}", f'%r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {attributes} : ({full}, {part}, {part}, '
                   f"{part}, {part}) -> {full}", [x, scale, offset, mean, variance], [normal.astype(np.float32)], **close)
        m, s = x.mean(axes), x.var(axes)
        trained = (x - spread(m)) / np.sqrt(spread(s) + epsilon) * spread(scale) + spread(offset)
        yield Case(f"batch_norm_training {shape}", f'%r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {attributes} : ({full}, {part}, {part}) -> '
                   f"({full}, {part}, {part})", [x, scale, offset], [trained.astype(np.float32), m, s], **close)
        count, centred, inverse = x.size / n, x - spread(mean), 1 / np.sqrt(variance + epsilon)
        of_offset, of_scale = gradient.sum(axes), (gradient * centred).sum(axes) * inverse
        of_x = spread(scale * inverse) / count * (count * gradient - spread(of_offset) -
                                                  centred * spread((gradient * centred).sum(axes)) / (spread(variance) + epsilon))
        yield Case(f"batch_norm_grad {shape}", f'%r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {attributes} : ({full}, {part}, {part}, '
                   f"{part}, {full}) -> ({full}, {part}, {part})", [x, scale, mean, variance, gradient],
                   [of_x.astype(np.float32), of_scale.astype(np.float32), of_offset], **close)


def all_cases():
    for part in (reduce_cases, reduce_body_cases, window_cases, cumulative_cases, convolution_cases, narrow_convolution_cases, dot_cases,
                 batch_norm_cases):
        yield from part()
