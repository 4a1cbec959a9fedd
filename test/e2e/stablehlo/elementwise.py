"""Cases of stablehlo_ops.py: element-wise ops over all element types, with the corners of their domains."""

import numpy as np
from program import (NARROW_FLOATS, NUMPY_TYPES, Case, Value, range_of, tensor_type, width_of, wrap)

INTEGERS = ["i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]
FLOATS = ["f16", "bf16", "f32", "f64"]
SMALL_FLOATS = [e for e in NARROW_FLOATS if e != "bf16"]
COMPLEX = ["complex<f32>", "complex<f64>"]
RNG = np.random.default_rng(11)


def integers(values, element):
    return Value(np.array([wrap(int(x), element) for x in values], dtype=object).astype(NUMPY_TYPES[element]), element)


def interesting_integers(element):
    low, high = range_of(element)
    bits = width_of(element)
    values = [0, 1, 2, 3, 5, 7, high, high - 1, low, low + 1, bits, bits - 1, bits + 1, -1, -2, -7]
    return sorted({wrap(x, element) for x in values})


def divide(x, y):
    if y == 0:
        return -1
    quotient = abs(x) // abs(y)
    return -quotient if (x < 0) != (y < 0) else quotient


def remainder(x, y):
    return x if y == 0 else x - y * divide(x, y)


def power(x, y):
    if y < 0:
        return {1: 1, -1: -1 if y & 1 else 1}.get(x, 0)
    return pow(x, y, 2**128)


def integer_cases():
    comparisons = {"EQ": int.__eq__, "NE": int.__ne__, "LT": int.__lt__, "LE": int.__le__, "GT": int.__gt__,
                   "GE": int.__ge__}
    for element in INTEGERS:
        bits, (low, high) = width_of(element), range_of(element)
        mask, is_signed = 2**bits - 1, low < 0
        special = interesting_integers(element)
        a, b = [x for x in special for _ in special], [y for _ in special for y in special]
        vector = tensor_type([len(a)], element)

        def signed(x):
            return wrap(x, "i" + str(bits))

        binary = {
            "add": lambda x, y: x + y, "subtract": lambda x, y: x - y, "multiply": lambda x, y: x * y,
            "divide": divide, "remainder": remainder, "maximum": max, "minimum": min, "power": power,
            "and": lambda x, y: x & y, "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y,
            "shift_left": lambda x, y: 0 if y & mask >= bits else x << (y & mask),
            "shift_right_logical": lambda x, y: 0 if y & mask >= bits else (x & mask) >> (y & mask),
            "shift_right_arithmetic": lambda x, y: signed(x) >> min(y & mask, bits - 1),
        }
        for op, reference in binary.items():
            yield Case(f"{op} {element}", f"%r = stablehlo.{op} %a0, %a1 : {vector}", [integers(a, element), integers(b, element)],
                       [integers([reference(x, y) for x, y in zip(a, b)], element)])
        unary = {"negate": lambda x: -x, "not": lambda x: ~x, "popcnt": lambda x: bin(x & mask).count("1"),
                 "count_leading_zeros": lambda x: bits - (x & mask).bit_length()}
        if is_signed:
            unary |= {"abs": abs, "sign": lambda x: (x > 0) - (x < 0)}
        for op, reference in unary.items():
            yield Case(f"{op} {element}", f"%r = stablehlo.{op} %a0 : {vector}", [integers(a, element)],
                       [integers([reference(x) for x in a], element)])
        kind = "SIGNED" if is_signed else "UNSIGNED"
        for direction, reference in comparisons.items():
            text = f"{direction}, %a0, %a1, {kind} : ({vector}, {vector}) -> tensor<{len(a)}xi1>"
            yield Case(f"compare {direction} {element}", f"%r = stablehlo.compare {text}",
                       [integers(a, element), integers(b, element)], [np.array([reference(x, y) for x, y in zip(a, b)])])
        bounds = [np.array(x) for x in (special[1], special[-2])]
        scalar = tensor_type([], element)
        yield Case(f"clamp {element}, scalar bounds", f"%r = stablehlo.clamp %a1, %a0, %a2 : ({scalar}, {vector}, {scalar}) -> {vector}",
                   [integers(a, element), Value(bounds[0], element), Value(bounds[1], element)],
                   [integers([min(max(x, special[1]), special[-2]) for x in a], element)])
        yield Case(f"clamp {element}, upper bound below the lower", f"%r = stablehlo.clamp %a0, %a1, %a2 : {vector}",
                   [integers(a, element), integers(b, element), integers(a[::-1], element)],
                   [integers([min(max(y, x), z) for x, y, z in zip(a, b, a[::-1])], element)])


def conversion_cases():
    for element in INTEGERS:
        special = interesting_integers(element)
        source = integers(special, element)
        for target in INTEGERS:
            if target != element:
                yield Case(f"convert {element} to {target}", f"%r = stablehlo.convert %a0 : ({source.type}) -> {tensor_type([len(special)], target)}",
                           [source], [integers(special, target)])
        yield Case(f"convert {element} to i1", f"%r = stablehlo.convert %a0 : ({source.type}) -> tensor<{len(special)}xi1>", [source],
                   [np.array([x != 0 for x in special])])
        for target in FLOATS + COMPLEX:
            if width_of(element) == 64 and target == "bf16":
                continue  # rounded through float32, twice
            with np.errstate(all="ignore"):
                exact = np.array(special, dtype=object).astype(np.float64)
                if target == "f32":
                    exact = source.array.astype(np.float32)  # in one step
                value = Value(exact, target)
            yield Case(f"convert {element} to {target}", f"%r = stablehlo.convert %a0 : ({source.type}) -> {value.type}", [source], [value])
    bits = Value(np.array([False, True, True, False]))
    for target in INTEGERS + FLOATS + COMPLEX:
        if target not in ("i2",):
            yield Case(f"convert i1 to {target}", f"%r = stablehlo.convert %a0 : (tensor<4xi1>) -> {tensor_type([4], target)}",
                       [bits], [Value(np.array([0, 1, 1, 0]), target)])
    for element in FLOATS:
        values = [0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 0.99, -0.99, 127, 128, -128, -129, 255, 256, 300, 1e4, -1e4,
                  np.inf, -np.inf, np.nan, 3e9, -3e9, 1e10, 1.9e19, -1e19, 2147483647.0, 2147483648.0, 4294967295.0]
        with np.errstate(all="ignore"):
            source = Value(np.array(values), element)
        numbers = source.array.astype(np.float64)
        for target in INTEGERS:
            low, high = range_of(target)
            exact = [0 if np.isnan(x) else high if x >= high else low if x <= low else int(x) for x in numbers]
            yield Case(f"convert {element} to {target}, saturating", f"%r = stablehlo.convert %a0 : ({source.type}) -> {tensor_type([len(values)], target)}",
                       [source], [integers(exact, target)])
        yield Case(f"convert {element} to i1", f"%r = stablehlo.convert %a0 : ({source.type}) -> tensor<{len(values)}xi1>", [source], [numbers != 0])
        for target in FLOATS + COMPLEX:
            if target != element and not (element == "f64" and target == "bf16"):
                with np.errstate(all="ignore"):
                    value = Value(source.array, target)
                yield Case(f"convert {element} to {target}", f"%r = stablehlo.convert %a0 : ({source.type}) -> {value.type}", [source], [value])
    z = Value(np.array([1.5 - 2j, -3.25 + 0j, 7e5 + 1j]), "complex<f32>")
    for target in ("i32", "f32", "f64", "complex<f64>"):
        expected = z.array if target.startswith("complex") else z.array.real.astype(NUMPY_TYPES[target])
        yield Case(f"convert complex<f32> to {target}", f"%r = stablehlo.convert %a0 : ({z.type}) -> {tensor_type([3], target)}", [z],
                   [Value(expected, target)])


def small_float_cases():
    """Every code of a format, to f32 and back; halves between neighbours; sums."""
    for element in SMALL_FLOATS:
        kind = NARROW_FLOATS[element]
        codes = np.arange(len(kind.values))
        values = Value(kind.values, element)
        n = len(codes)
        with np.errstate(all="ignore"):
            wide = Value(kind.values, "f32")
        yield Case(f"convert {element} to f32", f"%r = stablehlo.convert %a0 : ({values.type}) -> tensor<{n}xf32>", [values], [wide])
        finite = kind.finite
        with np.errstate(all="ignore"):
            middles = ((finite[1:] + finite[:-1]) / 2).astype(np.float32)
            probes = np.concatenate([middles, np.nextafter(middles, np.float32(np.inf)), np.nextafter(middles, np.float32(0)),
                                     finite.astype(np.float32)])
            if kind.signed:
                probes = np.concatenate([probes, -probes])
        probes = probes[np.isfinite(probes) & (np.abs(probes) >= 2.0**-126)]
        if element in ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU"):
            probes = probes[np.abs(probes) <= finite[-1]]
        if element == "f8E8M0FNU":
            probes = probes[np.isin(probes, finite.astype(np.float32))]
        source = Value(probes, "f32")
        yield Case(f"convert f32 to {element}", f"%r = stablehlo.convert %a0 : ({source.type}) -> tensor<{len(probes)}x{element}>",
                   [source], [Value(probes, element)])
        if element != "f8E8M0FNU":
            a = np.repeat(finite[:: max(1, len(finite) // 12)], 12)[:144]
            b = np.tile(finite[:: max(1, len(finite) // 12)], 13)[: len(a)] * -1
            small = np.abs(a[:, None] + b[:, None]).max(axis=1) <= finite[-1]
            a, b = Value(a[small], element), Value(b[small], element)
            yield Case(f"add {element}", f"%r = stablehlo.add %a0, %a1 : {a.type}", [a, b], [Value(a.array + b.array, element)])


def round_afz(x):
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def maximum(x, y):
    both_zero = (x == 0) & (y == 0)
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(both_zero, np.where(np.signbit(x), y, x), np.maximum(x, y)))


def minimum(x, y):
    return -maximum(-x, -y)


def total_order_key(value):
    """Integers in the order of IEEE totalOrder."""
    if value.element == "bf16":
        codes = NARROW_FLOATS["bf16"].encode(value.array).astype(np.int64)
        return np.where(codes >= 0x8000, 0x7FFF - codes, codes)
    integer = {"f16": np.int16, "f32": np.int32, "f64": np.int64}[value.element]
    bits = value.array.view(integer)
    return np.where(bits < 0, bits ^ np.iinfo(integer).max, bits)


def float_cases():
    special = np.array([0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, -1.5, np.inf, -np.inf, np.nan, 3.7, -3.7, 100.25, 1e-3])
    exact_binary = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide,
                    "remainder": np.fmod, "maximum": maximum, "minimum": minimum}
    comparisons = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater, "GE": np.greater_equal}
    exact_unary = {"abs": np.abs, "negate": np.negative, "ceil": np.ceil, "floor": np.floor, "round_nearest_afz": round_afz,
                   "round_nearest_even": np.rint, "sign": lambda x: np.where(x == 0, x, np.sign(x))}
    for element in FLOATS:
        a, b = Value(np.repeat(special, len(special)), element), Value(np.tile(special, len(special)), element)
        x, y = a.array.astype(np.float64), b.array.astype(np.float64)
        if element == "f64":
            x, y = a.array, b.array
        for op, reference in exact_binary.items():
            with np.errstate(all="ignore"):
                value = Value(reference(x, y), element)
            yield Case(f"{op} {element}", f"%r = stablehlo.{op} %a0, %a1 : {a.type}", [a, b], [value])
        for direction, reference in comparisons.items():
            for kind in ("FLOAT", "TOTALORDER"):
                keys = (x, y) if kind == "FLOAT" else (total_order_key(a), total_order_key(b))
                with np.errstate(all="ignore"):
                    value = reference(*keys)
                yield Case(f"compare {direction} {kind} {element}",
                           f"%r = stablehlo.compare {direction}, %a0, %a1, {kind} : ({a.type}, {a.type}) -> tensor<{len(x)}xi1>", [a, b], [value])
        big = 2.0 ** (10 if element == "f16" else 7 if element == "bf16" else 22 if element == "f32" else 51)
        numbers = Value(np.concatenate([special, [big + 0.5, -big - 0.5, big * 2 + 1, 0.49999997, -0.49999997]]), element)
        with np.errstate(all="ignore"):
            for op, reference in exact_unary.items():
                source = numbers.array if element == "f64" else numbers.array.astype(np.float64)
                if op == "round_nearest_afz":  # in float64 the sum with a half is exact but for float64 itself
                    value = np.where(np.abs(source) < 2**52, np.copysign(np.floor(np.abs(source)) + (np.abs(source) - np.floor(np.abs(source)) >= 0.5), source), source)
                else:
                    value = reference(source)
                yield Case(f"{op} {element}", f"%r = stablehlo.{op} %a0 : {numbers.type}", [numbers], [Value(value, element)])
        yield Case(f"is_finite {element}", f"%r = stablehlo.is_finite %a0 : ({numbers.type}) -> tensor<{numbers.array.size}xi1>", [numbers],
                   [np.isfinite(numbers.array)])
        low, high = Value(np.array(-1.0), element), Value(np.array(2.0), element)
        with np.errstate(all="ignore"):
            clamped = np.where(np.isnan(numbers.array), np.nan, np.clip(numbers.array, -1, 2))
        yield Case(f"clamp {element}", f"%r = stablehlo.clamp %a1, %a0, %a2 : ({low.type}, {numbers.type}, {low.type}) -> {numbers.type}",
                   [numbers, low, high], [Value(clamped, element)])


def boolean_cases():
    a, b = np.array([0, 0, 1, 1], bool), np.array([0, 1, 0, 1], bool)
    binary = {"add": np.logical_or, "multiply": np.logical_and, "maximum": np.logical_or, "minimum": np.logical_and,
              "and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}
    for op, reference in binary.items():
        yield Case(f"{op} i1", f"%r = stablehlo.{op} %a0, %a1 : tensor<4xi1>", [a, b], [reference(a, b)])
    yield Case("not i1", "%r = stablehlo.not %a0 : tensor<4xi1>", [a], [~a])
    for direction, reference in {"LT": np.less, "LE": np.less_equal, "GT": np.greater, "GE": np.greater_equal, "EQ": np.equal,
                                 "NE": np.not_equal}.items():
        yield Case(f"compare {direction} i1", f"%r = stablehlo.compare {direction}, %a0, %a1 : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>",
                   [a, b], [reference(a.astype(int), b.astype(int))])
    x, y = RNG.normal(size=(3, 4)).astype(np.float32), RNG.normal(size=(3, 4)).astype(np.float32)
    p = RNG.integers(0, 2, (3, 4)).astype(bool)
    yield Case("select", "%r = stablehlo.select %a0, %a1, %a2 : tensor<3x4xi1>, tensor<3x4xf32>", [p, x, y], [np.where(p, x, y)])
    for flag in (True, False):
        yield Case("select by a scalar", "%r = stablehlo.select %a0, %a1, %a2 : (tensor<i1>, tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>",
                   [np.array(flag), x, y], [x if flag else y])
    for element in INTEGERS + FLOATS + SMALL_FLOATS + COMPLEX:
        m, n = (Value(RNG.integers(0, 2, (3, 4)), element) for _ in range(2))
        yield Case(f"select {element}", f"%r = stablehlo.select %a0, %a1, %a2 : tensor<3x4xi1>, {m.type}", [p, m, n],
                   [Value(np.where(p, m.array, n.array), element)])


def complex_cases():
    for element in COMPLEX:
        part = element[8:-1]
        make = lambda: Value(RNG.normal(size=20) + 1j * RNG.normal(size=20), element)
        a, b = make(), make()
        a.array[:3], b.array[:3] = [3 + 4j, -2, 1j], [3 + 4j, 2 + 1j, -1]
        x, y = a.array.astype(np.complex128), b.array.astype(np.complex128)
        tolerance = 2e-6 if part == "f32" else 1e-12
        for op, reference in {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "power": np.power}.items():
            yield Case(f"{op} {element}", f"%r = stablehlo.{op} %a0, %a1 : {a.type}", [a, b], [Value(reference(x, y), element)], relative=tolerance)
        unary = {"negate": np.negative, "exponential": np.exp, "log": np.log, "sqrt": np.sqrt, "rsqrt": lambda z: 1 / np.sqrt(z), "sine": np.sin,
                 "cosine": np.cos, "tanh": np.tanh, "tan": np.tan, "sign": lambda z: z / np.abs(z), "exponential_minus_one": np.expm1,
                 "log_plus_one": np.log1p, "logistic": lambda z: 1 / (1 + np.exp(-z)), "cbrt": lambda z: z ** (1 / 3)}
        for op, reference in unary.items():
            yield Case(f"{op} {element}", f"%r = stablehlo.{op} %a0 : {a.type}", [a], [Value(reference(x), element)], relative=tolerance)
        real = f"tensor<20x{part}>"
        yield Case(f"abs {element}", f"%r = stablehlo.abs %a0 : ({a.type}) -> {real}", [a], [Value(np.abs(x), part)], ulps=3)
        yield Case(f"real {element}", f"%r = stablehlo.real %a0 : ({a.type}) -> {real}", [a], [Value(a.array.real, part)])
        yield Case(f"imag {element}", f"%r = stablehlo.imag %a0 : ({a.type}) -> {real}", [a], [Value(a.array.imag, part)])
        parts = Value(a.array.real, part), Value(a.array.imag, part)
        yield Case(f"complex {element}", f"%r = stablehlo.complex %a0, %a1 : {a.type}", parts, [a])
        yield Case(f"real {part}", f"%r = stablehlo.real %a0 : {real}", parts[:1], parts[:1])
        yield Case(f"imag {part}", f"%r = stablehlo.imag %a0 : {real}", parts[:1], [Value(np.zeros(20), part)])
        yield Case(f"atan2 {element} through parts", f"%x = stablehlo.real %a0 : ({a.type}) -> {real}\n  %y = stablehlo.imag %a0 : ({a.type}) -> {real}\n"
                   f"  %r = stablehlo.atan2 %y, %x : {real}", [a], [Value(np.angle(x), part)], ulps=3)
        for direction in ("EQ", "NE"):
            other = Value(np.where(np.arange(20) % 2 == 1, x, y), element)
            equal = (a.array == other.array) == (direction == "EQ")
            yield Case(f"compare {direction} {element}", f"%r = stablehlo.compare {direction}, %a0, %a1 : ({a.type}, {a.type}) -> tensor<20xi1>",
                       [a, other], [equal])
    z = np.array([1, 1j], np.complex64)
    yield Case("constant complex", "%c = stablehlo.constant dense<[(1.0,2.0),(3.0,-4.0)]> : tensor<2xcomplex<f32>>\n"
               "  %r = stablehlo.add %a0, %c : tensor<2xcomplex<f32>>", [z], [z + np.array([1 + 2j, 3 - 4j], np.complex64)])


def bitcast_cases():
    x = RNG.normal(size=(3, 4)).astype(np.float32)
    yield Case("bitcast f32 to i32", "%r = stablehlo.bitcast_convert %a0 : (tensor<3x4xf32>) -> tensor<3x4xi32>", [x], [x.view(np.int32)])
    yield Case("bitcast f32 to ui8", "%r = stablehlo.bitcast_convert %a0 : (tensor<3x4xf32>) -> tensor<3x4x4xui8>", [x],
               [x.view(np.uint8).reshape(3, 4, 4)])
    u = RNG.integers(0, 256, (3, 2, 8)).astype(np.uint8)
    for element in ("f64", "i64"):
        yield Case(f"bitcast ui8 to {element}", f"%r = stablehlo.bitcast_convert %a0 : (tensor<3x2x8xui8>) -> tensor<3x2x{element}>", [u],
                   [u.view(NUMPY_TYPES[element]).reshape(3, 2)])
    h = u.view(np.uint16).reshape(3, 2, 4)
    yield Case("bitcast ui16 to ui64", "%r = stablehlo.bitcast_convert %a0 : (tensor<3x2x4xui16>) -> tensor<3x2xui64>", [h],
               [h.view(np.uint64).reshape(3, 2)])
    yield Case("bitcast i16 to bf16", "%r = stablehlo.bitcast_convert %a0 : (tensor<3xi16>) -> tensor<3xbf16>",
               [np.array([0x3F80, 0x4000, -0x4080], np.int16)], [Value([1, 2, -1], "bf16")])
    yield Case("bitcast bf16 to f16", "%r = stablehlo.bitcast_convert %a0 : (tensor<2xbf16>) -> tensor<2xf16>", [Value([1, 2], "bf16")],
               [np.array([0x3F80, 0x4000], np.uint16).view(np.float16)])
    yield Case("bitcast i8 to i4", "%r = stablehlo.bitcast_convert %a0 : (tensor<2xi8>) -> tensor<2x2xi4>", [np.array([0x21, -0x71], np.int8)],
               [Value([[1, 2], [-1, -8]], "i4")])
    yield Case("bitcast ui4 to ui8", "%r = stablehlo.bitcast_convert %a0 : (tensor<2x2xui4>) -> tensor<2xui8>", [Value([[1, 2], [15, 8]], "ui4")],
               [np.array([0x21, 0x8F], np.uint8)])
    yield Case("bitcast i2 to i4", "%r = stablehlo.bitcast_convert %a0 : (tensor<3x2xi2>) -> tensor<3xi4>", [Value([[1, -1], [0, -2], [-1, 1]], "i2")],
               [Value([-3, -8, 7], "i4")])
    yield Case("bitcast ui8 to f8E4M3FN", "%r = stablehlo.bitcast_convert %a0 : (tensor<256xui8>) -> tensor<256xf8E4M3FN>",
               [np.arange(256).astype(np.uint8)], [Value(NARROW_FLOATS["f8E4M3FN"].values, "f8E4M3FN")])
    yield Case("bitcast scalar", "%r = stablehlo.bitcast_convert %a0 : (tensor<f32>) -> tensor<ui32>", [np.float32(1)], [np.uint32(0x3F800000)])


def reduce_precision_cases():
    values = np.concatenate([RNG.normal(size=60) * 100, RNG.normal(size=20) * 1e-6, [0.0, -0.0, 65504, 65519.9, 65520, -70000, 1e30, np.inf, -np.inf, np.nan]])
    for element in ("f32", "f64"):
        x = Value(values, element)
        with np.errstate(all="ignore"):
            half = x.array.astype(np.float16).astype(NUMPY_TYPES[element])
        normal = (np.abs(half) >= 2.0**-14) | ~np.isfinite(half) | (x.array == 0)
        x = Value(x.array[normal], element)
        yield Case(f"reduce_precision {element} to e5m10", f"%r = stablehlo.reduce_precision %a0, format = e5m10 : {x.type}", [x], [Value(half[normal], element)])
        finite = Value(np.array([1.0, 1.25, 1.5, 1.75, -3.0, 3.5, 2.0**20]), element)
        yield Case(f"reduce_precision {element} to e8m1", f"%r = stablehlo.reduce_precision %a0, format = e8m1 : {finite.type}", [finite],
                   [Value([1, 1, 1.5, 2, -3, 4, 2.0**20], element)])


def empty_and_scalar_cases():
    empty, scalar = np.zeros((0, 3), np.float32), np.array(2.25, np.float32)
    for op, reference in {"exponential": np.exp, "sqrt": np.sqrt, "negate": np.negative}.items():
        yield Case(f"{op}, empty", f"%r = stablehlo.{op} %a0 : tensor<0x3xf32>", [empty], [empty])
        yield Case(f"{op}, scalar", f"%r = stablehlo.{op} %a0 : tensor<f32>", [scalar], [reference(scalar)], ulps=2)
    yield Case("add, empty", "%r = stablehlo.add %a0, %a0 : tensor<0x3xf32>", [empty], [empty])
    yield Case("generic form", '%r = "stablehlo.add"(%a0, %a0) : (tensor<f32>, tensor<f32>) -> tensor<f32>', [scalar], [np.add(scalar, scalar)])
    yield Case("convert, empty", "%r = stablehlo.convert %a0 : (tensor<0x3xf32>) -> tensor<0x3xui8>", [empty], [empty.astype(np.uint8)])
    ones = np.ones((3,), np.float32)
    body = "({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %s = stablehlo.multiply %x, %y : tensor<f32> stablehlo.return %s : tensor<f32> })"
    yield Case("map", f'%r = "stablehlo.map"(%a0, %a1) {body} {{dimensions = array<i64: 0>}} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>',
               [ones * 3, ones * 4], [ones * 12])


def all_cases():
    for part in (integer_cases, conversion_cases, small_float_cases, float_cases, boolean_cases, complex_cases, bitcast_cases,
                 reduce_precision_cases, empty_and_scalar_cases):
        yield from part()
