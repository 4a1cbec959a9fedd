// C70. Before functions are lowered, each copy of a block is told the tt.make_tensor_ptr that says which array the block is of, also
// through the arguments of blocks.
// RUN: tern-opt %s --triton-rewrite-tensor-pointer | FileCheck %s
// RUN: tern-opt %s --triton-rewrite-tensor-pointer --triton-nvidia-tma-lowering --convert-scf-to-cf --allocate-shared-memory-nv=compute-capability=90 --tritongpu-global-scratch-memory-allocation --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s --check-prefix=LLVM

#shared = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32} {
  // The tensor map is made once, before the loop, and the loop hands on the offsets.
  // CHECK-LABEL: tt.func @through_a_loop
  // CHECK-SAME: %[[A:[a-z0-9]*]]: !tt.ptr<f16>
  // CHECK: %[[D:.*]] = tt.make_tensor_descriptor %[[A]], [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] : <f16>, <tensor<64x64xf16,
  // CHECK: scf.for {{.*}} iter_args(%[[Y:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) -> (i64, i64)
  // CHECK-DAG: %[[Y32:.*]] = arith.trunci %[[Y]] : i64 to i32
  // CHECK-DAG: %[[X32:.*]] = arith.trunci %[[X]] : i64 to i32
  // CHECK: ttng.async_tma_copy_global_to_local %[[D]][%[[Y32]], %[[X32]]]
  // CHECK: scf.yield
  // LLVM-LABEL: llvm.func @through_a_loop
  // LLVM: tensormap.replace.tile.global_address
  // LLVM: cp.async.bulk.tensor.2d.shared
  tt.func @through_a_loop(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i64, %s: i64 {tt.divisibility = 16 : i32}, %count: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %one = arith.constant 1 : i64
    %b = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
    %m = triton_gpu.alloc_tensor : tensor<2x64x64xf16, #shared>
    %p = tt.make_tensor_ptr %a, [%n, %n], [%s, %one], [%c0, %c0] {order = array<i32: 1, 0>} : !tt.ptr<tensor<64x64xf16>, 1>
    %last = scf.for %i = %c0 to %count step %c1 iter_args(%q = %p) -> (!tt.ptr<tensor<64x64xf16>, 1>) : i32 {
      %r = triton_nvidia_gpu.insert_slice_tma %q, %m, %c0, %b {axis = 0 : i32} : !tt.ptr<tensor<64x64xf16>, 1>, tensor<2x64x64xf16, #shared>, i32, !tt.ptr<i64, 3> -> tensor<2x64x64xf16, #shared>
      %next = tt.advance %q, [%c0, %c64] : !tt.ptr<tensor<64x64xf16>, 1>
      scf.yield %next : !tt.ptr<tensor<64x64xf16>, 1>
    }
    tt.return
  }

  // Of two arrays, that of the branch that was taken.
  // CHECK-LABEL: tt.func @through_a_branch
  // CHECK: ^bb{{[0-9]}}(%[[B:[0-9]*]]: !tt.ptr<f16>
  // CHECK: %[[D:.*]] = tt.make_tensor_descriptor %[[B]],
  // CHECK: ttng.async_tma_copy_local_to_global %[[D]]
  // LLVM-LABEL: llvm.func @through_a_branch
  // LLVM: cp.async.bulk.tensor.2d.global
  tt.func @through_a_branch(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i64, %s: i64 {tt.divisibility = 16 : i32}, %first: i1) {
    %c0 = arith.constant 0 : i32
    %one = arith.constant 1 : i64
    %m = triton_gpu.alloc_tensor : tensor<64x64xf16, #shared>
    %p = tt.make_tensor_ptr %a, [%n, %n], [%s, %one], [%c0, %c0] {order = array<i32: 1, 0>} : !tt.ptr<tensor<64x64xf16>, 1>
    %q = tt.make_tensor_ptr %b, [%n, %n], [%s, %one], [%c0, %c0] {order = array<i32: 1, 0>} : !tt.ptr<tensor<64x64xf16>, 1>
    cf.cond_br %first, ^end(%p : !tt.ptr<tensor<64x64xf16>, 1>), ^end(%q : !tt.ptr<tensor<64x64xf16>, 1>)
  ^end(%r: !tt.ptr<tensor<64x64xf16>, 1>):
    triton_nvidia_gpu.store_async %r, %m : !tt.ptr<tensor<64x64xf16>, 1>, tensor<64x64xf16, #shared>
    tt.return
  }
}
