"""Arithmetic on i64, i16 and i8 over their whole range, for targets that lack the types and emulate them."""

import numpy as np
from dispatch import RNG, Array, compare, dispatch_text, main, run, tensor_type

COUNT = 4099
WIDTHS = {"i64": 64, "i32": 32, "i16": 16, "i8": 8}


def mlir(element, is_signed):
    return element if is_signed else "u" + element


def numbers(element):
    """All sizes of numbers, the ends of the range, and what is next to a power of two."""
    width = WIDTHS[element]
    whole = RNG.integers(0, 2**width, COUNT, dtype=np.uint64, endpoint=False) if width < 64 else \
        RNG.integers(0, 2**64 - 1, COUNT, dtype=np.uint64, endpoint=True)
    shifted = whole >> RNG.integers(0, width, COUNT).astype(np.uint64)
    signs = np.where(RNG.integers(0, 2, COUNT) == 1, np.uint64(2**64 - 1), np.uint64(0))
    result = (shifted ^ signs).astype(np.uint64)
    edges = [0, 1, 2, 3, 2**64 - 1, 2**64 - 2]
    for p in range(0, width):
        edges += [2**p, 2**p - 1, 2**p + 1, 2**64 - 2**p]
    edges = np.array(edges, np.uint64)
    places = RNG.integers(0, COUNT, 2 * len(edges))
    result[places] = np.tile(edges, 2)
    return Array(result.astype(np.int64).astype(np.dtype(f"int{width}")), element)


def exact(array):
    return [int(x) for x in array.values]


def unsigned(array):
    width = WIDTHS[array.element]
    return [int(x) % 2**width for x in array.values]


def wrap(values, element):
    width = WIDTHS[element]
    return np.array([((v + 2 ** (width - 1)) % 2**width) - 2 ** (width - 1) for v in values], np.dtype(f"int{width}"))


def generic(inputs, output, lines):
    """A linalg.generic in the kernel, over arith and math ops that mhlo does not reach."""
    n = inputs[0].values.shape[0]
    out = tensor_type((n,), output)
    args = ", ".join(f"%a{i}: {array.element}" for i, array in enumerate(inputs))
    ins = ", ".join(f"%in{i}" for i in range(len(inputs)))
    types = ", ".join(array.type for array in inputs)
    maps = ", ".join(["affine_map<(d0) -> (d0)>"] * (len(inputs) + 1))
    body = f"""
%e = tensor.empty() : {out}
%out0 = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}} ins({ins} : {types}) outs(%e : {out}) {{
^bb0({args}, %o: {output}):
  {lines}
  linalg.yield %r : {output}
}} -> {out}"""
    (actual,) = run(dispatch_text([array.type for array in inputs], [out], body), inputs, [output])
    return actual


def quotient(x, y):
    q = abs(x) // abs(y)
    return -q if (x < 0) != (y < 0) else q


def binary(op, element, function, is_signed=True, nonzero=False, amount=False):
    def case():
        a, b = numbers(element), numbers(element)
        if nonzero:
            b.values[b.values == 0] = 1
            # What has no quotient is undefined.
            b.values[(a.values == np.iinfo(a.values.dtype).min) & (b.values == -1)] = 1
        if amount:
            b = Array(RNG.integers(0, WIDTHS[element], COUNT), element)
        actual = generic([a, b], element, f"%r = arith.{op} %a0, %a1 : {element}")
        read = exact if is_signed else unsigned
        return compare(actual, wrap([function(x, y) for x, y in zip(read(a), read(b))], element), element)
    return f"{op}-{element}", case


def comparison(predicate, element, function, is_signed=True):
    def case():
        a, b = numbers(element), numbers(element)
        b.values[::7] = a.values[::7]
        actual = generic([a, b], "i32", f"%c = arith.cmpi {predicate}, %a0, %a1 : {element}\n  %r = arith.extui %c : i1 to i32")
        read = exact if is_signed else unsigned
        return compare(actual, np.array([function(x, y) for x, y in zip(read(a), read(b))], np.int32), "i32")
    return f"cmpi-{predicate}-{element}", case


def count(op, element, function):
    def case():
        a = numbers(element)
        width = WIDTHS[element]
        actual = generic([a], element, f"%r = math.{op} %a0 : {element}")
        return compare(actual, wrap([function(x, width) for x in unsigned(a)], element), element)
    return f"{op}-{element}", case


def high_product(op, element, is_signed):
    def case():
        a, b = numbers(element), numbers(element)
        actual = generic([a, b], element, f"%l, %r = arith.{op} %a0, %a1 : {element}")
        read = exact if is_signed else unsigned
        return compare(actual, wrap([(x * y) >> WIDTHS[element] for x, y in zip(read(a), read(b))], element), element)
    return f"{op}-{element}", case


def carry(element):
    def case():
        a, b = numbers(element), numbers(element)
        actual = generic([a, b], "i32", f"%l, %c = arith.addui_extended %a0, %a1 : {element}, i1\n"
                         "  %r = arith.extui %c : i1 to i32")
        limit = 2 ** WIDTHS[element]
        return compare(actual, np.array([x + y >= limit for x, y in zip(unsigned(a), unsigned(b))], np.int32), "i32")
    return f"addui_extended-{element}", case


