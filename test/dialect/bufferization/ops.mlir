// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @between(%m: memref<4xf32>, %t: tensor<4xf32>, %u: memref<*xf32>, %v: tensor<*xf32>) {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_tensor %m restrict writable {test.note} : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_tensor %u restrict : memref<*xf32> to tensor<*xf32>
  %3 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %4 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %5 = bufferization.materialize_in_destination %t in %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

func.func @memory(%t: tensor<?xf32>, %m: memref<4xf32>, %n: index, %c: i1) {
  %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %1 = bufferization.alloc_tensor() copy(%t) size_hint=%n {memory_space = 3 : i64, test.note} : tensor<?xf32>
  %2 = bufferization.clone %m : memref<4xf32> to memref<?xf32>
  bufferization.dealloc_tensor %0 : tensor<?xf32>
  %3:2 = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%m, %2 : memref<4xf32>, memref<?xf32>) {test.note}
  %4 = bufferization.dealloc retain (%m : memref<4xf32>)
  bufferization.dealloc (%m, %2 : memref<4xf32>, memref<?xf32>) if (%c, %4)
  bufferization.dealloc
  %5 = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
  return
}

func.func private @access(tensor<4xf32> {bufferization.access = "read"}, tensor<*xf32> {bufferization.access = "none"})

func.func @layout(%t: tensor<4xf32> {bufferization.writable = true, bufferization.buffer_layout = strided<[?], offset: ?>}) {
  return
}
