// RUN: tern-opt %s --split-input-file --tritongpu-accelerate-matmul | FileCheck %s
// RUN: tern-opt %s --split-input-file --tritongpu-accelerate-matmul=prefer-16x256=true | FileCheck %s --check-prefix=ROWS
// RUN: env TRITON_PREFER_TMEM_16x256_LAYOUT=1 tern-opt %s --split-input-file --tritongpu-accelerate-matmul | FileCheck %s --check-prefix=ROWS
// RUN: env TRITON_PREFER_TMEM_16x256_LAYOUT=1 tern-opt %s --split-input-file --tritongpu-accelerate-matmul=prefer-16x256=false | FileCheck %s
// RUN: not env TRITON_PREFER_TMEM_16x256_LAYOUT=perhaps tern-opt %s --split-input-file --tritongpu-accelerate-matmul 2>&1 | FileCheck %s --check-prefix=PERHAPS
// PERHAPS: error: for option 'prefer-16x256': expected a boolean (true or false) but got 'perhaps'
// RUN: tern-opt %s --split-input-file --tritongpu-accelerate-matmul=blackwell=false | FileCheck %s --check-prefix=WITHOUT

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #b}>
#y = #ttg.dot_op<{opIdx = 1, parent = #b}>
// CHECK: #[[$S:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK: #[[$M:.*]] = #ttng.tensor_memory_encoding<blockM = 128, blockN = 256, colStride = 1>
// ROWS: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [8, 0]
// WITHOUT-NOT: tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // CHECK-LABEL: tt.func @halves
  // CHECK-SAME: (%[[A:.*]]: tensor<128x64xf16, #{{[^>]*}}>, %[[B:.*]]: tensor<64x256xf16, #{{[^>]*}}>, %[[C:.*]]: tensor<128x256xf32,
  // CHECK: %[[Y:.*]] = ttg.local_alloc %[[B]] : {{.*}} -> !ttg.memdesc<64x256xf16, #[[$S]], #smem>
  // CHECK: %[[X:.*]] = ttg.local_alloc %[[A]]
  // CHECK: %[[SUMS:.*]] = ttg.convert_layout %[[C]] : {{.*}} -> tensor<128x256xf32, #[[$L:[a-z0-9]+]]>
  // CHECK: %[[M:.*]], %[[T:.*]] = ttng.tmem_alloc %[[SUMS]] : {{.*}} -> (!ttg.memdesc<128x256xf32, #[[$M]], #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK: %[[U:.*]] = ttng.tc_gen5_mma %[[X]], %[[Y]], %[[M]][%[[T]]], %true, %true :
  // CHECK: %[[R:.*]], %{{.*}} = ttng.tmem_load %[[M]][%[[U]]]
  // CHECK: ttg.convert_layout %[[R]]
  // WITHOUT-LABEL: tt.func @halves
  // WITHOUT: tt.dot {{.*}} -> tensor<128x256xf32, #mma>
  tt.func @halves(%a: tensor<128x64xf16, #b>, %b: tensor<64x256xf16, #b>, %c: tensor<128x256xf32, #b>) -> tensor<128x256xf32, #b> {
    %0 = ttg.convert_layout %a : tensor<128x64xf16, #b> -> tensor<128x64xf16, #x>
    %1 = ttg.convert_layout %b : tensor<64x256xf16, #b> -> tensor<64x256xf16, #y>
    %2 = tt.dot %0, %1, %c : tensor<128x64xf16, #x> * tensor<64x256xf16, #y> -> tensor<128x256xf32, #b>
    tt.return %2 : tensor<128x256xf32, #b>
  }

  // Numbers of 32 bits only where tf32 will do, and only with the depth first; integers and few rows are for other instructions.
  // CHECK-LABEL: tt.func @others
  // CHECK: ttng.tc_gen5_mma {{.*}}!ttg.memdesc<32x64xf32, #[[TURNED:[a-z0-9]+]], #smem>
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #blocked>
  // CHECK: tt.dot {{.*}} -> tensor<64x64xi32, #mma>
  // CHECK: tt.dot {{.*}} -> tensor<32x64xf32, #mma>
  tt.func @others(%a: tensor<64x32xf32, #x>, %b: tensor<32x64xf32, #y>, %i: tensor<64x32xi8, #x>, %j: tensor<32x64xi8, #y>,
                  %h: tensor<32x32xf16, #x>, %k: tensor<32x64xf16, #y>, %c: tensor<64x64xf32, #b>, %d: tensor<64x64xi32, #b>,
                  %e: tensor<32x64xf32, #b>) -> (tensor<64x64xf32, #b>, tensor<64x64xf32, #b>, tensor<64x64xi32, #b>, tensor<32x64xf32, #b>) {
    %0 = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<64x32xf32, #x> * tensor<32x64xf32, #y> -> tensor<64x64xf32, #b>
    %1 = tt.dot %a, %b, %c : tensor<64x32xf32, #x> * tensor<32x64xf32, #y> -> tensor<64x64xf32, #b>
    %2 = tt.dot %i, %j, %d : tensor<64x32xi8, #x> * tensor<32x64xi8, #y> -> tensor<64x64xi32, #b>
    %3 = tt.dot %h, %k, %e : tensor<32x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<32x64xf32, #b>
    tt.return %0, %1, %2, %3 : tensor<64x64xf32, #b>, tensor<64x64xf32, #b>, tensor<64x64xi32, #b>, tensor<32x64xf32, #b>
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #b}>
#y = #ttg.dot_op<{opIdx = 1, parent = #b}>
// CHECK: #[[$HALF:.*]] = #ttg.blocked<{{.*}}CGALayout = {{\[\[}}0, 1]]
// CHECK: #[[$SHARED:.*]] = #ttg.nvmma_shared<{{.*}}CGALayout = {{\[\[}}0, 1]]
// CHECK: #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1, CTASplitM = 2, twoCTAs = true>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // Two blocks that have half of the rows each load half of the columns each.
  // CHECK-LABEL: tt.func @two_blocks
  // CHECK: %[[P:.*]] = ttg.convert_layout %{{.*}} : {{.*}} -> tensor<64x128x!tt.ptr<f16>, #[[$HALF]]>
  // CHECK: %[[B:.*]] = tt.load %[[P]]
  // CHECK: ttg.local_alloc %[[B]] : {{.*}} -> !ttg.memdesc<64x128xf16, #[[$SHARED]], #smem>
  // CHECK: ttng.tc_gen5_mma {{.*}} {two_ctas}
  tt.func @two_blocks(%a: tensor<128x64xf16, #x>, %p: tensor<64x128x!tt.ptr<f16>, #b>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %0 = tt.load %p : tensor<64x128x!tt.ptr<f16>, #b>
    %1 = ttg.convert_layout %0 : tensor<64x128xf16, #b> -> tensor<64x128xf16, #y>
    %2 = tt.dot %a, %1, %c : tensor<128x64xf16, #x> * tensor<64x128xf16, #y> -> tensor<128x128xf32, #b>
    tt.return %2 : tensor<128x128xf32, #b>
  }

  // What is not loaded stays where it is, and each block has a product of its own.
  // CHECK-LABEL: tt.func @own
  // CHECK: ttng.tc_gen5_mma
  // CHECK-NOT: two_ctas
  // CHECK: tt.return
  tt.func @own(%a: tensor<128x64xf16, #x>, %b: tensor<64x128xf16, #y>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %0 = tt.dot %a, %b, %c : tensor<128x64xf16, #x> * tensor<64x128xf16, #y> -> tensor<128x128xf32, #b>
    tt.return %0 : tensor<128x128xf32, #b>
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK: #[[$PADDED:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, {{.*}}elementBitWidth = 8, fp4Padded = true
// CHECK: #[[$SCALES:.*]] = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // Scales that are loaded pass through shared memory; others do not. Numbers of 4 bits beside those of 8 are padded.
  // CHECK-LABEL: tt.func @scaled
  // CHECK: %[[L:.*]] = tt.load
  // CHECK-NEXT: %[[SM:.*]] = ttg.local_alloc %[[L]] : {{.*}} -> !ttg.memdesc<128x4xi8, #{{.*}}, #smem>
  // CHECK-NEXT: %[[SL:.*]] = ttg.local_load %[[SM]]
  // CHECK: %[[A:.*]] = ttng.tmem_alloc %{{.*}} : {{.*}} -> !ttg.memdesc<128x4xi8, #[[$SCALES]], #ttng.tensor_memory>
  // CHECK: %[[B:.*]] = ttng.tmem_alloc %{{.*}} : {{.*}} -> !ttg.memdesc<128x4xi8, #[[$SCALES]], #ttng.tensor_memory>
  // CHECK: ttng.tc_gen5_mma_scaled %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}], %[[A]], %[[B]], %{{.*}}, %{{.*}} lhs = e5m2 rhs = e2m1 : {{.*}}#[[$PADDED]]
  // WITHOUT-LABEL: tt.func @scaled
  // WITHOUT-NOT: ttng
  // WITHOUT: tt.dot
  tt.func @scaled(%a: tensor<128x128xf8E5M2, #b>, %p: tensor<128x4x!tt.ptr<i8>, #s>, %b: tensor<64x128xi8, #b>, %t: tensor<128x4xi8, #s>,
                  %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %0 = tt.load %p : tensor<128x4x!tt.ptr<i8>, #s>
    %1 = tt.dot_scaled %a scale %0, %b scale %t, %c lhs = e5m2 rhs = e2m1 {fastMath = false} : tensor<128x128xf8E5M2, #b>, tensor<128x4xi8, #s> * tensor<64x128xi8, #b>, tensor<128x4xi8, #s> -> tensor<128x128xf32, #b>
    tt.return %1 : tensor<128x128xf32, #b>
  }

  // Few rows, or no scales: multiplied out.
  // CHECK-LABEL: tt.func @multiplied_out
  // CHECK-NOT: tc_gen5_mma_scaled
  // CHECK: tt.return
  tt.func @multiplied_out(%a: tensor<64x128xf8E5M2, #b>, %s: tensor<64x4xi8, #s>, %b: tensor<128x128xf8E5M2, #b>, %t: tensor<128x4xi8, #s>,
                          %c: tensor<64x128xf32, #b>) -> tensor<64x128xf32, #b> {
    %0 = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e5m2 rhs = e5m2 {fastMath = true} : tensor<64x128xf8E5M2, #b>, tensor<64x4xi8, #s> * tensor<128x128xf8E5M2, #b>, tensor<128x4xi8, #s> -> tensor<64x128xf32, #b>
    %1 = tt.dot_scaled %a, %b, %0 lhs = e5m2 rhs = e5m2 {fastMath = true} : tensor<64x128xf8E5M2, #b> * tensor<128x128xf8E5M2, #b> -> tensor<64x128xf32, #b>
    tt.return %1 : tensor<64x128xf32, #b>
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-DAG: #[[$MMA:.*]] = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #[[$A:.*]] = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [32, 0], [64, 0]], lane = {{\[\[}}8, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}0, 0], [16, 0]], block = []}>
// CHECK-DAG: #[[$B:.*]] = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [16, 0], [32, 0], [64, 0]], lane = {{\[\[}}0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}8, 0], [0, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:120"} {
  // Chips 12.0 multiply with scales themselves, if both operands have them and the same width.
  // CHECK-LABEL: tt.func @products_of_scaled
  // CHECK: tt.dot_scaled {{.*}} lhs = e4m3 rhs = e5m2 {{.*}} tensor<128x4xi8, #[[$A]]> * {{.*}} tensor<128x4xi8, #[[$B]]> -> tensor<128x128xf32, #[[$MMA]]>
  // WITHOUT-LABEL: tt.func @products_of_scaled
  // WITHOUT-NOT: tt.dot_scaled
  // WITHOUT: tt.return
  tt.func @products_of_scaled(%a: tensor<128x128xf8E4M3FN, #b>, %b: tensor<128x128xf8E5M2, #b>, %s: tensor<128x4xi8, #b>,
                              %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %0 = tt.dot_scaled %a scale %s, %b scale %s, %c lhs = e4m3 rhs = e5m2 {fastMath = true} : tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #b> * tensor<128x128xf8E5M2, #b>, tensor<128x4xi8, #b> -> tensor<128x128xf32, #b>
    tt.return %0 : tensor<128x128xf32, #b>
  }

  // CHECK-LABEL: tt.func @widths
  // CHECK-NOT: tt.dot_scaled
  // CHECK: tt.dot {{.*}} -> tensor<128x128xf32, #[[$MMA]]>
  tt.func @widths(%a: tensor<128x128xf8E4M3FN, #b>, %s: tensor<128x4xi8, #b>, %q: tensor<64x128xi8, #b>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %0 = tt.dot_scaled %a scale %s, %q scale %s, %c lhs = e4m3 rhs = e2m1 {fastMath = true} : tensor<128x128xf8E4M3FN, #b>, tensor<128x4xi8, #b> * tensor<64x128xi8, #b>, tensor<128x4xi8, #b> -> tensor<128x128xf32, #b>
    tt.return %0 : tensor<128x128xf32, #b>
  }

  // Pairs of 4 bits across the depth are nothing that it takes, nor has anyone another form of them.
  // CHECK-LABEL: tt.func @packed_across
  // CHECK: tt.dot_scaled {{.*}} tensor<128x4xi8, #blocked> * {{.*}} -> tensor<128x128xf32, #blocked>
  tt.func @packed_across(%a: tensor<64x128xi8, #b>, %s: tensor<128x4xi8, #b>, %q: tensor<128x64xi8, #b>, %c: tensor<128x128xf32, #b>) -> tensor<128x128xf32, #b> {
    %0 = tt.dot_scaled %a scale %s, %q scale %s, %c lhs = e2m1 rhs = e2m1 {fastMath = true, lhs_k_pack = false, rhs_k_pack = false} : tensor<64x128xi8, #b>, tensor<128x4xi8, #b> * tensor<128x64xi8, #b>, tensor<128x4xi8, #b> -> tensor<128x128xf32, #b>
    tt.return %0 : tensor<128x128xf32, #b>
  }
}
