// Types and attributes that are wrong.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{offset specification must be given for all members}}
func.func private @f(!spirv.struct<(f32 [0], i32)>)

// -----

// expected-error @+1 {{offset specification must be given for all members}}
func.func private @f(!spirv.struct<(f32, i32 [4])>)

// -----

// expected-error @+1 {{unknown attribute: 'Wrong'}}
func.func private @f(!spirv.struct<(f32 [4, Wrong])>)

// -----

// expected-error @+1 {{unknown attribute: 'Wrong'}}
func.func private @f(!spirv.struct<(f32), Wrong>)

// -----

// expected-error @+1 {{recursive struct reference not nested in struct definition}}
func.func private @f(!spirv.struct<S>)

// -----

// expected-error @+1 {{identifier already used for an enclosing struct}}
func.func private @f(!spirv.struct<S, (!spirv.struct<S, (f32)>)>)

// -----

// expected-error @+1 {{struct 'S' was given another body before}}
func.func private @f(!spirv.struct<S, (f32)>, !spirv.struct<S, (i32)>)

// -----

// expected-error @+1 {{arm.tensor shape dimensions must be either fully dynamic or completed shaped}}
func.func private @f(!spirv.arm.tensor<1x?x3xf32>)

// -----

// expected-error @+1 {{arm.tensors do not support rank zero}}
func.func private @f(!spirv.arm.tensor<f32>)

// -----

// expected-error @+1 {{arm.tensors do not support zero dimensions}}
func.func private @f(!spirv.arm.tensor<0x3xf32>)

// -----

// expected-error @+1 {{expected 'x' in dimension list}}
func.func private @f(!spirv.arm.tensor<*f32>)

// -----

// expected-error @+1 {{cannot use 'index' to compose SPIR-V types}}
func.func private @f(!spirv.ptr<index, Function>)

// -----

// expected-error @+1 {{only 1-D vector allowed but found 'vector<2x2xf32>'}}
func.func private @f(!spirv.ptr<vector<2x2xf32>, Function>)

// -----

// expected-error @+1 {{vector length has to be less than or equal to 4 but found 5}}
func.func private @f(!spirv.ptr<vector<5xf32>, Function>)

// -----

// expected-error @+1 {{only 1/8/16/32/64-bit integer type allowed but found 'i4'}}
func.func private @f(!spirv.ptr<i4, Function>)

// -----

// expected-error @+1 {{unknown storage class: Nowhere}}
func.func private @f(!spirv.ptr<f32, Nowhere>)

// -----

// expected-error @+1 {{expected array length greater than 0}}
func.func private @f(!spirv.array<0 x f32>)

// -----

// expected-error @+1 {{expected single integer for array element count}}
func.func private @f(!spirv.array<4x4xf32>)

// -----

// expected-error @+1 {{ArrayStride must be greater than zero}}
func.func private @f(!spirv.array<4 x f32, stride=0>)

// -----

// expected-error @+1 {{integer value too large}}
func.func private @f(!spirv.array<4 x f32, stride=4294967296>)

// -----

// expected-error @+1 {{invalid scope <id> attribute specification: Nothing}}
func.func private @f(!spirv.coopmatrix<16x8xf16, Nothing, MatrixA>)

// -----

// expected-error @+1 {{invalid use <id> attribute specification: MatrixD}}
func.func private @f(!spirv.coopmatrix<16x8xf16, Subgroup, MatrixD>)

// -----

// expected-error @+1 {{expected row and column count}}
func.func private @f(!spirv.coopmatrix<16xf16, Subgroup, MatrixA>)

// -----

// expected-error @+1 {{matrix is expected to have 2, 3, or 4 columns}}
func.func private @f(!spirv.matrix<5 x vector<3xf32>>)

// -----

// expected-error @+1 {{expected single unsigned integer for number of columns}}
func.func private @f(!spirv.matrix<2x2xvector<3xf32>>)

// -----

// expected-error @+1 {{matrix columns' elements must be of Float type, got 'i32'}}
func.func private @f(!spirv.matrix<3 x vector<3xi32>>)

// -----

// expected-error @+1 {{only 1-D vector allowed but found 'vector<2x3xf32>'}}
func.func private @f(!spirv.matrix<3 x vector<2x3xf32>>)

// -----

// expected-error @+1 {{matrix columns size has to be less than or equal to 4 and greater than or equal 2, but found 5}}
func.func private @f(!spirv.matrix<3 x vector<5xf32>>)

// -----

// expected-error @+1 {{matrix must be composed using vector type, got 'f32'}}
func.func private @f(!spirv.matrix<3 x f32>)

// -----

// expected-error @+1 {{sampled image must be composed using image type, got 'f32'}}
func.func private @f(!spirv.sampled_image<f32>)

// -----

// expected-error @+1 {{unknown attribute: 'Dim5D'}}
func.func private @f(!spirv.image<f32, Dim5D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: linkage_name}}
func.func private @f() attributes {test.a = #spirv.linkage_attributes<linkage_name = "x", linkage_name = "y">}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: kind}}
func.func private @f() attributes {test.a = #spirv.linkage_attributes<linkage_name = "x", kind = <Import>>}
