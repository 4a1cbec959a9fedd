// RUN: tern-opt %s --tritonamdgpu-schedule-loops=num_stages=2 --tritonamdgpu-pipeline --canonicalize | FileCheck %s
// RUN: tern-opt %s --tritonamdgpu-schedule-loops=num_stages=3 --tritonamdgpu-pipeline=use_async_copy=true --canonicalize | FileCheck %s --check-prefix=ASYNC
// RUN: tern-opt %s --tritonamdgpu-schedule-loops=num_stages=4 --tritonamdgpu-pipeline --canonicalize | FileCheck %s --check-prefix=FOUR

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#x = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>
#y = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @product(
  // ASYNC-LABEL: @product(
  tt.func public @product(%p: tensor<64x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %b: tensor<32x64xf16, #y>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    // The first load is switched off where there is no iteration.
    // CHECK: %[[MEMORY:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1x64x32xf16
    // CHECK: %[[SOME:.*]] = arith.cmpi sgt, %arg3
    // CHECK: %[[MASK:.*]] = tt.splat %[[SOME]]
    // CHECK: %[[FIRST:.*]] = tt.load %arg0, %[[MASK]] {amd.pipeliner_part = "prologue"}
    // CHECK: %[[VIEW:.*]] = ttg.memdesc_index %[[MEMORY]]
    // CHECK: ttg.local_store %[[FIRST]], %[[VIEW]]
    // CHECK: scf.for {{.*}} iter_args({{.*}}%[[READ:.*]] = %[[VIEW]])
    // CHECK: %[[NEXT:.*]] = tt.load %{{.*}} : tensor
    // CHECK: %[[X:.*]] = ttg.local_load %[[READ]]
    // CHECK: tt.dot %[[X]]
    // CHECK: ttg.local_store %[[NEXT]]
    // CHECK: scf.yield
    // The last product, if there is one.
    // CHECK: ttg.local_load
    // CHECK: scf.if
    // CHECK: tt.dot
    // CHECK: ttg.local_dealloc %[[MEMORY]]
    //
    // Copies of two iterations are under way; what is waited for is the first of them.
    // ASYNC: ttg.local_alloc : () -> !ttg.memdesc<3x64x32xf16
    // ASYNC-COUNT-2: ttg.async_copy_global_to_local
    // ASYNC: scf.for
    // ASYNC: ttg.async_wait
    // ASYNC: ttg.async_copy_global_to_local
    // ASYNC: ttg.async_commit_group
    // ASYNC: ttg.local_load {{.*}} token
    // ASYNC: tt.dot
    // ASYNC: scf.yield
    // ASYNC-COUNT-2: scf.if
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %step = arith.constant dense<32> : tensor<64x32xi32, #blocked>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c, %q = %p) -> (tensor<64x64xf32, #mma>, tensor<64x32x!tt.ptr<f16>, #blocked>) : i32 {
      %l = tt.load %q : tensor<64x32x!tt.ptr<f16>, #blocked>
      %x = ttg.convert_layout %l : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      %d = tt.dot %x, %b, %acc : tensor<64x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<64x64xf32, #mma>
      %next = tt.addptr %q, %step : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
      scf.yield %d, %next : tensor<64x64xf32, #mma>, tensor<64x32x!tt.ptr<f16>, #blocked>
    }
    tt.return %r#0 : tensor<64x64xf32, #mma>
  }

  // As many iterations as are known to be there need no predicates.
  // CHECK-LABEL: @known_count(
  tt.func public @known_count(%p: tensor<64x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %b: tensor<32x64xf16, #y>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    // CHECK: tt.load %arg0 {amd.pipeliner_part = "prologue"}
    // CHECK: scf.for
    // CHECK-NOT: scf.if
    // CHECK: tt.return
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %l = tt.load %p : tensor<64x32x!tt.ptr<f16>, #blocked>
      %x = ttg.convert_layout %l : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      %d = tt.dot %x, %b, %acc : tensor<64x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // What is computed with before it is an operand stays in registers.
  // CHECK-LABEL: @computed_with(
  tt.func public @computed_with(%p: tensor<64x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %b: tensor<32x64xf16, #y>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    // CHECK: %[[FIRST:.*]] = tt.load {{.*}}prologue
    // CHECK-NOT: ttg.local_store
    // CHECK: scf.for {{.*}} iter_args({{.*}}%[[LOADED:.*]] = %[[FIRST]])
    // CHECK: tt.load
    // CHECK: arith.addf %[[LOADED]], %[[LOADED]]
    // CHECK-NOT: ttg.local_store
    // CHECK: tt.return
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %l = tt.load %p : tensor<64x32x!tt.ptr<f16>, #blocked>
      %t = arith.addf %l, %l : tensor<64x32xf16, #blocked>
      %x = ttg.convert_layout %t : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      %d = tt.dot %x, %b, %acc : tensor<64x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // Two products in four stages: the second one is of the iteration before.
  // FOUR-LABEL: @chain(
  tt.func public @chain(%a: tensor<64x64xf16, #x>, %q: tensor<64x64x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    // FOUR: scf.for
    // FOUR: tt.dot
    // FOUR: arith.mulf
    // FOUR: ttg.local_store
    // FOUR: ttg.local_load
    // FOUR: tt.load
    // FOUR: tt.dot
    // FOUR: math.exp2
    // FOUR: ttg.local_store
    // FOUR: ttg.local_load
    // FOUR: tt.load
    // FOUR: scf.yield
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %k = tt.load %q : tensor<64x64x!tt.ptr<f16>, #blocked>
      %v = tt.load %q : tensor<64x64x!tt.ptr<f16>, #blocked>
      %k1 = ttg.convert_layout %k : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #y>
      %v1 = ttg.convert_layout %v : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #y>
      %s = tt.dot %a, %k1, %c : tensor<64x64xf16, #x> * tensor<64x64xf16, #y> -> tensor<64x64xf32, #mma>
      %e = math.exp2 %s : tensor<64x64xf32, #mma>
      %f = arith.mulf %e, %e : tensor<64x64xf32, #mma>
      %d = tt.dot %a, %v1, %f : tensor<64x64xf16, #x> * tensor<64x64xf16, #y> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }
}
