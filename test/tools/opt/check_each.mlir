// --check-each names the pass and the op that change what a function computes, and what it cannot look at.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --check-each --canonicalize --test-break-arith
// RUN: tern-opt %s --split-input-file --verify-diagnostics=only-expected --check-each=0 --check-each-inputs=4 \
// RUN:   --test-break-arith
// RUN: not tern-opt %s --check-each=x 2>&1 | FileCheck %s
// CHECK: tern-opt: for the --check-each option: 'x' is no integer

// expected-error @+2 {{pass 'test-break-arith' changes what @sum computes: result #0 -17 became -21}}
// expected-note @+1 {{inputs 0 of seed 0: #0 = 2, #1 = -10}}
func.func @sum(%x: i32, %y: i32) -> i32 {
  %product = arith.muli %x, %y : i32
  %c1 = arith.constant 1 : i32
  %next = arith.addi %product, %c1 : i32
  // expected-note @+1 {{the first op with another value than before the pass is 'arith.subi': it gives -21 where 'arith.addi' gave -17}}
  %sum = arith.addi %next, %x : i32
  return %sum : i32
}

// -----

// A loop: the first turn is still right.
// expected-error @+2 {{pass 'test-break-arith' changes what @triangle computes: result #0 6 became -6}}
// expected-note @+1 {{inputs 0 of seed 0: }}
func.func @triangle(%unused: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (i32) {
    %x = arith.index_cast %i : index to i32
    // expected-note @+1 {{the first op with another value than before the pass is 'arith.subi', not in its first turn: it gives -1 where 'arith.addi' gave 1}}
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// -----

// Memory that a caller gave.
// expected-error @+2 {{pass 'test-break-arith' changes what @double computes: in the memory of argument #0 4 became 0 at [0]}}
// expected-note @+1 {{inputs 0 of seed 0: #0 = ( 2, -6, -6 )}}
func.func @double(%m: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<3xi32>
  // expected-note @+1 {{'arith.subi': it gives 0 where 'arith.addi' gave 4}}
  %y = arith.addi %x, %x : i32
  memref.store %y, %m[%c0] : memref<3xi32>
  return
}

// -----

// What a function does to others is seen as well: it prints, it calls what is defined elsewhere.
// expected-error @+2 {{pass 'test-break-arith' changes what @tell computes: it prints something else}}
// expected-note @+1 {{inputs 0 of seed 0}}
func.func @tell(%x: i32) {
  // expected-note @+1 {{'arith.subi': it gives 0 where 'arith.addi' gave 4}}
  %y = arith.addi %x, %x : i32
  func.call @listen(%y) : (i32) -> ()
  return
}
func.func private @listen(i32)

// -----

// expected-error @+2 {{pass 'test-break-arith' changes what @divide computes: it is undefined now: divides by zero}}
// expected-note @+1 {{inputs 0 of seed 0: #0 = 2}}
func.func @divide(%x: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  // expected-note @+1 {{'arith.subi': it gives 0 where 'arith.addi' gave 4}}
  %twice = arith.addi %x, %x : i32
  %quotient = arith.divsi %c8, %twice : i32
  return %quotient : i32
}

// -----

// What was poison may become anything.
func.func @poison(%x: i32) -> i32 {
  %p = ub.poison : i32
  %sum = arith.addi %x, %p : i32
  return %sum : i32
}

// -----

// expected-warning @+1 {{--check-each does not compare @wide: argument #0 cannot be made}}
func.func @wide(%x: i128) -> i128 {
  return %x : i128
}

func.func @compared() {
  return
}

// -----

func.func @device() -> index {
  // expected-warning @+1 {{--check-each does not compare @device: 'gpu.thread_id' has no meaning that the reference interpreter knows}}
  %x = gpu.thread_id x
  return %x : index
}

func.func @compared() {
  return
}

// -----

func.func @outside(%m: memref<2xi32>) -> i32 {
  %c2 = arith.constant 2 : index
  // expected-warning @+1 {{--check-each does not compare @outside: it is undefined on all inputs that were made: accesses memory out of bounds: index 2 of dimension 0, which has 2 elements}}
  %x = memref.load %m[%c2] : memref<2xi32>
  return %x : i32
}

func.func @compared() {
  return
}

// -----

// expected-error @below {{--check-each has no function to compare}}
// expected-note @below {{it runs each public func.func and tt.func with a body whose ops the reference interpreter knows}}
module {
  func.func private @nobody_calls(%x: i32) -> i32 {
    return %x : i32
  }
}
