// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @too_few(%x: tensor<128xf32, #line>) -> tensor<128xf32, #line> {
    // expected-error @+3 {{'tt.map_elementwise' op takes 2 elements at once, but a thread has 1}}
    // expected-note @+2 {{use larger tensors, fewer warps, or pointers that are known to be aligned}}
    // expected-error @+1 {{failed to legalize operation 'tt.map_elementwise' that was explicitly marked illegal}}
    %y = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      tt.map_elementwise.return %b, %a : f32, f32
    }) : (tensor<128xf32, #line>) -> tensor<128xf32, #line>
    tt.return %y : tensor<128xf32, #line>
  }
}
