// RUN: tern-opt %s --split-input-file --tritongpu-allocate-warp-groups --verify-diagnostics

// expected-error @below {{expected 'ttg.num-warps' to be set to a number of warps}}
module {
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @requests() {
    // expected-error @below {{has 1 partitions but `requestedRegisters` has 2 elements}}
    ttg.warp_specialize() attributes {requestedRegisters = array<i32: 24, 24>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(2) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}
