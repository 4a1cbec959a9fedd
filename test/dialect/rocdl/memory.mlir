// Buffers and copies: syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @ds_read_tr4_b64(
// CHECK: %{{.*}} = rocdl.ds.read.tr4.b64 %{{[a-z0-9]+}} : <3> -> vector<2xi32>
llvm.func @ds_read_tr4_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.read.tr4.b64 %p : <3> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_read_tr8_b64(
// CHECK: %{{.*}} = rocdl.ds.read.tr8.b64 %{{[a-z0-9]+}} : <3> -> vector<2xi32>
llvm.func @ds_read_tr8_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.read.tr8.b64 %p : <3> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_read_tr6_b96(
// CHECK: %{{.*}} = rocdl.ds.read.tr6.b96 %{{[a-z0-9]+}} : <3> -> vector<3xi32>
llvm.func @ds_read_tr6_b96(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.read.tr6.b96 %p : <3> -> vector<3xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_read_tr16_b64(
// CHECK: %{{.*}} = rocdl.ds.read.tr16.b64 %{{[a-z0-9]+}} : <3> -> vector<4xf16>
llvm.func @ds_read_tr16_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.read.tr16.b64 %p : <3> -> vector<4xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_load_tr16_b128(
// CHECK: %{{.*}} = rocdl.ds.load.tr16.b128 %{{[a-z0-9]+}} : !llvm.ptr<3> -> vector<8xf16>
llvm.func @ds_load_tr16_b128(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.load.tr16.b128 %p : !llvm.ptr<3> -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_load_tr4_b64(
// CHECK: %{{.*}} = rocdl.ds.load.tr4.b64 %{{[a-z0-9]+}} : !llvm.ptr<3> -> vector<2xi32>
llvm.func @ds_load_tr4_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.load.tr4.b64 %p : !llvm.ptr<3> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_load_tr6_b96(
// CHECK: %{{.*}} = rocdl.ds.load.tr6.b96 %{{[a-z0-9]+}} : !llvm.ptr<3> -> vector<3xi32>
llvm.func @ds_load_tr6_b96(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.load.tr6.b96 %p : !llvm.ptr<3> -> vector<3xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_load_tr8_b64(
// CHECK: %{{.*}} = rocdl.ds.load.tr8.b64 %{{[a-z0-9]+}} : !llvm.ptr<3> -> vector<2xi32>
llvm.func @ds_load_tr8_b64(%p: !llvm.ptr<3>) {
  %r = rocdl.ds.load.tr8.b64 %p : !llvm.ptr<3> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_tr4_b64(
// CHECK: %{{.*}} = rocdl.global.load.tr4.b64 %{{[a-z0-9]+}} : !llvm.ptr<1> -> vector<2xi32>
llvm.func @global_load_tr4_b64(%p: !llvm.ptr<1>) {
  %r = rocdl.global.load.tr4.b64 %p : !llvm.ptr<1> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_tr6_b96(
// CHECK: %{{.*}} = rocdl.global.load.tr6.b96 %{{[a-z0-9]+}} : !llvm.ptr<1> -> vector<3xi32>
llvm.func @global_load_tr6_b96(%p: !llvm.ptr<1>) {
  %r = rocdl.global.load.tr6.b96 %p : !llvm.ptr<1> -> vector<3xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_tr_b128(
// CHECK: %{{.*}} = rocdl.global.load.tr.b128 %{{[a-z0-9]+}} : !llvm.ptr<1> -> vector<8xf16>
llvm.func @global_load_tr_b128(%p: !llvm.ptr<1>) {
  %r = rocdl.global.load.tr.b128 %p : !llvm.ptr<1> -> vector<8xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_tr_b64(
// CHECK: %{{.*}} = rocdl.global.load.tr.b64 %{{[a-z0-9]+}} : !llvm.ptr<1> -> vector<2xi32>
llvm.func @global_load_tr_b64(%p: !llvm.ptr<1>) {
  %r = rocdl.global.load.tr.b64 %p : !llvm.ptr<1> -> vector<2xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_async_to_lds_b8(
// CHECK: rocdl.global.load.async.to.lds.b8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
llvm.func @global_load_async_to_lds_b8(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.async.to.lds.b8 %g, %l, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_async_to_lds_b32(
// CHECK: rocdl.global.load.async.to.lds.b32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
llvm.func @global_load_async_to_lds_b32(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.async.to.lds.b32 %g, %l, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_async_to_lds_b64(
// CHECK: rocdl.global.load.async.to.lds.b64 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
llvm.func @global_load_async_to_lds_b64(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.async.to.lds.b64 %g, %l, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_async_to_lds_b128(
// CHECK: rocdl.global.load.async.to.lds.b128 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
llvm.func @global_load_async_to_lds_b128(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.async.to.lds.b128 %g, %l, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_load_async_to_lds_b8(
// CHECK: rocdl.cluster.load.async.to.lds.b8 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 0, 0, %{{[a-z0-9]+}} : !llvm.ptr<1>, !llvm.ptr<3>
llvm.func @cluster_load_async_to_lds_b8(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: i32) {
  rocdl.cluster.load.async.to.lds.b8 %g, %l, 0, 0, %m : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_load_async_to_lds_b32(
// CHECK: rocdl.cluster.load.async.to.lds.b32 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 0, 0, %{{[a-z0-9]+}} : !llvm.ptr<1>, !llvm.ptr<3>
llvm.func @cluster_load_async_to_lds_b32(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: i32) {
  rocdl.cluster.load.async.to.lds.b32 %g, %l, 0, 0, %m : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_load_async_to_lds_b64(
// CHECK: rocdl.cluster.load.async.to.lds.b64 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 0, 0, %{{[a-z0-9]+}} : !llvm.ptr<1>, !llvm.ptr<3>
llvm.func @cluster_load_async_to_lds_b64(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: i32) {
  rocdl.cluster.load.async.to.lds.b64 %g, %l, 0, 0, %m : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_load_async_to_lds_b128(
// CHECK: rocdl.cluster.load.async.to.lds.b128 %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 0, 0, %{{[a-z0-9]+}} : !llvm.ptr<1>, !llvm.ptr<3>
llvm.func @cluster_load_async_to_lds_b128(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: i32) {
  rocdl.cluster.load.async.to.lds.b128 %g, %l, 0, 0, %m : !llvm.ptr<1>, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @load_to_lds(
// CHECK: rocdl.load.to.lds %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 4, 0, 0 : <7>
llvm.func @load_to_lds(%g: !llvm.ptr<7>, %l: !llvm.ptr<3>) {
  rocdl.load.to.lds %g, %l, 4, 0, 0 : <7>
  llvm.return
}

// CHECK-LABEL: llvm.func @global_load_lds(
// CHECK: rocdl.global.load.lds %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, 4, 0, 0
llvm.func @global_load_lds(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>) {
  rocdl.global.load.lds %g, %l, 4, 0, 0
  llvm.return
}

// CHECK-LABEL: llvm.func @tensor_load_to_lds(
// CHECK: rocdl.tensor.load.to.lds %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} cachepolicy 0 : vector<4xi32>, vector<8xi32>
llvm.func @tensor_load_to_lds(%a: vector<4xi32>, %b: vector<8xi32>) {
  rocdl.tensor.load.to.lds %a, %b, %a, %a cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @tensor_store_from_lds(
// CHECK: rocdl.tensor.store.from.lds %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} cachepolicy 0 : vector<4xi32>, vector<8xi32>
llvm.func @tensor_store_from_lds(%a: vector<4xi32>, %b: vector<8xi32>) {
  rocdl.tensor.store.from.lds %a, %b, %a, %a cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @tensor_load_to_lds_d2(
// CHECK: rocdl.tensor.load.to.lds.d2 %{{[a-z0-9]+}}, %{{[a-z0-9]+}} cachepolicy 0 : vector<4xi32>, vector<8xi32>
llvm.func @tensor_load_to_lds_d2(%a: vector<4xi32>, %b: vector<8xi32>) {
  rocdl.tensor.load.to.lds.d2 %a, %b cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @tensor_store_from_lds_d2(
// CHECK: rocdl.tensor.store.from.lds.d2 %{{[a-z0-9]+}}, %{{[a-z0-9]+}} cachepolicy 0 : vector<4xi32>, vector<8xi32>
llvm.func @tensor_store_from_lds_d2(%a: vector<4xi32>, %b: vector<8xi32>) {
  rocdl.tensor.store.from.lds.d2 %a, %b cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @make_buffer_rsrc(
// CHECK: %{{.*}} = rocdl.make.buffer.rsrc %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : !llvm.ptr to <8>
llvm.func @make_buffer_rsrc(%p: !llvm.ptr, %s: i16, %n: i64, %f: i32) {
  %r = rocdl.make.buffer.rsrc %p, %s, %n, %f : !llvm.ptr to <8>
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_ptr_buffer_load(
// CHECK: %{{.*}} = rocdl.raw.ptr.buffer.load %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : vector<4xf32>
llvm.func @raw_ptr_buffer_load(%b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  %r = rocdl.raw.ptr.buffer.load %b, %i, %i, %i : vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_ptr_buffer_load_lds(
// CHECK: rocdl.raw.ptr.buffer.load.lds %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}
llvm.func @raw_ptr_buffer_load_lds(%b: !llvm.ptr<8>, %l: !llvm.ptr<3>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.load.lds %b, %l, %i, %i, %i, %i, %i
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_ptr_buffer_store(
// CHECK: rocdl.raw.ptr.buffer.store %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
llvm.func @raw_ptr_buffer_store(%v: f32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.store %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_ptr_buffer_atomic_cmpswap(
// CHECK: %{{.*}} = rocdl.raw.ptr.buffer.atomic.cmpswap %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
llvm.func @raw_ptr_buffer_atomic_cmpswap(%v: i32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  %r = rocdl.raw.ptr.buffer.atomic.cmpswap %v, %v, %b, %v, %v, %k : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_ptr_buffer_atomic_fadd(
// CHECK: rocdl.raw.ptr.buffer.atomic.fadd %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
llvm.func @raw_ptr_buffer_atomic_fadd(%v: f32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.atomic.fadd %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_ptr_buffer_atomic_fmax(
// CHECK: rocdl.raw.ptr.buffer.atomic.fmax %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
llvm.func @raw_ptr_buffer_atomic_fmax(%v: f32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.atomic.fmax %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_ptr_buffer_atomic_smax(
// CHECK: rocdl.raw.ptr.buffer.atomic.smax %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
llvm.func @raw_ptr_buffer_atomic_smax(%v: i32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.atomic.smax %v, %b, %i, %i, %i : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_ptr_buffer_atomic_umin(
// CHECK: rocdl.raw.ptr.buffer.atomic.umin %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
llvm.func @raw_ptr_buffer_atomic_umin(%v: i32, %b: !llvm.ptr<8>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.ptr.buffer.atomic.umin %v, %b, %i, %i, %i : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_buffer_load(
// CHECK: %{{.*}} = rocdl.raw.buffer.load %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : vector<4xf32>
llvm.func @raw_buffer_load(%b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  %r = rocdl.raw.buffer.load %b, %i, %i, %i : vector<4xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_buffer_atomic_cmpswap(
// CHECK: %{{.*}} = rocdl.raw.buffer.atomic.cmpswap(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : i32, vector<4xi32>
llvm.func @raw_buffer_atomic_cmpswap(%v: i32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  %r = rocdl.raw.buffer.atomic.cmpswap(%v, %v, %b, %v, %v, %k) : i32, vector<4xi32>
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_buffer_store(
// CHECK: rocdl.raw.buffer.store %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : vector<2xf32>
llvm.func @raw_buffer_store(%v: vector<2xf32>, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.store %v, %b, %i, %i, %i : vector<2xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_buffer_atomic_fadd(
// CHECK: rocdl.raw.buffer.atomic.fadd %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
llvm.func @raw_buffer_atomic_fadd(%v: f32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.atomic.fadd %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_buffer_atomic_fmax(
// CHECK: rocdl.raw.buffer.atomic.fmax %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
llvm.func @raw_buffer_atomic_fmax(%v: f32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.atomic.fmax %v, %b, %i, %i, %i : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_buffer_atomic_smax(
// CHECK: rocdl.raw.buffer.atomic.smax %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
llvm.func @raw_buffer_atomic_smax(%v: i32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.atomic.smax %v, %b, %i, %i, %i : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @raw_buffer_atomic_umin(
// CHECK: rocdl.raw.buffer.atomic.umin %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
llvm.func @raw_buffer_atomic_umin(%v: i32, %b: vector<4xi32>) {
  %k = llvm.mlir.constant(0 : i32) : i32
  %i = llvm.mlir.constant(4 : i32) : i32
  rocdl.raw.buffer.atomic.umin %v, %b, %i, %i, %i : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @global_prefetch(
// CHECK: rocdl.global.prefetch %{{[a-z0-9]+}}, scope 0 : !llvm.ptr<1>
llvm.func @global_prefetch(%p: !llvm.ptr<1>) {
  rocdl.global.prefetch %p, scope 0 : !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: llvm.func @flat_prefetch(
// CHECK: rocdl.flat.prefetch %{{[a-z0-9]+}}, scope 0 : !llvm.ptr
llvm.func @flat_prefetch(%p: !llvm.ptr) {
  rocdl.flat.prefetch %p, scope 0 : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_atomic_barrier_arrive_rtn_b64(
// CHECK: %{{.*}} = rocdl.ds.atomic.barrier.arrive.rtn.b64 %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : !llvm.ptr<3>, i64 -> i64
llvm.func @ds_atomic_barrier_arrive_rtn_b64(%p: !llvm.ptr<3>, %v: i64) {
  %r = rocdl.ds.atomic.barrier.arrive.rtn.b64 %p, %v : !llvm.ptr<3>, i64 -> i64
  llvm.return
}

// CHECK-LABEL: llvm.func @ds_atomic_async_barrier_arrive_b64(
// CHECK: rocdl.ds.atomic.async.barrier.arrive.b64 %{{[a-z0-9]+}} : !llvm.ptr<3>
llvm.func @ds_atomic_async_barrier_arrive_b64(%p: !llvm.ptr<3>) {
  rocdl.ds.atomic.async.barrier.arrive.b64 %p : !llvm.ptr<3>
  llvm.return
}
