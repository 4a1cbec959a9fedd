// IR dumps as a tree of files. Numbers count the dumps of each op, those of the ops around come first.

// RUN: rm -rf %t
// RUN: tern-opt %s --mlir-print-ir-tree-dir=%t --mlir-print-ir-after-all -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(cse,canonicalize,func.func(cse),builtin.module(func.func(cse,canonicalize),cse))' 2>&1 | count 0
// RUN: FileCheck %s --input-file=%t/builtin_module_no-symbol-name/func_func_a/1_0_cse.mlir
// CHECK: // -----// IR Dump After CSE (cse) //----- //
// CHECK-NEXT: func.func @a()
// RUN: ls %t/builtin_module_no-symbol-name | FileCheck %s --check-prefix=TOP
// TOP: 0_cse.mlir
// TOP-NEXT: 1_canonicalize.mlir
// TOP-NEXT: builtin_module_in_ner
// TOP-NEXT: func_func_a
// RUN: ls %t/builtin_module_no-symbol-name/builtin_module_in_ner/func_func_b | FileCheck %s --check-prefix=INNER
// INNER: 1_0_0_cse.mlir
// INNER-NEXT: 1_0_1_canonicalize.mlir
// RUN: ls %t/builtin_module_no-symbol-name/builtin_module_in_ner/1_0_cse.mlir

// Only what is dumped counts.
// RUN: rm -rf %t
// RUN: tern-opt %s --mlir-print-ir-tree-dir=%t --mlir-print-ir-before=cse --canonicalize --cse -o /dev/null
// RUN: ls %t/builtin_module_no-symbol-name | FileCheck %s --check-prefix=BEFORE
// BEFORE: 0_cse.mlir
// BEFORE-NOT: {{.}}

// RUN: tern-opt %s --mlir-print-ir-tree-dir=%t/no/such --mlir-print-ir-before=cse --cse -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WARNING
// WARNING: warning: IR is not dumped: cannot create the folder '{{.*}}/no/such'

func.func @a() {
  return
}
module @in.ner {
  func.func @b() {
    return
  }
}
