// RUN: tern-opt %s --split-input-file --tritongpu-accelerate-matmul 2>/dev/null | FileCheck %s

// mma.sync: warps are dealt so that each has as many rows of instructions as columns; kWidth is what fills a register.
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #[[$MMA:.*]] = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  // CHECK-LABEL: @mma_sync
  tt.func @mma_sync(%a: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked> {
    // CHECK: %[[C:.*]] = ttg.convert_layout %{{.*}} -> tensor<128x64xf32, #[[$MMA]]>
    // CHECK: %[[A:.*]] = ttg.convert_layout %{{.*}} -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #[[$MMA]], kWidth = 2}>>
    // CHECK: %[[B:.*]] = ttg.convert_layout %{{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #[[$MMA]], kWidth = 2}>>
    // CHECK: %[[D:.*]] = tt.dot %[[A]], %[[B]], %[[C]], inputPrecision = tf32
    // CHECK: ttg.convert_layout %[[D]] : tensor<128x64xf32, #[[$MMA]]> -> tensor<128x64xf32, #blocked>
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<128x64xf32, #blocked>
    tt.return %d : tensor<128x64xf32, #blocked>
  }

  // f32 that is to be multiplied exactly is left to fused multiply-adds.
  // CHECK-LABEL: @keeps_ieee
  tt.func @keeps_ieee(%a: tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
    // CHECK-NEXT: tt.dot %{{.*}} -> tensor<64x64xf32, #blocked>
    %d = tt.dot %a, %b, %c : tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }

  // What is loaded as 8 bits fills a register with four, though it is multiplied as 16.
  // CHECK-LABEL: @loaded_narrow
  tt.func @loaded_narrow(%p: tensor<64x64x!tt.ptr<i8>, #blocked>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
    %x = tt.load %p : tensor<64x64x!tt.ptr<i8>, #blocked>
    %f = arith.sitofp %x : tensor<64x64xi8, #blocked> to tensor<64x64xf16, #blocked>
    %a = ttg.convert_layout %f : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
    // CHECK: tt.dot %{{.*}} kWidth = 4}>> * {{.*}} kWidth = 4}>>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }

  // Products of 8-bit floats are there from 8.9 on; before, operands are widened.
  // CHECK-LABEL: @widens_fp8
  tt.func @widens_fp8(%a: tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
    // CHECK-COUNT-2: tt.fp_to_fp %{{.*}} : tensor<64x64xf8E5M2, #{{.*}} -> tensor<64x64xf16, #
    // CHECK: tt.dot %{{.*}} : tensor<64x64xf16
    %d = tt.dot %a, %b, %c : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
}

// -----

// A format that no chip multiplies stays as narrow as it is where the chip multiplies others of 8 bits.
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:89"} {
  // CHECK-LABEL: @keeps_fp8
  tt.func @keeps_fp8(%a: tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<64x64xf8E5M2FNUZ, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
    // CHECK: tt.dot %{{.*}} : tensor<64x64xf8E5M2, {{.*}} kWidth = 4}>> * tensor<64x64xf8E5M2FNUZ, {{.*}} kWidth = 4}>>
    %d = tt.dot %a, %b, %c : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf8E5M2FNUZ, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
}

// -----

// Without an instruction operands get the type of the sums.
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:75"} {
  // CHECK-LABEL: @multiplies_and_adds
  tt.func @multiplies_and_adds(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
    // CHECK-COUNT-2: arith.extf %{{.*}} : tensor<64x64xf16, {{.*}}> to tensor<64x64xf32,
    // CHECK: tt.dot %{{.*}} -> tensor<64x64xf32, #blocked>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
  // CHECK-LABEL: @multiplies_integers
  tt.func @multiplies_integers(%a: tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x64xi32, #blocked>) -> tensor<64x64xi32, #blocked> {
    // CHECK-COUNT-2: arith.extsi %{{.*}} : tensor<64x64xi8, {{.*}}> to tensor<64x64xi32,
    %d = tt.dot %a, %b, %c : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xi32, #blocked>
    tt.return %d : tensor<64x64xi32, #blocked>
  }
}

// -----

// wgmma: what is loaded goes to shared memory, what is computed stays in registers, and all warps go along the rows of sums that are
// multiplied further.
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 8], order = [0, 1]}>
// CHECK-DAG: #[[$S:.*]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #[[$O:.*]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 16]}>
// CHECK-DAG: #[[$WIDE:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[$TURNED:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
module attributes {"ttg.num-warps" = 8 : i32, ttg.target = "cuda:90"} {
  // CHECK-LABEL: @wgmma
  tt.func @wgmma(%q: tensor<128x64xf16, #blocked>, %k: tensor<64x64xf16, #tall>, %v: tensor<64x128xf16, #blocked>, %z: tensor<128x64xf32, #blocked>, %acc: tensor<128x128xf32, #blocked>) -> tensor<128x128xf32, #blocked> {
    %a = ttg.convert_layout %q : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
    %b = ttg.convert_layout %k : tensor<64x64xf16, #tall> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
    // CHECK-DAG: %[[Q:.*]] = ttg.local_alloc %{{.*}} : (tensor<128x64xf16, {{.*}}) -> !ttg.memdesc<128x64xf16, #[[$WIDE]], #smem>
    // CHECK-DAG: %[[K:.*]] = ttg.local_alloc %{{.*}} : (tensor<64x64xf16, {{.*}}) -> !ttg.memdesc<64x64xf16, #[[$TURNED]], #smem>
    // CHECK-DAG: %[[V:.*]] = ttg.local_alloc %{{.*}} : (tensor<64x128xf16, {{.*}}) -> !ttg.memdesc<64x128xf16, #[[$WIDE]], #smem>
    // CHECK: ttng.warp_group_dot %[[Q]], %[[K]], %{{.*}} -> tensor<128x64xf32, #[[$S]]>
    %s = tt.dot %a, %b, %z : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<128x64xf32, #blocked>
    %e = math.exp %s : tensor<128x64xf32, #blocked>
    %h = arith.truncf %e : tensor<128x64xf32, #blocked> to tensor<128x64xf16, #blocked>
    %p = ttg.convert_layout %h : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
    %w = ttg.convert_layout %v : tensor<64x128xf16, #blocked> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
    // CHECK: %[[P:.*]] = ttg.convert_layout %{{.*}} -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #[[$O]], kWidth = 2}>>
    // CHECK: ttng.warp_group_dot %[[P]], %[[V]], %{{.*}} -> tensor<128x128xf32, #[[$O]]>
    %o = tt.dot %p, %w, %acc : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<128x128xf32, #blocked>
    tt.return %o : tensor<128x128xf32, #blocked>
  }
}

