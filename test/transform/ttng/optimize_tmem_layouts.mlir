// RUN: tern-opt %s --split-input-file --triton-nvidia-optimize-tmem-layouts | FileCheck %s

#r = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#r3 = #ttg.blocked<{sizePerThread = [1, 2, 32], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#t3 = #ttg.blocked<{sizePerThread = [1, 32, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 32, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#h = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!m = !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // The halves of columns that are split off are loaded apart.
  // CHECK-LABEL: tt.func @split
  // CHECK: %[[L:.*]] = ttng.tmem_subslice %arg0 {N = 0 : i32} : {{.*}} -> !ttg.memdesc<128x32xf32, {{.*}}, mutable, 128x64>
  // CHECK-NEXT: %[[X:.*]] = ttng.tmem_load %[[L]]
  // CHECK: %[[H:.*]] = ttng.tmem_subslice %arg0 {N = 32 : i32}
  // CHECK-NEXT: %[[Y:.*]] = ttng.tmem_load %[[H]]
  // CHECK-NOT: tt.split
  // CHECK: tt.return
  tt.func @split(%m: !m) -> (tensor<128x32xf32, #h>, tensor<128x32xf32, #h>) {
    %0 = ttng.tmem_load %m : !m -> tensor<128x64xf32, #r>
    %1 = tt.reshape %0 : tensor<128x64xf32, #r> -> tensor<128x2x32xf32, #r3>
    %2 = tt.trans %1 {order = array<i32: 0, 2, 1>} : tensor<128x2x32xf32, #r3> -> tensor<128x32x2xf32, #t3>
    %a, %b = tt.split %2 : tensor<128x32x2xf32, #t3> -> tensor<128x32xf32, #h>
    tt.return %a, %b : tensor<128x32xf32, #h>, tensor<128x32xf32, #h>
  }

  // Those that are joined are stored apart.
  // CHECK-LABEL: tt.func @join
  // CHECK-NOT: tt.join
  // CHECK: %[[L:.*]] = ttng.tmem_subslice %arg0 {N = 0 : i32}
  // CHECK: ttng.tmem_store %{{.*}}, %[[L]], %arg3
  // CHECK: %[[H:.*]] = ttng.tmem_subslice %arg0 {N = 32 : i32}
  // CHECK: ttng.tmem_store %{{.*}}, %[[H]], %arg3
  // CHECK-NOT: ttng.tmem_store
  // CHECK: tt.return
  tt.func @join(%m: !m, %a: tensor<128x32xf32, #h>, %b: tensor<128x32xf32, #h>, %p: i1) {
    %0 = tt.join %a, %b : tensor<128x32xf32, #h> -> tensor<128x32x2xf32, #t3>
    %1 = tt.trans %0 {order = array<i32: 0, 2, 1>} : tensor<128x32x2xf32, #t3> -> tensor<128x2x32xf32, #r3>
    %2 = tt.reshape %1 : tensor<128x2x32xf32, #r3> -> tensor<128x64xf32, #r>
    ttng.tmem_store %2, %m, %p : tensor<128x64xf32, #r> -> !m
    tt.return
  }

  // Every other column is no half of the memory, and what carries a token stays in its order.
  // CHECK-LABEL: tt.func @interleaved
  // CHECK-NOT: ttng.tmem_subslice
  // CHECK: tt.return
  tt.func @interleaved(%m: !m, %token: !ttg.async.token) -> (tensor<128x32xf32, #h>, tensor<128x32xf32, #h>) {
    %0 = ttng.tmem_load %m : !m -> tensor<128x64xf32, #r>
    %1 = tt.reshape %0 : tensor<128x64xf32, #r> -> tensor<128x32x2xf32, #pairs>
    %a, %b = tt.split %1 : tensor<128x32x2xf32, #pairs> -> tensor<128x32xf32, #h>
    %2, %t = ttng.tmem_load %m[%token] : !m -> tensor<128x64xf32, #r>
    %3 = tt.reshape %2 : tensor<128x64xf32, #r> -> tensor<128x2x32xf32, #r3>
    %4 = tt.trans %3 {order = array<i32: 0, 2, 1>} : tensor<128x2x32xf32, #r3> -> tensor<128x32x2xf32, #t3>
    %c, %d = tt.split %4 : tensor<128x32x2xf32, #t3> -> tensor<128x32xf32, #h>
    %5 = arith.addf %a, %c : tensor<128x32xf32, #h>
    %6 = arith.addf %b, %d : tensor<128x32xf32, #h>
    tt.return %5, %6 : tensor<128x32xf32, #h>, tensor<128x32xf32, #h>
  }
}

