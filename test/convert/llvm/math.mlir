// RUN: tern-opt --allow-unregistered-dialect --convert-math-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-math-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --allow-unregistered-dialect --convert-math-to-llvm=approximate-log1p=false %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-math-to-llvm=approximate-log1p=false %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours

// CHECK: llvm.intr.exp(%{{.*}}) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
// CHECK: "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 3 : i32}>
// CHECK: math.erf

func.func @f(%a : f32, %b : f32, %i : i32, %v : vector<4xf32>, %m : vector<2x3xf32>, %s : vector<[4]xf32>, %k: vector<2x3xi32>, %ix : index) {
  %0 = math.absf %a : f32
  %1 = math.absi %i : i32
  %2 = math.ceil %a : f32
  %3 = math.copysign %a, %b : f32
  %4 = math.cos %a : f32
  %5 = math.ctlz %i : i32
  %6 = math.cttz %k : vector<2x3xi32>
  %7 = math.ctpop %i : i32
  %8 = math.exp %a fastmath<fast> : f32
  %9 = math.exp2 %m : vector<2x3xf32>
  %10 = math.expm1 %a : f32
  %11 = math.expm1 %v : vector<4xf32>
  %12 = math.expm1 %m : vector<2x3xf32>
  %13 = math.floor %v : vector<4xf32>
  %14 = math.fma %a, %b, %a : f32
  %15 = math.log %a : f32
  %16 = math.log10 %a : f32
  %17 = math.log1p %a : f32
  %18 = math.log1p %m : vector<2x3xf32>
  %19 = math.log2 %a : f32
  %20 = math.powf %a, %b : f32
  %21 = math.roundeven %a : f32
  %22 = math.round %a : f32
  %23 = math.rsqrt %a : f32
  %24 = math.rsqrt %m fastmath<fast> : vector<2x3xf32>
  %25 = math.sin %a : f32
  %26 = math.sqrt %a : f32
  %27 = math.trunc %a : f32
  %28 = math.fpowi %a, %i : f32, i32
  %29 = math.ipowi %i, %i : i32
  %30 = math.tan %a : f32
  %31 = math.tanh %a : f32
  %32 = math.sinh %a : f32
  %33 = math.cosh %a : f32
  %34 = math.asin %a : f32
  %35 = math.acos %a : f32
  %36 = math.atan %a : f32
  %37 = math.atan2 %a, %b : f32
  %38 = math.isnan %a : f32
  %39 = math.isinf %a : f32
  %40 = math.isfinite %a : f32
  %41 = math.isnormal %a : f32
  %42 = math.erf %a : f32
  %43 = math.cbrt %a : f32
  %44, %45 = math.sincos %a : f32
  %46 = math.rsqrt %s : vector<[4]xf32>
  %47 = math.expm1 %s : vector<[4]xf32>
  %48 = math.ctlz %ix : index
  %49 = math.absi %ix : index
  %50 = math.isnan %v : vector<4xf32>
  %51 = math.asinh %a : f32
  %52 = math.absi %k : vector<2x3xi32>
  %53 = math.clampf %a to [%b, %a] : f32
  return
}
