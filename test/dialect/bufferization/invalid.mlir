// RUN: tern-opt --split-input-file --verify-diagnostics %s

func.func @shapes(%m: memref<4xf32>) {
  // expected-error @+1 {{'bufferization.to_tensor' op expects the same shape and element type but got 'memref<4xf32>' and 'tensor<5xf32>'}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @result(%m: memref<4xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op expects a result if, and only if, the destination is a tensor}}
  %0 = bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @writable(%m: memref<4xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have 'writable' if the destination is a buffer}}
  bufferization.materialize_in_destination %t in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @not_writable(%t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have neither 'restrict' nor 'writable' if the destination is a tensor}}
  %0 = bufferization.materialize_in_destination %t in writable %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @type(%t: tensor<4xf32>, %u: tensor<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op expects the result's type to be the destination's, 'tensor<?xf32>'}}
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}
