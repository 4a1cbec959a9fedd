// RUN: tern-opt %s --allow-unregistered-dialect --tritonamdgpu-reorder-instructions | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#x = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#y = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @operand_into_loop(
  tt.func @operand_into_loop(%a: tensor<64x64xf16, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %0 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #x>
    // CHECK: scf.for
    // CHECK-NEXT: ttg.convert_layout
    scf.for %i = %c0 to %n step %c1 : i32 {
      "test.use"(%0) : (tensor<64x64xf16, #x>) -> ()
    }
    tt.return
  }

  // CHECK-LABEL: @behind_the_end_of_memory(
  tt.func @behind_the_end_of_memory(%a: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #mma> {
    // CHECK: ttg.local_dealloc
    // CHECK-NEXT: ttg.convert_layout
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %0 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #mma>
    ttg.local_dealloc %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    tt.return %0 : tensor<64x64xf16, #mma>
  }

  // CHECK-LABEL: @transpose_behind_its_source(
  tt.func @transpose_behind_its_source(%p: tensor<64x64x!tt.ptr<f16>, #blocked>) {
    // CHECK: tt.load
    // CHECK-NEXT: tt.trans
    // CHECK-NEXT: "test.other"
    %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
    "test.other"() : () -> ()
    %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
    "test.use"(%1) : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) -> ()
    tt.return
  }

  // Loads that a pipeline put before the loop come first, but not before an atomic op or their address; others stay.
  // CHECK-LABEL: @early_loads(
  tt.func @early_loads(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %q: !tt.ptr<i32>, %v: i32, %t: i1) {
    // CHECK: tt.atomic_rmw
    // CHECK-NEXT: tt.load %arg0 {amd.pipeliner_part = "prologue"}
    // CHECK-NEXT: "test.other"
    // CHECK-NEXT: tt.load %arg0 :
    %r = tt.atomic_rmw add, acq_rel, gpu, %q, %v, %t : (!tt.ptr<i32>, i32, i1) -> i32
    "test.other"() : () -> ()
    %z = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
    %l = tt.load %p {amd.pipeliner_part = "prologue"} : tensor<64x64x!tt.ptr<f16>, #blocked>
    "test.use"(%l, %z) : (tensor<64x64xf16, #blocked>, tensor<64x64xf16, #blocked>) -> ()
    tt.return
  }

  // CHECK-LABEL: @early_loads_with_masks(
  tt.func @early_loads_with_masks(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %o: tensor<64x64xi32, #blocked>, %n: i32) {
    // CHECK: tt.addptr
    // CHECK-NEXT: arith.cmpi
    // CHECK-NEXT: tt.splat
    // CHECK-NEXT: tt.load
    // CHECK-NEXT: "test.other"
    %c0 = arith.constant 0 : i32
    %a = tt.addptr %p, %o : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    "test.other"() : () -> ()
    %some = arith.cmpi sgt, %n, %c0 : i32
    %m = tt.splat %some : i1 -> tensor<64x64xi1, #blocked>
    %l = tt.load %a, %m {amd.pipeliner_part = "prologue"} : tensor<64x64x!tt.ptr<f16>, #blocked>
    "test.use"(%l) : (tensor<64x64xf16, #blocked>) -> ()
    tt.return
  }

  // CHECK-LABEL: @second_load_before_product(
  tt.func @second_load_before_product(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %q: tensor<64x128x!tt.ptr<f16>, #blocked>, %n: i32, %a: tensor<128x64xf16, #x>, %b: tensor<64x128xf16, #y>, %c: tensor<128x128xf32, #mma>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // CHECK: tt.load %arg0
      // CHECK-NEXT: "test.other"
      // CHECK-NEXT: tt.load %arg1
      // CHECK-NEXT: tt.dot
      %0 = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
      %1 = tt.load %q : tensor<64x128x!tt.ptr<f16>, #blocked>
      "test.other"() : () -> ()
      %d = tt.dot %a, %b, %c : tensor<128x64xf16, #x> * tensor<64x128xf16, #y> -> tensor<128x128xf32, #mma>
      "test.use"(%d, %0, %1) : (tensor<128x128xf32, #mma>, tensor<128x64xf16, #blocked>, tensor<64x128xf16, #blocked>) -> ()
    }
    tt.return
  }
}
