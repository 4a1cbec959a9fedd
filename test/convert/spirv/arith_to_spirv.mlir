// arith ops become spirv ops; i1 has logical forms, and what an instruction leaves undefined is written out.
//
// RUN: tern-opt --convert-arith-to-spirv %s | FileCheck %s
// RUN: tern-opt --convert-arith-to-spirv %s | mlir-opt -o /dev/null

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int8, Int16, Int64, Float16, Float64], []>, #spirv.resource_limits<>>} {

// CHECK-LABEL: func.func @maps_integers(
// CHECK: %[[V0:.*]] = spirv.IAdd %{{.*}}, %{{.*}} : i32
// CHECK: %[[V1:.*]] = spirv.ISub %[[V0]], %{{.*}} : i32
// CHECK: %[[V2:.*]] = spirv.IMul %[[V1]], %{{.*}} : i32
// CHECK: %[[V3:.*]] = spirv.SDiv %[[V2]], %{{.*}} : i32
// CHECK: %[[V4:.*]] = spirv.UDiv %[[V3]], %{{.*}} : i32
// CHECK: %[[V5:.*]] = spirv.UMod %[[V4]], %{{.*}} : i32
// CHECK: %[[V6:.*]] = spirv.ShiftLeftLogical %[[V5]], %{{.*}} : i32, i32
// CHECK: %[[V7:.*]] = spirv.ShiftRightArithmetic %[[V6]], %{{.*}} : i32, i32
// CHECK: spirv.ShiftRightLogical %[[V7]], %{{.*}} : i32, i32
// CHECK: %[[V9:.*]] = spirv.BitwiseXor %{{.*}}, %{{.*}} : vector<4xi32>
// CHECK: %[[V10:.*]] = spirv.GL.SMax %[[V9]], %{{.*}} : vector<4xi32>
// CHECK: spirv.GL.UMin %[[V10]], %{{.*}} : vector<4xi32>
func.func @maps_integers(%a: i32, %b: i32, %v: vector<4xi32>) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %0, %b : i32
  %2 = arith.muli %1, %b : i32
  %3 = arith.divsi %2, %b : i32
  %4 = arith.divui %3, %b : i32
  %5 = arith.remui %4, %b : i32
  %6 = arith.shli %5, %b : i32
  %7 = arith.shrsi %6, %b : i32
  %8 = arith.shrui %7, %b : i32
  %9 = arith.xori %v, %v : vector<4xi32>
  %10 = arith.maxsi %9, %v : vector<4xi32>
  %11 = arith.minui %10, %v : vector<4xi32>
  return
}

// CHECK-LABEL: func.func @signs_remainders_by_hand(
// CHECK: %[[V0:.*]] = spirv.GL.SAbs %{{.*}} : i32
// CHECK: %[[V1:.*]] = spirv.GL.SAbs %{{.*}} : i32
// CHECK: %[[V2:.*]] = spirv.UMod %[[V0]], %[[V1]] : i32
// CHECK: %[[V3:.*]] = spirv.SGreaterThanEqual %{{.*}}, %{{.*}} : i32
// CHECK: %[[V4:.*]] = spirv.SNegate %[[V2]] : i32
// CHECK: spirv.Select %[[V3]], %[[V2]], %[[V4]] : i1, i32
func.func @signs_remainders_by_hand(%a: i32, %b: i32) {
  %0 = arith.remsi %a, %b : i32
  return
}

