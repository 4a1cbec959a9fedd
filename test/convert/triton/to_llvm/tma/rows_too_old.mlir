// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics

#numbers = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#box = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @too_old(%d: !tt.tensordesc<tensor<1x64xbf16, #box>>, %r: tensor<32xi32, #numbers>, %c: i32, %m: !ttg.memdesc<32x64xbf16, #box, #smem, mutable>) {
    // expected-error @+3 {{'ttng.async_tma_scatter' op copies rows by their numbers, which tensor maps of sm_90 cannot}}
    // expected-note @+2 {{--triton-rewrite-tensor-descriptor-to-pointer makes loads and stores of them}}
    // expected-error @+1 {{failed to legalize operation 'ttng.async_tma_scatter' that was explicitly marked illegal}}
    ttng.async_tma_scatter %d[%r, %c] %m : !tt.tensordesc<tensor<1x64xbf16, #box>>, tensor<32xi32, #numbers>, i32, !ttg.memdesc<32x64xbf16, #box, #smem, mutable>
    tt.return
  }
}
