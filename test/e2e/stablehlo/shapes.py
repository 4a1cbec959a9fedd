"""Cases of stablehlo_ops.py: ops that move, cut, join and gather elements, with static and dynamic shapes."""

import numpy as np
from program import Case, Value, range_of, tensor_type, v

RNG = np.random.default_rng(2)
ALL_TYPES = ["i1", "i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64", "f16", "bf16", "f32", "f64",
             "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E4M3", "f8E3M4", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN",
             "complex<f32>", "complex<f64>"]


def floats(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def integers(*shape, low=-9, high=9, dtype=np.int32):
    return RNG.integers(low, high, shape).astype(dtype)


def pad(a, value, low, high, interior):
    """The spec's pad: interior first, then the edges, negative ones cut."""
    shape = [(n - 1) * (i + 1) + 1 if n else 0 for n, i in zip(a.shape, interior)]
    result = np.full(shape, value, a.dtype)
    if a.size:
        result[tuple(slice(None, None, i + 1) for i in interior)] = a
    for axis, (l, h) in enumerate(zip(low, high)):
        n = result.shape[axis]
        big = np.full(result.shape[:axis] + (n + max(l, 0) + max(h, 0),) + result.shape[axis + 1:], value, a.dtype)
        index = [slice(None)] * a.ndim
        index[axis] = slice(max(l, 0), max(l, 0) + n)
        big[tuple(index)] = result
        index[axis] = slice(max(-l, 0), big.shape[axis] - max(-h, 0))
        result = big[tuple(index)]
    return result


def movement(text, inputs, output, **options):
    name = text.split("stablehlo.")[1].strip('"')
    return Case(name, text, inputs, [output], **options)


def movement_cases():
    x = floats(2, 3, 4)
    yield movement("%r = stablehlo.broadcast_in_dim %a0, dims = [0, 2] : (tensor<3x1xf32>) -> tensor<3x2x4xf32>", [x[0, :, :1]],
               np.broadcast_to(x[0, :, :1].reshape(3, 1, 1), (3, 2, 4)))
    yield movement("%r = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<4x3xf32>) -> tensor<3x2x4xf32>", [x[0].T],
               np.broadcast_to(x[0].reshape(3, 1, 4), (3, 2, 4)))
    yield movement("%r = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<2x0xf32>", [x[0, 0, 0]], np.zeros((2, 0), np.float32))
    yield movement("%r = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>", [x], x.transpose(2, 0, 1))
    yield movement("%r = stablehlo.transpose %a0, dims = [] : (tensor<f32>) -> tensor<f32>", [x[0, 0, 0]], x[0, 0, 0])
    for shape, order in [((130, 70), [1, 0]), ((3, 50, 66), [0, 2, 1]), ((66, 3, 50), [2, 1, 0]), ((40, 1030), [1, 0])]:
        for element in ("f32", "i8", "f64"):
            a = v(RNG.integers(-50, 50, np.transpose(np.empty(shape), order).shape), element)
            b = v(RNG.integers(-50, 50, shape), element)
            text = f"%t = stablehlo.transpose %a0, dims = {order} : ({b.type}) -> {a.type}\n%r = stablehlo.subtract %a1, %t : {a.type}"
            yield movement(text, [b, a], v(a.array - b.array.transpose(order), element))
            text = f"%t = stablehlo.transpose %a0, dims = {order} : ({b.type}) -> {a.type}\n%r = stablehlo.negate %t : {a.type}"
            yield movement(text, [b], v(-b.array.transpose(order), element))
    for shape in [(6, 4), (24,), (2, 12), (4, 6), (3, 8), (1, 2, 3, 4), (2, 3, 2, 2), (24, 1), (2, 1, 12), (1, 24), (4, 3, 2)]:
        yield movement(f"%r = stablehlo.reshape %a0 : (tensor<2x3x4xf32>) -> {tensor_type(shape, 'f32')}", [x], x.reshape(shape))
    yield movement("%r = stablehlo.reshape %a0 : (tensor<1x1xf32>) -> tensor<f32>", [x[:1, 0, :1]], x[0, 0, 0])
    yield movement("%r = stablehlo.reshape %a0 : (tensor<f32>) -> tensor<1x1xf32>", [x[0, 0, 0]], x[:1, 0, :1])
    yield movement("%r = stablehlo.reshape %a0 : (tensor<0x3xf32>) -> tensor<5x0xf32>", [np.zeros((0, 3), np.float32)], np.zeros((5, 0), np.float32))
    yield movement("%r = stablehlo.slice %a0 [0:2, 1:3, 0:4:3] : (tensor<2x3x4xf32>) -> tensor<2x2x2xf32>", [x], x[0:2, 1:3, 0:4:3])
    yield movement("%r = stablehlo.slice %a0 [1:1, 0:3, 0:4] : (tensor<2x3x4xf32>) -> tensor<0x3x4xf32>", [x], x[1:1])
    yield movement("%r = stablehlo.reverse %a0, dims = [0, 2] : tensor<2x3x4xf32>", [x], x[::-1, :, ::-1])
    yield movement("%r = stablehlo.concatenate %a0, %a1, %a2, dim = 1 : (tensor<2x3x4xf32>, tensor<2x1x4xf32>, tensor<2x0x4xf32>) -> "
               "tensor<2x4x4xf32>", [x, x[:, :1], x[:, :0]], np.concatenate([x, x[:, :1]], 1))
    yield movement("%r = stablehlo.concatenate %a0, dim = 0 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>", [x], x)
    y = floats(3, 5)
    seven = np.float32(7)
    for low, high, interior in [((1, 2), (0, 1), (0, 0)), ((0, 0), (0, 0), (1, 2)), ((1, 0), (2, 3), (1, 2)), ((-1, -2), (0, 0), (0, 0)),
                                ((-1, 2), (1, -3), (0, 0)), ((-1, -1), (-1, 2), (1, 1)), ((2, -4), (-3, 1), (0, 0)), ((0, -7), (0, 4), (0, 0)),
                                ((-2, 0), (5, 0), (2, 0))]:
        expected = pad(y, seven, low, high, interior)
        yield movement(f"%r = stablehlo.pad %a0, %a1, low = {list(low)}, high = {list(high)}, interior = {list(interior)} : (tensor<3x5xf32>, "
                   f"tensor<f32>) -> {v(expected).type}", [y, seven], expected)
    empty = np.zeros((0, 5), np.float32)
    yield movement("%r = stablehlo.pad %a0, %a1, low = [1, 0], high = [1, 0], interior = [3, 0] : (tensor<0x5xf32>, tensor<f32>) -> tensor<2x5xf32>",
               [empty, seven], pad(empty, seven, (1, 0), (1, 0), (3, 0)))


def scalar(value, dtype=np.int32):
    return np.array(value, dtype)


def dynamic_slice_cases():
    y = np.arange(15, dtype=np.float32).reshape(3, 5) / 7
    for i, j in [(0, 0), (1, 2), (-5, 9), (7, -1)]:
        ci, cj = min(max(i, 0), 1), min(max(j, 0), 2)
        yield movement("%r = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [2, 3] : (tensor<3x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
                   [y, scalar(i), scalar(j)], y[ci:ci + 2, cj:cj + 3])
        updated = y.copy()
        updated[ci:ci + 2, cj:cj + 3] = 9
        yield movement("%r = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<3x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> "
                   "tensor<3x5xf32>", [y, np.full((2, 3), 9, np.float32), scalar(i), scalar(j)], updated)
    for index, element, start in [(2**32 - 1, "ui32", 3), (2**64 - 1, "ui64", 3), (2, "ui8", 2), (200, "ui8", 3), (-100, "i8", 0), (-2**63, "i64", 0)]:
        yield movement(f"%r = stablehlo.dynamic_slice %a0, %a1, sizes = [2] : (tensor<5xf32>, tensor<{element}>) -> tensor<2xf32>",
                   [y[0], Value(np.array(index, dtype=object), element)], y[0, start:start + 2])
    yield movement("%r = stablehlo.dynamic_update_slice %a0, %a1, %a2 : (tensor<5xf32>, tensor<0xf32>, tensor<i32>) -> tensor<5xf32>",
               [y[0], y[0, :0], scalar(3)], y[0])
    for k in (-1, 4, 2**31 - 1):
        yield movement("%r = stablehlo.dynamic_slice %a0, %a1, sizes = [5] : (tensor<5xf32>, tensor<i32>) -> tensor<5xf32>", [y[0], scalar(k)], y[0])
    yield movement("%r = stablehlo.get_dimension_size %a0, dim = 1 : (tensor<3x5xf32>) -> tensor<i32>", [y], scalar(5))


def repeated_number_cases():
    # A number of 8 bytes repeated in the middle of a tensor, which queues cannot fill.
    for element in ("i64", "f64", "complex<f32>"):
        one, many = Value(np.arange(3), element), Value(np.full(3, 2**33 + 5), element)
        count = tensor_type((3,), element)
        yield Case(f"concatenate with a repeated {element}", f"%b = stablehlo.broadcast_in_dim %a1, dims = [] : (tensor<{element}>) -> {count}\n"
                   f"  %r = stablehlo.concatenate %a0, %b, %a0, dim = 0 : ({count}, {count}, {count}) -> {tensor_type((9,), element)}",
                   [one, Value(many.array[0], element)], [Value(np.concatenate([one.array, many.array, one.array]), element)])
        yield Case(f"pad a repeated {element}", f"%b = stablehlo.broadcast_in_dim %a1, dims = [] : (tensor<{element}>) -> {count}\n"
                   f"  %r = stablehlo.dynamic_update_slice %a0, %b, %a2 : ({tensor_type((9,), element)}, {count}, tensor<i32>) -> {tensor_type((9,), element)}",
                   [Value(np.arange(9), element), Value(many.array[0], element), scalar(5)],
                   [Value(np.concatenate([np.arange(5), many.array, [8]]), element)])


def all_type_cases():
    """Every element type through the ops that take any."""
    for element in ALL_TYPES:
        low, high = range_of(element) if element.lstrip("ui").isdigit() else (-3, 3)
        low, high = max(low, -100), min(high, 100)
        x = Value(RNG.integers(low, high, (3, 5), endpoint=True), element)
        fill = Value(np.array(1), element)
        t, s = x.type, fill.type
        def one(name, text, inputs, output):
            return Case(f"{name} {element}", text, inputs, [Value(output, element)])
        yield one("transpose", f"%r = stablehlo.transpose %a0, dims = [1, 0] : ({t}) -> {tensor_type((5, 3), element)}", [x], x.array.T)
        yield one("pad", f"%r = stablehlo.pad %a0, %a1, low = [1, -1], high = [0, 2], interior = [0, 1] : ({t}, {s}) -> {tensor_type((4, 10), element)}",
                  [x, fill], pad(x.array, fill.array, (1, -1), (0, 2), (0, 1)))
        yield one("concatenate", f"%r = stablehlo.concatenate %a0, %a0, dim = 1 : ({t}, {t}) -> {tensor_type((3, 10), element)}", [x],
                  np.concatenate([x.array, x.array], 1))
        yield one("reverse", f"%r = stablehlo.reverse %a0, dims = [1] : {t}", [x], x.array[:, ::-1])
        yield one("broadcast_in_dim", f"%r = stablehlo.broadcast_in_dim %a0, dims = [] : ({s}) -> {t}", [fill], np.full((3, 5), fill.array))
        at = np.array(1, np.int32)
        yield one("dynamic_slice", f"%r = stablehlo.dynamic_slice %a0, %a1, %a1, sizes = [2, 2] : ({t}, tensor<i32>, tensor<i32>) -> "
                  f"{tensor_type((2, 2), element)}", [x, at], x.array[1:3, 1:3])
        updated = x.array.copy()
        updated[1:2, 1:3] = x.array[:1, :2]
        yield one("dynamic_update_slice", f"%u = stablehlo.slice %a0 [0:1, 0:2] : ({t}) -> {tensor_type((1, 2), element)}\n"
                  f"  %r = stablehlo.dynamic_update_slice %a0, %u, %a1, %a1 : ({t}, {tensor_type((1, 2), element)}, tensor<i32>, tensor<i32>) -> {t}",
                  [x, at], updated)
        rows = np.array([[2], [0], [7]], np.int32)
        yield one("gather", '%r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = '
                  f"[0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}}> : ({t}, tensor<3x1xi32>) -> {t}",
                  [x, rows], x.array[[2, 0, 2]])
        numbers = [0, 1] if element == "i1" else range(2) if element == "i2" else range(4)
        if element != "i1":
            n = len(numbers)
            yield one("iota", f"%r = stablehlo.iota dim = 1 : {tensor_type((2, n), element)}", [], np.broadcast_to(np.array(numbers), (2, n)))
        # A constant with several elements, and one that is too large to be part of a kernel.
        big = Value(RNG.integers(low, high, (9, 33), endpoint=True), element)
        yield one("constant", f"%c = stablehlo.constant dense<{element_list(x)}> : {t}\n  %r = stablehlo.concatenate %a0, %c, dim = 0 : ({t}, {t}) -> "
                  f"{tensor_type((6, 5), element)}", [x], np.concatenate([x.array, x.array]))
        yield one("large constant", f"%r = stablehlo.constant dense<{element_list(big)}> : {big.type}", [], big.array)


def element_list(value):
    def text(x):
        if isinstance(x, list):
            return "[" + ", ".join(map(text, x)) + "]"
        if isinstance(x, complex):
            return f"({x.real:e}, {x.imag:e})"
        if isinstance(x, bool):
            return str(x).lower()
        return f"{x:e}" if isinstance(x, float) else str(x)
    return text(value.array.tolist())


def gather(operand, starts, offset_dims, collapsed, operand_batching, start_batching, start_map, vector_dim, sizes):
    if vector_dim == starts.ndim:
        starts = starts[..., None]
    batch_shape = [starts.shape[i] for i in range(starts.ndim) if i != vector_dim]
    offset_shape = [z for d, z in enumerate(sizes) if d not in collapsed and d not in operand_batching]
    rank = len(batch_shape) + len(offset_shape)
    batch_dims = [i for i in range(rank) if i not in offset_dims]
    shape = [0] * rank
    for i, k in [*zip(offset_dims, offset_shape), *zip(batch_dims, batch_shape)]:
        shape[i] = k
    result = np.empty(shape, operand.dtype)
    for index in np.ndindex(*shape):
        batch = [index[i] for i in batch_dims]
        at = batch[:]
        at.insert(vector_dim, slice(None))
        start = starts[tuple(at)]
        place = [0] * operand.ndim
        for k, d in enumerate(start_map):
            place[d] = min(max(int(start[k]), 0), operand.shape[d] - sizes[d])
        for k, d in enumerate(operand_batching):
            p = start_batching[k]
            place[d] = batch[p if p < vector_dim else p - 1]
        offsets = iter(index[i] for i in offset_dims)
        for d in range(operand.ndim):
            if d not in collapsed and d not in operand_batching:
                place[d] += next(offsets)
        result[index] = operand[tuple(place)]
    return result


def gather_cases():
    def case(operand, starts, *numbers):
        offset_dims, collapsed, operand_batching, start_batching, start_map, vector_dim, sizes = numbers
        expected = gather(operand, starts, *numbers)
        text = (f'%r = "stablehlo.gather"(%a0, %a1) {{dimension_numbers = #stablehlo.gather<offset_dims = {offset_dims}, collapsed_slice_dims = '
                f"{collapsed}, operand_batching_dims = {operand_batching}, start_indices_batching_dims = {start_batching}, start_index_map = "
                f"{start_map}, index_vector_dim = {vector_dim}>, slice_sizes = array<i64: {', '.join(map(str, sizes))}>, indices_are_sorted = "
                f"false}} : ({v(operand).type}, {v(starts).type}) -> {v(expected).type}")
        return Case(f"gather {v(starts).type} {numbers}", text, [operand, starts], [expected])

    x = floats(5, 6, 7)
    yield case(x, integers(4, 1, low=-3), [1, 2], [0], [], [], [0], 1, [1, 6, 7])
    yield case(x, integers(4, 2, 2, low=-2), [1, 3], [1], [], [], [2, 0], 2, [2, 1, 3])
    yield case(x, integers(2, 3, 4, low=-2), [2], [0, 1], [], [], [0, 1], 0, [1, 1, 5])
    yield case(x, integers(4, low=-2), [1, 2], [0], [], [], [0], 1, [1, 6, 7])
    yield case(floats(3, 5, 6), integers(3, 4, 1, low=-2), [2], [1], [0], [0], [1], 2, [1, 1, 6])
    yield case(floats(3, 5, 6, 2), integers(2, 4, 3, 1, low=0), [3], [1], [0, 3], [2, 0], [1], 3, [1, 1, 3, 1])
    yield case(x, integers(4, 1, low=0, high=250, dtype=np.uint8), [1, 2], [0], [], [], [0], 1, [1, 6, 7])
    yield case(x, integers(4, 2, low=-3, dtype=np.int64), [1], [0, 1], [], [], [0, 1], 1, [1, 1, 7])
    yield case(x, np.zeros((0, 1), np.int32), [1, 2], [0], [], [], [0], 1, [1, 6, 7])
    # Rows that are long enough for vectors, and windows of them that begin anywhere.
    rng = np.random.default_rng(5)
    for dims, place, numbers in (((9, 37), (6, 1), ([1], [0], [], [], [0], 1, [1, 37])),
                                 ((9, 1100), (3, 1), ([1], [0], [], [], [0], 1, [1, 1100])),
                                 ((9, 60), (6, 2), ([1], [0], [], [], [0, 1], 1, [1, 35])),
                                 ((3, 9, 20), (3, 5, 1), ([2], [1], [0], [0], [1], 2, [1, 1, 20]))):
        yield case(rng.standard_normal(dims).astype(np.float32), rng.integers(-3, 40, place).astype(np.int32), *numbers)
    index = integers(2, 3, low=0, high=6)
    yield Case("torch_index_select", '%r = "stablehlo.torch_index_select"(%a0, %a1) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<5x6x7xf32>, '
               "tensor<2x3xi32>) -> tensor<5x2x3x7xf32>", [x, index], [np.take(x, index, 1)])
    index = integers(5, 2, low=0, high=7)
    yield Case("torch_index_select, batches", '%r = "stablehlo.torch_index_select"(%a0, %a1) {dim = 2 : i64, batch_dims = 1 : i64} : '
               "(tensor<5x6x7xf32>, tensor<5x2xi32>) -> tensor<5x6x2xf32>", [x, index],
               [np.stack([x[k][:, index[k]] for k in range(5)])])


MATRIX, SIZES = "tensor<?x?xf32>", "tensor<2xi32>"


def dynamic(name, text, inputs, output, input_types, output_type, **options):
    return Case(name + ", dynamic", text, [Value(a, None, t) for a, t in zip(map(np.asarray, inputs), input_types)],
                [Value(output, None, output_type)], **options)


def ints(*values):
    return np.array(values, np.int32)


def dynamic_cases():
    y = np.arange(15, dtype=np.float32).reshape(3, 5)
    matrix, sizes = MATRIX, SIZES
    yield dynamic("add", f"%r = stablehlo.add %a0, %a0 : {matrix}", [y], y * 2, [matrix], matrix)
    yield dynamic("tanh", f"%r = stablehlo.tanh %a0 : {matrix}", [y], np.tanh(y), [matrix], matrix, ulps=3)
    yield dynamic("transpose", f"%r = stablehlo.transpose %a0, dims = [1, 0] : ({matrix}) -> {matrix}", [y], y.T, [matrix], matrix)
    yield dynamic("reduce", "%z = stablehlo.constant dense<0.0> : tensor<f32>\n  %r = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across "
               f"dimensions = [0] : ({matrix}, tensor<f32>) -> tensor<?xf32>", [y], y.sum(0), [matrix], "tensor<?xf32>")
    yield dynamic("dot_general", f"%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : ({matrix}, {matrix}) -> {matrix}",
               [y, y.T.copy()], y @ y.T, [matrix, matrix], matrix, ulps=4)
    yield dynamic("concatenate", f"%r = stablehlo.concatenate %a0, %a1, dim = 1 : ({matrix}, {matrix}) -> {matrix}", [y, y[:, :2]],
               np.concatenate([y, y[:, :2]], 1), [matrix, matrix], matrix)
    yield dynamic("reverse", f"%r = stablehlo.reverse %a0, dims = [1] : {matrix}", [y], y[:, ::-1], [matrix], matrix)
    seven = np.float32(7)
    constant = "%z = stablehlo.constant dense<7.0> : tensor<f32>\n  "
    yield dynamic("pad", constant + f"%r = stablehlo.pad %a0, %z, low = [1, -1], high = [0, 2], interior = [1, 0] : ({matrix}, tensor<f32>) -> {matrix}",
               [y], pad(y, seven, (1, -1), (0, 2), (1, 0)), [matrix], matrix)
    for low, high, interior in [((1, -1), (0, 2), (1, 0)), ((-1, 2), (2, -3), (0, 1)), ((0, 0), (0, 0), (0, 0)), ((-2, -2), (-1, 0), (1, 2))]:
        yield dynamic(f"dynamic_pad {low} {high} {interior}", constant + f"%r = stablehlo.dynamic_pad %a0, %z, %a1, %a2, %a3 : ({matrix}, tensor<f32>, "
                   f"{sizes}, {sizes}, {sizes}) -> {matrix}", [y, ints(*low), ints(*high), ints(*interior)], pad(y, seven, low, high, interior),
                   [matrix, sizes, sizes, sizes], matrix)
        expected = pad(y, seven, low, high, interior)
        constants = "".join(f"%{n} = stablehlo.constant dense<{list(k)}> : {sizes}\n  " for n, k in (("l", low), ("h", high), ("i", interior)))
        yield Case(f"dynamic_pad {low} {high} {interior}, static", constant + constants + f"%r = stablehlo.dynamic_pad %a0, %z, %l, %h, %i : "
                   f"(tensor<3x5xf32>, tensor<f32>, {sizes}, {sizes}, {sizes}) -> {v(expected).type}", [y], [expected])
    yield dynamic("dynamic_reshape", f"%r = stablehlo.dynamic_reshape %a0, %a1 : ({matrix}, {sizes}) -> tensor<5x?xf32>", [y, ints(5, 3)],
               y.reshape(5, 3), [matrix, sizes], "tensor<5x?xf32>")
    yield dynamic("dynamic_reshape to static", f"%r = stablehlo.dynamic_reshape %a0, %a1 : ({matrix}, {sizes}) -> tensor<5x3xf32>", [y, ints(5, 3)],
               y.reshape(5, 3), [matrix, sizes], "tensor<5x3xf32>")
    for row, expected in ((y[0], np.broadcast_to(y[0], (4, 5))), (y[1, :1], np.full((4, 5), 5, np.float32))):
        yield dynamic("dynamic_broadcast_in_dim", f"%r = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [1] : (tensor<?xf32>, {sizes}) -> {matrix}",
                   [row, ints(4, 5)], expected, ["tensor<?xf32>", sizes], matrix)
    yield dynamic("dynamic_broadcast_in_dim to static", f"%r = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [1] : (tensor<5xf32>, {sizes}) -> "
               "tensor<4x5xf32>", [y[0], ints(4, 5)], np.broadcast_to(y[0], (4, 5)), ["tensor<5xf32>", sizes], "tensor<4x5xf32>")
    yield dynamic("dynamic_iota", f"%r = stablehlo.dynamic_iota %a0, dim = 1 : ({sizes}) -> {matrix}", [ints(2, 4)],
               np.broadcast_to(np.arange(4, dtype=np.float32), (2, 4)), [sizes], matrix)
    yield dynamic("dynamic_iota to static", f"%r = stablehlo.dynamic_iota %a0, dim = 0 : ({sizes}) -> tensor<2x4xf32>", [ints(2, 4)],
               np.broadcast_to(np.arange(2, dtype=np.float32)[:, None], (2, 4)), [sizes], "tensor<2x4xf32>")
    yield dynamic("real_dynamic_slice", f"%r = stablehlo.real_dynamic_slice %a0, %a1, %a2, %a3 : ({matrix}, {sizes}, {sizes}, {sizes}) -> {matrix}",
               [y, ints(1, 0), ints(3, 5), ints(1, 2)], y[1:3, 0:5:2], [matrix, sizes, sizes, sizes], matrix)
    yield dynamic("get_dimension_size", f"%r = stablehlo.get_dimension_size %a0, dim = 1 : ({matrix}) -> tensor<i32>", [y], np.array(5, np.int32),
               [matrix], "tensor<i32>")
    yield dynamic("dynamic_gather", '%r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], '
               f"collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}} : ({matrix}, tensor<?x1xi32>, {sizes}) -> {matrix}",
               [y, np.array([[2], [0]], np.int32), ints(1, 5)], y[[2, 0]], [matrix, "tensor<?x1xi32>", sizes], matrix)


def dynamic_window_cases():
    y, matrix = np.arange(15, dtype=np.float32).reshape(3, 5), MATRIX
    image, kernel = floats(1, 5, 5, 2), floats(3, 3, 2, 3)
    expected = np.zeros((1, 5, 5, 3), np.float32)
    wide = np.pad(image, ((0, 0), (1, 1), (1, 1), (0, 0)))
    for i, j in np.ndindex(5, 5):
        expected[0, i, j] = np.einsum("hwc,hwcf->f", wide[0, i:i + 3, j:j + 3], kernel)
    yield dynamic("dynamic_conv", '%r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = '
               "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x?x5x2xf32>, "
               "tensor<3x3x2x3xf32>, tensor<2x2xi32>) -> tensor<1x?x?x3xf32>", [image, kernel, np.ones((2, 2), np.int32)], expected,
               ["tensor<1x?x5x2xf32>", "tensor<3x3x2x3xf32>", "tensor<2x2xi32>"], "tensor<1x?x?x3xf32>", relative=1e-5, of_largest=True)
    yield dynamic("convolution", "%r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = "
               "[[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x2xf32>, tensor<3x3x2x3xf32>) "
               "-> tensor<?x?x?x3xf32>", [image, kernel], expected, ["tensor<?x?x?x2xf32>", "tensor<3x3x2x3xf32>"], "tensor<?x?x?x3xf32>",
               relative=1e-5, of_largest=True)
    edge = np.pad(y, ((1, 0), (0, 0)))
    yield dynamic("reduce_window", """%z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a0, %z) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>""", [y], edge[:-1, :-1] + edge[1:, :-1] + edge[:-1, 1:] + edge[1:, 1:], [matrix], matrix)
    # The operand's own sizes: an empty one, and one of a single element.
    for shape in ((0, 3), (1, 1), (70, 9)):
        x = floats(*shape)
        yield dynamic(f"chain of {shape}", "%z = stablehlo.constant dense<0.5> : tensor<f32>\n"
                   f"  %0 = stablehlo.exponential %a0 : {matrix}\n"
                   f"  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : ({matrix}, tensor<f32>) -> tensor<?xf32>\n"
                   "  %r = stablehlo.negate %1 : tensor<?xf32>", [x], -(np.exp(x.astype(np.float64)).sum(1) + 0.5).astype(np.float32), [matrix],
                   "tensor<?xf32>", relative=1e-6)


def all_cases():
    for part in (movement_cases, dynamic_slice_cases, repeated_number_cases, all_type_cases, gather_cases, dynamic_cases,
                 dynamic_window_cases):
        yield from part()
