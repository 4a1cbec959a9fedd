// RUN: tern-opt --split-input-file "--convert-gpu-to-spirv=" %s > %t.ours
// RUN: mlir-opt --split-input-file "--convert-gpu-to-spirv=" %s --cse | sort > %t.theirs
// RUN: mlir-opt --split-input-file --cse %t.ours | sed "s/ {no_contraction}//" | sort | diff -b %t.theirs -
// RUN: tern-opt --split-input-file "--convert-gpu-to-spirv=use-64bit-index=true" %s > %t.ours
// RUN: mlir-opt --split-input-file "--convert-gpu-to-spirv=use-64bit-index=true" %s --cse | sort > %t.theirs
// RUN: mlir-opt --split-input-file --cse %t.ours | sed "s/ {no_contraction}//" | sort | diff -b %t.theirs -
// RUN: FileCheck %s < %t.ours

// For OpenCL the spirv.module stands in the gpu.module, whose kernels are signatures then.

// CHECK: gpu.module @kernels
// CHECK-NEXT: spirv.module @__spv__kernels Physical{{(32|64)}} OpenCL
// CHECK: spirv.func @sum
// CHECK-SAME: !spirv.ptr<!spirv.array<20 x f32>, CrossWorkgroup>
// CHECK: spirv.GroupFAdd <Workgroup> <Reduce>
// CHECK: func.func @sum
// CHECK-SAME: attributes {{.*}}gpu.kernel
// CHECK-NEXT: return
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Kernel, Addresses, Int64, Groups, GroupNonUniformArithmetic, GroupUniformArithmeticKHR], []>, #spirv.resource_limits<>>} {
  func.func @host(%m: memref<20xf32, #spirv.storage_class<CrossWorkgroup>>, %n: index) {
    gpu.launch_func @kernels::@sum blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<20xf32, #spirv.storage_class<CrossWorkgroup>>)
    return
  }
  gpu.module @kernels {
    gpu.func @sum(%m: memref<20xf32, #spirv.storage_class<CrossWorkgroup>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
      %t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<20xf32, #spirv.storage_class<CrossWorkgroup>>
      %s = gpu.all_reduce add %v uniform {} : (f32) -> f32
      %r = gpu.subgroup_reduce mul %s : (f32) -> f32
      memref.store %r, %m[%t] : memref<20xf32, #spirv.storage_class<CrossWorkgroup>>
      gpu.return
    }
  }
}

// -----

// Texts are variables of specialization constants; each call has its own.
// CHECK: spirv.SpecConstant @printfMsg1_sc0 = 98 : i8
// CHECK: spirv.SpecConstant @printfMsg0_sc0 = 97 : i8
// CHECK: spirv.SpecConstant @printfMsg0_sc3 = 0 : i8
// CHECK: spirv.SpecConstantComposite @printfMsg0_scc (@printfMsg0_sc0, @printfMsg0_sc1, @printfMsg0_sc2, @printfMsg0_sc3) : !spirv.array<4 x i8>
// CHECK: spirv.GlobalVariable @printfMsg0 initializer(@printfMsg0_scc) {Constant} : !spirv.ptr<!spirv.array<4 x i8>, UniformConstant>
// CHECK: spirv.func @says(%[[A:.*]]: i32)
// CHECK: spirv.CL.printf %{{.*}} %[[A]] : !spirv.ptr<i8, UniformConstant>, i32 -> i32
// CHECK: spirv.CL.printf
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Addresses, Int8, Kernel], []>, #spirv.resource_limits<>>} {
  gpu.module @texts {
    gpu.func @says(%a: i32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
      gpu.printf "a%d", %a : i32
      gpu.printf "b"
      gpu.return
    }
  }
}
