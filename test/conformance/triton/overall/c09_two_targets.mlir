// C9. The same program for two makers of GPUs: PTX that ptxas takes, and assembly and linked code for AMD.
// RUN: tern-compile %s --target=cuda:sm_90a -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tern-compile %s --target=rocm:gfx942 -o %t.amdgcn && FileCheck %s --check-prefix=GCN --input-file=%t.amdgcn
// RUN: tern-compile %s --target=cuda:sm_90a,rocm:gfx942 -o %t.tern
// RUN: grep -q "ptx" %t.tern && grep -q "amdhsa" %t.tern

// PTX: .target sm_90a
// PTX: .visible .entry add(
// PTX: st.global.v4.b32
// GCN: .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
// GCN: add:
// GCN: {{global|buffer}}_store_dwordx4
// GCN: .amdhsa_kernel add
tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xi = tt.addptr %xs, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %yi = tt.addptr %ys, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %a = tt.load %xi : tensor<1024x!tt.ptr<f32>>
  %b = arith.addf %a, %a : tensor<1024xf32>
  tt.store %yi, %b : tensor<1024x!tt.ptr<f32>>
  tt.return
}
