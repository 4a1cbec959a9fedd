// A module with kernels of the gpu dialect is lowered for each of its targets, in a copy: one binary has code for GPUs of several
// makers and for the CPU.
// RUN: split-file %s %t
// RUN: tern-opt %t/kernels.mlir --gpu-module-to-binary=format=isa | FileCheck %s
// RUN: tern-opt %t/kernels.mlir --gpu-module-to-binary="format=llvm handler='#gpu.select_object<#tern.cpu_target<O = 3>>'" | FileCheck %s --check-prefix=LLVM
// RUN: tern-opt %t/kernels.mlir --gpu-module-to-binary="format=llvm handler=unit" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tern-opt %t/kernels.mlir --gpu-module-to-binary="format=llvm handler='#gpu.select_object<'" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not tern-opt %t/refused.mlir --gpu-module-to-binary=format=isa 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, {{.*}}assembly = "{{.*}}.visible .entry double({{.*}}%tid.x
// CHECK-SAME: #gpu.object<#rocdl.target<chip = "gfx90a">, assembly = "{{.*}}s_endpgm
// CHECK-SAME: #gpu.object<#spirv.target_env<{{.*}}>, assembly = "\03\02#\07{{.*}}__builtin__LocalInvocationId__
// CHECK-SAME: #gpu.object<#tern.cpu_target<O = 3>, {{.*}}assembly = "{{.*}}tern_gpu_thread_id{{.*}}">]
// CHECK-NOT: gpu.module
// LLVM: gpu.binary @kernels <#gpu.select_object<#tern.cpu_target<O = 3>>> [{{.*}}offload = "BC\C0\DE{{.*}}#tern.cpu_target<O = 3>, offload = "BC\C0\DE
// OTHER: warning: unit is no offloading handler that can be translated, so it is not used
// OTHER: note: #gpu.select_object is one
// OTHER: gpu.binary @kernels [
// WRONG: note: in the option handler of gpu-module-to-binary
// REFUSED: error: the module cannot be lowered for the target '#tern.cpu_target'
// REFUSED: note: this is what it was to be lowered with: {{.*}}convert-gpu-to-cpu-runtime

//--- kernels.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_80">, #rocdl.target<chip = "gfx90a">,
                       #spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>,
                       #tern.cpu_target<O = 3>] {
    gpu.func @double(%a: memref<16xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 1, 1]>} {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<16xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %a[%i] : memref<16xf32>
      gpu.return
    }
  }
}
//--- refused.mlir
gpu.module @kernels [#tern.cpu_target] {
  gpu.func @k(%x: tensor<4xf32>) kernel {
    gpu.return
  }
}
