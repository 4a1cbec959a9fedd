// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics | FileCheck %s

#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // Lines of 128 bytes are 64 halves: two boxes, the second 8192 bytes further on, sent by the second warp.
  // CHECK-LABEL: llvm.func internal @load
  // CHECK: %[[LANE:.*]] = nvvm.elect.sync -> i1
  // CHECK: %[[SENDS:.*]] = llvm.and %[[LANE]], %arg5 : i1
  // CHECK: "@$0 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$2, {$3, $4}], [$5];", "b,r,l,r,r,r" %{{.*}}, %{{.*}}, %arg0, %arg2, %arg1, %{{.*}}
  // CHECK: llvm.and %[[SENDS]], %{{.*}} : i1
  // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(8192 : i32)
  // CHECK: llvm.getelementptr %{{.*}}[%[[BYTES]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // CHECK: %[[HALF:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK: %[[COLUMN:.*]] = llvm.add %arg2, %[[HALF]]
  // CHECK: cp.async.bulk.tensor.2d.shared::cluster{{.*}} %arg0, %[[COLUMN]], %arg1
  tt.func private @load(%d: !tt.tensordesc<tensor<64x128xf16, #s>>, %x: i32, %y: i32, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>,
                        %m: !ttg.memdesc<64x128xf16, #s, #smem, mutable>, %p: i1) {
    ttng.async_tma_copy_global_to_local %d[%x, %y] %m, %b, %p : !tt.tensordesc<tensor<64x128xf16, #s>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x128xf16, #s, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: llvm.func internal @store
  // CHECK-COUNT-2: "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$1, {$2, $3}], [$4];", "b,l,r,r,r"
  // CHECK: nvvm.cp.async.bulk.commit.group
  // CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
  // CHECK: nvvm.barrier0
  // CHECK-COUNT-2: "@$0 cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.bulk_group [$1, {$2, $3}], [$4];", "b,l,r,r,r"
  // CHECK: nvvm.cp.async.bulk.commit.group
  tt.func private @store(%d: !tt.tensordesc<tensor<64x128xf16, #s>>, %x: i32, %m: !ttg.memdesc<64x128xf16, #s, #smem, mutable>) {
    ttng.async_tma_copy_local_to_global %d[%x, %x] %m : !tt.tensordesc<tensor<64x128xf16, #s>>, !ttg.memdesc<64x128xf16, #s, #smem, mutable>
    ttng.async_tma_store_wait {pendings = 1 : i32}
    ttng.async_tma_reduce max, %d[%x, %x] %m : !tt.tensordesc<tensor<64x128xf16, #s>>, !ttg.memdesc<64x128xf16, #s, #smem, mutable>
    tt.return
  }
}

// -----

// Dimensions that the block does not have are places of the array: the slowest come last.
#s3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @left_out
  // CHECK: "@$0 cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$2, {$3, $4, $5}], [$6];", "b,r,l,r,r,r,r" %{{.*}}, %{{.*}}, %arg0, %arg3, %arg2, %arg1, %{{.*}}
  // CHECK: "@$0 cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [$1, {$2, $3, $4}], [$5];", "b,l,r,r,r,r" %{{.*}}, %arg0, %arg3, %arg2, %arg1, %{{.*}}
  tt.func private @left_out(%d: !tt.tensordesc<tensor<1x64x64xf16, #s3>>, %x: i32, %y: i32, %z: i32,
                            %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #s, #smem, mutable>, %p: i1) {
    ttng.async_tma_copy_global_to_local %d[%x, %y, %z] %m, %b, %p : !tt.tensordesc<tensor<1x64x64xf16, #s3>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttng.async_tma_copy_local_to_global %d[%x, %y, %z] %m : !tt.tensordesc<tensor<1x64x64xf16, #s3>>, !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    tt.return
  }
}

// -----

// Each block of a cluster reads its own rows.
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @parts
  // CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[ROWS:.*]] = llvm.mlir.constant(32 : i32)
  // CHECK: %[[START:.*]] = llvm.mul %[[RANK]], %[[ROWS]]
  // CHECK: %[[ROW:.*]] = llvm.add %arg1, %[[START]]
  // CHECK: cp.async.bulk.tensor.2d{{.*}} %arg0, %arg1, %[[ROW]], %{{.*}}
  tt.func private @parts(%d: !tt.tensordesc<tensor<64x32xf16, #s>>, %x: i32, %m: !ttg.memdesc<64x32xf16, #s, #smem, mutable>) {
    ttng.async_tma_copy_local_to_global %d[%x, %x] %m : !tt.tensordesc<tensor<64x32xf16, #s>>, !ttg.memdesc<64x32xf16, #s, #smem, mutable>
    tt.return
  }
}
