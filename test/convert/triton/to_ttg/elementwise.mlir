// RUN: tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:90" | FileCheck %s

// Each op of arith and math keeps its operands' and results' shapes and gets encodings.
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @arith_integers
tt.func @arith_integers(%i: i32, %c: i1) {
  %x = tt.splat %i : i32 -> tensor<128xi32>
  // A constant keeps its numbers.
  // CHECK: arith.constant dense<7> : tensor<128xi32, #blocked>
  %k = arith.constant dense<7> : tensor<128xi32>
  // CHECK: arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32, #blocked>
  %l = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // CHECK: arith.addi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %0 = arith.addi %x, %k : tensor<128xi32>
  // CHECK: arith.subi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %1 = arith.subi %x, %k : tensor<128xi32>
  // CHECK: arith.muli %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %2 = arith.muli %x, %k : tensor<128xi32>
  // CHECK: arith.divui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %3 = arith.divui %x, %k : tensor<128xi32>
  // CHECK: arith.divsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %4 = arith.divsi %x, %k : tensor<128xi32>
  // CHECK: arith.ceildivui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %5 = arith.ceildivui %x, %k : tensor<128xi32>
  // CHECK: arith.ceildivsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %6 = arith.ceildivsi %x, %k : tensor<128xi32>
  // CHECK: arith.floordivsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %7 = arith.floordivsi %x, %k : tensor<128xi32>
  // CHECK: arith.remui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %8 = arith.remui %x, %k : tensor<128xi32>
  // CHECK: arith.remsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %9 = arith.remsi %x, %k : tensor<128xi32>
  // CHECK: arith.andi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %10 = arith.andi %x, %k : tensor<128xi32>
  // CHECK: arith.ori %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %11 = arith.ori %x, %k : tensor<128xi32>
  // CHECK: arith.xori %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %12 = arith.xori %x, %k : tensor<128xi32>
  // CHECK: arith.shli %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %13 = arith.shli %x, %k : tensor<128xi32>
  // CHECK: arith.shrui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %14 = arith.shrui %x, %k : tensor<128xi32>
  // CHECK: arith.shrsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %15 = arith.shrsi %x, %k : tensor<128xi32>
  // CHECK: arith.maxsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %16 = arith.maxsi %x, %k : tensor<128xi32>
  // CHECK: arith.maxui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %17 = arith.maxui %x, %k : tensor<128xi32>
  // CHECK: arith.minsi %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %18 = arith.minsi %x, %k : tensor<128xi32>
  // CHECK: arith.minui %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %19 = arith.minui %x, %k : tensor<128xi32>
  // CHECK: %[[M:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %m = arith.cmpi slt, %x, %k : tensor<128xi32>
  // CHECK: arith.select %[[M]], %{{.*}}, %{{.*}} : tensor<128xi1, #blocked>, tensor<128xi32, #blocked>
  %s = arith.select %m, %x, %k : tensor<128xi1>, tensor<128xi32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<128xi32, #blocked>
  %s2 = arith.select %c, %x, %k : tensor<128xi32>
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32
  %scalar = arith.addi %i, %i : i32
  tt.return
}

// -----

// CHECK-LABEL: @arith_floats
tt.func @arith_floats(%f: f32, %g: f32) {
  %x = tt.splat %f : f32 -> tensor<128xf32>
  %y = tt.splat %g : f32 -> tensor<128xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %0 = arith.addf %x, %y : tensor<128xf32>
  // CHECK: arith.subf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %1 = arith.subf %x, %y : tensor<128xf32>
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %2 = arith.mulf %x, %y : tensor<128xf32>
  // CHECK: arith.divf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %3 = arith.divf %x, %y : tensor<128xf32>
  // CHECK: arith.remf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %4 = arith.remf %x, %y : tensor<128xf32>
  // CHECK: arith.maximumf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %5 = arith.maximumf %x, %y : tensor<128xf32>
  // CHECK: arith.maxnumf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %6 = arith.maxnumf %x, %y : tensor<128xf32>
  // CHECK: arith.minimumf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %7 = arith.minimumf %x, %y : tensor<128xf32>
  // CHECK: arith.minnumf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %8 = arith.minnumf %x, %y : tensor<128xf32>
  // CHECK: arith.negf %{{.*}} : tensor<128xf32, #blocked>
  %n = arith.negf %x : tensor<128xf32>
  // CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %m = arith.cmpf olt, %x, %x : tensor<128xf32>
  tt.return
}

// -----

