// RUN: tern-opt %s --tritonamdgpu-schedule-loops=num_stages=3 | FileCheck %s
// RUN: tern-opt %s --tritonamdgpu-schedule-loops=num_stages=4 | FileCheck %s --check-prefix=FOUR

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#x = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#y = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // Loads of operands come first, the product last.
  // CHECK-LABEL: @product(
  tt.func public @product(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: tensor<32x64xf16, #y>, %c: tensor<64x64xf32, #mma>, %o: tensor<64x32xi32, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[8, 8]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %s = tt.splat %a : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>, #blocked>
    %p = tt.addptr %s, %o : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      // CHECK: tt.load {{.*}}{loop.cluster = 0 : i32, loop.stage = 0 : i32}
      // CHECK-NOT: loop.stage
      // CHECK: tt.dot {{.*}}{loop.cluster = 1 : i32, loop.stage = 2 : i32}
      // CHECK: tt.scheduled_max_stage = 2 : i32
      %l = tt.load %p : tensor<64x32x!tt.ptr<f16>, #blocked>
      %x = ttg.convert_layout %l : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      %d = tt.dot %x, %b, %acc : tensor<64x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // A load that the address of another one waits for is a step before it.
  // CHECK-LABEL: @indirect(
  tt.func public @indirect(%p: !tt.ptr<i32>, %q: tensor<64x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %b: tensor<32x64xf16, #y>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      // CHECK: tt.load {{.*}}{loop.cluster = 0 : i32, loop.stage = 0 : i32} : !tt.ptr<i32>
      // CHECK: tt.load {{.*}}{loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor
      // CHECK: tt.dot {{.*}}{loop.cluster = 1 : i32, loop.stage = 2 : i32}
      %at = tt.addptr %p, %i : !tt.ptr<i32>, i32
      %k = tt.load %at : !tt.ptr<i32>
      %m = arith.muli %k, %c32 : i32
      %o = tt.splat %m : i32 -> tensor<64x32xi32, #blocked>
      %z = tt.addptr %q, %o : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
      %l = tt.load %z : tensor<64x32x!tt.ptr<f16>, #blocked>
      %x = ttg.convert_layout %l : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      %d = tt.dot %x, %b, %acc : tensor<64x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // Iterations that meet at a barrier stay one behind the other.
  // CHECK-LABEL: @barrier(
  // CHECK-NOT: loop.stage
  // CHECK: tt.return
  tt.func public @barrier(%q: tensor<64x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %b: tensor<32x64xf16, #y>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %l = tt.load %q : tensor<64x32x!tt.ptr<f16>, #blocked>
      gpu.barrier
      %x = ttg.convert_layout %l : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      %d = tt.dot %x, %b, %acc : tensor<64x32xf16, #x> * tensor<32x64xf16, #y> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // Two products in four stages: what is between them is cut behind the value that is used twice.
  // FOUR-LABEL: @chain(
  tt.func public @chain(%a: tensor<64x64xf16, #x>, %q: tensor<64x64x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      // FOUR: tt.load {{.*}}{loop.cluster = 5 : i32, loop.stage = 0 : i32}
      // FOUR: tt.load {{.*}}{loop.cluster = 11 : i32, loop.stage = 1 : i32}
      // FOUR: tt.dot {{.*}}{loop.cluster = 0 : i32, loop.stage = 2 : i32}
      // FOUR: math.exp2 {{.*}}{loop.cluster = 7 : i32, loop.stage = 2 : i32}
      // FOUR: arith.mulf {{.*}}{loop.cluster = 1 : i32, loop.stage = 3 : i32}
      // FOUR: tt.dot {{.*}}{loop.cluster = 6 : i32, loop.stage = 3 : i32}
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
