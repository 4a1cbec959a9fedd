// RUN: tern-translate --mlir-to-llvmir --split-input-file --verify-diagnostics %s

module attributes {gpu.container_module} {
  // expected-error @+2 {{'gpu.binary' op has no object that its offloading handler asks for: #gpu.select_object<7 : i64>}}
  // expected-note @+1 {{name the index of one of its objects (1), or the target of one}}
  gpu.binary @bin <#gpu.select_object<7>> [#gpu.object<#nvvm.target, "abc">]
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target] {
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  llvm.func @f(%n: i64) {
    // expected-error @+2 {{'gpu.launch_func' op launches a kernel of @kernels, which is no gpu.binary}}
    // expected-note @+1 {{--gpu-module-to-binary compiles kernels}}
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]
  llvm.func @f(%n: i32) {
    // expected-error @+2 {{'gpu.launch_func' op has sizes of type i32, the GPU runtime takes integers as wide as a pointer}}
    // expected-note @+1 {{make them index before --gpu-to-llvm}}
    gpu.launch_func @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i32
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  llvm.func @f(%n: i32) {
    // expected-error @+2 {{'gpu.set_default_device' op cannot be translated to LLVM IR}}
    // expected-note @+1 {{--gpu-to-llvm makes calls of a runtime of it where it can}}
    gpu.set_default_device %n
    llvm.return
  }
}
