// RUN: tern-opt %s --split-input-file --verify-diagnostics

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x64xf16, #nv, #smem>, %c: tensor<64x64xf32, #c>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA result layout must be Hopper NVMMA}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nv, #smem> * !ttg.memdesc<64x64xf16, #nv, #smem> -> tensor<64x64xf32, #c>
    tt.return
  }
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #plain, #smem>, %b: !ttg.memdesc<64x64xf16, #nv, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA A operand must have NVMMA shared or dot layout}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #plain, #smem> * !ttg.memdesc<64x64xf16, #nv, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x64xf16, #plain, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA B operand must have NVMMA shared layout}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nv, #smem> * !ttg.memdesc<64x64xf16, #plain, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x32xf16, #nv, #smem>, %b: !ttg.memdesc<64x64xf16, #nv, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x32xf16, #nv, #smem> * !ttg.memdesc<64x64xf16, #nv, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x32xf16, #nv, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op expected the output shape to be the concatenation of the last dimension of the first operand and the last dimension of the second }}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nv, #smem> * !ttg.memdesc<64x32xf16, #nv, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<32x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x64xf16, #nv, #smem>, %c: tensor<32x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA result M dimension must be divisible by 64}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<32x64xf16, #nv, #smem> * !ttg.memdesc<64x64xf16, #nv, #smem> -> tensor<32x64xf32, #mma>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#nvt = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x4xf16, #nvt, #smem>, %c: tensor<64x4xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA result N dimension must be divisible by 8}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nv, #smem> * !ttg.memdesc<64x4xf16, #nvt, #smem> -> tensor<64x4xf32, #mma>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xi16, #nv, #smem>, %b: !ttg.memdesc<64x64xi16, #nv, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op unsupported MMA version for the given operands}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xi16, #nv, #smem> * !ttg.memdesc<64x64xi16, #nv, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

