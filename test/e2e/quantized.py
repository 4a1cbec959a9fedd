"""StableHLO on quantized tensors as programs, against the specification written in NumPy.

usage: quantized.py [PART-OF-A-NAME...]     environment: see program.py
An op on quantized tensors is (dequantize, compute, quantize), each step in the expressed type. Results of +, -, *, / and of
what is exact are the specification's to the bit; of other functions, and of sums of products, a result may be the next
integer where the exact one is nearly halfway between two.
"""

import numpy as np
from program import Case, Value, main

RNG = np.random.default_rng(11)
RANGES = {"i4": (-8, 7), "u4": (0, 15), "i8": (-128, 127), "u8": (0, 255), "i16": (-32768, 32767), "u16": (0, 65535),
          "i32": (-2**31, 2**31 - 1)}
FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


class Quantized:
    """A quantized element type: lists of scales and zero points go along `axis`."""

    def __init__(self, storage, scale, zero_point=0, axis=None, limits=None, expressed="f32"):
        self.storage, self.axis, self.expressed = storage, axis, expressed
        self.scales, self.zero_points = np.atleast_1d(scale), np.atleast_1d(zero_point)
        if len(self.zero_points) != len(self.scales):
            self.zero_points = np.full(len(self.scales), zero_point)
        self.low, self.high = limits or RANGES[storage]
        self.limits = limits
        self.element = storage.replace("u", "ui")

    def __str__(self):
        pairs = [f"{float(s):.9e}" + (f":{z}" if z else "") for s, z in zip(self.scales, self.zero_points)]
        limits = f"<{self.low}:{self.high}>" if self.limits else ""
        head = f"!quant.uniform<{self.storage}{limits}:{self.expressed}"
        return f"{head}, {pairs[0]}>" if self.axis is None else f"{head}:{self.axis}, {{{', '.join(pairs)}}}>"

    def type(self, shape):
        return "tensor<" + "".join(f"{d}x" for d in shape) + f"{self}>"

    def spread(self, values, rank):
        return values if self.axis is None else values.reshape([-1 if i == self.axis else 1 for i in range(rank)])

    def rescaled(self, factor, shift):
        """The same storage with another scale and zero point."""
        point = int(np.clip(self.zero_points[0] + shift, self.low, self.high))
        return Quantized(self.storage, float(self.scales[0]) * factor, point, limits=self.limits, expressed=self.expressed)

    def random(self, *shape):
        return RNG.integers(self.low, self.high, shape, endpoint=True)

    def value(self, stored):
        stored = np.asarray(stored)
        return Value(stored, self.element, self.type(stored.shape))

    def dequantize(self, stored):
        stored = np.asarray(stored).astype(np.int64)
        kind = FLOATS[self.expressed]
        shifted = (stored - self.spread(self.zero_points, stored.ndim)).astype(kind)
        return shifted * self.spread(self.scales, stored.ndim).astype(kind)

    def unrounded(self, values):
        kind = FLOATS[self.expressed]
        values = np.asarray(values).astype(kind)
        with np.errstate(all="ignore"):
            scaled = values / self.spread(self.scales, values.ndim).astype(kind)
            shifted = scaled + self.spread(self.zero_points, values.ndim).astype(kind)
        return np.clip(shifted, kind(self.low), kind(self.high))

    def quantize(self, values):
        rounded = np.rint(self.unrounded(values)).astype(np.float64)
        return np.clip(rounded, self.low, self.high).astype(np.int64)


class QuantizedCase(Case):
    """Elements may be off by as much as `slack` says."""

    def __init__(self, name, body, inputs, outputs, slack=None, **rest):
        super().__init__(name, body, inputs, outputs, **rest)
        self.slack = slack

    def compare(self, actual, expected, element):
        same = super().compare(actual, expected, element)
        if self.slack is None or expected.dtype.kind not in "iu":
            return same
        return same | (np.abs(actual.astype(np.int64) - expected.astype(np.int64)) <= self.slack)


def slack_of(kind, values, error=1e-6):
    """How much a small error of `values` may change what they are rounded to."""
    exact = kind.unrounded(values).astype(np.float64)
    from_tie = np.abs(np.abs(exact - np.floor(exact)) - 0.5)
    error = error * np.maximum(1, np.abs(exact) + np.abs(kind.spread(kind.zero_points, exact.ndim)))
    return np.where(from_tie <= error, 1, 0) + np.floor(error)


