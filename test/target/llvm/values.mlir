// Values and memory as LLVM IR: flags, alignment, ordering, and the same text as upstream's up to metadata numbers.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: opt -passes=verify -disable-output %t.ll
// RUN: sed -n '/^define/,/^}/p' %t.ll > %t.body.ll
// RUN: mlir-translate --mlir-to-llvmir %s | sed -n '/^define/,/^}/p' | diff - %t.body.ll

// CHECK-LABEL: define void @flags
llvm.func @flags(%a: i32, %b: i64, %x: f32, %v: vector<4xi32>, %s: vector<[4]xf32>, %c: i1) {
  // CHECK: add nuw nsw i32
  %0 = llvm.add %a, %a overflow<nsw, nuw> : i32
  // CHECK: udiv exact i32
  %1 = llvm.udiv exact %a, %a : i32
  // CHECK: or disjoint i32
  %2 = llvm.or disjoint %a, %a : i32
  // CHECK: trunc nuw i64
  %3 = llvm.trunc %b overflow<nuw> : i64 to i32
  // CHECK: uitofp nneg i32
  %4 = llvm.uitofp nneg %a : i32 to f32
  // CHECK: zext nneg i32
  %5 = llvm.zext nneg %a : i32 to i64
  // CHECK: fadd fast float
  %6 = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<fast>} : f32
  // CHECK: fmul reassoc nnan <vscale x 4 x float>
  %7 = llvm.fmul %s, %s {fastmathFlags = #llvm.fastmath<nnan, reassoc>} : vector<[4]xf32>
  // CHECK: fcmp ninf uno float
  %8 = llvm.fcmp "uno" %x, %x {fastmathFlags = #llvm.fastmath<ninf>} : f32
  // CHECK: select contract i1
  %9 = llvm.select %c, %x, %x {fastmathFlags = #llvm.fastmath<contract>} : i1, f32
  // CHECK: fneg nsz arcp afn float
  %10 = llvm.fneg %x {fastmathFlags = #llvm.fastmath<nsz, arcp, afn>} : f32
  // CHECK: shufflevector <4 x i32> %3, <4 x i32> %3, <3 x i32> <i32 0, i32 7, i32 poison>
  %11 = llvm.shufflevector %v, %v [0, 7, -1] : vector<4xi32>
  llvm.return
}

// CHECK-LABEL: define void @memory
llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr<3>, %a: i32, %i: i64) {
  // CHECK: alloca i32, i32 %2, align 16
  %0 = llvm.alloca %a x i32 {alignment = 16 : i64} : (i32) -> !llvm.ptr
  // CHECK: getelementptr inbounds nuw { i32, [4 x float] }, ptr %0, i64 %3, i32 1, i32 2
  %1 = llvm.getelementptr inbounds|nuw %p[%i, 1, 2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<4 x f32>)>
  // CHECK: load volatile <4 x float>, ptr %0, align 4
  %2 = llvm.load volatile %p {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
  // CHECK: load atomic i32, ptr %0 syncscope("agent") acquire, align 4
  %3 = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  // CHECK: store atomic i32 %2, ptr addrspace(3) %1 monotonic, align 4
  llvm.store %a, %q atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr<3>
  // CHECK: cmpxchg weak ptr %0, i32 %2, i32 %2 acq_rel monotonic, align 4
  %4 = llvm.cmpxchg weak %p, %a, %a acq_rel monotonic : !llvm.ptr, i32
  // CHECK: atomicrmw umax ptr %0, i32 %2 release, align 4
  %5 = llvm.atomicrmw umax %p, %a release : !llvm.ptr, i32
  // CHECK: fence syncscope("agent") seq_cst
  llvm.fence syncscope("agent") seq_cst
  llvm.return
}

// CHECK-LABEL: define void @intrinsics
llvm.func @intrinsics(%p: !llvm.ptr, %m: vector<4xi1>, %v: vector<4xf32>, %a: i32, %x: f32, %n: i64) {
  // CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 %0, <4 x i1> %1, <4 x float> %2)
  %0 = llvm.intr.masked.load %p, %m, %v {alignment = 16 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  // CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> %{{[0-9]+}}, ptr align 4 %0, <4 x i1> %1)
  llvm.intr.masked.store %0, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  // CHECK: call reassoc float @llvm.vector.reduce.fadd.v4f32(float %4, <4 x float> %2)
  %1 = "llvm.intr.vector.reduce.fadd"(%x, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  // CHECK: call <4 x float> @llvm.fma.v4f32
  %2 = llvm.intr.fma(%v, %v, %v) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  // CHECK: call i32 @llvm.ctlz.i32(i32 %3, i1 true)
  %3 = "llvm.intr.ctlz"(%a) <{is_zero_poison = true}> : (i32) -> i32
  // CHECK: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %3, i32 %3)
  %4 = "llvm.intr.sadd.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  // CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %0, i64 %5, i1 true)
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  // CHECK: call void @llvm.prefetch.p0(ptr %0, i32 0, i32 3, i32 1)
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  // CHECK: call <4 x float> @llvm.vp.fadd.v4f32(<4 x float> %2, <4 x float> %2, <4 x i1> %1, i32 %3)
  %5 = "llvm.intr.vp.fadd"(%v, %v, %m, %a) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  // CHECK: call i64 @llvm.vscale.i64()
  %6 = "llvm.intr.vscale"() : () -> i64
  llvm.return
}

// CHECK-LABEL: define ptr addrspace(3) @spaces(ptr %0, { ptr addrspace(7), i32 } %1)
llvm.func @spaces(%p: !llvm.ptr, %q: !llvm.struct<(!ptr.ptr<#nvvm.memory_space<shared_cluster>>, i32)>) -> !ptr.ptr<#llvm.address_space<3>> {
  // CHECK: load ptr addrspace(3), ptr %0
  %0 = llvm.load %p : !llvm.ptr -> !ptr.ptr<#llvm.address_space<3>>
  llvm.return %0 : !ptr.ptr<#llvm.address_space<3>>
}
