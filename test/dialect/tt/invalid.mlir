// RUN: tern-opt %s --split-input-file --verify-diagnostics
tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.make_range' op start must be less than end}}
  %0 = tt.make_range {start = 8 : i32, end = 8 : i32} : tensor<8xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{return type must be a 1D tensor}}
  %0 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<4x2xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{number of elements in returned tensor, 16, must match size of range [0, 8), which has 8 elements}}
  %0 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<16xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{returned tensor must have i32 elements}}
  %0 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi64>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{Number of elements must be power-of-two, but %0 = "tt.make_range"() <{end = 6 : i32, start = 0 : i32}> : () -> tensor<6xi32> doesn't follow the rule (6) elements}}
  %0 = tt.make_range {start = 0 : i32, end = 6 : i32} : tensor<6xi32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{Maximum allowed number of elements is 1048576}}
  %0 = tt.splat %x : f32 -> tensor<2097152xf32>
  tt.return
}

// -----

tt.func @f(%x: index) {
  // expected-error @below {{must be floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'index'}}
  %0 = tt.splat %x : index -> tensor<8xindex>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>) {
  // expected-error @below {{order must have the same size as the rank of the operand and result}}
  %0 = tt.trans %x {order = array<i32: 1>} : tensor<8x4xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>) {
  // expected-error @below {{order must be a permutation of [0, ..., rank - 1]}}
  %0 = tt.trans %x {order = array<i32: 1, 1>} : tensor<8x4xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>) {
  // expected-error @below {{result shape must match the permutation of the source shape}}
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x4xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x2xf32>) {
  // expected-error @below {{Different dimensions at index 1 between source and result.  Broadcast requires the source dimension to be 1.}}
  %0 = tt.broadcast %x : tensor<8x2xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{rank of source must be same as rank of result}}
  %0 = tt.broadcast %x : tensor<8xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{result shape must be (8, 2), but got 2, 8}}
  %0 = tt.join %x, %x : tensor<8xf32> -> tensor<2x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{result element type must match the input element type}}
  %0 = tt.join %x, %x : tensor<8xf32> -> tensor<8x2xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>) {
  // expected-error @below {{last dimension of input tensor must be 2}}
  // expected-error @below {{failed to infer returned types}}
  %0, %1 = tt.split %x : tensor<8x4xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x2xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<4xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0, %1 = tt.split %x : tensor<8x2xf32> -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<8x1xf32>' are incompatible}}
  // expected-error @below {{failed to infer returned types}}
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{axis 2 is out of bounds for a result of rank 2}}
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{number of src and dst elements of reshape must be the same}}
  %0 = tt.reshape %x : tensor<8xf32> -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{source tensor must have exactly one element}}
  %0 = tt.unsplat %x : tensor<2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>, %i: tensor<8xi32>) {
  // expected-error @below {{gather dimension must be less than the input rank}}
  %0 = tt.gather %x[%i] {axis = 1 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>, %i: tensor<8xi32>) {
  // expected-error @below {{indices and output shapes must match}}
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>, %i: tensor<8xi32>) {
  // expected-error @below {{input and output element types must match}}
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x2xf32>, %i: tensor<8xi32>) {
  // expected-error @below {{input and indices ranks must match}}
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x2xf32>, tensor<8xi32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x2xf32>, %i: tensor<8x4xi32>) {
  // expected-error @below {{indices dimension 1 must match the corresponding input dimension}}
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x2xf32>, tensor<8x4xi32>) -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %x: tensor<8xf16>) {
  // expected-error @below {{failed to verify that value type matches ptr type}}
  "tt.store"(%p, %x) : (tensor<8x!tt.ptr<f32>>, tensor<8xf16>) -> ()
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{Cannot bitcast data-type of size 32 to data-type of size 16}}
  %0 = tt.bitcast %x : f32 -> i16
  tt.return
}

// -----

tt.func @f(%x: !tt.ptr<f32>) {
  // expected-error @below {{Cannot bitcast pointer to non-pointer type}}
  %0 = tt.bitcast %x : !tt.ptr<f32> -> i64
  tt.return
}

// -----

tt.func @f(%x: !tt.ptr<f32>) {
  // expected-error @below {{Cannot bitcast pointer between different address spaces}}
  %0 = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<f32, 3>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{Rounding mode is required for FP downcast}}
  %0 = tt.fp_to_fp %x : f32 -> f16
  tt.return
}

// -----

tt.func @f(%x: !tt.ptr<f32>, %n: i64, %i: i32) {
  // expected-error @below {{failed to verify that infer pointer type from the result type}}
  %0 = "tt.make_tensor_ptr"(%x, %n, %n, %i) <{order = array<i32: 0>}> : (!tt.ptr<f32>, i64, i64, i32) -> !tt.ptr<tensor<8xf16>>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %c: tensor<16x16xf32>) {
  // expected-error @below {{expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand}}
  %0 = tt.dot %a, %a, %c : tensor<16x32xf16> * tensor<16x32xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x16xf32>, %c: tensor<16x16xf32>) {
  // expected-error @below {{element types of operands A and B must have same bit width}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf32> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>, %c: tensor<16x32xf32>) {
  // expected-error @below {{expected the output shape to be the concatenation}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x32xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16xf16>, %c: tensor<16xf32>) {
  // expected-error @below {{expected operands to be 2d or 3d}}
  %0 = tt.dot %a, %a, %c : tensor<16xf16> * tensor<16xf16> -> tensor<16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %s: tensor<32x4xi8>, %c: tensor<32x32xf32>) {
  // expected-error @below {{scales K dimension must match the operand K divided by the scale factor}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x64xi8>, tensor<32x4xi8> * tensor<64x32xi8> -> tensor<32x32xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %s: tensor<16x2xi8>, %c: tensor<32x32xf32>) {
  // expected-error @below {{scales N dimension must match the operand N dimension}}
  %0 = tt.dot_scaled %a, %b scale %s, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x64xi8> * tensor<64x32xi8>, tensor<16x2xi8> -> tensor<32x32xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{axis out of bounds for operand rank 1}}
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    tt.reduce.return %p : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{operand types and result types must agree}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    tt.reduce.return %p : f32
  }) : (tensor<8xf32>) -> f16
  tt.return
}

