"""Convolutions and poolings that are large enough to be cut into blocks, compiled and run, against NumPy in f64.

usage: convolutions.py [PART-OF-A-NAME...]     environment: see program.py
Shapes are such that tiles, panels, register tiles and padded parts of the image are cut at every end.
"""

import numpy as np
import program
from program import Case, range_of, v

RNG = np.random.default_rng(7)
SUMS = {"i8": "i32", "bf16": "f32"}


def array(shape, element):
    if element in ("f32", "f64", "f16", "bf16"):
        return v(RNG.uniform(-1, 1, shape), element)
    low, high = range_of(element) if element == "i8" else (-9, 9)
    return v(RNG.integers(low, high, shape, endpoint=True), element)


def windows(x, window, strides, dilations):
    """Views of x, which has batch, spatial dimensions and channels: batch, output, window, channels."""
    n = len(window)
    reach = [(w - 1) * d + 1 for w, d in zip(window, dilations)]
    sizes = [(s - r) // stride + 1 for s, r, stride in zip(x.shape[1:], reach, strides)]
    steps = x.strides[1:1 + n]
    return np.lib.stride_tricks.as_strided(
        x, (x.shape[0], *sizes, *window, x.shape[-1]),
        (x.strides[0], *(t * s for t, s in zip(steps, strides)), *(t * d for t, d in zip(steps, dilations)), x.strides[-1]))


def pad(x, padding, value=0):
    return np.pad(x, ((0, 0), *padding, (0, 0)), constant_values=value)


def convolution(image, window, features, strides=None, padding=None, dilations=None, groups=1, element="f32", numbers=None, after="",
                fused=lambda x: x, batch_groups=1):
    """`numbers`: orders of the dimensions of image, weights and result, where they are not channels last."""
    n = len(window)
    strides, padding, dilations = strides or [1] * n, padding or [(0, 0)] * n, dilations or [1] * n
    x, w = array(image, element), array((*window, image[-1] // groups, features), element)
    views = windows(pad(x.array.astype(np.float64), padding), window, strides, dilations)
    weights = w.array.astype(np.float64)
    of_group, channels = features // groups, image[-1] // groups
    parts = [np.tensordot(views[..., g * channels:(g + 1) * channels], weights[..., g * of_group:(g + 1) * of_group], n + 1)
             for g in range(groups)]
    result = SUMS.get(element, element)
    digits = "".join(map(str, range(n)))
    default = (f"b{digits}f", f"{digits}io", f"b{digits}f")
    orders = numbers or default
    expected = fused(np.concatenate(parts, -1))
    x, w, expected = (v(np.ascontiguousarray(a.transpose([d.index(c) for c in o])), e)
                      for a, d, o, e in zip((x.array, w.array, expected), default, orders, (element, element, result)))
    dims = "{}x{}->{}".format(*("[" + ", ".join(order) + "]" for order in orders))
    text = (f"{'%p' if after else '%r'} = stablehlo.convolution(%a0, %a1) dim_numbers = {dims}, window = {{stride = {strides}, pad = "
            f"{[list(p) for p in padding]}, rhs_dilate = {dilations}}} {{batch_group_count = {batch_groups} : i64, feature_group_count = "
            f"{groups} : i64}} : ({x.type}, {w.type}) -> {expected.type}\n{after.replace('TYPE', expected.type)}")
    depth = np.prod(window) * channels
    relative = {"f64": 1e-14, "f16": 2e-3, "i32": None, "i8": None}.get(element, 4e-7) 
    relative = relative and relative * depth**0.5
    return Case(f"convolution {x.type} {w.type} {strides} {padding} {dilations} {groups} {''.join(orders[1])} {bool(after)}", text, [x, w], [expected],
                relative=relative, of_largest=True)


def pooling(image, window, strides, padding, op, element="f32", dilations=None):
    dilations = dilations or [1, 1]
    x = array(image, element)
    init = {"maximum": -np.inf, "add": 0}[op] if element[0] == "f" else {"maximum": range_of(element)[0], "add": 0}[op]
    views = windows(pad(x.array.astype(np.float64), padding, init), window, strides, dilations)
    expected = v((views.max((3, 4)) if op == "maximum" else views.sum((3, 4))), element)
    scalar = v(np.array(init), element)
    reducer = f"^bb0(%x: tensor<{element}>, %y: tensor<{element}>): %s = stablehlo.{op} %x, %y : tensor<{element}>\n stablehlo.return %s : tensor<{element}>"
    lists = [", ".join(map(str, (1, *q, 1))) for q in (window, strides, dilations)]
    text = (f'%r = "stablehlo.reduce_window"(%a0, %a1) ({{ {reducer} }}) {{window_dimensions = array<i64: {lists[0]}>, window_strides = array<i64: '
            f"{lists[1]}>, window_dilations = array<i64: {lists[2]}>, padding = dense<{[[0, 0], *map(list, padding), [0, 0]]}> : tensor<4x2xi64>}} : "
            f"({x.type}, {scalar.type}) -> {expected.type}")
    return Case(f"pooling {op} {x.type} {window} {strides} {padding} {dilations}", text, [x, scalar], [expected],
                relative=1e-6 if element[0] == "f" else None, of_largest=True)


RELU = """%z = stablehlo.constant dense<0.0> : TYPE
  %n = stablehlo.negate %p : TYPE
  %r = stablehlo.maximum %n, %z : TYPE"""
SAME, UNEVEN = [(1, 1), (1, 1)], [(2, 1), (0, 3)]


def dense_cases():
    for shape, features in (((1, 14, 14, 64), 64), ((1, 13, 15, 37), 50), ((2, 28, 30, 40), 96), ((1, 9, 70, 128), 130), ((3, 7, 7, 33), 20)):
        yield convolution(shape, (3, 3), features)
        yield convolution(shape, (3, 3), features, padding=SAME)
        yield convolution(shape, (3, 3), features, padding=UNEVEN, strides=[2, 1])
        yield convolution(shape, (2, 3), features, padding=UNEVEN, strides=[2, 2], dilations=[2, 1])
        yield convolution(shape, (3, 3), features, padding=SAME, after=RELU, fused=lambda x: np.maximum(-x, 0))
    yield convolution((1, 14, 14, 256), (3, 3), 256, padding=SAME)
    yield convolution((1, 56, 56, 64), (3, 3), 64, padding=SAME)
    yield convolution((1, 56, 56, 64), (3, 3), 128, padding=[(0, 1), (0, 1)], strides=[2, 2])
    yield convolution((1, 40, 40, 3), (7, 7), 64, padding=[(3, 3), (2, 4)], strides=[2, 2])
    yield convolution((1, 20, 20, 16), (9, 8), 64, padding=[(4, 4), (4, 3)])  # a window without panels
    yield convolution((1, 17, 600, 48), (3, 5), 72, padding=[(1, 1), (2, 2)])  # rows that do not fit as a whole
    yield convolution((1, 4, 4, 300), (3, 3), 200, padding=SAME)  # few pixels
    yield convolution((1, 30, 30, 20), (1, 1), 70, padding=SAME)
    yield convolution((4, 100, 24), (5,), 70, padding=[(4, 0)], strides=[1])
    yield convolution((1, 6, 10, 12, 24), (3, 3, 3), 40, padding=[(1, 1), (1, 1), (0, 2)])
    for element in ("f64", "f16", "bf16", "i32", "i8"):
        yield convolution((1, 19, 20, 32), (3, 3), 70, padding=SAME, element=element)
        yield convolution((2, 19, 20, 32), (3, 3), 64, padding=UNEVEN, strides=[2, 2], element=element)
    # Other orders of the dimensions.
    for orders in (("b01f", "o01i", "b01f"), ("bf01", "oi01", "bf01"), ("b01f", "01oi", "b01f"), ("01bf", "01io", "01bf")):
        yield convolution((2, 18, 19, 40), (3, 3), 70, padding=SAME, numbers=orders)
        yield convolution((2, 18, 19, 40), (3, 3), 70, padding=UNEVEN, strides=[2, 1], numbers=orders)


def made_here():
    """Of images that the dispatch makes itself, and of a part of one."""
    w = array((3, 3, 16, 64), "f32")
    op = ("%r = stablehlo.convolution(%p, %a0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} "
          "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x100x100x16xf32>, tensor<3x3x16x64xf32>) -> "
          "tensor<1x100x100x64xf32>")
    x = array((1, 102, 103, 16), "f32")
    for name, head, inputs, image in (
            ("constant", "%p = stablehlo.constant dense<2.0> : tensor<1x100x100x16xf32>", [w], np.full((1, 100, 100, 16), 2.0)),
            ("slice", f"%p = stablehlo.slice %a1 [0:1, 1:101, 3:103, 0:16] : ({x.type}) -> tensor<1x100x100x16xf32>", [w, x],
             x.array[:, 1:101, 3:103].astype(np.float64))):
        expected = np.tensordot(windows(pad(image, SAME), (3, 3), (1, 1), (1, 1)), w.array.astype(np.float64), 3)
        yield Case(f"convolution of a {name}", f"{head}\n{op}", inputs, [v(expected, "f32")], relative=5e-6, of_largest=True)


def grouped_cases():
    for element in ("f32", "f64", "i32"):
        yield convolution((1, 20, 22, 96), (3, 3), 96, padding=SAME, groups=96, element=element)
        yield convolution((2, 21, 33, 70), (3, 2), 70, padding=UNEVEN, strides=[2, 1], groups=70, element=element)
    yield convolution((1, 56, 56, 128), (3, 3), 128, padding=SAME, groups=128)
    yield convolution((2, 30, 30, 40), (5, 5), 40, padding=[(4, 4), (4, 4)], dilations=[2, 2], groups=40)
    yield convolution((1, 300, 20, 33), (3, 3), 33, padding=[(0, 2), (0, 2)], groups=33)
    yield convolution((2, 900, 40), (5,), 40, padding=[(4, 0)], groups=40)
    yield convolution((1, 9, 10, 12, 24), (3, 3, 3), 24, padding=[(1, 1), (0, 2), (1, 1)], strides=[1, 2, 1], groups=24)
    yield convolution((1, 30, 31, 20), (2, 2), 20, padding=[(5, 3), (0, 4)], strides=[3, 4], groups=20)
    yield convolution((1, 20, 20, 24), (3, 3), 48, padding=SAME, groups=24)  # two features for each channel
    yield convolution((1, 20, 20, 64), (3, 3), 128, padding=SAME, groups=4)
    yield convolution((2, 20, 21, 24), (3, 3), 36, padding=UNEVEN, strides=[1, 2], groups=3)


def pooling_cases():
    for op in ("maximum", "add"):
        for element in ("f32", "i32"):
            yield pooling((1, 56, 58, 64), (3, 3), (2, 2), SAME, op, element)
            yield pooling((2, 30, 31, 37), (2, 3), (1, 2), [(1, 0), (2, 2)], op, element)
            yield pooling((3, 20, 21, 130), (3, 3), (1, 1), SAME, op, element, dilations=[2, 1])
    # Windows that see nothing but padding, and such that leave some of the image out.
    yield pooling((2, 40, 41, 33), (2, 2), (1, 1), [(3, 2), (0, 5)], "maximum")
    yield pooling((1, 50, 51, 64), (2, 3), (4, 5), [(1, 7), (6, 1)], "add")
    yield pooling((1, 3, 90, 64), (5, 3), (1, 2), [(2, 2), (2, 1)], "maximum")
    yield pooling((1, 70, 70, 256), (7, 7), (1, 1), [(3, 3), (3, 3)], "maximum")


def all_cases():
    yield from dense_cases()
    yield from made_here()
    yield from grouped_cases()
    yield from pooling_cases()


if __name__ == "__main__":
    program.main(list(all_cases()))
