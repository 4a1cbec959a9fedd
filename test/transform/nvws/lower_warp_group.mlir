// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --nvws-lower-warp-group | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // The first group has as many warps as the function: it becomes the default region, which sees what is around. The other one captures
  // %x, computes the constant and the tensor again, and reads %t, which cannot be computed again, from shared memory.
  // CHECK-LABEL: @default
  // CHECK-SAME: (%[[X:.*]]: i32)
  // CHECK: %[[T:.*]] = "make"
  // CHECK: %[[M:.*]] = ttg.local_alloc %[[T]] : (tensor<64xi32, #blocked>) -> !ttg.memdesc<64xi32, #shared, #smem>
  // CHECK: %[[R:.*]] = ttg.warp_specialize(%[[X]], %[[M]])
  // CHECK-NEXT: default {
  // CHECK-NEXT:   %[[OWN:.*]] = "own"(%[[X]], %[[T]])
  // CHECK-NEXT:   ttg.warp_yield %[[OWN]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: partition0(%[[PX:.*]]: i32, %[[PM:.*]]: !ttg.memdesc<64xi32, #shared, #smem>) num_warps(4) {
  // CHECK-NEXT:   %[[C:.*]] = arith.constant 7 : i32
  // CHECK-NEXT:   %[[PT:.*]] = ttg.local_load %[[PM]]
  // CHECK-NEXT:   %[[RANGE:.*]] = tt.make_range
  // CHECK-NEXT:   %[[SUM:.*]] = arith.addi %[[RANGE]], %[[RANGE]]
  // CHECK-NEXT:   "other"(%[[PX]], %[[C]], %[[PT]], %[[SUM]])
  // CHECK-NEXT:   ttg.warp_return
  // CHECK: "use"(%[[R]])
  tt.func @default(%x: i32) {
    %c = arith.constant 7 : i32
    %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #b>
    %sum = arith.addi %range, %range : tensor<64xi32, #b>
    %t = "make"() : () -> tensor<64xi32, #b>
    %r = nvws.warp_group
    partition0 num_warps(4) {
      %own = "own"(%x, %t) : (i32, tensor<64xi32, #b>) -> i32
      nvws.warp_group.yield %own : i32
    }
    partition1 num_warps(4) {
      "other"(%x, %c, %t, %sum) : (i32, i32, tensor<64xi32, #b>, tensor<64xi32, #b>) -> ()
      nvws.warp_group.return
    } : i32
    "use"(%r) : (i32) -> ()
    tt.return
  }

  // A partition reads the tensors that it uses, not those of others.
  // CHECK-LABEL: @own
  // CHECK: partition0({{.*}}) num_warps(4) {
  // CHECK-NEXT: %[[T:.*]] = ttg.local_load
  // CHECK-NEXT: "first"(%[[T]])
  // CHECK: partition1({{.*}}) num_warps(4) {
  // CHECK-NEXT: "second"()
  tt.func @own(%t: tensor<64xi32, #b>) {
    nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.return
    }
    partition1 num_warps(4) {
      "first"(%t) : (tensor<64xi32, #b>) -> ()
      nvws.warp_group.return
    }
    partition2 num_warps(4) {
      "second"() : () -> ()
      nvws.warp_group.return
    }
    tt.return
  }

  // What is computed again is so in its order, from whichever block it is.
  // CHECK-LABEL: @blocks
  // CHECK: partition0({{.*}}) num_warps(4) {
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<3>
  // CHECK-NEXT: %[[R:.*]] = tt.make_range
  // CHECK-NEXT: %[[S:.*]] = arith.addi %[[R]], %[[R]]
  // CHECK-NEXT: %[[P:.*]] = arith.muli %[[S]], %[[C]]
  // CHECK-NEXT: "other"(%[[P]], %[[C]])
  tt.func @blocks(%k: i1) {
    %c = arith.constant dense<3> : tensor<64xi32, #b>
    cf.cond_br %k, ^bb1, ^bb2
  ^bb1:
    tt.return
  ^bb2:
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #b>
    %s = arith.addi %r, %r : tensor<64xi32, #b>
    %p = arith.muli %s, %c : tensor<64xi32, #b>
    nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.return
    }
    partition1 num_warps(4) {
      "other"(%p, %c) : (tensor<64xi32, #b>, tensor<64xi32, #b>) -> ()
      nvws.warp_group.return
    }
    tt.return
  }

  // Otherwise the default region does nothing.
  // CHECK-LABEL: @all
  // CHECK: ttg.warp_specialize()
  // CHECK-NEXT: default {
  // CHECK-NEXT:   ttg.warp_yield
  // CHECK-NEXT: }
  // CHECK-NEXT: partition0() num_warps(8) {
  // CHECK-NEXT:   "first"
  // CHECK: partition1() num_warps(4) {
  // CHECK-NEXT:   "second"
  tt.func @all() {
    nvws.warp_group
    partition0 num_warps(8) {
      "first"() : () -> ()
      nvws.warp_group.return
    }
    partition1 num_warps(4) {
      "second"() : () -> ()
      nvws.warp_group.return
    }
    tt.return
  }
}
