// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --convert-warp-specialize-to-llvm

// expected-error @below {{module missing 'ttg.total-num-warps' attribute}}
module attributes {"ttg.num-warps" = 4 : i32} {
  llvm.func @total() {
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}

// -----

// expected-error @below {{expected 'ttg.num-warps' to be from 1 to 'ttg.total-num-warps'}}
module attributes {"ttg.num-warps" = 8 : i32, "ttg.total-num-warps" = 4 : i32} {
  llvm.func @fewer() {
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32>}
    default {
      ttg.warp_yield
    } : () -> ()
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.func @places() {
    // expected-error @below {{has no 'warpGroupStartIds' for its 1 partitions}}
    // expected-note @below {{run --tritongpu-allocate-warp-groups first}}
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.func @overlap() {
    // expected-error @below {{partition #0 has warps 6 to 9, but those that are free are 4 to 7}}
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 6>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.func @registers() {
    // expected-error @below {{has 'actualRegisters', but the module has no 'ttg.maxnreg'}}
    ttg.warp_specialize() attributes {actualRegisters = array<i32: 128, 128>, warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}

// -----

module attributes {ttg.maxnreg = 128 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.func @count() {
    // expected-error @below {{has 1 'actualRegisters' for 1 partitions and the default region}}
    ttg.warp_specialize() attributes {actualRegisters = array<i32: 128>, warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}

// -----

// expected-error @below {{'ttg.maxnreg' = 8 leaves a warp too few registers}}
module attributes {ttg.maxnreg = 8 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.func @few() {
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 20 : i32} {
  // expected-error @below {{cannot support more than 14 warp group partitions}}
  llvm.func @many() {
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(1) { ttg.warp_return }
    partition1() num_warps(1) { ttg.warp_return }
    partition2() num_warps(1) { ttg.warp_return }
    partition3() num_warps(1) { ttg.warp_return }
    partition4() num_warps(1) { ttg.warp_return }
    partition5() num_warps(1) { ttg.warp_return }
    partition6() num_warps(1) { ttg.warp_return }
    partition7() num_warps(1) { ttg.warp_return }
    partition8() num_warps(1) { ttg.warp_return }
    partition9() num_warps(1) { ttg.warp_return }
    partition10() num_warps(1) { ttg.warp_return }
    partition11() num_warps(1) { ttg.warp_return }
    partition12() num_warps(1) { ttg.warp_return }
    partition13() num_warps(1) { ttg.warp_return }
    partition14() num_warps(1) { ttg.warp_return }
    : () -> ()
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.func internal @callee() attributes {sym_visibility = "private"} {
    nvvm.barrier0
    llvm.return
  }
  llvm.func @caller() {
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-error @below {{calls a function with barriers from a kernel with partitions of warps}}
      // expected-note @below {{inline the function (--inline)}}
      llvm.call @callee() : () -> ()
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.func @type() {
    %t = "make"() : () -> tensor<4xf32>
    // expected-error @below {{hands over a value of type 'tensor<4xf32>', which has no form in LLVM}}
    ttg.warp_specialize(%t) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0(%x: tensor<4xf32>) num_warps(4) {
      ttg.warp_return
    } : (tensor<4xf32>) -> ()
    llvm.return
  }
}
