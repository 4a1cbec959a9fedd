// Snippet 1 of the seed documents: a dispatch region with one matrix product.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 000, 002 and 003.

hal.executable.variant "vulkan*" {
  module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, {max_compute_workgroup_invocations = 128 : i32, max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}>} {
    func @main_ex_dispatch() {
      %c0 = constant 0 : index
      %0 = hal.interface.load.tensor @legacy_io::@arg0,
             offset = %c0 : tensor<32x24xf32>
      %1 = hal.interface.load.tensor @legacy_io::@arg1,
             offset = %c0 : tensor<24x16xf32>
      %2 = "mhlo.dot"(%0, %1) {precision_config = ["DEFAULT", "DEFAULT"]} :
             (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
      hal.interface.store.tensor %2, @legacy_io::@ret0,
        offset = %c0 : tensor<32x16xf32>
      return
    }
    hal.interface private @legacy_io  {
      hal.interface.binding @arg0, set=0, binding=0,
        type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1,
        type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=2,
        type="StorageBuffer", access="Write|Discard"
    }
  }
}

// CHECK-LABEL: hal.executable.variant "vulkan*" {
// CHECK: module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>
// CHECK: func.func @main_ex_dispatch() {
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[LHS:.*]] = hal.interface.load.tensor @legacy_io::@arg0, offset = %[[ZERO]] : tensor<32x24xf32>
// CHECK: %[[RHS:.*]] = hal.interface.load.tensor @legacy_io::@arg1, offset = %[[ZERO]] : tensor<24x16xf32>
// CHECK: %[[DOT:.*]] = mhlo.dot %[[LHS]], %[[RHS]], precision = [DEFAULT, DEFAULT] : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
// CHECK: hal.interface.store.tensor %[[DOT]], @legacy_io::@ret0, offset = %[[ZERO]] : tensor<32x16xf32>
// CHECK: hal.interface private @legacy_io {
// CHECK: hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
// -----

// Document 002, in one line.

hal.executable.variant "vulkan*" { module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, {max_compute_workgroup_invocations = 128 : i32, max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}>} { func @main_ex_dispatch() { %c0 = constant 0 : index %0 = hal.interface.load.tensor @legacy_io::@arg0, offset = %c0 : tensor<32x24xf32> %1 = hal.interface.load.tensor @legacy_io::@arg1, offset = %c0 : tensor<24x16xf32> %2 = "mhlo.dot"(%0, %1) {precision_config = ["DEFAULT", "DEFAULT"]} : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32> hal.interface.store.tensor %2, @legacy_io::@ret0, offset = %c0 : tensor<32x16xf32> return } hal.interface private @legacy_io { hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read" hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read" hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard" } } }

// CHECK-LABEL: hal.executable.variant "vulkan*" {
// CHECK: module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>
// CHECK: func.func @main_ex_dispatch() {
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[LHS:.*]] = hal.interface.load.tensor @legacy_io::@arg0, offset = %[[ZERO]] : tensor<32x24xf32>
// CHECK: %[[RHS:.*]] = hal.interface.load.tensor @legacy_io::@arg1, offset = %[[ZERO]] : tensor<24x16xf32>
// CHECK: %[[DOT:.*]] = mhlo.dot %[[LHS]], %[[RHS]], precision = [DEFAULT, DEFAULT] : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
// CHECK: hal.interface.store.tensor %[[DOT]], @legacy_io::@ret0, offset = %[[ZERO]] : tensor<32x16xf32>
// CHECK: hal.interface private @legacy_io {
// CHECK: hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
// -----

// Document 001.

hal.executable.target "vulkan*" {
  module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, {max_compute_workgroup_invocations = 128 : i32, max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}>} {
    func @main_ex_dispatch() {
      %c0 = constant 0 : index
      %0 = hal.interface.load.tensor @legacy_io::@arg0,
             offset = %c0 : tensor<4x5xf32>
      %1 = hal.interface.load.tensor @legacy_io::@arg1,
             offset = %c0 : tensor<5x10xf32>
      %2 = "mhlo.dot"(%0, %1) {precision_config = ["DEFAULT", "DEFAULT"]} :
             (tensor<4x5xf32>, tensor<5x10xf32>) -> tensor<4x10xf32>
      hal.interface.store.tensor %2, @legacy_io::@ret0,
        offset = %c0 : tensor<4x10xf32>
      return
    }
    hal.interface @legacy_io attributes {sym_visibility = "private"} {
      hal.interface.binding @arg0, set=0, binding=0,
        type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1,
        type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=2,
        type="StorageBuffer", access="Write|Discard"
    }
  }
}

// CHECK-LABEL: hal.executable.variant "vulkan*" {
// CHECK: module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>
// CHECK: func.func @main_ex_dispatch() {
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[LHS:.*]] = hal.interface.load.tensor @legacy_io::@arg0, offset = %[[ZERO]] : tensor<4x5xf32>
// CHECK: %[[RHS:.*]] = hal.interface.load.tensor @legacy_io::@arg1, offset = %[[ZERO]] : tensor<5x10xf32>
// CHECK: %[[DOT:.*]] = mhlo.dot %[[LHS]], %[[RHS]], precision = [DEFAULT, DEFAULT] : (tensor<4x5xf32>, tensor<5x10xf32>) -> tensor<4x10xf32>
// CHECK: hal.interface.store.tensor %[[DOT]], @legacy_io::@ret0, offset = %[[ZERO]] : tensor<4x10xf32>
// CHECK: hal.interface private @legacy_io {
// CHECK: hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
