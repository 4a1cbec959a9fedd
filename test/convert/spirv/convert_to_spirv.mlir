// RUN: tern-opt %s --convert-to-spirv | FileCheck %s
// RUN: tern-opt %s --convert-to-spirv --canonicalize --cse --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --convert-to-spirv --canonicalize --cse | tern-translate --serialize-spirv -o %t.spv
// RUN: spirv-val --target-env vulkan1.1 %t.spv

// UPSTREAM-LABEL: spirv.module
// UPSTREAM: spirv.EntryPoint "GLCompute" @main
// UPSTREAM-NOT: arith.constant 4

// A buffer that is read as vectors and as scalars has a variable for each; memory of the workgroup is kept as the vectors
// that all accesses agree on, and scalars are their components.

// CHECK:      spirv.module Logical GLSL450
// CHECK-SAME: Shader
// CHECK:      spirv.GlobalVariable @__resource_var_0_0_ bind(0, 0) {aliased, non_writable} : !spirv.ptr<!spirv.struct<(!spirv.array<32 x vector<4xf32>, stride=16> [0])>, StorageBuffer>
// CHECK:      spirv.GlobalVariable @__workgroup_mem__0 : !spirv.ptr<!spirv.struct<(!spirv.array<32 x vector<4xf32>>)>, Workgroup>
// CHECK:      spirv.GlobalVariable @__resource_var_0_0__f32 bind(0, 0) {aliased, non_writable} : !spirv.ptr<!spirv.struct<(!spirv.array<128 x f32, stride=4> [0])>, StorageBuffer>
// CHECK:      spirv.GlobalVariable @__resource_var_0_1_ bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<128 x f32, stride=4> [0])>, StorageBuffer>
// CHECK:      spirv.GlobalVariable @__push_constant_var__ : !spirv.ptr<!spirv.struct<(!spirv.array<2 x i32, stride=4> [0])>, PushConstant>
// CHECK:      spirv.GlobalVariable @__builtin__LocalInvocationId__ built_in("LocalInvocationId")
// CHECK:      spirv.func @main() "None" {
// CHECK:        spirv.Variable : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32>)>, Function>
// CHECK:        %[[SUM:.*]] = spirv.mlir.loop -> f32 {
// CHECK:          ^[[HEADER:.*]](%[[I:.*]]: i32, %[[ACC:.*]]: f32):
// CHECK:            %[[MORE:.*]] = spirv.SLessThan %[[I]]
// CHECK:            spirv.BranchConditional %[[MORE]]
// CHECK:            spirv.Load "StorageBuffer" %{{.*}} : vector<4xf32>
// CHECK:            spirv.Store "Workgroup" %{{.*}} : vector<4xf32>
// CHECK:            spirv.Load "StorageBuffer" %{{.*}} : f32
// CHECK:            %[[ROW:.*]] = spirv.ShiftRightLogical
// CHECK:            %[[LANE:.*]] = spirv.BitwiseAnd
// CHECK:            spirv.AccessChain %{{.*}}[%{{.*}}, %[[ROW]], %[[LANE]]] {{.*}} -> !spirv.ptr<f32, Workgroup>
// CHECK:            spirv.mlir.merge %[[ACC]] : f32
// CHECK:        spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory>
// CHECK:        spirv.Store "Function" %{{.*}}, %[[SUM]] : f32
// CHECK:        spirv.mlir.selection -> f32 {
// CHECK:          spirv.mlir.merge
// CHECK:        spirv.Store "StorageBuffer"
// CHECK:        spirv.Return
// CHECK:      spirv.EntryPoint "GLCompute" @main, @__builtin__LocalInvocationId__, @__builtin__WorkgroupId__
// CHECK:      spirv.ExecutionMode @main "LocalSize", 8, 4, 1
// CHECK:      func.func private @main_workgroup_count()
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
  }
  func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 4, 1]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8x16xf32>
    %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8x16xf32>
    %w = memref.alloc() : memref<8x16xf32, 3>
    %n = hal.interface.load.constant offset = 1 : index
    %x = gpu.thread_id x
    %y = gpu.block_id y
    %p = memref.alloca() : memref<4xf32>
    %sum = scf.for %i = %c0 to %c16 step %c4 iter_args(%acc = %zero) -> (f32) {
      %v = vector.load %a[%x, %i] : memref<8x16xf32>, vector<4xf32>
      vector.store %v, %w[%x, %i] : memref<8x16xf32, 3>, vector<4xf32>
      %e = memref.load %a[%x, %i] : memref<8x16xf32>
      %u = memref.load %w[%i, %n] : memref<8x16xf32, 3>
      %s = arith.addf %acc, %e : f32
      %s2 = arith.addf %s, %u : f32
      scf.yield %s2 : f32
    }
    gpu.barrier
    memref.store %sum, %p[%c1] : memref<4xf32>
    %back = memref.load %p[%c1] : memref<4xf32>
    %sub = memref.subview %r[%y, 0] [4, 16] [1, 1] : memref<8x16xf32> to memref<4x16xf32, strided<[16, 1], offset: ?>>
    %cond = arith.cmpi slt, %x, %n : index
    %z = scf.if %cond -> (f32) {
      scf.yield %back : f32
    } else {
      %t = arith.mulf %back, %back : f32
      scf.yield %t : f32
    }
    memref.store %z, %sub[%c1, %x] : memref<4x16xf32, strided<[16, 1], offset: ?>>
    memref.dealloc %w : memref<8x16xf32, 3>
    return
  }
  func.func private @main_workgroup_count() -> (index, index, index) attributes {hal.workgroup_count_of = @main} {
    %c1 = arith.constant 1 : index
    return %c1, %c1, %c1 : index, index, index
  }
}
