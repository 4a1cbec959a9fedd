// RUN: tern-opt --convert-func-to-llvm --split-input-file --verify-diagnostics %s
// RUN: mlir-opt --convert-func-to-llvm --split-input-file --verify-diagnostics %s

// expected-error @below {{Contains llvm.linkage attribute not of type LLVM::LinkageAttr}}
func.func private @linkage() attributes {llvm.linkage = 3 : i64}

// -----

// expected-error @below {{Contains llvm.readnone attribute not of type UnitAttr}}
func.func private @readnone() attributes {llvm.readnone = 3 : i64}

// -----

// expected-error @below {{C interface for variadic functions is not supported yet.}}
func.func private @variadic(i32) attributes {llvm.emit_c_interface, func.varargs = true}
