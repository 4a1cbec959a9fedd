// RUN: tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:90" --verify-diagnostics
// RUN: not tern-opt %s --split-input-file --convert-triton-to-tritongpu 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:90 num-warps=3" 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:90 threads-per-warp=0" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:90 num-ctas=-2" 2>&1 | FileCheck %s --check-prefix=CTAS

// TARGET: error: 'convert-triton-to-tritongpu' requires 'target' option to be set
// TARGET: note: such as target=cuda:90 or target=hip:gfx942
// WARPS: error: 'convert-triton-to-tritongpu' takes a power of two as 'num-warps', but got 3
// THREADS: error: 'convert-triton-to-tritongpu' takes a power of two as 'threads-per-warp', but got 0
// CTAS: error: 'convert-triton-to-tritongpu' takes a power of two as 'num-ctas', but got -2

tt.func @execute_region(%x: i32) {
  // expected-error @below {{failed to legalize operation 'scf.execute_region'}}
  %0 = scf.execute_region -> i32 {
    scf.yield %x : i32
  }
  tt.return
}

// -----

tt.func @parallel(%n: index) {
  // expected-error @below {{failed to legalize operation 'scf.parallel'}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce
  }
  tt.return
}

// -----

// Which thread has what of a value that another dialect's op makes, nobody knows.
tt.func @argument_materialization() {
  // expected-error @below {{'test.make' op makes a tensor that gets no encoding: argument rematerialization should not happen}}
  // expected-note @below {{only ops of arith, math, tt, cf, scf and ub are converted}}
  %0 = "test.make"() : () -> tensor<8xf32>
  %1 = arith.addf %0, %0 : tensor<8xf32>
  tt.return
}

// -----

// Nor does another dialect's op take a tensor with an encoding.
tt.func @source_materialization(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<8xf32>
  // expected-error @below {{'test.use' op takes a tensor that gets an encoding: source rematerialization should not happen}}
  // expected-note @below {{only ops of arith, math, tt, cf, scf and ub are converted}}
  "test.use"(%0) : (tensor<8xf32>) -> ()
  tt.return
}

// -----

tt.func @no_dimensions(%x: f32) {
  // expected-error @below {{failed to legalize operation 'arith.constant'}}
  %0 = arith.constant dense<1.0> : tensor<f32>
  tt.return
}
