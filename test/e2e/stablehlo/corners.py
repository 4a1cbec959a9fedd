"""Cases of stablehlo_ops.py: corners of the specification's text, and ops of several processes that run in one."""

import numpy as np
from program import Case, Value

# The order of totalorder: NaNs by their sign, -0 before 0.
TOTAL = np.array([0x7FC00000, 0x80000000, 0, 0xFFC00000, 0x7F800000, 0xFF800000, 0x3F800000, 0xBF800000], np.uint32).view(np.float32)
X = np.array([[1.5, -2, 3], [4, 5, -6]], np.float32)
FOUR = np.array([1, 2, 3, 4], np.int32)


def region(op, element):
    return (f"({{^bb0(%p: tensor<{element}>, %q: tensor<{element}>): %s = stablehlo.{op} %p, %q : tensor<{element}> "
            f"stablehlo.return %s : tensor<{element}>}})")


def empty(*shape):
    return np.zeros(shape, np.float32)


def scalar(value, dtype=np.float32):
    return np.array(value, dtype)


def empty_cases():
    """Dimensions of no element."""
    def case(name, body, inputs, *outputs):
        return Case("empty " + name, body, inputs, outputs)

    yield case("add", "%r = stablehlo.add %a0, %a0 : tensor<0x3xf32>", [empty(0, 3)], empty(0, 3))
    five = scalar(5)
    yield case("reduce to the initial value", "%r = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [0] : "
               "(tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>", [empty(0, 3), five], np.full(3, 5, np.float32))
    yield case("reduce to nothing", "%r = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [1] : "
               "(tensor<0x3xf32>, tensor<f32>) -> tensor<0xf32>", [empty(0, 3), five], empty(0))
    yield case("list of reduced dimensions", f'%r = "stablehlo.reduce"(%a0, %a1) <{{dimensions = array<i64>}}> {region("add", "f32")} : '
               "(tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>", [X, scalar(0)], X)
    yield case("iota", "%r = stablehlo.iota dim = 1 : tensor<0x3xi32>", [], np.zeros((0, 3), np.int32))
    yield case("concatenate", "%r = stablehlo.concatenate %a0, %a1, %a0, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>) -> "
               "tensor<2x3xf32>", [empty(0, 3), X], X)
    yield case("dot_general", "%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> "
               "tensor<2x3xf32>", [empty(2, 0), empty(0, 3)], empty(2, 3))
    yield case("gather", '%r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = '
               "[0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<2x3xf32>, tensor<0x1xi32>) -> "
               "tensor<0x3xf32>", [X, np.zeros((0, 1), np.int32)], empty(0, 3))
    yield case("update", "%r = stablehlo.dynamic_update_slice %a0, %a1, %a2 : (tensor<4xi32>, tensor<0xi32>, tensor<i32>) -> tensor<4xi32>",
               [FOUR, np.zeros(0, np.int32), scalar(-5, np.int32)], FOUR)
    yield case("sort", f'%r = "stablehlo.sort"(%a0) ({{^bb0(%p: tensor<f32>, %q: tensor<f32>): %c = stablehlo.compare GT, %p, %q : (tensor<f32>, '
               "tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1>}) : (tensor<0xf32>) -> tensor<0xf32>", [empty(0)], empty(0))
    yield case("windows", f'%r = "stablehlo.reduce_window"(%a0, %a1) <{{window_dimensions = array<i64: 1, 4>}}> {region("add", "f32")} : '
               "(tensor<2x3xf32>, tensor<f32>) -> tensor<2x0xf32>", [X, scalar(0)], empty(2, 0))
    yield case("convolution", "%r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count "
               "= 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf32>, tensor<3x1x2xf32>) -> tensor<1x0x2xf32>",
               [empty(1, 2, 1), empty(3, 1, 2)], empty(1, 0, 2))
    yield case("interior of pad", "%r = stablehlo.pad %a0, %a1, low = [1, 1], high = [1, 1], interior = [3, 0] : (tensor<0x3xf32>, tensor<f32>) -> "
               "tensor<2x5xf32>", [empty(0, 3), five], np.full((2, 5), 5, np.float32))
    yield case("pad, cut to nothing", "%r = stablehlo.pad %a0, %a1, low = [-1, 1], high = [-1, -2], interior = [0, 1] : (tensor<2x3xf32>, "
               "tensor<f32>) -> tensor<0x4xf32>", [X, five], empty(0, 4))
    sizes = np.array([0, 3], np.int64)
    yield case("dynamic_broadcast_in_dim", "%d = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> "
               "tensor<?x?xf32> %r = stablehlo.dynamic_reshape %d, %a1 : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<0x3xf32>",
               [X[0], sizes], empty(0, 3))
    yield case("dynamic_iota", "%d = stablehlo.dynamic_iota %a0, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32> %r = stablehlo.dynamic_reshape %d, "
               "%a0 : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<0x3xf32>", [sizes], empty(0, 3))
    zeros, ones = np.zeros(2, np.int64), np.ones(2, np.int64)
    yield case("real_dynamic_slice", "%d = stablehlo.real_dynamic_slice %a0, %a1, %a2, %a3 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, "
               "tensor<2xi64>) -> tensor<?x?xf32> %r = stablehlo.dynamic_reshape %d, %a2 : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<0x3xf32>",
               [X, zeros, sizes, ones], empty(0, 3))


