// Parts of spirv's ops, types and attributes that no other input has.
spirv.module Logical GLSL450 {
  spirv.SpecConstant @c spec_id(5 : i32) = 1.5 : f32
  spirv.SpecConstant @d spec_id(5) = 1.5 : f32
  spirv.GlobalVariable @v initializer(@c) : !spirv.ptr<f32, Private>
  spirv.func @callee(%x: f32) "None" {
    spirv.Return
  }
  spirv.func @value(%x: f32) -> f32 "None" {
    spirv.ReturnValue %x : f32
  }
  spirv.func @f(%x: f32) "Inline|Pure" {
    spirv.FunctionCall @callee(%x) : (f32) -> ()
    %0 = spirv.FunctionCall @value(%x) : (f32) -> f32
    spirv.Return
  }
}
// -----
spirv.func @f(%x: f32, %p: !spirv.ptr<f32, Function>, %q: !spirv.ptr<f32, Function>) "None" {
  spirv.Store "Function" %p, %x : f32
  spirv.Store "Function" %p, %x ["Volatile"] : f32
  spirv.Store "Function" %p, %x ["Aligned", 4] : f32
  spirv.CopyMemory "Function" %p, "Function" %q : f32
  spirv.CopyMemory "Function" %p, "Function" %q ["Volatile"] : f32 {test.a}
  spirv.CopyMemory "Function" %p, "Function" %q ["Aligned", 4], ["Volatile|Aligned", 8] : f32
  spirv.CopyMemory "Function" %p, "Function" %q ["Nontemporal"], ["Volatile"] : f32
  spirv.Return
}
// -----
spirv.func @f(%c: i1, %x: i32) -> i32 "None" {
  spirv.BranchConditional %c [1, 2], ^a(%x, %x : i32, i32), ^b
^a(%y: i32, %z: i32):
  spirv.Switch %x : i32, [
    default: ^c(%y : i32)
  ]
^b:
  spirv.Switch %x : i32, [
    default: ^c(%x : i32),
    1: ^a(%x, %x : i32, i32),
    -2: ^c(%x : i32)
  ]
^c(%r: i32):
  spirv.ReturnValue %r : i32
}
// -----
spirv.func @f(%c: i1, %x: i32) -> i32 "None" {
  %a = spirv.mlir.selection control(DontFlatten) -> i32 {
    spirv.BranchConditional %c, ^bb1(%x : i32), ^bb2(%x : i32)
  ^bb1(%y: i32):
    spirv.Branch ^bb2(%y : i32)
  ^bb2(%z: i32):
    spirv.mlir.merge %z : i32
  }
  %b:2 = spirv.mlir.loop control(DontUnroll) -> i32, i1 {
    spirv.Branch ^bb1(%a : i32)
  ^bb1(%i: i32):
    spirv.BranchConditional %c, ^bb2, ^bb3(%i, %c : i32, i1)
  ^bb2:
    spirv.Branch ^bb1(%i : i32)
  ^bb3(%j: i32, %d: i1):
    spirv.mlir.merge %j, %d : i32, i1
  }
  spirv.ReturnValue %b#0 : i32
}
// -----
%p = "test.value"() : () -> !spirv.ptr<f32, StorageBuffer>
%m = "test.value"() : () -> !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>
%s = "test.value"() : () -> i32
%r = spirv.KHR.CooperativeMatrixLoad %p, %s, <RowMajor>, <Volatile|Aligned>, 16 : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>
spirv.KHR.CooperativeMatrixStore %p, %m, %s, <ColumnMajor>, <Aligned>, 16 : !spirv.ptr<f32, StorageBuffer>, !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>, i32
// -----
%a = "test.value"() : () -> i32
%v = "test.value"() : () -> vector<4xi8>
%2 = spirv.SDot %a, %a, <PackedVectorFormat4x8Bit> : i32 -> i32
%3 = spirv.SDot %v, %v : vector<4xi8> -> i32
%4 = spirv.SDotAccSat %a, %a, %a, <PackedVectorFormat4x8Bit> : i32 -> i32
%5 = spirv.SDotAccSat %v, %v, %a : vector<4xi8> -> i32
%6 = spirv.SUDot %a, %a, <PackedVectorFormat4x8Bit> : i32 -> i32
%7 = spirv.SUDot %v, %v : vector<4xi8> -> i32
%8 = spirv.SUDotAccSat %a, %a, %a, <PackedVectorFormat4x8Bit> : i32 -> i32
%9 = spirv.SUDotAccSat %v, %v, %a : vector<4xi8> -> i32
%10 = spirv.UDot %a, %a, <PackedVectorFormat4x8Bit> : i32 -> i32
%11 = spirv.UDot %v, %v : vector<4xi8> -> i32
%12 = spirv.UDotAccSat %a, %a, %a, <PackedVectorFormat4x8Bit> : i32 -> i32
%13 = spirv.UDotAccSat %v, %v, %a : vector<4xi8> -> i32
// -----
spirv.module Logical Vulkan {
  spirv.ARM.Graph @plain(%a: !spirv.arm.tensor<4xi16>) -> !spirv.arm.tensor<4xi16> {
    spirv.ARM.GraphOutputs %a : !spirv.arm.tensor<4xi16>
  }
  spirv.ARM.Graph @other(%a: !spirv.arm.tensor<4xi16> {spirv.decoration = #spirv.decoration<Aliased>}) -> (!spirv.arm.tensor<4xi16> {spirv.decoration = #spirv.decoration<Restrict>}) attributes {entry_point = true, test.a} {
    spirv.ARM.GraphOutputs %a : !spirv.arm.tensor<4xi16>
  }
}
// -----
%i = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
%d = "test.value"() : () -> !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
%c = "test.value"() : () -> vector<2xf32>
%h = "test.value"() : () -> vector<4xf16>
%f = "test.value"() : () -> f32
%0 = spirv.ImageSampleImplicitLod %i, %c ["Bias"], %f : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, f32 -> vector<4xf32>
%1 = spirv.ImageSampleProjDrefImplicitLod %d, %h, %f ["Bias|NonPrivateTexel"], %f : !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<4xf16>, f32, f32 -> f32
%2 = spirv.ImageSampleExplicitLod %i, %c ["Lod"], %f : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, f32 -> vector<4xf32>
%3 = spirv.ImageSampleExplicitLod %i, %c ["Grad"], %c, %c : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, vector<2xf32>, vector<2xf32> -> vector<4xf32>
// -----
%f = "test.value"() : () -> f32
%v = "test.value"() : () -> vector<4xi32>
%b = "test.value"() : () -> i1
%n = spirv.Constant 4 : i32
%0 = spirv.GroupNonUniformFAdd <Subgroup> <ClusteredReduce> %f cluster_size(%n) : f32, i32 -> f32
%1 = spirv.GroupNonUniformFAdd <Workgroup> <InclusiveScan> %f : f32 -> f32
%2 = spirv.GroupNonUniformFMax <Subgroup> <ClusteredReduce> %f cluster_size(%n) : f32, i32 -> f32
%3 = spirv.GroupNonUniformFMax <Workgroup> <InclusiveScan> %f : f32 -> f32
%4 = spirv.GroupNonUniformFMin <Subgroup> <ClusteredReduce> %f cluster_size(%n) : f32, i32 -> f32
%5 = spirv.GroupNonUniformFMin <Workgroup> <InclusiveScan> %f : f32 -> f32
%6 = spirv.GroupNonUniformFMul <Subgroup> <ClusteredReduce> %f cluster_size(%n) : f32, i32 -> f32
%7 = spirv.GroupNonUniformFMul <Workgroup> <InclusiveScan> %f : f32 -> f32
%8 = spirv.GroupNonUniformIAdd <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%9 = spirv.GroupNonUniformIAdd <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%10 = spirv.GroupNonUniformIMul <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%11 = spirv.GroupNonUniformIMul <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%12 = spirv.GroupNonUniformSMax <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%13 = spirv.GroupNonUniformSMax <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%14 = spirv.GroupNonUniformSMin <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%15 = spirv.GroupNonUniformSMin <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%16 = spirv.GroupNonUniformUMax <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%17 = spirv.GroupNonUniformUMax <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%18 = spirv.GroupNonUniformUMin <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%19 = spirv.GroupNonUniformUMin <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%20 = spirv.GroupNonUniformBitwiseAnd <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%21 = spirv.GroupNonUniformBitwiseAnd <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%22 = spirv.GroupNonUniformBitwiseOr <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%23 = spirv.GroupNonUniformBitwiseOr <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%24 = spirv.GroupNonUniformBitwiseXor <Subgroup> <ClusteredReduce> %v cluster_size(%n) : vector<4xi32>, i32 -> vector<4xi32>
%25 = spirv.GroupNonUniformBitwiseXor <Workgroup> <InclusiveScan> %v : vector<4xi32> -> vector<4xi32>
%26 = spirv.GroupNonUniformLogicalAnd <Subgroup> <ClusteredReduce> %b cluster_size(%n) : i1, i32 -> i1
%27 = spirv.GroupNonUniformLogicalAnd <Workgroup> <InclusiveScan> %b : i1 -> i1
%28 = spirv.GroupNonUniformLogicalOr <Subgroup> <ClusteredReduce> %b cluster_size(%n) : i1, i32 -> i1
%29 = spirv.GroupNonUniformLogicalOr <Workgroup> <InclusiveScan> %b : i1 -> i1
%30 = spirv.GroupNonUniformLogicalXor <Subgroup> <ClusteredReduce> %b cluster_size(%n) : i1, i32 -> i1
%31 = spirv.GroupNonUniformLogicalXor <Workgroup> <InclusiveScan> %b : i1 -> i1
// -----
spirv.module Logical Vulkan {
  spirv.GlobalVariable @payload : !spirv.ptr<!spirv.struct<(f32)>, TaskPayloadWorkgroupEXT>
  spirv.func @f(%x: i32) "None" {
    %p = spirv.mlir.addressof @payload : !spirv.ptr<!spirv.struct<(f32)>, TaskPayloadWorkgroupEXT>
    spirv.EXT.EmitMeshTasks %x, %x, %x, %p : i32, i32, i32, !spirv.ptr<!spirv.struct<(f32)>, TaskPayloadWorkgroupEXT>
  }
}
// -----
%p = "test.value"() : () -> !spirv.ptr<!spirv.array<4 x f32>, Function>
%i = "test.value"() : () -> i64
%0 = spirv.PtrAccessChain %p[%i] : !spirv.ptr<!spirv.array<4 x f32>, Function>, i64 -> !spirv.ptr<!spirv.array<4 x f32>, Function>
%1 = spirv.InBoundsPtrAccessChain %p[%i] : !spirv.ptr<!spirv.array<4 x f32>, Function>, i64 -> !spirv.ptr<!spirv.array<4 x f32>, Function>
// -----
"test.op"() {
  a = #spirv.cache_control_store_intel<store_cache_control = WriteBack, cache_level = 1>,
  b = #spirv.cache_control_load_intel<cache_level = 0, load_cache_control = ConstCached>,
  c = #spirv.entry_point_abi<workgroup_size = [8]>,
  d = #spirv.entry_point_abi<>,
  e = #spirv.entry_point_abi<target_width = 16, workgroup_size = [], subgroup_size = 8>,
  f = #spirv.interface_var_abi<(1, 4294967295), StorageBuffer>
} : () -> ()
// -----
"spirv.func"() <{function_control = #spirv.function_control<None>, function_type = (!spirv.ptr<f32, Function>, f32) -> (), sym_name = "f"}> ({
^bb0(%p: !spirv.ptr<f32, Function>, %x: f32):
  "spirv.Store"(%p, %x) <{alignment = 4 : i32, memory_access = #spirv.memory_access<Aligned>}> {test.a} : (!spirv.ptr<f32, Function>, f32) -> ()
  "spirv.mlir.loop"() <{loop_control = #spirv.loop_control<DontUnroll|DependencyInfinite>}> ({
  }) {test.a} : () -> ()
  "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<Flatten|DontFlatten>}> ({
  }) {test.a} : () -> ()
  "spirv.Return"() {test.a} : () -> ()
}) {test.a} : () -> ()
// -----
%x = "test.value"() : () -> i32
%0 = "spirv.IAddCarry"(%x, %x) {test.a} : (i32, i32) -> !spirv.struct<(i32, i32)>
%1 = spirv.UMulExtended {test.a} %x, %x : !spirv.struct<(i32, i32)>
