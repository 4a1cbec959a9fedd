// Loads of the next iteration, begun before this one computes.
// RUN: tern-opt %s --tritongpu-prefetch-loads --canonicalize | FileCheck %s
// RUN: tern-opt %s --tritongpu-prefetch-loads=num-stages=1 | FileCheck %s --check-prefix=ONE
// RUN: tern-opt %s --tritongpu-prefetch-loads=bytes=8 | FileCheck %s --check-prefix=FEW
// RUN: tern-opt %s --tritongpu-prefetch-loads=warps=2 | FileCheck %s --check-prefix=WARPS

#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @sum(
  // CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[L:.*]], %[[U:.*]] : i32
  // CHECK: %[[SPLAT:.*]] = tt.splat %[[ANY]]
  // CHECK: %[[M:.*]] = arith.andi %[[SPLAT]],
  // CHECK: %[[FIRST:.*]] = tt.load %{{.*}}, %[[M]]
  // CHECK: scf.for %[[I:.*]] = %[[L]] to %[[U]] step %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[X:.*]] = %[[FIRST]])
  // CHECK: %[[LAST:.*]] = arith.subi %[[U]],
  // CHECK: %[[IS_NEXT:.*]] = arith.cmpi slt, %[[I]], %[[LAST]]
  // CHECK: %[[NEXT_SPLAT:.*]] = tt.splat %[[IS_NEXT]]
  // CHECK: %[[NEXT_M:.*]] = arith.andi %[[NEXT_SPLAT]],
  // CHECK: %[[NEXT:.*]] = tt.load %{{.*}}, %[[NEXT_M]]
  // CHECK: %[[NEW:.*]] = arith.addf %[[SUM]], %[[X]]
  // CHECK: scf.yield %[[NEW]], %[[NEXT]]
  // ONE-LABEL: @sum(
  // ONE: iter_args(%{{[^,]*}} = %{{[^,]*}}) ->
  // FEW-LABEL: @sum(
  // FEW: iter_args(%{{[^,]*}} = %{{[^,]*}}) ->
  // WARPS-LABEL: @sum(
  // WARPS: iter_args(%{{[^,]*}} = %{{[^,]*}}) ->
  tt.func @sum(%p: !tt.ptr<f32>, %l: i32, %u: i32) -> tensor<512xf32, #line> {
    %c512 = arith.constant 512 : i32
    %zero = arith.constant dense<0.0> : tensor<512xf32, #line>
    %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #line>
    %end = tt.splat %u : i32 -> tensor<512xi32, #line>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #line>
    %r = scf.for %i = %l to %u step %c512 iter_args(%sum = %zero) -> (tensor<512xf32, #line>) : i32 {
      %start = tt.splat %i : i32 -> tensor<512xi32, #line>
      %at = arith.addi %start, %range : tensor<512xi32, #line>
      %inside = arith.cmpi slt, %at, %end : tensor<512xi32, #line>
      %ps = tt.addptr %base, %at : tensor<512x!tt.ptr<f32>, #line>, tensor<512xi32, #line>
      %x = tt.load %ps, %inside, %zero : tensor<512x!tt.ptr<f32>, #line>
      %new = arith.addf %sum, %x : tensor<512xf32, #line>
      scf.yield %new : tensor<512xf32, #line>
    }
    tt.return %r : tensor<512xf32, #line>
  }

  // Pointers that the loop carries go ahead; a load without a mask gets one.
  // CHECK-LABEL: @carried_pointers(
  // CHECK: tt.load %{{.*}}, %{{.*}} : tensor<128x!tt.ptr<f32>
  // CHECK: tt.addptr %arg0,
  // CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[PS:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) ->
  // CHECK: %[[NEXT:.*]] = tt.load %[[PS]], %{{.*}} : tensor<128x!tt.ptr<f32>
  // CHECK: %[[NEXT_PS:.*]] = tt.addptr %[[PS]],
  // CHECK: arith.addf %{{.*}}, %[[X]]
  // CHECK: scf.yield %{{.*}}, %[[NEXT_PS]], %[[NEXT]]
  tt.func @carried_pointers(%p: tensor<128x!tt.ptr<f32>, #line>, %n: i32) -> tensor<128xf32, #line> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %step = arith.constant dense<128> : tensor<128xi32, #line>
    %zero = arith.constant dense<0.0> : tensor<128xf32, #line>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %ps = %p) -> (tensor<128xf32, #line>, tensor<128x!tt.ptr<f32>, #line>) : i32 {
      %x = tt.load %ps : tensor<128x!tt.ptr<f32>, #line>
      %new = arith.addf %sum, %x : tensor<128xf32, #line>
      %next = tt.addptr %ps, %step : tensor<128x!tt.ptr<f32>, #line>, tensor<128xi32, #line>
      scf.yield %new, %next : tensor<128xf32, #line>, tensor<128x!tt.ptr<f32>, #line>
    }
    tt.return %r#0 : tensor<128xf32, #line>
  }

  // What needs another load stays with what it is for; that other one goes ahead.
  // CHECK-LABEL: @indirect(
  // CHECK: tt.load %{{.*}} : !tt.ptr<i32>
  // CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[K:.*]] = %{{.*}}) -> (f32, i32)
  // CHECK: tt.load %{{.*}}, %{{.*}} : !tt.ptr<i32>
  // CHECK: %[[AT:.*]] = tt.addptr %{{.*}}, %[[K]]
  // CHECK: tt.load %[[AT]] : !tt.ptr<f32>
  tt.func @indirect(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %n: i32) -> f32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant 0.0 : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) : i32 {
      %pi = tt.addptr %p, %i : !tt.ptr<i32>, i32
      %k = tt.load %pi : !tt.ptr<i32>
      %qk = tt.addptr %q, %k : !tt.ptr<f32>, i32
      %x = tt.load %qk : !tt.ptr<f32>
      %new = arith.addf %sum, %x : f32
      scf.yield %new : f32
    }
    tt.return %r : f32
  }

  // No load is moved over a store, and none that is volatile; a loop may say that it wants one stage.
  // CHECK-LABEL: @stores(
  // CHECK: scf.for
  // CHECK: tt.load %{{.*}} : !tt.ptr<f32>
  // CHECK: tt.store
  // CHECK-LABEL: @volatile(
  // CHECK: scf.for %{{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}}) ->
  // CHECK-LABEL: @one_stage(
  // CHECK: scf.for %{{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}}) ->
  tt.func @stores(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %pi = tt.addptr %p, %i : !tt.ptr<f32>, i32
      %x = tt.load %pi : !tt.ptr<f32>
      %qi = tt.addptr %q, %i : !tt.ptr<f32>, i32
      tt.store %qi, %x : !tt.ptr<f32>
    }
    tt.return
  }
  tt.func @volatile(%p: !tt.ptr<f32>, %n: i32) -> f32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant 0.0 : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) : i32 {
      %pi = tt.addptr %p, %i : !tt.ptr<f32>, i32
      %x = tt.load %pi {isVolatile = true} : !tt.ptr<f32>
      %new = arith.addf %sum, %x : f32
      scf.yield %new : f32
    }
    tt.return %r : f32
  }
  tt.func @one_stage(%p: !tt.ptr<f32>, %n: i32) -> f32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant 0.0 : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) : i32 {
      %pi = tt.addptr %p, %i : !tt.ptr<f32>, i32
      %x = tt.load %pi : !tt.ptr<f32>
      %new = arith.addf %sum, %x : f32
      scf.yield %new : f32
    } {tt.num_stages = 1 : i32}
    tt.return %r : f32
  }
}
