// RUN: tern-opt %s --split-input-file --iree-codegen-iree-comprehensive-bufferize --canonicalize --cse | FileCheck %s

#layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>
#map = affine_map<(i, j) -> (i, j)>

// All ops of a chain work in the buffer of the result.

// CHECK-LABEL: func.func @works_in_the_result
// CHECK-DAG: %[[Z:.*]] = arith.constant 0.0
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<32x24xf32>
// CHECK-DAG: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<24x16xf32>
// CHECK-DAG: %[[C:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<32x16xf32>
// CHECK-NOT: memref.alloca
// CHECK: linalg.fill ins(%[[Z]] : f32) outs(%[[C]]
// CHECK: linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]]
// CHECK: linalg.generic {{.*}} ins(%[[C]] : memref<32x16xf32>) outs(%[[C]] : memref<32x16xf32>)
// CHECK: hal.interface private @io attributes {push_constants = 0 : index} {
// CHECK-NEXT: @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
// CHECK-NEXT: @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
// CHECK-NEXT: @b2, set = 0, binding = 2, type = "StorageBuffer", access = "Write"
func.func @works_in_the_result() {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.0 : f32
  %0 = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) flags(ReadOnly) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<32x24xf32>>
  %1 = hal.interface.binding.subspan layout(#layout) binding(1) alignment(64) offset(%c0) flags(ReadOnly) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<24x16xf32>>
  %2 = hal.interface.binding.subspan layout(#layout) binding(2) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<32x16xf32>>
  %a = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0, 0], sizes = [32, 24], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<32x24xf32>> -> tensor<32x24xf32>
  %b = iree_tensor_ext.dispatch.tensor.load %1, offsets = [0, 0], sizes = [24, 16], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<24x16xf32>> -> tensor<24x16xf32>
  %e = tensor.empty() : tensor<32x16xf32>
  %f = linalg.fill ins(%cst : f32) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  %m = linalg.matmul ins(%a, %b : tensor<32x24xf32>, tensor<24x16xf32>) outs(%f : tensor<32x16xf32>) -> tensor<32x16xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.maximumf %x, %cst : f32
    linalg.yield %z : f32
  } -> tensor<32x16xf32>
  iree_tensor_ext.dispatch.tensor.store %r, %2, offsets = [0, 0], sizes = [32, 16], strides = [1, 1] : tensor<32x16xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<32x16xf32>>
  return
}

// -----

#layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>

// Old contents that are still to be read are copied; the slice, whose offset is a constant of the dispatch, is written there.

// CHECK-LABEL: func.func @updates_a_part
// CHECK: %[[T:.*]] = memref.alloca() : memref<4xf32>
// CHECK: %[[N:.*]] = hal.interface.load.constant offset = 0 : i32
// CHECK: %[[I:.*]] = arith.index_castui %[[N]]
// CHECK: %[[P:.*]] = iree.placeholder
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : {{.*}}) outs(%[[T]] : memref<4xf32>)
// CHECK: %[[S:.*]] = memref.subview %[[P]][%[[I]]] [4] [1]
// CHECK: linalg.copy ins(%[[T]] : memref<4xf32>) outs(%[[S]] :
func.func @updates_a_part() {
  %c0 = arith.constant 0 : index
  %0 = hal.interface.constant.load layout(#layout) ordinal(0) : i32
  %1 = arith.index_castui %0 : i32 to index
  %i = iree_tensor_ext.dispatch.workload.ordinal %1, 0 : index
  %b = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<16xf32>>
  %t = iree_tensor_ext.dispatch.tensor.load %b, offsets = [2], sizes = [4], strides = [2] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<16xf32>> -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %m = arith.negf %x : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  iree_tensor_ext.dispatch.tensor.store %n, %b, offsets = [%i], sizes = [4], strides = [1] : tensor<4xf32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<16xf32>>
  return
}

// -----

#layout = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>

// Sizes are constants; elements of a tensor that a body asks for are loads.

// CHECK-LABEL: func.func @gathers
// CHECK-DAG: %[[N:.*]] = hal.interface.load.constant offset = 0 : index
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<?x5xf32>{%[[N]]}
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[V:.*]] = memref.load %[[A]][%[[I]], %{{.*}}] : memref<?x5xf32>
// CHECK: linalg.yield %[[V]]
func.func @gathers() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = hal.interface.constant.load layout(#layout) ordinal(0) : index
  %a_b = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) flags(ReadOnly) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x5xf32>>{%n}
  %o_b = hal.interface.binding.subspan layout(#layout) binding(1) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%n}
  %a = iree_tensor_ext.dispatch.tensor.load %a_b, offsets = [0, 0], sizes = [%n, 5], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x5xf32>>{%n} -> tensor<?x5xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%y: f32):
    %i = linalg.index 0 : index
    %v = tensor.extract %a[%i, %c3] : tensor<?x5xf32>
    linalg.yield %v : f32
  } -> tensor<?xf32>
  iree_tensor_ext.dispatch.tensor.store %r, %o_b, offsets = [0], sizes = [%n], strides = [1] : tensor<?xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%n}
  return
}

