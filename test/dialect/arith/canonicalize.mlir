// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir

func.func @sum_identities(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  %s = arith.subi %a, %b : i32
  %1 = arith.addi %s, %b : i32
  %2 = arith.addi %b, %s : i32
  %3 = arith.subi %a, %a : i32
  %t = arith.addi %a, %b : i32
  %4 = arith.subi %t, %b : i32
  %5 = arith.subi %t, %a : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

func.func @reassociate(%x: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 10 : i32
  %c1 = arith.constant 3 : i32
  %a = arith.addi %x, %c0 overflow<nsw> : i32
  %b = arith.subi %x, %c0 : i32
  %c = arith.subi %c0, %x : i32
  %m = arith.muli %x, %c0 : i32
  %0 = arith.addi %a, %c1 overflow<nsw, nuw> : i32
  %1 = arith.addi %b, %c1 : i32
  %2 = arith.addi %c, %c1 : i32
  %3 = arith.subi %a, %c1 : i32
  %4 = arith.subi %c1, %a : i32
  %5 = arith.subi %b, %c1 : i32
  %6 = arith.subi %c, %c1 : i32
  %7 = arith.subi %c1, %b : i32
  %8 = arith.subi %c1, %c : i32
  %9 = arith.muli %m, %c1 : i32
  %cm1 = arith.constant -1 : i32
  %n = arith.muli %x, %cm1 : i32
  %10 = arith.addi %9, %n : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}

func.func @zero_minus(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  %1 = arith.subi %0, %a : i32
  return %1 : i32
}

func.func @products(%a: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.muli %c0, %a : i32
  %1 = arith.muli %a, %c1 : i32
  %2, %3 = arith.mulsi_extended %a, %c0 : i32
  %4, %5 = arith.mului_extended %a, %c1 : i32
  %6, %7 = arith.mulsi_extended %a, %c1 : i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}

func.func @unused_high(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0, %1 = arith.mulsi_extended %a, %b : i32
  %2, %3 = arith.mului_extended %a, %b : i32
  %4, %5 = arith.addui_extended %a, %b : i32, i1
  return %0, %2, %4 : i32, i32, i32
}

func.func @constants() -> (i32, i32, i8, i8, i1, i8, i8, i8, i8, i8) {
  %a = arith.constant 2147483647 : i32
  %b = arith.constant 2 : i32
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %a, %b : i32
  %c = arith.constant -100 : i8
  %d = arith.constant 7 : i8
  %2, %3 = arith.mulsi_extended %c, %d : i8
  %4, %5 = arith.addui_extended %c, %c : i8, i1
  %6, %7 = arith.mului_extended %c, %d : i8
  %8 = arith.divsi %c, %d : i8
  %9 = arith.divui %c, %d : i8
  %10 = arith.remsi %c, %d : i8
  return %0, %1, %2, %3, %5, %6, %7, %8, %9, %10 : i32, i32, i8, i8, i1, i8, i8, i8, i8, i8
}

func.func @division() -> (i8, i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %a = arith.constant -7 : i8
  %b = arith.constant 2 : i8
  %n = arith.constant -2 : i8
  %p = arith.constant 7 : i8
  %z = arith.constant 0 : i8
  %0 = arith.ceildivsi %a, %b : i8
  %1 = arith.ceildivsi %a, %n : i8
  %2 = arith.ceildivsi %p, %b : i8
  %3 = arith.floordivsi %a, %b : i8
  %4 = arith.floordivsi %p, %n : i8
  %5 = arith.ceildivui %a, %b : i8
  %6 = arith.divsi %a, %z : i8
  %7 = arith.remui %a, %p : i8
  %8 = arith.floordivsi %p, %b : i8
  %9 = arith.ceildivui %z, %b : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i8, i8, i8, i8, i8, i8, i8, i8, i8, i8
}

func.func @division_identities(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.divsi %a, %c1 : i32
  %1 = arith.remui %a, %c1 : i32
  %m = arith.muli %a, %b overflow<nsw> : i32
  %2 = arith.divsi %m, %b : i32
  %3 = arith.divui %m, %b : i32
  %4 = arith.divsi %m, %a : i32
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

func.func @bits(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %0 = arith.andi %a, %c0 : i32
  %1 = arith.andi %ones, %a : i32
  %not = arith.xori %a, %ones : i32
  %2 = arith.andi %a, %not : i32
  %3 = arith.ori %not, %a : i32
  %4 = arith.ori %a, %ones : i32
  %5 = arith.xori %a, %a : i32
  %x = arith.xori %a, %b : i32
  %6 = arith.xori %x, %b : i32
  %7 = arith.xori %b, %x : i32
  %y = arith.andi %a, %b : i32
  %8 = arith.andi %y, %a : i32
  %9 = arith.andi %a, %a : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}

func.func @bits_of_extensions(%a: i8, %b: i8, %c: i16) -> (i32, i32, i32, i32) {
  %ua = arith.extui %a : i8 to i32
  %ub = arith.extui %b : i8 to i32
  %sa = arith.extsi %a : i8 to i32
  %sb = arith.extsi %b : i8 to i32
  %uc = arith.extui %c : i16 to i32
  %0 = arith.andi %ua, %ub : i32
  %1 = arith.ori %sa, %sb : i32
  %2 = arith.xori %ua, %ub : i32
  %3 = arith.andi %ua, %uc : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

func.func @shifts(%a: i8) -> (i8, i8, i8, i8, i8) {
  %c0 = arith.constant 0 : i8
  %c3 = arith.constant 3 : i8
  %c8 = arith.constant 8 : i8
  %n = arith.constant -64 : i8
  %0 = arith.shli %a, %c0 : i8
  %1 = arith.shrui %n, %c3 : i8
  %2 = arith.shrsi %n, %c3 : i8
  %3 = arith.shli %n, %c8 : i8
  %4 = arith.shli %n, %c3 : i8
  return %0, %1, %2, %3, %4 : i8, i8, i8, i8, i8
}

func.func @extrema(%a: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %min = arith.constant -128 : i8
  %max = arith.constant 127 : i8
  %zero = arith.constant 0 : i8
  %ones = arith.constant -1 : i8
  %0 = arith.maxsi %a, %max : i8
  %1 = arith.maxsi %a, %min : i8
  %2 = arith.minsi %min, %a : i8
  %3 = arith.minsi %a, %max : i8
  %4 = arith.maxui %a, %ones : i8
  %5 = arith.maxui %a, %zero : i8
  %6 = arith.minui %a, %zero : i8
  %7 = arith.minui %a, %ones : i8
  %8 = arith.maxsi %a, %a : i8
  %9 = arith.maxui %min, %max : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i8, i8, i8, i8, i8, i8, i8, i8, i8, i8
}

func.func @comparison_folds(%a: i32, %x: i1, %e: i1) -> (i1, i1, i1, i1, i1, i1, i1) {
  %c5 = arith.constant 5 : i32
  %c0 = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %0 = arith.cmpi slt, %c5, %a : i32
  %1 = arith.cmpi sge, %a, %a : i32
  %2 = arith.cmpi ne, %x, %false : i1
  %3 = arith.cmpi eq, %x, %true : i1
  %ext = arith.extui %e : i1 to i32
  %4 = arith.cmpi ne, %ext, %c0 : i32
  %5 = arith.cmpi ult, %c0, %c5 : i32
  %6 = arith.xori %0, %true : i1
  return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i1, i1, i1, i1
}

func.func @comparison_of_extensions(%a: i8, %b: i8) -> (i1, i1, i1) {
  %sa = arith.extsi %a : i8 to i32
  %sb = arith.extsi %b : i8 to i32
  %0 = arith.cmpi eq, %sa, %sb : i32
  %1 = arith.cmpi slt, %sa, %sb : i32
  %ua = arith.extui %a : i8 to i32
  %ub = arith.extui %b : i8 to i32
  %2 = arith.cmpi ne, %ua, %ub : i32
  return %0, %1, %2 : i1, i1, i1
}

func.func @casts(%a: i8, %b: i64, %i: index) -> (i32, i32, i8, i8, i16, i16, i32, index, index, i64, i8) {
  %0 = arith.extui %a : i8 to i16
  %1 = arith.extui %0 : i16 to i32
  %2 = arith.extsi %0 : i16 to i32
  %3 = arith.trunci %1 : i32 to i8
  %t = arith.trunci %b : i64 to i32
  %4 = arith.trunci %t : i32 to i8
  %5 = arith.trunci %1 : i32 to i16
  %s = arith.extsi %a : i8 to i64
  %6 = arith.trunci %s : i64 to i16
  %7 = arith.trunci %s : i64 to i32
  %c = arith.index_cast %s : i64 to index
  %8 = arith.index_cast %b : i64 to index
  %9 = arith.index_cast %8 : index to i64
  %c32 = arith.constant 32 : i64
  %sh = arith.shrsi %b, %c32 : i64
  %10 = arith.trunci %sh : i64 to i32
  %11 = arith.trunci %10 : i32 to i8
  return %1, %2, %3, %4, %5, %6, %10, %c, %8, %9, %11 : i32, i32, i8, i8, i16, i16, i32, index, index, i64, i8
}

func.func @cast_constants() -> (i32, i32, i8, index, index, f32, f32, i8, i8, f64, f16, f32, i32) {
  %a = arith.constant -5 : i8
  %0 = arith.extui %a : i8 to i32
  %1 = arith.extsi %a : i8 to i32
  %2 = arith.trunci %0 : i32 to i8
  %3 = arith.index_cast %a : i8 to index
  %4 = arith.index_castui %a : i8 to index
  %5 = arith.sitofp %a : i8 to f32
  %6 = arith.uitofp %a : i8 to f32
  %f = arith.constant -3.9 : f32
  %g = arith.constant 3.5 : f32
  %7 = arith.fptosi %f : f32 to i8
  %8 = arith.fptoui %g : f32 to i8
  %9 = arith.extf %f : f32 to f64
  %10 = arith.truncf %g : f32 to f16
  %i = arith.constant 16777217 : i32
  %11 = arith.sitofp %i : i32 to f32
  %12 = arith.bitcast %g : f32 to i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : i32, i32, i8, index, index, f32, f32, i8, i8, f64, f16, f32, i32
}

func.func @float_folds(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = arith.addf %x, %minus_zero : f32
  %1 = arith.addf %x, %zero : f32
  %2 = arith.subf %x, %zero : f32
  %3 = arith.mulf %x, %one : f32
  %4 = arith.divf %x, %one : f32
  %5 = arith.mulf %x, %zero fastmath<nnan,nsz> : f32
  %nx = arith.negf %x : f32
  %ny = arith.negf %y : f32
  %6 = arith.mulf %nx, %ny fastmath<afn> : f32
  %7 = arith.divf %nx, %ny : f32
  %8 = arith.negf %nx : f32
  %9 = arith.mulf %x, %zero : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

func.func @float_constants() -> (f32, f32, f32, f32, f32, f16, bf16, f32, f32, f64, f32) {
  %a = arith.constant 0.1 : f32
  %b = arith.constant 0.2 : f32
  %0 = arith.addf %a, %b : f32
  %1 = arith.mulf %a, %b : f32
  %2 = arith.divf %a, %b : f32
  %3 = arith.subf %a, %b : f32
  %4 = arith.remf %b, %a : f32
  %h = arith.constant 60000.0 : f16
  %5 = arith.addf %h, %h : f16
  %c = arith.constant 1.01 : bf16
  %6 = arith.mulf %c, %c : bf16
  %z = arith.constant 0.0 : f32
  %7 = arith.divf %z, %z : f32
  %8 = arith.divf %a, %z : f32
  %d = arith.constant 0.1 : f64
  %9 = arith.addf %d, %d : f64
  %nan = arith.constant 0xFFC12345 : f32
  %10 = arith.addf %nan, %a : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : f32, f32, f32, f32, f32, f16, bf16, f32, f32, f64, f32
}

func.func @float_extrema(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %inf = arith.constant 0x7F800000 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %z = arith.constant 0.0 : f32
  %nz = arith.constant -0.0 : f32
  %0 = arith.maximumf %x, %ninf : f32
  %1 = arith.minimumf %x, %inf : f32
  %2 = arith.maxnumf %x, %nan : f32
  %3 = arith.minnumf %x, %nan : f32
  %4 = arith.maximumf %z, %nan : f32
  %5 = arith.maxnumf %nan, %z : f32
  %6 = arith.maximumf %nz, %z : f32
  %7 = arith.minimumf %z, %nz : f32
  %8 = arith.maximumf %x, %x : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : f32, f32, f32, f32, f32, f32, f32, f32, f32
}

func.func @float_comparisons(%x: f32) -> (i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf olt, %a, %b : f32
  %1 = arith.cmpf ueq, %a, %b : f32
  %2 = arith.cmpf ord, %a, %nan : f32
  %3 = arith.cmpf uno, %x, %nan : f32
  %4 = arith.cmpf une, %nan, %x : f32
  %5 = arith.cmpf oge, %b, %b : f32
  %6 = arith.cmpf one, %a, %b : f32
  return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i1, i1, i1, i1
}

func.func @int_to_float_comparisons(%a: i8, %b: i64) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %f = arith.sitofp %a : i8 to f32
  %u = arith.uitofp %a : i8 to f32
  %w = arith.sitofp %b : i64 to f32
  %c4 = arith.constant 4.0 : f32
  %c4h = arith.constant 4.5 : f32
  %m4h = arith.constant -4.5 : f32
  %big = arith.constant 1000.0 : f32
  %0 = arith.cmpf olt, %f, %c4 : f32
  %1 = arith.cmpf olt, %f, %c4h : f32
  %2 = arith.cmpf ogt, %f, %m4h : f32
  %3 = arith.cmpf oeq, %f, %c4h : f32
  %4 = arith.cmpf ult, %f, %big : f32
  %5 = arith.cmpf oge, %u, %m4h : f32
  %6 = arith.cmpf ole, %u, %c4h : f32
  %7 = arith.cmpf ord, %f, %c4 : f32
  %8 = arith.cmpf olt, %w, %c4 : f32
  %9 = arith.cmpf one, %u, %big : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

func.func @selects(%c: i1, %a: i32, %b: i32, %x: i1) -> (i32, i32, i32, i1, i1, i32, i32, i32, i32, i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.select %true, %a, %b : i32
  %1 = arith.select %false, %a, %b : i32
  %2 = arith.select %c, %a, %a : i32
  %3 = arith.select %c, %true, %false : i1
  %4 = arith.select %c, %false, %true : i1
  %5 = arith.select %c, %c1, %c0 : i32
  %6 = arith.select %c, %c0, %c1 : i32
  %eq = arith.cmpi eq, %a, %b : i32
  %7 = arith.select %eq, %a, %b : i32
  %inner = arith.select %c, %a, %b : i32
  %8 = arith.select %c, %inner, %c0 : i32
  %9 = arith.select %c, %c0, %inner : i32
  %not = arith.xori %c, %true : i1
  %10 = arith.select %not, %a, %b : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i32, i32, i32, i1, i1, i32, i32, i32, i32, i32, i32
}

func.func @poison(%a: i32, %c: i1) -> (i32, i32) {
  %p = ub.poison : i32
  %0 = arith.addi %a, %p : i32
  %1 = arith.select %c, %a, %p : i32
  return %0, %1 : i32, i32
}

func.func @float_conversions(%x: f16, %i: i32, %y: f32) -> (f16, f16, f32, f32) {
  %e = arith.extf %x : f16 to f32
  %0 = arith.truncf %e : f32 to f16
  %s = arith.sitofp %i : i32 to f64
  %t = arith.truncf %s : f64 to f16
  %e2 = arith.extf %x : f16 to f64
  %1 = arith.truncf %e2 : f64 to f32
  %tc = arith.truncf %y fastmath<contract> : f32 to f16
  %2 = arith.extf %tc fastmath<contract> : f16 to f32
  return %0, %t, %1, %2 : f16, f16, f32, f32
}

func.func @bitcasts(%x: f32) -> (f32, i32) {
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.bitcast %0 : i32 to f32
  return %1, %0 : f32, i32
}

func.func @wide() -> (i128, i128, i128, i100) {
  %0 = arith.constant 170141183460469231731687303715884105727 : i128
  %1 = arith.addi %0, %0 : i128
  %2, %3 = arith.mului_extended %0, %0 : i128
  %5 = arith.constant 633825300114114700748351602687 : i100
  %6 = arith.addi %5, %5 : i100
  return %1, %2, %3, %6 : i128, i128, i128, i100
}

func.func @dense() -> (tensor<3xi4>, vector<4xi32>, vector<2xf32>, vector<2xi1>, vector<3xi8>, tensor<2xindex>, vector<2xi32>, vector<2xf16>) {
  %0 = arith.constant dense<[1, -8, 7]> : tensor<3xi4>
  %1 = arith.addi %0, %0 : tensor<3xi4>
  %2 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %3 = arith.constant dense<10> : vector<4xi32>
  %4 = arith.muli %2, %3 : vector<4xi32>
  %5 = arith.constant dense<[0.1, 0.2]> : vector<2xf32>
  %6 = arith.addf %5, %5 : vector<2xf32>
  %7 = arith.constant dense<[3, -3]> : vector<2xi32>
  %8 = arith.constant dense<0> : vector<2xi32>
  %9 = arith.cmpi slt, %7, %8 : vector<2xi32>
  %10 = arith.constant dense<[1, 200, 300]> : vector<3xi16>
  %11 = arith.trunci %10 : vector<3xi16> to vector<3xi8>
  %12 = arith.constant dense<[-1, 5]> : tensor<2xi32>
  %13 = arith.index_cast %12 : tensor<2xi32> to tensor<2xindex>
  %14 = arith.bitcast %5 : vector<2xf32> to vector<2xi32>
  %15 = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %16 = arith.truncf %15 : vector<2xf32> to vector<2xf16>
  return %1, %4, %6, %9, %11, %13, %14, %16 : tensor<3xi4>, vector<4xi32>, vector<2xf32>, vector<2xi1>, vector<3xi8>, tensor<2xindex>, vector<2xi32>, vector<2xf16>
}

func.func @dense_select(%a: vector<3xi32>) -> (vector<3xi32>, vector<3xi32>, vector<2xi1>) {
  %c = arith.constant dense<[true, false, true]> : vector<3xi1>
  %x = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %y = arith.constant dense<[4, 5, 6]> : vector<3xi32>
  %0 = arith.select %c, %x, %y : vector<3xi1>, vector<3xi32>
  %t = arith.constant dense<true> : vector<3xi1>
  %1 = arith.select %t, %a, %y : vector<3xi1>, vector<3xi32>
  %2 = arith.constant dense<[true, false]> : vector<2xi1>
  %3 = arith.constant dense<[true, true]> : vector<2xi1>
  %4 = arith.xori %2, %3 : vector<2xi1>
  return %0, %1, %4 : vector<3xi32>, vector<3xi32>, vector<2xi1>
}

func.func @splats(%a: vector<4xi32>, %f: vector<4xf32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xf32>, vector<4xi1>) {
  %c0 = arith.constant dense<0> : vector<4xi32>
  %c1 = arith.constant dense<1> : vector<4xi32>
  %0 = arith.addi %a, %c0 : vector<4xi32>
  %1 = arith.muli %a, %c1 : vector<4xi32>
  %2 = arith.subi %a, %a : vector<4xi32>
  %one = arith.constant dense<1.0> : vector<4xf32>
  %3 = arith.mulf %f, %one : vector<4xf32>
  %4 = arith.cmpi sle, %a, %a : vector<4xi32>
  return %0, %1, %2, %3, %4 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xf32>, vector<4xi1>
}

func.func @names() -> (i200, i128, index, i64, i1) {
  %0 = arith.constant 1701411834604692317316873037158841057270000 : i200
  %1 = arith.constant -170141183460469231731687303715884105728 : i128
  %2 = arith.constant -9223372036854775808 : index
  %3 = arith.constant 9223372036854775807 : i64
  %4 = arith.constant true
  return %0, %1, %2, %3, %4 : i200, i128, index, i64, i1
}

func.func @small_floats() -> (f8E4M3FN, f8E5M2, f8E4M3FN, f8E5M2FNUZ) {
  %a = arith.constant 448.0 : f8E4M3FN
  %0 = arith.addf %a, %a : f8E4M3FN
  %b = arith.constant 57344.0 : f8E5M2
  %1 = arith.mulf %b, %b : f8E5M2
  %c = arith.constant 1.125 : f8E4M3FN
  %2 = arith.mulf %c, %c : f8E4M3FN
  %d = arith.constant 1.5 : f8E5M2FNUZ
  %3 = arith.negf %d : f8E5M2FNUZ
  return %0, %1, %2, %3 : f8E4M3FN, f8E5M2, f8E4M3FN, f8E5M2FNUZ
}

func.func @zero_elements() -> (tensor<0xi32>) {
  %0 = arith.constant dense<> : tensor<0xi32>
  %1 = arith.addi %0, %0 : tensor<0xi32>
  return %1 : tensor<0xi32>
}

func.func @i1_arithmetic(%a: i1) -> (i1, i1, i1, i1) {
  %true = arith.constant true
  %0 = arith.addi %true, %true : i1
  %1 = arith.muli %a, %true : i1
  %2 = arith.divsi %true, %true : i1
  %3 = arith.andi %a, %true : i1
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

func.func @scalable(%a: vector<[4]xi32>) -> (vector<[4]xi32>, vector<[4]xi32>) {
  %0 = arith.constant dense<2> : vector<[4]xi32>
  %1 = arith.addi %0, %0 : vector<[4]xi32>
  %2 = arith.subi %a, %a : vector<[4]xi32>
  return %1, %2 : vector<[4]xi32>, vector<[4]xi32>
}

// Wider than any machine's integers.
func.func @wide_integers(%x: i256, %y: i200) -> (i256, i256, i200, i256) {
  %a = arith.constant 340282366920938463463374607431768211455 : i256
  %b = arith.constant 1 : i256
  %c = arith.constant -2 : i256
  %d = arith.constant 1000000007 : i200
  %e = arith.constant -3 : i200
  %0 = arith.addi %x, %a : i256
  %1 = arith.addi %0, %b : i256
  %2 = arith.subi %x, %c : i256
  %3 = arith.subi %2, %a : i256
  %4 = arith.muli %y, %d : i200
  %5 = arith.muli %4, %e : i200
  %6 = arith.muli %a, %a : i256
  return %1, %3, %5, %6 : i256, i256, i200, i256
}

func.func @wide_floats() -> (f128, vector<2xf128>, f80) {
  %a = arith.constant 1.5 : f80
  %b = arith.constant dense<[0.25, -2.0]> : vector<2xf80>
  %c = arith.constant 3.0 : f32
  %0 = arith.extf %a : f80 to f128
  %1 = arith.extf %b : vector<2xf80> to vector<2xf128>
  %2 = arith.extf %c : f32 to f80
  return %0, %1, %2 : f128, vector<2xf128>, f80
}