// CHECK-LABEL: func.func @rounds_quotients(
// CHECK: %[[V0:.*]] = spirv.SDiv %{{.*}}, %{{.*}} : i32
// CHECK: %[[V1:.*]] = spirv.IMul %[[V0]], %{{.*}} : i32
// CHECK: %[[V2:.*]] = spirv.ISub %{{.*}}, %[[V1]] : i32
// CHECK: %[[V3:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V4:.*]] = spirv.Constant 1 : i32
// CHECK: %[[V5:.*]] = spirv.INotEqual %[[V2]], %[[V3]] : i32
// CHECK: %[[V6:.*]] = spirv.BitwiseXor %[[V2]], %{{.*}} : i32
// CHECK: %[[V7:.*]] = spirv.SLessThan %[[V6]], %[[V3]] : i32
// CHECK: %[[V8:.*]] = spirv.LogicalAnd %[[V5]], %[[V7]] : i1
// CHECK: %[[V9:.*]] = spirv.ISub %[[V0]], %[[V4]] : i32
// CHECK: spirv.Select %[[V8]], %[[V9]], %[[V0]] : i1, i32
// CHECK: %[[V11:.*]] = spirv.SDiv %{{.*}}, %{{.*}} : i32
// CHECK: %[[V12:.*]] = spirv.IMul %[[V11]], %{{.*}} : i32
// CHECK: %[[V13:.*]] = spirv.ISub %{{.*}}, %[[V12]] : i32
// CHECK: %[[V14:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V15:.*]] = spirv.Constant 1 : i32
// CHECK: %[[V16:.*]] = spirv.INotEqual %[[V13]], %[[V14]] : i32
// CHECK: %[[V17:.*]] = spirv.BitwiseXor %[[V13]], %{{.*}} : i32
// CHECK: %[[V18:.*]] = spirv.SGreaterThanEqual %[[V17]], %[[V14]] : i32
// CHECK: %[[V19:.*]] = spirv.LogicalAnd %[[V16]], %[[V18]] : i1
// CHECK: %[[V20:.*]] = spirv.IAdd %[[V11]], %[[V15]] : i32
// CHECK: spirv.Select %[[V19]], %[[V20]], %[[V11]] : i1, i32
// CHECK: %[[V22:.*]] = spirv.UDiv %{{.*}}, %{{.*}} : i32
// CHECK: %[[V23:.*]] = spirv.IMul %[[V22]], %{{.*}} : i32
// CHECK: %[[V24:.*]] = spirv.ISub %{{.*}}, %[[V23]] : i32
// CHECK: %[[V25:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V26:.*]] = spirv.Constant 1 : i32
// CHECK: %[[V27:.*]] = spirv.INotEqual %[[V24]], %[[V25]] : i32
// CHECK: %[[V28:.*]] = spirv.IAdd %[[V22]], %[[V26]] : i32
// CHECK: spirv.Select %[[V27]], %[[V28]], %[[V22]] : i1, i32
func.func @rounds_quotients(%a: i32, %b: i32) {
  %0 = arith.floordivsi %a, %b : i32
  %1 = arith.ceildivsi %a, %b : i32
  %2 = arith.ceildivui %a, %b : i32
  return
}

// CHECK-LABEL: func.func @computes_with_one_bit(
// CHECK: %[[V0:.*]] = spirv.LogicalNotEqual %{{.*}}, %{{.*}} : i1
// CHECK: %[[V1:.*]] = spirv.LogicalAnd %[[V0]], %{{.*}} : i1
// CHECK: %[[V2:.*]] = spirv.LogicalNot %{{.*}} : i1
// CHECK: %[[V3:.*]] = spirv.LogicalAnd %[[V1]], %[[V2]] : i1
// CHECK: %[[V4:.*]] = spirv.LogicalAnd %[[V3]], %{{.*}} : i1
// CHECK: %[[V5:.*]] = spirv.LogicalOr %[[V4]], %{{.*}} : i1
// CHECK: %[[V6:.*]] = spirv.LogicalOr %[[V5]], %{{.*}} : i1
// CHECK: %[[V7:.*]] = spirv.LogicalNot %{{.*}} : i1
// CHECK: spirv.LogicalOr %[[V6]], %[[V7]] : i1
func.func @computes_with_one_bit(%c: i1, %d: i1) {
  %0 = arith.addi %c, %d : i1
  %1 = arith.muli %0, %d : i1
  %2 = arith.cmpi slt, %1, %d : i1
  %3 = arith.maxsi %2, %d : i1
  %4 = arith.maxui %3, %d : i1
  %5 = arith.shli %4, %d : i1
  %6 = arith.ori %5, %d : i1
  %7 = arith.cmpi uge, %6, %d : i1
  return
}

