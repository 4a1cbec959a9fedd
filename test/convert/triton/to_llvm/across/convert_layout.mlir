// RUN: tern-opt %s --split-input-file --allocate-shared-memory-nv --convert-triton-gpu-to-llvm --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tern-opt %s --split-input-file --allocate-shared-memory-nv=compute-capability=90 --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tern-opt %s --split-input-file --allocate-shared-memory-nv=compute-capability=70 --convert-triton-gpu-to-llvm=compute-capability=70 --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,SM70

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#same = #ttg.linear<{register = [[0, 1], [0, 2], [8, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#turned = #ttg.linear<{register = [[8, 0], [0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#copies = #ttg.linear<{register = [[0, 1], [0, 0], [0, 2], [8, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#lanes = #ttg.linear<{register = [[0, 1], [0, 2], [8, 0]], lane = [[1, 0], [0, 8], [0, 4], [2, 0], [4, 0]], warp = [], block = []}>
#swapped = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[8, 0], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#both = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [8, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#far = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>
#sums = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#first = #ttg.dot_op<{opIdx = 0, parent = #sums, kWidth = 4}>
module attributes {"ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: llvm.func internal @nothing
  // CHECK-NOT: llvm.extractvalue
  // CHECK-NOT: llvm.insertvalue
  // CHECK: llvm.return %arg0
  tt.func private @nothing(%x: tensor<16x16xf32, #rows>) -> tensor<16x16xf32, #same> {
    %y = ttg.convert_layout %x : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #same>
    tt.return %y : tensor<16x16xf32, #same>
  }

  // Registers change their names, and those that lead nowhere are copies of others.
  // CHECK-LABEL: llvm.func internal @registers
  // CHECK-DAG: %[[X1:.*]] = llvm.extractvalue %arg0[1]
  // CHECK-DAG: %[[X4:.*]] = llvm.extractvalue %arg0[4]
  // CHECK-NOT: shfl
  // CHECK-NOT: llvm.store
  // CHECK: llvm.insertvalue %[[X4]], %{{.*}}[1]
  // CHECK: llvm.insertvalue %[[X1]], %{{.*}}[2]
  // CHECK: llvm.return
  tt.func private @registers(%x: tensor<16x16xf32, #rows>) -> tensor<16x16xf32, #turned> {
    %y = ttg.convert_layout %x : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #turned>
    tt.return %y : tensor<16x16xf32, #turned>
  }

  // CHECK-LABEL: llvm.func internal @copies
  // CHECK: %[[X1:.*]] = llvm.extractvalue %arg0[1]
  // CHECK-NOT: llvm.store
  // CHECK: llvm.insertvalue %[[X1]], %{{.*}}[1]
  // CHECK: llvm.insertvalue %[[X1]], %{{.*}}[3]
  tt.func private @copies(%x: tensor<16x16xf32, #rows>) -> tensor<16x16xf32, #copies> {
    %y = ttg.convert_layout %x : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #copies>
    tt.return %y : tensor<16x16xf32, #copies>
  }

  // Each register is taken from one other lane; two halves go together.
  // CHECK-LABEL: llvm.func internal @lanes
  // CHECK-COUNT-8: nvvm.shfl.sync idx
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK: llvm.return
  tt.func private @lanes(%x: tensor<16x16xf32, #rows>) -> tensor<16x16xf32, #lanes> {
    %y = ttg.convert_layout %x : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #lanes>
    tt.return %y : tensor<16x16xf32, #lanes>
  }

  // CHECK-LABEL: llvm.func internal @packed_lanes
  // CHECK-COUNT-4: nvvm.shfl.sync idx
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK: llvm.return
  tt.func private @packed_lanes(%x: tensor<16x16xf16, #rows>) -> tensor<16x16xf16, #lanes> {
    %y = ttg.convert_layout %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #lanes>
    tt.return %y : tensor<16x16xf16, #lanes>
  }

  // A register and a lane change places: lanes send each other half of what they have.
  // CHECK-LABEL: llvm.func internal @swapped
  // CHECK: %[[IS_LOW:.*]] = llvm.icmp "eq"
  // CHECK: %[[SENT:.*]] = llvm.select %[[IS_LOW]], %[[HIGH:.*]], %[[LOW:.*]] : i1, f32
  // CHECK: %[[GOT:.*]] = nvvm.shfl.sync bfly
  // CHECK: %[[VALUE:.*]] = llvm.bitcast %[[GOT]] : i32 to f32
  // CHECK: llvm.select %[[IS_LOW]], %[[LOW]], %[[VALUE]]
  // CHECK: llvm.select %[[IS_LOW]], %[[VALUE]], %[[HIGH]]
  // CHECK-COUNT-3: nvvm.shfl.sync bfly
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK: llvm.return
  tt.func private @swapped(%x: tensor<16x16xf32, #rows>) -> tensor<16x16xf32, #swapped> {
    %y = ttg.convert_layout %x : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #swapped>
    tt.return %y : tensor<16x16xf32, #swapped>
  }

  // Lanes change places, too: everything is shuffled, between two rounds of selects. Wide elements go in two words.
  // CHECK-LABEL: llvm.func internal @both
  // CHECK: llvm.select
  // CHECK-COUNT-16: nvvm.shfl.sync idx
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK: llvm.select
  // CHECK: llvm.return
  tt.func private @both(%x: tensor<16x16xi64, #rows>) -> tensor<16x16xi64, #both> {
    %y = ttg.convert_layout %x : tensor<16x16xi64, #rows> -> tensor<16x16xi64, #both>
    tt.return %y : tensor<16x16xi64, #both>
  }

