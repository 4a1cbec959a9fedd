"""Products of matrices that are large enough to be cut into blocks, in all forms, compiled and run, against NumPy in f64.

usage: contractions.py [PART-OF-A-NAME...]     environment: see program.py
Shapes are such that tiles, panels and register tiles are cut at every end, and that rows lie at multiples of a page.
"""

import re

import numpy as np
import program
from program import Case, range_of, v

RNG = np.random.default_rng(7)


EVERY, ALL_BUT_0 = r"\d+x", r"\b[1-9]\d*x"  # sizes that the compiler is not told


def product_of(types, dims, result, hidden_sizes):
    """The text that makes `result` of %a0 and %a1."""
    if not hidden_sizes:
        return f"{result} = stablehlo.dot_general %a0, %a1, {dims} : ({types[0]}, {types[1]}) -> {types[2]}\n"
    hidden, text = [re.sub(hidden_sizes, "?x", t) for t in types], ""
    for i in range(2):
        text += f"%c{i} = tensor.cast %a{i} : {types[i]} to {hidden[i]}\n"
        text += f"%d{i} = util.optimization_barrier %c{i} : {hidden[i]}\n"
    text += f"%p = stablehlo.dot_general %d0, %d1, {dims} : ({hidden[0]}, {hidden[1]}) -> {hidden[2]}\n"
    return text + f"{result} = tensor.cast %p : {hidden[2]} to {types[2]}\n"


def as_list(dims):
    return [dims] if isinstance(dims, int) else list(dims)


def dot(name, lhs, rhs, spec, contracting, batching=(), element=np.float32, after="", fused=lambda x: x, hidden_sizes=None):
    """`spec` is einsum's; `after` makes %r of %p, the product, as `fused` does in NumPy;
    PRODUCT is its type, and TYPE that of %r."""
    a, b = (RNG.uniform(-1, 1, shape).astype(element) for shape in (lhs, rhs))
    product = np.einsum(spec, a.astype(np.float64), b.astype(np.float64), optimize=True)
    expected, unfused = v(fused(product).astype(element)), v(product.astype(element))
    a, b = v(a), v(b)
    batches = f"batching_dims = {list(batching)} x {list(batching)}, " if batching else ""
    dims = f"{batches}contracting_dims = {as_list(contracting[0])} x {as_list(contracting[1])}"
    text = product_of((a.type, b.type, unfused.type), dims, "%p" if after else "%r", hidden_sizes)
    depth = np.prod([a.array.shape[dim] for dim in as_list(contracting[0])])
    after = after.replace("PRODUCT", unfused.type).replace("TYPE", expected.type)
    return Case(f"dot {name} {a.type} {b.type}", text + after, [a, b], [expected],
                relative=4e-7 * depth**0.5, of_largest=True)


SUMS = {"bf16": "f32", "i8": "i32", "ui8": "ui32"}


def operand(shape, element):
    return v(RNG.uniform(-1, 1, shape), element) if element == "bf16" else v(RNG.integers(*range_of(element), shape, endpoint=True), element)


def dot_narrow(name, lhs, rhs, spec, contracting, element, batching=(), result=None, after="", hidden_sizes=None):
    """Of bf16 summed in f32, or of bytes in 32 bits, which processors with units for these multiply in tiles. `after` is as with
    dot."""
    a, b = operand(lhs, element), operand(rhs, element)
    product = np.einsum(spec, a.array.astype(np.float64), b.array.astype(np.float64), optimize=True)
    expected = v(product + product if after else product, result or SUMS[element])
    depth = lhs[contracting[0]]
    batches = f"batching_dims = {list(batching)} x {list(batching)}, " if batching else ""
    dims = f"{batches}contracting_dims = [{contracting[0]}] x [{contracting[1]}]"
    text = product_of((a.type, b.type, expected.type), dims, "%p" if after else "%r", hidden_sizes) + after.replace("TYPE", expected.type)
    relative = 0.005 if result == "bf16" else 4e-7 * depth**0.5
    return Case(f"narrow dot {name} {a.type} {b.type}", text, [a, b], [expected], relative=relative, of_largest=True)


def narrow_cases():
    forms = {"rows by columns": ("mk,kn->mn", (1, 0)), "right one transposed": ("mk,nk->mn", (1, 1)),
             "left one transposed": ("km,kn->mn", (0, 0)), "both transposed": ("km,nk->mn", (0, 1))}
    # Tiles are 16 by 16, and 32 or 64 deep: whole ones, and cut ones at every end.
    shapes = ((64, 512, 64), (256, 1024, 96), (61, 1023, 509), (300, 700, 530), (30, 64, 16), (4, 1300, 7), (33, 65, 17), (16, 4096, 48),
              (48, 128, 96), (16, 256, 40))
    for element in ("bf16", "i8"):
        for m, k, n in shapes:
            for name, (spec, contracting) in forms.items():
                sizes = {"m": m, "k": k, "n": n}
                lhs, rhs = (tuple(sizes[c] for c in part) for part in spec.partition("->")[0].split(","))
                yield dot_narrow(name, lhs, rhs, spec, contracting, element)
        yield dot_narrow("batches", (5, 64, 512), (5, 512, 128), "bmk,bkn->bmn", (2, 1), element, (0,))
        yield dot_narrow("batches, transposed", (3, 65, 1024), (3, 127, 1024), "bmk,bnk->bmn", (2, 2), element, (0,))
        yield dot_narrow("batches in the middle", (65, 3, 100), (127, 3, 100), "mbk,nbk->bmn", (2, 2), element, (1,))
        yield dot_narrow("with more behind it", (130, 700), (700, 130), "mk,kn->mn", (1, 0), element, after="%r = stablehlo.add %p, %p : TYPE")
        for name, (spec, contracting) in forms.items():
            sizes = {"m": 83, "k": 777, "n": 130}
            lhs, rhs = (tuple(sizes[c] for c in part) for part in spec.partition("->")[0].split(","))
            yield dot_narrow(f"of unknown sizes, {name}", lhs, rhs, spec, contracting, element, hidden_sizes=EVERY)
    for m, k, n in ((64, 512, 64), (61, 1023, 509)):
        yield dot_narrow("back to bf16", (m, k), (k, n), "mk,kn->mn", (1, 0), "bf16", result="bf16")
        yield dot_narrow("unsigned", (m, k), (k, n), "mk,kn->mn", (1, 0), "ui8")
        yield dot_narrow("unsigned, transposed", (m, k), (n, k), "mk,nk->mn", (1, 1), "ui8")


