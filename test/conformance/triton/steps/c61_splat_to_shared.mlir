// C61. One value in all of shared memory, in text of 2023: a tensor of it in registers, converted to shared memory.
// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s --interpret=filled | FileCheck %s --check-prefix=FILLED
// RUN: tern-opt %s --allocate-shared-memory --convert-triton-gpu-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK: %[[S:.*]] = tt.splat %{{.*}} : f32 -> tensor<4x4xf32, #[[B:.*]]>
// CHECK: %[[M:.*]] = ttg.local_alloc %[[S]] : (tensor<4x4xf32, #[[B]]>) -> !ttg.memdesc<4x4xf32, #shared, #smem, mutable>
// CHECK: ttg.local_load %[[M]]
// FILLED: @filled #0: ( ( 3, 3, 3, 3 ), ( 3, 3, 3, 3 ), ( 3, 3, 3, 3 ), ( 3, 3, 3, 3 ) )
// LLVM: llvm.store %{{.*}}, !llvm.ptr<3>
#b = #triton_gpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32, "triton_gpu.threads-per-warp" = 32 : i32} {
  tt.func private @filled() -> tensor<4x4xf32, #b> {
    %x = arith.constant 3.0 : f32
    %0 = tt.splat %x : (f32) -> tensor<4x4xf32, #s>
    %1 = triton_gpu.convert_layout %0 : (tensor<4x4xf32, #s>) -> tensor<4x4xf32, #b>
    tt.return %1 : tensor<4x4xf32, #b>
  }
}
