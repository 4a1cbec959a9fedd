// RUN: tern-opt %s --split-input-file --test-print-allocation --verify-diagnostics -o /dev/null
// RUN: not tern-opt %s --split-input-file --test-print-allocation=get-scratch-size-function=ValidConstant 2>&1 | FileCheck %s

// Whatever ops need, all get the same.
// CHECK: remark: scratch offset = {{[0-9]+}}, size = 128
// CHECK-NOT: scratch offset = {{[0-9]+}}, size = 256

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#copies = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [0]], warp = [[16], [32]], block = []}>
#one_warp = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#padded = #ttg.padded_shared<[64:+4, 128:+8] {order = [0], shape = [256]}>
#packed = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#smem = #ttg.shared_memory
!m256 = !ttg.memdesc<256xi8, #s, #smem, mutable>
!m512 = !ttg.memdesc<512xi8, #s, #smem, mutable>
module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-remark @below {{shares}}
  // expected-remark @below {{size = 512}}
  tt.func @shares() {
    // expected-remark @below {{offset = 0, size = 256}}
    %a = ttg.local_alloc : () -> !m256
    ttg.local_dealloc %a : !m256
    // expected-remark @below {{offset = 0, size = 512}}
    %b = ttg.local_alloc : () -> !m512
    ttg.local_dealloc %b : !m512
    tt.return
  }

  // What is freed before a loop of blocks shares memory with what the loop uses.
  // expected-remark @below {{between_blocks}}
  // expected-remark @below {{size = 512}}
  tt.func @between_blocks(%c: i1) {
    // expected-remark @below {{offset = 0, size = 512}}
    %a = ttg.local_alloc : () -> !m512
    cf.br ^first
  ^first:
    %x = ttg.memdesc_subslice %a[0] : !m512 -> !ttg.memdesc<256xi8, #s, #smem, mutable, 512>
    cf.cond_br %c, ^first, ^between
  ^between:
    ttg.local_dealloc %a : !m512
    // expected-remark @below {{offset = 0, size = 256}}
    %b = ttg.local_alloc : () -> !m256
    cf.br ^second
  ^second:
    cf.cond_br %c, ^second, ^end
  ^end:
    ttg.local_dealloc %b : !m256
    tt.return
  }

  // expected-remark @below {{keeps_apart}}
  // expected-remark @below {{size = 768}}
  tt.func @keeps_apart() {
    // expected-remark @below {{offset = 512, size = 256}}
    %a = ttg.local_alloc : () -> !m256
    // expected-remark @below {{offset = 0, size = 512}}
    %b = ttg.local_alloc : () -> !m512
    ttg.local_dealloc %a : !m256
    ttg.local_dealloc %b : !m512
    tt.return
  }

  // What a loop uses lives until the loop ends.
  // expected-remark @below {{loop}}
  // expected-remark @below {{size = 768}}
  tt.func @loop(%n: index) {
    // expected-remark @below {{offset = 512, size = 256}}
    %a = ttg.local_alloc : () -> !m256
    scf.for %i = %n to %n step %n {
      %v = ttg.local_load %a : !m256 -> tensor<256xi8, #line>
      // expected-remark @below {{offset = 0, size = 512}}
      %b = ttg.local_alloc : () -> !m512
      ttg.local_dealloc %b : !m512
    }
    tt.return
  }

  // Both branches may use the same.
  // expected-remark @below {{branches}}
  // expected-remark @below {{size = 256}}
  tt.func @branches(%c: i1) {
    scf.if %c {
      // expected-remark @below {{offset = 0, size = 256}}
      %a = ttg.local_alloc : () -> !m256
      ttg.local_dealloc %a : !m256
    } else {
      // expected-remark @below {{offset = 0, size = 256}}
      %a = ttg.local_alloc : () -> !m256
      ttg.local_dealloc %a : !m256
    }
    tt.return
  }

  // A value of a block keeps what it may be alive.
  // expected-remark @below {{blocks}}
  // expected-remark @below {{size = 768}}
  tt.func @blocks(%c: i1) {
    // expected-remark @below {{offset = 512, size = 256}}
    %a = ttg.local_alloc : () -> !m256
    cf.br ^next(%a : !m256)
  ^next(%x: !m256):
    // expected-remark @below {{offset = 0, size = 512}}
    %b = ttg.local_alloc : () -> !m512
    ttg.local_dealloc %b : !m512
    cf.cond_br %c, ^next(%x : !m256), ^end
  ^end:
    tt.return
  }

  // Reductions and scans across warps, gathers from other warps, histograms and atomics with copies need memory of their own; others do
  // not.
  // expected-remark @below {{scratch}}
  // expected-remark @below {{size = 2048}}
  tt.func @scratch(%x: tensor<16x32xf32, #rows>, %y: tensor<16x32xf32, #one_warp>, %p: !tt.ptr<i32>, %i: tensor<16x32xi32, #rows>, %q: tensor<64x!tt.ptr<i32>, #copies>, %z: tensor<64xi32, #copies>, %l: tensor<256xf32, #line>, %li: tensor<256xi32, #line>) {
    // expected-remark @below {{scratch offset = 0, size = 512}}
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<16x32xf32, #rows>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #rows}>>
    %r1 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<16x32xf32, #rows>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #rows}>>
    // expected-remark @below {{scratch offset = 0, size = 64}}
    %s:2 = "tt.scan"(%l, %li) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %c = arith.addf %a, %b : f32
      tt.scan.return %c, %bi : f32, i32
    }) : (tensor<256xf32, #line>, tensor<256xi32, #line>) -> (tensor<256xf32, #line>, tensor<256xi32, #line>)
    // expected-remark @below {{scratch offset = 0, size = 2048}}
    %g = tt.gather %x[%i] {axis = 0 : i32} : (tensor<16x32xf32, #rows>, tensor<16x32xi32, #rows>) -> tensor<16x32xf32, #rows>
    %g1 = tt.gather %x[%i] {axis = 1 : i32} : (tensor<16x32xf32, #rows>, tensor<16x32xi32, #rows>) -> tensor<16x32xf32, #rows>
    // expected-remark @below {{scratch offset = 0, size = 128}}
    %h = tt.histogram %li : tensor<256xi32, #line> -> tensor<4xi32, #line>
    // expected-remark @below {{scratch offset = 0, size = 256}}
    %at = tt.atomic_rmw add, acq_rel, gpu, %q, %z : (tensor<64x!tt.ptr<i32>, #copies>, tensor<64xi32, #copies>) -> tensor<64xi32, #copies>
    %unused = tt.atomic_rmw add, acq_rel, gpu, %q, %at : (tensor<64x!tt.ptr<i32>, #copies>, tensor<64xi32, #copies>) -> tensor<64xi32, #copies>
    // expected-remark @below {{scratch offset = 0, size = 2048}}
    %v = ttg.convert_layout %x : tensor<16x32xf32, #rows> -> tensor<16x32xf32, #columns>
    tt.return
  }

  // expected-remark @below {{forms}}
  // expected-remark @below {{size = 18432}}
  tt.func @forms() {
    // 256 elements, 4 of padding behind each 64 but the last, and 8 behind each 128 but the last.
    // expected-remark @below {{offset = 0, size = 552}}
    %a = ttg.local_alloc : () -> !ttg.memdesc<256xf16, #padded, #smem, mutable>
    ttg.local_dealloc %a : !ttg.memdesc<256xf16, #padded, #smem, mutable>
    // expected-remark @below {{offset = 0, size = 16384}}
    %b = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xi8, #packed, #smem, mutable>
    // expected-remark @below {{offset = 16384, size = 2048}}
    %c = ttg.local_alloc : () -> !ttg.memdesc<256x!tt.ptr<f32>, #s, #smem, mutable>
    ttg.local_dealloc %b : !ttg.memdesc<2x64x64xi8, #packed, #smem, mutable>
    ttg.local_dealloc %c : !ttg.memdesc<256x!tt.ptr<f32>, #s, #smem, mutable>
    // Every buffer begins where it is said to.
    // expected-remark @below {{offset = 0, size = 256}}
    %d = ttg.local_alloc : () -> !m256
    // expected-remark @below {{offset = 4096, size = 256}}
    %e = ttg.local_alloc {alignment = 4096 : i32} : () -> !m256
    ttg.local_dealloc %d : !m256
    ttg.local_dealloc %e : !m256
    tt.return
  }

  // expected-remark @below {{callee}}
  // expected-remark @below {{size = 256}}
  tt.func private @callee() {
    // expected-remark @below {{offset = 0, size = 256}}
    %a = ttg.local_alloc : () -> !m256
    ttg.local_dealloc %a : !m256
    tt.return
  }

  // The memory of a callee lies behind what lives around the call.
  // expected-remark @below {{caller}}
  // expected-remark @below {{size = 768}}
  tt.func @caller() {
    // expected-remark @below {{offset = 0, size = 512}}
    %a = ttg.local_alloc : () -> !m512
    // expected-remark @below {{virtual offset = 512, size = 256}}
    tt.call @callee() : () -> ()
    ttg.local_dealloc %a : !m512
    tt.return
  }

  // Captures lie side by side, and are read before a partition uses memory. States of warps have a byte each for as long as the
  // function runs. Partitions, which run at the
  // same time, share nothing.
  // expected-remark @below {{partitions}}
  // expected-remark @below {{scratch offset = 512, size = 6}}
  // expected-remark @below {{size = 518}}
  tt.func @partitions(%x: i64, %p: !tt.ptr<f32>) {
    // expected-remark @below {{scratch offset = 0, size = 16}}
    ttg.warp_specialize(%x, %p)
    default {
      ttg.warp_yield
    }
    partition0(%y: i64, %q: !tt.ptr<f32>) num_warps(4) {
      // expected-remark @below {{offset = 0, size = 256}}
      %a = ttg.local_alloc : () -> !m256
      ttg.local_dealloc %a : !m256
      ttg.warp_return
    }
    partition1(%y: i64, %q: !tt.ptr<f32>) num_warps(2) {
      // expected-remark @below {{offset = 256, size = 256}}
      %a = ttg.local_alloc : () -> !m256
      ttg.local_dealloc %a : !m256
      ttg.warp_return
    } : (i64, !tt.ptr<f32>) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @recursive() {
    // expected-error @+2 {{'tt.call' op makes 'recursive' call itself}}
    // expected-note @+1 {{shared memory is laid out ahead of time: write a loop instead}}
    tt.call @recursive() : () -> ()
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @captures_a_tensor(%x: tensor<128xf32, #line>) {
    // expected-error @+2 {{'ttg.warp_specialize' op captures 'tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>', which has no size in shared memory}}
    // expected-note @+1 {{compute tensors inside of the partition, or hand them over in shared memory}}
    ttg.warp_specialize(%x)
    default {
      ttg.warp_yield
    }
    partition0(%y: tensor<128xf32, #line>) num_warps(4) {
      ttg.warp_return
    } : (tensor<128xf32, #line>) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @no_encoding(%x: tensor<16x32xf32>) {
    // expected-error @+2 {{'tt.reduce' op needs the layout of 'tensor<16x32xf32>': the type has no encoding}}
    // expected-note @+1 {{give the tensor an encoding that fits its shape}}
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<16x32xf32>) -> tensor<32xf32>
    tt.return
  }
}