def index_cases():
    """Starts out of bounds, signed and unsigned; updates of the same element."""
    for dtype, start, at in [("i32", -2**31, 0), ("i64", 2**63 - 1, 2), ("ui8", 255, 2), ("ui64", 2**64 - 1, 2), ("i8", -1, 0)]:
        index = Value(np.array(start, np.uint64 if start > 2**63 else np.int64), dtype)
        yield Case(f"dynamic_slice at {start} : {dtype}", f"%r = stablehlo.dynamic_slice %a0, %a1, sizes = [2] : (tensor<4xi32>, tensor<{dtype}>) "
                   "-> tensor<2xi32>", [FOUR, index], [FOUR[at:at + 2]])
        updated = FOUR.copy()
        updated[at:at + 2] = [8, 9]
        yield Case(f"dynamic_update_slice at {start} : {dtype}", "%r = stablehlo.dynamic_update_slice %a0, %a1, %a2 : (tensor<4xi32>, tensor<2xi32>, "
                   f"tensor<{dtype}>) -> tensor<4xi32>", [FOUR, np.array([8, 9], np.int32), index], [updated])
    rows = np.arange(8, dtype=np.int32).reshape(4, 2)
    for element, starts in [("i8", [-100, 100, 1]), ("ui8", [200, 255, 1])]:
        yield Case(f"gather at {starts} : {element}", '%r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], '
                   "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<4x2xi32>, "
                   f"tensor<3x1x{element}>) -> tensor<3x2xi32>", [rows, Value(np.array(starts).reshape(3, 1), element)],
                   [rows[np.clip(starts, 0, 3)]])
    at, updates = [1, 1, -1, 4, 3, 1], np.array([10, 20, 30, 40, 50, 60], np.int32)
    added, replaced = FOUR.copy(), FOUR.copy()
    for i, u in zip(at, updates):
        if 0 <= i < 4:  # others are left out, not moved to the edge
            added[i] += u
            replaced[i] = u
    for name, body, expected in [("add", region("add", "i32"), added),
                                 ("the last of them", "({^bb0(%p: tensor<i32>, %q: tensor<i32>): stablehlo.return %q : tensor<i32>})", replaced)]:
        yield Case("scatter to the same element: " + name, '%r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<'
                   f"inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {body} : (tensor<4xi32>, "
                   "tensor<6x1xi32>, tensor<6xi32>) -> tensor<4xi32>", [FOUR, np.array(at, np.int32).reshape(6, 1), updates], [expected])
    # Of a window that leaves the operand only what is inside is written.
    yield Case("scatter of a window past the end", '%r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<'
               f'update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {region("add", "i32")} : (tensor<4xi32>, '
               "tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<4xi32>",
               [FOUR, np.array([[3], [0]], np.int32), np.array([[10, 20], [30, 40]], np.int32)], [FOUR + np.array([30, 40, 0, 10], np.int32)])


def total_order(values):
    bits = values.view(np.int32).astype(np.int64)
    return np.where(bits < 0, -(bits & 0x7FFFFFFF) - 1, bits)


