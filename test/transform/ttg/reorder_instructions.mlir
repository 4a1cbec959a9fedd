// Ops that move, each beside one that stays.
// RUN: tern-opt %s --tritongpu-reorder-instructions --allow-unregistered-dialect | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#turned = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // Behind the last end of memory before the first use.
  // CHECK-LABEL: @sinks_conversion(
  // CHECK: ttg.local_dealloc
  // CHECK: "other"
  // CHECK: ttg.local_dealloc
  // CHECK-NEXT: ttg.convert_layout
  // CHECK: "use"
  // CHECK: ttg.local_dealloc
  tt.func @sinks_conversion(%x: tensor<32x32xf16, #blocked>, %m: !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) {
    %0 = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #columns>
    ttg.local_dealloc %m : !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    "other"() : () -> ()
    ttg.local_dealloc %m : !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    "use"(%0) : (tensor<32x32xf16, #columns>) -> ()
    ttg.local_dealloc %m : !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    tt.return
  }

  // An operand is read in the loop, another conversion before it, and one with two users too.
  // CHECK-LABEL: @sinks_into_loop(
  // CHECK: ttg.convert_layout %{{.*}} -> tensor<32x32xf16, #blocked1>
  // CHECK: ttg.convert_layout %{{.*}} -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 1,
  // CHECK: scf.for
  // CHECK: ttg.local_load
  // CHECK-NEXT: "use"
  // CHECK: ttg.convert_layout %{{.*}} -> tensor<32x32xf16, #ttg.dot_op<{opIdx = 0,
  // CHECK-NEXT: "use"
  tt.func @sinks_into_loop(%x: tensor<32x32xf16, #blocked>, %m: !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, %n: i32) {
    %0 = ttg.local_load %m : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #blocked>
    %1 = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %2 = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #columns>
    %3 = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #b>
    scf.for %i = %n to %n step %n : i32 {
      "use"(%0) : (tensor<32x32xf16, #blocked>) -> ()
      "use"(%1) : (tensor<32x32xf16, #a>) -> ()
      "use"(%2) : (tensor<32x32xf16, #columns>) -> ()
      "use"(%3) : (tensor<32x32xf16, #b>) -> ()
      "use"(%3) : (tensor<32x32xf16, #b>) -> ()
    }
    tt.return
  }

  // Memory right behind what fills it, but for what is the same everywhere; transposes behind their operand.
  // CHECK-LABEL: @hoists(
  // CHECK: %[[X:.*]] = "value"
  // CHECK-NEXT: %[[T:.*]] = tt.trans %[[X]]
  // CHECK-NEXT: %[[M:.*]] = ttg.local_alloc %[[X]]
  // CHECK-NEXT: ttg.memdesc_trans %[[M]]
  // CHECK-NEXT: tt.splat
  // CHECK-NEXT: "other"
  // CHECK-NEXT: ttg.local_alloc
  tt.func @hoists(%f: f16) {
    %x = "value"() : () -> tensor<32x32xf16, #blocked>
    %s = tt.splat %f : f16 -> tensor<32x32xf16, #blocked>
    "other"() : () -> ()
    %0 = ttg.local_alloc %x : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
    %1 = ttg.local_alloc %s : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
    %2 = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #columns>
    %3 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<32x32xf16, #shared, #smem> -> !ttg.memdesc<32x32xf16, #turned, #smem>
    "use"(%1, %2, %3) : (!ttg.memdesc<32x32xf16, #shared, #smem>, tensor<32x32xf16, #columns>, !ttg.memdesc<32x32xf16, #turned, #smem>) -> ()
    tt.return
  }

  // The second operand behind the first, unless something is written in between.
  // CHECK-LABEL: @orders_operands(
  // CHECK: ttg.local_load %{{.*}} -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 0,
  // CHECK-NEXT: ttg.local_load %{{.*}} -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 1,
  // CHECK: tt.dot
  // CHECK: ttg.local_load %{{.*}} -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 1,
  // CHECK: ttg.local_store
  // CHECK: ttg.local_load %{{.*}} -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 0,
  tt.func @orders_operands(%x: tensor<16x16xf16, #blocked>, %m: !ttg.memdesc<16x16xf16, #shared, #smem, mutable>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    %0 = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem, mutable> -> tensor<16x16xf16, #b>
    %1 = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem, mutable> -> tensor<16x16xf16, #a>
    %2 = tt.dot %1, %0, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    %3 = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem, mutable> -> tensor<16x16xf16, #b>
    ttg.local_store %x, %m : tensor<16x16xf16, #blocked> -> !ttg.memdesc<16x16xf16, #shared, #smem, mutable>
    %4 = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem, mutable> -> tensor<16x16xf16, #a>
    %5 = tt.dot %4, %3, %2 : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    tt.return %5 : tensor<16x16xf32, #mma>
  }
}
