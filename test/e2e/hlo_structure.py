"""Data movement, contractions, reductions, convolutions and windows against NumPy in float64."""

import itertools
import os

import numpy as np
from dispatch import FLOATS, INTS, RNG, Array, compare, dispatch_text, main, run, tensor_type



def sample(shape, element, small=False):
    if element == "i1":
        return Array(RNG.integers(0, 2, shape), element)
    if element in INTS:
        limit = 4 if small else 100
        return Array(RNG.integers(-limit, limit, shape), element)
    return Array(RNG.normal(0, 1, shape), element)


def wide(array):
    return array.values.astype(np.float64) if array.element in FLOATS else array.values.astype(np.int64)


def wrap(values, element):
    """Integers as the element type keeps them."""
    return np.asarray(values).astype(np.int64).astype(np.dtype(f"int{element[1:]}")) if element in INTS else values


def check(body, inputs, outputs, expected, scale=2.0, **options):
    """`outputs` are (shape, element); `expected` the arrays they must equal."""
    types = [tensor_type(shape, element) for shape, element in outputs]
    text = dispatch_text([a.type for a in inputs], types, body, **options)
    actual = run(text, inputs, [element for _, element in outputs])
    for values, reference, (_, element) in zip(actual, expected, outputs):
        problem = compare(values, np.asarray(reference), element, scale)
        if problem:
            return problem
    return None


def i64s(values):
    return f"dense<[{', '.join(map(str, values))}]> : tensor<{len(values)}xi64>" if values else "dense<> : tensor<0xi64>"


# --- data movement ---

def movement(name, inputs, attributes, out_shape, reference):
    element = inputs[0].element
    types = ", ".join(a.type for a in inputs)
    operands = ", ".join(f"%in{i}" for i in range(len(inputs)))
    body = f'%out0 = "mhlo.{name}"({operands}) {{{attributes}}} : ({types}) -> {tensor_type(out_shape, element)}'
    return check(body, inputs, [(out_shape, element)], [reference(*[a.values for a in inputs])], scale=0)


def movement_cases():
    for e in (*FLOATS, *INTS, "i1"):
        x = lambda shape, e=e: sample(shape, e)
        yield f"transpose-{e}", lambda x=x: movement("transpose", [x((3, 5, 18))], f"permutation = {i64s([2, 0, 1])}",
                                                     (18, 3, 5), lambda a: a.transpose(2, 0, 1))
        yield f"broadcast-{e}", lambda x=x: movement("broadcast", [x((7,))], f"broadcast_sizes = {i64s([3, 2])}", (3, 2, 7),
                                                     lambda a: np.broadcast_to(a, (3, 2, 7)))
        yield f"broadcast_in_dim-{e}", lambda x=x: movement(
            "broadcast_in_dim", [x((1, 5))], f"broadcast_dimensions = {i64s([2, 1])}", (4, 5, 6),
            lambda a: np.broadcast_to(a.T.reshape(1, 5, 1), (4, 5, 6)))
        yield f"reshape-{e}", lambda x=x: movement("reshape", [x((4, 6))], "", (3, 8), lambda a: a.reshape(3, 8))
        yield f"reshape-collapse-{e}", lambda x=x: movement("reshape", [x((4, 6, 2))], "", (4, 12), lambda a: a.reshape(4, 12))
        yield f"reshape-expand-{e}", lambda x=x: movement("reshape", [x((4, 12))], "", (2, 2, 12), lambda a: a.reshape(2, 2, 12))
        yield f"reverse-{e}", lambda x=x: movement("reverse", [x((4, 5, 3))], f"dimensions = {i64s([0, 2])}", (4, 5, 3),
                                                   lambda a: a[::-1, :, ::-1])
        yield f"slice-{e}", lambda x=x: movement(
            "slice", [x((8, 20))], f"start_indices = {i64s([1, 2])}, limit_indices = {i64s([8, 19])}, strides = {i64s([3, 1])}",
            (3, 17), lambda a: a[1:8:3, 2:19])
        yield f"concatenate-{e}", lambda x=x: movement("concatenate", [x((2, 5)), x((2, 1)), x((2, 17))],
                                                       "dimension = 1 : i64", (2, 23), lambda *a: np.concatenate(a, 1))
        yield f"pad-{e}", lambda x=x, e=e: movement(
            "pad", [x((3, 4)), x((), e)],
            f"edge_padding_low = {i64s([1, 2])}, edge_padding_high = {i64s([0, 3])}, interior_padding = {i64s([2, 0])}", (8, 9), pad)
    yield "pad-negative", lambda: movement(
        "pad", [sample((6, 5), "f32"), sample((), "f32")],
        f"edge_padding_low = {i64s([-1, 2])}, edge_padding_high = {i64s([1, -3])}, interior_padding = {i64s([0, 0])}", (6, 4),
        lambda a, v: np.pad(a, ((0, 1), (2, 0)), constant_values=v)[1:, :4])
    for e in ("f32", "i32", "i64"):
        body = f'%out0 = "mhlo.iota"() {{iota_dimension = 1 : i64}} : () -> {tensor_type((3, 21), e)}'
        yield f"iota-{e}", lambda b=body, e=e: check(b, [], [((3, 21), e)], [np.broadcast_to(np.arange(21), (3, 21))])


