// RUN: tern-opt --allow-unregistered-dialect --convert-arith-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-arith-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --allow-unregistered-dialect --convert-arith-to-llvm=index-bitwidth=32 %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-arith-to-llvm=index-bitwidth=32 %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours

// Arithmetic: flags, vectors of several dimensions as arrays, folds on the way.

// CHECK-LABEL: func @ints
// CHECK: llvm.add %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
// CHECK: llvm.ashr exact
// CHECK-LABEL: func @floats
// CHECK: llvm.fadd %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK: llvm.intr.experimental.constrained.fptrunc %{{.*}} downward ignore : f64 to bf16
// CHECK: arith.extf %{{.*}} : f8E4M3FN to f32
// CHECK-LABEL: func @folded
// CHECK: llvm.mlir.constant(8 : index) : i64

func.func @ints(%a : i32, %b : i32, %i : index, %j : index, %c : i1, %v : vector<4xi32>, %m : vector<2x3xi32>, %n: vector<2x3xi32>, %w : i64) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.subi %a, %b : i32
  %2 = arith.muli %i, %j overflow<nsw> : index
  %3 = arith.divsi %a, %b : i32
  %4 = arith.divui %a, %b : i32
  %5 = arith.remsi %a, %b : i32
  %6 = arith.remui %a, %b : i32
  %7 = arith.andi %a, %b : i32
  %8 = arith.ori %a, %b : i32
  %9 = arith.xori %a, %b : i32
  %10 = arith.shli %a, %b overflow<nuw> : i32
  %11 = arith.shrsi %a, %b exact : i32
  %12 = arith.shrui %a, %b : i32
  %13 = arith.maxsi %a, %b : i32
  %14 = arith.maxui %a, %b : i32
  %15 = arith.minsi %a, %b : i32
  %16 = arith.minui %a, %b : i32
  %17 = arith.select %c, %a, %b : i32
  %18 = arith.cmpi slt, %i, %j : index
  %19 = arith.cmpi uge, %v, %v : vector<4xi32>
  %20 = arith.cmpi ne, %m, %n : vector<2x3xi32>
  %21 = arith.addi %m, %n : vector<2x3xi32>
  %22 = arith.extsi %a : i32 to i64
  %23 = arith.extui %a : i32 to i64
  %24 = arith.trunci %w overflow<nsw> : i64 to i16
  %25 = arith.extsi %m : vector<2x3xi32> to vector<2x3xi64>
  %26 = arith.index_cast %i : index to i32
  %27 = arith.index_cast %a : i32 to index
  %28 = arith.index_castui %a : i32 to index
  %29 = arith.index_castui %w : i64 to index
  %30 = arith.index_cast %m : vector<2x3xi32> to vector<2x3xindex>
  %31, %32 = arith.addui_extended %a, %b : i32, i1
  %33, %34 = arith.mulsi_extended %a, %b : i32
  %35, %36 = arith.mului_extended %v, %v : vector<4xi32>
  %37, %38 = arith.addui_extended %m, %n : vector<2x3xi32>, vector<2x3xi1>
  %39 = arith.ceildivsi %a, %b : i32
  %40 = arith.ceildivui %a, %b : i32
  %41 = arith.floordivsi %i, %j : index
  %42 = arith.bitcast %a : i32 to f32
  %43 = arith.divsi %a, %b exact : i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18) : (i32, i32, index, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i1) -> ()
  "test.use"(%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36) : (vector<4xi1>, vector<2x3xi1>, vector<2x3xi32>, i64, i64, i16, vector<2x3xi64>, i32, index, index, index, vector<2x3xindex>, i32, i1, i32, i32, vector<4xi32>, vector<4xi32>) -> ()
  "test.use"(%37, %38, %39, %40, %41, %42, %43) : (vector<2x3xi32>, vector<2x3xi1>, i32, i32, index, f32, i32) -> ()
  return
}
func.func @floats(%a : f32, %b : f32, %d : f64, %h : f16, %v : vector<4xf32>, %m : vector<2x3xf32>, %bf : bf16, %f8 : f8E4M3FN, %c: i1, %q : i32, %s : vector<[4]xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.mulf %v, %v fastmath<nnan,ninf> : vector<4xf32>
  %3 = arith.divf %m, %m : vector<2x3xf32>
  %4 = arith.remf %a, %b : f32
  %5 = arith.negf %a fastmath<nsz> {test.a} : f32
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.maxnumf %a, %b fastmath<fast> : f32
  %8 = arith.minimumf %m, %m : vector<2x3xf32>
  %9 = arith.minnumf %a, %b : f32
  %10 = arith.cmpf olt, %a, %b fastmath<fast> : f32
  %11 = arith.cmpf une, %m, %m : vector<2x3xf32>
  %12 = arith.extf %h : f16 to f32
  %13 = arith.truncf %d : f64 to f32
  %14 = arith.truncf %d to_nearest_even : f64 to f32
  %15 = arith.truncf %d downward : f64 to bf16
  %16 = arith.sitofp %q : i32 to f32
  %17 = arith.uitofp %q : i32 to f64
  %18 = arith.fptosi %a : f32 to i8
  %19 = arith.fptoui %m : vector<2x3xf32> to vector<2x3xi8>
  %20 = arith.select %c, %m, %m : vector<2x3xf32>
  %21 = arith.select %c, %v, %v : vector<4xf32>
  %22 = arith.addf %s, %s : vector<[4]xf32>
  %23 = arith.extf %f8 : f8E4M3FN to f32
  %24 = arith.truncf %a toward_zero fastmath<fast> : f32 to bf16
  %25 = arith.extf %h fastmath<contract> : f16 to f32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15) : (f32, f32, vector<4xf32>, vector<2x3xf32>, f32, f32, f32, f32, vector<2x3xf32>, f32, i1, vector<2x3xi1>, f32, f32, f32, bf16) -> ()
  "test.use"(%16, %17, %18, %19, %20, %21, %22, %23, %24, %25) : (f32, f64, i8, vector<2x3xi8>, vector<2x3xf32>, vector<4xf32>, vector<[4]xf32>, f32, bf16, f32) -> ()
  return
}
func.func @consts(%b : vector<2x3xi1>, %x : vector<2x3xf32>) {
  %0 = arith.constant 4 : index
  %1 = arith.constant true
  %2 = arith.constant 1.5 : f32
  %3 = arith.constant dense<1> : vector<4xi32>
  %4 = arith.constant dense<1.0> : vector<2x3xf32>
  %5 = arith.constant dense<[1, 2]> : vector<2xindex>
  %6 = arith.constant 1.5 : f8E4M3FN
  %7 = arith.constant dense<1.5> : vector<2xf8E4M3FN>
  %8 = arith.constant dense<1> : tensor<4xi32>
  %9 = arith.constant 1.5 : bf16
  %10 = arith.select %b, %x, %x : vector<2x3xi1>, vector<2x3xf32>
  %11 = arith.constant dense<1.5> : vector<[4]xf32>
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11) : (index, i1, f32, vector<4xi32>, vector<2x3xf32>, vector<2xindex>, f8E4M3FN, vector<2xf8E4M3FN>, tensor<4xi32>, bf16, vector<2x3xf32>, vector<[4]xf32>) -> ()
  return
}

func.func @folded() -> i32 {
  %c = arith.constant 4 : index
  %d = arith.addi %c, %c : index
  %e = arith.index_cast %d : index to i32
  return %e : i32
}

// A cast between types that are one to LLVM is nothing.
// CHECK-LABEL: @bits_of_memref
// CHECK-NOT: llvm.bitcast
func.func @bits_of_memref(%m: memref<?xi16>) -> memref<?xbf16> {
  %0 = arith.bitcast %m : memref<?xi16> to memref<?xbf16>
  return %0 : memref<?xbf16>
}
