// Copies and prefetches: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr<1>) {
  // expected-error @below {{Only CG and CA cache modifiers are supported.}}
  "nvvm.cp.async.shared.global"(%a0, %a1) <{size = 3 : i32, modifier = #nvvm<load_cache_modifier lu>}> : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr<1>) {
  // expected-error @below {{CG cache modifier is only support for 16 bytes copy.}}
  "nvvm.cp.async.shared.global"(%a0, %a1) <{size = 4 : i32, modifier = #nvvm<load_cache_modifier cg>}> : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.cp.async.bulk.wait_group' op attribute 'group' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0}}
  "nvvm.cp.async.bulk.wait_group"() <{group = -1 : i32}> : () -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr, %a2: i32, %a3: i16, %a4: i1) {
  // expected-error @below {{Predicate is supported only for shared::cluster mode.}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a0, %a3, %a3, %a3, %a4) <{mode = #nvvm.tma_load_mode<im2col>, isCTAOnly = true, group = #nvvm.cta_group<cta_2>, operandSegmentSizes = array<i32: 1, 1, 3, 1, 3, 0, 0, 1>}> : (!llvm.ptr<3>, !llvm.ptr, i32, i32, i32, !llvm.ptr<3>, i16, i16, i16, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr, %a2: i32, %a3: i16) {
  // expected-error @below {{Shared::cluster destination requires address-space 7.}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a0, %a3, %a3, %a3, %a3, %a3) <{isCTAOnly = false, operandSegmentSizes = array<i32: 1, 1, 2, 1, 4, 1, 0, 0>}> : (!llvm.ptr<3>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i16, i16, i16, i16, i16) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>, %a1: !llvm.ptr, %a2: i32, %a3: !llvm.ptr<3>, %a4: i16, %a5: i64) {
  // expected-error @below {{Shared::cta destination requires address-space 3.}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a2, %a3, %a4, %a4, %a4, %a4, %a4, %a5) <{mode = #nvvm.tma_load_mode<tile>, isCTAOnly = true, group = #nvvm.cta_group<cta_2>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 5, 0, 1, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i16, i16, i16, i16, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>, %a1: !llvm.ptr, %a2: i32, %a3: !llvm.ptr<3>, %a4: i16, %a5: i64) {
  // expected-error @below {{im2col offsets expected 0 (provided 5)}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a2, %a3, %a4, %a4, %a4, %a4, %a4, %a5) <{group = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 5, 0, 1, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i16, i16, i16, i16, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr, %a2: i32, %a3: i16) {
  // expected-error @below {{CTAGroup is not supported with shared::cta mode.}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a2, %a0, %a3, %a3, %a3, %a3) <{mode = #nvvm.tma_load_mode<tile>, isCTAOnly = true, group = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 4, 0, 0, 0>}> : (!llvm.ptr<3>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i16, i16, i16) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr, %a2: i32, %a3: i16, %a4: i64) {
  // expected-error @below {{Multicast is not supported with shared::cta mode.}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a2, %a0, %a3, %a3, %a3, %a3, %a3, %a4) <{isCTAOnly = true, group = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 4, 1, 1, 0>}> : (!llvm.ptr<3>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i16, i16, i16, i16, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>, %a1: !llvm.ptr, %a2: i32, %a3: !llvm.ptr<3>, %a4: i16, %a5: i1) {
  // expected-error @below {{Predicate is supported only for Tile and Im2col modes.}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a2, %a3, %a4, %a5) <{mode = #nvvm.tma_load_mode<tile_gather4>, group = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 1, 0, 0, 1>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr, %a2: i32, %a3: i16) {
  // expected-error @below {{Gather4 mode expects 5 coordinates}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a2, %a0, %a3, %a3, %a3, %a3) <{mode = #nvvm.tma_load_mode<tile_gather4>, isCTAOnly = true, operandSegmentSizes = array<i32: 1, 1, 4, 1, 4, 0, 0, 0>}> : (!llvm.ptr<3>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i16, i16, i16) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>, %a1: !llvm.ptr, %a2: i32, %a3: !llvm.ptr<3>, %a4: i16, %a5: i1) {
  // expected-error @below {{to use im2col mode, the tensor has to be at least 3-dimensional}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a3, %a4, %a5) <{mode = #nvvm.tma_load_mode<im2col>, operandSegmentSizes = array<i32: 1, 1, 2, 1, 1, 0, 0, 1>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i16, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>, %a1: !llvm.ptr, %a2: i32, %a3: !llvm.ptr<3>, %a4: i16) {
  // expected-error @below {{to use im2col_w mode, the tensor has to be at least 3-dimensional}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a3, %a4, %a4, %a4) <{mode = #nvvm.tma_load_mode<im2col_w>, operandSegmentSizes = array<i32: 1, 1, 2, 1, 2, 1, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i16, i16, i16) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr, %a2: i32, %a3: i16) {
  // expected-error @below {{to use im2col_w_128 mode, the tensor has to be at least 3-dimensional}}
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a0, %a3, %a3, %a3) <{mode = #nvvm.tma_load_mode<im2col_w_128>, isCTAOnly = true, operandSegmentSizes = array<i32: 1, 1, 2, 1, 3, 0, 0, 0>}> : (!llvm.ptr<3>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i16, i16, i16) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: !llvm.ptr<3>, %a2: i32, %a3: i64, %a4: i1) {
  // expected-error @below {{Inline-ptx lowering supported only for Tile mode.}}
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2, %a2, %a2, %a3, %a4) <{mode = #nvvm.tma_store_mode<im2col>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 1>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i32, i64, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: !llvm.ptr<3>, %a2: i32, %a3: i64, %a4: i1) {
  // expected-error @below {{Inline-ptx lowering unsupported with L2 cache-hint.}}
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2, %a3, %a4) <{operandSegmentSizes = array<i32: 1, 1, 2, 1, 1>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i64, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: !llvm.ptr<3>, %a2: i32, %a3: i64) {
  // expected-error @below {{Scatter4 mode expects 5 coordinates}}
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2, %a2, %a2, %a3) <{mode = #nvvm.tma_store_mode<tile_scatter4>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i32, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: !llvm.ptr<3>, %a2: i32) {
  // expected-error @below {{to use im2col mode, the tensor has to be at least 3-dimensional}}
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2) <{mode = #nvvm.tma_store_mode<im2col>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<1>) {
  // expected-error @below {{'nvvm.prefetch' op unsupported cache level, the only supported uniform cache level is L1}}
  "nvvm.prefetch"(%a0) <{cacheLevel = #nvvm<prefetch_cache_level L2>, evictPriority = #nvvm<cache_eviction_priority no_allocate>, uniform}> : (!llvm.ptr<1>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i1) {
  // expected-error @below {{'nvvm.prefetch' op cannot specify both tensormap and cache level}}
  "nvvm.prefetch"(%a0, %a1) <{cacheLevel = #nvvm<prefetch_cache_level L1>, evictPriority = #nvvm<cache_eviction_priority no_allocate>, tensormap, in_param_space}> : (!llvm.ptr, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<1>, %a1: i1) {
  // expected-error @below {{'nvvm.prefetch' op predicate supported only on prefetch tensormap}}
  "nvvm.prefetch"(%a0, %a1) <{cacheLevel = #nvvm<prefetch_cache_level L2>, evictPriority = #nvvm<cache_eviction_priority evict_normal>}> : (!llvm.ptr<1>, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<4>) {
  // expected-error @below {{'nvvm.prefetch' op prefetch to cache level requires a generic, global, or local pointer}}
  "nvvm.prefetch"(%a0) <{cacheLevel = #nvvm<prefetch_cache_level L1>, uniform}> : (!llvm.ptr<4>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<4>) {
  // expected-error @below {{'nvvm.prefetch' op in_param_space can only be specified for a generic pointer}}
  "nvvm.prefetch"(%a0) <{tensormap, in_param_space}> : (!llvm.ptr<4>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<5>) {
  // expected-error @below {{'nvvm.prefetch' op prefetch tensormap requires a generic or constant pointer}}
  "nvvm.prefetch"(%a0) <{tensormap, uniform, in_param_space}> : (!llvm.ptr<5>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<4>) {
  // expected-error @below {{'nvvm.prefetch' op prefetch tensormap does not support eviction priority}}
  "nvvm.prefetch"(%a0) <{evictPriority = #nvvm<cache_eviction_priority evict_normal>, tensormap}> : (!llvm.ptr<4>) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<5>, %a1: i1) {
  // expected-error @below {{'nvvm.prefetch' op prefetch to uniform cache requires a generic pointer}}
  "nvvm.prefetch"(%a0, %a1) <{cacheLevel = #nvvm<prefetch_cache_level L1>, uniform}> : (!llvm.ptr<5>, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i1) {
  // expected-error @below {{'nvvm.prefetch' op cache eviction priority supported only for cache level L2}}
  "nvvm.prefetch"(%a0, %a1) <{cacheLevel = #nvvm<prefetch_cache_level L1>, evictPriority = #nvvm<cache_eviction_priority evict_last>}> : (!llvm.ptr, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<4>, %a1: i1) {
  // expected-error @below {{'nvvm.prefetch' op requires specification of either cache level or tensormap}}
  "nvvm.prefetch"(%a0, %a1) <{evictPriority = #nvvm<cache_eviction_priority evict_first>, uniform, in_param_space}> : (!llvm.ptr<4>, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32, %a2: i16, %a3: i64) {
  // expected-error @below {{im2col offsets expected 2 (provided 5)}}
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a2, %a2, %a2, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col>, operandSegmentSizes = array<i32: 1, 4, 5, 1>}> : (!llvm.ptr, i32, i32, i32, i32, i16, i16, i16, i16, i16, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32, %a2: i16, %a3: i64) {
  // expected-error @below {{to use im2col_w_128 mode, the tensor has to be at least 3-dimensional}}
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a2, %a2, %a2, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col_w_128>, operandSegmentSizes = array<i32: 1, 2, 5, 1>}> : (!llvm.ptr, i32, i32, i16, i16, i16, i16, i16, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32, %a2: i16, %a3: i64) {
  // expected-error @below {{Gather4 mode expects 5 coordinates}}
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a2, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<tile_gather4>, operandSegmentSizes = array<i32: 1, 2, 3, 1>}> : (!llvm.ptr, i32, i32, i16, i16, i16, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32, %a2: i16, %a3: i64) {
  // expected-error @below {{to use im2col_w mode, the tensor has to be at least 3-dimensional}}
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col_w>, operandSegmentSizes = array<i32: 1, 2, 2, 1>}> : (!llvm.ptr, i32, i32, i16, i16, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32, %a2: i16) {
  // expected-error @below {{to use im2col mode, the tensor has to be at least 3-dimensional}}
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a2, %a2) <{mode = #nvvm.tma_load_mode<im2col>, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (!llvm.ptr, i32, i16, i16) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<5>, %a1: !llvm.ptr<3>, %a2: i32) {
  // expected-error @below {{Scatter mode unsupported for CpAsyncBulkTensorReduceOp}}
  "nvvm.cp.async.bulk.tensor.reduce"(%a0, %a1, %a2, %a2, %a2, %a2) <{redKind = #nvvm.tma_redux_kind<dec>, mode = #nvvm.tma_store_mode<tile_scatter4>, operandSegmentSizes = array<i32: 1, 1, 4, 0>}> : (!llvm.ptr<5>, !llvm.ptr<3>, i32, i32, i32, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: !llvm.ptr<1>, %a2: i32, %a3: i16) {
  // expected-error @below {{Multicast is not supported with shared::cta mode.}}
  "nvvm.cp.async.bulk.shared.cluster.global"(%a0, %a1, %a0, %a2, %a3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (!llvm.ptr<3>, !llvm.ptr<1>, !llvm.ptr<3>, i32, i16) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: i32) {
  // expected-error @below {{'nvvm.mapa' op failed to verify that Valid address-space check(or mapping) for mapa Op}}
  %r0 = "nvvm.mapa"(%a0, %a1) : (!llvm.ptr<3>, i32) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: i64) {
  // expected-error @below {{'nvvm.st.bulk' op only 0 is supported for initVal, got 1}}
  "nvvm.st.bulk"(%a0, %a1) <{initVal = 1 : i64}> : (!llvm.ptr<3>, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%d: !llvm.ptr<7>, %t: !llvm.ptr, %b: !llvm.ptr<3>, %c: i32) {
  // expected-error @below {{expects coordinates between 1 to 5 dimension}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %t, %b, box[] : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%d: !llvm.ptr<7>, %t: !llvm.ptr, %b: !llvm.ptr<3>, %c: i32, %o: i16) {
  // expected-error @below {{ im2col offsets expected 1 (provided 2)}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %t, %b, box[%c, %c, %c] im2col[%o, %o] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%t: !llvm.ptr, %b: !llvm.ptr<3>, %c: i32) {
  // expected-error @below {{expects coordinates between 1 to 5 dimension}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %t, %b, box[] : !llvm.ptr, !llvm.ptr<3>
  llvm.return
}

// -----

llvm.func @f(%a: !llvm.ptr<5>) {
  // expected-error @below {{'nvvm.prefetch' op cache eviction priority requires a global pointer}}
  nvvm.prefetch level = L2, evict_priority = evict_last, %a : !llvm.ptr<5>
  llvm.return
}

// -----

llvm.func @f(%a: !llvm.ptr<1>) {
  // expected-error @below {{'nvvm.prefetch' op unsupported cache eviction priority, only evict_last and evict_normal are supported}}
  nvvm.prefetch level = L2, evict_priority = evict_first, %a : !llvm.ptr<1>
  llvm.return
}
