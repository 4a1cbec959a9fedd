// Functions, branches and loops.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: func.func private @declared(i32 {test.a}) -> (f32 {test.b})
func private @declared(i32 {test.a}) -> (f32 {test.b})

// CHECK-LABEL: func.func private @old_private() attributes {test.kept}
func @old_private() attributes {sym_visibility = "private", test.kept}

// CHECK-LABEL: func.func @generic(%arg0: i32 {test.a}) -> (i32 {test.b}) {
// CHECK-NEXT: return %arg0 : i32
"func"() ( {
^bb0(%x: i32):
  "std.return"(%x) : (i32) -> ()
}) {sym_name = "generic", type = (i32) -> i32, arg0 = {test.a}, result0 = {test.b}} : () -> ()

// CHECK-LABEL: func.func @branches
func @branches(%c: i1, %x: i32) -> i32 {
  // CHECK: cf.assert %arg0, "is true"
  assert %c, "is true"
  // CHECK: cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
  cond_br %c, ^bb1(%x : i32), ^bb2
^bb1(%y: i32):
  // CHECK: cf.br ^bb3(%{{.*}} : i32)
  br ^bb3(%y : i32)
^bb2:
  // CHECK: cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb3(%arg1 : i32)
  "std.cond_br"(%c, %x, %x)[^bb1, ^bb3] {operand_segment_sizes = dense<1> : vector<3xi32>}
    : (i1, i32, i32) -> ()
^bb3(%z: i32):
  return %z : i32
}

// CHECK-LABEL: func.func @loops
func @loops(%n: index, %c: i1, %x: f32) {
  // CHECK: scf.for %{{.*}} = %arg0 to %arg0 step %arg0 {
  loop.for %i = %n to %n step %n {
    // CHECK: func.call @declared
    %zero = constant 0 : i32
    %0 = call @declared(%zero) : (i32) -> f32
  }
  // CHECK: scf.parallel (%[[I:.*]]) = (%arg0) to (%arg0) step (%arg0) {
  // CHECK-NEXT: scf.reduce
  // CHECK-NEXT: }
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.yield
  }
  // CHECK: %{{.*}}:2 = scf.parallel ({{.*}}) init (%arg2, %arg2) -> (f32, f32) {
  // CHECK-NEXT: %[[SUM:.*]] = arith.addf
  // CHECK-NEXT: scf.reduce(%[[SUM]], %arg2 : f32, f32) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT: arith.addf %[[A]], %[[B]]
  // CHECK-NEXT: scf.reduce.return
  // CHECK: }, {
  // CHECK: arith.mulf
  %0:2 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x, %x) -> (f32, f32) {
    %s = addf %x, %x : f32
    scf.reduce(%s) : f32 {
    ^bb0(%a: f32, %b: f32):
      %r = addf %a, %b : f32
      scf.reduce.return %r : f32
    }
    scf.reduce(%x) : f32 {
    ^bb0(%a: f32, %b: f32):
      %r = mulf %a, %b : f32
      scf.reduce.return %r : f32
    }
    scf.yield
  }
  return
}
