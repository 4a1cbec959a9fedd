// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --nvws-lower-warp-group

module {
  tt.func @warps() {
    // expected-error @below {{is in a module without 'ttg.num-warps'}}
    nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.return
    }
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @results(%x: i32) {
    // expected-error @below {{has results, but its first group has not as many warps as the function}}
    // expected-note @below {{results are those of the default region, which the function's own 4 warps run}}
    %r = nvws.warp_group
    partition0 num_warps(8) {
      nvws.warp_group.yield %x : i32
    } : i32
    tt.return
  }
}
