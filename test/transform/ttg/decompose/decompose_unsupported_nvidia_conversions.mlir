// RUN: tern-opt %s --check-each --decompose-unsupported-nvidia-conversions=compute-capability=80 | FileCheck %s
// RUN: tern-opt %s --check-each --decompose-unsupported-nvidia-conversions=compute-capability=75 | FileCheck %s --check-prefix=TURING
// RUN: tern-opt %s --check-each --decompose-unsupported-nvidia-conversions=compute-capability=89 | FileCheck %s --check-prefix=ADA

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#lone = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#hopper = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 32]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#a8 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b8 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#fma = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#fma_a = #ttg.dot_op<{opIdx = 0, parent = #fma}>
#fma_b = #ttg.dot_op<{opIdx = 1, parent = #fma}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // A conversion of fp8e4b15 goes through f16; one to an operand does not, nor does another format.
  // CHECK-LABEL: tt.func @c60_fp8e4b15
  // CHECK: %[[W:.*]] = tt.fp_to_fp %{{.*}} : tensor<64x64xf8E4M3B11FNUZ, #[[R:.*]]> -> tensor<64x64xf16, #[[R]]>
  // CHECK: %[[C:.*]] = ttg.convert_layout %[[W]] : tensor<64x64xf16, #[[R]]> -> tensor<64x64xf16, #[[S:.*]]>
  // CHECK: tt.fp_to_fp %[[C]], rounding = rtne : tensor<64x64xf16, #[[S]]> -> tensor<64x64xf8E4M3B11FNUZ, #[[S]]>
  // CHECK: ttg.local_alloc %{{.*}} : (tensor<64x64xf8E4M3B11FNUZ, #[[R]]>)
  // CHECK: ttg.convert_layout %{{.*}} : tensor<64x64xf8E5M2, #[[R]]> -> tensor<64x64xf8E5M2, #[[S]]>
  tt.func @c60_fp8e4b15(%x: tensor<64x64xf8E4M3B11FNUZ, #rows>, %y: tensor<64x64xf8E5M2, #rows>) -> (tensor<64x64xf8E4M3B11FNUZ, #columns>, tensor<64x64xf8E4M3B11FNUZ, #a8>, tensor<64x64xf8E5M2, #columns>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf8E4M3B11FNUZ, #rows> -> tensor<64x64xf8E4M3B11FNUZ, #columns>
    %1 = ttg.convert_layout %x : tensor<64x64xf8E4M3B11FNUZ, #rows> -> tensor<64x64xf8E4M3B11FNUZ, #a8>
    %2 = ttg.convert_layout %y : tensor<64x64xf8E5M2, #rows> -> tensor<64x64xf8E5M2, #columns>
    tt.return %0, %1, %2 : tensor<64x64xf8E4M3B11FNUZ, #columns>, tensor<64x64xf8E4M3B11FNUZ, #a8>, tensor<64x64xf8E5M2, #columns>
  }

  // Sums become the first operand in registers; the second takes a conversion to #blocked, and one from there.
  // CHECK-LABEL: tt.func @c62_mma_to_dot_operand
  // CHECK-NEXT: %[[A:.*]] = ttg.convert_layout %{{.*}} : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0,
  // CHECK-NEXT: %[[T:.*]] = ttg.convert_layout %{{.*}} : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #[[P:.*]]>
  // CHECK-NEXT: %[[M:.*]] = ttg.local_alloc %[[T]] : (tensor<64x64xf16, #[[P]]>)
  // CHECK-NEXT: %[[B:.*]] = ttg.local_load %[[M]] : {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1,
  // CHECK-NEXT: tt.return %[[A]], %[[B]]
  tt.func @c62_mma_to_dot_operand(%x: tensor<64x64xf16, #mma>) -> (tensor<64x64xf16, #a>, tensor<64x64xf16, #b>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #a>
    %1 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #b>
    tt.return %0, %1 : tensor<64x64xf16, #a>, tensor<64x64xf16, #b>
  }

  // CHECK-LABEL: tt.func @c63_blocked_to_dot_operand
  // CHECK-NEXT: %[[M:.*]] = ttg.local_alloc %{{.*}} : (tensor<64x64xf16, #{{.*}}>) -> !ttg.memdesc<64x64xf16, #{{.*}}, #smem>
  // CHECK-NEXT: %[[A:.*]] = ttg.local_load %[[M]] : {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0,
  // CHECK-NEXT: ttg.convert_layout %{{.*}} -> tensor<64x64xf16, #{{[a-z0-9]*}}>
  tt.func @c63_blocked_to_dot_operand(%x: tensor<64x64xf16, #rows>) -> (tensor<64x64xf16, #a>, tensor<64x64xf16, #columns>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
    %1 = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    tt.return %0, %1 : tensor<64x64xf16, #a>, tensor<64x64xf16, #columns>
  }

  // 16 bytes are copied; of 2 bytes, and where the chip has no copies, nothing is.
  // CHECK-LABEL: tt.func public @c64_insert_slice_async
  // CHECK: %[[T:.*]] = ttg.async_copy_global_to_local %{{.*}}, %{{.*}} cacheModifier = cg :
  // CHECK: %[[X:.*]] = tt.load %{{.*}}, %{{.*}}, %{{.*}} evictionPolicy = evict_first : tensor<512x!tt.ptr<f16>, #{{.*}}>
  // CHECK: ttg.local_store %[[X]], %{{.*}}
  // TURING-LABEL: tt.func public @c64_insert_slice_async
  // TURING-NOT: ttg.async_copy_global_to_local
  // TURING: tt.load %{{.*}} cacheModifier = cg
  // TURING: tt.load %{{.*}} evictionPolicy = evict_first
  // The groups stay, and all of them are waited for; where there are none nothing waits.
  // CHECK: %[[G:.*]] = ttg.async_commit_group tokens %[[T]]
  // CHECK: ttg.async_wait %[[G]] {num = 0 : i32}
  // TURING-NOT: ttg.async_commit_group
  // TURING-NOT: ttg.async_wait
  // TURING: tt.return
  tt.func public @c64_insert_slice_async(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #line>
    %j = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #lone>
    %m = ttg.local_alloc : () -> !ttg.memdesc<512xf16, #shared, #smem, mutable>
    %n = ttg.local_alloc : () -> !ttg.memdesc<512xf16, #shared, #smem, mutable>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #line>
    %pi = tt.addptr %ps, %i : tensor<512x!tt.ptr<f16>, #line>, tensor<512xi32, #line>
    %qs = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #lone>
    %qi = tt.addptr %qs, %j : tensor<512x!tt.ptr<f16>, #lone>, tensor<512xi32, #lone>
    %c100 = arith.constant dense<100> : tensor<512xi32, #lone>
    %other = arith.constant dense<2.0> : tensor<512xf16, #lone>
    %mask = arith.cmpi slt, %j, %c100 : tensor<512xi32, #lone>
    %t = ttg.async_copy_global_to_local %pi, %m cacheModifier = cg : tensor<512x!tt.ptr<f16>, #line> -> <512xf16, #shared, #smem, mutable>
    %u = ttg.async_copy_global_to_local %qi, %n mask %mask other %other evictionPolicy = evict_first : tensor<512x!tt.ptr<f16>, #lone> -> <512xf16, #shared, #smem, mutable>
    %g = ttg.async_commit_group tokens %t, %u
    %w = ttg.async_wait %g {num = 1 : i32}
    %x = ttg.local_load %m token %w : !ttg.memdesc<512xf16, #shared, #smem, mutable> -> tensor<512xf16, #lone>
    %y = ttg.local_load %n token %w : !ttg.memdesc<512xf16, #shared, #smem, mutable> -> tensor<512xf16, #lone>
    %z = arith.addf %x, %y : tensor<512xf16, #lone>
    %rs = tt.splat %q : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #lone>
    %ri = tt.addptr %rs, %j : tensor<512x!tt.ptr<f16>, #lone>, tensor<512xi32, #lone>
    tt.store %ri, %z : tensor<512x!tt.ptr<f16>, #lone>
    tt.return
  }

  // 8-bit floats become f16 where the chip does not multiply them, and f16 becomes f32 where threads do it.
  // CHECK-LABEL: tt.func @c66_mixed_mode_dot
  // CHECK: tt.dot {{.*}} : tensor<64x32xf16, {{.*}}> * tensor<32x64xf16,
  // CHECK: %[[A:.*]] = arith.extf %{{.*}} : tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, {{.*}}> to tensor<16x16xf32,
  // CHECK: %[[B:.*]] = arith.extf %{{.*}} : tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, {{.*}}> to tensor<16x16xf32,
  // CHECK: tt.dot %[[A]], %[[B]], %{{.*}} : tensor<16x16xf32, {{.*}} * tensor<16x16xf32, {{.*}} -> tensor<16x16xf32,
  // CHECK: tt.dot {{.*}} : tensor<64x32xf16, {{.*}}> * tensor<32x64xf16,
  // CHECK: tt.dot {{.*}} : tensor<64x32xf16, {{.*}}> * tensor<32x64xf16,
  // ADA-LABEL: tt.func @c66_mixed_mode_dot
  // ADA: tt.dot {{.*}} : tensor<64x32xf8E5M2, {{.*}}> * tensor<32x64xf8E5M2,
  // ADA: tt.dot {{.*}} : tensor<16x16xf32,
  // ADA: tt.dot {{.*}} : tensor<64x32xf16, {{.*}}> * tensor<32x64xf16,
  // ADA: tt.dot {{.*}} : tensor<64x32xf16, {{.*}}> * tensor<32x64xf16,
  tt.func @c66_mixed_mode_dot(%a: tensor<64x32xf8E5M2, #a8>, %b: tensor<32x64xf8E5M2, #b8>, %c: tensor<64x64xf32, #mma>, %d: tensor<16x16xf16, #fma_a>, %e: tensor<16x16xf16, #fma_b>, %f: tensor<16x16xf32, #fma>, %g: tensor<64x32xf8E4M3FNUZ, #a8>, %h: tensor<32x64xf8E4M3FNUZ, #b8>) -> (tensor<64x64xf32, #mma>, tensor<16x16xf32, #fma>, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) {
    %0 = tt.dot %a, %b, %c : tensor<64x32xf8E5M2, #a8> * tensor<32x64xf8E5M2, #b8> -> tensor<64x64xf32, #mma>
    %1 = tt.dot %d, %e, %f : tensor<16x16xf16, #fma_a> * tensor<16x16xf16, #fma_b> -> tensor<16x16xf32, #fma>
    %2 = tt.dot %g, %h, %c : tensor<64x32xf8E4M3FNUZ, #a8> * tensor<32x64xf8E4M3FNUZ, #b8> -> tensor<64x64xf32, #mma>
    %3 = tt.dot %a, %h, %c : tensor<64x32xf8E5M2, #a8> * tensor<32x64xf8E4M3FNUZ, #b8> -> tensor<64x64xf32, #mma>
    tt.return %0, %1, %2, %3 : tensor<64x64xf32, #mma>, tensor<16x16xf32, #fma>, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
  }
}
