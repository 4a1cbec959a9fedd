// Copies of as many neighbours as lie side by side in shared memory.
// RUN: tern-opt %s --tritongpu-coalesce-async-copy --split-input-file | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#narrow = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#wide = #ttg.swizzled_shared<{vec = 16, perPhase = 1, maxPhase = 2, order = [1, 0]}>
#smem = #ttg.shared_memory
// CHECK-DAG: #[[$CLIPPED:.*]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @clips(
  // CHECK: %[[P:.*]] = ttg.convert_layout %arg0 : {{.*}} -> tensor<32x64x!tt.ptr<i8>, #[[$CLIPPED]]>
  // CHECK: %[[M:.*]] = ttg.convert_layout %arg1 : {{.*}} -> tensor<32x64xi1, #[[$CLIPPED]]>
  // CHECK: %[[O:.*]] = ttg.convert_layout %arg2 : {{.*}} -> tensor<32x64xi8, #[[$CLIPPED]]>
  // CHECK: ttg.async_copy_global_to_local %[[P]], %arg3 mask %[[M]] other %[[O]] :
  tt.func @clips(%p: tensor<32x64x!tt.ptr<i8>, #blocked>, %m: tensor<32x64xi1, #blocked>, %o: tensor<32x64xi8, #blocked>, %v: !ttg.memdesc<32x64xi8, #narrow, #smem, mutable>) -> !ttg.async.token {
    %t = ttg.async_copy_global_to_local %p, %v mask %m other %o {contiguity = 16 : i32} : tensor<32x64x!tt.ptr<i8>, #blocked> -> <32x64xi8, #narrow, #smem, mutable>
    tt.return %t : !ttg.async.token
  }

  // CHECK-LABEL: @keeps(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: contiguity = 16
  tt.func @keeps(%p: tensor<32x64x!tt.ptr<i8>, #blocked>, %v: !ttg.memdesc<32x64xi8, #wide, #smem, mutable>) -> !ttg.async.token {
    %t = ttg.async_copy_global_to_local %p, %v {contiguity = 16 : i32} : tensor<32x64x!tt.ptr<i8>, #blocked> -> <32x64xi8, #wide, #smem, mutable>
    tt.return %t : !ttg.async.token
  }
}
