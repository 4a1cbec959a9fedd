// What can be no program is refused, and left as it was.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --hal-lone-dispatch-to-program

func.func @f() {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{sees a part of its binding, which no argument or result of a program is}}
  %a = hal.interface.load.tensor @io::@a, offset = %c64 : tensor<4xf32>
  hal.interface.store.tensor %a, @io::@r, offset = %c0 : tensor<4xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @r, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
}

// -----

func.func @f() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %a, @io::@r, offset = %c0 : tensor<4xf32>
  // expected-error @below {{stores to a binding a second time}}
  hal.interface.store.tensor %a, @io::@r, offset = %c0 : tensor<4xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @r, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
}

// -----

func.func @f() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %a, @io::@a, offset = %c0 : tensor<4xf32>
  // expected-error @below {{reads what the dispatch has stored}}
  %b = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
}

// -----

func.func @f() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
  // expected-error @below {{loads its binding as tensor<2x2xf32>, which was loaded as tensor<4xf32>}}
  %b = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<2x2xf32>
  hal.interface.store.tensor %a, @io::@r, offset = %c0 : tensor<4xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @r, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
}

// -----

func.func @f() {
  %c0 = arith.constant 0 : index
  // expected-error @below {{is a push constant that is the size of no tensor that is loaded}}
  %n = hal.interface.load.constant offset = 0 : index
  "test.use"(%n) : (index) -> ()
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %a, @io::@r, offset = %c0 : tensor<4xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @r, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
}

// -----

func.func @f() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
  hal.interface.store.tensor %a, @io::@r, offset = %c0 : tensor<4xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @r, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
  // expected-error @below {{has another access than @f makes}}
  hal.interface.binding @b, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
}

// -----

func.func @f() {
  %c0 = arith.constant 0 : index
  // expected-error @below {{is code of a dispatch, which no program can have}}
  %m = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<4xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}

// -----

func.func @f() {
  return
}
// expected-error @below {{stands beside the functions of the dispatch}}
func.func private @helper()
hal.interface private @io {
}

// -----

hal.interface private @io {
}
// expected-error @below {{is of a second dispatch in one file}}
hal.interface private @io2 {
}

// -----

// expected-error @below {{is no region that loads, computes and stores tensors in a row}}
func.func @f(%a: tensor<4xf32>) {
  return
}
hal.interface private @io {
}
