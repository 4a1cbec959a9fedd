// RUN: tern-opt %s --hlo-to-linalg-on-tensors --hlo-to-linalg-on-buffers --split-input-file --verify-diagnostics

// Two products cannot be one: the first would need a temporary buffer.

func.func @refuses_product_of_product() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x4xf32>
  // expected-error @below {{'mhlo.dot' op has no buffer for its result: a temporary buffer would be needed}}
  %d = "mhlo.dot"(%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-note @below {{a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here}}
  %e = "mhlo.dot"(%d, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %e, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_reduction_of_computed() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{'linalg.generic' op has no buffer for its result: a temporary buffer would be needed}}
  %n = "mhlo.negate"(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-note @below {{a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here}}
  %r = "mhlo.reduce"(%n, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

// In place an element must be read where it is written.

func.func @refuses_transposition_in_place() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x4xf32>
  // expected-error @below {{'mhlo.dot' op has no buffer for its result: a temporary buffer would be needed}}
  %d = "mhlo.dot"(%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-note @below {{a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here}}
  %t = "mhlo.transpose"(%d) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %t, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_two_inputs_in_place() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x4xf32>
  %d = "mhlo.dot"(%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @below {{'mhlo.dot' op has no buffer for its result: a temporary buffer would be needed}}
  %e = "mhlo.dot"(%b, %a) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-note @below {{a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here}}
  %s = "mhlo.add"(%d, %e) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %s, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

// Another view of the same memory is read later.

func.func @refuses_in_place_under_view() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x4xf32>
  // expected-error @below {{'mhlo.dot' op has no buffer for its result: a temporary buffer would be needed}}
  %d = "mhlo.dot"(%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %v = "mhlo.reshape"(%d) : (tensor<4x4xf32>) -> tensor<16xf32>
  %n = "mhlo.negate"(%v) : (tensor<16xf32>) -> tensor<16xf32>
  // expected-note @below {{a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here}}
  %m = "mhlo.abs"(%d) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %n, @io::@ret0, offset = %c0 : tensor<16xf32>
  hal.interface.store.tensor %m, @io::@both, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

// All results of an op are computed or none.

func.func @refuses_unused_result() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{'mhlo.reduce' op has no buffer for its result: a temporary buffer would be needed}}
  // expected-note @below {{a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here}}
  %r:2 = "mhlo.reduce"(%a, %a, %z, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
    %s = "mhlo.add"(%x, %v) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "mhlo.maximum"(%y, %w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s, %t) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>}
      : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  hal.interface.store.tensor %r#1, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

// Computed in the middle of what is copied there afterwards.

func.func @refuses_insertion_into_loaded() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<8xf32>
  // expected-error @below {{'linalg.generic' op has no buffer for its result: a temporary buffer would be needed}}
  %n = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note @below {{a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here}}
  %r = tensor.insert_slice %n into %b[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<8xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_overlapping_insertions() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %e = tensor.empty() : tensor<8xf32>
  // expected-error @below {{'linalg.generic' op has no buffer for its result: a temporary buffer would be needed}}
  %m = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %s = tensor.insert_slice %a into %e[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  // expected-note @below {{a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here}}
  %r = tensor.insert_slice %m into %s[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<8xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_to_overwrite_what_is_read_later() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<4xf32>
  // expected-error @below {{'linalg.generic' op overwrites binding @io::@both while its contents are still needed}}
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note @below {{they are read here; write the result to another binding}}
  %s = "mhlo.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@both, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %s, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_to_multiply_onto_itself() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<4x4xf32>
  %b = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<4x4xf32>
  // expected-error @below {{'mhlo.dot' op overwrites binding @io::@both while its contents are still needed}}
  // expected-note @below {{they are read here; write the result to another binding}}
  %d = "mhlo.dot"(%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %d, @io::@both, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

// The second result of an op counts as well.

func.func @refuses_second_result_on_input() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<4x4xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{'mhlo.reduce' op overwrites binding @io::@both while its contents are still needed}}
  // expected-note @below {{they are read here; write the result to another binding}}
  %r:2 = "mhlo.reduce"(%a, %a, %z, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
    %s = "mhlo.add"(%x, %v) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "mhlo.maximum"(%y, %w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s, %t) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>}
      : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  hal.interface.store.tensor %r#0, @io::@ret0, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %r#1, @io::@both, offset = %c0 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_to_move_within_binding() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = hal.interface.load.tensor @io::@both, offset = %c0 : tensor<4xf32>
  // expected-error @below {{'hal.interface.store.tensor' op overwrites binding @io::@both while its contents are still needed}}
  // expected-note @below {{they are read here; write the result to another binding}}
  hal.interface.store.tensor %a, @io::@both, offset = %c4 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_two_stores_to_one_place() {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %s = "mhlo.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note @below {{by this store; remove it, or give the two different bindings or offsets}}
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  // expected-error @below {{'hal.interface.store.tensor' op writes to a part of binding @io::@ret0 that is written already}}
  hal.interface.store.tensor %s, @io::@ret0, offset = %c12 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_computed_offset() {
  %c0 = arith.constant 0 : index
  %i = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<index>
  // expected-note @below {{it comes from here; use constants and hal.interface.load.constant}}
  %n = tensor.extract %i[] : tensor<index>
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  // expected-error @below {{'hal.interface.store.tensor' op has an offset or size that the dispatch computes}}
  hal.interface.store.tensor %a, @io::@ret0, offset = %n : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_dynamic_insertion() {
  %c0 = arith.constant 0 : index
  %n = hal.interface.load.constant offset = 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  %e = tensor.empty() : tensor<8xf32>
  // expected-error @below {{'tensor.insert_slice' op needs constant offsets, sizes and strides}}
  %r = tensor.insert_slice %a into %e[%n] [4] [1] : tensor<4xf32> into tensor<8xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<8xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_unwritten_input() {
  %c0 = arith.constant 0 : index
  // expected-note @below {{it comes from here}}
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{'linalg.generic' op reads a tensor that nothing has written}}
  %r = "mhlo.negate"(%e) : (tensor<4xf32>) -> tensor<4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

func.func @refuses_unknown_op() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  // expected-error @below {{'mhlo.cholesky' op cannot be converted to linalg on buffers}}
  %r = "mhlo.cholesky"(%a) {lower = true} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

// expected-error @below {{'func.func' op has several blocks, but tensors only flow through straight-line code}}
func.func @refuses_several_blocks() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
  cf.br ^bb1
^bb1:
  hal.interface.store.tensor %a, @io::@ret0, offset = %c0 : tensor<4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @both, set=0, binding=3, type="StorageBuffer", access="Read|Write"
}

// -----

// expected-error @below {{'func.func' op has tensors as arguments or results}}
// expected-note @below {{inside a dispatch tensors come from hal.interface.load.tensor}}
func.func @refuses_tensor_argument(%a: tensor<4xf32>) {
  return
}
