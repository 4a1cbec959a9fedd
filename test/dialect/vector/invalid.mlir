// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

func.func @a(%v: vector<4x8xf32>, %i : index) {
  // expected-error@+1 {{expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  %0 = vector.extract %v[4] : vector<8xf32> from vector<4x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>, %i : index) {
  // expected-error@+1 {{expected position attribute of rank no greater than vector rank}}
  %0 = vector.extract %v[1,2,3] : f32 from vector<4x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>, %i : f32) {
  // expected-error@+1 {{expected position attribute rank to match the dest vector rank}}
  %0 = vector.insert %i, %v[1] : f32 into vector<4x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{source rank higher than destination rank}}
  %0 = vector.broadcast %v : vector<4x8xf32> to vector<8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{dimension mismatch (8 vs. 9)}}
  %0 = vector.broadcast %v : vector<4x8xf32> to vector<2x4x9xf32>
  return
}

// -----

func.func @a(%v: tensor<4x8xf32>) {
  // expected-error@+1 {{source type is not a vector}}
  %0 = vector.broadcast %v : tensor<4x8xf32> to vector<2x4x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{source/result bitwidth of the minor 1-D vectors must be equal}}
  %0 = vector.bitcast %v : vector<4x8xf32> to vector<4x8xi16>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{dimension size mismatch at: 0}}
  %0 = vector.bitcast %v : vector<4x8xf32> to vector<3x8xi32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{failed to verify that all of {source, result} have same rank}}
  %0 = vector.bitcast %v : vector<4x8xf32> to vector<8xi32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{has different number of elements at source (32) and result (33)}}
  %0 = vector.shape_cast %v : vector<4x8xf32> to vector<33xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{has different source and result element types}}
  %0 = vector.shape_cast %v : vector<4x8xf32> to vector<32xi32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{duplicate position index: 0}}
  %0 = vector.transpose %v, [0, 0] : vector<4x8xf32> to vector<4x4xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{transposition length mismatch: 1}}
  %0 = vector.transpose %v, [0] : vector<4x8xf32> to vector<4x4xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{dimension size mismatch at: 1}}
  %0 = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<4x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{mask index #2 out of range}}
  %0 = vector.shuffle %v, %v [0, 8] : vector<4x8xf32>, vector<4x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>, %w: vector<4x7xf32>) {
  // expected-error@+1 {{dimension mismatch}}
  %0 = vector.shuffle %v, %w [0, 7] : vector<4x8xf32>, vector<4x7xf32>
  return
}

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %n : vector<4x8xi1>
  return
}

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{must specify array attr of size equal vector result rank}}
  %0 = vector.constant_mask [1] : vector<4x8xi1>
  return
}

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [1, 9] : vector<4x8xi1>
  return
}

// -----

func.func @a(%n: index) {
  // expected-error@+1 {{expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim}}
  %0 = vector.constant_mask [0, 3] : vector<4x8xi1>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{unsupported reduction rank: 2}}
  %0 = vector.reduction <add>, %v : vector<4x8xf32> into f32
  return
}

// -----

func.func @a(%v: vector<8xf32>) {
  // expected-error@+1 {{failed to verify that source operand and result have same element type}}
  %0 = vector.reduction <add>, %v : vector<8xf32> into i32
  return
}

// -----

func.func @a(%v: vector<4x8xf32>, %a: f32) {
  // expected-error@+1 {{destination type 'f32' is incompatible with source type 'vector<4x8xf32>'}}
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8xf32> to f32
  return
}

// -----

func.func @a(%m: memref<8x8xf32>, %i: index) {
  // expected-error@+1 {{requires 2 indices}}
  %0 = vector.load %m[%i] : memref<8x8xf32>, vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{base and result element types should match}}
  %0 = vector.load %m[%i] : memref<8xf32>, vector<8xi32>
  return
}

// -----

func.func @a(%m: memref<8xf32, strided<[2]>>, %i: index) {
  // expected-error@+1 {{most minor memref dim must have unit stride}}
  %0 = vector.load %m[%i] : memref<8xf32, strided<[2]>>, vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{destination memref has lower rank than the result vector}}
  %0 = vector.load %m[%i] : memref<8xf32>, vector<2x8xf32>
  return
}