// -----

// Buffers as placeholders. A padded tensor is filled, and its source copied into it; the source
// is computed there.

// CHECK-LABEL: func.func @pads
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4xf32>
// CHECK-DAG: %[[O:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<7xf32>
// CHECK-DAG: %[[S:.*]] = memref.subview %[[O]][1] [4] [1]
// CHECK-DAG: linalg.fill ins({{.*}}) outs(%[[O]]
// CHECK: linalg.negf ins(%[[A]] : memref<4xf32>) outs(%[[S]] :
// CHECK-NOT: linalg.copy
func.func @pads() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<7xf32>
  %v = arith.constant 1.0 : f32
  %t = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.negf ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = tensor.pad %n low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<7xf32>
  bufferization.materialize_in_destination %p in restrict writable %o : (tensor<7xf32>, memref<7xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @joins
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2x3xf32>
// CHECK-DAG: %[[O:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4x3xf32>
// CHECK-DAG: %[[S0:.*]] = memref.subview %[[O]][0, 0] [2, 3] [1, 1]
// CHECK-DAG: %[[S1:.*]] = memref.subview %[[O]][2, 0] [2, 3] [1, 1]
// CHECK-DAG: linalg.copy ins(%[[A]] : memref<2x3xf32>) outs(%[[S0]]
// CHECK-DAG: linalg.copy ins(%[[A]] : memref<2x3xf32>) outs(%[[S1]]
func.func @joins() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2x3xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4x3xf32>
  %t = bufferization.to_tensor %a restrict : memref<2x3xf32> to tensor<2x3xf32>
  %p = tensor.concat dim(0) %t, %t : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  bufferization.materialize_in_destination %p in restrict writable %o : (tensor<4x3xf32>, memref<4x3xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @writes_numbers
// CHECK-SAME: %[[X:.*]]: i32
// CHECK-DAG: %[[O:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2xi32>
// CHECK: memref.store %[[X]], %[[O]][%c0]
// CHECK: memref.store %{{.*}}, %[[O]][%c1]
func.func @writes_numbers(%x: i32) {
  %o = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2xi32>
  %c7 = arith.constant 7 : i32
  %t = tensor.from_elements %x, %c7 : tensor<2xi32>
  bufferization.materialize_in_destination %t in restrict writable %o : (tensor<2xi32>, memref<2xi32>) -> ()
  return
}

// --- loops ---

// A loop works in the buffer that its result is stored in.

// CHECK-LABEL: func.func @carries
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<8xf32>
// CHECK-DAG: %[[O:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<8xf32>
// CHECK: linalg.copy ins(%[[A]] : memref<8xf32>) outs(%[[O]]
// CHECK-NOT: memref.alloca
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[V:.*]] = memref.load %[[O]][%[[I]]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[V]], %[[V]]
// CHECK-NEXT: memref.store %[[S]], %[[O]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @carries() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<8xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = bufferization.to_tensor %a restrict : memref<8xf32> to tensor<8xf32>
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%u = %t) -> (tensor<8xf32>) {
    %v = tensor.extract %u[%i] : tensor<8xf32>
    %s = arith.addf %v, %v : f32
    %w = tensor.insert %s into %u[%i] : tensor<8xf32>
    scf.yield %w : tensor<8xf32>
  }
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// Slices that iterations work on and put back are worked on in place.

// CHECK-LABEL: func.func @works_on_rows
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4x8xf32>
// CHECK-DAG: %[[O:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4x8xf32>
// CHECK: linalg.copy ins(%[[A]] {{.*}}) outs(%[[O]]
// CHECK: scf.forall (%[[I:.*]]) in (4) {
// CHECK-NEXT: %[[R:.*]] = memref.subview %[[O]][%[[I]], 0] [1, 8] [1, 1]
// CHECK-NEXT: linalg.exp ins(%[[R]] : {{.*}}) outs(%[[R]] :
// CHECK-NEXT: }
func.func @works_on_rows() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4x8xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4x8xf32>
  %t = bufferization.to_tensor %a restrict : memref<4x8xf32> to tensor<4x8xf32>
  %r = scf.forall (%i) in (4) shared_outs(%u = %t) -> (tensor<4x8xf32>) {
    %s = tensor.extract_slice %u[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<8xf32>
    %x = linalg.exp ins(%s : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %u[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
    }
  }
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<4x8xf32>, memref<4x8xf32>) -> ()
  return
}

