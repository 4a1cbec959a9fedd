"""Cases of tosa_ops.py: element-wise ops."""
import math

import numpy as np
from tosa_cases import C, case, f32, FLOATS, INTS, ints, limits, rng, round_to, some, V, wrap, zero_f


def on_floats():
    shapes = [((3, 4), (3, 4)), ((3, 4), (1, 4)), ((3, 1), (1, 4)), ((2, 1, 5), (1, 3, 1)), ((), ())]
    for t in FLOATS:
        for sa, sb in shapes:
            a, b = some(sa, t), some(sb, t)
            tag = "x".join(map(str, sa)) + "_" + "x".join(map(str, sb)) + t
            case(f"add_{tag}", "add", [a, b], (round_to(f32(a) + f32(b), t), t))
        a, b = some((3, 5), t), some((3, 5), t)
        case(f"sub_{t}", "sub", [a, b], (round_to(f32(a) - f32(b), t), t))
        case(f"mul_{t}", "mul", [a, b, C([0], "i8")], (round_to(f32(a) * f32(b), t), t))
        p = some((3, 5), t, 0.1, 3)
        case(f"pow_{t}", "pow", [p, b], (round_to(f32(p) ** f32(b), t), t), tol=5e-2 if t != "f32" else 1e-3)
        nan = V(np.array([1, np.nan, 3, np.nan, -2.0]), t)
        other = V(np.array([np.nan, 2, 1, np.nan, -1.0]), t)
        case(f"maximum_{t}", "maximum", [nan, other], (np.maximum(f32(nan), f32(other)), t))
        case(f"minimum_{t}", "minimum", [nan, other], (np.minimum(f32(nan), f32(other)), t))
        case(f"maximum_ignore_{t}", "maximum", [nan, other], (np.fmax(f32(nan), f32(other)), t), "nan_mode = IGNORE")
        case(f"minimum_ignore_{t}", "minimum", [nan, other], (np.fmin(f32(nan), f32(other)), t), "nan_mode = IGNORE")
        for op, f in (("equal", np.equal), ("greater", np.greater), ("greater_equal", np.greater_equal)):
            case(f"{op}_{t}", op, [nan, other], (f(f32(nan), f32(other)), "i1"))
            case(f"{op}_same_{t}", op, [a, a], (f(f32(a), f32(a)), "i1"))
        x = some((4, 5), t)
        positive = some((4, 5), t, 0.1, 5)
        erf = np.vectorize(math.erf)
        for op, f, v in (("abs", np.abs, x), ("ceil", np.ceil, x), ("floor", np.floor, x), ("cos", np.cos, x), ("sin", np.sin, x),
                         ("exp", np.exp, x), ("log", np.log, positive), ("erf", erf, x), ("tanh", np.tanh, x),
                         ("sigmoid", lambda y: 1 / (1 + np.exp(-y)), x), ("reciprocal", lambda y: 1 / y, positive),
                         ("rsqrt", lambda y: 1 / np.sqrt(y), positive)):
            case(f"{op}_{t}", op, [v], (round_to(f(f32(v)), t), t))
        case(f"negate_{t}", "negate", [x, zero_f[t], zero_f[t]], (-x.a, t))
        low, high = ("-1.0", "2.5")
        case(f"clamp_{t}", "clamp", [x], (np.clip(f32(x), -1, 2.5), t), f"min_val = {low} : {t}, max_val = {high} : {t}")
        case(f"clamp_nan_{t}", "clamp", [nan], (np.clip(f32(nan), -1, 2.5), t), f"min_val = {low} : {t}, max_val = {high} : {t}")
        case(f"clamp_ignore_{t}", "clamp", [nan], (np.clip(np.where(np.isnan(f32(nan)), -1, f32(nan)), -1, 2.5), t),
             f"min_val = {low} : {t}, max_val = {high} : {t}, nan_mode = IGNORE")
        c = some((4, 5), "i1")
        case(f"select_{t}", "select", [c, x, positive], (np.where(c.a, x.a, positive.a), t))
        case(f"select_broadcast_{t}", "select", [some((1, 5), "i1"), some((4, 1), t), some((4, 5), t)], None) if False else None
        case(f"identity_{t}", "identity", [x], (x.a, t))


