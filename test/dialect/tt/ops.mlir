// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | FileCheck %s
// RUN: tern-opt %s --emit-bytecode | tern-opt | FileCheck %s

// CHECK-LABEL: tt.func public @kernel(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %[[Q:.*]]: !tt.ptr<!tt.ptr<i8>, 3>) attributes {noinline = false}
tt.func public @kernel(%p: !tt.ptr<f32, 1> {tt.divisibility = 16 : i32}, %q: !tt.ptr<!tt.ptr<i8>, 3>) attributes {noinline = false} {
  // CHECK: %[[X:.*]] = tt.get_program_id x : i32
  // CHECK: tt.get_program_id z : i32
  // CHECK: tt.get_num_programs y : i32
  %x = tt.get_program_id x : i32
  %z = tt.get_program_id z : i32
  %n = tt.get_num_programs y : i32
  // CHECK: %[[R:.*]] = tt.make_range {end = 24 : i32, start = 8 : i32} : tensor<16xi32>
  %r = tt.make_range {start = 8 : i32, end = 24 : i32} : tensor<16xi32>
  // CHECK: tt.addptr %[[P]], %[[X]] : !tt.ptr<f32>, i32
  %a = tt.addptr %p, %x : !tt.ptr<f32>, i32
  // CHECK: %[[S:.*]] = tt.splat %{{.*}} : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %s = tt.splat %a : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  // CHECK: tt.addptr %[[S]], %[[R]] : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %t = tt.addptr %s, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  // CHECK: %[[I:.*]] = tt.ptr_to_int %{{.*}} : tensor<16x!tt.ptr<f32>> -> tensor<16xi64>
  // CHECK: tt.int_to_ptr %[[I]] : tensor<16xi64> -> tensor<16x!tt.ptr<i16>>
  // CHECK: tt.bitcast %{{.*}} : tensor<16x!tt.ptr<i16>> -> tensor<16x!tt.ptr<f16>>
  %i = tt.ptr_to_int %t : tensor<16x!tt.ptr<f32>> -> tensor<16xi64>
  %j = tt.int_to_ptr %i : tensor<16xi64> -> tensor<16x!tt.ptr<i16>>
  %k = tt.bitcast %j : tensor<16x!tt.ptr<i16>> -> tensor<16x!tt.ptr<f16>>
  // CHECK: tt.return
  tt.return
}

// CHECK-LABEL: tt.func private @memory
tt.func private @memory(%p: tensor<4x8x!tt.ptr<bf16>>, %m: tensor<4x8xi1>, %v: tensor<4x8xbf16>, %b: !tt.ptr<tensor<4x8xbf16>>, %q: !tt.ptr<i32>, %i: i32) {
  // CHECK: tt.load %{{.*}} : tensor<4x8x!tt.ptr<bf16>>
  // CHECK: tt.load %{{.*}}, %{{.*}} : tensor<4x8x!tt.ptr<bf16>>
  // CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = cg evictionPolicy = evict_first {isVolatile = true} : tensor<4x8x!tt.ptr<bf16>>
  %0 = tt.load %p cacheModifier = none : tensor<4x8x!tt.ptr<bf16>>
  %1 = tt.load %p, %m evictionPolicy = evict_normal : tensor<4x8x!tt.ptr<bf16>>
  %2 = tt.load %p, %m, %v evictionPolicy = evict_first cacheModifier = cg {isVolatile = true} : tensor<4x8x!tt.ptr<bf16>>
  // CHECK: tt.load %{{.*}} {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<4x8xbf16>>
  %3 = tt.load %b {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<4x8xbf16>>
  // CHECK: tt.store %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = wt : tensor<4x8x!tt.ptr<bf16>>
  // CHECK: tt.store %{{.*}}, %{{.*}} {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<4x8xbf16>>
  tt.store %p, %2, %m cacheModifier = wt : tensor<4x8x!tt.ptr<bf16>>
  tt.store %b, %3 {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<4x8xbf16>>
  // CHECK: tt.atomic_rmw umax, relaxed, sys, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32) -> i32
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8x!tt.ptr<bf16>>, tensor<4x8xbf16>, tensor<4x8xi1>) -> tensor<4x8xbf16>
  // CHECK: tt.atomic_cas release, cta, %{{.*}}, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32, i32) -> i32
  %4 = tt.atomic_rmw umax, relaxed, sys, %q, %i : (!tt.ptr<i32>, i32) -> i32
  %5 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<4x8x!tt.ptr<bf16>>, tensor<4x8xbf16>, tensor<4x8xi1>) -> tensor<4x8xbf16>
  %6 = tt.atomic_cas release, cta, %q, %i, %i : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}

