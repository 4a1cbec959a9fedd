"""The ops of iree_linalg_ext, and those of tm_tensor that become these, as programs, against NumPy.

usage: linalg_ext_ops.py [FAMILY...]    environment: TERN_RUN, TERN_DEVICE (default cpu), TERN_KEEP (folder for the programs)
"""

import sys

import irregular_ops
import numpy as np
from irregular_ops import Function, element_type, tensor_type

RNG = np.random.default_rng(11)


def randoms(shape, element, spread=100):
    if element.startswith("f"):
        return RNG.standard_normal(shape).astype(irregular_ops.TYPES[element])
    return RNG.integers(-spread, spread, shape).astype(irregular_ops.TYPES[element])


def emit(f, head, inputs, outputs, body, results, dialect="iree_linalg_ext"):
    """The op with its region; `inputs` and `outputs` are (value, type)."""
    def group(word, values):
        return f" {word}({', '.join(v for v, _ in values)} : {', '.join(t for _, t in values)})" if values else ""
    types = ", ".join(t for _, t in outputs)
    names = f.value()
    f.emit(f"{names}{f':{len(outputs)}' if len(outputs) > 1 else ''} = {dialect}.{head}{group('ins', inputs)}"
           f"{group('outs', outputs)} {{")
    for line in body:
        f.emit(line)
    f.emit(f"  {dialect}.yield {results}")
    f.emit(f"}} -> {types}")
    return [f"{names}#{i}" for i in range(len(outputs))] if len(outputs) > 1 else [names]


def constants(f, *arrays):
    return [(f.constant(a), tensor_type(a)) for a in arrays]


def compare(word, element, a="%a", b="%b", result="%c"):
    op = f"arith.cmpf o{word}" if element.startswith("f") else f"arith.cmpi s{word}"
    return f"  {result} = {op}, {a}, {b} : {element}"


# --- scatter ---

def scatter_case(name, target, batch, dims, combine="add", index_type="i32", flat=False, window=None):
    f = Function(name)
    element = element_type(target)
    rest = [d for d in range(target.ndim) if d not in dims]
    extents = window or [target.shape[d] for d in rest]
    updates = randoms(tuple(batch) + tuple(extents), element)
    # Some places are outside, and are left out.
    indices = np.stack([RNG.integers(-1, target.shape[d] + 1, batch) for d in dims], -1).astype(irregular_ops.TYPES[index_type])
    expected = target.copy()
    for at in np.ndindex(*batch):
        place = indices[at]
        if any(not 0 <= p < target.shape[d] for p, d in zip(place, dims)):
            continue
        for inside in np.ndindex(*extents):
            full = [0] * target.ndim
            for p, d in zip(place, dims):
                full[d] = int(p)
            for p, d in zip(inside, rest):
                full[d] = p
            old, new = expected[tuple(full)], updates[at + inside]
            expected[tuple(full)] = old + new if combine == "add" else new
    if flat:
        indices = indices[..., 0]
    ins = constants(f, updates, indices)
    body = []
    if combine == "add":
        body = [f"  %s = arith.add{'f' if element.startswith('f') else 'i'} %a, %b : {element}"]
    [result] = emit(f, f"scatter dimension_map = [{', '.join(map(str, dims))}] unique_indices(false)", ins, constants(f, target),
                    [f"^bb0(%a: {element}, %b: {element}):"] + body, f"{'%s' if body else '%a'} : {element}")
    f.expect(result, expected, 1e-5 if element.startswith("f") else None)
    return f


def scatter_family():
    yield scatter_case("scatter_rows", randoms((8, 4), "f32"), (5,), [0])
    yield scatter_case("scatter_flat", randoms((8, 4), "i32"), (5,), [0], flat=True)
    yield scatter_case("scatter_columns", randoms((4, 8), "i32"), (6,), [1], index_type="i64")
    yield scatter_case("scatter_points", randoms((5, 6), "i32"), (20,), [1, 0], "replace")
    yield scatter_case("scatter_batches", randoms((3, 7, 2), "f32"), (2, 3), [0, 1])
    yield scatter_case("scatter_part", randoms((6, 9), "i32"), (4,), [0], window=[5])