def on_integers():
    for t in INTS:
        a, b = some((3, 4), t), some((3, 4), t)
        row = some((1, 4), t)
        case(f"add_{t}", "add", [a, b], (wrap(ints(a.a) + ints(b.a), t), t))
        case(f"add_row_{t}", "add", [a, row], (wrap(ints(a.a) + ints(row.a), t), t))
        case(f"add_lower_rank_{t}", "add", [a, V(row.a[0], t)], (wrap(ints(a.a) + ints(row.a), t), t))
        case(f"sub_{t}", "sub", [a, b], (wrap(ints(a.a) - ints(b.a), t), t))
        for op, f in (("bitwise_and", np.bitwise_and), ("bitwise_or", np.bitwise_or), ("bitwise_xor", np.bitwise_xor),
                      ("maximum", np.maximum), ("minimum", np.minimum)):
            case(f"{op}_{t}", op, [a, b], (f(a.a, b.a), t))
        for op, f in (("equal", np.equal), ("greater", np.greater), ("greater_equal", np.greater_equal)):
            near = some((3, 40), t, -3, 3), some((3, 40), t, -3, 3)
            case(f"{op}_{t}", op, list(near), (f(near[0].a, near[1].a), "i1"))
        case(f"bitwise_not_{t}", "bitwise_not", [a], (~a.a, t))
        case(f"abs_{t}", "abs", [b], (wrap(np.abs(ints(b.a)), t), t))
        w = int(t[1:])
        shift = some((3, 4), t, 0, w - 1)
        case(f"logical_left_shift_{t}", "logical_left_shift", [a, shift], (wrap(ints(a.a) * 2 ** ints(shift.a), t), t))
        unsigned = ints(a.a) % (1 << w)
        case(f"logical_right_shift_{t}", "logical_right_shift", [a, shift], (wrap(unsigned // 2 ** ints(shift.a), t), t))
        for is_round in (False, True):
            r = ints(a.a) >> ints(shift.a)
            if is_round:
                r = r + np.where(shift.a > 0, (ints(a.a) >> np.maximum(ints(shift.a) - 1, 0)) & 1, 0)
            case(f"arithmetic_right_shift_{is_round}_{t}", "arithmetic_right_shift", [a, shift], (wrap(r, t), t),
                 f"round = {str(is_round).lower()}")
        lo, hi = limits(t)
        case(f"clamp_{t}", "clamp", [a], (np.clip(a.a, lo // 2, hi // 3), t), f"min_val = {lo // 2} : {t}, max_val = {hi // 3} : {t}")
        small = some((3, 4), t, -40, 40), some((3, 4), t, -40, 40)
        case(f"mul_{t}", "mul", [*small, C([0], "i8")], ((ints(small[0].a) * ints(small[1].a)).astype(np.int32), "i32"))
        zin, zout = (3, -5) if t == "i8" else (0, 0)
        edge = V([lo, hi, 0, 1, -1, lo + 1], t)
        expect = np.clip(zout - (ints(edge.a) - zin), lo, hi)
        if t == "i32":
            expect = wrap(-ints(edge.a), t)
        case(f"negate_{t}", "negate", [edge, C([zin], t), C([zout], t)], (expect, t))
        c = some((3, 4), "i1")
        case(f"select_{t}", "select", [c, a, b], (np.where(c.a, a.a, b.a), t))


def on_words():
    for t in ("i32",):
        a, b = some((50,), t), some((50,), t, 1, 999)
        sign = V(np.where(rng.integers(0, 2, 50) == 1, b.a, -b.a), t)
        q = np.vectorize(lambda x, y: int(abs(x) // abs(y)) * (1 if (x < 0) == (y < 0) else -1), otypes=[object])(ints(a.a), ints(sign.a))
        case(f"intdiv_{t}", "intdiv", [a, sign], (q, t))
        case("clz_i32", "clz", [V([0, 1, -1, 255, 1 << 30, 65536], t)], (np.array([32, 31, 0, 24, 1, 15]), t))
        for shift in (1, 10, 31, 45, 62):
            a = some((20,), t)
            b = some((20,), t, -(1 << min(30, shift)), (1 << min(30, shift)))
            product = (ints(a.a) * ints(b.a) + (1 << (shift - 1))) >> shift
            ok = np.array([limits(t)[0] <= p <= limits(t)[1] for p in product])
            a, b = V(np.where(ok, a.a, 0), t), V(b.a, t)
            product = (ints(a.a) * ints(b.a) + (1 << (shift - 1))) >> shift
            case(f"mul_shift{shift}", "mul", [a, b, C([shift], "i8")], (product, t))
            case(f"mul_dynamic_shift{shift}", "mul", [a, b, V([shift], "i8")], (product, t))


def on_bools():
    a, b = some((3, 6), "i1"), some((1, 6), "i1")
    for op, f in (("logical_and", np.logical_and), ("logical_or", np.logical_or), ("logical_xor", np.logical_xor)):
        case(op, op, [a, b], (f(a.a, b.a), "i1"))
    case("logical_not", "logical_not", [a], (~a.a, "i1"))
    case("equal_i1", "equal", [some((2,), "i1"), V([1, 0], "i1")], None) if False else None
    case("select_broadcast", "select", [V([[1, 0, 1]], "i1"), V([[1], [2]], "i32"), V([[10, 20, 30], [40, 50, 60]], "i32")],
         (np.array([[1, 20, 1], [2, 50, 2]]), "i32"))
    case("select_i1", "select", [a, b, V(~b.a, "i1")], (np.where(a.a, b.a, ~b.a), "i1"))


def tables():
    t8 = some((256,), "i8")
    x8 = V(np.arange(-128, 128), "i8")
    case("table_i8", "table", [x8, C(t8.a, "i8")], (t8.a[x8.a.astype(int) + 128], "i8"))
    t16 = V(rng.integers(-8000, 8000, 513), "i16")
    x16 = V(np.concatenate([rng.integers(-32768, 32768, 40), [-32768, 32767, 0, -1, 127, 128]]), "i16")
    i = x16.a.astype(np.int64)
    base, nxt = t16.a.astype(np.int64)[(i >> 7) + 256], t16.a.astype(np.int64)[(i >> 7) + 257]
    case("table_i16", "table", [x16, C(t16.a, "i16")], ((base << 7) + (nxt - base) * (i & 127), "i32"))
    case("table_i16_dynamic", "table", [x16, t16], ((base << 7) + (nxt - base) * (i & 127), "i32"))


def elementwise():
    for part in (on_floats, on_integers, on_words, on_bools, tables):
        part()
