// What upstream does not look at, or looks at only later.
// RUN: tern-opt %s --split-input-file --transform-interpreter --verify-diagnostics

func.func @no_threads(%x: memref<4xf32>, %a: f32) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%b0, %b1, %b2) in (%g0 = %one, %g1 = %one, %g2 = %one)
             threads(%t0, %t1, %t2) in (%s0 = %one, %s1 = %one, %s2 = %one) {
    scf.forall (%i) in (4) {
      memref.store %a, %x[%i] : memref<4xf32>
    } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{block/grid sizes must be strictly positive}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [0, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_sizes(%n: index) {
  gpu.launch blocks(%b0, %b1, %b2) in (%g0 = %n, %g1 = %n, %g2 = %n)
             threads(%t0, %t1, %t2) in (%s0 = %n, %s1 = %n, %s2 = %n) {
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{requires size-3 thread mapping}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @too_many_dims(%x: memref<4xf32>, %a: f32) {
  scf.forall (%i, %j, %k, %l) in (4, 2, 2, 2) {
    memref.store %a, %x[%i] : memref<4xf32>
  } {mapping = [#gpu.block<linear_dim_3>, #gpu.block<linear_dim_2>, #gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{expected a grid of at most 3 dimensions, but the loop is mapped to 4}}
    transform.gpu.map_forall_to_blocks %f generate_gpu_launch : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
