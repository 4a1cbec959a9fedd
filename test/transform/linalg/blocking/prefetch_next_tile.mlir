// RUN: tern-opt %s --linalg-prefetch-next-tile | FileCheck %s
// RUN: tern-opt %s --linalg-prefetch-next-tile --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=STATISTICS
// RUN: tern-opt %s --linalg-prefetch-next-tile --mlir-print-op-generic | mlir-opt -o /dev/null
//
// STATISTICS: (S) 2 num-prefetched

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The last op that reads the rows prefetches the next ones; behind the last tile there are none, so it is that again.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<4096x64xf32>
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[ROWS:.*]] = memref.subview %[[X]][%[[I]], 0] [8, 64]
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]] :
// CHECK-NOT: memref.prefetch
// CHECK: %[[AFTER:.*]] = arith.addi %[[I]], %c8
// CHECK: %[[NEXT:.*]] = arith.minsi %[[AFTER]], %c4088
// CHECK: %[[NEXT_ROWS:.*]] = memref.subview %[[X]][%[[NEXT]], 0] [8, 64]
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]], %{{.*}} :
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: %[[COLUMN:.*]] = linalg.index 1
// CHECK: memref.prefetch %[[NEXT_ROWS]][%[[ROW]], %[[COLUMN]]], read, locality<2>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @rows(%x: memref<4096x64xf32>, %y: memref<4096x64xf32>, %first: index, %step: index) {
  %c4096 = arith.constant 4096 : index
  %sums = memref.alloca() : memref<8xf32>
  scf.for %i = %first to %c4096 step %step {
    %rows = memref.subview %x[%i, 0] [8, 64] [1, 1] : memref<4096x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    %out = memref.subview %y[%i, 0] [8, 64] [1, 1] : memref<4096x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%rows : memref<8x64xf32, strided<[64, 1], offset: ?>>) outs(%sums : memref<8xf32>) {
    ^bb0(%a: f32, %sum: f32):
      %s = arith.addf %sum, %a : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%rows, %sums : memref<8x64xf32, strided<[64, 1], offset: ?>>, memref<8xf32>)
        outs(%out : memref<8x64xf32, strided<[64, 1], offset: ?>>) {
    ^bb0(%a: f32, %sum: f32, %o: f32):
      %s = arith.divf %a, %sum : f32
      linalg.yield %s : f32
    }
  }
  return
}

// What is read once the processor prefetches itself; what is read across its rows, and what is the function's own, stays as it is.
// CHECK-LABEL: func.func @others
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @others(%x: memref<4096x64xf32>, %z: memref<64x64xf32>, %y: memref<4096x64xf32>, %first: index, %step: index) {
  %c64 = arith.constant 64 : index
  %own = memref.alloca() : memref<128x64xf32>
  scf.for %i = %first to %c64 step %step {
    %rows = memref.subview %x[%i, 0] [8, 64] [1, 1] : memref<4096x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    %square = memref.subview %z[%i, 0] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
    %mine = memref.subview %own[%i, 0] [8, 8] [1, 1] : memref<128x64xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
    %out = memref.subview %y[%i, 0] [8, 8] [1, 1] : memref<4096x64xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
    %whole = memref.subview %y[%i, 0] [8, 64] [1, 1] : memref<4096x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%rows : memref<8x64xf32, strided<[64, 1], offset: ?>>) outs(%whole : memref<8x64xf32, strided<[64, 1], offset: ?>>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    }
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%square, %mine : memref<8x8xf32, strided<[64, 1], offset: ?>>, memref<8x8xf32, strided<[64, 1], offset: ?>>)
        outs(%out : memref<8x8xf32, strided<[64, 1], offset: ?>>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%square, %mine : memref<8x8xf32, strided<[64, 1], offset: ?>>, memref<8x8xf32, strided<[64, 1], offset: ?>>)
        outs(%out : memref<8x8xf32, strided<[64, 1], offset: ?>>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.mulf %a, %b : f32
      linalg.yield %s : f32
    }
  }
  return
}

// Where a slice moves along two dimensions, or has lost one, the next one is not known. Rows of a larger tensor are found along any dimension.
// CHECK-LABEL: func.func @two_dimensions
// CHECK: scf.for %[[I:.*]] =
// CHECK: memref.subview %{{.*}}[%[[I]], %[[I]]] [8, 8]
// CHECK-NOT: memref.prefetch
// CHECK: memref.subview %{{.*}}[3, %{{.*}}, 0] [1, 8, 64]
// CHECK: linalg.generic
// CHECK: memref.prefetch %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}], read
// CHECK: return
func.func @two_dimensions(%x: memref<64x64xf32>, %z: memref<9x64x64xf32>, %y: memref<64x64xf32>, %w: memref<1x8x64xf32>, %v: memref<8x64xf32>,
                          %first: index, %step: index) {
  %c64 = arith.constant 64 : index
  scf.for %i = %first to %c64 step %step {
    %square = memref.subview %x[%i, %i] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
    %out = memref.subview %y[%i, 0] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
    %rows = memref.subview %z[3, %i, 0] [1, 8, 64] [1, 1, 1] : memref<9x64x64xf32> to memref<1x8x64xf32, strided<[4096, 64, 1], offset: ?>>
    %plain = memref.subview %z[3, %i, 0] [1, 8, 64] [1, 1, 1] : memref<9x64x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    linalg.copy ins(%plain : memref<8x64xf32, strided<[64, 1], offset: ?>>) outs(%v : memref<8x64xf32>)
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%plain : memref<8x64xf32, strided<[64, 1], offset: ?>>) outs(%v : memref<8x64xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    }
    linalg.exp ins(%square : memref<8x8xf32, strided<[64, 1], offset: ?>>) outs(%out : memref<8x8xf32, strided<[64, 1], offset: ?>>)
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%square : memref<8x8xf32, strided<[64, 1], offset: ?>>) outs(%out : memref<8x8xf32, strided<[64, 1], offset: ?>>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    }
    linalg.copy ins(%rows : memref<1x8x64xf32, strided<[4096, 64, 1], offset: ?>>) outs(%w : memref<1x8x64xf32>)
    linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%rows : memref<1x8x64xf32, strided<[4096, 64, 1], offset: ?>>) outs(%w : memref<1x8x64xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    }
  }
  return
}
