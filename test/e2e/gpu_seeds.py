"""The kernels of the seed documents on a Vulkan device and in the interpreter, against NumPy: tiled by 8x8x4 with and without
promotion and fusion, cut tiles, guards, grids, and what each invocation stores. Outputs start as NaN (tern-run fills them so).

usage: TERN_RUN=... TERN_OPT=... VK_DRIVER_FILES=... gpu_seeds.py [part of a case's name...]
"""

import os
import re
import subprocess

import numpy as np

import dispatch

PLACES = ("--device=vulkan", "--interpret=forward", "--interpret=random:7")
TILE = "--linalg-tile-and-fuse=tile-sizes=8,8,4"
PROMOTE = "--linalg-promote-subviews=force=true"
TO_GPU = ("--convert-to-gpu", "--canonicalize", "--cse")


def passes(text, *flags):
    """What tern-opt makes of the text."""
    done = subprocess.run([os.environ.get("TERN_OPT", "tern-opt"), "-", *flags], input=text, capture_output=True, text=True,
                          timeout=120)
    if done.returncode:
        raise RuntimeError(f"{flags}\n{done.stderr}\n{text}")
    return done.stdout


def kernel_text(bindings, body, attributes=""):
    """A function on the buffers %NAME of `bindings`: (name, memref type, access), the outputs last."""
    lines = [f"func.func @main() {attributes} {{"]
    lines += [f'  %{name} = iree.placeholder for "interface buffer" {{binding = @io::@{name}}} : {kind}'
              for name, kind, _ in bindings]
    lines += [body, "  return", "}", "hal.interface private @io {"]
    lines += [f'  hal.interface.binding @{name}, set=0, binding={i}, type="StorageBuffer", access="{access}"'
              for i, (name, _, access) in enumerate(bindings)]
    return "\n".join(lines + ["}"]) + "\n"


def workgroup(x, y):
    return f"attributes {{spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [{x}, {y}, 1]>}}"


def agrees(text, inputs, expected, scale=1.0, places=PLACES):
    for place in places:
        actual = dispatch.run(text, inputs, ["f32"] * len(expected), extra=[place])
        for a, e in zip(actual, expected):
            problem = dispatch.compare(a, e, "f32", scale)
            if problem:
                return f"{place}: {problem}\n{text}"
    return None


def numbers(*shape, seed=0):
    """Small integers: sums of their products are exact."""
    return dispatch.Array(np.random.default_rng(seed).integers(-3, 4, shape), "f32")


def product_text(m, k, n):
    body = f'%out0 = "mhlo.dot"(%in0, %in1) : (tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>) -> tensor<{m}x{n}xf32>'
    text = dispatch.dispatch_text([f"tensor<{m}x{k}xf32>", f"tensor<{k}x{n}xf32>"], [f"tensor<{m}x{n}xf32>"], body)
    return passes(text, "--hlo-to-linalg-pipeline")


def product(m, k, n, *flags, places=PLACES):
    a, b = numbers(m, k), numbers(k, n, seed=1)
    text = passes(product_text(m, k, n), *flags, *TO_GPU)
    return agrees(text, [a, b], [a.values @ b.values], places=places)


def pointwise(shape, c_shape):
    a, b, c = numbers(*shape), numbers(*shape, seed=1), numbers(*c_shape, seed=2)
    full = a.type
    wide = "%in2" if shape == c_shape else "%wide"
    body = f'%sum = "mhlo.add"(%in0, %in1) : ({full}, {full}) -> {full}\n'
    if shape != c_shape:
        body += f'%wide = "mhlo.broadcast"(%in2) : ({c.type}) -> {full}\n'
    body += f'%out0 = "mhlo.multiply"(%sum, {wide}) : ({full}, {full}) -> {full}'
    text = dispatch.dispatch_text([full, full, c.type], [full], body)
    return agrees(text, [a, b, c], [(a.values + b.values) * c.values])


def fill_behind_other_kernel():
    """Without fusion the fill is a kernel before the product's."""
    text = passes(product_text(33, 17, 20), "--iree-codegen-split-dispatch-function=fuse=false")
    if "hal.entry_point_schedule = [@main_0, @main_1]" not in text:
        return "the fill is in no kernel of its own\n" + text
    a, b = numbers(33, 17), numbers(17, 20, seed=1)
    whole = passes(text, "--linalg-tile-and-fuse=tile-sizes=8,8,4 fuse=false", *TO_GPU)
    if not re.search(r"func.func @main_1\(\)(?:(?!func.func)[\s\S])*scf.for", whole):
        return "the product has no loop over k\n" + whole
    return agrees(whole, [a, b], [a.values @ b.values], places=PLACES[:1])


