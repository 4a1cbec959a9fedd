// RUN: tern-opt %s --convert-linalg-to-loops --canonicalize | FileCheck %s
// RUN: mlir-opt %s --convert-linalg-to-loops --canonicalize | FileCheck %s
// RUN: tern-opt %s --convert-linalg-to-loops | mlir-opt --canonicalize | FileCheck %s
// RUN: tern-opt %s --convert-linalg-to-parallel-loops --canonicalize | FileCheck %s --check-prefix=PARALLEL
// RUN: mlir-opt %s --convert-linalg-to-parallel-loops --canonicalize | FileCheck %s --check-prefix=PARALLEL
// RUN: tern-opt %s --convert-linalg-to-parallel-loops | mlir-opt --canonicalize | FileCheck %s --check-prefix=PARALLEL

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#outer = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// CHECK-LABEL: func.func @lowers_matmul
// CHECK-SAME: (%[[A:.*]]: memref<4x5xf32>, %[[B:.*]]: memref<5x6xf32>, %[[C:.*]]: memref<4x6xf32>)
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step
// CHECK-DAG: %[[X:.*]] = memref.load %[[A]][%[[I]], %[[K]]]
// CHECK-DAG: %[[Y:.*]] = memref.load %[[B]][%[[K]], %[[J]]]
// CHECK-DAG: %[[ACC:.*]] = memref.load %[[C]][%[[I]], %[[J]]]
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK: %[[S:.*]] = arith.addf %[[ACC]], %[[P]]
// CHECK: memref.store %[[S]], %[[C]][%[[I]], %[[J]]]

// PARALLEL-LABEL: func.func @lowers_matmul
// PARALLEL: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%{{.*}}, %{{.*}}) to
// PARALLEL: scf.for %[[K:.*]] =
// PARALLEL: memref.store %{{.*}}[%[[I]], %[[J]]]
// PARALLEL: scf.reduce
func.func @lowers_matmul(%a: memref<4x5xf32>, %b: memref<5x6xf32>, %c: memref<4x6xf32>) {
  linalg.matmul ins(%a, %b : memref<4x5xf32>, memref<5x6xf32>) outs(%c : memref<4x6xf32>)
  return
}

