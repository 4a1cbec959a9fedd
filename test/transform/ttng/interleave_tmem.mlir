// RUN: tern-opt %s --triton-nvidia-interleave-tmem --allow-unregistered-dialect | FileCheck %s

#r = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#h = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
#part = #ttng.tensor_memory_encoding<blockM = 128, blockN = 16, colStride = 1>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!m = !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
!p = !ttg.memdesc<128x16xf32, #part, #ttng.tensor_memory, mutable, 128x32>
!two = !ttg.memdesc<2x128x32xf32, #tmem, #ttng.tensor_memory, mutable>
!t = tensor<128x32xf32, #r>
!th = tensor<128x16xf32, #h>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // The load from %b goes with its user behind the store to other memory, but not behind the store to its own; and %a is allocated where it
  // is first used.
  // CHECK-LABEL: tt.func @allocations
  // CHECK: %[[B:.*]] = ttng.tmem_alloc
  // CHECK-NEXT: %[[A:.*]] = ttng.tmem_alloc
  // CHECK-NEXT: %[[X:.*]] = ttng.tmem_load %[[A]]
  // CHECK: %[[F:.*]] = arith.negf %[[X]]
  // CHECK-NEXT: ttng.tmem_store %[[F]], %[[A]]
  // CHECK-NEXT: %[[Y:.*]] = ttng.tmem_load %[[B]]
  // CHECK-NEXT: %[[G:.*]] = math.exp2 %[[Y]]
  // CHECK-NEXT: ttng.tmem_store %arg0, %[[B]]
  // CHECK-NEXT: "test.use"(%[[G]])
  tt.func @allocations(%t: !t) {
    %true = arith.constant true
    %a = ttng.tmem_alloc : () -> !m
    %b = ttng.tmem_alloc : () -> !m
    %y = ttng.tmem_load %b : !m -> !t
    %g = math.exp2 %y : !t
    %x = ttng.tmem_load %a : !m -> !t
    %f = arith.negf %x : !t
    ttng.tmem_store %f, %a, %true : !t -> !m
    ttng.tmem_store %t, %b, %true : !t -> !m
    "test.use"(%g) : (!t) -> ()
    tt.return
  }

  // Halves of columns, and elements of an array by numbers that are known, are not the same memory. Others may be.
  // CHECK-LABEL: tt.func @parts
  // CHECK: ttng.tmem_store %{{.*}}, %[[HIGH:.*]], %true : tensor<128x16xf32
  // CHECK-NEXT: ttng.tmem_load
  // CHECK-NEXT: "test.use"
  // CHECK: ttng.tmem_store %{{.*}}, %[[ONE:.*]], %true : tensor<128x32xf32
  // CHECK-NEXT: ttng.tmem_load
  // CHECK-NEXT: "test.use"
  // CHECK: ttng.tmem_load
  // CHECK-NEXT: ttng.tmem_store
  // CHECK: ttng.tmem_load
  // CHECK-NEXT: ttng.tmem_store
  tt.func @parts(%t: !t, %th: !th, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = ttng.tmem_alloc : () -> !m
    %low = ttng.tmem_subslice %a {N = 0 : i32} : !m -> !p
    %high = ttng.tmem_subslice %a {N = 16 : i32} : !m -> !p
    %0 = ttng.tmem_load %low : !p -> !th
    ttng.tmem_store %th, %high, %true : !th -> !p
    "test.use"(%0) : (!th) -> ()
    %b = ttng.tmem_alloc : () -> !two
    %zero = ttg.memdesc_index %b[%c0] : !two -> !m
    %one = ttg.memdesc_index %b[%c1] : !two -> !m
    %any = ttg.memdesc_index %b[%n] : !two -> !m
    %1 = ttng.tmem_load %zero : !m -> !t
    ttng.tmem_store %t, %one, %true : !t -> !m
    "test.use"(%1) : (!t) -> ()
    %2 = ttng.tmem_load %zero : !m -> !t
    ttng.tmem_store %t, %any, %true : !t -> !m
    "test.use"(%2) : (!t) -> ()
    %3 = ttng.tmem_load %low : !p -> !th
    ttng.tmem_store %t, %a, %true : !t -> !m
    "test.use"(%3) : (!th) -> ()
    tt.return
  }

  // Memory that comes from elsewhere may be any.
  // CHECK-LABEL: tt.func @unknown
  // CHECK: ttng.tmem_load
  // CHECK-NEXT: ttng.tmem_store
  tt.func @unknown(%t: !t, %a: !m) {
    %true = arith.constant true
    %b = ttng.tmem_alloc : () -> !m
    %0 = ttng.tmem_load %b : !m -> !t
    ttng.tmem_store %t, %a, %true : !t -> !m
    "test.use"(%0) : (!t) -> ()
    tt.return
  }

  // Not behind a barrier that gives the memory away, ops that may do anything, or the end of the block; stores to shared memory, and loops
  // that write other memory, are passed.
  // CHECK-LABEL: tt.func @barriers
  // CHECK: ttng.tmem_load
  // CHECK-NEXT: ttng.arrive_barrier
  // CHECK: ttng.tmem_load
  // CHECK-NEXT: "test.any"
  // CHECK: scf.for
  // CHECK: ttng.tmem_load
  // CHECK-NEXT: "test.use"
  // CHECK: ttng.tmem_load
  // CHECK-NEXT: scf.for
  tt.func @barriers(%t: !t, %bar: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %s: !ttg.memdesc<128x32xf32, #s, #smem, mutable>,
                    %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = ttng.tmem_alloc : () -> !m
    %b = ttng.tmem_alloc : () -> !m
    %0 = ttng.tmem_load %a : !m -> !t
    ttg.local_store %t, %s : !t -> !ttg.memdesc<128x32xf32, #s, #smem, mutable>
    ttng.arrive_barrier %bar, 1 : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    "test.use"(%0) : (!t) -> ()
    %1 = ttng.tmem_load %a : !m -> !t
    "test.any"() : () -> ()
    "test.use"(%1) : (!t) -> ()
    %2 = ttng.tmem_load %a : !m -> !t
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.tmem_store %t, %b, %true : !t -> !m
    }
    "test.use"(%2) : (!t) -> ()
    %3 = ttng.tmem_load %a : !m -> !t
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.tmem_store %t, %a, %true : !t -> !m
    }
    "test.use"(%3) : (!t) -> ()
    tt.return
  }

  // What warps are given is what was given to them.
  // CHECK-LABEL: tt.func @captures
  // CHECK: partition0(%[[X:.*]]: {{.*}}, %[[Y:.*]]:
  // CHECK: ttng.tmem_store %{{.*}}, %[[Y]]
  // CHECK-NEXT: %[[L:.*]] = ttng.tmem_load %[[X]]
  // CHECK-NEXT: "test.use"(%[[L]])
  tt.func @captures() {
    %a = ttng.tmem_alloc : () -> !m
    %b = ttng.tmem_alloc : () -> !m
    ttg.warp_specialize(%a, %b)
    default {
      ttg.warp_yield
    }
    partition0(%x: !m, %y: !m) num_warps(4) {
      %ptrue = arith.constant true
      %z = arith.constant dense<0.0> : !t
      %0 = ttng.tmem_load %x : !m -> !t
      ttng.tmem_store %z, %y, %ptrue : !t -> !m
      "test.use"(%0) : (!t) -> ()
      ttg.warp_return
    } : (!m, !m) -> ()
    tt.return
  }
}
