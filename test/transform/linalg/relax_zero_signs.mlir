// RUN: tern-opt %s --linalg-relax-zero-signs | FileCheck %s
// RUN: tern-opt %s --linalg-relax-zero-signs --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=STATISTICS
// RUN: tern-opt %s --linalg-relax-zero-signs --mlir-print-op-generic | mlir-opt -o /dev/null
//
// STATISTICS: (S) 2 num-relaxed

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The maximum of a softmax is subtracted from what exp takes, and nothing else.
// CHECK-LABEL: func.func @softmax
// CHECK: arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : f32
func.func @softmax(%x: memref<8x64xf32>, %y: memref<8x64xf32>) {
  %least = arith.constant 0xFF800000 : f32
  %max = memref.alloca() : memref<8xf32>
  linalg.fill ins(%least : f32) outs(%max : memref<8xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x64xf32>) outs(%max : memref<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %m = arith.maximumf %old, %a : f32
    linalg.yield %m : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : memref<8x64xf32>, memref<8xf32>) outs(%y : memref<8x64xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32
  }
  return
}

// Views of a temporary are a part of it; flags that are there stay.
// CHECK-LABEL: func.func @views
// CHECK: arith.minimumf %{{.*}}, %{{.*}} fastmath<nnan,nsz> : f32
func.func @views(%x: memref<8x64xf32>, %y: memref<8x64xf32>) {
  %all = memref.alloca() : memref<16xf32>
  %least = memref.subview %all[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x64xf32>) outs(%least : memref<8xf32, strided<[1], offset: 4>>) {
  ^bb0(%a: f32, %old: f32):
    %m = arith.minimumf %old, %a fastmath<nnan> : f32
    linalg.yield %m : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %least : memref<8x64xf32>, memref<8xf32, strided<[1], offset: 4>>) outs(%y : memref<8x64xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %p = arith.mulf %a, %m : f32
    %s = math.absf %p : f32
    linalg.yield %s : f32
  }
  return
}

// The caller sees what is the output, and anybody may see what is given to an op that is not structured.
// CHECK-LABEL: func.func @is_seen
// CHECK-NOT: nsz
// CHECK: return
func.func @is_seen(%x: memref<8x64xf32>, %y: memref<8x64xf32>, %z: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %quotient = memref.alloca() : memref<8xf32>
  %loaded = memref.alloca() : memref<8xf32>
  linalg.generic {indexing_maps = [#id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x64xf32>) outs(%z, %quotient, %loaded : memref<8xf32>, memref<8xf32>, memref<8xf32>) {
  ^bb0(%a: f32, %old: f32, %old2: f32, %old3: f32):
    %m = arith.maximumf %old, %a : f32
    %n = arith.maximumf %old2, %a : f32
    %l = arith.maximumf %old3, %a : f32
    linalg.yield %m, %n, %l : f32, f32, f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %quotient : memref<8x64xf32>, memref<8xf32>) outs(%y : memref<8x64xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %q = arith.divf %a, %m : f32
    %e = math.exp %q : f32
    linalg.yield %e : f32
  }
  %v = memref.load %loaded[%c0] : memref<8xf32>
  memref.store %v, %z[%c0] : memref<8xf32>
  return
}
