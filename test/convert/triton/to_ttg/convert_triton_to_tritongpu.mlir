// RUN: tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:80 num-warps=2" | FileCheck %s

// The module says for what it is.
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32}
// CHECK-LABEL: @module_attributes
tt.func @module_attributes() {
  tt.return
}

// -----

// Ops of ttg stay as they are.
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#slow = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 2 : i32} {
// CHECK-LABEL: @legal_ttg
tt.func @legal_ttg(%x: tensor<128xf32, #blocked>) {
  // CHECK: ttg.convert_layout %{{.*}} : tensor<128xf32, #blocked> -> tensor<128xf32, #blocked1>
  %0 = ttg.convert_layout %x : tensor<128xf32, #blocked> -> tensor<128xf32, #slow>
  // CHECK: ttg.local_alloc %{{.*}} : (tensor<128xf32, #blocked>) -> !ttg.memdesc<128xf32, #shared, #smem>
  %1 = ttg.local_alloc %x : (tensor<128xf32, #blocked>) -> !ttg.memdesc<128xf32, #shared, #ttg.shared_memory>
  tt.return
}
}

// -----

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-LABEL: @pointers
tt.func @pointers(%p: !tt.ptr<f32>, %f: f32) {
  // CHECK: tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // CHECK: tt.splat %{{.*}} : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #blocked>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  // CHECK: tt.addptr %{{.*}}, %{{.*}} {tt.contiguity = 4 : i32} : tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xi32, #blocked>
  %a = tt.addptr %s, %r {tt.contiguity = 4 : i32} : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  // CHECK: tt.ptr_to_int %{{.*}} : tensor<128x!tt.ptr<f32>, #blocked> -> tensor<128xi64, #blocked>
  %i = tt.ptr_to_int %a : tensor<128x!tt.ptr<f32>> -> tensor<128xi64>
  // CHECK: tt.int_to_ptr %{{.*}} : tensor<128xi64, #blocked> -> tensor<128x!tt.ptr<f32>, #blocked>
  %q = tt.int_to_ptr %i : tensor<128xi64> -> tensor<128x!tt.ptr<f32>>
  // CHECK: tt.bitcast %{{.*}} : tensor<128x!tt.ptr<f32>, #blocked> -> tensor<128x!tt.ptr<i32>, #blocked>
  %b = tt.bitcast %q : tensor<128x!tt.ptr<f32>> -> tensor<128x!tt.ptr<i32>>
  %m = arith.constant dense<true> : tensor<128xi1>
  %o = tt.splat %f : f32 -> tensor<128xf32>
  // CHECK: %[[X:.*]] = tt.load %{{.*}}, %{{.*}}, %{{.*}} evictionPolicy = evict_last : tensor<128x!tt.ptr<f32>, #blocked>
  %x = tt.load %a, %m, %o evictionPolicy = evict_last : tensor<128x!tt.ptr<f32>>
  // CHECK: tt.store %{{.*}}, %[[X]], %{{.*}} : tensor<128x!tt.ptr<f32>, #blocked>
  tt.store %a, %x, %m : tensor<128x!tt.ptr<f32>>
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %{{.*}} : (tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xf32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xf32, #blocked>
  %rmw = tt.atomic_rmw fadd, acq_rel, gpu, %a, %x, %m : (tensor<128x!tt.ptr<f32>>, tensor<128xf32>, tensor<128xi1>) -> tensor<128xf32>
  // CHECK: tt.atomic_cas acq_rel, gpu, %{{.*}} : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
  %cas = tt.atomic_cas acq_rel, gpu, %b, %r, %r : (tensor<128x!tt.ptr<i32>>, tensor<128xi32>, tensor<128xi32>) -> tensor<128xi32>
  tt.return
}

// -----

// CHECK-LABEL: @numbers
tt.func @numbers(%f: f32, %i: i32) {
  %x = tt.splat %f : f32 -> tensor<128xf32>
  %k = tt.splat %i : i32 -> tensor<128xi32>
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtne : tensor<128xf32, #blocked> -> tensor<128xf8E5M2, #blocked>
  %0 = tt.fp_to_fp %x, rounding = rtne : tensor<128xf32> -> tensor<128xf8E5M2>
  // CHECK: tt.clampf %{{.*}}, propagateNan = none : tensor<128xf32, #blocked>
  %1 = tt.clampf %x, %x, %x, propagateNan = none : tensor<128xf32>
  // CHECK: tt.precise_sqrt %{{.*}} : tensor<128xf32, #blocked>
  %2 = tt.precise_sqrt %x : tensor<128xf32>
  // CHECK: tt.precise_divf %{{.*}} : tensor<128xf32, #blocked>
  %3 = tt.precise_divf %x, %x : tensor<128xf32>
  // CHECK: tt.mulhiui %{{.*}} : tensor<128xi32, #blocked>
  %4 = tt.mulhiui %k, %k : tensor<128xi32>
  // CHECK: tt.extern_elementwise %{{.*}} : (tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked>
  %5 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_expf"} : (tensor<128xf32>) -> tensor<128xf32>
  // CHECK: tt.elementwise_inline_asm "not.b32 $0, $1;" {{.*}} : tensor<128xi32, #blocked> -> tensor<128xi32, #blocked>
  %6 = tt.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %k : tensor<128xi32> -> tensor<128xi32>
  // CHECK: tt.print " x: " {hex = false, isSigned = array<i32: 0>} : %{{.*}} : tensor<128xf32, #blocked>
  tt.print " x: " {hex = false, isSigned = array<i32: 0>} : %x : tensor<128xf32>
  %c = arith.cmpf olt, %x, %1 : tensor<128xf32>
  // CHECK: tt.assert %{{.*}}, "small" : tensor<128xi1, #blocked>
  tt.assert %c, "small" : tensor<128xi1>
  // CHECK: ub.poison : tensor<128xf16, #blocked>
  %7 = ub.poison : tensor<128xf16>
  // CHECK: "tt.map_elementwise"(%{{.*}})
  // CHECK: (tensor<128xf32, #blocked>) -> tensor<128xi32, #blocked>
  %8 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    %t = arith.fptosi %a : f32 to i32
    tt.map_elementwise.return %t : i32
  }) : (tensor<128xf32>) -> tensor<128xi32>
  tt.return
}