#nv8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x128xf8E5M2, #nv8, #smem>, %b: !ttg.memdesc<128x64xf8E5M2, #nv8, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op Cannot use F32 as the accumulator element type when the max_num_imprecise_acc is less than 32}}
    %0 = ttng.warp_group_dot %a, %b, %c {maxNumImpreciseAcc = 16 : i32} : !ttg.memdesc<64x128xf8E5M2, #nv8, #smem> * !ttg.memdesc<128x64xf8E5M2, #nv8, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: tensor<64x64xf16, #dot>, %b: !ttg.memdesc<64x64xf16, #nv, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op in-register LHS operand must have a kWidth of 2 but got 4}}
    %0 = ttng.warp_group_dot %a, %b, %c : tensor<64x64xf16, #dot> * !ttg.memdesc<64x64xf16, #nv, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<2x64x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x64xf16, #nv, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot' op expected all operands to have the same rank}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<2x64x64xf16, #nv, #smem> * !ttg.memdesc<64x64xf16, #nv, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'ttng.warp_group_dot_wait' op expected to be waiting on at least one dependency}}
    "ttng.warp_group_dot_wait"() {pendings = 0 : i32} : () -> ()
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%c: tensor<64x64xf32, #mma>) {
    // expected-error @below {{'ttng.warp_group_dot_wait' op failed to verify that all of {inputs, outputs} have same type}}
    %0 = "ttng.warp_group_dot_wait"(%c) {pendings = 0 : i32} : (tensor<64x64xf32, #mma>) -> tensor<64x64xf16, #mma>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.init_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.init_barrier %x, 1 : !ttg.memdesc<2xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi32, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.inval_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.inval_barrier %x : !ttg.memdesc<1xi32, #line, #smem, mutable>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #line, #smem, mutable>, %p: i1) {
    // expected-error @below {{'ttng.barrier_expect' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.barrier_expect %x, 64, %p : !ttg.memdesc<2xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #line, #smem, mutable>, %i: i32) {
    // expected-error @below {{'ttng.wait_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.wait_barrier %x, %i : !ttg.memdesc<2xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.arrive_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.arrive_barrier %x, 1 : !ttg.memdesc<2xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.arrive_barrier' op count must be greater than or equal to 1}}
    ttng.arrive_barrier %x, 0 : !ttg.memdesc<1xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nv>>, %b: !ttg.memdesc<2xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<2xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nv>>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA copies must have between 1 and 5 coordinates}}
    ttng.async_tma_copy_global_to_local %d[] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<1xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nv>>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA copies must have between 1 and 5 coordinates}}
    ttng.async_tma_copy_global_to_local %d[%i, %i, %i, %i, %i, %i] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<1xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nv>>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op Cannot store into immutable memory}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<1xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nv, #smem>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nv>>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #plain, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA result must have NVMMA shared layout}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nv>>, !ttg.memdesc<1xi64, #line, #smem, mutable> -> !ttg.memdesc<64x64xf16, #plain, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<1x64xf16, #nv>>, %b: !ttg.memdesc<2xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %i: i32, %p: i1, %r: tensor<64xi32>) {
    // expected-error @below {{'ttng.async_tma_gather' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.async_tma_gather %d[%r, %i] %m, %b, %p : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64xi32>, i32, !ttg.memdesc<2xi64, #line, #smem, mutable>, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, i1
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<1x64xf16, #nv>>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem>, %i: i32, %p: i1, %r: tensor<64xi32>) {
    // expected-error @below {{'ttng.async_tma_gather' op cannot store into immutable memory}}
    ttng.async_tma_gather %d[%r, %i] %m, %b, %p : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64xi32>, i32, !ttg.memdesc<1xi64, #line, #smem, mutable>, !ttg.memdesc<64x64xf16, #nv, #smem>, i1
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<1x64xf16, #nv>>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %i: i32, %p: i1, %r: tensor<64x64xi32>) {
    // expected-error @below {{'ttng.async_tma_gather' op x offsets must be a 1D tensor, but got 'tensor<64x64xi32>'}}
    ttng.async_tma_gather %d[%r, %i] %m, %b, %p : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64x64xi32>, i32, !ttg.memdesc<1xi64, #line, #smem, mutable>, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, i1
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<1x64xf16, #nv>>, %b: !ttg.memdesc<1xi64, #line, #smem, mutable>, %m: !ttg.memdesc<2x64x64xf16, #nv, #smem, mutable>, %i: i32, %p: i1, %r: tensor<64xi32>) {
    // expected-error @below {{'ttng.async_tma_gather' op result must be a 2D tensor, but got '!ttg.memdesc<2x64x64xf16}}
    ttng.async_tma_gather %d[%r, %i] %m, %b, %p : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64xi32>, i32, !ttg.memdesc<1xi64, #line, #smem, mutable>, !ttg.memdesc<2x64x64xf16, #nv, #smem, mutable>, i1
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<1x64xf16, #nv>>, %m: !ttg.memdesc<4x64xf16, #nv, #smem, mutable>, %i: i32, %r: tensor<64xi32>) {
    // expected-error @below {{'ttng.async_tma_scatter' op gather must have at least 8 rows, but got 4}}
    ttng.async_tma_scatter %d[%r, %i] %m : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64xi32>, i32, !ttg.memdesc<4x64xf16, #nv, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<1x64xf16, #nv>>, %m: !ttg.memdesc<64x64xi64, #nv, #smem, mutable>, %i: i32, %r: tensor<64xi32>) {
    // expected-error @below {{'ttng.async_tma_scatter' op TMA dtype cannot be greater than 32 bits}}
    ttng.async_tma_scatter %d[%r, %i] %m : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64xi32>, i32, !ttg.memdesc<64x64xi64, #nv, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<1x64xf16, #nv>>, %m: !ttg.memdesc<64x8xf16, #nv, #smem, mutable>, %i: i32, %r: tensor<64xi32>) {
    // expected-error @below {{'ttng.async_tma_scatter' op gather of 'f16' must have at least 16 columns, but got 8}}
    ttng.async_tma_scatter %d[%r, %i] %m : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<64xi32>, i32, !ttg.memdesc<64x8xf16, #nv, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<1x64xf16, #nv>>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %i: i32, %r: tensor<32xi32>) {
    // expected-error @below {{'ttng.async_tma_scatter' op result tensor must have as many rows as indices (32), but got '!ttg.memdesc<64x64xf16}}
    ttng.async_tma_scatter %d[%r, %i] %m : !tt.tensordesc<tensor<1x64xf16, #nv>>, tensor<32xi32>, i32, !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%q: !tt.ptr<i8>, %i: i32, %s: i64) {
    // expected-error @below {{Rank mismatch for global dim. Got 1 but expected 2}}
    ttng.tensormap_create %q, %q, [%i, %i], [%i], [%s], [%i, %i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i64, i32, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%q: !tt.ptr<i8>, %i: i32, %s: i64) {
    // expected-error @below {{Rank mismatch for global stride. Got 2 but expected 1}}
    ttng.tensormap_create %q, %q, [%i, %i], [%i, %i], [%s, %s], [%i, %i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i32, i64, i64, i32, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%q: !tt.ptr<i8>, %i: i32, %s: i64) {
    // expected-error @below {{Rank mismatch for element stride. Got 1 but expected 2}}
    ttng.tensormap_create %q, %q, [%i, %i], [%i, %i], [%s], [%i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i32, i64, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%q: !tt.ptr<i8>, %i: i32, %s: i64) {
    // expected-error @below {{'ttng.tensormap_create' op attribute 'elem_type' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative whose maximum value is 15}}
    ttng.tensormap_create %q, %q, [%i], [%i], [], [%i] {elem_type = 16 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%q: !tt.ptr<i8>, %i: i32, %s: i64) {
    // expected-error @below {{'ttng.tensormap_create' op attribute 'swizzle_mode' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative whose maximum value is 3}}
    ttng.tensormap_create %q, %q, [%i], [%i], [], [%i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 4 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32) -> ()
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64xf16, #line, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op expected operands to be 2d or 3d}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<64xf16, #line, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<2x128x64xf16, #nv, #smem>, %b: !ttg.memdesc<2x64x128xf16, #nv, #smem>, %d: !ttg.memdesc<3x128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op expected the first dimension of the first operand to be equal to the first dimension of the result}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<2x128x64xf16, #nv, #smem>, !ttg.memdesc<2x64x128xf16, #nv, #smem>, !ttg.memdesc<3x128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The op is synchronous but a barrier is present.}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p, %bar[%p] : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<1xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op unsupported LHS operand dtype: 'i16'}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xi16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xi16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op unsupported RHS operand dtype: 'i16'}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xi16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf32, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op LHS and RHS operand dtypes kinds don't match: LHS kind is f16 but RHS kind is tf32}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf32, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xi32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op unsupported accumulator dtype for operand types 'f16' and 'f16', accumulator dtype is 'i32' but must be one of ['f16', 'f32']}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xi32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 2>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xbf16, #nv, #smem>, %b: !ttg.memdesc<64x128xbf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf16, #tm2, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op unsupported accumulator dtype for operand types 'bf16' and 'bf16', accumulator dtype is 'f16' but must be one of ['f32']}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xbf16, #nv, #smem>, !ttg.memdesc<64x128xbf16, #nv, #smem>, !ttg.memdesc<128x128xf16, #tm2, #tmem, mutable>
    tt.return
  }
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #plain, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op LHS operand must have a NVMMAShared or TensorMemory encoding}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #plain, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #plain, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op RHS operand must have a NVMMAShared encoding}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #plain, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #nv32, #smem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op Return operand must have a TensorMemory encoding}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #nv32, #smem, mutable>
    tt.return
  }
}

// -----

#tm2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 2>
#tmem = #ttng.tensor_memory
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x128xf16, #tm2, #tmem>, %b: !ttg.memdesc<128x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The col stride of the LHS operand must be 1}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x128xf16, #tm2, #tmem>, !ttg.memdesc<128x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf16, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The col stride of the return operand must be 32 / 16 but got 1}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf16, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#tm64 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x128xf16, #tm64, #tmem>, %b: !ttg.memdesc<128x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm64, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op does not support blockM=64 with interleaved blocks in TMEM layout}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x128xf16, #tm64, #tmem>, !ttg.memdesc<128x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm64, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The op is two CTAs but the split num of the LHS is not 2, 1. Got 1, 1}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p {two_ctas} : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi8, #nv8, #smem>, %b: !ttg.memdesc<64x128xf8E5M2, #nv8, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %s: !ttg.memdesc<128x2xi8, #scales, #tmem>, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %s, %s, %p, %p lhs = e2m1 rhs = e5m2 : !ttg.memdesc<128x64xi8, #nv8, #smem>, !ttg.memdesc<64x128xf8E5M2, #nv8, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<128x2xi8, #scales, #tmem>, !ttg.memdesc<128x2xi8, #scales, #tmem>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#nv8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi16, #nv, #smem>, %b: !ttg.memdesc<64x128xf8E5M2, #nv8, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %s: !ttg.memdesc<128x2xi8, #scales, #tmem>, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op unsupported LHS operand dtype: 'i16'}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %s, %s, %p, %p lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x64xi16, #nv, #smem>, !ttg.memdesc<64x128xf8E5M2, #nv8, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<128x2xi8, #scales, #tmem>, !ttg.memdesc<128x2xi8, #scales, #tmem>
    tt.return
  }
}

