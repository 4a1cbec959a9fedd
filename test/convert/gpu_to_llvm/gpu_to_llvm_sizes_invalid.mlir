// RUN: tern-opt --gpu-to-llvm="use-bare-pointers-for-kernels intersperse-sizes-for-kernels" --split-input-file --verify-diagnostics %s

// Sizes go behind memrefs whose bytes are known, and only behind memrefs.

module attributes {gpu.container_module} {
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]
  func.func @f(%n: index, %a: f32) {
    // expected-error @+1 {{failed to legalize operation 'gpu.launch_func' that was explicitly marked illegal}}
    gpu.launch_func @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : f32)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]
  func.func @f(%n: index, %a: memref<?xf32>) {
    // expected-error @+1 {{failed to legalize operation 'gpu.launch_func' that was explicitly marked illegal}}
    gpu.launch_func @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<?xf32>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]
  func.func @f(%n: index, %a: memref<4xindex>) {
    // expected-error @+1 {{failed to legalize operation 'gpu.launch_func' that was explicitly marked illegal}}
    gpu.launch_func @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<4xindex>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]
  func.func @f(%n: index, %a: memref<4xi1>) {
    // expected-error @+1 {{failed to legalize operation 'gpu.launch_func' that was explicitly marked illegal}}
    gpu.launch_func @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<4xi1>)
    return
  }
}
