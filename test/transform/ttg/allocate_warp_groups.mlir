// RUN: tern-opt %s --split-input-file --tritongpu-allocate-warp-groups | FileCheck %s

// CHECK: module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 4 : i32}
module attributes {"ttg.num-warps" = 4 : i32} {
}

// -----

// Seven warps are missing to a number of groups: partitions of four, two, and one.
// CHECK: module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 24 : i32}
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @two
  tt.func @two(%x: i32) {
    // CHECK: ttg.warp_specialize(%{{.*}}) attributes {warpGroupStartIds = array<i32: 22, 4, 12, 16, 20, 23>}
    // CHECK: partition3(%{{.*}}: i32) num_warps(4)
    // CHECK-NEXT: ttg.warp_return
    // CHECK: partition4(%{{.*}}: i32) num_warps(2)
    // CHECK: partition5(%{{.*}}: i32) num_warps(1)
    ttg.warp_specialize(%x)
    default {
      ttg.warp_yield
    }
    partition0(%a: i32) num_warps(1) {
      ttg.warp_return
    }
    partition1(%a: i32) num_warps(8) {
      ttg.warp_return
    }
    partition2(%a: i32) num_warps(4) {
      ttg.warp_return
    } : (i32) -> ()
    // CHECK: ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4, 20>}
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    }
    partition0() num_warps(16) {
      ttg.warp_return
    }
    partition1() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

// All of a group get what the greediest of it asks for, and the function gets what is left.
// CHECK: module attributes {ttg.maxnreg = 168 : i32
module attributes {"ttg.num-warps" = 8 : i32} {
  tt.func @give() {
    // CHECK: actualRegisters = array<i32: 208, 80, 80, 80>
    ttg.warp_specialize() attributes {requestedRegisters = array<i32: 48, 77, 48>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(1) {
      ttg.warp_return
    }
    partition1() num_warps(2) {
      ttg.warp_return
    }
    partition2() num_warps(1) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

// CHECK: module attributes {ttg.maxnreg = 128 : i32
module attributes {"ttg.num-warps" = 8 : i32} {
  tt.func @take() {
    // CHECK: actualRegisters = array<i32: 64, 192>
    ttg.warp_specialize() attributes {requestedRegisters = array<i32: 192>}
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

// A partition that does nothing asks for little. The function would be left with less than it must have: nothing is moved.
// CHECK: module attributes {ttg.maxnreg = 64 : i32
module attributes {ttg.maxnreg = 64 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @too_much
  tt.func @too_much() {
    // CHECK-NOT: actualRegisters
    // CHECK: requestedRegisters = array<i32: 240, 16>
    ttg.warp_specialize() attributes {requestedRegisters = array<i32: 240>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(2) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}
