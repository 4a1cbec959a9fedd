// Every intrinsic is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff -b - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt %t.generic.mlir | diff -b - %t.mlir
// RUN: mlir-opt --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt %t.upstream.mlir | diff %t.mlir -

llvm.func @scalars_and_memory(
    %f32: f32, %i32: i32, %ptr: !llvm.ptr, %i1: i1, %i64: i64, %i8: i8) {
  %0 = llvm.intr.acos(%f32) : (f32) -> f32
  %1 = llvm.intr.asin(%f32) : (f32) -> f32
  %2 = llvm.intr.atan2(%f32, %f32) : (f32, f32) -> f32
  %3 = llvm.intr.atan(%f32) : (f32) -> f32
  %4 = "llvm.intr.abs"(%i32) <{is_int_min_poison = false}> : (i32) -> i32
  %5 = "llvm.intr.annotation"(%i32, %ptr, %ptr, %i32) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
  llvm.intr.assume %i1 ["align"(%ptr, %i64 : !llvm.ptr, i64)] : i1
  %6 = llvm.intr.bitreverse(%i32) : (i32) -> i32
  %7 = llvm.intr.bswap(%i32) : (i32) -> i32
  %8 = llvm.intr.copysign(%f32, %f32) : (f32, f32) -> f32
  %9 = llvm.intr.cos(%f32) : (f32) -> f32
  %10 = llvm.intr.cosh(%f32) : (f32) -> f32
  %11 = "llvm.intr.ctlz"(%i32) <{is_zero_poison = false}> : (i32) -> i32
  %12 = "llvm.intr.cttz"(%i32) <{is_zero_poison = false}> : (i32) -> i32
  %13 = llvm.intr.ctpop(%i32) : (i32) -> i32
  llvm.intr.debugtrap 
  %14 = llvm.intr.eh.typeid.for %ptr : (!llvm.ptr) -> i32
  %15 = llvm.intr.exp10(%f32) : (f32) -> f32
  %16 = llvm.intr.exp2(%f32) : (f32) -> f32
  %17 = llvm.intr.exp(%f32) : (f32) -> f32
  %18 = llvm.intr.expect %i32, %i32 : i32
  %19 = llvm.intr.expect.with.probability %i32, %i32, 5.000000e-01 : i32
  %20 = llvm.intr.fabs(%f32) : (f32) -> f32
  %21 = llvm.intr.ceil(%f32) : (f32) -> f32
  %22 = llvm.intr.floor(%f32) : (f32) -> f32
  %23 = llvm.intr.fma(%f32, %f32, %f32) : (f32, f32, f32) -> f32
  %24 = llvm.intr.fmuladd(%f32, %f32, %f32) : (f32, f32, f32) -> f32
  %25 = llvm.intr.trunc(%f32) : (f32) -> f32
  %26 = llvm.intr.frexp(%f32) : (f32) -> !llvm.struct<(f32, i32)>
  %27 = llvm.intr.fshl(%i32, %i32, %i32) : (i32, i32, i32) -> i32
  %28 = llvm.intr.fshr(%i32, %i32, %i32) : (i32, i32, i32) -> i32
  %29 = llvm.intr.get.active.lane.mask %i32, %i32 : i32, i32 to vector<4xi1>
  llvm.intr.invariant.end %ptr, 8, %ptr : !llvm.ptr
  %30 = llvm.intr.invariant.start 8, %ptr : !llvm.ptr
  %31 = "llvm.intr.is.constant"(%i32) : (i32) -> i1
  %32 = "llvm.intr.is.fpclass"(%f32) <{bit = 1 : i32}> : (f32) -> i1
  %33 = llvm.intr.launder.invariant.group %ptr : !llvm.ptr
  llvm.intr.lifetime.end %ptr : !llvm.ptr
  llvm.intr.lifetime.start %ptr : !llvm.ptr
  %34 = llvm.intr.llrint(%f32) : (f32) -> i64
  %35 = llvm.intr.llround(%f32) : (f32) -> i64
  %36 = llvm.intr.ldexp(%f32, %i32) : (f32, i32) -> f32
  %37 = llvm.intr.log10(%f32) : (f32) -> f32
  %38 = llvm.intr.log2(%f32) : (f32) -> f32
  %39 = llvm.intr.log(%f32) : (f32) -> f32
  %40 = llvm.intr.lrint(%f32) : (f32) -> i64
  %41 = llvm.intr.lround(%f32) : (f32) -> i64
  %42 = llvm.intr.maxnum(%f32, %f32) : (f32, f32) -> f32
  %43 = llvm.intr.maximum(%f32, %f32) : (f32, f32) -> f32
  "llvm.intr.memcpy.inline"(%ptr, %ptr) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memcpy"(%ptr, %ptr, %i32) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  "llvm.intr.memmove"(%ptr, %ptr, %i32) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  "llvm.intr.memset.inline"(%ptr, %i8) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, i8) -> ()
  "llvm.intr.memset"(%ptr, %i8, %i32) <{isVolatile = false}> : (!llvm.ptr, i8, i32) -> ()
  %44 = llvm.intr.minnum(%f32, %f32) : (f32, f32) -> f32
  %45 = llvm.intr.minimum(%f32, %f32) : (f32, f32) -> f32
  %46 = llvm.intr.nearbyint(%f32) : (f32) -> f32
  %47 = llvm.intr.powi(%f32, %i32) : (f32, i32) -> f32
  %48 = llvm.intr.pow(%f32, %f32) : (f32, f32) -> f32
  "llvm.intr.prefetch"(%ptr) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  %49 = "llvm.intr.ptr.annotation"(%ptr, %ptr, %ptr, %i32, %ptr) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  %50 = llvm.intr.ptrmask %ptr, %i32 : (!llvm.ptr, i32) -> !llvm.ptr
  %51 = llvm.intr.rint(%f32) : (f32) -> f32
  %52 = llvm.intr.roundeven(%f32) : (f32) -> f32
  %53 = llvm.intr.round(%f32) : (f32) -> f32
  %54 = llvm.intr.sadd.sat(%i32, %i32) : (i32, i32) -> i32
  %55 = "llvm.intr.sadd.with.overflow"(%i32, %i32) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %56 = llvm.intr.scmp(%i32, %i32) : (i32, i32) -> i32
  %57 = llvm.intr.smax(%i32, %i32) : (i32, i32) -> i32
  %58 = llvm.intr.smin(%i32, %i32) : (i32, i32) -> i32
  %59 = "llvm.intr.smul.with.overflow"(%i32, %i32) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %60 = llvm.intr.ssa.copy %i32 : i32
  %61 = llvm.intr.sshl.sat(%i32, %i32) : (i32, i32) -> i32
  %62 = llvm.intr.ssub.sat(%i32, %i32) : (i32, i32) -> i32
  %63 = "llvm.intr.ssub.with.overflow"(%i32, %i32) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %64 = llvm.intr.sin(%f32) : (f32) -> f32
  %65 = llvm.intr.sincos(%f32) : (f32) -> !llvm.struct<(f32, f32)>
  %66 = llvm.intr.sinh(%f32) : (f32) -> f32
  %67 = llvm.intr.sqrt(%f32) : (f32) -> f32
  llvm.intr.stackrestore %ptr : !llvm.ptr
  %68 = llvm.intr.stacksave : !llvm.ptr
  %69 = llvm.intr.stepvector : vector<4xi32>
  %70 = llvm.intr.strip.invariant.group %ptr : !llvm.ptr
  %71 = llvm.intr.tan(%f32) : (f32) -> f32
  %72 = llvm.intr.tanh(%f32) : (f32) -> f32
  %73 = "llvm.intr.threadlocal.address"(%ptr) : (!llvm.ptr) -> !llvm.ptr
  llvm.intr.trap 
  %74 = llvm.intr.uadd.sat(%i32, %i32) : (i32, i32) -> i32
  %75 = "llvm.intr.uadd.with.overflow"(%i32, %i32) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.intr.ubsantrap <{failureKind = 1 : i8}>
  %76 = llvm.intr.ucmp(%i32, %i32) : (i32, i32) -> i32
  %77 = llvm.intr.umax(%i32, %i32) : (i32, i32) -> i32
  %78 = llvm.intr.umin(%i32, %i32) : (i32, i32) -> i32
  %79 = "llvm.intr.umul.with.overflow"(%i32, %i32) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %80 = llvm.intr.ushl.sat(%i32, %i32) : (i32, i32) -> i32
  %81 = llvm.intr.usub.sat(%i32, %i32) : (i32, i32) -> i32
  %82 = "llvm.intr.usub.with.overflow"(%i32, %i32) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.intr.vacopy %ptr to %ptr : !llvm.ptr, !llvm.ptr
  llvm.intr.vaend %ptr : !llvm.ptr
  llvm.intr.vastart %ptr : !llvm.ptr
  "llvm.intr.var.annotation"(%ptr, %ptr, %ptr, %i32, %ptr) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %83 = "llvm.intr.vscale"() : () -> i64
  llvm.return
}

