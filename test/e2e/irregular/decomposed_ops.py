"""Ops on tensors that --iree-linalg-ext-decompose-ops makes generic ops of, and those that store at computed places, against NumPy.

usage: decomposed_ops.py [FAMILY...]    environment: TERN_RUN, TERN_DEVICE (default cpu), TERN_KEEP (folder for the programs)
"""

import sys

import irregular_ops
import numpy as np
from irregular_ops import Function, dense, element_type, tensor_type
from linalg_ext_ops import compare, randoms

RNG = np.random.default_rng(17)


def dynamic_type(array):
    return "tensor<" + "?x" * array.ndim + element_type(array) + ">"


class Program(Function):
    """A function whose tensors have sizes that the compiler knows, or not."""

    def __init__(self, name, is_dynamic):
        super().__init__(name + ("_dynamic" if is_dynamic else ""))
        self.is_dynamic = is_dynamic

    def kind(self, array):
        return dynamic_type(array) if self.is_dynamic else tensor_type(array)

    def tensor(self, array):
        if not self.is_dynamic:
            return self.constant(array), tensor_type(array)
        name = self.value()
        self.emit(f"{name} = flow.tensor.dynamic_constant {dense(array)} -> {dynamic_type(array)}")
        return name, dynamic_type(array)

    def index(self, number):
        name = self.value()
        self.emit(f"{name} = {'util.unfoldable_constant' if self.is_dynamic else 'arith.constant'} {number} : index")
        return name

    def empty(self, array):
        sizes = ", ".join(self.index(size) for size in array.shape) if self.is_dynamic else ""
        name = self.value()
        self.emit(f"{name} = tensor.empty({sizes}) : {self.kind(array)}")
        return name, self.kind(array)

    def lines_of(self, *lines):
        for line in lines:
            self.emit(line)

    def result(self, value, array, tolerance=None):
        if self.is_dynamic:
            name = self.value()
            self.emit(f"{name} = tensor.cast {value} : {dynamic_type(array)} to {tensor_type(array)}")
            value = name
        self.expect(value, array, tolerance)


def group(word, *values):
    return f"{word}({', '.join(v for v, _ in values)} : {', '.join(t for _, t in values)})"


def both(case, name, *arguments, **options):
    yield case(Program(name, False), *arguments, **options)
    yield case(Program(name, True), *arguments, **options)


# --- layouts ---

