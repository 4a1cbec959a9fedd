// Scalar ops of the standard dialect, without and with its prefix.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: func.func @bare
func @bare(%i: i32, %j: i32, %l: i64, %b: i1, %n: index, %x: f32, %y: f32, %d: f64, %c: complex<f32>) {
  // CHECK: arith.addi {{.*}} : i32
  %0 = addi %i, %j : i32
  // CHECK: arith.subi {{.*}} : i32
  %1 = subi %i, %j : i32
  // CHECK: arith.muli {{.*}} : i32
  %2 = muli %i, %j : i32
  // CHECK: arith.divsi {{.*}} : i32
  %3 = divi_signed %i, %j : i32
  // CHECK: arith.divui {{.*}} : i32
  %4 = divi_unsigned %i, %j : i32
  // CHECK: arith.divsi {{.*}} : i32
  %5 = divis %i, %j : i32
  // CHECK: arith.divui {{.*}} : i32
  %6 = diviu %i, %j : i32
  // CHECK: arith.ceildivsi {{.*}} : i32
  %7 = ceildivi_signed %i, %j : i32
  // CHECK: arith.floordivsi {{.*}} : i32
  %8 = floordivi_signed %i, %j : i32
  // CHECK: arith.remsi {{.*}} : i32
  %9 = remi_signed %i, %j : i32
  // CHECK: arith.remui {{.*}} : i32
  %10 = remi_unsigned %i, %j : i32
  // CHECK: arith.remsi {{.*}} : i32
  %11 = remis %i, %j : i32
  // CHECK: arith.remui {{.*}} : i32
  %12 = remiu %i, %j : i32
  // CHECK: arith.andi {{.*}} : i32
  %13 = and %i, %j : i32
  // CHECK: arith.ori {{.*}} : i32
  %14 = or %i, %j : i32
  // CHECK: arith.xori {{.*}} : i32
  %15 = xor %i, %j : i32
  // CHECK: arith.shli {{.*}} : i32
  %16 = shift_left %i, %j : i32
  // CHECK: arith.shli {{.*}} : i32
  %17 = shlis %i, %j : i32
  // CHECK: arith.shrsi {{.*}} : i32
  %18 = shift_right_signed %i, %j : i32
  // CHECK: arith.shrui {{.*}} : i32
  %19 = shift_right_unsigned %i, %j : i32
  // CHECK: arith.maxsi {{.*}} : i32
  %20 = maxsi %i, %j : i32
  // CHECK: arith.maxui {{.*}} : i32
  %21 = maxui %i, %j : i32
  // CHECK: arith.minsi {{.*}} : i32
  %22 = minsi %i, %j : i32
  // CHECK: arith.minui {{.*}} : i32
  %23 = minui %i, %j : i32
  // CHECK: arith.addf {{.*}} : f32
  %24 = addf %x, %y : f32
  // CHECK: arith.subf {{.*}} : f32
  %25 = subf %x, %y : f32
  // CHECK: arith.mulf {{.*}} : f32
  %26 = mulf %x, %y : f32
  // CHECK: arith.divf {{.*}} : f32
  %27 = divf %x, %y : f32
  // CHECK: arith.remf {{.*}} : f32
  %28 = remf %x, %y : f32
  // CHECK: arith.maximumf {{.*}} : f32
  %29 = maxf %x, %y : f32
  // CHECK: arith.minimumf {{.*}} : f32
  %30 = minf %x, %y : f32
  // CHECK: math.copysign {{.*}} : f32
  %31 = copysign %x, %y : f32
  // CHECK: math.powf {{.*}} : f32
  %32 = powf %x, %y : f32
  // CHECK: math.atan2 {{.*}} : f32
  %33 = atan2 %x, %y : f32
  // CHECK: arith.negf %{{.*}} : f32
  %34 = negf %x : f32
  // CHECK: math.absf %{{.*}} : f32
  %35 = absf %x : f32
  // CHECK: math.ceil %{{.*}} : f32
  %36 = ceilf %x : f32
  // CHECK: math.floor %{{.*}} : f32
  %37 = floorf %x : f32
  // CHECK: math.exp %{{.*}} : f32
  %38 = exp %x : f32
  // CHECK: math.exp2 %{{.*}} : f32
  %39 = exp2 %x : f32
  // CHECK: math.expm1 %{{.*}} : f32
  %40 = expm1 %x : f32
  // CHECK: math.log %{{.*}} : f32
  %41 = log %x : f32
  // CHECK: math.log2 %{{.*}} : f32
  %42 = log2 %x : f32
  // CHECK: math.log10 %{{.*}} : f32
  %43 = log10 %x : f32
  // CHECK: math.log1p %{{.*}} : f32
  %44 = log1p %x : f32
  // CHECK: math.sqrt %{{.*}} : f32
  %45 = sqrt %x : f32
  // CHECK: math.rsqrt %{{.*}} : f32
  %46 = rsqrt %x : f32
  // CHECK: math.sin %{{.*}} : f32
  %47 = sin %x : f32
  // CHECK: math.cos %{{.*}} : f32
  %48 = cos %x : f32
  // CHECK: math.tanh %{{.*}} : f32
  %49 = tanh %x : f32
  // CHECK: math.atan %{{.*}} : f32
  %50 = atan %x : f32
  // CHECK: math.fma {{.*}} : f32
  %51 = fmaf %x, %y, %x : f32
  // CHECK: arith.cmpi slt, {{.*}} : i32
  %52 = cmpi "slt", %i, %j : i32
  // CHECK: arith.cmpi ult, {{.*}} : i32
  %53 = cmpi ult, %i, %j : i32
  // CHECK: arith.cmpf olt, {{.*}} : f32
  %54 = cmpf "olt", %x, %y : f32
  // CHECK: arith.cmpf une, {{.*}} : f32
  %55 = cmpf une, %x, %y : f32
  // CHECK: arith.select {{.*}} : i32
  %56 = select %b, %i, %j : i32
  // CHECK: arith.index_cast {{.*}} : i32 to index
  %57 = index_cast %i : i32 to index
  // CHECK: arith.sitofp {{.*}} : i32 to f32
  %58 = sitofp %i : i32 to f32
  // CHECK: arith.uitofp {{.*}} : i32 to f32
  %59 = uitofp %i : i32 to f32
  // CHECK: arith.fptosi {{.*}} : f32 to i32
  %60 = fptosi %x : f32 to i32
  // CHECK: arith.fptoui {{.*}} : f32 to i32
  %61 = fptoui %x : f32 to i32
  // CHECK: arith.extf {{.*}} : f32 to f64
  %62 = fpext %x : f32 to f64
  // CHECK: arith.truncf {{.*}} : f64 to f32
  %63 = fptrunc %d : f64 to f32
  // CHECK: arith.extsi {{.*}} : i32 to i64
  %64 = sexti %i : i32 to i64
  // CHECK: arith.extui {{.*}} : i32 to i64
  %65 = zexti %i : i32 to i64
  // CHECK: arith.trunci {{.*}} : i64 to i32
  %66 = trunci %l : i64 to i32
  // CHECK: arith.bitcast {{.*}} : i32 to f32
  %67 = bitcast %i : i32 to f32
  // CHECK: complex.create {{.*}} : complex<f32>
  %68 = create_complex %x, %y : complex<f32>
  // CHECK: complex.re {{.*}} : complex<f32>
  %69 = re %c : complex<f32>
  // CHECK: complex.im {{.*}} : complex<f32>
  %70 = im %c : complex<f32>
  // CHECK: complex.add {{.*}} : complex<f32>
  %71 = addcf %c, %c : complex<f32>
  // CHECK: complex.sub {{.*}} : complex<f32>
  %72 = subcf %c, %c : complex<f32>
  return
}

