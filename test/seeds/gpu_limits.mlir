// The module's spv.target_env fixes what code generation may use.
// RUN: tern-compile %s -o %t.spv
// RUN: spirv-val --target-env vulkan1.1 %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// At most 32 invocations: the workgroup that is chosen without the limit is larger.
// CHECK: OpExecutionMode %main LocalSize 4 4 1
// RUN: sed -e 's/max_compute_workgroup_invocations = 32 : i32,//' %s > %t.large.mlir
// RUN: tern-compile %t.large.mlir -o %t.large.spv
// RUN: spirv-dis %t.large.spv | FileCheck %s --check-prefix=LARGE
// LARGE: OpExecutionMode %main LocalSize 4 16 1

// Half floats take a capability that the target does not have.
// RUN: sed -e 's/xf32/xf16/g' %s | not tern-opt - --hlo-to-linalg-pipeline --iree-codegen-linalg-to-gpu-pipeline \
// RUN:   --convert-to-spirv 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: takes the capability Float16 that the target does not have

hal.executable.variant "vulkan*" {
  module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>,
      {max_compute_workgroup_invocations = 32 : i32, max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}>} {
    func @main() {
      %c0 = constant 0 : index
      %0 = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<32x24xf32>
      %1 = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<24x16xf32>
      %2 = "mhlo.dot"(%0, %1) : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
      hal.interface.store.tensor %2, @io::@ret0, offset = %c0 : tensor<32x16xf32>
      return
    }
    hal.interface private @io {
      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
    }
  }
}
