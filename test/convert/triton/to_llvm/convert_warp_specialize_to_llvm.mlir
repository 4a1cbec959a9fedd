// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --convert-warp-specialize-to-llvm --canonicalize="region-simplify=disabled" | FileCheck %s

// Warps 0 to 3 are the function's own. Warps 4 to 7 run partition 0, warps 8 and 9 partition 1, and warps 10 and 11 wait.
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 12 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK-LABEL: llvm.func @control
  // CHECK-DAG: %[[ALL:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK-DAG: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
  // CHECK-DAG: %[[S0:.*]] = llvm.mlir.constant(0 : i8)
  // CHECK-DAG: %[[S1:.*]] = llvm.mlir.constant(1 : i8)
  // CHECK-DAG: %[[S2:.*]] = llvm.mlir.constant(2 : i8)
  // CHECK-DAG: %[[IDLE:.*]] = llvm.mlir.constant(-1 : i8)
  // CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[WARP:.*]] = nvvm.shfl.sync idx
  // CHECK: %[[OWN:.*]] = llvm.icmp "ult" %[[WARP]], %[[FOUR]]
  // CHECK: llvm.cond_br %[[OWN]], ^[[BODY:.*]], ^[[LOOP:.*]]
  // CHECK: ^[[LOOP]]:
  // CHECK: llvm.nvvm.barrier.cta.sync.all"(%[[ALL]])
  // CHECK: %[[BASE:.*]] = llvm.getelementptr %{{.*}}[64]
  // CHECK: %[[WAITING:.*]] = llvm.sub %[[WARP]], %[[FOUR]]
  // CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[BASE]][%[[WAITING]]]
  // CHECK: %[[STATE:.*]] = llvm.load %[[PLACE]] : !llvm.ptr<3> -> i8
  // CHECK: llvm.switch %[[STATE]] : i8, ^[[WAIT:.*]] [
  // CHECK-NEXT: 0: ^[[P0:.*]],
  // CHECK-NEXT: 1: ^[[P1:.*]],
  // CHECK-NEXT: 2: ^[[EXIT:bb[0-9]+]]
  // CHECK: ^[[WAIT]]:
  // CHECK-COUNT-2: llvm.nvvm.barrier.cta.sync.all"(%[[ALL]])
  // CHECK: llvm.br ^[[LOOP]] {loop_annotation = #
  // CHECK: ^[[EXIT]]:
  // CHECK-NEXT: llvm.return
  // CHECK: ^[[P0]]:
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%[[ALL]])
  // CHECK-NEXT: "first"
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%[[ALL]])
  // CHECK-NEXT: llvm.br ^[[LOOP]]
  // CHECK: ^[[P1]]:
  // CHECK: "second"
  // CHECK: ^[[BODY]]:
  // CHECK: llvm.store %[[S0]]
  // CHECK-COUNT-3: llvm.store %[[S0]]
  // CHECK-COUNT-2: llvm.store %[[S1]]
  // CHECK-COUNT-2: llvm.store %[[IDLE]]
  // CHECK-COUNT-2: llvm.nvvm.barrier.cta.sync.all"(%[[ALL]])
  // CHECK: %[[OUT:.*]] = "own"
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%[[ALL]])
  // CHECK-NEXT: llvm.br ^[[AFTER:.*]](%[[OUT]] : i32)
  // CHECK: ^[[AFTER]](%[[RESULT:.*]]: i32):
  // CHECK: "use"(%[[RESULT]])
  // CHECK-COUNT-8: llvm.store %[[S2]]
  // CHECK: llvm.nvvm.barrier.cta.sync.all"(%[[ALL]])
  // CHECK-NEXT: llvm.return
  llvm.func @control() attributes {allocation.offset = 64 : i32} {
    %r = ttg.warp_specialize() attributes {allocation.offset = 0 : i32, warpGroupStartIds = array<i32: 4, 8>}
    default {
      %out = "own"() : () -> i32
      ttg.warp_yield %out : i32
    }
    partition0() num_warps(4) {
      "first"() : () -> ()
      ttg.warp_return
    }
    partition1() num_warps(2) {
      "second"() : () -> ()
      ttg.warp_return
    } : () -> i32
    "use"(%r) : (i32) -> ()
    llvm.return
  }
}

// -----

// Each partition meets at a barrier of its own, and a single warp needs none.
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK-LABEL: llvm.func @barriers
  // CHECK-DAG: %[[OWN:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK-DAG: %[[B2:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK-DAG: %[[N64:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK-DAG: %[[N128:.*]] = llvm.mlir.constant(128 : i32)
  // CHECK: nvvm.barrier id = %[[B2]] number_of_threads = %[[N64]]
  // CHECK: nvvm.bar.warp.sync
  // CHECK: nvvm.barrier id = %[[OWN]] number_of_threads = %[[N128]]
  // CHECK: nvvm.barrier id = %[[OWN]] number_of_threads = %[[N128]]
  // CHECK: nvvm.barrier id = %[[OWN]] number_of_threads = %[[N128]]
  // CHECK-NOT: nvvm.barrier0
  llvm.func @barriers() attributes {allocation.offset = 64 : i32} {
    nvvm.barrier0
    ttg.warp_specialize() attributes {allocation.offset = 0 : i32, warpGroupStartIds = array<i32: 4, 6>}
    default {
      nvvm.barrier0
      ttg.warp_yield
    }
    partition0() num_warps(2) {
      nvvm.barrier0
      ttg.warp_return
    }
    partition1() num_warps(1) {
      nvvm.barrier0
      ttg.warp_return
    } : () -> ()
    nvvm.barrier0
    llvm.return
  }

  // A kernel without partitions keeps the barrier of the block.
  // CHECK-LABEL: llvm.func @whole
  // CHECK-NEXT: nvvm.barrier0
  llvm.func @whole() {
    nvvm.barrier0
    llvm.return
  }
}

