// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b8 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // Words of 32 bits, of which elements are taken; what lies next to each other is loaded at once.
  // CHECK-LABEL: llvm.func @loads
  // CHECK: "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l" %{{.*}} : (!llvm.ptr<1>) -> !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: llvm.bitcast %{{.*}} : i32 to f32
  // CHECK: "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09ld.global.v2.b32 { $0, $1 }, [ $2 + 0 ];", "=r,=r,l"
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
  // CHECK-COUNT-2: "mov.u64 $0, 0x0;\0A\09mov.u64 $1, 0x0;\0A\09ld.global.v2.b64 { $0, $1 }, [ $2 + 0 ];", "=l,=l,l"
  // CHECK: "mov.u32 $0, 0x0;\0A\09ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l"
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<4xi8>
  // CHECK: llvm.trunc %{{.*}} : i8 to i1
  tt.func public @loads(%p32: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %p16: !tt.ptr<f16> {tt.divisibility = 16 : i32},
                        %p64: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %p1: !tt.ptr<i1> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
    %s32 = tt.splat %p32 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>
    %a32 = tt.addptr %s32, %r : tensor<128x!tt.ptr<f32>, #b>, tensor<128xi32, #b>
    %v32 = tt.load %a32 : tensor<128x!tt.ptr<f32>, #b>
    %s16 = tt.splat %p16 : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, #b>
    %a16 = tt.addptr %s16, %r : tensor<128x!tt.ptr<f16>, #b>, tensor<128xi32, #b>
    %v16 = tt.load %a16 : tensor<128x!tt.ptr<f16>, #b>
    %s64 = tt.splat %p64 : !tt.ptr<i64> -> tensor<128x!tt.ptr<i64>, #b>
    %a64 = tt.addptr %s64, %r : tensor<128x!tt.ptr<i64>, #b>, tensor<128xi32, #b>
    %v64 = tt.load %a64 : tensor<128x!tt.ptr<i64>, #b>
    %s1 = tt.splat %p1 : !tt.ptr<i1> -> tensor<128x!tt.ptr<i1>, #b>
    %a1 = tt.addptr %s1, %r : tensor<128x!tt.ptr<i1>, #b>, tensor<128xi32, #b>
    %v1 = tt.load %a1 : tensor<128x!tt.ptr<i1>, #b>
    tt.return
  }

  // Where a mask may differ between neighbours, each is loaded by itself; constants stand in the text.
  // CHECK-LABEL: llvm.func internal @masks
  // CHECK-COUNT-4: "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b" %{{.*}} : (i32, !llvm.ptr<1>, i1) -> i32
  // CHECK-COUNT-4: "mov.u16 $0, 0x303;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"
  tt.func private @masks(%p: tensor<128x!tt.ptr<f32>, #b>, %q: tensor<128x!tt.ptr<i8>, #b>, %m: tensor<128xi1, #b>, %o: tensor<128xf32, #b>) {
    %0 = tt.load %p, %m, %o : tensor<128x!tt.ptr<f32>, #b>
    %three = arith.constant dense<3> : tensor<128xi8, #b>
    %1 = tt.load %q, %m, %three : tensor<128x!tt.ptr<i8>, #b>
    tt.return
  }

  // CHECK-LABEL: llvm.func internal @hints
  // CHECK: "mov.u32 $0, 0x0;\0A\09ld.global.cg.b32 { $0 }, [ $1 + 0 ];"
  // CHECK: "mov.u32 $0, 0x0;\0A\09ld.global.cv.b32 { $0 }, [ $1 + 0 ];"
  // CHECK: "mov.u32 $0, 0x0;\0A\09ld.volatile.global.b32 { $0 }, [ $1 + 0 ];"
  // CHECK: "mov.u64 $0, 0x0;\0A\09createpolicy.fractional.L2::evict_first.b64 $0, 1.0;", "=l" : () -> i64
  // CHECK: "mov.u32 $0, 0x0;\0A\09ld.global.L1::evict_first.L2::cache_hint.b32 { $0 }, [ $1 + 0 ], $2;", "=r,l,l"
  tt.func private @hints(%p: !tt.ptr<f32>) {
    %0 = tt.load %p cacheModifier = cg : !tt.ptr<f32>
    %1 = tt.load %p cacheModifier = cv : !tt.ptr<f32>
    %2 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
    %3 = tt.load %p evictionPolicy = evict_first : !tt.ptr<f32>
    tt.return
  }

  // One thread stores a scalar, and no element is stored twice.
  // CHECK-LABEL: llvm.func internal @stores
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: "@$2 st.global.wt.b32 [ $1 + 0 ], { $0 };", "r,l,b" %{{.*}}, %arg0, %[[FIRST]]
  // CHECK: "@$2 st.global.b16 [ $1 + 0 ], { $0 };", "c,l,b"
  // CHECK: llvm.sext %{{.*}} : i1 to i8
  // CHECK: "@$2 st.global.b8 [ $1 + 0 ], { $0 };", "c,l,b"
  // CHECK: createpolicy.fractional.L2::evict_last
  // CHECK-COUNT-4: "@$3 st.global.L1::evict_last.L2::cache_hint.b32 [ $1 + 0 ], { $0 }, $2;", "r,l,l,b"
  // CHECK-NOT: st.global
  tt.func private @stores(%p: !tt.ptr<f32>, %x: f32, %q: !tt.ptr<f16>, %y: f16, %o: !tt.ptr<i1>, %z: i1,
                          %t: tensor<64x!tt.ptr<f32>, #b8>, %v: tensor<64xf32, #b8>, %m: tensor<64xi1, #b8>,
                          %u: tensor<128x!tt.ptr<f32>, #b>, %w: tensor<128xf32, #b>, %k: tensor<128xi1, #b>) {
    tt.store %p, %x cacheModifier = wt : !tt.ptr<f32>
    tt.store %q, %y : !tt.ptr<f16>
    tt.store %o, %z : !tt.ptr<i1>
    tt.store %u, %w, %k evictionPolicy = evict_last : tensor<128x!tt.ptr<f32>, #b>
    tt.return
  }

  // Lanes above eight have what those below have.
  // CHECK-LABEL: llvm.func internal @copies
  // CHECK: %[[MASK:.*]] = llvm.mlir.constant(24 : i32)
  // CHECK: %[[HIGH:.*]] = llvm.and %{{.*}}, %[[MASK]]
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %[[HIGH]]
  // CHECK: llvm.and %[[FIRST]], %{{.*}} : i1
  tt.func private @copies(%t: tensor<64x!tt.ptr<f32>, #b8>, %v: tensor<64xf32, #b8>, %m: tensor<64xi1, #b8>) {
    tt.store %t, %v, %m : tensor<64x!tt.ptr<f32>, #b8>
    tt.return
  }

  // A register that repeats another is not loaded.
  // CHECK-LABEL: llvm.func internal @repeated
  // CHECK-COUNT-2: ld.global
  // CHECK-NOT: ld.global
  // CHECK: llvm.return
  tt.func private @repeated(%t: tensor<2x!tt.ptr<f32>, #b>) -> tensor<2xf32, #b> {
    %0 = tt.load %t : tensor<2x!tt.ptr<f32>, #b>
    tt.return %0 : tensor<2xf32, #b>
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @block_pointer(%p: !tt.ptr<tensor<8xf32>>) {
    // expected-error @+3 {{'tt.load' op has a block pointer}}
    // expected-note @+2 {{run --triton-rewrite-tensor-pointer before}}
    // expected-error @+1 {{failed to legalize operation 'tt.load'}}
    %0 = tt.load %p : !tt.ptr<tensor<8xf32>>
    tt.return
  }
}
