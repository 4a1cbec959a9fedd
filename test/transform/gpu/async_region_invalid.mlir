// The message is upstream's, so that both tools pass.
// RUN: tern-opt %s --gpu-async-region --verify-diagnostics
// RUN: mlir-opt %s --gpu-async-region --verify-diagnostics

func.func @f(%n: index) {
  // expected-error@+1 {{replace with gpu.launch_func first}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) {
    gpu.terminator
  }
  return
}
