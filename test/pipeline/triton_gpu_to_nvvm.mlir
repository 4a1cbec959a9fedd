// RUN: tern-opt %s --triton-gpu-to-nvvm-pipeline=compute-capability=90 | FileCheck %s
// RUN: tern-opt %s --triton-gpu-to-nvvm-pipeline=compute-capability=90 | tern-translate --mlir-to-ptx --target=sm_90a | FileCheck %s --check-prefix=PTX
// RUN: tern-opt %s --triton-gpu-to-nvvm-pipeline=compute-capability=80 | tern-translate --mlir-to-ptx --target=sm_80 | FileCheck %s --check-prefix=PTX

// Something like a softmax of rows, down to machine code: nothing of Triton's or of structured control flow is left, and functions of libdevice have bodies.

// CHECK-NOT: {{tt\.|ttg\.conv|scf\.|math\.|arith\.|unrealized}}
// CHECK: llvm.func internal @__nv_log1pf(%{{.*}}: f32) -> f32 attributes {always_inline} {
// CHECK: llvm.func @softmax
// CHECK: llvm.cond_br
// CHECK: nvvm.shfl.sync bfly
// CHECK: nvvm.barrier0

// PTX-NOT: .extern .func
// PTX: .visible .entry softmax
// PTX: .reqntid 128
// PTX: ld.global.v4.b32
// PTX: shfl.sync.bfly.b32
// PTX: bar.sync
// PTX: ex2.approx
// PTX: st.global.v4.b32
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @softmax(%out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %rows: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %size = arith.constant 512 : i32
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b>
    scf.for %row = %c0 to %rows step %c1 : i32 {
      %start = arith.muli %row, %size : i32
      %from = tt.addptr %in, %start : !tt.ptr<f32>, i32
      %s = tt.splat %from : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #b>
      %p = tt.addptr %s, %r : tensor<512x!tt.ptr<f32>, #b>, tensor<512xi32, #b>
      %x = tt.load %p : tensor<512x!tt.ptr<f32>, #b>
      %m = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %c: f32):
        %0 = arith.maxnumf %a, %c : f32
        tt.reduce.return %0 : f32
      }) : (tensor<512xf32, #b>) -> f32
      %ms = tt.splat %m : f32 -> tensor<512xf32, #b>
      %d = arith.subf %x, %ms : tensor<512xf32, #b>
      %e = math.exp %d : tensor<512xf32, #b>
      %e2 = math.log1p %e : tensor<512xf32, #b>
      %to = tt.addptr %out, %start : !tt.ptr<f32>, i32
      %t = tt.splat %to : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #b>
      %q = tt.addptr %t, %r : tensor<512x!tt.ptr<f32>, #b>, tensor<512xi32, #b>
      tt.store %q, %e2 : tensor<512x!tt.ptr<f32>, #b>
    }
    tt.return
  }
}
