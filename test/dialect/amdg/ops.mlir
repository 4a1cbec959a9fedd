// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | FileCheck %s
// RUN: tern-opt %s --emit-bytecode | tern-opt | FileCheck %s
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#sq = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#turned = #ttg.linear<{register = [[1, 0], [0, 1]], lane = [[0, 2], [0, 4], [0, 8], [2, 0], [4, 0], [8, 0]], warp = [[0, 16], [16, 0]], block = []}>
#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 16}>
#mx = #ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0], [0, 0]], warp = [[16, 0], [32, 0]], block = []}>
#sh01 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [64, 64]}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
// CHECK: module attributes {amdg.clamps = #amdg.amdgcn.set.fp8.clamping,
module attributes {amdg.clamps = #amdg.amdgcn.set.fp8.clamping, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.target" = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: tt.func @slices
  tt.func @slices(%x: tensor<128x64xf16, #b>, %s: tensor<64x32xf16, #b>, %q: tensor<32x32xf16, #sq>) {
    // CHECK: %{{[^] ,():[]+}} = amdg.extract_slice %{{[^] ,():[]+}} [64, 32] : tensor<128x64xf16, #{{[a-z0-9_]+}}> to tensor<64x32xf16, #{{[a-z0-9_]+}}>
    %0 = amdg.extract_slice %x [64, 32] : tensor<128x64xf16, #b> to tensor<64x32xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.extract_slice %{{[^] ,():[]+}} [0, 0] {foo} : tensor<128x64xf16, #{{[a-z0-9_]+}}> to tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %1 = amdg.extract_slice %x [0, 0] {foo} : tensor<128x64xf16, #b> to tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.concat %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : tensor<64x32xf16, #{{[a-z0-9_]+}}>, tensor<64x32xf16, #{{[a-z0-9_]+}}>, tensor<64x32xf16, #{{[a-z0-9_]+}}>, tensor<64x32xf16, #{{[a-z0-9_]+}}> -> tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %2 = amdg.concat %s, %s, %s, %s : tensor<64x32xf16, #b>, tensor<64x32xf16, #b>, tensor<64x32xf16, #b>, tensor<64x32xf16, #b> -> tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.concat %{{[^] ,():[]+}} {foo} : tensor<64x32xf16, #{{[a-z0-9_]+}}> -> tensor<64x32xf16, #{{[a-z0-9_]+}}>
    %3 = amdg.concat %s {foo} : tensor<64x32xf16, #b> -> tensor<64x32xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.in_thread_transpose %{{[^] ,():[]+}} : tensor<32x32xf16, #{{[a-z0-9_]+}}> -> tensor<32x32xf16, #{{[a-z0-9_]+}}>
    %4 = amdg.in_thread_transpose %q : tensor<32x32xf16, #sq> -> tensor<32x32xf16, #turned>
    tt.return
  }
  // CHECK-LABEL: tt.func @order
  tt.func @order(%c: i1, %t: !ttg.async.token) {
    // CHECK: amdg.instruction_sched_hint {variant = #amdg.SchedHintVariant<none>}
    amdg.instruction_sched_hint {variant = #amdg.SchedHintVariant<none>}
    // CHECK: amdg.instruction_sched_hint {foo, variant = #amdg.SchedHintVariant<attention>}
    amdg.instruction_sched_hint {foo, variant = #amdg.SchedHintVariant<attention>}
    // CHECK: amdg.cond_barrier %{{[^] ,():[]+}}
    amdg.cond_barrier %c
    // CHECK: amdg.cond_barrier %{{[^] ,():[]+}} {foo}
    amdg.cond_barrier %c {foo}
    // CHECK: %{{[^] ,():[]+}} = amdg.async_wait {num_inst = 1 : i32}
    %0 = amdg.async_wait {num_inst = 1 : i32}
    // CHECK: %{{[^] ,():[]+}} = amdg.async_wait %{{[^] ,():[]+}}, %{{[^] ,():[]+}} {num_inst = 2 : i32}
    %1 = amdg.async_wait %t, %t {num_inst = 2 : i32}
    // CHECK: amdg.memory_counter_wait
    amdg.memory_counter_wait
    // CHECK: amdg.memory_counter_wait load(1)
    amdg.memory_counter_wait load(1)
    // CHECK: amdg.memory_counter_wait store(2) ds(3) {foo}
    amdg.memory_counter_wait ds(3) store(2) {foo}
    // CHECK: amdg.memory_counter_wait load(1) store(0) ds(3)
    amdg.memory_counter_wait load(1) store(0) ds(3)
    tt.return
  }
  // CHECK-LABEL: tt.func @buffers
  tt.func @buffers(%p: !tt.ptr<f16>, %o: tensor<128x64xi32, #b>, %x: tensor<128x64xf16, #b>, %m: tensor<128x64xi1, #b>, %s: i32, %d: !ttg.memdesc<128x64xf16, #sh10, #smem, mutable>) {
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_load %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %0 = amdg.buffer_load %p[%o] : tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_load %{{[^] ,():[]+}}[%{{[^] ,():[]+}}], %{{[^] ,():[]+}} : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %1 = amdg.buffer_load %p[%o], %m : tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_load %{{[^] ,():[]+}}[%{{[^] ,():[]+}}], %{{[^] ,():[]+}}, %{{[^] ,():[]+}} cacheModifier = ca stride = %{{[^] ,():[]+}} {foo} : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %2 = amdg.buffer_load %p[%o], %m, %x cacheModifier = ca stride = %s {foo} : tensor<128x64xf16, #b>
    // CHECK: amdg.buffer_store %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    amdg.buffer_store %x, %p[%o] : tensor<128x64xf16, #b>
    // CHECK: amdg.buffer_store %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}], %{{[^] ,():[]+}} cacheModifier = wt stride = %{{[^] ,():[]+}} {foo} : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    amdg.buffer_store %x, %p[%o], %m cacheModifier = wt stride = %s {foo} : tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_load_to_local %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] into %{{[^] ,():[]+}} : <f16>[tensor<128x64xi32, #{{[a-z0-9_]+}}>]  -> <128x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    %3 = amdg.buffer_load_to_local %p[%o] into %d : <f16>[tensor<128x64xi32, #b>] -> <128x64xf16, #sh10, #smem, mutable>
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_load_to_local %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] mask = %{{[^] ,():[]+}} other = %{{[^] ,():[]+}} stride = %{{[^] ,():[]+}} cacheModifier = cg into %{{[^] ,():[]+}} {contiguity = 4 : i32, foo} : <f16>[tensor<128x64xi32, #{{[a-z0-9_]+}}>] tensor<128x64xf16, #{{[a-z0-9_]+}}> -> <128x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    %4 = amdg.buffer_load_to_local %p[%o] mask = %m other = %x stride = %s cacheModifier = cg into %d {contiguity = 4 : i32, foo} : <f16>[tensor<128x64xi32, #b>] tensor<128x64xf16, #b> -> <128x64xf16, #sh10, #smem, mutable>
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_atomic_rmw fadd, acq_rel, gpu, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %5 = amdg.buffer_atomic_rmw fadd, acq_rel, gpu, %x, %p[%o] : tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_atomic_rmw exch, relaxed, sys, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}], %{{[^] ,():[]+}} stride = %{{[^] ,():[]+}} {foo} : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %6 = amdg.buffer_atomic_rmw exch, relaxed, sys, %x, %p[%o], %m stride = %s {foo} : tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_atomic_cas acquire, cta, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %7 = amdg.buffer_atomic_cas acquire, cta, %x, %x, %p[%o] : tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.buffer_atomic_cas release, gpu, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}[%{{[^] ,():[]+}}] stride = %{{[^] ,():[]+}} {foo} : tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %8 = amdg.buffer_atomic_cas release, gpu, %x, %x, %p[%o] stride = %s {foo} : tensor<128x64xf16, #b>
    tt.return
  }
  // CHECK-LABEL: tt.func @numbers
  tt.func @numbers(%a: tensor<64x64xi8>, %as: tensor<64x2xi8>, %x: tensor<64x64xf8E4M3FN, #dot>, %s: tensor<64x2xi8, #mx>, %f: tensor<128x32xi8, #pairs>, %fs: tensor<128x64xbf16, #b>, %e: tensor<128x64xf8E5M2, #b>) {
    // CHECK: %{{[^] ,():[]+}} = amdg.upcast_mxfp %{{[^] ,():[]+}}, %{{[^] ,():[]+}} fp_type = e4m3 {fastMath = false} : tensor<64x64xi8>, tensor<64x2xi8> -> tensor<64x64xbf16>
    %0 = amdg.upcast_mxfp %a, %as fp_type = e4m3 {fastMath = false} : tensor<64x64xi8>, tensor<64x2xi8> -> tensor<64x64xbf16>
    // CHECK: %{{[^] ,():[]+}} = amdg.upcast_mxfp %{{[^] ,():[]+}}, %{{[^] ,():[]+}} fp_type = e5m2 {fastMath = true} : tensor<64x64xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9_]+}}, kWidth = 16}>>, tensor<64x2xi8, #{{[a-z0-9_]+}}> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9_]+}}, kWidth = 16}>>
    %1 = amdg.upcast_mxfp %x, %s fp_type = e5m2 {fastMath = true} : tensor<64x64xf8E4M3FN, #dot>, tensor<64x2xi8, #mx> -> tensor<64x64xbf16, #dot>
    // CHECK: %{{[^] ,():[]+}} = amdg.scaled_upcast_fp4 %{{[^] ,():[]+}} scale %{{[^] ,():[]+}} {axis = 1 : i32} : tensor<128x32xi8, #{{[a-z0-9_]+}}>, tensor<128x64xbf16, #{{[a-z0-9_]+}}> -> tensor<128x64xf16, #{{[a-z0-9_]+}}>
    %2 = amdg.scaled_upcast_fp4 %f scale %fs {axis = 1 : i32} : tensor<128x32xi8, #pairs>, tensor<128x64xbf16, #b> -> tensor<128x64xf16, #b>
    // CHECK: %{{[^] ,():[]+}} = amdg.scaled_upcast_fp8 %{{[^] ,():[]+}} scale %{{[^] ,():[]+}} {foo} : tensor<128x64xf8E5M2, #{{[a-z0-9_]+}}>, tensor<128x64xbf16, #{{[a-z0-9_]+}}> -> tensor<128x64xf32, #{{[a-z0-9_]+}}>
    %3 = amdg.scaled_upcast_fp8 %e scale %fs {foo} : tensor<128x64xf8E5M2, #b>, tensor<128x64xbf16, #b> -> tensor<128x64xf32, #b>
    tt.return
  }
  // CHECK-LABEL: tt.func @pointers
  tt.func @pointers(%p: !llvm.ptr<1>, %m: i1, %x: vector<4xf32>, %c: i16) {
    // CHECK: %{{[^] ,():[]+}} = amdg.masked_load %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : (!llvm.ptr<1>, i1, vector<4xf32>) -> vector<4xf32>
    %0 = amdg.masked_load %p, %m, %x : (!llvm.ptr<1>, i1, vector<4xf32>) -> vector<4xf32>
    // CHECK: %{{[^] ,():[]+}} = amdg.masked_load %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} cacheModifier = ca forceNoAlias true {foo} : (!llvm.ptr<1>, i1, vector<4xf32>, i16) -> vector<4xf32>
    %1 = amdg.masked_load %p, %m, %x, %c cacheModifier = ca forceNoAlias true {foo} : (!llvm.ptr<1>, i1, vector<4xf32>, i16) -> vector<4xf32>
    // CHECK: amdg.masked_store %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !llvm.ptr<1>, vector<4xf32>, i1
    amdg.masked_store %p, %x, %m : !llvm.ptr<1>, vector<4xf32>, i1
    // CHECK: amdg.masked_store %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, %{{[^] ,():[]+}} cacheModifier = cs forceNoAlias true {foo} : !llvm.ptr<1>, vector<4xf32>, i1
    amdg.masked_store %p, %x, %m cacheModifier = cs forceNoAlias true {foo} : !llvm.ptr<1>, vector<4xf32>, i1
    tt.return
  }
  // CHECK-LABEL: tt.func @shared_memory
  tt.func @shared_memory(%a: !ttg.memdesc<64x64xi8, #sh01, #smem>, %b: !ttg.memdesc<64x64xi8, #sh10, #smem>, %t: !ttg.async.token, %d: !tt.tensordesc<tensor<64x64xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #sh10, #smem, mutable>, %mp: !ttg.memdesc<64x64xf16, #pad, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>, %i: i32, %p: i1) {
    // CHECK: %{{[^] ,():[]+}} = amdg.local_load_packed_tranposed %{{[^] ,():[]+}} : !ttg.memdesc<64x64xi8, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}> -> tensor<128x32xi8, #ttg.dot_op<{opIdx = 0, parent = #{{[a-z0-9_]+}}, kWidth = 16}>>
    %0 = amdg.local_load_packed_tranposed %a : !ttg.memdesc<64x64xi8, #sh01, #smem> -> tensor<128x32xi8, #dot>
    // CHECK: %{{[^] ,():[]+}} = amdg.local_load_packed_tranposed %{{[^] ,():[]+}} token %{{[^] ,():[]+}} {foo} : !ttg.memdesc<64x64xi8, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}> -> tensor<32x128xi8, #ttg.dot_op<{opIdx = 1, parent = #{{[a-z0-9_]+}}, kWidth = 16}>>
    %1 = amdg.local_load_packed_tranposed %b token %t {foo} : !ttg.memdesc<64x64xi8, #sh10, #smem> -> tensor<32x128xi8, #dot1>
    // CHECK: %{{[^] ,():[]+}} = amdg.async_tdm_copy_global_to_local %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] into %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>> -> !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    %2 = amdg.async_tdm_copy_global_to_local %d[%i, %i] into %m, %p : !tt.tensordesc<tensor<64x64xf16, #sh10>> -> !ttg.memdesc<64x64xf16, #sh10, #smem, mutable>
    // CHECK: %{{[^] ,():[]+}} = amdg.async_tdm_copy_global_to_local %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] into %{{[^] ,():[]+}}, %{{[^] ,():[]+}}, barrier = %{{[^] ,():[]+}} {foo} : !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>, !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    %3 = amdg.async_tdm_copy_global_to_local %d[%i, %i] into %mp, %p, barrier = %bar {foo} : !tt.tensordesc<tensor<64x64xf16, #sh10>>, !ttg.memdesc<1xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #pad, #smem, mutable>
    // CHECK: amdg.async_tdm_copy_local_to_global %{{[^] ,():[]+}}[%{{[^] ,():[]+}}, %{{[^] ,():[]+}}] from %{{[^] ,():[]+}} : !ttg.memdesc<64x64xf16, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> !tt.tensordesc<tensor<64x64xf16, #{{[a-z0-9_]+}}>>
    amdg.async_tdm_copy_local_to_global %d[%i, %i] from %m : !ttg.memdesc<64x64xf16, #sh10, #smem, mutable> -> !tt.tensordesc<tensor<64x64xf16, #sh10>>
    // CHECK: %{{[^] ,():[]+}} = amdg.async_tdm_wait %{{[^] ,():[]+}}, %{{[^] ,():[]+}} {num = 1 : i32}
    %4 = amdg.async_tdm_wait %2, %3 {num = 1 : i32}
    // CHECK: %{{[^] ,():[]+}} = amdg.async_tdm_wait  {num = 0 : i32}
    %5 = amdg.async_tdm_wait  {num = 0 : i32}
    // CHECK: amdg.init_barrier %{{[^] ,():[]+}}, 2 : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    amdg.init_barrier %bar, 2 : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: amdg.wait_barrier %{{[^] ,():[]+}}, %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    amdg.wait_barrier %bar, %i : !ttg.memdesc<1xi64, #line, #smem, mutable>
    // CHECK: %{{[^] ,():[]+}} = amdg.arrive_barrier %{{[^] ,():[]+}}, 3 {foo} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable> -> i32
    %6 = amdg.arrive_barrier %bar, 3 {foo} : !ttg.memdesc<1xi64, #line, #smem, mutable> -> i32
    // CHECK: amdg.async_copy_mbarrier_arrive %{{[^] ,():[]+}} : !ttg.memdesc<1xi64, #{{[a-z0-9_]+}}, #{{[a-z0-9_]+}}, mutable>
    amdg.async_copy_mbarrier_arrive %bar : !ttg.memdesc<1xi64, #line, #smem, mutable>
    tt.return
  }
}