def packed(array, tiles, positions, order, padding):
    """linalg.pack, element by element."""
    outer = [-(-size // tiles[positions.index(d)]) if d in positions else size for d, size in enumerate(array.shape)]
    result = np.full([outer[d] for d in order] + tiles, padding, array.dtype)
    for place in np.ndindex(*result.shape):
        source = [0] * array.ndim
        for i, d in enumerate(order):
            source[d] = place[i] * (tiles[positions.index(d)] if d in positions else 1)
        for i, d in enumerate(positions):
            source[d] += place[array.ndim + i]
        if all(at < size for at, size in zip(source, array.shape)):
            result[place] = array[tuple(source)]
    return result


def tiling(p, tiles, positions, order, is_free):
    names = [p.index(tile) if is_free else str(tile) for tile in tiles]
    perm = f"outer_dims_perm = {order} " if order != sorted(order) else ""
    return f"{perm}inner_dims_pos = {positions} inner_tiles = [{', '.join(names)}]"


def tiled_kind(p, array, tiles, is_free):
    if not p.is_dynamic:
        return tensor_type(array)
    rank = array.ndim - len(tiles)
    return "tensor<" + "?x" * rank + "".join(("?" if is_free else str(t)) + "x" for t in tiles) + element_type(array) + ">"


def pack_case(p, shape, tiles, positions, order, padding=None, is_free=False):
    is_free = is_free and p.is_dynamic
    array = randoms(shape, "i32")
    expected = packed(array, tiles, positions, order, 0 if padding is None else padding)
    source, kind = p.tensor(array)
    result_kind = tiled_kind(p, expected, tiles, is_free)
    words = tiling(p, tiles, positions, order, is_free)
    count = len(expected.shape) if is_free else len(shape)
    sizes = ", ".join(p.index(size) for size in expected.shape[:count]) if p.is_dynamic else ""
    pad = ""
    if padding is not None:
        p.emit(f"%pad = arith.constant {padding} : i32")
        pad = "padding_value(%pad : i32) "
    p.lines_of(f"%init = tensor.empty({sizes}) : {result_kind}",
               f"%r = linalg.pack {source} {pad}{words} into %init : {kind} -> {result_kind}")
    if p.is_dynamic:
        p.emit(f"%c = tensor.cast %r : {result_kind} to {tensor_type(expected)}")
    p.expect("%c" if p.is_dynamic else "%r", expected)
    return p


def unpack_case(p, shape, tiles, positions, order, is_free=False):
    is_free = is_free and p.is_dynamic
    array = randoms(shape, "i32")
    whole = packed(array, tiles, positions, order, -1)
    source = p.constant(whole)
    kind = tiled_kind(p, whole, tiles, is_free)
    if p.is_dynamic:
        p.emit(f"%s = tensor.cast {source} : {tensor_type(whole)} to {kind}")
        source = "%s"
    words = tiling(p, tiles, positions, order, is_free)
    init, result_kind = p.empty(array)
    p.emit(f"%r = linalg.unpack {source} {words} into {init} : {kind} -> {result_kind}")
    p.result("%r", array)
    return p


def layout_family():
    for free in (False, True):
        word = "_free" if free else ""
        yield from both(pack_case, "pack" + word, (8, 6), [4, 3], [0, 1], [0, 1], is_free=free)
        yield from both(pack_case, "pack_padded" + word, (7, 5), [4, 3], [1, 0], [1, 0], padding=-9, is_free=free)
        yield from both(unpack_case, "unpack" + word, (8, 6), [4, 3], [0, 1], [0, 1], is_free=free)
        yield from both(unpack_case, "unpack_part" + word, (7, 5), [2, 4], [1, 0], [1, 0], is_free=free)
    yield from both(pack_case, "pack_one_dim", (3, 10, 2), [4], [1], [0, 2, 1], padding=1)
    yield from both(unpack_case, "unpack_one_dim", (3, 10, 2), [4], [1], [2, 1, 0])
    for kind, shape, dims in (("i32", (3, 5), [0]), ("f32", (2, 3, 4), [0, 2])):
        p, array = Program(f"reverse_{len(shape)}", False), randoms(shape, kind)
        source, t = p.tensor(array)
        p.emit(f"%r = iree_linalg_ext.reverse dimensions({dense(np.array(dims, np.int64))}) {group('ins', (source, t))} "
               f"{group('outs', p.empty(array))} : {t}")
        p.expect("%r", np.flip(array, dims).copy())
        yield p


# --- elements below a byte ---

def bits_of(array, width):
    """The elements of the bytes, from the lowest bits on."""
    flat = array.reshape(-1).astype(np.uint8)
    return np.stack([(flat >> s) & ((1 << width) - 1) for s in range(0, 8, width)], -1).reshape(-1)


def bitcast_case(name, width, shape, encoding=""):
    p = Program(name, False)
    elements = int(np.prod(shape))
    array = RNG.integers(-128, 128, elements * width // 8).astype(np.int8)
    kind = f"tensor<{'x'.join(map(str, shape))}xi{width}{encoding}>"
    wide = kind.replace(f"i{width}{encoding}", "i8")
    maps = f"affine_map<({', '.join(f'd{i}' for i in range(len(shape)))}) -> ({', '.join(f'd{i}' for i in range(len(shape)))})>"
    iterators = ", ".join(['"parallel"'] * len(shape))
    source, t = p.tensor(array)
    p.lines_of(f"%b = flow.tensor.bitcast {source} : {t} -> {kind}",
               f"%e = tensor.empty() : {wide}",
               f"%w = linalg.generic {{indexing_maps = [{maps}, {maps}], iterator_types = [{iterators}]}} ins(%b : {kind}) "
               f"outs(%e : {wide}) {{",
               f"^bb0(%x: i{width}, %y: i8):",
               f"  %z = arith.extui %x : i{width} to i8",
               "  linalg.yield %z : i8",
               f"}} -> {wide}")
    p.expect("%w", bits_of(array, width).reshape(shape).astype(np.int8))
    p.emit(f"%back = flow.tensor.bitcast %b : {kind} -> {t}")
    p.expect("%back", array)
    return p


def bits_family():
    yield bitcast_case("nibbles", 4, (6,))
    yield bitcast_case("pairs", 2, (2, 8))
    yield bitcast_case("bits", 1, (2, 4), ", #iree_encoding.packed_storage")
    # 1.5 * 2^3 in f4E2M1FN and back: what fits is exact.
    p, powers = Program("scales", False), np.array([0, 1, -2, 3], np.int32)
    numbers = np.ldexp(np.array([1.5, 0.5, -6, 4], np.float32), powers).astype(np.float32)
    x, t = p.tensor(numbers)
    s, st = p.tensor((powers + 127).astype(np.int8))
    f4, f8 = t.replace("f32", "f4E2M1FN"), t.replace("f32", "f8E8M0FNU")
    p.lines_of(f"%s = arith.bitcast {s} : {st} to {f8}", f"%t = arith.scaling_truncf {x}, %s : {t}, {f8} to {f4}",
               f"%r = arith.scaling_extf %t, %s : {f4}, {f8} to {t}")
    p.expect("%r", numbers, 0.0)
    yield p


# --- gathers and stores ---

def gather_case(p, shape, batch, dims, flat=False, negates=False):
    array = randoms(shape, "f32")
    rest = [d for d in range(len(shape)) if d not in dims]
    indices = np.stack([RNG.integers(0, shape[d], batch) for d in dims], -1).astype(np.int32)
    expected = np.empty(tuple(batch) + tuple(shape[d] for d in rest), np.float32)
    for at in np.ndindex(*batch):
        place = [slice(None)] * len(shape)
        for d, i in zip(dims, indices[at]):
            place[d] = i
        expected[at] = array[tuple(place)] * (-1 if negates else 1)
    s, i = p.tensor(array), p.tensor(indices[..., 0] if flat else indices)
    if p.is_dynamic and not flat:  # how many coordinates there are is known
        kind = i[1][:-len("?xi32>")] + f"{len(dims)}xi32>"
        p.emit(f"%i = tensor.cast {i[0]} : {i[1]} to {kind}")
        i = ("%i", kind)
    region = " {\n^bb0(%a: f32, %b: f32):\n  %n = arith.negf %a : f32\n  iree_linalg_ext.yield %n : f32\n}" if negates else ""
    out = p.empty(expected)
    p.emit(f"%r = iree_linalg_ext.gather dimension_map = {dims} {group('ins', s, i)} {group('outs', out)}{region} -> {out[1]}")
    p.result("%r", expected)
    return p


def tensor_gather_case(name, shape, batch, dims, keeps):
    p, array = Program(name, False), randoms(shape, "i32")
    indices = np.stack([RNG.permutation(shape[d])[:batch] for d in dims], -1).astype(np.int64)
    expected = np.stack([array[tuple(row[dims.index(d)] if d in dims else slice(None) for d in range(len(shape)))] for row in indices])
    if keeps:
        expected = expected.reshape([batch] + [1 if d in dims else shape[d] for d in range(len(shape))])
    s, i = p.tensor(array), p.tensor(indices)
    p.emit(f"%r = tensor.gather {s[0]}[{i[0]}] gather_dims({dims}) unique : ({s[1]}, {i[1]}) -> {tensor_type(expected)}")
    p.expect("%r", expected)
    base = randoms(shape, "i32")
    stored = base.copy()
    for row, part in zip(indices, expected):
        where = tuple(row[dims.index(d)] if d in dims else slice(None) for d in range(len(shape)))
        stored[where] = part.reshape(stored[where].shape)
    b = p.tensor(base)
    p.emit(f"%s = tensor.scatter %r into {b[0]}[{i[0]}] scatter_dims({dims}) unique : ({tensor_type(expected)}, {b[1]}, {i[1]}) "
           f"-> {b[1]}")
    p.expect("%s", stored)
    return p


def map_case(p, rows, columns, shift):
    """A transposition that begins `shift` rows further up, both ways."""
    array = randoms((rows, columns), "i32")
    source, kind = p.tensor(array)
    loaded = np.full((columns, rows), -7, np.int32)
    loaded[:, shift:] = array.T[:, :rows - shift]
    out = p.empty(loaded)
    p.lines_of("%pad = arith.constant -7 : i32", f"%shift = arith.constant {shift} : index",
               f"%r = iree_linalg_ext.map_load {source} into {out[0]} {{", "^bb0(%i: index, %j: index):",
               "  %k = arith.subi %j, %shift : index", "  iree_linalg_ext.yield %k, %i, %pad : index, index, i32",
               f"}} : {kind} into {out[1]} -> {out[1]}")
    p.result("%r", loaded)
    base = randoms((columns, rows), "i32")
    stored = base.copy()
    stored[:, shift:] = np.where(np.arange(columns)[:, None] % 2 == 0, array.T[:, :rows - shift], base[:, shift:])
    target = p.tensor(base)
    p.lines_of("%c0 = arith.constant 0 : index", "%c2 = arith.constant 2 : index",
               f"%s = iree_linalg_ext.map_store {source} into {target[0]} {{", "^bb0(%i: index, %j: index):",
               "  %k = arith.addi %i, %shift : index", "  %odd = arith.remui %j, %c2 : index",
               "  %m = arith.cmpi eq, %odd, %c0 : index", "  iree_linalg_ext.yield %j, %k, %m : index, index, i1",
               f"}} : {kind} into {target[1]} -> {target[1]}")
    p.result("%s", stored)
    return p


def group_matmul_case(p, rows, inner, columns, ends, first):
    x, w = randoms((rows, inner), "f32"), randoms((len(ends), inner, columns), "f32")
    base = randoms((rows, columns), "f32")
    expected = base.astype(np.float64)
    for row in range(rows):
        groups = [g for g, end in enumerate(ends) if row + first < end]
        if groups:
            expected[row] += x[row].astype(np.float64) @ w[groups[0]].astype(np.float64)
    out = p.tensor(base)
    first_row = p.index(first)
    p.emit(f"%r = iree_linalg_ext.group_matmul "
           f"{group('ins', p.tensor(x), p.tensor(w), p.tensor(np.array(ends, np.int64)), (first_row, 'index'))} "
           f"{group('outs', out)} -> {out[1]}")
    p.result("%r", expected.astype(np.float32), 1e-4)
    return p


def place_family():
    yield from both(gather_case, "gather_rows", (8, 4), (5,), [0])
    yield from both(gather_case, "gather_flat", (8, 4), (2, 3), [0], flat=True)
    yield from both(gather_case, "gather_points", (5, 6, 3), (7,), [2, 0], negates=True)
    yield from both(gather_case, "gather_one", (5, 6), (), [1])
    yield tensor_gather_case("tensor_gather_rows", (6, 3), 4, [0], False)
    yield tensor_gather_case("tensor_gather_kept", (4, 5, 3), 3, [1, 2], True)
    yield from both(map_case, "map", 6, 5, 2)
    yield from both(group_matmul_case, "groups", 7, 3, 4, [2, 2, 5], 0)
    yield from both(group_matmul_case, "groups_later", 4, 5, 3, [2, 9], 1)


# --- the best elements ---

def arg_compare_case(p, shape, dim, smallest=False, base=None, given=False, index="i32"):
    array = randoms(shape, "f32")
    dims = shape[:dim] + shape[dim + 1:]
    places = np.broadcast_to(np.arange(shape[dim]).reshape([-1 if d == dim else 1 for d in range(len(shape))]), shape)
    places = places * 5 + 2 if given else places + (base or 0)
    chosen = np.expand_dims((array.argmin if smallest else array.argmax)(dim), dim)
    start = np.full(dims, np.inf if smallest else -np.inf, np.float32)
    kind = irregular_ops.TYPES[index]
    ins = [p.tensor(array)] + ([p.tensor(places.astype(kind))] if given else [])
    outs = [p.tensor(start), p.tensor(np.zeros(dims, kind))]
    tail = f" index_base({p.index(base)} : index)" if base is not None else ""
    p.lines_of(f"%r:2 = iree_linalg_ext.arg_compare dimension({dim}) {group('ins', *ins)} {group('outs', *outs)}{tail} {{",
               "^bb0(%a: f32, %b: f32):", compare("lt" if smallest else "gt", "f32"), "  iree_linalg_ext.yield %c : i1",
               f"}} -> {outs[0][1]}, {outs[1][1]}")
    p.result("%r#0", np.take_along_axis(array, chosen, dim).squeeze(dim))
    p.result("%r#1", np.take_along_axis(places, chosen, dim).squeeze(dim).astype(kind))
    return p


def topk_case(p, shape, k, dim, index, sorted_):
    array = randoms(shape, "f32")
    order = np.argsort(-array, dim, kind="stable").take(range(k), dim)
    expected = np.take_along_axis(array, order, dim)
    ins, outs = [p.tensor(array)], [p.tensor(np.full(expected.shape, -np.inf, np.float32))]
    if index:
        outs.append(p.tensor(np.zeros(expected.shape, irregular_ops.TYPES[index])))
    types = ", ".join(t for _, t in outs)
    p.lines_of(f"%r{':2' if index else ''} = iree_linalg_ext.topk_v2 dimension({dim}) {'is_sorted' if sorted_ else ''} "
               f"{group('ins', *ins)} {group('outs', *outs)} {{",
               "^bb0(%a: f32, %b: f32):", compare("gt", "f32"), "  iree_linalg_ext.yield %c : i1", f"}} -> {types}")
    p.result("%r#0" if index else "%r", expected)
    if index:
        p.result("%r#1", order.astype(irregular_ops.TYPES[index]))
    return p


def best_family():
    yield from both(arg_compare_case, "arg_line", (17,), 0)
    yield from both(arg_compare_case, "arg_rows", (4, 9), 1, smallest=True, base=100)
    yield from both(arg_compare_case, "arg_columns", (9, 4), 0, index="i64")
    yield from both(arg_compare_case, "arg_given", (3, 6, 2), 1, given=True)
    yield from both(topk_case, "topk_v2", (3, 20), 4, 1, "i32", True)
    yield from both(topk_case, "topk_v2_long", (12, 2), 5, 0, "i64", False)
    yield from both(topk_case, "topk_v2_values", (30,), 6, 0, None, True)


# --- attention ---

def softmax(x):
    weights = np.exp(x - x.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def attention_case(p, batch, rows, keys, inner, columns, mask=None, scale=0.5, region="", element="f32", online=False):
    kind = irregular_ops.TYPES[element]
    q, k = randoms((batch, rows, inner), "f32").astype(kind), randoms((batch, keys, inner), "f32").astype(kind)
    v = randoms((batch, keys, columns), "f32").astype(kind)
    scores = np.einsum("bml,bkl->bmk", q.astype(np.float64), k.astype(np.float64)) * (scale or 1 / np.sqrt(inner))
    if region:
        scores = np.tanh(scores) * 2
    names = {"q": "b, m, l", "k": "b, k, l", "v": "b, k, n", "s": "", "mask": "b, m, k", "o": "b, m, n", "r": "b, m"}
    maps, ins = ["q", "k", "v"], [p.tensor(q), p.tensor(k), p.tensor(v)]
    if scale:
        p.emit(f"%scale = arith.constant {scale} : {element}")
        maps.append("s")
        ins.append(("%scale", element))
    if mask == "i1":
        chosen = RNG.integers(0, 2, scores.shape).astype(bool)
        chosen[..., 0] = True
        m = p.tensor(chosen.astype(np.int8))
        wide = m[1].replace("i8", "i1")
        p.emit(f"%mask = arith.trunci {m[0]} : {m[1]} to {wide}")
        ins.append(("%mask", wide))
        scores = np.where(chosen, scores, -np.inf)
    elif mask:
        added = randoms(scores.shape, "f32").astype(kind)
        ins.append(p.tensor(added))
        scores = scores + added
    maps += (["mask"] if mask else []) + (["o", "r", "r"] if online else ["o"])
    text = ", ".join(f"affine_map<(b, m, n, k, l) -> ({names[name]})>" for name in maps)
    expected = softmax(scores) @ v.astype(np.float64)
    body = ["^bb0(%s: f32):", *([region] if region else []), f"  iree_linalg_ext.yield {'%m' if region else '%s'} : f32"]
    if not online:
        out = p.empty(expected.astype(kind))
        p.lines_of(f"%r = iree_linalg_ext.attention <indexing_maps = [{text}]> {group('ins', *ins)} {group('outs', out)} {{", *body,
                   f"}} -> {out[1]}")
        p.result("%r", expected.astype(kind), 1e-5 if element == "f32" else 4e-3)
        return p
    # What was found for some keys before takes part.
    before_v, before = randoms((batch, keys, columns), "f32"), randoms((batch, rows, keys), "f32").astype(np.float64)
    maxima = before.max(-1)
    weights = np.exp(before - maxima[..., None])
    outs = [p.tensor(a.astype(np.float32)) for a in (weights @ before_v.astype(np.float64), maxima, weights.sum(-1))]
    p.lines_of(f"%r:3 = iree_linalg_ext.online_attention <indexing_maps = [{text}]> {group('ins', *ins)} {group('outs', *outs)} {{",
               *body, f"}} -> {', '.join(t for _, t in outs)}")
    both_scores = np.concatenate([before, scores], -1)
    top = both_scores.max(-1)
    all_weights = np.exp(both_scores - top[..., None])
    p.result("%r#0", (all_weights @ np.concatenate([before_v, v], 1).astype(np.float64)).astype(np.float32), 1e-4)
    p.result("%r#1", top.astype(np.float32), 1e-5)
    p.result("%r#2", all_weights.sum(-1).astype(np.float32), 1e-4)
    return p


def softmax_case(p, shape, dim, element="f32"):
    array = randoms(shape, "f32").astype(irregular_ops.TYPES[element])
    expected = np.moveaxis(softmax(np.moveaxis(array.astype(np.float64), dim, -1)), -1, dim).astype(array.dtype)
    source, out = p.tensor(array), p.empty(expected)
    p.emit(f"%r = linalg.softmax dimension({dim}) {group('ins', source)} {group('outs', out)} -> {out[1]}")
    p.result("%r", expected, 1e-6 if element == "f32" else 2e-3)
    return p


def attention_family():
    cap = "  %t = math.tanh %s : f32\n  %two = arith.constant 2.0 : f32\n  %m = arith.mulf %t, %two : f32"
    yield from both(attention_case, "attention", 2, 5, 7, 4, 3)
    yield from both(attention_case, "attention_unscaled", 1, 4, 6, 16, 8, scale=None)
    yield from both(attention_case, "attention_added", 2, 3, 5, 4, 4, mask="f32")
    yield from both(attention_case, "attention_chosen", 2, 3, 5, 4, 4, mask="i1")
    yield from both(attention_case, "attention_capped", 1, 6, 6, 4, 4, region=cap)
    yield from both(attention_case, "attention_half", 2, 4, 8, 4, 4, element="f16")
    yield from both(attention_case, "attention_online", 2, 4, 5, 3, 4, online=True)
    yield from both(softmax_case, "softmax_rows", (4, 33), 1)
    yield from both(softmax_case, "softmax_columns", (7, 3, 2), 0)
    yield from both(softmax_case, "softmax_half", (3, 8), 1, "f16")


# --- winograd ---

def convolved(x, w):
    """Rows, columns, features; no padding."""
    height, width = x.shape[1] - w.shape[0] + 1, x.shape[2] - w.shape[1] + 1
    result = np.zeros((x.shape[0], height, width, w.shape[3]))
    for i in range(w.shape[0]):
        for j in range(w.shape[1]):
            result += np.einsum("nhwc,cf->nhwf", x[:, i:i + height, j:j + width].astype(np.float64), w[i, j].astype(np.float64))
    return result


def winograd_case(name, size, tile, batch, channels, features, first):
    """A convolution through the three transforms; `first`: channels come before rows and columns."""
    p, x, w = Program(name, False), randoms((batch, size, size, channels), "f32"), randoms((3, 3, channels, features), "f32")
    expected, alpha = convolved(x, w).astype(np.float32), tile + 2
    count = -(-(size - 2) // tile)
    words = f"output_tile_size({tile}) kernel_size(3)"
    dims, kernel_dims = ("[2, 3]", "[2, 3]") if first else ("[1, 2]", "[0, 1]")
    image = p.tensor(np.ascontiguousarray(x.transpose(0, 3, 1, 2)) if first else x)
    kernel = p.tensor(np.ascontiguousarray(w.transpose(3, 2, 0, 1)) if first else w)
    tiles, filters = f"tensor<{alpha}x{alpha}x{batch}x{count}x{count}x{channels}xf32>", f"tensor<{alpha}x{alpha}x{channels}x{features}xf32>"
    products, whole = tiles.replace(f"x{channels}xf32", f"x{features}xf32"), np.zeros((batch, count * tile, count * tile, features), np.float32)
    result = f"tensor<{batch}x{features}x{count * tile}x{count * tile}xf32>" if first else tensor_type(whole)
    m = "affine_map<(a, b, n, h, w, f, c) -> ({})>".format
    its = ", ".join(['"parallel"'] * 6 + ['"reduction"'])
    p.lines_of(
        f"%it = tensor.empty() : {tiles}", f"%ft = tensor.empty() : {filters}", f"%pt = tensor.empty() : {products}",
        f"%ot = tensor.empty() : {result}", "%zero = arith.constant 0.0 : f32",
        f"%i = iree_linalg_ext.winograd.input_transform {words} image_dimensions({dims}) {group('ins', image)} outs(%it : {tiles}) -> {tiles}",
        f"%f = iree_linalg_ext.winograd.filter_transform {words} kernel_dimensions({kernel_dims}) {group('ins', kernel)} "
        f"outs(%ft : {filters}) -> {filters}",
        f"%z = linalg.fill ins(%zero : f32) outs(%pt : {products}) -> {products}",
        f"%p = linalg.generic {{indexing_maps = [{m('a, b, n, h, w, c')}, {m('a, b, c, f')}, {m('a, b, n, h, w, f')}], "
        f"iterator_types = [{its}]}} ins(%i, %f : {tiles}, {filters}) outs(%z : {products}) {{",
        "^bb0(%x: f32, %y: f32, %s: f32):", "  %q = arith.mulf %x, %y : f32", "  %t = arith.addf %s, %q : f32",
        "  linalg.yield %t : f32", f"}} -> {products}",
        f"%o = iree_linalg_ext.winograd.output_transform {words} image_dimensions({dims}) ins(%p : {products}) outs(%ot : {result}) "
        f"-> {result}")
    kept = expected.transpose(0, 3, 1, 2).copy() if first else expected
    sizes = ", ".join(map(str, kept.shape))
    p.emit(f"%r = tensor.extract_slice %o[0, 0, 0, 0] [{sizes}] [1, 1, 1, 1] : {result} to {tensor_type(kept)}")
    p.expect("%r", kept, 5e-4)
    return p


def winograd_family():
    yield winograd_case("winograd_6", 14, 6, 2, 3, 2, False)
    yield winograd_case("winograd_6_first", 11, 6, 1, 2, 3, True)
    yield winograd_case("winograd_4", 10, 4, 1, 3, 2, False)
    yield winograd_case("winograd_2", 7, 2, 2, 2, 2, False)


if __name__ == "__main__":
    FAMILIES = {
        "layout": layout_family, "bits": bits_family, "place": place_family, "best": best_family,
        "attention": attention_family, "winograd": winograd_family,
    }
    sys.exit(irregular_ops.main(FAMILIES))
