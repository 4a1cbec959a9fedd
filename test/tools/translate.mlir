// RUN: tern-translate --mlir-to-llvmir %s -o %t.ll --split-input-file
// RUN: FileCheck %s --input-file=%t.ll
// RUN: tern-translate --mlir-to-llvmir --split-input-file < %s | diff %t.ll -
// RUN: tern-translate --help | FileCheck %s --check-prefix=HELP
// RUN: not tern-translate %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tern-translate --mlir-to-nothing %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tern-translate --mlir-to-llvmir %s.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tern-translate --mlir-to-llvmir %s 2>&1 | FileCheck %s --check-prefix=WHOLE

// HELP: --mlir-to-llvmir
// NONE: tern-translate: no translation is asked for; see --help
// UNKNOWN: tern-translate: unknown argument '--mlir-to-nothing'
// MISSING: tern-translate: {{.*}}translate.mlir.missing

// CHECK: define void @first()
// CHECK: // -----
// CHECK: define void @first()
llvm.func @first() {
  llvm.return
}

// -----

// Each chunk is a module of its own; as a whole, the file is wrong.
// WHOLE: translate.mlir:[[@LINE+1]]:1: error: redefinition of symbol named 'first'
llvm.func @first() {
  llvm.return
}
