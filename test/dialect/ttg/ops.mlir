// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | FileCheck %s
// RUN: tern-opt %s --emit-bytecode | tern-opt | FileCheck %s
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#w8 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#sht = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#sh3 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nvt = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#nv3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @ttg_convert_layout_1
  // CHECK: %{{[^ ,)]+}} = ttg.convert_layout %{{[^ ,)]+}} : tensor<16x16xf32, #{{[a-z0-9]+}}> -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @ttg_convert_layout_1(%a: tensor<16x16xf32, #b>) {
    %0 = ttg.convert_layout %a : tensor<16x16xf32, #b> -> tensor<16x16xf32, #bt>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_convert_layout_2
  // CHECK: %{{[^ ,)]+}} = ttg.convert_layout %{{[^ ,)]+}} : tensor<16x16xf32, #{{[a-z0-9]+}}> -> tensor<16x16xf32>
  tt.func @ttg_convert_layout_2(%a: tensor<16x16xf32, #b>) {
    %0 = ttg.convert_layout %a : tensor<16x16xf32, #b> -> tensor<16x16xf32>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_convert_layout_3
  // CHECK: %{{[^ ,)]+}} = ttg.convert_layout %{{[^ ,)]+}} : tensor<16x16xf32> -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @ttg_convert_layout_3(%a: tensor<16x16xf32>) {
    %0 = ttg.convert_layout %a : tensor<16x16xf32> -> tensor<16x16xf32, #b>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_convert_layout_4
  // CHECK: %{{[^ ,)]+}} = ttg.convert_layout %{{[^ ,)]+}} {foo} : tensor<16x16xf32, "x"> -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @ttg_convert_layout_4(%a: tensor<16x16xf32, "x">) {
    %0 = ttg.convert_layout %a {foo} : tensor<16x16xf32, "x"> -> tensor<16x16xf32, #bt>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_alloc_1
  // CHECK: %{{[^ ,)]+}} = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_local_alloc_1() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_alloc_2
  // CHECK: %{{[^ ,)]+}} = ttg.local_alloc %{{[^ ,)]+}} {alignment = 16 : i32, allocation.offset = 0 : i32} : (tensor<16x16xf32, #{{[a-z0-9]+}}>) -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_local_alloc_2(%a: tensor<16x16xf32, #b>) {
    %0 = ttg.local_alloc %a {alignment = 16 : i32, allocation.offset = 0 : i32} : (tensor<16x16xf32, #b>) -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_alloc_3
  // CHECK: %{{[^ ,)]+}} = ttg.local_alloc %{{[^ ,)]+}} : (tensor<16x16xf32, #{{[a-z0-9]+}}>) -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}>
  tt.func @ttg_local_alloc_3(%a: tensor<16x16xf32, #b>) {
    %0 = ttg.local_alloc %a : (tensor<16x16xf32, #b>) -> !ttg.memdesc<16x16xf32, #sh, #smem>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_dealloc_1
  // CHECK: ttg.local_dealloc %{{[^ ,)]+}} : !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_local_dealloc_1(%a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>) {
    ttg.local_dealloc %a : !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_load_1
  // CHECK: %{{[^ ,)]+}} = ttg.local_load %{{[^ ,)]+}} : !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @ttg_local_load_1(%a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>) {
    %0 = ttg.local_load %a : !ttg.memdesc<16x16xf32, #sh, #smem, mutable> -> tensor<16x16xf32, #b>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_load_2
  // CHECK: %{{[^ ,)]+}} = ttg.local_load %{{[^ ,)]+}} token %{{[^ ,)]+}} : !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  tt.func @ttg_local_load_2(%a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>, %t: !ttg.async.token) {
    %0 = ttg.local_load %a token %t : !ttg.memdesc<16x16xf32, #sh, #smem, mutable> -> tensor<16x16xf32, #b>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_load_3
  // CHECK: %{{[^ ,)]+}} = ttg.local_load %{{[^ ,)]+}} : !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> tensor<16x16xf32>
  tt.func @ttg_local_load_3(%a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>) {
    %0 = ttg.local_load %a : !ttg.memdesc<16x16xf32, #sh, #smem, mutable> -> tensor<16x16xf32>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_store_1
  // CHECK: ttg.local_store %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16x16xf32, #{{[a-z0-9]+}}> -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_local_store_1(%x: tensor<16x16xf32, #b>, %a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>) {
    ttg.local_store %x, %a : tensor<16x16xf32, #b> -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_local_barrier_1
  // CHECK: ttg.local_barrier
  tt.func @ttg_local_barrier_1() {
    ttg.local_barrier
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_async_wait_1
  // CHECK: %{{[^ ,)]+}} = ttg.async_wait {num = 2 : i32}
  tt.func @ttg_async_wait_1() {
    %0 = ttg.async_wait {num = 2 : i32}
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_async_wait_2
  // CHECK: %{{[^ ,)]+}} = ttg.async_wait %{{[^ ,)]+}}, %{{[^ ,)]+}} {num = 2 : i32}
  tt.func @ttg_async_wait_2(%t: !ttg.async.token) {
    %0 = ttg.async_wait %t, %t {num = 2 : i32}
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_async_commit_group_1
  // CHECK: %{{[^ ,)]+}} = ttg.async_commit_group
  tt.func @ttg_async_commit_group_1() {
    %0 = ttg.async_commit_group
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_async_commit_group_2
  // CHECK: %{{[^ ,)]+}} = ttg.async_commit_group tokens %{{[^ ,)]+}}, %{{[^ ,)]+}}
  tt.func @ttg_async_commit_group_2(%t: !ttg.async.token) {
    %0 = ttg.async_commit_group tokens %t, %t
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_async_copy_global_to_local_1
  // CHECK: %{{[^ ,)]+}} = ttg.async_copy_global_to_local %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16x16x!tt.ptr<f32>, #{{[a-z0-9]+}}> -> <16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_async_copy_global_to_local_1(%p: tensor<16x16x!tt.ptr<f32>, #b>, %a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>) {
    %0 = ttg.async_copy_global_to_local %p, %a : tensor<16x16x!tt.ptr<f32>, #b> -> <16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_async_copy_global_to_local_2
  // CHECK: %{{[^ ,)]+}} = ttg.async_copy_global_to_local %{{[^ ,)]+}}, %{{[^ ,)]+}} : tensor<16x16x!tt.ptr<f32>, #{{[a-z0-9]+}}> -> <16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_async_copy_global_to_local_2(%p: tensor<16x16x!tt.ptr<f32>, #b>, %a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>) {
    %0 = ttg.async_copy_global_to_local %p, %a : tensor<16x16x!tt.ptr<f32>, #b> -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_async_copy_global_to_local_3
  // CHECK: %{{[^ ,)]+}} = ttg.async_copy_global_to_local %{{[^ ,)]+}}, %{{[^ ,)]+}} mask %{{[^ ,)]+}} other %{{[^ ,)]+}} cacheModifier = cg evictionPolicy = evict_first {contiguity = 4 : i32, isVolatile = true} : tensor<16x16x!tt.ptr<f32>, #{{[a-z0-9]+}}> -> <16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_async_copy_global_to_local_3(%p: tensor<16x16x!tt.ptr<f32>, #b>, %a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>, %m: tensor<16x16xi1, #b>, %o: tensor<16x16xf32, #b>) {
    %0 = ttg.async_copy_global_to_local %p, %a mask %m other %o cacheModifier = cg evictionPolicy = evict_first {isVolatile = true, contiguity = 4 : i32} : tensor<16x16x!tt.ptr<f32>, #b> -> <16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_async_copy_global_to_local_4
  // CHECK: %{{[^ ,)]+}} = ttg.async_copy_global_to_local %{{[^ ,)]+}}, %{{[^ ,)]+}} other %{{[^ ,)]+}} : tensor<16x16x!tt.ptr<f32>, #{{[a-z0-9]+}}> -> <16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_async_copy_global_to_local_4(%p: tensor<16x16x!tt.ptr<f32>, #b>, %a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>, %m: tensor<16x16xf32, #b>) {
    %0 = ttg.async_copy_global_to_local %p, %a other %m : tensor<16x16x!tt.ptr<f32>, #b> -> <16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_fp4_to_fp_1
  // CHECK: %{{[^ ,)]+}} = ttg.fp4_to_fp %{{[^ ,)]+}} {axis = 1 : i32} : tensor<16x16xi8, #{{[a-z0-9]+}}> -> tensor<16x32xf16, #{{[a-z0-9]+}}>
  tt.func @ttg_fp4_to_fp_1(%a: tensor<16x16xi8, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) {
    %0 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<16x16xi8, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<16x32xf16, #b>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_fp4_to_fp_2
  // CHECK: %{{[^ ,)]+}} = ttg.fp4_to_fp %{{[^ ,)]+}} {axis = 1 : i32} : tensor<16x16xi8> -> tensor<16x32xbf16>
  tt.func @ttg_fp4_to_fp_2(%a: tensor<16x16xi8>) {
    %0 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<16x16xi8> -> tensor<16x32xbf16>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_predicate_stage_1
  // CHECK: %{{[^ ,)]+}} = ttg.predicate_stage %{{[^ ,)]+}}, %{{[^ ,)]+}}, %{{[^ ,)]+}} maxStage 3 stage 1 : i32 -> i1
  tt.func @ttg_predicate_stage_1(%i: i32) {
    %0 = ttg.predicate_stage %i, %i, %i maxStage 3 stage 1 : i32 -> i1
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_mask_1
  // CHECK: %{{[^ ,)]+}} = "ttg.mask"(%{{[^ ,)]+}}) ({
  // CHECK: %{{[^ ,)]+}} = arith.constant 3 : i32
  // CHECK: ttg.mask.return %{{[^ ,)]+}} : i32
  // CHECK: }) : (i1) -> i32
  tt.func @ttg_mask_1(%c: i1) {
    %0 = "ttg.mask"(%c) ({
    %1 = arith.constant 3 : i32
    ttg.mask.return %1 : i32
    }) : (i1) -> i32
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_mask_2
  // CHECK: "ttg.mask"(%{{[^ ,)]+}}) ({
  // CHECK: ttg.mask.return  :
  // CHECK: }) : (i1) -> ()
  tt.func @ttg_mask_2(%c: i1) {
    "ttg.mask"(%c) ({
    "ttg.mask.return"() : () -> ()
    }) : (i1) -> ()
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_global_scratch_alloc_1
  // CHECK: %{{[^ ,)]+}} = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 100 : i32} : !tt.ptr<i8>
  tt.func @ttg_global_scratch_alloc_1() {
    %0 = ttg.global_scratch_alloc {nbytes = 100 : i32, alignment = 8 : i32} : !tt.ptr<i8>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_global_scratch_alloc_2
  // CHECK: %{{[^ ,)]+}} = ttg.global_scratch_alloc {alignment = 8 : i32, backend = "x", nbytes = 100 : i32, third_party_allocation} : !tt.ptr<i8>
  tt.func @ttg_global_scratch_alloc_2() {
    %0 = ttg.global_scratch_alloc {nbytes = 100 : i32, alignment = 8 : i32, backend = "x", third_party_allocation} : !tt.ptr<i8>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_index_1
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_index %{{[^ ,)]+}}[%{{[^ ,)]+}}] : !ttg.memdesc<2x16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_memdesc_index_1(%a: !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable>, %i: i32) {
    %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_index_2
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_index %{{[^ ,)]+}}[%{{[^ ,)]+}}] : !ttg.memdesc<2x16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}>
  tt.func @ttg_memdesc_index_2(%a: !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable>, %i: i32) {
    %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sht, #smem>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_subslice_1
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_subslice %{{[^ ,)]+}}[0, 0] : !ttg.memdesc<16x32xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable, 16x32>
  tt.func @ttg_memdesc_subslice_1(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
    %0 = ttg.memdesc_subslice %a[0, 0] : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh0, #smem, mutable, 16x32>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_subslice_2
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_subslice %{{[^ ,)]+}}[0, 16] {foo} : !ttg.memdesc<16x32xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable, 16x32>
  tt.func @ttg_memdesc_subslice_2(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
    %0 = ttg.memdesc_subslice %a[0, 16] {foo} : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh0, #smem, mutable, 16x32>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_subslice_3
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_subslice %{{[^ ,)]+}}[0, 16] : !ttg.memdesc<16x32xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable, 16x32>
  tt.func @ttg_memdesc_subslice_3(%a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
    %0 = ttg.memdesc_subslice %a[0, 16] : !ttg.memdesc<16x32xf32, #sh, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable, 16x32>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_subslice_4
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_subslice %{{[^ ,)]+}}[0, 8] : !ttg.memdesc<16x32xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<16x8xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable, 16x32>
  tt.func @ttg_memdesc_subslice_4(%a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
    %0 = ttg.memdesc_subslice %a[0, 8] : !ttg.memdesc<16x32xf32, #sh, #smem, mutable> -> !ttg.memdesc<16x8xf32, #sh, #smem, mutable, 16x32>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_trans_1
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_trans %{{[^ ,)]+}} {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<32x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_memdesc_trans_1(%a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
    %0 = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #sh, #smem, mutable> -> !ttg.memdesc<32x16xf32, #sht, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_trans_2
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_trans %{{[^ ,)]+}} {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<64x64xf16, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_memdesc_trans_2(%a: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>) {
    %0 = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #nv, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvt, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_trans_3
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_trans %{{[^ ,)]+}} {order = array<i32: 0, 2, 1>} : !ttg.memdesc<2x16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<2x16x16xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_memdesc_trans_3(%a: !ttg.memdesc<2x16x16xf32, #sh3, #smem, mutable>) {
    %0 = ttg.memdesc_trans %a {order = array<i32: 0, 2, 1>} : !ttg.memdesc<2x16x16xf32, #sh3, #smem, mutable> -> !ttg.memdesc<2x16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 2, 0]}>, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_reshape_1
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_reshape %{{[^ ,)]+}} : !ttg.memdesc<16x32xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<512xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_memdesc_reshape_1(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
    %0 = ttg.memdesc_reshape %a : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<512xf32, #sh1, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_reshape_2
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_reshape %{{[^ ,)]+}} : !ttg.memdesc<32x64xf16, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<2x16x64xf16, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_memdesc_reshape_2(%a: !ttg.memdesc<32x64xf16, #nv, #smem, mutable>) {
    %0 = ttg.memdesc_reshape %a : !ttg.memdesc<32x64xf16, #nv, #smem, mutable> -> !ttg.memdesc<2x16x64xf16, #nv3, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_reinterpret_1
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_reinterpret %{{[^ ,)]+}} : !ttg.memdesc<16x32xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<512xf16, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable>
  tt.func @ttg_memdesc_reinterpret_1(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
    %0 = ttg.memdesc_reinterpret %a : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<512xf16, #sh1, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_memdesc_reinterpret_2
  // CHECK: %{{[^ ,)]+}} = ttg.memdesc_reinterpret %{{[^ ,)]+}} : !ttg.memdesc<16x32xf32, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}, mutable> -> !ttg.memdesc<5120xf16, #{{[a-z0-9]+}}, #{{[a-z0-9]+}}>
  tt.func @ttg_memdesc_reinterpret_2(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
    %0 = ttg.memdesc_reinterpret %a : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<5120xf16, #sh1, #smem>
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_warp_specialize_1
  // CHECK: %{{[^ ,)]+}} = ttg.warp_specialize(%{{[^ ,)]+}})
  // CHECK: default {
  // CHECK: ttg.warp_yield %{{[^ ,)]+}} : i32
  // CHECK: }
  // CHECK: partition0(%{{[^ ,)]+}}: i32) num_warps(8) {
  // CHECK: ttg.warp_return
  // CHECK: }
  // CHECK: partition1(%{{[^ ,)]+}}: i32) num_warps(1) {
  // CHECK: ttg.warp_return
  // CHECK: } : (i32) -> i32
  tt.func @ttg_warp_specialize_1(%x: i32) {
    %0 = ttg.warp_specialize(%x)
    default {
    ttg.warp_yield %x : i32
    }
    partition0(%b: i32) num_warps(8) {
    ttg.warp_return
    }
    partition1(%b: i32) num_warps(1) {
    ttg.warp_return
    } : (i32) -> i32
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_warp_specialize_2
  // CHECK: ttg.warp_specialize() attributes {foo, requestedRegisters = array<i32: 24>, warpGroupStartIds = array<i32: 4>}
  // CHECK: default {
  // CHECK: ttg.warp_yield
  // CHECK: }
  // CHECK: partition0() num_warps(4) {
  // CHECK: ttg.warp_return {foo}
  // CHECK: } : () -> ()
  tt.func @ttg_warp_specialize_2() {
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4>, requestedRegisters = array<i32: 24>, foo}
    default {
    ttg.warp_yield
    }
    partition0() num_warps(4) {
    ttg.warp_return {foo}
    } : () -> ()
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_warp_specialize_3
  // CHECK: ttg.warp_specialize()
  // CHECK: default {
  // CHECK: ttg.warp_yield
  // CHECK: } : () -> ()
  tt.func @ttg_warp_specialize_3() {
    ttg.warp_specialize()
    default {
    ttg.warp_yield
    } : () -> ()
    tt.return
  }

  // CHECK-LABEL: tt.func @ttg_warp_specialize_4
  // CHECK: ttg.warp_specialize()
  // CHECK: default {
  // CHECK: ttg.warp_yield
  // CHECK: }
  // CHECK: partition0() num_warps(8) {
  // CHECK: %{{[^ ,)]+}} = arith.constant dense<0.000000e+00> : tensor<16x16xf32, #{{[a-z0-9]+}}>
  // CHECK: %{{[^ ,)]+}} = ttg.convert_layout %{{[^ ,)]+}} : tensor<16x16xf32, #{{[a-z0-9]+}}> -> tensor<16x16xf32, #{{[a-z0-9]+}}>
  // CHECK: ttg.warp_return
  // CHECK: } : () -> ()
  tt.func @ttg_warp_specialize_4() {
    ttg.warp_specialize()
    default {
    ttg.warp_yield
    }
    partition0() num_warps(8) {
    %0 = arith.constant dense<0.0> : tensor<16x16xf32, #w8>
    %1 = ttg.convert_layout %0 : tensor<16x16xf32, #w8> -> tensor<16x16xf32, #w8>
    ttg.warp_return
    } : () -> ()
    tt.return
  }
}