  // Sums as the first operand of a product of 8 bits: what is packed is not what lies together there, so words are put together of both words of
  // a pair, in the order that the lane says.
  // CHECK-LABEL: llvm.func internal @both_packed
  // CHECK-COUNT-4: nvvm.shfl.sync idx
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK: %[[IS_LOW:.*]] = llvm.icmp "eq"
  // CHECK: %[[A:.*]] = llvm.mlir.constant(21520 : i32)
  // CHECK: %[[B:.*]] = llvm.mlir.constant(4180 : i32)
  // CHECK: %[[FIRST:.*]] = llvm.select %[[IS_LOW]], %[[A]], %[[B]]
  // CHECK: %[[C:.*]] = llvm.mlir.constant(30258 : i32)
  // CHECK: %[[D:.*]] = llvm.mlir.constant(12918 : i32)
  // CHECK: %[[SECOND:.*]] = llvm.select %[[IS_LOW]], %[[C]], %[[D]]
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"(%[[X:.*]], %[[Y:.*]], %[[FIRST]])
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"(%[[X]], %[[Y]], %[[SECOND]])
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK-NOT: llvm.call_intrinsic
  // CHECK: llvm.return
  tt.func private @both_packed(%x: tensor<16x32xi8, #sums>) -> tensor<16x32xi8, #first> {
    %0 = ttg.convert_layout %x : tensor<16x32xi8, #sums> -> tensor<16x32xi8, #first>
    tt.return %0 : tensor<16x32xi8, #first>
  }

  // More than one register and lane: memory, where the warp waits for itself.
  // CHECK-LABEL: llvm.func internal @within_warp
  // CHECK: llvm.getelementptr %arg1
  // CHECK: llvm.store %{{.*}} {alignment = {{[0-9]+}} : i64} : vector<{{[0-9]}}xi32>, !llvm.ptr<3>
  // CHECK: nvvm.bar.warp.sync
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.load
  tt.func private @within_warp(%x: tensor<16x16xf32, #rows>) -> tensor<16x16xf32, #far> {
    %y = ttg.convert_layout %x : tensor<16x16xf32, #rows> -> tensor<16x16xf32, #far>
    tt.return %y : tensor<16x16xf32, #far>
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#tall = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#tall_a = #ttg.dot_op<{opIdx = 0, parent = #tall, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // An operand of a product in lines of 16 bytes, four words of each lane at once.
  // CHECK-LABEL: llvm.func internal @operand
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // SM70-NOT: nvvm.ldmatrix
  // SM80: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  // SM90: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: llvm.return
  tt.func private @operand(%x: tensor<64x64xf16, #rows>) -> tensor<64x64xf16, #a> {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
    tt.return %y : tensor<64x64xf16, #a>
  }

  // The other one lies across the lines.
  // CHECK-LABEL: llvm.func internal @transposed_operand
  // SM80: nvvm.ldmatrix %{{.*}} {{.*}}layout = #nvvm.mma_layout<col>, num = 4 : i32
  // CHECK: llvm.return
  tt.func private @transposed_operand(%x: tensor<64x64xf16, #rows>) -> tensor<64x64xf16, #b> {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #b>
    tt.return %y : tensor<64x64xf16, #b>
  }

  // The result of one product is the operand of the next where each warp has whole lines; else others have parts of them.
  // CHECK-LABEL: llvm.func internal @chained
  // CHECK-NOT: nvvm.shfl
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tt.func private @chained(%x: tensor<64x64xf16, #tall>) -> tensor<64x64xf16, #tall_a> {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #tall> -> tensor<64x64xf16, #tall_a>
    tt.return %y : tensor<64x64xf16, #tall_a>
  }

  // CHECK-LABEL: llvm.func internal @unchained
  // CHECK: llvm.store %{{.*}} : vector<4xi32>, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK: llvm.return
  tt.func private @unchained(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #a> {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #a>
    tt.return %y : tensor<64x64xf16, #a>
  }

  // CHECK-LABEL: llvm.func internal @sums
  // SM80-NOT: nvvm.stmatrix
  // SM90: nvvm.stmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32, i32, i32
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  tt.func private @sums(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #rows> {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #rows>
    tt.return %y : tensor<64x64xf16, #rows>
  }

  // Registers that both have apart go through the same memory one after the other, with a barrier before it is used again.
  // CHECK-LABEL: llvm.func internal @rounds
  // CHECK: llvm.store
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load
  // CHECK: nvvm.barrier0
  // CHECK: llvm.store
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load
  // CHECK: llvm.return
  tt.func private @rounds(%x: tensor<32x256xf32, #rows>) -> tensor<32x256xf32, #columns> {
    %y = ttg.convert_layout %x : tensor<32x256xf32, #rows> -> tensor<32x256xf32, #columns>
    tt.return %y : tensor<32x256xf32, #columns>
  }

  // Truths have a byte each, pointers eight.
  // CHECK-LABEL: llvm.func internal @truths
  // CHECK: llvm.zext %{{.*}} : i1 to i8
  // CHECK: llvm.trunc %{{.*}} : i8 to i1
  tt.func private @truths(%x: tensor<32x32xi1, #rows>) -> tensor<32x32xi1, #columns> {
    %y = ttg.convert_layout %x : tensor<32x32xi1, #rows> -> tensor<32x32xi1, #columns>
    tt.return %y : tensor<32x32xi1, #columns>
  }

  // CHECK-LABEL: llvm.func internal @pointers
  // CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
  // CHECK: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
  tt.func private @pointers(%x: tensor<32x32x!tt.ptr<f32>, #rows>) -> tensor<32x32x!tt.ptr<f32>, #columns> {
    %y = ttg.convert_layout %x : tensor<32x32x!tt.ptr<f32>, #rows> -> tensor<32x32x!tt.ptr<f32>, #columns>
    tt.return %y : tensor<32x32x!tt.ptr<f32>, #columns>
  }
}