def dot_then_reduce():
    """Two kernels in order, and four if nothing is fused: equal results."""
    a, b = numbers(33, 17), numbers(17, 20, seed=1)
    body = '''%out0 = "mhlo.dot"(%in0, %in1) : (tensor<33x17xf32>, tensor<17x20xf32>) -> tensor<33x20xf32>
%zero_f = mhlo.constant dense<0.0> : tensor<f32>
%out1 = "mhlo.reduce"(%out0, %zero_f) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %s = mhlo.add %x, %y : tensor<f32>
  "mhlo.return"(%s) : (tensor<f32>) -> ()
}) {dimensions = dense<1> : tensor<1xi64>} : (tensor<33x20xf32>, tensor<f32>) -> tensor<33xf32>'''
    text = dispatch.dispatch_text([a.type, b.type], ["tensor<33x20xf32>", "tensor<33xf32>"], body)
    expected = [a.values @ b.values, (a.values @ b.values).sum(axis=1)]
    linalg = passes(text, "--hlo-to-linalg-pipeline")
    for fuse, count in (("true", 2), ("false", 4)):
        split = passes(linalg, f"--iree-codegen-split-dispatch-function=fuse={fuse}")
        kernels = re.search(r"hal.entry_point_schedule = \[(.*?)\]", split)
        if not kernels or kernels[1].count("@") != count:
            return f"expected {count} kernels but got\n{split}"
        problem = agrees(split, [a, b], expected)
        if problem:
            return problem
    return agrees(text, [a, b], expected)


def long_k_is_deterministic():
    """The loop over k is never dealt to workgroups."""
    a, b = numbers(16, 4096), numbers(4096, 16, seed=1)
    a.values += np.float32(0.1)
    text = passes(product_text(16, 4096, 16), TILE, PROMOTE, *TO_GPU)
    if not re.search(r"scf.for %\w+ = %c0 to %c4096 step %c4 ", text) or "return %c2, %c2, %c1" not in text:
        return "k is no loop of the kernel\n" + text
    first, *others = [dispatch.run(text, [a, b], ["f32"], extra=["--device=vulkan"])[0] for _ in range(5)]
    if any(not np.array_equal(first, other) for other in others):
        return "the results differ from run to run"
    return dispatch.compare(first, a.values.astype(np.float64) @ b.values, "f32", 4096)


def never_nan():
    """The fill is in the tile: no run reads what was in the output before."""
    a, b = numbers(64, 64), numbers(64, 64, seed=1)
    text = passes(product_text(64, 64, 64), TILE, PROMOTE, *TO_GPU)
    for _ in range(20):
        problem = agrees(text, [a, b], [a.values @ b.values], places=PLACES[:1])
        if problem:
            return problem
    return None


def each_invocation_stores():
    """In place of its sum each invocation stores its number in the workgroup."""
    text = passes(product_text(32, 24, 16), TILE, *TO_GPU)
    store = list(re.finditer(r"memref.store %(\w+), (%\w+)\[(%\w+), (%\w+)\]", text))[-1]
    number = f'''%number_y = arith.muli {store[3]}, %c8 : index
%number = arith.addi %number_y, {store[4]} : index
%number_i = arith.index_cast %number : index to i32
%number_f = arith.sitofp %number_i : i32 to f32
memref.store %number_f, {store[2]}[{store[3]}, {store[4]}]'''
    text = text[:store.start()] + number + text[store.end():]
    expected = np.tile(np.arange(64).reshape(8, 8), (4, 2))
    return agrees(text, [numbers(32, 24), numbers(24, 16)], [expected])


def copies_each_element_once():
    """A counter for each element of the promoted tiles, beside the store to workgroup memory."""
    body = "  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x8xf32>) outs(%c : memref<8x8xf32>)"
    text = kernel_text([("a", "memref<8x4xf32>", "Read"), ("b", "memref<4x8xf32>", "Read"),
                        ("c", "memref<8x8xf32>", "Read|Write"), ("n", "memref<8x4xf32>", "Read|Write"),
                        ("m", "memref<4x8xf32>", "Read|Write")], body)
    text = passes(text, TILE, PROMOTE, *TO_GPU[:1])
    place = text.index("gpu.") if "gpu." in text else 0
    count = 0
    for match in reversed(list(re.finditer(r"vector.store %\w+, (%\w+)\[(%\w+), (%\w+)\] : memref<(8x4|4x8)xf32, 3>.*\n", text))):
        counter = ("%n", "%m")[match[4] == "4x8"]
        where = f"{counter}[{match[2]}, {match[3]}] : memref<{match[4]}xf32>, vector<4xf32>"
        more = f'''%old{count} = vector.load {where}
%one{count} = arith.constant dense<1.0> : vector<4xf32>
%new{count} = arith.addf %old{count}, %one{count} : vector<4xf32>
vector.store %new{count}, {where}
'''
        text = text[:match.end()] + more + text[match.end():]
        count += 1
    if count != 2 or not place:
        return f"{count} copies to workgroup memory\n{text}"
    names = re.findall(r'(%\w+) = iree.placeholder for "interface buffer" \{binding = @io::@(\w)\}', text)
    if {name for _, name in names} < {"a", "b", "c", "n", "m"}:
        extra = "".join(f'%{name} = iree.placeholder for "interface buffer" {{binding = @io::@{name}}} : memref<{shape}xf32>\n'
                        for name, shape in (("n", "8x4"), ("m", "4x8")) if name not in {n for _, n in names})
        start = text.index("%" + names[0][0][1:] + " = iree.placeholder")
        text = text[:start] + extra + text[start:]
    a, b = numbers(8, 4), numbers(4, 8, seed=1)
    zeros = [dispatch.Array(np.zeros(shape), "f32") for shape in ((8, 8), (8, 4), (4, 8))]
    return agrees(text, [a, b, *zeros], [a.values @ b.values, np.ones((8, 4)), np.ones((4, 8))])


