// Ops and loops that were inlined say where.
// RUN: tern-opt %s --inline --mlir-print-debuginfo | FileCheck %s
// RUN: mlir-opt %s --inline --mlir-print-debuginfo | FileCheck %s

#file = #llvm.di_file<"a.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = None>
#callee = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "callee", file = #file, subprogramFlags = Definition>
#caller = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "caller", file = #file, subprogramFlags = Definition>
#line1 = loc("a.c":1:1)
#line2 = loc("a.c":2:1)
#line3 = loc("a.c":3:1)
#start = loc(fused<#callee>[#line1])
#place = loc(fused<#caller>[#line2])
#func = loc(fused<#caller>[#line3])
#loop = #llvm.loop_annotation<mustProgress = true, startLoc = #start>

llvm.func @again() -> i1

llvm.func @callee() {
  llvm.br ^bb1
^bb1:
  %0 = llvm.call @again() : () -> i1 loc(#start)
  llvm.cond_br %0, ^bb1, ^bb2 {loop_annotation = #loop}
^bb2:
  llvm.return
}

// CHECK-DAG: #[[CALLER:.*]] = #llvm.di_subprogram<{{.*}} name = "caller"
// CHECK-DAG: #[[LINE1:.*]] = loc("a.c":1:1)
// CHECK-DAG: #[[LINE2:.*]] = loc("a.c":2:1)
// CHECK-DAG: #[[START:.*]] = loc(fused<#{{.*}}>[#[[LINE1]]])
// CHECK-DAG: #[[PLACE:.*]] = loc(fused<#[[CALLER]]>[#[[LINE2]]])
// CHECK-DAG: #[[SITE:.*]] = loc(callsite(#[[START]] at #[[PLACE]]))
// CHECK-DAG: #[[INLINED:.*]] = loc(fused<#[[CALLER]]>[#[[SITE]]])
// CHECK-DAG: #[[LOOP:.*]] = #llvm.loop_annotation<mustProgress = true, startLoc = #[[INLINED]]>
// CHECK: llvm.func @caller
// CHECK: llvm.call @again() : () -> i1 loc(#[[SITE]])
// CHECK: llvm.cond_br {{.*}} {loop_annotation = #[[LOOP]]}
llvm.func @caller() {
  llvm.call @callee() : () -> () loc(#place)
  llvm.return
} loc(#func)
