"""Kernels of Triton against NumPy: each by tern-run from its text, and some from module files.

usage: kernels.py [PART-OF-A-NAME...]     environment: TERN_RUN, TERN_COMPILE
TERN_DEVICE: another device than the CPU. TERN_TARGET, such as cuda:sm_90a: kernels are compiled for it and, if ptxas is there,
assembled; what they compute is not looked at.
"""

import sys
import tempfile

import numpy as np

from launch import (DEVICE, Compiled, TARGET, TYPES, at, block, exact, from_bf16, kernel, line, load, near, normal, rng, run, store,
                    to_bf16, unary)

# What a GPU does otherwise.
ON_PROCESSORS = {
    "all_is_read_before_it_is_written": "warps do not wait for each other between a load and a store of others",
    "bf16_is_rounded_after_each_op": "a product and a sum are fused",
    "descriptors_of_host_and_device": "tensor maps have strides of multiples of 16 bytes",
    "prints_and_assertions": "each thread that has an element prints it",
}

# --- cases ---

cases = {}


def case(function):
    cases[function.__name__] = function
    return function


MASKED_ADD = kernel(
    "%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32", line(64),
    "  %g = tt.get_program_id x : i32", "  %c = arith.constant 64 : i32", "  %s = arith.muli %g, %c : i32",
    "  %t = tt.splat %s : i32 -> tensor<64xi32>", "  %i = arith.addi %t, %r : tensor<64xi32>",
    "  %w = tt.splat %n : i32 -> tensor<64xi32>", "  %m = arith.cmpi slt, %i, %w : tensor<64xi32>",
    at("a", "%p", [64], "%i", "f32"), at("b", "%q", [64], "%i", "f32"), at("d", "%o", [64], "%i", "f32"),
    "  %x = tt.load %a, %m : tensor<64x!tt.ptr<f32>>", "  %y = tt.load %b, %m : tensor<64x!tt.ptr<f32>>",
    "  %z = arith.addf %x, %y : tensor<64xf32>", "  tt.store %d, %z, %m : tensor<64x!tt.ptr<f32>>")


@case
def masked_add_touches_nothing_else():
    x, y, out = normal(203), normal(203), np.full(210, 5, "f4")
    for module in (False, True):
        result = run(MASKED_ADD, [x, y, out, "i32=203"], grid="4", module=module)[2]
        exact(result, np.concatenate([x + y, out[203:]]))


@case
def writes_around_an_array_are_told():
    x = normal(128)
    run(MASKED_ADD, [x, x, x[:100].copy(), "i32=128"], grid="2",
        fails="'k' wrote up to 112 bytes behind the array of argument 2, which has 400 bytes; run it with --interpret")
    before = MASKED_ADD.replace("%r = tt.make_range {end = 64 : i32, start = 0 : i32}", "%r = tt.make_range {end = 32 : i32, start = -32 : i32}")
    assert before != MASKED_ADD
    run(before, [x, x, x.copy(), "i32=64"], fails="bytes before the array of argument 2, which has 512 bytes")


@case
def same_array_twice():
    x, out = normal(128), np.zeros(128, "f4")
    exact(run(MASKED_ADD, [x, "arg:0", out, "i32=128"], grid="2")[1], x + x)


@case
def all_is_read_before_it_is_written():
    text = kernel("%p: !tt.ptr<f32>", line(64), at("a", "%p", [64], "%r", "f32"), load("x", "%a", [64], "f32"),
                  "  %c = arith.constant dense<1> : tensor<64xi32>", "  %s = arith.addi %r, %c : tensor<64xi32>",
                  at("b", "%p", [64], "%s", "f32"), store("%b", "%x", [64], "f32"))
    x = normal(65)
    exact(run(text, [x])[0], np.concatenate([x[:1], x[:64]]))


