// Dispatches that misuse their interface: found when the file is read.
// RUN: not tern-opt %s --split-input-file -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --implicit-check-not=error:

// A binding whose number is taken.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+15]]:5: error: 'hal.interface.binding' op uses set and binding numbers that are taken
// CHECK-NEXT:{{^}}    hal.interface.binding @r, set=0, binding=0, type="StorageBuffer", access="Write"
// CHECK-NEXT:{{^}}    ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+11]]:5: note: by this binding; give each binding of an interface numbers of its own
// CHECK-NEXT:{{^}}    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=0, type="StorageBuffer", access="Write"
  }
}

// -----

// A binding whose name is taken.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+15]]:5: error: redefinition of symbol named 'a'
// CHECK-NEXT:{{^}}    hal.interface.binding @a, set=0, binding=1, type="StorageBuffer", access="Read"
// CHECK-NEXT:{{^}}    ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+11]]:5: note: see existing symbol definition here
// CHECK-NEXT:{{^}}    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @a, set=0, binding=1, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=2, type="StorageBuffer", access="Write"
  }
}

// -----

// A binding that the interface does not have.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+9]]:10: error: 'hal.interface.load.tensor' op references binding '@b', which interface '@io' does not have
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<4xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+10]]:3: note: the interface is declared here
// CHECK-NEXT:{{^}}  hal.interface private @io {
// CHECK-NEXT:{{^}}  ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// An interface that is not there.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+9]]:10: error: 'hal.interface.load.tensor' op references '@legacy', which is no hal.interface in scope
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @legacy::@a, offset = %c0 : tensor<4xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+6]]:10: note: declare `hal.interface private @legacy { ... }` in the module around the function
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @legacy::@a, offset = %c0 : tensor<4xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @legacy::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A store to a binding that is only read.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+10]]:5: error: 'hal.interface.store.tensor' op writes binding @io::@a, whose access is "Read"
// CHECK-NEXT:{{^}}    hal.interface.store.tensor %x, @io::@a, offset = %c0 : tensor<4xf32>
// CHECK-NEXT:{{^}}    ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+11]]:5: note: add Write to the access of this binding
// CHECK-NEXT:{{^}}    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@a, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A load from a binding that is only written.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+9]]:10: error: 'hal.interface.load.tensor' op reads binding @io::@r, whose access is "Write|Discard"
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @io::@r, offset = %c0 : tensor<4xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+12]]:5: note: add Read to the access of this binding
// CHECK-NEXT:{{^}}    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@r, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// An access that does not exist.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+12]]:5: error: 'hal.interface.binding' op has unknown access 'Append', expected Read, Write and Discard joined by '|'
// CHECK-NEXT:{{^}}    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Append"
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Append"
  }
}

// -----

// A resource that does not exist.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+12]]:5: error: 'hal.interface.binding' op has unknown type 'Texture', expected "StorageBuffer" or "UniformBuffer"
// CHECK-NEXT:{{^}}    hal.interface.binding @r, set=0, binding=1, type="Texture", access="Write"
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="Texture", access="Write"
  }
}

// -----

// A binding without its number.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+12]]:38: error: expected 'binding'
// CHECK-NEXT:{{^}}    hal.interface.binding @r, set=0, type="StorageBuffer", access="Write"
// CHECK-NEXT:{{^}}                                     ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, type="StorageBuffer", access="Write"
  }
}

// -----

// A dynamic size that is not given.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+15]]:10: error: 'hal.interface.load.tensor' op expects 1 dynamic dimension sizes for tensor<?xf32> but got 0
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<?xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+12]]:10: note: give the size of each '?' after the type, as in tensor<?x4xf32>{%n}
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<?xf32>
// CHECK-NEXT:{{^}}         ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+10]]:5: error: 'hal.interface.store.tensor' op expects 1 dynamic dimension sizes for tensor<?xf32> but got 0
// CHECK-NEXT:{{^}}    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<?xf32>
// CHECK-NEXT:{{^}}    ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+7]]:5: note: give the size of each '?' after the type, as in tensor<?x4xf32>{%n}
// CHECK-NEXT:{{^}}    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<?xf32>
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<?xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<?xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A size given for a static shape.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+10]]:10: error: 'hal.interface.load.tensor' op expects 0 dynamic dimension sizes for tensor<4xf32> but got 1
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>{%n}
// CHECK-NEXT:{{^}}         ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+7]]:10: note: give the size of each '?' after the type, as in tensor<?x4xf32>{%n}
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>{%n}
// CHECK-NEXT:{{^}}         ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %n = hal.interface.load.constant offset = 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>{%n}
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Something else in the interface.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+13]]:5: error: 'func.func' op is not allowed in a hal.interface, which holds hal.interface.binding ops only
// CHECK-NEXT:{{^}}    func.func private @g()
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write"
    func.func private @g()
  }
}

// -----

// A store of another type than the value's.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+10]]:32: error: use of value '%x' expects different type than prior uses: 'tensor<8xf32>' vs 'tensor<4xf32>'
// CHECK-NEXT:{{^}}    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<8xf32>
// CHECK-NEXT:{{^}}                               ^{{$}}
// CHECK-NEXT: {{^}}{{.*}}interface.mlir:[[@LINE+6]]:5: note: prior use here
// CHECK-NEXT:{{^}}    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
// CHECK-NEXT:{{^}}    ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<8xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A workgroup dimension that there is none of.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+6]]:10: error: 'hal.interface.workgroup.id' op has dimension 3, expected 0, 1 or 2
// CHECK-NEXT:{{^}}    %w = hal.interface.workgroup.id[3] : index
// CHECK-NEXT:{{^}}         ^{{$}}
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %w = hal.interface.workgroup.id[3] : index
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

// A variant without a module.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+3]]:1: error: 'hal.executable.variant' op region #0 ('body') failed to verify constraint: region with 1 blocks
// CHECK-NEXT:{{^}}hal.executable.variant "cpu" {
// CHECK-NEXT:{{^}}^{{$}}
hal.executable.variant "cpu" {
}

// -----

// A variant with two modules.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+3]]:1: error: 'hal.executable.variant' op expects exactly one builtin.module in its body but got 2
// CHECK-NEXT:{{^}}hal.executable.variant "cpu" {
// CHECK-NEXT:{{^}}^{{$}}
hal.executable.variant "cpu" {
  module {
  }
  module {
  }
}

// -----

// A placeholder that stands for nothing.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+4]]:8: error: 'iree.placeholder' op expects the attribute 'binding' with the @interface::@binding it stands for
// CHECK-NEXT:{{^}}  %0 = iree.placeholder for "interface buffer" : memref<4xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f() {
  %0 = iree.placeholder for "interface buffer" : memref<4xf32>
  return
}

// -----

// A placeholder of a purpose that there is none of.
// CHECK: {{^}}{{.*}}interface.mlir:[[@LINE+4]]:8: error: 'iree.placeholder' op has unknown purpose 'scratch', expected "interface buffer" or "shape"
// CHECK-NEXT:{{^}}  %0 = iree.placeholder for "scratch" {binding = @io::@a} : memref<4xf32>
// CHECK-NEXT:{{^}}       ^{{$}}
func.func @f() {
  %0 = iree.placeholder for "scratch" {binding = @io::@a} : memref<4xf32>
  return
}
