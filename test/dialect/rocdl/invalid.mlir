// RUN: tern-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{The optimization level must be a number between 0 and 3.}}
gpu.module @level [#rocdl.target<O = 4>] {
}

// -----

// expected-error@+1 {{The target triple cannot be empty.}}
gpu.module @triple [#rocdl.target<triple = "">] {
}

// -----

// expected-error@+1 {{The target chip cannot be empty.}}
gpu.module @chip [#rocdl.target<chip = "">] {
}

// -----

// expected-error@+1 {{All the elements in the `link` array must be strings.}}
gpu.module @link [#rocdl.target<link = [1]>] {
}

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: chip}}
gpu.module @twice [#rocdl.target<chip = "gfx90a", chip = "gfx90a">] {
}

// -----

// expected-error@+1 {{invalid kind of attribute specified, expected a dictionary}}
gpu.module @flags [#rocdl.target<flags = 1>] {
}

// -----

// expected-error@+1 {{invalid kind of attribute specified, expected an array}}
gpu.module @link [#rocdl.target<link = "a.bc">] {
}

// -----

// expected-error@+1 {{'rocdl.kernel' attribute attached to unexpected op}}
func.func private @no_llvm_function() attributes {rocdl.kernel}

// -----

llvm.func @swap(%a: i32) {
  // expected-error@+1 {{'rocdl.permlane16.swap' op result #0 must be !llvm.struct<(i32, i32)>, but got !llvm.struct<(i32, i64)>}}
  %0 = rocdl.permlane16.swap %a, %a, false, false : (i32, i32) -> <(i32, i64)>
  llvm.return
}

// -----

llvm.func @other_vector(%a: vector<8xf32>, %s: f32) {
  // expected-error@+1 {{'rocdl.cvt.scalef32.pk8.fp8.f16' op operand #0 must be fixed-length vector of 16-bit float values of length 8, but got 'vector<8xf32>'}}
  %0 = "rocdl.cvt.scalef32.pk8.fp8.f16"(%a, %s) : (vector<8xf32>, f32) -> vector<2xi32>
  llvm.return
}
