// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @constants() {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %cm7 = arith.constant -7 : index
  %i8 = arith.constant -128 : i8
  %u = arith.constant 255 : i8
  %i64 = arith.constant 9223372036854775807 : i64
  %i128 = arith.constant -170141183460469231731687303715884105728 : i128
  %f32 = arith.constant 1.0 : f32
  %f64 = arith.constant -2.5e-3 : f64
  %f16 = arith.constant 0x7E00 : f16
  %bf16 = arith.constant 3.0 : bf16
  %inf = arith.constant 0x7F800000 : f32
  %splat = arith.constant dense<0> : vector<4xi32>
  %list = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %floats = arith.constant dense<[1.0, -0.0]> : vector<2xf32>
  %bools = arith.constant dense<[true, false]> : vector<2xi1>
  %scalable = arith.constant dense<1> : vector<[4]xi32>
  %again = arith.constant 0 : index
  %attributes = arith.constant {test.note = "kept"} 1 : i32
  return
}

func.func @integers(%a: i32, %b: i32, %i: index, %v: vector<4xi32>, %t: tensor<?x4xi8>) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b overflow<nsw> : i32
  %2 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %3 = arith.subi %i, %i : index
  %4 = arith.muli %v, %v overflow<nuw> : vector<4xi32>
  %5, %6 = arith.addui_extended %a, %b : i32, i1
  %7:2 = arith.addui_extended %v, %v : vector<4xi32>, vector<4xi1>
  %8, %9 = arith.mulsi_extended %a, %b : i32
  %10, %11 = arith.mului_extended %t, %t : tensor<?x4xi8>
  %12 = arith.divui %a, %b : i32
  %13 = arith.divsi %a, %b exact : i32
  %14 = arith.ceildivui %a, %b : i32
  %15 = arith.ceildivsi %i, %i : index
  %16 = arith.floordivsi %a, %b : i32
  %17 = arith.remui %a, %b : i32
  %18 = arith.remsi %a, %b : i32
  %19 = arith.andi %a, %b : i32
  %20 = arith.ori %t, %t : tensor<?x4xi8>
  %21 = arith.xori %a, %b : i32
  %22 = arith.shli %a, %b overflow<nsw> : i32
  %23 = arith.shrui %a, %b exact : i32
  %24 = arith.shrsi %a, %b {test.note} : i32
  %25 = arith.maxsi %a, %b : i32
  %26 = arith.maxui %a, %b : i32
  %27 = arith.minsi %a, %b : i32
  %28 = arith.minui %a, %b : i32
  return
}

func.func @floats(%a: f32, %b: f32, %v: vector<2x[4]xf16>, %t: tensor<*xf64>) {
  %0 = arith.negf %a : f32
  %1 = arith.addf %a, %b fastmath<fast> : f32
  %2 = arith.subf %a, %b fastmath<reassoc,nnan,ninf,nsz,arcp,contract> : f32
  %3 = arith.mulf %v, %v : vector<2x[4]xf16>
  %4 = arith.divf %t, %t : tensor<*xf64>
  %5 = arith.remf %a, %b : f32
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.maxnumf %a, %b : f32
  %8 = arith.minimumf %a, %b fastmath<nnan> : f32
  %9 = arith.minnumf %a, %b : f32
  return
}

func.func @casts(%i8: i8, %i32: i32, %f16: f16, %f32: f32, %index: index, %v: vector<4xi8>, %m: memref<4xi32>,
                 %e8m0: f8E8M0FNU, %f4: f4E2M1FN) {
  %0 = arith.extui %i8 : i8 to i32
  %1 = arith.extsi %v : vector<4xi8> to vector<4xi16>
  %2 = arith.extf %f16 : f16 to f32
  %3 = arith.extf %f16 fastmath<contract> : f16 to f64
  %4 = arith.trunci %i32 : i32 to i8
  %5 = arith.trunci %i32 overflow<nuw> : i32 to i1
  %6 = arith.truncf %f32 : f32 to bf16
  %7 = arith.truncf %f32 downward : f32 to f16
  %8 = arith.truncf %f32 to_nearest_away fastmath<afn> : f32 to f8E4M3FN
  %9 = arith.uitofp %i8 : i8 to f32
  %10 = arith.sitofp %i32 : i32 to f16
  %11 = arith.fptoui %f32 : f32 to i8
  %12 = arith.fptosi %f32 : f32 to i64
  %13 = arith.index_cast %i32 : i32 to index
  %14 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
  %15 = arith.index_castui %index : index to i8
  %16 = arith.bitcast %i32 : i32 to f32
  %17 = arith.bitcast %v : vector<4xi8> to vector<4xf8E5M2>
  %18 = arith.scaling_extf %f4, %e8m0 : f4E2M1FN, f8E8M0FNU to f32
  %19 = arith.scaling_truncf %f32, %e8m0 toward_zero fastmath<fast> : f32, f8E8M0FNU to f4E2M1FN
  return
}

func.func @comparisons(%a: i32, %i: index, %f: f32, %v: vector<4xi32>, %w: vector<4xf32>, %c: i1, %t: tensor<?xi8>) {
  %0 = arith.cmpi eq, %a, %a : i32
  %1 = arith.cmpi ne, %i, %i : index
  %2 = arith.cmpi slt, %v, %v : vector<4xi32>
  %3 = arith.cmpi uge, %t, %t : tensor<?xi8>
  %4 = arith.cmpf false, %f, %f : f32
  %5 = arith.cmpf oeq, %w, %w : vector<4xf32>
  %6 = arith.cmpf une, %f, %f fastmath<ninf> : f32
  %7 = arith.cmpf true, %f, %f : f32
  %8 = arith.select %c, %a, %a : i32
  %9 = arith.select %2, %v, %v : vector<4xi1>, vector<4xi32>
  %10 = arith.select %c, %v, %v {test.note = 1 : i32} : vector<4xi32>
  %11 = arith.select %3, %t, %t : tensor<?xi1>, tensor<?xi8>
  %12 = "arith.cmpi"(%a, %a) {predicate = 9 : i64} : (i32, i32) -> i1
  %13 = "arith.addf"(%f, %f) {fastmath = #arith.fastmath<nnan, ninf>} : (f32, f32) -> f32
  return
}
