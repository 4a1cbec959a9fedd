// Where canonicalization differs from upstream's on purpose, and the folds of constants.
// RUN: tern-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @integers(
// CHECK-SAME: %[[X:.*]]: i32, %{{.*}}: i32)
// CHECK-DAG: %[[C0:.*]] = spirv.Constant 0 : i32
// CHECK-DAG: %[[M2:.*]] = spirv.Constant -2 : i32
// CHECK-DAG: %[[C1:.*]] = spirv.Constant 1 : i32
// CHECK: %[[D:.*]] = spirv.SDiv %[[X]], %[[C0]]
// CHECK: return %[[X]], %[[C0]], %[[M2]], %[[C1]], %[[D]], %[[X]], %[[C0]]
func.func @integers(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c0 = spirv.Constant 0 : i32
  %c1 = spirv.Constant 1 : i32
  %c7 = spirv.Constant 7 : i32
  %m3 = spirv.Constant -3 : i32
  %0 = spirv.IAdd %c0, %x : i32
  %1 = spirv.IMul %0, %c1 : i32
  %2 = spirv.ISub %1, %1 : i32
  %3 = spirv.SMod %c7, %m3 : i32
  %4 = spirv.SRem %c7, %m3 : i32
  %5 = spirv.SDiv %x, %c0 : i32
  %n = spirv.SNegate %x : i32
  %6 = spirv.SNegate %n : i32
  %7 = spirv.IMul %x, %c0 : i32
  return %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32
}

