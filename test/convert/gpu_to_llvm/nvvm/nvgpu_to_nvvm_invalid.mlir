// What the tensor cores lack is told and stays, as upstream has it.
// RUN: tern-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm --split-input-file --verify-diagnostics %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm --split-input-file --verify-diagnostics %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours

func.func @bf16(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  // expected-error@+1 {{'nvgpu.mma.sync' op failed to deduce operand PTX types}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

func.func @sparse_bf16(%a: vector<4x2xbf16>, %c: vector<2x2xf32>, %m: vector<2xi16>) -> vector<2x2xf32> {
  // expected-error@+1 {{'nvgpu.mma.sp.sync' op failed to deduce operand PTX types}}
  %0 = nvgpu.mma.sp.sync(%a, %a, %c) metadata(%m) {mmaShape = [16, 8, 32]} : (vector<4x2xbf16>, vector<4x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

func.func @sums_of_bf16(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xbf16>) -> vector<2x2xbf16> {
  // expected-error@+1 {{could not infer the PTX type for the accumulator/result}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
  return %0 : vector<2x2xbf16>
}

// -----

// Without tf32Enabled there is no product of f32.
func.func @f32(%a: vector<2x1xf32>, %b: vector<1x1xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 4]} : (vector<2x1xf32>, vector<1x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