def reduction(shape, axis, body, element="f32"):
    rest = [s for d, s in enumerate(shape) if d != axis]
    dims, left = "x".join(map(str, shape)), "x".join(map(str, rest))
    return kernel(f"%p: !tt.ptr<{element}>, %o: !tt.ptr<{element}>", block(*shape), at("a", "%p", shape, "%i", element),
                  load("x", "%a", shape, element), f"""
  %y = "tt.reduce"(%x) <{{axis = {axis} : i32}}> ({{
  ^bb0(%l: {element}, %m: {element}):
    {body}
    tt.reduce.return %n : {element}
  }}) : (tensor<{dims}x{element}>) -> tensor<{left}x{element}>""", line(rest[0], "q"), at("b", "%o", rest, "%q", element),
                  store("%b", "%y", rest, element))


@case
def reductions_along_each_axis():
    for shape in ((32, 64), (64, 4), (4, 64), (128, 2), (16, 16)):
        x = normal(*shape)
        for axis in (0, 1):
            out = np.zeros(shape[1 - axis], "f4")
            near(run(reduction(shape, axis, "%n = arith.addf %l, %m : f32"), [x, out])[1], x.astype("f8").sum(axis), 1e-5)
            exact(run(reduction(shape, axis, "%n = arith.maxnumf %l, %m : f32"), [x, out])[1], x.max(axis))


@case
def reduction_with_a_branch():
    body = """%c = arith.cmpf ogt, %l, %m : f32
    %n = scf.if %c -> (f32) {
      scf.yield %l : f32
    } else {
      scf.yield %m : f32
    }"""
    x = normal(8, 32)
    exact(run(reduction((8, 32), 1, body), [x, np.zeros(8, "f4")])[1], x.max(1))


@case
def two_values_in_one_reduction():
    text = kernel("%p: !tt.ptr<f32>, %o: !tt.ptr<i32>", line(128), at("a", "%p", [128], "%r", "f32"),
                  load("x", "%a", [128], "f32"), """
  %y:2 = "tt.reduce"(%x, %r) <{axis = 0 : i32}> ({
  ^bb0(%v: f32, %i: i32, %w: f32, %j: i32):
    %g = arith.cmpf ogt, %v, %w : f32
    %e = arith.cmpf oeq, %v, %w : f32
    %f = arith.cmpi slt, %i, %j : i32
    %h = arith.andi %e, %f : i1
    %c = arith.ori %g, %h : i1
    %s = arith.select %c, %v, %w : f32
    %t = arith.select %c, %i, %j : i32
    tt.reduce.return %s, %t : f32, i32
  }) : (tensor<128xf32>, tensor<128xi32>) -> (f32, i32)
  tt.store %o, %y#1 : !tt.ptr<i32>""")
    x = rng.integers(0, 9, 128).astype("f4")
    exact(run(text, [x, np.zeros(1, "i4")])[1], [x.argmax()])


@case
def scans_both_ways():
    for shape, axis in (((8, 32), 0), ((8, 32), 1), ((32, 2), 0), ((1, 64), 1)):
        for is_reverse in (False, True):
            dims = "x".join(map(str, shape))
            text = kernel("%p: !tt.ptr<f32>, %o: !tt.ptr<f32>", block(*shape), at("a", "%p", shape, "%i", "f32"),
                          load("x", "%a", shape, "f32"), f"""
  %y = "tt.scan"(%x) <{{axis = {axis} : i32, reverse = {str(is_reverse).lower()}}}> ({{
  ^bb0(%l: f32, %m: f32):
    %n = arith.addf %l, %m : f32
    tt.scan.return %n : f32
  }}) : (tensor<{dims}xf32>) -> tensor<{dims}xf32>""", at("b", "%o", shape, "%i", "f32"), store("%b", "%y", shape, "f32"))
            x = normal(*shape)
            expected = np.flip(np.flip(x, axis).astype("f8").cumsum(axis), axis) if is_reverse else x.astype("f8").cumsum(axis)
            near(run(text, [x, np.zeros(shape, "f4")])[1], expected, 1e-5)