llvm.func @vectors(
    %ptr: !llvm.ptr, %v4xi1: vector<4xi1>, %v4xf32: vector<4xf32>, %i32: i32, %v4xptr: vector<4x!llvm.ptr>, %v8xf32:
    vector<8xf32>, %v4xi32: vector<4xi32>, %f32: f32) {
  %0 = llvm.intr.masked.load %ptr, %v4xi1, %v4xf32 {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %v4xf32, %ptr, %v4xi1 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %1 = llvm.intr.matrix.column.major.load %ptr, < stride = %i32> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i32
  llvm.intr.matrix.column.major.store %v4xf32, %ptr, < stride = %i32> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i32
  %2 = llvm.intr.matrix.multiply %v4xf32, %v4xf32 {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} :(vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %3 = llvm.intr.matrix.transpose %v4xf32 {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
  "llvm.intr.masked.compressstore"(%v4xf32, %ptr, %v4xi1) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  %4 = "llvm.intr.masked.expandload"(%ptr, %v4xi1, %v4xf32) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %5 = llvm.intr.masked.gather %v4xptr, %v4xi1, %v4xf32 {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.scatter %v4xf32, %v4xptr, %v4xi1 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %6 = "llvm.intr.vector.deinterleave2"(%v4xf32) : (vector<4xf32>) -> !llvm.struct<(vector<2xf32>, vector<2xf32>)>
  %7 = llvm.intr.vector.extract %v8xf32[4] : vector<4xf32> from vector<8xf32>
  %8 = llvm.intr.vector.insert %v4xf32, %v8xf32[4] : vector<4xf32> into vector<8xf32>
  %9 = "llvm.intr.vector.interleave2"(%v4xf32, %v4xf32) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
  %10 = "llvm.intr.vector.reduce.add"(%v4xi32) : (vector<4xi32>) -> i32
  %11 = "llvm.intr.vector.reduce.and"(%v4xi32) : (vector<4xi32>) -> i32
  %12 = "llvm.intr.vector.reduce.fadd"(%f32, %v4xf32) : (f32, vector<4xf32>) -> f32
  %13 = llvm.intr.vector.reduce.fmax(%v4xf32) : (vector<4xf32>) -> f32
  %14 = llvm.intr.vector.reduce.fmaximum(%v4xf32) : (vector<4xf32>) -> f32
  %15 = llvm.intr.vector.reduce.fmin(%v4xf32) : (vector<4xf32>) -> f32
  %16 = llvm.intr.vector.reduce.fminimum(%v4xf32) : (vector<4xf32>) -> f32
  %17 = "llvm.intr.vector.reduce.fmul"(%f32, %v4xf32) : (f32, vector<4xf32>) -> f32
  %18 = "llvm.intr.vector.reduce.mul"(%v4xi32) : (vector<4xi32>) -> i32
  %19 = "llvm.intr.vector.reduce.or"(%v4xi32) : (vector<4xi32>) -> i32
  %20 = "llvm.intr.vector.reduce.smax"(%v4xi32) : (vector<4xi32>) -> i32
  %21 = "llvm.intr.vector.reduce.smin"(%v4xi32) : (vector<4xi32>) -> i32
  %22 = "llvm.intr.vector.reduce.umax"(%v4xi32) : (vector<4xi32>) -> i32
  %23 = "llvm.intr.vector.reduce.umin"(%v4xi32) : (vector<4xi32>) -> i32
  %24 = "llvm.intr.vector.reduce.xor"(%v4xi32) : (vector<4xi32>) -> i32
  llvm.return
}

llvm.func @predicated(
    %f32: f32, %f64: f64, %i32: i32, %v4xi32: vector<4xi32>, %v4xi1: vector<4xi1>, %v4xf32: vector<4xf32>, %ptr:
    !llvm.ptr, %v4xptr: vector<4x!llvm.ptr>) {
  %0 = llvm.intr.experimental.constrained.fpext %f32 ignore : f32 to f64
  %1 = llvm.intr.experimental.constrained.fptrunc %f64 towardzero ignore : f64 to f32
  %2 = llvm.intr.experimental.constrained.sitofp %i32 tonearest strict : i32 to f32
  %3 = llvm.intr.experimental.constrained.uitofp %i32 upward maytrap : i32 to f32
  %4 = "llvm.intr.vp.ashr"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %5 = "llvm.intr.vp.add"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %6 = "llvm.intr.vp.and"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %7 = "llvm.intr.vp.fadd"(%v4xf32, %v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %8 = "llvm.intr.vp.fdiv"(%v4xf32, %v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %9 = "llvm.intr.vp.fmuladd"(%v4xf32, %v4xf32, %v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %10 = "llvm.intr.vp.fmul"(%v4xf32, %v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %11 = "llvm.intr.vp.fneg"(%v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %12 = "llvm.intr.vp.fpext"(%v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
  %13 = "llvm.intr.vp.fptosi"(%v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
  %14 = "llvm.intr.vp.fptoui"(%v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
  %15 = "llvm.intr.vp.fptrunc"(%v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf16>
  %16 = "llvm.intr.vp.frem"(%v4xf32, %v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %17 = "llvm.intr.vp.fsub"(%v4xf32, %v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %18 = "llvm.intr.vp.fma"(%v4xf32, %v4xf32, %v4xf32, %v4xi1, %i32) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %19 = "llvm.intr.vp.inttoptr"(%v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4x!llvm.ptr>
  %20 = "llvm.intr.vp.lshr"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %21 = "llvm.intr.vp.load"(%ptr, %v4xi1, %i32) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xf32>
  %22 = "llvm.intr.vp.merge"(%v4xi1, %v4xf32, %v4xf32, %i32) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
  %23 = "llvm.intr.vp.mul"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %24 = "llvm.intr.vp.or"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %25 = "llvm.intr.vp.ptrtoint"(%v4xptr, %v4xi1, %i32) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi64>
  %26 = "llvm.intr.vp.reduce.add"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %27 = "llvm.intr.vp.reduce.and"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %28 = "llvm.intr.vp.reduce.fadd"(%f32, %v4xf32, %v4xi1, %i32) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %29 = "llvm.intr.vp.reduce.fmax"(%f32, %v4xf32, %v4xi1, %i32) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %30 = "llvm.intr.vp.reduce.fmin"(%f32, %v4xf32, %v4xi1, %i32) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %31 = "llvm.intr.vp.reduce.fmul"(%f32, %v4xf32, %v4xi1, %i32) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %32 = "llvm.intr.vp.reduce.mul"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %33 = "llvm.intr.vp.reduce.or"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %34 = "llvm.intr.vp.reduce.smax"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %35 = "llvm.intr.vp.reduce.smin"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %36 = "llvm.intr.vp.reduce.umax"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %37 = "llvm.intr.vp.reduce.umin"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %38 = "llvm.intr.vp.reduce.xor"(%i32, %v4xi32, %v4xi1, %i32) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %39 = "llvm.intr.vp.sdiv"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %40 = "llvm.intr.vp.sext"(%v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %41 = "llvm.intr.vp.sitofp"(%v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  %42 = "llvm.intr.vp.smax"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %43 = "llvm.intr.vp.smin"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %44 = "llvm.intr.vp.srem"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %45 = "llvm.intr.vp.select"(%v4xi1, %v4xf32, %v4xf32, %i32) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
  %46 = "llvm.intr.vp.shl"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  "llvm.intr.vp.store"(%v4xf32, %ptr, %v4xi1, %i32) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %47 = "llvm.intr.experimental.vp.strided.load"(%ptr, %i32, %v4xi1, %i32) : (!llvm.ptr, i32, vector<4xi1>, i32) -> vector<4xf32>
  "llvm.intr.experimental.vp.strided.store"(%v4xf32, %ptr, %i32, %v4xi1, %i32) : (vector<4xf32>, !llvm.ptr, i32, vector<4xi1>, i32) -> ()
  %48 = "llvm.intr.vp.sub"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %49 = "llvm.intr.vp.trunc"(%v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi16>
  %50 = "llvm.intr.vp.udiv"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %51 = "llvm.intr.vp.uitofp"(%v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  %52 = "llvm.intr.vp.umax"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %53 = "llvm.intr.vp.umin"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %54 = "llvm.intr.vp.urem"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %55 = "llvm.intr.vp.xor"(%v4xi32, %v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %56 = "llvm.intr.vp.zext"(%v4xi32, %v4xi1, %i32) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  llvm.return
}

llvm.func @coroutines(
    %token: !llvm.token, %ptr: !llvm.ptr, %i1: i1, %i32: i32) {
  %0 = llvm.intr.coro.align : i64
  %1 = llvm.intr.coro.begin %token, %ptr : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %2 = llvm.intr.coro.end %ptr, %i1, %token : (!llvm.ptr, i1, !llvm.token) -> i1
  %3 = llvm.intr.coro.free %token, %ptr : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %4 = llvm.intr.coro.id %i32, %ptr, %ptr, %ptr : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %5 = llvm.intr.coro.promise %ptr, %i32, %i1 : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.intr.coro.resume %ptr : !llvm.ptr
  %6 = llvm.intr.coro.save %ptr : (!llvm.ptr) -> !llvm.token
  %7 = llvm.intr.coro.size : i64
  %8 = llvm.intr.coro.suspend %token, %i1 : i8
  llvm.return
}
