// RUN: tern-opt %s --triton-nvidia-gpu-remove-tmem-tokens | FileCheck %s
// RUN: tern-opt %s --triton-nvidia-gpu-remove-tmem-tokens --canonicalize | FileCheck %s --check-prefix=CLEAN

#b = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#l = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @tokens
  // CHECK: %[[T:.*]] = ub.poison : !ttg.async.token
  // CHECK: %[[M:.*]] = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #{{.*}}, #ttng.tensor_memory, mutable>
  // CHECK: ttng.tmem_store %{{[^,]*}}, %[[M]], %
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[T]])
  // CHECK: ttng.tc_gen5_mma %{{[^,]*}}, %{{[^,]*}}, %[[M]], %{{[^,]*}}, %{{[^,]*}}, %{{.*}}[%{{.*}}] {is_async}
  // CHECK: scf.yield %[[T]]
  // CHECK: %[[X:.*]] = ttng.tmem_load %[[M]] :
  // CHECK: tt.return %[[X]]
  // CLEAN-NOT: ttg.async.token
  // CLEAN: tt.return
  tt.func @tokens(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %bar: !ttg.memdesc<1xi64, #l, #smem, mutable>, %x: tensor<128x128xf32, #b>, %p: i1, %n: index) -> tensor<128x128xf32, #b> {
    %m, %t0 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.async.token)
    %t1 = ttng.tmem_store %x, %m[%t0], %p : tensor<128x128xf32, #b> -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    %t2 = scf.for %i = %n to %n step %n iter_args(%t = %t1) -> (!ttg.async.token) {
      %t3 = ttng.tc_gen5_mma %a, %b, %m[%t], %p, %p, %bar[%p] {is_async} : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<1xi64, #l, #smem, mutable>
      scf.yield %t3 : !ttg.async.token
    }
    %y, %t4 = ttng.tmem_load %m[%t2] : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> tensor<128x128xf32, #b>
    tt.return %y : tensor<128x128xf32, #b>
  }
}