// -----

// What is captured lies in shared memory, unless it is computed from arguments.
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32, ttg.target = "cuda:90"} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK-LABEL: llvm.func @captures
  // CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: !llvm.ptr<1>)
  // CHECK: %[[P0:.*]] = llvm.getelementptr %{{.*}}[0, 0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.struct<packed (i8, i64)>
  // CHECK: %[[A:.*]] = llvm.load %[[P0]] {alignment = 1 : i64} : !llvm.ptr<3> -> i8
  // CHECK: %[[P1:.*]] = llvm.getelementptr %{{.*}}[0, 1]
  // CHECK: %[[B:.*]] = llvm.load %[[P1]] {alignment = 1 : i64} : !llvm.ptr<3> -> i64
  // CHECK: %[[SQUARE:.*]] = llvm.mul %[[X]], %[[X]]
  // CHECK: "use"(%[[A]], %[[B]], %[[SQUARE]], %[[Y]])
  // CHECK: %[[MADE:.*]]:2 = "make"
  // CHECK: llvm.store %[[MADE]]#0, %{{.*}} {alignment = 1 : i64} : i8
  // CHECK: llvm.store %[[MADE]]#1, %{{.*}} {alignment = 1 : i64} : i64
  llvm.func @captures(%x: i32, %y: !llvm.ptr<1>) attributes {allocation.offset = 64 : i32} {
    %made:2 = "make"() : () -> (i8, i64)
    %square = llvm.mul %x, %x : i32
    %pointer = builtin.unrealized_conversion_cast %y : !llvm.ptr<1> to !tt.ptr<f32>
    ttg.warp_specialize(%made#0, %made#1, %square, %pointer) attributes {allocation.offset = 0 : i32, warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0(%a: i8, %b: i64, %c: i32, %d: !tt.ptr<f32>) num_warps(4) {
      %p = builtin.unrealized_conversion_cast %d : !tt.ptr<f32> to !llvm.ptr<1>
      "use"(%a, %b, %c, %p) : (i8, i64, i32, !llvm.ptr<1>) -> ()
      ttg.warp_return
    } : (i8, i64, i32, !tt.ptr<f32>) -> ()
    llvm.return
  }

  // CHECK-LABEL: llvm.func @results
  // CHECK: %[[OUT:.*]] = "make"
  // CHECK: llvm.br ^[[AFTER:.*]](%[[OUT]] : !llvm.ptr<1>)
  // CHECK: ^[[AFTER]](%[[RESULT:.*]]: !llvm.ptr<1>):
  // CHECK: "use"(%[[RESULT]])
  llvm.func @results() attributes {allocation.offset = 64 : i32} {
    %r = ttg.warp_specialize() attributes {allocation.offset = 0 : i32, warpGroupStartIds = array<i32: 4>}
    default {
      %out = "make"() : () -> !llvm.ptr<1>
      %p = builtin.unrealized_conversion_cast %out : !llvm.ptr<1> to !tt.ptr<f32>
      ttg.warp_yield %p : !tt.ptr<f32>
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> !tt.ptr<f32>
    %q = builtin.unrealized_conversion_cast %r : !tt.ptr<f32> to !llvm.ptr<1>
    "use"(%q) : (!llvm.ptr<1>) -> ()
    llvm.return
  }
}

// -----

// Registers: 128 for each of 12 warps. Eight warps keep 24 while they wait, and the function's own get what they give, 256 at most,
// for which the others need not go below 64.
module attributes {ttg.maxnreg = 128 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 12 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK-LABEL: llvm.func @registers
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY:.*]], ^[[LOOP:.*]]
  // CHECK: ^[[LOOP]]:
  // CHECK-NEXT: nvvm.setmaxregister decrease 64
  // CHECK: nvvm.setmaxregister increase 168
  // CHECK: "first"
  // CHECK: nvvm.setmaxregister decrease 64
  // CHECK: nvvm.setmaxregister decrease 24
  // CHECK: "second"
  // CHECK: nvvm.setmaxregister increase 64
  // CHECK: ^[[BODY]]:
  // CHECK-NEXT: nvvm.setmaxregister increase 256
  // CHECK: nvvm.setmaxregister decrease 192
  // CHECK: "own"
  // CHECK: nvvm.setmaxregister increase 256
  llvm.func @registers() attributes {allocation.offset = 64 : i32} {
    ttg.warp_specialize() attributes {actualRegisters = array<i32: 192, 168, 24>, allocation.offset = 0 : i32, warpGroupStartIds = array<i32: 4, 8>}
    default {
      "own"() : () -> ()
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      "first"() : () -> ()
      ttg.warp_return
    }
    partition1() num_warps(4) {
      "second"() : () -> ()
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}