// -----

#r = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!m = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK: #[[$LONG:.*]] = #ttg.linear<{register = {{.*}}, warp = {{.*}}[16, 0]]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:100"} {
  // With eight warps a row whose sum is taken lies in one of them.
  // CHECK-LABEL: tt.func @rows
  // CHECK: %[[X:.*]] = ttng.tmem_load %arg0 : {{.*}} -> tensor<128x128xf32, #[[$LONG]]>
  // CHECK-NEXT: ttg.convert_layout %[[X]]
  tt.func @rows(%m: !m) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>> {
    %0 = ttng.tmem_load %m : !m -> tensor<128x128xf32, #r>
    %1 = arith.negf %0 : tensor<128x128xf32, #r>
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %s = arith.maxnumf %x, %y : f32
      tt.reduce.return %s : f32
    }) : (tensor<128x128xf32, #r>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
    tt.return %2 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #r}>>
  }

  // Columns are summed up as they were.
  // CHECK-LABEL: tt.func @columns
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return
  tt.func @columns(%m: !m) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #r}>> {
    %0 = ttng.tmem_load %m : !m -> tensor<128x128xf32, #r>
    %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %s = arith.maxnumf %x, %y : f32
      tt.reduce.return %s : f32
    }) : (tensor<128x128xf32, #r>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #r}>>
    tt.return %1 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #r}>>
  }
}

// -----

#c = #ttg.blocked<{sizePerThread = [64, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#r = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!m = !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
!turned = !ttg.memdesc<64x128xf16, #s, #smem, mutable>
!straight = !ttg.memdesc<128x64xf16, #s, #smem, mutable>
// CHECK: #[[$PRODUCT:.*]] = #ttg.linear<{register = {{\[\[}}0, 1], [8, 0]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // Numbers of 16 bits that lie across in shared memory: as products deal them, threads hold more than one that are beside each other.
  // CHECK-LABEL: tt.func @from_shared
  // CHECK: %[[C:.*]] = ttg.convert_layout %{{.*}} -> tensor<128x64xf32, #[[$PRODUCT]]>
  // CHECK-NEXT: ttng.tmem_store %[[C]], %arg0
  // CHECK: ttg.local_load %arg2
  // CHECK: %[[E:.*]] = arith.extf
  // CHECK-NEXT: ttng.tmem_store %[[E]], %arg0
  tt.func @from_shared(%m: !m, %s: !turned, %straight: !straight, %p: i1) {
    %0 = ttg.local_load %s : !turned -> tensor<64x128xf16, #c>
    %1 = arith.extf %0 : tensor<64x128xf16, #c> to tensor<64x128xf32, #c>
    %2 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<64x128xf32, #c> -> tensor<128x64xf32, #r>
    ttng.tmem_store %2, %m, %p : tensor<128x64xf32, #r> -> !m
    %3 = ttg.local_load %straight : !straight -> tensor<128x64xf16, #r>
    %4 = arith.extf %3 : tensor<128x64xf16, #r> to tensor<128x64xf32, #r>
    ttng.tmem_store %4, %m, %p : tensor<128x64xf32, #r> -> !m
    tt.return
  }

  // CHECK-LABEL: tt.func @to_shared
  // CHECK: %[[X:.*]] = ttng.tmem_load %arg0 : {{.*}} -> tensor<128x64xf32, #[[$PRODUCT]]>
  // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[X]]
  // CHECK-NEXT: arith.addf %[[C]], %[[C]]
  // CHECK: ttng.tmem_load %arg0
  // CHECK-NEXT: arith.truncf
  tt.func @to_shared(%m: !m, %s: !turned, %straight: !straight) {
    %0 = ttng.tmem_load %m : !m -> tensor<128x64xf32, #r>
    %1 = arith.addf %0, %0 : tensor<128x64xf32, #r>
    %2 = arith.truncf %1 : tensor<128x64xf32, #r> to tensor<128x64xf16, #r>
    %3 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<128x64xf16, #r> -> tensor<64x128xf16, #c>
    ttg.local_store %3, %s : tensor<64x128xf16, #c> -> !turned
    %4 = ttng.tmem_load %m : !m -> tensor<128x64xf32, #r>
    %5 = arith.truncf %4 : tensor<128x64xf32, #r> to tensor<128x64xf16, #r>
    ttg.local_store %5, %straight : tensor<128x64xf16, #r> -> !straight
    tt.return
  }
}
