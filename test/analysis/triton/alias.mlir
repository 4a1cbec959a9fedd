// RUN: tern-opt %s --test-print-alias --verify-diagnostics -o /dev/null

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#s2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!m = !ttg.memdesc<64xf32, #s, #smem, mutable>
!m2 = !ttg.memdesc<2x64xf32, #s2, #smem, mutable>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @views(%i: i32, %given: !m) {
    // expected-remark @below {{%0 -> %0}}
    %a = ttg.local_alloc : () -> !m2
    // expected-remark @below {{%1 -> %0}}
    %b = ttg.memdesc_index %a[%i] : !m2 -> !m
    // expected-remark @below {{%2 -> %0}}
    %c = ttg.memdesc_subslice %b[0] : !m -> !ttg.memdesc<32xf32, #s, #smem, mutable, 64>
    %d = ttg.memdesc_subslice %given[0] : !m -> !ttg.memdesc<32xf32, #s, #smem, mutable, 64>
    tt.return
  }

  tt.func @choices(%c: i1) {
    // expected-remark @below {{%0 -> %0}}
    %a = ttg.local_alloc : () -> !m
    // expected-remark @below {{%1 -> %1}}
    %b = ttg.local_alloc : () -> !m
    // expected-remark @below {{%2 -> %0,%1}}
    %s = arith.select %c, %a, %b : !m
    // expected-remark @below {{%3 -> %0,%1}}
    %r = scf.if %c -> !m {
      scf.yield %a : !m
    } else {
      scf.yield %b : !m
    }
    // expected-remark @below {{%4 -> %0}}
    %only = scf.if %c -> !m {
      scf.yield %a : !m
    } else {
      %none = ub.poison : !m
      scf.yield %none : !m
    }
    tt.return
  }

  tt.func @loops(%n: index) {
    // expected-remark @below {{%0 -> %0}}
    %a = ttg.local_alloc : () -> !m
    // expected-remark @below {{%1 -> %1}}
    %b = ttg.local_alloc : () -> !m
    // expected-remark @below {{%2 -> %2}}
    %c = ttg.local_alloc : () -> !m
    // What the values begin as, and what they may be behind the loop: each turn moves all on by one.
    // expected-remark @below {{%arg2 -> %0}}
    // expected-remark @below {{%arg3 -> %1}}
    // expected-remark @below {{%3#0 -> %0,%1}}
    // expected-remark @below {{%3#1 -> %1}}
    %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b) -> (!m, !m) {
      scf.yield %y, %y : !m, !m
    }
    // expected-remark @below {{%4 -> %2}}
    %w = scf.while (%x = %c) : (!m) -> !m {
      %t = "test.condition"() : () -> i1
      scf.condition(%t) %x : !m
    } do {
    ^bb0(%x: !m):
      scf.yield %x : !m
    }
    tt.return
  }

  tt.func @blocks(%c: i1) {
    // expected-remark @below {{%0 -> %0}}
    %a = ttg.local_alloc : () -> !m
    // expected-remark @below {{%1 -> %1}}
    %b = ttg.local_alloc : () -> !m
    cf.cond_br %c, ^left(%a : !m), ^right(%b : !m)
  ^left(%x: !m):
    // expected-remark @below {{%2 -> %0}}
    cf.br ^right(%x : !m)
  ^right(%y: !m):
    // expected-remark @below {{%4 -> %0,%1}}
    %v = ttg.memdesc_subslice %y[0] : !m -> !ttg.memdesc<32xf32, #s, #smem, mutable, 64>
    tt.return
  }

  tt.func @partitions() {
    // expected-remark @below {{%0 -> %0}}
    %a = ttg.local_alloc : () -> !m
    // expected-remark @below {{%1 -> %0}}
    %r = ttg.warp_specialize(%a)
    default {
      ttg.warp_yield %a : !m
    }
    partition0(%p: !m) num_warps(4) {
      // expected-remark @below {{%2 -> %0}}
      %v = ttg.memdesc_subslice %p[0] : !m -> !ttg.memdesc<32xf32, #s, #smem, mutable, 64>
      ttg.warp_return
    } : (!m) -> !m
    tt.return
  }
}
