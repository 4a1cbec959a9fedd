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
  // CHECK: nvvm.read.ptx.sreg.clusterid.x
  // CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK: %[[FIRST:.*]] = llvm.mul %{{.*}}, %[[TWO]] : i32
  // CHECK: %[[BLOCK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[NUMBER:.*]] = llvm.add %[[FIRST]], %[[BLOCK]] : i32
  // CHECK: llvm.mul %[[NUMBER]], %{{.*}} : i32
  tt.func public @memory(%p: !tt.ptr<i64>) attributes {ttg.global_scratch_memory_size = 128 : i32} {
    %a = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32, ttg.global_scratch_memory_offset = 0 : i32} : !tt.ptr<i8>
    %n = tt.ptr_to_int %a : !tt.ptr<i8> -> i64
    tt.store %p, %n : !tt.ptr<i64>
    tt.return
  }
}

// -----

// An atomic op of a scalar is done by the first block, from whose memory all read the result.
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @counts
  // CHECK: %[[BLOCK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[IS_FIRST:.*]] = llvm.icmp "eq" %[[BLOCK]]
  // CHECK: atom.global.gpu.acq_rel.add.u32
  // CHECK: nvvm.cluster.wait {aligned}
  // CHECK: mapa.shared::cluster.u32
  // CHECK: ld.shared::cluster.b32
  // CHECK: nvvm.cluster.wait {aligned}
  // CHECK: llvm.return
  tt.func private @counts(%p: !tt.ptr<i32>, %x: i32) -> i32 {
    %true = arith.constant true
    %r = tt.atomic_rmw add, acq_rel, gpu, %p, %x, %true : (!tt.ptr<i32>, i32, i1) -> i32
    tt.return %r : i32
  }
}

// -----

// Blocks that have different elements keep the results of these, at places that are counted through the whole tensor.
#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
// CHECK-LABEL: module attributes
// CHECK-SAME: ttg.shared = 256
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @counts_apart
  // CHECK: atom.global
  // CHECK: nvvm.barrier0
  // CHECK-NOT: {{cluster.arrive|mapa}}
  // CHECK: llvm.return
  tt.func private @counts_apart(%p: tensor<64x!tt.ptr<i32>, #x>, %x: tensor<64xi32, #x>) -> tensor<64xi32, #x> {
    %r = tt.atomic_rmw add, acq_rel, gpu, %p, %x : (tensor<64x!tt.ptr<i32>, #x>, tensor<64xi32, #x>) -> tensor<64xi32, #x>
    tt.return %r : tensor<64xi32, #x>
  }
}

// -----

// What a place along the line is of lies in one of four blocks.
#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1], [2]]}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @gathers
  // CHECK: nvvm.cluster.wait {aligned}
  // CHECK: mapa.shared::cluster.u32
  // CHECK: ld.shared::cluster.b32
  // CHECK: nvvm.cluster.wait {aligned}
  // CHECK: llvm.return
  tt.func private @gathers(%x: tensor<512xf32, #x>, %i: tensor<512xi32, #x>) -> tensor<512xf32, #x> {
    %r = tt.gather %x[%i] {axis = 0 : i32} : (tensor<512xf32, #x>, tensor<512xi32, #x>) -> tensor<512xf32, #x>
    tt.return %r : tensor<512xf32, #x>
  }
}

// -----

// Lines of the same blocks need no others.
#x = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @gathers_in_blocks
  // CHECK: nvvm.barrier0
  // CHECK-NOT: {{cluster.arrive|mapa}}
  // CHECK: llvm.return
  tt.func private @gathers_in_blocks(%x: tensor<32x32xf32, #x>, %i: tensor<32x32xi32, #x>) -> tensor<32x32xf32, #x> {
    %r = tt.gather %x[%i] {axis = 1 : i32} : (tensor<32x32xf32, #x>, tensor<32x32xi32, #x>) -> tensor<32x32xf32, #x>
    tt.return %r : tensor<32x32xf32, #x>
  }
}

// -----

// Both blocks count their elements, and add up a bin of both.
#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @histogram
  // CHECK: llvm.atomicrmw
  // CHECK: nvvm.cluster.wait {aligned}
  // CHECK: %[[ONE:.*]] = llvm.inline_asm {{.*}}ld.shared::cluster.b32
  // CHECK: %[[OTHER:.*]] = llvm.inline_asm {{.*}}ld.shared::cluster.b32
  // CHECK: llvm.add
  // CHECK: nvvm.cluster.wait {aligned}
  // CHECK: llvm.return
  tt.func private @histogram(%x: tensor<256xi32, #x>) -> tensor<256xi32, #x> {
    %r = tt.histogram %x : tensor<256xi32, #x> -> tensor<256xi32, #x>
    tt.return %r : tensor<256xi32, #x>
  }
}

// -----

// Of blocks that have the same box the first adds it to memory.
#box = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @adds_once
  // CHECK: %[[BLOCK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[LANE:.*]] = nvvm.elect.sync
  // CHECK: %[[IS_FIRST:.*]] = llvm.icmp "eq" %[[BLOCK]]
  // CHECK: %[[SENDS:.*]] = llvm.and %[[LANE]], %[[IS_FIRST]]
  // CHECK: %[[P:.*]] = llvm.and %[[SENDS]]
  // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group{{.*}} %[[P]],
  tt.func private @adds_once(%d: !tt.tensordesc<tensor<8x16xf16, #box>>, %m: !ttg.memdesc<8x16xf16, #box, #smem>, %i: i32) {
    ttng.async_tma_reduce add, %d[%i, %i] %m : !tt.tensordesc<tensor<8x16xf16, #box>>, !ttg.memdesc<8x16xf16, #box, #smem>
    tt.return
  }
}

// -----

// A block adds what those before it have together: the last thread tells it.
#x = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1], [2]]}>
// CHECK-LABEL: module attributes
// CHECK-SAME: ttg.shared = 68
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @scans
  // CHECK: nvvm.barrier0
  // CHECK: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  // CHECK-COUNT-3: ld.shared::cluster.b32
  // CHECK-NOT: ld.shared::cluster.b32
  // CHECK: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  // CHECK: llvm.return
  tt.func private @scans(%x: tensor<1024xf32, #x>) -> tensor<1024xf32, #x> {
    %r = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.scan.return %c : f32
    }) : (tensor<1024xf32, #x>) -> tensor<1024xf32, #x>
    tt.return %r : tensor<1024xf32, #x>
  }
}

// -----

#x = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[2], [1]]}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @scans_in_disorder(%x: tensor<1024xf32, #x>) -> tensor<1024xf32, #x> {
    // expected-error @+3 {{'tt.scan' op goes along blocks of a cluster in another order than that of their numbers}}
    // expected-note @+2 {{convert the tensor to an encoding whose 'CGALayout' rises along dimension 0}}
    // expected-error @+1 {{failed to legalize operation 'tt.scan' that was explicitly marked illegal}}
    %r = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.scan.return %c : f32
    }) : (tensor<1024xf32, #x>) -> tensor<1024xf32, #x>
    tt.return %r : tensor<1024xf32, #x>
  }
}