// What changes places is copied before it is overwritten.

// CHECK-LABEL: func.func @swaps
// CHECK: scf.for
// CHECK: linalg.copy ins(%[[X:.*]] : memref<4xf32>) outs(%[[T:.*]] : memref<4xf32>)
// CHECK: linalg.copy ins(%[[Y:.*]] : memref<4xf32>) outs(%[[X]] : memref<4xf32>)
// CHECK: linalg.copy ins(%[[T]] : memref<4xf32>) outs(%[[Y]] : memref<4xf32>)
func.func @swaps(%n: index) {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<4xf32>
  %p = iree.placeholder for "interface buffer" {binding = @io::@b3} : memref<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %y = bufferization.to_tensor %b restrict : memref<4xf32> to tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %v, %u : tensor<4xf32>, tensor<4xf32>
  }
  bufferization.materialize_in_destination %r#0 in restrict writable %o : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %r#1 in restrict writable %p : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @chooses
// CHECK-SAME: %[[C:.*]]: i1
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4xf32>
// CHECK-DAG: %[[O:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4xf32>
// CHECK: scf.if %[[C]] {
// CHECK-NEXT: linalg.negf ins(%[[A]] {{.*}}) outs(%[[O]]
// CHECK-NEXT: } else {
// CHECK-NEXT: linalg.copy ins(%[[A]] {{.*}}) outs(%[[O]]
func.func @chooses(%c: i1) {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4xf32>
  %x = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %r = scf.if %c -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.negf ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @repeats
// CHECK-DAG: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4xf32>
// CHECK-DAG: %[[O:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4xf32>
// CHECK: linalg.copy ins(%[[A]] {{.*}}) outs(%[[O]]
// CHECK: scf.while (%[[I:.*]] = %c0) : (index) -> index {
// CHECK: scf.condition(%{{.*}}) %[[I]] : index
// CHECK: linalg.exp ins(%[[O]] {{.*}}) outs(%[[O]]
func.func @repeats(%n: index) {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %r:2 = scf.while (%i = %c0, %t = %x) : (index, tensor<4xf32>) -> (index, tensor<4xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %t : index, tensor<4xf32>
  } do {
  ^bb0(%j: index, %u: tensor<4xf32>):
    %e = tensor.empty() : tensor<4xf32>
    %v = linalg.exp ins(%u : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %k = arith.addi %j, %c1 : index
    scf.yield %k, %v : index, tensor<4xf32>
  }
  bufferization.materialize_in_destination %r#1 in restrict writable %o : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

hal.interface private @io {
  hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
  hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Read|Write"
  hal.interface.binding @b2, set = 0, binding = 2, type = "StorageBuffer", access = "Read|Write"
  hal.interface.binding @b3, set = 0, binding = 3, type = "StorageBuffer", access = "Read|Write"
}

// -----

#layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>

// Attention is written to where its result is stored; what the result is made in has no memory.

// CHECK-LABEL: func.func @attention
// CHECK-DAG: %[[S:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG: %[[X:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2x4x8xf32>
// CHECK-DAG: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<2x4x8xf32>
// CHECK-NOT: memref.alloca
// CHECK: iree_linalg_ext.attention ins(%[[X]], %[[X]], %[[X]], %[[S]] : memref<2x4x8xf32>, memref<2x4x8xf32>, memref<2x4x8xf32>, f32) outs(%[[R]] : memref<2x4x8xf32>) {
// CHECK-NEXT: ^{{.*}}(%[[A:.*]]: f32):
// CHECK-NEXT: %[[T:.*]] = math.tanh %[[A]] : f32
// CHECK-NEXT: iree_linalg_ext.yield %[[T]] : f32
func.func @attention() {
  %c0 = arith.constant 0 : index
  %s = arith.constant 0.5 : f32
  %0 = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) flags(ReadOnly) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<2x4x8xf32>>
  %1 = hal.interface.binding.subspan layout(#layout) binding(1) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<2x4x8xf32>>
  %x = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0, 0, 0], sizes = [2, 4, 8], strides = [1, 1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<2x4x8xf32>> -> tensor<2x4x8xf32>
  %e = tensor.empty() : tensor<2x4x8xf32>
  %r = iree_linalg_ext.attention ins(%x, %x, %x, %s : tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32>, f32) outs(%e : tensor<2x4x8xf32>) {
  ^bb0(%a: f32):
    %t = math.tanh %a : f32
    iree_linalg_ext.yield %t : f32
  } -> tensor<2x4x8xf32>
  iree_tensor_ext.dispatch.tensor.store %r, %1, offsets = [0, 0, 0], sizes = [2, 4, 8], strides = [1, 1, 1] : tensor<2x4x8xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<2x4x8xf32>>
  return
}

// -----

#layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer>]>

// A loop that goes on from all of a shared output, and gives all of it back, works where that lies.

// CHECK-LABEL: func.func @whole_shared_output
// CHECK: %[[X:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<8xi32>
// CHECK-NOT: memref.alloca
// CHECK: scf.forall
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %c5
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[X]][%[[I]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addi %[[OLD]], %[[OLD]]
// CHECK-NEXT: memref.store %[[NEW]], %[[X]][%[[I]]]
func.func @whole_shared_output() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>>
  %x = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [8], strides = [1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>> -> tensor<8xi32>
  %r = scf.forall (%i) in (1) shared_outs(%o = %x) -> (tensor<8xi32>) {
    %s = scf.for %u = %c0 to %c5 step %c1 iter_args(%t = %o) -> (tensor<8xi32>) {
      %old = tensor.extract %t[%u] : tensor<8xi32>
      %new = arith.addi %old, %old : i32
      %n = tensor.insert %new into %t[%u] : tensor<8xi32>
      scf.yield %n : tensor<8xi32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0] [8] [1] : tensor<8xi32> into tensor<8xi32>
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  iree_tensor_ext.dispatch.tensor.store %r, %0, offsets = [0], sizes = [8], strides = [1] : tensor<8xi32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>>
  return
}

// -----

#layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer>]>

// One that goes on from what was there before an element changed has to bring that back.

// CHECK-LABEL: func.func @earlier_shared_output
// CHECK: memref.alloca
// CHECK: scf.forall
func.func @earlier_shared_output() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>>
  %x = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [8], strides = [1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>> -> tensor<8xi32>
  %r = scf.forall (%i) in (1) shared_outs(%o = %x) -> (tensor<8xi32>) {
    %s = scf.for %u = %c0 to %c5 step %c1 iter_args(%t = %o) -> (tensor<8xi32>) {
      %old = tensor.extract %t[%u] : tensor<8xi32>
      %n = tensor.insert %old into %t[%c5] : tensor<8xi32>
      scf.yield %n : tensor<8xi32>
    }
    %z = scf.for %u = %c0 to %c5 step %c1 iter_args(%t = %o) -> (tensor<8xi32>) {
      %old = tensor.extract %s[%u] : tensor<8xi32>
      %n = tensor.insert %old into %t[%c1] : tensor<8xi32>
      scf.yield %n : tensor<8xi32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %z into %o[0] [8] [1] : tensor<8xi32> into tensor<8xi32>
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  iree_tensor_ext.dispatch.tensor.store %r, %0, offsets = [0], sizes = [8], strides = [1] : tensor<8xi32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>>
  return
}

// -----

#layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer>]>

// A loop of one iteration or none is a condition; one of two or none stays.

// CHECK-LABEL: func.func @guard
// CHECK: %[[X:.*]] = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<8xi32>
// CHECK: %[[OLD:.*]] = memref.load %[[X]][%c1]
// CHECK: %[[IS:.*]] = arith.cmpi sgt, %[[OLD]],
// CHECK: %[[TIMES:.*]] = arith.select %[[IS]], %c2, %c0
// CHECK: scf.if %[[IS]] {
// CHECK-NEXT: memref.store %[[OLD]], %[[X]][%c0]
// CHECK-NEXT: }
// CHECK: scf.for {{.*}} to %[[TIMES]]
func.func @guard() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %0 = hal.interface.binding.subspan layout(#layout) binding(0) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>>
  %x = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [8], strides = [1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>> -> tensor<8xi32>
  %r = scf.forall (%i) in (1) shared_outs(%o = %x) -> (tensor<8xi32>) {
    %old = tensor.extract %o[%c1] : tensor<8xi32>
    %is = arith.cmpi sgt, %old, %zero : i32
    %once = arith.select %is, %c1, %c0 : index
    %twice = arith.select %is, %c2, %c0 : index
    %a = scf.for %u = %c0 to %once step %c1 iter_args(%t = %o) -> (tensor<8xi32>) {
      %n = tensor.insert %old into %t[%u] : tensor<8xi32>
      scf.yield %n : tensor<8xi32>
    }
    %b = scf.for %u = %c0 to %twice step %c1 iter_args(%t = %a) -> (tensor<8xi32>) {
      %n = tensor.insert %old into %t[%u] : tensor<8xi32>
      scf.yield %n : tensor<8xi32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %b into %o[0] [8] [1] : tensor<8xi32> into tensor<8xi32>
    }
  } {mapping = [#gpu.block<linear_dim_0>]}
  iree_tensor_ext.dispatch.tensor.store %r, %0, offsets = [0], sizes = [8], strides = [1] : tensor<8xi32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8xi32>>
  return
}
