// RUN: tern-opt %s --gpu-module-to-binary=format=isa | FileCheck %s --check-prefixes=CHECK,ISA
// RUN: tern-opt %s --gpu-module-to-binary=format=llvm | FileCheck %s --check-prefixes=CHECK,LLVM
// RUN: tern-opt %s --gpu-module-to-binary="format=bin section=.gpu" | FileCheck %s --check-prefixes=CHECK,BIN
// RUN: tern-opt %s --gpu-module-to-binary | FileCheck %s --check-prefixes=CHECK,FAT

// CHECK-LABEL: gpu.binary @intel
// ISA-SAME: [#gpu.object<#xevm.target, properties = {O = 2 : i32}, assembly = "{{.*}}OpMemoryModel Physical64 OpenCL{{.*}}">]
// LLVM-SAME: [#gpu.object<#xevm.target, offload = "BC\C0\DE{{.*}}">]
// BIN-SAME: [#gpu.object<#xevm.target, properties = {section = ".gpu"}, bin = "\03\02#\07{{.*}}">]
// FAT-SAME: [#gpu.object<#xevm.target, "\03\02#\07{{.*}}">]
gpu.module @intel [#xevm.target] {
  llvm.func spir_kernelcc @kernel(%x: f32, %out: !llvm.ptr<1>) attributes {gpu.kernel} {
    llvm.store %x, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}