def pad(a, value):
    result = np.full((8, 9), value, a.dtype)
    result[1:8:3, 2:6] = a
    return result


# --- contractions ---

def dot_case(lhs_shape, rhs_shape, element):
    lhs, rhs = sample(lhs_shape, element, True), sample(rhs_shape, element, True)
    expected = np.dot(wide(lhs), wide(rhs))
    body = f'%out0 = "mhlo.dot"(%in0, %in1) {{precision_config = ["DEFAULT", "DEFAULT"]}} : ({lhs.type}, {rhs.type}) -> ' \
           f"{tensor_type(expected.shape, element)}"
    return check(body, [lhs, rhs], [(expected.shape, element)], [wrap(expected, element)], scale=4 * lhs_shape[-1] ** 0.5 + 17)


def dot_general_case(element, lhs_shape, rhs_shape, batch, contracting):
    lhs, rhs = sample(lhs_shape, element, True), sample(rhs_shape, element, True)
    letters = iter("abcdefghij")
    left, right, out = [None] * len(lhs_shape), [None] * len(rhs_shape), []
    for a, b in zip(*batch):
        left[a] = right[b] = next(letters)
        out.append(left[a])
    for a, b in zip(*contracting):
        left[a] = right[b] = next(letters)
    for labels in (left, right):
        for i, label in enumerate(labels):
            if label is None:
                labels[i] = next(letters)
                out.append(labels[i])
    expected = np.einsum(f"{''.join(left)},{''.join(right)}->{''.join(out)}", wide(lhs), wide(rhs))
    numbers = f"lhs_batching_dimensions = {list(batch[0])}, rhs_batching_dimensions = {list(batch[1])}, " \
              f"lhs_contracting_dimensions = {list(contracting[0])}, rhs_contracting_dimensions = {list(contracting[1])}"
    body = f'%out0 = "mhlo.dot_general"(%in0, %in1) {{dot_dimension_numbers = #mhlo.dot<{numbers}>}} : ' \
           f"({lhs.type}, {rhs.type}) -> {tensor_type(expected.shape, element)}"
    return check(body, [lhs, rhs], [(expected.shape, element)], [wrap(expected, element)], scale=64)


def contraction_cases():
    for e in (*FLOATS, *INTS):
        yield f"dot-{e}", lambda e=e: dot_case((9, 24), (24, 35), e)
        yield f"dot_general-batch-{e}", lambda e=e: dot_general_case(e, (3, 5, 7), (3, 7, 20), ([0], [0]), ([2], [1]))
    for shapes in [((32, 24), (24, 16)), ((4, 5), (5, 10)), ((1, 40), (40, 3)), ((64, 64), (64, 64)), ((130, 70), (70, 150)),
                   ((5,), (5,)), ((6, 33), (33,)), ((33,), (33, 6)), ((200, 8), (8, 1)), ((256, 300), (300, 260))]:
        yield f"dot-{shapes[0]}-{shapes[1]}", lambda s=shapes: dot_case(*s, "f32")
    forms = {
        "rhs-transposed": ((6, 40), (9, 40), ([], []), ([1], [1])),
        "lhs-transposed": ((40, 6), (40, 19), ([], []), ([0], [0])),
        "two-contracted": ((3, 4, 5), (5, 4, 18), ([], []), ([2, 1], [0, 1])),
        "batch-inside": ((4, 3, 6), (6, 17, 3), ([1], [2]), ([2], [0])),
        "outer-product": ((4,), (18,), ([], []), ([], [])),
        "two-batches": ((2, 3, 4, 5), (3, 2, 5, 16), ([0, 1], [1, 0]), ([3], [2])),
    }
    for name, form in forms.items():
        yield f"dot_general-{name}", lambda f=form: dot_general_case("f32", *f)