def guard_words():
    """150 elements by workgroups of 32: 160 invocations, and a row of words behind the elements that nobody may touch."""
    body = '''  %part = memref.subview %r[0, 0] [10, 15] [1, 1] : memref<11x15xf32> to memref<10x15xf32, strided<[15, 1]>>
  linalg.negf ins(%a : memref<10x15xf32>) outs(%part : memref<10x15xf32, strided<[15, 1]>>)'''
    text = kernel_text([("a", "memref<10x15xf32>", "Read"), ("r", "memref<11x15xf32>", "Write|Discard")], body, workgroup(32, 1))
    text = passes(text, *TO_GPU)
    if "return %c5, %c1, %c1" not in text:
        return "the grid is not 5 workgroups\n" + text
    a = numbers(10, 15)
    return agrees(text, [a], [np.concatenate([-a.values, np.full((1, 15), np.nan, np.float32)])])


def large_tile(m, k, n):
    """Tiles of 16x16 for workgroups of 8x8: each invocation has four elements."""
    return product(m, k, n, "--linalg-tile-and-fuse=tile-sizes=16,16,4 workgroup-size=8,8,1", PROMOTE)


def smaller_grid():
    """One column of workgroups instead of two: the other tiles stay as they were. No invocation strides."""
    text = passes(product_text(32, 24, 16), TILE, *TO_GPU)
    if "return %c2, %c4, %c1" not in text:
        return "the grid is not 2 x 4 x 1\n" + text
    a, b = numbers(32, 24), numbers(24, 16, seed=1)
    expected = a.values @ b.values
    expected[:, 8:] = np.nan
    return agrees(text.replace("return %c2, %c4, %c1", "return %c1, %c4, %c1"), [a, b], [expected])


def untiled_beside_tiled():
    """10000 elements by the grid of a product of 16x16 in tiles of 8x8: each is written, and none by two."""
    body = '''  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x12xf32>, memref<12x16xf32>) outs(%c : memref<16x16xf32>)
  linalg.negf ins(%x : memref<10000xf32>) outs(%y : memref<10000xf32>)'''
    text = kernel_text([("a", "memref<16x12xf32>", "Read"), ("b", "memref<12x16xf32>", "Read"), ("x", "memref<10000xf32>", "Read"),
                        ("c", "memref<16x16xf32>", "Write|Discard"), ("y", "memref<10000xf32>", "Write|Discard")], body)
    text = passes(text, TILE, *TO_GPU)
    if "return %c2, %c2, %c1" not in text:
        return "the grid is not that of the tiles\n" + text
    a, b, x = numbers(16, 12), numbers(12, 16, seed=1), numbers(10000, seed=2)
    return agrees(text, [a, b, x], [a.values @ b.values, -x.values])


CASES = [
    ("elementwise-10x15", lambda: pointwise((10, 15), (15,))),
    ("elementwise-10x5", lambda: pointwise((10, 5), (10, 5))),
    ("fill-in-own-kernel", fill_behind_other_kernel),
    ("dot-then-reduce", dot_then_reduce),
    ("k-4096", long_k_is_deterministic),
    ("never-nan", never_nan),
    ("invocations-store", each_invocation_stores),
    ("copies-once", copies_each_element_once),
    ("guard-words", guard_words),
    ("smaller-grid", smaller_grid),
    ("untiled-beside-tiled", untiled_beside_tiled),
    ("tile-16-even", lambda: large_tile(32, 24, 16)),
    ("tile-16-ragged", lambda: large_tile(33, 25, 17)),
]
for sizes in ((32, 24, 16), (4, 5, 10), (33, 25, 17), (96, 96, 96)):
    places = PLACES if max(sizes) < 96 else PLACES[:1]
    name = "x".join(map(str, sizes))
    CASES.append((f"tiled-{name}", lambda s=sizes, p=places: product(*s, TILE, places=p)))
    CASES.append((f"promoted-{name}", lambda s=sizes, p=places: product(*s, TILE, PROMOTE, places=p)))
    CASES.append((f"chosen-{name}", lambda s=sizes, p=places: product(*s, "--linalg-tile-and-fuse", "--linalg-promote-subviews",
                                                                     places=p)))

if __name__ == "__main__":
    dispatch.main(CASES)