def order_cases():
    order = np.argsort(total_order(TOTAL), kind="stable")
    n = len(TOTAL)
    yield Case("sort by totalorder", '%s:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({^bb0(%p: tensor<f32>, %q: '
               "tensor<f32>, %x: tensor<i32>, %y: tensor<i32>): %c = stablehlo.compare LT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> "
               f"tensor<i1> stablehlo.return %c : tensor<i1>}}) : (tensor<{n}xf32>, tensor<{n}xi32>) -> (tensor<{n}xf32>, tensor<{n}xi32>)\n"
               f"return %s#1 : tensor<{n}xi32>", [TOTAL, np.arange(n, dtype=np.int32)], [order.astype(np.int32)])
    keys = np.array([3, 1, 3, 1, 2, 2, 3, 1], np.int32)
    order = np.argsort(-keys, kind="stable")
    yield Case("stable sort of the last dimension", '%r0, %r1 = "stablehlo.sort"(%a0, %a1) <{dimension = -1 : i64, is_stable = true}> ({^bb0(%p: '
               "tensor<i32>, %q: tensor<i32>, %x: tensor<i32>, %y: tensor<i32>): %c = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) "
               "-> tensor<i1> stablehlo.return %c : tensor<i1>}) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)",
               [keys, np.arange(8, dtype=np.int32)], [keys[order], order.astype(np.int32)])
    for direction, compare in [("EQ", np.equal), ("NE", np.not_equal), ("LT", np.less), ("LE", np.less_equal), ("GT", np.greater), ("GE", np.greater_equal)]:
        left, right = np.repeat(TOTAL, n), np.tile(TOTAL, n)
        m = n * n
        for kind, ordered in [("FLOAT", lambda a: a), ("TOTALORDER", total_order)]:
            yield Case(f"compare {direction} {kind} of NaNs and zeros", f"%r = stablehlo.compare {direction}, %a0, %a1, {kind} : (tensor<{m}xf32>, "
                       f"tensor<{m}xf32>) -> tensor<{m}xi1>", [left, right], [compare(ordered(left), ordered(right))])
    low, high = scalar(3, np.int32), scalar(1, np.int32)
    x = np.array([-5, 0, 5, 10], np.int32)
    yield Case("clamp with the bounds crossed", "%r = stablehlo.clamp %a0, %a1, %a2 : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>",
               [low, x, high], [np.minimum(np.maximum(x, low), high)])


def control_cases():
    x = np.array([1, -1, 2], np.int32)
    for index in (-1, 0, 1, 7, -2**31):
        yield Case(f"case of two at {index}", '%r = "stablehlo.case"(%a0) ({stablehlo.return %a1 : tensor<3xi32>}, {%n = stablehlo.negate %a1 : '
                   "tensor<3xi32> stablehlo.return %n : tensor<3xi32>}) : (tensor<i32>) -> tensor<3xi32>", [scalar(index, np.int32), x],
                   [x if index == 0 else -x])
    yield Case("while of no iteration", "%r = stablehlo.while(%a = %a0) : tensor<3xi32> cond { %f = stablehlo.constant dense<false> : tensor<i1> "
               "stablehlo.return %f : tensor<i1> } do { %n = stablehlo.add %a, %a : tensor<3xi32> stablehlo.return %n : tensor<3xi32> }", [x], [x])
    inner = "tuple<tensor<2x3xf32>, tensor<3xi32>>"
    yield Case("tuple in a tuple", f"%t = stablehlo.tuple %a0, %a1 : {inner} %u = stablehlo.tuple %t, %a0 : tuple<{inner}, tensor<2x3xf32>> "
               f"%v = stablehlo.get_tuple_element %u[0] : (tuple<{inner}, tensor<2x3xf32>>) -> {inner} "
               f"%r0 = stablehlo.get_tuple_element %v[0] : ({inner}) -> tensor<2x3xf32> "
               f"%r1 = stablehlo.get_tuple_element %v[1] : ({inner}) -> tensor<3xi32>", [X, x], [X, x])
    yield Case("composite with a region", '%r = "stablehlo.composite"(%a0) <{name = "my.twice", decomposition = @twice}> ({^bb0(%p: tensor<3xi32>): '
               "stablehlo.return %p : tensor<3xi32>}) : (tensor<3xi32>) -> tensor<3xi32>", [x], [2 * x], separate=True,
               extra="func.func private @twice(%p: tensor<3xi32>) -> tensor<3xi32> { %s = stablehlo.add %p, %p : tensor<3xi32> "
               "return %s : tensor<3xi32> }")


