// RUN: tern-opt %s --split-input-file --iree-codegen-iree-comprehensive-bufferize --verify-diagnostics

// expected-error @below {{'func.func' op has tensors as arguments or results}}
// expected-note @below {{inside a dispatch tensors come from hal.interface.load.tensor}}
func.func @refuses_tensor_arguments(%t: tensor<4xf32>) {
  return
}

// -----

#layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer>]>

// expected-error @below {{'hal.interface' op stands beside ops that name their layout themselves}}
hal.interface private @io {
  hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}
func.func @refuses_both_generations() {
  %0 = hal.interface.binding.subspan layout(#layout) binding(0) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>
  return
}

// -----

#layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>

func.func @refuses_complex_constant() {
  // expected-error @below {{'hal.interface.constant.load' op gives a complex<f32>, expected an integer, index or float}}
  %0 = hal.interface.constant.load layout(#layout) ordinal(0) : complex<f32>
  return
}

// -----

func.func @refuses_argument(%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>) {
  // expected-error @below {{'iree_tensor_ext.dispatch.tensor.load' op is of a dispatch tensor that comes from no hal.interface.binding.subspan}}
  %0 = iree_tensor_ext.dispatch.tensor.load %a, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<4xf32>
  return
}

// -----

func.func @refuses_unknown_ops(%a: memref<4xf32>) {
  %t = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  // expected-error @below {{'tensor.rank' op cannot be converted to linalg on buffers}}
  %r = tensor.rank %t : tensor<4xf32>
  return
}

// -----

func.func @refuses_unknown_size(%a: memref<i32>, %o: memref<f32>) {
  %z = arith.constant 0.0 : f32
  %t = bufferization.to_tensor %a restrict : memref<i32> to tensor<i32>
  %v = tensor.extract %t[] : tensor<i32>
  %n = arith.index_cast %v : i32 to index
  %e = tensor.empty(%n) : tensor<?xf32>
  // expected-error @below {{'linalg.fill' op needs a temporary buffer whose size is known only when it is computed}}
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %c = arith.constant 0 : index
  %x = tensor.extract %f[%c] : tensor<?xf32>
  memref.store %x, %o[] : memref<f32>
  return
}

// -----

func.func @refuses_size_from_inside(%c: i1, %n: index, %a: memref<?xf32>, %o: memref<f32>) {
  %t = bufferization.to_tensor %a restrict : memref<?xf32> to tensor<?xf32>
  // expected-error @below {{'scf.if' op carries a tensor of type tensor<?xf32> whose size is only known inside}}
  %r = scf.if %c -> (tensor<?xf32>) {
    %e = tensor.empty(%n) : tensor<?xf32>
    %x = linalg.exp ins(%t : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %x : tensor<?xf32>
  } else {
    %e = tensor.empty(%n) : tensor<?xf32>
    %x = linalg.log ins(%t : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %x : tensor<?xf32>
  }
  %z = arith.constant 0 : index
  %x = tensor.extract %r[%z] : tensor<?xf32>
  memref.store %x, %o[] : memref<f32>
  return
}

// -----

func.func @refuses_tensors_in_bodies(%o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  // expected-note @below {{inside of this op only elements and sizes of tensors can be asked for}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32):
    // expected-error @below {{'tensor.insert' op computes tensors inside of another op}}
    %n = tensor.insert %x into %e[%c0] : tensor<4xf32>
    %y = tensor.extract %n[%c0] : tensor<4xf32>
    linalg.yield %y : f32
  } -> tensor<4xf32>
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @refuses_to_join_outer_slice(%a: memref<8x8xf32>, %o: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = bufferization.to_tensor %a restrict : memref<8x8xf32> to tensor<8x8xf32>
  %s = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @below {{'tensor.collapse_shape' op joins dimensions of a tensor from outside that may not be dense in memory}}
    %c = tensor.collapse_shape %s [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    bufferization.materialize_in_destination %c in restrict writable %o : (tensor<16xf32>, memref<16xf32>) -> ()
  }
  return
}

// -----

#layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer>]>

func.func @refuses_other_views() {
  // expected-error @below {{'hal.interface.binding.subspan' op gives a i32, expected a dispatch tensor or memref}}
  %0 = hal.interface.binding.subspan layout(#layout) binding(0) : i32
  return
}