def product(m, n, k, element, result, steps=2):
    """Pointers are moved along the depth by a loop."""
    zero = "0" if result == "i32" else "0.0"
    return kernel(f"%p: !tt.ptr<{element}>, %q: !tt.ptr<{element}>, %o: !tt.ptr<{result}>", block(m, k, "ia", k * steps),
                  block(k, n, "ib"), block(m, n, "ic"), at("a", "%p", (m, k), "%ia", element),
                  at("b", "%q", (k, n), "%ib", element), at("c", "%o", (m, n), "%ic", result), f"""
  %z = arith.constant dense<{zero}> : tensor<{m}x{n}x{result}>
  %da = arith.constant dense<{k}> : tensor<{m}x{k}xi32>
  %db = arith.constant dense<{k * n}> : tensor<{k}x{n}xi32>
  %l = arith.constant 0 : i32
  %h = arith.constant {steps} : i32
  %s = arith.constant 1 : i32
  %y:3 = scf.for %i = %l to %h step %s iter_args(%acc = %z, %pa = %a, %pb = %b) -> (tensor<{m}x{n}x{result}>, tensor<{m}x{k}x!tt.ptr<{element}>>, tensor<{k}x{n}x!tt.ptr<{element}>>) : i32 {{
    %u = tt.load %pa : tensor<{m}x{k}x!tt.ptr<{element}>>
    %v = tt.load %pb : tensor<{k}x{n}x!tt.ptr<{element}>>
    %d = tt.dot %u, %v, %acc : tensor<{m}x{k}x{element}> * tensor<{k}x{n}x{element}> -> tensor<{m}x{n}x{result}>
    %na = tt.addptr %pa, %da : tensor<{m}x{k}x!tt.ptr<{element}>>, tensor<{m}x{k}xi32>
    %nb = tt.addptr %pb, %db : tensor<{k}x{n}x!tt.ptr<{element}>>, tensor<{k}x{n}xi32>
    scf.yield %d, %na, %nb : tensor<{m}x{n}x{result}>, tensor<{m}x{k}x!tt.ptr<{element}>>, tensor<{k}x{n}x!tt.ptr<{element}>>
  }}""", store("%c", "%y#0", (m, n), result))


@case
def products_of_each_type():
    for element, result in (("f16", "f32"), ("bf16", "f32"), ("f32", "f32"), ("f64", "f64"), ("i8", "i32"), ("f16", "f16")):
        for m, n, k in ((16, 64, 32), (32, 8, 16), (4, 32, 16)):
            k = 32 if element == "i8" else k  # the least depth of the instruction
            a, b = normal(m, 2 * k), normal(2 * k, n)
            if element == "i8":
                a, b = rng.integers(-128, 128, a.shape).astype("i1"), rng.integers(-128, 128, b.shape).astype("i1")
            given = [to_bf16(v) if element == "bf16" else v.astype(TYPES[element]) for v in (a, b)]
            wide = [(from_bf16(v) if element == "bf16" else v).astype("f8") for v in given]
            out = run(product(m, n, k, element, result), [*given, np.zeros((m, n), TYPES[result])])[2]
            near(out, wide[0] @ wide[1], {"f16": 4e-3, "f64": 1e-14}.get(result, 1e-5))


@case
def rounding_of_narrow_floats():
    x = np.concatenate([normal(248) * np.exp(rng.uniform(-12, 12, 248)).astype("f4"), [0, -0.0, 1e9, -1e9, 448, 464, 1.0625, 1.1875]])
    x = x.astype("f4")
    bits = run(unary(256, "f32", "bf16", "  %y = arith.truncf %x : tensor<256xf32> to tensor<256xbf16>"), [x, np.zeros(256, "u2")])[1]
    exact(bits, to_bf16(x))
    narrow = {"f8E5M2": (5, 2, 15), "f8E4M3FN": (4, 3, 7)}
    for element, (exponent, mantissa, bias) in narrow.items():
        largest = 57344 if element == "f8E5M2" else 448
        for mode in ("rtne", "rtz"):
            if mode == "rtz" and element == "f8E4M3FN":
                continue
            text = unary(256, "f32", "f32", f"  %n = tt.fp_to_fp %x, rounding = {mode} : tensor<256xf32> -> tensor<256x{element}>",
                         f"  %y = tt.fp_to_fp %n : tensor<256x{element}> -> tensor<256xf32>")
            value = np.clip(x.astype("f8"), -largest, largest)
            unit = 2.0 ** (np.maximum(np.floor(np.log2(np.maximum(np.abs(value), 1e-300))), 1 - bias) - mantissa)
            expected = (np.rint(value / unit) if mode == "rtne" else np.trunc(value / unit)) * unit
            exact(run(text, [x, np.zeros(256, "f4")])[1], expected.astype("f4"))


