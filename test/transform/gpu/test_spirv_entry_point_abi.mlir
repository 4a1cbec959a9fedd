// RUN: tern-opt --split-input-file --test-spirv-entry-point-abi %s > %t.ours
// RUN: mlir-opt --split-input-file --test-spirv-entry-point-abi %s | diff - %t.ours
// RUN: FileCheck --check-prefixes=CHECK,DEFAULT %s < %t.ours
// RUN: tern-opt --split-input-file "--test-spirv-entry-point-abi=workgroup-size=32,4 subgroup-size=16 target-width=64" %s > %t.ours
// RUN: mlir-opt --split-input-file "--test-spirv-entry-point-abi=workgroup-size=32,4 subgroup-size=16 target-width=64" %s | diff - %t.ours
// RUN: FileCheck --check-prefixes=CHECK,SIZES %s < %t.ours

// Kernels that say nothing of their workgroups get what the options say.

// CHECK: gpu.func @kernel
// DEFAULT-SAME: spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
// SIZES-SAME: spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1], subgroup_size = 16, target_width = 64>
// CHECK: gpu.func @given
// CHECK-SAME: workgroup_size = [8, 8, 8]>
// CHECK: gpu.func @device
// CHECK-NOT: spirv.entry_point_abi
gpu.module @m {
  gpu.func @kernel(%x: f32) kernel {
    gpu.return
  }
  gpu.func @given() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 8]>} {
    gpu.return
  }
  gpu.func @device() {
    gpu.return
  }
}