def signature(types, results):
    return f"({', '.join(types)}) -> {results if isinstance(results, str) else '(' + ', '.join(results) + ')'}"


STORAGES = [Quantized("i4", 0.5, 1), Quantized("u4", 0.25, 7), Quantized("i8", 0.1, -3), Quantized("i8", 0.05, limits=(-127, 127)),
            Quantized("u8", 0.02, 128), Quantized("i16", 0.001, 5), Quantized("u16", 0.0005, 30000), Quantized("i32", 1e-6, 100)]
RESULTS = [Quantized("i8", 0.3, 4), Quantized("u8", 0.11, 17), Quantized("i16", 0.0123, -7), Quantized("i4", 0.9, -1)]


def cast_cases():
    x = (RNG.standard_normal((5, 7)) * 4).astype(np.float32)
    x[0] = [0, -0.0, 1e30, -1e30, np.inf, -np.inf, 0.05]
    for kind in STORAGES + RESULTS:
        yield Case(f"uniform_quantize to {kind}", f"%r = stablehlo.uniform_quantize %a0 : {signature(['tensor<5x7xf32>'], kind.type((5, 7)))}",
                   [x], [kind.value(kind.quantize(x))])
        q = kind.random(5, 7)
        yield Case(f"uniform_dequantize of {kind}", f"%r = stablehlo.uniform_dequantize %a0 : {signature([kind.type((5, 7))], 'tensor<5x7xf32>')}",
                   [kind.value(q)], [kind.dequantize(q)])
        for other in (RESULTS[0], RESULTS[2]):
            yield Case(f"requantize {kind} to {other}", f"%r = stablehlo.uniform_quantize %a0 : {signature([kind.type((5, 7))], other.type((5, 7)))}",
                       [kind.value(q)], [other.value(other.quantize(kind.dequantize(q)))])
    for expressed in ("f16", "f64"):
        kind = Quantized("i8", 0.125, 3, expressed=expressed)
        y = x[1:].astype(FLOATS[expressed])
        element = f"tensor<4x7x{expressed}>"
        yield Case(f"uniform_quantize from {expressed}", f"%r = stablehlo.uniform_quantize %a0 : {signature([element], kind.type((4, 7)))}",
                   [y], [kind.value(kind.quantize(y))])
        q = kind.random(4, 7)
        yield Case(f"uniform_dequantize to {expressed}", f"%r = stablehlo.uniform_dequantize %a0 : {signature([kind.type((4, 7))], element)}",
                   [kind.value(q)], [kind.dequantize(q)])
    for axis, count in ((0, 5), (1, 7)):
        for storage in ("i8", "u8", "i16", "i4"):
            scales = np.round(RNG.uniform(0.02, 1, count), 3)
            points = RNG.integers(*RANGES[storage], count)
            kind = Quantized(storage, scales, points, axis)
            yield Case(f"uniform_quantize along {axis} to {storage}",
                       f"%r = stablehlo.uniform_quantize %a0 : {signature(['tensor<5x7xf32>'], kind.type((5, 7)))}", [x], [kind.value(kind.quantize(x))])
            q = kind.random(5, 7)
            yield Case(f"uniform_dequantize along {axis} of {storage}",
                       f"%r = stablehlo.uniform_dequantize %a0 : {signature([kind.type((5, 7))], 'tensor<5x7xf32>')}", [kind.value(q)], [kind.dequantize(q)])
            other = Quantized("i16", 0.01, 3)
            yield Case(f"requantize along {axis} of {storage}", f"%r = stablehlo.uniform_quantize %a0 : {signature([kind.type((5, 7))], other.type((5, 7)))}",
                       [kind.value(q)], [other.value(other.quantize(kind.dequantize(q)))])


def halves_away(x):
    return np.trunc(x + np.copysign(np.float32(0.5), x))


EXACT_UNARY = {"abs": np.abs, "negate": np.negative, "ceil": np.ceil, "floor": np.floor, "sign": np.sign,
               "round_nearest_even": np.rint, "round_nearest_afz": halves_away, "sqrt": lambda x: np.sqrt(np.abs(x))}
