// RUN: tern-opt --gpu-to-llvm="gpu-binary-annotation=nvvm.cubin" %s | FileCheck %s
// RUN: tern-opt --gpu-to-llvm="gpu-binary-annotation=rocdl.hsaco" %s | FileCheck %s --check-prefix=ROCDL
// RUN: tern-opt --gpu-to-llvm %s | FileCheck %s --check-prefix=NONE

// Modules with their code in an attribute become binaries under the same name.

module attributes {gpu.container_module} {
  // CHECK-NOT: gpu.module @annotated
  // CHECK: gpu.binary @annotated [#gpu.object<#nvvm.target, bin = "CUBIN">]
  // ROCDL: gpu.binary @annotated [#gpu.object<#rocdl.target, bin = "HSACO">]
  // NONE: gpu.module @annotated
  gpu.module @annotated attributes {nvvm.cubin = "CUBIN", rocdl.hsaco = "HSACO"} {
    llvm.func @k() attributes {gpu.kernel} {
      llvm.return
    }
  }
  // CHECK: gpu.binary @chip [#gpu.object<#nvvm.target<chip = "sm_90">, bin = "CUBIN">]
  gpu.module @chip [#nvvm.target<chip = "sm_90">] attributes {nvvm.cubin = "CUBIN"} {
  }
  // CHECK: gpu.module @compiled_later [#nvvm.target]
  gpu.module @compiled_later [#nvvm.target] {
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  // CHECK: gpu.module @not_launched
  gpu.module @not_launched {
  }
  // CHECK: gpu.launch_func @annotated::@k
  // CHECK: gpu.launch_func @compiled_later::@k
  func.func @launches(%n: index) {
    gpu.launch_func @annotated::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @compiled_later::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
