// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tern-opt %s --convert-triton-gpu-to-llvm="compute-capability=90 ptx-version=83" | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tern-opt %s --convert-triton-gpu-to-llvm=drop-unused-structs | FileCheck %s --check-prefixes=CHECK,SM80,LEAN

// What the pass leaves alone, and what its options say.

#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

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

  // A tensor is a struct where it is handed on as a whole; between ops its elements are known. The others are made like it, or left out.
  // CHECK-LABEL: llvm.func internal @structs
  // SM80-COUNT-2: llvm.fadd
  // SM90-COUNT-2: llvm.fadd
  // SM90: llvm.mlir.undef : !llvm.struct<(f32, f32)>
  // SM90-COUNT-2: llvm.insertvalue
  // LEAN-NOT: llvm.insertvalue
  // CHECK: %[[Y0:.*]] = llvm.fmul
  // CHECK: %[[Y1:.*]] = llvm.fmul
  // CHECK: %[[U:.*]] = llvm.mlir.undef : !llvm.struct<(f32, f32)>
  // CHECK: %[[S0:.*]] = llvm.insertvalue %[[Y0]], %[[U]][0]
  // CHECK: %[[S1:.*]] = llvm.insertvalue %[[Y1]], %[[S0]][1]
  // CHECK: llvm.return %[[S1]]
  tt.func private @structs(%x: tensor<64xf32, #two>) -> tensor<64xf32, #two> {
    %0 = arith.addf %x, %x : tensor<64xf32, #two>
    %1 = arith.mulf %0, %x : tensor<64xf32, #two>
    tt.return %1 : tensor<64xf32, #two>
  }
}