// -----

// Scales: shifted to where exponents are, given to the 32 numbers of their group, and multiplied with them; a scale of 255 is NaN.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#scale = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  // CHECK-LABEL: @scaled
  tt.func @scaled(%a: tensor<128x64xi8, #blocked>, %s: tensor<128x2xi8, #scale>, %b: tensor<64x128xbf16, #blocked>, %c: tensor<128x128xf32, #blocked>) -> tensor<128x128xf32, #blocked> {
    // CHECK: %[[F:.*]] = tt.bitcast %{{.*}} : tensor<128x64xi8, #{{.*}}> -> tensor<128x64xf8E4M3FN, #{{.*}}>
    // CHECK: %[[A:.*]] = tt.fp_to_fp %[[F]]
    // CHECK: %[[E:.*]] = arith.extui %{{.*}} : tensor<128x2xi8, #{{.*}}> to tensor<128x2xi16, #{{.*}}>
    // CHECK: arith.shli %[[E]]
    // CHECK: tt.expand_dims %{{.*}} {axis = 2 : i32}
    // CHECK: tt.broadcast %{{.*}} -> tensor<128x2x32xbf16,
    // CHECK: tt.reshape %{{.*}} -> tensor<128x64xbf16,
    // CHECK: %[[M:.*]] = arith.mulf %[[A]]
    // CHECK: arith.cmpi eq
    // CHECK: arith.select %{{.*}}, %{{.*}}, %[[M]]
    // CHECK: tt.dot %{{.*}} -> tensor<128x128xf32, #mma>
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = bf16 {fastMath = false} : tensor<128x64xi8, #blocked>, tensor<128x2xi8, #scale> * tensor<64x128xbf16, #blocked> -> tensor<128x128xf32, #blocked>
    tt.return %d : tensor<128x128xf32, #blocked>
  }

  // With scales of the second operand alone the product is turned. Fast mathematics has no NaN.
  // CHECK-LABEL: @turns_scaled
  tt.func @turns_scaled(%a: tensor<128x64xbf16, #blocked>, %s: tensor<128x2xi8, #scale>, %b: tensor<32x128xi8, #blocked>, %c: tensor<128x128xf32, #blocked>) -> tensor<128x128xf32, #blocked> {
    // CHECK-COUNT-3: tt.trans
    // CHECK: ttg.fp4_to_fp %{{.*}} {axis = 1 : i32}
    // CHECK-NOT: arith.select
    // CHECK: %[[D:.*]] = tt.dot
    // CHECK: tt.trans
    // CHECK: tt.return
    %d = tt.dot_scaled %a, %b scale %s, %c lhs = bf16 rhs = e2m1 {fastMath = true} : tensor<128x64xbf16, #blocked> * tensor<32x128xi8, #blocked>, tensor<128x2xi8, #scale> -> tensor<128x128xf32, #blocked>
    tt.return %d : tensor<128x128xf32, #blocked>
  }

  // What is packed across the depth stays.
  // CHECK-LABEL: @keeps_packed_across
  tt.func @keeps_packed_across(%a: tensor<64x64xi8, #blocked>, %s: tensor<128x2xi8, #scale>, %b: tensor<64x128xbf16, #blocked>, %c: tensor<128x128xf32, #blocked>) -> tensor<128x128xf32, #blocked> {
    // CHECK-NEXT: tt.dot_scaled
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16 {fastMath = false, lhs_k_pack = false} : tensor<64x64xi8, #blocked>, tensor<128x2xi8, #scale> * tensor<64x128xbf16, #blocked> -> tensor<128x128xf32, #blocked>
    tt.return %d : tensor<128x128xf32, #blocked>
  }
}
