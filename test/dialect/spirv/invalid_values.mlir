// The messages are upstream's, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

func.func @carry_three(%a: i32, %b: i32) {
  // expected-error@+1 {{expected result struct type containing two members}}
  %0 = "spirv.IAddCarry"(%a, %b) : (i32, i32) -> !spirv.struct<(i32, i32, i32)>
  return
}

// -----

func.func @carry_other(%a: i32, %b: i32) {
  // expected-error@+1 {{expected all operand types and struct member types are the same}}
  %0 = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i64)>
  return
}

// -----

func.func @carry_syntax(%a: i32, %b: i32) {
  // expected-error@+1 {{expected spirv.struct type with two members}}
  %0 = spirv.IAddCarry %a, %b : i32
  return
}

// -----

func.func @vector_scalar(%a: vector<4xf32>, %b: f16) {
  // expected-error@+1 {{scalar operand and result element type match}}
  %0 = spirv.VectorTimesScalar %a, %b : (vector<4xf32>, f16) -> vector<4xf32>
  return
}

// -----

func.func @vector_result(%a: vector<4xf32>, %b: f32) {
  // expected-error@+1 {{vector operand and result type mismatch}}
  %0 = spirv.VectorTimesScalar %a, %b : (vector<4xf32>, f32) -> vector<3xf32>
  return
}

// -----

func.func @length(%a: vector<3xf32>) {
  // expected-error@+1 {{failed to verify that result type must match operand element type}}
  %0 = spirv.GL.Length %a : vector<3xf32> -> f16
  return
}

// -----

func.func @distance(%a: vector<3xf32>, %b: vector<3xf32>) {
  // expected-error@+1 {{failed to verify that result type must match operand element type}}
  %0 = spirv.GL.Distance %a, %b : vector<3xf32>, vector<3xf32> -> f16
  return
}

// -----

func.func @frexp_count(%a: f32) {
  // expected-error@+1 {{result type must be a struct type with two memebers}}
  %0 = spirv.GL.FrexpStruct %a : f32 -> !spirv.struct<(f32)>
  return
}

// -----

func.func @frexp_significand(%a: f32) {
  // expected-error@+1 {{member zero of the resulting struct type must be the same type as the operand}}
  %0 = spirv.GL.FrexpStruct %a : f32 -> !spirv.struct<(f16, i32)>
  return
}

// -----

func.func @frexp_exponent(%a: f32) {
  // expected-error@+1 {{member one of the resulting struct type must be a scalar or vector of 32 bit integer type}}
  %0 = spirv.GL.FrexpStruct %a : f32 -> !spirv.struct<(f32, i16)>
  return
}

// -----

func.func @frexp_components(%a: f32) {
  // expected-error@+1 {{member one of the resulting struct type must have the same number of components as the operand type}}
  %0 = spirv.GL.FrexpStruct %a : f32 -> !spirv.struct<(f32, vector<2xi32>)>
  return
}

// -----

func.func @ldexp(%a: vector<3xf32>, %b: vector<2xi32>) {
  // expected-error@+1 {{operands must have the same number of elements}}
  %0 = spirv.GL.Ldexp %a : vector<3xf32>, %b : vector<2xi32> -> vector<3xf32>
  return
}

// -----

func.func @dot_format(%a: i32) {
  // expected-error@+1 {{requires Packed Vector Format attribute for integer vector operands}}
  %0 = spirv.SDot %a, %a : i32 -> i32
  return
}

// -----

func.func @dot_width(%a: i16) {
  // expected-error@+1 {{with specified Packed Vector Format (PackedVectorFormat4x8Bit) requires integer vector operands to be 32-bits wide}}
  %0 = spirv.SDot %a, %a, <PackedVectorFormat4x8Bit> : i16 -> i32
  return
}

// -----

func.func @dot_vector_format(%a: vector<4xi8>) {
  // expected-error@+1 {{with invalid format attribute for vector operands of type 'vector<4xi8>'}}
  %0 = spirv.SDot %a, %a, <PackedVectorFormat4x8Bit> : vector<4xi8> -> i32
  return
}

// -----

func.func @fconvert_same(%a: f32) {
  // expected-error@+1 {{expected the different bit widths for operand type and result type, but provided 'f32' and 'f32'}}
  %0 = spirv.FConvert %a : f32 to f32
  return
}

// -----

func.func @sconvert_same(%a: vector<2xi32>) {
  // expected-error@+1 {{expected the different bit widths for operand type and result type, but provided 'i32' and 'i32'}}
  %0 = spirv.SConvert %a : vector<2xi32> to vector<2xi32>
  return
}

