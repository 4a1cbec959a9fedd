// RUN: tern-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
func.func @f(%a: !gpu.mma_matrix<16x16xi16, "AOp">) { return }
// -----
// expected-error @+1 {{operand expected to be one of AOp, BOp or COp}}
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "DOp">) { return }
// -----
// expected-error @+1 {{MMAMatrixType must have exactly two dimensions}}
func.func @f(%a: !gpu.mma_matrix<16xf16, "AOp">) { return }
// -----
// expected-error @+1 {{expected static shape}}
func.func @f(%a: !gpu.mma_matrix<?x16xf16, "AOp">) { return }
// -----
// expected-error @+1 {{expected ','}}
func.func @f(%a: !gpu.mma_matrix<16x16xf16>) { return }
// -----
func.func @f(%m: memref<32x32xf16, strided<[1, 32]>>, %i: index) {
  // expected-error @+1 {{expected source memref most minor dim must have unit stride}}
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, strided<[1, 32]>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%m: memref<32x32xf16, strided<[1, 32]>>, %i: index, %a: !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error @+1 {{expected destination memref most minor dim must have unit stride}}
  gpu.subgroup_mma_store_matrix %a, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, strided<[1, 32]>>
  return
}
// -----
func.func @f(%m: memref<32x32xf16>, %i: index, %a: !gpu.mma_matrix<16x16xf16, "AOp">) {
  // expected-error @+1 {{expected the operand matrix being stored to have 'COp' operand type}}
  gpu.subgroup_mma_store_matrix %a, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "AOp">, memref<32x32xf16>
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">) {
  // expected-error @+1 {{operands must be in the order AOp, BOp, COp}}
  %d = gpu.subgroup_mma_compute %a, %a, %a : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "AOp"> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error @+1 {{operand shapes do not satisfy matmul constraints}}
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<8x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xi32, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error @+1 {{operand #0 must be gpu.mma_matrix of}}
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xi32, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">, %i: index) {
  // expected-error @+1 {{'gpu.subgroup_mma_extract_thread_local' op failed to verify that value type matches element type of mma_matrix}}
  %d = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f32
  return
}
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">, %i: index, %x: f32) {
  // expected-error @+1 {{'gpu.subgroup_mma_insert_thread_local' op failed to verify that value type matches element type of mma_matrix}}
  %d = gpu.subgroup_mma_insert_thread_local %x, %a[%i] : f32, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

func.func @f(%m: memref<32x32xf16>, %i: index) {
  // expected-error @+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xbf16, "AOp">
  return
}