// -----

// CHECK-DAG: #[[$R:.*]] = #ttg.blocked<{sizePerThread = [1], {{.*}}, order = [0]}>
// CHECK-DAG: #[[$T:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
// CHECK-DAG: #[[$TURNED:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [0, 1]}>
// CHECK-LABEL: @shapes
tt.func @shapes(%f: f32) {
  %x = tt.splat %f : f32 -> tensor<128xf32>
  %y = tt.splat %f : f32 -> tensor<2x64xf32>
  // A reshape of the one encoding is the other.
  // CHECK: tt.reshape %{{.*}} : tensor<128xf32, #[[$R]]> -> tensor<2x64xf32, #[[$T]]>
  %0 = tt.reshape %x : tensor<128xf32> -> tensor<2x64xf32>
  // CHECK: %[[TURNED:.*]] = tt.trans %{{.*}} {order = array<i32: 1, 0>} : tensor<2x64xf32, #[[$T]]> -> tensor<64x2xf32, #[[$TURNED]]>
  // CHECK: ttg.convert_layout %[[TURNED]] : tensor<64x2xf32, #[[$TURNED]]> -> tensor<64x2xf32, #{{.*}}>
  %1 = tt.trans %y {order = array<i32: 1, 0>} : tensor<2x64xf32> -> tensor<64x2xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<64x2xf32, #{{.*}}>
  %2 = arith.addf %1, %1 : tensor<64x2xf32>
  %u = tt.splat %f : f32 -> tensor<1xf32>
  // CHECK: tt.unsplat %{{.*}} : tensor<1xf32, #[[$R]]>
  %3 = tt.unsplat %u : tensor<1xf32>
  tt.return
}

// -----

