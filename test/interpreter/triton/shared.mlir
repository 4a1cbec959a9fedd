// ttg: shared memory, its views and copies to it. Layouts change no value.
// RUN: tern-opt %s --interpret=views | FileCheck %s --check-prefix=VIEWS
// RUN: tern-run %s --interpret --function=copies --grid=1 --input=8xf16=1,2,3,4,5,6,7,8 | FileCheck %s --check-prefix=COPIES
// RUN: tern-opt %s --interpret=halves | FileCheck %s --check-prefix=HALVES
// RUN: tern-opt %s --interpret=stages | FileCheck %s --check-prefix=STAGES
// RUN: not tern-opt %s --interpret=freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: not tern-opt %s --interpret=beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not tern-opt %s --interpret=part 2>&1 | FileCheck %s --check-prefix=PART

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#shared_turned = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#shared_line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// VIEWS: @views #0: ( ( 1, 3 ), ( 2, 4 ) ) : tensor<2x2xi32
// VIEWS-NEXT: @views #1: ( ( 3, 4 ) ) : tensor<1x2xi32
// VIEWS-NEXT: @views #2: ( ( 1, 2 ), ( 3, 4 ) ) : tensor<2x2xi32
// VIEWS-NEXT: @views #3: ( 1, 2, 3, 4 ) : tensor<4xi32
tt.func @views() -> (tensor<2x2xi32, #blocked>, tensor<1x2xi32, #blocked>, tensor<2x2xi32, #turned>, tensor<4xi32, #line>) {
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32, #blocked>
  %m = ttg.local_alloc : () -> !ttg.memdesc<2x2x2xi32, #shared, #smem, mutable>
  %c1 = arith.constant 1 : i32
  %b = ttg.memdesc_index %m[%c1] : !ttg.memdesc<2x2x2xi32, #shared, #smem, mutable> -> !ttg.memdesc<2x2xi32, #shared, #smem, mutable>
  ttg.local_store %x, %b : tensor<2x2xi32, #blocked> -> !ttg.memdesc<2x2xi32, #shared, #smem, mutable>
  ttg.local_barrier
  %t = ttg.memdesc_trans %b {order = array<i32: 1, 0>} : !ttg.memdesc<2x2xi32, #shared, #smem, mutable> -> !ttg.memdesc<2x2xi32, #shared_turned, #smem, mutable>
  %turned = ttg.local_load %t : !ttg.memdesc<2x2xi32, #shared_turned, #smem, mutable> -> tensor<2x2xi32, #blocked>
  %s = ttg.memdesc_subslice %b[1, 0] : !ttg.memdesc<2x2xi32, #shared, #smem, mutable> -> !ttg.memdesc<1x2xi32, #shared, #smem, mutable, 2x2>
  %row = ttg.local_load %s : !ttg.memdesc<1x2xi32, #shared, #smem, mutable, 2x2> -> tensor<1x2xi32, #blocked>
  %other = ttg.convert_layout %x : tensor<2x2xi32, #blocked> -> tensor<2x2xi32, #turned>
  %r = ttg.memdesc_reinterpret %b : !ttg.memdesc<2x2xi32, #shared, #smem, mutable> -> !ttg.memdesc<4xi32, #shared_line, #smem, mutable>
  %line = ttg.local_load %r : !ttg.memdesc<4xi32, #shared_line, #smem, mutable> -> tensor<4xi32, #line>
  tt.return %turned, %row, %other, %line : tensor<2x2xi32, #blocked>, tensor<1x2xi32, #blocked>, tensor<2x2xi32, #turned>, tensor<4xi32, #line>
}

