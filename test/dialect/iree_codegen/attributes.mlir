// Attributes for IREE's code generators are kept as they are written.

// RUN: tern-opt %s | tern-opt | FileCheck %s

// CHECK: #iree_codegen.lowering_config<tile_sizes = {{\[}}[32, 32], {sizes = [8], interchange = [1, 0]}]>
// CHECK: #iree_gpu.pipeline<VectorDistribute>
// CHECK: #iree_cpu.lowering_config<distribution = [64, 64]>
func.func @f() attributes {
    a = #iree_codegen.lowering_config<tile_sizes = [[32, 32], {sizes = [8], interchange = [1, 0]}]>,
    b = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1]>,
    c = #iree_cpu.lowering_config<distribution = [64, 64]>} {
  return
}
