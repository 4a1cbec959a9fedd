// Patterns of --verify-diagnostics that are none.
// RUN: not tern-opt %s --split-input-file --verify-diagnostics 2>&1 | FileCheck %s
// RUN: not mlir-opt %s --split-input-file --verify-diagnostics 2>&1 | FileCheck %s

// CHECK: :[[@LINE+1]]:4: error: found start of regex with no end '}}'
// expected-error-re {{{{}}
func.func private @open()

// -----

// CHECK: :[[@LINE+1]]:4: error: invalid regex: parentheses not balanced
// expected-error-re {{a{{(}}b}}
func.func private @parenthesis()

// -----

// CHECK: :[[@LINE+1]]:4: error: invalid regex: brackets ([ ]) not balanced
// expected-error-re {{a{{[}}b}}
func.func private @bracket()

// -----

// CHECK: :[[@LINE+1]]:4: error: invalid regex:
// expected-error-re {{a{{b{2,1}}}}}
func.func private @other()

// -----

// CHECK-NOT: error:
func.func @right() -> i32 {
  // expected-error-re@+1 {{'func.return' op has {{[0-9]}} operands, but enclosing function ({{.*}}) returns {{1|2}}}}
  return
}
