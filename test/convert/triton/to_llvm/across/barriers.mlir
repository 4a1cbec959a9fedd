// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=80 | FileCheck %s --check-prefixes=CHECK,SM80

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
!bar = !ttg.memdesc<1xi64, #s, #ttg.shared_memory, mutable>
module attributes {"ttg.num-warps" = 4 : i32} {
  // One thread does what is done once, where its condition holds.
  // CHECK-LABEL: llvm.func internal @once
  // CHECK: %[[BAR:.*]] = llvm.extractvalue %arg0[0]
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: "@$0 mbarrier.init.shared::cta.b64 [$1], 3;", "b,r" %[[FIRST]], %[[BAR]]
  // CHECK: %[[FIRST2:.*]] = llvm.icmp "eq"
  // CHECK: %[[BOTH:.*]] = llvm.and %[[FIRST2]], %arg1
  // CHECK: "@$0 mbarrier.arrive.expect_tx.shared.b64 _, [$1], 512;", "b,r" %[[BOTH]]
  // CHECK: "@$0 mbarrier.arrive.shared::cta.b64 _, [$1];", "b,r"
  // CHECK: "@$0 mbarrier.arrive.shared::cta.b64 _, [$1], 2;", "b,r"
  // CHECK: "@$0 mbarrier.inval.shared::cta.b64 [$1];", "b,r"
  tt.func private @once(%b: !bar, %p: i1) {
    ttng.init_barrier %b, 3 : !bar
    ttng.barrier_expect %b, 512, %p : !bar
    ttng.arrive_barrier %b, 1 : !bar
    ttng.arrive_barrier %b, 2, %p : !bar
    ttng.inval_barrier %b : !bar
    tt.return
  }

  // Every thread waits, in a loop.
  // CHECK-LABEL: llvm.func internal @waits
  // CHECK-NOT: skipWait
  // CHECK: waitLoop:
  // SM90-SAME: mbarrier.try_wait.parity.shared.b64 complete, [$0], $1;
  // SM80-SAME: mbarrier.test_wait.parity.shared.b64 complete, [$0], $1;
  // SM80-SAME: @!complete nanosleep.u32 20;
  // CHECK-SAME: @!complete bra.uni waitLoop;
  // CHECK: @!$2 bra.uni skipWait;
  // CHECK-SAME: skipWait:
  // CHECK-SAME: "r,r,b"
  tt.func private @waits(%b: !bar, %phase: i32, %p: i1) {
    %true = arith.constant true
    ttng.wait_barrier %b, %phase, %true : !bar
    ttng.wait_barrier %b, %phase, %p : !bar
    tt.return
  }

  // CHECK-LABEL: llvm.func internal @copies
  // CHECK: nvvm.cp.async.mbarrier.arrive %{{.*}} {noinc = true} : !llvm.ptr<3>
  // CHECK: nvvm.cp.async.mbarrier.arrive %{{[0-9]+}} : !llvm.ptr<3>
  tt.func private @copies(%b: !bar) {
    ttng.async_copy_mbarrier_arrive %b {noIncrement} : !bar
    ttng.async_copy_mbarrier_arrive %b : !bar
    tt.return
  }

  // CHECK-LABEL: llvm.func internal @cluster
  // CHECK: nvvm.cluster.arrive {aligned}
  // CHECK: nvvm.cluster.arrive.relaxed {aligned}
  // CHECK: nvvm.cluster.wait {aligned}
  tt.func private @cluster() {
    ttng.cluster_arrive {relaxed = false}
    ttng.cluster_arrive {relaxed = true}
    ttng.cluster_wait
    tt.return
  }
}
