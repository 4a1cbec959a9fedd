// A lone dispatch becomes functions of a program.
// RUN: tern-opt %s --hal-lone-dispatch-to-program | FileCheck %s
// RUN: tern-opt %s --hal-lone-dispatch-to-program | tern-opt - | FileCheck %s

// Arguments and results are in the order of the interface, and the target environment stays.

// CHECK: module attributes {spirv.target_env = #spirv.target_env<{{.*}}Shader
// CHECK-NOT: hal.

// CHECK: func.func @product(%[[A:.*]]: tensor<?x24xf32>, %[[B:.*]]: tensor<24x5xf32>, %[[BOTH:.*]]: tensor<5xf32>)
// CHECK-SAME: -> (tensor<?xf32>, tensor<5xf32>)
// CHECK: %[[M:.*]] = tensor.dim %[[A]], %{{.*}} : tensor<?x24xf32>
// CHECK: %[[P:.*]] = mhlo.dot %[[A]], %[[B]]
// CHECK: %[[SUM:.*]] = mhlo.reduce(%[[P]]
// CHECK: "test.use"(%[[M]])
// CHECK: %[[N:.*]] = mhlo.negate %[[BOTH]]
// CHECK: return %[[SUM]], %[[N]] : tensor<?xf32>, tensor<5xf32>

// CHECK: func.func @other(%{{.*}}: tensor<?x24xf32>, %{{.*}}: tensor<24x5xf32>, %{{.*}}: tensor<5xf32>)
// CHECK-NOT: hal.

hal.executable.variant "vulkan*" {
  module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>} {
    func.func @product() {
      %c0 = arith.constant 0 : index
      %m = hal.interface.load.constant offset = 1 : index
      %zero = mhlo.constant dense<0.0> : tensor<f32>
      %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<24x5xf32>
      %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<?x24xf32>{%m}
      %x = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<5xf32>
      %p = mhlo.dot %a, %b : (tensor<?x24xf32>, tensor<24x5xf32>) -> tensor<?x5xf32>
      %r = mhlo.reduce(%p init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x5xf32>, tensor<f32>) -> tensor<?xf32>
      "test.use"(%m) : (index) -> ()
      %n = mhlo.negate %x : tensor<5xf32>
      hal.interface.store.tensor %n, @io::@both, offset = %c0 : tensor<5xf32>
      hal.interface.store.tensor %r, @io::@r, offset = %c0 : tensor<?xf32>{%m}
      return
    }
    func.func @other() {
      %c0 = arith.constant 0 : index
      %m = hal.interface.load.constant offset = 1 : index
      %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<?x24xf32>{%m}
      %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<24x5xf32>
      %x = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<5xf32>
      %z = mhlo.constant dense<0.0> : tensor<f32>
      %r = mhlo.reduce(%a init: %z) applies mhlo.add across dimensions = [1] : (tensor<?x24xf32>, tensor<f32>) -> tensor<?xf32>
      hal.interface.store.tensor %x, @io::@both, offset = %c0 : tensor<5xf32>
      hal.interface.store.tensor %r, @io::@r, offset = %c0 : tensor<?xf32>{%m}
      return
    }
    hal.interface private @io {
      hal.interface.binding @r, set = 1, binding = 0, type = "StorageBuffer", access = "Write|Discard"
      hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
      hal.interface.binding @both, set = 1, binding = 1, type = "StorageBuffer", access = "Read|Write"
      hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    }
  }
}