// -----

#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#b = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #nv32, #smem>) {
    // expected-error @below {{'ttng.tmem_load' op source must be a tensor memory buffer.}}
    %x = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #nv32, #smem> -> tensor<128x128xf32, #b>
    tt.return
  }
}

// -----

#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory
#b = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x4xi8, #scales, #tmem>) {
    // expected-error @below {{'ttng.tmem_load' op should use tensor memory encoding.}}
    %x = ttng.tmem_load %m : !ttg.memdesc<128x4xi8, #scales, #tmem> -> tensor<128x4xi8, #b>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<2x128x128xf32, #tm, #tmem>) {
    // expected-error @below {{'ttng.tmem_load' op result must be a 2D tensor}}
    %x = ttng.tmem_load %m : !ttg.memdesc<2x128x128xf32, #tm, #tmem> -> tensor<2x128x128xf32>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#b = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tm, #tmem>) {
    // expected-error @below {{'ttng.tmem_load' op source element type '!ttg.memdesc<128x128xf32}}
    %x = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tm, #tmem> -> tensor<128x128xi32, #b>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tm, #tmem>) {
    // expected-error @below {{'ttng.tmem_load' op result}}
    // expected-note @below {{Got: #ttg.blocked<}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<}}
    %x = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tm, #tmem> -> tensor<128x128xf32, #c>
    tt.return
  }
}

