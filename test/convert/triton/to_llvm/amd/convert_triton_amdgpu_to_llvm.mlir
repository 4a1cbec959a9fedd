// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx1100 | FileCheck %s --check-prefixes=CHECK,NARROW

// A kernel says how many threads launch it; other functions get where their shared memory begins.
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK-LABEL: llvm.func @kernel(
  // CHECK-SAME: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>) attributes {rocdl.flat_work_group_size = "1,128", rocdl.kernel
  tt.func public @kernel(%p: !tt.ptr<i32>) {
    // CHECK: rocdl.workgroup.id.y : i32
    %y = tt.get_program_id y : i32
    // The packet of the launch counts threads: along x those of a block are divided out.
    // CHECK: %[[PACKET:.*]] = llvm.call_intrinsic "llvm.amdgcn.dispatch.ptr"() : () -> !llvm.ptr<4>
    // CHECK: %[[ALL:.*]] = llvm.load %{{.*}} : !llvm.ptr<4> -> i32
    // CHECK: %[[BLOCK:.*]] = llvm.load %{{.*}} : !llvm.ptr<4> -> i16
    // CHECK: %[[SIZE:.*]] = llvm.zext %[[BLOCK]] : i16 to i32
    // CHECK: llvm.udiv %[[ALL]], %[[SIZE]] : i32
    %n = tt.get_num_programs x : i32
    // CHECK: llvm.load %{{.*}} : !llvm.ptr<4> -> i32
    // CHECK: rocdl.workitem.id.x : i32
    %m = tt.get_num_programs y : i32
    %s = arith.addi %n, %y : i32
    %t = arith.addi %s, %m : i32
    tt.store %p, %t : !tt.ptr<i32>
    tt.call @part(%p) : (!tt.ptr<i32>) -> ()
    tt.return
  }
  // CHECK-LABEL: llvm.func internal @part(
  // CHECK-SAME: %{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<3>, %{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>)
  tt.func private @part(%p: !tt.ptr<i32>) {
    // A barrier of shared memory alone lets loads and stores of global memory go on, where waits tell them apart.
    // WIDE: rocdl.s.waitcnt -7937
    // WIDE-NEXT: rocdl.s.barrier
    // NARROW: rocdl.barrier
    ttg.local_barrier
    // CHECK: rocdl.barrier
    gpu.barrier
    tt.return
  }
}