// -----

func.func @a(%m: memref<8xf32>, %i: index, %v: vector<8xf32>) {
  // expected-error@+1 {{requires 1 indices}}
  vector.store %v, %m[%i, %i] : memref<8xf32>, vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8xf32>, %i: index, %v: vector<8xf32>, %k: vector<7xi1>) {
  // expected-error@+1 {{expected valueToStore shape to match mask shape}}
  vector.maskedstore %m[%i], %k, %v : memref<8xf32>, vector<7xi1>, vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8xf32>, %i: index, %v: vector<8xf32>, %k: vector<7xi1>) {
  // expected-error@+1 {{expected result shape to match mask shape}}
  %0 = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<7xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8xf32>, %i: index, %v: vector<8xf32>, %k: vector<8xi1>) {
  // expected-error@+1 {{expected result shape to match mask shape}}
  %0 = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<8xi1>, vector<8xf32> into vector<7xf32>
  return
}

// -----

func.func @a(%m: memref<8xf32>, %i: index, %v: vector<8xf32>, %k: vector<8xi1>, %x: vector<7xi32>) {
  // expected-error@+1 {{expected result dim to match indices dim}}
  %0 = vector.gather %m[%i] [%x], %k, %v : memref<8xf32>, vector<7xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error@+1 {{requires 2 indices}}
  %0 = vector.transfer_read %m[%i], %p : memref<8x8xf32>, vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error@+1 {{requires a permutation_map with input dims of the same rank as the source type}}
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0) -> (d0)>} : memref<8x8xf32>, vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error@+1 {{requires a permutation_map that is a permutation (found one dim used more than once)}}
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<8x8xf32>, vector<8x8xf32>
  return
}

// -----

func.func @a(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error@+1 {{requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<8x8xf32>, vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error@+1 {{expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2}}
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, false]} : memref<8x8xf32>, vector<8xf32>
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @a(%m: memref<8x8xf32>, %i: index, %p: i32) {
  // expected-error@+1 {{use of value '%p' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = vector.transfer_read %m[%i, %i], %p : memref<8x8xf32>, vector<8xf32>
  return
}

// -----

func.func @a(%m: memref<8x8xf32>, %i: index, %p: f32, %k: vector<7xi1>) {
  // expected-error@+1 {{inferred mask type ('vector<8xi1>') and mask operand type ('vector<7xi1>') don't match}}
  %0 = "vector.transfer_read"(%m, %i, %i, %p, %k) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<8x8xf32>, index, index, f32, vector<7xi1>) -> vector<8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected sizes dimension 1 to be confined to [1, 9)}}
  %0 = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [2, 9], strides = [1, 1]} : vector<4x8xf32> to vector<2x9xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected offsets, sizes and strides attributes of same size}}
  %0 = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [2], strides = [1, 1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected offsets dimension 0 to be confined to [0, 4)}}
  %0 = vector.extract_strided_slice %v {offsets = [5], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected strides to be confined to [1, 2)}}
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [2]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected result type to be 'vector<2x8xf32>'}}
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>, %w: vector<2xf32>) {
  // expected-error@+1 {{expected offsets of same size as destination vector rank}}
  %0 = vector.insert_strided_slice %w, %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @a(%v: vector<4x8xf32>, %w: vector<2xf32>) {
  // expected-error@+1 {{expected sum(offsets, source vector shape) dimension 1 to be confined to [1, 9)}}
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 7], strides = [1]} : vector<2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @a(%v: f32) {
  // expected-error@+1 {{number of operands and types do not match: got 2 operands and 3 types}}
  %0 = vector.from_elements %v, %v : vector<3xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error@+1 {{failed to verify that type of 'result' is double the width of the inputs}}
  %0 = vector.interleave %v, %v : vector<4xf32> -> vector<7xf32>
  return
}

// -----

func.func @a(%v: vector<5xf32>) {
  // expected-error@+1 {{failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0, %1 = vector.deinterleave %v : vector<5xf32> -> vector<2xf32>
  return
}

// -----

func.func @a(%a: vector<2x4xf32>, %b: vector<4x3xf32>, %c: vector<2x3xf32>) {
  // expected-error@+1 {{expected an indexing map for each vector operand}}
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<2x3xf32>
  return
}

