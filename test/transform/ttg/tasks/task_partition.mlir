// RUN: tern-opt %s --nvgpu-test-ws-task-partition=num-warp-groups=3 | FileCheck %s
// RUN: tern-opt %s --nvgpu-test-ws-task-partition | FileCheck %s --check-prefix=NONE

// NONE-NOT: async_task_id = array<i32: 0>
// NONE: @taken
// NONE-NOT: async_task_id = array<i32: 0>

#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<64x64xf16, #boxes, #smem>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Loads that end in the product are one group's, through pointers too; a number that all threads load is nobody's, and neither is a
  // load for something else. Products and stores are the others'.
  // CHECK-LABEL: @product
  // CHECK: %{{.*}} = tt.load %{{.*}} : !tt.ptr<i32>
  // CHECK: tt.descriptor_load {{.*}} {async_task_id = array<i32: 0>}
  // CHECK: tt.load {{.*}} {async_task_id = array<i32: 0>}
  // CHECK: tt.load %{{.*}} : tensor<64x64x!tt.ptr<f32>, #mma>
  // CHECK: ttng.warp_group_dot {{.*}} {async_task_id = array<i32: 1, 2>
  // CHECK: tt.store {{.*}} {async_task_id = array<i32: 1, 2>}
  tt.func @product(%d: !tt.tensordesc<tensor<64x64xf16>>, %p: tensor<64x64x!tt.ptr<f16>, #load>, %q: tensor<64x64x!tt.ptr<f32>, #mma>, %k: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> tensor<64x64xf32, #mma> : i32 {
      %j = tt.load %k : !tt.ptr<i32>
      %a = tt.descriptor_load %d[%j, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #load>
      %x = ttg.local_alloc %a : (tensor<64x64xf16, #load>) -> !tile
      %b = tt.load %p : tensor<64x64x!tt.ptr<f16>, #load>
      %y = ttg.local_alloc %b : (tensor<64x64xf16, #load>) -> !tile
      %o = tt.load %q : tensor<64x64x!tt.ptr<f32>, #mma>
      %t = arith.addf %s, %o : tensor<64x64xf32, #mma>
      %e = ttng.warp_group_dot %x, %y, %t : !tile * !tile -> tensor<64x64xf32, #mma>
      scf.yield %e : tensor<64x64xf32, #mma>
    }
    tt.store %q, %r : tensor<64x64x!tt.ptr<f32>, #mma>
    tt.return
  }

  // Who has said something, knows better; and without a product nobody has to say anything.
  // CHECK-LABEL: @taken
  // CHECK-COUNT-1: async_task_id
  // CHECK-NOT: async_task_id
  tt.func @taken(%d: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %d[%n, %i] {async_task_id = array<i32: 3>} : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #load>
      tt.descriptor_store %d[%n, %i], %a : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #load>
    }
    tt.return
  }
  tt.func @others(%d: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %d[%n, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #load>
      tt.descriptor_store %d[%n, %i], %a : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #load>
    }
    tt.return
  }
}
