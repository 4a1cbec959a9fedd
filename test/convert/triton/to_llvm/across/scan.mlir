// RUN: tern-opt %s --split-input-file --allocate-shared-memory --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s

#line = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32} {
  // Registers, five steps among lanes, and what the lane before has for the first element. The first block has nothing before it, the
  // second what the last lane of the first one has.
  // CHECK-LABEL: llvm.func internal @forward
  // CHECK: llvm.add
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: nvvm.shfl.sync up %{{.*}}, %{{.*}}, %[[ONE]]
  // CHECK: %[[HAS:.*]] = llvm.icmp "sge"
  // CHECK: llvm.select %[[HAS]]
  // CHECK-COUNT-4: nvvm.shfl.sync up
  // CHECK-COUNT-5: nvvm.shfl.sync up
  // CHECK: %[[IS_LATER:.*]] = llvm.icmp "ne"
  // CHECK: nvvm.shfl.sync up
  // CHECK: llvm.select %[[IS_LATER]]
  // CHECK: nvvm.shfl.sync idx
  // CHECK: nvvm.shfl.sync up
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  tt.func private @forward(%x: tensor<128xi32, #line>) -> tensor<128xi32, #line> {
    %r = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.scan.return %c : i32
    }) : (tensor<128xi32, #line>) -> tensor<128xi32, #line>
    tt.return %r : tensor<128xi32, #line>
  }

  // The last register comes first, and lanes look the other way.
  // CHECK-LABEL: llvm.func internal @backward
  // CHECK-DAG: %[[X0:.*]] = llvm.extractvalue %arg0[0]
  // CHECK-DAG: %[[X1:.*]] = llvm.extractvalue %arg0[1]
  // CHECK: llvm.sub
  // CHECK: llvm.fadd %[[X1]], %[[X0]]
  // CHECK-COUNT-6: nvvm.shfl.sync down
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK: llvm.return
  tt.func private @backward(%x: tensor<64xf32, #line>) -> tensor<64xf32, #line> {
    %r = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.scan.return %c : f32
    }) : (tensor<64xf32, #line>) -> tensor<64xf32, #line>
    tt.return %r : tensor<64xf32, #line>
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // The last lane of each warp stores what the warp has together, of both tensors; every thread reads those of all warps, and takes
  // those before its own.
  // CHECK-LABEL: llvm.func internal @warps
  // CHECK-COUNT-10: nvvm.shfl.sync up
  // CHECK: %[[LAST:.*]] = llvm.icmp "eq"
  // CHECK: st.shared.b32 {{.*}}, %[[LAST]]
  // CHECK: st.shared.b32 {{.*}}, %[[LAST]]
  // CHECK: nvvm.barrier0
  // CHECK-COUNT-8: llvm.load
  // CHECK-NOT: llvm.load
  // CHECK: llvm.return
  tt.func private @warps(%x: tensor<128xi32, #line>, %y: tensor<128xf32, #line>) -> (tensor<128xi32, #line>, tensor<128xf32, #line>) {
    %r:2 = "tt.scan"(%x, %y) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: f32, %c: i32, %d: f32):
      %e = arith.muli %a, %c : i32
      %f = arith.maximumf %b, %d : f32
      tt.scan.return %e, %f : i32, f32
    }) : (tensor<128xi32, #line>, tensor<128xf32, #line>) -> (tensor<128xi32, #line>, tensor<128xf32, #line>)
    tt.return %r#0, %r#1 : tensor<128xi32, #line>, tensor<128xf32, #line>
  }
}

// -----

#x = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @linear(%x: tensor<64xi32, #x>) -> tensor<64xi32, #x> {
    // expected-error @+3 {{'tt.scan' op takes tensors of blocked encodings, but got 'tensor<64xi32, #ttg.linear<}}
    // expected-note @+2 {{convert the tensor to a blocked encoding first}}
    // expected-error @+1 {{failed to legalize operation 'tt.scan' that was explicitly marked illegal}}
    %r = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.scan.return %c : i32
    }) : (tensor<64xi32, #x>) -> tensor<64xi32, #x>
    tt.return %r : tensor<64xi32, #x>
  }
}
