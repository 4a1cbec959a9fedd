// RUN: tern-opt %s --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx942

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func private @assembly_of_another_gpu(%x: tensor<64xi32, #blocked>) -> tensor<64xi32, #blocked> {
    // expected-error @+3 {{has assembly of NVIDIA's GPUs, and is compiled for hip}}
    // expected-note @+2 {{write it in terms of tt and math, or in the assembly of the target}}
    // expected-error @+1 {{failed to legalize operation}}
    %0 = tt.elementwise_inline_asm "brev.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<64xi32, #blocked> -> tensor<64xi32, #blocked>
    tt.return %0 : tensor<64xi32, #blocked>
  }

  // Dots in what AMD's assembler reads are not types of PTX.
  tt.func private @own_assembly(%x: tensor<64xi32, #blocked>) -> tensor<64xi32, #blocked> {
    %0 = tt.elementwise_inline_asm ".set k, 3\nv_bfrev_b32 $0, $1" {constraints = "=v,v", packed_element = 1 : i32, pure = true} %x : tensor<64xi32, #blocked> -> tensor<64xi32, #blocked>
    tt.return %0 : tensor<64xi32, #blocked>
  }
}
