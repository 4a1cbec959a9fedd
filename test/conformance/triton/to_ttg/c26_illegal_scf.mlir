// C26. Ops of scf that no kernel may have are refused by their names.
// RUN: tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" --verify-diagnostics

tt.func @execute_region(%x: i32) {
  // expected-error @below {{failed to legalize operation 'scf.execute_region'}}
  %0 = scf.execute_region -> i32 {
    scf.yield %x : i32
  }
  tt.return
}

// -----

// Its scf.reduce, which is as illegal, goes with it.
tt.func @parallel(%n: index) {
  // expected-error @below {{failed to legalize operation 'scf.parallel'}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce
  }
  tt.return
}
