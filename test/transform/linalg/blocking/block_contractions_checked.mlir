// What is computed stays the same, also where nothing is divided evenly. Sizes are such that the interpreter gets to the end.
// RUN: tern-opt %s --check-each --check-each-size=11 \
// RUN:   --linalg-block-contractions="vector-bytes=16 panel-vectors=1 block-bytes=256 rows=2" 2>&1 | FileCheck %s
// RUN: tern-opt %s --check-each --check-each-size=11 \
// RUN:   --linalg-block-contractions="vector-bytes=16 panel-vectors=1 block-bytes=1024 rows=2" 2>&1 | FileCheck %s
// CHECK-NOT: warning

// CHECK-LABEL: func.func @product(
// CHECK: memref.alloca
func.func @product(%a: memref<21x40xf32>, %b: memref<40x23xf32>, %c: memref<21x23xf32>) {
  linalg.matmul ins(%a, %b : memref<21x40xf32>, memref<40x23xf32>) outs(%c : memref<21x23xf32>)
  return
}

// CHECK-LABEL: func.func @filled(
// CHECK: memref.alloca
func.func @filled(%z: f32, %a: memref<20x70xf32>, %b: memref<70x24xf32>, %c: memref<20x24xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<20x24xf32>)
  linalg.matmul ins(%a, %b : memref<20x70xf32>, memref<70x24xf32>) outs(%c : memref<20x24xf32>)
  return
}

// CHECK-LABEL: func.func @rows_nobody_knows(
// CHECK: memref.alloca
func.func @rows_nobody_knows(%a: memref<?x40xf32>, %b: memref<40x23xf32>, %c: memref<?x23xf32>) {
  linalg.matmul ins(%a, %b : memref<?x40xf32>, memref<40x23xf32>) outs(%c : memref<?x23xf32>)
  return
}