// x % 4 stays less than 32: the second remainder changes nothing, and x % 32 would not be the same.
// CHECK-LABEL: func.func @umod(
// CHECK-SAME: %[[X:.*]]: i32)
// CHECK-DAG: %[[C4:.*]] = spirv.Constant 4 : i32
// CHECK-DAG: %[[C6:.*]] = spirv.Constant 6 : i32
// CHECK: %[[A:.*]] = spirv.UMod %[[X]], %[[C4]]
// CHECK: %[[B:.*]] = spirv.UMod %[[X]], %[[C4]]
// CHECK: %[[C:.*]] = spirv.UMod %[[B]], %[[C6]]
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @umod(%x: i32) -> (i32, i32, i32) {
  %c4 = spirv.Constant 4 : i32
  %c32 = spirv.Constant 32 : i32
  %c6 = spirv.Constant 6 : i32
  %a = spirv.UMod %x, %c32 : i32
  %0 = spirv.UMod %a, %c4 : i32
  %b = spirv.UMod %x, %c4 : i32
  %1 = spirv.UMod %b, %c32 : i32
  %2 = spirv.UMod %b, %c6 : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @bits(
// CHECK-SAME: %[[X:.*]]: i32, %[[B:.*]]: i8)
// CHECK-DAG: %[[ONES:.*]] = spirv.Constant -1 : i32
// CHECK-DAG: %[[C255:.*]] = spirv.Constant 255 : i32
// CHECK-DAG: %[[C40:.*]] = spirv.Constant 40 : i8
// CHECK-DAG: %[[C2040:.*]] = spirv.Constant 2040 : i32
// CHECK-DAG: %[[C0:.*]] = spirv.Constant 0 : i32
// CHECK-DAG: %[[W:.*]] = spirv.UConvert %[[B]] : i8 to i32
// CHECK-DAG: %[[S:.*]] = spirv.ShiftLeftLogical %[[C255]], %[[C40]]
// CHECK: return %[[X]], %[[ONES]], %[[C0]], %[[W]], %[[C2040]], %[[S]], %[[X]]
func.func @bits(%x: i32, %b: i8) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c0 = spirv.Constant 0 : i32
  %ones = spirv.Constant -1 : i32
  %c255 = spirv.Constant 255 : i32
  %c3 = spirv.Constant 3 : i8
  %c40 = spirv.Constant 40 : i8
  %0 = spirv.BitwiseAnd %x, %ones : i32
  %1 = spirv.BitwiseOr %x, %ones : i32
  %2 = spirv.BitwiseXor %x, %x : i32
  %w = spirv.UConvert %b : i8 to i32
  %3 = spirv.BitwiseAnd %w, %c255 : i32
  %4 = spirv.ShiftLeftLogical %c255, %c3 : i32, i8
  %5 = spirv.ShiftLeftLogical %c255, %c40 : i32, i8
  %n = spirv.Not %x : i32
  %6 = spirv.Not %n : i32
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @logic(
// CHECK-SAME: %[[P:.*]]: i1, %[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK: %[[TRUE:.*]] = spirv.Constant true
// CHECK: %[[NE:.*]] = spirv.INotEqual %[[X]], %[[Y]]
// CHECK: return %[[P]], %[[TRUE]], %[[NE]], %[[TRUE]], %[[P]], %[[P]]
func.func @logic(%p: i1, %x: i32, %y: i32) -> (i1, i1, i1, i1, i1, i1) {
  %true = spirv.Constant true
  %false = spirv.Constant false
  %0 = spirv.LogicalAnd %p, %true : i1
  %1 = spirv.LogicalOr %p, %true : i1
  %e = spirv.IEqual %x, %y : i32
  %2 = spirv.LogicalNot %e : i1
  %3 = spirv.SGreaterThanEqual %x, %x : i32
  %n = spirv.LogicalNot %p : i1
  %4 = spirv.LogicalNot %n : i1
  %5 = spirv.LogicalNotEqual %p, %false : i1
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}

// Member 0 is the sum, member 1 the carry.
// CHECK-LABEL: func.func @carry(
// CHECK-SAME: %[[X:.*]]: i32)
// CHECK-DAG: %[[C0:.*]] = spirv.Constant 0 : i32
// CHECK-DAG: %[[C1:.*]] = spirv.Constant 1 : i32
// CHECK-DAG: %[[C3:.*]] = spirv.Constant 3 : i32
// CHECK-DAG: %[[M1:.*]] = spirv.Constant -1 : i32
// CHECK-DAG: %[[M10:.*]] = spirv.Constant -10 : i32
// CHECK: spirv.CompositeConstruct %[[X]], %[[C0]]
// CHECK: spirv.CompositeConstruct %[[C3]], %[[C1]]
// CHECK: spirv.CompositeConstruct %[[X]], %[[C0]]
// CHECK: spirv.CompositeConstruct %[[M10]], %[[M1]]
func.func @carry(%x: i32) -> (!spirv.struct<(i32, i32)>, !spirv.struct<(i32, i32)>, !spirv.struct<(i32, i32)>, !spirv.struct<(i32, i32)>) {
  %c0 = spirv.Constant 0 : i32
  %c1 = spirv.Constant 1 : i32
  %big = spirv.Constant -2 : i32
  %c5 = spirv.Constant 5 : i32
  %0 = spirv.IAddCarry %x, %c0 : !spirv.struct<(i32, i32)>
  %1 = spirv.IAddCarry %big, %c5 : !spirv.struct<(i32, i32)>
  %2 = spirv.UMulExtended %x, %c1 : !spirv.struct<(i32, i32)>
  %3 = spirv.SMulExtended %big, %c5 : !spirv.struct<(i32, i32)>
  return %0, %1, %2, %3 : !spirv.struct<(i32, i32)>, !spirv.struct<(i32, i32)>, !spirv.struct<(i32, i32)>, !spirv.struct<(i32, i32)>
}

// An insertion at [0] says nothing of [0, 1] by its own index alone.
// CHECK-LABEL: func.func @composites(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32, %[[V:.*]]: vector<2xf32>, %[[A:.*]]: !spirv.array
// CHECK-DAG: %[[TWO:.*]] = spirv.Constant 2.000000e+00 : f32
// CHECK: %[[J:.*]] = spirv.CompositeInsert
// CHECK: %[[E:.*]] = spirv.CompositeExtract %[[J]][0 : i32, 1 : i32]
// CHECK: %[[F:.*]] = spirv.CompositeExtract %[[J]][1 : i32, 1 : i32]
// CHECK: %[[B:.*]] = spirv.Bitcast %[[V]] : vector<2xf32> to i64
// CHECK: return %[[Y]], %[[X]], %[[TWO]], %[[E]], %[[F]], %[[B]]
func.func @composites(%x: f32, %y: f32, %v: vector<2xf32>, %a: !spirv.array<2 x vector<2xf32>>) -> (f32, f32, f32, f32, f32, i64) {
  %c = spirv.CompositeConstruct %x, %y : (f32, f32) -> vector<2xf32>
  %0 = spirv.CompositeExtract %c[1 : i32] : vector<2xf32>
  %i = spirv.CompositeInsert %x, %v[0 : i32] : f32 into vector<2xf32>
  %1 = spirv.CompositeExtract %i[0 : i32] : vector<2xf32>
  %k = spirv.Constant dense<[1.0, 2.0]> : vector<2xf32>
  %2 = spirv.CompositeExtract %k[1 : i32] : vector<2xf32>
  %j = spirv.CompositeInsert %c, %a[0 : i32] : vector<2xf32> into !spirv.array<2 x vector<2xf32>>
  %3 = spirv.CompositeExtract %j[0 : i32, 1 : i32] : !spirv.array<2 x vector<2xf32>>
  %4 = spirv.CompositeExtract %j[1 : i32, 1 : i32] : !spirv.array<2 x vector<2xf32>>
  %b = spirv.Bitcast %v : vector<2xf32> to vector<2xi32>
  %5 = spirv.Bitcast %b : vector<2xi32> to i64
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, i64
}
