"""Products of matrices that are large enough to be cut into blocks, in all forms, compiled and run, against NumPy in f64.

usage: contractions.py [PART-OF-A-NAME...]     environment: see program.py
Shapes are such that tiles, panels and register tiles are cut at every end, and that rows lie at multiples of a page.
"""

import numpy as np
import program
from program import Case, v

RNG = np.random.default_rng(7)


def dot(name, lhs, rhs, spec, contracting, batching=(), element=np.float32, after="", fused=lambda x: x):
    """`spec` is einsum's; `after` makes %r of %p, the product, as `fused` does in NumPy."""
    a, b = (RNG.uniform(-1, 1, shape).astype(element) for shape in (lhs, rhs))
    product = np.einsum(spec, a.astype(np.float64), b.astype(np.float64), optimize=True)
    expected = v(fused(product).astype(element))
    a, b = v(a), v(b)
    batches = f"batching_dims = {list(batching)} x {list(batching)}, " if batching else ""
    dims = f"{batches}contracting_dims = [{contracting[0]}] x [{contracting[1]}]"
    result = "%p" if after else "%r"
    text = f"{result} = stablehlo.dot_general %a0, %a1, {dims} : ({a.type}, {b.type}) -> {expected.type}\n"
    depth = a.array.shape[contracting[0]]
    return Case(f"dot {name} {a.type} {b.type}", text + after.replace("TYPE", expected.type), [a, b], [expected],
                relative=4e-7 * depth**0.5, of_largest=True)


RELU = """%z = stablehlo.constant dense<0.0> : TYPE
  %n = stablehlo.negate %p : TYPE
  %r = stablehlo.maximum %n, %z : TYPE"""


def all_cases():
    for m, k, n in ((64, 1024, 512), (61, 1023, 509), (30, 512, 64), (7, 512, 1024), (256, 3072, 96), (300, 700, 530), (24, 4096, 48),
                    (2, 600, 300), (513, 129, 1031)):
        yield dot("rows by columns", (m, k), (k, n), "mk,kn->mn", (1, 0))
        yield dot("right one transposed", (m, k), (n, k), "mk,nk->mn", (1, 1))
        yield dot("left one transposed", (k, m), (k, n), "km,kn->mn", (0, 0))
        yield dot("with more behind it", (m, k), (k, n), "mk,kn->mn", (1, 0), after=RELU, fused=lambda x: np.maximum(-x, 0))
    yield dot("row by matrix", (1, 1024), (1024, 1024), "mk,kn->mn", (1, 0))
    yield dot("row by odd matrix", (1, 1021), (1021, 777), "mk,kn->mn", (1, 0))
    yield dot("vector by matrix", (1024,), (1024, 512), "k,kn->n", (0, 0))
    yield dot("matrix by vector", (1024, 512), (512,), "mk,k->m", (1, 0))
    yield dot("batches", (5, 64, 512), (5, 512, 128), "bmk,bkn->bmn", (2, 1), (0,))
    yield dot("batches, transposed", (5, 65, 1024), (5, 127, 1024), "bmk,bnk->bmn", (2, 2), (0,))
    yield dot("two batches", (2, 3, 128, 64), (2, 3, 128, 64), "abmk,abnk->abmn", (3, 3), (0, 1))
    yield dot("f64", (64, 512), (512, 512), "mk,kn->mn", (1, 0), element=np.float64)
    yield dot("f64, transposed", (63, 515), (129, 515), "mk,nk->mn", (1, 1), element=np.float64)


if __name__ == "__main__":
    program.main(list(all_cases()))
