// What blocks of a cluster need of one another goes through the shared memory of all of them, between two barriers of the cluster.
// RUN: tern-opt %s --split-input-file --allocate-shared-memory-nv=compute-capability=90 --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics | FileCheck %s

// Rows of both blocks, and columns of both: a thread has one element of each.
#x = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#y = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[0, 1]]}>
// CHECK-LABEL: module attributes
// CHECK-SAME: ttg.shared = 1024
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @converts
  tt.func private @converts(%x: tensor<64x8xf32, #x>) -> tensor<64x8xf32, #y> {
    // CHECK-DAG: %[[A:.*]] = llvm.extractvalue %arg0[0]
    // CHECK-DAG: %[[B:.*]] = llvm.extractvalue %arg0[1]
    // CHECK: llvm.store %[[A]], %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<3>
    // CHECK: llvm.store %[[B]], %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<3>
    // CHECK: nvvm.cluster.arrive {aligned}
    // CHECK-NEXT: nvvm.cluster.wait {aligned}
    // CHECK-COUNT-2: mapa.shared::cluster.u32
    // CHECK-NOT: nvvm.barrier
    // CHECK: nvvm.cluster.arrive {aligned}
    // CHECK-NEXT: nvvm.cluster.wait {aligned}
    // CHECK: llvm.return
    %z = ttg.convert_layout %x : tensor<64x8xf32, #x> -> tensor<64x8xf32, #y>
    tt.return %z : tensor<64x8xf32, #y>
  }
}

// -----

// Every thread lays down what its block's warps have made of the line, behind their 16 bytes, and adds up all blocks in their order.
#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1], [2]]}>
// CHECK-LABEL: module attributes
// CHECK-SAME: ttg.shared = 528
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @reduces
  tt.func private @reduces(%x: tensor<512xf32, #x>) -> f32 {
    // CHECK-COUNT-2: nvvm.barrier0
    // CHECK: llvm.store
    // CHECK: nvvm.cluster.arrive {aligned}
    // CHECK-NEXT: nvvm.cluster.wait {aligned}
    // CHECK: mapa.shared::cluster.u32
    // CHECK: %[[FIRST:.*]] = llvm.inline_asm {{.*}}ld.shared::cluster.b32
    // CHECK: mapa.shared::cluster.u32
    // CHECK: %[[SECOND:.*]] = llvm.inline_asm {{.*}}ld.shared::cluster.b32
    // CHECK: %[[P:.*]] = llvm.fadd
    // CHECK: %[[Q:.*]] = llvm.fadd %[[P]]
    // CHECK: %[[S:.*]] = llvm.fadd %[[Q]]
    // CHECK: nvvm.cluster.arrive {aligned}
    // CHECK-NEXT: nvvm.cluster.wait {aligned}
    // CHECK: llvm.return %[[S]]
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<512xf32, #x>) -> f32
    tt.return %r : f32
  }
}

// -----

// Blocks that have all of a line need nothing of one another.
#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @has_all
  // CHECK-NOT: {{cluster.arrive|mapa}}
  // CHECK: llvm.return
  tt.func private @has_all(%x: tensor<512xf32, #x>) -> f32 {
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<512xf32, #x>) -> f32
    tt.return %r : f32
  }
}

// -----

#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func private @in_a_partition() {
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      %x = arith.constant dense<1.0> : tensor<256xf32, #x>
      // expected-error @+3 {{'tt.reduce' op needs what other blocks of the cluster have, for which all 8 warps would have to wait, not 4}}
      // expected-note @+2 {{kernels that combine blocks of a cluster cannot have ttg.warp_specialize}}
      // expected-error @+1 {{failed to legalize operation 'tt.reduce' that was explicitly marked illegal}}
      %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<256xf32, #x>) -> f32
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

// Warps of the partitions sleep while the others are here.
#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#y = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func private @beside_partitions(%x: tensor<256xf32, #x>) -> tensor<256xf32, #y> {
    // expected-error @+3 {{'ttg.convert_layout' op needs what other blocks of the cluster have, for which all 8 warps would have to wait, not 4}}
    // expected-note @+2 {{kernels that combine blocks of a cluster cannot have ttg.warp_specialize}}
    // expected-error @+1 {{failed to legalize operation 'ttg.convert_layout' that was explicitly marked illegal}}
    %y = ttg.convert_layout %x : tensor<256xf32, #x> -> tensor<256xf32, #y>
    tt.return %y : tensor<256xf32, #y>
  }
}

// -----

// Each block of each program has a part of the memory that the launch brings.
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.global_scratch_memory_size = 128 : i32} {
  // CHECK-LABEL: llvm.func @memory
  // CHECK: %[[BLOCK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: nvvm.read.ptx.sreg.clusterid.x
  // CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK: %[[FIRST:.*]] = llvm.mul %{{.*}}, %[[TWO]] : i32
  // CHECK: %[[NUMBER:.*]] = llvm.add %[[FIRST]], %[[BLOCK]] : i32
  // CHECK: llvm.mul %[[NUMBER]], %{{.*}} : i32
  tt.func public @memory(%p: !tt.ptr<i64>) attributes {ttg.global_scratch_memory_size = 128 : i32} {
    %a = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32, ttg.global_scratch_memory_offset = 0 : i32} : !tt.ptr<i8>
    %n = tt.ptr_to_int %a : !tt.ptr<i8> -> i64
    tt.store %p, %n : !tt.ptr<i64>
    tt.return
  }
}
