// What no intrinsic of AMD's GPUs takes.
// RUN: tern-translate %s --mlir-to-llvmir --split-input-file --verify-diagnostics

llvm.func @export_by_another_name(%a: f32) {
  // expected-error@+1 {{'rocdl.exp' op operand or result types do not fit the intrinsic 'llvm.amdgcn.exp'}}
  %0 = rocdl.exp %a f32 -> f32
  llvm.return
}

// -----

llvm.func @wrong_matrix(%a: f32, %c: vector<4xf32>, %i: i32) {
  // expected-error@+1 {{'rocdl.mfma.f32.32x32x1f32' op operand or result types do not fit the intrinsic 'llvm.amdgcn.mfma.f32.32x32x1f32'}}
  %0 = rocdl.mfma.f32.32x32x1f32 %a, %a, %c, %i, %i, %i : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// -----

llvm.func @many(%a: i32) {
  // expected-error@+1 {{'rocdl.mfma.f32.4x4x1f32' op has more operands than its intrinsic takes}}
  %0 = rocdl.mfma.f32.4x4x1f32 %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @size() {
  // expected-error@+1 {{'rocdl.grid.dim.x' op is of type f32, expected an integer}}
  %0 = rocdl.grid.dim.x : f32
  llvm.return
}
