// RUN: tern-opt %s --split-input-file --tritongpu-allocate-warp-groups --verify-diagnostics | FileCheck %s

// CHECK: module attributes {"ttg.num-warps" = 8 : i32, "ttg.total-num-warps" = 8 : i32}
module attributes {"ttg.num-warps" = 8 : i32} {}

// -----

// CHECK: module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 12 : i32}
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @fills_up
  tt.func @fills_up(%x: i32) {
    // Three of eight warps are missing: two, and one.
    // CHECK: ttg.warp_specialize(%{{.*}}) attributes {warpGroupStartIds = array<i32: 10, 4, 8, 11>}
    // CHECK: partition1(%{{.*}}: i32) num_warps(4)
    // CHECK: partition2(%{{.*}}: i32) num_warps(2) {
    // CHECK-NEXT: ttg.warp_return
    // CHECK: partition3(%{{.*}}: i32) num_warps(1) {
    // CHECK-NEXT: ttg.warp_return
    // CHECK-NOT: partition4
    ttg.warp_specialize(%x)
    default {
      ttg.warp_yield
    }
    partition0(%y: i32) num_warps(1) {
      ttg.warp_return
    }
    partition1(%y: i32) num_warps(4) {
      ttg.warp_return
    } : (i32) -> ()
    tt.return
  }

  // Whole groups stay as they are.
  // CHECK-LABEL: tt.func @is_full
  tt.func @is_full() {
    // CHECK: ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4>}
    // CHECK: partition0() num_warps(8)
    // CHECK-NOT: partition1
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    }
    partition0() num_warps(8) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

// Each of 12 warps may have 168 registers. Partitions of a group get as many as the one that wants most, in steps of 8.
// CHECK: module attributes {ttg.maxnreg = 168 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 12 : i32}
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @registers() {
    // CHECK: actualRegisters = array<i32: 424, 56, 56, 24, 24>
    // CHECK-SAME: requestedRegisters = array<i32: 33, 50, 20, 16>
    // CHECK-SAME: warpGroupStartIds = array<i32: 4, 6, 8, 10>
    ttg.warp_specialize() attributes {requestedRegisters = array<i32: 33, 50, 20, 16>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(2) {
      ttg.warp_return
    }
    partition1() num_warps(2) {
      ttg.warp_return
    }
    partition2() num_warps(2) {
      ttg.warp_return
    }
    partition3() num_warps(2) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

// What the module says holds; where too little is left for the default warps, nobody gets anything.
// CHECK: module attributes {ttg.maxnreg = 64 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32}
module attributes {"ttg.num-warps" = 4 : i32, ttg.maxnreg = 64 : i32} {
  tt.func @too_few() {
    // CHECK: ttg.warp_specialize() attributes {requestedRegisters = array<i32: 120>, warpGroupStartIds = array<i32: 4>}
    ttg.warp_specialize() attributes {requestedRegisters = array<i32: 120>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

// expected-error @+2 {{'builtin.module' op does not say how many warps a program has}}
// expected-note @+1 {{set 'ttg.num-warps'}}
module {}
