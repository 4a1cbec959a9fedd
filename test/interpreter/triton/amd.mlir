// amdg: accesses at offsets from a base, parts of tensors, copies by descriptors.
// RUN: tern-run %s --interpret --function=buffers --grid=1 --input=8xi32=10,11,12,13,14,15,16,17 | FileCheck %s --check-prefix=BUFFERS
// RUN: not tern-run %s --interpret --function=buffers --grid=1 --input=6xi32=0 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: tern-run %s --interpret --function=blocks --grid=1 --input=4x4xf32=0,1,2,3,10,11,12,13,20,21,22,23,30,31,32,33 --input=2x4xf32=5 | FileCheck %s --check-prefix=BLOCKS
// RUN: tern-opt %s --interpret=parts | FileCheck %s --check-prefix=PARTS

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#shared_line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // BUFFERS: loaded( 10, -1, 12, -1, 14, -1, 16, -1 )
  // BUFFERS: local( 10, -1, 12, -1, 14, -1, 16, -1 )
  // BUFFERS: added( 10, 0, 12, 0, 14, 0, 16, 0 )
  // BUFFERS: exchanged( 11, 11, 13, 13, 15, 15, 17, 17 )
  // BUFFERS: stored( 7, 11, 7, 13, 7, 15, 7, 17 )
  // BEYOND: error: 'amdg.buffer_load' op program (0, 0, 0) loads 4 bytes at offset 24 of argument 0, which has 24 bytes
  tt.func public @buffers(%p: !tt.ptr<i32>) {
    %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #line>
    %m = arith.constant dense<[true, false, true, false, true, false, true, false]> : tensor<8xi1, #line>
    %other = arith.constant dense<-1> : tensor<8xi32, #line>
    %one = arith.constant dense<1> : tensor<8xi32, #line>
    %eleven = arith.constant dense<11> : tensor<8xi32, #line>
    %seven = arith.constant dense<7> : tensor<8xi32, #line>
    %0 = amdg.buffer_load %p[%i], %m, %other : tensor<8xi32, #line>
    tt.print " loaded" {hex = false, isSigned = array<i32: 1>} : %0 : tensor<8xi32, #line>
    %d = ttg.local_alloc : () -> !ttg.memdesc<8xi32, #shared_line, #smem, mutable>
    %t = amdg.buffer_load_to_local %p[%i] mask = %m other = %other into %d : <i32>[tensor<8xi32, #line>] tensor<8xi32, #line> -> <8xi32, #shared_line, #smem, mutable>
    %w = amdg.async_wait %t {num_inst = 0 : i32}
    %1 = ttg.local_load %d : !ttg.memdesc<8xi32, #shared_line, #smem, mutable> -> tensor<8xi32, #line>
    tt.print " local" {hex = false, isSigned = array<i32: 1>} : %1 : tensor<8xi32, #line>
    %2 = amdg.buffer_atomic_rmw add, acq_rel, gpu, %one, %p[%i], %m : tensor<8xi32, #line>
    tt.print " added" {hex = false, isSigned = array<i32: 1>} : %2 : tensor<8xi32, #line>
    %3 = amdg.buffer_atomic_cas acq_rel, gpu, %eleven, %eleven, %p[%i] : tensor<8xi32, #line>
    tt.print " exchanged" {hex = false, isSigned = array<i32: 1>} : %3 : tensor<8xi32, #line>
    amdg.buffer_store %seven, %p[%i], %m : tensor<8xi32, #line>
    %4 = amdg.buffer_load %p[%i] : tensor<8xi32, #line>
    tt.print " stored" {hex = false, isSigned = array<i32: 1>} : %4 : tensor<8xi32, #line>
    tt.return
  }

  // A copy that is not to happen leaves what was there.
  // BLOCKS: y( ( 21, 22, 23, 0 ), ( 31, 32, 33, 0 ) )
  tt.func public @blocks(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %one = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %true = arith.constant true
    %false = arith.constant false
    %dx = tt.make_tensor_descriptor %x, [%c4, %c4], [%four, %one] : <f32>, <tensor<2x4xf32, #shared>>
    %dy = tt.make_tensor_descriptor %y, [%c2, %c4], [%four, %one] : <f32>, <tensor<2x4xf32, #shared>>
    %m = ttg.local_alloc : () -> !ttg.memdesc<2x4xf32, #shared, #smem, mutable>
    %t = amdg.async_tdm_copy_global_to_local %dx[%c2, %c1] into %m, %true : !tt.tensordesc<tensor<2x4xf32, #shared>> -> !ttg.memdesc<2x4xf32, #shared, #smem, mutable>
    %u = amdg.async_tdm_copy_global_to_local %dx[%c0, %c0] into %m, %false : !tt.tensordesc<tensor<2x4xf32, #shared>> -> !ttg.memdesc<2x4xf32, #shared, #smem, mutable>
    amdg.async_tdm_copy_local_to_global %dy[%c0, %c0] from %m : !ttg.memdesc<2x4xf32, #shared, #smem, mutable> -> !tt.tensordesc<tensor<2x4xf32, #shared>>
    %w = amdg.async_tdm_wait {num = 0 : i32}
    %v = tt.descriptor_load %dy[%c0, %c0] : !tt.tensordesc<tensor<2x4xf32, #shared>> -> tensor<2x4xf32, #rows>
    tt.print " y" {hex = false, isSigned = array<i32: 0>} : %v : tensor<2x4xf32, #rows>
    tt.return
  }

  // Of rows 0, 1, 2 and so on the second half, twice, side by side.
  // PARTS: @parts #0: ( ( 2, 2, 2, 2,
  // PARTS-SAME: ( 3, 3, 3, 3,
  // PARTS-SAME: ( 2, 2, 2, 2,
  // PARTS-SAME: ( 3, 3, 3, 3,
  tt.func @parts() -> tensor<4x32xi32, #rows> {
    %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #rows}>>
    %c = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #rows}>> -> tensor<4x1xi32, #rows>
    %x = tt.broadcast %c : tensor<4x1xi32, #rows> -> tensor<4x32xi32, #rows>
    %s = amdg.extract_slice %x [2, 0] : tensor<4x32xi32, #rows> to tensor<2x32xi32, #rows>
    %r = amdg.concat %s, %s : tensor<2x32xi32, #rows>, tensor<2x32xi32, #rows> -> tensor<4x32xi32, #rows>
    tt.return %r : tensor<4x32xi32, #rows>
  }
}
