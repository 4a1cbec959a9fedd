// Examples of bufferization ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = bufferization.alloc_tensor() copy(%t) size_hint=%n : tensor<?xf32>
%s = bufferization.alloc_tensor(%n) {memory_space = 3 : i64} : : tensor<?xf32>
// -----
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = bufferization.alloc_tensor() copy(%t) size_hint=%n : tensor<?xf32>
%s = bufferization.alloc_tensor(%n) {memory_space = 3 : i64} : tensor<xf32?>
// -----
%t = "test.value"() : () -> tensor<?xf32>
%n = "test.value"() : () -> index
%r = bufferization.alloc_tensor() copy(%t) size_hint=%n : tensor<?xf32>
%s = bufferization.alloc_tensor(%n) {memory_space = ? : i64} : tensor<?xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
%r = bufferization.clonex %m : memref<4xf32> to memref<?xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
%r = bufferization.clone %m : memref memref<4xf32> to memref<?xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
%r = bufferization.clone %m : memref<0x1Gxf32> to memref<?xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
%c = "test.value"() : () -> i1
%r = bufferization.dealloc (%m : memref<4xf32) if (%c) retain (%m : memref<4xf32>)
// -----
%m = "test.value"() : () -> memref<4xf32>
%c = "test.value"() : () -> i1
%r = bufferization.dealloc (%nowhere : memref<4xf32>) if (%c) retain (%m : memref<4xf32>)
// -----
%m = "test.value"() : () -> memref<4xf32>
%c = "test.value"() : () -> i1
%r = bufferization.dealloc (%m : memref<4xf32>) ) if (%c) retain (%m : memref<4xf32>)
// -----
%t = "test.value"() : () -> tensor<4xf32>
bufferization.dealloc_tensor %t : tensor<4xf32> >
// -----
%t = "test.value"() : () -> tensor<4xf32>
bufferization.dealloc_tensor %t  tensor<4xf32>
// -----
%t = "test.value"() : () -> tensor<4xf32>
bufferization.dealloc_tensor % : tensor<4xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
%r = bufferization.to_tensorx %m restrict : memref<4xf32> to tensor<4xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
%r = bufferization.to_tensor %m restrict : : memref<4xf32> to tensor<4xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
%r = bufferization.to_tensor %m restrict : memref<4xf32> to
// -----
%t = "test.value"() : () -> tensor<4xf32>
%r = bufferization.to_buffer %t : tensor4<xf32> to memref<4xf32>
// -----
%t = "test.value"() : () -> tensor<4xf32>
%r = bufferization.to_buffer %t : tensor<4xf32
// -----
%t = "test.value"() : () -> tensor<4xf32>
%r = bufferization.to_buffer  : tensor<4xf32> to memref<4xf32>
// -----
%t = "test.value"() : () -> tensor<4xf32>
%m = "test.value"() : () -> memref<4xf32>
bufferization.materialize_in_destination %t in writable %m : (tensor<1.5xf32>, memref<4xf32>) -> ()
// -----
%t = "test.value"() : () -> tensor<4xf32>
%m = "test.value"() : () -> memref<4xf32>
bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> -> ()
// -----
%t = "test.value"() : () -> tensor<4xf32>
%m = "test.value"() : () -> memref<4xf32>
bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref4xf32>) -> ()
