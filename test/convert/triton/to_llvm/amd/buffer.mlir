// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s --check-prefixes=CHECK,CDNA
// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx1100 | FileCheck %s --check-prefixes=CHECK,RDNA

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // The descriptor has all memory behind the base; what is masked off is read beyond its end.
  // CHECK-LABEL: llvm.func @load(
  tt.func public @load(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %o: tensor<128x!tt.ptr<f32>, #blocked>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    %ns = tt.splat %n : i32 -> tensor<128xi32, #blocked>
    %m = arith.cmpi slt, %r, %ns : tensor<128xi32, #blocked>
    %c = arith.constant dense<1.0> : tensor<128xf32, #blocked>
    // CHECK: %[[SIZE:.*]] = llvm.mlir.constant(2147483646 : i64) : i64
    // CDNA: %[[FLAGS:.*]] = llvm.mlir.constant(159744 : i32) : i32
    // RDNA: %[[FLAGS:.*]] = llvm.mlir.constant(822243328 : i32) : i32
    // CHECK: %[[BUFFER:.*]] = rocdl.make.buffer.rsrc %{{.*}}, %{{.*}}, %[[SIZE]], %[[FLAGS]]
    // CDNA: %[[CACHE:.*]] = llvm.mlir.constant(3 : i32) : i32
    // RDNA: %[[CACHE:.*]] = llvm.mlir.constant(0 : i32) : i32
    // CHECK: rocdl.raw.ptr.buffer.load %[[BUFFER]], %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
    %x = amdg.buffer_load %p[%r] cacheModifier = cs : tensor<128xf32, #blocked>
    // CHECK: %[[END:.*]] = llvm.mlir.constant(-2147483648 : i32) : i32
    // CHECK: %[[PLACE:.*]] = llvm.select %[[M:.*]], %{{.*}}, %[[END]] : i1, i32
    // CHECK: %[[X:.*]] = rocdl.raw.ptr.buffer.load %{{.*}}, %[[PLACE]], %{{.*}}, %{{.*}} : f32
    // CHECK: llvm.select %[[M]], %[[X]], %{{.*}} : i1, f32
    %y = amdg.buffer_load %p[%r], %m, %c : tensor<128xf32, #blocked>
    %s = arith.addf %x, %y : tensor<128xf32, #blocked>
    tt.store %o, %s : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }

  // Narrow elements are moved as words.
  // CHECK-LABEL: llvm.func @store(
  tt.func public @store(%p: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %x: tensor<128xbf16, #blocked>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    // CHECK: %[[WORDS:.*]] = llvm.bitcast %{{.*}} : vector<4xbf16> to vector<2xi32>
    // CHECK: rocdl.raw.ptr.buffer.store %[[WORDS]], %{{.*}} : vector<2xi32>
    amdg.buffer_store %x, %p[%r] : tensor<128xbf16, #blocked>
    tt.return
  }

  // CHECK-LABEL: llvm.func @atomics(
  tt.func public @atomics(%p: !tt.ptr<i32>, %x: tensor<128xi32, #blocked>, %o: tensor<128x!tt.ptr<i32>, #blocked>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    // CHECK: llvm.fence syncscope("agent") release
    // CHECK-COUNT-4: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.atomic.smax"
    // CHECK: llvm.fence syncscope("agent") acquire
    %0 = amdg.buffer_atomic_rmw max, acq_rel, gpu, %x, %p[%r] : tensor<128xi32, #blocked>
    // CHECK-COUNT-4: rocdl.raw.ptr.buffer.atomic.cmpswap
    // CHECK-NOT: llvm.fence
    %1 = amdg.buffer_atomic_cas relaxed, gpu, %0, %x, %p[%r] : tensor<128xi32, #blocked>
    tt.store %o, %1 : tensor<128x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
