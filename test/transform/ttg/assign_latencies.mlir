// How early loads are worth to be begun, and which are not.
// RUN: tern-opt %s --tritongpu-assign-latencies --split-input-file | FileCheck %s
// RUN: tern-opt %s --tritongpu-assign-latencies=num-stages=5 --split-input-file | FileCheck %s --check-prefix=FIVE
// RUN: tern-opt %s --tritongpu-assign-latencies=num-stages=1 --split-input-file | FileCheck %s --check-prefix=ONE

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.slice<{dim = 1, parent = #rows}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // The sums that are added to are no operand that counts.
  // CHECK-LABEL: @operands(
  // CHECK-COUNT-2: tt.load %{{.*}} {tt.latency = 2 : i32}
  // CHECK: tt.load %{{.*}} : tensor<64x64x!tt.ptr<f32>, #mma>
  // FIVE-LABEL: @operands(
  // FIVE-COUNT-2: tt.load %{{.*}} {tt.latency = 4 : i32}
  // ONE-NOT: tt.latency = {{[12]}}
  tt.func @operands(%p: tensor<64x64x!tt.ptr<f16>, #rows> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 16]> : tensor<2xi32>}, %c: tensor<64x64x!tt.ptr<f32>, #mma>, %init: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %r = scf.for %i = %n to %n step %n iter_args(%acc = %init) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      %u = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      %v = ttg.convert_layout %y : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #b>
      %z = tt.load %c : tensor<64x64x!tt.ptr<f32>, #mma>
      %d = tt.dot %u, %v, %z : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      %s = arith.addf %acc, %d : tensor<64x64xf32, #mma>
      scf.yield %s : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // A load of places comes before the load from there, and each gets half of the stages.
  // CHECK-LABEL: @indirect(
  // CHECK: tt.load %{{.*}} {tt.latency = 1 : i32} : tensor<64x!tt.ptr<i32>
  // CHECK: tt.load %{{.*}} {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<f16>
  // FIVE-LABEL: @indirect(
  // FIVE-COUNT-2: tt.load %{{.*}} {tt.latency = 2 : i32}
  tt.func @indirect(%places: tensor<64x!tt.ptr<i32>, #line> {tt.divisibility = dense<16> : tensor<1xi32>, tt.contiguity = dense<16> : tensor<1xi32>}, %p: tensor<64x64x!tt.ptr<f16>, #rows> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 16]> : tensor<2xi32>}, %w: tensor<64x64xf16, #b>, %init: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %r = scf.for %i = %n to %n step %n iter_args(%acc = %init) -> (tensor<64x64xf32, #mma>) : i32 {
      %k = tt.load %places : tensor<64x!tt.ptr<i32>, #line>
      %e = tt.expand_dims %k {axis = 1 : i32} : tensor<64xi32, #line> -> tensor<64x1xi32, #rows>
      %o = tt.broadcast %e : tensor<64x1xi32, #rows> -> tensor<64x64xi32, #rows>
      %sixteen = arith.constant dense<16> : tensor<64x64xi32, #rows>
      %m = arith.muli %o, %sixteen : tensor<64x64xi32, #rows>
      %q = tt.addptr %p, %m : tensor<64x64x!tt.ptr<f16>, #rows>, tensor<64x64xi32, #rows>
      %x = tt.load %q : tensor<64x64x!tt.ptr<f16>, #rows>
      %u = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
      %d = tt.dot %u, %w, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // Too narrow; two kinds of memory; a latency that is given; a value that is handed on twice; an outer loop.
  // CHECK-LABEL: @keeps(
  // CHECK-NOT: tt.latency = 2
  // CHECK: tt.latency = 7
  // CHECK-NOT: tt.latency = 2
  tt.func @keeps(%narrow: tensor<64x64x!tt.ptr<f16>, #rows>, %p: tensor<64x64x!tt.ptr<f16>, #rows> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 16]> : tensor<2xi32>}, %w: tensor<64x64xf16, #b>, %init: tensor<64x64xf32, #mma>, %n: i32) {
    %r0 = scf.for %i = %n to %n step %n iter_args(%acc = %init) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tt.load %narrow : tensor<64x64x!tt.ptr<f16>, #rows>
      %u = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      %m0 = ttg.local_alloc %y : (tensor<64x64xf16, #rows>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %m1 = ttg.local_alloc %y : (tensor<64x64xf16, #rows>) -> !ttg.memdesc<64x64xf16, #plain, #smem>
      %v = ttg.local_load %m0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #b>
      %v1 = ttg.local_load %m1 : !ttg.memdesc<64x64xf16, #plain, #smem> -> tensor<64x64xf16, #b>
      %t = arith.addf %v, %v1 : tensor<64x64xf16, #b>
      %d = tt.dot %u, %t, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    %r1 = scf.for %i = %n to %n step %n iter_args(%acc = %r0) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tt.load %p {tt.latency = 7 : i32} : tensor<64x64x!tt.ptr<f16>, #rows>
      %u = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
      %d = tt.dot %u, %w, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    %r2:3 = scf.for %i = %n to %n step %n iter_args(%acc = %r1, %w0 = %w, %w1 = %w) -> (tensor<64x64xf32, #mma>, tensor<64x64xf16, #b>, tensor<64x64xf16, #b>) : i32 {
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      %u = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
      %v = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #b>
      %d = tt.dot %u, %w1, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %d, %v, %w0 : tensor<64x64xf32, #mma>, tensor<64x64xf16, #b>, tensor<64x64xf16, #b>
    }
    %r3 = scf.for %i = %n to %n step %n iter_args(%acc = %r2#0) -> (tensor<64x64xf32, #mma>) : i32 {
      scf.for %j = %n to %n step %n : i32 {
      }
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      %u = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
      %d = tt.dot %u, %w, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return
  }

  // A loop that asks for stages has all of its loads begun early, also without a product.
  // CHECK-LABEL: @without_product(
  // CHECK: tt.load %{{.*}} {tt.latency = 3 : i32}
  // CHECK: tt.num_stages = 4
  // CHECK: tt.load %{{.*}} : tensor<64x64x!tt.ptr<f16>
  tt.func @without_product(%p: tensor<64x64x!tt.ptr<f16>, #rows> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #rows>, %n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      tt.store %q, %x : tensor<64x64x!tt.ptr<f16>, #rows>
    } {tt.num_stages = 4 : i32}
    scf.for %i = %n to %n step %n : i32 {
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      tt.store %q, %x : tensor<64x64x!tt.ptr<f16>, #rows>
    }
    tt.return
  }
}
