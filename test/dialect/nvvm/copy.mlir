// Copies and prefetches: pretty syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @cp_async_shared_global(
// CHECK-NEXT: nvvm.cp.async.shared.global %{{[^ ,]+}}, %{{[^ ,]+}}, 8, cache =  ca : !llvm.ptr<3>, !llvm.ptr<1>
llvm.func @cp_async_shared_global(%a0: !llvm.ptr<3>, %a1: !llvm.ptr<1>, %a2: i32) {
  "nvvm.cp.async.shared.global"(%a0, %a1) <{size = 8 : i32, modifier = #nvvm<load_cache_modifier ca>}> : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
  "nvvm.cp.async.shared.global"(%a0, %a1, %a2) <{size = 4 : i32, modifier = #nvvm<load_cache_modifier ca>}> : (!llvm.ptr<3>, !llvm.ptr<1>, i32) -> ()
  "nvvm.cp.async.shared.global"(%a0, %a1) <{size = 16 : i32, modifier = #nvvm<load_cache_modifier ca>}> : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
  "nvvm.cp.async.shared.global"(%a0, %a1) <{size = 4 : i32, modifier = #nvvm<load_cache_modifier ca>}> : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
  "nvvm.cp.async.shared.global"(%a0, %a1, %a2) <{size = 8 : i32, modifier = #nvvm<load_cache_modifier ca>}> : (!llvm.ptr<3>, !llvm.ptr<1>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_commit_group(
// CHECK-NEXT: nvvm.cp.async.commit.group
llvm.func @cp_async_commit_group() {
  "nvvm.cp.async.commit.group"() : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_wait_group(
// CHECK-NEXT: nvvm.cp.async.wait.group 0
llvm.func @cp_async_wait_group() {
  "nvvm.cp.async.wait.group"() <{n = 0 : i32}> : () -> ()
  "nvvm.cp.async.wait.group"() <{n = 1 : i32}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_mbarrier_arrive(
// CHECK-NEXT: nvvm.cp.async.mbarrier.arrive %{{[^ ,]+}} : !llvm.ptr
llvm.func @cp_async_mbarrier_arrive(%a0: !llvm.ptr, %a1: !llvm.ptr<3>) {
  "nvvm.cp.async.mbarrier.arrive"(%a0) <{noinc = false}> : (!llvm.ptr) -> ()
  "nvvm.cp.async.mbarrier.arrive"(%a1) <{noinc = true}> : (!llvm.ptr<3>) -> ()
  "nvvm.cp.async.mbarrier.arrive"(%a1) : (!llvm.ptr<3>) -> ()
  "nvvm.cp.async.mbarrier.arrive"(%a0) : (!llvm.ptr) -> ()
  "nvvm.cp.async.mbarrier.arrive"(%a0) <{noinc = true}> : (!llvm.ptr) -> ()
  "nvvm.cp.async.mbarrier.arrive"(%a1) <{noinc = false}> : (!llvm.ptr<3>) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_commit_group(
// CHECK-NEXT: nvvm.cp.async.bulk.commit.group
llvm.func @cp_async_bulk_commit_group() {
  "nvvm.cp.async.bulk.commit.group"() : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_wait_group(
// CHECK-NEXT: nvvm.cp.async.bulk.wait_group 3
llvm.func @cp_async_bulk_wait_group() {
  "nvvm.cp.async.bulk.wait_group"() <{group = 3 : i32}> : () -> ()
  "nvvm.cp.async.bulk.wait_group"() <{group = 3 : i32, read}> : () -> ()
  "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32, read}> : () -> ()
  "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32}> : () -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_tensor_shared_cluster_global(
// CHECK-NEXT: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, box[%{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}] im2col[%{{[^ ,]+}}, %{{[^ ,]+}}] multicast_mask = %{{[^ ,]+}} {group = #nvvm.cta_group<cta_2>, mode = #nvvm.tma_load_mode<im2col_w>} : !llvm.ptr<7>, !llvm.ptr
llvm.func @cp_async_bulk_tensor_shared_cluster_global(%a0: !llvm.ptr<7>, %a1: !llvm.ptr, %a2: i32, %a3: !llvm.ptr<3>, %a4: i16, %a5: i1) {
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a2, %a3, %a4, %a4, %a4) <{mode = #nvvm.tma_load_mode<im2col_w>, group = #nvvm.cta_group<cta_2>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 2, 1, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i16, i16) -> ()
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a2, %a3, %a4, %a4) <{mode = #nvvm.tma_load_mode<im2col>, isCTAOnly = false, group = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 2, 0, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i16) -> ()
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a0, %a1, %a2, %a2, %a2, %a3, %a4, %a5) <{mode = #nvvm.tma_load_mode<im2col>, isCTAOnly = false, group = #nvvm.cta_group<cta_1>, operandSegmentSizes = array<i32: 1, 1, 3, 1, 1, 0, 0, 1>}> : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, !llvm.ptr<3>, i16, i1) -> ()
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%a3, %a1, %a2, %a2, %a2, %a2, %a3, %a4, %a4, %a5) <{mode = #nvvm.tma_load_mode<im2col>, group = #nvvm.cta_group<cta_2>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 2, 0, 0, 1>}> : (!llvm.ptr<3>, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr<3>, i16, i16, i1) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_tensor_global_shared_cta(
// CHECK-NEXT: nvvm.cp.async.bulk.tensor.global.shared.cta %{{[^ ,]+}}, %{{[^ ,]+}}, box[%{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}] l2_cache_hint = %{{[^ ,]+}} : !llvm.ptr, <3>
llvm.func @cp_async_bulk_tensor_global_shared_cta(%a0: !llvm.ptr, %a1: !llvm.ptr<3>, %a2: i32, %a3: i64, %a4: i1) {
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2, %a2, %a2, %a3) <{operandSegmentSizes = array<i32: 1, 1, 4, 1, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i32, i64) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a4) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i1) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2, %a2, %a2, %a3) <{mode = #nvvm.tma_store_mode<im2col>, operandSegmentSizes = array<i32: 1, 1, 4, 1, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i32, i64) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2, %a2, %a4) <{operandSegmentSizes = array<i32: 1, 1, 3, 0, 1>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i1) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 2, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2) <{operandSegmentSizes = array<i32: 1, 1, 2, 0, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2, %a2, %a2, %a4) <{operandSegmentSizes = array<i32: 1, 1, 4, 0, 1>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i32, i1) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a2, %a4) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 2, 0, 1>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i1) -> ()
  "nvvm.cp.async.bulk.tensor.global.shared.cta"(%a0, %a1, %a2, %a3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @prefetch(
// CHECK-NEXT: nvvm.prefetch tensormap in_param_space, %{{[^ ,]+}} : !llvm.ptr
llvm.func @prefetch(%a0: !llvm.ptr) {
  "nvvm.prefetch"(%a0) <{tensormap, in_param_space}> : (!llvm.ptr) -> ()
  "nvvm.prefetch"(%a0) <{tensormap, uniform, in_param_space}> : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_prefetch(
// CHECK-NEXT: nvvm.cp.async.bulk.prefetch %{{[^ ,]+}}, %{{[^ ,]+}} l2_cache_hint = %{{[^ ,]+}} : <1>
llvm.func @cp_async_bulk_prefetch(%a0: !llvm.ptr<1>, %a1: i32, %a2: i64) {
  "nvvm.cp.async.bulk.prefetch"(%a0, %a1, %a2) : (!llvm.ptr<1>, i32, i64) -> ()
  "nvvm.cp.async.bulk.prefetch"(%a0, %a1) : (!llvm.ptr<1>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_tensor_prefetch(
// CHECK-NEXT: nvvm.cp.async.bulk.tensor.prefetch %{{[^ ,]+}}, box[%{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}] im2col[%{{[^ ,]+}}, %{{[^ ,]+}}] l2_cache_hint = %{{[^ ,]+}} {mode = #nvvm.tma_load_mode<im2col_w_128>} : !llvm.ptr
llvm.func @cp_async_bulk_tensor_prefetch(%a0: !llvm.ptr, %a1: i32, %a2: i16, %a3: i64) {
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a1, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col_w_128>, operandSegmentSizes = array<i32: 1, 5, 2, 1>}> : (!llvm.ptr, i32, i32, i32, i32, i32, i16, i16, i64) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col_w>, operandSegmentSizes = array<i32: 1, 4, 2, 1>}> : (!llvm.ptr, i32, i32, i32, i32, i16, i16, i64) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a2, %a2) <{mode = #nvvm.tma_load_mode<im2col_w>, operandSegmentSizes = array<i32: 1, 3, 2, 0>}> : (!llvm.ptr, i32, i32, i32, i16, i16) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a2, %a2) <{mode = #nvvm.tma_load_mode<im2col_w_128>, operandSegmentSizes = array<i32: 1, 4, 2, 0>}> : (!llvm.ptr, i32, i32, i32, i32, i16, i16) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a1, %a2, %a2) <{mode = #nvvm.tma_load_mode<im2col_w>, operandSegmentSizes = array<i32: 1, 5, 2, 0>}> : (!llvm.ptr, i32, i32, i32, i32, i32, i16, i16) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a1, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col_w>, operandSegmentSizes = array<i32: 1, 5, 2, 1>}> : (!llvm.ptr, i32, i32, i32, i32, i32, i16, i16, i64) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a1, %a2, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col>, operandSegmentSizes = array<i32: 1, 5, 3, 1>}> : (!llvm.ptr, i32, i32, i32, i32, i32, i16, i16, i16, i64) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col_w_128>, operandSegmentSizes = array<i32: 1, 4, 2, 1>}> : (!llvm.ptr, i32, i32, i32, i32, i16, i16, i64) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a1, %a2, %a2) <{mode = #nvvm.tma_load_mode<im2col_w_128>, operandSegmentSizes = array<i32: 1, 5, 2, 0>}> : (!llvm.ptr, i32, i32, i32, i32, i32, i16, i16) -> ()
  "nvvm.cp.async.bulk.tensor.prefetch"(%a0, %a1, %a1, %a1, %a1, %a2, %a2, %a3) <{mode = #nvvm.tma_load_mode<im2col>, operandSegmentSizes = array<i32: 1, 4, 2, 1>}> : (!llvm.ptr, i32, i32, i32, i32, i16, i16, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_tensor_reduce(
// CHECK-NEXT: nvvm.cp.async.bulk.tensor.reduce %{{[^ ,]+}}, %{{[^ ,]+}}, box[%{{[^ ,]+}}, %{{[^ ,]+}}] {redKind = #nvvm.tma_redux_kind<or>} : !llvm.ptr, <3>
llvm.func @cp_async_bulk_tensor_reduce(%a0: !llvm.ptr, %a1: !llvm.ptr<3>, %a2: i32, %a3: !llvm.ptr<1>, %a4: i64) {
  "nvvm.cp.async.bulk.tensor.reduce"(%a0, %a1, %a2, %a2) <{redKind = #nvvm.tma_redux_kind<or>, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a3, %a1, %a2, %a2, %a2, %a2, %a4) <{redKind = #nvvm.tma_redux_kind<or>, mode = #nvvm.tma_store_mode<im2col>, operandSegmentSizes = array<i32: 1, 1, 4, 1>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i32, i32, i32, i64) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a3, %a1, %a2, %a2, %a2) <{redKind = #nvvm.tma_redux_kind<or>, operandSegmentSizes = array<i32: 1, 1, 3, 0>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i32, i32) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a1, %a1, %a2, %a2) <{redKind = #nvvm.tma_redux_kind<min>, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (!llvm.ptr<3>, !llvm.ptr<3>, i32, i32) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a1, %a1, %a2, %a2, %a2) <{redKind = #nvvm.tma_redux_kind<add>, mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 3, 0>}> : (!llvm.ptr<3>, !llvm.ptr<3>, i32, i32, i32) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a3, %a1, %a2, %a2, %a4) <{redKind = #nvvm.tma_redux_kind<xor>, operandSegmentSizes = array<i32: 1, 1, 2, 1>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i32, i64) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a3, %a1, %a2, %a2, %a4) <{redKind = #nvvm.tma_redux_kind<add>, operandSegmentSizes = array<i32: 1, 1, 2, 1>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i32, i64) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a0, %a1, %a2, %a2, %a2, %a2, %a2) <{redKind = #nvvm.tma_redux_kind<add>, operandSegmentSizes = array<i32: 1, 1, 5, 0>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i32, i32, i32) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a3, %a1, %a2, %a2, %a2) <{redKind = #nvvm.tma_redux_kind<or>, mode = #nvvm.tma_store_mode<im2col>, operandSegmentSizes = array<i32: 1, 1, 3, 0>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i32, i32) -> ()
  "nvvm.cp.async.bulk.tensor.reduce"(%a3, %a1, %a2, %a2, %a2) <{redKind = #nvvm.tma_redux_kind<xor>, mode = #nvvm.tma_store_mode<im2col>, operandSegmentSizes = array<i32: 1, 1, 3, 0>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i32, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_shared_cluster_global(
// CHECK-NEXT: nvvm.cp.async.bulk.shared.cluster.global %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<7>, <1>
llvm.func @cp_async_bulk_shared_cluster_global(%a0: !llvm.ptr<7>, %a1: !llvm.ptr<1>, %a2: !llvm.ptr<3>, %a3: i32, %a4: i16, %a5: i64) {
  "nvvm.cp.async.bulk.shared.cluster.global"(%a0, %a1, %a2, %a3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<7>, !llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  "nvvm.cp.async.bulk.shared.cluster.global"(%a2, %a1, %a2, %a3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>}> : (!llvm.ptr<3>, !llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  "nvvm.cp.async.bulk.shared.cluster.global"(%a0, %a1, %a2, %a3, %a4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (!llvm.ptr<7>, !llvm.ptr<1>, !llvm.ptr<3>, i32, i16) -> ()
  "nvvm.cp.async.bulk.shared.cluster.global"(%a0, %a1, %a2, %a3, %a5) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1>}> : (!llvm.ptr<7>, !llvm.ptr<1>, !llvm.ptr<3>, i32, i64) -> ()
  "nvvm.cp.async.bulk.shared.cluster.global"(%a0, %a1, %a2, %a3, %a4, %a5) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1>}> : (!llvm.ptr<7>, !llvm.ptr<1>, !llvm.ptr<3>, i32, i16, i64) -> ()
  "nvvm.cp.async.bulk.shared.cluster.global"(%a2, %a1, %a2, %a3, %a5) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1>}> : (!llvm.ptr<3>, !llvm.ptr<1>, !llvm.ptr<3>, i32, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_shared_cluster_shared_cta(
// CHECK-NEXT: nvvm.cp.async.bulk.shared.cluster.shared.cta %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} : <7>, <3>
llvm.func @cp_async_bulk_shared_cluster_shared_cta(%a0: !llvm.ptr<7>, %a1: !llvm.ptr<3>, %a2: i32) {
  "nvvm.cp.async.bulk.shared.cluster.shared.cta"(%a0, %a1, %a1, %a2) : (!llvm.ptr<7>, !llvm.ptr<3>, !llvm.ptr<3>, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @cp_async_bulk_global_shared_cta(
// CHECK-NEXT: nvvm.cp.async.bulk.global.shared.cta %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} l2_cache_hint = %{{[^ ,]+}} : <1>, <3>
llvm.func @cp_async_bulk_global_shared_cta(%a0: !llvm.ptr<1>, %a1: !llvm.ptr<3>, %a2: i32, %a3: i64, %a4: i16) {
  "nvvm.cp.async.bulk.global.shared.cta"(%a0, %a1, %a2, %a3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i64) -> ()
  "nvvm.cp.async.bulk.global.shared.cta"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  "nvvm.cp.async.bulk.global.shared.cta"(%a0, %a1, %a2, %a4) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i16) -> ()
  "nvvm.cp.async.bulk.global.shared.cta"(%a0, %a1, %a2, %a3, %a4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i64, i16) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @mapa(
// CHECK-NEXT: %{{.*}} = nvvm.mapa %{{[^ ,]+}}, %{{[^ ,]+}} : !llvm.ptr<3> -> !llvm.ptr<7>
llvm.func @mapa(%a0: !llvm.ptr<3>, %a1: i32, %a2: !llvm.ptr) {
  %r0 = "nvvm.mapa"(%a0, %a1) : (!llvm.ptr<3>, i32) -> !llvm.ptr<7>
  %r1 = "nvvm.mapa"(%a2, %a1) : (!llvm.ptr, i32) -> !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @st_bulk(
// CHECK-NEXT: nvvm.st.bulk %{{[^ ,]+}}, size = %{{[^ ,]+}} : !llvm.ptr
llvm.func @st_bulk(%a0: !llvm.ptr, %a1: i64, %a2: !llvm.ptr<3>) {
  "nvvm.st.bulk"(%a0, %a1) : (!llvm.ptr, i64) -> ()
  "nvvm.st.bulk"(%a0, %a1) <{initVal = 0 : i64}> : (!llvm.ptr, i64) -> ()
  "nvvm.st.bulk"(%a2, %a1) <{initVal = 0 : i64}> : (!llvm.ptr<3>, i64) -> ()
  "nvvm.st.bulk"(%a2, %a1) : (!llvm.ptr<3>, i64) -> ()
  llvm.return
}
