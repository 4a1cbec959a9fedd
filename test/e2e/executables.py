"""Functions of whole programs' executables (hal.interface.binding.subspan, dispatch tensors), compared with NumPy."""

import numpy as np
from dispatch import RNG, Array, compare, main, run, tensor_type
from executable_text import check, executable_text, generic, I, IJ, J, PARALLEL, REDUCTION, sample, wide


def dense_relu(m, k, n):
    a, b, c = sample((m, k)), sample((k, n)), sample((n,))
    t = tensor_type((m, n), "f32")
    body = f"""
%zf = arith.constant 0.0 : f32
%e = tensor.empty() : {t}
%f = linalg.fill ins(%zf : f32) outs(%e : {t}) -> {t}
%m = linalg.matmul ins(%in0, %in1 : {a.type}, {b.type}) outs(%f : {t}) -> {t}
""" + generic("out0", [IJ, J, IJ], [PARALLEL] * 2, ["%m", "%in2"], [t, c.type], "%e", t, "%x: f32, %y: f32, %o: f32",
              "%s = arith.addf %x, %y : f32\n%r = arith.maximumf %s, %zf : f32\nlinalg.yield %r : f32")
    return check([a, b, c], [t], body, [np.maximum(wide(a) @ wide(b) + wide(c), 0)], ["f32"], 4 * k + 64)


def softmax(rows, columns):
    x = sample((rows, columns))
    t, v = x.type, tensor_type((rows,), "f32")
    body = f"""
%low = arith.constant 0xFF800000 : f32
%zf = arith.constant 0.0 : f32
%ev = tensor.empty() : {v}
%et = tensor.empty() : {t}
%m0 = linalg.fill ins(%low : f32) outs(%ev : {v}) -> {v}
""" + "\n".join([
        generic("m", [IJ, I], [PARALLEL, REDUCTION], ["%in0"], [t], "%m0", v, "%x: f32, %o: f32",
                "%s = arith.maximumf %x, %o : f32\nlinalg.yield %s : f32"),
        generic("e", [IJ, I, IJ], [PARALLEL] * 2, ["%in0", "%m"], [t, v], "%et", t, "%x: f32, %y: f32, %o: f32",
                "%s = arith.subf %x, %y : f32\n%r = math.exp %s : f32\nlinalg.yield %r : f32"),
        f"%s0 = linalg.fill ins(%zf : f32) outs(%ev : {v}) -> {v}",
        generic("s", [IJ, I], [PARALLEL, REDUCTION], ["%e"], [t], "%s0", v, "%x: f32, %o: f32",
                "%s1 = arith.addf %x, %o : f32\nlinalg.yield %s1 : f32"),
        generic("out0", [IJ, I, IJ], [PARALLEL] * 2, ["%e", "%s"], [t, v], "%et", t, "%x: f32, %y: f32, %o: f32",
                "%r = arith.divf %x, %y : f32\nlinalg.yield %r : f32")])
    e = np.exp(wide(x) - wide(x).max(1, keepdims=True))
    return check([x], [t], body, [e / e.sum(1, keepdims=True)], ["f32"], 256)


def reduction(shape, dims):
    x = sample(shape)
    kept = [d for d in range(len(shape)) if d not in dims]
    t = tensor_type([shape[d] for d in kept], "f32")
    names = [f"d{i}" for i in range(len(shape))]
    loops = ", ".join(names)
    maps = [f"affine_map<({loops}) -> ({loops})>", f"affine_map<({loops}) -> ({', '.join(names[d] for d in kept)})>"]
    body = f"""
%zf = arith.constant 0.0 : f32
%e = tensor.empty() : {t}
%f = linalg.fill ins(%zf : f32) outs(%e : {t}) -> {t}
""" + generic("out0", maps, [REDUCTION if d in dims else PARALLEL for d in range(len(shape))], ["%in0"], [x.type], "%f", t,
              "%x: f32, %o: f32", "%s = arith.addf %x, %o : f32\nlinalg.yield %s : f32")
    return check([x], [t], body, [wide(x).sum(tuple(dims))], ["f32"], 4096)


