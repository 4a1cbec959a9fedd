// What cannot be lowered for its memory space is told, and left as it is.
// RUN: tern-opt --gpu-to-llvm %s 2>%t.err | FileCheck %s
// RUN: mlir-opt --gpu-to-llvm %s 2>/dev/null | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERROR < %t.err

// ERROR: error: conversion of memref memory space #gpu.address_space<global> to integer address space failed. Consider adding memory space conversions.
// CHECK: func.func @f(%arg0: memref<4xf32, #gpu.address_space<global>>
// CHECK-NEXT: memref.load
// CHECK-NEXT: llvm.return
func.func @f(%a: memref<4xf32, #gpu.address_space<global>>, %i: index) -> f32 {
  %0 = memref.load %a[%i] : memref<4xf32, #gpu.address_space<global>>
  return %0 : f32
}
