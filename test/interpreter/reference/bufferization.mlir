// Between tensors and memory.
// RUN: tern-opt %s --interpret=main | FileCheck %s
// CHECK: @main #0: ( 1, 2, 3 ) : tensor<3xi32>
// CHECK-NEXT: @main #1: ( 9, 2, 3 ) : tensor<3xi32>
// CHECK-NEXT: @main #2: ( poison, 2 ) : tensor<2xi32>
// CHECK-NEXT: @main #3: ( 9, 2, 3 ) : memref<3xi32>
// CHECK-NEXT: @main #4: 1 : i1
// CHECK-NEXT: @main #5: ( 1, 2, 3 ) : memref<3xi32>

func.func @main() -> (tensor<3xi32>, tensor<3xi32>, tensor<2xi32>, memref<3xi32>, i1, memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : i32
  %true = arith.constant true
  %false = arith.constant false
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %m = bufferization.to_buffer %t : tensor<3xi32> to memref<3xi32>
  memref.store %c9, %m[%c0] : memref<3xi32>
  // The tensor is as it was; one that is made of the buffer has what is in it.
  %changed = bufferization.to_tensor %m restrict : memref<3xi32> to tensor<3xi32>
  %space = bufferization.alloc_tensor() : tensor<2xi32>
  %two = arith.constant 2 : i32
  %half = tensor.insert %two into %space[%c1] : tensor<2xi32>
  %copy = bufferization.clone %m : memref<3xi32> to memref<3xi32>
  %target = memref.alloc() : memref<3xi32>
  bufferization.materialize_in_destination %t in writable %target : (tensor<3xi32>, memref<3xi32>) -> ()
  // One is retained, one is not owned, one goes.
  %gone = memref.alloc() : memref<3xi32>
  %view = memref.subview %copy[0] [2] [1] : memref<3xi32> to memref<2xi32, strided<[1]>>
  %kept = bufferization.dealloc (%copy, %target, %gone : memref<3xi32>, memref<3xi32>, memref<3xi32>)
      if (%true, %false, %true) retain (%view : memref<2xi32, strided<[1]>>)
  return %t, %changed, %half, %copy, %kept, %target
    : tensor<3xi32>, tensor<3xi32>, tensor<2xi32>, memref<3xi32>, i1, memref<3xi32>
}
