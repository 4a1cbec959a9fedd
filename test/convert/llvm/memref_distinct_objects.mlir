// RUN: tern-opt %s --finalize-memref-to-llvm | FileCheck %s
// RUN: mlir-opt %s --finalize-memref-to-llvm | FileCheck %s

// CHECK-LABEL: @pair
// CHECK-DAG: %[[A:.*]] = builtin.unrealized_conversion_cast %arg0
// CHECK-DAG: %[[B:.*]] = builtin.unrealized_conversion_cast %arg1
// CHECK: %[[P:.*]] = llvm.extractvalue %[[A]][1]
// CHECK: %[[Q:.*]] = llvm.extractvalue %[[B]][1]
// CHECK: %[[T:.*]] = llvm.mlir.constant(true) : i1
// CHECK: llvm.intr.assume %[[T]] ["separate_storage"(%[[P]], %[[Q]] : !llvm.ptr, !llvm.ptr)] : i1
// CHECK: return %arg0, %arg1
func.func @pair(%a: memref<4xf32>, %b: memref<8xf32>) -> (memref<4xf32>, memref<8xf32>) {
  %0:2 = memref.distinct_objects %a, %b : memref<4xf32>, memref<8xf32>
  return %0#0, %0#1 : memref<4xf32>, memref<8xf32>
}

// The rank that a cast forgets is asked for at run time.
// CHECK-LABEL: @unranked_copy
// CHECK: llvm.call @memrefCopy
func.func @unranked_copy(%a: memref<4xf32>, %b: memref<*xf32>) {
  %0 = memref.cast %a : memref<4xf32> to memref<*xf32>
  memref.copy %0, %b : memref<*xf32> to memref<*xf32>
  return
}