// CHECK-LABEL: func.func @extends_one_bit(
// CHECK: %[[V0:.*]] = spirv.Constant 0 : i32
// CHECK: %[[V1:.*]] = spirv.Constant 1 : i32
// CHECK: spirv.Select %{{.*}}, %[[V1]], %[[V0]] : i1, i32
// CHECK: %[[V3:.*]] = spirv.Constant 0 : i64
// CHECK: %[[V4:.*]] = spirv.Constant -1 : i64
// CHECK: spirv.Select %{{.*}}, %[[V4]], %[[V3]] : i1, i64
// CHECK: %[[V6:.*]] = spirv.Constant 1.000000e+00 : f32
// CHECK: %[[V7:.*]] = spirv.Constant 0.000000e+00 : f32
// CHECK: spirv.Select %{{.*}}, %[[V6]], %[[V7]] : i1, f32
// CHECK: %[[V9:.*]] = spirv.Constant -1.000000e+00 : f32
// CHECK: %[[V10:.*]] = spirv.Constant 0.000000e+00 : f32
// CHECK: spirv.Select %{{.*}}, %[[V9]], %[[V10]] : i1, f32
// CHECK: %[[V12:.*]] = spirv.Constant 1 : i32
// CHECK: %[[V13:.*]] = spirv.BitwiseAnd %{{.*}}, %[[V12]] : i32
// CHECK: %[[V14:.*]] = spirv.Constant 0 : i32
// CHECK: spirv.INotEqual %[[V13]], %[[V14]] : i32
func.func @extends_one_bit(%c: i1, %a: i32) {
  %0 = arith.extui %c : i1 to i32
  %1 = arith.extsi %c : i1 to i64
  %2 = arith.uitofp %c : i1 to f32
  %3 = arith.sitofp %c : i1 to f32
  %4 = arith.trunci %a : i32 to i1
  return
}

// CHECK-LABEL: func.func @splits_extended_results(
// CHECK: %[[V0:.*]] = spirv.IAddCarry %{{.*}}, %{{.*}} : !spirv.struct<(i32, i32)>
// CHECK: spirv.CompositeExtract %[[V0]][0 : i32] : !spirv.struct<(i32, i32)>
// CHECK: %[[V2:.*]] = spirv.CompositeExtract %[[V0]][1 : i32] : !spirv.struct<(i32, i32)>
// CHECK: %[[V3:.*]] = spirv.Constant 0 : i32
// CHECK: spirv.INotEqual %[[V2]], %[[V3]] : i32
// CHECK: %[[V5:.*]] = spirv.SMulExtended %{{.*}}, %{{.*}} : !spirv.struct<(i32, i32)>
// CHECK: spirv.CompositeExtract %[[V5]][0 : i32] : !spirv.struct<(i32, i32)>
// CHECK: spirv.CompositeExtract %[[V5]][1 : i32] : !spirv.struct<(i32, i32)>
// CHECK: %[[V8:.*]] = spirv.UMulExtended %{{.*}}, %{{.*}} : !spirv.struct<(i32, i32)>
// CHECK: spirv.CompositeExtract %[[V8]][0 : i32] : !spirv.struct<(i32, i32)>
// CHECK: spirv.CompositeExtract %[[V8]][1 : i32] : !spirv.struct<(i32, i32)>
func.func @splits_extended_results(%a: i32, %b: i32) {
  %0, %1 = arith.addui_extended %a, %b : i32, i1
  %2, %3 = arith.mulsi_extended %a, %b : i32
  %4, %5 = arith.mului_extended %a, %b : i32
  return
}