@case
def bf16_is_rounded_after_each_op():
    x = to_bf16(normal(64))
    text = unary(64, "bf16", "bf16", "  %s = arith.mulf %x, %x : tensor<64xbf16>", "  %y = arith.addf %s, %x : tensor<64xbf16>")
    square = from_bf16(to_bf16(from_bf16(x) * from_bf16(x)))
    exact(run(text, [x, np.zeros(64, "u2")])[1], to_bf16(square + from_bf16(x)))


@case
def divisions_by_zero_do_not_trap():
    text = unary(32, "i32", "i32", "  %c = arith.constant dense<-2147483648> : tensor<32xi32>",
                 "  %y = arith.divsi %c, %x : tensor<32xi32>")
    x = np.array([0, -1, 1, 2] * 8, "i4")
    out = run(text, [x, np.zeros(32, "i4")])[1]
    exact(out[x > 0], np.where(x[x > 0] == 1, -(2**31), -(2**30)))


@case
def shapes():
    text = kernel("%p: !tt.ptr<i32>, %o: !tt.ptr<i32>", block(8, 16), at("a", "%p", (8, 16), "%i", "i32"),
                  load("x", "%a", (8, 16), "i32"), line(256, "q"), """
  %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x16xi32> -> tensor<16x8xi32>
  %s = tt.reshape %t : tensor<16x8xi32> -> tensor<4x32xi32>
  %u = tt.reshape %x : tensor<8x16xi32> -> tensor<4x32xi32>
  %j = tt.join %s, %u : tensor<4x32xi32> -> tensor<4x32x2xi32>
  %v, %w = tt.split %j : tensor<4x32x2xi32> -> tensor<4x32xi32>
  %v1 = tt.reshape %v : tensor<4x32xi32> -> tensor<128xi32>
  %w1 = tt.reshape %w : tensor<4x32xi32> -> tensor<128xi32>
  %y = tt.cat %v1, %w1 : tensor<128xi32> -> tensor<256xi32>""", at("b", "%o", [256], "%q", "i32"), store("%b", "%y", [256], "i32"))
    x = rng.integers(-99, 99, (8, 16)).astype("i4")
    exact(run(text, [x, np.zeros(256, "i4")])[1], np.concatenate([x.T.ravel(), x.ravel()]))


@case
def gathers_and_histograms():
    text = kernel("%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %o: !tt.ptr<f32>, %h: !tt.ptr<i32>", line(64), line(16, "s"),
                  at("a", "%p", [64], "%r", "i32"), load("x", "%a", [64], "i32"), at("b", "%q", [16], "%s", "f32"),
                  load("t", "%b", [16], "f32"), """
  %y = tt.gather %t[%x] {axis = 0 : i32} : (tensor<16xf32>, tensor<64xi32>) -> tensor<64xf32>
  %z = tt.histogram %x : tensor<64xi32> -> tensor<16xi32>""", at("c", "%o", [64], "%r", "f32"), store("%c", "%y", [64], "f32"),
                  at("d", "%h", [16], "%s", "i32"), store("%d", "%z", [16], "i32"))
    x, t = rng.integers(0, 16, 64).astype("i4"), normal(16)
    _, _, out, counts, _ = run(text, [x, t, np.zeros(64, "f4"), np.zeros(16, "i4")])
    exact(out, t[x])
    exact(counts, np.bincount(x, minlength=16))