RELU = """%z = stablehlo.constant dense<0.0> : TYPE
  %n = stablehlo.negate %p : TYPE
  %r = stablehlo.maximum %n, %z : TYPE"""
TURN = """%t = stablehlo.transpose %p, dims = [1, 0] : (PRODUCT) -> TYPE
  %r = stablehlo.negate %t : TYPE"""


def all_cases():
    for m, k, n in ((64, 1024, 512), (61, 1023, 509), (30, 512, 64), (7, 512, 1024), (256, 3072, 96), (300, 700, 530), (24, 4096, 48),
                    (2, 600, 300), (3, 701, 1100), (12, 1030, 610), (513, 129, 1031), (150, 700, 1024), (140, 600, 2100), (11, 600, 300)):
        yield dot("rows by columns", (m, k), (k, n), "mk,kn->mn", (1, 0))
        yield dot("right one transposed", (m, k), (n, k), "mk,nk->mn", (1, 1))
        yield dot("left one transposed", (k, m), (k, n), "km,kn->mn", (0, 0))
        yield dot("with more behind it", (m, k), (k, n), "mk,kn->mn", (1, 0), after=RELU, fused=lambda x: np.maximum(-x, 0))
    for m, k, n in ((64, 1024, 512), (61, 1023, 509), (30, 512, 64), (7, 512, 1024)):
        yield dot("with its result transposed", (k, m), (k, n), "km,kn->mn", (0, 0), after=TURN, fused=lambda x: -x.T)
        yield dot("right one and result transposed", (m, k), (n, k), "mk,nk->mn", (1, 1), after=TURN, fused=lambda x: -x.T)
    for size in ("512x", "1024x", "7x"):
        yield dot(f"few rows, {size} unknown", (7, 1024), (1024, 512), "mk,kn->mn", (1, 0), hidden_sizes=rf"\b{size}")
        yield dot(f"few rows, right one transposed, {size} unknown", (7, 1024), (512, 1024), "mk,nk->mn", (1, 1), hidden_sizes=rf"\b{size}")
    yield dot("row by matrix", (1, 1024), (1024, 1024), "mk,kn->mn", (1, 0))
    yield dot("row by odd matrix", (1, 1021), (1021, 777), "mk,kn->mn", (1, 0))
    yield dot("vector by matrix", (1024,), (1024, 512), "k,kn->n", (0, 0))
    yield dot("matrix by vector", (1024, 512), (512,), "mk,k->m", (1, 0))
    yield dot("batches", (5, 64, 512), (5, 512, 128), "bmk,bkn->bmn", (2, 1), (0,))
    yield dot("batches, transposed", (5, 65, 1024), (5, 127, 1024), "bmk,bnk->bmn", (2, 2), (0,))
    yield dot("two batches", (2, 3, 128, 64), (2, 3, 128, 64), "abmk,abnk->abmn", (3, 3), (0, 1))
    # The compiler knows that these are empty, or finds out when it runs.
    for hidden in (None, EVERY, ALL_BUT_0):
        for m, k, n in ((64, 1024, 0), (0, 1024, 512), (64, 0, 512)):
            yield dot("of nothing", (m, k), (k, n), "mk,kn->mn", (1, 0), hidden_sizes=hidden)
        yield dot("no batches", (0, 64, 1024), (0, 1024, 512), "bmk,bkn->bmn", (2, 1), (0,), hidden_sizes=hidden)
    for hidden in (None, ALL_BUT_0):
        yield dot("two depths", (3, 70, 200), (3, 200, 130), "emk,ekn->mn", ((0, 2), (0, 1)), hidden_sizes=hidden)
        yield dot("two depths, the second short", (130, 70, 3), (130, 3, 65), "kme,ken->mn", ((0, 2), (0, 1)), hidden_sizes=hidden)
    yield dot("two depths, a batch", (2, 3, 50, 80), (2, 3, 80, 70), "bemk,bekn->bmn", ((1, 3), (1, 2)), (0,))
    yield dot("f64", (64, 512), (512, 512), "mk,kn->mn", (1, 0), element=np.float64)
    yield dot("f64, transposed", (63, 515), (129, 515), "mk,nk->mn", (1, 1), element=np.float64)


if __name__ == "__main__":
    program.main([*all_cases(), *narrow_cases()])
