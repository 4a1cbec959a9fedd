// RUN: tern-opt --split-input-file --transform-interpreter %s > %t.ours
// RUN: mlir-opt --split-input-file --transform-interpreter %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Conversions run from scripts, with patterns, types and legality as the script has them.

// CHECK-LABEL: llvm.func @kernel
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: nvvm.shfl.sync bfly
// CHECK: nvvm.barrier
gpu.module @nv {
  gpu.func @kernel(%m: memref<64xf32, 1>, %f: f32, %v: i32) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id y
    %d = gpu.block_dim x
    %l = gpu.lane_id
    %w = arith.constant 32 : i32
    %s, %p = gpu.shuffle xor %f, %v, %w : f32
    gpu.barrier
    memref.store %s, %m[%t] : memref<64xf32, 1>
    gpu.return
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["gpu.module"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %t {
      transform.apply_conversion_patterns.gpu.gpu_to_nvvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm", "nvvm", "memref", "arith"], illegal_dialects = ["gpu"], legal_ops = ["gpu.module"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK: nvvm.redux.sync
// CHECK: nvvm.wmma.load
gpu.module @nv {
  func.func @reduce(%v: i32) -> i32 {
    %s = gpu.subgroup_reduce add %v uniform : (i32) -> i32
    return %s : i32
  }
  func.func @matrix(%m: memref<32x32xf16, 3>, %i: index) {
    %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
    return
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["gpu.module"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %t {
      transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
      transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32}
    } {legal_dialects = ["llvm", "nvvm"], illegal_ops = ["gpu.subgroup_reduce", "gpu.subgroup_mma_load_matrix"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.insertelement
func.func @vectors(%v: vector<4xf32>, %f: f32) -> vector<4xf32> {
  %0 = vector.insert %f, %v [2] : f32 into vector<4xf32>
  %1 = vector.broadcast %f : f32 to vector<4xf32>
  %2 = arith.addf %0, %1 : vector<4xf32>
  return %2 : vector<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %t {
      transform.apply_conversion_patterns.func.func_to_llvm
      transform.apply_conversion_patterns.vector.vector_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: llvm.func @kernel
// CHECK: rocdl.workitem.id.x
gpu.module @amd {
  gpu.func @kernel(%m: memref<64xf32, 1>, %f: f32, %v: i32) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id y
    %d = gpu.block_dim x
    gpu.barrier
    memref.store %f, %m[%t] : memref<64xf32, 1>
    gpu.return
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["gpu.module"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %t {
      transform.apply_conversion_patterns.gpu.gpu_to_rocdl chipset = "gfx942"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm", "rocdl", "memref", "arith"], illegal_dialects = ["gpu"], legal_ops = ["gpu.module"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @matrix
// CHECK: nvvm.mma.sync
func.func @matrix(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) -> vector<2x2xf16> {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return %d : vector<2x2xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %t {
      transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm", "nvvm"], illegal_dialects = ["nvgpu"], partial_conversion} : !transform.any_op
    transform.yield
  }
}
