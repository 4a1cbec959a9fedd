// Kernels of Triton for GPUs of AMD's: text, objects, and what is refused.
// RUN: split-file %s %t
// RUN: tern-compile %t/scale.mlir --target=hip:gfx942 -o %t/k.amdgcn && FileCheck %s --check-prefix=CDNA3 --input-file=%t/k.amdgcn
// RUN: tern-compile %t/scale.mlir --target=hip:gfx1100 --num-warps=2 -o %t/k.amdgcn && FileCheck %s --check-prefix=RDNA3 --input-file=%t/k.amdgcn
// RUN: tern-compile %t/scale.mlir --target=amdgcn-amd-amdhsa--gfx950 -o %t/k.o && od -A n -t x1 -N 4 %t/k.o | FileCheck %s --check-prefix=ELF
// RUN: not tern-compile %t/scale.mlir --target=hip:gfx600 -o %t/k.o 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not tern-compile %t/assembly.mlir --target=hip:gfx942 -o %t/k.o 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: not tern-compile %t/print.mlir --target=hip:gfx942 -o %t/k.hsaco 2>&1 | FileCheck %s --check-prefix=PRINT
// RUN: tern-compile %t/print.mlir --target=hip:gfx942 -o %t/k.o
// RUN: not tern-compile %t/scale.mlir --target=hip:gfx942 -o %t/k.spv 2>&1 | FileCheck %s --check-prefix=SPIRV
// RUN: not tern-compile %t/scale.mlir --target=amdgcn-amd-amdhsa--gfx942 -o %t/k.ptx 2>&1 | FileCheck %s --check-prefix=ENDING
// RUN: not tern-compile %t/scale.mlir --target=cuda:sm_90 -o %t/k.hsaco 2>&1 | FileCheck %s --check-prefix=HSACO
// RUN: not tern-compile %t/scale.mlir -o %t/k.amdgcn 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tern-compile %t/scale.mlir --target=hip:gfx942 --num-warps=32 -o %t/k.o 2>&1 | FileCheck %s --check-prefix=WAVES
// RUN: tern-compile %t/scale.mlir --target=hip:gfx1100 --num-warps=32 -o %t/k.o
// RUN: not tern-compile %t/scale.mlir --target=hip:gfx942 --num-ctas=2 -o %t/k.o 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: not tern-compile %t/scale.mlir --variant=%t/scale.mlir --target=hip:gfx942 -o %t/k.o 2>&1 | FileCheck %s --check-prefix=VARIANT
// RUN: tern-compile %t/scale.mlir --target=hip:gfx942 --print-pipeline -o - | FileCheck %s --check-prefix=STAGES
// RUN: tern-compile %t/scale.mlir --target=hip:gfx942 --num-stages=3 --print-pipeline -o - | FileCheck %s --check-prefix=THREE
// RUN: tern-compile %t/scale.mlir --target=cuda:sm_90 --print-pipeline -o - | FileCheck %s --check-prefix=THREE
// RUN: tern-compile %t/fused.mlir --target=hip:gfx942 -o %t/k.amdgcn && FileCheck %s --check-prefix=FUSED --input-file=%t/k.amdgcn

// A wave has 64 lanes on CDNA and 32 on RDNA.
// CDNA3: .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
// CDNA3: scale:
// CDNA3: s_endpgm
// CDNA3: .amdhsa_kernel scale
// CDNA3: .max_flat_workgroup_size: 256
// CDNA3: .wavefront_size: 64
// RDNA3: .amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// RDNA3: .max_flat_workgroup_size: 64
// RDNA3: .wavefront_size: 32
// ELF: 7f 45 4c 46
// OLD: error: 'gfx600' names no GPU of AMD that kernels of Triton are compiled for
// PRINT: error: kernels that print or assert call '{{.*}}' of ROCm's device library
// SPIRV: error: '{{.*}}k.spv' is for the target vulkan, but hip:gfx942 is asked for; choose another ending
// ENDING: error: '{{.*}}k.ptx' is for the target cuda, but amdgcn-amd-amdhsa--gfx942 is asked for; choose another ending
// HSACO: error: '{{.*}}k.hsaco' is for the target hip, but cuda is asked for; choose another ending
// NONE: error: hip is named without a GPU: hip:gfx942 is one with it
// WAVES: error: num-warps is 32, but a workgroup of gfx942 has up to 16 waves of 64
// CLUSTER: error: num-ctas is 2, but gfx942 has no clusters, which gfx1250 has
// VARIANT: error: only a module (.tern) holds several variants of a kernel
// Triton has two stages on AMD's GPUs if nothing is said.
// STAGES: num-stages=2
// THREE: num-stages=3
// FUSED: v_{{(pk_)?fm(a|ac|amk|aak)}}_f32
// PTX: error: {{.*}}has assembly of NVIDIA's GPUs, and is compiled for hip
//--- scale.mlir
tt.func public @scale(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c = arith.constant 256 : i32
  %two = arith.constant dense<2.0> : tensor<256xf32>
  %p = tt.get_program_id x : i32
  %b = arith.muli %p, %c : i32
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %s = tt.splat %b : i32 -> tensor<256xi32>
  %i = arith.addi %s, %r : tensor<256xi32>
  %ns = tt.splat %n : i32 -> tensor<256xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<256xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %a = tt.addptr %xs, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %v = tt.load %a, %m : tensor<256x!tt.ptr<f32>>
  %w = arith.mulf %v, %two : tensor<256xf32>
  tt.store %a, %w, %m : tensor<256x!tt.ptr<f32>>
  tt.return
}

//--- fused.mlir
tt.func public @fused(%x: !tt.ptr<f32>, %f: f32) {
  %v = tt.load %x : !tt.ptr<f32>
  %w = arith.mulf %v, %f : f32
  %s = arith.addf %w, %f : f32
  tt.store %x, %s : !tt.ptr<f32>
  tt.return
}

//--- assembly.mlir
tt.func public @assembly(%x: !tt.ptr<i32>) {
  %v = tt.load %x : !tt.ptr<i32>
  %w = tt.elementwise_inline_asm "brev.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %v : i32 -> i32
  tt.store %x, %w : !tt.ptr<i32>
  tt.return
}

//--- print.mlir
tt.func public @print(%x: i32) {
  tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
}
