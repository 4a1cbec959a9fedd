// PTX text brings its version along.
// RUN: tern-opt --convert-nvvm-to-llvm --split-input-file %s | tern-translate --mlir-to-ptx --target=sm_90 --split-input-file | FileCheck %s

// CHECK: .version 7.8
// CHECK: mbarrier.try_wait.parity.shared.b64
llvm.func @old_enough(%b: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {
  nvvm.mbarrier.try_wait.parity %b, %n, %n : !llvm.ptr<3>, i32, i32
  llvm.return
}

// -----

// CHECK: .version 8.0
// CHECK: mbarrier.arrive.expect_tx.shared.b64
llvm.func @bytes(%b: !llvm.ptr<3>, %n: i32, %p: i1) attributes {nvvm.kernel} {
  nvvm.mbarrier.arrive.expect_tx %b, %n, predicate = %p : !llvm.ptr<3>, i32, i1
  llvm.return
}

// -----

// CHECK: .version 8.3
// CHECK: fence.proxy.tensormap::generic.acquire.gpu
llvm.func @tensor_map(%p: !llvm.ptr) attributes {nvvm.kernel} {
  %n = llvm.mlir.constant(128 : i32) : i32
  nvvm.fence.proxy.acquire <gpu> %p, %n
  llvm.return
}

// -----

// CHECK: .version 8.6
// CHECK: mbarrier.arrive.relaxed.cluster.shared.b64
llvm.func @relaxed(%b: !llvm.ptr<3>) attributes {nvvm.kernel} {
  %s = nvvm.mbarrier.arrive %b {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3> -> i64
  llvm.return
}
