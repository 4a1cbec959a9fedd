// RUN: tern-opt %s --linalg-fold-unit-extent-dims --split-input-file | FileCheck %s

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// What was reduced, given a dimension of size one, and broadcast again is read by its row.
// CHECK-LABEL: func.func @keepdims
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[S:.*]]: tensor<4xf32>
func.func @keepdims(%x: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: tensor.expand_shape
  // CHECK: %[[H:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[S]] : tensor<4xf32>)
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ROW]], #[[$ID]]]
  // CHECK-SAME: ins(%[[X]], %[[H]] : tensor<4x8xf32>, tensor<4xf32>)
  %e = tensor.empty() : tensor<4x1xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %k = tensor.expand_shape %s [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %h = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%k : tensor<4x1xf32>) outs(%e : tensor<4x1xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = math.sqrt %p : f32
    linalg.yield %t : f32
  } -> tensor<4x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %h : tensor<4x8xf32>, tensor<4x1xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.divf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Initial values that are filled are made without the dimension; positions along it are 0.
// CHECK-LABEL: func.func @reduction
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xindex>
// CHECK: %[[F:.*]] = linalg.fill {{.*}} outs(%[[E]] : tensor<4xindex>)
// CHECK: %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} outs(%[[F]] : tensor<4xindex>) {
// CHECK: linalg.index 0
// CHECK-NOT: linalg.index 1
// CHECK: tensor.expand_shape %[[R]] {{\[\[}}0, 1]] output_shape [4, 1]
func.func @reduction() -> tensor<4x1xindex> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4x1xindex>
  %f = linalg.fill ins(%c0 : index) outs(%e : tensor<4x1xindex>) -> tensor<4x1xindex>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%f : tensor<4x1xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %t = arith.subi %i, %j : index
    %u = arith.addi %t, %o : index
    linalg.yield %u : index
  } -> tensor<4x1xindex>
  return %r : tensor<4x1xindex>
}

// -----

// What goes on with the elements of a convolution keeps the dimensions of it, and so does what goes on with those, whoever else needs them.

#id4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @epilogue
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: tensor.collapse_shape
// CHECK: } -> tensor<1x6x6x8xf32>
// CHECK: } -> tensor<1x6x6x8xf32>
// CHECK: return
func.func @epilogue(%x: tensor<1x8x8x4xf32>, %f: tensor<3x3x4x8xf32>, %init: tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %f : tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) outs(%init : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  %1 = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0 : tensor<1x6x6x8xf32>) outs(%init : tensor<1x6x6x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    linalg.yield %e : f32
  } -> tensor<1x6x6x8xf32>
  %2 = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x6x6x8xf32>) outs(%init : tensor<1x6x6x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.tanh %in : f32
    linalg.yield %e : f32
  } -> tensor<1x6x6x8xf32>
  return %2 : tensor<1x6x6x8xf32>
}

// CHECK-LABEL: func.func @several_users
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: tensor.collapse_shape
// CHECK: } -> tensor<1x6x6x8xf32>
func.func @several_users(%x: tensor<1x8x8x4xf32>, %f: tensor<3x3x4x8xf32>, %init: tensor<1x6x6x8xf32>) -> (tensor<1x6x6x8xf32>, tensor<1x6x6x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %f : tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) outs(%init : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  %1 = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0 : tensor<1x6x6x8xf32>) outs(%init : tensor<1x6x6x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    linalg.yield %e : f32
  } -> tensor<1x6x6x8xf32>
  return %0, %1 : tensor<1x6x6x8xf32>, tensor<1x6x6x8xf32>
}

// -----