// COPIES: (0, 0, 0) ( 1, -1, 3, -1, 5, -1, 7, -1 )
tt.func public @copies(%x: !tt.ptr<f16>) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #line>
  %s = tt.splat %x : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>, #line>
  %p = tt.addptr %s, %i : tensor<8x!tt.ptr<f16>, #line>, tensor<8xi32, #line>
  %mask = arith.constant dense<[true, false, true, false, true, false, true, false]> : tensor<8xi1, #line>
  %other = arith.constant dense<-1.0> : tensor<8xf16, #line>
  %m = ttg.local_alloc : () -> !ttg.memdesc<8xf16, #shared_line, #smem, mutable>
  %t = ttg.async_copy_global_to_local %p, %m mask %mask other %other : tensor<8x!tt.ptr<f16>, #line> -> <8xf16, #shared_line, #smem, mutable>
  %g = ttg.async_commit_group tokens %t
  %w = ttg.async_wait %g {num = 0 : i32}
  %v = ttg.local_load %m token %w : !ttg.memdesc<8xf16, #shared_line, #smem, mutable> -> tensor<8xf16, #line>
  tt.print " " {hex = false, isSigned = array<i32: 0>} : %v : tensor<8xf16, #line>
  tt.return
}

// Codes 1, 2 and 7, 8 of four bits.
// HALVES: @halves #0: ( 1, 0.5, -0, 6 ) : tensor<4xf16
tt.func @halves() -> tensor<4xf16, #line> {
  %x = arith.constant dense<[18, 120]> : tensor<2xi8, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %y = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<2xi8, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<4xf16, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %z = ttg.convert_layout %y : tensor<4xf16, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<4xf16, #line>
  tt.return %z : tensor<4xf16, #line>
}

// Of a loop to 10 by 2, the stage that is one ahead has no iteration at 8.
// STAGES: @stages #0: 0 : i1
// STAGES-NEXT: @stages #1: 1 : i1
// STAGES-NEXT: @stages #2: 5 : i32
tt.func @stages() -> (i1, i1, i32) {
  %c8 = arith.constant 8 : i32
  %c10 = arith.constant 10 : i32
  %c2 = arith.constant 2 : i32
  %early = ttg.predicate_stage %c8, %c10, %c2 maxStage 1 stage 0 : i32 -> i1
  %late = ttg.predicate_stage %c8, %c10, %c2 maxStage 1 stage 1 : i32 -> i1
  %five = "ttg.mask"(%late) ({
    %c5 = arith.constant 5 : i32
    ttg.mask.return %c5 : i32
  }) : (i1) -> i32
  %dropped = "ttg.mask"(%early) ({
    %zero = arith.constant 0 : i32
    %never = arith.divsi %c8, %zero : i32
    ttg.mask.return %never : i32
  }) : (i1) -> i32
  tt.return %early, %late, %five : i1, i1, i32
}

// FREED: error: 'ttg.local_load' op accesses memory that was freed
tt.func @freed() -> tensor<8xf16, #line> {
  %m = ttg.local_alloc : () -> !ttg.memdesc<8xf16, #shared_line, #smem, mutable>
  ttg.local_dealloc %m : !ttg.memdesc<8xf16, #shared_line, #smem, mutable>
  %v = ttg.local_load %m : !ttg.memdesc<8xf16, #shared_line, #smem, mutable> -> tensor<8xf16, #line>
  tt.return %v : tensor<8xf16, #line>
}

// BEYOND: error: 'ttg.memdesc_index' op takes buffer 2 of 2
tt.func @beyond() {
  %c2 = arith.constant 2 : i32
  %m = ttg.local_alloc : () -> !ttg.memdesc<2x8xf16, #shared, #smem, mutable>
  %b = ttg.memdesc_index %m[%c2] : !ttg.memdesc<2x8xf16, #shared, #smem, mutable> -> !ttg.memdesc<8xf16, #shared_line, #smem, mutable>
  tt.return
}

// PART: error: 'ttg.memdesc_reinterpret' op gives another shape to a part of memory, which the reference interpreter cannot
tt.func @part() {
  %m = ttg.local_alloc : () -> !ttg.memdesc<2x8xf16, #shared, #smem, mutable>
  %s = ttg.memdesc_subslice %m[0, 4] : !ttg.memdesc<2x8xf16, #shared, #smem, mutable> -> !ttg.memdesc<2x4xf16, #shared, #smem, mutable, 2x8>
  %r = ttg.memdesc_reinterpret %s : !ttg.memdesc<2x4xf16, #shared, #smem, mutable, 2x8> -> !ttg.memdesc<8xf16, #shared_line, #smem, mutable>
  tt.return
}
}