// -----

tt.func @f(%x: tensor<8x2xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    tt.reduce.return %p : f32
  }) : (tensor<8x2xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{nested block must take 2 arguments, but given block with 1 arguments}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%p: f32):
    tt.reduce.return %p : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{type mismatch on combine operation. Expected argument 1 to have type 'f32' but got 'f16'}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f16):
    tt.reduce.return %p : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{expected combine operation to return 1 values but got 2}}
  %0 = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%p: f32, %q: f32):
    tt.scan.return %p, %q : f32, f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{Pack must be a power of 2}}
  %0 = "tt.map_elementwise"(%x) <{pack = 3 : i32}> ({
  ^bb0(%p: f32):
    tt.map_elementwise.return %p : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{region has wrong number of arguments}}
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%p: f32):
    tt.map_elementwise.return %p : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>, %p: !tt.ptr<f32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%v: f32):
    // expected-error @below {{Stores are not supported inside map_elementwise}}
    tt.store %p, %v : !tt.ptr<f32>
    tt.map_elementwise.return %v : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{number of input elements 8 must be a multiple of the op's packed_element attribute, 3}}
  %0 = tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 3 : i32, pure = true} %x : tensor<8xf32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<8xf32>>, %i: i32) {
  // expected-error @below {{tensor descriptor block and tensor types must match}}
  %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<8xf32>> -> tensor<8xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<8xf32>>, %r: tensor<32xi32>, %i: i32) {
  // expected-error @below {{block must be a 2D tensor, but got 'tensor<8xf32>'}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<8xf32>>, tensor<32xi32>, i32) -> tensor<32x8xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<2x8xf32>>, %r: tensor<32xi32>, %i: i32) {
  // expected-error @below {{block must have exactly 1 row, but got 'tensor<2x8xf32>'}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<2x8xf32>>, tensor<32xi32>, i32) -> tensor<32x8xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf32>>, %r: tensor<4xi32>, %i: i32) {
  // expected-error @below {{gather must have at least 8 rows, but got 4}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<4xi32>, i32) -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf16>>, %r: tensor<32xi32>, %i: i32) {
  // expected-error @below {{gather of 'f16' must have at least 16 columns, but got 8}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<1x8xf16>>, tensor<32xi32>, i32) -> tensor<32x8xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf64>>, %r: tensor<8xi32>, %i: i32) {
  // expected-error @below {{TMA dtype cannot be greater than 32 bits}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<1x8xf64>>, tensor<8xi32>, i32) -> tensor<8x8xf64>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf32>>, %r: tensor<2x4xi32>, %i: i32) {
  // expected-error @below {{x offsets must be a 1D tensor, but got 'tensor<2x4xi32>'}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<2x4xi32>, i32) -> tensor<8x8xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf32>>, %r: tensor<8xi32>, %i: i32) {
  // expected-error @below {{result tensor must have as many rows as indices (8), but got 'tensor<16x8xf32>'}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32) -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf32>>, %r: tensor<8xi32>, %i: i32, %x: tensor<8x16xf32>) {
  // expected-error @below {{result tensor number of columns must match block (8), but got 'tensor<8x16xf32>'}}
  tt.descriptor_scatter %d[%r, %i], %x : !tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32, tensor<8x16xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf32>>, %r: tensor<8xi32>, %i: i32, %x: tensor<8x8xi32>) {
  // expected-error @below {{result tensor element type must match block ('f32'), but got 'tensor<8x8xi32>'}}
  tt.descriptor_scatter %d[%r, %i], %x : !tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32, tensor<8x8xi32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'nobody' does not reference a valid function}}
  tt.call @nobody(%x) : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%x: f32) -> f16 {
  // expected-error @below {{type of return operand 0 ('f32') doesn't match function result type ('f16') in function @f}}
  tt.return %x : f32
}

// -----

// expected-error @below {{invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
tt.func private @f(!tt.tensordesc<f32>)

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  // expected-error @below {{expected a pointer to a tensor as result}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <f32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<2x8xf32>>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op ranked reduce load only allowed for unit dimension leading dim.}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<2x8xf32>> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<4x8xf32>>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op tensor descriptor block and tensor types must match}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<4x8xf32>> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %x: i64, %y: i32) {
  // expected-error @below {{failed to verify that ptr type matches cmp type}}
  %0 = tt.atomic_cas acq_rel, gpu, %p, %x, %y : (!tt.ptr<i32>, i64, i32) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %x: i32, %y: i64) {
  // expected-error @below {{failed to verify that ptr type matches value type}}
  %0 = tt.atomic_cas acq_rel, gpu, %p, %x, %y : (!tt.ptr<i32>, i32, i64) -> i32
  tt.return
}
