// Barriers in shared memory: pretty syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @mbarrier_init(
// CHECK-NEXT: nvvm.mbarrier.init %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<3>, i32
llvm.func @mbarrier_init(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr, %a3: i1) {
  "nvvm.mbarrier.init"(%a0, %a1) : (!llvm.ptr<3>, i32) -> ()
  "nvvm.mbarrier.init"(%a2, %a1) : (!llvm.ptr, i32) -> ()
  "nvvm.mbarrier.init"(%a2, %a1, %a3) : (!llvm.ptr, i32, i1) -> ()
  "nvvm.mbarrier.init"(%a0, %a1, %a3) : (!llvm.ptr<3>, i32, i1) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_inval(
// CHECK-NEXT: nvvm.mbarrier.inval %{{[^ ,]+}} : !llvm.ptr<3>
llvm.func @mbarrier_inval(%a0: !llvm.ptr<3>, %a1: !llvm.ptr) {
  "nvvm.mbarrier.inval"(%a0) : (!llvm.ptr<3>) -> ()
  "nvvm.mbarrier.inval"(%a1) : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_expect_tx(
// CHECK-NEXT: nvvm.mbarrier.expect_tx %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<7>, i32
llvm.func @mbarrier_expect_tx(%a0: !llvm.ptr<7>, %a1: i32, %a2: !llvm.ptr<3>) {
  "nvvm.mbarrier.expect_tx"(%a0, %a1) : (!llvm.ptr<7>, i32) -> ()
  "nvvm.mbarrier.expect_tx"(%a2, %a1) <{scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32) -> ()
  "nvvm.mbarrier.expect_tx"(%a2, %a1) : (!llvm.ptr<3>, i32) -> ()
  "nvvm.mbarrier.expect_tx"(%a0, %a1) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr<7>, i32) -> ()
  "nvvm.mbarrier.expect_tx"(%a2, %a1) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr<3>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_complete_tx(
// CHECK-NEXT: nvvm.mbarrier.complete_tx %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<3>, i32
llvm.func @mbarrier_complete_tx(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr<7>) {
  "nvvm.mbarrier.complete_tx"(%a0, %a1) : (!llvm.ptr<3>, i32) -> ()
  "nvvm.mbarrier.complete_tx"(%a2, %a1) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr<7>, i32) -> ()
  "nvvm.mbarrier.complete_tx"(%a2, %a1) <{scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<7>, i32) -> ()
  "nvvm.mbarrier.complete_tx"(%a2, %a1) : (!llvm.ptr<7>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_arrive(
// CHECK-NEXT: nvvm.mbarrier.arrive %{{[^ ,]+}}, %{{[^ ,]+}} {relaxed = true} : !llvm.ptr<3>
llvm.func @mbarrier_arrive(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr, %a3: !llvm.ptr<7>) {
  "nvvm.mbarrier.arrive"(%a0, %a1) <{relaxed = true}> : (!llvm.ptr<3>, i32) -> ()
  %r1 = "nvvm.mbarrier.arrive"(%a2, %a1) <{scope = #nvvm.mem_scope<cta>, relaxed = true}> : (!llvm.ptr, i32) -> i64
  "nvvm.mbarrier.arrive"(%a0) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr<3>) -> ()
  "nvvm.mbarrier.arrive"(%a0) <{scope = #nvvm.mem_scope<cluster>, relaxed = false}> : (!llvm.ptr<3>) -> ()
  %r4 = "nvvm.mbarrier.arrive"(%a2) <{relaxed = true}> : (!llvm.ptr) -> i64
  "nvvm.mbarrier.arrive"(%a3) <{scope = #nvvm.mem_scope<cta>, relaxed = true}> : (!llvm.ptr<7>) -> ()
  "nvvm.mbarrier.arrive"(%a2, %a1) <{relaxed = false}> : (!llvm.ptr, i32) -> ()
  "nvvm.mbarrier.arrive"(%a0, %a1) <{scope = #nvvm.mem_scope<cluster>, relaxed = false}> : (!llvm.ptr<3>, i32) -> ()
  "nvvm.mbarrier.arrive"(%a3, %a1) <{scope = #nvvm.mem_scope<cta>, relaxed = false}> : (!llvm.ptr<7>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_arrive_drop(
// CHECK-NEXT: %{{.*}} = nvvm.mbarrier.arrive_drop %{{[^ ,]+}} {relaxed = true} : !llvm.ptr<3> -> i64
llvm.func @mbarrier_arrive_drop(%a0: !llvm.ptr<3>, %a1: !llvm.ptr, %a2: !llvm.ptr<7>, %a3: i32) {
  %r0 = "nvvm.mbarrier.arrive_drop"(%a0) <{relaxed = true}> : (!llvm.ptr<3>) -> i64
  %r1 = "nvvm.mbarrier.arrive_drop"(%a0) <{scope = #nvvm.mem_scope<cluster>, relaxed = true}> : (!llvm.ptr<3>) -> i64
  "nvvm.mbarrier.arrive_drop"(%a0) <{relaxed = false}> : (!llvm.ptr<3>) -> ()
  %r3 = "nvvm.mbarrier.arrive_drop"(%a0) <{scope = #nvvm.mem_scope<cluster>, relaxed = false}> : (!llvm.ptr<3>) -> i64
  %r4 = "nvvm.mbarrier.arrive_drop"(%a1) <{relaxed = true}> : (!llvm.ptr) -> i64
  "nvvm.mbarrier.arrive_drop"(%a2) : (!llvm.ptr<7>) -> ()
  "nvvm.mbarrier.arrive_drop"(%a1) : (!llvm.ptr) -> ()
  %r7 = "nvvm.mbarrier.arrive_drop"(%a1) : (!llvm.ptr) -> i64
  %r8 = "nvvm.mbarrier.arrive_drop"(%a0, %a3) <{scope = #nvvm.mem_scope<cluster>, relaxed = false}> : (!llvm.ptr<3>, i32) -> i64
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_arrive_nocomplete(
// CHECK-NEXT: %{{.*}} = nvvm.mbarrier.arrive.nocomplete %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<3>, i32 -> i64
llvm.func @mbarrier_arrive_nocomplete(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr) {
  %r0 = "nvvm.mbarrier.arrive.nocomplete"(%a0, %a1) : (!llvm.ptr<3>, i32) -> i64
  %r1 = "nvvm.mbarrier.arrive.nocomplete"(%a2, %a1) : (!llvm.ptr, i32) -> i64
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_arrive_drop_nocomplete(
// CHECK-NEXT: %{{.*}} = nvvm.mbarrier.arrive_drop.nocomplete %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<3>, i32 -> i64
llvm.func @mbarrier_arrive_drop_nocomplete(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr) {
  %r0 = "nvvm.mbarrier.arrive_drop.nocomplete"(%a0, %a1) : (!llvm.ptr<3>, i32) -> i64
  %r1 = "nvvm.mbarrier.arrive_drop.nocomplete"(%a2, %a1) : (!llvm.ptr, i32) -> i64
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_arrive_expect_tx(
// CHECK-NEXT: nvvm.mbarrier.arrive.expect_tx %{{[^ ,]+}}, %{{[^ ,]+}} {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr, i32
llvm.func @mbarrier_arrive_expect_tx(%a0: !llvm.ptr, %a1: i32, %a2: i1, %a3: !llvm.ptr<7>, %a4: !llvm.ptr<3>) {
  "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1) <{scope = #nvvm.mem_scope<cluster>, relaxed = true}> : (!llvm.ptr, i32) -> ()
  "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1, %a2) <{scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr, i32, i1) -> ()
  "nvvm.mbarrier.arrive.expect_tx"(%a3, %a1) <{relaxed = true}> : (!llvm.ptr<7>, i32) -> ()
  "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1) <{relaxed = false}> : (!llvm.ptr, i32) -> ()
  "nvvm.mbarrier.arrive.expect_tx"(%a3, %a1) : (!llvm.ptr<7>, i32) -> ()
  "nvvm.mbarrier.arrive.expect_tx"(%a4, %a1) <{relaxed = false}> : (!llvm.ptr<3>, i32) -> ()
  "nvvm.mbarrier.arrive.expect_tx"(%a4, %a1) <{relaxed = true}> : (!llvm.ptr<3>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_arrive_drop_expect_tx(
// CHECK-NEXT: nvvm.mbarrier.arrive_drop.expect_tx %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<3>, i32
llvm.func @mbarrier_arrive_drop_expect_tx(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr<7>, %a3: !llvm.ptr) {
  "nvvm.mbarrier.arrive_drop.expect_tx"(%a0, %a1) : (!llvm.ptr<3>, i32) -> ()
  "nvvm.mbarrier.arrive_drop.expect_tx"(%a2, %a1) : (!llvm.ptr<7>, i32) -> ()
  %r2 = "nvvm.mbarrier.arrive_drop.expect_tx"(%a0, %a1) : (!llvm.ptr<3>, i32) -> i64
  "nvvm.mbarrier.arrive_drop.expect_tx"(%a3, %a1) : (!llvm.ptr, i32) -> ()
  "nvvm.mbarrier.arrive_drop.expect_tx"(%a2, %a1) <{scope = #nvvm.mem_scope<cta>, relaxed = false}> : (!llvm.ptr<7>, i32) -> ()
  %r5 = "nvvm.mbarrier.arrive_drop.expect_tx"(%a3, %a1) <{scope = #nvvm.mem_scope<cta>, relaxed = true}> : (!llvm.ptr, i32) -> i64
  %r6 = "nvvm.mbarrier.arrive_drop.expect_tx"(%a3, %a1) <{scope = #nvvm.mem_scope<cta>, relaxed = false}> : (!llvm.ptr, i32) -> i64
  %r7 = "nvvm.mbarrier.arrive_drop.expect_tx"(%a0, %a1) <{relaxed = true}> : (!llvm.ptr<3>, i32) -> i64
  "nvvm.mbarrier.arrive_drop.expect_tx"(%a0, %a1) <{scope = #nvvm.mem_scope<cluster>, relaxed = false}> : (!llvm.ptr<3>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_try_wait_parity(
// CHECK-NEXT: nvvm.mbarrier.try_wait.parity %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr, i32, i32
llvm.func @mbarrier_try_wait_parity(%a0: !llvm.ptr, %a1: i32, %a2: !llvm.ptr<3>) {
  "nvvm.mbarrier.try_wait.parity"(%a0, %a1, %a1) : (!llvm.ptr, i32, i32) -> ()
  "nvvm.mbarrier.try_wait.parity"(%a2, %a1, %a1) : (!llvm.ptr<3>, i32, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_test_wait(
// CHECK-NEXT: %{{.*}} = nvvm.mbarrier.test.wait %{{[^ ,]+}}, %{{[^ ,]+}} {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i64 -> i1
llvm.func @mbarrier_test_wait(%a0: !llvm.ptr<3>, %a1: i64, %a2: i32, %a3: !llvm.ptr) {
  %r0 = "nvvm.mbarrier.test.wait"(%a0, %a1) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr<3>, i64) -> i1
  %r1 = "nvvm.mbarrier.test.wait"(%a0, %a2) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr<3>, i32) -> i1
  %r2 = "nvvm.mbarrier.test.wait"(%a0, %a1) <{scope = #nvvm.mem_scope<cta>, relaxed = false}> : (!llvm.ptr<3>, i64) -> i1
  %r3 = "nvvm.mbarrier.test.wait"(%a0, %a2) <{scope = #nvvm.mem_scope<cluster>, relaxed = true}> : (!llvm.ptr<3>, i32) -> i1
  %r4 = "nvvm.mbarrier.test.wait"(%a0, %a1) : (!llvm.ptr<3>, i64) -> i1
  %r5 = "nvvm.mbarrier.test.wait"(%a3, %a2) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr, i32) -> i1
  %r6 = "nvvm.mbarrier.test.wait"(%a3, %a2) <{scope = #nvvm.mem_scope<cluster>, relaxed = true}> : (!llvm.ptr, i32) -> i1
  %r7 = "nvvm.mbarrier.test.wait"(%a3, %a1) <{scope = #nvvm.mem_scope<cta>, relaxed = true}> : (!llvm.ptr, i64) -> i1
  %r8 = "nvvm.mbarrier.test.wait"(%a0, %a1) <{scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i64) -> i1
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier_try_wait(
// CHECK-NEXT: %{{.*}} = nvvm.mbarrier.try_wait %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<3>, i32, i32 -> i1
llvm.func @mbarrier_try_wait(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr, %a3: i64) {
  %r0 = "nvvm.mbarrier.try_wait"(%a0, %a1, %a1) <{scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32, i32) -> i1
  %r1 = "nvvm.mbarrier.try_wait"(%a2, %a3) <{scope = #nvvm.mem_scope<cluster>}> : (!llvm.ptr, i64) -> i1
  %r2 = "nvvm.mbarrier.try_wait"(%a2, %a1) <{relaxed = false}> : (!llvm.ptr, i32) -> i1
  %r3 = "nvvm.mbarrier.try_wait"(%a2, %a3) <{relaxed = false}> : (!llvm.ptr, i64) -> i1
  %r4 = "nvvm.mbarrier.try_wait"(%a2, %a1) <{relaxed = true}> : (!llvm.ptr, i32) -> i1
  %r5 = "nvvm.mbarrier.try_wait"(%a0, %a3) : (!llvm.ptr<3>, i64) -> i1
  %r6 = "nvvm.mbarrier.try_wait"(%a2, %a3) <{relaxed = true}> : (!llvm.ptr, i64) -> i1
  %r7 = "nvvm.mbarrier.try_wait"(%a2, %a3, %a1) <{scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr, i64, i32) -> i1
  %r8 = "nvvm.mbarrier.try_wait"(%a2, %a3) <{scope = #nvvm.mem_scope<cluster>, relaxed = true}> : (!llvm.ptr, i64) -> i1
  llvm.return
}
