// Arithmetic: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f(%a0: i32) {
  // expected-error @below {{mode 'rc16' does not accept 'hi' operand.}}
  %r0 = "nvvm.prmt"(%a0, %a0, %a0) <{mode = #nvvm.permute_mode<rc16>}> : (i32, i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{mode 'b4e' requires 'hi' operand.}}
  %r0 = "nvvm.prmt"(%a0, %a0) <{mode = #nvvm.permute_mode<b4e>}> : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{mode 'ecr' does not accept 'hi' operand.}}
  %r0 = "nvvm.prmt"(%a0, %a0, %a0) <{mode = #nvvm.permute_mode<ecr>}> : (i32, i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{mode 'f4e' requires 'hi' operand.}}
  %r0 = "nvvm.prmt"(%a0, %a0) <{mode = #nvvm.permute_mode<f4e>}> : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a0: i32) {
  // expected-error @below {{mode 'default' requires 'hi' operand.}}
  %r0 = "nvvm.prmt"(%a0, %a0) <{mode = #nvvm.permute_mode<default>}> : (i32, i32) -> i32
  llvm.return
}
