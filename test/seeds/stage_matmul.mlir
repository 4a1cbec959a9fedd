// Snippet 1, 32x24 by 24x16: the matrix product stays through both passes on tensors
// and becomes a fill and a matmul on the buffers of the interface (snippet 5, with the fill that its text asks for).

// RUN: tern-opt %s | FileCheck %s --check-prefix=READ
// RUN: tern-opt %s --hlo-to-linalg-on-tensors | FileCheck %s --check-prefix=TENSORS
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --linalg-fusion-of-tensor-ops | FileCheck %s --check-prefix=TENSORS
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --linalg-fusion-of-tensor-ops --hlo-to-linalg-on-buffers | FileCheck %s
// RUN: tern-opt %s --hlo-to-linalg-pipeline --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-run %s --input=32x24xf32=1 --input=24x16xf32=0.5 --expected_output=32x16xf32=12.0

// READ: hal.executable.variant "vulkan*"
// READ: func.func @main_ex_dispatch()
// READ-DAG: hal.interface private @legacy_io
// READ-DAG: hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
// READ-DAG: hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
// READ-DAG: hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"

// TENSORS: %[[A:.*]] = hal.interface.load.tensor @legacy_io::@arg0, offset = %{{.*}} : tensor<32x24xf32>
// TENSORS: %[[B:.*]] = hal.interface.load.tensor @legacy_io::@arg1, offset = %{{.*}} : tensor<24x16xf32>
// TENSORS-NEXT: %[[R:.*]] = mhlo.dot %[[A]], %[[B]]{{.*}} : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
// TENSORS-NEXT: hal.interface.store.tensor %[[R]], @legacy_io::@ret0, offset = %{{.*}} : tensor<32x16xf32>
// TENSORS-NOT: linalg

// CHECK: func.func @main_ex_dispatch() {
// CHECK-NEXT: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<32x16xf32>
// CHECK-NEXT: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<32x24xf32>
// CHECK-NEXT: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<24x16xf32>
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: linalg.fill ins(%[[ZERO]] : f32) outs(%[[R]] : memref<32x16xf32>)
// CHECK-NEXT: linalg.matmul ins(%[[A]], %[[B]] : memref<32x24xf32>, memref<24x16xf32>) outs(%[[R]] : memref<32x16xf32>)
// CHECK-NEXT: return
// CHECK-NOT: tensor<
// CHECK: hal.interface private @legacy_io

// UPSTREAM: linalg.fill ins(%{{.*}} : f32) outs(%[[R:.*]] : memref<32x16xf32>)
// UPSTREAM-NEXT: linalg.matmul {{.*}} outs(%[[R]] : memref<32x16xf32>)

hal.executable.variant "vulkan*" {
  module attributes {spv.target_env = #spv.target_env<
      #spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, {}>} {
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
    hal.interface private @legacy_io {
      hal.interface.binding @arg0, set=0, binding=0,
        type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1,
        type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=2,
        type="StorageBuffer", access="Write|Discard"
    }
  }
}
