// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{expected readonly, writeonly or readwrite but got 'rw'}}
func.func private @f(!iree_tensor_ext.dispatch.tensor<rw:tensor<4xf32>>)

// -----

// expected-error@+1 {{expected a ranked tensor or a scalar but got memref<4xf32>}}
func.func private @f(!iree_tensor_ext.dispatch.tensor<readonly:memref<4xf32>>)

// -----

func.func @f(%t: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) {
  // expected-error@+1 {{loads from !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>}}
  %0 = iree_tensor_ext.dispatch.tensor.load %t, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>> -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %v: tensor<4xf32>) {
  // expected-error@+1 {{stores to !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>}}
  iree_tensor_ext.dispatch.tensor.store %v, %t, offsets = [0], sizes = [4], strides = [1] : tensor<4xf32> -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>
  return
}

// -----

func.func @f(%t: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>) {
  // expected-error@+1 {{has sizes that do not give tensor<3xf32>}}
  %0 = iree_tensor_ext.dispatch.tensor.load %t, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<3xf32>
  return
}

// -----

func.func @f(%t: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>) {
  // expected-error@+1 {{expects elements of f32 but got i32}}
  %0 = iree_tensor_ext.dispatch.tensor.load %t, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<4xi32>
  return
}

// -----

func.func @f(%t: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>) {
  // expected-error@+1 {{expects 1 dynamic dimension sizes for !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>> but got 0}}
  %0 = iree_tensor_ext.dispatch.tensor.load %t, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>> -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expects types of the same number of bits but got tensor<4xf32> and tensor<4xi16>}}
  %0 = iree_tensor_ext.bitcast %t : tensor<4xf32> -> tensor<4xi16>
  return
}
