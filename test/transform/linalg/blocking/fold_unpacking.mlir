// RUN: tern-opt %s --split-input-file --linalg-fold-unpacking --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --split-input-file --linalg-fold-unpacking | mlir-opt --split-input-file -o /dev/null
// What is computed stays the same.
// RUN: tern-opt %s --split-input-file --check-each --linalg-fold-unpacking -o /dev/null

#panels = affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>
#identity = affine_map<(d0, d1) -> (d0, d1)>

// The product of all columns becomes one for each panel, with its fill; columns that leave a part of the last panel are fewer there.

// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[A:.*]]: memref<5x12xf32>, %[[P:.*]]: memref<3x12x8xf32>, %[[C:.*]]: memref<5x20xf32>)
// CHECK-NOT: memref.alloca
// CHECK: scf.for %[[N:.*]] = %c0 to %c20 step %c8 {
// CHECK: %[[SIZE:.*]] = arith.minsi
// CHECK: %[[I:.*]] = arith.divui %[[N]], %c8
// CHECK: %[[PANEL:.*]] = memref.subview %[[P]][%[[I]], 0, 0] [1, 12, %[[SIZE]]] [1, 1, 1] : memref<3x12x8xf32> to memref<12x?xf32, strided<[8, 1], offset: ?>>
// CHECK: %[[PART:.*]] = memref.subview %[[C]][0, %[[N]]] [5, %[[SIZE]]]
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[PART]]
// CHECK-NEXT: linalg.matmul ins(%[[A]], %[[PANEL]] {{.*}} outs(%[[PART]]
// CHECK-NOT: linalg
func.func @product(%a: memref<5x12xf32>, %p: memref<3x12x8xf32>, %c: memref<5x20xf32>) {
  %z = arith.constant 0.0 : f32
  %w = memref.alloca() : memref<12x20xf32>
  linalg.generic {indexing_maps = [#panels, #identity], iterator_types = ["parallel", "parallel"]} ins(%p : memref<3x12x8xf32>) outs(%w : memref<12x20xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.fill ins(%z : f32) outs(%c : memref<5x20xf32>)
  linalg.matmul ins(%a, %w : memref<5x12xf32>, memref<12x20xf32>) outs(%c : memref<5x20xf32>)
  return
}

// -----

#panels = affine_map<(d0, d1, d2) -> (d2 floordiv 8, d0, d1, d2 mod 8)>
#identity = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// Tiles of a filter that begin with a panel, and some of its channels.

// CHECK-LABEL: func.func @tiles(
// CHECK: scf.for %[[T:.*]] = %c0 to %c32 step %c16 {
// CHECK: scf.for %[[N:.*]] = %c0 to %c16 step %c8 {
// CHECK: %[[F:.*]] = arith.addi %[[T]], %[[N]]
// CHECK: %[[I:.*]] = arith.divui %[[F]], %c8
// CHECK: memref.subview %{{.*}}[%[[I]], 0, 2, 0] [1, 3, 4, 8] [1, 1, 1, 1] : memref<4x3x6x8xf32> to memref<3x4x8xf32, strided<[48, 8, 1], offset: ?>>
// CHECK: linalg.conv_1d_nwc_wcf
func.func @tiles(%a: memref<1x9x4xf32>, %p: memref<4x3x6x8xf32>, %c: memref<1x7x32xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %w = memref.alloca() : memref<3x6x32xf32>
  linalg.generic {indexing_maps = [#panels, #identity], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p : memref<4x3x6x8xf32>) outs(%w : memref<3x6x32xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  scf.for %t = %c0 to %c32 step %c16 {
    %v = memref.subview %w[0, 2, %t] [3, 4, 16] [1, 1, 1] : memref<3x6x32xf32> to memref<3x4x16xf32, strided<[192, 32, 1], offset: ?>>
    %d = memref.subview %c[0, 0, %t] [1, 7, 16] [1, 1, 1] : memref<1x7x32xf32> to memref<1x7x16xf32, strided<[224, 32, 1], offset: ?>>
    linalg.conv_1d_nwc_wcf ins(%a, %v : memref<1x9x4xf32>, memref<3x4x16xf32, strided<[192, 32, 1], offset: ?>>) outs(%d : memref<1x7x16xf32, strided<[224, 32, 1], offset: ?>>)
  }
  return
}

// -----

#panels = affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>
#others = affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 4)>
#identity = affine_map<(d0, d1) -> (d0, d1)>

// What stays: a part that begins within a panel, another map.

// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-2: memref.alloca
// CHECK-NOT: scf.for
func.func @stay(%a: memref<5x12xf32>, %p: memref<3x12x8xf32>, %o: memref<3x12x4xf32>, %c: memref<5x20xf32>, %d: memref<5x4xf32>) {
  %w = memref.alloca() : memref<12x20xf32>
  linalg.generic {indexing_maps = [#panels, #identity], iterator_types = ["parallel", "parallel"]} ins(%p : memref<3x12x8xf32>) outs(%w : memref<12x20xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  %v = memref.subview %w[0, 4] [12, 4] [1, 1] : memref<12x20xf32> to memref<12x4xf32, strided<[20, 1], offset: 4>>
  linalg.matmul ins(%a, %v : memref<5x12xf32>, memref<12x4xf32, strided<[20, 1], offset: 4>>) outs(%d : memref<5x4xf32>)
  %w3 = memref.alloca() : memref<12x20xf32>
  linalg.generic {indexing_maps = [#others, #identity], iterator_types = ["parallel", "parallel"]} ins(%o : memref<3x12x4xf32>) outs(%w3 : memref<12x20xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.matmul ins(%a, %w3 : memref<5x12xf32>, memref<12x20xf32>) outs(%c : memref<5x20xf32>)
  return
}

// -----

#groups = affine_map<(d0, d1) -> (d1 floordiv 8, d0 floordiv 2, d1 mod 8, d0 mod 2)>
#identity = affine_map<(d0, d1) -> (d0, d1)>

// Groups of rows: a panel at a time is unpacked.

// CHECK-DAG: #[[$GROUPS:.*]] = affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %{{.*}}: memref<5x8xf32>, %[[P:.*]]: memref<3x6x8x2xf32>,
// CHECK: %[[LOCAL:.*]] = memref.alloca() {alignment = 64 : i64} : memref<8x8xf32>
// CHECK-NOT: memref.alloca
// CHECK: scf.for %[[N:.*]] = %c0 to %c20 step %c8 {
// CHECK: %[[SIZE:.*]] = arith.minsi
// CHECK: %[[PANEL:.*]] = memref.subview %[[P]][%{{.*}}, 1, 0, 0] [1, 4, %[[SIZE]], 2] {{.*}} to memref<4x?x2xf32,
// CHECK: %[[W:.*]] = memref.subview %[[LOCAL]][0, 0] [8, %[[SIZE]]]
// CHECK: linalg.generic {indexing_maps = [#[[$GROUPS]], {{.*}} ins(%[[PANEL]] : {{.*}} outs(%[[W]] :
// CHECK: linalg.matmul ins(%{{.*}}, %[[W]] :
func.func @groups(%a: memref<5x8xf32>, %p: memref<3x6x8x2xf32>, %c: memref<5x20xf32>) {
  %w = memref.alloca() : memref<12x20xf32>
  linalg.generic {indexing_maps = [#groups, #identity], iterator_types = ["parallel", "parallel"]} ins(%p : memref<3x6x8x2xf32>) outs(%w : memref<12x20xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  %v = memref.subview %w[2, 0] [8, 20] [1, 1] : memref<12x20xf32> to memref<8x20xf32, strided<[20, 1], offset: 40>>
  linalg.matmul ins(%a, %v : memref<5x8xf32>, memref<8x20xf32, strided<[20, 1], offset: 40>>) outs(%c : memref<5x20xf32>)
  return
}