// -----

func.func @a(%a: vector<2x4xf32>, %b: vector<5x3xf32>, %c: vector<2x3xf32>) {
  // expected-error@+1 {{invalid contracting dimension map}}
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<5x3xf32> into vector<2x3xf32>
  return
}

// -----

func.func @a(%a: vector<2x4xf32>, %b: vector<4x3xf32>, %c: vector<2x2xf32>) {
  // expected-error@+1 {{invalid accumulator/result vector shape, expected: 'vector<2x3xf32>'}}
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<2x2xf32>
  return
}

// -----

func.func @a(%a: vector<2x4xf32>, %b: vector<4x3xf32>, %c: vector<2x3xf32>) {
  // expected-error@+1 {{expected indexing map 0 to have 2 number of inputs}}
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel"]} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<2x3xf32>
  return
}

// -----

func.func @a(%a: vector<2x4xf32>, %b: vector<3xf32>) {
  // expected-error@+1 {{expected 1-d vector for operand #1}}
  %r = vector.outerproduct %a, %b : vector<2x4xf32>, vector<3xf32>
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @a(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<3x2xf32>) {
  // expected-error@+1 {{use of value '%c' expects different type than prior uses: 'vector<2x3xf32>' vs 'vector<3x2xf32>'}}
  %r = vector.outerproduct %a, %b, %c : vector<2xf32>, vector<3xf32>
  return
}

// -----

func.func @a(%v: vector<2x4xf32>, %a: vector<3xf32>) {
  // expected-error@+1 {{incompatible input/initial value shapes}}
  %r:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<3xf32>
  return
}

// -----

func.func @a(%v: vector<2x4xf32>, %a: vector<2xf32>) {
  // expected-error@+1 {{reduction dimension 2 has to be less than 2}}
  %r:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 2 : i64} : vector<2x4xf32>, vector<2xf32>
  return
}

// -----

func.func @a(%k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expects a MaskableOpInterface within the mask region}}
  %r = vector.mask %k { arith.addf %v, %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}

// -----

func.func @a(%k: vector<5xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expects a 'vector<4xi1>' mask for the maskable operation}}
  %r = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<5xi1> -> f32
  return
}

// -----

func.func @a(%k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expects result type to match maskable operation result type}}
  %r = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f64
  return
}

// -----

