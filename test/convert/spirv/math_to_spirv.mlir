// math ops become instructions of GLSL.std.450, or a few where it has none or leaves a case open.
//
// RUN: tern-opt --convert-math-to-spirv %s | FileCheck %s
// RUN: tern-opt --convert-math-to-spirv %s | mlir-opt -o /dev/null

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int8, Int16, Int64, Float16, Float64], []>, #spirv.resource_limits<>>} {

// CHECK-LABEL: func.func @maps_functions(
// CHECK: spirv.GL.Exp %{{.*}} : vector<4xf32>
// CHECK: spirv.GL.Sqrt %{{.*}} : f64
// CHECK: spirv.GL.Fma %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: spirv.GL.RoundEven %{{.*}} : f64
// CHECK: spirv.GL.Tanh %{{.*}} : vector<4xf32>
func.func @maps_functions(%v: vector<4xf32>, %d: f64) {
  %0 = math.exp %v : vector<4xf32>
  %1 = math.sqrt %d : f64
  %2 = math.fma %v, %v, %v : vector<4xf32>
  %3 = math.roundeven %d : f64
  %4 = math.tanh %v : vector<4xf32>
  return
}

// CHECK-LABEL: func.func @rounds_half_away_from_zero(
// CHECK: %[[V0:.*]] = spirv.GL.FAbs %{{.*}} : f32
// CHECK: %[[V1:.*]] = spirv.GL.Floor %[[V0]] : f32
// CHECK: %[[V2:.*]] = spirv.FSub %[[V0]], %[[V1]] : f32
// CHECK: %[[V3:.*]] = spirv.Constant 5.000000e-01 : f32
// CHECK: %[[V4:.*]] = spirv.FOrdGreaterThanEqual %[[V2]], %[[V3]] : f32
// CHECK: %[[V5:.*]] = spirv.Constant 1.000000e+00 : f32
// CHECK: %[[V6:.*]] = spirv.FAdd %[[V1]], %[[V5]] : f32
// CHECK: %[[V7:.*]] = spirv.Select %[[V4]], %[[V6]], %[[V1]] : i1, f32
// CHECK: %[[V8:.*]] = spirv.Constant -2147483648 : i32
// CHECK: %[[V9:.*]] = spirv.Constant 2147483647 : i32
// CHECK: %[[V10:.*]] = spirv.Bitcast %[[V7]] : f32 to i32
// CHECK: %[[V11:.*]] = spirv.BitwiseAnd %[[V10]], %[[V9]] : i32
// CHECK: %[[V12:.*]] = spirv.Bitcast %{{.*}} : f32 to i32
// CHECK: %[[V13:.*]] = spirv.BitwiseAnd %[[V12]], %[[V8]] : i32
// CHECK: %[[V14:.*]] = spirv.BitwiseOr %[[V11]], %[[V13]] : i32
// CHECK: spirv.Bitcast %[[V14]] : i32 to f32
func.func @rounds_half_away_from_zero(%x: f32) {
  %0 = math.round %x : f32
  return
}

// CHECK-LABEL: func.func @truncates(
// CHECK: %[[V0:.*]] = spirv.GL.FAbs %{{.*}} : f64
// CHECK: %[[V1:.*]] = spirv.GL.Floor %[[V0]] : f64
// CHECK: %[[V2:.*]] = spirv.Constant -9223372036854775808 : i64
// CHECK: %[[V3:.*]] = spirv.Constant 9223372036854775807 : i64
// CHECK: %[[V4:.*]] = spirv.Bitcast %[[V1]] : f64 to i64
// CHECK: %[[V5:.*]] = spirv.BitwiseAnd %[[V4]], %[[V3]] : i64
// CHECK: %[[V6:.*]] = spirv.Bitcast %{{.*}} : f64 to i64
// CHECK: %[[V7:.*]] = spirv.BitwiseAnd %[[V6]], %[[V2]] : i64
// CHECK: %[[V8:.*]] = spirv.BitwiseOr %[[V5]], %[[V7]] : i64
// CHECK: spirv.Bitcast %[[V8]] : i64 to f64
func.func @truncates(%x: f64) {
  %0 = math.trunc %x : f64
  return
}

