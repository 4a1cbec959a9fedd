// Snippet 2 of the seed documents: a dispatch region with element-wise operations.
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
             offset = %c0 : tensor<10x15xf32>
      %1 = hal.interface.load.tensor @legacy_io::@arg1,
             offset = %c0 : tensor<10x15xf32>
      %2 = hal.interface.load.tensor @legacy_io::@arg2,
             offset = %c0 : tensor<15xf32>
      %3 = "mhlo.add"(%0, %1) :
         (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32>
      %4 = "mhlo.broadcast"(%2) : (tensor<15xf32>) -> tensor<10x15xf32>
      %5 = "mhlo.multiply"(%3, %4) :
         (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32>
      hal.interface.store.tensor %5, @legacy_io::@ret0,
        offset = %c0 : tensor<10x15xf32>
      return
    }
    hal.interface private @legacy_io  {
      hal.interface.binding @arg0, set=0, binding=0,
        type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1,
        type="StorageBuffer", access="Read"
      hal.interface.binding @arg2, set=0, binding=2,
        type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=3,
        type="StorageBuffer", access="Write|Discard"
    }
  }
}

// CHECK-LABEL: hal.executable.variant "vulkan*" {
// CHECK: func.func @main_ex_dispatch() {
// CHECK: %[[A:.*]] = hal.interface.load.tensor @legacy_io::@arg0, offset = %{{.*}} : tensor<10x15xf32>
// CHECK: %[[B:.*]] = hal.interface.load.tensor @legacy_io::@arg1, offset = %{{.*}} : tensor<10x15xf32>
// CHECK: %[[C:.*]] = hal.interface.load.tensor @legacy_io::@arg2
// CHECK: %[[SUM:.*]] = mhlo.add %[[A]], %[[B]] : tensor<10x15xf32>
// CHECK: %[[WIDE:.*]] = mhlo.broadcast %[[C]] : (tensor<15xf32>) -> tensor<10x15xf32>
// CHECK: %[[PRODUCT:.*]] = mhlo.multiply %[[SUM]], %[[WIDE]]
// CHECK: hal.interface.store.tensor %[[PRODUCT]], @legacy_io::@ret0
// -----

// Document 002, in one line.

hal.executable.variant "vulkan*" { module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, {max_compute_workgroup_invocations = 128 : i32, max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}>} { func @main_ex_dispatch() { %c0 = constant 0 : index %0 = hal.interface.load.tensor @legacy_io::@arg0, offset = %c0 : tensor<10x15xf32> %1 = hal.interface.load.tensor @legacy_io::@arg1, offset = %c0 : tensor<10x15xf32> %2 = hal.interface.load.tensor @legacy_io::@arg2, offset = %c0 : tensor<15xf32> %3 = "mhlo.add"(%0, %1) : (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32> %4 = "mhlo.broadcast"(%2) : (tensor<15xf32>) -> tensor<10x15xf32> %5 = "mhlo.multiply"(%3, %4) : (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32> hal.interface.store.tensor %5, @legacy_io::@ret0, offset = %c0 : tensor<10x15xf32> return } hal.interface private @legacy_io { hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read" hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read" hal.interface.binding @arg2, set=0, binding=2, type="StorageBuffer", access="Read" hal.interface.binding @ret0, set=0, binding=3, type="StorageBuffer", access="Write|Discard" } } }

// CHECK-LABEL: hal.executable.variant "vulkan*" {
// CHECK: func.func @main_ex_dispatch() {
// CHECK: %[[A:.*]] = hal.interface.load.tensor @legacy_io::@arg0, offset = %{{.*}} : tensor<10x15xf32>
// CHECK: %[[B:.*]] = hal.interface.load.tensor @legacy_io::@arg1, offset = %{{.*}} : tensor<10x15xf32>
// CHECK: %[[C:.*]] = hal.interface.load.tensor @legacy_io::@arg2
// CHECK: %[[SUM:.*]] = mhlo.add %[[A]], %[[B]] : tensor<10x15xf32>
// CHECK: %[[WIDE:.*]] = mhlo.broadcast %[[C]] : (tensor<15xf32>) -> tensor<10x15xf32>
// CHECK: %[[PRODUCT:.*]] = mhlo.multiply %[[SUM]], %[[WIDE]]
// CHECK: hal.interface.store.tensor %[[PRODUCT]], @legacy_io::@ret0
// -----

// Document 001.

hal.executable.target "vulkan*" {
  module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, {max_compute_workgroup_invocations = 128 : i32, max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}>} {
    func @main_ex_dispatch() {
      %c0 = constant 0 : index
      %0 = hal.interface.load.tensor @legacy_io::@arg0,
             offset = %c0 : tensor<10x5xf32>
      %1 = hal.interface.load.tensor @legacy_io::@arg1,
             offset = %c0 : tensor<10x5xf32>
      %2 = hal.interface.load.tensor @legacy_io::@arg2,
             offset = %c0 : tensor<10x5xf32>
      %3 = "mhlo.add"(%0, %1) :
         (tensor<10x5xf32>, tensor<10x5xf32>) -> tensor<10x5xf32>
      %4 = "mhlo.multiply"(%3, %2) :
         (tensor<10x5xf32>, tensor<10x5xf32>) -> tensor<10x5xf32>
      hal.interface.store.tensor %4, @legacy_io::@ret0,
        offset = %c0 : tensor<10x5xf32>
      return
    }
    hal.interface @legacy_io attributes {sym_visibility = "private"} {
      hal.interface.binding @arg0, set=0, binding=0,
        type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1,
        type="StorageBuffer", access="Read"
      hal.interface.binding @arg2, set=0, binding=2,
        type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=3,
        type="StorageBuffer", access="Write|Discard"
    }
  }
}

// CHECK-LABEL: hal.executable.variant "vulkan*" {
// CHECK: func.func @main_ex_dispatch() {
// CHECK: %[[A:.*]] = hal.interface.load.tensor @legacy_io::@arg0, offset = %{{.*}} : tensor<10x5xf32>
// CHECK: %[[B:.*]] = hal.interface.load.tensor @legacy_io::@arg1, offset = %{{.*}} : tensor<10x5xf32>
// CHECK: %[[C:.*]] = hal.interface.load.tensor @legacy_io::@arg2
// CHECK: %[[SUM:.*]] = mhlo.add %[[A]], %[[B]] : tensor<10x5xf32>
// CHECK: %[[PRODUCT:.*]] = mhlo.multiply %[[SUM]], %[[C]]
// CHECK: hal.interface.store.tensor %[[PRODUCT]], @legacy_io::@ret0