# --- sort ---

def sort_case(name, arrays, dim, descending=False, is_strict=True, **options):
    f = Function(name)
    keys = arrays[0]
    order = np.argsort(-keys if descending else keys, axis=dim, kind="stable")
    elements = [element_type(a) for a in arrays]
    args = ", ".join(f"%a{i}: {e}, %b{i}: {e}" for i, e in enumerate(elements))
    results = emit(f, f"sort dimension({dim})", [], constants(f, *arrays),
                   [f"^bb0({args}):", compare(("g" if descending else "l") + ("t" if is_strict else "e"), elements[0], "%a0", "%b0")],
                   "%c : i1", **options)
    for result, array in zip(results, arrays):
        f.expect(result, np.take_along_axis(array, order, dim))
    return f


def sort_family():
    yield sort_case("sort_line", [randoms((37,), "f32")], 0)
    yield sort_case("sort_rows", [randoms((5, 64), "i32")], 1)
    yield sort_case("sort_columns", [randoms((33, 3), "i8")], 0, descending=True)
    keys = randoms((4, 50), "i32", 5)
    yield sort_case("sort_pairs", [keys, np.tile(np.arange(50, dtype=np.int32), (4, 1)), randoms((4, 50), "f32")], 1)
    yield sort_case("sort_not_strict", [keys, np.tile(np.arange(50, dtype=np.int32), (4, 1))], 1, is_strict=False)
    yield sort_case("sort_middle", [randoms((2, 9, 3), "f32")], 1)
    yield sort_case("sort_one", [randoms((3, 1), "f32")], 1)
    # Several tiles of a GPU.
    keys = randoms((3, 2500), "i32", 9)
    yield sort_case("sort_long", [keys, np.tile(np.arange(2500, dtype=np.int32), (3, 1))], 1, is_strict=False)


# --- fft ---

