// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // Eight halves go at once; the swizzle mixes bits of the lane into its place.
  // CHECK-LABEL: llvm.func internal @copies
  // CHECK-SAME: %arg1: !llvm.struct<(ptr<3>, i32, i32)>
  // CHECK: %[[BASE:.*]] = llvm.extractvalue %arg1[0]
  // CHECK: llvm.xor
  // CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[BASE]][%{{.*}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  // CHECK: "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, 0x10;", "r,l" %[[PLACE]]
  // CHECK: "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, 0x10;", "r,l"
  // CHECK: nvvm.cp.async.commit.group
  // CHECK: nvvm.cp.async.wait.group 1
  tt.func private @copies(%p: tensor<64x32x!tt.ptr<f16>, #b>, %m: !ttg.memdesc<64x32xf16, #s, #smem, mutable>) {
    %t = ttg.async_copy_global_to_local %p, %m {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<f16>, #b> -> <64x32xf16, #s, #smem, mutable>
    %g = ttg.async_commit_group tokens %t
    %w = ttg.async_wait %g {num = 1 : i32}
    tt.return
  }
}

// -----

// Where a mask is false nothing is read, and zeros are written; less than 16 bytes go through the cache of level 1. Lanes and warps
// that repeat others copy nothing.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @masked
  // CHECK: llvm.icmp "eq"
  // CHECK: %[[SIZE:.*]] = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i32
  // CHECK: "@$3 cp.async.ca.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x4, $2;", "r,l,r,b" %{{.*}}, %{{.*}}, %[[SIZE]]
  tt.func private @masked(%p: tensor<64x!tt.ptr<f32>, #b>, %m: !ttg.memdesc<64xf32, #s, #smem, mutable>, %mask: tensor<64xi1, #b>) {
    %t = ttg.async_copy_global_to_local %p, %m mask %mask : tensor<64x!tt.ptr<f32>, #b> -> <64xf32, #s, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @too_small(%p: tensor<128x!tt.ptr<f16>, #b>, %m: !ttg.memdesc<128xf16, #s, #smem, mutable>) {
    // expected-error @+3 {{'ttg.async_copy_global_to_local' op copies 2 bytes at once, but cp.async takes 4, 8 or 16}}
    // expected-note @+2 {{load and store elements that are not next to each other}}
    // expected-error @+1 {{failed to legalize operation 'ttg.async_copy_global_to_local'}}
    %t = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f16>, #b> -> <128xf16, #s, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s = #ttg.padded_shared<[32:+4] {order = [0], shape = [128]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  tt.func private @padded(%p: tensor<128x!tt.ptr<f32>, #b>, %m: !ttg.memdesc<128xf32, #s, #smem, mutable>) {
    // expected-error @+2 {{'ttg.async_copy_global_to_local' op writes to padded memory, which NVIDIA's GPUs are not given}}
    // expected-error @+1 {{failed to legalize operation 'ttg.async_copy_global_to_local'}}
    %t = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f32>, #b> -> <128xf32, #s, #smem, mutable>
    tt.return
  }
}
