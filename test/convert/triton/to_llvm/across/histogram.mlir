// RUN: tern-opt %s --split-input-file --allocate-shared-memory --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#twice = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // Bins are cleared by as many threads; what has no bin, is masked, or is another thread's adds zero.
  // CHECK-LABEL: llvm.func internal @counts
  // CHECK: %[[IS_BIN:.*]] = llvm.icmp "slt"
  // CHECK: @$2 st.shared.b32 {{.*}} %[[IS_BIN]]
  // CHECK: nvvm.barrier0
  // CHECK: %[[HAS_BIN:.*]] = llvm.icmp "ult"
  // CHECK: %[[COUNTS:.*]] = llvm.and %{{.*}}, %[[HAS_BIN]]
  // CHECK: %[[ONE:.*]] = llvm.select %[[COUNTS]]
  // CHECK: llvm.atomicrmw add %{{.*}}, %[[ONE]] monotonic : !llvm.ptr<3>, i32
  // CHECK-NOT: llvm.atomicrmw
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load
  tt.func private @counts(%x: tensor<64xi32, #twice>, %m: tensor<64xi1, #twice>) -> tensor<16xi32, #line> {
    %r = tt.histogram %x, %m : tensor<64xi32, #twice> -> tensor<16xi32, #line>
    tt.return %r : tensor<16xi32, #line>
  }

  // All numbers have a bin, and every thread its own element.
  // CHECK-LABEL: llvm.func internal @all
  // CHECK-NOT: llvm.icmp "ult"
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: llvm.atomicrmw add %{{.*}}, %[[ONE]]
  tt.func private @all(%x: tensor<128xi8, #line>) -> tensor<256xi32, #line> {
    %r = tt.histogram %x : tensor<128xi8, #line> -> tensor<256xi32, #line>
    tt.return %r : tensor<256xi32, #line>
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @narrow(%x: tensor<128xi32, #line>) -> tensor<16xi8, #line> {
    // expected-error @+3 {{'tt.histogram' op counts in 'i8', which cannot be added to atomically}}
    // expected-note @+2 {{count in i32 or i64}}
    // expected-error @+1 {{failed to legalize operation 'tt.histogram' that was explicitly marked illegal}}
    %r = tt.histogram %x : tensor<128xi32, #line> -> tensor<16xi8, #line>
    tt.return %r : tensor<16xi8, #line>
  }
}
