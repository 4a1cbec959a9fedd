// Descriptors as pointers, sizes, strides and the kind of padding.
// RUN: tern-opt %s --triton-rewrite-tensor-descriptor-to-pointer --split-input-file | FileCheck %s --implicit-check-not tensordesc

// CHECK-LABEL: @loads(
// CHECK-SAME: %[[BASE:.*]]: !tt.ptr<f32>, %[[N:.*]]: i32, %[[S:.*]]: i64, %[[O:.*]]: i32
// CHECK: %[[N64:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[C16:.*]] = arith.constant 16 : i64
// CHECK: %[[IS_NAN:.*]] = arith.constant true
// CHECK: %[[O64:.*]] = arith.extsi %[[O]] : i32 to i64
// CHECK-DAG: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : tensor<8x4xf32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<8x4xf32>
// CHECK: %[[PAD:.*]] = arith.select %[[IS_NAN]], %[[NAN]], %[[ZERO]]
// CHECK: %[[R0:.*]] = tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
// CHECK: %[[R1:.*]] = tt.expand_dims %{{.*}} {axis = 0 : i32} : tensor<4xi64> -> tensor<1x4xi64>
// CHECK: %[[P:.*]] = tt.splat %[[BASE]]
// CHECK: %[[S0:.*]] = tt.splat %[[S]] : i64 -> tensor<8x1xi64>
// CHECK: arith.muli %[[R0]], %[[S0]]
// CHECK: %[[P0:.*]] = tt.addptr %[[P]]
// CHECK: %[[P1:.*]] = tt.addptr %[[P0]]
// CHECK: %[[SN:.*]] = tt.splat %[[N64]] : i64 -> tensor<8x1xi64>
// CHECK: arith.cmpi slt, %[[R0]], %[[SN]]
// CHECK: %[[S16:.*]] = tt.splat %[[C16]] : i64 -> tensor<1x4xi64>
// CHECK: arith.cmpi slt, %[[R1]], %[[S16]]
// CHECK: %[[M:.*]] = arith.andi %{{.*}} : tensor<8x4xi1>
// CHECK: tt.load %[[P1]], %[[M]], %[[PAD]] cacheModifier = ca evictionPolicy = evict_last {tt.hint = 1 : i32} : tensor<8x4x!tt.ptr<f32>>
tt.func @loads(%base: !tt.ptr<f32>, %n: i32, %s: i64, %o: i32) -> tensor<8x4xf32> {
  %c16 = arith.constant 16 : i32
  %d = tt.make_tensor_descriptor %base, [%n, %c16], [%s, %s] {padding = 2 : i32} : <f32>, <tensor<8x4xf32>>
  %x = tt.descriptor_load %d[%o, %o] cacheModifier = ca evictionPolicy = evict_last {tt.hint = 1 : i32} : !tt.tensordesc<tensor<8x4xf32>> -> tensor<8x4xf32>
  tt.return %x : tensor<8x4xf32>
}

// Dimensions of size one that the tensor does not have.
// CHECK-LABEL: @reshapes(
// CHECK: %[[X:.*]] = tt.load %{{.*}} : tensor<1x8x!tt.ptr<i16>>
// CHECK: %[[Y:.*]] = tt.reshape %[[X]] : tensor<1x8xi16> -> tensor<8xi16>
// CHECK: %[[Z:.*]] = tt.reshape %[[Y]] : tensor<8xi16> -> tensor<1x8xi16>
// CHECK: tt.store %{{.*}}, %[[Z]], %{{.*}} : tensor<1x8x!tt.ptr<i16>>
tt.func @reshapes(%base: !tt.ptr<i16>, %n: i32, %s: i64, %o: i32) {
  %d = tt.make_tensor_descriptor %base, [%n, %n], [%s, %s] : <i16>, <tensor<1x8xi16>>
  %x = tt.descriptor_load %d[%o, %o] : !tt.tensordesc<tensor<1x8xi16>> -> tensor<8xi16>
  tt.descriptor_store %d[%o, %o], %x : !tt.tensordesc<tensor<1x8xi16>>, tensor<8xi16>
  tt.return
}

// -----