// -----

func.func @bitcast_same(%a: f32) {
  // expected-error@+1 {{result type must be different from operand type}}
  %0 = spirv.Bitcast %a : f32 to f32
  return
}

// -----

func.func @bitcast_pointer(%a: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{unhandled bit cast conversion from pointer type to non-pointer type}}
  %0 = spirv.Bitcast %a : !spirv.ptr<f32, Function> to i64
  return
}

// -----

func.func @bitcast_to_pointer(%a: i64) {
  // expected-error@+1 {{unhandled bit cast conversion from non-pointer type to pointer type}}
  %0 = spirv.Bitcast %a : i64 to !spirv.ptr<f32, Function>
  return
}

// -----

func.func @bitcast_width(%a: f32) {
  // expected-error@+1 {{mismatch in result type bitwidth 64 and operand type bitwidth 32}}
  %0 = spirv.Bitcast %a : f32 to i64
  return
}

// -----

func.func @ptr_to_u(%a: !spirv.ptr<i32, Generic>) {
  // expected-error@+1 {{result must be a scalar type of unsigned integer}}
  %0 = spirv.ConvertPtrToU %a : !spirv.ptr<i32, Generic> to si32
  return
}

// -----

func.func @to_generic_from(%a: !spirv.ptr<f32, Uniform>) {
  // expected-error@+1 {{pointer must point to the Workgroup, CrossWorkgroup, or Function Storage Class}}
  %0 = spirv.PtrCastToGeneric %a : !spirv.ptr<f32, Uniform> to !spirv.ptr<f32, Generic>
  return
}

// -----

func.func @to_generic_to(%a: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{result type must be of storage class Generic}}
  %0 = spirv.PtrCastToGeneric %a : !spirv.ptr<f32, Function> to !spirv.ptr<f32, Uniform>
  return
}

// -----

