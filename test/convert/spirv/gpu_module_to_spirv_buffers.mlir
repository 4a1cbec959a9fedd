// RUN: tern-opt --convert-gpu-to-spirv %s | FileCheck %s

// Buffers of kernels: workgroup memory is a variable of the module, private memory one of the function. (Upstream takes
// buffers only where nothing uses them.)

// CHECK: spirv.module @__spv__kernels Logical GLSL450
// CHECK: spirv.GlobalVariable @[[W:__workgroup_mem__.+]] : !spirv.ptr<!spirv.struct<(!spirv.array<128 x f32>)>, Workgroup>
// CHECK: spirv.func @buffers
// CHECK-SAME: workgroup_attributions = 0 : i64
// CHECK-DAG: spirv.mlir.addressof @[[W]]
// CHECK-DAG: spirv.Variable : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32>)>, Function>
// CHECK: spirv.ControlBarrier
// CHECK: gpu.module @kernels
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<subgroup_size = 32>>} {
  func.func @host(%m: memref<64xf32, #spirv.storage_class<StorageBuffer>>, %x: f32, %n: index) {
    gpu.launch_func @kernels::@buffers blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<64xf32, #spirv.storage_class<StorageBuffer>>, %x : f32)
    return
  }
  gpu.module @kernels {
    gpu.func @buffers(%m: memref<64xf32, #spirv.storage_class<StorageBuffer>>, %x: f32) workgroup(%w: memref<128xf32, #spirv.storage_class<Workgroup>>) private(%p: memref<4xf32, #spirv.storage_class<Function>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      %t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<64xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %v, %w[%t] : memref<128xf32, #spirv.storage_class<Workgroup>>
      memref.store %x, %p[%t] : memref<4xf32, #spirv.storage_class<Function>>
      gpu.barrier
      %y = memref.load %w[%t] : memref<128xf32, #spirv.storage_class<Workgroup>>
      %s = arith.addf %y, %x fastmath<contract> : f32
      memref.store %s, %m[%t] : memref<64xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