UNARY = {"cbrt": np.cbrt, "cosine": np.cos, "sine": np.sin, "exponential": np.exp, "exponential_minus_one": np.expm1,
         "logistic": lambda x: 1 / (1 + np.exp(-x.astype(np.float64))), "tanh": np.tanh, "tan": np.tan,
         "log": np.log, "log_plus_one": np.log1p, "rsqrt": lambda x: 1 / np.sqrt(x)}
POSITIVE = ("log", "log_plus_one", "rsqrt")


def unary_cases():
    for kind in STORAGES[:7] + RESULTS:
        result = kind.rescaled(1.7, 2)
        q = kind.random(4, 9)
        for op, function in {**EXACT_UNARY, **UNARY}.items():
            stored = q
            if op in POSITIVE or op == "sqrt":  # no NaN
                stored = np.maximum(q, int(kind.zero_points[0]) + 1)
            x = kind.dequantize(stored)
            with np.errstate(all="ignore"):
                y = function(x)
            slack = slack_of(result, y) if op in UNARY else None
            yield QuantizedCase(f"{op} of {kind}", f"%r = stablehlo.{op} %a0 : {signature([kind.type(q.shape)], result.type(q.shape))}",
                                [kind.value(stored)], [result.value(result.quantize(y))], slack)
        same = kind.quantize(np.tanh(kind.dequantize(q)))
        yield QuantizedCase(f"tanh of one type {kind}", f"%r = stablehlo.tanh %a0 : {kind.type(q.shape)}", [kind.value(q)], [kind.value(same)],
                            slack_of(kind, np.tanh(kind.dequantize(q))))


EXACT_BINARY = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide,
                "maximum": np.maximum, "minimum": np.minimum, "remainder": np.fmod}
BINARY = {"power": lambda x, y: np.power(np.abs(x), y), "atan2": np.arctan2}


def binary_cases():
    for kind in STORAGES[:7] + RESULTS:
        other, result = kind.rescaled(0.6, -1), kind.rescaled(2.3, 3)
        for op, function in {**EXACT_BINARY, **BINARY}.items():
            for rhs, out in ((other, result), (kind, kind)):
                a, b = kind.random(4, 9), rhs.random(4, 9)
                if op in ("divide", "remainder"):
                    b = np.where(b == rhs.zero_points[0], b + 1, b)
                if op == "power":
                    a = np.maximum(a, int(kind.zero_points[0]) + 1)
                x, y = kind.dequantize(a), rhs.dequantize(b)
                with np.errstate(all="ignore"):
                    z = function(x, y)
                slack = slack_of(out, z) if op in BINARY else None
                yield QuantizedCase(f"{op} of {kind} and {rhs}", f"%r = stablehlo.{op} %a0, %a1 : "
                                    f"{signature([kind.type(a.shape), rhs.type(a.shape)], out.type(a.shape))}",
                                    [kind.value(a), rhs.value(b)], [out.value(out.quantize(z))], slack)
    wide = Quantized("i32", [0.001, 0.002, 0.5], [0, 3, -7], axis=1)
    a, b = RNG.integers(-2**31, 2**31, (4, 3)), RNG.integers(-2**31, 2**31, (4, 3))
    total = np.clip(a + b - wide.zero_points, -2**31, 2**31 - 1)
    yield Case("add along an axis", f"%r = stablehlo.add %a0, %a1 : {wide.type((4, 3))}", [wide.value(a), wide.value(b)], [wide.value(total)])
    for direction, function in (("LT", np.less), ("GE", np.greater_equal), ("EQ", np.equal), ("NE", np.not_equal)):
        kind, other = Quantized("u8", 0.5, 100), Quantized("u8", 0.25, 10)
        a, b = kind.random(6, 7), other.random(6, 7)
        for rhs in (kind, other):
            yield Case(f"compare {direction} with {rhs}", f"%r = stablehlo.compare {direction}, %a0, %a1 : "
                       f"{signature([kind.type(a.shape), rhs.type(a.shape)], 'tensor<6x7xi1>')}", [kind.value(a), rhs.value(b)],
                       [function(kind.dequantize(a), rhs.dequantize(b))])
    kind, other = Quantized("u8", 0.5, 100), Quantized("u8", 0.25, 10)
    a, b, choice = kind.random(6, 7), other.random(6, 7), RNG.integers(0, 2, (6, 7)).astype(bool)
    yield Case("select", f"%r = stablehlo.select %a0, %a1, %a2 : {signature(['tensor<6x7xi1>', kind.type((6, 7)), other.type((6, 7))], kind.type((6, 7)))}",
               [choice, kind.value(a), other.value(b)], [kind.value(kind.quantize(np.where(choice, kind.dequantize(a), other.dequantize(b))))])
    yield Case("select of one type", f"%r = stablehlo.select %a0, %a1, %a2 : tensor<6x7xi1>, {kind.type((6, 7))}",
               [choice, kind.value(a), kind.value(b)], [kind.value(np.where(choice, a, b))])
    yield Case("clamp", f"%r = stablehlo.clamp %a0, %a1, %a2 : {signature([kind.type(()), kind.type((6, 7)), kind.type(())], kind.type((6, 7)))}",
               [kind.value(50), kind.value(a), kind.value(180)], [kind.value(np.clip(a, 50, 180))])


