// C23. A tensor with an encoding never becomes one without.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" --verify-diagnostics

tt.func @f(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<8xf32>
  // expected-error @below {{'test.use' op takes a tensor that gets an encoding: source rematerialization should not happen}}
  // expected-note @below {{only ops of arith, math, tt, cf, scf and ub are converted}}
  "test.use"(%0) : (tensor<8xf32>) -> ()
  tt.return
}
