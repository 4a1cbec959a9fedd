"""What kernels of Triton do by means that came with Hopper, against NumPy: tensor descriptors, clusters. See kernels.py."""

import sys
import tempfile

import numpy as np

import kernels
from kernels import case
from launch import at, exact, kernel, line, load, near, normal, rng, run, store

kernels.cases.clear()


@case
def descriptors_of_whole_arrays():
    types = [("f16", "f2", 0.5), ("f32", "f4", 3.0), ("i8", "i1", 7), ("bf16", "u2", 0x3F80)]
    for element, kind, value in types:
        block = f"!tt.tensordesc<tensor<8x16x{element}>>"
        text = kernel(f"%d: {block}, %e: {block}, %f: {block}", f"""
  %g = tt.get_program_id x : i32
  %c = arith.constant 8 : i32
  %zero = arith.constant 0 : i32
  %i = arith.muli %g, %c : i32
  %x = tt.descriptor_load %d[%i, %c] : {block} -> tensor<8x16x{element}>
  tt.descriptor_store %e[%i, %c], %x : {block}, tensor<8x16x{element}>
  %y = tt.descriptor_load %f[%i, %zero] : {block} -> tensor<8x16x{element}>
  tt.descriptor_store %f[%i, %c], %y : {block}, tensor<8x16x{element}>""")
        x, out = rng.integers(0, 100, (12, 32)).astype(kind), np.full((12, 32), value).astype(kind)
        expected = out.copy()
        expected[:, 8:24] = x[:, 8:24]
        last = x.copy()
        last[:, 8:24] = x[:, :16]
        results = run(text, [x, out, "arg:0"], grid="2")
        exact(results[1], expected)
        exact(results[0], last)
    run(text, [x.reshape(-1), out, "arg:0"], grid="1", fails="argument 0 of 'k' is a descriptor of 2 dimensions, but the array has 1")
    run(text, [x.astype("f4"), out, "arg:0"], grid="1", fails="argument 0 of 'k' is an array of bf16 but the input is 12x32xf32")
    run(text, ["desc:@x.npy:16", out, "arg:0"], grid="1", fails="desc:@FILE.npy:SIZES:STRIDES, and not desc:@x.npy:16")


@case
def descriptors_fill_with_nan():
    text = kernel("%d: !tt.tensordesc<tensor<4x8xf32>>, %o: !tt.tensordesc<tensor<4x8xf32>>", """
  %c = arith.constant 4 : i32
  %zero = arith.constant 0 : i32
  %x = tt.descriptor_load %d[%zero, %c] : !tt.tensordesc<tensor<4x8xf32>> -> tensor<4x8xf32>
  tt.descriptor_store %o[%zero, %zero], %x : !tt.tensordesc<tensor<4x8xf32>>, tensor<4x8xf32>""")
    x = normal(4, 8)
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", x)
        for fill in (":nan", ""):
            result = run(text, [f"desc:@{folder}/x.npy:3x8:8x1{fill}", np.ones((4, 8), "f4")])[0]
            expected = np.full((4, 8), np.nan if fill else 0, "f4")
            expected[:3, :4] = x[:3, 4:]
            assert np.array_equal(result, expected, equal_nan=True), result


@case
def descriptors_of_rows():
    rows = "!tt.tensordesc<tensor<1x16xf16>>"
    text = kernel(f"%d: {rows}, %e: {rows}, %p: !tt.ptr<i32>", f"""
  %r = tt.make_range {{end = 8 : i32, start = 0 : i32}} : tensor<8xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %a = tt.addptr %s, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %i = tt.load %a : tensor<8x!tt.ptr<i32>>
  %c = arith.constant 8 : i32
  %x = tt.descriptor_gather %d[%i, %c] : ({rows}, tensor<8xi32>, i32) -> tensor<8x16xf16>
  tt.descriptor_scatter %e[%i, %c], %x : {rows}, tensor<8xi32>, i32, tensor<8x16xf16>""")
    x, out = normal(12, 32).astype("f2"), np.zeros((12, 32), "f2")
    numbers = np.array([11, 3, 0, 4, 12, 7, 9, 1], "i4")  # there is no row 12
    expected = out.copy()
    for i in numbers[numbers < 12]:
        expected[i, 8:24] = x[i, 8:24]
    exact(run(text, [x, out, numbers], grid="1")[1], expected)


@case
def products_of_a_cluster():
    blocks = [f"!tt.tensordesc<tensor<{shape}xf16>>" for shape in ("128x64", "64x128", "128x128")]
    text = kernel(f"%a: {blocks[0]}, %b: {blocks[1]}, %c: {blocks[2]}, %n: i32", f"""
  %g = tt.get_program_id x : i32
  %h = tt.get_program_id y : i32
  %zero = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %size = arith.constant 128 : i32
  %i = arith.muli %g, %size : i32
  %j = arith.muli %h, %size : i32
  %start = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %zero to %n step %step iter_args(%s = %start) -> (tensor<128x128xf32>) : i32 {{
    %x = tt.descriptor_load %a[%i, %k] : {blocks[0]} -> tensor<128x64xf16>
    %y = tt.descriptor_load %b[%k, %j] : {blocks[1]} -> tensor<64x128xf16>
    %z = tt.dot %x, %y, %s : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %z : tensor<128x128xf32>
  }}
  %r = arith.truncf %sum : tensor<128x128xf32> to tensor<128x128xf16>
  tt.descriptor_store %c[%i, %j], %r : {blocks[2]}, tensor<128x128xf16>""")
    a, b = normal(256, 192).astype("f2"), normal(192, 128).astype("f2")
    result = run(text, [a, b, np.zeros((256, 128), "f2"), "i32=192"], grid="2,1", extra=["--num-ctas=2"])[2]
    near(result, a.astype("f4") @ b.astype("f4"), 1e-3)


@case
def reductions_of_a_cluster():
    text = kernel("%p: !tt.ptr<f32>, %q: !tt.ptr<i32>, %o: !tt.ptr<f32>", line(1024), at("a", "%p", [1024], "%r", "f32"),
                  load("x", "%a", [1024], "f32"), at("b", "%q", [1024], "%r", "i32"), load("i", "%b", [1024], "i32"), """
  %sum = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.reduce.return %w : f32
  }) : (tensor<1024xf32>) -> f32
  %g = tt.gather %x[%i] {axis = 0 : i32} : (tensor<1024xf32>, tensor<1024xi32>) -> tensor<1024xf32>
  %h = tt.histogram %i : tensor<1024xi32> -> tensor<1024xi32>
  %f = arith.sitofp %h : tensor<1024xi32> to tensor<1024xf32>
  %s = tt.splat %sum : f32 -> tensor<1024xf32>
  %y = arith.addf %g, %s : tensor<1024xf32>
  %z = arith.addf %y, %f : tensor<1024xf32>""", at("c", "%o", [1024], "%r", "f32"), store("%c", "%z", [1024], "f32"))
    x, numbers = normal(1024), rng.integers(0, 1024, 1024).astype("i4")
    expected = x[numbers] + x.sum() + np.bincount(numbers, minlength=1024)
    near(run(text, [x, numbers, np.zeros(1024, "f4")], grid="1", extra=["--num-ctas=4"])[2], expected)


if __name__ == "__main__":
    sys.exit(kernels.main())