def transpose(shape, order):
    x = sample(shape)
    t = tensor_type([shape[d] for d in order], "f32")
    body = f"%e = tensor.empty() : {t}\n%out0 = linalg.transpose ins(%in0 : {x.type}) outs(%e : {t}) permutation = {list(order)}"
    return check([x], [t], body, [wide(x).transpose(order)], ["f32"])


def broadcast_add(rows, columns):
    x, y = sample((rows, 1)), sample((columns,))
    t = tensor_type((rows, columns), "f32")
    body = f"%e = tensor.empty() : {t}\n" + generic(
        "out0", ["affine_map<(i, j) -> (i, 0)>", J, IJ], [PARALLEL] * 2, ["%in0", "%in1"], [x.type, y.type], "%e", t,
        "%x: f32, %y: f32, %o: f32", "%s = arith.addf %x, %y : f32\nlinalg.yield %s : f32")
    return check([x, y], [t], body, [wide(x) + wide(y)], ["f32"])


def batch_matmul(batch, m, k, n):
    a, b = sample((batch, m, k)), sample((batch, k, n))
    t = tensor_type((batch, m, n), "f32")
    body = f"""
%zf = arith.constant 0.0 : f32
%e = tensor.empty() : {t}
%f = linalg.fill ins(%zf : f32) outs(%e : {t}) -> {t}
%out0 = linalg.batch_matmul ins(%in0, %in1 : {a.type}, {b.type}) outs(%f : {t}) -> {t}
"""
    return check([a, b], [t], body, [wide(a) @ wide(b)], ["f32"], 4 * k + 64)


def quantized(m, k, n):
    a, b = sample((m, k), "i8"), sample((k, n), "i8")
    t, out = tensor_type((m, n), "i32"), tensor_type((m, n), "i8")
    body = f"""
%zi = arith.constant 0 : i32
%e = tensor.empty() : {t}
%eo = tensor.empty() : {out}
%f = linalg.fill ins(%zi : i32) outs(%e : {t}) -> {t}
%m = linalg.matmul ins(%in0, %in1 : {a.type}, {b.type}) outs(%f : {t}) -> {t}
""" + generic("out0", [IJ, IJ], [PARALLEL] * 2, ["%m"], [t], "%eo", out, "%x: i32, %o: i8",
              "%r = arith.trunci %x : i32 to i8\nlinalg.yield %r : i8")
    expected = (a.values.astype(np.int64) @ b.values.astype(np.int64)).astype(np.int8)
    return check([a, b], [out], body, [expected], ["i8"])


def pad(shape, low, high):
    x = sample(shape)
    t = tensor_type([s + a + b for s, a, b in zip(shape, low, high)], "f32")
    indices = ", ".join(f"%i{d}: index" for d in range(len(shape)))
    body = f"%v = arith.constant 2.5 : f32\n%out0 = tensor.pad %in0 low{list(low)} high{list(high)} {{\n^bb0({indices}):\n" \
           f"tensor.yield %v : f32\n}} : {x.type} to {t}"
    return check([x], [t], body, [np.pad(wide(x), list(zip(low, high)), constant_values=2.5)], ["f32"])


def concat(shapes, dim):
    xs = [sample(s) for s in shapes]
    expected = np.concatenate([wide(x) for x in xs], dim)
    t = tensor_type(expected.shape, "f32")
    body = f"%out0 = tensor.concat dim({dim}) {', '.join(f'%in{i}' for i in range(len(xs)))} : " \
           f"({', '.join(x.type for x in xs)}) -> {t}"
    return check(xs, [t], body, [expected], ["f32"])


def negate_slice():
    """A computed slice that is reshaped, and an op that reads another slice."""
    x = sample((8, 12))
    body = """
%s = tensor.extract_slice %in0[2, 1] [4, 6] [1, 2] : tensor<8x12xf32> to tensor<4x6xf32>
%e = tensor.empty() : tensor<4x6xf32>
%n = linalg.negf ins(%s : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
%out0 = tensor.collapse_shape %n [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
%out1 = tensor.collapse_shape %s [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
%r = tensor.extract_slice %in0[3, 0] [1, 12] [1, 1] : tensor<8x12xf32> to tensor<12xf32>
%er = tensor.empty() : tensor<12xf32>
%out2 = linalg.exp ins(%r : tensor<12xf32>) outs(%er : tensor<12xf32>) -> tensor<12xf32>
"""
    s = wide(x)[2:6, 1:13:2]
    return check([x], ["tensor<24xf32>", "tensor<24xf32>", "tensor<12xf32>"], body,
                 [-s.ravel(), s.ravel(), np.exp(wide(x)[3])], ["f32"] * 3)


