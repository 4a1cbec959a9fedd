// Values that no PTX register holds.
// RUN: tern-opt --convert-nvvm-to-llvm --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --convert-nvvm-to-llvm --verify-diagnostics --split-input-file %s

llvm.func @half(%a: f16) {
  // expected-error @below {{The register type could not be deduced from MLIR type. The 'f16' is not supported. Supported types are:i1, i16, i32, i64, f32, f64,pointers.}}
  nvvm.inline_ptx "x {$r0};" ro(%a : f16)
  llvm.return
}

// -----

llvm.func @byte() -> i8 {
  // expected-error @below {{The register type could not be deduced from MLIR type. The 'i8' is not supported}}
  %0 = nvvm.inline_ptx "x {$w0};" -> i8
  llvm.return %0 : i8
}
