// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx1100 index-bitwidth=32" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx1100 index-bitwidth=32" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Math by ROCm's device library, on scalars and vectors; what it has not stays or is one of LLVM's intrinsics.

// CHECK-LABEL: llvm.func @functions
// CHECK: llvm.call @__ocml_acos_f32
// CHECK: llvm.call @__ocml_pow_f32
gpu.module @m {
  func.func @functions(%a: i64, %f: f32, %h: f16, %d: f64, %i: i32, %g: f32, %e: f64) -> () {
    %0 = arith.maxnumf %f, %g : f32
    %1 = arith.minnumf %d, %e : f64
    %2 = math.acos %f : f32
    %3 = math.acosh %f : f32
    %4 = math.asin %f : f32
    %5 = math.asinh %f : f32
    %6 = math.atan %d : f64
    %7 = math.atan2 %f, %g : f32
    %8 = math.atanh %f : f32
    %9 = math.cbrt %f : f32
    %10 = math.ceil %d : f64
    %11 = math.copysign %f, %g : f32
    %12 = math.cos %f fastmath<afn> : f32
    %13 = math.cosh %f : f32
    %14 = math.erf %f : f32
    %15 = math.erfc %d : f64
    %16 = math.exp2 %f fastmath<afn> : f32
    %17 = math.expm1 %f : f32
    %18 = math.floor %f : f32
    %19 = math.fma %f, %g, %f : f32
    %20 = math.isfinite %f : f32
    %21 = math.isfinite %d : f64
    %22 = math.isinf %f : f32
    %23 = math.isinf %d : f64
    %24 = math.isnormal %d : f64
    %25 = math.log %f fastmath<afn> : f32
    %26 = math.log10 %f fastmath<afn> : f32
    %27 = math.log1p %f fastmath<afn> : f32
    %28 = math.log2 %f fastmath<afn> : f32
    %29 = math.powf %f, %g fastmath<afn> : f32
    %30 = math.round %f : f32
    %31 = math.roundeven %d : f64
    %32 = math.rsqrt %f : f32
    %33 = math.sin %f fastmath<afn> : f32
    %34 = math.sinh %f : f32
    %35 = math.sqrt %d : f64
    %36 = math.tan %f fastmath<afn> : f32
    %37 = math.tanh %f : f32
    %38 = math.trunc %f : f32
    %39 = math.ctlz %i : i32
    %40 = math.clampf %f to [%g, %f] : f32
    %41 = math.powf %h, %h : f16
    %42 = math.fpowi %d, %i : f64, i32
    %43 = math.fpowi %h, %i : f16, i32
    %44 = math.isnan %d : f64
    %46 = arith.maximumf %f, %g : f32
    %47 = arith.divf %f, %g fastmath<afn> : f32
    "test.use"(%0, %2, %3, %4, %5, %7, %8, %9, %11, %12, %13, %14, %16, %17, %18, %19, %25, %26, %27, %28, %29, %30, %32, %33, %34) : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> ()
    "test.use"(%36, %37, %38, %39, %40, %41, %42, %43, %1, %6, %10, %15, %20, %21, %22, %23, %24, %31, %35, %44, %46, %47) : (f32, f32, f32, i32, f32, f16, f64, f16, f64, f64, f64, f64, i1, i1, i1, i1, i1, f64, f64, i1, f32, f32) -> ()
    return
  }
}

// -----

// CHECK-LABEL: llvm.func @sincos_and_others
gpu.module @m {
  func.func @sincos_and_others(%a: i64, %f: f32, %h: f16, %d: f64, %b: bf16, %i: i32, %v: vector<2xf32>, %v2: vector<2x2xf32>) -> () {
    %0 = math.absi %a : i64
    %1 = math.absi %i : i32
    %2 = math.absf %h : f16
    %3 = math.absf %b : bf16
    %4 = math.absf %v : vector<2xf32>
    %5 = math.isnan %f : f32
    %6 = math.isnan %h : f16
    %7 = math.fpowi %f, %i : f32, i32
    %8:2 = math.sincos %f : f32
    %9:2 = math.sincos %h fastmath<afn> : f16
    %10 = math.exp %f fastmath<fast> : f32
    %11 = math.exp %h fastmath<fast> : f16
    %12 = arith.remf %f, %f : f32
    %13 = arith.maxnumf %f, %f : f32
    %14 = arith.minnumf %d, %d : f64
    %15 = math.absf %v2 : vector<2x2xf32>
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8#0, %9#0, %9#1, %10, %11, %12, %13, %14, %15) : (i64, i32, f16, bf16, vector<2xf32>, i1, i1, f32, f32, f16, f16, f32, f16, f32, f32, f64, vector<2x2xf32>) -> ()
    return
  }
}

// -----

// CHECK-LABEL: llvm.func @vectors
// CHECK-COUNT-4: llvm.intr.exp
gpu.module @m {
  func.func @vectors(%a: vector<4xf32>, %s: vector<[4]xf32>, %z: vector<f32>, %h: vector<2xf16>, %i: vector<2xi32>, %f: vector<2xf32>) -> (vector<4xf32>, vector<f32>, vector<2xf16>, vector<2xi1>, vector<2xf32>, vector<2xi32>) {
    %0 = math.exp %a fastmath<afn> : vector<4xf32>
    %2 = math.exp %z : vector<f32>
    %3 = math.powf %h, %h : vector<2xf16>
    %4 = math.isnan %f : vector<2xf32>
    %5 = math.fpowi %f, %i : vector<2xf32>, vector<2xi32>
    %6 = math.absi %i : vector<2xi32>
    return %0, %2, %3, %4, %5, %6 : vector<4xf32>, vector<f32>, vector<2xf16>, vector<2xi1>, vector<2xf32>, vector<2xi32>
  }
}