func.func @to_generic_pointee(%a: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{pointer operand's pointee type must have the same as the op result type, but found 'f32' vs 'i32'}}
  %0 = spirv.PtrCastToGeneric %a : !spirv.ptr<f32, Function> to !spirv.ptr<i32, Generic>
  return
}

// -----

func.func @from_generic_from(%a: !spirv.ptr<f32, Uniform>) {
  // expected-error@+1 {{pointer type must be of storage class Generic}}
  %0 = spirv.GenericCastToPtr %a : !spirv.ptr<f32, Uniform> to !spirv.ptr<f32, Function>
  return
}

// -----

func.func @from_generic_to(%a: !spirv.ptr<f32, Generic>) {
  // expected-error@+1 {{result must point to the Workgroup, CrossWorkgroup, or Function Storage Class}}
  %0 = spirv.GenericCastToPtrExplicit %a : !spirv.ptr<f32, Generic> to !spirv.ptr<f32, Uniform>
  return
}

// -----

func.func @from_generic_pointee(%a: !spirv.ptr<f32, Generic>) {
  // expected-error@+1 {{pointer operand's pointee type must have the same as the op result type, but found 'f32' vs 'i32'}}
  %0 = spirv.GenericCastToPtr %a : !spirv.ptr<f32, Generic> to !spirv.ptr<i32, Function>
  return
}

// -----

func.func @matmul_k(%a: !spirv.matrix<4 x vector<3xf32>>, %b: !spirv.matrix<3 x vector<3xf32>>) {
  // expected-error@+1 {{left matrix columns' count must be equal to the right matrix rows' count}}
  %0 = spirv.MatrixTimesMatrix %a, %b : !spirv.matrix<4 x vector<3xf32>>, !spirv.matrix<3 x vector<3xf32>> -> !spirv.matrix<3 x vector<3xf32>>
  return
}

// -----

func.func @matmul_n(%a: !spirv.matrix<4 x vector<3xf32>>, %b: !spirv.matrix<3 x vector<4xf32>>) {
  // expected-error@+1 {{right and result matrices must have equal columns' count}}
  %0 = spirv.MatrixTimesMatrix %a, %b : !spirv.matrix<4 x vector<3xf32>>, !spirv.matrix<3 x vector<4xf32>> -> !spirv.matrix<2 x vector<3xf32>>
  return
}

// -----

func.func @matmul_m(%a: !spirv.matrix<4 x vector<3xf32>>, %b: !spirv.matrix<3 x vector<4xf32>>) {
  // expected-error@+1 {{left and result matrices must have equal rows' count}}
  %0 = spirv.MatrixTimesMatrix %a, %b : !spirv.matrix<4 x vector<3xf32>>, !spirv.matrix<3 x vector<4xf32>> -> !spirv.matrix<3 x vector<2xf32>>
  return
}

// -----

func.func @matmul_right(%a: !spirv.matrix<4 x vector<3xf32>>, %b: !spirv.matrix<3 x vector<4xf16>>) {
  // expected-error@+1 {{right and result matrices' component type must be the same}}
  %0 = spirv.MatrixTimesMatrix %a, %b : !spirv.matrix<4 x vector<3xf32>>, !spirv.matrix<3 x vector<4xf16>> -> !spirv.matrix<3 x vector<3xf32>>
  return
}

// -----

func.func @matmul_left(%a: !spirv.matrix<4 x vector<3xf16>>, %b: !spirv.matrix<3 x vector<4xf32>>) {
  // expected-error@+1 {{left and result matrices' component type must be the same}}
  %0 = spirv.MatrixTimesMatrix %a, %b : !spirv.matrix<4 x vector<3xf16>>, !spirv.matrix<3 x vector<4xf32>> -> !spirv.matrix<3 x vector<3xf32>>
  return
}

// -----

func.func @matscalar(%a: !spirv.matrix<3 x vector<3xf32>>, %b: f16) {
  // expected-error@+1 {{input matrix components' type and scaling value must have the same type}}
  %0 = spirv.MatrixTimesScalar %a, %b : !spirv.matrix<3 x vector<3xf32>>, f16
  return
}

// -----

func.func @matvec_n(%a: !spirv.matrix<2 x vector<3xf32>>, %b: vector<3xf32>) {
  // expected-error@+1 {{matrix columns (2) must match vector operand size (3)}}
  %0 = spirv.MatrixTimesVector %a, %b : !spirv.matrix<2 x vector<3xf32>>, vector<3xf32> -> vector<3xf32>
  return
}

// -----

func.func @matvec_m(%a: !spirv.matrix<2 x vector<3xf32>>, %b: vector<2xf32>) {
  // expected-error@+1 {{result size (4) must match the matrix rows (3)}}
  %0 = spirv.MatrixTimesVector %a, %b : !spirv.matrix<2 x vector<3xf32>>, vector<2xf32> -> vector<4xf32>
  return
}

// -----

func.func @matvec_t(%a: !spirv.matrix<2 x vector<3xf16>>, %b: vector<2xf32>) {
  // expected-error@+1 {{matrix and result element types must match}}
  %0 = spirv.MatrixTimesVector %a, %b : !spirv.matrix<2 x vector<3xf16>>, vector<2xf32> -> vector<3xf32>
  return
}

// -----

func.func @matvec_r(%a: !spirv.matrix<2 x vector<3xf32>>, %b: vector<2xf32>) {
  // expected-error@+1 {{failed to verify that all of {vector, result} have same element type}}
  %0 = spirv.MatrixTimesVector %a, %b : !spirv.matrix<2 x vector<3xf32>>, vector<2xf32> -> vector<3xf16>
  return
}

// -----

func.func @vecmat_n(%a: !spirv.matrix<2 x vector<3xf32>>, %b: vector<2xf32>) {
  // expected-error@+1 {{number of components in vector must equal the number of components in each column in matrix}}
  %0 = spirv.VectorTimesMatrix %b, %a : vector<2xf32>, !spirv.matrix<2 x vector<3xf32>> -> vector<2xf32>
  return
}

// -----

func.func @vecmat_m(%a: !spirv.matrix<2 x vector<3xf32>>, %b: vector<3xf32>) {
  // expected-error@+1 {{number of columns in matrix must equal the number of components in result}}
  %0 = spirv.VectorTimesMatrix %b, %a : vector<3xf32>, !spirv.matrix<2 x vector<3xf32>> -> vector<3xf32>
  return
}

// -----

func.func @vecmat_t(%a: !spirv.matrix<2 x vector<3xf16>>, %b: vector<3xf32>) {
  // expected-error@+1 {{matrix must be a matrix with the same component type as the component type in result}}
  %0 = spirv.VectorTimesMatrix %b, %a : vector<3xf32>, !spirv.matrix<2 x vector<3xf16>> -> vector<2xf32>
  return
}

// -----

func.func @vecmat_r(%a: !spirv.matrix<2 x vector<3xf32>>, %b: vector<3xf32>) {
  // expected-error@+1 {{failed to verify that all of {vector, result} have same element type}}
  %0 = spirv.VectorTimesMatrix %b, %a : vector<3xf32>, !spirv.matrix<2 x vector<3xf32>> -> vector<2xf16>
  return
}

// -----

func.func @transpose_r(%a: !spirv.matrix<2 x vector<3xf32>>) {
  // expected-error@+1 {{input matrix rows count must be equal to output matrix columns count}}
  %0 = spirv.Transpose %a : !spirv.matrix<2 x vector<3xf32>> -> !spirv.matrix<2 x vector<2xf32>>
  return
}

// -----

func.func @transpose_c(%a: !spirv.matrix<2 x vector<3xf32>>) {
  // expected-error@+1 {{input matrix columns count must be equal to output matrix rows count}}
  %0 = spirv.Transpose %a : !spirv.matrix<2 x vector<3xf32>> -> !spirv.matrix<3 x vector<3xf32>>
  return
}

// -----

func.func @transpose_t(%a: !spirv.matrix<2 x vector<3xf32>>) {
  // expected-error@+1 {{input and output matrices must have the same component type}}
  %0 = spirv.Transpose %a : !spirv.matrix<2 x vector<3xf32>> -> !spirv.matrix<3 x vector<2xf16>>
  return
}

// -----

func.func @construct_matrix_count(%a: f32) {
  // expected-error@+1 {{has incorrect number of operands: expected 1, but provided 2}}
  %0 = spirv.CompositeConstruct %a, %a : (f32, f32) -> !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>
  return
}

// -----

func.func @construct_matrix_type(%a: f16) {
  // expected-error@+1 {{operand type mismatch: expected operand type 'f32', but provided 'f16'}}
  %0 = spirv.CompositeConstruct %a : (f16) -> !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>
  return
}

// -----

func.func @construct_part(%a: f16, %b: f32) {
  // expected-error@+1 {{operand type mismatch: expected operand type 'f32', but provided 'f16'}}
  %0 = spirv.CompositeConstruct %b, %a : (f32, f16) -> vector<2xf32>
  return
}

// -----

func.func @construct_few(%a: f32) {
  // expected-error@+1 {{expected to return a vector or cooperative matrix when the number of constituents is less than what the result needs}}
  %0 = spirv.CompositeConstruct %a : (f32) -> !spirv.array<2 x f32>
  return
}

// -----

func.func @construct_kind(%a: !spirv.array<2 x f32>, %b: f32) {
  // expected-error@+1 {{operand type mismatch: expected operand to have a scalar or vector type, but provided '!spirv.array<2 x f32>'}}
  %0 = spirv.CompositeConstruct %b, %a : (f32, !spirv.array<2 x f32>) -> vector<3xf32>
  return
}

// -----

func.func @construct_element(%a: vector<2xf16>, %b: f32) {
  // expected-error@+1 {{operand element type mismatch: expected to be 'f32', but provided 'f16'}}
  %0 = spirv.CompositeConstruct %b, %a : (f32, vector<2xf16>) -> vector<3xf32>
  return
}

// -----

func.func @construct_total(%a: vector<2xf32>, %b: f32) {
  // expected-error@+1 {{has incorrect number of operands: expected 4, but provided 3}}
  %0 = spirv.CompositeConstruct %b, %a : (f32, vector<2xf32>) -> vector<4xf32>
  return
}

// -----

func.func @extract_none(%a: vector<2xf32>) {
  // expected-error@+1 {{expected at least one index for spirv.CompositeExtract}}
  %0 = spirv.CompositeExtract %a[] : vector<2xf32>
  return
}

// -----

func.func @extract_bounds(%a: vector<2xf32>) {
  // expected-error@+1 {{index 2 out of bounds for 'vector<2xf32>'}}
  %0 = spirv.CompositeExtract %a[2 : i32] : vector<2xf32>
  return
}

// -----

func.func @extract_deep(%a: vector<2xf32>) {
  // expected-error@+1 {{cannot extract from non-composite type 'f32' with index 0}}
  %0 = spirv.CompositeExtract %a[1 : i32, 0 : i32] : vector<2xf32>
  return
}

// -----

func.func @extract_no_list(%a: vector<2xf32>) {
  // expected-error@+1 {{integer literal not valid for specified type}}
  %0 = spirv.CompositeExtract %a 1 : vector<2xf32>
  return
}

// -----

func.func @extract_type(%a: vector<2xf32>) {
  // expected-error@+1 {{invalid result type: expected 'f32' but provided 'f16'}}
  %0 = "spirv.CompositeExtract"(%a) {indices = [0 : i32]} : (vector<2xf32>) -> f16
  return
}

// -----

func.func @insert_object(%a: vector<2xf32>, %b: f16) {
  // expected-error@+1 {{object operand type should be 'f32', but found 'f16'}}
  %0 = spirv.CompositeInsert %b, %a[0 : i32] : f16 into vector<2xf32>
  return
}

// -----

func.func @shuffle_count(%a: vector<2xf32>) {
  // expected-error@+1 {{result type element count (2) mismatch with the number of component selectors (1)}}
  %0 = spirv.VectorShuffle [0 : i32] %a, %a : vector<2xf32>, vector<2xf32> -> vector<2xf32>
  return
}

// -----

func.func @shuffle_range(%a: vector<2xf32>) {
  // expected-error@+1 {{component selector 4 out of range: expected to be in [0, 4) or 0xffffffff}}
  %0 = spirv.VectorShuffle [0 : i32, 4 : i32] %a, %a : vector<2xf32>, vector<2xf32> -> vector<2xf32>
  return
}

// -----

func.func @shuffle_types(%a: vector<2xf32>, %b: vector<2xf16>) {
  // expected-error@+1 {{failed to verify that all of {vector1, vector2, result} have same element type}}
  %0 = spirv.VectorShuffle [0 : i32, 1 : i32] %a, %b : vector<2xf32>, vector<2xf16> -> vector<2xf32>
  return
}

// -----

func.func @shift(%a: vector<2xi32>, %b: i32) {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = spirv.ShiftLeftLogical %a, %b : vector<2xi32>, i32
  return
}

// -----

func.func @group_scope(%a: f32) {
  // expected-error@+1 {{execution scope must be 'Workgroup' or 'Subgroup'}}
  %0 = spirv.GroupFAdd <Device> <Reduce> %a : f32
  return
}

// -----

func.func @group_broadcast(%a: f32, %b: vector<4xi32>) {
  // expected-error@+1 {{localid is a vector and can be with only  2 or 3 components, actual number is 4}}
  %0 = spirv.GroupBroadcast <Workgroup> %a, %b : f32, vector<4xi32>
  return
}

// -----

func.func @vote_scope(%a: i1) {
  // expected-error@+1 {{failed to verify that execution_scope must be Scope of value Subgroup}}
  %0 = spirv.GroupNonUniformAll <Workgroup> %a : i1
  return
}

// -----

func.func @elect_scope() {
  // expected-error@+1 {{execution scope must be 'Workgroup' or 'Subgroup'}}
  %0 = spirv.GroupNonUniformElect <Device> : i1
  return
}

// -----

func.func @clustered_none(%a: f32) {
  // expected-error@+1 {{cluster size operand must be provided for 'ClusteredReduce' group operation}}
  %0 = spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %a : f32 -> f32
  return
}

// -----

func.func @clustered_dynamic(%a: f32, %b: i32) {
  // expected-error@+1 {{cluster size operand must come from a constant op}}
  %0 = spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %a cluster_size(%b) : f32, i32 -> f32
  return
}

// -----

func.func @clustered_five(%a: f32) {
  %c5 = spirv.Constant 5 : i32
  // expected-error@+1 {{cluster size operand must be a power of two}}
  %0 = spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %a cluster_size(%c5) : f32, i32 -> f32
  return
}

// -----

func.func @rotate_five(%a: f32, %d: i32) {
  %c5 = spirv.Constant 5 : i32
  // expected-error@+1 {{cluster size operand must be a power of two}}
  %0 = spirv.GroupNonUniformRotateKHR <Subgroup> %a, %d, cluster_size(%c5) : f32, i32, i32 -> f32
  return
}

// -----

func.func @shuffle_signed(%a: f32, %d: si32) {
  // expected-error@+1 {{second operand must be a singless/unsigned integer}}
  %0 = spirv.GroupNonUniformShuffle <Subgroup> %a, %d : f32, si32
  return
}

// -----

func.func @grad_fetch(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, %c: vector<2xi32>, %l: f32) {
  // expected-error@+1 {{Grad is only valid with explicit-lod instructions}}
  %0 = spirv.ImageFetch %i, %c ["Grad"], %l, %l : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, vector<2xi32>, f32, f32 -> vector<4xf32>
  return
}

// -----

func.func @broadcast_dynamic(%a: f32, %d: i32) {
  // expected-error@+1 {{id must be the result of a constant op}}
  %0 = spirv.GroupNonUniformBroadcast <Subgroup> %a, %d : f32, i32
  return
}

// -----

func.func @block_read(%p: !spirv.ptr<i32, StorageBuffer>) {
  // expected-error@+1 {{mismatch in result type and pointer type}}
  %0 = spirv.INTEL.SubgroupBlockRead %p : !spirv.ptr<i32, StorageBuffer> -> f32
  return
}

// -----

func.func @block_write_class(%p: !spirv.ptr<i32, StorageBuffer>, %v: i32) {
  // expected-error@+1 {{invalid storage_class attribute specification: "Nowhere"}}
  spirv.INTEL.SubgroupBlockWrite "Nowhere" %p, %v : i32
  return
}

// -----

func.func @block_write_operands(%p: !spirv.ptr<i32, StorageBuffer>, %v: i32) {
  // expected-error@+1 {{expected 2 operands}}
  spirv.INTEL.SubgroupBlockWrite "StorageBuffer" %p : i32
  return
}

// -----

func.func @block_write_type(%p: !spirv.ptr<i32, StorageBuffer>, %v: f32) {
  // expected-error@+1 {{mismatch in result type and pointer type}}
  "spirv.INTEL.SubgroupBlockWrite"(%p, %v) : (!spirv.ptr<i32, StorageBuffer>, f32) -> ()
  return
}

// -----

func.func @atomic_semantics(%p: !spirv.ptr<i32, StorageBuffer>, %v: i32) {
  // expected-error@+1 {{expected at most one of these four memory constraints to be set: `Acquire`, `Release`,`AcquireRelease` or `SequentiallyConsistent`}}
  %0 = spirv.AtomicIAdd <Device> <Acquire|Release> %p, %v : !spirv.ptr<i32, StorageBuffer>
  return
}

// -----

func.func @coop_pointee(%p: !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>, %s: i32) {
  // expected-error@+1 {{Pointer must point to a scalar or vector type but provided '!spirv.struct<(f32 [0])>'}}
  %0 = spirv.KHR.CooperativeMatrixLoad %p, %s, <RowMajor> : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>, i32 -> !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>
  return
}

// -----

func.func @coop_load_access(%p: !spirv.ptr<f32, StorageBuffer>, %s: i32) {
  // expected-error@+1 {{not compatible with memory operand 'MakePointerAvailable'}}
  %0 = spirv.KHR.CooperativeMatrixLoad %p, %s, <RowMajor>, <MakePointerAvailable> : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>
  return
}

// -----

func.func @coop_store_access(%p: !spirv.ptr<f32, StorageBuffer>, %s: i32, %m: !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>) {
  // expected-error@+1 {{not compatible with memory operand 'MakePointerVisible'}}
  spirv.KHR.CooperativeMatrixStore %p, %m, %s, <RowMajor>, <MakePointerVisible> : !spirv.ptr<f32, StorageBuffer>, !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>, i32
  return
}

// -----

func.func @coop_aligned(%p: !spirv.ptr<f32, StorageBuffer>, %s: i32) {
  // expected-error@+1 {{missing value for the 'Aligned' memory operand}}
  %0 = spirv.KHR.CooperativeMatrixLoad %p, %s, <RowMajor>, <Aligned> : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>
  return
}

// -----

func.func @coop_not_aligned(%p: !spirv.ptr<f32, StorageBuffer>, %s: i32) {
  // expected-error@+1 {{found alignment attribute for non-'Aligned' memory operand}}
  %0 = spirv.KHR.CooperativeMatrixLoad %p, %s, <RowMajor>, <Volatile>, 16 : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>
  return
}

// -----

func.func @mul_a(%a: !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>, %b: !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>, %c: !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>) {
  // expected-error@+1 {{operand #0 must be of use 'MatrixA'}}
  %0 = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>, !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB> -> !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @mul_b(%a: !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, %b: !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, %c: !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>) {
  // expected-error@+1 {{operand #1 must be of use 'MatrixB'}}
  %0 = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA> -> !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @mul_c(%a: !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, %b: !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>, %c: !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>) {
  // expected-error@+1 {{operand #2 must be of use 'MatrixAcc'}}
  %0 = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB> -> !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>
  return
}

// -----

func.func @mul_scope(%a: !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, %b: !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>, %c: !spirv.coopmatrix<8x4xi32, Workgroup, MatrixAcc>) {
  // expected-error@+1 {{matrix scope mismatch}}
  %0 = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB> -> !spirv.coopmatrix<8x4xi32, Workgroup, MatrixAcc>
  return
}

// -----

func.func @mul_m(%a: !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, %b: !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>, %c: !spirv.coopmatrix<9x4xi32, Subgroup, MatrixAcc>) {
  // expected-error@+1 {{matrix size mismatch on dimension 'M'}}
  %0 = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB> -> !spirv.coopmatrix<9x4xi32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @mul_n(%a: !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, %b: !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB>, %c: !spirv.coopmatrix<8x5xi32, Subgroup, MatrixAcc>) {
  // expected-error@+1 {{matrix size mismatch on dimension 'N'}}
  %0 = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<16x4xi32, Subgroup, MatrixB> -> !spirv.coopmatrix<8x5xi32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @mul_k(%a: !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, %b: !spirv.coopmatrix<17x4xi32, Subgroup, MatrixB>, %c: !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>) {
  // expected-error@+1 {{matrix size mismatch on dimension 'K'}}
  %0 = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.coopmatrix<17x4xi32, Subgroup, MatrixB> -> !spirv.coopmatrix<8x4xi32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @mul_types(%a: !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>, %b: !spirv.coopmatrix<16x4xf32, Subgroup, MatrixB>, %c: !spirv.coopmatrix<8x4xf32, Subgroup, MatrixAcc>) {
  // expected-error@+1 {{Matrix Operands require all matrix element types to be Integer Types}}
  %0 = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c, <ASigned> : !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>, !spirv.coopmatrix<16x4xf32, Subgroup, MatrixB> -> !spirv.coopmatrix<8x4xf32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @mesh_payload(%x: i32, %p: !spirv.ptr<i32, Function>) {
  // expected-error@+1 {{payload must be a variable with a storage class of TaskPayloadWorkgroupEXT}}
  spirv.EXT.EmitMeshTasks %x, %x, %x, %p : i32, i32, i32, !spirv.ptr<i32, Function>
}

// -----

func.func @gather_dim(%i: !spirv.sampled_image<!spirv.image<f32, Dim3D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<4xf32>, %d: f32) {
  // expected-error@+1 {{failed to verify that the Dim operand of the underlying image must be Dim2D or Cube or Rect}}
  %0 = spirv.ImageDrefGather %i, %c, %d : !spirv.sampled_image<!spirv.image<f32, Dim3D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<4xf32>, f32 -> vector<4xf32>
  return
}

// -----

func.func @gather_ms(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, MultiSampled, NeedSampler, Rgba8>>, %c: vector<4xf32>, %d: f32) {
  // expected-error@+1 {{failed to verify that the MS operand of the underlying image type must be SingleSampled}}
  %0 = spirv.ImageDrefGather %i, %c, %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, MultiSampled, NeedSampler, Rgba8>>, vector<4xf32>, f32 -> vector<4xf32>
  return
}

// -----

func.func @gather_type(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<4xf32>, %d: f32) {
  // expected-error@+1 {{failed to verify that the result component type must match the image sampled type}}
  %0 = spirv.ImageDrefGather %i, %c, %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<4xf32>, f32 -> vector<4xi32>
  return
}

// -----

func.func @gather_operands(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<4xf32>, %d: f32) {
  // expected-error@+1 {{the Image Operands should encode what operands follow, as per Image Operands}}
  %0 = spirv.ImageDrefGather %i, %c, %d, %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<4xf32>, f32, f32 -> vector<4xf32>
  return
}

// -----

func.func @fetch_cube(%i: !spirv.image<f32, Cube, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, %c: vector<2xi32>) {
  // expected-error@+1 {{failed to verify that the Dim operand of the underlying image must not be Cube}}
  %0 = spirv.ImageFetch %i, %c : !spirv.image<f32, Cube, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, vector<2xi32> -> vector<4xf32>
  return
}

// -----

func.func @fetch_sampler(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, %c: vector<2xi32>) {
  // expected-error@+1 {{failed to verify that the sampled operand of the underlying image must be NeedSampler}}
  %0 = spirv.ImageFetch %i, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, vector<2xi32> -> vector<4xf32>
  return
}

// -----

func.func @read_sampler(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, %c: vector<2xi32>) {
  // expected-error@+1 {{failed to verify that the sampled operand of the underlying image must be SamplerUnknown or NoSampler}}
  %0 = spirv.ImageRead %i, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, vector<2xi32> -> vector<4xf32>
  return
}

// -----

func.func @write_dim(%i: !spirv.image<f32, SubpassData, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, %c: vector<2xi32>, %t: vector<4xf32>) {
  // expected-error@+1 {{failed to verify that the Dim operand of the underlying image must not be SubpassData}}
  spirv.ImageWrite %i, %c, %t : !spirv.image<f32, SubpassData, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, vector<2xi32>, vector<4xf32>
  return
}

// -----

func.func @write_type(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, %c: vector<2xi32>, %t: vector<4xi32>) {
  // expected-error@+1 {{failed to verify that the texel component type must match the image sampled type}}
  spirv.ImageWrite %i, %c, %t : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, vector<2xi32>, vector<4xi32>
  return
}

// -----

func.func @sample_lod_none(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<2xf32>) {
  // expected-error@+1 {{failed to verify that either Lod or Grad image operands must be present}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["VolatileTexel"] : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32> -> vector<4xf32>
  return
}

// -----

func.func @sample_lod_both(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<2xf32>, %l: f32) {
  // expected-error@+1 {{it is invalid to set both the Lod and Grad bits}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Lod|Grad"], %l, %l, %l : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32>, f32, f32, f32 -> vector<4xf32>
  return
}

// -----

func.func @sample_lod_implicit(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<2xf32>, %l: f32) {
  // expected-error@+1 {{Lod is only valid with explicit-lod and fetch instructions}}
  %0 = spirv.ImageSampleImplicitLod %i, %c ["Lod"], %l : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32>, f32 -> vector<4xf32>
  return
}

// -----

func.func @fetch_bias(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, %c: vector<2xi32>, %l: f32) {
  // expected-error@+1 {{Bias is only valid with implicit-lod instructions}}
  %0 = spirv.ImageFetch %i, %c ["Bias"], %l : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, vector<2xi32>, f32 -> vector<4xf32>
  return
}

// -----

func.func @operand_name(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<2xf32>) {
  // expected-error@+1 {{invalid image_operands attribute specification: "Nothing"}}
  %0 = spirv.ImageSampleImplicitLod %i, %c ["Nothing"] : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32> -> vector<4xf32>
  return
}

// -----

func.func @query_dim(%i: !spirv.image<f32, SubpassData, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>) {
  // expected-error@+1 {{the Dim operand of the image type must be 1D, 2D, 3D, Buffer, Cube, or Rect}}
  %0 = spirv.ImageQuerySize %i : !spirv.image<f32, SubpassData, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8> -> i32
  return
}

// -----

func.func @query_sampled(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>) {
  // expected-error@+1 {{if Dim is 1D, 2D, 3D, or Cube, it must also have either an MS of 1 or a Sampled of 0 or 2}}
  %0 = spirv.ImageQuerySize %i : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8> -> vector<2xi32>
  return
}

// -----

func.func @query_count(%i: !spirv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NoSampler, Rgba8>) {
  // expected-error@+1 {{expected the result to have 3 component(s), but found 2 component(s)}}
  %0 = spirv.ImageQuerySize %i : !spirv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NoSampler, Rgba8> -> vector<2xi32>
  return
}

// -----

func.func @graph_constant_outside() {
  // expected-error@+1 {{failed to verify that op must appear in a spirv.ARM.Graph op's block}}
  %0 = spirv.ARM.GraphConstant {graph_constant_id = 1 : i32} : !spirv.arm.tensor<2xi16>
  return
}

// -----

func.func @dot_of_other_floats(%a: vector<4xf32>) {
  // expected-error@+1 {{'spirv.Dot' op failed to verify that all of {vector1, result} have same element type}}
  %0 = "spirv.Dot"(%a, %a) : (vector<4xf32>, vector<4xf32>) -> f16
  return
}

// -----

func.func @sum_of_another_type(%p: !spirv.ptr<i32, StorageBuffer>, %v: f32) {
  // expected-error@+1 {{'spirv.EXT.AtomicFAdd' op failed to verify that `result` type matches pointee type of `pointer`}}
  %0 = "spirv.EXT.AtomicFAdd"(%p, %v) {memory_scope = #spirv.scope<Workgroup>, semantics = #spirv.memory_semantics<AcquireRelease>} : (!spirv.ptr<i32, StorageBuffer>, f32) -> f32
  return
}

// -----

func.func @unknown_scope(%p: !spirv.ptr<i32, StorageBuffer>, %v: i32) {
  // expected-error@+2 {{to be one of}}
  // expected-error@+1 {{failed to parse SPIRV_ScopeAttr parameter 'value' which is to be a `::mlir::spirv::Scope`}}
  %r = spirv.AtomicAnd <Nowhere> <None> %p, %v : !spirv.ptr<i32, StorageBuffer>
  return
}

// -----

func.func @scalar_and_vector(%a: f32, %b: vector<2xi32>) {
  // expected-error@+1 {{operands must both be scalars or vectors}}
  %0 = spirv.GL.Ldexp %a : f32, %b : vector<2xi32> -> f32
  return
}

// -----

func.func @alignment_of_three(%p: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = spirv.Load "Function" %p ["Aligned", 3] : f32
  return
}

// -----

func.func @barrier_of_unknown_scope() {
  // expected-error@+2 {{to be one of}}
  // expected-error@+1 {{failed to parse SPIRV_ScopeAttr}}
  spirv.ControlBarrier <Nowhere>, <Device>, <Acquire|UniformMemory>
  return
}
