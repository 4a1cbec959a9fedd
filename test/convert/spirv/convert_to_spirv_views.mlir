// RUN: tern-opt %s --convert-to-spirv --canonicalize --cse --split-input-file | FileCheck %s

// Accesses of vectors at places that are not known to be multiples of the lanes are split.

// CHECK-LABEL: spirv.module
// CHECK:       spirv.GlobalVariable @__resource_var_0_0_ bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32, stride=4> [0])>, StorageBuffer>
// CHECK-NOT:   bind(0, 0)
// CHECK:       spirv.func @splits_unaligned
// CHECK-COUNT-2: spirv.Load "StorageBuffer" %{{.*}} : f32
// CHECK:       spirv.CompositeConstruct %{{.*}}, %{{.*}} : (f32, f32) -> vector<2xf32>
// CHECK-COUNT-2: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} : f32
hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
func.func @splits_unaligned() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<16xf32>
  %x = gpu.thread_id x
  %v = vector.load %a[%x] : memref<16xf32>, vector<2xf32>
  %w = arith.addf %v, %v : vector<2xf32>
  vector.store %w, %a[%x] : memref<16xf32>, vector<2xf32>
  return
}

// -----

// The place is divided exactly: what is a multiple by itself is not shifted, and constants stay apart.

// CHECK-LABEL: spirv.func @divides
// CHECK-DAG:   %[[C3:.*]] = spirv.Constant 3 : i32
// CHECK:       %[[X:.*]] = spirv.CompositeExtract %{{.*}}[0 : i32]
// CHECK-NOT:   spirv.ShiftRight
// CHECK:       %[[AT:.*]] = spirv.IAdd %[[X]], %[[C3]] : i32
// CHECK:       spirv.AccessChain %{{.*}}[%{{.*}}, %[[AT]]]
// CHECK:       spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} : vector<4xf32>
hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
func.func @divides() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = iree.placeholder for "interface buffer" offset(%c16) {binding = @io::@arg0} : memref<?xf32>{%c16}
  %x = gpu.thread_id x
  %m = arith.muli %x, %c4 : index
  %p = arith.addi %m, %c8 : index
  %v = vector.load %a[%c4] : memref<?xf32>, vector<4xf32>
  vector.store %v, %a[%p] : memref<?xf32>, vector<4xf32>
  return
}

// -----

// Memory of the workgroup whose accesses do not agree is kept as scalars; private memory is the same.

// CHECK-LABEL: spirv.module
// CHECK:       spirv.GlobalVariable @__workgroup_mem__0 : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32>)>, Workgroup>
// CHECK:       spirv.Variable : !spirv.ptr<!spirv.struct<(!spirv.array<4 x vector<2xf32>>)>, Function>
func.func @agrees() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %w = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
  %p = memref.alloca() : memref<8xf32>
  %u = vector.load %w[%c0] : memref<16xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  %v = vector.load %w[%c4] : memref<16xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  vector.store %u, %w[%c4] : memref<16xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  vector.store %v, %p[%c4] : memref<8xf32>, vector<2xf32>
  return
}

// -----

// An index of 64 bits where a buffer is that large.

// CHECK-LABEL: spirv.module
// CHECK:       spirv.GlobalVariable @__resource_var_0_0_ bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<2147483648 x f32, stride=4> [0])>, StorageBuffer>
// CHECK:       %[[ID:.*]] = spirv.CompositeExtract
// CHECK:       spirv.UConvert %[[ID]] : i32 to i64
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, Int64], []>, #spirv.resource_limits<>>} {
  hal.interface private @io {
    hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
  }
  func.func @large() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<2147483648xf32>
    %x = gpu.thread_id x
    %f = memref.load %a[%x] : memref<2147483648xf32>
    memref.store %f, %a[%x] : memref<2147483648xf32>
    return
  }
}

// -----

// With the capabilities for it bytes and halves are stored as they are, and floats behave as on the host.

// CHECK-LABEL: spirv.module
// CHECK-DAG:   spirv.GlobalVariable @__resource_var_0_0_ bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x i8, stride=1> [0])>, StorageBuffer>
// CHECK-DAG:   spirv.GlobalVariable @__resource_var_0_1_ bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f16, stride=2> [0])>, StorageBuffer>
// CHECK:       spirv.Load "StorageBuffer" %{{.*}} : i8
// CHECK:       spirv.INotEqual
// CHECK:       spirv.Store "StorageBuffer" %{{.*}} : i8
// CHECK:       spirv.Store "StorageBuffer" %{{.*}} : f16
// CHECK:       spirv.ExecutionMode @native "LocalSize", 1, 1, 1
// CHECK:       spirv.ExecutionMode @native "SignedZeroInfNanPreserve", 16
// CHECK:       spirv.ExecutionMode @native "RoundingModeRTE", 16
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, Int8, Float16, StorageBuffer8BitAccess, StorageBuffer16BitAccess, SignedZeroInfNanPreserve, RoundingModeRTE], []>, #spirv.resource_limits<>>} {
  hal.interface private @io {
    hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read|Write"
  }
  func.func @native() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xi1>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<8xf16>
    %x = gpu.thread_id x
    %t = arith.constant true
    %i = memref.load %a[%x] : memref<8xi1>
    %n = arith.xori %i, %t : i1
    memref.store %n, %a[%x] : memref<8xi1>
    %h = memref.load %b[%x] : memref<8xf16>
    %g = arith.addf %h, %h : f16
    memref.store %g, %b[%x] : memref<8xf16>
    return
  }
}
