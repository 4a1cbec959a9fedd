// Loops that a script deals to workgroups and work items: what upstream's ops give.
// RUN: tern-opt --split-input-file --transform-interpreter --test-transform-dialect-erase-schedule %s > %t.mlir
// RUN: mlir-opt --split-input-file --transform-interpreter --test-transform-dialect-erase-schedule %s | diff - %t.mlir

func.func @saxpy2dblock(%x: memref<2x32xf32>, %y: memref<2x32xf32>, %alpha : f32, %stream : !gpu.async.token) -> memref<2x32xf32> {
  %one = arith.constant 1 : index
  %name = gpu.launch async[%stream] blocks(%arg3, %arg4, %arg5) in (%arg9 = %one, %arg10 = %one, %arg11 = %one)
            threads(%arg6, %arg7, %arg8) in (%arg12 = %one, %arg13 = %one, %arg14 = %one)
  {
    scf.forall (%i, %j) in (7, 9) {
        %4 = memref.load %x[%i, %j] : memref<2x32xf32>
        memref.store %4, %y[%i, %j] : memref<2x32xf32>
     }  { mapping = [#gpu.block<x>, #gpu.block<y>]}
    gpu.terminator
  }
  return %y : memref<2x32xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %funcop = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_forall_to_blocks %funcop grid_dims = [12, 9, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
func.func @threads(%x: memref<2x32xf32>, %y: memref<2x32xf32>, %t: memref<32xf32>, %alpha : f32, %stream : !gpu.async.token) -> memref<2x32xf32> {
  %one = arith.constant 1 : index
  %name = gpu.launch async[%stream] blocks(%arg3, %arg4, %arg5) in (%arg9 = %one, %arg10 = %one, %arg11 = %one)
            threads(%arg6, %arg7, %arg8) in (%arg12 = %one, %arg13 = %one, %arg14 = %one)
  {
    scf.forall (%i, %j) in (7, 9) {
        %4 = memref.load %x[%i, %j] : memref<2x32xf32>
        memref.store %4, %y[%i, %j] : memref<2x32xf32>
     }  { mapping = [#gpu.thread<y>, #gpu.thread<x>]}
     scf.forall (%i) in (12) {
        %7 = memref.load %t[%i] : memref<32xf32>
        memref.store %7, %t[%i] : memref<32xf32>
     }  {mapping = [#gpu.thread<x>] }
    gpu.terminator
  }
  return %y : memref<2x32xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %funcop = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %funcop block_dims = [12, 9, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
func.func @nested(%x: memref<4x32xf32>, %y: memref<4x32xf32>, %alpha : f32) {
  scf.forall (%i, %j) in (4, 1) {
    scf.forall (%k) in (32) {
      %4 = memref.load %x[%i, %k] : memref<4x32xf32>
      memref.store %4, %y[%i, %k] : memref<4x32xf32>
    }  { mapping = [#gpu.thread<x>] }
  }  { mapping = [#gpu.block<x>, #gpu.block<y>] }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %l = transform.gpu.map_forall_to_blocks %f generate_gpu_launch : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] sync_after_distribute = false : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
func.func @warps(%x: memref<64x64xf32>, %alpha : f32) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %one, %arg10 = %one, %arg11 = %one)
            threads(%arg6, %arg7, %arg8) in (%arg12 = %one, %arg13 = %one, %arg14 = %one)
  {
    scf.forall (%i, %j) in (3, 2) {
        memref.store %alpha, %x[%i, %j] : memref<64x64xf32>
     }  { mapping = [#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_0>]}
    scf.forall (%i, %j) in (1, 2) {
        memref.store %alpha, %x[%i, %j] : memref<64x64xf32>
     }  { mapping = [#gpu.warp<y>, #gpu.warp<x>]}
    scf.forall (%i, %j) in (7, 9) {
        memref.store %alpha, %x[%i, %j] : memref<64x64xf32>
     }  { mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
    scf.forall (%i) in (2) {
        memref.store %alpha, %x[%i, %i] : memref<64x64xf32>
     }  { mapping = [#gpu.warpgroup<linear_dim_0>]}
    scf.forall (%i) in (1) {
        memref.store %alpha, %x[%i, %i] : memref<64x64xf32>
     }  { mapping = [#gpu.warpgroup<x>]}
    scf.forall (%i, %j) in (2, 16) {
        memref.store %alpha, %x[%i, %j] : memref<64x64xf32>
     }  { mapping = [#gpu.lane<linear_dim_1>, #gpu.lane<linear_dim_0>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %l block_dims = [128, 4, 1] sync_after_distribute = true : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
func.func @masked(%x: memref<64x64xf32>, %alpha : f32) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %one, %arg10 = %one, %arg11 = %one)
            threads(%arg6, %arg7, %arg8) in (%arg12 = %one, %arg13 = %one, %arg14 = %one)
  {
    scf.forall (%i, %j) in (2, 2) {
        memref.store %alpha, %x[%i, %j] : memref<64x64xf32>
     }  { mapping = [#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_0>, #gpu.mask<0x33>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1]  : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @linear_blocks(%x: memref<64x64xf32>, %a: f32) {
  scf.forall (%i, %j) in (3, 2) {
    memref.store %a, %x[%i, %j] : memref<64x64xf32>
  } {mapping = [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_forall_to_blocks %f generate_gpu_launch grid_dims = [4, 2, 2] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @patterns(%m: memref<4xf32>, %i: index) -> index attributes {__parallel_region_boundary_for_test} {
  %0 = memref.load %m[%i] : memref<4xf32>
  gpu.barrier
  %1 = memref.load %m[%i] : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  gpu.barrier
  memref.store %2, %m[%i] : memref<4xf32>
  %3 = gpu.global_id x
  return %3 : index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.eliminate_barriers
      transform.apply_patterns.gpu.gpu_rewrite_patterns
    } : !transform.any_op
    transform.yield
  }
}
