// C71. A mask of one value for all elements becomes that value, since a block is copied whole or not at all.
// RUN: tern-opt %s | FileCheck %s

#shared = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
#blocked = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @mask
  // CHECK-SAME: %[[K:[a-z0-9]*]]: i1
  // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}}, %{{.*}}, %[[K]] :
  tt.func @mask(%a: !tt.ptr<f16>, %n: i64, %k: i1) {
    %c0 = arith.constant 0 : i32
    %one = arith.constant 1 : i64
    %b = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
    %m = triton_gpu.alloc_tensor : tensor<2x64x64xf16, #shared>
    %p = tt.make_tensor_ptr %a, [%n, %n], [%n, %one], [%c0, %c0] {order = array<i32: 1, 0>} : !tt.ptr<tensor<64x64xf16, #blocked>, 1>
    %s = tt.splat %k : (i1) -> tensor<64x64xi1, #blocked>
    %r = triton_nvidia_gpu.insert_slice_tma %p, %m, %c0, %b, %s {axis = 0 : i32} : !tt.ptr<tensor<64x64xf16, #blocked>, 1>, tensor<2x64x64xf16, #shared>, i32, !tt.ptr<i64, 3>, tensor<64x64xi1, #blocked> -> tensor<2x64x64xf16, #shared>
    tt.return
  }
}
