// RUN: tern-opt %s --tritongpu-hoist-tmem-alloc --canonicalize --allow-unregistered-dialect | FileCheck %s
// RUN: tern-opt %s --tritongpu-hoist-tmem-alloc=hoist-out-of-if=true --canonicalize --allow-unregistered-dialect | FileCheck %s --check-prefix=OUTSIDE

#r = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#h = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem_a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
!a = !ttg.memdesc<128x64xf16, #s, #smem>
!at = !ttg.memdesc<128x64xf16, #tmem_a, #ttng.tensor_memory>
!b = !ttg.memdesc<64x128xf16, #s, #smem>
!c = tensor<128x128xf32, #r>
!d = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
!token = !ttg.async.token
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @sums
  // CHECK: %[[M:.*]], %[[T:.*]] = ttng.tmem_alloc : ()
  // CHECK: %[[S:.*]] = ttng.tmem_store %arg3, %[[M]][%[[T]]], %true
  // CHECK: %[[OUT:.*]] = scf.for {{.*}} iter_args(%[[K:.*]] = %[[S]]) -> (!ttg.async.token)
  // CHECK-NEXT: %[[U:.*]] = ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %[[M]][%[[K]]],
  // CHECK-NEXT: scf.yield %[[U]]
  // CHECK: %[[R:.*]], %{{.*}} = ttng.tmem_load %[[M]][%[[OUT]]]
  // CHECK: tt.return %[[R]]
  // OUTSIDE-LABEL: tt.func @sums
  // OUTSIDE: scf.for
  // OUTSIDE: ttng.tmem_alloc
  tt.func @sums(%a: !a, %b: !b, %n: i32, %c: !c) -> !c {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %c) -> (!c) : i32 {
      %d, %t = ttng.tmem_alloc %y : (!c) -> (!d, !token)
      %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !a, !b, !d
      %x, %v = ttng.tmem_load %d[%u] : !d -> !c
      scf.yield %x : !c
    }
    tt.return %r : !c
  }

  // Nothing says what comes after what.
  // CHECK-LABEL: tt.func @no_tokens
  // CHECK: scf.for
  // CHECK: %[[M:.*]] = ttng.tmem_alloc : ()
  // CHECK-NEXT: ttng.tmem_store %{{.*}}, %[[M]], %true
  tt.func @no_tokens(%a: !a, %b: !b, %n: i32, %c: !c) -> !c {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %c) -> (!c) : i32 {
      %d = ttng.tmem_alloc %y : (!c) -> !d
      ttng.tc_gen5_mma %a, %b, %d, %true, %true : !a, !b, !d
      %x = ttng.tmem_load %d : !d -> !c
      scf.yield %x : !c
    }
    tt.return %r : !c
  }

  // Two ops use the memory last.
  // CHECK-LABEL: tt.func @two_last_uses
  // CHECK: scf.for
  // CHECK: ttng.tmem_alloc
  tt.func @two_last_uses(%a: !a, %b: !b, %n: i32, %c: !c) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %d, %t = ttng.tmem_alloc %c : (!c) -> (!d, !token)
      %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !a, !b, !d
      %x, %v = ttng.tmem_load %d[%u] : !d -> !c
      %y, %w = ttng.tmem_load %d[%u] : !d -> !c
      "test.use"(%x, %y) : (!c, !c) -> ()
    }
    tt.return
  }

  // The operand that is the same in all iterations, with the conversion before it.
  // CHECK-LABEL: tt.func @same_operand
  // CHECK: %[[X:.*]] = arith.truncf %arg0
  // CHECK: %[[A:.*]] = ttng.tmem_alloc %[[X]]
  // CHECK: scf.for
  // CHECK: ttng.tc_gen5_mma %[[A]]
  tt.func @same_operand(%x: tensor<128x64xf32, #h>, %b: !b, %n: i32, %c: !c) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %h = arith.truncf %x : tensor<128x64xf32, #h> to tensor<128x64xf16, #h>
      %a = ttng.tmem_alloc %h : (tensor<128x64xf16, #h>) -> !at
      %d, %t = ttng.tmem_alloc %c : (!c) -> (!d, !token)
      %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !at, !b, !d
      %y, %v = ttng.tmem_load %d[%u] : !d -> !c
      "test.use"(%y) : (!c) -> ()
    }
    tt.return
  }

  // What was there is not written again.
  // CHECK-LABEL: tt.func @select
  // CHECK: scf.for {{.*}} iter_args(%[[K:.*]] = %{{.*}})
  // CHECK: %[[U:.*]] = ttng.tc_gen5_mma
  // CHECK: %[[NOT:.*]] = arith.xori %arg4, %true
  // CHECK-NOT: ttng.tmem_load
  // CHECK: %[[S:.*]] = ttng.tmem_store %arg3, %{{.*}}[%[[U]]], %[[NOT]]
  // CHECK: scf.yield %[[S]]
  tt.func @select(%a: !a, %b: !b, %n: i32, %c: !c, %keep: i1) -> !c {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %c) -> (!c) : i32 {
      %d, %t = ttng.tmem_alloc %y : (!c) -> (!d, !token)
      %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !a, !b, !d
      %x, %v = ttng.tmem_load %d[%u] : !d -> !c
      %z = arith.select %keep, %x, %c : !c
      scf.yield %z : !c
    }
    tt.return %r : !c
  }

  // A load goes where it is needed, and its token comes back out.
  // CHECK-LABEL: tt.func @sinks
  // CHECK: scf.for {{.*}} iter_args(%[[K:.*]] = %{{.*}})
  // CHECK: %[[U:.*]] = ttng.tc_gen5_mma
  // CHECK: %[[JOINED:.*]] = scf.if %arg3 -> (!ttg.async.token)
  // CHECK: %[[X:.*]], %[[V:.*]] = ttng.tmem_load %{{.*}}[%[[U]]]
  // CHECK: "test.use"(%[[X]])
  // CHECK: scf.yield %[[V]]
  // CHECK: else
  // CHECK: scf.yield %[[U]]
  // CHECK: scf.yield %[[JOINED]]
  tt.func @sinks(%a: !a, %b: !b, %n: i32, %is_last: i1, %c: !c) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %d, %t = ttng.tmem_alloc %c : (!c) -> (!d, !token)
    scf.for %i = %c0 to %n step %c1 iter_args(%k = %t) -> (!token) : i32 {
      %u = ttng.tc_gen5_mma %a, %b, %d[%k], %true, %true : !a, !b, !d
      %x, %v = ttng.tmem_load %d[%u] : !d -> !c
      scf.if %is_last {
        "test.use"(%x) : (!c) -> ()
      }
      scf.yield %v : !token
    }
    tt.return
  }

  // Out of a conditional whose other branch gives what the memory begins with.
  // OUTSIDE-LABEL: tt.func @conditional
  // OUTSIDE: %[[M:.*]], %[[T:.*]] = ttng.tmem_alloc
  // OUTSIDE: %[[S:.*]] = ttng.tmem_store %arg2, %[[M]][%[[T]]]
  // OUTSIDE: %[[JOINED:.*]] = scf.if %arg3 -> (!ttg.async.token)
  // OUTSIDE: %[[U:.*]] = ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %[[M]][%[[S]]]
  // OUTSIDE: scf.yield %[[U]]
  // OUTSIDE: else
  // OUTSIDE: scf.yield %[[S]]
  // OUTSIDE: %[[R:.*]], %{{.*}} = ttng.tmem_load %[[M]][%[[JOINED]]]
  // OUTSIDE: tt.return %[[R]]
  // CHECK-LABEL: tt.func @conditional
  // CHECK: scf.if
  // CHECK: ttng.tmem_alloc
  tt.func @conditional(%a: !a, %b: !b, %c: !c, %p: i1) -> !c {
    %true = arith.constant true
    %r = scf.if %p -> (!c) {
      %d, %t = ttng.tmem_alloc %c : (!c) -> (!d, !token)
      %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !a, !b, !d
      %x, %v = ttng.tmem_load %d[%u] : !d -> !c
      scf.yield %x : !c
    } else {
      scf.yield %c : !c
    }
    tt.return %r : !c
  }

  // A product goes on with the memory of the one before.
  // OUTSIDE-LABEL: tt.func @one_after_the_other
  // OUTSIDE: ttng.tmem_alloc
  // OUTSIDE-NOT: ttng.tmem_alloc
  // OUTSIDE: %[[U:.*]] = ttng.tc_gen5_mma
  // OUTSIDE-NEXT: %[[V:.*]] = ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %{{.*}}[%[[U]]]
  // OUTSIDE-NEXT: ttng.tmem_load %{{.*}}[%[[V]]]
  tt.func @one_after_the_other(%a: !a, %b: !b, %c: !c) -> !c {
    %true = arith.constant true
    %d, %t = ttng.tmem_alloc %c : (!c) -> (!d, !token)
    %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !a, !b, !d
    %x, %v = ttng.tmem_load %d[%u] : !d -> !c
    %e, %w = ttng.tmem_alloc %x : (!c) -> (!d, !token)
    %z = ttng.tc_gen5_mma %a, %b, %e[%w], %true, %true : !a, !b, !d
    %y, %o = ttng.tmem_load %e[%z] : !d -> !c
    tt.return %y : !c
  }
}