@case
def atomics():
    for kind, element, combine in (("add", "i32", np.add), ("max", "i32", np.maximum), ("umin", "i32", None), ("fadd", "f32", np.add),
                                   ("fadd", "f16", np.add), ("fadd", "bf16", np.add), ("xor", "i64", np.bitwise_xor)):
        text = kernel(f"%p: !tt.ptr<i32>, %q: !tt.ptr<{element}>, %o: !tt.ptr<{element}>", line(64),
                      at("a", "%p", [64], "%r", "i32"), load("x", "%a", [64], "i32"), at("b", "%q", [64], "%r", element),
                      load("v", "%b", [64], element), at("c", "%o", [64], "%x", element),
                      f"  %y = tt.atomic_rmw {kind}, acq_rel, gpu, %c, %v : (tensor<64x!tt.ptr<{element}>>, tensor<64x{element}>) -> tensor<64x{element}>")
        x, v = rng.integers(0, 8, 64).astype("i4"), rng.integers(0, 8, 64)
        start = rng.integers(0, 8, 8)
        expected = start.copy()
        (combine or np.minimum).at(expected, x, v)
        expected = start + 3 * (expected - start) if kind.endswith("add") else start ^ expected ^ start if kind == "xor" else expected
        give = to_bf16 if element == "bf16" else lambda a: a.astype(TYPES[element])
        out = run(text, [x, give(v.astype("f4")), give(start.astype("f4"))], grid="3")[2]
        exact(from_bf16(out) if element == "bf16" else out, expected)


@case
def compare_and_swap_as_a_lock():
    text = kernel("%lock: !tt.ptr<i32>, %o: !tt.ptr<i32>", """
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %w = scf.while (%s = %c1) : (i32) -> i32 {
    %n = arith.cmpi ne, %s, %c0 : i32
    scf.condition(%n) %s : i32
  } do {
  ^bb0(%t: i32):
    %old = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
    scf.yield %old : i32
  }
  %v = tt.load %o : !tt.ptr<i32>
  %u = arith.addi %v, %c1 : i32
  tt.store %o, %u : !tt.ptr<i32>
  %x = tt.atomic_rmw exch, acq_rel, gpu, %lock, %c0 : (!tt.ptr<i32>, i32) -> i32""")
    exact(run(text, [np.zeros(1, "i4"), np.zeros(1, "i4")], grid="10,10")[1], [100])


@case
def block_pointers_check_bounds():
    text = kernel("%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %m: i64, %n: i64", """
  %c1 = arith.constant 1 : i64
  %z = arith.constant 0 : i32
  %eight = arith.constant 8 : i32
  %b = tt.make_tensor_ptr %p, [%m, %n], [%n, %c1], [%z, %z] {order = array<i32: 1, 0>} : <tensor<8x16xf32>>
  %a = tt.advance %b, [%eight, %z] : <tensor<8x16xf32>>
  %x = tt.load %a {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<8x16xf32>>
  %c = tt.make_tensor_ptr %o, [%m, %n], [%n, %c1], [%z, %z] {order = array<i32: 1, 0>} : <tensor<8x16xf32>>
  tt.store %c, %x {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<8x16xf32>>""")
    x, out = normal(11, 13), np.full((11, 13), 7, "f4")
    expected = out.copy()
    expected[:8] = np.nan
    expected[:3] = x[8:]
    result = run(text, [x, out, "i64=11", "i64=13"])[1]
    assert np.array_equal(result, expected, equal_nan=True), result


