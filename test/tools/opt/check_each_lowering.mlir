// Through whole pipelines nothing changes; where a function leaves what the reference interpreter knows, that is said.
// RUN: tern-opt %s --check-each=7 --linalg-generalize-named-ops --canonicalize --convert-linalg-to-loops \
// RUN:   --fold-memref-alias-ops --convert-scf-to-cf --canonicalize --cse 2>&1 | FileCheck %s
// RUN: tern-opt %s --check-each=7 --check-each-size=5 --check-each-inputs=6 --convert-linalg-to-parallel-loops \
// RUN:   --convert-scf-to-cf 2>&1 | FileCheck %s
// RUN: tern-opt %s --check-each --convert-linalg-to-loops --lower-affine --convert-arith-to-llvm \
// RUN:   --finalize-memref-to-llvm 2>&1 | FileCheck %s --check-prefix=LLVM
// RUN: not tern-opt %s --no-implicit-module --check-each --convert-linalg-to-loops 2>&1 | FileCheck %s --check-prefix=LONE
// RUN: not tern-opt %s --check-each 2>&1 | FileCheck %s --check-prefix=NO-PASS
// NO-PASS: error: no pass ran, so --check-each compared nothing
// CHECK-NOT: {{warning|error}}
// CHECK: func.func @product
// LLVM: warning: --check-each does not compare @product after pass 'finalize-memref-to-llvm': casts to what holds something else
// LONE: error: --check-each compares functions in a module, and this is none

func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?xf32>)
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
