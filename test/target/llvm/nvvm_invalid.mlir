// nvvm ops that LLVM has no intrinsic for.
// RUN: not tern-translate --mlir-to-llvmir --split-input-file %s 2>&1 | FileCheck %s
// RUN: tern-opt --split-input-file --convert-nvvm-to-llvm %s | FileCheck %s --check-prefix=TEXT

// CHECK: error: 'nvvm.cp.async.bulk.tensor.shared.cluster.global' op has a predicate, which no LLVM intrinsic has
// CHECK: note: run --convert-nvvm-to-llvm before
// TEXT: llvm.inline_asm has_side_effects asm_dialect = att "@$4 cp.async.bulk.tensor.1d.shared::cluster.global
llvm.func @f(%d: !llvm.ptr<7>, %t: !llvm.ptr, %b: !llvm.ptr<3>, %c: i32, %p: i1) {
  nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %t, %b, box[%c] predicate = %p : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}

// -----

// CHECK: error: 'nvvm.inline_ptx' op has no LLVM intrinsic
// TEXT: llvm.inline_asm has_side_effects asm_dialect = att "bar.warp.sync $0;", "r"
llvm.func @g(%mask: i32) {
  nvvm.inline_ptx "bar.warp.sync {$r0};" ro(%mask : i32)
  llvm.return
}