def product_case(name, op, kinds, shapes, einsum, relative=None):
    """A product of stored numbers, exact but for the last steps."""
    lhs, rhs, result = kinds
    a, b = lhs.random(*shapes[0]), rhs.random(*shapes[1])
    x = lhs.dequantize(a).astype(np.float64)
    y = (b - rhs.spread(rhs.zero_points, b.ndim)) * rhs.spread(rhs.scales, b.ndim)
    z = einsum(x, y)
    types = [lhs.type(a.shape), rhs.type(b.shape)]
    return QuantizedCase(name, f"{op} : {signature(types, result.type(z.shape))}", [lhs.value(a), rhs.value(b)],
                         [result.value(result.quantize(z.astype(np.float32)))], slack_of(result, z))


def product_cases():
    columns = [0.01, 0.02, 0.03, 0.5, 0.004]
    weights = {"i8": Quantized("i8", 0.02, limits=(-127, 127)), "u8": Quantized("u8", 0.01), "i4": Quantized("i4", 0.1),
               "i16": Quantized("i16", 0.0001), "i8 along the columns": Quantized("i8", columns, axis=1),
               "i4 along the columns": Quantized("i4", columns, axis=1), "i16 along the columns": Quantized("i16", columns, axis=1)}
    results = [Quantized("i8", 3.0, -5), Quantized("i32", 0.002), Quantized("u8", 1.5, 128)]
    for name, rhs in weights.items():
        for lhs in (Quantized("i8", 0.1), Quantized("i8", 0.05, -128), Quantized("u8", 0.1, 3), Quantized("i16", 0.001, 7),
                    Quantized("i4", 0.3, 1), Quantized("u4", 0.3, 9)):
            for result in results if lhs.storage[1:] == rhs.storage[1:] else ():
                yield product_case(f"dot_general {lhs} x {name} to {result}", "%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0]",
                                   (lhs, rhs, result), ((6, 40), (40, 5)), np.matmul)
    lhs, rhs = Quantized("i8", 0.1, 4), Quantized("i8", [0.1, 0.2, 0.3], axis=1)
    yield product_case("dot_general with batches", "%r = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [2]",
                       (lhs, rhs, results[0]), ((2, 4, 9), (2, 3, 9)), lambda x, y: np.einsum("bik,bjk->bij", x, y))
    batched = Quantized("i8", [0.1, 0.2], axis=0)
    yield product_case("dot_general with scales along a batch", "%r = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [2]",
                       (lhs, batched, results[0]), ((2, 4, 9), (2, 3, 9)), lambda x, y: np.einsum("bik,bjk->bij", x, y))
    along = Quantized("i32", [0.01, 0.02, 0.03, 0.04, 0.05], axis=1)
    yield product_case("dot_general to a result along an axis", "%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0]",
                       (lhs, weights["i8 along the columns"], along), ((6, 40), (40, 5)), np.matmul)
    yield product_case("dot", "%r = stablehlo.dot %a0, %a1", (lhs, weights["i8 along the columns"], results[0]), ((6, 40), (40, 5)), np.matmul)
    for name, rhs in weights.items():
        x = RNG.standard_normal((6, 40)).astype(np.float32)
        b = rhs.random(40, 5)
        yield Case(f"hybrid dot_general with {name}", f"%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : "
                   f"{signature(['tensor<6x40xf32>', rhs.type((40, 5))], 'tensor<6x5xf32>')}", [x, rhs.value(b)], [x @ rhs.dequantize(b)],
                   relative=1e-5, of_largest=True)


