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
  // expected-error@+1 {{attribute 'indices' failed to satisfy constraint: 32-bit integer array attribute}}
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
  // expected-error@+1 {{the Image Operands take 1 operand(s), but 0 follow}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Lod"] : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>, vector<2xf32> -> vector<4xf32>
  return
}
