// RUN: tern-opt %s --split-input-file --convert-triton-to-tritongpu='target=cuda:100 num-warps=4 enable-source-remat=true' \
// RUN:   --relayout-tritongpu --allow-unregistered-dialect --verify-diagnostics | FileCheck %s

#m = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
!memory = !ttg.memdesc<128x64xf32, #m, #ttng.tensor_memory, mutable>
!rows = !ttg.memdesc<32x64xf16, #s, #ttg.shared_memory, mutable>
// CHECK: #[[$B:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK: #[[$R:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK: #[[$L:.*]] = #ttg.linear<{register = {{\[\[}}0, 1], {{.*}}warp = {{\[\[}}32, 0], [64, 0]]
// What is loaded is converted for those that take it, and what they make is converted to be stored.
// CHECK-LABEL: tt.func @moves
// CHECK: %[[X:.*]] = ttng.tmem_load %arg0 : {{.*}} -> tensor<128x64xf32, #[[$L]]>
// CHECK-NEXT: %[[Y:.*]] = ttg.convert_layout %[[X]] : {{.*}} -> tensor<128x64xf32, #[[$B]]>
// CHECK-NEXT: %[[Z:.*]] = arith.negf %[[Y]] : tensor<128x64xf32, #[[$B]]>
// CHECK-NEXT: %[[S:.*]] = ttg.convert_layout %[[Z]] : {{.*}} -> tensor<128x64xf32, #[[$L]]>
// CHECK-NEXT: ttng.tmem_store %[[S]], %arg0, %arg1
// CHECK-NEXT: %[[T:.*]] = ttg.convert_layout %[[Z]] : {{.*}} -> tensor<128x64xf32, #[[$L]]>
// CHECK-NEXT: ttng.tmem_alloc %[[T]]
// CHECK-NEXT: tt.return
tt.func @moves(%m: !memory, %p: i1) {
  %x = ttng.tmem_load %m : !memory -> tensor<128x64xf32>
  %y = arith.negf %x : tensor<128x64xf32>
  ttng.tmem_store %y, %m, %p : tensor<128x64xf32> -> !memory
  %n = ttng.tmem_alloc %y : (tensor<128x64xf32>) -> !memory
  tt.return
}

// CHECK-LABEL: tt.func @rows
// CHECK-SAME: %[[X:.*]]: tensor<32xi32,
// CHECK: %[[I:.*]] = ttg.convert_layout %[[X]] : {{.*}} -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #[[$R]]}>>
// CHECK-NEXT: ttng.async_tma_gather %{{.*}}[%[[I]],
// CHECK: %[[J:.*]] = ttg.convert_layout %[[X]] : {{.*}} -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #[[$R]]}>>
// CHECK-NEXT: ttng.async_tma_scatter %{{.*}}[%[[J]],
tt.func @rows(%x: tensor<32xi32>, %d: !tt.tensordesc<tensor<1x64xf16, #s>>, %y: i32, %b: !ttg.memdesc<1xi64, #bar, #ttg.shared_memory, mutable>,
              %r: !rows, %p: i1) {
  ttng.async_tma_gather %d[%x, %y] %r, %b, %p : !tt.tensordesc<tensor<1x64xf16, #s>>, tensor<32xi32>, i32, !ttg.memdesc<1xi64, #bar, #ttg.shared_memory, mutable>, !rows, i1
  ttng.async_tma_scatter %d[%x, %y] %r : !tt.tensordesc<tensor<1x64xf16, #s>>, tensor<32xi32>, i32, !rows
  tt.return
}

// -----

#m = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!memory = !ttg.memdesc<128x64xf32, #m, #ttng.tensor_memory, mutable>
tt.func @unknown(%m: !memory, %p: i1) {
  %x = "test.make"() : () -> tensor<128x64xf32>
  // expected-error @below {{'ttng.tmem_store' op takes a tensor that has no encoding}}
  // expected-note @below {{--convert-triton-to-tritongpu=enable-source-remat=true gives it one before this pass}}
  ttng.tmem_store %x, %m, %p : tensor<128x64xf32> -> !memory
  tt.return
}
