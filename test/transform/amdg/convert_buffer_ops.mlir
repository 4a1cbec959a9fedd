// RUN: tern-opt %s --allow-unregistered-dialect --tritonamdgpu-convert-buffer-ops=arch-generation-name=gfx942 | FileCheck %s
// RUN: tern-opt %s --allow-unregistered-dialect --tritonamdgpu-convert-buffer-ops="arch-generation-name=gfx942 analyze-small-tensor-ofst=true allow-buffer-atomics=false" | FileCheck %s --check-prefix=ASKED

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // What lies in less than 2 GB, and offsets that are known.
  // CHECK-LABEL: @reach(
  // ASKED-LABEL: @reach(
  tt.func @reach(%small: !tt.ptr<f32> {tt.pointer_range = 32 : i32}, %any: !tt.ptr<f32>, %o: tensor<256xi32, #blocked>, %m: tensor<256xi1, #blocked>) {
    // CHECK: %[[R:.*]] = tt.make_range
    // CHECK: %[[X:.*]] = amdg.buffer_load %arg0[%arg2], %arg3
    // CHECK: amdg.buffer_load %arg1[%[[R]]] :
    // CHECK: %[[Y:.*]] = tt.load
    // CHECK: amdg.buffer_store %[[X]], %arg1[%[[R]]], %arg3
    // ASKED: tt.load
    // ASKED: amdg.buffer_load %arg1
    // ASKED: tt.load
    %all = arith.constant dense<true> : tensor<256xi1, #blocked>
    %zero = arith.constant dense<0.0> : tensor<256xf32, #blocked>
    %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #blocked>
    %s = tt.splat %small : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %a = tt.splat %any : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %p = tt.addptr %s, %o : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %q = tt.addptr %a, %r : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %t = tt.addptr %a, %o : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    // The mask is the buffer's, and what is zero it gives by itself.
    %x = tt.load %p, %m, %zero : tensor<256x!tt.ptr<f32>, #blocked>
    %w = tt.load %q, %all : tensor<256x!tt.ptr<f32>, #blocked>
    %y = tt.load %t : tensor<256x!tt.ptr<f32>, #blocked>
    tt.store %q, %x, %m : tensor<256x!tt.ptr<f32>, #blocked>
    "test.use"(%w, %y) : (tensor<256xf32, #blocked>, tensor<256xf32, #blocked>) -> ()
    tt.return
  }

  // 2^31 - 4 bytes are in reach, four more are not; nor are volatile loads, wide offsets and what is below zero.
  // CHECK-LABEL: @limits(
  tt.func @limits(%p: !tt.ptr<f32>, %n: i32) {
    // CHECK-COUNT-1: amdg.buffer_load
    // CHECK-NOT: amdg.buffer_load
    // CHECK: tt.return
    %last = arith.constant dense<536870910> : tensor<256xi32, #blocked>
    %more = arith.constant dense<536870911> : tensor<256xi32, #blocked>
    %below = arith.constant dense<-1> : tensor<256xi32, #blocked>
    %wide = arith.constant dense<1> : tensor<256xi64, #blocked>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %a = tt.addptr %s, %last : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %b = tt.addptr %s, %more : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %c = tt.addptr %s, %below : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %d = tt.addptr %s, %wide : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi64, #blocked>
    %0 = tt.load %a : tensor<256x!tt.ptr<f32>, #blocked>
    %1 = tt.load %b : tensor<256x!tt.ptr<f32>, #blocked>
    %2 = tt.load %c : tensor<256x!tt.ptr<f32>, #blocked>
    %3 = tt.load %d : tensor<256x!tt.ptr<f32>, #blocked>
    %4 = tt.load %a {isVolatile = true} : tensor<256x!tt.ptr<f32>, #blocked>
    "test.use"(%0, %1, %2, %3, %4) : (tensor<256xf32, #blocked>, tensor<256xf32, #blocked>, tensor<256xf32, #blocked>, tensor<256xf32, #blocked>, tensor<256xf32, #blocked>) -> ()
    tt.return
  }

  // The distance of rows goes with the access.
  // CHECK-LABEL: @rows(
  tt.func @rows(%p: !tt.ptr<f16> {tt.pointer_range = 32 : i32}, %n: i32, %i: tensor<8x1xi32>, %j: tensor<8x16xi32>) -> tensor<8x16xf16> {
    // CHECK: amdg.buffer_load %arg0[%{{.*}}] stride = %arg1
    %s = tt.splat %n : i32 -> tensor<8x1xi32>
    %m = arith.muli %i, %s : tensor<8x1xi32>
    %b = tt.broadcast %m : tensor<8x1xi32> -> tensor<8x16xi32>
    %o = arith.addi %b, %j : tensor<8x16xi32>
    %q = tt.splat %p : !tt.ptr<f16> -> tensor<8x16x!tt.ptr<f16>>
    %a = tt.addptr %q, %o : tensor<8x16x!tt.ptr<f16>>, tensor<8x16xi32>
    %x = tt.load %a : tensor<8x16x!tt.ptr<f16>>
    tt.return %x : tensor<8x16xf16>
  }

  // Atomic ops that the instructions do.
  // CHECK-LABEL: @atomics(
  // ASKED-LABEL: @atomics(
  tt.func @atomics(%p: !tt.ptr<i32> {tt.pointer_range = 32 : i32}, %x: tensor<256xi32, #blocked>, %m: tensor<256xi1, #blocked>) {
    // CHECK: amdg.buffer_atomic_rmw add, acq_rel, gpu, %arg1, %arg0[%{{.*}}], %arg2
    // CHECK: tt.atomic_rmw max
    // CHECK: tt.atomic_rmw add, acq_rel, sys
    // CHECK: amdg.buffer_atomic_cas acq_rel, gpu, %arg1, %arg1, %arg0[
    // CHECK: tt.atomic_cas acq_rel, sys
    // ASKED-NOT: amdg.buffer_atomic_rmw
    // ASKED: amdg.buffer_atomic_cas
    %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #blocked>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #blocked>
    %a = tt.addptr %s, %r : tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>
    %0 = tt.atomic_rmw add, acq_rel, gpu, %a, %x, %m : (tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>, tensor<256xi1, #blocked>) -> tensor<256xi32, #blocked>
    %1 = tt.atomic_rmw max, acq_rel, gpu, %a, %x, %m : (tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>, tensor<256xi1, #blocked>) -> tensor<256xi32, #blocked>
    %2 = tt.atomic_rmw add, acq_rel, sys, %a, %x, %m : (tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>, tensor<256xi1, #blocked>) -> tensor<256xi32, #blocked>
    %3 = tt.atomic_cas acq_rel, gpu, %a, %x, %x : (tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>, tensor<256xi32, #blocked>) -> tensor<256xi32, #blocked>
    %4 = tt.atomic_cas acq_rel, sys, %a, %x, %x : (tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>, tensor<256xi32, #blocked>) -> tensor<256xi32, #blocked>
    tt.return
  }

  // CHECK-LABEL: @copy(
  tt.func @copy(%p: !tt.ptr<f32>, %t: !ttg.memdesc<256xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>) {
    // CHECK: amdg.buffer_load_to_local %arg0[%{{.*}}] into %arg1
    %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #blocked>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %a = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %0 = ttg.async_copy_global_to_local %a, %t : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>
    tt.return
  }

  // Offsets that branches hand on are known if all of them are. Blocks that have become equal are one.
  // CHECK-LABEL: @branches(
  // CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : tensor<256xi32, #blocked>), ^bb1(%{{.*}} : tensor<256xi32, #blocked>)
  // CHECK-NEXT: ^bb1(%[[O:.*]]: tensor<256xi32, #blocked>):
  // CHECK-NEXT: amdg.buffer_load %arg0[%[[O]]]
  // CHECK: ^bb3(%{{.*}}: tensor<256xi32, #blocked>):
  // CHECK: tt.load
  tt.func @branches(%p: !tt.ptr<f32>, %c: i1, %any: tensor<256xi32, #blocked>) -> tensor<256xf32, #blocked> {
    %zero = arith.constant dense<0> : tensor<256xi32, #blocked>
    %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #blocked>
    cf.cond_br %c, ^yes(%r : tensor<256xi32, #blocked>), ^no(%zero : tensor<256xi32, #blocked>)
  ^yes(%o: tensor<256xi32, #blocked>):
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %a = tt.addptr %s, %o : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %x = tt.load %a : tensor<256x!tt.ptr<f32>, #blocked>
    cf.br ^next(%x : tensor<256xf32, #blocked>)
  ^no(%u: tensor<256xi32, #blocked>):
    %t = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %b = tt.addptr %t, %u : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %y = tt.load %b : tensor<256x!tt.ptr<f32>, #blocked>
    cf.br ^next(%y : tensor<256xf32, #blocked>)
  ^next(%z: tensor<256xf32, #blocked>):
    "test.use"(%z) : (tensor<256xf32, #blocked>) -> ()
    cf.cond_br %c, ^last(%r : tensor<256xi32, #blocked>), ^last(%any : tensor<256xi32, #blocked>)
  ^last(%v: tensor<256xi32, #blocked>):
    %w = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %d = tt.addptr %w, %v : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
    %e = tt.load %d : tensor<256x!tt.ptr<f32>, #blocked>
    tt.return %e : tensor<256xf32, #blocked>
  }
}