def update(offset):
    """An insertion in place at an offset that is a constant of the dispatch."""
    x, old = sample((3, 5)), sample((9, 5))
    body = "%out0 = tensor.insert_slice %in0 into %old0[%w0, 0] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<9x5xf32>"
    expected = wide(old).copy()
    expected[offset:offset + 3] = wide(x)
    return check([x, old], [old.type], body, [expected], ["f32"], updated=(0,), words=1, extra=[f"--push_constant={offset}"])


def reverse_in_place():
    """What is written is still to be read: the old contents are kept aside."""
    old = sample((7,))
    body = "%e = tensor.empty() : tensor<7xf32>\n" + generic(
        "out0", ["affine_map<(i) -> (6 - i)>", "affine_map<(i) -> (i)>"], [PARALLEL], ["%old0"], [old.type], "%e", old.type,
        "%x: f32, %o: f32", "linalg.yield %x : f32")
    return check([old], [old.type], body, [wide(old)[::-1]], ["f32"], updated=(0,))


def both_results():
    """Two results of one op, one of them stored twice, and one nobody wants."""
    x = sample((6, 10))
    t = x.type
    body = f"""
%e = tensor.empty() : {t}
%r:3 = linalg.generic {{indexing_maps = [{IJ}, {IJ}, {IJ}, {IJ}], iterator_types = ["parallel", "parallel"]}}
    ins(%in0 : {t}) outs(%e, %e, %e : {t}, {t}, {t}) {{
^bb0(%x: f32, %a: f32, %b: f32, %c: f32):
  %n = arith.negf %x : f32
  %s = arith.mulf %x, %x : f32
  linalg.yield %n, %s, %x : f32, f32, f32
}} -> ({t}, {t}, {t})
%out0 = tensor.cast %r#0 : {t} to {t}
%out1 = tensor.cast %r#1 : {t} to {t}
%out2 = tensor.cast %r#0 : {t} to {t}
"""
    return check([x], [t] * 3, body, [-wide(x), wide(x)**2, -wide(x)], ["f32"] * 3)


def gather(rows, columns, count):
    x, i = sample((rows, columns)), Array(RNG.integers(0, rows, (count,)), "i32")
    t = tensor_type((count, columns), "f32")
    body = f"%e = tensor.empty() : {t}\n" + generic(
        "out0", [I, IJ], [PARALLEL] * 2, ["%in1"], [i.type], "%e", t, "%x: i32, %o: f32",
        f"%r = arith.index_cast %x : i32 to index\n%j = linalg.index 1 : index\n"
        f"%v = tensor.extract %in0[%r, %j] : {x.type}\nlinalg.yield %v : f32")
    return check([x, i], [t], body, [wide(x)[i.values]], ["f32"])


def scalars():
    x = Array(RNG.integers(0, 100, ()), "i32")
    body = """
%v = tensor.extract %in0[] : tensor<i32>
%c = arith.constant 3 : i32
%big = arith.cmpi sgt, %v, %c : i32
%r = scf.if %big -> (i32) {
  %d = arith.muli %v, %c : i32
  scf.yield %d : i32
} else {
  scf.yield %c : i32
}
%out0 = tensor.from_elements %r : tensor<i32>
%out1 = tensor.from_elements %r, %v, %c : tensor<3xi32>
"""
    value = int(x.values)
    r = value * 3 if value > 3 else 3
    return check([x], ["tensor<i32>", "tensor<3xi32>"], body, [np.array(r), np.array([r, value, 3])], ["i32", "i32"])


def generate():
    body = """
%out0 = tensor.generate {
^bb0(%i: index, %j: index):
  %s = arith.addi %i, %j : index
  %v = arith.index_cast %s : index to i32
  tensor.yield %v : i32
} : tensor<5x7xi32>
%c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
%out1 = tensor.cast %c : tensor<2x3xi32> to tensor<2x3xi32>
%s = arith.constant 7 : i32
%out2 = tensor.splat %s : tensor<4xi32>
"""
    return check([], ["tensor<5x7xi32>", "tensor<2x3xi32>", "tensor<4xi32>"], body,
                 [np.add.outer(np.arange(5), np.arange(7)), np.arange(1, 7).reshape(2, 3), np.full(4, 7)], ["i32"] * 3)