// -----

#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#b = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #nv32, #smem, mutable>, %x: tensor<128x128xf32, #b>, %p: i1) {
    // expected-error @below {{'ttng.tmem_store' op should use tensor memory encoding.}}
    ttng.tmem_store %x, %m, %p : tensor<128x128xf32, #b> -> !ttg.memdesc<128x128xf32, #nv32, #smem, mutable>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#b = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tm, #tmem>, %x: tensor<128x128xf32, #b>, %p: i1) {
    // expected-error @below {{'ttng.tmem_store' op Cannot store into an immutable alloc}}
    ttng.tmem_store %x, %m, %p : tensor<128x128xf32, #b> -> !ttg.memdesc<128x128xf32, #tm, #tmem>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %x: tensor<128x128xf32, #c>, %p: i1) {
    // expected-error @below {{'ttng.tmem_store' op source}}
    // expected-note @below {{Got: #ttg.blocked<}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<}}
    ttng.tmem_store %x, %m, %p : tensor<128x128xf32, #c> -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'ttng.tmem_alloc' op should use tensor memory encoding}}
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #nv32, #smem, mutable>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'ttng.tmem_alloc' op uninitialized alloc must have a mutable memdesc type}}
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tm, #tmem>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'ttng.tmem_alloc' op result shape and its alloc shape must match}}
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable, 128x256>
    tt.return
  }
}

// -----

#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x4xi8, #scales, #tmem>) {
    // expected-error @below {{'ttng.tmem_subslice' op The source must be a tensor memory buffer.}}
    %0 = ttng.tmem_subslice %x {N = 0 : i32} : !ttg.memdesc<128x4xi8, #scales, #tmem> -> !ttg.memdesc<128x2xi8, #scales, #tmem, 128x4>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_subslice' op The destination must be a tensor memory buffer.}}
    %0 = ttng.tmem_subslice %x {N = 0 : i32} : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> !ttg.memdesc<128x128xf32, #nv32, #smem, mutable>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#tm64 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_subslice' op The destination must have the same block size and CTASplit size as the source.}}
    %0 = ttng.tmem_subslice %x {N = 0 : i32} : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> !ttg.memdesc<128x128xf32, #tm64, #tmem, mutable>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op The source must be a shared memory buffer}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<64x128xf32, #nv32, #smem>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op source shape 64, 128 must match destination shape 128, 128}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<64x128xf32, #nv32, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #nv32, #smem>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %b: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op The optional barrier should be a shared memory buffer}}
    ttng.tmem_copy %s, %m, %b : !ttg.memdesc<128x128xf32, #nv32, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #nv32, #smem>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem>) {
    // expected-error @below {{'ttng.tmem_copy' op Cannot copy into an immutable alloc}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<128x128xf32, #nv32, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem>
    tt.return
  }
}

// -----

#loose = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0]]}, alignment = 8>
#smem = #ttg.shared_memory
#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x4xi8, #loose, #smem>, %m: !ttg.memdesc<128x4xi8, #scales, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Source must have at least 16-byte alignment to be representable in a matrix descriptor.}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<128x4xi8, #loose, #smem>, !ttg.memdesc<128x4xi8, #scales, #tmem, mutable>
    tt.return
  }
}

// -----

#nv32t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #nv32t, #smem>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op The source should not be transposed or padded}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<128x128xf32, #nv32t, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xi8, #nv8, #smem>, %m: !ttg.memdesc<128x128xi8, #scales, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op The source should not be swizzled for now}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<128x128xi8, #nv8, #smem>, !ttg.memdesc<128x128xi8, #scales, #tmem, mutable>
    tt.return
  }
}

