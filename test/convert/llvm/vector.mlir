// RUN: tern-opt --allow-unregistered-dialect --convert-vector-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-vector-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// CHECK-LABEL: func.func @memory
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.gather
// CHECK-LABEL: func.func @lanes
// CHECK: llvm.shufflevector
// CHECK: llvm.intr.fmuladd
// CHECK-LABEL: func.func @reductions
// CHECK: llvm.intr.vector.reduce.fadd
// CHECK: llvm.intr.vp.reduce.fadd

func.func @memory(%m : memref<?x?xf32>, %i : index, %j : index, %v : vector<4xf32>, %k : vector<4xi1>, %ix : vector<4xi32>, %n : memref<?xf32, strided<[?], offset: ?>>) {
  %0 = vector.load %m[%i, %j] : memref<?x?xf32>, vector<4xf32>
  vector.store %v, %m[%i, %j] : memref<?x?xf32>, vector<4xf32>
  %1 = vector.maskedload %m[%i, %j], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %j], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.gather %m[%i, %j] [%ix], %k, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %j] [%ix], %k, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %3 = vector.expandload %m[%i, %j], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %j], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %4 = vector.load %m[%i, %j] {alignment = 16, nontemporal = true} : memref<?x?xf32>, vector<4xf32>
  %5 = vector.load %m[%i, %j] : memref<?x?xf32>, vector<f32>
  "test.use"(%0, %1, %2, %3, %4, %5) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<f32>) -> ()
  return
}
func.func @lanes(%v : vector<4xf32>, %w : vector<8xf32>, %m : vector<2x4xf32>, %s : f32, %i : index, %z : vector<f32>, %iv : vector<4xi32>, %q : i32, %bl: vector<4xi1>) {
  %0 = vector.extract %v[1] : f32 from vector<4xf32>
  %1 = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  %2 = vector.extract %m[1, 2] : f32 from vector<2x4xf32>
  %3 = vector.extract %v[%i] : f32 from vector<4xf32>
  %4 = vector.extract %m[1, %i] : f32 from vector<2x4xf32>
  %5 = vector.extract %z[] : f32 from vector<f32>
  %6 = vector.insert %s, %v[2] : f32 into vector<4xf32>
  %7 = vector.insert %v, %m[1] : vector<4xf32> into vector<2x4xf32>
  %8 = vector.insert %s, %m[1, 2] : f32 into vector<2x4xf32>
  %9 = vector.insert %s, %m[1, %i] : f32 into vector<2x4xf32>
  %10 = vector.insert %s, %z[] : f32 into vector<f32>
  %11 = vector.shuffle %v, %w [0, 4, 8] : vector<4xf32>, vector<8xf32>
  %12 = vector.shuffle %v, %v [0, 4, 7] : vector<4xf32>, vector<4xf32>
  %13 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %14 = vector.fma %v, %v, %v : vector<4xf32>
  %15 = vector.fma %m, %m, %m : vector<2x4xf32>
  %16 = vector.broadcast %s : f32 to vector<4xf32>
  %17 = vector.broadcast %s : f32 to vector<2x4xf32>
  %18 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %19 = vector.broadcast %s : f32 to vector<f32>
  %20 = vector.step : vector<4xindex>
  %21 = vector.from_elements %s, %s, %s : vector<3xf32>
  %22:4 = vector.to_elements %v : vector<4xf32>
  %23 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %24, %25 = vector.deinterleave %w : vector<8xf32> -> vector<4xf32>
  %26 = vector.vscale
  %27 = vector.bitcast %m : vector<2x4xf32> to vector<2x8xf16>
  %28 = vector.outerproduct %v, %s {kind = #vector.kind<add>} : vector<4xf32>, f32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14) : (f32, vector<4xf32>, f32, f32, f32, f32, vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<f32>, vector<3xf32>, vector<3xf32>, vector<8xi16>, vector<4xf32>) -> ()
  "test.use"(%15, %16, %17, %18, %19, %20, %21, %22#1, %23, %24, %25, %26, %27, %28) : (vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<f32>, vector<4xindex>, vector<3xf32>, f32, vector<8xf32>, vector<4xf32>, vector<4xf32>, index, vector<2x8xf16>, vector<4xf32>) -> ()
  return
}
func.func @reductions(%v : vector<4xf32>, %iv : vector<4xi32>, %s : f32, %q : i32, %k : vector<4xi1>, %ix : vector<4xindex>) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <add>, %v, %s : vector<4xf32> into f32
  %2 = vector.reduction <mul>, %v fastmath<reassoc> : vector<4xf32> into f32
  %3 = vector.reduction <mul>, %v, %s : vector<4xf32> into f32
  %4 = vector.reduction <minnumf>, %v : vector<4xf32> into f32
  %5 = vector.reduction <maximumf>, %v, %s : vector<4xf32> into f32
  %6 = vector.reduction <add>, %iv, %q : vector<4xi32> into i32
  %7 = vector.reduction <minui>, %iv, %q : vector<4xi32> into i32
  %8 = vector.reduction <maxsi>, %iv : vector<4xi32> into i32
  %9 = vector.reduction <xor>, %iv, %q : vector<4xi32> into i32
  %10 = vector.reduction <maxui>, %ix : vector<4xindex> into index
  %11 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %12 = vector.mask %k { vector.reduction <maxsi>, %iv, %q : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12) : (f32, f32, f32, f32, f32, f32, i32, i32, i32, i32, index, f32, i32) -> ()
  return
}

func.func @elements(%a: f32, %b: f32, %v: vector<2x2xi8>, %w: vector<4x1x2xf32>) -> (vector<2x1x2xf32>, i8, i8, i8, i8, vector<1xf32>, vector<4x3x2xf32>) {
  %0 = vector.from_elements %a, %b, %b, %a : vector<2x1x2xf32>
  %1:4 = vector.to_elements %v : vector<2x2xi8>
  %2 = vector.broadcast %a : f32 to vector<1xf32>
  %3 = vector.broadcast %w : vector<4x1x2xf32> to vector<4x3x2xf32>
  return %0, %1#0, %1#1, %1#2, %1#3, %2, %3 : vector<2x1x2xf32>, i8, i8, i8, i8, vector<1xf32>, vector<4x3x2xf32>
}