def process_cases():
    """One process is its own group: what comes back is what it gave, however the groups are written."""
    mesh = ('#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 1>, '
            '#stablehlo.mesh_axis<name = "y", size = 1>]>, axes = [#stablehlo.axis_ref<name = "y">]>')
    same = ": (tensor<2x3xf32>) -> tensor<2x3xf32>"
    for name, groups in [("dense", "dense<0> : tensor<1x1xi64>"), ("mesh", mesh)]:
        ops = [f'"stablehlo.all_gather"({{0}}) {{{{all_gather_dim = 1 : i64, replica_groups = {groups}}}}} {same}',
               f'"stablehlo.all_reduce"({{0}}) <{{{{replica_groups = {groups}}}}}> {{1}} {same}',
               f'"stablehlo.reduce_scatter"({{0}}) <{{{{scatter_dimension = 1 : i64, replica_groups = {groups}}}}}> {{1}} {same}',
               f'"stablehlo.all_to_all"({{0}}) {{{{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = '
               f"{groups}}}}} {same}",
               f'"stablehlo.collective_broadcast"({{0}}) {{{{replica_groups = {groups}}}}} {same}']
        if name == "dense":
            ops.append(f'"stablehlo.collective_permute"({{0}}) {{{{source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>}}}} {same}')
        for op in ops:
            which = op.split('"')[1].split(".")[1]
            yield Case(f"{which} of one process, {name}", "%r = " + op.format("%a0", region("add", "f32")), [X], [X])
            yield Case(f"async {which} of one process, {name}", '%f = "stablehlo.async_start"(%a0) ({^bb0(%o: tensor<2x3xf32>): %w = '
                       + op.format("%o", region("maximum", "f32")) + " stablehlo.return %w : tensor<2x3xf32>}) : (tensor<2x3xf32>) -> "
                       '!stablehlo.future<tensor<2x3xf32>> %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2x3xf32>>) -> '
                       "tensor<2x3xf32>", [X], [X])
    yield Case("all_reduce of two", f'%r0, %r1 = "stablehlo.all_reduce"(%a0, %a1) <{{replica_groups = dense<0> : tensor<1x1xi64>}}> '
               f'{region("add", "f32")} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<4xf32>)', [X, TOTAL[1:5]], [X, TOTAL[1:5]])
    yield Case("all_reduce to a wider type", f'%r = "stablehlo.all_reduce"(%a0) <{{replica_groups = dense<0> : tensor<1x1xi64>}}> '
               f'{region("add", "f64")} : (tensor<2x3xf32>) -> tensor<2x3xf64>', [X], [X.astype(np.float64)])
    yield Case("collective_permute from nowhere", '%r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<> : tensor<0x2xi64>} '
               + same, [X], [np.zeros_like(X)])
    yield Case("replica_id and partition_id", "%r0 = stablehlo.replica_id : tensor<ui32> %r1 = stablehlo.partition_id : tensor<ui32>", [],
               [scalar(0, np.uint32), scalar(0, np.uint32)])
    future = "!stablehlo.future<tensor<1x3xf32>>"
    yield Case("async slice waited for by another function", '%f = "stablehlo.async_start"(%a0) ({^bb0(%o: tensor<2x3xf32>): %w = stablehlo.slice %o '
               "[1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32> stablehlo.return %w : tensor<1x3xf32>}) : (tensor<2x3xf32>) -> "
               f"{future} %r = func.call @wait(%f) : ({future}) -> tensor<1x3xf32>", [X], [X[1:2]], separate=True,
               extra=f'func.func private @wait(%g: {future}) -> tensor<1x3xf32> {{ %w = "stablehlo.async_done"(%g) : ({future}) -> tensor<1x3xf32> '
               "return %w : tensor<1x3xf32> }")


def conversion_cases():
    """bitcast_convert between widths, both ways, and wrapping integers."""
    a = np.array([1, -2, 300, 32767], np.int16)
    yield Case("bitcast_convert i16 to 2 x i8", "%r = stablehlo.bitcast_convert %a0 : (tensor<4xi16>) -> tensor<4x2xi8>", [a], [a.view(np.int8).reshape(4, 2)])
    yield Case("bitcast_convert 2 x i8 to i16", "%r = stablehlo.bitcast_convert %a0 : (tensor<4x2xi8>) -> tensor<4xi16>", [a.view(np.int8).reshape(4, 2)], [a])
    yield Case("bitcast_convert 2 x i16 to f32", "%r = stablehlo.bitcast_convert %a0 : (tensor<2x2xi16>) -> tensor<2xf32>", [a.reshape(2, 2)], [a.view(np.float32)])
    yield Case("bitcast_convert f32 to 4 x i8", "%r = stablehlo.bitcast_convert %a0 : (tensor<2xf32>) -> tensor<2x4xi8>", [a.view(np.float32)],
               [a.view(np.int8).reshape(2, 4)])
    yield Case("bitcast_convert of nothing", "%r = stablehlo.bitcast_convert %a0 : (tensor<0xf32>) -> tensor<0x2xi16>", [empty(0)], [np.zeros((0, 2), np.int16)])
    seed = np.array([1, 2], np.uint64)
    for algorithm in ("THREE_FRY", "PHILOX"):
        one = f"stablehlo.rng_bit_generator %a0, algorithm = {algorithm} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)"
        yield Case(f"rng_bit_generator {algorithm}: the same state gives the same, the next one another",
                   f"%s0, %b0 = {one} %s1, %b1 = {one} %s2, %b2 = {one.replace('%a0', '%s0')} "
                   "%e = stablehlo.compare EQ, %b0, %b1 : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xi1> "
                   "%n = stablehlo.compare NE, %b0, %b2 : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xi1> "
                   "%r = stablehlo.and %e, %n : tensor<5xi1>", [seed], [np.ones(5, np.bool_)])


def all_cases():
    for part in (empty_cases, index_cases, order_cases, control_cases, process_cases, conversion_cases):
        yield from part()
