// RUN: tern-opt %s --iree-codegen-gpu-to-spirv-pipeline="unsupported-floats=bf16,f16 unsupported-ints=8,16,64" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-translate --serialize-spirv %t.mlir -o %t.spv
// RUN: spirv-val --target-env vulkan1.1 %t.spv
// RUN: tern-opt %t.mlir --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM

// A target with numbers of 32 bits only. Bytes are cut out of words, computed on 32 bits, and put back; i64 is two words;
// halves are integers of 16 bits with no more than shifts for them.

// UPSTREAM-LABEL: spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Matrix, Shader], [SPV_KHR_storage_buffer_storage_class]>
// UPSTREAM: spirv.EntryPoint "GLCompute" @main

// CHECK-LABEL: spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Matrix, Shader], [SPV_KHR_storage_buffer_storage_class]>
// CHECK-NOT: i8
// CHECK-NOT: i16
// CHECK-NOT: i64
// CHECK-NOT: f16
// CHECK-LABEL: spirv.func @main() "None"
// CHECK: %[[BYTE:.*]] = spirv.BitwiseAnd %{{.*}}, %{{.*}} : i32
// CHECK: spirv.ShiftLeftLogical %[[BYTE]], %{{.*}} : i32, i32
// CHECK: spirv.ShiftRightArithmetic
// CHECK: spirv.SDiv
// CHECK: spirv.AtomicAnd <Device> <None>
// CHECK: spirv.AtomicOr <Device> <None>
// CHECK: spirv.Load "StorageBuffer" %{{.*}} : vector<2xi32>
// CHECK: spirv.IAddCarry
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} : vector<2xi32>
// CHECK: spirv.FAdd
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read|Write"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Read|Write"
  }
  func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 1, 1]>} {
    %i = gpu.thread_id x
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<8xi8>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<8xi64>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<8xf16>
    %three = arith.constant 3 : i8
    %0 = memref.load %a[%i] : memref<8xi8>
    %1 = arith.divsi %0, %three : i8
    memref.store %1, %a[%i] : memref<8xi8>
    %2 = memref.load %b[%i] : memref<8xi64>
    %3 = arith.extsi %1 : i8 to i64
    %4 = arith.addi %2, %3 : i64
    memref.store %4, %b[%i] : memref<8xi64>
    %5 = memref.load %c[%i] : memref<8xf16>
    %6 = arith.addf %5, %5 : f16
    memref.store %6, %c[%i] : memref<8xf16>
    return
  }
}
