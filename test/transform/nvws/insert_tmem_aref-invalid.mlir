// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --nvws-insert-tmem-aref

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @no_token(%n: i32) {
    // expected-error @below {{has no token}}
    // expected-note @below {{the tensor memory is allocated here; each use of it needs the token of the one before}}
    %m = ttng.tmem_alloc : () -> !sums
    scf.for %i = %n to %n step %n : i32 {
      %x = ttng.tmem_load %m {ttg.partition = array<i32: 0>} : !sums -> !tile
    } {ttg.partition = array<i32: 0, 1>}
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @unused(%z: !tile) {
    // expected-error @below {{has a token that nobody uses}}
    // expected-note @below {{the tensor memory is allocated here}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %x = ttng.tmem_load %m {ttg.partition = array<i32: 0>} : !sums -> !tile
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @several(%n: i32) {
    // expected-note @below {{the tensor memory is allocated here}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    // expected-error @below {{uses tensor memory in several partitions}}
    %x, %u = ttng.tmem_load %m[%t] {ttg.partition = array<i32: 0, 1>} : !sums -> !tile
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @three(%n: i32) {
    // expected-error @below {{goes from one to another of 3 partitions, but at most two are supported}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %x, %u = ttng.tmem_load %m[%t] {ttg.partition = array<i32: 0>} : !sums -> !tile
    %y, %v = ttng.tmem_load %m[%u] {ttg.partition = array<i32: 1>} : !sums -> !tile
    %z, %w = ttng.tmem_load %m[%v] {ttg.partition = array<i32: 2>} : !sums -> !tile
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @twice() {
    // expected-note @below {{the tensor memory is allocated here}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %x, %u = ttng.tmem_load %m[%t] {ttg.partition = array<i32: 0>} : !sums -> !tile
    // expected-error @below {{shares its token with another use that is not another branch}}
    %y, %v = ttng.tmem_load %m[%t] {ttg.partition = array<i32: 1>} : !sums -> !tile
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @foreign() {
    // expected-note @below {{the tensor memory is allocated here}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %x, %u = ttng.tmem_load %m[%t] {ttg.partition = array<i32: 0>} : !sums -> !tile
    // expected-error @below {{takes a token of tensor memory, but does not use it}}
    "op"(%u) : (!ttg.async.token) -> ()
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @kept(%n: i32, %q: !ttg.async.token) {
    // expected-note @below {{the tensor memory is allocated here}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %r = scf.for %i = %n to %n step %n iter_args(%s = %t) -> (!ttg.async.token) : i32 {
      // expected-error @below {{has a token that its loop or conditional does not hand on}}
      %x, %u = ttng.tmem_load %m[%s] {ttg.partition = array<i32: 0>} : !sums -> !tile
      scf.yield %q : !ttg.async.token
    }
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @filled(%z: !tile) {
    // expected-error @below {{has no token, and is not used once}}
    // expected-note @below {{the tensor memory is allocated here}}
    %m = ttng.tmem_alloc %z : (!tile) -> !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory>
    %x = ttng.tmem_load %m {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory> -> !tile
    %y = ttng.tmem_load %m {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory> -> !tile
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @carried_twice(%n: i32) {
    // expected-note @below {{the tensor memory is allocated here}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    // expected-error @below {{carries a token that is not used once}}
    %r = scf.for %i = %n to %n step %n iter_args(%s = %t) -> (!ttg.async.token) : i32 {
      %x, %u = ttng.tmem_load %m[%s] {ttg.partition = array<i32: 0>} : !sums -> !tile
      %y, %v = ttng.tmem_load %m[%s] {ttg.partition = array<i32: 1>} : !sums -> !tile
      scf.yield %v : !ttg.async.token
    }
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @elsewhere(%n: i32, %q: !ttg.async.token) {
    // expected-note @below {{the tensor memory is allocated here}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %r:2 = scf.for %i = %n to %n step %n iter_args(%s = %t, %w = %q) -> (!ttg.async.token, !ttg.async.token) : i32 {
      %x, %u = ttng.tmem_load %m[%s] {ttg.partition = array<i32: 0>} : !sums -> !tile
      // expected-error @below {{hands on a token in another place}}
      scf.yield %w, %u : !ttg.async.token, !ttg.async.token
    }
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @two(%k: i1, %q: !ttg.async.token) {
    // expected-note @below {{the tensor memory is allocated here}}
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    // expected-error @below {{hands on two tokens}}
    %r:2 = scf.if %k -> (!ttg.async.token, !ttg.async.token) {
      %x, %u = ttng.tmem_load %m[%t] {ttg.partition = array<i32: 0>} : !sums -> !tile
      scf.yield %u, %q : !ttg.async.token, !ttg.async.token
    } else {
      %y, %v = ttng.tmem_load %m[%t] {ttg.partition = array<i32: 1>} : !sums -> !tile
      scf.yield %q, %v : !ttg.async.token, !ttg.async.token
    }
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @inside(%n: i32, %q: !ttg.async.token) {
    %r = scf.for %i = %n to %n step %n iter_args(%s = %q) -> (!ttg.async.token) : i32 {
      // expected-note @below {{the tensor memory is allocated here}}
      %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
      %x, %u = ttng.tmem_load %m[%t] {ttg.partition = array<i32: 0>} : !sums -> !tile
      // expected-error @below {{hands on the token of tensor memory that is allocated inside}}
      scf.yield %u : !ttg.async.token
    }
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @view(%z: !tile) {
    // expected-error @below {{has no token, and is used by another op}}
    // expected-note @below {{the tensor memory is allocated here}}
    %m = ttng.tmem_alloc %z {ttg.partition = array<i32: 0>} : (!tile) -> !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory>
    "other"(%m) {ttg.partition = array<i32: 1>} : (!ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory>) -> ()
    tt.return
  }
}
