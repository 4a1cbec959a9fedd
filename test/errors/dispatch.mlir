// Dispatches that cannot be compiled: found by the passes.
// RUN: not tern-opt %s --split-input-file --hlo-to-linalg-pipeline --iree-codegen-linalg-to-llvm-pipeline -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --implicit-check-not=error:

// A tensor that has no buffer of the interface.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+10]]:10: error: 'mhlo.dot' op has no buffer for its result: a temporary buffer would be needed
// CHECK-NEXT:{{^}}    %y = "mhlo.dot"(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}dispatch.mlir:[[@LINE+8]]:10: note: a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here
// CHECK-NEXT:{{^}}    %z = "mhlo.dot"(%y, %y) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4x4xf32>
    %y = "mhlo.dot"(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %z = "mhlo.dot"(%y, %y) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    hal.interface.store.tensor %z, @io::@r, offset = %c0 : tensor<4x4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A dispatch with branches between tensors.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+4]]:3: error: 'func.func' op has several blocks, but tensors only flow through straight-line code
// CHECK-NEXT:{{^}}  func.func @main() {
// CHECK-NEXT:{{^}}  ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %n = hal.interface.load.constant offset = 0 : i32
    %p = arith.trunci %n : i32 to i1
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    cf.cond_br %p, ^next, ^end
  ^next:
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    cf.br ^end
  ^end:
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write"
  }
}

// -----

// An entry point that takes a tensor.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+7]]:3: error: 'func.func' op has tensors as arguments or results
// CHECK-NEXT:{{^}}  func.func @main(%t: tensor<4xf32>) {
// CHECK-NEXT:{{^}}  ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}dispatch.mlir:[[@LINE+4]]:3: note: inside a dispatch tensors come from hal.interface.load.tensor
// CHECK-NEXT:{{^}}  func.func @main(%t: tensor<4xf32>) {
// CHECK-NEXT:{{^}}  ^{{$}}
module {
  func.func @main(%t: tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// An entry point that takes a number.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+10]]:3: error: 'func.func' op is an entry point of the dispatch but has arguments or results
// CHECK-NEXT:{{^}}  func.func @main(%t: i32) {
// CHECK-NEXT:{{^}}  ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}dispatch.mlir:[[@LINE+7]]:3: note: an entry point reads and writes bindings of the hal.interface; make other functions private
// CHECK-NEXT:{{^}}  func.func @main(%t: i32) {
// CHECK-NEXT:{{^}}  ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}dispatch.mlir:[[@LINE+4]]:3: error: failed to legalize operation 'func.func'
// CHECK-NEXT:{{^}}  func.func @main(%t: i32) {
// CHECK-NEXT:{{^}}  ^{{$}}
module {
  func.func @main(%t: i32) {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// An op of no pass.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+7]]:10: error: 'mhlo.cholesky' op cannot be converted to linalg on buffers
// CHECK-NEXT:{{^}}    %y = "mhlo.cholesky"(%x) {lower = true} : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4x4xf32>
    %y = "mhlo.cholesky"(%x) {lower = true} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    hal.interface.store.tensor %y, @io::@r, offset = %c0 : tensor<4x4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// An element type that the processor has no code for.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+7]]:10: error: 'mhlo.add' op has an element type that the CPU code generator does not handle
// CHECK-NEXT:{{^}}    %y = "mhlo.add"(%x, %x) : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
// CHECK-NEXT:{{^}}         ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf8E5M2>
    %y = "mhlo.add"(%x, %x) : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
    hal.interface.store.tensor %y, @io::@r, offset = %c0 : tensor<4xf8E5M2>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A binding that is written twice.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+12]]:5: error: 'hal.interface.store.tensor' op writes to a part of binding @io::@r that is written already
// CHECK-NEXT:{{^}}    hal.interface.store.tensor %y, @io::@r, offset = %c0 : tensor<4xf32>
// CHECK-NEXT:{{^}}    ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}dispatch.mlir:[[@LINE+8]]:5: note: by this store; remove it, or give the two different bindings or offsets
// CHECK-NEXT:{{^}}    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    %y = "mhlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %y, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A function that returns by another dialect's op.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+7]]:3: error: 'llvm.return' op ends a func.func that is to be converted, expected 'func.return'
// CHECK-NEXT:{{^}}  llvm.return
// CHECK-NEXT:{{^}}  ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}dispatch.mlir:[[@LINE+3]]:1: error: failed to legalize operation 'func.func'
// CHECK-NEXT:{{^}}func.func @main() {
// CHECK-NEXT:{{^}}^{{$}}
func.func @main() {
  llvm.return
}

// -----

// A placeholder without memory that is read.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+10]]:8: error: 'iree.placeholder' op for "shape" has no memory but is used
// CHECK-NEXT:{{^}}  %0 = iree.placeholder for "shape" : memref<2xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}dispatch.mlir:[[@LINE+10]]:3: note: by this op, which is no loop over its dimensions
// CHECK-NEXT:{{^}}  memref.store %1, %0[%c0] : memref<2xf32>
// CHECK-NEXT:{{^}}  ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}dispatch.mlir:[[@LINE+4]]:8: error: failed to legalize operation 'iree.placeholder'
// CHECK-NEXT:{{^}}  %0 = iree.placeholder for "shape" : memref<2xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @main() {
  %0 = iree.placeholder for "shape" : memref<2xf32>
  %c0 = arith.constant 0 : index
  %1 = memref.load %0[%c0] : memref<2xf32>
  memref.store %1, %0[%c0] : memref<2xf32>
  return
}

// -----

// A window over a dynamic shape.
// CHECK: {{^}}{{.*}}dispatch.mlir:[[@LINE+8]]:10: error: 'mhlo.slice' op needs static shapes
// CHECK-NEXT:{{^}}    %y = "mhlo.slice"(%x) {start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} : (tensor<?xf...
// CHECK-NEXT:{{^}}         ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %n = hal.interface.load.constant offset = 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<?xf32>{%n}
    %y = "mhlo.slice"(%x) {start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} : (tensor<?xf32>) -> tensor<4xf32>
    hal.interface.store.tensor %y, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}