// The operand of tt.expand_dims has a slice of what its result has, and tt.broadcast keeps that.
// CHECK-DAG: #[[$R:.*]] = #ttg.blocked<{sizePerThread = [1], {{.*}}, order = [0]}>
// CHECK-DAG: #[[$E:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [0, 1]}>
// CHECK-LABEL: @expand_dims
tt.func @expand_dims(%f: f32) {
  %x = tt.splat %f : f32 -> tensor<64xf32>
  // CHECK: %[[S:.*]] = ttg.convert_layout %{{.*}} : tensor<64xf32, #[[$R]]> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #[[$E]]}>>
  // CHECK: %[[X:.*]] = tt.expand_dims %[[S]] {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #[[$E]]}>> -> tensor<64x1xf32, #[[$E]]>
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  // CHECK: %[[C:.*]] = ttg.convert_layout %[[X]] : tensor<64x1xf32, #[[$E]]> -> tensor<64x1xf32, #[[D:.*]]>
  // CHECK: tt.broadcast %[[C]] : tensor<64x1xf32, #[[D]]> -> tensor<64x32xf32, #[[D]]>
  %1 = tt.broadcast %0 : tensor<64x1xf32> -> tensor<64x32xf32>
  tt.return
}

// -----

// CHECK-DAG: #[[$PAIR:.*]] = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-DAG: #[[$R:.*]] = #ttg.blocked<{sizePerThread = [1], {{.*}}, order = [0]}>
// CHECK-DAG: #[[$WIDE:.*]] = #ttg.blocked<{sizePerThread = [2], {{.*}}, order = [0]}>
// CHECK-LABEL: @joins
tt.func @joins(%f: f32) {
  %x = tt.splat %f : f32 -> tensor<16xf32>
  // CHECK: tt.join %{{.*}} : tensor<16xf32, #[[$R]]> -> tensor<16x2xf32, #[[$PAIR]]>
  %0 = tt.join %x, %x : tensor<16xf32> -> tensor<16x2xf32>
  // CHECK: ttg.convert_layout %{{.*}} -> tensor<16x2xf32, #[[$PAIR]]>
  // CHECK: tt.split %{{.*}} : tensor<16x2xf32, #[[$PAIR]]> -> tensor<16xf32, #[[$R]]>
  %1, %2 = tt.split %0 : tensor<16x2xf32> -> tensor<16xf32>
  // Two registers of both, though one would do.
  // CHECK: tt.cat %{{.*}} : tensor<16xf32, #[[$R]]> -> tensor<32xf32, #[[$WIDE]]>
  %3 = tt.cat %1, %2 : tensor<16xf32> -> tensor<32xf32>
  tt.return
}

// -----

// CHECK-DAG: #[[$R:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-LABEL: @reductions
tt.func @reductions(%f: f32) {
  %x = tt.splat %f : f32 -> tensor<16x16xf32>
  // CHECK: (tensor<16x16xf32, #[[$R]]>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #[[$R]]}>>
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x16xf32>) -> tensor<16xf32>
  // CHECK: (tensor<16x16xf32, #[[$R]]>) -> tensor<16x16xf32, #[[$R]]>
  %1 = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.scan.return %s : f32
  }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  // All of it is a scalar.
  // CHECK: (tensor<16xf32, #{{.*}}>) -> f32
  %2 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<16xf32>) -> f32
  // CHECK: tt.histogram %{{.*}} : tensor<16xi32, #{{.*}}> -> tensor<8xi32, #{{.*}}>
  %i = arith.fptosi %0 : tensor<16xf32> to tensor<16xi32>
  %3 = tt.histogram %i : tensor<16xi32> -> tensor<8xi32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 0 : i32} : (tensor<16xf32, #[[G:.*]]>, tensor<8xi32, #[[G]]>) -> tensor<8xf32, #[[G]]>
  %4 = tt.gather %0[%3] {axis = 0 : i32} : (tensor<16xf32>, tensor<8xi32>) -> tensor<8xf32>
  tt.return
}

// -----

