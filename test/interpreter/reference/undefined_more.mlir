// Further ways in which a run ends, one for each message.
// RUN: tern-opt %s --interpret=main --split-input-file --verify-diagnostics

func.func @main() {
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %c3 = arith.constant 3 : index
  // expected-error @+2 {{'tensor.extract' op reads out of bounds}}
  // expected-note @+1 {{undefined}}
  %x = tensor.extract %t[%c3] : tensor<3xi32>
  return
}

// -----

func.func @main() {
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %x = arith.constant 1 : i32
  %c3 = arith.constant 3 : index
  // expected-error @+2 {{'tensor.insert' op writes out of bounds}}
  // expected-note @+1 {{undefined}}
  %r = tensor.insert %x into %t[%c3] : tensor<3xi32>
  return
}

// -----

func.func @main() {
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %c2 = arith.constant 2 : index
  // expected-error @+2 {{takes elements 2 to 3 of dimension 0, which has 3}}
  // expected-note @+1 {{undefined}}
  %r = tensor.extract_slice %t[%c2] [2] [1] : tensor<3xi32> to tensor<2xi32>
  return
}

// -----

func.func @main() {
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %d = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  // expected-error @+2 {{casts to a shape that the tensor does not have}}
  // expected-note @+1 {{undefined}}
  %r = tensor.cast %d : tensor<?xi32> to tensor<4xi32>
  return
}

// -----

func.func @main() {
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %d = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %c2 = arith.constant 2 : index
  // expected-error @+2 {{expands dimension 0, of size 3, to 4 elements}}
  // expected-note @+1 {{undefined}}
  %r = tensor.expand_shape %d [[0, 1]] output_shape [2, %c2] : tensor<?xi32> into tensor<2x?xi32>
  return
}

// -----

func.func @main() {
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %s = arith.constant dense<[2, 2]> : tensor<2xi32>
  // expected-error @+2 {{gives a shape of another number of elements}}
  // expected-note @+1 {{undefined}}
  %r = tensor.reshape %t(%s) : (tensor<3xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  return
}

// -----

func.func @main() {
  %m = arith.constant -1 : index
  // expected-error @+2 {{makes a value of the size -1}}
  // expected-note @+1 {{undefined}}
  %r = tensor.empty(%m) : tensor<?xi32>
  return
}

// -----

func.func @main() {
  %m = arith.constant -1 : index
  // expected-error @+2 {{allocates memory of the size -1}}
  // expected-note @+1 {{undefined}}
  %r = memref.alloc(%m) : memref<?xi32>
  return
}

// -----

func.func @main() {
  %m = arith.constant 1000000000 : index
  // expected-error @+2 {{takes more memory than a run may}}
  // expected-note @+1 {{smaller sizes}}
  %r = memref.alloc(%m) : memref<?xi32>
  return
}

// -----

func.func @main() {
  %m = arith.constant 1000000000 : index
  // expected-error @+2 {{makes a value larger than a run may}}
  // expected-note @+1 {{smaller sizes}}
  %r = tensor.empty(%m) : tensor<?xi32>
  return
}

// -----

func.func @main() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+2 {{has a step that is not positive}}
  // expected-note @+1 {{undefined}}
  scf.for %i = %c0 to %c4 step %c0 {
  }
  return
}

// -----

func.func @main() {
  %p = ub.poison : i32
  %c1 = arith.constant 1 : i32
  // expected-error @+2 {{divides poison, or by it}}
  // expected-note @+1 {{undefined}}
  %r = arith.divsi %c1, %p : i32
  return
}

// -----

func.func @main() {
  %t = arith.constant dense<[1, 2]> : tensor<2xi32>
  %d = tensor.cast %t : tensor<2xi32> to tensor<?xi32>
  %e = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %f = tensor.cast %e : tensor<3xi32> to tensor<?xi32>
  // expected-error @+2 {{has operands of different sizes}}
  // expected-note @+1 {{undefined}}
  %r = arith.addi %d, %f : tensor<?xi32>
  return
}

// -----

func.func @main() {
  %m = memref.alloc() : memref<4xi32>
  %c3 = arith.constant 3 : index
  // expected-error @+2 {{takes elements 3 to 4 of dimension 0, which has 4}}
  // expected-note @+1 {{undefined}}
  %r = memref.subview %m[%c3] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  return
}

// -----

func.func @main() {
  %m = memref.alloc() : memref<4xi32>
  %d = memref.cast %m : memref<4xi32> to memref<?xi32>
  // expected-error @+2 {{casts to a shape or layout that the memref does not have}}
  // expected-note @+1 {{undefined}}
  %r = memref.cast %d : memref<?xi32> to memref<3xi32>
  return
}

// -----

func.func @main() {
  %m = memref.alloc() : memref<4xi32>
  %n = memref.alloc() : memref<3xi32>
  %a = memref.cast %m : memref<4xi32> to memref<?xi32>
  %b = memref.cast %n : memref<3xi32> to memref<?xi32>
  // expected-error @+2 {{copies to a buffer of another size}}
  // expected-note @+1 {{undefined}}
  memref.copy %a, %b : memref<?xi32> to memref<?xi32>
  return
}

// -----

func.func @main() {
  %m = memref.alloc() : memref<4xi32>
  %v = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
  %c4 = arith.constant 4 : index
  %w = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [1] : memref<4xi32> to memref<8xi32>
  // expected-error @+2 {{accesses memory that was not allocated}}
  // expected-note @+1 {{undefined}}
  %r = memref.load %w[%c4] : memref<8xi32>
  return
}

// -----

func.func @main() {
  %s = memref.alloca() : memref<4xi32>
  // expected-error @+2 {{frees what was not allocated}}
  // expected-note @+1 {{undefined}}
  memref.dealloc %s : memref<4xi32>
  return
}

// -----

func.func @main() {
  // expected-error @+2 {{was reached}}
  // expected-note @+1 {{undefined}}
  ub.unreachable
}

// -----

func.func @main() {
  %x = arith.constant dense<[1, 2]> : vector<2xi32>
  %m = memref.alloc() : memref<4xi32>
  %c3 = arith.constant 3 : index
  // expected-error @+2 {{accesses memory out of bounds: index 4 of dimension 0}}
  // expected-note @+1 {{undefined}}
  vector.transfer_write %x, %m[%c3] {in_bounds = [true]} : vector<2xi32>, memref<4xi32>
  return
}

// -----

func.func @main() {
  %a = arith.constant dense<1.0> : tensor<2x3xf32>
  %b = arith.constant dense<1.0> : tensor<4x2xf32>
  %c = arith.constant dense<1.0> : tensor<2x2xf32>
  %x = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %y = tensor.cast %b : tensor<4x2xf32> to tensor<?x?xf32>
  // expected-error @+2 {{has operand #1 of size 4 in dimension 0, where its loops make 3}}
  // expected-note @+1 {{undefined}}
  %r = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @main() {
  %c5 = arith.constant 5 : index
  %t = arith.constant dense<1> : tensor<2xi32>
  // expected-error @+2 {{asks for dimension 5 of 1}}
  // expected-note @+1 {{undefined}}
  %r = tensor.dim %t, %c5 : tensor<2xi32>
  return
}

// -----

memref.global "private" constant @k : memref<1xi32> = dense<1>
func.func @main() {
  %k = memref.get_global @k : memref<1xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  // expected-error @+2 {{writes a constant}}
  // expected-note @+1 {{undefined}}
  memref.store %c1, %k[%c0] : memref<1xi32>
  return
}