def dynamic_matmul(m, k, n):
    a, b = sample((m, k)), sample((k, n))
    ta, tb, t = "tensor<?x?xf32>", f"tensor<?x{n}xf32>", f"tensor<?x{n}x f32>".replace(" ", "")
    body = f"""
%zf = arith.constant 0.0 : f32
%e = tensor.empty(%w0) : {t}
%f = linalg.fill ins(%zf : f32) outs(%e : {t}) -> {t}
%mm = linalg.matmul ins(%in0, %in1 : {ta}, {tb}) outs(%f : {t}) -> {t}
""" + generic("out0", [IJ, IJ], [PARALLEL] * 2, ["%mm"], [t], "%e", t, "%x: f32, %o: f32",
              "%r = arith.negf %x : f32\nlinalg.yield %r : f32")
    lines = body
    inputs = [a, b]
    text = executable_text([ta, tb.replace("?", "?")], [f"tensor<?x{n}xf32>"], lines, words=2,
                           sizes={ta: ["%w0", "%w1"], tb: ["%w0"]}) if m == k else None
    if text is None:
        return None
    (actual,) = run(text, inputs, ["f32"])
    return compare(actual, -(wide(a) @ wide(b)), "f32", 4 * k + 64)


def conv(n, h, w, c, kh, kw, f, stride):
    x, k = sample((n, h, w, c)), sample((kh, kw, c, f))
    oh, ow = (h - kh) // stride + 1, (w - kw) // stride + 1
    t = tensor_type((n, oh, ow, f), "f32")
    id4 = "affine_map<(a, b, c, d) -> (a, b, c, d)>"
    body = f"""
%zf = arith.constant 0.0 : f32
%e = tensor.empty() : {t}
%f = linalg.fill ins(%zf : f32) outs(%e : {t}) -> {t}
%c = linalg.conv_2d_nhwc_hwcf {{strides = dense<{stride}> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}}
    ins(%in0, %in1 : {x.type}, {k.type}) outs(%f : {t}) -> {t}
""" + generic("out0", [id4, id4], [PARALLEL] * 4, ["%c"], [t], "%e", t, "%x: f32, %o: f32",
              "%r = arith.maximumf %x, %zf : f32\nlinalg.yield %r : f32")
    expected = np.zeros((n, oh, ow, f))
    for i in range(kh):
        for j in range(kw):
            part = wide(x)[:, i:i + stride * oh:stride, j:j + stride * ow:stride]
            expected += np.einsum("nhwc,cf->nhwf", part, wide(k)[i, j])
    return check([x, k], [t], body, [np.maximum(expected, 0)], ["f32"], 4096)