// CHECK-LABEL: @arith_casts
tt.func @arith_casts(%f: f32, %i: i32) {
  %x = tt.splat %f : f32 -> tensor<128xf32>
  %k = tt.splat %i : i32 -> tensor<128xi32>
  // CHECK: arith.trunci %{{.*}} : tensor<128xi32, #blocked> to tensor<128xi16, #blocked>
  %0 = arith.trunci %k : tensor<128xi32> to tensor<128xi16>
  // CHECK: arith.truncf %{{.*}} : tensor<128xf32, #blocked> to tensor<128xf16, #blocked>
  %1 = arith.truncf %x : tensor<128xf32> to tensor<128xf16>
  // CHECK: arith.extui %{{.*}} : tensor<128xi32, #blocked> to tensor<128xi64, #blocked>
  %2 = arith.extui %k : tensor<128xi32> to tensor<128xi64>
  // CHECK: arith.extsi %{{.*}} : tensor<128xi32, #blocked> to tensor<128xi64, #blocked>
  %3 = arith.extsi %k : tensor<128xi32> to tensor<128xi64>
  // CHECK: arith.extf %{{.*}} : tensor<128xf32, #blocked> to tensor<128xf64, #blocked>
  %4 = arith.extf %x : tensor<128xf32> to tensor<128xf64>
  // CHECK: arith.sitofp %{{.*}} : tensor<128xi32, #blocked> to tensor<128xf32, #blocked>
  %5 = arith.sitofp %k : tensor<128xi32> to tensor<128xf32>
  // CHECK: arith.uitofp %{{.*}} : tensor<128xi32, #blocked> to tensor<128xf32, #blocked>
  %6 = arith.uitofp %k : tensor<128xi32> to tensor<128xf32>
  // CHECK: arith.fptosi %{{.*}} : tensor<128xf32, #blocked> to tensor<128xi32, #blocked>
  %7 = arith.fptosi %x : tensor<128xf32> to tensor<128xi32>
  // CHECK: arith.fptoui %{{.*}} : tensor<128xf32, #blocked> to tensor<128xi32, #blocked>
  %8 = arith.fptoui %x : tensor<128xf32> to tensor<128xi32>
  // CHECK: arith.bitcast %{{.*}} : tensor<128xf32, #blocked> to tensor<128xi32, #blocked>
  %9 = arith.bitcast %x : tensor<128xf32> to tensor<128xi32>
  tt.return
}

// -----

// CHECK-LABEL: @math_ops
tt.func @math_ops(%f: f32, %i: i32) {
  %x = tt.splat %f : f32 -> tensor<128xf32>
  %k = tt.splat %i : i32 -> tensor<128xi32>
  // CHECK: math.absi %{{.*}} : tensor<128xi32, #blocked>
  %absi = math.absi %k : tensor<128xi32>
  // CHECK: math.exp %{{.*}} : tensor<128xf32, #blocked>
  %exp = math.exp %x : tensor<128xf32>
  // CHECK: math.exp2 %{{.*}} : tensor<128xf32, #blocked>
  %exp2 = math.exp2 %x : tensor<128xf32>
  // CHECK: math.floor %{{.*}} : tensor<128xf32, #blocked>
  %floor = math.floor %x : tensor<128xf32>
  // CHECK: math.ceil %{{.*}} : tensor<128xf32, #blocked>
  %ceil = math.ceil %x : tensor<128xf32>
  // CHECK: math.cos %{{.*}} : tensor<128xf32, #blocked>
  %cos = math.cos %x : tensor<128xf32>
  // CHECK: math.sin %{{.*}} : tensor<128xf32, #blocked>
  %sin = math.sin %x : tensor<128xf32>
  // CHECK: math.log %{{.*}} : tensor<128xf32, #blocked>
  %log = math.log %x : tensor<128xf32>
  // CHECK: math.log2 %{{.*}} : tensor<128xf32, #blocked>
  %log2 = math.log2 %x : tensor<128xf32>
  // CHECK: math.erf %{{.*}} : tensor<128xf32, #blocked>
  %erf = math.erf %x : tensor<128xf32>
  // CHECK: math.absf %{{.*}} : tensor<128xf32, #blocked>
  %absf = math.absf %x : tensor<128xf32>
  // CHECK: math.sqrt %{{.*}} : tensor<128xf32, #blocked>
  %sqrt = math.sqrt %x : tensor<128xf32>
  // CHECK: math.rsqrt %{{.*}} : tensor<128xf32, #blocked>
  %rsqrt = math.rsqrt %x : tensor<128xf32>
  // CHECK: math.tanh %{{.*}} : tensor<128xf32, #blocked>
  %tanh = math.tanh %x : tensor<128xf32>
  // CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
  %fma = math.fma %x, %x, %x : tensor<128xf32>
  tt.return
}
