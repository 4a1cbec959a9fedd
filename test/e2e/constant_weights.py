"""Products and convolutions whose weights are constants, which the compiler may lay out anew, compiled and run, against NumPy in
f64; and so the same with weights that are arguments, which has to give the same bits unless a factor is turned, a product in f32 is
deeper than 512 or an image is tiny: then sums have another order.

usage: constant_weights.py [PART-OF-A-NAME...]     environment: see program.py
Shapes are such that panels, tiles and register tiles are cut at every end, and such that nothing is laid out anew.
"""

import numpy as np
import program
from program import NARROW_FLOATS, Case, range_of, v

RNG = np.random.default_rng(11)
SUMS = {"bf16": "f32", "i8": "i32", "ui8": "ui32"}
RELU = """%z{0} = stablehlo.constant dense<0.0> : TYPE
  %n{0} = stablehlo.negate %p{0} : TYPE
  %q{0} = stablehlo.maximum %n{0}, %z{0} : TYPE"""


def random(shape, element):
    if element[0] == "f" or element == "bf16":
        return v(RNG.uniform(-1, 1, shape), element)
    return v(RNG.integers(*range_of(element), shape, endpoint=True), element)


def hex_of(value):
    array = NARROW_FLOATS[value.element].encode(value.array) if value.element in NARROW_FLOATS else value.array
    return f'dense<"0x{array.tobytes().hex()}"> : {value.type}'


def both(name, op, x, w, expected, relative, after="", is_same=True):
    """`op` makes OUT of %a0 and WEIGHTS, and `after` makes %q of %p; with both kinds of weights. The second result is that of arguments,
    or, if both are the same, their difference."""
    text = f"%w = stablehlo.constant {hex_of(w)}\n"
    for i, weights in enumerate(("%w", "%a1")):
        text += "  " + op.replace("OUT", f"%p{i}" if after else f"%q{i}").replace("WEIGHTS", weights) + "\n"
        if after:
            text += "  " + after.format(i).replace("TYPE", expected.type) + "\n"
    text += f"  %r0 = stablehlo.add %q0, %z : {expected.type}\n"
    text += f"  %r1 = stablehlo.{'subtract %q0, %q1' if is_same else 'add %q1, %z'} : {expected.type}\n"
    second = v(np.zeros(expected.array.shape), expected.element) if is_same else expected
    zero = "0" if program.is_integer(expected.element) else "0.0"
    text = f"%z = stablehlo.constant dense<{zero}> : {expected.type}\n  {text}"
    return Case(name, text, [x, w], [expected, second], relative=relative, of_largest=True)


def dot(m, n, k, element="f32", is_transposed=False, leading=(), after=False, result=None):
    x, w = random((*leading, m, k), element), random((n, k) if is_transposed else (k, n), element)
    product = x.array.astype(np.float64) @ (w.array.T if is_transposed else w.array).astype(np.float64)
    expected = v(np.maximum(-product, 0) if after else product, result or SUMS.get(element, element))
    axis = len(leading) + 1
    op = (f"OUT = stablehlo.dot_general %a0, WEIGHTS, contracting_dims = [{axis}] x [{1 if is_transposed else 0}] : "
          f"({x.type}, {w.type}) -> {expected.type}")
    relative = None if "i" in element else 0.005 if result == "bf16" else 4e-7 * k**0.5
    return both(f"dot {x.type} {w.type} {'transposed' if is_transposed else ''}", op, x, w, expected, relative, RELU if after else "",
                is_same=not is_transposed and (k <= 512 or element != "f32"))


def convolution(image, window, features, padding, strides=(1, 1), after=False):
    x, w = random(image, "f32"), random((*window, image[-1], features), "f32")
    padded = np.pad(x.array.astype(np.float64), ((0, 0), *padding, (0, 0)))
    views = np.lib.stride_tricks.sliding_window_view(padded, window, (1, 2))[:, ::strides[0], ::strides[1]]
    sums = np.einsum("nyxcij,ijcf->nyxf", views, w.array.astype(np.float64), optimize=True)
    expected = v(np.maximum(-sums, 0) if after else sums, "f32")
    op = (f"OUT = stablehlo.convolution(%a0, WEIGHTS) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{stride = "
          f"{list(strides)}, pad = {[list(p) for p in padding]}}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
          f"({x.type}, {w.type}) -> {expected.type}")
    depth = int(np.prod(window)) * image[-1]
    return both(f"convolution {x.type} {w.type}", op, x, w, expected, 4e-7 * depth**0.5, RELU if after else "",
                is_same=image[1] > 4)


def cases():
    for m, n, k in ((1, 1088, 300), (1, 128, 70), (7, 1280, 64), (12, 1088, 333), (64, 2048, 512), (130, 1152, 700), (300, 1088, 77)):
        yield dot(m, n, k)
        yield dot(m, n, k, is_transposed=True)
        yield dot(m, n, k, after=True)
    yield dot(16, 512, 1024)  # few rows
    yield dot(16, 500, 1024, is_transposed=True)
    yield dot(40, 640, 100, leading=(3,), is_transposed=True)
    for element in ("bf16", "i8", "ui8"):
        for m, n, k in ((64, 64, 512), (3, 64, 128), (5, 96, 64), (33, 100, 192), (150, 1130, 1024), (40, 70, 1000), (16, 1024, 2048)):
            yield dot(m, n, k, element)
            yield dot(m, n, k, element, is_transposed=True)
        yield dot(37, 160, 128, element, leading=(2,))
    yield dot(61, 320, 512, "bf16", result="bf16")
    same, uneven = [(1, 1), (1, 1)], [(2, 1), (0, 3)]
    for image, features in (((1, 14, 14, 64), 128), ((2, 13, 15, 37), 192), ((1, 9, 70, 128), 128), ((1, 14, 14, 256), 256), ((1, 4, 4, 60), 128)):
        yield convolution(image, (3, 3), features, same)
        yield convolution(image, (2, 3), features, uneven, (2, 1))
        yield convolution(image, (3, 3), features, [(0, 0), (0, 0)], after=True)
    yield convolution((1, 20, 22, 16), (5, 5), 256, [(2, 2), (2, 2)])


if __name__ == "__main__":
    program.main(list(cases()))
