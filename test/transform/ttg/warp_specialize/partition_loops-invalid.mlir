// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --tritongpu-partition-loops

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @tag(%n: i32) {
    // expected-error @below {{needs the attributes 'ttg.partition.stages' and 'ttg.warp_specialize.tag'}}
    scf.for %i = %n to %n step %n : i32 {
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32]}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @stage(%n: i32) {
    // expected-error @below {{partition stages attribute 'ttg.partition.stages' has invalid element -1 : i32}}
    scf.for %i = %n to %n step %n : i32 {
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, -1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @index(%n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      // expected-error @below {{invalid partition index 2}}
      "a"() {ttg.partition = array<i32: 2>} : () -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @missing(%n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      // expected-error @below {{does not have expected attribute ttg.partition}}
      "a"() : () -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module {
  tt.func @warps(%n: i32) {
    // expected-error @below {{is in a module without 'ttg.num-warps'}}
    scf.for %i = %n to %n step %n : i32 {
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
