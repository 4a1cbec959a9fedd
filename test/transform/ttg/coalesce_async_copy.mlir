// RUN: tern-opt %s --split-input-file --tritongpu-coalesce-async-copy | FileCheck %s

// Shared memory keeps 8 bytes together, so each thread copies 8, where it had 16. What is known of the pointers is told on.
#blocked = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#slice = #ttg.slice<{dim = 0, parent = #blocked}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
// CHECK: #[[$CLIPPED:.*]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @clips
  tt.func @clips(%p: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %m: tensor<32x64xi1, #blocked>, %o: tensor<32x64xi8, #blocked>, %to: !ttg.memdesc<32x64xi8, #shared, #smem, mutable>) {
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #slice>
    %columns = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32, #slice> -> tensor<1x64xi32, #blocked>
    %offsets = tt.broadcast %columns : tensor<1x64xi32, #blocked> -> tensor<32x64xi32, #blocked>
    %base = tt.splat %p : !tt.ptr<i8> -> tensor<32x64x!tt.ptr<i8>, #blocked>
    %at = tt.addptr %base, %offsets : tensor<32x64x!tt.ptr<i8>, #blocked>, tensor<32x64xi32, #blocked>
    // CHECK: %[[P:.*]] = ttg.convert_layout %{{.*}} -> tensor<32x64x!tt.ptr<i8>, #[[$CLIPPED]]>
    // CHECK: ttg.async_copy_global_to_local %[[P]], %{{.*}} {contiguity = 8 : i32}
    %t = ttg.async_copy_global_to_local %at, %to : tensor<32x64x!tt.ptr<i8>, #blocked> -> <32x64xi8, #shared, #smem, mutable>
    // Of the mask nothing is known.
    // CHECK: %[[Q:.*]] = ttg.convert_layout %{{.*}} -> tensor<32x64x!tt.ptr<i8>, #[[$CLIPPED]]>
    // CHECK: %[[M:.*]] = ttg.convert_layout %{{.*}} -> tensor<32x64xi1, #[[$CLIPPED]]>
    // CHECK: %[[O:.*]] = ttg.convert_layout %{{.*}} -> tensor<32x64xi8, #[[$CLIPPED]]>
    // CHECK: ttg.async_copy_global_to_local %[[Q]], %{{.*}} mask %[[M]] other %[[O]] : tensor<32x64x!tt.ptr<i8>, #[[$CLIPPED]]>
    %u = ttg.async_copy_global_to_local %at, %to mask %m other %o : tensor<32x64x!tt.ptr<i8>, #blocked> -> <32x64xi8, #shared, #smem, mutable>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @keeps_what_lies_together
  tt.func @keeps_what_lies_together(%at: tensor<32x64x!tt.ptr<i8>, #blocked>, %to: !ttg.memdesc<32x64xi8, #shared, #smem, mutable>) {
    // CHECK-NEXT: ttg.async_copy_global_to_local
    %t = ttg.async_copy_global_to_local %at, %to : tensor<32x64x!tt.ptr<i8>, #blocked> -> <32x64xi8, #shared, #smem, mutable>
    tt.return
  }
}