@case
def descriptors_of_host_and_device():
    text = kernel("%d: !tt.tensordesc<tensor<8x16xf32>>, %a: i32, %b: i32, %s: i64, %t: i64, %o: !tt.ptr<f32>", """
  %i = arith.constant 4 : i32
  %one = arith.constant 1 : i64
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x16xf32>> -> tensor<8x16xf32>
  %e = tt.make_tensor_descriptor %o, [%a, %b], [%s, %one] : <f32>, <tensor<8x16xf32>>
  tt.descriptor_store %e[%i, %i], %x : !tt.tensordesc<tensor<8x16xf32>>, tensor<8x16xf32>
  tt.descriptor_reduce add, %e[%i, %i], %x : !tt.tensordesc<tensor<8x16xf32>>, tensor<8x16xf32>""")
    x, out = normal(10, 17), np.zeros((10, 17), "f4")
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", x)
        result = run(text, [f"desc:@{folder}/x.npy:10x17:17x1", out])[0]
    expected = out.copy()
    expected[4:, 4:] = 2 * x[4:, 4:]
    exact(result, expected)


@case
def control():
    text = kernel("%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32", line(32), at("a", "%p", [32], "%r", "f32"),
                  load("x", "%a", [32], "f32"), """
  %g = tt.get_program_id x : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %q = arith.cmpi sgt, %g, %c0 : i32
  cf.cond_br %q, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %x) -> (tensor<32xf32>, tensor<32xf32>) : i32 {
    %s = arith.addf %u, %v : tensor<32xf32>
    scf.yield %v, %s : tensor<32xf32>, tensor<32xf32>
  }
  %e = arith.cmpi eq, %n, %c1 : i32
  %z = scf.if %e -> (tensor<32xf32>) {
    scf.yield %y#0 : tensor<32xf32>
  } else {
    scf.yield %y#1 : tensor<32xf32>
  }""", at("b", "%o", [32], "%r", "f32"), store("%b", "%z", [32], "f32"))
    x = normal(32)
    for n in (0, 1, 4):
        u, v = x, x
        for _ in range(n):
            u, v = v, u + v
        exact(run(text, [x, np.zeros(32, "f4"), f"i32={n}"], grid="2")[1], u if n == 1 else v)