// CHECK-LABEL: tt.func @blocks
tt.func @blocks(%p: !tt.ptr<f16>, %w: !tt.ptr<f16, 3>, %n: i64, %i: i32, %x: tensor<16xi32>, %d: !tt.tensordesc<tensor<1x16xf16>>) {
  // CHECK: %[[B:.*]] = tt.make_tensor_ptr %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] {order = array<i32: 1, 0>} : <tensor<8x16xf16>>
  // CHECK: tt.make_tensor_ptr %{{.*}}, [%{{.*}}], [%{{.*}}], [%{{.*}}] {order = array<i32: 0>} : <tensor<16xf16>, 3>{{$}}
  // CHECK: tt.advance %[[B]], [%{{.*}}, %{{.*}}] : <tensor<8x16xf16>>
  %b = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : !tt.ptr<tensor<8x16xf16>>
  %c = tt.make_tensor_ptr %w, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf16>, 3>
  %e = tt.advance %b, [%i, %i] : <tensor<8x16xf16>>
  // CHECK: %[[D:.*]] = tt.make_tensor_descriptor %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] : <f16>, <tensor<8x16xf16>>
  // CHECK: tt.make_tensor_descriptor %{{.*}}, [%{{.*}}], [%{{.*}}] {padding = 2 : i32} : <f16>, <tensor<16xf16>>
  %f = tt.make_tensor_descriptor %p, [%i, %i], [%n, %n] : <f16>, <tensor<8x16xf16>>
  %g = tt.make_tensor_descriptor %p, [%i], [%n] {padding = 2 : i32} : !tt.ptr<f16>, !tt.tensordesc<tensor<16xf16>>
  // CHECK: %[[L:.*]] = tt.descriptor_load %[[D]][%{{.*}}, %{{.*}}] cacheModifier = ca evictionPolicy = evict_last : !tt.tensordesc<tensor<8x16xf16>> -> tensor<8x16xf16>
  // CHECK: tt.descriptor_store %[[D]][%{{.*}}, %{{.*}}], %[[L]] : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
  // CHECK: tt.descriptor_reduce max, %[[D]][%{{.*}}, %{{.*}}], %[[L]] : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
  %l = tt.descriptor_load %f[%i, %i] evictionPolicy = evict_last cacheModifier = ca : !tt.tensordesc<tensor<8x16xf16>> -> tensor<8x16xf16>
  tt.descriptor_store %f[%i, %i], %l : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
  tt.descriptor_reduce max, %f[%i, %i], %l : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
  // CHECK: tt.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<16xi32>, i32) -> tensor<16x16xf16>
  // CHECK: tt.descriptor_scatter %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<1x16xf16>>, tensor<16xi32>, i32, tensor<16x16xf16>
  %h = tt.descriptor_gather %d[%x, %i] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<16xi32>, i32) -> tensor<16x16xf16>
  tt.descriptor_scatter %d[%x, %i], %h : !tt.tensordesc<tensor<1x16xf16>>, tensor<16xi32>, i32, tensor<16x16xf16>
  tt.return
}