def to_float(op, element, target):
    """Rounded once, to nearest even: compared bit by bit."""
    def case():
        a = numbers(element)
        actual = generic([a], target, f"%r = arith.{op} %a0 : {element} to {target}")
        values = a.values if op == "sitofp" else a.values.view(np.dtype(f"uint{WIDTHS[element]}"))
        with np.errstate(over="ignore"):
            expected = values.astype(np.float32 if target == "f32" else np.float16)
        wrong = actual.view(f"u{actual.itemsize}") != expected.view(f"u{actual.itemsize}")
        if not wrong.any():
            return None
        place = int(np.argwhere(wrong)[0][0])
        return f"{wrong.sum()} differ: {values[place]} gives {actual[place]} instead of {expected[place]}"
    return f"{op}-{element}-{target}", case


def from_float(op, element, source):
    def case():
        width = WIDTHS[element]
        is_signed = op == "fptosi"
        top = min(width - 1 if is_signed else width, 15 if source == "f16" else 64)
        values = RNG.uniform(0.5, 1, COUNT) * 2.0 ** RNG.integers(-3, top + 1, COUNT)
        values = np.minimum(values, np.nextafter(np.float16(2.0**top) if source == "f16" else np.float32(2.0**top), 0))
        if is_signed:
            values *= RNG.choice([-1, 1], COUNT)
        a = Array(values, source)
        if not is_signed:
            a.values[:] = np.abs(a.values)
        a.values[np.abs(a.values.astype(np.float64)) >= 2.0**top] = 1
        actual = generic([a], element, f"%r = arith.{op} %a0 : {source} to {element}")
        return compare(actual, wrap([int(x) for x in a.values], element), element)
    return f"{op}-{source}-{element}", case


def resize(op, source, target):
    def case():
        a = numbers(source)
        actual = generic([a], target, f"%r = arith.{op} %a0 : {source} to {target}")
        return compare(actual, wrap(unsigned(a) if op == "extui" else exact(a), target), target)
    return f"{op}-{source}-{target}", case


def through_index(element):
    def case():
        a = Array(RNG.integers(-100, 100, COUNT), element)
        actual = generic([a], element, f"%i = arith.index_cast %a0 : {element} to index\n  %j = linalg.index 0 : index\n"
                         f"  %k = arith.subi %i, %j : index\n  %r = arith.index_cast %k : index to {element}")
        return compare(actual, wrap([int(x) - i for i, x in enumerate(a.values)], element), element)
    return f"index_cast-{element}", case


def float_bits():
    """bf16 sums in i64 and back: conversions between two emulated types."""
    a = Array(RNG.normal(0, 1000, COUNT), "bf16")
    actual = generic([a], "bf16", "%w = arith.fptosi %a0 : bf16 to i64\n  %s = arith.addi %w, %w : i64\n"
                     "  %r = arith.sitofp %s : i64 to bf16")
    return compare(actual, 2 * np.trunc(a.values), "bf16", 1)


def cases():
    for e in ("i64", "i16", "i8"):
        width = WIDTHS[e]
        yield binary("addi", e, lambda x, y: x + y)
        yield binary("subi", e, lambda x, y: x - y)
        yield binary("muli", e, lambda x, y: x * y)
        yield binary("andi", e, lambda x, y: x & y)
        yield binary("ori", e, lambda x, y: x | y)
        yield binary("xori", e, lambda x, y: x ^ y)
        yield binary("maxsi", e, max)
        yield binary("minsi", e, min)
        yield binary("maxui", e, max, False)
        yield binary("minui", e, min, False)
        yield binary("divsi", e, quotient, nonzero=True)
        yield binary("remsi", e, lambda x, y: x - quotient(x, y) * y, nonzero=True)
        yield binary("divui", e, lambda x, y: x // y, False, nonzero=True)
        yield binary("remui", e, lambda x, y: x % y, False, nonzero=True)
        yield binary("floordivsi", e, lambda x, y: x // y, nonzero=True)
        yield binary("ceildivsi", e, lambda x, y: -(-x // y), nonzero=True)
        yield binary("ceildivui", e, lambda x, y: -(-x // y), False, nonzero=True)
        yield binary("shli", e, lambda x, y: x << y, amount=True)
        yield binary("shrsi", e, lambda x, y: x >> y, amount=True)
        yield binary("shrui", e, lambda x, y: x >> y, False, amount=True)
        for name, function in (("eq", lambda x, y: x == y), ("ne", lambda x, y: x != y)):
            yield comparison(name, e, function)
        for name, function in (("lt", lambda x, y: x < y), ("le", lambda x, y: x <= y), ("gt", lambda x, y: x > y),
                               ("ge", lambda x, y: x >= y)):
            yield comparison("s" + name, e, function)
            yield comparison("u" + name, e, function, False)
        yield count("ctlz", e, lambda x, w: w - x.bit_length())
        yield count("cttz", e, lambda x, w: w if x == 0 else (x & -x).bit_length() - 1)
        yield count("ctpop", e, lambda x, w: x.bit_count())
        yield count("absi", e, lambda x, w: abs(x - 2**w if x >= 2 ** (w - 1) else x))
        yield high_product("mulsi_extended", e, True)
        yield high_product("mului_extended", e, False)
        yield carry(e)
        for target in ("f32", "f16"):
            yield to_float("sitofp", e, target)
            yield to_float("uitofp", e, target)
            yield from_float("fptosi", e, target)
            yield from_float("fptoui", e, target)
        yield through_index(e)
    order = ("i8", "i16", "i32", "i64")
    for i, narrow in enumerate(order):
        for wide in order[i + 1:]:
            yield resize("extsi", narrow, wide)
            yield resize("extui", narrow, wide)
            yield resize("trunci", wide, narrow)
    yield "bf16-i64", float_bits


if __name__ == "__main__":
    main(list(cases()))
