// RUN: tern-opt --split-input-file --transform-interpreter --verify-diagnostics %s

// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{target op}}
func.func @tensors(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{dialect conversion failed}}
    transform.apply_conversion_patterns to %t {
      transform.apply_conversion_patterns.func.func_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {illegal_ops = ["func.func"]} : !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{target op}}
func.func @vectors(%v: vector<4xf32>, %f: f32) -> vector<4xf32> {
  %0 = vector.insert %f, %v [2] : f32 into vector<4xf32>
  %1 = vector.broadcast %f : f32 to vector<4xf32>
  %2 = arith.addf %0, %1 : vector<4xf32>
  return %2 : vector<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{dialect conversion failed}}
    transform.apply_conversion_patterns to %t {
      transform.apply_conversion_patterns.vector.vector_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {illegal_dialects = ["nosuch"]} : !transform.any_op
    transform.yield
  }
}

// -----

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
      // expected-error @+1 {{Invalid chipset name: gfz942}}
      transform.apply_conversion_patterns.gpu.gpu_to_rocdl chipset = "gfz942"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @vectors(%v: vector<4xf32>, %f: f32) -> vector<4xf32> {
  %0 = vector.insert %f, %v [2] : f32 into vector<4xf32>
  %1 = vector.broadcast %f : f32 to vector<4xf32>
  %2 = arith.addf %0, %1 : vector<4xf32>
  return %2 : vector<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{pattern descriptor does not specify type converter}}
    transform.apply_conversion_patterns to %t {
      // expected-note @+1 {{pattern descriptor op}}
      transform.apply_conversion_patterns.func.func_to_llvm
    } {legal_dialects = ["llvm"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @unknown() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %t {
      // expected-error @+1 {{dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded: gpu}}
      transform.apply_conversion_patterns.dialect_to_llvm "gpu"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm"]} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @unknown() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %t {
      // expected-error @+1 {{unknown dialect or dialect not loaded: nosuch}}
      transform.apply_conversion_patterns.dialect_to_llvm "nosuch"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm"]} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_patterns() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %t {
      // expected-error @+1 {{is known here but its patterns cannot be applied}}
      transform.apply_conversion_patterns.scf.scf_to_control_flow
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm"]} : !transform.any_op
    transform.yield
  }
}
