// RUN: tern-opt --split-input-file --verify-diagnostics --convert-gpu-to-llvm-spv %s

gpu.module @no_subgroup_size {
  gpu.func @f(%x: f32, %i: i32) -> f32 {
    %w = arith.constant 16 : i32
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle' that was explicitly marked illegal}}
    %0, %p = gpu.shuffle xor %x, %i, %w : f32
    gpu.return %0 : f32
  }
}

// -----

gpu.module @other_width {
  llvm.func @f(%x: f32, %i: i32) -> f32 attributes {intel_reqd_sub_group_size = 32 : i32} {
    %w = arith.constant 16 : i32
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle' that was explicitly marked illegal}}
    %0, %p = gpu.shuffle xor %x, %i, %w : f32
    llvm.return %0 : f32
  }
}

// -----

gpu.module @no_function {
  llvm.func @f(%x: vector<2xf32>, %i: i32) -> vector<2xf32> attributes {intel_reqd_sub_group_size = 16 : i32} {
    %w = arith.constant 16 : i32
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle' that was explicitly marked illegal}}
    %0, %p = gpu.shuffle xor %x, %i, %w : vector<2xf32>
    llvm.return %0 : vector<2xf32>
  }
}

// -----

// A width that is computed.
gpu.module @unknown_width {
  llvm.func @f(%x: f32, %i: i32, %w: i32) -> f32 attributes {intel_reqd_sub_group_size = 16 : i32} {
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle' that was explicitly marked illegal}}
    %0, %p = gpu.shuffle xor %x, %i, %w : f32
    llvm.return %0 : f32
  }
}

// -----

gpu.module @no_width {
  gpu.func @f(%x: f32, %i: i32) -> f32 {
    %w = arith.constant 0 : i32
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle' that was explicitly marked illegal}}
    %0, %p = gpu.shuffle xor %x, %i, %w : f32
    gpu.return %0 : f32
  }
}
