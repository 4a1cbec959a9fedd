// Textual pipelines: nesting, options, and how they print.

// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{top-down=false disable-patterns=a,b}),symbol-dce)' \
// RUN:   --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: Pass Manager with 2 passes:
// DUMP-NEXT: builtin.module(
// DUMP-NEXT:   func.func(
// DUMP-NEXT:     cse,
// DUMP-NEXT:     canonicalize{disable-patterns={a,b}  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=false}
// DUMP-NEXT:   ),
// DUMP-NEXT:   symbol-dce
// DUMP-NEXT: )

// RUN: tern-opt %s --pass-pipeline='any(cse, any(canonicalize{ max-iterations=3   top-down}))' --dump-pass-pipeline 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ANY
// ANY: any(
// ANY-NEXT: cse,
// ANY-NEXT: any(
// ANY-NEXT: canonicalize{{.*}}max-iterations=3 {{.*}}top-down=true}

// RUN: not tern-opt %s --pass-pipeline='builtin.module(canonicalise)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: <pass-pipeline>:1:16: error: 'canonicalise' does not refer to a registered pass or pass pipeline
// UNKNOWN-NEXT: builtin.module(canonicalise)
// UNKNOWN-NEXT: ^
// UNKNOWN: note: did you mean 'canonicalize'?

// RUN: not tern-opt %s --pass-pipeline='builtin.module(canonicalize{top-dow=1})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: no such option top-dow of 'canonicalize'
// RUN: not tern-opt %s --pass-pipeline='builtin.module(canonicalize{top-down=maybe})' 2>&1 | FileCheck %s --check-prefix=BOOL
// BOOL: error: for option 'top-down': expected a boolean (true or false) but got 'maybe'
// RUN: not tern-opt %s --pass-pipeline='builtin.module(canonicalize{max-iterations=x})' 2>&1 | FileCheck %s --check-prefix=INT
// INT: error: for option 'max-iterations': expected an integer but got 'x'
// RUN: not tern-opt %s --pass-pipeline='builtin.module(canonicalize{max-iterations})' 2>&1 | FileCheck %s --check-prefix=NOVALUE
// NOVALUE: error: option 'max-iterations' of 'canonicalize' needs a value: 'max-iterations=...'
// RUN: not tern-opt %s --pass-pipeline='builtin.module(canonicalize{region-simplify=x})' 2>&1 | FileCheck %s --check-prefix=CHOICE
// CHOICE: error: for option 'region-simplify': expected one of 'disabled', 'normal', 'aggressive' but got 'x'
// RUN: not tern-opt %s --pass-pipeline='builtin.module(canonicalize{top-down=0)' 2>&1 | FileCheck %s --check-prefix=BRACE
// BRACE: <pass-pipeline>:1:28: error: missing closing '}' while processing pass options
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(cse)' 2>&1 | FileCheck %s --check-prefix=PAREN
// PAREN: error: encountered unbalanced parentheses while parsing pipeline: expected ')' after pipeline
// RUN: not tern-opt %s --pass-pipeline='builtin.module(cse))' 2>&1 | FileCheck %s --check-prefix=EXTRA
// EXTRA: error: {{.*}}extra closing ')'
// RUN: not tern-opt %s --pass-pipeline='builtin.module(cse}x)' 2>&1 | FileCheck %s --check-prefix=COMMA
// COMMA: error: expected ',' after parsing pipeline but got '}'
// RUN: not tern-opt %s --pass-pipeline='cse' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
// RUN: not tern-opt %s --pass-pipeline='func.func(cse)' 2>&1 | FileCheck %s --check-prefix=MISMATCH
// MISMATCH: error: can't run 'func.func' pass manager on 'builtin.module' op

// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(iree-convert-to-llvm))' 2>&1 | FileCheck %s --check-prefix=NEST
// NEST: error: Can't add pass 'ConvertToLLVM' restricted to 'builtin.module' on a PassManager intended to run on 'func.func', did you intend to nest?
// RUN: not tern-opt %s --pass-pipeline='any(iree-convert-to-llvm)' --no-implicit-module 2>&1 | FileCheck %s --check-prefix=WRONGOP
// WRONGOP: error: 'func.func' op trying to schedule pass 'iree-convert-to-llvm' on an unsupported operation, it runs on 'builtin.module'
// RUN: not tern-opt %S/../Inputs/unregistered.mlir --allow-unregistered-dialect --pass-pipeline='builtin.module(test.region(cse))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNREGISTERED
// UNREGISTERED: error: 'test.region' op trying to schedule a pass on an unregistered operation
// RUN: not tern-opt %S/../Inputs/unregistered.mlir --allow-unregistered-dialect --no-implicit-module 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SINGLE
// SINGLE: error: source must contain a single top-level operation, found: 2
// RUN: not tern-opt %s --cse --mlir-pass-pipeline-crash-reproducer=%t.nothing/x.mlir 2>&1 | FileCheck %s --check-prefix=REPRODUCER
// REPRODUCER: error: cannot write reproducer: cannot {{.*}}No such file or directory

func.func @f() {
  return
}