// CHECK-LABEL: func.func @makes_constants(
// CHECK: spirv.Constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK: spirv.Constant dense<7> : vector<4xi32>
// CHECK: spirv.Constant -1 : i32
// CHECK: spirv.Constant dense<true> : vector<2xi1>
// CHECK: spirv.Constant 5 : i32
// CHECK: spirv.Constant 1.500000e+00 : f32
// CHECK: spirv.Constant -1 : i32
func.func @makes_constants() {
  %0 = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %1 = arith.constant dense<7> : vector<4xi32>
  %2 = arith.constant -1 : index
  %3 = arith.constant dense<true> : vector<2xi1>
  %4 = arith.constant dense<5> : vector<1xi32>
  %5 = arith.constant 1.5 : f32
  %6 = arith.constant 4294967295 : index
  return
}

// CHECK-LABEL: func.func @decorates_unless_contracted(
// CHECK: %[[V0:.*]] = spirv.FAdd %{{.*}}, %{{.*}} {no_contraction} : f32
// CHECK: %[[V1:.*]] = spirv.FMul %[[V0]], %{{.*}} : f32
// CHECK: spirv.FNegate %[[V1]] : f32
func.func @decorates_unless_contracted(%x: f32, %y: f32) {
  %0 = arith.addf %x, %y : f32
  %1 = arith.mulf %0, %y fastmath<contract> : f32
  %2 = arith.negf %1 : f32
  return
}

// CHECK-LABEL: func.func @keeps_nan_and_signed_zero(
// CHECK: %[[V0:.*]] = spirv.GL.FMax %{{.*}}, %{{.*}} : f32
// CHECK: %[[V1:.*]] = spirv.Constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = spirv.FOrdEqual %{{.*}}, %[[V1]] : f32
// CHECK: %[[V3:.*]] = spirv.FOrdEqual %{{.*}}, %[[V1]] : f32
// CHECK: %[[V4:.*]] = spirv.FAdd %{{.*}}, %{{.*}} : f32
// CHECK: %[[V5:.*]] = spirv.LogicalAnd %[[V2]], %[[V3]] : i1
// CHECK: %[[V6:.*]] = spirv.Select %[[V5]], %[[V4]], %[[V0]] : i1, f32
// CHECK: %[[V7:.*]] = spirv.IsNan %{{.*}} : f32
// CHECK: %[[V8:.*]] = spirv.Select %[[V7]], %{{.*}}, %[[V6]] : i1, f32
// CHECK: %[[V9:.*]] = spirv.IsNan %{{.*}} : f32
// CHECK: spirv.Select %[[V9]], %{{.*}}, %[[V8]] : i1, f32
// CHECK: spirv.GL.FMin %{{.*}}, %{{.*}} : f32
func.func @keeps_nan_and_signed_zero(%x: f32, %y: f32) {
  %0 = arith.maximumf %x, %y : f32
  %1 = arith.minimumf %x, %y fastmath<nnan,nsz> : f32
  return
}

// CHECK-LABEL: func.func @skips_what_constants_exclude(
// CHECK: %[[V0:.*]] = spirv.Constant 6.000000e+00 : f32
// CHECK: %[[V1:.*]] = spirv.GL.FMin %{{.*}}, %[[V0]] : f32
// CHECK: %[[V2:.*]] = spirv.IsNan %{{.*}} : f32
// CHECK: spirv.Select %[[V2]], %{{.*}}, %[[V1]] : i1, f32
func.func @skips_what_constants_exclude(%x: f32) {
  %c = arith.constant 6.0 : f32
  %0 = arith.minimumf %x, %c : f32
  return
}

// CHECK-LABEL: func.func @ignores_nan(
// CHECK: %[[V0:.*]] = spirv.GL.FMin %{{.*}}, %{{.*}} : f32
// CHECK: %[[V1:.*]] = spirv.IsNan %{{.*}} : f32
// CHECK: %[[V2:.*]] = spirv.Select %[[V1]], %{{.*}}, %[[V0]] : i1, f32
// CHECK: %[[V3:.*]] = spirv.IsNan %{{.*}} : f32
// CHECK: spirv.Select %[[V3]], %{{.*}}, %[[V2]] : i1, f32
func.func @ignores_nan(%x: f32, %y: f32) {
  %0 = arith.minnumf %x, %y : f32
  return
}

