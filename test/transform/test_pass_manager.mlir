// Passes that show what the pass manager does: they change nothing.

// RUN: tern-opt %s --test-pm-nested-pipeline --test-module-pass --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: tern-opt %s --test-textual-pm-nested-pipeline --test-module-pass --dump-pass-pipeline 2>&1 | FileCheck %s
// CHECK: builtin.module(
// CHECK-NEXT:   builtin.module(
// CHECK-NEXT:     test-module-pass,
// CHECK-NEXT:     func.func(
// CHECK-NEXT:       test-function-pass
// CHECK-NEXT:     )
// CHECK-NEXT:   ),
// CHECK-NEXT:   func.func(
// CHECK-NEXT:     test-function-pass
// CHECK-NEXT:   ),
// CHECK-NEXT:   test-module-pass
// CHECK: func.func @f() {
// CHECK-NEXT: return

// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(test-options-pass{list=1 string=a string=b list=2,3 enum=one string-list={c,d}}))' \
// RUN:   --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=OPTIONS
// OPTIONS: test-options-pass{enum=one list={1,2,3} string=b string-list={c,d}}

// RUN: tern-opt %s --test-stats-pass --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// STATS: TestStatisticPass
// STATS-NEXT:   (S) 3 num-ops - Number of operations counted
// STATS-NEXT:   (S) 3 num-ops2 - Number of operations counted one more time

func.func @f() {
  return
}
