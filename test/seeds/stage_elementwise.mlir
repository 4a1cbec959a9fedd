// Snippet 2, (a + b) * c over 10x15 with c broadcast:
// three generic ops on tensors (snippet 3), one fused op (snippet 4), one op on buffers with four maps (snippet 6).

// RUN: tern-opt %s --hlo-to-linalg-on-tensors | FileCheck %s --check-prefixes=TENSORS,MAPS
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --linalg-fusion-of-tensor-ops | FileCheck %s --check-prefixes=FUSED,MAPS
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --linalg-fusion-of-tensor-ops --hlo-to-linalg-on-buffers | FileCheck %s --check-prefixes=CHECK,MAPS
// RUN: tern-opt %s --hlo-to-linalg-pipeline --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-run %s --input=10x15xf32=1 --input=10x15xf32=2 --input=15xf32=4 --expected_output=10x15xf32=12

// MAPS: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// MAPS: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d1)>

// TENSORS: %[[A:.*]] = hal.interface.load.tensor @legacy_io::@arg0
// TENSORS: %[[B:.*]] = hal.interface.load.tensor @legacy_io::@arg1
// TENSORS: %[[C:.*]] = hal.interface.load.tensor @legacy_io::@arg2
// TENSORS: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// TENSORS-SAME: ins(%[[A]], %[[B]] : tensor<10x15xf32>, tensor<10x15xf32>) outs(%{{.*}} : tensor<10x15xf32>) {
// TENSORS-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// TENSORS-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : f32
// TENSORS-NEXT: linalg.yield %[[S]] : f32
// TENSORS-NEXT: } -> tensor<10x15xf32>
// TENSORS: %[[WIDE:.*]] = linalg.generic {indexing_maps = [#[[$ROW]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// TENSORS-SAME: ins(%[[C]] : tensor<15xf32>) outs(%{{.*}} : tensor<10x15xf32>) {
// TENSORS-NEXT: ^bb0(%[[Z:.*]]: f32, %{{.*}}: f32):
// TENSORS-NEXT: linalg.yield %[[Z]] : f32
// TENSORS-NEXT: } -> tensor<10x15xf32>
// TENSORS: %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// TENSORS-SAME: ins(%[[SUM]], %[[WIDE]] : tensor<10x15xf32>, tensor<10x15xf32>) outs(%{{.*}} : tensor<10x15xf32>) {
// TENSORS-NEXT: ^bb0(%[[V:.*]]: f32, %[[W:.*]]: f32, %{{.*}}: f32):
// TENSORS-NEXT: %[[P:.*]] = arith.mulf %[[V]], %[[W]] : f32
// TENSORS-NEXT: linalg.yield %[[P]] : f32
// TENSORS-NEXT: } -> tensor<10x15xf32>
// TENSORS: hal.interface.store.tensor %[[R]], @legacy_io::@ret0
// TENSORS-NOT: mhlo

// FUSED: %[[A:.*]] = hal.interface.load.tensor @legacy_io::@arg0
// FUSED: %[[B:.*]] = hal.interface.load.tensor @legacy_io::@arg1
// FUSED: %[[C:.*]] = hal.interface.load.tensor @legacy_io::@arg2
// FUSED: %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ROW]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// FUSED-SAME: ins(%[[A]], %[[B]], %[[C]] : tensor<10x15xf32>, tensor<10x15xf32>, tensor<15xf32>) outs(%{{.*}} : tensor<10x15xf32>) {
// FUSED-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %{{.*}}: f32):
// FUSED-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : f32
// FUSED-NEXT: %[[P:.*]] = arith.mulf %[[S]], %[[Z]] : f32
// FUSED-NEXT: linalg.yield %[[P]] : f32
// FUSED-NEXT: } -> tensor<10x15xf32>
// FUSED-NOT: linalg.generic
// FUSED: hal.interface.store.tensor %[[R]], @legacy_io::@ret0

// CHECK: func.func @main_ex_dispatch() {
// CHECK-NEXT: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<10x15xf32>
// CHECK-NEXT: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<10x15xf32>
// CHECK-NEXT: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<10x15xf32>
// CHECK-NEXT: %[[C:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg2} : memref<15xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ROW]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: ins(%[[A]], %[[B]], %[[C]] : memref<10x15xf32>, memref<10x15xf32>, memref<15xf32>) outs(%[[R]] : memref<10x15xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[S]], %[[Z]] : f32
// CHECK-NEXT: linalg.yield %[[P]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NOT: tensor<
// CHECK: hal.interface private @legacy_io

// UPSTREAM-COUNT-1: linalg.generic
// UPSTREAM-NOT: linalg.generic

hal.executable.variant "vulkan*" {
  module attributes {spv.target_env = #spv.target_env<
      #spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, {}>} {
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
    hal.interface private @legacy_io {
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