// A transpose of a product's result keeps the product's dimensions, too, so that the product can be computed the other way round.
// CHECK-LABEL: func.func @transposed_product
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x1xf32>)
// CHECK-NOT: tensor.collapse_shape
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x16xf32>)
func.func @transposed_product(%x: tensor<16x8xf32>, %y: tensor<8x1xf32>, %init: tensor<16x1xf32>) -> tensor<1x16xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<16x8xf32>, tensor<8x1xf32>) outs(%init : tensor<16x1xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<16x1xf32>
  %o = tensor.empty() : tensor<1x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, m) -> (m, n)>, affine_map<(n, m) -> (n, m)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<16x1xf32>) outs(%o : tensor<1x16xf32>) {
  ^bb0(%p: f32, %r: f32):
    linalg.yield %p : f32
  } -> tensor<1x16xf32>
  return %1 : tensor<1x16xf32>
}

// -----

// A product keeps one loop of each role: of two for rows with one iteration the first, of a batch of one none. Its users keep what it
// keeps, though they have other element types; a row's sum and what is computed of it stay a row.

#lhs = affine_map<(b, r, m, n, k) -> (b, r, m, k)>
#rhs = affine_map<(b, r, m, n, k) -> (b, k, n)>
#out = affine_map<(b, r, m, n, k) -> (b, r, m, n)>
#all = affine_map<(a, b, c, d) -> (a, b, c, d)>
#row = affine_map<(a, b, c, d) -> (a, b, c)>
#kept = affine_map<(a, b, c, d) -> (a, b, c, 0)>
// CHECK-LABEL: func.func @single_row
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}} : tensor<1x8xf32>, tensor<8x16xf32>) outs(%{{.*}} : tensor<1x16xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x16xbf16>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<1x16xbf16>) outs(%{{.*}} : tensor<1xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1xf32>) outs(%{{.*}} : tensor<1xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x16xbf16>, tensor<1xf32>) outs(%{{.*}} : tensor<1x16xf32>)
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2, 3]] output_shape [1, 1, 1, 16]
func.func @single_row(%x: tensor<1x1x1x8xf32>, %y: tensor<1x8x16xf32>) -> tensor<1x1x1x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1x1x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x1x16xf32>) -> tensor<1x1x1x16xf32>
  %p = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %y : tensor<1x1x1x8xf32>, tensor<1x8x16xf32>) outs(%f : tensor<1x1x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.mulf %a, %b : f32
    %t = arith.addf %c, %s : f32
    linalg.yield %t : f32
  } -> tensor<1x1x1x16xf32>
  %h = tensor.empty() : tensor<1x1x1x16xbf16>
  %cut = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<1x1x1x16xf32>) outs(%h : tensor<1x1x1x16xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %s = arith.truncf %a : f32 to bf16
    linalg.yield %s : bf16
  } -> tensor<1x1x1x16xbf16>
  %r = tensor.empty() : tensor<1x1x1xf32>
  %start = linalg.fill ins(%zero : f32) outs(%r : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%cut : tensor<1x1x1x16xbf16>) outs(%start : tensor<1x1x1xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %s = arith.extf %a : bf16 to f32
    %t = arith.addf %b, %s : f32
    linalg.yield %t : f32
  } -> tensor<1x1x1xf32>
  %column = tensor.expand_shape %sum [[0], [1], [2, 3]] output_shape [1, 1, 1, 1] : tensor<1x1x1xf32> into tensor<1x1x1x1xf32>
  %o = tensor.empty() : tensor<1x1x1x1xf32>
  %root = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%column : tensor<1x1x1x1xf32>) outs(%o : tensor<1x1x1x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = math.rsqrt %a : f32
    linalg.yield %s : f32
  } -> tensor<1x1x1x1xf32>
  %scaled = linalg.generic {indexing_maps = [#all, #kept, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cut, %root : tensor<1x1x1x16xbf16>, tensor<1x1x1x1xf32>) outs(%e : tensor<1x1x1x16xf32>) {
  ^bb0(%a: bf16, %b: f32, %c: f32):
    %s = arith.extf %a : bf16 to f32
    %t = arith.mulf %s, %b : f32
    linalg.yield %t : f32
  } -> tensor<1x1x1x16xf32>
  return %scaled : tensor<1x1x1x16xf32>
}
