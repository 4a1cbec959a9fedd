#!/usr/bin/env python3
"""Attention of f16 and bf16, as programs write it, against NumPy in f64. On CUDA each case has to be one kernel: orders of dims, heads that
share keys, sizes that no tile divides, masks, biases, windows, soft caps, lengths, one query, rows of which nothing counts, and
what is infinite or NaN.

usage: attention_kernels.py [PART OF A NAME...]    environment: see program.py; TERN_COMPILE
"""

import os
import re
import subprocess
import tempfile

import numpy as np
from program import DEVICE, Case, main, program_text, tensor_type, v

RNG = np.random.default_rng(47)
INFINITY = {"f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}
TOLERANCE = {"f16": 4e-3, "bf16": 2e-2}


class Program:
    """StableHLO, op by op. Dims of a value are letters: b batch, h heads, g queries of a head that share keys, t, s, d, e."""

    def __init__(self, sizes):
        self.sizes, self.lines, self.count = sizes, [], 0

    def type(self, dims, element):
        return tensor_type([self.sizes[x] for x in dims], element)

    def add(self, text):
        self.count += 1
        self.lines.append(f"%x{self.count} = {text}")
        return f"%x{self.count}"

    def constant(self, number, dims, element):
        return self.add(f"stablehlo.constant dense<{number}> : {self.type(dims, element)}")

    def spread(self, x, dims, to, element):
        places = ", ".join(str(to.index(d)) for d in dims)
        return self.add(f"stablehlo.broadcast_in_dim {x}, dims = [{places}] : ({self.type(dims, element)}) -> {self.type(to, element)}")

    def cast(self, x, dims, old, new):
        return x if old == new else self.add(f"stablehlo.convert {x} : ({self.type(dims, old)}) -> {self.type(dims, new)}")

    def binary(self, name, x, y, dims, element):
        return self.add(f"stablehlo.{name} {x}, {y} : {self.type(dims, element)}")

    def product(self, x, x_dims, y, y_dims, over, element, result):
        """Gives the product's dims, too: shared ones, then those of x and those of y."""
        shared = [d for d in x_dims if d in y_dims and d not in over]
        dims = shared + [d for d in x_dims if d not in y_dims] + [d for d in y_dims if d not in x_dims]
        places = lambda names, of: "[" + ", ".join(str(of.index(d)) for d in names) + "]"
        batching = f"batching_dims = {places(shared, x_dims)} x {places(shared, y_dims)}, " if shared else ""
        return self.add(f"stablehlo.dot_general {x}, {y}, {batching}contracting_dims = {places(over, x_dims)} x {places(over, y_dims)} : "
                        f"({self.type(x_dims, element)}, {self.type(y_dims, element)}) -> {self.type(dims, result)}"), "".join(dims)

    def transpose(self, x, dims, to, element):
        order = ", ".join(str(dims.index(d)) for d in to)
        return x if dims == to else self.add(f"stablehlo.transpose {x}, dims = [{order}] : ({self.type(dims, element)}) -> {self.type(to, element)}")

    def reduce(self, name, x, dims, start, element):
        first = self.constant(start, "", element)
        rest = dims.replace("s", "")
        return self.add(f"stablehlo.reduce({x} init: {first}) applies stablehlo.{name} across dimensions = [{dims.index('s')}] : "
                        f"({self.type(dims, element)}, tensor<{element}>) -> {self.type(rest, element)}")

    def softmax(self, x, dims, element):
        rest = dims.replace("s", "")
        top = self.spread(self.reduce("maximum", x, dims, INFINITY[element], element), rest, dims, element)
        power = self.add(f"stablehlo.exponential {self.binary('subtract', x, top, dims, element)} : {self.type(dims, element)}")
        total = self.reduce("add", power, dims, "0.0", element)
        return self.binary("divide", power, self.spread(total, rest, dims, element), dims, element)

    def iota(self, dim, dims):
        return self.add(f"stablehlo.iota dim = {dims.index(dim)} : {self.type(dims, 'i32')}")

    def compare(self, how, x, y, dims):
        return self.add(f"stablehlo.compare {how}, {x}, {y} : ({self.type(dims, 'i32')}, {self.type(dims, 'i32')}) -> {self.type(dims, 'i1')}")

    def select(self, condition, x, number, dims, element):
        other = self.constant(number, dims, element)
        return self.add(f"stablehlo.select {condition}, {x}, {other} : {self.type(dims, 'i1')}, {self.type(dims, element)}")


def number_of(text):
    return -np.inf if text.startswith("0x") else float(text)


# Each returns what becomes of scores, in the program and in NumPy, whose scores have dims b h g t s.
def causal(fill=INFINITY["f32"], ahead=0, behind=None):
    def write(p, x, dims, arguments):
        i, j = p.iota("t", dims), p.iota("s", dims)
        last = p.binary("add", i, p.constant(ahead, dims, "i32"), dims, "i32")
        seen = p.compare("LE", j, last, dims)
        if behind is not None:
            near = p.compare("GT", j, p.binary("subtract", i, p.constant(behind, dims, "i32"), dims, "i32"), dims)
            seen = p.binary("and", seen, near, dims, "i1")
        return p.select(seen, x, fill, dims, "f32")

    def compute(x, extras):
        i, j = np.arange(x.shape[-2])[:, None], np.arange(x.shape[-1])
        return np.where((j <= i + ahead) & (behind is None or j > i - (behind or 0)), x, number_of(fill))
    return write, compute


def biased(dims):
    def write(p, x, all_dims, arguments):
        name, own, element = arguments[0]
        return p.binary("add", x, p.spread(p.cast(name, own, element, "f32"), own, all_dims, "f32"), all_dims, "f32")
    return write, lambda x, extras: x + extras[0]


def chosen(fill):
    def write(p, x, dims, arguments):
        return p.select(p.spread(arguments[0][0], arguments[0][1], dims, "i1"), x, fill, dims, "f32")
    return write, lambda x, extras: np.where(extras[0], x, number_of(fill))


def lengths(fill):
    def write(p, x, dims, arguments):
        seen = p.compare("LT", p.iota("s", dims), p.spread(arguments[0][0], arguments[0][1], dims, "i32"), dims)
        return p.select(seen, x, fill, dims, "f32")
    return write, lambda x, extras: np.where(np.arange(x.shape[-1]) < extras[0], x, number_of(fill))


def capped(cap):
    def write(p, x, dims, arguments):
        c = p.constant(cap, dims, "f32")
        small = p.add(f"stablehlo.tanh {p.binary('divide', x, c, dims, 'f32')} : {p.type(dims, 'f32')}")
        return p.binary("multiply", small, c, dims, "f32")
    return write, lambda x, extras: cap * np.tanh(x / cap)


def both(first, second):
    return (lambda p, x, dims, arguments: second[0](p, first[0](p, x, dims, arguments), dims, arguments),
            lambda x, extras: second[1](first[1](x, extras), extras))


def case(name, sizes, q="bthd", k="bshd", value="bshe", out="bthe", element="bf16", scale=0.125, change=None, extra=None,
         narrow=False, spoil=None, values_first=False, repeats=1):
    """`extra`: dims and element of a further argument, and perhaps its values. `narrow`: scores are cast to 16 bits and back. `repeats`: so
    many heads that follow one another have the same keys and values, of which the arguments have one."""
    p = Program({**sizes, "i": sizes["h"] // repeats, "n": repeats})
    shape = lambda dims: [p.sizes[x] for x in dims]
    own = [dims.replace("h", "i") if repeats > 1 else dims for dims in (k, value)]
    arrays = [v(RNG.standard_normal(shape(dims)), element) for dims in (q, *own)]
    if spoil:
        arrays = [v(a, element) for a in spoil(*(a.array.astype(np.float64) for a in arrays))]
    arguments, extras = [], []
    if extra:
        dims, kind, *values = extra
        made = values[0] if values else RNG.random(shape(dims)) < 0.7 if kind == "i1" else RNG.standard_normal(shape(dims))
        arrays.append(v(made, kind))
        arguments.append(("%a3", dims, kind))
        order = [d for d in "bhgts" if d in dims]
        moved = arrays[3].array.transpose([dims.index(d) for d in order])
        extras.append(moved.reshape([sizes[d] if d in dims else 1 for d in "bhgts"]))
    names = ["%a1", "%a2"]
    for i, dims in enumerate((k, value)):
        if repeats > 1:
            longer = own[i].replace("i", "in")
            names[i] = p.spread(names[i], own[i], longer, element)
            names[i] = p.add(f"stablehlo.reshape {names[i]} : ({p.type(longer, element)}) -> {p.type(dims, element)}")
    x, dims = p.product("%a0", q, names[0], k, ["d"], element, "f32")
    if narrow:
        x = p.cast(p.cast(x, dims, "f32", element), dims, element, "f32")
    if scale != 1:
        x = p.binary("multiply", x, p.constant(scale, dims, "f32"), dims, "f32")
    if change:
        x = change[0](p, x, dims, arguments)
    weights = p.cast(p.softmax(x, dims, "f32"), dims, "f32", element)
    factors = [(weights, dims), (names[1], value)]
    (x, x_dims), (y, y_dims) = factors[::-1] if values_first else factors
    x, dims = p.product(x, x_dims, y, y_dims, ["s"], element, element)
    p.lines.append(f"%r = stablehlo.transpose {x}, dims = [{', '.join(str(dims.index(d)) for d in out)}] : "
                   f"({p.type(dims, element)}) -> {p.type(out, element)}")
    with np.errstate(all="ignore"):
        wide = [a.array.astype(np.float64) for a in arrays[:3]]
        for i, dims in ((1, k), (2, value)):
            wide[i] = np.repeat(wide[i], repeats, dims.index("h")) if repeats > 1 else wide[i]
        there = [d for d in "bhgts" if d in q + k]
        scores = np.einsum(f"{q},{k}->{''.join(there)}", *wide[:2]) * scale
        scores = scores.reshape([sizes[d] if d in there else 1 for d in "bhgts"])
        scores = change[1](scores, extras) if change else scores
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        powers = (powers / powers.sum(-1, keepdims=True)).reshape([sizes[d] for d in there])
        expected = np.einsum(f"{''.join(there)},{value}->{out}", powers, wide[2])
    return Case(name, "\n  ".join(p.lines), arrays, [v(expected, element)], relative=TOLERANCE[element], of_largest=True, separate=True)


def sizes(t, s, d=64, e=None, b=2, h=2, g=1):
    return {"b": b, "h": h, "g": g, "t": t, "s": s, "d": d, "e": e or d}


def plain_cases():
    for element in ("f16", "bf16"):
        yield case(f"plain {element}", sizes(128, 256), element=element)
    for t, s, d, e in ((64, 64, 32, 32), (100, 77, 64, 64), (200, 300, 64, 64), (70, 150, 80, 80), (33, 90, 96, 40), (64, 130, 128, 128),
                       (64, 96, 256, 256), (17, 40, 16, 16), (128, 192, 112, 64)):
        yield case(f"sizes {t} {s} {d} {e}", sizes(t, s, d, e, b=1))
    yield case("tiles of 128", sizes(256, 192, b=1, h=66))
    yield case("heads first", sizes(70, 90), "bhtd", "bhsd", "bhse", "bhte")
    yield case("no batch", sizes(70, 90), "htd", "hsd", "hse", "hte")
    yield case("turned keys", sizes(70, 96), "bhtd", "bhds", "bhse", "bhte")
    yield case("turned values", sizes(70, 96), "bhtd", "bhsd", "bhes", "bhte")
    yield case("turned result", sizes(72, 96), "bhtd", "bhsd", "bhse", "bhet")
    yield case("turned queries", sizes(72, 96), "bhdt", "bhsd", "bhse", "bhte")
    yield case("values first", sizes(70, 90), values_first=True)
    yield case("narrow scores", sizes(70, 90), narrow=True)
    yield case("unscaled", sizes(70, 90, 32), scale=1)
    yield case("negative scale", sizes(70, 90), scale=-0.2)
    yield case("grouped queries", sizes(70, 90, g=3), "bthgd", "bshd", "bshe", "bthge")
    yield case("one head of keys", sizes(70, 90, g=3), "btgd", "bsd", "bse", "btge")
    yield case("repeated keys", sizes(70, 90, h=6), repeats=3)
    yield case("repeated keys, one head", sizes(70, 90, h=4), repeats=4)
    yield case("repeated keys, heads first", sizes(70, 90, h=6), "bhtd", "bhsd", "bhse", "bhte", repeats=2)
    yield case("one query", sizes(1, 300))
    yield case("one query of each group", sizes(1, 300, g=4), "bthgd", "bshd", "bshe", "bthge")
    yield case("few queries", sizes(9, 300))
    yield case("odd strides", sizes(40, 50, 20, 20, h=3))


def masked_cases():
    for fill in (INFINITY["f32"], "-1.0e+30", "-2.38197633E+38", "-1.0e+04"):
        yield case(f"causal {fill}", sizes(300, 300), change=causal(fill))
    yield case("causal, more keys", sizes(100, 300), change=causal(ahead=200))
    yield case("causal, nothing for some", sizes(100, 150), change=causal("-1.0e+30", ahead=-20))
    yield case("causal, nothing at all for some", sizes(100, 150), change=causal(ahead=-20))
    yield case("window", sizes(700, 700, b=1, h=1), change=causal("-1.0e+30", behind=100))
    yield case("window ahead", sizes(300, 300, b=1), change=causal(ahead=40, behind=64))
    for dims in ("ts", "bhts", "hts", "bs", "t", "stb"):
        yield case(f"bias {dims}", sizes(70, 150), change=biased(dims), extra=(dims, "bf16"))
    yield case("bias f32", sizes(64, 128), change=biased("hts"), extra=("hts", "f32"))
    yield case("bias, causal", sizes(150, 150), change=both(biased("hts"), causal("-1.0e+30")), extra=("hts", "f32"))
    for fill in (INFINITY["f32"], "-1.0e+30"):
        yield case(f"chosen {fill}", sizes(70, 150), change=chosen(fill), extra=("bts", "i1"))
        yield case(f"lengths {fill}", sizes(70, 150), change=lengths(fill), extra=("b", "i32", np.array([0, 99])))
    yield case("chosen, causal", sizes(150, 150), change=both(chosen("-1.0e+30"), causal("-1.0e+30")), extra=("bs", "i1"))
    yield case("repeated keys, bias", sizes(70, 150, h=4), repeats=2, change=both(biased("hts"), causal()), extra=("hts", "bf16"))
    yield case("capped", sizes(70, 150), change=capped(5.0))
    yield case("capped, causal", sizes(150, 150), change=both(capped(5.0), causal()))


def special_cases():
    hidden = np.where(RNG.random((64, 200)) < 0.7, -np.inf, 0)
    hidden[:, 199] = 0
    hidden[3] = -np.inf        # nothing counts
    hidden[4, :100], hidden[5, 60:] = -np.inf, -np.inf
    hidden[5, 2] = 1
    hidden[6, 1], hidden[7, 199], hidden[8, 5], hidden[9, 198] = np.inf, np.inf, np.nan, np.nan
    hidden[10], hidden[11] = -3.4e38, 3.4e38
    yield case("hidden", sizes(64, 200), change=biased("ts"), extra=("ts", "f32", hidden))

    def spoil(q, k, value):
        q[0, 1, 0, 0], k[0, 150, 0, 1], value[1, 5, 0, 3], k[1, 3, 0, 0] = np.inf, -np.inf, np.inf, np.nan
        return q, k, value
    yield case("infinite", sizes(64, 200), spoil=spoil)


def all_cases():
    yield from plain_cases()
    yield from masked_cases()
    yield from special_cases()


def check_kernels(chip, cases):
    """What is wrong if not each case is one dispatch of attention."""
    problems = []
    for one in cases:
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(program_text([one]))
            file.flush()
            command = [os.environ.get("TERN_COMPILE", "tern-compile"), file.name, f"--target=cuda:{chip}", "--compile-to=flow", "-o", "-"]
            text = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
        found = len(re.findall(r" iree_linalg_ext\.attention", text)), len(re.findall(r"flow\.dispatch @", text))
        if found != (1, 1):
            problems.append(f"{one.name}: {found[0]} ops of attention in {found[1]} dispatches")
    return "; ".join(problems) or None


def all_checks(cases):
    for chip in ("sm_80", "sm_90a"):
        yield f"kernels for {chip}", lambda chip=chip: check_kernels(chip, cases)


if __name__ == "__main__":
    every = list(all_cases())
    main(every, list(all_checks(every)) if DEVICE == "cuda" else ())
