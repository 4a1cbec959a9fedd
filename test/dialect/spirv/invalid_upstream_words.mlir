// What is said of structure, memory, images, graphs and attributes in upstream's words, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

func.func @part_of_a_number(%x: f32) {
  // expected-error@+1 {{cannot extract from non-composite type 'f32' with index 2}}
  %0 = spirv.CompositeExtract %x[2 : i32] : f32
  return
}

// -----

func.func @part_by_name(%x: vector<4xi32>) {
  // expected-error@+1 {{expected an 32-bit integer for index, but found '"w"'}}
  %0 = spirv.CompositeExtract %x["w"] : vector<4xi32>
  return
}

// -----

func.func @insert_changes_type(%x: !spirv.array<2 x i32>, %y: i32) {
  // expected-error@+1 {{result type should be the same as the composite type, but found '!spirv.array<2 x i32>' vs '!spirv.array<3 x i32>'}}
  %0 = "spirv.CompositeInsert"(%y, %x) {indices = [1 : i32]} : (i32, !spirv.array<2 x i32>) -> !spirv.array<3 x i32>
  return
}

// -----

func.func @chain_from_a_number(%i: i32, %x: f32) {
  // expected-error@+1 {{'spirv.AccessChain' op operand #0 must be any SPIR-V pointer type, but got 'f32'}}
  %0 = spirv.AccessChain %x[%i] : f32, i32 -> !spirv.ptr<f32, Function>
  return
}

// -----

func.func @chain_too_deep(%i: i32) {
  %0 = spirv.Variable : !spirv.ptr<!spirv.array<2 x f32>, Function>
  // expected-error@+1 {{cannot extract from non-composite type 'f32' with index 0}}
  %1 = spirv.AccessChain %0[%i, %i] : !spirv.ptr<!spirv.array<2 x f32>, Function>, i32, i32 -> !spirv.ptr<f32, Function>
  return
}

// -----

func.func @chain_types(%i: i32) {
  %0 = spirv.Variable : !spirv.ptr<!spirv.array<2 x f32>, Function>
  // expected-error@+1 {{custom op 'spirv.AccessChain' number of operands and types do not match: got 1 operands and 2 types}}
  %1 = spirv.AccessChain %0[%i] : !spirv.ptr<!spirv.array<2 x f32>, Function>, i32, i32 -> !spirv.ptr<f32, Function>
  return
}

// -----

func.func @load_without_class(%p: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{expected attribute value}}
  %0 = spirv.Load %p : f32
  return
}

// -----

func.func @load_class_is_a_number(%p: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{custom op 'spirv.Load' expected storage_class attribute specified as string}}
  %0 = spirv.Load [] %p : f32
  return
}

// -----

func.func @load_access(%p: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{custom op 'spirv.Load' invalid memory_access attribute specification: "Often"}}
  %0 = spirv.Load "Function" %p ["Often"] : f32
  return
}

// -----

func.func @load_access_number(%p: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{attribute 'memory_access' failed to satisfy constraint: valid SPIR-V MemoryAccess}}
  %0 = "spirv.Load"(%p) {memory_access = 77 : i16} : (!spirv.ptr<f32, Function>) -> f32
  return
}

// -----

func.func @store_one(%p: !spirv.ptr<f32, Function>) {
  // expected-error@+1 {{custom op 'spirv.Store' expected 2 operands}}
  spirv.Store "Function" %p : f32
  return
}

// -----

func.func @variable_without_alias() {
  // expected-error@+1 {{must be decorated either 'AliasedPointer' or 'RestrictPointer'}}
  %0 = spirv.Variable : !spirv.ptr<!spirv.array<2 x !spirv.ptr<i32, PhysicalStorageBuffer>>, Function>
  return
}

// -----

func.func @variable_with_both() {
  // expected-error@+1 {{must have exactly one aliasing decoration}}
  %0 = spirv.Variable {aliased_pointer, restrict_pointer} : !spirv.ptr<!spirv.ptr<i32, PhysicalStorageBuffer>, Function>
  return
}

// -----

// expected-error@+1 {{'spirv.func' op with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'}}
spirv.func @arg_without_alias(%p: !spirv.ptr<i32, PhysicalStorageBuffer> {name = "p"}) "None" {
  spirv.Return
}

// -----

