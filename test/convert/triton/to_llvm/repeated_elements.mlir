// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --canonicalize | FileCheck %s

// A mask that is the same for all eight elements of a thread is compared once: the size is a multiple of 16, and the
// elements begin at multiples of 8.

#b = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.target" = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func @masks(
  // CHECK: %[[MASK:.*]] = llvm.icmp "slt"
  // CHECK-NOT: llvm.icmp
  // CHECK-COUNT-8: llvm.select %[[MASK]],
  tt.func public @masks(%out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: f32, %y: f32, %size: i32 {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #b>
    %n = tt.splat %size : i32 -> tensor<1024xi32, #b>
    %m = arith.cmpi slt, %i, %n : tensor<1024xi32, #b>
    %f = arith.sitofp %i : tensor<1024xi32, #b> to tensor<1024xf32, #b>
    %zero = arith.constant dense<0.0> : tensor<1024xf32, #b>
    %v = arith.select %m, %f, %zero : tensor<1024xi1, #b>, tensor<1024xf32, #b>
    %p = tt.splat %out : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #b>
    %q = tt.addptr %p, %i : tensor<1024x!tt.ptr<f32>, #b>, tensor<1024xi32, #b>
    tt.store %q, %v : tensor<1024x!tt.ptr<f32>, #b>
    tt.return
  }
}

// -----

// Nothing is known of this size: each element is compared. Quotients by four are the same for each four.

#b = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.target" = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func @groups(
  // CHECK-COUNT-2: llvm.sdiv
  // CHECK-NOT: llvm.sdiv
  // CHECK-COUNT-8: llvm.icmp "slt"
  tt.func public @groups(%out: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %size: i32) {
    %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #b>
    %four = arith.constant dense<4> : tensor<1024xi32, #b>
    %quotient = arith.divsi %i, %four : tensor<1024xi32, #b>
    %n = tt.splat %size : i32 -> tensor<1024xi32, #b>
    %m = arith.cmpi slt, %i, %n : tensor<1024xi32, #b>
    %v = arith.select %m, %quotient, %i : tensor<1024xi1, #b>, tensor<1024xi32, #b>
    %p = tt.splat %out : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>, #b>
    %q = tt.addptr %p, %i : tensor<1024x!tt.ptr<i32>, #b>, tensor<1024xi32, #b>
    tt.store %q, %v : tensor<1024x!tt.ptr<i32>, #b>
    tt.return
  }
}

// -----

// Along the dimension that a splat's elements repeat in, whatever the order of dimensions: one comparison for each row of a thread.

#b = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.target" = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func @rows(
  // CHECK-COUNT-2: llvm.icmp "slt"
  // CHECK-NOT: llvm.icmp
  // CHECK: llvm.return
  tt.func public @rows(%out: !tt.ptr<i32>, %size: i32) {
    %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %e = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %r = tt.broadcast %e : tensor<64x1xi32, #b> -> tensor<64x16xi32, #b>
    %n = tt.splat %size : i32 -> tensor<64x16xi32, #b>
    %m = arith.cmpi slt, %r, %n : tensor<64x16xi32, #b>
    %v = arith.select %m, %r, %n : tensor<64x16xi1, #b>, tensor<64x16xi32, #b>
    %p = tt.splat %out : !tt.ptr<i32> -> tensor<64x16x!tt.ptr<i32>, #b>
    %q = tt.addptr %p, %r : tensor<64x16x!tt.ptr<i32>, #b>, tensor<64x16xi32, #b>
    tt.store %q, %v : tensor<64x16x!tt.ptr<i32>, #b>
    tt.return
  }
}
