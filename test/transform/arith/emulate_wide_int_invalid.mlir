// RUN: tern-opt %s --arith-emulate-wide-int --split-input-file --verify-diagnostics
// RUN: not tern-opt %s --arith-emulate-wide-int="widest-int-supported=33" 2>&1 | FileCheck %s --check-prefix=WIDTH

// WIDTH: error: expected a power of two from 2 to 64 as the widest integer but got 33

// expected-error @+2 {{failed to legalize operation 'func.func' that was explicitly marked illegal}}
// expected-note @+1 {{type 'i128' is not made of integers of 32 or 64 bits}}
func.func @too_wide(%x: i128) {
  return
}

// -----

func.func @odd(%x: i32) {
  // expected-error @+2 {{failed to legalize operation 'arith.extui' that was explicitly marked illegal}}
  // expected-note @+1 {{type 'i48' is not made of integers of 32 or 64 bits}}
  %0 = arith.extui %x : i32 to i48
  return
}

// -----

func.func @scalable(%x: vector<[4]xi32>) {
  // expected-error @+2 {{failed to legalize operation 'arith.extui' that was explicitly marked illegal}}
  // expected-note @+1 {{type 'vector<[4]xi64>' is not made of integers of 32 or 64 bits}}
  %0 = arith.extui %x : vector<[4]xi32> to vector<[4]xi64>
  return
}

// -----

// Memory is for --memref-emulate-wide-int.
func.func @memory(%m: memref<4xi64>, %i: index) {
  // expected-error @+2 {{failed to legalize operation 'memref.load' that was explicitly marked illegal}}
  // expected-note @+1 {{it takes values of type 'i64' in a way that has no emulation}}
  %0 = memref.load %m[%i] : memref<4xi64>
  return
}

// -----

func.func @reduced(%x: vector<4xi32>) {
  %v = arith.extui %x : vector<4xi32> to vector<4xi64>
  // expected-error @+2 {{failed to legalize operation 'vector.reduction' that was explicitly marked illegal}}
  // expected-note @+1 {{it takes values of type 'vector<4xi64>' in a way that has no emulation}}
  %0 = vector.reduction <add>, %v : vector<4xi64> into i64
  return
}

// -----

func.func @counts(%n: i64) {
  // expected-error @+2 {{failed to legalize operation 'scf.for' that was explicitly marked illegal}}
  // expected-note @+1 {{it takes values of type 'i64' in a way that has no emulation}}
  scf.for %i = %n to %n step %n : i64 {
  }
  return
}

// -----

func.func @wider_float(%n: i64) {
  // expected-error @+2 {{failed to legalize operation 'arith.sitofp' that was explicitly marked illegal}}
  // expected-note @+1 {{it takes values of type 'i64' in a way that has no emulation}}
  %0 = arith.sitofp %n : i64 to f128
  return
}
