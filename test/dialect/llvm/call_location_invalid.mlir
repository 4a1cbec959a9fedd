// RUN: not tern-opt %s --split-input-file 2>&1 | FileCheck %s

// A call at an unknown place, from and to functions that say where their lines are.
#file = #llvm.di_file<"a.c" in "/src">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = false,
                              emissionKind = LineTablesOnly>
#callee_scope = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "callee", file = #file,
                                    subprogramFlags = Definition>
#caller_scope = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "caller", file = #file,
                                    subprogramFlags = Definition>
#line = loc("a.c":1:1)
#callee_loc = loc(fused<#callee_scope>[#line])
#caller_loc = loc("named"(fused<#caller_scope>[#line]))

llvm.func @callee() {
  llvm.return
} loc(#callee_loc)

llvm.func @without_body() loc(#callee_loc)

llvm.func @caller() {
  // CHECK: <unknown>:0: error: inlinable function call in a function with a DISubprogram location must have a debug location
  llvm.call @callee() : () -> () loc(unknown)
  llvm.return
} loc(#caller_loc)

// -----

// Nothing is asked of calls of what has no body, of calls with a place, and of callers without debug info.
// CHECK-NOT: error
#file = #llvm.di_file<"a.c" in "/src">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = false,
                              emissionKind = LineTablesOnly>
#scope = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "callee", file = #file,
                             subprogramFlags = Definition>
#line = loc("a.c":1:1)
#with_scope = loc(fused<#scope>[#line])

llvm.func @callee() {
  llvm.return
} loc(#with_scope)

llvm.func @without_body() loc(#line)

llvm.func @caller() {
  llvm.call @without_body() : () -> () loc(unknown)
  llvm.call @callee() : () -> () loc(#line)
  llvm.return
} loc(#with_scope)

// CHECK: llvm.func @caller_without_scope
llvm.func @caller_without_scope() {
  llvm.call @callee() : () -> () loc(unknown)
  llvm.return
} loc(#line)
