// RUN: tern-opt %s --enable-line-info --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// A function gets a unit and its lines; a declaration belongs to no unit.
// CHECK-LABEL: llvm.func @f
// What was inlined: each place on the way in its file.
// CHECK: llvm.sub {{.*}} loc(callsite(callsite(fused<#llvm.di_lexical_block_file<scope = {{.*}}, file = <"g.py" in "a">, discriminator = 0>>["a/g.py":1:2] at fused<{{.*}}<"h.py" in "">{{.*}}>["h.py":3:4]) at fused<{{.*}}<"f.py" in "">{{.*}}>["f.py":6:1]))
// CHECK: llvm.return {{.*}} loc("f.py":7:1)
// CHECK: loc(fused<#llvm.di_subprogram<id = distinct[{{.*}}]<>, compileUnit = <id = distinct[{{.*}}]<>, sourceLanguage = DW_LANG_C, file = <"f.py" in "k">, producer = "triton", isOptimized = true, emissionKind = LineTablesOnly>, scope = #llvm.di_file<"f.py" in "k">, name = "f", linkageName = "f", file = <"f.py" in "k">, line = 2, scopeLine = 2, subprogramFlags = "Definition|Optimized"
llvm.func @f(%a: i32) -> i32 {
  %0 = llvm.sub %a, %a : i32 loc(callsite(callsite("a/g.py":1:2 at "h.py":3:4) at "f.py":6:1))
  llvm.return %0 : i32 loc("f.py":7:1)
} loc("k/f.py":2:1)

// CHECK: llvm.func @declared(i32) loc(fused<#llvm.di_subprogram<scope = {{.*}}, name = "declared", {{.*}}line = 9, scopeLine = 9, subprogramFlags = Optimized
llvm.func @declared(i32) loc("k/f.py":9:1)

// What is there stays.
// CHECK: llvm.func @known() loc(fused<#llvm.di_subprogram<name = "k">>["k/f.py":11:1])
llvm.func @known() loc(fused<#llvm.di_subprogram<name = "k">>["k/f.py":11:1])
