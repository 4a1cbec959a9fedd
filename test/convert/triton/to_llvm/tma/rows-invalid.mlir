// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=100 --verify-diagnostics

#numbers = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0], CGALayout = [[0, 0]]}>}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#box = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @cluster(%d: !tt.tensordesc<tensor<1x64xbf16, #box>>, %r: tensor<32xi32, #numbers>, %c: i32, %m: !ttg.memdesc<32x64xbf16, #box, #smem, mutable>) {
    // expected-error @+3 {{'ttng.async_tma_scatter' op copies rows in a cluster, whose blocks would have to share them}}
    // expected-note @+2 {{use one block (num-ctas=1)}}
    // expected-error @+1 {{failed to legalize operation 'ttng.async_tma_scatter' that was explicitly marked illegal}}
    ttng.async_tma_scatter %d[%r, %c] %m : !tt.tensordesc<tensor<1x64xbf16, #box>>, tensor<32xi32, #numbers>, i32, !ttg.memdesc<32x64xbf16, #box, #smem, mutable>
    tt.return
  }
}

// -----

#numbers = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#box = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @by_twos(%d: !tt.tensordesc<tensor<1x64xbf16, #box>>, %r: tensor<32xi32, #numbers>, %c: i32, %m: !ttg.memdesc<32x64xbf16, #box, #smem, mutable>) {
    // expected-error @+3 {{'ttng.async_tma_scatter' op has numbers of rows that threads do not have by fours}}
    // expected-note @+2 {{deal them with four elements next to each other for each thread}}
    // expected-error @+1 {{failed to legalize operation 'ttng.async_tma_scatter' that was explicitly marked illegal}}
    ttng.async_tma_scatter %d[%r, %c] %m : !tt.tensordesc<tensor<1x64xbf16, #box>>, tensor<32xi32, #numbers>, i32, !ttg.memdesc<32x64xbf16, #box, #smem, mutable>
    tt.return
  }
}

// -----

#numbers = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#box = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @lanes(%d: !tt.tensordesc<tensor<1x64xbf16, #box>>, %r: tensor<32xi32, #numbers>, %c: i32, %m: !ttg.memdesc<32x64xbf16, #box, #smem, mutable>) {
    // expected-error @+3 {{'ttng.async_tma_scatter' op has numbers of rows of which lanes have different ones}}
    // expected-note @+2 {{deal them to warps, and not to lanes}}
    // expected-error @+1 {{failed to legalize operation 'ttng.async_tma_scatter' that was explicitly marked illegal}}
    ttng.async_tma_scatter %d[%r, %c] %m : !tt.tensordesc<tensor<1x64xbf16, #box>>, tensor<32xi32, #numbers>, i32, !ttg.memdesc<32x64xbf16, #box, #smem, mutable>
    tt.return
  }
}

// -----

#numbers = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#box = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @transposed(%d: !tt.tensordesc<tensor<1x64xbf16, #box>>, %r: tensor<32xi32, #numbers>, %c: i32, %m: !ttg.memdesc<32x64xbf16, #box, #smem, mutable>) {
    // expected-error @+3 {{'ttng.async_tma_scatter' op copies rows to or from memory that is no matrix of rows}}
    // expected-note @+2 {{neither transposed nor padded}}
    // expected-error @+1 {{failed to legalize operation 'ttng.async_tma_scatter' that was explicitly marked illegal}}
    ttng.async_tma_scatter %d[%r, %c] %m : !tt.tensordesc<tensor<1x64xbf16, #box>>, tensor<32xi32, #numbers>, i32, !ttg.memdesc<32x64xbf16, #box, #smem, mutable>
    tt.return
  }
}
