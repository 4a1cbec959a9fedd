// RUN: tern-opt --gpu-to-llvm="gpu-binary-annotation=nvvm.cubin" --verify-diagnostics %s

module attributes {gpu.container_module} {
  // expected-error @+1 {{'gpu.module' op missing nvvm.cubin attribute}}
  gpu.module @kernels {
    llvm.func @k() attributes {gpu.kernel} {
      llvm.return
    }
  }
  func.func @launches(%n: index) {
    // expected-note @+1 {{its kernel is launched here: compile it, or give the module a target}}
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
