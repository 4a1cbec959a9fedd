// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --transform-interpreter --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --transform-interpreter --verify-diagnostics

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } 
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{scf.forall op requires a mapping attribute}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.block<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{scf.forall op requires a mapping attribute of kind 'thread' or 'warp'}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{scf.forall op requires a mapping attribute of kind 'block'}}
    transform.gpu.map_forall_to_blocks %l grid_dims = [4, 1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i, %j) in (4, 4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>, #gpu.warp<y>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{cannot mix different mapping types, use nesting}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i, %j) in (4, 4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>, #gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{duplicate attribute, cannot map different loops to the same mapping id}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i, %j) in (4, 4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>, #gpu.thread<linear_dim_0>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{cannot mix linear and non-linear mapping modes}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i, %j) in (4, %n) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{requires statically sized, normalized forall op}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) = (1) to (4) step (1) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{unsupported non-normalized loops}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (64) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{Trying to map to fewer GPU threads than loop iterations but overprovisioning is not yet supported. Try additional tiling before mapping or map to more threads.}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (640) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{the number of required parallel resources (blocks or threads) 640 overflows the number of available resources 128}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.warp<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{3-D mapping: size of threadIdx.x must be a multiple of 32}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [48, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+2 {{Trying to launch a GPU kernel with grid_dims = (1, 1, 1) block_dims = (2048, 4, 1). It is larger than the limits.}}
    // expected-note@+1 {{"block_dims" is too large}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [2048, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+2 {{Trying to launch a GPU kernel with grid_dims = (1, 1, 1) block_dims = (512, 4, 1). It is larger than the limits.}}
    // expected-note@+1 {{"block_dims" is too large}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [512, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{Given target is not a gpu.launch}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-note@+1 {{when applied to this payload op}}
func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.block<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{Given target is not gpu.launch, set `generate_gpu_launch` attribute}}
    transform.gpu.map_forall_to_blocks %l grid_dims = [4, 1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.block<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{transform require size-3 mapping}}
    transform.gpu.map_forall_to_blocks %l : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.block<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{'transform.gpu.map_forall_to_blocks' op transform requires empty or size-3 grid_dims}}
    transform.gpu.map_forall_to_blocks %l grid_dims = [4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  // expected-note@+1 {{when applied to this payload op}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.block<x>]}
scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.block<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{could not find a unique topLevel scf.forall}}
    transform.gpu.map_forall_to_blocks %l grid_dims = [4, 1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  // expected-note@+1 {{when applied to this payload op}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{could not find a unique topLevel scf.forall}}
    transform.gpu.map_forall_to_blocks %l grid_dims = [4, 1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i, %j) in (65535, 65536) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.block<x>, #gpu.block<y>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{Trying to launch a GPU kernel with grid_dims = (65535, 65536, 1) block_dims = (1, 1, 1). It is larger than the limits.}}
    transform.gpu.map_forall_to_blocks %l grid_dims = [65535, 65536, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i, %j) in (4, 4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<x>, #gpu.thread<y>, #gpu.mask<3>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{device masking is only available in linear mapping mode}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.warp<linear_dim_0>, #gpu.mask<0xff>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+2 {{Trying to launch a GPU kernel with grid_dims = (1, 1, 1) block_dims = (1024, 4, 1). It is larger than the limits.}}
    // expected-note@+1 {{"block_dims" is too large}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [1024, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    scf.forall (%i) in (4) { memref.store %alpha, %x[%one, %one] : memref<64x64xf32> } {mapping = [#gpu.thread<linear_dim_0>, #gpu.mask<0xff>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{mask representation too short to capture all physical ids: 64}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [128, 1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%x: memref<64x64xf32>, %t: tensor<4xf32>, %alpha : f32, %n: index) {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
            threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) { scf.forall.in_parallel { } } {mapping = [#gpu.thread<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["gpu.launch"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{only bufferized scf.forall can be mapped}}
    transform.gpu.map_nested_forall_to_threads %l block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
