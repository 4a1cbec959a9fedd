// RUN: tern-opt %s --split-input-file | tern-opt --split-input-file | FileCheck %s
// RUN: tern-opt %s --split-input-file --mlir-print-op-generic | tern-opt --split-input-file | FileCheck %s

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @arefs
  tt.func @arefs(%x: !ttg.memdesc<3x64x32xf16, #boxes, #smem, mutable>, %y: !ttg.memdesc<3x32x32xf16, #boxes, #smem, mutable>, %i: i32) {
    // CHECK: %[[A:.*]] = nvws.aref.create %{{.*}}, %{{.*}} : <[!ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>, !ttg.memdesc<3x32x32xf16, #shared, #smem, mutable>]>
    %a = nvws.aref.create %x, %y : !nvws.aref<[!ttg.memdesc<3x64x32xf16, #boxes, #smem, mutable>, !ttg.memdesc<3x32x32xf16, #boxes, #smem, mutable>]>
    // CHECK: %[[PUT:.*]]:2, %[[TOKEN:.*]] = nvws.aref.put.enter %[[A]] : <[{{.*}}]> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, !ttg.async.token
    %p:2, %t = nvws.aref.put.enter %a : <[!ttg.memdesc<3x64x32xf16, #boxes, #smem, mutable>, !ttg.memdesc<3x32x32xf16, #boxes, #smem, mutable>]> -> !ttg.memdesc<64x32xf16, #boxes, #smem, mutable>, !ttg.memdesc<32x32xf16, #boxes, #smem, mutable>, !ttg.async.token
    // CHECK: nvws.aref.put.exit %[[A]], %[[TOKEN]] [#nvws.async_op<tma_load>, #nvws.async_op<none>] :
    nvws.aref.put.exit %a, %t [#nvws.async_op<tma_load>, #nvws.async_op<none>] : <[!ttg.memdesc<3x64x32xf16, #boxes, #smem, mutable>, !ttg.memdesc<3x32x32xf16, #boxes, #smem, mutable>]>, !ttg.async.token
    // CHECK: %[[GET:.*]]:2, %[[TOKEN:.*]] = nvws.aref.get.enter %[[A]][%[[I:.*]], %[[I]]] :
    %g:2, %u = nvws.aref.get.enter %a[%i, %i] : <[!ttg.memdesc<3x64x32xf16, #boxes, #smem, mutable>, !ttg.memdesc<3x32x32xf16, #boxes, #smem, mutable>]> -> !ttg.memdesc<64x32xf16, #boxes, #smem>, !ttg.memdesc<32x32xf16, #boxes, #smem>, !ttg.async.token
    // CHECK: nvws.aref.buffer %[[A]][%[[I]]], %[[TOKEN]] :
    %b:2 = nvws.aref.buffer %a[%i], %u : <[!ttg.memdesc<3x64x32xf16, #boxes, #smem, mutable>, !ttg.memdesc<3x32x32xf16, #boxes, #smem, mutable>]>, !ttg.async.token -> !ttg.memdesc<64x32xf16, #boxes, #smem>, !ttg.memdesc<32x32xf16, #boxes, #smem>
    // CHECK: nvws.aref.get.exit %[[A]][%[[I]]], %[[TOKEN]] [#nvws.async_op<wgmma>] :
    nvws.aref.get.exit %a[%i], %u [#nvws.async_op<wgmma>] : <[!ttg.memdesc<3x64x32xf16, #boxes, #smem, mutable>, !ttg.memdesc<3x32x32xf16, #boxes, #smem, mutable>]>, !ttg.async.token
    tt.return
  }

  // CHECK-LABEL: @loads
  tt.func @loads(%d: !tt.tensordesc<tensor<64x32xf16, #boxes>>, %r: !tt.tensordesc<tensor<1x32xf16, #boxes>>, %i: i32, %rows: tensor<64xi32>, %b: !ttg.memdesc<64x32xf16, #boxes, #smem, mutable>) {
    // CHECK: nvws.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] 4096 %{{.*}} evictionPolicy = evict_last {ttg.partition = array<i32: 1>} :
    nvws.descriptor_load %d[%i, %i] 4096 %b evictionPolicy = evict_last {ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<64x32xf16, #boxes>>, i32, i32, !ttg.memdesc<64x32xf16, #boxes, #smem, mutable>
    // CHECK: nvws.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] 4096 %{{.*}} :
    nvws.descriptor_gather %r[%rows, %i] 4096 %b : !tt.tensordesc<tensor<1x32xf16, #boxes>>, tensor<64xi32>, i32, !ttg.memdesc<64x32xf16, #boxes, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: @groups
  tt.func @groups(%x: i32) -> i32 {
    // CHECK-NEXT: nvws.warp_group
    // CHECK-NEXT: partition0 num_warps(2) {
    // CHECK-NEXT:   nvws.warp_group.return
    // CHECK-NEXT: }
    // CHECK-NEXT: partition1 num_warps(1) {
    // CHECK-NEXT:   nvws.warp_group.return
    // CHECK-NEXT: }
    nvws.warp_group
    partition0 num_warps(2) {
      nvws.warp_group.return
    }
    partition1 num_warps(1) {
      nvws.warp_group.return
    }
    // CHECK: %[[R:.*]]:2 = nvws.warp_group attributes {note = "x"}
    // CHECK-NEXT: partition0 num_warps(4) {
    // CHECK-NEXT:   nvws.warp_group.yield %[[X:.*]], %[[X]] : i32, i32
    // CHECK-NEXT: } : i32, i32
    %r:2 = nvws.warp_group attributes {note = "x"}
    partition0 num_warps(4) {
      nvws.warp_group.yield %x, %x : i32, i32
    } : i32, i32
    tt.return %r#0 : i32
  }

  // CHECK-LABEL: @tokens
  tt.func @tokens(%i: i32, %p: i1) {
    // CHECK: %[[T:.*]] = nvws.create_token {loadType = 2 : i32, numBuffers = 4 : i32} : tensor<4x!nvws.token>
    %t = nvws.create_token {loadType = 2 : i32, numBuffers = 4 : i32} : tensor<4x!nvws.token>
    // CHECK: nvws.producer_acquire %[[T]], %{{.*}}, %{{.*}} : tensor<4x!nvws.token>, i32, i1
    nvws.producer_acquire %t, %i, %p : tensor<4x!nvws.token>, i32, i1
    // CHECK: nvws.producer_commit %[[T]], %{{.*}} : tensor<4x!nvws.token>, i32
    nvws.producer_commit %t, %i : tensor<4x!nvws.token>, i32
    // CHECK: nvws.consumer_wait %[[T]], %{{.*}}, %{{.*}} : tensor<4x!nvws.token>, i32, i1
    nvws.consumer_wait %t, %i, %p : tensor<4x!nvws.token>, i32, i1
    // CHECK: nvws.consumer_release %[[T]], %{{.*}} : tensor<4x!nvws.token>, i32
    nvws.consumer_release %t, %i : tensor<4x!nvws.token>, i32
    tt.return
  }
}