def convolve(x, k, strides, padding):
    """NHWC by HWIO."""
    x = np.pad(x, ((0, 0), padding[0], padding[1], (0, 0)))
    height = (x.shape[1] - k.shape[0]) // strides[0] + 1
    width = (x.shape[2] - k.shape[1]) // strides[1] + 1
    out = np.zeros((x.shape[0], height, width, k.shape[3]))
    for i in range(height):
        for j in range(width):
            window = x[:, i * strides[0]:i * strides[0] + k.shape[0], j * strides[1]:j * strides[1] + k.shape[1]]
            out[:, i, j] = np.einsum("bhwi,hwio->bo", window, k)
    return out


def convolution_cases():
    kernels = [Quantized("i8", 0.02), Quantized("i8", [0.02, 0.1, 0.01, 0.3], axis=3), Quantized("u8", 0.01)]
    for kernel in kernels:
        for image in (Quantized("i8", 0.1), Quantized("i8", 0.05, -128), Quantized("u8", 0.04, 77)):
            for strides, padding in (((1, 1), ((1, 1), (1, 1))), ((2, 1), ((0, 1), (2, 0)))):
                op = (f"%r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{stride = [{strides[0]}, "
                      f"{strides[1]}], pad = [[{padding[0][0]}, {padding[0][1]}], [{padding[1][0]}, {padding[1][1]}]]}} "
                      "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}")
                yield product_case(f"convolution of {image} by {kernel}, stride {strides}", op, (image, kernel, Quantized("i8", 2.0, 3)),
                                   ((2, 7, 6, 3), (3, 3, 3, 4)), lambda x, k, s=strides, p=padding: convolve(x, k, s, p))
    x = RNG.standard_normal((2, 7, 6, 3)).astype(np.float32)
    for kernel in kernels:
        b = kernel.random(3, 3, 3, 4)
        yield Case(f"hybrid convolution by {kernel}", "%r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = "
                   "{stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                   f"{signature(['tensor<2x7x6x3xf32>', kernel.type(b.shape)], 'tensor<2x7x6x4xf32>')}", [x, kernel.value(b)],
                   [convolve(x, kernel.dequantize(b), (1, 1), ((1, 1), (1, 1))).astype(np.float32)], relative=1e-5, of_largest=True)


