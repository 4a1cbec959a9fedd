// RUN: tern-opt %s --split-input-file --allocate-shared-memory --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tern-opt %s --split-input-file --allocate-shared-memory --convert-triton-gpu-to-llvm=compute-capability=70 --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM70

#line = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#rows = #ttg.linear<{register = [[0, 1], [4, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [0, 0]], warp = [], block = []}>
module attributes {"ttg.num-warps" = 1 : i32} {
  // Registers, then lanes: all of a warp at once where there is an instruction for it.
  // CHECK-LABEL: llvm.func internal @warp
  // CHECK-DAG: %[[X0:.*]] = llvm.extractvalue %arg0[0]
  // CHECK-DAG: %[[X1:.*]] = llvm.extractvalue %arg0[1]
  // CHECK: %[[SUM:.*]] = llvm.add %[[X0]], %[[X1]]
  // SM80: nvvm.redux.sync add %[[SUM]], %{{.*}}
  // SM80-NOT: nvvm.shfl.sync
  // SM70-COUNT-5: nvvm.shfl.sync bfly
  // CHECK: llvm.return
  tt.func private @warp(%x: tensor<64xi32, #line>) -> i32 {
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.reduce.return %c : i32
    }) : (tensor<64xi32, #line>) -> i32
    tt.return %r : i32
  }

  // Small integers are widened as their order wants it.
  // CHECK-LABEL: llvm.func internal @narrow
  // SM80: llvm.sext %{{.*}} : i16 to i32
  // SM80: nvvm.redux.sync max
  // SM80: llvm.trunc %{{.*}} : i32 to i16
  // SM70-COUNT-5: nvvm.shfl.sync bfly
  tt.func private @narrow(%x: tensor<64xi16, #line>) -> i16 {
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i16, %b: i16):
      %c = arith.maxsi %a, %b : i16
      tt.reduce.return %c : i16
    }) : (tensor<64xi16, #line>) -> i16
    tt.return %r : i16
  }

  // Only lanes along the axis are combined, the farthest first, and each line of registers by itself.
  // CHECK-LABEL: llvm.func internal @lines
  // CHECK: %[[FOUR:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK: nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %[[FOUR]]
  // CHECK: llvm.fadd
  // CHECK: %[[TWO:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %[[TWO]]
  // CHECK: llvm.fadd
  // CHECK-COUNT-2: nvvm.shfl.sync bfly
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  tt.func private @lines(%x: tensor<8x8xf32, #rows>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #rows}>> {
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<8x8xf32, #rows>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #rows}>>
    tt.return %r : tensor<8xf32, #ttg.slice<{dim = 1, parent = #rows}>>
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // Two tensors at once, and four warps: one lane of each stores, four threads combine, all read. The wider elements come first.
  // CHECK-LABEL: llvm.func internal @warps
  // CHECK-COUNT-10: nvvm.shfl.sync bfly
  // CHECK: %[[IS_FIRST:.*]] = llvm.icmp "eq"
  // CHECK: st.shared.b32 [ $0 + 0 ], { $1 };", "r,r,b" %{{.*}}, %{{.*}}, %[[IS_FIRST]]
  // CHECK: st.shared.b16 [ $0 + 0 ], { $1 };", "r,c,b" %{{.*}}, %{{.*}}, %[[IS_FIRST]]
  // CHECK: nvvm.barrier0
  // CHECK: @$2 ld.shared.b32
  // CHECK: @$2 ld.shared.b16
  // CHECK-COUNT-4: nvvm.shfl.sync bfly
  // CHECK: @$2 st.shared.b32
  // CHECK: @$2 st.shared.b16
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> i16
  // CHECK: llvm.return
  tt.func private @warps(%x: tensor<128xf32, #line>, %i: tensor<128xi16, #line>) -> i16 {
    %r:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %ai: i16, %b: f32, %bi: i16):
      %c = arith.cmpf ogt, %a, %b : f32
      %v = arith.select %c, %a, %b : f32
      %w = arith.select %c, %ai, %bi : i16
      tt.reduce.return %v, %w : f32, i16
    }) : (tensor<128xf32, #line>, tensor<128xi16, #line>) -> (f32, i16)
    tt.return %r#1 : i16
  }
}

// -----

#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
!x = tensor<32xi32, #x>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @many(%x: !x) {
    // expected-error @+2 {{'tt.reduce' op has 17 operands, of which at most 16 are combined at once}}
    // expected-error @+1 {{failed to legalize operation 'tt.reduce' that was explicitly marked illegal}}
    %r:17 = "tt.reduce"(%x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x) <{axis = 0 : i32}> ({
    ^bb0(%a0: i32, %a1: i32, %a2: i32, %a3: i32, %a4: i32, %a5: i32, %a6: i32, %a7: i32, %a8: i32, %a9: i32, %a10: i32, %a11: i32, %a12: i32, %a13: i32, %a14: i32, %a15: i32, %a16: i32,
         %b0: i32, %b1: i32, %b2: i32, %b3: i32, %b4: i32, %b5: i32, %b6: i32, %b7: i32, %b8: i32, %b9: i32, %b10: i32, %b11: i32, %b12: i32, %b13: i32, %b14: i32, %b15: i32, %b16: i32):
      tt.reduce.return %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
    }) : (!x, !x, !x, !x, !x, !x, !x, !x, !x, !x, !x, !x, !x, !x, !x, !x, !x) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
    tt.return
  }
}
