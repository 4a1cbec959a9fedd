// RUN: tern-opt %s --triton-amdgpu-insert-instruction-sched-hints=variant=Attention | FileCheck %s
// RUN: tern-opt %s --triton-amdgpu-insert-instruction-sched-hints | FileCheck %s --check-prefix=NONE
// RUN: tern-opt %s --triton-amdgpu-insert-instruction-sched-hints=variant=of-tomorrow | FileCheck %s --check-prefix=NONE

// NONE-NOT: amdg.
#m = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [32, 32, 8], isTransposed = true}>
#x = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>
#y = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // What one product makes is the first operand of the next.
  // CHECK-LABEL: tt.func @attention
  // CHECK: scf.for
  // CHECK-NEXT: amdg.instruction_sched_hint {variant = #amdg.SchedHintVariant<attention>}
  // CHECK-NOT: amdg.instruction_sched_hint
  tt.func @attention(%q: tensor<64x64xf16, #x>, %k: tensor<64x64xf16, #y>, %v: tensor<64x64xf16, #y>, %c: tensor<64x64xf32, #m>, %n: i32) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r = scf.for %i = %zero to %n step %one iter_args(%a = %c) -> (tensor<64x64xf32, #m>) : i32 {
      %s = tt.dot %q, %k, %c : tensor<64x64xf16, #x> * tensor<64x64xf16, #y> -> tensor<64x64xf32, #m>
      %e = math.exp2 %s : tensor<64x64xf32, #m>
      %h = arith.truncf %e : tensor<64x64xf32, #m> to tensor<64x64xf16, #m>
      %p = ttg.convert_layout %h : tensor<64x64xf16, #m> -> tensor<64x64xf16, #x>
      %o = tt.dot %p, %v, %a : tensor<64x64xf16, #x> * tensor<64x64xf16, #y> -> tensor<64x64xf32, #m>
      scf.yield %o : tensor<64x64xf32, #m>
    }
    tt.return %r : tensor<64x64xf32, #m>
  }

  // Sums alone are no operands.
  // CHECK-LABEL: tt.func @matmul
  // CHECK-NOT: amdg.instruction_sched_hint
  tt.func @matmul(%q: tensor<64x64xf16, #x>, %k: tensor<64x64xf16, #y>, %c: tensor<64x64xf32, #m>, %n: i32) -> tensor<64x64xf32, #m> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r = scf.for %i = %zero to %n step %one iter_args(%a = %c) -> (tensor<64x64xf32, #m>) : i32 {
      %s = tt.dot %q, %k, %a : tensor<64x64xf16, #x> * tensor<64x64xf16, #y> -> tensor<64x64xf32, #m>
      scf.yield %s : tensor<64x64xf32, #m>
    }
    tt.return %r : tensor<64x64xf32, #m>
  }
}