// CHECK-LABEL: func.func @lowers_fill
// CHECK-SAME: (%[[X:.*]]: f32, %[[A:.*]]: memref<4xf32>)
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: memref.store %[[X]], %[[A]][%[[I]]]
// PARALLEL-LABEL: func.func @lowers_fill
// PARALLEL: scf.parallel
func.func @lowers_fill(%x: f32, %a: memref<4xf32>) {
  linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @lowers_copy_of_view
// CHECK-SAME: (%[[A:.*]]: memref<4xf32, strided<[2], offset: 1>>, %[[B:.*]]: memref<4xf32>)
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[X:.*]] = memref.load %[[A]][%[[I]]]
// CHECK-NEXT: memref.store %[[X]], %[[B]][%[[I]]]
func.func @lowers_copy_of_view(%a: memref<4xf32, strided<[2], offset: 1>>, %b: memref<4xf32>) {
  linalg.copy ins(%a : memref<4xf32, strided<[2], offset: 1>>) outs(%b : memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @applies_maps
// CHECK-SAME: (%[[A:.*]]: memref<6x4xf32>, %[[B:.*]]: memref<6xf32>, %[[C:.*]]: memref<4x6xf32>)
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK-DAG: %[[X:.*]] = memref.load %[[A]][%[[J]], %[[I]]]
// CHECK-DAG: %[[Y:.*]] = memref.load %[[B]][%[[J]]]
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK: memref.store %[[S]], %[[C]][%[[I]], %[[J]]]
func.func @applies_maps(%a: memref<6x4xf32>, %b: memref<6xf32>, %c: memref<4x6xf32>) {
  linalg.generic {indexing_maps = [#swap, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<6x4xf32>, memref<6xf32>) outs(%c : memref<4x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// The output is not read, because the body does not use it.

// CHECK-LABEL: func.func @loads_what_the_body_uses
// CHECK-SAME: (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>)
// CHECK-NOT: memref.load %[[B]]
// CHECK: memref.store
func.func @loads_what_the_body_uses(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @counts
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[I]], %[[J]]
// CHECK: memref.store %[[S]], %{{.*}}[%[[I]], %[[J]]]
func.func @counts(%a: memref<4x6xindex>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%a : memref<4x6xindex>) {
  ^bb0(%x: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    linalg.yield %s : index
  }
  return
}

// CHECK-LABEL: func.func @asks_for_dynamic_sizes
// CHECK-SAME: (%[[A:.*]]: memref<?x6xf32>, %[[S:.*]]: memref<?xf32>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK: %[[N:.*]] = memref.dim %[[A]], %[[C0]]
// CHECK: scf.for %[[I:.*]] = %[[C0]] to %[[N]]
// CHECK: scf.for %[[J:.*]] = %[[C0]] to %[[C6]]
// CHECK-DAG: %[[ACC:.*]] = memref.load %[[S]][%[[I]]]
// CHECK-DAG: %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK: arith.addf %[[ACC]], %[[X]]
// PARALLEL-LABEL: func.func @asks_for_dynamic_sizes
// PARALLEL: scf.parallel (%{{[a-z0-9]+}}) =
// PARALLEL: scf.for
func.func @asks_for_dynamic_sizes(%a: memref<?x6xf32>, %s: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #outer], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<?x6xf32>) outs(%s : memref<?xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %0 = arith.addf %acc, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @writes_two_outputs
// CHECK-SAME: (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<4xf32>)
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[I]]]
// CHECK: %[[N:.*]] = arith.negf %[[X]]
// CHECK-NEXT: memref.store %[[N]], %[[B]][%[[I]]]
// CHECK-NEXT: memref.store %[[X]], %[[C]][%[[I]]]
func.func @writes_two_outputs(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<4xf32>) outs(%b, %c : memref<4xf32>, memref<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %n = arith.negf %x : f32
    linalg.yield %n, %x : f32, f32
  }
  return
}

// CHECK-LABEL: func.func @takes_scalars
// CHECK-SAME: (%[[K:.*]]: f32,
// CHECK: scf.for
// CHECK: %[[X:.*]] = memref.load
// CHECK: arith.mulf %[[X]], %[[K]]
func.func @takes_scalars(%k: f32, %a: memref<4xf32>) {
  linalg.generic {indexing_maps = [#none, #one], iterator_types = ["parallel"]} ins(%k : f32) outs(%a : memref<4xf32>) {
  ^bb0(%s: f32, %x: f32):
    %p = arith.mulf %x, %s : f32
    linalg.yield %p : f32
  }
  return
}

// The loop over the one image folds away.

// CHECK-LABEL: func.func @lowers_conv
// CHECK-COUNT-6: scf.for
// CHECK: memref.load
// CHECK: memref.store
func.func @lowers_conv(%a: memref<1x8x8x3xf32>, %k: memref<3x3x3x4xf32>, %o: memref<1x6x6x4xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%a, %k : memref<1x8x8x3xf32>, memref<3x3x3x4xf32>) outs(%o : memref<1x6x6x4xf32>)
  return
}

// CHECK-LABEL: func.func @lowers_pooling
// CHECK: arith.maximumf
func.func @lowers_pooling(%a: memref<1x4x4x8xf32>, %w: memref<2x2xf32>, %o: memref<1x2x2x8xf32>) {
  linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%a, %w : memref<1x4x4x8xf32>, memref<2x2xf32>) outs(%o : memref<1x2x2x8xf32>)
  return
}

// CHECK-LABEL: func.func @lowers_scalar_op
// CHECK-NOT: scf.for
// CHECK: memref.load %{{.*}}[]
// CHECK: memref.store %{{.*}}[]
func.func @lowers_scalar_op(%a: memref<f32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a : memref<f32>) outs(%b : memref<f32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// CHECK-LABEL: func.func @keeps_ops_on_tensors
// CHECK: linalg.generic
func.func @keeps_ops_on_tensors(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Subscripts that are more than a counter are affine.apply, as upstream has it.
// CHECK-LABEL: @window
// CHECK: affine.apply
// CHECK: memref.load
func.func @window(%a: memref<8xf32>, %k: memref<3xf32>, %o: memref<6xf32>) {
  linalg.conv_1d ins(%a, %k : memref<8xf32>, memref<3xf32>) outs(%o : memref<6xf32>)
  return
}
