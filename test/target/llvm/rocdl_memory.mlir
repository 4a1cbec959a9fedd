// The rocdl dialect, buffers and copies: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @ds_read_tr4_b64(
// CHECK: call <2 x i32> @llvm.amdgcn.ds.read.tr4.b64.v2i32(
llvm.func @ds_read_tr4_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.read.tr4.b64 %p : <3> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @ds_read_tr8_b64(
// CHECK: call <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(
llvm.func @ds_read_tr8_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.read.tr8.b64 %p : <3> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @ds_read_tr6_b96(
// CHECK: call <3 x i32> @llvm.amdgcn.ds.read.tr6.b96.v3i32(
llvm.func @ds_read_tr6_b96(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.read.tr6.b96 %p : <3> -> vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @ds_read_tr16_b64(
// CHECK: call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(
llvm.func @ds_read_tr16_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.read.tr16.b64 %p : <3> -> vector<4xf16>
  llvm.return
}

// CHECK-LABEL: define void @ds_load_tr16_b128(
// CHECK: call <8 x half> @llvm.amdgcn.ds.load.tr16.b128.v8f16(
llvm.func @ds_load_tr16_b128(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.load.tr16.b128 %p : !llvm.ptr<3> -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @ds_load_tr4_b64(
// CHECK: call <2 x i32> @llvm.amdgcn.ds.load.tr4.b64.v2i32(
llvm.func @ds_load_tr4_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.load.tr4.b64 %p : !llvm.ptr<3> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @ds_load_tr6_b96(
// CHECK: call <3 x i32> @llvm.amdgcn.ds.load.tr6.b96.v3i32(
llvm.func @ds_load_tr6_b96(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.load.tr6.b96 %p : !llvm.ptr<3> -> vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @ds_load_tr8_b64(
// CHECK: call <2 x i32> @llvm.amdgcn.ds.load.tr8.b64.v2i32(
llvm.func @ds_load_tr8_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.load.tr8.b64 %p : !llvm.ptr<3> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @global_load_tr4_b64(
// CHECK: call <2 x i32> @llvm.amdgcn.global.load.tr4.b64.v2i32(
llvm.func @global_load_tr4_b64(%p: !llvm.ptr<1>) {
  %r = rocdl.global.load.tr4.b64 %p : !llvm.ptr<1> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @global_load_tr6_b96(
// CHECK: call <3 x i32> @llvm.amdgcn.global.load.tr6.b96.v3i32(
llvm.func @global_load_tr6_b96(%p: !llvm.ptr<1>) {
  %r = rocdl.global.load.tr6.b96 %p : !llvm.ptr<1> -> vector<3xi32>
  llvm.return
}

// CHECK-LABEL: define void @global_load_tr_b128(
// CHECK: call <8 x half> @llvm.amdgcn.global.load.tr.b128.v8f16(
llvm.func @global_load_tr_b128(%p: !llvm.ptr<1>) {
  %r = rocdl.global.load.tr.b128 %p : !llvm.ptr<1> -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: define void @global_load_tr_b64(
// CHECK: call <2 x i32> @llvm.amdgcn.global.load.tr.b64.v2i32(
llvm.func @global_load_tr_b64(%p: !llvm.ptr<1>) {
  %r = rocdl.global.load.tr.b64 %p : !llvm.ptr<1> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: define void @global_load_async_to_lds_b8(
// CHECK: call void @llvm.amdgcn.global.load.async.to.lds.b8(
llvm.func @global_load_async_to_lds_b8(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.async.to.lds.b8 %g, %l, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @global_load_async_to_lds_b32(
// CHECK: call void @llvm.amdgcn.global.load.async.to.lds.b32(
llvm.func @global_load_async_to_lds_b32(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.async.to.lds.b32 %g, %l, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @global_load_async_to_lds_b64(
// CHECK: call void @llvm.amdgcn.global.load.async.to.lds.b64(
llvm.func @global_load_async_to_lds_b64(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.async.to.lds.b64 %g, %l, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @global_load_async_to_lds_b128(
// CHECK: call void @llvm.amdgcn.global.load.async.to.lds.b128(
llvm.func @global_load_async_to_lds_b128(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.async.to.lds.b128 %g, %l, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @cluster_load_async_to_lds_b8(
// CHECK: call void @llvm.amdgcn.cluster.load.async.to.lds.b8(
llvm.func @cluster_load_async_to_lds_b8(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: i32) {
  rocdl.cluster.load.async.to.lds.b8 %g, %l, 0, 0, %m : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @cluster_load_async_to_lds_b32(
// CHECK: call void @llvm.amdgcn.cluster.load.async.to.lds.b32(
llvm.func @cluster_load_async_to_lds_b32(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: i32) {
  rocdl.cluster.load.async.to.lds.b32 %g, %l, 0, 0, %m : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @cluster_load_async_to_lds_b64(
// CHECK: call void @llvm.amdgcn.cluster.load.async.to.lds.b64(
llvm.func @cluster_load_async_to_lds_b64(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: i32) {
  rocdl.cluster.load.async.to.lds.b64 %g, %l, 0, 0, %m : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @cluster_load_async_to_lds_b128(
// CHECK: call void @llvm.amdgcn.cluster.load.async.to.lds.b128(
llvm.func @cluster_load_async_to_lds_b128(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: i32) {
  rocdl.cluster.load.async.to.lds.b128 %g, %l, 0, 0, %m : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: define void @load_to_lds(
// CHECK: call void @llvm.amdgcn.load.to.lds.p7(
llvm.func @load_to_lds(%g: !llvm.ptr<7>, %l: !llvm.ptr<3>) {
  rocdl.load.to.lds %g, %l, 4, 0, 0 : <7>
  llvm.return
}

// CHECK-LABEL: define void @global_load_lds(
// CHECK: call void @llvm.amdgcn.global.load.lds(
llvm.func @global_load_lds(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.lds %g, %l, 4, 0, 0
  llvm.return
}

// CHECK-LABEL: define void @tensor_load_to_lds(
// CHECK: call void @llvm.amdgcn.tensor.load.to.lds(
llvm.func @tensor_load_to_lds(%a: vector<4xi32>, %b: vector<8xi32>) {
  rocdl.tensor.load.to.lds %a, %b, %a, %a cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @tensor_store_from_lds(
// CHECK: call void @llvm.amdgcn.tensor.store.from.lds(
llvm.func @tensor_store_from_lds(%a: vector<4xi32>, %b: vector<8xi32>) {
  rocdl.tensor.store.from.lds %a, %b, %a, %a cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @tensor_load_to_lds_d2(
// CHECK: call void @llvm.amdgcn.tensor.load.to.lds.d2(
llvm.func @tensor_load_to_lds_d2(%a: vector<4xi32>, %b: vector<8xi32>) {
  rocdl.tensor.load.to.lds.d2 %a, %b cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @tensor_store_from_lds_d2(
// CHECK: call void @llvm.amdgcn.tensor.store.from.lds.d2(
llvm.func @tensor_store_from_lds_d2(%a: vector<4xi32>, %b: vector<8xi32>) {
  rocdl.tensor.store.from.lds.d2 %a, %b cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}

// CHECK-LABEL: define void @make_buffer_rsrc(
// CHECK: call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p0(
llvm.func @make_buffer_rsrc(%p: !llvm.ptr, %s: i16, %n: i64, %f: i32) {
  %r = rocdl.make.buffer.rsrc %p, %s, %n, %f : !llvm.ptr to <8>
  llvm.return
}

// CHECK-LABEL: define void @raw_ptr_buffer_load(
// CHECK: call <4 x float> @llvm.amdgcn.raw.ptr.buffer.load.v4f32(
llvm.func @raw_ptr_buffer_load(%b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  %r = rocdl.raw.ptr.buffer.load %b, %i, %i, %i : vector<4xf32>
  llvm.return
}

// CHECK-LABEL: define void @raw_ptr_buffer_load_lds(
// CHECK: call void @llvm.amdgcn.raw.ptr.buffer.load.lds(
llvm.func @raw_ptr_buffer_load_lds(%b: !llvm.ptr<8>, %l: !llvm.ptr<3>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.load.lds %b, %l, %i, %i, %i, %i, %i
  llvm.return
}

// CHECK-LABEL: define void @raw_ptr_buffer_store(
// CHECK: call void @llvm.amdgcn.raw.ptr.buffer.store.f32(
llvm.func @raw_ptr_buffer_store(%v: f32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.store %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: define void @raw_ptr_buffer_atomic_cmpswap(
// CHECK: call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.cmpswap.i32(
llvm.func @raw_ptr_buffer_atomic_cmpswap(%v: i32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  %r = rocdl.raw.ptr.buffer.atomic.cmpswap %v, %v, %b, %v, %v, %k : i32
  llvm.return
}

// CHECK-LABEL: define void @raw_ptr_buffer_atomic_fadd(
// CHECK: call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(
llvm.func @raw_ptr_buffer_atomic_fadd(%v: f32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.atomic.fadd %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: define void @raw_ptr_buffer_atomic_fmax(
// CHECK: call float @llvm.amdgcn.raw.ptr.buffer.atomic.fmax.f32(
llvm.func @raw_ptr_buffer_atomic_fmax(%v: f32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.atomic.fmax %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: define void @raw_ptr_buffer_atomic_smax(
// CHECK: call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.smax.i32(
llvm.func @raw_ptr_buffer_atomic_smax(%v: i32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.atomic.smax %v, %b, %i, %i, %i : i32
  llvm.return
}

// CHECK-LABEL: define void @raw_ptr_buffer_atomic_umin(
// CHECK: call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.umin.i32(
llvm.func @raw_ptr_buffer_atomic_umin(%v: i32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.atomic.umin %v, %b, %i, %i, %i : i32
  llvm.return
}

// CHECK-LABEL: define void @raw_buffer_load(
// CHECK: call <4 x float> @llvm.amdgcn.raw.buffer.load.v4f32(
llvm.func @raw_buffer_load(%b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  %r = rocdl.raw.buffer.load %b, %i, %i, %i : vector<4xf32>
  llvm.return
}

// CHECK-LABEL: define void @raw_buffer_atomic_cmpswap(
// CHECK: call i32 @llvm.amdgcn.raw.buffer.atomic.cmpswap.i32(
llvm.func @raw_buffer_atomic_cmpswap(%v: i32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  %r = rocdl.raw.buffer.atomic.cmpswap(%v, %v, %b, %v, %v, %k) : i32, vector<4xi32>
  llvm.return
}

// CHECK-LABEL: define void @raw_buffer_store(
// CHECK: call void @llvm.amdgcn.raw.buffer.store.v2f32(
llvm.func @raw_buffer_store(%v: vector<2xf32>, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.store %v, %b, %i, %i, %i : vector<2xf32>
  llvm.return
}

// CHECK-LABEL: define void @raw_buffer_atomic_fadd(
// CHECK: call float @llvm.amdgcn.raw.buffer.atomic.fadd.f32(
llvm.func @raw_buffer_atomic_fadd(%v: f32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.atomic.fadd %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: define void @raw_buffer_atomic_fmax(
// CHECK: call float @llvm.amdgcn.raw.buffer.atomic.fmax.f32(
llvm.func @raw_buffer_atomic_fmax(%v: f32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.atomic.fmax %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: define void @raw_buffer_atomic_smax(
// CHECK: call i32 @llvm.amdgcn.raw.buffer.atomic.smax.i32(
llvm.func @raw_buffer_atomic_smax(%v: i32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.atomic.smax %v, %b, %i, %i, %i : i32
  llvm.return
}

// CHECK-LABEL: define void @raw_buffer_atomic_umin(
// CHECK: call i32 @llvm.amdgcn.raw.buffer.atomic.umin.i32(
llvm.func @raw_buffer_atomic_umin(%v: i32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.atomic.umin %v, %b, %i, %i, %i : i32
  llvm.return
}

// CHECK-LABEL: define void @global_prefetch(
// CHECK: call void @llvm.amdgcn.global.prefetch(
llvm.func @global_prefetch(%p: !llvm.ptr<1>) {
  rocdl.global.prefetch %p, scope 0 : !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: define void @flat_prefetch(
// CHECK: call void @llvm.amdgcn.flat.prefetch(
llvm.func @flat_prefetch(%p: !llvm.ptr) {
  rocdl.flat.prefetch %p, scope 0 : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: define void @ds_atomic_barrier_arrive_rtn_b64(
// CHECK: call i64 @llvm.amdgcn.ds.atomic.barrier.arrive.rtn.b64(
llvm.func @ds_atomic_barrier_arrive_rtn_b64(%p: !llvm.ptr<3>, %v: i64) {
  %r = rocdl.ds.atomic.barrier.arrive.rtn.b64 %p, %v : !llvm.ptr<3>, i64 -> i64
  llvm.return
}

// CHECK-LABEL: define void @ds_atomic_async_barrier_arrive_b64(
// CHECK: call void @llvm.amdgcn.ds.atomic.async.barrier.arrive.b64(
llvm.func @ds_atomic_async_barrier_arrive_b64(%p: !llvm.ptr<3>) {
  rocdl.ds.atomic.async.barrier.arrive.b64 %p : !llvm.ptr<3>
  llvm.return
}