def max_pool(n, h, w, c):
    x = sample((n, h, w, c))
    t = tensor_type((n, h // 2, w // 2, c), "f32")
    body = f"""
%low = arith.constant 0xFF800000 : f32
%e = tensor.empty() : {t}
%f = linalg.fill ins(%low : f32) outs(%e : {t}) -> {t}
%window = tensor.empty() : tensor<2x2xf32>
%out0 = linalg.pooling_nhwc_max {{strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}}
    ins(%in0, %window : {x.type}, tensor<2x2xf32>) outs(%f : {t}) -> {t}
"""
    expected = wide(x)[:, :h // 2 * 2, :w // 2 * 2].reshape(n, h // 2, 2, w // 2, 2, c).max((2, 4))
    return check([x], [t], body, [expected], ["f32"])


LOOP_HEAD = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%c3 = arith.constant 3 : index
%c4 = arith.constant 4 : index
%c9 = arith.constant 9 : index
"""


def running_sum():
    x = sample((9,))
    body = LOOP_HEAD + """
%e = tensor.empty() : tensor<9xf32>
%zf = arith.constant 0.0 : f32
%r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%t = %e, %s = %zf) -> (tensor<9xf32>, f32) {
  %v = tensor.extract %in0[%i] : tensor<9xf32>
  %n = arith.addf %v, %s : f32
  %u = tensor.insert %n into %t[%i] : tensor<9xf32>
  scf.yield %u, %n : tensor<9xf32>, f32
}
%out0 = tensor.cast %r#0 : tensor<9xf32> to tensor<9xf32>
%out1 = tensor.from_elements %r#1 : tensor<f32>
"""
    return check([x], ["tensor<9xf32>", "tensor<f32>"], body, [np.cumsum(wide(x)), wide(x).sum()], ["f32"] * 2)


def swapped(count):
    """Two tensors change places in each iteration, and one of them grows."""
    a, b = sample((4,)), sample((4,))
    body = LOOP_HEAD + f"""
%n = arith.constant {count} : index
%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %in0, %y = %in1) -> (tensor<4xf32>, tensor<4xf32>) {{
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.add ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  scf.yield %y, %s : tensor<4xf32>, tensor<4xf32>
}}
%out0 = tensor.cast %r#0 : tensor<4xf32> to tensor<4xf32>
%out1 = tensor.cast %r#1 : tensor<4xf32> to tensor<4xf32>
"""
    x, y = wide(a), wide(b)
    for _ in range(count):
        x, y = y, x + y
    return check([a, b], ["tensor<4xf32>"] * 2, body, [x, y], ["f32"] * 2)


def stencil():
    """An iteration reads the neighbours that it has overwritten: the old version is kept."""
    x = sample((9,))
    body = LOOP_HEAD + """
%r = scf.for %k = %c0 to %c3 step %c1 iter_args(%t = %in0) -> (tensor<9xf32>) {
  %u = scf.for %i = %c0 to %c9 step %c1 iter_args(%o = %t) -> (tensor<9xf32>) {
    %j = arith.subi %i, %c1 : index
    %p = arith.maxsi %j, %c0 : index
    %a = tensor.extract %t[%p] : tensor<9xf32>
    %b = tensor.extract %t[%i] : tensor<9xf32>
    %s = arith.addf %a, %b : f32
    %n = tensor.insert %s into %o[%i] : tensor<9xf32>
    scf.yield %n : tensor<9xf32>
  }
  scf.yield %u : tensor<9xf32>
}
%out0 = tensor.cast %r : tensor<9xf32> to tensor<9xf32>
"""
    v = wide(x)
    for _ in range(3):
        v = v + np.concatenate([v[:1], v[:-1]])
    return check([x], ["tensor<9xf32>"], body, [v], ["f32"])


def chosen(value):
    x, c = sample((3, 4)), Array(np.array(value), "i32")
    body = LOOP_HEAD + """
%v = tensor.extract %in1[] : tensor<i32>
%z = arith.constant 0 : i32
%is = arith.cmpi sgt, %v, %z : i32
%r = scf.if %is -> (tensor<3x4xf32>) {
  %e = tensor.empty() : tensor<3x4xf32>
  %n = linalg.negf ins(%in0 : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  scf.yield %n : tensor<3x4xf32>
} else {
  scf.yield %in0 : tensor<3x4xf32>
}
%out0 = tensor.cast %r : tensor<3x4xf32> to tensor<3x4xf32>
"""
    return check([x, c], ["tensor<3x4xf32>"], body, [-wide(x) if value > 0 else wide(x)], ["f32"])


def doubled():
    """A while loop that carries a tensor and a number."""
    x = sample((5,))
    body = LOOP_HEAD + """
%r:2 = scf.while (%t = %in0, %n = %c0) : (tensor<5xf32>, index) -> (tensor<5xf32>, index) {
  %goes = arith.cmpi slt, %n, %c4 : index
  scf.condition(%goes) %t, %n : tensor<5xf32>, index
} do {
^bb0(%u: tensor<5xf32>, %m: index):
  %e = tensor.empty() : tensor<5xf32>
  %d = linalg.add ins(%u, %u : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %k = arith.addi %m, %c1 : index
  scf.yield %d, %k : tensor<5xf32>, index
}
%out0 = tensor.cast %r#0 : tensor<5xf32> to tensor<5xf32>
%w = arith.index_cast %r#1 : index to i32
%out1 = tensor.from_elements %w : tensor<i32>
"""
    return check([x], ["tensor<5xf32>", "tensor<i32>"], body, [wide(x) * 16, np.array(4)], ["f32", "i32"])


def sorted_rows(rows, columns):
    """Insertion sort of each row, the rows in parallel."""
    x = sample((rows, columns))
    t, row = x.type, f"tensor<{columns}xf32>"
    body = LOOP_HEAD + f"""
%columns = arith.constant {columns} : index
%true = arith.constant true
%r = scf.forall (%i) in ({rows}) shared_outs(%o = %in0) -> ({t}) {{
  %s = tensor.extract_slice %o[%i, 0] [1, {columns}] [1, 1] : {t} to {row}
  %v = scf.for %a = %c1 to %columns step %c1 iter_args(%u = %s) -> ({row}) {{
    %x = tensor.extract %u[%a] : {row}
    %w:2 = scf.while (%p = %a, %q = %u) : (index, {row}) -> (index, {row}) {{
      %is = arith.cmpi sgt, %p, %c0 : index
      %d = arith.subi %p, %c1 : index
      %k = arith.maxsi %d, %c0 : index
      %y = tensor.extract %q[%k] : {row}
      %more = arith.cmpf ogt, %y, %x : f32
      %goes = arith.andi %is, %more : i1
      scf.condition(%goes) %p, %q : index, {row}
    }} do {{
    ^bb0(%p: index, %q: {row}):
      %d = arith.subi %p, %c1 : index
      %y = tensor.extract %q[%d] : {row}
      %n = tensor.insert %y into %q[%p] : {row}
      scf.yield %d, %n : index, {row}
    }}
    %z = tensor.insert %x into %w#1[%w#0] : {row}
    scf.yield %z : {row}
  }}
  scf.forall.in_parallel {{
    tensor.parallel_insert_slice %v into %o[%i, 0] [1, {columns}] [1, 1] : {row} into {t}
  }}
}}
%out0 = tensor.cast %r : {t} to {t}
"""
    return check([x], [t], body, [np.sort(wide(x), 1)], ["f32"])


def row_softmax(rows, columns):
    """The rows of a forall, with structured ops and temporaries inside."""
    x = sample((rows, columns))
    t, row = x.type, f"tensor<{columns}xf32>"
    ij, i0 = "affine_map<(j) -> (j)>", "affine_map<(j) -> ()>"
    body = LOOP_HEAD + f"""
%low = arith.constant 0xFF800000 : f32
%zf = arith.constant 0.0 : f32
%init = tensor.empty() : {t}
%r = scf.forall (%i) in ({rows}) shared_outs(%o = %init) -> ({t}) {{
  %s = tensor.extract_slice %in0[%i, 0] [1, {columns}] [1, 1] : {t} to {row}
  %es = tensor.empty() : tensor<f32>
  %er = tensor.empty() : {row}
  %f0 = linalg.fill ins(%low : f32) outs(%es : tensor<f32>) -> tensor<f32>
""" + "\n".join([
        generic("m", [ij, i0], [REDUCTION], ["%s"], [row], "%f0", "tensor<f32>", "%a: f32, %b: f32",
                "%c = arith.maximumf %a, %b : f32\nlinalg.yield %c : f32"),
        generic("e", [ij, i0, ij], [PARALLEL], ["%s", "%m"], [row, "tensor<f32>"], "%er", row, "%a: f32, %b: f32, %q: f32",
                "%c = arith.subf %a, %b : f32\n%d = math.exp %c : f32\nlinalg.yield %d : f32"),
        "%f1 = linalg.fill ins(%zf : f32) outs(%es : tensor<f32>) -> tensor<f32>",
        generic("n", [ij, i0], [REDUCTION], ["%e"], [row], "%f1", "tensor<f32>", "%a: f32, %b: f32",
                "%c = arith.addf %a, %b : f32\nlinalg.yield %c : f32"),
        generic("v", [ij, i0, ij], [PARALLEL], ["%e", "%n"], [row, "tensor<f32>"], "%er", row, "%a: f32, %b: f32, %q: f32",
                "%c = arith.divf %a, %b : f32\nlinalg.yield %c : f32")]) + f"""
  scf.forall.in_parallel {{
    tensor.parallel_insert_slice %v into %o[%i, 0] [1, {columns}] [1, 1] : {row} into {t}
  }}
}}
%out0 = tensor.cast %r : {t} to {t}
"""
    e = np.exp(wide(x) - wide(x).max(1, keepdims=True))
    return check([x], [t], body, [e / e.sum(1, keepdims=True)], ["f32"], 256)


def scatter_add(count, rows):
    x, i, old = sample((count,)), Array(RNG.integers(0, rows, (count,)), "i32"), sample((rows,))
    t = old.type
    body = LOOP_HEAD + f"""
%n = arith.constant {count} : index
%r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %old0) -> ({t}) {{
  %j = tensor.extract %in1[%k] : {i.type}
  %p = arith.index_cast %j : i32 to index
  %v = tensor.extract %in0[%k] : {x.type}
  %w = tensor.extract %t[%p] : {t}
  %s = arith.addf %v, %w : f32
  %u = tensor.insert %s into %t[%p] : {t}
  scf.yield %u : {t}
}}
%out0 = tensor.cast %r : {t} to {t}
"""
    expected = wide(old).copy()
    np.add.at(expected, i.values, wide(x))
    return check([x, i, old], [t], body, [expected], ["f32"], updated=(0,))


def cases():
    for sizes in [(1, 1, 1), (5, 7, 3), (32, 24, 16), (130, 70, 200), (256, 128, 512)]:
        yield f"dense_relu{sizes}", lambda s=sizes: dense_relu(*s)
        yield f"quantized{sizes}", lambda s=sizes: quantized(*s)
    for sizes in [(1, 1), (3, 17), (64, 1000), (300, 257)]:
        yield f"softmax{sizes}", lambda s=sizes: softmax(*s)
        yield f"broadcast_add{sizes}", lambda s=sizes: broadcast_add(*s)
    for shape, dims in [((17, 1023), [1]), ((17, 1023), [0]), ((200, 300), [0, 1]), ((3, 17, 5), [0, 2]), ((3, 170, 50), [1]),
                        ((100000,), [0]), ((4, 0), [1])]:
        yield f"reduction{shape}{dims}", lambda s=shape, d=dims: reduction(s, d)
    for shape, order in [((17, 33), (1, 0)), ((300, 500), (1, 0)), ((4, 16, 8, 32), (0, 2, 1, 3)), ((5, 6, 7), (2, 0, 1))]:
        yield f"transpose{shape}{order}", lambda s=shape, o=order: transpose(s, o)
    for sizes in [(1, 3, 5, 7), (12, 64, 32, 64), (8, 100, 64, 100)]:
        yield f"batch_matmul{sizes}", lambda s=sizes: batch_matmul(*s)
    yield "pad 1", lambda: pad((5,), (2,), (1,))
    yield "pad 2", lambda: pad((4, 6), (1, 0), (0, 3))
    yield "pad 4", lambda: pad((1, 28, 28, 16), (0, 1, 1, 0), (0, 1, 1, 0))
    yield "concat 0", lambda: concat([(2, 3), (4, 3)], 0)
    yield "concat 1", lambda: concat([(5, 3), (5, 1), (5, 6)], 1)
    yield "negate_slice", negate_slice
    for offset in (0, 4, 6):
        yield f"update {offset}", lambda o=offset: update(o)
    yield "reverse_in_place", reverse_in_place
    yield "both_results", both_results
    yield "gather", lambda: gather(20, 33, 11)
    yield "scalars", scalars
    yield "generate", generate
    yield "dynamic_matmul", lambda: dynamic_matmul(65, 65, 40)
    yield "running_sum", running_sum
    for count in (0, 1, 5):
        yield f"swapped {count}", lambda c=count: swapped(c)
    yield "stencil", stencil
    for value in (0, 1):
        yield f"chosen {value}", lambda v=value: chosen(v)
    yield "doubled", doubled
    for sizes in [(1, 5), (7, 33), (300, 20)]:
        yield f"sorted_rows{sizes}", lambda s=sizes: sorted_rows(*s)
        yield f"row_softmax{sizes}", lambda s=sizes: row_softmax(*s)
    yield "scatter_add", lambda: scatter_add(50, 11)
    yield "conv", lambda: conv(2, 14, 14, 8, 3, 3, 16, 1)
    yield "conv stride", lambda: conv(1, 15, 17, 3, 3, 3, 20, 2)
    yield "max_pool", lambda: max_pool(2, 12, 9, 10)


if __name__ == "__main__":
    main(cases())