# --- reductions ---

REDUCTIONS = {  # name: (NumPy, initial value for floats, for integers, for booleans, element classes)
    "add": (np.sum, "0.0", "0", "false", (*FLOATS, *INTS)),
    "multiply": (np.prod, "1.0", "1", "true", (*FLOATS, *INTS)),
    "maximum": (np.max, "0xINF", "MIN", "false", (*FLOATS, *INTS)),
    "minimum": (np.min, "0xPINF", "MAX", "true", (*FLOATS, *INTS)),
    "and": (np.bitwise_and.reduce, None, "-1", "true", (*INTS, "i1")),
    "or": (np.bitwise_or.reduce, None, "0", "false", (*INTS, "i1")),
}
INFINITIES = {"f64": "0xFFF0000000000000", "f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}


def initial_text(op, element):
    _, of_float, of_int, of_bool, _ = REDUCTIONS[op]
    if element == "i1":
        return of_bool
    if element in INTS:
        info = np.iinfo(f"int{element[1:]}")
        return {"MIN": str(info.min), "MAX": str(info.max)}.get(of_int, of_int)
    infinity = INFINITIES[element]
    return {"0xINF": infinity, "0xPINF": "0x7" + infinity[3:]}.get(of_float, of_float)


def reduce_case(op, element, shape, dims):
    x = sample(shape, element, True)
    reference = REDUCTIONS[op][0]
    expected = x.values if element == "i1" else wide(x)
    for d in sorted(dims, reverse=True):
        expected = reference(expected, axis=d)
    out_shape = expected.shape
    scalar = tensor_type((), element)
    body = f"""
%init = mhlo.constant dense<{initial_text(op, element)}> : {scalar}
%out0 = "mhlo.reduce"(%in0, %init) ({{
^bb0(%a: {scalar}, %b: {scalar}):
  %r = "mhlo.{op}"(%a, %b) : ({scalar}, {scalar}) -> {scalar}
  "mhlo.return"(%r) : ({scalar}) -> ()
}}) {{dimensions = {i64s(dims)}}} : ({x.type}, {scalar}) -> {tensor_type(out_shape, element)}"""
    return check(body, [x], [(out_shape, element)], [wrap(expected, element)], scale=200)


def argmax_case():
    x = sample((6, 40), "f32")
    body = f"""
%iota = "mhlo.iota"() {{iota_dimension = 1 : i64}} : () -> tensor<6x40xi32>
%low = mhlo.constant dense<0xFF800000> : tensor<f32>
%zero_i = mhlo.constant dense<0> : tensor<i32>
%out0, %out1 = "mhlo.reduce"(%in0, %in1, %low, %zero_i) ({{
^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
  %c = "mhlo.compare"(%a, %b) {{comparison_direction = #mhlo<comparison_direction GE>}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %v = "mhlo.select"(%c, %a, %b) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %k = "mhlo.select"(%c, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  "mhlo.return"(%v, %k) : (tensor<f32>, tensor<i32>) -> ()
}}) {{dimensions = dense<1> : tensor<1xi64>}} : (tensor<6x40xf32>, tensor<6x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)"""
    positions = Array(np.broadcast_to(np.arange(40), (6, 40)), "i32")
    body = "\n".join(line for line in body.splitlines() if "%iota" not in line)
    return check(body, [x, positions], [((6,), "f32"), ((6,), "i32")], [x.values.max(1), x.values.argmax(1)])


def branch_case():
    """The sum of the numbers below one half, by a branch in the region."""
    x = sample((6, 40), "f32", True)
    body = f"""
%zero_f = mhlo.constant dense<0.0> : tensor<f32>
%out0 = "mhlo.reduce"(%in0, %zero_f) ({{
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %half = mhlo.constant dense<0.5> : tensor<f32>
  %c = "mhlo.compare"(%b, %half) {{comparison_direction = #mhlo<comparison_direction LT>}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = "mhlo.if"(%c) ({{
    %s = "mhlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }}, {{
    "mhlo.return"(%a) : (tensor<f32>) -> ()
  }}) : (tensor<i1>) -> tensor<f32>
  "mhlo.return"(%r) : (tensor<f32>) -> ()
}}) {{dimensions = dense<1> : tensor<1xi64>}} : ({x.type}, tensor<f32>) -> tensor<6xf32>"""
    return check(body, [x], [((6,), "f32")], [np.where(wide(x) < 0.5, wide(x), 0).sum(1)], scale=64)


def reduction_cases():
    for op, (_, _, _, _, elements) in REDUCTIONS.items():
        for e in elements:
            yield f"reduce-{op}-{e}", lambda op=op, e=e: reduce_case(op, e, (4, 19), [1])
    for dims in ([0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]):
        for op in ("add", "maximum"):
            yield f"reduce-{op}-{dims}", lambda op=op, d=dims: reduce_case(op, "f32", (5, 7, 33), d)
    yield "reduce-variadic-argmax", argmax_case
    yield "reduce-with-branch", branch_case


# --- convolutions and windows ---

def conv_reference(x, w, stride, pad, lhs_dilation, rhs_dilation, groups):
    n, h, width, c = x.shape
    dilated = np.zeros((n, (h - 1) * lhs_dilation[0] + 1, (width - 1) * lhs_dilation[1] + 1, c))
    dilated[:, :: lhs_dilation[0], :: lhs_dilation[1]] = x
    lo = [(max(p[0], 0), max(p[1], 0)) for p in pad]
    padded = np.pad(dilated, ((0, 0), *lo, (0, 0)))
    for axis, (low, high) in enumerate(pad):
        index = [slice(None)] * 4
        index[axis + 1] = slice(-low if low < 0 else 0, padded.shape[axis + 1] + high if high < 0 else None)
        padded = padded[tuple(index)]
    kh, kw, group_inputs, features = w.shape
    oh = (padded.shape[1] - ((kh - 1) * rhs_dilation[0] + 1)) // stride[0] + 1
    ow = (padded.shape[2] - ((kw - 1) * rhs_dilation[1] + 1)) // stride[1] + 1
    out = np.zeros((n, oh, ow, features))
    per_group = features // groups
    for g in range(groups):
        xs, ws = padded[..., g * group_inputs : (g + 1) * group_inputs], w[..., g * per_group : (g + 1) * per_group]
        for i, j in itertools.product(range(kh), range(kw)):
            rows = slice(i * rhs_dilation[0], i * rhs_dilation[0] + (oh - 1) * stride[0] + 1, stride[0])
            columns = slice(j * rhs_dilation[1], j * rhs_dilation[1] + (ow - 1) * stride[1] + 1, stride[1])
            out[..., g * per_group : (g + 1) * per_group] += xs[:, rows, columns] @ ws[i, j]
    return out


def conv_case(element="f32", x_shape=(2, 9, 10, 6), w_shape=(3, 3, 6, 17), stride=(1, 1), pad=((0, 0), (0, 0)),
              lhs_dilation=(1, 1), rhs_dilation=(1, 1), groups=1, batch_groups=1, orders=("b01f", "01io", "b01f"), reversal=(1, 1)):
    """`orders`: of the dimensions of image, weights and result; `reversal`: the steps that the weights are gone through in."""
    x, w = sample(x_shape, element, True), sample(w_shape, element, True)
    images = np.split(wide(x), batch_groups)
    weights = np.split(wide(w)[:: reversal[0], :: reversal[1]], batch_groups, -1)
    expected = np.concatenate([conv_reference(i, k, stride, pad, lhs_dilation, rhs_dilation, groups) for i, k in zip(images, weights)], -1)
    expected = expected.transpose(["b01f".index(c) for c in orders[2]])
    x = Array(x.values.transpose(["b01f".index(c) for c in orders[0]]), element)
    w = Array(w.values.transpose(["01io".index(c) for c in orders[1]]), element)
    numbers = "{}x{}->{}".format(*("[" + ", ".join(order) + "]" for order in orders))
    mirrored = ", ".join("true" if step < 0 else "false" for step in reversal)
    attributes = f"batch_group_count = {batch_groups} : i64, feature_group_count = {groups} : i64, " \
        f"dimension_numbers = #mhlo.conv<{numbers}>, window_reversal = dense<[{mirrored}]> : tensor<2xi1>, " \
        f"window_strides = {i64s(stride)}, padding = dense<[[{pad[0][0]}, {pad[0][1]}], [{pad[1][0]}, {pad[1][1]}]]> : " \
        f"tensor<2x2xi64>, lhs_dilation = {i64s(lhs_dilation)}, rhs_dilation = {i64s(rhs_dilation)}"
    body = f'%out0 = "mhlo.convolution"(%in0, %in1) {{{attributes}}} : ({x.type}, {w.type}) -> ' \
           f"{tensor_type(expected.shape, element)}"
    return check(body, [x, w], [(expected.shape, element)], [wrap(expected, element)], scale=256)


def window_case(op, element="f32", shape=(2, 8, 9, 5), window=(1, 2, 3, 1), stride=(1, 2, 3, 1), pad=((0, 0),) * 4,
                dilation=(1, 1, 1, 1), base=(1, 1, 1, 1)):
    x = sample(shape, element, True)
    reference, scalar, initial = REDUCTIONS[op][0], tensor_type((), element), initial_text(op, element)
    neutral = {"add": 0, "multiply": 1}.get(op)
    if neutral is None:
        info = np.iinfo(f"int{element[1:]}") if element in INTS else None
        neutral = (info.min if info else -np.inf) if op == "maximum" else (info.max if info else np.inf)
    values = wide(x)
    dilated = np.full([(d - 1) * b + 1 for d, b in zip(shape, base)], neutral, values.dtype)
    dilated[tuple(slice(None, None, b) for b in base)] = values
    padded = np.pad(dilated, pad, constant_values=neutral)
    out_shape = [(p - ((k - 1) * d + 1)) // s + 1 for p, k, d, s in zip(padded.shape, window, dilation, stride)]
    taps = [padded[tuple(slice(t * d, t * d + (o - 1) * s + 1, s) for t, d, o, s in zip(tap, dilation, out_shape, stride))]
            for tap in itertools.product(*map(range, window))]
    expected = reference(np.stack(taps), axis=0)
    pads = ", ".join(f"[{a}, {b}]" for a, b in pad)
    body = f"""
%init = mhlo.constant dense<{initial}> : {scalar}
%out0 = "mhlo.reduce_window"(%in0, %init) ({{
^bb0(%a: {scalar}, %b: {scalar}):
  %r = "mhlo.{op}"(%a, %b) : ({scalar}, {scalar}) -> {scalar}
  "mhlo.return"(%r) : ({scalar}) -> ()
}}) {{window_dimensions = {i64s(window)}, window_strides = {i64s(stride)}, window_dilations = {i64s(dilation)},
    base_dilations = {i64s(base)}, padding = dense<[{pads}]> : tensor<{len(shape)}x2xi64>}} :
  ({x.type}, {scalar}) -> {tensor_type(out_shape, element)}"""
    return check(body, [x], [(tuple(out_shape), element)], [wrap(expected, element)], scale=64)


def window_cases():
    for e in ("f64", "f32", "f16", "bf16", "i32", "i8"):
        yield f"conv-{e}", lambda e=e: conv_case(e)
    forms = {
        "stride": dict(stride=(2, 3)), "pad": dict(pad=((1, 1), (1, 2))), "same-stride-2": dict(
            x_shape=(1, 14, 14, 3), w_shape=(3, 3, 3, 8), stride=(2, 2), pad=((0, 1), (0, 1))),
        "dilation": dict(rhs_dilation=(2, 2)), "lhs-dilation": dict(lhs_dilation=(2, 3), pad=((2, 2), (1, 1))),
        "groups": dict(x_shape=(1, 7, 7, 6), w_shape=(3, 3, 2, 12), groups=3),
        "depthwise": dict(x_shape=(1, 7, 7, 8), w_shape=(3, 3, 1, 8), groups=8, pad=((1, 1), (1, 1))),
        "negative-pad": dict(pad=((-1, 0), (0, -1))), "1x1": dict(w_shape=(1, 1, 6, 20)),
        "everything": dict(x_shape=(2, 9, 8, 4), w_shape=(2, 3, 2, 6), stride=(2, 1), pad=((1, 2), (2, 0)),
                           lhs_dilation=(2, 1), rhs_dilation=(1, 2), groups=2),
        "depthwise-plain": dict(x_shape=(1, 7, 7, 8), w_shape=(3, 3, 1, 8), groups=8),
        "depthwise-multiple": dict(x_shape=(1, 7, 7, 6), w_shape=(3, 3, 1, 12), groups=6),
        "depthwise-multiple-pad": dict(x_shape=(1, 7, 7, 6), w_shape=(3, 3, 1, 12), groups=6, pad=((1, 1), (0, 2))),
        "batch-groups": dict(x_shape=(4, 7, 7, 6), w_shape=(3, 3, 6, 10), batch_groups=2),
        "batch-groups-pad": dict(x_shape=(4, 7, 7, 6), w_shape=(3, 3, 6, 10), batch_groups=2, pad=((1, 1), (1, 1))),
        "channels-first": dict(orders=("bf01", "oi01", "bf01")),
        "channels-first-pad": dict(orders=("bf01", "oi01", "bf01"), pad=((1, 1), (1, 1))),
        "mixed-orders": dict(orders=("f01b", "i01o", "f01b")), "rows-exchanged": dict(orders=("b10f", "0i1o", "b1f0")),
        "reversed": dict(reversal=(-1, 1)), "reversed-pad": dict(reversal=(-1, -1), pad=((1, 0), (0, 1))),
        "reversed-groups": dict(x_shape=(1, 7, 7, 6), w_shape=(3, 3, 2, 12), groups=3, reversal=(1, -1), pad=((1, 1), (0, 0))),
        "cut-and-spread": dict(pad=((-3, 2), (2, -2)), lhs_dilation=(2, 2)),
        "nothing-left": dict(x_shape=(1, 3, 4, 3), w_shape=(2, 2, 3, 4), pad=((-3, 4), (0, 0))),
    }
    for name, form in forms.items():
        yield f"conv-{name}", lambda f=form: conv_case(**f)
    for op in ("add", "maximum", "minimum"):
        for e in ("f32", "f64", "f16", "bf16", "i32", "i8"):
            yield f"reduce_window-{op}-{e}", lambda op=op, e=e: window_case(op, e)
        yield f"reduce_window-{op}-padded", lambda op=op: window_case(op, pad=((0, 0), (1, 1), (0, 2), (0, 0)))
        yield f"reduce_window-{op}-dilated", lambda op=op: window_case(op, dilation=(1, 2, 1, 1), base=(1, 1, 2, 1))
    yield "reduce_window-rank-2", lambda: window_case("add", shape=(7, 20), window=(3, 4), stride=(1, 1), pad=((1, 1), (0, 3)),
                                                      dilation=(1, 1), base=(1, 1))


# --- whole dispatches ---

def seed_cases():
    def matmul(m, k, n, spelling):
        a, b = sample((m, k), "f32"), sample((k, n), "f32")
        body = f'%out0 = "mhlo.dot"(%in0, %in1) {{precision_config = ["DEFAULT", "DEFAULT"]}} : ({a.type}, {b.type}) -> ' \
               f"{tensor_type((m, n), 'f32')}"
        return check(body, [a, b], [((m, n), "f32")], [wide(a) @ wide(b)], scale=32, spelling=spelling)

    def pointwise(shape, c_shape, spelling):
        a, b, c = sample(shape, "f32"), sample(shape, "f32"), sample(c_shape, "f32")
        full = tensor_type(shape, "f32")
        factor, extra = ("%in2", "") if shape == c_shape else ("%c", f'%c = "mhlo.broadcast"(%in2) : ({c.type}) -> {full}\n')
        body = f'%sum = "mhlo.add"(%in0, %in1) : ({full}, {full}) -> {full}\n{extra}' \
               f'%out0 = "mhlo.multiply"(%sum, {factor}) : ({full}, {full}) -> {full}'
        return check(body, [a, b, c], [(shape, "f32")], [(wide(a) + wide(b)) * wide(c)], scale=4, spelling=spelling)

    for spelling in ("variant", "target"):
        yield f"seed-matmul-32x24x16-{spelling}", lambda s=spelling: matmul(32, 24, 16, s)
        yield f"seed-matmul-4x5x10-{spelling}", lambda s=spelling: matmul(4, 5, 10, s)
        yield f"seed-pointwise-10x15-{spelling}", lambda s=spelling: pointwise((10, 15), (15,), s)
        yield f"seed-pointwise-10x5-{spelling}", lambda s=spelling: pointwise((10, 5), (10, 5), s)


def two_outputs():
    a, b = sample((6, 21), "f32"), sample((6, 21), "f32")
    body = '%out0 = "mhlo.add"(%in0, %in1) : (T, T) -> T\n%out1 = "mhlo.multiply"(%in0, %in1) : (T, T) -> T'
    return check(body.replace("T", a.type), [a, b], [((6, 21), "f32")] * 2, [wide(a) + wide(b), wide(a) * wide(b)])


def multi_use():
    a, b = sample((6, 21), "f32"), sample((6, 21), "f32")
    body = '%s = "mhlo.add"(%in0, %in1) : (T, T) -> T\n%out0 = "mhlo.tanh"(%s) : (T) -> T\n' \
           '%out1 = "mhlo.multiply"(%s, %s) : (T, T) -> T'
    s = wide(a) + wide(b)
    return check(body.replace("T", a.type), [a, b], [((6, 21), "f32")] * 2, [np.tanh(s), s * s], scale=8)


def dot_bias_relu():
    a, b, bias = sample((20, 30), "f32"), sample((30, 40), "f32"), sample((40,), "f32")
    body = """%d = "mhlo.dot"(%in0, %in1) : (tensor<20x30xf32>, tensor<30x40xf32>) -> tensor<20x40xf32>
%w = "mhlo.broadcast"(%in2) : (tensor<40xf32>) -> tensor<20x40xf32>
%s = "mhlo.add"(%d, %w) : (tensor<20x40xf32>, tensor<20x40xf32>) -> tensor<20x40xf32>
%z = mhlo.constant dense<0.0> : tensor<20x40xf32>
%out0 = "mhlo.maximum"(%s, %z) : (tensor<20x40xf32>, tensor<20x40xf32>) -> tensor<20x40xf32>"""
    expected = np.maximum(wide(a) @ wide(b) + wide(bias), 0)
    return check(body, [a, b, bias], [((20, 40), "f32")], [expected], scale=64)


def transpose_reshape_add():
    # Nothing cancels, which would leave the rounding of the exponential.
    a, b = sample((4, 6), "f32"), Array(np.abs(sample((3, 8), "f32").values), "f32")
    body = """%t = "mhlo.transpose"(%in0) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
%e = "mhlo.exponential"(%t) : (tensor<6x4xf32>) -> tensor<6x4xf32>
%r = "mhlo.reshape"(%e) : (tensor<6x4xf32>) -> tensor<24xf32>
%q = "mhlo.reshape"(%in1) : (tensor<3x8xf32>) -> tensor<24xf32>
%out0 = "mhlo.add"(%r, %q) : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>"""
    return check(body, [a, b], [((24,), "f32")], [np.exp(wide(a).T).reshape(24) + wide(b).reshape(24)], scale=8)


def large_pointwise():
    a, b = sample((700, 1000), "f32"), sample((1000,), "f32")
    body = """%w = "mhlo.broadcast"(%in1) : (tensor<1000xf32>) -> tensor<700x1000xf32>
%out0 = "mhlo.subtract"(%in0, %w) : (tensor<700x1000xf32>, tensor<700x1000xf32>) -> tensor<700x1000xf32>"""
    return check(body, [a, b], [((700, 1000), "f32")], [wide(a) - wide(b)])


def dynamic_pointwise(rows):
    a, b = sample((rows, 5), "f32"), sample((rows, 5), "f32")
    body = '%out0 = "mhlo.add"(%in0, %in1) : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>'
    text = dispatch_text(["tensor<?x5xf32>"] * 2, ["tensor<?x5xf32>"], body, dynamic={"tensor<?x5xf32>": [0]})
    (actual,) = run(text, [a, b], ["f32"])
    return compare(actual, wide(a) + wide(b), "f32", 2)


def dynamic_matmul(rows):
    a, b = sample((rows, 24), "f32"), sample((24, 16), "f32")
    body = '%out0 = "mhlo.dot"(%in0, %in1) : (tensor<?x24xf32>, tensor<24x16xf32>) -> tensor<?x16xf32>'
    text = dispatch_text(["tensor<?x24xf32>", "tensor<24x16xf32>"], ["tensor<?x16xf32>"], body,
                         dynamic={"tensor<?x24xf32>": [0], "tensor<?x16xf32>": [0]})
    (actual,) = run(text, [a, b], ["f32"])
    return compare(actual, wide(a) @ wide(b), "f32", 64)


def threads_agree():
    a, b = sample((300, 200), "f32"), sample((200, 310), "f32")
    body = '%out0 = "mhlo.dot"(%in0, %in1) : (tensor<300x200xf32>, tensor<200x310xf32>) -> tensor<300x310xf32>'
    text = dispatch_text([a.type, b.type], ["tensor<300x310xf32>"], body)
    results = [run(text, [a, b], ["f32"], extra=[f"--threads={n}"])[0] for n in (1, 2, 3)]
    same = all(np.array_equal(results[0], r) for r in results[1:])
    return compare(results[0], wide(a) @ wide(b), "f32", 128) or (None if same else "the number of threads changes the result")


def same_shape_add(shape):
    a, b = sample(shape, "f32"), sample(shape, "f32")
    body = '%out0 = "mhlo.add"(%in0, %in1) : (T, T) -> T'.replace("T", a.type)
    return check(body, [a, b], [(shape, "f32")], [wide(a) + wide(b)])


def stored_input():
    a = sample((5, 7), "f32")
    text = dispatch_text([a.type], [a.type], "").replace("%out0", "%in0")
    (actual,) = run(text, [a], ["f32"])
    return compare(actual, wide(a), "f32", 0)


def empty_reduction():
    return reduce_case("add", "f32", (3, 0), [1])


def offsets():
    # Bindings are seen from byte offsets on; what lies before the output's view must stay as it was (0xFF: NaN).
    a = sample((20,), "f32")
    text = dispatch_text(["tensor<12xf32>"], ["tensor<12xf32>"],
                         '%out0 = "mhlo.negate"(%in0) : (tensor<12xf32>) -> tensor<12xf32>')
    text = text.replace("%zero = arith.constant 0 : index", "%zero = arith.constant 32 : index")
    (actual,) = run(text, [a], ["f32"])
    return compare(actual, np.concatenate([np.full(8, np.nan), -wide(a)[8:]]), "f32", 0)


def whole_cases():
    yield "offsets", offsets
    yield "rank-0", lambda: same_shape_add(())
    yield "no-elements", lambda: same_shape_add((0, 5))
    yield "stored-input", stored_input
    yield "empty-reduction", empty_reduction
    yield "two-outputs", two_outputs
    yield "multi-use", multi_use
    yield "dot-bias-relu", dot_bias_relu
    yield "transpose-reshape-add", transpose_reshape_add
    yield "large-pointwise", large_pointwise
    if os.environ.get("TERN_DEVICE", "cpu") == "cpu":
        yield "threads-agree", threads_agree
    for rows in (1, 10, 77):
        yield f"dynamic-pointwise-{rows}", lambda r=rows: dynamic_pointwise(r)
    for rows in (1, 8, 33, 129):
        yield f"dynamic-matmul-{rows}", lambda r=rows: dynamic_matmul(r)


if __name__ == "__main__":
    main([*movement_cases(), *contraction_cases(), *reduction_cases(), *window_cases(), *seed_cases(), *whole_cases()])