def movement_cases():
    for kind in (Quantized("i8", 0.1, -3), Quantized("u8", 0.1, 130), Quantized("i4", 0.5, 1), Quantized("i16", 0.1)):
        q, p = kind.random(3, 4), kind.random(2, 4)

        def case(name, body, inputs, output):
            return Case(f"{name} of {kind}", body, [kind.value(a) if isinstance(a, np.ndarray) else a for a in inputs], [kind.value(output)])

        def typed(*shapes):
            return [kind.type(s) for s in shapes]

        yield case("reshape", f"%r = stablehlo.reshape %a0 : {signature(typed((3, 4)), kind.type((2, 6)))}", [q], q.reshape(2, 6))
        yield case("transpose", f"%r = stablehlo.transpose %a0, dims = [1, 0] : {signature(typed((3, 4)), kind.type((4, 3)))}", [q], q.T)
        yield case("broadcast_in_dim", f"%r = stablehlo.broadcast_in_dim %a0, dims = [1, 2] : {signature(typed((3, 4)), kind.type((2, 3, 4)))}", [q],
                   np.broadcast_to(q, (2, 3, 4)))
        yield case("slice", f"%r = stablehlo.slice %a0 [0:3:2, 1:4] : {signature(typed((3, 4)), kind.type((2, 3)))}", [q], q[0:3:2, 1:4])
        yield case("concatenate", f"%r = stablehlo.concatenate %a0, %a1, dim = 0 : {signature(typed((3, 4), (2, 4)), kind.type((5, 4)))}", [q, p],
                   np.concatenate([q, p]))
        yield case("pad", f"%r = stablehlo.pad %a0, %a1, low = [1, 0], high = [0, 2], interior = [0, 1] : {signature(typed((3, 4), ()), kind.type((4, 9)))}",
                   [q, np.array(kind.high)], padded(q, kind.high))
        yield case("reverse", f"%r = stablehlo.reverse %a0, dims = [1] : {kind.type((3, 4))}", [q], q[:, ::-1])
        yield case("constant", f"%c = stablehlo.constant() <{{value = dense<{q.tolist()}> : tensor<3x4xi{kind.storage[1:]}>}}> : () -> {kind.type((3, 4))}\n"
                   f"  %r = stablehlo.maximum %a0, %c : {kind.type((3, 4))}", [kind.random(3, 4) * 0 + kind.low], q)
        yield Case(f"dynamic_slice of {kind}", f"%r = stablehlo.dynamic_slice %a0, %a1, %a1, sizes = [2, 2] : "
                   f"{signature([kind.type((3, 4)), 'tensor<i32>', 'tensor<i32>'], kind.type((2, 2)))}", [kind.value(q), np.int32(1)], [kind.value(q[1:3, 1:3])])
        i = np.array([[2], [0]], np.int32)
        yield Case(f"gather of {kind}", '%r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
                   "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : "
                   f"{signature([kind.type((3, 4)), 'tensor<2x1xi32>'], kind.type((2, 4)))}", [kind.value(q), i], [kind.value(q[[2, 0]])])
        yield Case(f"bitcast_convert of {kind}", f"%r = stablehlo.bitcast_convert %a0 : {signature([kind.type((3, 4))], f'tensor<3x4x{kind.element}>')}",
                   [kind.value(q)], [Value(q, kind.element)])
        yield Case(f"optimization_barrier of {kind}", f"%r = stablehlo.optimization_barrier %a0 : {kind.type((3, 4))}", [kind.value(q)], [kind.value(q)])
    kind, moved = Quantized("i8", [0.1, 0.2, 0.3], [1, 2, 3], axis=0), Quantized("i8", [0.1, 0.2, 0.3], [1, 2, 3], axis=1)
    q = kind.random(3, 4)
    yield Case("transpose of scales along an axis", f"%t = stablehlo.transpose %a0, dims = [1, 0] : {signature([kind.type((3, 4))], moved.type((4, 3)))}\n"
               f"  %r = stablehlo.uniform_dequantize %t : {signature([moved.type((4, 3))], 'tensor<4x3xf32>')}", [kind.value(q)], [moved.dequantize(q.T)])
    yield Case("iota", f"%r = stablehlo.iota dim = 1 : {STORAGES[2].type((3, 20))}", [], [STORAGES[2].value(STORAGES[2].quantize(np.tile(np.arange(20), (3, 1))))])


def padded(q, value):
    out = np.full((4, 9), value)
    out[1:, 0:7:2] = q
    return out


def region_cases():
    kind = Quantized("i16", 0.01, 3)
    q = RNG.integers(-900, 900, (4, 6))
    scalar = kind.type(())
    body = f"^bb0(%p: {scalar}, %q: {scalar}):\n  %s = stablehlo.NAME %p, %q : {scalar}\n  stablehlo.return %s : {scalar}"
    reduce = ('%r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({\n' + body + "\n}) : "
              + signature([kind.type((4, 6)), scalar], kind.type((4,))))
    start = kind.value(3)
    yield Case("reduce with add", reduce.replace("NAME", "add"), [kind.value(q), start], [kind.value((q - 3).sum(1) + 3)])
    yield Case("reduce with maximum", reduce.replace("NAME", "maximum"), [kind.value(q), kind.value(-32768)], [kind.value(q.max(1))])
    wide = Quantized("i32", 0.01)
    promoted = ('%r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({\n' + body.replace(scalar, wide.type(())).replace("NAME", "add") + "\n}) : "
                + signature([kind.type((4, 6)), scalar], wide.type((4,))))
    yield Case("reduce in a wider type", promoted, [kind.value(q), start], [wide.value((q - 3).sum(1))])
    window = ('%r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({\n'
              + body.replace("NAME", "maximum") + "\n}) : " + signature([kind.type((4, 6)), scalar], kind.type((4, 3))))
    yield Case("reduce_window", window, [kind.value(q), kind.value(-32768)], [kind.value(q.reshape(4, 3, 2).max(2))])
    compare = (f"^bb0(%p: {scalar}, %q: {scalar}):\n  %s = stablehlo.compare LT, %p, %q : {signature([scalar, scalar], 'tensor<i1>')}\n"
               "  stablehlo.return %s : tensor<i1>")
    yield Case("sort", '%r = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({\n' + compare + "\n}) : "
               + signature([kind.type((4, 6))], kind.type((4, 6))), [kind.value(q)], [kind.value(np.sort(q, 1))])
    yield Case("map", '%r = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({\n' + body.replace("NAME", "subtract") + "\n}) : "
               + signature([kind.type((4, 6))] * 2, kind.type((4, 6))), [kind.value(q), kind.value(q[::-1])],
               [kind.value(kind.quantize(kind.dequantize(q) - kind.dequantize(q[::-1])))])
    loop = f"""%z = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%i = %z, %s = %a0) : tensor<i32>, {kind.type((4, 6))} cond {{
    %n = stablehlo.constant dense<2> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %o = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %o : tensor<i32>
    %t = stablehlo.add %s, %s : {kind.type((4, 6))}
    stablehlo.return %j, %t : tensor<i32>, {kind.type((4, 6))}
  }}
  return %w#1 : {kind.type((4, 6))}"""
    yield Case("while", loop, [kind.value(q)], [kind.value((q - 3) * 4 + 3)])
    yield Case("call", f"%r = func.call @helper(%a0) : {signature([kind.type((4, 6))], kind.type((4, 6)))}", [kind.value(q)], [kind.value(2 * q - 3)],
               separate=True, extra=f"func.func private @helper(%x: {kind.type((4, 6))}) -> {kind.type((4, 6))} {{\n  %0 = stablehlo.add %x, %x : "
               f"{kind.type((4, 6))}\n  return %0 : {kind.type((4, 6))}\n}}")
    scatter = ('%r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], '
               "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n" + body.replace("NAME", "add") + "\n}) : "
               + signature([kind.type((4, 6)), "tensor<2x1xi32>", kind.type((2, 6))], kind.type((4, 6))))
    updates, expected = RNG.integers(-900, 900, (2, 6)), q.copy()
    expected[[3, 1]] += updates - 3
    yield Case("scatter", scatter, [kind.value(q), np.array([[3], [1]], np.int32), kind.value(updates)], [kind.value(expected)])


