// What conversions to the llvm dialect do with ops of others: they fold, unless that takes constants which are not legal, and
// what cannot be reached stays. Branches are converted without a look at others.
// RUN: tern-opt --convert-func-to-llvm %s > %t.ours
// RUN: mlir-opt --convert-func-to-llvm %s | diff -b - %t.ours
// RUN: FileCheck %s --check-prefix=FUNC < %t.ours
// RUN: tern-opt --convert-cf-to-llvm %s > %t.ours
// RUN: mlir-opt --convert-cf-to-llvm %s | diff -b - %t.ours
// RUN: FileCheck %s --check-prefix=CF < %t.ours
// RUN: tern-opt --finalize-memref-to-llvm %s > %t.ours
// RUN: mlir-opt --finalize-memref-to-llvm %s | diff -b - %t.ours
// RUN: FileCheck %s --check-prefix=MEMREF < %t.ours
// RUN: tern-opt --lower-affine %s > %t.ours
// RUN: mlir-opt --lower-affine %s | diff -b - %t.ours
// RUN: FileCheck %s --check-prefix=AFFINE < %t.ours

// FUNC-LABEL: llvm.func @sums
// FUNC-NOT: arith.select
// FUNC: arith.addui_extended %c0_i8, %arg2
// FUNC: arith.addi %arg2, %c7_i8
// CF-LABEL: func.func @sums
// CF: arith.select
// CF: arith.addi %c7_i8, %arg2
func.func @sums(%c: i1, %x: i16, %y: i8) -> (i16, i8, i1, i8) {
  %zero = arith.constant 0 : i8
  %seven = arith.constant 7 : i8
  %0 = arith.select %c, %x, %x : i16
  %1, %2 = arith.addui_extended %zero, %y : i8, i1
  %3 = arith.addi %seven, %y : i8
  return %0, %1, %2, %3 : i16, i8, i1, i8
}

// CF-LABEL: func.func @unreachable
// CF: llvm.br ^bb2
// CF: ^bb1:  // no predecessors
// CF-NEXT: cf.br ^bb2
func.func @unreachable() {
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  return
}

// MEMREF-LABEL: func.func @known
// MEMREF: return %{{c8.*}}, %{{c1.*}} : index, index
func.func @known(%m: memref<8xf32>) -> (index, index) {
  %base, %offset, %size, %stride = memref.extract_strided_metadata %m : memref<8xf32> -> memref<f32>, index, index, index
  return %size, %stride : index, index
}

// AFFINE-LABEL: func.func @loops
// AFFINE-NOT: scf.for
// AFFINE: return %arg1, %arg2 : f32, f32
func.func @loops(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %0 = affine.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    affine.yield %a : f32
  }
  %1 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    affine.yield %y : f32
  }
  return %0, %1 : f32, f32
}
