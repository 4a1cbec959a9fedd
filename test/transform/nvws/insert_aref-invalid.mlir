// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --nvws-insert-aref

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @pointer(%n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      // expected-error @below {{makes a value of type '!tt.ptr<f32>' for another partition}}
      // expected-note @below {{tensors, numbers and memory of ttg.local_alloc can be handed over}}
      %t = "make"() {ttg.partition = array<i32: 1>} : () -> !tt.ptr<f32>
      "other"(%t) {ttg.partition = array<i32: 0>} : (!tt.ptr<f32>) -> ()
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @load(%n: i32, %p: tensor<128x!tt.ptr<f32>, #b>) {
    scf.for %i = %n to %n step %n : i32 {
      // expected-error @below {{loads from pointers for another partition, which is not supported yet}}
      // expected-note @below {{load by a descriptor, or in the partition that uses it}}
      %t = tt.load %p {ttg.partition = array<i32: 1>} : tensor<128x!tt.ptr<f32>, #b>
      "other"(%t) {ttg.partition = array<i32: 0>} : (tensor<128xf32, #b>) -> ()
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @descriptor(%n: i32, %d: !tt.tensordesc<tensor<64x64xf16>>) {
    scf.for %i = %n to %n step %n : i32 {
      // expected-error @below {{has a descriptor without an encoding of shared memory}}
      // expected-note @below {{run --triton-nvidia-optimize-descriptor-encoding first}}
      %t = tt.descriptor_load %d[%i, %i] {ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #b>
      "other"(%t) {ttg.partition = array<i32: 0>} : (tensor<64x64xf16, #b>) -> ()
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
