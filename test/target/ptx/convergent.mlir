// PTX text that all lanes have to reach is not moved into a branch.
// RUN: tern-translate --mlir-to-ptx --target=sm_80 %s | FileCheck %s

// CHECK: .entry k(
// CHECK: vote.any
// CHECK: bra
llvm.func @k(%p: !llvm.ptr<1>, %c: i1, %x: i32) attributes {nvvm.kernel} {
  %0 = llvm.inline_asm asm_dialect = att "{ .reg .pred q; setp.ne.b32 q, $1, 0; vote.any.pred q, q; selp.b32 $0, 1, 0, q; }", "=r,r" %x : (i32) -> i32
  llvm.cond_br %c, ^then, ^end
^then:
  llvm.store volatile %0, %p : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
