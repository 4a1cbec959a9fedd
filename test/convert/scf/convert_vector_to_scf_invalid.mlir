// RUN: not tern-opt %s --convert-vector-to-scf=target-rank=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tern-opt %s --convert-vector-to-scf=target-rank=all 2>&1 | FileCheck %s --check-prefix=TEXT

// NEGATIVE: error: option 'target-rank' must not be negative
// TEXT: for option 'target-rank': expected an integer but got 'all'
func.func @f() { return }
