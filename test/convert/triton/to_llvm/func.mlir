// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.maxnreg = 128 : i32} {
  // CHECK: llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

  // A kernel gets the scratch memory and what a profiler brings; it has no results.
  // CHECK-LABEL: llvm.func @kernel
  // CHECK-SAME: (%arg0: !llvm.ptr<1> {tt.divisibility = 16 : i32}, %arg1: i32, %arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1>)
  // CHECK-SAME: nvvm.kernel = 1 : ui1, nvvm.maxnreg = 128 : i32, nvvm.reqntid = array<i32: 128>
  tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    // What is called is handed where its shared memory begins: behind what the caller uses.
    // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(512 : i32) : i32
    // CHECK: %[[SHARED:.*]] = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    // CHECK: %[[PART:.*]] = llvm.getelementptr %[[SHARED]][%[[BYTES]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    // CHECK: %[[RESULT:.*]] = llvm.call @two_results(%arg1, %{{.*}}, %[[PART]], %arg2, %arg3)
    // CHECK: llvm.extractvalue %[[RESULT]][0]
    // CHECK: llvm.extractvalue %[[RESULT]][1]
    %c = arith.constant dense<1.0> : tensor<256xf32, #b>
    %0:2 = tt.call @two_results(%n, %c) {allocation.offset = 512 : i32} : (i32, tensor<256xf32, #b>) -> (i32, tensor<256xf32, #b>)
    // CHECK: llvm.call @no_result({{.*}}) : (i32, !llvm.ptr<3>, !llvm.ptr<1>, !llvm.ptr<1>) -> ()
    tt.call @no_result(%0#0) : (i32) -> ()
    // CHECK: llvm.return{{$}}
    tt.return
  }

  // CHECK-LABEL: llvm.func internal @two_results
  // CHECK-SAME: (%arg0: i32, %arg1: !llvm.struct<(f32, f32)>, %arg2: !llvm.ptr<3>, %arg3: !llvm.ptr<1>, %arg4: !llvm.ptr<1>)
  // CHECK-SAME: -> !llvm.struct<(i32, struct<(f32, f32)>)>
  // CHECK-SAME: passthrough = ["noinline"]
  tt.func private @two_results(%x: i32, %t: tensor<256xf32, #b>) -> (i32, tensor<256xf32, #b>) attributes {noinline = true} {
    // CHECK: llvm.mlir.undef : !llvm.struct<(i32, struct<(f32, f32)>)>
    // CHECK: llvm.insertvalue %arg0, %{{.*}}[0]
    // CHECK: llvm.insertvalue %arg1, %{{.*}}[1]
    // CHECK: llvm.return %{{.*}} : !llvm.struct<(i32, struct<(f32, f32)>)>
    tt.return %x, %t : i32, tensor<256xf32, #b>
  }

  // CHECK-LABEL: llvm.func internal @no_result
  tt.func private @no_result(%x: i32) {
    tt.return
  }
}

// -----

// Each program has its own part of the scratch memory.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: llvm.func @scratch
  // CHECK-DAG: %[[X:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK-DAG: %[[SIZE:.*]] = llvm.mlir.constant(256 : i32)
  // CHECK: %[[BYTES:.*]] = llvm.mul %{{.*}}, %[[SIZE]]
  // CHECK: %[[PART:.*]] = llvm.getelementptr %arg0[%[[BYTES]]]
  // CHECK: llvm.call @f(%{{.*}}, %[[PART]], %arg1)
  tt.func public @scratch() attributes {ttg.global_scratch_memory_size = 256 : i32} {
    tt.call @f() : () -> ()
    tt.return
  }
  tt.func private @f() {
    tt.return
  }
}

// -----

// Blocks of a cluster, more warps for partitions, and a descriptor, which is handed over by value.
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 12 : i32} {
  // CHECK-LABEL: llvm.func @cluster
  // CHECK-SAME: %arg0: !llvm.ptr {llvm.align = 64 : i32, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, tt.nv_tma_desc = 1 : i32}
  // CHECK-SAME: nvvm.cluster_dim = array<i32: 2>
  // CHECK-SAME: nvvm.reqntid = array<i32: 384>
  tt.func public @cluster(%d: !tt.tensordesc<tensor<16x16xf16>>) {
    tt.return
  }
}

// -----

// Pointers, block pointers, memory descriptors, tokens and floats of 8 bits as arguments.
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @types
  // CHECK-SAME: %arg0: !llvm.ptr<3>
  // CHECK-SAME: %arg1: !llvm.struct<(i32, i32, i64, i64, i64, i64, ptr<1>)>
  // CHECK-SAME: %arg2: !llvm.struct<(ptr<3>, i32, i32)>
  // CHECK-SAME: %arg3: i32
  // CHECK-SAME: %arg4: !llvm.struct<(ptr<1>, ptr<1>)>
  // CHECK-SAME: %arg5: !llvm.struct<(i8, i8)>
  // CHECK-SAME: %arg6: !llvm.struct<(bf16, bf16)>
  // CHECK-SAME: %arg7: !llvm.struct<(f16, f16, f16, f16, f16, f16, f16, f16)>
  // CHECK-SAME: %arg8: i8, %arg9: i8, %arg10: i8, %arg11: i8
  tt.func private @types(%a: !tt.ptr<f32, 3>, %b: !tt.ptr<tensor<8x8xf16>>,
      %c: !ttg.memdesc<16x16xf16, #s, #ttg.shared_memory, mutable>, %d: !ttg.async.token,
      %e: tensor<128x2x!tt.ptr<f32>, #b>, %f: tensor<128x2xf8E4M3FN, #b>, %g: tensor<128x2xbf16, #b>,
      %h: tensor<64x16xf16, #dot>, %i: f8E4M3B11FNUZ, %j: f8E4M3FN, %k: f8E4M3FNUZ, %l: f8E5M2) {
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-error @+2 {{Kernel functions do not support return with operands}}
  // expected-note @+1 {{make it private if it is called by others}}
  tt.func public @result(%x: i32) -> i32 {
    tt.return %x : i32
  }
}

// -----

// Modules in a module, each with memory and a target of its own.
// CHECK-LABEL: llvm.func internal @old_target
// CHECK: llvm.atomicrmw fadd
// CHECK: llvm.mlir.global external @global_smem
// CHECK-NOT: llvm.mlir.global
// CHECK-LABEL: llvm.func internal @new_target
// CHECK: atom.global.gpu.acq_rel.add.noftz.bf16
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:80"} {
  tt.func private @old_target(%p: !tt.ptr<bf16>, %x: bf16) {
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x : (!tt.ptr<bf16>, bf16) -> bf16
    tt.return
  }
}
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  tt.func private @new_target(%p: !tt.ptr<bf16>, %x: bf16) {
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x : (!tt.ptr<bf16>, bf16) -> bf16
    tt.return
  }
}

// -----

// expected-error @+2 {{'builtin.module' op has no attribute 'ttg.num-warps'}}
// expected-note @+1 {{say how many warps a block has}}
module {
  tt.func public @nothing() {
    tt.return
  }
}