@case
def loops_that_only_read():
    """Their loads may begin an iteration early, but read nothing more: arrays end where the loop does."""
    text = kernel("%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32", line(128), """
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %z = arith.constant dense<0.0> : tensor<128xf32>
  %ns = tt.splat %n : i32 -> tensor<128xi32>""", at("a", "%p", [128], "%r", "i32"), """
  %step = arith.constant dense<128> : tensor<128xi32>
  %table = tt.splat %q : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %y:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %z, %pa = %a) -> (tensor<128xf32>, tensor<128x!tt.ptr<i32>>) : i32 {
    %start = tt.splat %i : i32 -> tensor<128xi32>
    %place = arith.addi %start, %r : tensor<128xi32>
    %inside = arith.cmpi slt, %place, %ns : tensor<128xi32>
    %k = tt.load %pa, %inside : tensor<128x!tt.ptr<i32>>
    %pk = tt.addptr %table, %k : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %x = tt.load %pk, %inside, %z : tensor<128x!tt.ptr<f32>>
    %new = arith.addf %sum, %x : tensor<128xf32>
    %next = tt.addptr %pa, %step : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    scf.yield %new, %next : tensor<128xf32>, tensor<128x!tt.ptr<i32>>
  }""", at("b", "%o", [128], "%r", "f32"), store("%b", "%y#0", [128], "f32"))
    table = rng.integers(-99, 99, 50).astype("f4")
    for n in (1, 100, 128, 129, 1000):
        k = rng.integers(0, 50, n).astype("i4")
        expected = np.zeros(-(-n // 128) * 128, "f4")
        expected[:n] = table[k]
        exact(run(text, [k, table, np.full(128, np.nan, "f4"), f"i32={n}"])[2], expected.reshape(-1, 128).sum(0))


@case
def calls_are_part_of_their_kernel():
    text = unary(32, "f32", "f32", "  %y = tt.call @twice(%x) : (tensor<32xf32>) -> tensor<32xf32>") + """
tt.func private @twice(%x: tensor<32xf32>) -> tensor<32xf32> attributes {noinline = true} {
  %s = arith.addf %x, %x : tensor<32xf32>
  tt.return %s : tensor<32xf32>
}
"""
    x = normal(32)
    exact(run(text, [x, np.zeros(32, "f4")])[1], x + x)


@case
def functions_of_libdevice():
    from math import erf, erfc, lgamma
    apply = lambda f: (lambda x: np.array([f(float(v)) for v in x]))
    for name, expected in {"rsqrtf": lambda x: 1 / np.sqrt(x), "tanhf": np.tanh, "erff": apply(erf), "erfcf": apply(erfc),
                           "lgammaf": apply(lgamma), "exp10f": lambda x: 10.0**x, "log1pf": np.log1p, "cbrtf": np.cbrt,
                           "rintf": np.rint, "normcdff": lambda x: 0.5 * apply(erfc)(-x / np.sqrt(2))}.items():
        x = np.abs(normal(64)) + np.float32(0.1)
        body = f'  %y = tt.extern_elementwise %x {{libname = "", libpath = "", pure = true, symbol = "__nv_{name}"}} : (tensor<64xf32>) -> tensor<64xf32>'
        near(run(unary(64, "f32", "f32", body), [x, np.zeros(64, "f4")])[1], expected(x.astype("f8")), 2e-6)
    x = np.linspace(-0.999, 0.999, 64).astype("f4")
    body = '  %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_erfinvf"} : (tensor<64xf32>) -> tensor<64xf32>'
    near(apply(erf)(run(unary(64, "f32", "f32", body), [x, np.zeros(64, "f4")])[1]), x, 1e-6)


@case
def assembly():
    text = """{ .reg .pred p; .reg .b32 t;
      setp.gt.f32 p, $1, 0f00000000; // above zero
      @p add.f32 t, $1, 1.5;
      @!p mul.f32 t, $1, -2.0;
      mov.b32 $0, t; }""".replace("\n", " ").replace("// above zero", "")
    body = f'  %y = tt.elementwise_inline_asm "{text}" {{constraints = "=f,f", packed_element = 1 : i32, pure = true}} %x : tensor<64xf32> -> tensor<64xf32>'
    x = normal(64)
    exact(run(unary(64, "f32", "f32", body), [x, np.zeros(64, "f4")])[1], np.where(x > 0, x + np.float32(1.5), x * np.float32(-2)))


@case
def scalar_code_for_each_element():
    body = """  %y = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a0: f32, %a1: f32):
    %c = arith.cmpf olt, %a0, %a1 : f32
    %s:2 = scf.if %c -> (f32, f32) {
      scf.yield %a0, %a1 : f32, f32
    } else {
      scf.yield %a1, %a0 : f32, f32
    }
    tt.map_elementwise.return %s#0, %s#1 : f32, f32
  }) : (tensor<1024xf32>) -> tensor<1024xf32>"""
    # On GPUs a pair is what a thread has next to each other: where pointers are aligned, neighbours.
    text = unary(1024, "f32", "f32", body).replace("!tt.ptr<f32>,", "!tt.ptr<f32> {tt.divisibility = 16 : i32},")
    x = normal(1024)
    exact(run(text, [x, np.zeros(1024, "f4")])[1], np.sort(x.reshape(512, 2), 1).ravel())


@case
def scaled_products():
    m, n, k = 16, 32, 64
    text = kernel("%p: !tt.ptr<i8>, %q: !tt.ptr<i8>, %s: !tt.ptr<i8>, %o: !tt.ptr<f32>", block(m, k // 2, "ia"), block(k, n, "ib"),
                  block(m, 2, "is"), block(m, n, "ic"), at("a", "%p", (m, k // 2), "%ia", "i8"),
                  load("x", "%a", (m, k // 2), "i8"), at("b", "%q", (k, n), "%ib", "i8"), load("y", "%b", (k, n), "i8"),
                  at("c", "%s", (m, 2), "%is", "i8"), load("z", "%c", (m, 2), "i8"), f"""
  %w = arith.constant dense<0.0> : tensor<{m}x{n}xf32>
  %r = tt.dot_scaled %x scale %z, %y, %w lhs = e2m1 rhs = e5m2 {{fastMath = false}} : tensor<{m}x{k // 2}xi8>, tensor<{m}x2xi8> * tensor<{k}x{n}xi8> -> tensor<{m}x{n}xf32>""",
                  at("d", "%o", (m, n), "%ic", "f32"), store("%d", "%r", (m, n), "f32"))
    halves = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
    a, scale = rng.integers(0, 256, (m, k // 2)).astype("u1"), rng.integers(124, 130, (m, 2)).astype("u1")
    values = rng.integers(-4, 5, (k, n)).astype("f2")
    b = (values.view("u2") >> 8).astype("u1")
    codes = np.stack([a & 15, a >> 4], 2).reshape(m, k)
    left = np.where(codes & 8, -1, 1) * halves[codes & 7] * 2.0 ** (scale.astype("i4") - 127).repeat(32, 1)
    near(run(text, [a.view("i1"), b.view("i1"), scale.view("i1"), np.zeros((m, n), "f4")])[3], left @ values.astype("f8"))


@case
def prints_and_assertions():
    text = unary(2, "f32", "f32", '  tt.print " x: " {hex = false, isSigned = array<i32: 0>} : %x : tensor<2xf32>',
                 "  %c = arith.constant dense<1.0> : tensor<2xf32>", "  %h = arith.cmpf olt, %x, %c : tensor<2xf32>",
                 '  tt.assert %h, "x is too large" : tensor<2xi1>', "  %y = arith.addf %x, %x : tensor<2xf32>")
    printed = run(text, [np.array([0.5, 0.25], "f4"), np.zeros(2, "f4")])[-1]
    assert printed == "pid (0, 0, 0) idx (0) x: 0.500000\npid (0, 0, 0) idx (1) x: 0.250000\n", printed
    printed = run(text, [np.array([0.5, 2], "f4"), np.zeros(2, "f4")], fails="k")
    assert "pid (0, 0, 0) idx (1) assertion failed: x is too large" in printed, printed


@case
def arguments_are_checked():
    x = normal(64)
    add = lambda inputs, message, **more: run(MASKED_ADD, inputs, fails=message, **more)
    add([x, x, x], "'k' takes 4 arguments, but 3 are given with --input")
    add([x, x, x, "i64=64"], "argument 3 of 'k' is i32 but the input is i64")
    add([x, x.astype("f8"), x, "i32=64"], "argument 1 of 'k' is an array of f32 but the input is 64xf64")
    add([x, x.view("i4"), x, "i32=64"], "argument 1 of 'k' is an array of f32 but the input is 64xi32")
    add([x, "arg:1", x, "i32=64"], "--input=arg:1 is to name the array of an argument before argument 1")
    add([x, x, x, "i32=64"], "a kernel needs --grid=X,Y,Z", grid="")
    add([x, x, x, "i32=64"], "--grid takes one to three numbers from 1 on", grid="0")
    add([x, x, x, "i32=64"], "num-warps is 3, and has to be a power of two up to 32", extra=["--num-warps=3"])
    # Triton leaves numbers that equal 1 out of kernels that it makes for them.
    text = kernel("%p: !tt.ptr<f32>, %n: i32")
    run(text, [x, "i32=1", "i32=5", "i32=1"], extra=["--num-warps=8", "--num-stages=3", "--num-ctas=1", "--maxnreg=128"])


def main():
    words, failures, compiled = sys.argv[1:], 0, 0
    for name, function in cases.items():
        if (words and not any(word in name for word in words)) or (DEVICE != "cpu" and name in ON_PROCESSORS):
            continue
        try:
            function()
        except Compiled:
            compiled += 1
        except AssertionError as error:
            failures += 1
            print(f"FAILED {name}: {error}")
    print(f"{len(cases)} cases, {failures} failed" + (f", {compiled} compiled for {TARGET}" if TARGET else ""))
    return 1 if failures or (TARGET and not compiled) else 0


if __name__ == "__main__":
    sys.exit(main())
