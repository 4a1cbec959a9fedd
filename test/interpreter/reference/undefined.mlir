// What a program may not do ends the run, at the op.
// RUN: tern-opt %s --interpret=main --split-input-file --verify-diagnostics

func.func @main(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  // expected-error @+2 {{'arith.divsi' op divides by zero}}
  // expected-note @+1 {{@main was run in the reference interpreter; the program has no meaning here: its behaviour is undefined}}
  %r = arith.divsi %x, %c0 : i32
  return %r : i32
}

// -----

func.func @main() -> i8 {
  %least = arith.constant -128 : i8
  %minus = arith.constant -1 : i8
  // expected-error @+2 {{'arith.divsi' op overflows: the least number is divided by -1}}
  // expected-note @+1 {{undefined}}
  %r = arith.divsi %least, %minus : i8
  return %r : i8
}

// -----

func.func @main() {
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xf32>
  // expected-error @+2 {{'memref.load' op accesses memory out of bounds: index 4 of dimension 0, which has 4 elements}}
  // expected-note @+1 {{undefined}}
  %r = memref.load %m[%c4] : memref<4xf32>
  return
}

// -----

func.func @main() {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  // expected-error @+2 {{'memref.load' op accesses memory that was freed}}
  // expected-note @+1 {{undefined}}
  %r = memref.load %m[%c0] : memref<4xf32>
  return
}

// -----

func.func @main() {
  %m = memref.alloc() : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  // expected-error @+2 {{'memref.dealloc' op frees memory that was freed}}
  // expected-note @+1 {{undefined}}
  memref.dealloc %m : memref<4xf32>
  return
}

// -----

func.func private @give() -> memref<1xf32> {
  %m = memref.alloca() : memref<1xf32>
  return %m : memref<1xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %m = func.call @give() : () -> memref<1xf32>
  // expected-error @+2 {{'memref.load' op accesses memory that was freed}}
  // expected-note @+1 {{undefined}}
  %r = memref.load %m[%c0] : memref<1xf32>
  return
}

// -----

// Branching on poison is undefined, carrying it is not.
func.func @main() -> i32 {
  %m = memref.alloc() : memref<i1>
  %c = memref.load %m[] : memref<i1>
  %c1 = arith.constant 1 : i32
  // expected-error @+2 {{'cf.cond_br' op depends on poison}}
  // expected-note @+1 {{undefined}}
  cf.cond_br %c, ^a, ^a
^a:
  return %c1 : i32
}

// -----

func.func @main() {
  %false = arith.constant false
  // expected-error @+2 {{'cf.assert' op the assertion 'never' does not hold}}
  // expected-note @+1 {{the program ended itself}}
  cf.assert %false, "never"
  return
}

// -----

func.func @main(%c: i1) {
  cf.br ^a
^a:
  // expected-error @+2 {{'cf.br' op takes more steps than a run may}}
  // expected-note @+1 {{smaller sizes and fewer iterations make the run shorter}}
  cf.br ^a
}

// -----

func.func @main() {
  // expected-error @+2 {{'gpu.thread_id' op 'gpu.thread_id' has no meaning that the reference interpreter knows}}
  // expected-note @+1 {{lower the function}}
  %x = gpu.thread_id x
  return
}

// -----

// expected-error @+1 {{cannot interpret 'main': there is no func.func or tt.func with a body of this name}}
module {
  func.func private @main()
}
