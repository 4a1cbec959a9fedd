// Statistics as the passes are nested, and added up by pass.
// RUN: tern-opt %s --pass-pipeline='builtin.module(test-stats-pass,func.func(test-stats-pass,cse))' --mlir-pass-statistics -o %t.mlir 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: tern-opt %s --pass-pipeline='builtin.module(test-stats-pass,func.func(test-stats-pass,cse))' --mlir-pass-statistics --mlir-pass-statistics-display=list -o %t.mlir 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not tern-opt %s --mlir-pass-statistics-display=tree 2>&1 | FileCheck %s --check-prefix=WRONG

// NESTED: {{^}}TestStatisticPass
// NESTED-NEXT: {{^}}  (S) 3 num-ops -
// NESTED-NEXT: num-ops2
// NESTED-NEXT: {{^}}'func.func' Pipeline
// NESTED-NEXT: {{^}}  TestStatisticPass
// NESTED-NEXT: {{^}}    (S) 2 num-ops -
// LIST: {{^}}  CSE
// LIST-NEXT: num-cse'd
// LIST-NEXT: num-dce'd
// LIST-NEXT: {{^}}  TestStatisticPass
// LIST-NEXT: {{^}}    (S) 5 num-ops -
// LIST-NEXT: {{^}}    (S) 5 num-ops2 -
// WRONG: for the --mlir-pass-statistics-display option: expected 'pipeline' or 'list' but got 'tree'
func.func @f() {
  return
}
