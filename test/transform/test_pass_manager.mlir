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

// Values as upstream prints them: braces where they are needed to read the text again, and around all lists.
// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(test-options-pass{list=7 string=nested{a=10 b=" {} "} string-list={,}}))' \
// RUN:   --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(test-options-pass{list=7 string=nested{a=10 b=" {} "} string-list={,}}))' \
// RUN:   --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: test-options-pass{enum=zero list={7} string=nested{a=10 b=" {} "} string-list={,}}
// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(test-options-pass{string="a b" string-list={"",x"y"}}))' \
// RUN:   --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=BLANK
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(test-options-pass{string="a b" string-list={"",x"y"}}))' \
// RUN:   --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=BLANK
// BLANK: test-options-pass{enum=zero  string={a b} string-list={,x"y"}}
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(test-options-pass{list=1,}))' 2>&1 | FileCheck %s --check-prefix=COMMA
// COMMA: for option 'list': expected integers separated by commas but got '1,'

// A reproducer without a failure.
// RUN: tern-opt %s --pass-pipeline='builtin.module(builtin.module(test-module-pass))' --mlir-generate-reproducer=%t -o /dev/null
// RUN: FileCheck %s --check-prefix=REPRO --input-file=%t
// RUN: tern-opt %t --run-reproducer --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not tern-opt %s --cse --mlir-generate-reproducer=%t/nowhere 2>&1 | FileCheck %s --check-prefix=NOWHERE
// REPRO: func.func @f
// REPRO: pipeline: "builtin.module(builtin.module(test-module-pass))"
// AGAIN: test-module-pass
// NOWHERE: error: cannot write reproducer:

// RUN: tern-opt %s --test-stats-pass --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// STATS: TestStatisticPass
// STATS-NEXT:   (S) 3 num-ops - Number of operations counted
// STATS-NEXT:   (S) 3 num-ops2 - Number of operations counted one more time

func.func @f() {
  return
}