// A thread has a square of sums, and operands are converted to what that needs.
// CHECK-DAG: #[[$SUMS:.*]] = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-LABEL: @dot
tt.func @dot(%f: f16, %z: f32) {
  %a = tt.splat %f : f16 -> tensor<128x32xf16>
  %b = tt.splat %f : f16 -> tensor<32x64xf16>
  %c = tt.splat %z : f32 -> tensor<128x64xf32>
  // CHECK: %[[A:.*]] = ttg.convert_layout %{{.*}} -> tensor<128x32xf16, #ttg.dot_op<{opIdx = 0, parent = #[[$SUMS]]}>>
  // CHECK: %[[B:.*]] = ttg.convert_layout %{{.*}} -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #[[$SUMS]]}>>
  // CHECK: %[[C:.*]] = ttg.convert_layout %{{.*}} -> tensor<128x64xf32, #[[$SUMS]]>
  // CHECK: tt.dot %[[A]], %[[B]], %[[C]], inputPrecision = tf32 {maxNumImpreciseAcc = 4 : i32}
  %0 = tt.dot %a, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 4 : i32} : tensor<128x32xf16> * tensor<32x64xf16> -> tensor<128x64xf32>
  tt.return
}

// -----

// Few sums: one for each thread.
// CHECK: #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-LABEL: @small_dot
tt.func @small_dot(%f: f16, %z: f32) {
  %a = tt.splat %f : f16 -> tensor<8x16xf16>
  %b = tt.splat %f : f16 -> tensor<16x8xf16>
  %c = tt.splat %z : f32 -> tensor<8x8xf32>
  %0 = tt.dot %a, %b, %c : tensor<8x16xf16> * tensor<16x8xf16> -> tensor<8x8xf32>
  tt.return
}

// -----

// CHECK-LABEL: @dot_scaled
tt.func @dot_scaled(%i: i8, %z: f32) {
  %a = tt.splat %i : i8 -> tensor<32x64xi8>
  %s = tt.splat %i : i8 -> tensor<32x2xi8>
  %b = tt.splat %i : i8 -> tensor<64x32xi8>
  %c = tt.splat %z : f32 -> tensor<32x32xf32>
  // CHECK: tt.dot_scaled %{{.*}} : tensor<32x64xi8, #{{.*}}>, tensor<32x2xi8, #{{.*}}> * tensor<64x32xi8, #{{.*}}>, tensor<32x2xi8, #{{.*}}> -> tensor<32x32xf32, #{{.*}}>
  %0 = tt.dot_scaled %a scale %s, %b scale %s, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<32x64xi8>, tensor<32x2xi8> * tensor<64x32xi8>, tensor<32x2xi8> -> tensor<32x32xf32>
  tt.return
}

// -----

// CHECK-DAG: #[[$ROWS:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [1, 0]}>
// CHECK-LABEL: @descriptors
tt.func @descriptors(%d: !tt.tensordesc<tensor<8x128xf32>>, %e: !tt.tensordesc<tensor<1x128xf32>>, %i: i32) {
  // CHECK: tt.descriptor_load %{{.*}} : !tt.tensordesc<tensor<8x128xf32>> -> tensor<8x128xf32, #{{.*}}>
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x128xf32>> -> tensor<8x128xf32>
  // CHECK: tt.descriptor_store %{{.*}} : !tt.tensordesc<tensor<8x128xf32>>, tensor<8x128xf32, #{{.*}}>
  tt.descriptor_store %d[%i, %i], %0 : !tt.tensordesc<tensor<8x128xf32>>, tensor<8x128xf32>
  // CHECK: tt.descriptor_reduce add, %{{.*}} : !tt.tensordesc<tensor<8x128xf32>>, tensor<8x128xf32, #{{.*}}>
  tt.descriptor_reduce add, %d[%i, %i], %0 : !tt.tensordesc<tensor<8x128xf32>>, tensor<8x128xf32>
  %rows = tt.splat %i : i32 -> tensor<8xi32>
  // CHECK: %[[R:.*]] = ttg.convert_layout %{{.*}} -> tensor<8xi32, #ttg.slice<{dim = 0, parent = #[[$ROWS]]}>>
  // CHECK: %[[G:.*]] = tt.descriptor_gather %{{.*}}[%[[R]], %{{.*}}]
  %1 = tt.descriptor_gather %e[%rows, %i] : (!tt.tensordesc<tensor<1x128xf32>>, tensor<8xi32>, i32) -> tensor<8x128xf32>
  // CHECK: %[[R:.*]] = ttg.convert_layout %{{.*}} -> tensor<8xi32, #ttg.slice<{dim = 0, parent = #[[$ROWS]]}>>
  // CHECK: tt.descriptor_scatter %{{.*}}[%[[R]], %{{.*}}], %[[G]]
  tt.descriptor_scatter %e[%rows, %i], %1 : !tt.tensordesc<tensor<1x128xf32>>, tensor<8xi32>, i32, tensor<8x128xf32>
  tt.return
}

