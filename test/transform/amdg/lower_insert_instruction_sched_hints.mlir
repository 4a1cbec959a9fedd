// RUN: tern-opt %s --triton-amdgpu-lower-insert-instruction-sched-hints="arch=gfx942 num_stages=2" --allow-unregistered-dialect | FileCheck %s

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: tt.func @attention
  // CHECK: scf.for
  // CHECK-NEXT: rocdl.sched.barrier 0
  // CHECK-NEXT: "my.first"
  // CHECK-NEXT: "my.second"
  // CHECK-NEXT: rocdl.iglp.opt 2
  // CHECK-NEXT: rocdl.sched.barrier 0
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: "my.third"
  // CHECK-NEXT: }
  tt.func @attention(%n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %i = %zero to %n step %one : i32 {
      "my.first"() : () -> ()
      amdg.instruction_sched_hint {variant = #amdg.SchedHintVariant<attention>}
      "my.second"() : () -> ()
    }
    scf.for %i = %zero to %n step %one : i32 {
      amdg.instruction_sched_hint {variant = #amdg.SchedHintVariant<none>}
      "my.third"() : () -> ()
    }
    tt.return
  }
}
