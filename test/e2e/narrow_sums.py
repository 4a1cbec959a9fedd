"""Sums of narrow floats in lone dispatches on the CPU are rounded once: the cases of hlo_structure.py, with more to add up, against
NumPy in float64 with the tolerance of one rounding.

usage: narrow_sums.py [PART-OF-A-NAME...]     environment: see dispatch.py
"""

import hlo_structure as hlo
import numpy as np
from dispatch import EPSILON, Array, dispatch_text, main, run


def compare_rounded(actual, expected, element, _):
    """None, or what is further off than one rounding and sums in f32 explain."""
    if actual.shape != expected.shape:
        return f"shape {actual.shape}, expected {expected.shape}"
    error = np.abs(actual.astype(np.float64) - expected)
    allowed = EPSILON[element] / 2 * np.abs(expected) * 1.001 + 2e-6 * np.abs(expected).max() + (2.0**-25 if element == "f16" else 0)
    if (error <= allowed).all():
        return None
    place = np.unravel_index(np.argmax(error - allowed), error.shape)
    return f"{(~(error <= allowed)).sum()} of {error.size} are off, worst {actual[place]} instead of {expected[place]} at {place}"


hlo.compare = compare_rounded


def dense(m, k, n, element):
    """A product, a row added to it and what is below zero cut off: each step rounds."""
    a, b, row = hlo.sample((m, k), element, True), hlo.sample((k, n), element, True), hlo.sample((n,), element, True)
    kind = lambda *dims: hlo.tensor_type(dims, element)
    body = f"""
%p = "mhlo.dot"(%in0, %in1) : ({a.type}, {b.type}) -> {kind(m, n)}
%r = "mhlo.broadcast_in_dim"(%in2) {{broadcast_dimensions = dense<1> : tensor<1xi64>}} : ({row.type}) -> {kind(m, n)}
%s = mhlo.add %p, %r : {kind(m, n)}
%z = mhlo.constant dense<0.0> : {kind(m, n)}
%out0 = mhlo.maximum %s, %z : {kind(m, n)}"""
    product = Array(hlo.wide(a) @ hlo.wide(b), element)
    expected = np.maximum(hlo.wide(product) + hlo.wide(row), 0)
    text = dispatch_text([a.type, b.type, row.type], [kind(m, n)], body)
    (actual,) = run(text, [a, b, row], [element])
    error = np.abs(actual.astype(np.float64) - expected).max() / np.abs(product.values).max()
    return None if error <= 1.5 * EPSILON[element] else f"off by {error}"


def added_up(m, k, n, element):
    """What was in the output is added to."""
    a, b, c = (hlo.sample(shape, element, True) for shape in ((m, k), (k, n), (m, n)))
    body = f"%out0 = linalg.matmul ins(%in0, %in1 : {a.type}, {b.type}) outs(%in2 : {c.type}) -> {c.type}"
    return hlo.check(body, [a, b, c], [((m, n), element)], [hlo.wide(a) @ hlo.wide(b) + hlo.wide(c)])


def dynamic(m, k, n, element):
    a, b = hlo.sample((m, k), element, True), hlo.sample((k, n), element, True)
    types = [f"tensor<?x{k}x{element}>", b.type, f"tensor<?x{n}x{element}>"]
    text = dispatch_text(types[:2], types[2:], f'%out0 = "mhlo.dot"(%in0, %in1) : ({types[0]}, {types[1]}) -> {types[2]}',
                         dynamic={types[0]: [0], types[2]: [0]})
    (actual,) = run(text, [a, b], [element])
    return compare_rounded(actual, hlo.wide(a) @ hlo.wide(b), element, 1)


def cases():
    for e in ("bf16", "f16"):
        for m, k, n in ((61, 1023, 509), (128, 512, 256), (1, 3000, 37), (300, 2049, 1), (5, 4096, 3), (17, 3, 40)):
            yield f"dot-{m}x{k}x{n}-{e}", lambda m=m, k=k, n=n, e=e: hlo.dot_case((m, k), (k, n), e)
        forms = {
            "batch": ((3, 35, 700), (3, 700, 67), ([0], [0]), ([2], [1])),
            "rhs-transposed": ((65, 801), (97, 801), ([], []), ([1], [1])),
            "lhs-transposed": ((801, 65), (801, 97), ([], []), ([0], [0])),
            "both-transposed": ((801, 65), (97, 801), ([], []), ([0], [1])),
            "batch-inside": ((90, 3, 600), (600, 77, 3), ([1], [2]), ([2], [0])),
            "two-contracted": ((33, 40, 50), (50, 40, 18), ([], []), ([2, 1], [0, 1])),
        }
        for name, form in forms.items():
            yield f"dot-{name}-{e}", lambda f=form, e=e: hlo.dot_general_case(e, *f)
        yield f"dense-{e}", lambda e=e: dense(70, 900, 130, e)
        yield f"added-up-{e}", lambda e=e: added_up(66, 700, 81, e)
        yield f"dynamic-{e}", lambda e=e: dynamic(77, 600, 90, e)
        for shape, dims in (((37, 5000), [1]), ((5000, 37), [0]), ((20, 30, 40), [0, 2]), ((60, 70, 2), [0, 1])):
            yield f"sum-{dims}-{e}", lambda s=shape, d=dims, e=e: hlo.reduce_case("add", e, s, d)
        yield f"product-{e}", lambda e=e: hlo.reduce_case("multiply", e, (19, 40), [1])
        yield f"maximum-{e}", lambda e=e: hlo.reduce_case("maximum", e, (19, 400), [1])
        yield f"conv-{e}", lambda e=e: hlo.conv_case(e, (2, 13, 14, 64), (3, 3, 64, 33))
        yield f"conv-padded-{e}", lambda e=e: hlo.conv_case(e, (1, 13, 14, 64), (5, 5, 64, 20), stride=(2, 1), pad=((1, 2), (2, 2)))
        yield f"conv-groups-{e}", lambda e=e: hlo.conv_case(e, (1, 9, 9, 60), (3, 3, 20, 24), groups=3)
        yield f"conv-depthwise-{e}", lambda e=e: hlo.conv_case(e, (1, 19, 20, 16), (7, 7, 1, 16), groups=16, pad=((3, 3), (3, 3)))
        yield f"window-{e}", lambda e=e: hlo.window_case("add", e, (2, 40, 41, 5), window=(1, 20, 15, 1))
        yield f"window-padded-{e}", lambda e=e: hlo.window_case("add", e, (2, 40, 41, 5), window=(1, 20, 15, 1), pad=((0, 0), (9, 9), (3, 8), (0, 0)))


if __name__ == "__main__":
    main(list(cases()))