// CHECK-LABEL: @rows(
// CHECK: %[[E:.*]] = tt.expand_dims %arg3 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
// CHECK: %[[I:.*]] = arith.extsi %[[E]] : tensor<32x1xi32> to tensor<32x1xi64>
// CHECK: %[[X:.*]] = tt.load %{{.*}} : tensor<32x16x!tt.ptr<f16>>
// CHECK: tt.store %{{.*}}, %[[X]], %{{.*}} : tensor<32x16x!tt.ptr<f16>>
tt.func @rows(%base: !tt.ptr<f16>, %n: i32, %s: i64, %rows: tensor<32xi32>, %o: i32) {
  %d = tt.make_tensor_descriptor %base, [%n, %n], [%s, %s] : <f16>, <tensor<1x16xf16>>
  %x = tt.descriptor_gather %d[%rows, %o] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<32xi32>, i32) -> tensor<32x16xf16>
  tt.descriptor_scatter %d[%rows, %o], %x : !tt.tensordesc<tensor<1x16xf16>>, tensor<32xi32>, i32, tensor<32x16xf16>
  tt.return
}

// CHECK-LABEL: @reduces(
// CHECK: tt.atomic_rmw fadd, release, gpu, %{{.*}}, %arg5, %{{.*}} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
// CHECK: tt.atomic_rmw umin, release, gpu, %{{.*}}, %arg6, %{{.*}} : (tensor<8x!tt.ptr<i32>>
// CHECK: tt.atomic_rmw max, release, gpu,
// CHECK: tt.atomic_rmw xor, release, gpu,
tt.func @reduces(%d: !tt.tensordesc<tensor<8xf32>>, %o: i32, %x: tensor<8xf32>, %y: tensor<8xi32>, %u: !tt.tensordesc<tensor<8xui32>>, %s: !tt.tensordesc<tensor<8xsi32>>) {
  tt.descriptor_reduce add, %d[%o], %x : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  tt.descriptor_reduce min, %u[%o], %y : !tt.tensordesc<tensor<8xui32>>, tensor<8xi32>
  tt.descriptor_reduce max, %s[%o], %y : !tt.tensordesc<tensor<8xsi32>>, tensor<8xi32>
  tt.descriptor_reduce xor, %s[%o], %y : !tt.tensordesc<tensor<8xsi32>>, tensor<8xi32>
  tt.return
}

// -----

// Everything that hands on a descriptor hands on its parts.
// CHECK-LABEL: tt.func public @passes(
// CHECK-SAME: %{{.*}}: !tt.ptr<f32> {tt.nv_tma_desc = 1 : i32}, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i1, %[[C:.*]]: i1 {tt.x = 2 : i32}) -> (!tt.ptr<f32>, i64, i64, i1) {
// CHECK: scf.for %{{.*}} -> (!tt.ptr<f32>, i64, i64, i1) : i32 {
// CHECK: %[[CALLED:.*]]:4 = tt.call @passes(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!tt.ptr<f32>, i64, i64, i1, i1) -> (!tt.ptr<f32>, i64, i64, i1)
// CHECK: scf.yield %[[CALLED]]#0, %[[CALLED]]#1, %[[CALLED]]#2, %[[CALLED]]#3
// CHECK-COUNT-4: arith.select %[[C]]
// CHECK: tt.return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !tt.ptr<f32>, i64, i64, i1
tt.func public @passes(%d: !tt.tensordesc<tensor<8xf32>> {tt.nv_tma_desc = 1 : i32}, %c: i1 {tt.x = 2 : i32}) -> !tt.tensordesc<tensor<8xf32>> {
  %i = arith.constant 1 : i32
  %r = scf.for %k = %i to %i step %i iter_args(%e = %d) -> (!tt.tensordesc<tensor<8xf32>>) : i32 {
    %f = tt.call @passes(%e, %c) : (!tt.tensordesc<tensor<8xf32>>, i1) -> !tt.tensordesc<tensor<8xf32>>
    scf.yield %f : !tt.tensordesc<tensor<8xf32>>
  }
  %s = arith.select %c, %r, %d : !tt.tensordesc<tensor<8xf32>>
  tt.return %s : !tt.tensordesc<tensor<8xf32>>
}
