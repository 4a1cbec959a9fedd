// RUN: tern-opt %s --extract-variable-info --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: llvm.func @names
llvm.func @names(%a: i32, %b: f32) -> i32 {
  // CHECK: %[[X:.*]] = llvm.mul
  // CHECK-NEXT: llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_subprogram<{{.*}}name = "names"{{.*}}>, name = "x", file = <"<unknown>" in "<unknown>">, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>> = %[[X]] : i32
  %0 = llvm.mul %a, %a : i32 loc("x"("f.py":3:1))
  // CHECK: llvm.icmp
  // CHECK-NEXT: llvm.intr.dbg.value {{.*}}name = "p"{{.*}}name = "bool", sizeInBits = 1, encoding = DW_ATE_boolean
  %1 = llvm.icmp "eq" %0, %a : i32 loc("p"("f.py":4:1))
  // CHECK: llvm.fadd
  // CHECK-NEXT: llvm.intr.dbg.value {{.*}}name = "y"{{.*}}name = "float", sizeInBits = 32, encoding = DW_ATE_float
  %2 = llvm.fadd %b, %b : f32 loc("y"("f.py":5:1))
  // CHECK: llvm.mlir.undef
  // CHECK-NEXT: llvm.intr.dbg.value {{.*}}name = "v"{{.*}}name = "vector", sizeInBits = 64
  %3 = llvm.mlir.undef : vector<4xf16> loc("v"("f.py":5:1))
  // CHECK: llvm.mlir.zero
  // CHECK-NEXT: llvm.intr.dbg.value {{.*}}name = "q"{{.*}}name = "unknown_type", sizeInBits = 0
  %4 = llvm.mlir.zero : !llvm.ptr loc("q"("f.py":5:1))
  // Without a name: no variable.
  // CHECK: llvm.sub
  // CHECK-NEXT: llvm.return
  %5 = llvm.sub %0, %0 : i32 loc("f.py":6:1)
  llvm.return %0 : i32
}
