// RUN: tern-opt --split-input-file --verify-diagnostics --allow-unregistered-dialect %s

func.func @shapes(%m: memref<4xf32>) {
  // expected-error @+2 {{shapes do not match}}
  // expected-error @+1 {{'bufferization.to_tensor' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @elements(%t: tensor<4xf32>) {
  // expected-error @+2 {{element types do not match}}
  // expected-error @+1 {{'bufferization.to_buffer' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf64>
  return
}

// -----

func.func @result(%m: memref<4xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op memref 'dest' implies zero results}}
  %0 = bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_result(%t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result}}
  bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @writable(%m: memref<4xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  bufferization.materialize_in_destination %t in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @not_writable(%t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  %0 = bufferization.materialize_in_destination %t in writable %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @restrict(%t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'restrict' is valid only for memref destinations}}
  %0 = bufferization.materialize_in_destination %t in restrict %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @type(%t: tensor<4xf32>, %u: tensor<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op result and 'dest' types must match}}
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @vector(%t: tensor<4xf32>, %v: vector<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'dest' must be a tensor or a memref}}
  bufferization.materialize_in_destination %t in %v : (tensor<4xf32>, vector<4xf32>) -> ()
  return
}

// -----

func.func @sizes(%t: tensor<4xf32>, %u: tensor<6xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @ranks(%t: tensor<4xf32>, %u: tensor<4x1xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op rank mismatch between source and destination shape}}
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @elements(%t: tensor<4xf32>, %u: tensor<4xi32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op failed to verify that all of {source, dest} have same element type}}
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @sizes(%n: index) {
  // expected-error @+1 {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 1, expected 2}}
  %0 = bufferization.alloc_tensor(%n) : tensor<?x?xf32>
  return
}

// -----

func.func @copied_sizes(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{dynamic sizes not needed when copying a tensor}}
  %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return
}

// -----

func.func @conditions(%m: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate}}
  bufferization.dealloc (%m : memref<4xf32>) if (%c, %c)
  return
}

// -----

func.func @retained(%m: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op must have the same number of updated conditions (results) as retained operands}}
  %0 = "bufferization.dealloc"(%m, %c) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4xf32>, i1) -> i1
  return
}

// -----

// expected-error @+1 {{'bufferization.manual_deallocation' can be used only on ops that have an allocation and/or free side effect}}
"test.unknown"() {bufferization.manual_deallocation} : () -> ()

// -----

// expected-error @+1 {{attribute '"bufferization.other"' not supported as an op attribute by the bufferization dialect}}
"test.unknown"() {bufferization.other} : () -> ()

// -----

// expected-error @+1 {{'bufferization.writable' is expected to be a boolean attribute}}
func.func @argument(%t: tensor<4xf32> {bufferization.writable = 1 : i32}) { return }

// -----

// expected-error @+1 {{'bufferization.writable' is invalid on external functions}}
func.func private @argument(tensor<4xf32> {bufferization.writable = true})

// -----

// expected-error @+1 {{'bufferization.access' is expected to be a string attribute}}
func.func @argument(%t: tensor<4xf32> {bufferization.access = 1 : i32}) { return }

// -----

// expected-error @+1 {{invalid value for 'bufferization.access'}}
func.func @argument(%t: tensor<4xf32> {bufferization.access = "often"}) { return }

// -----

// expected-error @+1 {{'bufferization.buffer_layout' is expected to be a memref layout attribute}}
func.func @argument(%t: tensor<4xf32> {bufferization.buffer_layout = 1 : i32}) { return }

// -----

// expected-error @+1 {{not supported as a region arg attribute by the bufferization dialect}}
func.func @argument(%t: tensor<4xf32> {bufferization.color = 1 : i32}) { return }