// CHECK-LABEL: tt.func @shapes
tt.func @shapes(%a: tensor<8x2xf32>, %o: tensor<1x1xi64>, %i: tensor<4x2xi32>, %m: tensor<4x2xi1>) -> i64 {
  // CHECK: %outLHS, %outRHS = tt.split %{{.*}} : tensor<8x2xf32> -> tensor<8xf32>
  // CHECK: tt.join %outLHS, %outRHS : tensor<8xf32> -> tensor<8x2xf32>
  // CHECK: tt.cat %outLHS, %outRHS : tensor<8xf32> -> tensor<16xf32>
  %l, %r = tt.split %a : tensor<8x2xf32> -> tensor<8xf32>
  %j = tt.join %l, %r : tensor<8xf32> -> tensor<8x2xf32>
  %c = tt.cat %l, %r : tensor<8xf32> -> tensor<16xf32>
  // CHECK: tt.expand_dims %outLHS {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  // CHECK: tt.broadcast %{{.*}} : tensor<1x8xf32> -> tensor<4x8xf32>
  // CHECK: tt.trans %{{.*}} {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %e = tt.expand_dims %l {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %b = tt.broadcast %e : tensor<1x8xf32> -> tensor<4x8xf32>
  %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  // CHECK: tt.reshape %{{.*}} : tensor<8x4xf32> -> tensor<32xf32>
  // CHECK: tt.reshape %{{.*}} allow_reorder : tensor<8x4xf32> -> tensor<2x16xf32>
  // CHECK: tt.reshape %{{.*}} allow_reorder efficient_layout : tensor<8x4xf32> -> tensor<2x16xf32>
  %f = tt.reshape %t : tensor<8x4xf32> -> tensor<32xf32>
  %g = tt.reshape %t allow_reorder : tensor<8x4xf32> -> tensor<2x16xf32>
  %h = tt.reshape %t allow_reorder efficient_layout : tensor<8x4xf32> -> tensor<2x16xf32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 0 : i32} : (tensor<8x2xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 0 : i32, efficient_layout} : (tensor<8x2xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  %k = tt.gather %a[%i] {axis = 0 : i32} : (tensor<8x2xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  %n = tt.gather %a[%i] {axis = 0 : i32, efficient_layout} : (tensor<8x2xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  // CHECK: tt.histogram %{{.*}}, %{{.*}} : tensor<4x2xi32> -> tensor<16xi32>
  // CHECK: tt.histogram %{{.*}} : tensor<4x2xi32> -> tensor<16xi32>
  %p = tt.histogram %i, %m : tensor<4x2xi32> -> tensor<16xi32>
  %q = tt.histogram %i : tensor<4x2xi32> -> tensor<16xi32>
  // CHECK: %[[U:.*]] = tt.unsplat %{{.*}} : tensor<1x1xi64>
  // CHECK: tt.return %[[U]] : i64
  %u = tt.unsplat %o : tensor<1x1xi64>
  tt.return %u : i64
}

// CHECK-LABEL: tt.func @compute
tt.func @compute(%x: tensor<8xf32>, %i: tensor<8xi32>, %a: tensor<2x16x32xf8E4M3FN>, %b: tensor<2x32x16xf8E4M3FN>, %c: tensor<2x16x16xf32>, %f: tensor<32x32xi8>, %s: tensor<32x4xf8E4M3FN>, %g: tensor<32x32xf32>) {
  // CHECK: tt.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = all : tensor<8xf32>
  // CHECK: tt.precise_sqrt %{{.*}} : tensor<8xf32>
  // CHECK: tt.precise_divf %{{.*}}, %{{.*}} : tensor<8xf32>
  // CHECK: tt.mulhiui %{{.*}}, %{{.*}} : tensor<8xi32>
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtz : tensor<8xf32> -> tensor<8xbf16>
  %0 = tt.clampf %x, %x, %x, propagateNan = all : tensor<8xf32>
  %1 = tt.precise_sqrt %x : tensor<8xf32>
  %2 = tt.precise_divf %x, %x : tensor<8xf32>
  %3 = tt.mulhiui %i, %i : tensor<8xi32>
  %4 = tt.fp_to_fp %x, rounding = rtz : tensor<8xf32> -> tensor<8xbf16>
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} {maxNumImpreciseAcc = 32 : i32} : tensor<2x16x32xf8E4M3FN> * tensor<2x32x16xf8E4M3FN> -> tensor<2x16x16xf32>
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}}, inputPrecision = tf32x3 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  // CHECK: tt.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<32x32xi8>, tensor<32x4xf8E4M3FN> * tensor<32x32xi8>, tensor<32x4xf8E4M3FN> -> tensor<32x32xf32>
  // CHECK: tt.dot_scaled %{{.*}}, %{{.*}}, %{{.*}} lhs = e4m3 rhs = e5m2 {fastMath = true} : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xf32>
  %5 = tt.dot %a, %b, %c {maxNumImpreciseAcc = 32 : i32} : tensor<2x16x32xf8E4M3FN> * tensor<2x32x16xf8E4M3FN> -> tensor<2x16x16xf32>
  %6 = tt.dot %g, %g, %g, inputPrecision = tf32x3 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %7 = tt.dot_scaled %f scale %s, %f scale %s, %g lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<32x32xi8>, tensor<32x4xf8E4M3FN> * tensor<32x32xi8>, tensor<32x4xf8E4M3FN> -> tensor<32x32xf32>
  %8 = tt.dot_scaled %f, %f, %g lhs = e4m3 rhs = e5m2 {fastMath = true, lhs_k_pack = true} : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xf32>
  // CHECK: "tt.reduce"(%{{.*}}, %{{.*}}) <{axis = 0 : i32}> ({
  // CHECK: tt.reduce.return %{{.*}}, %{{.*}} : f32, i32
  // CHECK: }) : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  %9:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: i32, %r: f32, %t: i32):
    tt.reduce.return %p, %t : f32, i32
  }) : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  // CHECK: "tt.scan"(%{{.*}}) <{axis = 1 : i32, reverse = true}> ({
  // CHECK: tt.scan.return
  %10 = "tt.scan"(%g) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%p: f32, %q: f32):
    %sum = arith.addf %p, %q : f32
    tt.scan.return %sum : f32
  }) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  // CHECK: "tt.map_elementwise"(%{{.*}}) <{pack = 2 : i32}> ({
  // CHECK: tt.map_elementwise.return %{{.*}}, %{{.*}} : f32, f32
  %11 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    tt.map_elementwise.return %q, %p : f32, f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @others
