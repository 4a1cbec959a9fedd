// RUN: tern-opt %s --tritonamdgpu-optimize-dot-operands=arch-generation-name=gfx950 --allow-unregistered-dialect | FileCheck %s
// RUN: tern-opt %s --tritonamdgpu-optimize-dot-operands=arch-generation-name=gfx942 --allow-unregistered-dialect | FileCheck %s --check-prefix=OTHER
// RUN: not tern-opt %s --tritonamdgpu-optimize-dot-operands=arch-generation-name=gfx1 --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: 'builtin.module' op 'gfx1' names no GPU of AMD
// UNKNOWN: note: the option 'arch-generation-name' does, such as gfx942 or gfx950
// OTHER-NOT: ttg.local_alloc
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [64, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
// CHECK: #[[$B:blocked]] = #ttg.blocked<{sizePerThread = [1, 1]
// CHECK: #[[$C:blocked1]] = #ttg.blocked<{sizePerThread = [1, 4]
// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx950"} {
  // The conversion goes with the read from memory, and whoever else wants what was loaded reads it there.
  // CHECK-LABEL: tt.func @loop
  // CHECK: scf.for
  // CHECK: %[[L:.*]] = tt.load
  // CHECK-NEXT: %[[M:.*]] = ttg.local_alloc %[[L]] : (tensor<64x4xbf16, #[[$B]]>) -> !ttg.memdesc<64x4xbf16, #shared, #smem>
  // CHECK-DAG: %[[R:.*]] = ttg.local_load %[[M]] : {{.*}} -> tensor<64x4xbf16, #[[$B]]>
  // CHECK-DAG: %[[S:.*]] = ttg.local_load %[[M]] : {{.*}} -> tensor<64x4xbf16, #[[$C]]>
  // CHECK: %[[T:.*]] = arith.addf %[[S]], %[[S]]
  // CHECK: amdg.scaled_upcast_fp8 %{{.*}} scale %[[T]]
  // CHECK: "my.use"(%{{.*}}, %[[R]])
  tt.func @loop(%p: tensor<64x4x!tt.ptr<bf16>, #b>, %x: tensor<64x4xf8E4M3FN, #c>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %i = %zero to %n step %one : i32 {
      %l = tt.load %p : tensor<64x4x!tt.ptr<bf16>, #b>
      %s = ttg.convert_layout %l : tensor<64x4xbf16, #b> -> tensor<64x4xbf16, #c>
      %t = arith.addf %s, %s : tensor<64x4xbf16, #c>
      %y = amdg.scaled_upcast_fp8 %x scale %t : tensor<64x4xf8E4M3FN, #c>, tensor<64x4xbf16, #c> -> tensor<64x4xbf16, #c>
      "my.use"(%y, %l) : (tensor<64x4xbf16, #c>, tensor<64x4xbf16, #b>) -> ()
    }
    tt.return
  }

  // Neither outside of a loop, nor of two loads, nor what is in memory already.
  // CHECK-LABEL: tt.func @stay
  // CHECK-NOT: ttg.local_alloc
  // CHECK: tt.return
  tt.func @stay(%p: tensor<64x4x!tt.ptr<bf16>, #c>, %x: tensor<64x4xf8E4M3FN, #c>, %n: i32, %m: !ttg.memdesc<64x4xbf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %l = tt.load %p : tensor<64x4x!tt.ptr<bf16>, #c>
    %y = amdg.scaled_upcast_fp8 %x scale %l : tensor<64x4xf8E4M3FN, #c>, tensor<64x4xbf16, #c> -> tensor<64x4xbf16, #c>
    scf.for %i = %zero to %n step %one : i32 {
      %a = tt.load %p : tensor<64x4x!tt.ptr<bf16>, #c>
      %b = tt.load %p : tensor<64x4x!tt.ptr<bf16>, #c>
      %t = arith.addf %a, %b : tensor<64x4xbf16, #c>
      %z = amdg.scaled_upcast_fp8 %x scale %t : tensor<64x4xf8E4M3FN, #c>, tensor<64x4xbf16, #c> -> tensor<64x4xbf16, #c>
      %h = ttg.local_load %m : !ttg.memdesc<64x4xbf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory> -> tensor<64x4xbf16, #c>
      %w = amdg.scaled_upcast_fp8 %x scale %h : tensor<64x4xf8E4M3FN, #c>, tensor<64x4xbf16, #c> -> tensor<64x4xbf16, #c>
      "my.use"(%y, %z, %w) : (tensor<64x4xbf16, #c>, tensor<64x4xbf16, #c>, tensor<64x4xbf16, #c>) -> ()
    }
    tt.return
  }
}
