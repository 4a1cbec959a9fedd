// RUN: tern-opt %s --convert-to-spirv | FileCheck %s
// RUN: tern-opt %s --convert-to-spirv --canonicalize --cse --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --convert-to-spirv --canonicalize --cse | tern-translate --serialize-spirv -o %t.spv
// RUN: spirv-val --target-env vulkan1.3 %t.spv

// UPSTREAM-LABEL: spirv.module
// UPSTREAM: spirv.EntryPoint "GLCompute" @main

// Bytes and halves in words, where the target cannot store them; the ops of a subgroup; loops and choices; calls. Since
// v1.4 the interface names all variables; what is needed here is of v1.3.

// CHECK-DAG:  spirv.GlobalVariable @__resource_var_0_0_ bind(0, 0) {non_writable} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
// CHECK-DAG:  spirv.GlobalVariable @__resource_var_0_1_ bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<3 x i32, stride=4> [0])>, StorageBuffer>
// CHECK-DAG:  spirv.GlobalVariable @__resource_var_0_2_ bind(0, 2) : !spirv.ptr<!spirv.struct<(!spirv.array<5 x i32, stride=4> [0])>, StorageBuffer>
// CHECK-DAG:  spirv.GlobalVariable @__resource_var_0_3_ bind(0, 3) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
// CHECK-DAG:  spirv.GlobalVariable @__push_constant_var__ : !spirv.ptr<!spirv.struct<(!spirv.array<4 x i32, stride=4> [0])>, PushConstant>
// CHECK-LABEL: spirv.func @main() "None"
// CHECK:        %[[PAIR:.*]] = spirv.CompositeConstruct %{{.*}}, %{{.*}} : (i32, i32) -> vector<2xi32>
// CHECK:        spirv.Bitcast %[[PAIR]] : vector<2xi32> to i64
// CHECK:        spirv.Bitcast %{{.*}} : i32 to f32
// CHECK:        spirv.ShiftRightLogical
// CHECK:        spirv.UConvert %{{.*}} : i32 to i8
// CHECK:        spirv.AtomicAnd <Device> <None>
// CHECK:        spirv.AtomicOr <Device> <None>
// CHECK:        spirv.Bitcast %{{.*}} : f16 to i16
// CHECK:        spirv.AtomicAnd <Device> <None>
// CHECK:        spirv.AtomicOr <Device> <None>
// CHECK:        %[[OLD:.*]] = spirv.AtomicIAdd <Device> <None>
// CHECK:        %[[SUM:.*]] = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %[[OLD]] : i32 -> i32
// CHECK:        spirv.GroupNonUniformFMax <Subgroup> <Reduce>
// CHECK:        spirv.GroupNonUniformAny <Subgroup>
// CHECK:        spirv.GroupNonUniformShuffleUp <Subgroup> %[[SUM]]
// CHECK:        spirv.SGreaterThanEqual
// CHECK:        spirv.mlir.loop -> i32, i32 {
// CHECK:          spirv.mlir.selection -> i1 {
// CHECK:          spirv.mlir.merge %{{.*}}, %{{.*}} : i32, i32
// CHECK:        spirv.IEqual
// CHECK:        spirv.mlir.selection -> i32 {
// CHECK:          spirv.IEqual
// CHECK:          spirv.mlir.selection -> i32 {
// CHECK:            spirv.FunctionCall @helper(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// CHECK:        spirv.Undef : i32
// CHECK-LABEL: spirv.func @helper(%{{.*}}: i32, %{{.*}}: i32) -> i32 "None"
// CHECK:        spirv.ReturnValue
// CHECK:      spirv.EntryPoint "GLCompute" @main, @__builtin__LocalInvocationId__, @__builtin__SubgroupLocalInvocationId__, @__builtin__GlobalInvocationId__
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Int64, Int16, Int8, Float64, Float16, GroupNonUniform, GroupNonUniformVote, GroupNonUniformArithmetic, GroupNonUniformBallot, GroupNonUniformShuffle, GroupNonUniformShuffleRelative], []>, #spirv.resource_limits<subgroup_size = 32>>} {
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read|Write"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
    hal.interface.binding @d, set = 0, binding = 3, type = "StorageBuffer", access = "Read|Write"
  }
  func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 4, 1]>} {
    %n = hal.interface.load.constant offset = 0 : index
    %l = hal.interface.load.constant offset = 1 : i64
    %fc = hal.interface.load.constant offset = 3 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<?x?xi8>{%n, %n}
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<10xi1>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<10xf16>
    %c64 = arith.constant 64 : index
    %d = iree.placeholder for "interface buffer" offset(%c64) {binding = @io::@d} : memref<10xi32>
    %x = gpu.thread_id x
    %bd = gpu.block_dim x
    %v = memref.load %a[%x, %x] : memref<?x?xi8>
    %v2 = arith.addi %v, %v : i8
    %bb = memref.load %b[%x] : memref<10xi1>
    %nb = arith.xori %bb, %bb : i1
    memref.store %nb, %b[%bd] : memref<10xi1>
    %v3 = arith.extsi %v2 : i8 to i32
    %ff = arith.sitofp %v3 : i32 to f32
    %f3 = arith.addf %ff, %fc : f32
    %f = arith.truncf %f3 : f32 to f16
    memref.store %f, %c[%x] : memref<10xf16>
    %old = memref.atomic_rmw addi %v3, %d[%x] : (i32, memref<10xi32>) -> i32
    %l32 = arith.trunci %l : i64 to i32
    %sum = gpu.subgroup_reduce add %old : (i32) -> i32
    %mx = gpu.subgroup_reduce maximumf %ff : (f32) -> f32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %sh, %ok = gpu.shuffle up %sum, %c1, %c32 : i32
    %w:2 = scf.while (%s = %sh, %t = %x) : (i32, index) -> (i32, index) {
      %cc = arith.cmpi slt, %s, %l32 : i32
      %cd = scf.if %cc -> (i1) {
        scf.yield %ok : i1
      } else {
        scf.yield %cc : i1
      }
      scf.condition(%cd) %s, %t : i32, index
    } do {
    ^bb0(%s: i32, %t: index):
      %s2 = arith.addi %s, %c1 : i32
      %t2 = arith.addi %t, %x : index
      scf.yield %s2, %t2 : i32, index
    }
    %sw = scf.index_switch %w#1 -> i32
    case 2 {
      scf.yield %w#0 : i32
    }
    case 5 {
      scf.yield %c1 : i32
    }
    default {
      %h = func.call @helper(%c32, %w#1) : (i32, index) -> i32
      scf.yield %h : i32
    }
    %po = ub.poison : i32
    %mi = arith.fptosi %mx : f32 to i32
    %m1 = arith.addi %mi, %sw : i32
    memref.store %m1, %d[%w#1] : memref<10xi32>
    return
  }
  func.func private @helper(%a: i32, %b: index) -> i32 {
    %g = gpu.global_id x
    %gi = arith.index_cast %g : index to i32
    %r = arith.addi %a, %gi : i32
    return %r : i32
  }
}
