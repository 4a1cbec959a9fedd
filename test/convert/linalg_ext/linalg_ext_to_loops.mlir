// Slices are independent of each other; updates come in order.

// RUN: tern-opt --iree-linalg-ext-to-loops %s | FileCheck %s

// CHECK: scf.forall {{.*}} in (4)
// CHECK: scf.for
// CHECK: arith.cmpi ult
// CHECK: arith.addf
// CHECK: tensor.insert
// CHECK: tensor.parallel_insert_slice

func.func @f(%u: tensor<3x4xf32>, %i: tensor<3x1xi32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x1xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// Slices that may be shorter than the tensor's: one iteration makes all updates.
// CHECK-LABEL: func.func @part
// CHECK: scf.forall {{.*}} in (1)
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tensor.insert
func.func @part(%u: tensor<3x?xf32>, %i: tensor<3x1xi32>, %o: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %r = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<3x?xf32>, tensor<3x1xi32>) outs(%o : tensor<8x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

// Lines are sorted by merging, between the halves of a workspace.
// CHECK-LABEL: func.func @sort
// CHECK: tensor.empty() : tensor<2x8x4xf32>
// CHECK: scf.forall {{.*}} in (8)
// CHECK: scf.while
// CHECK: arith.cmpf olt
// CHECK: tensor.parallel_insert_slice
func.func @sort(%o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = iree_linalg_ext.sort dimension(1) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// The first element is the first partial result; the start value is read where the sum is exclusive.
// CHECK-LABEL: func.func @scan
// CHECK: scf.forall (%{{.+}}) in (4)
// CHECK: scf.for {{.*}} -> (tensor<8xf32>, f32, f32)
// CHECK: %[[MAX:.+]] = arith.maximumf
// CHECK: %[[IS_FIRST:.+]] = arith.cmpi eq
// CHECK: arith.select %[[IS_FIRST]], %{{.+}}, %[[MAX]]
// CHECK: scf.forall.in_parallel
// CHECK-NEXT: tensor.parallel_insert_slice {{.*}} : tensor<8xf32> into tensor<8x4xf32>
// CHECK-NEXT: tensor.parallel_insert_slice {{.*}} : tensor<f32> into tensor<4xf32>
func.func @scan(%x: tensor<8x4xf32>, %s: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %r:2 = iree_linalg_ext.scan dimension(0) inclusive(true) ins(%x : tensor<8x4xf32>) outs(%x, %s : tensor<8x4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<8x4xf32>, tensor<4xf32>
  return %r#0, %r#1 : tensor<8x4xf32>, tensor<4xf32>
}

// Sums are in pieces of 16, those of narrow floats in f32. What follows the start value stands one place further on.
// CHECK-LABEL: func.func @scan_sums
// CHECK: %[[FIRST:.+]] = tensor.extract %{{.+}}[%{{.+}}] : tensor<4xf16>
// CHECK: scf.for {{.*}} -> (tensor<50xf16>)
// CHECK: tensor.insert %[[FIRST]] into %{{.+}}[%{{.+}}] : tensor<50xf16>
// CHECK: scf.for {{.*}} -> (tensor<50xf16>, f32)
// CHECK: scf.for %[[I:[^ ]+]] = {{.*}} -> (tensor<50xf16>, f32)
// CHECK: arith.extf
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.addf {{.*}} : f32
// CHECK: %[[NEXT:.+]] = arith.addi %[[I]], %{{.+}} : index
// CHECK: arith.addf {{.*}} : f32
// CHECK: %[[NARROW:.+]] = arith.truncf {{.*}} : f32 to f16
// CHECK: tensor.insert %[[NARROW]] into %{{.+}}[%[[NEXT]]]
func.func @scan_sums(%x: tensor<4x50xf16>, %s: tensor<4xf16>) -> (tensor<4x50xf16>, tensor<4xf16>) {
  %r:2 = iree_linalg_ext.scan dimension(1) inclusive(false) ins(%x : tensor<4x50xf16>) outs(%x, %s : tensor<4x50xf16>, tensor<4xf16>) {
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    iree_linalg_ext.yield %c : f16
  } -> tensor<4x50xf16>, tensor<4xf16>
  return %r#0, %r#1 : tensor<4x50xf16>, tensor<4xf16>
}

// Each element goes through what is kept; the body is asked both ways round.
// CHECK-LABEL: func.func @topk
// CHECK: scf.forall (%{{.+}}) in (2)
// CHECK: scf.for {{.*}} -> (tensor<3xf32>, tensor<3xi32>)
// CHECK: scf.for {{.*}} -> (tensor<3xf32>, tensor<3xi32>, f32, i32)
// CHECK-COUNT-2: arith.cmpf ogt
// CHECK: arith.cmpi slt
func.func @topk(%x: tensor<2x?xf32>, %v: tensor<2x3xf32>, %i: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %r:2 = iree_linalg_ext.topk dimension(1) ins(%x : tensor<2x?xf32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2x3xf32>, tensor<2x3xi32>
  return %r#0, %r#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// Without roots of unity they are computed.
// CHECK-LABEL: func.func @fft
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]}
// CHECK: tensor.extract
// CHECK: math.cos
// CHECK: math.sin
// CHECK: linalg.yield
func.func @fft(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c2 = arith.constant 2 : index
  %r:2 = iree_linalg_ext.fft ins(%c2 : index) outs(%x, %x : tensor<16xf32>, tensor<16xf32>) : tensor<16xf32>, tensor<16xf32>
  return %r#0, %r#1 : tensor<16xf32>, tensor<16xf32>
}

// Elements are stored one after the other, if they are to be and their place is inside.
// CHECK-LABEL: func.func @map_store
// CHECK: scf.forall {{.*}} in (1)
// CHECK: %[[F:.*]] = arith.cmpi ult, %{{.*}}, %c8
// CHECK: arith.andi %arg2, %[[F]]
// CHECK: tensor.insert
func.func @map_store(%x: tensor<16xf32>, %y: tensor<8xf32>, %m: i1) -> tensor<8xf32> {
  %r = iree_linalg_ext.map_store %x into %y {
  ^bb0(%i: index):
    iree_linalg_ext.yield %i, %m : index, i1
  } : tensor<16xf32> into tensor<8xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @tensor_scatter
// CHECK: %[[I:.*]] = tensor.extract %arg2
// CHECK: arith.cmpi ult, %[[I]], %c8
// CHECK: tensor.insert
func.func @tensor_scatter(%x: tensor<3x16xf32>, %y: tensor<8x16xf32>, %i: tensor<3x1xindex>) -> tensor<8x16xf32> {
  %r = tensor.scatter %x into %y[%i] scatter_dims([0]) unique : (tensor<3x16xf32>, tensor<8x16xf32>, tensor<3x1xindex>)
      -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// Without an output for indices none are kept, and elements that are the same to the comparator need not be told apart.
// CHECK-LABEL: func.func @topk_values
// CHECK: scf.forall
// CHECK: arith.cmpf ogt
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @topk_values(%x: tensor<10xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %r = iree_linalg_ext.topk_v2 dimension(0) ins(%x : tensor<10xf32>) outs(%y : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
