// RUN: tern-opt %s --split-input-file --allocate-amdgpu-shared-memory --convert-triton-amdgpu-to-llvm=arch=gfx1100 | FileCheck %s

// Lanes of a row exchange by a permutation or two shifts; rows by an instruction of their own.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @rows(
  tt.func private @rows(%x: tensor<2x16xi32, #blocked>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> {
    // CHECK: rocdl.update.dpp %{{.*}} with 280, 15, 12, false : i32
    // CHECK: rocdl.update.dpp %{{.*}} with 264, 15, 3, false : i32
    // CHECK: rocdl.update.dpp %{{.*}} with 276, 15, 10, false : i32
    // CHECK: rocdl.update.dpp %{{.*}} with 260, 15, 5, false : i32
    // CHECK: rocdl.update.dpp %{{.*}} with 78, 15, 15, false : i32
    // CHECK: rocdl.update.dpp %{{.*}} with 177, 15, 15, false : i32
    %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.reduce.return %s : i32
    }) : (tensor<2x16xi32, #blocked>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    tt.return %0 : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
  }

  // CHECK-LABEL: llvm.func internal @across_rows(
  tt.func private @across_rows(%x: tensor<2x16xi32, #blocked>) -> tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> {
    // CHECK: rocdl.permlanex16
    %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.reduce.return %s : i32
    }) : (tensor<2x16xi32, #blocked>) -> tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    tt.return %0 : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
  }

  // Scans read from the lane before; beyond the first one a lane has its own.
  // CHECK-LABEL: llvm.func internal @scan(
  tt.func private @scan(%x: tensor<2x16xi32, #blocked>) -> tensor<2x16xi32, #blocked> {
    // CHECK: rocdl.mbcnt.lo
    // CHECK-NOT: rocdl.mbcnt.hi
    // CHECK: llvm.icmp "ult"
    // CHECK: rocdl.ds_bpermute
    %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.scan.return %s : i32
    }) : (tensor<2x16xi32, #blocked>) -> tensor<2x16xi32, #blocked>
    tt.return %0 : tensor<2x16xi32, #blocked>
  }

  // Text goes to the host by functions of ROCm, values seven at a time.
  // CHECK-LABEL: llvm.func internal @say(
  tt.func private @say(%x: f32, %c: i1) {
    // CHECK: %[[S:.*]] = llvm.call @__ockl_printf_begin
    // CHECK: %[[T:.*]] = llvm.call @__ockl_printf_append_string_n(%[[S]]
    // CHECK: llvm.call @__ockl_printf_append_args(%[[T]]
    tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : f32
    // CHECK: llvm.call @__ockl_fprintf_stderr_begin
    // CHECK: llvm.call_intrinsic "llvm.trap"
    tt.assert %c, "never" : i1
    tt.return
  }

  // Where the chip has no such rounding the number before is taken, if the nearest one is further from zero.
  // CHECK-LABEL: llvm.func internal @cut(
  tt.func private @cut(%x: f32) -> f16 {
    // CHECK: %[[N:.*]] = llvm.fptrunc %arg0 : f32 to f16
    // CHECK: %[[B:.*]] = llvm.fpext %[[N]] : f16 to f32
    // CHECK: llvm.fcmp "ogt"
    // CHECK: llvm.sub %{{.*}} : i16
    %0 = tt.fp_to_fp %x, rounding = rtz : f32 -> f16
    tt.return %0 : f16
  }
}

// -----

// Where each wave gets back what it stored, it is the order of its accesses alone that has to be kept.
#from = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#to = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @convert(
  tt.func private @convert(%x: tensor<16x16xf32, #from>) -> tensor<16x16xf32, #to> {
    // CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<1xf32>, !llvm.ptr<3>
    // CHECK: llvm.fence syncscope("wavefront") release
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.wave.barrier"() : () -> ()
    // CHECK: llvm.fence syncscope("wavefront") acquire
    // CHECK: llvm.load
    %0 = ttg.convert_layout %x : tensor<16x16xf32, #from> -> tensor<16x16xf32, #to>
    tt.return %0 : tensor<16x16xf32, #to>
  }
}
