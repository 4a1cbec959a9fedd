// RUN: not tern-opt %s --test-scf-parallel-loop-collapsing 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tern-opt %s --test-scf-parallel-loop-collapsing=collapsed-indices-1=0 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: not tern-opt %s --test-scf-parallel-loop-collapsing=collapsed-indices-0=0,2 2>&1 | FileCheck %s --check-prefix=GAP
// RUN: tern-opt %s --test-scf-parallel-loop-collapsing=collapsed-indices-0=0,1 --verify-diagnostics

// NONE: No collapsed-indices were specified.
// SECOND: collapsed-indices-1 specified but not collapsed-indices-0
// GAP: collapsed-indices arguments must include all values [0,N).
func.func @one_dimension(%a: index) {
  // expected-error@+1 {{has 1 iter args while this limited functionality testing pass was configured only for loops with exactly 2 iter args.}}
  scf.parallel (%i) = (%a) to (%a) step (%a) {
  }
  return
}
