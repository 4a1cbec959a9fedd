#!/usr/bin/env python3
"""Attention as StableHLO writes it, products with a softmax between them, against NumPy in f64: odd lengths, one block of keys and
several, masks, rows of which nothing counts, and what is infinite or NaN.

usage: attention.py [PART OF A NAME...]    environment: see program.py
"""

import numpy as np
from program import Case, main, v

RNG = np.random.default_rng(23)


def normal(*shape, size=1.0):
    return (RNG.standard_normal(shape) * size).astype(np.float32)


def kind(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def softmax(scores, given, element, rows):
    """The ops from %GIVEN to the weights, %p; `rows` are all dims of the scores but the last."""
    axis, dims = len(rows), ", ".join(map(str, range(len(rows))))
    row = kind(rows, element)
    return f"""%least = stablehlo.constant dense<{'0xFF800000' if element == 'f32' else '0xFFF0000000000000'}> : tensor<{element}>
  %zero = stablehlo.constant dense<0.0> : tensor<{element}>
  %m = stablehlo.reduce({given} init: %least) applies stablehlo.maximum across dimensions = [{axis}] : ({scores}, tensor<{element}>) -> {row}
  %mb = stablehlo.broadcast_in_dim %m, dims = [{dims}] : ({row}) -> {scores}
  %d = stablehlo.subtract {given}, %mb : {scores}
  %e = stablehlo.exponential %d : {scores}
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [{axis}] : ({scores}, tensor<{element}>) -> {row}
  %sb = stablehlo.broadcast_in_dim %s, dims = [{dims}] : ({row}) -> {scores}
  %p = stablehlo.divide %e, %sb : {scores}
"""


def attend(scores, value):
    """Along the last dim of the scores, which is the last but one of the values."""
    with np.errstate(all="ignore"):
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        return weights / weights.sum(-1, keepdims=True) @ value.astype(np.float64)


def product(q, k):
    return q.astype(np.float64) @ np.swapaxes(k, -1, -2).astype(np.float64)


def case(name, batch, rows, keys, depth, columns, scale=0.25, mask=None, mask_dims=None, cap=False, size=1.0, element="f32",
         change=None):
    """`mask` has dims `mask_dims` of the scores; `change` alters query, key and value."""
    q, k, val = (normal(*batch, *shape, size=size).astype(np.float64 if element == "f64" else np.float32)
                 for shape in ((rows, depth), (keys, depth), (keys, columns)))
    if change:
        change(q, k, val)
    n, shape = len(batch), (*batch, rows, keys)
    scores, batches = kind(shape, element), ", ".join(map(str, range(n)))
    batching = f"batching_dims = [{batches}] x [{batches}], " if n else ""
    types = [v(a).type for a in (q, k, val)]
    out = kind((*batch, rows, columns), element)
    text = f"%x0 = stablehlo.dot_general %a0, %a1, {batching}contracting_dims = [{n + 1}] x [{n + 1}] : ({types[0]}, {types[1]}) -> {scores}\n  "
    given, inputs = "%x0", [q, k, val]
    with np.errstate(all="ignore"):
        expected = product(q, k) * scale
    if scale != 1:
        text += f"%scale = stablehlo.constant dense<{scale}> : {scores}\n  %x1 = stablehlo.multiply {given}, %scale : {scores}\n  "
        given = "%x1"
    if cap:
        text += f"%x2 = stablehlo.tanh {given} : {scores}\n  %x3 = stablehlo.add %x2, %x2 : {scores}\n  "
        given, expected = "%x3", 2 * np.tanh(expected)
    if mask is not None:
        dims = mask_dims or list(range(n + 2))
        inputs.append(mask)
        text += (f"%mask = stablehlo.broadcast_in_dim %a3, dims = {dims} : ({v(mask).type}) -> {scores}\n  "
                 f"%x4 = stablehlo.add {given}, %mask : {scores}\n  ")
        spread = mask.astype(np.float64).reshape([shape[d] if d in dims else 1 for d in range(n + 2)])
        with np.errstate(all="ignore"):
            given, expected = "%x4", expected + spread
    text += softmax(scores, given, element, shape[:-1])
    text += f"  %r = stablehlo.dot_general %p, %a2, {batching}contracting_dims = [{n + 1}] x [{n}] : ({scores}, {types[2]}) -> {out}"
    result = attend(expected, val).astype(q.dtype)
    return Case(name, text, inputs, [v(result)], relative=1e-13 if element == "f64" else 4e-6 * max(1, size * size), of_largest=True)


def plain_cases():
    shapes = [((), 1, 1, 1, 1), ((2,), 128, 128, 64, 64), ((3,), 37, 53, 17, 9), ((2, 3), 5, 257, 16, 16), ((1,), 1000, 999, 33, 70),
              ((2,), 97, 256, 8, 130), ((), 3, 1025, 4, 4), ((4,), 129, 513, 64, 64), ((1,), 2051, 40, 8, 8)]
    for batch, rows, keys, depth, columns in shapes:
        yield case(f"plain {batch} {rows} {keys} {depth} {columns}", batch, rows, keys, depth, columns)
    yield case("unscaled", (2,), 40, 300, 16, 16, scale=1)
    yield case("negative scale", (2,), 40, 300, 16, 16, scale=-0.5)
    yield case("large scores", (2,), 70, 700, 32, 32, scale=1, size=30.0)
    yield case("capped", (2,), 33, 301, 16, 24, cap=True)
    yield case("double", (2,), 30, 400, 20, 12, element="f64")


def masked_cases():
    for keys in (77, 600):
        rows = 40
        mask = normal(2, rows, keys)
        yield case(f"mask {keys}", (2,), rows, keys, 16, 16, mask=mask)
        hidden = np.where(RNG.random((rows, keys)) < 0.7, -np.inf, 0).astype(np.float32)
        hidden[:, keys - 1] = 0
        hidden[3] = -np.inf        # nothing counts
        hidden[4, :keys // 2] = -np.inf
        hidden[5, keys // 3:] = -np.inf
        hidden[5, 2] = 1
        hidden[6, 1] = np.inf
        hidden[7, keys - 1] = np.inf
        hidden[8, 5] = np.nan
        hidden[9, keys - 2] = np.nan
        yield case(f"hidden {keys}", (2,), rows, keys, 16, 16, mask=hidden, mask_dims=[1, 2])
        yield case(f"capped and hidden {keys}", (2,), rows, keys, 16, 16, cap=True, mask=hidden, mask_dims=[1, 2])
        of_keys = np.where(RNG.random((2, keys)) < 0.5, -np.inf, 0).astype(np.float32)
        of_keys[1] = -np.inf
        yield case(f"keys {keys}", (2,), rows, keys, 16, 16, mask=of_keys, mask_dims=[0, 2])
        yield case(f"rows {keys}", (2,), rows, keys, 16, 16, mask=normal(rows), mask_dims=[1])
        yield case(f"batch {keys}", (2,), rows, keys, 16, 16, mask=np.array([1, -np.inf], np.float32), mask_dims=[0])


def special_cases():
    def spoil(q, k, val):
        q[0, 1, 0], q[1, 2, 0] = np.inf, np.nan
        k[0, -1, 1], k[1, 3, 0] = -np.inf, np.nan
    yield case("infinite", (2,), 20, 600, 8, 8, change=spoil)

    def spoil_values(q, k, val):
        val[0, 5, 2], val[1, -1, 3] = np.inf, np.nan
    yield case("values", (2,), 20, 600, 8, 8, change=spoil_values)


def heads_case(name, batch, length, heads, depth):
    """As einsum has it: heads behind rows, the last product the other way round and transposed."""
    x = kind((batch, length, heads, depth), "f32")
    s, t = kind((batch, heads, length, length), "f32"), kind((batch, heads, depth, length), "f32")
    q, k, val = (normal(batch, length, heads, depth) for _ in range(3))
    text = f"""%x0 = stablehlo.dot_general %a0, %a1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : ({x}, {x}) -> {s}
  %scale = stablehlo.constant dense<0.5> : {s}
  %x1 = stablehlo.multiply %x0, %scale : {s}
  {softmax(s, '%x1', 'f32', (batch, heads, length))}
  %o = stablehlo.dot_general %a2, %p, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3] : ({x}, {s}) -> {t}
  %r = stablehlo.transpose %o, dims = [0, 3, 1, 2] : ({t}) -> {x}"""
    first = [np.swapaxes(a, 1, 2) for a in (q, k, val)]
    expected = np.swapaxes(attend(product(first[0], first[1]) * 0.5, first[2]), 1, 2).astype(np.float32)
    return Case(name, text, [q, k, val], [v(np.ascontiguousarray(expected))], relative=4e-6, of_largest=True)


def shared_keys_case():
    """Several heads of queries for each of the keys."""
    q, k, val = normal(2, 3, 50, 16), normal(2, 290, 16), normal(2, 290, 16)
    x, y, s = kind((2, 3, 50, 16), "f32"), kind((2, 290, 16), "f32"), kind((2, 3, 50, 290), "f32")
    text = f"""%x0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [3] x [2] : ({x}, {y}) -> {s}
  {softmax(s, '%x0', 'f32', (2, 3, 50))}
  %r = stablehlo.dot_general %p, %a2, batching_dims = [0] x [0], contracting_dims = [3] x [1] : ({s}, {y}) -> {x}"""
    expected = attend(product(q, k[:, None]), val[:, None]).astype(np.float32)
    return Case("shared keys", text, [q, k, val], [v(expected)], relative=4e-6, of_largest=True)


def used_weights_case():
    """The weights are wanted as well."""
    q, k, val = normal(2, 20, 8), normal(2, 300, 8), normal(2, 300, 8)
    x, y, s = kind((2, 20, 8), "f32"), kind((2, 300, 8), "f32"), kind((2, 20, 300), "f32")
    text = f"""%x0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : ({x}, {y}) -> {s}
  {softmax(s, '%x0', 'f32', (2, 20))}
  %r0 = stablehlo.dot_general %p, %a2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({s}, {y}) -> {x}
  %r1 = stablehlo.add %p, %p : {s}"""
    scores = product(q, k)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return Case("used weights", text, [q, k, val], [v((weights @ val).astype(np.float32)), v((2 * weights).astype(np.float32))],
                relative=4e-6, of_largest=True)


def causal_case(name, batch, rows, keys, direction, hidden):
    """What comes later is replaced by a number."""
    q, k, val = normal(batch, rows, 16), normal(batch, keys, 16), normal(batch, keys, 16)
    x, y, shape = kind((batch, rows, 16), "f32"), kind((batch, keys, 16), "f32"), (batch, rows, keys)
    s, places = kind(shape, "f32"), kind(shape, "i32")
    text = f"""%x0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : ({x}, {y}) -> {s}
  %scale = stablehlo.constant dense<0.25> : {s}
  %x1 = stablehlo.multiply %x0, %scale : {s}
  %i = stablehlo.iota dim = 1 : {places}
  %j = stablehlo.iota dim = 2 : {places}
  %c = stablehlo.compare {direction}, %j, %i : ({places}, {places}) -> {kind(shape, "i1")}
  %hidden = stablehlo.constant dense<{hidden}> : {s}
  %x2 = stablehlo.select %c, %x1, %hidden : {kind(shape, "i1")}, {s}
  {softmax(s, '%x2', 'f32', shape[:-1])}
  %r = stablehlo.dot_general %p, %a2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({s}, {y}) -> {x}"""
    i, j = np.arange(rows)[:, None], np.arange(keys)
    shown = j <= i if direction == "LE" else j < i
    number = -np.inf if hidden == "0xFF800000" else float(hidden)
    expected = attend(np.where(shown, product(q, k) * 0.25, number), val).astype(np.float32)
    return Case(name, text, [q, k, val], [v(expected)], relative=4e-6, of_largest=True)


def one_value_case():
    """Values that are all the same, which no kernel makes for itself."""
    q, k = normal(2, 300, 16), normal(2, 600, 16)
    x, y, s = kind((2, 300, 16), "f32"), kind((2, 600, 16), "f32"), kind((2, 300, 600), "f32")
    text = f"""%v = stablehlo.broadcast_in_dim %a2, dims = [] : (tensor<f32>) -> {y}
  %x0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : ({x}, {y}) -> {s}
  {softmax(s, '%x0', 'f32', (2, 300))}
  %r = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({s}, {y}) -> {x}"""
    return Case("one value", text, [q, k, np.float32(0.75)], [v(np.full((2, 300, 16), 0.75, np.float32))], relative=4e-6)


def all_cases():
    yield from plain_cases()
    yield from masked_cases()
    yield from special_cases()
    yield heads_case("heads", 2, 70, 3, 16)
    yield heads_case("many heads", 1, 300, 8, 64)
    yield shared_keys_case()
    yield used_weights_case()
    yield one_value_case()
    for direction in ("LE", "LT"):
        for hidden in ("0xFF800000", "-1.0e+30"):
            yield causal_case(f"causal {direction} {hidden}", 2, 70, 70, direction, hidden)
            yield causal_case(f"long causal {direction} {hidden}", 2, 1100, 1050, direction, hidden)


if __name__ == "__main__":
    main(list(all_cases()))
