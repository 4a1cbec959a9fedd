// Executions of passes are counted, and some of them left out.
// RUN: tern-opt %s --cse --canonicalize --mlir-debug-counter=pass-execution-skip=1 --mlir-print-debug-counter 2> %t.err | FileCheck %s --check-prefix=SECOND
// RUN: FileCheck %s --check-prefix=COUNT < %t.err
// RUN: tern-opt %s --cse --canonicalize --mlir-debug-counter=pass-execution-skip=0,pass-execution-count=1 | FileCheck %s --check-prefix=FIRST
// RUN: tern-opt %s --cse --mlir-debug-counter=other-count=3,pass-execution-count=0 --mlir-print-debug-counter 2>&1 | FileCheck %s --check-prefix=OTHER

// COUNT: DebugCounter counters:
// COUNT-NEXT: pass-execution                  : {2,1,-1}
// OTHER: DebugCounter counters:
// OTHER-NEXT: other                           : {0,-1,3}
// OTHER-NEXT: pass-execution                  : {1,-1,0}

// The first pass makes one sum of both, the second one removes what nobody uses and the sum with zero.
// SECOND-COUNT-2: arith.addi
// SECOND-NOT: arith.addi
// FIRST-COUNT-2: arith.addi
// FIRST-NOT: arith.addi
func.func @sums(%a: i32, %b: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.addi %a, %c0 : i32
  return %0, %1, %2 : i32, i32, i32
}

// RUN: not tern-opt %s --mlir-debug-counter=a 2>&1 | FileCheck %s --check-prefix=SIGN
// SIGN: error: expected DebugCounter argument to have an `=` separating the counter name and value, but the provided argument was: `a`
// RUN: not tern-opt %s --mlir-debug-counter=a-skip=x 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: expected DebugCounter counter value to be numeric, but got: `x`
// RUN: not tern-opt %s --mlir-debug-counter=a-skip=1,a=2 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: expected DebugCounter counter name to end with either `-skip` or `-count`, but got: `a`