def fft_case(name, shape, with_roots, batch_stage=None):
    """All stages of a transform, or one."""
    f = Function(name)
    n = shape[-1]
    signal = (randoms(shape, "f32") + 1j * randoms(shape, "f32")).astype(np.complex64)
    bits = n.bit_length() - 1
    order = [int(format(i, f"0{bits}b")[::-1], 2) if bits else 0 for i in range(n)]
    start = signal[..., order] if batch_stage is None else signal
    parts = constants(f, np.ascontiguousarray(start.real), np.ascontiguousarray(start.imag))
    work = start.astype(np.complex128)
    for stage in range(1, bits + 1) if batch_stage is None else [batch_stage]:
        m = 1 << stage
        roots = np.exp(-2j * np.pi * np.arange(m // 2) / m)
        number = f.value()
        f.emit(f"{number} = arith.constant {stage} : index")
        ins = [(number, "index")]
        if with_roots:
            ins += constants(f, roots.real.astype(np.float32), roots.imag.astype(np.float32))
        result = f.value()
        types = ", ".join(t for _, t in parts)
        f.emit(f"{result}:2 = iree_linalg_ext.fft ins({', '.join(v for v, _ in ins)} : {', '.join(t for _, t in ins)}) "
               f"outs({', '.join(v for v, _ in parts)} : {types}) : {types}")
        parts = [(f"{result}#{i}", t) for i, (_, t) in enumerate(parts)]
        blocks = work.reshape(shape[:-1] + (n // m, 2, m // 2))
        low, high = blocks[..., 0, :], blocks[..., 1, :] * roots
        work = np.stack([low + high, low - high], -2).reshape(shape)
    expected = np.fft.fft(signal.astype(np.complex128)) if batch_stage is None else work
    f.expect(parts[0][0], expected.real.astype(np.float32), 1e-4)
    f.expect(parts[1][0], expected.imag.astype(np.float32), 1e-4)
    return f


def fft_family():
    yield fft_case("fft_line", (32,), False)
    yield fft_case("fft_roots", (64,), True)
    yield fft_case("fft_rows", (3, 16), True)
    yield fft_case("fft_stage", (2, 4, 8), False, 2)
    yield fft_case("fft_two", (5, 2), False)


# --- scan ---

def scan_case(name, array, dim, inclusive, op="add", **options):
    f = Function(name)
    element = element_type(array)
    start = randoms(array.shape[:dim] + array.shape[dim + 1:], element)
    function = {"add": np.add, "mul": np.multiply}[op]
    lines = np.moveaxis(array, dim, 0)
    if inclusive:
        partial = function.accumulate(lines, axis=0, dtype=array.dtype)
    else:
        partial = function.accumulate(np.concatenate([start[None], lines[:-1]]), axis=0, dtype=array.dtype)
    expected = np.ascontiguousarray(np.moveaxis(partial, 0, dim))
    [value] = constants(f, array)
    results = emit(f, f"scan dimension({dim}) inclusive({'true' if inclusive else 'false'})", [value],
                   [value] + constants(f, start),
                   [f"^bb0(%a: {element}, %b: {element}):",
                    f"  %s = arith.{op}{'f' if element.startswith('f') else 'i'} %a, %b : {element}"], f"%s : {element}", **options)
    tolerance = 1e-4 if element.startswith("f") else None
    f.expect(results[0], expected, tolerance)
    f.expect(results[1], np.array(partial[-1]), tolerance)
    return f


def scan_family():
    yield scan_case("scan_line", randoms((128,), "f32"), 0, True)
    yield scan_case("scan_exclusive", randoms((40,), "i32"), 0, False)
    yield scan_case("scan_rows", randoms((6, 30), "i32"), 1, True)
    yield scan_case("scan_columns", randoms((30, 6), "f32"), 0, False)
    yield scan_case("scan_middle", randoms((3, 5, 4), "i64", 3), 1, True, "mul")
    yield scan_case("scan_one", randoms((4, 1), "i32"), 1, False)
    yield scan_case("scan_long", randoms((2, 4000), "f32") / 50, 1, True)
    yield scan_case("scan_long_exclusive", randoms((4000,), "i32"), 0, False)
    yield scan_case("scan_long_columns", randoms((500, 20), "i32"), 0, True)


# --- topk ---

def topk_case(name, array, k, dim, with_indices=False, smallest=False, kept=None, **options):
    f = Function(name)
    element = element_type(array)
    shape = array.shape[:dim] + (k,) + array.shape[dim + 1:]
    indices = np.broadcast_to(np.arange(array.shape[dim], dtype=np.int32).reshape([-1 if d == dim else 1 for d in range(array.ndim)]),
                              array.shape)
    if with_indices:
        indices = (indices[::-1] if array.ndim == 1 else indices) * 3 + 7
    worst = array.max() + 1 if smallest else array.min() - 1
    values = np.full(shape, worst if kept is None else kept, array.dtype)
    places = np.full(shape, -1 if kept is not None else 2**31 - 1, np.int32)
    # What the outputs hold takes part.
    all_values = np.concatenate([values, array], dim)
    all_indices = np.concatenate([places, indices.astype(np.int32)], dim)
    keys = all_values.astype(np.float64) * (1 if smallest else -1)
    order = np.lexsort((all_indices, keys), axis=dim)
    chosen = np.take(order, range(k), dim)
    ins = constants(f, array, np.ascontiguousarray(indices.astype(np.int32))) if with_indices else constants(f, array)
    results = emit(f, f"topk dimension({dim})", ins, constants(f, values, places),
                   [f"^bb0(%a: {element}, %b: {element}):", compare("lt" if smallest else "gt", element)], "%c : i1", **options)
    f.expect(results[0], np.take_along_axis(all_values, chosen, dim))
    f.expect(results[1], np.take_along_axis(all_indices, chosen, dim))
    return f


def topk_family():
    yield topk_case("topk_line", randoms((50,), "f32"), 5, 0)
    yield topk_case("topk_rows", randoms((4, 33), "f32"), 3, 1)
    yield topk_case("topk_columns", randoms((20, 3), "i32"), 4, 0, smallest=True)
    yield topk_case("topk_ties", randoms((2, 40), "i32", 3), 8, 1)
    yield topk_case("topk_indices", randoms((2, 25), "f32"), 6, 1, with_indices=True)
    yield topk_case("topk_kept", randoms((3, 10), "i32", 20), 4, 1, kept=5)
    yield topk_case("topk_all", randoms((7,), "f32"), 7, 0)


# --- tm_tensor ---

def torch_scatter_case(name, target, count, dims, has_unit_dims):
    """Each row of indices is a place; slices may have dims of size 1 for those that are named."""
    f = Function(name)
    element = element_type(target)
    rest = [size for d, size in enumerate(target.shape) if d not in dims]
    indices = np.stack([RNG.integers(0, target.shape[d], count) for d in dims], -1)
    updates = randoms((count, *rest), element)
    expected = target.copy()
    for place, update in zip(indices, updates):
        at = [slice(None)] * target.ndim
        for d, i in zip(dims, place):
            at[d] = i
        expected[tuple(at)] += update
    ins = constants(f, updates.reshape(count, *([1] * len(dims) if has_unit_dims else []), *rest), indices)
    [result] = emit(f, f"scatter {{dimension_map = array<i64: {', '.join(map(str, dims))}>}} unique_indices(false)", ins, constants(f, target),
                    [f"^bb0(%a: {element}, %b: {element}):", f"  %s = arith.addi %a, %b : {element}"], f"%s : {element}", dialect="tm_tensor")
    f.expect(result, expected)
    return f


def torch_attention_case(name, batch, has_mask):
    f = Function(name)
    q, k, v = (randoms((*batch, *shape), "f32") for shape in ((7, 4), (9, 4), (9, 5)))
    mask = randoms((*batch, 7, 9), "f32")
    scores = q.astype(np.float64) @ np.swapaxes(k, -1, -2) / 2 + (mask if has_mask else 0)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    expected = (weights / weights.sum(-1, keepdims=True) @ v).astype(np.float32)
    ins = constants(f, q, k, v, *([mask] if has_mask else []))
    [(out, kind)] = constants(f, np.zeros_like(expected))
    result = f.value()
    f.emit(f"{result} = tm_tensor.attention ins({', '.join(x for x, _ in ins)} : {', '.join(t for _, t in ins)}) outs({out} : {kind}) -> {kind}")
    f.expect(result, expected, 1e-5)
    return f


def torch_family():
    torch = {"dialect": "tm_tensor"}
    keys = randoms((4, 50), "f32").round()
    yield sort_case("torch_sort", [keys, np.tile(np.arange(50), (4, 1))], 1, descending=True, is_strict=False, **torch)
    yield scan_case("torch_scan", randoms((30, 6), "f32"), 0, True, **torch)
    yield topk_case("torch_topk", randoms((4, 33), "f32"), 3, 1, **torch)
    yield torch_scatter_case("torch_scatter_rows", randoms((8, 4), "i32"), 5, [0], True)
    yield torch_scatter_case("torch_scatter_points", randoms((5, 6), "i32"), 20, [1, 0], True)
    yield torch_scatter_case("torch_scatter_columns", randoms((5, 6, 3), "i64"), 7, [1], False)
    yield torch_attention_case("torch_attention", (3,), False)
    yield torch_attention_case("torch_attention_mask", (2, 3), True)
    yield torch_attention_case("torch_attention_plain", (), True)


if __name__ == "__main__":
    FAMILIES = {
        "scatter": scatter_family, "sort": sort_family, "fft": fft_family, "scan": scan_family, "topk": topk_family,
        "torch": torch_family,
    }
    sys.exit(irregular_ops.main(FAMILIES))