// CHECK-LABEL: func.func @compares_floats(
// CHECK: %[[V0:.*]] = spirv.IsNan %{{.*}} : f32
// CHECK: %[[V1:.*]] = spirv.IsNan %{{.*}} : f32
// CHECK: %[[V2:.*]] = spirv.LogicalOr %[[V0]], %[[V1]] : i1
// CHECK: spirv.LogicalNot %[[V2]] : i1
// CHECK: spirv.IsNan %{{.*}} : f32
// CHECK: spirv.FUnordGreaterThan %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: spirv.Constant dense<true> : vector<4xi1>
// CHECK: spirv.FOrdNotEqual %{{.*}}, %{{.*}} : f32
func.func @compares_floats(%x: f32, %y: f32, %v: vector<4xf32>) {
  %0 = arith.cmpf ord, %x, %y : f32
  %1 = arith.cmpf uno, %x, %x : f32
  %2 = arith.cmpf ugt, %v, %v : vector<4xf32>
  %3 = arith.cmpf true, %v, %v : vector<4xf32>
  %4 = arith.cmpf one, %x, %y : f32
  return
}

// CHECK-LABEL: func.func @casts(
// CHECK: spirv.FConvert %{{.*}} : f32 to f16
// CHECK: spirv.FConvert %{{.*}} : f16 to f64
// CHECK: spirv.ConvertFToS %{{.*}} : f32 to i32
// CHECK: %[[V3:.*]] = spirv.Constant 1.000000e+00 : f32
// CHECK: spirv.FOrdGreaterThanEqual %{{.*}}, %[[V3]] : f32
// CHECK: spirv.Bitcast %{{.*}} : i32 to f32
// CHECK: spirv.UConvert %{{.*}} : i64 to i16
// CHECK: spirv.SConvert %{{.*}} : i32 to i64
func.func @casts(%x: f32, %h: f16, %a: i32, %l: i64) {
  %0 = arith.truncf %x : f32 to f16
  %1 = arith.extf %h : f16 to f64
  %2 = arith.fptosi %x : f32 to i32
  %3 = arith.fptoui %x : f32 to i1
  %4 = arith.bitcast %a : i32 to f32
  %5 = arith.trunci %l : i64 to i16
  %6 = arith.extsi %a : i32 to i64
  return
}

// CHECK-LABEL: func.func @selects_by_one_condition(
// CHECK: %[[V0:.*]] = spirv.CompositeConstruct %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (i1, i1, i1, i1) -> vector<4xi1>
// CHECK: spirv.Select %[[V0]], %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi32>
func.func @selects_by_one_condition(%c: i1, %v: vector<4xi32>, %w: vector<4xi32>) {
  %0 = arith.select %c, %v, %w : vector<4xi32>
  return
}

// CHECK-LABEL: func.func @takes_single_lanes_as_scalars(
// CHECK: %[[V0:.*]] = spirv.Constant 5 : i32
// CHECK: spirv.IAdd %[[V0]], %[[V0]] : i32
func.func @takes_single_lanes_as_scalars() {
  %0 = arith.constant dense<5> : vector<1xi32>
  %1 = arith.addi %0, %0 : vector<1xi32>
  return
}

// CHECK-LABEL: func.func @knows_that_there_is_no_nan(
// CHECK-NEXT: spirv.Constant true
// CHECK-NEXT: spirv.Constant dense<false> : vector<4xi1>
func.func @knows_that_there_is_no_nan(%a: f32, %b: vector<4xf32>) {
  %0 = arith.cmpf ord, %a, %a fastmath<nnan> : f32
  %1 = arith.cmpf uno, %b, %b fastmath<fast> : vector<4xf32>
  return
}

}
