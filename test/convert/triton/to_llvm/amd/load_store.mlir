// RUN: tern-opt %s --split-input-file --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s

// Without a mask an access is one load, or store, of as many neighbours as are known to be aligned.
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: llvm.func @vector(
  // CHECK-SAME: rocdl.flat_work_group_size = "1,64", rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 64, 1, 1>
  tt.func public @vector(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %a = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    // CHECK-NOT: llvm.cond_br
    // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    %x = tt.load %a : tensor<256x!tt.ptr<f32>, #blocked>
    // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    tt.store %a, %x : tensor<256x!tt.ptr<f32>, #blocked>
    tt.return
  }

  // Under a mask it is in a block of its own; where nothing is loaded the other value takes its place.
  // CHECK-LABEL: llvm.func @masked(
  tt.func public @masked(%p: !tt.ptr<f16>, %n: i32) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked>
    %ns = tt.splat %n : i32 -> tensor<256xi32, #blocked>
    %m = arith.cmpi slt, %r, %ns : tensor<256xi32, #blocked>
    %o = arith.constant dense<1.0> : tensor<256xf16, #blocked>
    %s = tt.splat %p : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>, #blocked>
    %a = tt.addptr %s, %r : tensor<256x!tt.ptr<f16>, #blocked>, tensor<256xi32, #blocked>
    // CHECK: llvm.cond_br %[[M:.*]], ^[[DO:bb[0-9]+]], ^[[ON:bb[0-9]+]](%{{.*}} : f16)
    // CHECK: ^[[DO]]:
    // CHECK: %[[X:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> f16
    // CHECK: llvm.br ^[[ON]](%[[X]] : f16)
    // CHECK: ^[[ON]](%{{.*}}: f16):
    %x = tt.load %a, %m, %o : tensor<256x!tt.ptr<f16>, #blocked>
    // CHECK: llvm.cond_br %{{.*}}, ^[[DO:bb[0-9]+]], ^[[ON:bb[0-9]+]]{{ *$}}
    // CHECK: llvm.store %{{.*}} : f16, !llvm.ptr<1>
    // CHECK-NEXT: llvm.br ^[[ON]]
    tt.store %a, %x, %m : tensor<256x!tt.ptr<f16>, #blocked>
    tt.return
  }

  // Cache modifiers are flags; a boolean is a byte in memory.
  // CHECK-LABEL: llvm.func @modifiers(
  tt.func public @modifiers(%p: !tt.ptr<f32>, %q: !tt.ptr<i1>) {
    // CHECK: llvm.load %{{.*}} {alignment = 4 : i64, nontemporal} : !llvm.ptr<1> -> f32
    %a = tt.load %p cacheModifier = cg : !tt.ptr<f32>
    // CHECK: llvm.load volatile %{{.*}} {alignment = 4 : i64, nontemporal} : !llvm.ptr<1> -> f32
    %b = tt.load %p cacheModifier = cv : !tt.ptr<f32>
    // CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<1> -> i8
    // CHECK: llvm.trunc %[[BYTE]] : i8 to i1
    %c = tt.load %q : !tt.ptr<i1>
    %d = arith.select %c, %a, %b : f32
    // One thread stores what all have.
    // CHECK: llvm.icmp "eq"
    // CHECK: llvm.cond_br
    // CHECK: llvm.store volatile %{{.*}} {alignment = 4 : i64, nontemporal} : f32
    tt.store %p, %d cacheModifier = wt : !tt.ptr<f32>
    tt.return
  }
}
