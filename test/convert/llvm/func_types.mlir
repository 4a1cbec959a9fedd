// RUN: tern-opt --convert-func-to-llvm %s > %t.ours 2> %t.errors
// RUN: mlir-opt --convert-func-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s --check-prefix=ERROR < %t.errors

// What types become; functions with types that have no form stay.

// ERROR: error: conversion of memref memory space "foo" to integer address space failed. Consider adding memory space conversions.
// ERROR-NOT: error

func.func @tens(%a : tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @vec(%a : vector<4x8xf32>, %f: f8E4M3FN, %c: complex<f32>, %i : si8, %v: vector<4xindex>, %x: vector<f32>) -> vector<4x8xf32> {
  return %a : vector<4x8xf32>
}
func.func @sc(%s : vector<[4]x4xf32>) { return }
func.func @sp(%s : memref<4xf32, "foo">) { return }
func.func @noret(%s : tensor<4xf32>) { return }