// CHECK-LABEL: func.func @prefixed
func @prefixed(%i: i32, %j: i32, %l: i64, %b: i1, %n: index, %x: f32, %y: f32, %d: f64, %c: complex<f32>) {
  // CHECK: arith.addi {{.*}} : i32
  %0 = std.addi %i, %j : i32
  // CHECK: arith.subi {{.*}} : i32
  %1 = std.subi %i, %j : i32
  // CHECK: arith.muli {{.*}} : i32
  %2 = std.muli %i, %j : i32
  // CHECK: arith.divsi {{.*}} : i32
  %3 = std.divi_signed %i, %j : i32
  // CHECK: arith.divui {{.*}} : i32
  %4 = std.divi_unsigned %i, %j : i32
  // CHECK: arith.divsi {{.*}} : i32
  %5 = std.divis %i, %j : i32
  // CHECK: arith.divui {{.*}} : i32
  %6 = std.diviu %i, %j : i32
  // CHECK: arith.ceildivsi {{.*}} : i32
  %7 = std.ceildivi_signed %i, %j : i32
  // CHECK: arith.floordivsi {{.*}} : i32
  %8 = std.floordivi_signed %i, %j : i32
  // CHECK: arith.remsi {{.*}} : i32
  %9 = std.remi_signed %i, %j : i32
  // CHECK: arith.remui {{.*}} : i32
  %10 = std.remi_unsigned %i, %j : i32
  // CHECK: arith.remsi {{.*}} : i32
  %11 = std.remis %i, %j : i32
  // CHECK: arith.remui {{.*}} : i32
  %12 = std.remiu %i, %j : i32
  // CHECK: arith.andi {{.*}} : i32
  %13 = std.and %i, %j : i32
  // CHECK: arith.ori {{.*}} : i32
  %14 = std.or %i, %j : i32
  // CHECK: arith.xori {{.*}} : i32
  %15 = std.xor %i, %j : i32
  // CHECK: arith.shli {{.*}} : i32
  %16 = std.shift_left %i, %j : i32
  // CHECK: arith.shli {{.*}} : i32
  %17 = std.shlis %i, %j : i32
  // CHECK: arith.shrsi {{.*}} : i32
  %18 = std.shift_right_signed %i, %j : i32
  // CHECK: arith.shrui {{.*}} : i32
  %19 = std.shift_right_unsigned %i, %j : i32
  // CHECK: arith.maxsi {{.*}} : i32
  %20 = std.maxsi %i, %j : i32
  // CHECK: arith.maxui {{.*}} : i32
  %21 = std.maxui %i, %j : i32
  // CHECK: arith.minsi {{.*}} : i32
  %22 = std.minsi %i, %j : i32
  // CHECK: arith.minui {{.*}} : i32
  %23 = std.minui %i, %j : i32
  // CHECK: arith.addf {{.*}} : f32
  %24 = std.addf %x, %y : f32
  // CHECK: arith.subf {{.*}} : f32
  %25 = std.subf %x, %y : f32
  // CHECK: arith.mulf {{.*}} : f32
  %26 = std.mulf %x, %y : f32
  // CHECK: arith.divf {{.*}} : f32
  %27 = std.divf %x, %y : f32
  // CHECK: arith.remf {{.*}} : f32
  %28 = std.remf %x, %y : f32
  // CHECK: arith.maximumf {{.*}} : f32
  %29 = std.maxf %x, %y : f32
  // CHECK: arith.minimumf {{.*}} : f32
  %30 = std.minf %x, %y : f32
  // CHECK: math.copysign {{.*}} : f32
  %31 = std.copysign %x, %y : f32
  // CHECK: math.powf {{.*}} : f32
  %32 = std.powf %x, %y : f32
  // CHECK: math.atan2 {{.*}} : f32
  %33 = std.atan2 %x, %y : f32
  // CHECK: arith.negf %{{.*}} : f32
  %34 = std.negf %x : f32
  // CHECK: math.absf %{{.*}} : f32
  %35 = std.absf %x : f32
  // CHECK: math.ceil %{{.*}} : f32
  %36 = std.ceilf %x : f32
  // CHECK: math.floor %{{.*}} : f32
  %37 = std.floorf %x : f32
  // CHECK: math.exp %{{.*}} : f32
  %38 = std.exp %x : f32
  // CHECK: math.exp2 %{{.*}} : f32
  %39 = std.exp2 %x : f32
  // CHECK: math.expm1 %{{.*}} : f32
  %40 = std.expm1 %x : f32
  // CHECK: math.log %{{.*}} : f32
  %41 = std.log %x : f32
  // CHECK: math.log2 %{{.*}} : f32
  %42 = std.log2 %x : f32
  // CHECK: math.log10 %{{.*}} : f32
  %43 = std.log10 %x : f32
  // CHECK: math.log1p %{{.*}} : f32
  %44 = std.log1p %x : f32
  // CHECK: math.sqrt %{{.*}} : f32
  %45 = std.sqrt %x : f32
  // CHECK: math.rsqrt %{{.*}} : f32
  %46 = std.rsqrt %x : f32
  // CHECK: math.sin %{{.*}} : f32
  %47 = std.sin %x : f32
  // CHECK: math.cos %{{.*}} : f32
  %48 = std.cos %x : f32
  // CHECK: math.tanh %{{.*}} : f32
  %49 = std.tanh %x : f32
  // CHECK: math.atan %{{.*}} : f32
  %50 = std.atan %x : f32
  // CHECK: math.fma {{.*}} : f32
  %51 = std.fmaf %x, %y, %x : f32
  // CHECK: arith.cmpi slt, {{.*}} : i32
  %52 = std.cmpi "slt", %i, %j : i32
  // CHECK: arith.cmpi ult, {{.*}} : i32
  %53 = std.cmpi ult, %i, %j : i32
  // CHECK: arith.cmpf olt, {{.*}} : f32
  %54 = std.cmpf "olt", %x, %y : f32
  // CHECK: arith.cmpf une, {{.*}} : f32
  %55 = std.cmpf une, %x, %y : f32
  // CHECK: arith.select {{.*}} : i32
  %56 = std.select %b, %i, %j : i32
  // CHECK: arith.index_cast {{.*}} : i32 to index
  %57 = std.index_cast %i : i32 to index
  // CHECK: arith.sitofp {{.*}} : i32 to f32
  %58 = std.sitofp %i : i32 to f32
  // CHECK: arith.uitofp {{.*}} : i32 to f32
  %59 = std.uitofp %i : i32 to f32
  // CHECK: arith.fptosi {{.*}} : f32 to i32
  %60 = std.fptosi %x : f32 to i32
  // CHECK: arith.fptoui {{.*}} : f32 to i32
  %61 = std.fptoui %x : f32 to i32
  // CHECK: arith.extf {{.*}} : f32 to f64
  %62 = std.fpext %x : f32 to f64
  // CHECK: arith.truncf {{.*}} : f64 to f32
  %63 = std.fptrunc %d : f64 to f32
  // CHECK: arith.extsi {{.*}} : i32 to i64
  %64 = std.sexti %i : i32 to i64
  // CHECK: arith.extui {{.*}} : i32 to i64
  %65 = std.zexti %i : i32 to i64
  // CHECK: arith.trunci {{.*}} : i64 to i32
  %66 = std.trunci %l : i64 to i32
  // CHECK: arith.bitcast {{.*}} : i32 to f32
  %67 = std.bitcast %i : i32 to f32
  // CHECK: complex.create {{.*}} : complex<f32>
  %68 = std.create_complex %x, %y : complex<f32>
  // CHECK: complex.re {{.*}} : complex<f32>
  %69 = std.re %c : complex<f32>
  // CHECK: complex.im {{.*}} : complex<f32>
  %70 = std.im %c : complex<f32>
  // CHECK: complex.add {{.*}} : complex<f32>
  %71 = std.addcf %c, %c : complex<f32>
  // CHECK: complex.sub {{.*}} : complex<f32>
  %72 = std.subcf %c, %c : complex<f32>
  std.return
}
