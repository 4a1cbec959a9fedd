// Subprograms for functions with and without bodies, files of names, fused locations and calls, ops of other files: what
// upstream's pass gives.
// RUN: tern-opt %s --ensure-debug-info-scope-on-llvm-func --mlir-print-debuginfo > %t.0.ours
// RUN: mlir-opt %s --ensure-debug-info-scope-on-llvm-func --mlir-print-debuginfo | diff -b - %t.0.ours
// RUN: tern-opt %s --ensure-debug-info-scope-on-llvm-func=emission-kind=Full --mlir-print-debuginfo > %t.1.ours
// RUN: mlir-opt %s --ensure-debug-info-scope-on-llvm-func=emission-kind=Full --mlir-print-debuginfo | diff -b - %t.1.ours
// Functions keep what they have.
// RUN: tern-opt %t.0.ours --ensure-debug-info-scope-on-llvm-func --mlir-print-debuginfo | FileCheck %s --check-prefix=KEPT
// KEPT-COUNT-6: #llvm.di_subprogram<
// KEPT-NOT: #llvm.di_subprogram<
// RUN: not tern-opt %s --ensure-debug-info-scope-on-llvm-func=emission-kind=Some 2>&1 | FileCheck %s
// CHECK: for option 'emission-kind': expected one of 'None', 'Full', 'LineTablesOnly', 'DebugDirectivesOnly' but got 'Some'

module {
  llvm.func @inlined(%p: !llvm.ptr) {
    %0 = llvm.load %p : !llvm.ptr -> i32 loc(callsite("lib/a.h":1:2 at "main.c":3:4))
    %1 = llvm.load %p : !llvm.ptr -> i32 loc(callsite(callsite("b.h":5:6 at "c.h":7:8) at "main.c":3:4))
    %2 = llvm.load %p : !llvm.ptr -> i32 loc("x"("other.c":9:1))
    llvm.return loc("main.c":4:1)
  } loc("main.c":2:1)
  llvm.func @named() { llvm.return loc("a/b.c":4:4) } loc("x"("a/b.c":3:4))
  llvm.func @nowhere() { llvm.return } loc(unknown)
  llvm.func @fused() loc(fused["/q.c":1:2, "y"])
  llvm.func @called() loc(callsite("/q.c":1:2 at "r.c":5:5))
  llvm.func @deep() loc("/d//e/f.c":5:5)
} loc(unknown)