// CHECK-LABEL: func.func @copies_signs(
// CHECK: %[[V0:.*]] = spirv.Constant -32768 : i16
// CHECK: %[[V1:.*]] = spirv.Constant 32767 : i16
// CHECK: %[[V2:.*]] = spirv.Bitcast %{{.*}} : f16 to i16
// CHECK: %[[V3:.*]] = spirv.BitwiseAnd %[[V2]], %[[V1]] : i16
// CHECK: %[[V4:.*]] = spirv.Bitcast %{{.*}} : f16 to i16
// CHECK: %[[V5:.*]] = spirv.BitwiseAnd %[[V4]], %[[V0]] : i16
// CHECK: %[[V6:.*]] = spirv.BitwiseOr %[[V3]], %[[V5]] : i16
// CHECK: spirv.Bitcast %[[V6]] : i16 to f16
func.func @copies_signs(%h: f16, %g: f16) {
  %0 = math.copysign %h, %g : f16
  return
}

// CHECK-LABEL: func.func @counts_bits(
// CHECK: %[[V0:.*]] = spirv.GL.FindUMsb %{{.*}} : i32
// CHECK: %[[V1:.*]] = spirv.Constant 31 : i32
// CHECK: spirv.ISub %[[V1]], %[[V0]] : i32
// CHECK: %[[V3:.*]] = spirv.UConvert %{{.*}} : i16 to i32
// CHECK: %[[V4:.*]] = spirv.GL.FindUMsb %[[V3]] : i32
// CHECK: %[[V5:.*]] = spirv.Constant 31 : i32
// CHECK: %[[V6:.*]] = spirv.ISub %[[V5]], %[[V4]] : i32
// CHECK: %[[V7:.*]] = spirv.Constant 16 : i32
// CHECK: %[[V8:.*]] = spirv.ISub %[[V6]], %[[V7]] : i32
// CHECK: spirv.UConvert %[[V8]] : i32 to i16
// CHECK: %[[V10:.*]] = spirv.UConvert %{{.*}} : i16 to i32
// CHECK: %[[V11:.*]] = spirv.Constant 65536 : i32
// CHECK: %[[V12:.*]] = spirv.BitwiseOr %[[V10]], %[[V11]] : i32
// CHECK: %[[V13:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V14:.*]] = spirv.IEqual %[[V12]], %[[V13]] : i32
// CHECK: %[[V15:.*]] = spirv.GL.FindILsb %[[V12]] : i32
// CHECK: %[[V16:.*]] = spirv.Constant 32 : i32
// CHECK: %[[V17:.*]] = spirv.Select %[[V14]], %[[V16]], %[[V15]] : i1, i32
// CHECK: spirv.UConvert %[[V17]] : i32 to i16
// CHECK: %[[V19:.*]] = spirv.Constant 32 : i64
// CHECK: %[[V20:.*]] = spirv.ShiftRightLogical %{{.*}}, %[[V19]] : i64, i64
// CHECK: %[[V21:.*]] = spirv.UConvert %{{.*}} : i64 to i32
// CHECK: %[[V22:.*]] = spirv.UConvert %[[V20]] : i64 to i32
// CHECK: %[[V23:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V24:.*]] = spirv.IEqual %[[V21]], %[[V23]] : i32
// CHECK: %[[V25:.*]] = spirv.Constant 32 : i32
// CHECK: %[[V26:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V27:.*]] = spirv.IEqual %[[V22]], %[[V26]] : i32
// CHECK: %[[V28:.*]] = spirv.GL.FindILsb %[[V22]] : i32
// CHECK: %[[V29:.*]] = spirv.Constant 32 : i32
// CHECK: %[[V30:.*]] = spirv.Select %[[V27]], %[[V29]], %[[V28]] : i1, i32
// CHECK: %[[V31:.*]] = spirv.IAdd %[[V30]], %[[V25]] : i32
// CHECK: %[[V32:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V33:.*]] = spirv.IEqual %[[V21]], %[[V32]] : i32
// CHECK: %[[V34:.*]] = spirv.GL.FindILsb %[[V21]] : i32
// CHECK: %[[V35:.*]] = spirv.Constant 32 : i32
// CHECK: %[[V36:.*]] = spirv.Select %[[V33]], %[[V35]], %[[V34]] : i1, i32
// CHECK: %[[V37:.*]] = spirv.Select %[[V24]], %[[V31]], %[[V36]] : i1, i32
// CHECK: spirv.UConvert %[[V37]] : i32 to i64
// CHECK: %[[V39:.*]] = spirv.Constant 32 : i64
// CHECK: %[[V40:.*]] = spirv.ShiftRightLogical %{{.*}}, %[[V39]] : i64, i64
// CHECK: %[[V41:.*]] = spirv.UConvert %{{.*}} : i64 to i32
// CHECK: %[[V42:.*]] = spirv.UConvert %[[V40]] : i64 to i32
// CHECK: %[[V43:.*]] = spirv.BitCount %[[V42]] : i32
// CHECK: %[[V44:.*]] = spirv.BitCount %[[V41]] : i32
// CHECK: %[[V45:.*]] = spirv.IAdd %[[V44]], %[[V43]] : i32
// CHECK: spirv.UConvert %[[V45]] : i32 to i64
func.func @counts_bits(%a: i32, %s: i16, %l: i64) {
  %0 = math.ctlz %a : i32
  %1 = math.ctlz %s : i16
  %2 = math.cttz %s : i16
  %3 = math.cttz %l : i64
  %4 = math.ctpop %l : i64
  return
}

