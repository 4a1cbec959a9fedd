// Shapes that do not fit together.
// RUN: not tern-opt %s --split-input-file -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --implicit-check-not=error:

// A product of matrices that do not match.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.dot' op contracting dimension sizes must match, but got 'tensor<2x3xf32>' and 'tensor<4x5xf32>'
// CHECK-NEXT:{{^}}  %0 = "mhlo.dot"(%a, %b) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  %0 = "mhlo.dot"(%a, %b) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// A sum of tensors of different shapes.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.add' op all non-scalar operands/results must have the same shape and base type
// CHECK-NEXT:{{^}}  %0 = "mhlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  %0 = "mhlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// A sum of tensors of different types.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.add' op requires compatible types for all operands and results
// CHECK-NEXT:{{^}}  %0 = "mhlo.add"(%a, %b) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  %0 = "mhlo.add"(%a, %b) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// A reshape to another number of elements.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.reshape' op number of output elements (5) doesn't match expected number of elements (6)
// CHECK-NEXT:{{^}}  %0 = "mhlo.reshape"(%a) : (tensor<2x3xf32>) -> tensor<5xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2x3xf32>) {
  %0 = "mhlo.reshape"(%a) : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}

// -----

// A transpose whose result has another shape.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'
// CHECK-NEXT:{{^}}  %0 = "mhlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2x3xf32>) {
  %0 = "mhlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// A permutation that is none.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.transpose' op has dimension 1 more than once in permutation
// CHECK-NEXT:{{^}}  %0 = "mhlo.transpose"(%a) {permutation = dense<[1, 1]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2x3xf32>) {
  %0 = "mhlo.transpose"(%a) {permutation = dense<[1, 1]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// A concatenation along a dimension that is not there.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.concatenate' op dimension (1) is out of bounds [0, 1)
// CHECK-NEXT:{{^}}  %0 = "mhlo.concatenate"(%a, %a) {dimension = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2xf32>) {
  %0 = "mhlo.concatenate"(%a, %a) {dimension = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// A slice that ends behind the tensor.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.slice' op limit index 5 is larger than dimension size 4 in dimension 0
// CHECK-NEXT:{{^}}  %0 = "mhlo.slice"(%a) {start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<5> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} : (tensor<4xf32...
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<4xf32>) {
  %0 = "mhlo.slice"(%a) {start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<5> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// A broadcast that would stretch a dimension.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.broadcast_in_dim' op size of operand dimension 0 (3) is not equal to 1 or size of result dimension 1 (4)
// CHECK-NEXT:{{^}}  %0 = "mhlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<3xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<3xf32>) {
  %0 = "mhlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// A selection by something that is no truth value.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.select' op operand #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<2xi32>'
// CHECK-NEXT:{{^}}  %0 = "mhlo.select"(%p, %a, %a) : (tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%p: tensor<2xi32>, %a: tensor<2xf32>) {
  %0 = "mhlo.select"(%p, %a, %a) : (tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// A reduction along a dimension that is not there.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'mhlo.reduce' op Out-of-bounds dimension 1, expected to be in range [0, 1)
// CHECK-NEXT:{{^}}  %0 = "mhlo.reduce"(%a, %z) ({
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %0 = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// A product with batches that are not in pairs.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'stablehlo.dot_general' op lhs and rhs should have the same number of batching dimensions
// CHECK-NEXT:{{^}}  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// A linalg product of matrices that do not match.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:3: error: 'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 3, but found 4
// CHECK-NEXT:{{^}}  linalg.matmul ins(%a, %b : memref<2x3xf32>, memref<4x5xf32>) outs(%c : memref<2x5xf32>)
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: memref<2x3xf32>, %b: memref<4x5xf32>, %c: memref<2x5xf32>) {
  linalg.matmul ins(%a, %b : memref<2x3xf32>, memref<4x5xf32>) outs(%c : memref<2x5xf32>)
  return
}

// -----

// A linalg op with a map too few.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:3: error: 'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)
// CHECK-NEXT:{{^}}  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// A linalg op whose map has too few results.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:3: error: 'linalg.generic' op expected operand #0 rank (2) to match the result rank of indexing_map (1)
// CHECK-NEXT:{{^}}  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
      outs(%a : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// A linalg op with an iterator that there is none of.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+5]]:7: error: custom op 'linalg.generic' unexpected iterator_type (serial)
// CHECK-NEXT:{{^}}      outs(%a : memref<4xf32>) {
// CHECK-NEXT:{{^}}      ^{{$}}
func.func @f(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["serial"]}
      outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// A linalg body with an argument of another type.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:3: error: 'linalg.generic' op expected type of bb argument #0 ('i32') to match element or self type of the corresponding operand ('f32')
// CHECK-NEXT:{{^}}  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xf32>) {
  ^bb0(%x: i32):
    %y = arith.sitofp %x : i32 to f32
    linalg.yield %y : f32
  }
  return
}

// -----

// The same, where what is yielded is wrong too: what is inside is said first, and alone.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+7]]:5: error: 'linalg.yield' op type of yield operand 1 ('i32') doesn't match the element type of the enclosing linalg.generic op ('f32')
// CHECK-NEXT:{{^}}    linalg.yield %x : i32
// CHECK-NEXT:{{^}}    ^{{$}}
func.func @f(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xf32>) {
  ^bb0(%x: i32):
    linalg.yield %x : i32
  }
  return
}

// -----

// A linalg body that yields too much.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+7]]:5: error: 'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)
// CHECK-NEXT:{{^}}    linalg.yield %x, %x : f32, f32
// CHECK-NEXT:{{^}}    ^{{$}}
func.func @f(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x, %x : f32, f32
  }
  return
}

// -----

// A linalg loop that runs over the end of an operand.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:3: error: 'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 8
// CHECK-NEXT:{{^}}  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: memref<4xf32>, %b: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<4xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// A linalg transpose by something that is no permutation.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:3: error: 'linalg.transpose' op permutation is not valid
// CHECK-NEXT:{{^}}  linalg.transpose ins(%a : memref<2x3xf32>) outs(%b : memref<3x2xf32>) permutation = [1, 2]
// CHECK-NEXT:{{^}}  ^{{$}}
func.func @f(%a: memref<2x3xf32>, %b: memref<3x2xf32>) {
  linalg.transpose ins(%a : memref<2x3xf32>) outs(%b : memref<3x2xf32>) permutation = [1, 2]
  return
}

// -----

// A tensor expanded to shapes that do not fit.
// CHECK: {{^}}{{.*}}shapes.mlir:[[@LINE+4]]:8: error: 'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 8
// CHECK-NEXT:{{^}}  %0 = tensor.expand_shape %a {{\[\[}}0, 1]] output_shape [2, 4] : tensor<6xf32> into tensor<2x4xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f(%a: tensor<6xf32>) {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<6xf32> into tensor<2x4xf32>
  return
}
