// RUN: tern-opt %s --convert-to-spirv --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --convert-to-spirv --canonicalize --cse | tern-translate --serialize-spirv -o %t.spv
// RUN: spirv-val --target-env vulkan1.1 %t.spv

// A target that keeps bytes and halves in buffers but has no arithmetic on them: one access each, then 32 bits.

// CHECK-LABEL: spirv.module Logical GLSL450
// CHECK-SAME: [Matrix, Shader, StorageBuffer16BitAccess, StorageBuffer8BitAccess]
// CHECK: spirv.GlobalVariable @{{.*}} : !spirv.ptr<!spirv.struct<(!spirv.array<2 x vector<4xi16>, stride=8> [0])>, StorageBuffer>
// CHECK: %[[BYTE:.*]] = spirv.Load "StorageBuffer" %{{.*}} : i8
// CHECK: %[[WORD:.*]] = spirv.UConvert %[[BYTE]] : i8 to i32
// CHECK: spirv.ShiftRightArithmetic
// CHECK: %[[LOW:.*]] = spirv.UConvert %{{.*}} : i32 to i8
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %[[LOW]] : i8
// CHECK: %[[HALVES:.*]] = spirv.Load "StorageBuffer" %{{.*}} : vector<4xi16>
// CHECK: spirv.UConvert %[[HALVES]] : vector<4xi16> to vector<4xi32>
// CHECK: %[[CUT:.*]] = spirv.UConvert %{{.*}} : vector<4xi32> to vector<4xi16>
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %[[CUT]] : vector<4xi16>
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, StorageBuffer8BitAccess, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_8bit_storage, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read|Write"
  }
  func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 1, 1]>} {
    %i = gpu.thread_id x
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<8xi8>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<8xi16>
    %zero = arith.constant 0 : index
    %four = arith.constant 4 : index
    %x = memref.load %a[%i] : memref<8xi8>
    %w = arith.extsi %x : i8 to i32
    %s = arith.muli %w, %w : i32
    %t = arith.trunci %s : i32 to i8
    memref.store %t, %a[%i] : memref<8xi8>
    %v = vector.load %b[%zero] : memref<8xi16>, vector<4xi16>
    %vw = arith.extui %v : vector<4xi16> to vector<4xi32>
    %vs = arith.muli %vw, %vw : vector<4xi32>
    %vt = arith.trunci %vs : vector<4xi32> to vector<4xi16>
    vector.store %vt, %b[%four] : memref<8xi16>, vector<4xi16>
    return
  }
}