tt.func @others(%x: tensor<8xf32>, %c: i1) {
  // CHECK: tt.extern_elementwise %{{.*}}, %{{.*}} {libname = "", libpath = "", pure = false, symbol = "__nv_powf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK: tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %{{.*}} : tensor<8xf32> -> tensor<8xi32>, tensor<8xf32>
  // CHECK: tt.elementwise_inline_asm "mov.u32 $0, %smid;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  %0 = tt.extern_elementwise %x, %x {libname = "", libpath = "", pure = false, symbol = "__nv_powf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1:2 = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %x : tensor<8xf32> -> tensor<8xi32>, tensor<8xf32>
  %2 = tt.elementwise_inline_asm "mov.u32 $0, %smid;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  // CHECK: tt.print " x: " {hex = true, isSigned = array<i32: 0, 1>} : %{{.*}}, %{{.*}} : tensor<8xf32>, i32
  // CHECK: tt.print "here" {hex = false, isSigned = array<i32>}
  // CHECK: tt.assert %{{.*}}, "out of range" : i1
  tt.print " x: " {hex = true, isSigned = array<i32: 0, 1>} : %x, %2 : tensor<8xf32>, i32
  tt.print "here" {hex = false, isSigned = array<i32>}
  tt.assert %c, "out of range" : i1
  // CHECK: tt.call @twice(%{{.*}}) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = tt.call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}
tt.func private @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  tt.return %x : tensor<8xf32>
}

// A descriptor may say how its integers are read; tensors do not.
// CHECK-LABEL: @descriptor_of_unsigned(
// CHECK: tt.descriptor_load %{{.*}} : !tt.tensordesc<tensor<8xui32>> -> tensor<8xi32>
tt.func @descriptor_of_unsigned(%d: !tt.tensordesc<tensor<8xui32>>, %i: i32) -> tensor<8xi32> {
  %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<8xui32>> -> tensor<8xi32>
  tt.return %x : tensor<8xi32>
}
