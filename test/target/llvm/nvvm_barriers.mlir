// The nvvm dialect, barriers in shared memory: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @mbarrier_init(
// CHECK: call void @llvm.nvvm.mbarrier.init.shared(
llvm.func @mbarrier_init(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr, %arg3: i1) {
  nvvm.mbarrier.init %arg0, %arg1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %arg2, %arg1 : !llvm.ptr, i32
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_inval(
// CHECK: call void @llvm.nvvm.mbarrier.inval.shared(
llvm.func @mbarrier_inval(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr) {
  nvvm.mbarrier.inval %arg0 : !llvm.ptr<3>
  nvvm.mbarrier.inval %arg1 : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_expect_tx(
// CHECK: call void @llvm.nvvm.mbarrier.expect.tx.scope.cta.space.cluster(
llvm.func @mbarrier_expect_tx(%arg0: !llvm.ptr<7>, %arg1: i32, %arg2: !llvm.ptr<3>) {
  nvvm.mbarrier.expect_tx %arg0, %arg1 : !llvm.ptr<7>, i32
  nvvm.mbarrier.expect_tx %arg2, %arg1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %arg2, %arg1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %arg0, %arg1 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  nvvm.mbarrier.expect_tx %arg2, %arg1 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_complete_tx(
// CHECK: call void @llvm.nvvm.mbarrier.complete.tx.scope.cta.space.cta(
llvm.func @mbarrier_complete_tx(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr<7>) {
  nvvm.mbarrier.complete_tx %arg0, %arg1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.complete_tx %arg2, %arg1 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  nvvm.mbarrier.complete_tx %arg2, %arg1 : !llvm.ptr<7>, i32
  nvvm.mbarrier.complete_tx %arg2, %arg1 : !llvm.ptr<7>, i32
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_arrive(
// CHECK: call i64 @llvm.nvvm.mbarrier.arrive.relaxed.scope.cta.space.cta(
llvm.func @mbarrier_arrive(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr, %arg3: !llvm.ptr<7>) {
  nvvm.mbarrier.arrive %arg0, %arg1 {relaxed = true} : !llvm.ptr<3>
  %0 = nvvm.mbarrier.arrive %arg2, %arg1 {relaxed = true} : !llvm.ptr -> i64
  nvvm.mbarrier.arrive %arg0 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>
  nvvm.mbarrier.arrive %arg0 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>
  %1 = nvvm.mbarrier.arrive %arg2 {relaxed = true} : !llvm.ptr -> i64
  nvvm.mbarrier.arrive %arg3 {relaxed = true} : !llvm.ptr<7>
  nvvm.mbarrier.arrive %arg2, %arg1 : !llvm.ptr
  nvvm.mbarrier.arrive %arg0, %arg1 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>
  nvvm.mbarrier.arrive %arg3, %arg1 : !llvm.ptr<7>
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_arrive_drop(
// CHECK: call i64 @llvm.nvvm.mbarrier.arrive.drop.relaxed.scope.cta.space.cta(
llvm.func @mbarrier_arrive_drop(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr, %arg2: !llvm.ptr<7>, %arg3: i32) {
  %0 = nvvm.mbarrier.arrive_drop %arg0 {relaxed = true} : !llvm.ptr<3> -> i64
  %1 = nvvm.mbarrier.arrive_drop %arg0 {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3> -> i64
  nvvm.mbarrier.arrive_drop %arg0 : !llvm.ptr<3>
  %2 = nvvm.mbarrier.arrive_drop %arg0 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3> -> i64
  %3 = nvvm.mbarrier.arrive_drop %arg1 {relaxed = true} : !llvm.ptr -> i64
  nvvm.mbarrier.arrive_drop %arg2 : !llvm.ptr<7>
  nvvm.mbarrier.arrive_drop %arg1 : !llvm.ptr
  %4 = nvvm.mbarrier.arrive_drop %arg1 : !llvm.ptr -> i64
  %5 = nvvm.mbarrier.arrive_drop %arg0, %arg3 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3> -> i64
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_arrive_nocomplete(
// CHECK: call i64 @llvm.nvvm.mbarrier.arrive.noComplete.shared(
llvm.func @mbarrier_arrive_nocomplete(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr) {
  %0 = nvvm.mbarrier.arrive.nocomplete %arg0, %arg1 : !llvm.ptr<3>, i32 -> i64
  %1 = nvvm.mbarrier.arrive.nocomplete %arg2, %arg1 : !llvm.ptr, i32 -> i64
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_arrive_drop_nocomplete(
// CHECK: call i64 @llvm.nvvm.mbarrier.arrive.drop.noComplete.shared(
llvm.func @mbarrier_arrive_drop_nocomplete(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr) {
  %0 = nvvm.mbarrier.arrive_drop.nocomplete %arg0, %arg1 : !llvm.ptr<3>, i32 -> i64
  %1 = nvvm.mbarrier.arrive_drop.nocomplete %arg2, %arg1 : !llvm.ptr, i32 -> i64
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_arrive_expect_tx(
// CHECK: call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.relaxed.scope.cluster.space.cta(
llvm.func @mbarrier_arrive_expect_tx(%arg0: !llvm.ptr, %arg1: i32, %arg2: i1, %arg3: !llvm.ptr<7>, %arg4: !llvm.ptr<3>) {
  nvvm.mbarrier.arrive.expect_tx %arg0, %arg1 {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr, i32
  nvvm.mbarrier.arrive.expect_tx %arg3, %arg1 {relaxed = true} : !llvm.ptr<7>, i32
  nvvm.mbarrier.arrive.expect_tx %arg0, %arg1 : !llvm.ptr, i32
  nvvm.mbarrier.arrive.expect_tx %arg3, %arg1 : !llvm.ptr<7>, i32
  nvvm.mbarrier.arrive.expect_tx %arg4, %arg1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %arg4, %arg1 {relaxed = true} : !llvm.ptr<3>, i32
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_arrive_drop_expect_tx(
// CHECK: call i64 @llvm.nvvm.mbarrier.arrive.drop.expect.tx.scope.cta.space.cta(
llvm.func @mbarrier_arrive_drop_expect_tx(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr<7>, %arg3: !llvm.ptr) {
  nvvm.mbarrier.arrive_drop.expect_tx %arg0, %arg1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive_drop.expect_tx %arg2, %arg1 : !llvm.ptr<7>, i32
  %0 = nvvm.mbarrier.arrive_drop.expect_tx %arg0, %arg1 : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.arrive_drop.expect_tx %arg3, %arg1 : !llvm.ptr, i32
  nvvm.mbarrier.arrive_drop.expect_tx %arg2, %arg1 : !llvm.ptr<7>, i32
  %1 = nvvm.mbarrier.arrive_drop.expect_tx %arg3, %arg1 {relaxed = true} : !llvm.ptr, i32 -> i64
  %2 = nvvm.mbarrier.arrive_drop.expect_tx %arg3, %arg1 : !llvm.ptr, i32 -> i64
  %3 = nvvm.mbarrier.arrive_drop.expect_tx %arg0, %arg1 {relaxed = true} : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.arrive_drop.expect_tx %arg0, %arg1 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_test_wait(
// CHECK: call i1 @llvm.nvvm.mbarrier.test.wait.scope.cluster.space.cta(
llvm.func @mbarrier_test_wait(%arg0: !llvm.ptr<3>, %arg1: i64, %arg2: i32, %arg3: !llvm.ptr) {
  %0 = nvvm.mbarrier.test.wait %arg0, %arg1 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i64 -> i1
  %1 = nvvm.mbarrier.test.wait %arg0, %arg2 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32 -> i1
  %2 = nvvm.mbarrier.test.wait %arg0, %arg1 : !llvm.ptr<3>, i64 -> i1
  %3 = nvvm.mbarrier.test.wait %arg0, %arg2 {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32 -> i1
  %4 = nvvm.mbarrier.test.wait %arg0, %arg1 : !llvm.ptr<3>, i64 -> i1
  %5 = nvvm.mbarrier.test.wait %arg3, %arg2 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr, i32 -> i1
  %6 = nvvm.mbarrier.test.wait %arg3, %arg2 {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr, i32 -> i1
  %7 = nvvm.mbarrier.test.wait %arg3, %arg1 {relaxed = true} : !llvm.ptr, i64 -> i1
  %8 = nvvm.mbarrier.test.wait %arg0, %arg1 : !llvm.ptr<3>, i64 -> i1
  llvm.return
}

// CHECK-LABEL: define void @mbarrier_try_wait(
// CHECK: call i1 @llvm.nvvm.mbarrier.try.wait.parity.tl.scope.cta.space.cta(
llvm.func @mbarrier_try_wait(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr, %arg3: i64) {
  %0 = nvvm.mbarrier.try_wait %arg0, %arg1, %arg1 : !llvm.ptr<3>, i32, i32 -> i1
  %1 = nvvm.mbarrier.try_wait %arg2, %arg3 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr, i64 -> i1
  %2 = nvvm.mbarrier.try_wait %arg2, %arg1 : !llvm.ptr, i32 -> i1
  %3 = nvvm.mbarrier.try_wait %arg2, %arg3 : !llvm.ptr, i64 -> i1
  %4 = nvvm.mbarrier.try_wait %arg2, %arg1 {relaxed = true} : !llvm.ptr, i32 -> i1
  %5 = nvvm.mbarrier.try_wait %arg0, %arg3 : !llvm.ptr<3>, i64 -> i1
  %6 = nvvm.mbarrier.try_wait %arg2, %arg3 {relaxed = true} : !llvm.ptr, i64 -> i1
  %7 = nvvm.mbarrier.try_wait %arg2, %arg3, %arg1 : !llvm.ptr, i64, i32 -> i1
  %8 = nvvm.mbarrier.try_wait %arg2, %arg3 {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr, i64 -> i1
  llvm.return
}
