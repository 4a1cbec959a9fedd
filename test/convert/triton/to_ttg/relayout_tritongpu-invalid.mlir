// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --relayout-tritongpu

// expected-error @below {{has no attribute 'ttg.num-warps'}}
module {
}

// -----

#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @warps(%m: !ttg.memdesc<128x32xf32, #columns, #ttng.tensor_memory, mutable>) {
    // expected-error @below {{has no encoding in which 2 warps reach its tensor memory}}
    // expected-note @below {{four warps and more see all rows}}
    %r = ttng.tmem_load %m : !ttg.memdesc<128x32xf32, #columns, #ttng.tensor_memory, mutable> -> tensor<128x32xf32>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @wait(%x: tensor<64x64xf32>) {
    // expected-error @below {{has a tensor without an encoding, and none is known for it}}
    // expected-note @below {{tensors of tmem_alloc, tmem_load, tmem_store, async_tma_gather and async_tma_scatter get encodings}}
    %r = ttng.warp_group_dot_wait %x {pendings = 0 : i32} : tensor<64x64xf32>
    tt.return
  }
}
