// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s --check-prefixes=CHECK,CDNA
// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx1250 | FileCheck %s --check-prefixes=CHECK,LATEST

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func @waits(
  tt.func public @waits(%c: i1) {
    // Of the counters in one number those that are not waited for have all their bits.
    // CDNA: rocdl.s.waitcnt -49166
    // LATEST: rocdl.s.wait.asynccnt 2
    %t = amdg.async_wait {num_inst = 2 : i32}
    // CDNA: rocdl.s.waitcnt -53007
    // LATEST: rocdl.s.wait.loadcnt 1
    // LATEST: rocdl.s.wait.dscnt 0
    amdg.memory_counter_wait load(1) ds(0)
    // CHECK: llvm.cond_br %arg0, ^[[DO:bb[0-9]+]], ^[[ON:bb[0-9]+]]
    // CHECK: ^[[DO]]:
    // CHECK-NEXT: rocdl.s.barrier
    // CHECK-NEXT: llvm.br ^[[ON]]
    amdg.cond_barrier %c
    tt.return
  }
}