# --- TOSA: quantized types are names of what is stored; ops have scales of their own ---

def apply_scale(values, multipliers, shifts):
    """Doubly rounded, as tosa.rescale has it; a multiplier and a shift for each channel, or one of each."""
    values, multipliers, shifts = (np.asarray(a, np.int64) for a in (values, multipliers, shifts))
    rounding = np.left_shift(np.int64(1), shifts - 1) + np.where(shifts > 31, np.where(values >= 0, 1 << 30, -(1 << 30)), 0)
    return np.right_shift(values * multipliers + rounding, shifts)


def tosa_cases():
    image, kernel, hidden = Quantized("i8", 0.1, -128), Quantized("i8", [0.1, 0.2, 0.3, 0.4], axis=0, limits=(-127, 127)), Quantized("i8", 0.2, -100)
    weights, output = Quantized("i8", 0.1, limits=(-127, 127)), Quantized("u8", 0.2, 5)
    x, k, w = image.random(1, 5, 5, 3), kernel.random(4, 2, 2, 3), weights.random(6, 4)
    bias, bias2 = RNG.integers(-500, 500, 4), RNG.integers(-500, 500, 6)
    multipliers, shifts = RNG.integers(2**30, 2**31, 4), RNG.integers(37, 41, 4)
    sums = convolve(x + 128, k.transpose(1, 2, 3, 0), (1, 1), ((0, 0), (0, 0))).astype(np.int64) + bias
    stored = np.clip(apply_scale(sums, multipliers, shifts) - 100, -128, 127)
    stored = np.clip(stored, -100, 60)  # relu
    pooled = stored + 100
    pooled = pooled.reshape(1, 2, 2, 2, 2, 4).sum((2, 4))
    mean = np.clip(np.floor_divide(pooled * 2 + 4, 8) - 100, -128, 127)  # of four, rounded
    flat = mean.transpose(0, 3, 1, 2)[0, :, 0, 0][None]
    expected = np.clip(apply_scale((flat + 100) @ w.T + bias2, 1500000000, 38) + 5, 0, 255)
    t = {"x": image.type(x.shape), "k": kernel.type(k.shape), "h": hidden.type((1, 4, 4, 4)), "p": hidden.type((1, 2, 2, 4)), "w": weights.type(w.shape),
         "s": hidden.type((1, 1, 1, 4)), "f": hidden.type((1, 4)), "y": output.type((1, 6)), "m": multipliers.tolist(), "n": shifts.tolist(),
         "c": k.tolist(), "d": w.tolist(), "b": bias.tolist(), "e": bias2.tolist()}
    old = """%k = "tosa.const"() {{value = dense<{c}> : tensor<4x2x2x3xi8>}} : () -> {k}
  %b = "tosa.const"() {{value = dense<{b}> : tensor<4xi32>}} : () -> tensor<4xi32>
  %0 = "tosa.conv2d"(%a0, %k, %b) {{dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, quantization_info = #tosa.conv_quant<input_zp = -128, weight_zp = 0>,
    stride = array<i64: 1, 1>}} : ({x}, {k}, tensor<4xi32>) -> tensor<1x4x4x4xi32>
  %1 = "tosa.rescale"(%0) {{double_round = true, input_zp = 0 : i32, multiplier = array<i32: {M}>, output_zp = -100 : i32, per_channel = true, scale32 = true,
    shift = array<i32: {N}>}} : (tensor<1x4x4x4xi32>) -> {h}
  %2 = "tosa.clamp"(%1) {{max_fp = 0.0 : f32, max_int = 60 : i64, min_fp = 0.0 : f32, min_int = -100 : i64}} : ({h}) -> {h}
  %3 = "tosa.avg_pool2d"(%2) {{acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, quantization_info = #tosa.unary_quant<input_zp = -100, output_zp = -100>,
    stride = array<i64: 2, 2>}} : ({h}) -> {p}
  %4 = "tosa.slice"(%3) {{size = array<i64: 1, 1, 1, 4>, start = array<i64: 0, 0, 0, 0>}} : ({p}) -> {s}
  %5 = "tosa.reshape"(%4) {{new_shape = array<i64: 1, 4>}} : ({s}) -> {f}
  %w = "tosa.const"() {{value = dense<{d}> : tensor<6x4xi8>}} : () -> {w}
  %e = "tosa.const"() {{value = dense<{e}> : tensor<6xi32>}} : () -> tensor<6xi32>
  %6 = "tosa.fully_connected"(%5, %w, %e) {{quantization_info = #tosa.conv_quant<input_zp = -100, weight_zp = 0>}} : ({f}, {w}, tensor<6xi32>) -> tensor<1x6xi32>
  %r = "tosa.rescale"(%6) {{double_round = true, input_zp = 0 : i32, multiplier = array<i32: 1500000000>, output_zp = 5 : i32, per_channel = false, scale32 = true,
    shift = array<i32: 38>}} : (tensor<1x6xi32>) -> {y}"""
    t["M"], t["N"] = (", ".join(map(str, t[key])) for key in "mn")
    yield Case("tosa of 2023", old.format(**t), [image.value(x)], [output.value(expected)], separate=True)
    new = """%k = "tosa.const"() {{values = dense<{c}> : tensor<4x2x2x3xi8>}} : () -> {k}
  %b = "tosa.const"() {{values = dense<{b}> : tensor<4xi32>}} : () -> tensor<4xi32>
  %iz = "tosa.const"() {{values = dense<-128> : tensor<1xi8>}} : () -> tensor<1xi8>
  %z = "tosa.const"() {{values = dense<0> : tensor<1xi8>}} : () -> tensor<1xi8>
  %az = "tosa.const"() {{values = dense<0> : tensor<1xi32>}} : () -> tensor<1xi32>
  %hz = "tosa.const"() {{values = dense<-100> : tensor<1xi8>}} : () -> tensor<1xi8>
  %m = "tosa.const"() {{values = dense<{m}> : tensor<4xi32>}} : () -> tensor<4xi32>
  %n = "tosa.const"() {{values = dense<{n}> : tensor<4xi8>}} : () -> tensor<4xi8>
  %0 = tosa.conv2d %a0, %k, %b, %iz, %z {{acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}} :
    ({x}, {k}, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4xi32>
  %1 = tosa.rescale %0, %m, %n, %az, %hz {{input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true}} :
    (tensor<1x4x4x4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<1xi32>, tensor<1xi8>) -> {h}
  %r = tosa.clamp %1 {{max_val = 60 : i8, min_val = -100 : i8}} : ({h}) -> {h}"""
    yield Case("tosa of today", new.format(**t), [image.value(x)], [hidden.value(stored)], separate=True)


if __name__ == "__main__":
    families = (cast_cases, unary_cases, binary_cases, product_cases, convolution_cases, movement_cases, region_cases, tosa_cases)
    main([case for family in families for case in family()])
