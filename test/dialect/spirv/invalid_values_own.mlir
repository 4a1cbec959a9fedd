// Refusals that upstream words in another way.
// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @dot_result(%a: vector<4xi16>) {
  // expected-error@+1 {{result type has insufficient bit-width (8 bits) for the specified vector operand type (16 bits)}}
  %0 = spirv.SDot %a, %a : vector<4xi16> -> i8
  return
}

// -----

func.func @cast_kinds(%a: !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>) {
  // expected-error@+1 {{incompatible operand and result types}}
  %0 = spirv.ConvertFToS %a : !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA> to i32
  return
}

// -----

func.func @cast_shape(%a: !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA>) {
  // expected-error@+1 {{incompatible operand and result types}}
  %0 = spirv.FConvert %a : !spirv.coopmatrix<8x8xf32, Subgroup, MatrixA> to !spirv.coopmatrix<8x4xf16, Subgroup, MatrixA>
  return
}

// -----

func.func @u_to_ptr(%a: si32) {
  // expected-error@+1 {{operand must be a scalar type of unsigned integer}}
  %0 = spirv.ConvertUToPtr %a : si32 to !spirv.ptr<i32, Generic>
  return
}

// -----

func.func @extract_string(%a: vector<2xf32>) {
  // expected-error@+1 {{expected an 32-bit integer for index, but found '"x"'}}
  %0 = spirv.CompositeExtract %a["x"] : vector<2xf32>
  return
}

// -----

// expected-error@+1 {{sampled image Dim must not be SubpassData or Buffer, got Buffer}}
func.func @sample_buffer(%i: !spirv.sampled_image<!spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<2xf32>) {
  %0 = spirv.ImageSampleImplicitLod %i, %c : !spirv.sampled_image<!spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32> -> vector<4xf32>
  return
}

// -----

func.func @sample_lod_count(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, %c: vector<2xf32>) {
  // expected-error@+1 {{Lod operand requires 1 argument}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Lod"] : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32> -> vector<4xf32>
  return
}

// -----

!image = !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, R32f>
func.func @fetch_lod(%i: !image, %c: vector<2xsi32>, %l: f32) {
  // expected-error@+1 {{for fetch operations, Lod must be an integer type scalar}}
  %0 = spirv.ImageFetch %i, %c ["Lod"], %l : !image, vector<2xsi32>, f32 -> vector<4xf32>
  return
}

// -----

!image = !spirv.image<f32, Dim2D, NoDepth, NonArrayed, MultiSampled, NeedSampler, R32f>
func.func @fetch_lod_of_samples(%i: !image, %c: vector<2xsi32>, %l: i32) {
  // expected-error@+1 {{Lod must only be used with an image type that has a MS operand of 0}}
  %0 = spirv.ImageFetch %i, %c ["Lod"], %l : !image, vector<2xsi32>, i32 -> vector<4xf32>
  return
}
