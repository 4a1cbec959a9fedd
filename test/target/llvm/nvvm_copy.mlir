// The nvvm dialect, copies: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @cp_async_shared_global(
// CHECK: call void @llvm.nvvm.cp.async.ca.shared.global.8(
llvm.func @cp_async_shared_global(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr<1>, %arg2: i32) {
  nvvm.cp.async.shared.global %arg0, %arg1, 8, cache =  ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %arg0, %arg1, 4, cache =  ca, %arg2 : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.shared.global %arg0, %arg1, 16, cache =  ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %arg0, %arg1, 4, cache =  ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %arg0, %arg1, 8, cache =  ca, %arg2 : !llvm.ptr<3>, !llvm.ptr<1>, i32
  llvm.return
}

// CHECK-LABEL: define void @cp_async_commit_group(
// CHECK: call void @llvm.nvvm.cp.async.commit.group(
llvm.func @cp_async_commit_group() {
  nvvm.cp.async.commit.group
  llvm.return
}

// CHECK-LABEL: define void @cp_async_wait_group(
// CHECK: call void @llvm.nvvm.cp.async.wait.group(
llvm.func @cp_async_wait_group() {
  nvvm.cp.async.wait.group 0
  nvvm.cp.async.wait.group 1
  llvm.return
}

// CHECK-LABEL: define void @cp_async_mbarrier_arrive(
// CHECK: call void @llvm.nvvm.cp.async.mbarrier.arrive(
llvm.func @cp_async_mbarrier_arrive(%arg0: !llvm.ptr, %arg1: !llvm.ptr<3>) {
  nvvm.cp.async.mbarrier.arrive %arg0 : !llvm.ptr
  nvvm.cp.async.mbarrier.arrive %arg1 {noinc = true} : !llvm.ptr<3>
  nvvm.cp.async.mbarrier.arrive %arg1 : !llvm.ptr<3>
  nvvm.cp.async.mbarrier.arrive %arg0 : !llvm.ptr
  nvvm.cp.async.mbarrier.arrive %arg0 {noinc = true} : !llvm.ptr
  nvvm.cp.async.mbarrier.arrive %arg1 : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_commit_group(
// CHECK: call void @llvm.nvvm.cp.async.bulk.commit.group(
llvm.func @cp_async_bulk_commit_group() {
  nvvm.cp.async.bulk.commit.group
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_wait_group(
// CHECK: call void @llvm.nvvm.cp.async.bulk.wait.group(
llvm.func @cp_async_bulk_wait_group() {
  nvvm.cp.async.bulk.wait_group 3
  nvvm.cp.async.bulk.wait_group 3 {read}
  nvvm.cp.async.bulk.wait_group 0 {read}
  nvvm.cp.async.bulk.wait_group 0
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_tensor_shared_cluster_global(
// CHECK: call void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.w.4d(
llvm.func @cp_async_bulk_tensor_shared_cluster_global(%arg0: !llvm.ptr<7>, %arg1: !llvm.ptr, %arg2: i32, %arg3: !llvm.ptr<3>, %arg4: i16, %arg5: i1) {
  nvvm.cp.async.bulk.tensor.shared.cluster.global %arg0, %arg1, %arg3, box[%arg2, %arg2, %arg2, %arg2] im2col[%arg4, %arg4] multicast_mask = %arg4 {group = #nvvm.cta_group<cta_2>, mode = #nvvm.tma_load_mode<im2col_w>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %arg0, %arg1, %arg3, box[%arg2, %arg2, %arg2, %arg2] im2col[%arg4, %arg4] {group = #nvvm.cta_group<cta_1>, mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_tensor_global_shared_cta(
// CHECK: call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.4d(
llvm.func @cp_async_bulk_tensor_global_shared_cta(%arg0: !llvm.ptr, %arg1: !llvm.ptr<3>, %arg2: i32, %arg3: i64, %arg4: i1) {
  nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2, %arg2, %arg2, %arg2] l2_cache_hint = %arg3 : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2] : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2, %arg2, %arg2, %arg2] l2_cache_hint = %arg3 {mode = #nvvm.tma_store_mode<im2col>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2, %arg2] : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2, %arg2] : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2] l2_cache_hint = %arg3 : !llvm.ptr, <3>
  llvm.return
}

// CHECK-LABEL: define void @prefetch(
// CHECK: call void @llvm.nvvm.prefetch.tensormap.p101(
llvm.func @prefetch(%arg0: !llvm.ptr) {
  nvvm.prefetch tensormap in_param_space, %arg0 : !llvm.ptr
  nvvm.prefetch tensormap in_param_space, %arg0 : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_prefetch(
// CHECK: call void @llvm.nvvm.cp.async.bulk.prefetch.L2(
llvm.func @cp_async_bulk_prefetch(%arg0: !llvm.ptr<1>, %arg1: i32, %arg2: i64) {
  nvvm.cp.async.bulk.prefetch %arg0, %arg1 l2_cache_hint = %arg2 : <1>
  nvvm.cp.async.bulk.prefetch %arg0, %arg1 : <1>
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_tensor_prefetch(
// CHECK: call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.im2col.w.128.5d(
llvm.func @cp_async_bulk_tensor_prefetch(%arg0: !llvm.ptr, %arg1: i32, %arg2: i16, %arg3: i64) {
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2] l2_cache_hint = %arg3 {mode = #nvvm.tma_load_mode<im2col_w_128>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2] l2_cache_hint = %arg3 {mode = #nvvm.tma_load_mode<im2col_w>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1] im2col[%arg2, %arg2] {mode = #nvvm.tma_load_mode<im2col_w>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2] {mode = #nvvm.tma_load_mode<im2col_w_128>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2] {mode = #nvvm.tma_load_mode<im2col_w>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2] l2_cache_hint = %arg3 {mode = #nvvm.tma_load_mode<im2col_w>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2, %arg2] l2_cache_hint = %arg3 {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2] l2_cache_hint = %arg3 {mode = #nvvm.tma_load_mode<im2col_w_128>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2] {mode = #nvvm.tma_load_mode<im2col_w_128>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg1, %arg1, %arg1, %arg1] im2col[%arg2, %arg2] l2_cache_hint = %arg3 {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_tensor_reduce(
// CHECK: call void @llvm.nvvm.cp.async.bulk.tensor.reduce.or.tile.2d(
llvm.func @cp_async_bulk_tensor_reduce(%arg0: !llvm.ptr, %arg1: !llvm.ptr<3>, %arg2: i32, %arg3: !llvm.ptr<1>, %arg4: i64) {
  nvvm.cp.async.bulk.tensor.reduce %arg0, %arg1, box[%arg2, %arg2] {redKind = #nvvm.tma_redux_kind<or>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.reduce %arg0, %arg1, box[%arg2, %arg2, %arg2, %arg2, %arg2] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, <3>
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_shared_cluster_global(
// CHECK: call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(
llvm.func @cp_async_bulk_shared_cluster_global(%arg0: !llvm.ptr<7>, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<3>, %arg3: i32, %arg4: i16, %arg5: i64) {
  nvvm.cp.async.bulk.shared.cluster.global %arg0, %arg1, %arg2, %arg3 : !llvm.ptr<7>, <1>
  nvvm.cp.async.bulk.shared.cluster.global %arg2, %arg1, %arg2, %arg3 : !llvm.ptr<3>, <1>
  nvvm.cp.async.bulk.shared.cluster.global %arg0, %arg1, %arg2, %arg3 multicast_mask = %arg4 : !llvm.ptr<7>, <1>
  nvvm.cp.async.bulk.shared.cluster.global %arg0, %arg1, %arg2, %arg3 l2_cache_hint = %arg5 : !llvm.ptr<7>, <1>
  nvvm.cp.async.bulk.shared.cluster.global %arg0, %arg1, %arg2, %arg3 multicast_mask = %arg4 l2_cache_hint = %arg5 : !llvm.ptr<7>, <1>
  nvvm.cp.async.bulk.shared.cluster.global %arg2, %arg1, %arg2, %arg3 l2_cache_hint = %arg5 : !llvm.ptr<3>, <1>
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_shared_cluster_shared_cta(
// CHECK: call void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(
llvm.func @cp_async_bulk_shared_cluster_shared_cta(%arg0: !llvm.ptr<7>, %arg1: !llvm.ptr<3>, %arg2: i32) {
  nvvm.cp.async.bulk.shared.cluster.shared.cta %arg0, %arg1, %arg1, %arg2 : <7>, <3>
  llvm.return
}

// CHECK-LABEL: define void @cp_async_bulk_global_shared_cta(
// CHECK: call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(
llvm.func @cp_async_bulk_global_shared_cta(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<3>, %arg2: i32, %arg3: i64, %arg4: i16) {
  nvvm.cp.async.bulk.global.shared.cta %arg0, %arg1, %arg2 l2_cache_hint = %arg3 : <1>, <3>
  nvvm.cp.async.bulk.global.shared.cta %arg0, %arg1, %arg2 : <1>, <3>
  nvvm.cp.async.bulk.global.shared.cta %arg0, %arg1, %arg2 byte_mask = %arg4 : <1>, <3>
  nvvm.cp.async.bulk.global.shared.cta %arg0, %arg1, %arg2 l2_cache_hint = %arg3 byte_mask = %arg4 : <1>, <3>
  llvm.return
}

// CHECK-LABEL: define void @mapa(
// CHECK: call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(
llvm.func @mapa(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr) {
  %0 = nvvm.mapa %arg0, %arg1 : !llvm.ptr<3> -> !llvm.ptr<7>
  %1 = nvvm.mapa %arg2, %arg1 : !llvm.ptr -> !llvm.ptr
  llvm.return
}

// CHECK-LABEL: define void @st_bulk(
// CHECK: call void @llvm.nvvm.st.bulk(
llvm.func @st_bulk(%arg0: !llvm.ptr, %arg1: i64, %arg2: !llvm.ptr<3>) {
  nvvm.st.bulk %arg0, size = %arg1 : !llvm.ptr
  nvvm.st.bulk %arg0, size = %arg1 : !llvm.ptr
  nvvm.st.bulk %arg2, size = %arg1 : !llvm.ptr<3>
  nvvm.st.bulk %arg2, size = %arg1 : !llvm.ptr<3>
  llvm.return
}