// CHECK-LABEL: func.func @asks_for_classes(
// CHECK: %[[V0:.*]] = spirv.GL.FAbs %{{.*}} : f32
// CHECK: %[[V1:.*]] = spirv.Constant 0x7F800000 : f32
// CHECK: spirv.FOrdLessThan %[[V0]], %[[V1]] : f32
// CHECK: %[[V3:.*]] = spirv.GL.FAbs %{{.*}} : f32
// CHECK: %[[V4:.*]] = spirv.Constant 0x7F800000 : f32
// CHECK: %[[V5:.*]] = spirv.FOrdLessThan %[[V3]], %[[V4]] : f32
// CHECK: %[[V6:.*]] = spirv.Constant 1.17549435E-38 : f32
// CHECK: %[[V7:.*]] = spirv.FOrdGreaterThanEqual %[[V3]], %[[V6]] : f32
// CHECK: spirv.LogicalAnd %[[V5]], %[[V7]] : i1
// CHECK: spirv.IsNan %{{.*}} : f32
// CHECK: spirv.IsInf %{{.*}} : f32
func.func @asks_for_classes(%x: f32) {
  %0 = math.isfinite %x : f32
  %1 = math.isnormal %x : f32
  %2 = math.isnan %x : f32
  %3 = math.isinf %x : f32
  return
}

// CHECK-LABEL: func.func @makes_log10_of_log2(
// CHECK: %[[V0:.*]] = spirv.GL.Log2 %{{.*}} : f32
// CHECK: %[[V1:.*]] = spirv.Constant 3.010300e-01 : f32
// CHECK: spirv.FMul %[[V0]], %[[V1]] : f32
func.func @makes_log10_of_log2(%x: f32) {
  %0 = math.log10 %x : f32
  return
}

// CHECK-LABEL: func.func @takes_magnitudes(
// CHECK: spirv.GL.FAbs %{{.*}} : f32
// CHECK: spirv.GL.SAbs %{{.*}} : i32
func.func @takes_magnitudes(%x: f32, %a: i32) {
  %0 = math.absf %x : f32
  %1 = math.absi %a : i32
  return
}

}