func.func @a(%k: vector<4xi1>, %v: vector<4xf32>, %f: f32) {
  // expected-error@+1 {{doesn't expect a passthru argument for this maskable operation}}
  %r = vector.mask %k, %f { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @a(%m: memref<5x4xf32>) {
  // expected-error@+1 {{expects concatenated result and operand shapes to be equal: 'memref<vector<5x5xf32>>'}}
  %r = vector.type_cast %m : memref<5x4xf32> to memref<vector<5x5xf32>>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %w: vector<[4]xf32>) {
  // expected-error@+1 {{failed to verify that position is a multiple of the source length.}}
  %r = vector.scalable.insert %v, %w[3] : vector<4xf32> into vector<[4]xf32>
  return
}

// -----

func.func @class_of_result(%x: f32) {
  // expected-error@+1 {{custom op 'vector.broadcast' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.broadcast %x : f32 to f32
  return
}

// -----

func.func @class_of_memref(%x: tensor<8xf32>, %i: index) {
  // expected-error@+1 {{custom op 'vector.load' invalid kind of type specified: expected builtin.memref, but found 'tensor<8xf32>'}}
  %0 = vector.load %x[%i] : tensor<8xf32>, vector<4xf32>
  return
}

// -----

func.func @class_without_name(%x: f32) {
  // expected-error@+1 {{custom op 'tensor.cast' invalid kind of type specified}}
  %0 = tensor.cast %x : f32 to tensor<?xf32>
  return
}

// -----

func.func @alignment_before_what_follows(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{'vector.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = vector.load %m[%i] {alignment = 6} : memref<8xf32>
  return
}

// -----

func.func @kind_of_outerproduct(%v: vector<4xf32>) {
  // expected-error@+1 {{expected 'kind' attribute of type CombiningKind (e.g. 'vector.kind<add>')}}
  %0 = vector.outerproduct %v, %v {kind = 3} : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @kind_of_reduction(%v: vector<4xf32>) {
  // expected-error@+2 {{custom op 'vector.reduction' expected ::mlir::vector::CombiningKind to be one of: add, mul}}
  // expected-error@+1 {{custom op 'vector.reduction' failed to parse Vector_CombiningKindAttr parameter 'value' which is to be a `::mlir::vector::CombiningKind`}}
  %0 = vector.reduction <sum>, %v : vector<4xf32> into f32
  return
}

// -----

func.func @scalable_outerproduct(%v: vector<[4]xf32>, %w: vector<4xf32>) {
  // expected-error@+1 {{expected either both or only #2 operand dim to be scalable}}
  %0 = vector.outerproduct %v, %w : vector<[4]xf32>, vector<4xf32>
  return
}

// -----

func.func @scalable_slice(%v: vector<[2]xf32>, %w: vector<[4]xf32>) {
  // expected-error@+1 {{expected size at idx=0 to match the corresponding base size from the input vector (2 vs 4)}}
  %0 = vector.insert_strided_slice %v, %w {offsets = [0], strides = [1]} : vector<[2]xf32> into vector<[4]xf32>
  return
}

// -----

func.func @scalar_extract(%v: vector<4xf32>) {
  // expected-error@+1 {{expected a scalar instead of a 0-d vector as the result type}}
  %0 = vector.extract %v[1] : vector<f32> from vector<4xf32>
  return
}

// -----

func.func @scalar_insert(%v: vector<4xf32>, %x: vector<f32>) {
  // expected-error@+1 {{expected a scalar instead of a 0-d vector as the source operand}}
  %0 = vector.insert %x, %v[1] : vector<f32> into vector<4xf32>
  return
}

// -----

func.func @shuffle_elements(%v: vector<2xf32>, %w: vector<2xi32>) {
  // expected-error@+1 {{failed to verify that second operand v2 and result have same element type}}
  %0 = vector.shuffle %v, %w [0, 1] : vector<2xf32>, vector<2xi32>
  return
}

// -----

func.func @transfer_of_other_width(%m: memref<?xi24>, %i: index, %p: i24) {
  // expected-error@+1 {{requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  %0 = vector.transfer_read %m[%i], %p : memref<?xi24>, vector<4xi8>
  return
}

// -----

func.func @transfer_of_other_vectors(%m: memref<?xvector<3xf32>>, %i: index, %p: vector<3xf32>) {
  // expected-error@+1 {{requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source}}
  %0 = vector.transfer_read %m[%i], %p : memref<?xvector<3xf32>>, vector<2xf32>
  return
}

// -----

func.func @store_rank(%v: vector<2x4xf32>, %m: memref<?xf32>, %i: index) {
  // expected-error@+1 {{source memref has lower rank than the vector to store}}
  vector.store %v, %m[%i] : memref<?xf32>, vector<2x4xf32>
  return
}

// -----

#maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>]
#matvec = {indexing_maps = #maps, iterator_types = ["parallel", "reduction"]}
func.func @one_mask(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>, %k: vector<2x4xi1>) {
  // expected-error@+1 {{custom op 'vector.contract' expected zero or exactly 2 vector mask operands}}
  %0 = vector.contract #matvec %a, %b, %c, %k : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>]
#matvec = {indexing_maps = #maps}
func.func @no_iterators(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error@+1 {{custom op 'vector.contract' expected "iterator_types" array attribute}}
  %0 = vector.contract #matvec %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>]
#matvec = {indexing_maps = #maps, iterator_types = ["parallel", "reduction"]}
func.func @signed_factors(%a: vector<2x4xsi8>, %b: vector<4xsi8>, %c: vector<2xsi32>) {
  // expected-error@+1 {{only supports signless integer types}}
  %0 = vector.contract #matvec %a, %b, %c : vector<2x4xsi8>, vector<4xsi8> into vector<2xsi32>
  return
}

// -----

func.func @fixed_elements(%x: f32) {
  // expected-error@+1 {{'dest' must be fixed-length vector of any type values, but got 'vector<[2]xf32>'}}
  %0 = vector.from_elements %x, %x : vector<[2]xf32>
  return
}
