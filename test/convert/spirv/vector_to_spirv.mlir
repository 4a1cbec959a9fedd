// vector ops of two to four lanes become composites; vectors of one element are scalars.
//
// RUN: tern-opt --convert-vector-to-spirv %s | FileCheck %s
// RUN: tern-opt --convert-vector-to-spirv %s | mlir-opt -o /dev/null

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int8, Int16, Int64, Float16, Float64], []>, #spirv.resource_limits<>>} {

// CHECK-LABEL: func.func @repeats(
// CHECK: spirv.CompositeConstruct %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (f32, f32, f32, f32) -> vector<4xf32>
func.func @repeats(%x: f32) {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  return
}

// CHECK-LABEL: func.func @takes_and_puts_lanes(
// CHECK: spirv.CompositeExtract %{{.*}}[2 : i32] : vector<4xf32>
// CHECK: spirv.VectorExtractDynamic %{{.*}}[%{{.*}}] : vector<4xf32>, i32
// CHECK: spirv.CompositeInsert %{{.*}}, %{{.*}}[1 : i32] : f32 into vector<4xf32>
// CHECK: spirv.VectorInsertDynamic %{{.*}}, %{{.*}}[%{{.*}}] : vector<4xf32>, i32
func.func @takes_and_puts_lanes(%v: vector<4xf32>, %x: f32, %i: index) {
  %0 = vector.extract %v[2] : f32 from vector<4xf32>
  %1 = vector.extract %v[%i] : f32 from vector<4xf32>
  %2 = vector.insert %x, %v[1] : f32 into vector<4xf32>
  %3 = vector.insert %x, %v[%i] : f32 into vector<4xf32>
  return
}

// CHECK-LABEL: func.func @shuffles(
// CHECK: spirv.VectorShuffle [1 : i32, 2 : i32] %{{.*}}, %{{.*}} : vector<4xf32>, vector<4xf32> -> vector<2xf32>
// CHECK: spirv.VectorShuffle [0 : i32, 1 : i32, 4 : i32, 5 : i32] %{{.*}}, %{{.*}} : vector<4xf32>, vector<2xf32> -> vector<4xf32>
// CHECK: spirv.VectorShuffle [3 : i32, 0 : i32, -1 : i32] %{{.*}}, %{{.*}} : vector<2xf32>, vector<2xf32> -> vector<3xf32>
// CHECK: spirv.VectorShuffle [0 : i32, 2 : i32, 1 : i32, 3 : i32] %{{.*}}, %{{.*}} : vector<2xf32>, vector<2xf32> -> vector<4xf32>
// CHECK: spirv.VectorShuffle [0 : i32, 2 : i32] %{{.*}}, %{{.*}} : vector<4xf32>, vector<4xf32> -> vector<2xf32>
// CHECK: spirv.VectorShuffle [1 : i32, 3 : i32] %{{.*}}, %{{.*}} : vector<4xf32>, vector<4xf32> -> vector<2xf32>
func.func @shuffles(%v: vector<4xf32>, %w: vector<2xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %1 = vector.insert_strided_slice %w, %v {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
  %2 = vector.shuffle %w, %w [3, 0, -1] : vector<2xf32>, vector<2xf32>
  %3 = vector.interleave %w, %w : vector<2xf32> -> vector<4xf32>
  %4, %5 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  return
}

// CHECK-LABEL: func.func @lists_elements(
// CHECK: spirv.CompositeConstruct %{{.*}}, %{{.*}}, %{{.*}} : (f32, f32, f32) -> vector<3xf32>
// CHECK: spirv.CompositeExtract %{{.*}}[0 : i32] : vector<2xf32>
// CHECK: spirv.CompositeExtract %{{.*}}[1 : i32] : vector<2xf32>
func.func @lists_elements(%v: vector<2xf32>, %x: f32) {
  %0 = vector.from_elements %x, %x, %x : vector<3xf32>
  %1:2 = vector.to_elements %v : vector<2xf32>
  return
}

// CHECK-LABEL: func.func @reduces_in_order(
// CHECK: %[[V0:.*]] = spirv.CompositeExtract %{{.*}}[0 : i32] : vector<3xf32>
// CHECK: %[[V1:.*]] = spirv.FAdd %{{.*}}, %[[V0]] {no_contraction} : f32
// CHECK: %[[V2:.*]] = spirv.CompositeExtract %{{.*}}[1 : i32] : vector<3xf32>
// CHECK: %[[V3:.*]] = spirv.FAdd %[[V1]], %[[V2]] {no_contraction} : f32
// CHECK: %[[V4:.*]] = spirv.CompositeExtract %{{.*}}[2 : i32] : vector<3xf32>
// CHECK: spirv.FAdd %[[V3]], %[[V4]] {no_contraction} : f32
// CHECK: %[[V6:.*]] = spirv.CompositeExtract %{{.*}}[0 : i32] : vector<2xi1>
// CHECK: %[[V7:.*]] = spirv.CompositeExtract %{{.*}}[1 : i32] : vector<2xi1>
// CHECK: spirv.LogicalAnd %[[V6]], %[[V7]] : i1
func.func @reduces_in_order(%v: vector<3xf32>, %x: f32, %k: vector<2xi1>) {
  %0 = vector.reduction <add>, %v, %x : vector<3xf32> into f32
  %1 = vector.reduction <and>, %k : vector<2xi1> into i1
  return
}

// CHECK-LABEL: func.func @makes_masks(
// CHECK: %[[V0:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V1:.*]] = spirv.SLessThan %[[V0]], %{{.*}} : i32
// CHECK: %[[V2:.*]] = spirv.Constant 1 : i32
// CHECK: %[[V3:.*]] = spirv.SLessThan %[[V2]], %{{.*}} : i32
// CHECK: spirv.CompositeConstruct %[[V1]], %[[V3]] : (i1, i1) -> vector<2xi1>
// CHECK: %[[V5:.*]] = spirv.Constant true
// CHECK: %[[V6:.*]] = spirv.Constant false
// CHECK: spirv.CompositeConstruct %[[V5]], %[[V6]] : (i1, i1) -> vector<2xi1>
// CHECK: spirv.Constant dense<[0, 1, 2, 3]> : vector<4xi32>
func.func @makes_masks(%i: index) {
  %0 = vector.create_mask %i : vector<2xi1>
  %1 = vector.constant_mask [1] : vector<2xi1>
  %2 = vector.step : vector<4xindex>
  return
}

// CHECK-LABEL: func.func @fuses_and_recasts(
// CHECK: spirv.GL.Fma %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: spirv.Bitcast %{{.*}} : vector<4xf32> to vector<4xi32>
func.func @fuses_and_recasts(%v: vector<4xf32>) {
  %0 = vector.fma %v, %v, %v : vector<4xf32>
  %1 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  return
}

}
