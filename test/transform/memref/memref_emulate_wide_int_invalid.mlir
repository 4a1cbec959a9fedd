// RUN: tern-opt --memref-emulate-wide-int %s --split-input-file --verify-diagnostics

func.func @atomic(%m: memref<4xi64>, %i: index) {
  %one = arith.constant 1 : i64
  // expected-error @+2 {{failed to legalize operation 'memref.atomic_rmw' that was explicitly marked illegal}}
  // expected-note @+1 {{it takes values of type 'i64' in a way that has no emulation}}
  %0 = memref.atomic_rmw addi %one, %m[%i] : (i64, memref<4xi64>) -> i64
  return
}

// -----

// expected-error @+2 {{failed to legalize operation 'func.func' that was explicitly marked illegal}}
// expected-note @+1 {{type 'memref<4xvector<2xi64>>' is not made of integers of 32 or 64 bits}}
func.func @vectors_in_memory(%m: memref<4xvector<2xi64>>) {
  return
}

// -----

// What comes from outside of the kernel is not split.
func.func @constant() {
  // expected-error @+2 {{failed to legalize operation 'hal.interface.load.constant' that was explicitly marked illegal}}
  // expected-note @+1 {{it takes values of type 'i64' in a way that has no emulation}}
  %0 = hal.interface.load.constant offset = 0 : i64
  return
}
