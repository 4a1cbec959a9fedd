// RUN: tern-opt %s --gpu-module-to-binary=format=isa | FileCheck %s --check-prefixes=CHECK,ISA
// RUN: tern-opt %s --gpu-module-to-binary=format=llvm | FileCheck %s --check-prefixes=CHECK,LLVM
// RUN: tern-opt %s --gpu-module-to-binary="format=bin toolkit=%S/Inputs/toolkit" | FileCheck %s --check-prefixes=CHECK,BIN
// RUN: tern-opt %s --gpu-module-to-binary="toolkit=%S/Inputs/toolkit" | FileCheck %s --check-prefixes=CHECK,BIN

// CHECK-LABEL: gpu.binary @amd
// ISA-SAME: #gpu.object<#rocdl.target<chip = "gfx90a">, assembly = "\09.amdgcn_target \22amdgcn-amd-amdhsa--gfx90a\22{{.*}}.amdhsa_kernel kernel{{.*}}.max_flat_workgroup_size: 64{{.*}}">
// LLVM-SAME: #gpu.object<#rocdl.target<chip = "gfx90a">, offload = "BC\C0\DE{{.*}}">
// There are no fat binaries.
// BIN-SAME: #gpu.object<#rocdl.target<chip = "gfx90a">, bin = "ELF linked\0A">
gpu.module @amd [#rocdl.target<chip = "gfx90a">] {
  llvm.func @kernel(%x: f32, %out: !llvm.ptr<1>) attributes {gpu.kernel, rocdl.kernel, rocdl.max_flat_work_group_size = 64 : index} {
    llvm.store %x, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}
