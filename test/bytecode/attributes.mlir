// Builtin's attributes and types, encoded and as text. Upstream writes the same bytes, but for its own name.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode %s -o %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode %s -o %t.theirs
// RUN: tern-opt --allow-unregistered-dialect %t.ours | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect %t.theirs | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.ours | diff %t.mlir -
// RUN: tail -c +11 %t.ours > %t.ours.rest
// RUN: tail -c +17 %t.theirs > %t.theirs.rest
// RUN: cmp %t.ours.rest %t.theirs.rest

"t.scalars"() {
  a = 1 : i1, b = -1 : i8, c = 200 : ui8, d = -5 : si16, e = 3 : index, f = -9223372036854775808 : i64,
  g = 123456789012345678901234567890 : i128, h = -1 : i128, i = 0 : i0, j = 1.5 : f32, k = -0.0 : f64, l = 1.0 : bf16,
  m = 0x7FF0000000000000 : f64, n = 1.0 : f80, o = 1.0 : f128, p = 0.5 : f8E4M3FN, q = "text", r = "typed" : i32, s = unit,
  t = "\00\FF", u = 170141183460469231731687303715884105727 : i128
} : () -> ()
"t.collections"() {
  a = [], b = [1, [2.0, "x"]], c = {}, d = {x = 1 : i32, y = {z}}, e = array<i1: true, false>, f = array<i8: -1>,
  g = array<i64: 1, 2>, h = array<f32: 1.0>, i = array<i32>
} : () -> ()
"t.elements"() {
  a = dense<3> : tensor<2x2xi32>, b = dense<[1, -2]> : tensor<2xi64>, c = dense<[true, false, true]> : vector<3xi1>,
  d = dense<true> : tensor<9xi1>, e = dense<[1, -1, 7]> : tensor<3xi4>, f = dense<[-1, 5]> : tensor<2xi24>,
  g = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, h = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>,
  i = dense<["a", "b"]> : tensor<2x!t.str>, j = dense<"same"> : tensor<4x!t.str>, k = dense<> : tensor<0xf32>,
  l = sparse<[[0, 1], [1, 0]], [2.0, 3.0]> : tensor<2x2xf32>, m = dense<[0.5, 2.0]> : tensor<2xf16>,
  n = dense<[1.0, 2.0]> : tensor<2xf80>, o = dense<7> : tensor<index>, p = dense<[[true, false], [false, true]]> : tensor<2x2xi1>
} : () -> ()
"t.references"() {
  a = @f, b = @f::@g::@h, c = affine_map<(d0)[s0] -> (d0 + s0 * 2)>, d = affine_set<(d0) : (d0 >= 0)>,
  e = strided<[4, ?], offset: 2>, f = distinct[0]<42 : i32>, g = #t.attr<body>, h = i32, i = (f32) -> ()
} : () -> ()
"t.types"() : () -> (
  i1, i32, si7, ui64, index, none, bf16, f16, f32, f64, f80, f128, tf32, f8E5M2, f4E2M1FN, complex<f32>, tuple<>,
  tuple<i32, tuple<f32>>, vector<4x2xf32>, vector<[4]x2xf32>, vector<i32>, tensor<f32>, tensor<4x?xi8>,
  tensor<2xf32, "encoding">, tensor<*xf32>, memref<4xf32>, memref<2x?xf32, strided<[?, 1]>, 3>,
  memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>, "space">, memref<*xf32>, memref<*xf32, 1>, (i32, f32) -> (i1, i1), !t.type<x>)
