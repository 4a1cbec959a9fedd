// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Custom calls and composites.

func.func @custom_call_1(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op CreateBuffer custom_call shouldn't have any inputs}}
  %0 = stablehlo.custom_call @CreateBuffer(%a) : (tensor<f32>) -> (memref<2x3xf32>)
  return
}

// -----

func.func @custom_call_2() {
  // expected-error@+1 {{'stablehlo.custom_call' op CreateBuffer custom_call should have a memref result}}
  %0 = stablehlo.custom_call @CreateBuffer() : () -> (tensor<2x3xf32>)
  return
}

// -----

func.func @custom_call_3(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have compatible input and output types}}
  %0 = stablehlo.custom_call @Pin(%a) : (tensor<2xf32>) -> (memref<3xf32>)
  return
}

// -----

func.func @custom_call_4(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have a memref output}}
  %0 = stablehlo.custom_call @Pin(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @custom_call_5(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have one output}}
  %0:2 = stablehlo.custom_call @Pin(%a) : (tensor<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @custom_call_6(%a: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have compatible input and output types}}
  %0 = stablehlo.custom_call @Unpin(%a) : (memref<2xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @custom_call_7(%a: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have a tensor output}}
  %0 = stablehlo.custom_call @Unpin(%a) : (memref<2xf32>) -> (memref<2xf32>)
  return
}

// -----

func.func @custom_call_8(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have a memref input}}
  %0 = stablehlo.custom_call @Unpin(%a) : (tensor<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @custom_call_9(%a: memref<2xf32>, %b: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have one input}}
  %0 = stablehlo.custom_call @Unpin(%a, %b) : (memref<2xf32>, memref<2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @custom_call_10(%a: memref<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'memref<2x3xf32>' and output part has type 'tensor<2x3xf32>'}}
  %0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @custom_call_11(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_UNSPECIFIED must be a string attribute.}}
  %0 = stablehlo.custom_call @foo(%a) {api_version = 0 : i32, backend_config = {}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_12(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_STATUS_RETURNING must be a string attribute.}}
  %0 = stablehlo.custom_call @foo(%a) {api_version = 2 : i32, backend_config = {}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_13(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op attribute 'backend_config' failed to satisfy constraint: string attribute or dictionary of named attribute values}}
  %0 = stablehlo.custom_call @foo(%a) {backend_config = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_14(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.}}
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = ""} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_15(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op attribute 'has_side_effect' failed to satisfy constraint: bool attribute}}
  %0 = stablehlo.custom_call @foo(%a) {has_side_effect = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_16(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op attribute 'called_computations' failed to satisfy constraint: flat symbol ref array attribute}}
  %0 = stablehlo.custom_call @foo(%a) {called_computations = ["x"]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_17(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects layouts to be lists of dimensions, but got dense<0> : tensor<1x1xindex>}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[[0]]> : tensor<1x1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @custom_call_18(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op attribute 'operand_layouts' failed to satisfy constraint: array of index elements attribute}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0]> : tensor<1xi64>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @custom_call_19(%a: tuple<tensor<f32>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Tuple types are not fully supported with layout constraints yet}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<> : tensor<0xindex>], result_layouts = [dense<> : tensor<0xindex>, dense<[0]> : tensor<1xindex>]} : (tuple<tensor<f32>>) -> (tuple<tensor<f32>, tensor<2xf32>>)
  return
}

// -----

func.func @custom_call_20(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op attribute 'output_operand_aliases' failed to satisfy constraint: array of Aliasing attribute for outputs and operands of CustomCall}}
  %0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [1]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op incorrect layout dense<1> : tensor<2xindex> for type 'tensor<2x3xf32>', layout must be a permutation of [0, 2)}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of results must match the number of result layouts, 1 != 0}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = []} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op incorrect layout dense<1> : tensor<1xindex> for type 'tensor<2x3xf32>', layout must be a permutation of [0, 2)}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[1]> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: !stablehlo.token) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op Only tensor types can have non-empty layout: operand #0 of type '!stablehlo.token' has layout dense<0> : tensor<1xindex>}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (!stablehlo.token) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 1 != 2}}
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op output_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: 1.}}
  %0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<2x3xf32>' and output part has type 'tensor<2x4xf32>'}}
  %0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op operand_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tuple<tensor<2x3xf32>>) -> (tensor<2x4xf32>, tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op output_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0:2 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 0, operand_tuple_indices = [0]>]} : (tuple<tensor<2x3xf32>>) -> (tensor<2x4xf32>, tensor<2x3xf32>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.}}
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = "x"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.}}
  %0 = stablehlo.custom_call @foo(%a) {api_version = 1 : i32, backend_config = {a = 1 : i32}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.custom_call' op attribute 'api_version' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1, 2, 3, 4}}
  %0 = stablehlo.custom_call @foo(%a) {api_version = 9 : i32, backend_config = {a = 1 : i32}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<f32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of results must match the number of result layouts, 2 != 1}}
  %0:2 = stablehlo.custom_call @foo(%a) {backend_config = "", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<f32>
}

// -----

func.func @f(%a: memref<2x3xf32>) -> (memref<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op buffer output [] is not used in output_operand_alias}}
  %0 = stablehlo.custom_call @foo(%a) : (memref<2x3xf32>) -> (memref<2x3xf32>)
  return %0 : memref<2x3xf32>
}

// -----

func.func @f(%a: tensor<2x3xf32>) -> (vector<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have a memref output}}
  %0 = stablehlo.custom_call @Pin(%a) : (tensor<2x3xf32>) -> (vector<2x3xf32>)
  return %0 : vector<2x3xf32>
}

// -----

func.func private @d(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{expected operation name in quotes}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @d} : (tensor<f32>) -> tensor<f32> ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32>})
  return %0 : tensor<f32>
}

// -----

func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.composite' op 'd' does not reference a valid function}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @d} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @d(%a: tensor<f32>) -> tensor<f64>
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.composite' op result at index 0 has type 'tensor<f32>', but decomposition has type 'tensor<f64>'}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @d} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @d(%a: tensor<f64>) -> tensor<f32>
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.composite' op operand at index 0 has type 'tensor<f32>', but decomposition has type 'tensor<f64>'}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @d} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @d(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>)
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.composite' op has 1 result(s), but decomposition has 2}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @d} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @d(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>)
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.composite' op has 1 operand(s), but decomposition has 2}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @d} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @d(%a: tensor<f32>) -> (tensor<f32>)
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.composite' op name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  %0 = stablehlo.composite "noname" %a {decomposition = @d} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @d(%a: tensor<f32>) -> (tensor<f32>)
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{expected valid attribute name}}
  %0 = stablehlo.composite "a.b-c" %a {decomposition = @d, composite_attributes = {"" = 1 : i32}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @d(%a: tensor<f32>) -> (tensor<f32>)
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.composite' op name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  %0 = stablehlo.composite "1a.b" %a {decomposition = @d, version = -1 : i32} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @d(%a: tensor<?xf32>) -> (tensor<?xf32>)
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.composite' op operand at index 0 has type 'tensor<2xf32>', but decomposition has type 'tensor<?xf32>'}}
  %0 = stablehlo.composite "a.b" %a {decomposition = @d, version = -1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @composite_operands(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op has 2 operand(s), but decomposition has 1}}
  %0 = stablehlo.composite "my.op" %x, %x {decomposition = @one} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @tilings(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of results must match the number of result tilings, 1 != 2}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "f", result_tilings = [[dense<2> : tensor<1xindex>], []]}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