// expected-error@+1 {{'spirv.func' op with a pointer points to a physical buffer pointer must be decorated either 'AliasedPointer' or 'RestrictPointer'}}
spirv.func @arg_of_pointers(%p: !spirv.ptr<!spirv.ptr<i32, PhysicalStorageBuffer>, Function> {spirv.decoration = #spirv.decoration<Aliased>}) "None" {
  spirv.Return
}

// -----

// expected-error@+1 {{'spirv.func' op arguments may only have dialect attributes}}
spirv.func @arg_attribute(%p: i32 {name = "p"}) "None" {
  spirv.Return
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @outside() "None" {
    // expected-error@+1 {{must appear in a module-like op's block}}
    spirv.func @inside() "None" {
      spirv.Return
    }
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f() "None" {
    // expected-error@+1 {{expected spirv.GlobalVariable symbol}}
    %0 = spirv.mlir.addressof @nothing : !spirv.ptr<f32, Input>
  }
}

// -----

// expected-error@+1 {{custom op 'spirv.module' invalid addressing_model attribute specification: Curved}}
spirv.module Curved GLSL450 { }

// -----

// expected-error@+1 {{custom op 'spirv.module' expected valid keyword}}
spirv.module Logical { }

// -----

spirv.module Logical GLSL450 {
  // expected-error@+1 {{invalid kind of attribute specified}}
  spirv.EntryPoint "Vertex" "f"
}

// -----

// expected-error@+1 {{expected SSA identifier}}
spirv.func @many(%x: i32, ...) "None"

// -----

func.func @replicated() {
  // expected-error@+1 {{expected value attribute type 'vector<2xi32>' or 'i32', but got: 'f32'}}
  %0 = spirv.EXT.ConstantCompositeReplicate [1.0 : f32] : !spirv.array<2 x vector<2xi32>>
  return
}

// -----

// expected-error@+1 {{'spirv.ARM.Graph' op there should be at least one result}}
spirv.ARM.Graph @no_result(%x: !spirv.arm.tensor<2xi16>) -> () {
}

// -----

// expected-error@+1 {{'spirv.ARM.Graph' op type of result #0 must be a TensorArmType, but got 'f32'}}
spirv.ARM.Graph @number(%x: !spirv.arm.tensor<2xi16>) -> f32 {
}

// -----

spirv.ARM.Graph @two(%x: !spirv.arm.tensor<2xi16>) -> !spirv.arm.tensor<2xi16> {
  // expected-error@+1 {{'spirv.ARM.GraphOutputs' op is returning 2 value(s) but enclosing spirv.ARM.Graph requires 1 result(s)}}
  spirv.ARM.GraphOutputs %x, %x : !spirv.arm.tensor<2xi16>, !spirv.arm.tensor<2xi16>
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @two_biases(%i: !sampled, %c: vector<2xf32>, %b: f32) {
  // expected-error@+1 {{too many image operand arguments have been provided}}
  %0 = spirv.ImageSampleImplicitLod %i, %c ["Bias"], %b, %b : !sampled, vector<2xf32>, f32, f32 -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @no_bias(%i: !sampled, %c: vector<2xf32>) {
  // expected-error@+1 {{Bias operand requires 1 argument}}
  %0 = spirv.ImageSampleImplicitLod %i, %c ["Bias"] : !sampled, vector<2xf32> -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @whole_bias(%i: !sampled, %c: vector<2xf32>, %b: i32) {
  // expected-error@+1 {{Bias must be a floating-point type scalar}}
  %0 = spirv.ImageSampleImplicitLod %i, %c ["Bias"], %b : !sampled, vector<2xf32>, i32 -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Rect, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @levels_of_rect(%i: !sampled, %c: vector<2xf32>, %l: f32) {
  // expected-error@+1 {{Lod must only be used with an image type that has a dim operand of 1D, 2D, 3D, or Cube}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Lod"], %l : !sampled, vector<2xf32>, f32 -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @whole_lod(%i: !sampled, %c: vector<2xf32>, %l: i32) {
  // expected-error@+1 {{for sampling operations, Lod must be a floating-point type scalar}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Lod"], %l : !sampled, vector<2xf32>, i32 -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @one_derivative(%i: !sampled, %c: vector<2xf32>, %x: vector<2xf32>) {
  // expected-error@+1 {{Grad operand requires 2 arguments (scalars or vectors)}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Grad"], %x : !sampled, vector<2xf32>, vector<2xf32> -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @derivative_of_integers(%i: !sampled, %c: vector<2xf32>, %x: vector<2xf32>, %y: vector<2xi32>) {
  // expected-error@+1 {{Grad arguments must be a vector of floating-point type}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Grad"], %x, %y : !sampled, vector<2xf32>, vector<2xf32>, vector<2xi32> -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @scalar_derivatives(%i: !sampled, %c: vector<2xf32>, %x: f32) {
  // expected-error@+1 {{number of components of each Grad argument must equal the number of components in coordinate, minus the array layer component, if present}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Grad"], %x, %x : !sampled, vector<2xf32>, f32, f32 -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>>
func.func @mixed_derivatives(%i: !sampled, %c: vector<2xf32>, %x: vector<2xf32>, %y: f32) {
  // expected-error@+1 {{Grad arguments must be a scalar or vector of floating-point type}}
  %0 = spirv.ImageSampleExplicitLod %i, %c ["Grad"], %x, %y : !sampled, vector<2xf32>, vector<2xf32>, f32 -> vector<4xf32>
  return
}

// -----

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
func.func @projected_half(%i: !sampled, %c: vector<4xf16>, %d: f32) {
  // expected-error@+1 {{type of 'result' matches image type of 'sampled_image'}}
  %0 = spirv.ImageSampleProjDrefImplicitLod %i, %c, %d : !sampled, vector<4xf16>, f32 -> f16
  return
}

// -----

// expected-error@+1 {{found unsupported 'spirv.colour' attribute on region argument}}
func.func @colour(%x: i32 {spirv.colour}) {
  return
}

// -----

// expected-error@+1 {{cannot attach SPIR-V attributes to region result which is not part of a spirv::GraphARMOp type}}
func.func @result(%x: i32) -> (i32 {spirv.decoration = #spirv.decoration<Aliased>}) {
  return %x : i32
}

// -----

// expected-error@+1 {{'spirv.decoration' must be a spirv::DecorationAttr}}
func.func @decoration(%x: i32 {spirv.decoration = 3}) {
  return
}

// -----

// expected-error@+1 {{'spirv.interface_var_abi' must be a spirv::InterfaceVarABIAttr}}
func.func @interface(%x: i32 {spirv.interface_var_abi = "a"}) {
  return
}

// -----

// expected-error@+1 {{'spirv.interface_var_abi' attribute cannot specify storage class when attaching to a non-scalar value}}
func.func @interface_of_tensor(%x: tensor<2xi32> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1), StorageBuffer>}) {
  return
}

// -----

// expected-error@+1 {{missing descriptor set}}
func.func private @f() attributes {test.a = #spirv.interface_var_abi<(, 1)>}

// -----

// expected-error@+1 {{missing binding}}
func.func private @f() attributes {test.a = #spirv.interface_var_abi<(1, )>}

// -----

// expected-error@+1 {{unknown storage class: Attic}}
func.func private @f() attributes {test.a = #spirv.interface_var_abi<(1, 2), Attic>}

// -----

// expected-error@+1 {{unknown version: v9.9}}
func.func private @f() attributes {test.a = #spirv.vce<v9.9, [], []>}

// -----

// expected-error@+1 {{unknown capability: Flying}}
func.func private @f() attributes {test.a = #spirv.vce<v1.0, [Flying], []>}

// -----

// expected-error@+1 {{unknown extension: SPV_MINE}}
func.func private @f() attributes {test.a = #spirv.vce<v1.0, [], [SPV_MINE]>}

// -----

// expected-error@+2 {{expected '['}}
// expected-error@+1 {{failed to parse SPIRV_EntryPointABIAttr parameter 'workgroup_size' which is to be a `DenseI32ArrayAttr`}}
func.func private @f() attributes {test.a = #spirv.entry_point_abi<workgroup_size = 32>}

// -----

func.func @matrix_of_two_numbers() {
  // expected-error@+1 {{expected a splat dense attribute for cooperative matrix constant, but found}}
  %0 = spirv.Constant dense<[[1.0, 2.0]]> : !spirv.coopmatrix<1x2xf32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @matrix_of_integers() {
  // expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
  // expected-note@+1 {{add a trailing dot to make the literal a float}}
  %0 = spirv.Constant dense<4> : !spirv.coopmatrix<1x2xf32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @matrix_of_a_number() {
  // expected-error@+2 {{floating point value not valid for specified type}}
  %0 = spirv.Constant 4.0 : !spirv.coopmatrix<1x2xf32, Subgroup, MatrixAcc>
  return
}

// -----

func.func @tensor_of_any_size() {
  // expected-error@+1 {{elements literal type must have static shape}}
  %0 = spirv.Constant dense<4> : !spirv.arm.tensor<?xi32>
  return
}

// -----

func.func @pointer_elements() {
  // expected-error@+1 {{elements literal must be a shaped type}}
  %0 = spirv.Constant dense<4> : !spirv.ptr<i32, Function>
  return
}
