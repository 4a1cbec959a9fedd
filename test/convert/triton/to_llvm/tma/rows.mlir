// Rows by their numbers, four in a message: each warp sends those that its threads have.
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=100 | FileCheck %s

// 32 rows of 256 bytes, which the swizzle cuts in two: eight rows of a warp are four messages. Rows of the first 128 bytes lie together,
// 4096 bytes before the others.
#numbers = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#box = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#box0 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @gather
  // CHECK: %[[LANE:.*]] = nvvm.elect.sync
  // CHECK: %[[SENDS:.*]] = llvm.and %arg5, %[[LANE]]
  // CHECK: %[[LINE:.*]] = llvm.mlir.constant(128 : i32)
  // CHECK: %[[PLACE:.*]] = llvm.mul %{{.*}}, %[[LINE]]
  // CHECK: %[[M0:.*]] = llvm.getelementptr %{{.*}}[%[[PLACE]]]
  // CHECK: llvm.inline_asm {{.*}}"@$0 cp.async.bulk.tensor.2d.tile::gather4.shared::cta.global.mbarrier::complete_tx::bytes [$1], [$2, {$3, $4, $5, $6, $7}], [$8];", "b,r,l,r,r,r,r,r,r" %[[SENDS]], %[[M0]], %arg0, %arg2, %[[I0:.*]], %[[I1:.*]], %[[I2:.*]], %[[I3:.*]], %[[BARRIER:.*]] :
  // CHECK: %[[FAR:.*]] = llvm.mlir.constant(4096 : i32)
  // CHECK: %[[PLACE1:.*]] = llvm.add %{{.*}}, %[[FAR]]
  // CHECK: %[[NEXT:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK: %[[C1:.*]] = llvm.add %arg2, %[[NEXT]]
  // CHECK: %[[M1:.*]] = llvm.getelementptr %{{.*}}[%[[PLACE1]]]
  // CHECK: gather4{{.*}} %[[SENDS]], %[[M1]], %arg0, %[[C1]], %[[I0]], %[[I1]], %[[I2]], %[[I3]], %[[BARRIER]] :
  // CHECK: gather4{{.*}} %[[SENDS]], %{{[^,]*}}, %arg0, %arg2, %[[I4:[^,]*]],
  // CHECK: gather4
  // CHECK-NOT: gather4
  // CHECK: llvm.return
  tt.func private @gather(%d: !tt.tensordesc<tensor<1x128xbf16, #box>>, %r: tensor<32xi32, #numbers>, %c: i32,
                          %m: !ttg.memdesc<32x128xbf16, #box, #smem, mutable>, %b: !ttg.memdesc<1xi64, #plain, #smem, mutable>, %p: i1) {
    ttng.async_tma_gather %d[%r, %c] %m, %b, %p : !tt.tensordesc<tensor<1x128xbf16, #box>>, tensor<32xi32, #numbers>, i32, !ttg.memdesc<1xi64, #plain, #smem, mutable>, !ttg.memdesc<32x128xbf16, #box, #smem, mutable>, i1
    tt.return
  }

  // Eight rows are those of two warps, and the others have the same; without a swizzle a message moves the whole row.
  // CHECK-LABEL: llvm.func internal @scatter
  // CHECK: llvm.mlir.constant(2 : i32)
  // CHECK: llvm.mlir.constant(2 : i32)
  // CHECK-NEXT: %[[COPY:.*]] = llvm.and
  // CHECK: %[[IS_FIRST:.*]] = llvm.icmp "eq" %[[COPY]]
  // CHECK: %[[LANE:.*]] = nvvm.elect.sync
  // CHECK: %[[SENDS:.*]] = llvm.and %[[IS_FIRST]], %[[LANE]]
  // CHECK: llvm.inline_asm {{.*}}"@$0 cp.async.bulk.tensor.2d.tile::scatter4.global.shared::cta.bulk_group [$1, {$2, $3, $4, $5, $6}], [$7];", "b,l,r,r,r,r,r,r" %[[SENDS]], %arg0, %arg2,
  // CHECK-NOT: scatter4
  // CHECK: nvvm.cp.async.bulk.commit.group
  tt.func private @scatter(%d: !tt.tensordesc<tensor<1x16xf32, #box0>>, %r: tensor<8xi32, #numbers>, %c: i32, %m: !ttg.memdesc<8x16xf32, #box0, #smem, mutable>) {
    ttng.async_tma_scatter %d[%r, %c] %m : !tt.tensordesc<tensor<1x16xf32, #box0>>, tensor<8xi32, #numbers>, i32, !ttg.memdesc<8x16xf32, #box0, #smem, mutable>
    tt.return
  }
}