// -----

#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#tm64 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<64x128xf32, #nv32, #smem>, %m: !ttg.memdesc<64x128xf32, #tm64, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Tmem layout ahouls have M=128.}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<64x128xf32, #nv32, #smem>, !ttg.memdesc<64x128xf32, #tm64, #tmem, mutable>
    tt.return
  }
}

// -----

#nv0 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #nv0, #smem>, %m: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Source layout should be swizzled.}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<128x128xf32, #nv0, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 2>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf16, #nv, #smem>, %m: !ttg.memdesc<128x128xf16, #tm2, #tmem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Source element type should be 32-bit.}}
    ttng.tmem_copy %s, %m : !ttg.memdesc<128x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf16, #tm2, #tmem, mutable>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>) {
    // expected-error @below {{src and dst must both be of shared memory encoding}}
    %0 = ttg.memdesc_subslice %x[0, 64] : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #tm, #tmem, mutable, 128x128>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
// expected-error @below {{memorySpace must be TensorMemorySpace}}
tt.func private @f(!ttg.memdesc<128x128xf32, #tm, #smem>)

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
// expected-error @below {{rank must be 2 or 3}}
tt.func private @f(!ttg.memdesc<2x2x128x128xf32, #tm, #tmem>)

// -----

#tm2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 2>
#tmem = #ttng.tensor_memory
// expected-error @below {{bitwidth * colStride must be less than or equal to 32. Got 32 and 2}}
tt.func private @f(!ttg.memdesc<128x128xf32, #tm2, #tmem>)

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
// expected-error @below {{the allocation shape must be at least 128x128. Got 64, 128}}
tt.func private @f(!ttg.memdesc<64x128xf32, #tm, #tmem>)

// -----

#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
// expected-error @below {{nCol / (CTASplitM * CTASplitN) must be less than or equal to 512 * 32 / bitwidth but got 1024}}
tt.func private @f(!ttg.memdesc<128x1024xf32, #tm, #tmem>)

// -----

#scales = #ttng.tensor_memory_scales_encoding<>
#smem = #ttg.shared_memory
// expected-error @below {{memorySpace must be TensorMemorySpace}}
tt.func private @f(!ttg.memdesc<128x4xi8, #scales, #smem>)

// -----

#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory
// expected-error @below {{Scales don't currently support multibuffering}}
tt.func private @f(!ttg.memdesc<2x128x4xi8, #scales, #tmem>)

// -----

#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory
// expected-error @below {{bitwidth must be 8}}
tt.func private @f(!ttg.memdesc<128x4xf16, #scales, #tmem>)

// -----

#nv32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#tmem = #ttng.tensor_memory
// expected-error @below {{memorySpace must be SharedMemorySpace for shared encoding. Got #ttng.tensor_memory}}
tt.func private @f(!ttg.memdesc<128x128xf32, #nv32, #tmem>)

// -----

// expected-error @below {{CTASplitM and CTASplitN must be greater than 0 and a power of 2}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CTASplitM = 3>} {}

// -----

// expected-error @below {{CTASplitM and CTASplitN must be greater than 0 and a power of 2}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CTASplitN = 0>} {}

// -----

// expected-error @below {{blockM must be 64 or 128 but got 32}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 32, blockN = 128, colStride = 1>} {}

// -----

// expected-error @below {{blockN must be a power of 2 but got 96}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockN = 96, colStride = 1>} {}

// -----

// expected-error @below {{blockN must be less than or equal to 512 but got 1024}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockN = 1024, colStride = 1>} {}

// -----

// expected-error @below {{colStride must be 1, 2, or 4 but got 8}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 8>} {}

// -----

// expected-error @below {{struct is missing required parameter: colStride}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128>} {}

// -----

// expected-error @below {{duplicate or unknown struct parameter name: blockK}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockK = 128, colStride = 1>} {}

// -----

// expected-error @below {{duplicate or unknown struct parameter name: blockM}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockM = 128, colStride = 1>} {}

// -----

// expected-error @below {{duplicate or unknown struct parameter name: blockM}}
module attributes {ttg.x = #ttng.tensor_memory_scales_encoding<blockM = 128>} {}

// -----

// expected-error @below {{integer value too large}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 4294967296, blockN = 128, colStride = 1>} {}

// -----

// expected-error @below {{integer value too large}}
module attributes {ttg.x = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, twoCTAs = 2>} {}
