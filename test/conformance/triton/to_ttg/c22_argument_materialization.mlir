// C22. A tensor without encoding that would have to get one afterwards: nobody knows which thread has what of it.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" --verify-diagnostics

tt.func @f() {
  // expected-error @below {{'test.make' op makes a tensor that gets no encoding: argument rematerialization should not happen}}
  // expected-note @below {{only ops of arith, math, tt, cf, scf and ub are converted}}
  %0 = "test.make"() : () -> tensor<8xf32>
  %1 = arith.addf %0, %0 : tensor<8xf32>
  tt.return
}