// -----

// Functions take and give tensors, too.
// CHECK-LABEL: tt.func private @callee(%{{.*}}: tensor<128xf32, #blocked>) -> (tensor<128xf32, #blocked>, i32)
tt.func private @callee(%x: tensor<128xf32>) -> (tensor<128xf32>, i32) {
  %c = arith.constant 1 : i32
  // CHECK: tt.return %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>, i32
  tt.return %x, %c : tensor<128xf32>, i32
}
// CHECK-LABEL: @calls
tt.func public @calls(%f: f32) {
  %x = tt.splat %f : f32 -> tensor<128xf32>
  // CHECK: tt.call @callee(%{{.*}}) : (tensor<128xf32, #blocked>) -> (tensor<128xf32, #blocked>, i32)
  %0:2 = tt.call @callee(%x) : (tensor<128xf32>) -> (tensor<128xf32>, i32)
  tt.return
}

// -----

// What is carried around a loop has one encoding all the way.
// CHECK-LABEL: @structured
tt.func @structured(%f: f32, %n: i32, %c: i1) {
  %x = tt.splat %f : f32 -> tensor<128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[L:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (tensor<128xf32, #blocked>)
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<128xf32>) : i32 {
    // CHECK: %[[S:.*]] = arith.addf %[[A]], %{{.*}} : tensor<128xf32, #blocked>
    %s = arith.addf %a, %x : tensor<128xf32>
    // CHECK: scf.yield %[[S]] : tensor<128xf32, #blocked>
    scf.yield %s : tensor<128xf32>
  }
  // CHECK: %[[I:.*]] = scf.if %{{.*}} -> (tensor<128xf32, #blocked>)
  %1 = scf.if %c -> (tensor<128xf32>) {
    // CHECK: scf.yield %[[L]] : tensor<128xf32, #blocked>
    scf.yield %0 : tensor<128xf32>
  } else {
    scf.yield %x : tensor<128xf32>
  }
  // CHECK: scf.while (%{{.*}} = %[[I]]) : (tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked>
  %2 = scf.while (%a = %1) : (tensor<128xf32>) -> tensor<128xf32> {
    // CHECK: scf.condition(%{{.*}}) %{{.*}} : tensor<128xf32, #blocked>
    scf.condition(%c) %a : tensor<128xf32>
  } do {
  // CHECK: ^bb0(%{{.*}}: tensor<128xf32, #blocked>):
  ^bb0(%b: tensor<128xf32>):
    // CHECK: scf.yield %{{.*}} : tensor<128xf32, #blocked>
    scf.yield %b : tensor<128xf32>
  }
  tt.return
}

// -----

// CHECK-LABEL: @unstructured
tt.func @unstructured(%f: f32, %c: i1) {
  %x = tt.splat %f : f32 -> tensor<128xf32>
  // CHECK: cf.cond_br %{{.*}}, ^[[ONE:.*]](%{{.*}} : tensor<128xf32, #blocked>), ^[[TWO:.*]]
  cf.cond_br %c, ^one(%x : tensor<128xf32>), ^two
// CHECK: ^[[ONE]](%[[A:.*]]: tensor<128xf32, #blocked>):
^one(%a: tensor<128xf32>):
  // CHECK: arith.addf %[[A]], %[[A]] : tensor<128xf32, #blocked>
  %s = arith.addf %a, %a : tensor<128xf32>
  // CHECK: cf.br ^[[ONE]](%{{.*}} : tensor<128xf32, #blocked>)
  cf.br ^one(%s : tensor<128xf32>)
^two:
  tt.return
}
