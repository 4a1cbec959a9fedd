// RUN: tern-opt --split-input-file --transform-interpreter --verify-diagnostics %s

// A transfer cannot be made empty in the last iterations.
func.func @transfers(%g: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  %z = arith.constant 0.0 : f32
  %w = memref.alloc(%n) : memref<?xf32, #gpu.address_space<workgroup>>
  // expected-note @+1 {{couldn't predicate?}}
  scf.for %i = %c0 to %c96 step %c4 {
    %v = vector.transfer_read %g[%i], %z : memref<?xf32>, vector<4xf32>
    vector.transfer_write %v, %w[%i] : vector<4xf32>, memref<?xf32, #gpu.address_space<workgroup>>
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error @+2 {{irreversible pipelining failure}}
    // expected-note @+1 {{try setting "peel_epilogue"}}
    %l = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %t {depth = 2} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @nothing(%g: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  // expected-error @+1 {{no shared memory copy}}
  scf.for %i = %c0 to %c96 step %c4 {
    %v = memref.load %g[%i] : memref<?xf32>
    memref.store %v, %g[%i] : memref<?xf32>
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %l = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %t {depth = 2, peel_epilogue} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_product(%a: memref<16x8xf32>, %f: f32) {
  // expected-note @+1 {{target op}}
  linalg.fill ins(%f : f32) outs(%a : memref<16x8xf32>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["linalg.fill"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{unsupported target op: linalg.}}
    transform.nvgpu.rewrite_matmul_as_mma_sync %t : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

func.func @odd(%a: memref<16x5xf32>, %b: memref<5x8xf32>, %c: memref<16x8xf32>) {
  // expected-note @+1 {{target op}}
  linalg.matmul ins(%a, %b : memref<16x5xf32>, memref<5x8xf32>) outs(%c : memref<16x8xf32>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{unsupported target op: linalg.}}
    transform.nvgpu.rewrite_matmul_as_mma_sync %t : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

func.func @no_launch(%a: memref<8xf32>, %b: memref<8xf32, #gpu.address_space<workgroup>>) {
  // expected-note @+1 {{this is no copy of a matrix in the launch of the first target}}
  linalg.copy ins(%a : memref<8xf32>) outs(%b : memref<8xf32, #gpu.address_space<workgroup>>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["linalg.copy"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{nested under a common gpu.LaunchOp}}
    transform.nvgpu.rewrite_copy_as_tma %t : (!transform.any_op) -> ()
    transform.yield
  }
}
