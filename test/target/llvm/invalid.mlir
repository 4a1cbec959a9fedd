// What cannot be translated is refused with a place.
// After a fatal error LLVM cannot be unwound: what it held is lost, and leak detection says so.
// UNSUPPORTED: sanitized
// RUN: tern-translate --mlir-to-llvmir %s --split-input-file --verify-diagnostics

// expected-error@+1 {{cannot be translated to LLVM IR}}
func.func @not_llvm() {
  return
}

// -----

llvm.func @no_counterpart() -> i32 {
  // expected-error@+1 {{cannot be translated to LLVM IR}}
  %0 = arith.constant 1 : i32
  llvm.return %0 : i32
}

// -----

llvm.func @named_argument(%n: i32) {
  // expected-error@+1 {{arguments in memory of a struct with a name cannot be translated}}
  %0 = llvm.alloca inalloca %n x !llvm.struct<"s", (i32)> : (i32) -> !llvm.ptr
  llvm.return
}

// -----

// expected-error@+1 {{'target_specific_attrs' cannot be translated: [1]}}
llvm.mlir.global external @wrong_attributes() {target_specific_attrs = [1]} : i32

// -----

// expected-error@+1 {{expected 'llvm.ident' to be a string}}
module attributes {llvm.ident = 1} {}

// -----

// expected-error@+1 {{expected 'llvm.module_asm' to be an array of strings}}
module attributes {llvm.module_asm = [1]} {}

// -----

llvm.func @wrong_relaxation(%p: !llvm.ptr) {
  // expected-error@+1 {{expected 'llvm.mmra' to be a #llvm.mmra_tag or an array of them}}
  %0 = llvm.load %p {llvm.mmra = [1]} : !llvm.ptr -> i32
  llvm.return
}

// -----

llvm.func @no_intrinsic() {
  // expected-error@+1 {{could not find LLVM intrinsic: "llvm.does.not.exist"}}
  llvm.call_intrinsic "llvm.does.not.exist"() : () -> ()
  llvm.return
}

// -----

llvm.func @wrong_intrinsic_types(%p: !llvm.ptr, %m: vector<2xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{operand or result types do not fit the intrinsic 'llvm.masked.load'}}
  %0 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<2xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return
}

// -----

// expected-error@+1 {{attribute 'llvm.range' cannot have the value '"a"'}}
llvm.func @wrong_attribute(%p: i32 {llvm.range = "a"})

// -----

// expected-error@+1 {{unknown LLVM attribute 'llvm.unknown'}}
llvm.func @unknown_attribute(%p: !llvm.ptr {llvm.unknown})

// -----

// expected-error@+1 {{expected arrays within 'passthrough' to contain two strings, a name and a value}}
llvm.func @wrong_passthrough() attributes {passthrough = [["a", "b", "c"]]}

// -----

// expected-error@+1 {{LLVM attribute 'alignstack' expects an integer value, found 'x'}}
llvm.func @wrong_passthrough_value() attributes {passthrough = [["alignstack", "x"]]}

// -----

// expected-error@below {{LLVM's verifier rejects the translation}}
module {
  llvm.func @rejected(%a: i32 {llvm.immarg})  {
    llvm.return
  }
}

// -----

// expected-error@below {{LLVM gave up}}
module attributes {llvm.data_layout = "S7"} {
}
