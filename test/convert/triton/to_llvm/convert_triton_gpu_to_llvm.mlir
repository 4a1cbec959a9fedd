// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tern-opt %s --convert-triton-gpu-to-llvm="compute-capability=90 ptx-version=83" | FileCheck %s --check-prefixes=CHECK,SM90

// What the pass leaves alone, and what its options say.

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: llvm.func @already(%arg0: i32) -> i32
  // CHECK-NEXT: %[[X:.*]] = llvm.add %arg0, %arg0 : i32
  // CHECK-NEXT: nvvm.barrier0
  // CHECK-NEXT: %[[C:.*]] = builtin.unrealized_conversion_cast %[[X]] : i32 to f32
  // CHECK-NEXT: %[[D:.*]] = builtin.unrealized_conversion_cast %[[C]] : f32 to i32
  // CHECK-NEXT: llvm.return %[[D]] : i32
  llvm.func @already(%x: i32) -> i32 {
    %0 = llvm.add %x, %x : i32
    nvvm.barrier0
    %1 = builtin.unrealized_conversion_cast %0 : i32 to f32
    %2 = builtin.unrealized_conversion_cast %1 : f32 to i32
    llvm.return %2 : i32
  }

  // An index has 32 bits.
  // CHECK-LABEL: llvm.func internal @indices(%arg0: i32
  // CHECK: llvm.mlir.constant(7 : index) : i32
  // CHECK: llvm.add %arg0, %{{.*}} : i32
  tt.func private @indices(%x: index) -> index {
    %c = arith.constant 7 : index
    %0 = arith.addi %x, %c : index
    tt.return %0 : index
  }

  // CHECK-LABEL: llvm.func internal @chip
  // SM80: llvm.intr.umin
  // SM90: cvt.rn.satfinite.e4m3x2.f32
  tt.func private @chip(%x: f32) -> f8E4M3FN {
    %0 = tt.fp_to_fp %x, rounding = rtne : f32 -> f8E4M3FN
    tt.return %0 : f8E4M3FN
  }
}
