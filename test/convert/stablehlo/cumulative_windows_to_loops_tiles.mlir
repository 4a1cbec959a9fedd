// RUN: tern-opt %s --stablehlo-cumulative-windows-to-loops=tiles --cse | FileCheck %s

// 600 rows are as many workgroups. A row of 5000 is two tiles of 256 chunks of 11; the second one is not full.

// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[X:.*]]: tensor<600x5000xf32>
// CHECK: scf.forall (%[[ROW:.*]], %{{.*}}) in (600, 1) shared_outs(%{{.*}} = %{{.*}}) -> (tensor<600x5000xf32>)
// CHECK: %[[CARRY:.*]] = scf.forall (%{{.*}}) in (1) {{.*}} -> (tensor<1xf32>)
// CHECK: scf.for %[[FIRST:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[LINE:.*]] = %{{.*}}, %[[BEFORE:.*]] = %[[CARRY]]) -> (tensor<5000xf32>, tensor<1xf32>)
// CHECK: %[[TILE:.*]] = scf.forall (%[[I:.*]]) in (2816)
// CHECK: %[[AT:.*]] = arith.addi %[[FIRST]], %[[I]]
// CHECK: %[[SAFE:.*]] = arith.minsi %[[AT]], %{{.*}}
// CHECK: tensor.extract %[[X]][%[[ROW]], %[[SAFE]]]
// CHECK: %[[SUMS:.*]] = scf.forall (%{{.*}}) in (256)
// CHECK: tensor.extract %[[TILE]]
// CHECK: %[[GROUPS:.*]] = scf.forall (%{{.*}}) in (16) shared_outs(%{{.*}} = %[[SUMS]])
// CHECK: %[[SCANNED:.*]] = scf.forall (%{{.*}}) in (256) shared_outs(%{{.*}} = %[[TILE]])
// CHECK: tensor.extract %[[BEFORE]]
// CHECK: tensor.extract %[[GROUPS]]
// CHECK: scf.forall (%{{.*}}) in (1) shared_outs(%{{.*}} = %[[BEFORE]])
// CHECK: tensor.extract %[[SCANNED]]
// CHECK: %[[REST:.*]] = arith.subi
// CHECK: %[[COUNT:.*]] = arith.minsi %[[REST]], %{{.*}}
// CHECK: scf.forall (%{{.*}}) in (%[[COUNT]]) shared_outs(%{{.*}} = %[[LINE]])
// CHECK: tensor.extract %[[SCANNED]]
// CHECK: tensor.parallel_insert_slice
func.func @rows(%x: tensor<600x5000xf32>) -> tensor<600x5000xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 5000>, padding = dense<[[0, 0], [4999, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<600x5000xf32>, tensor<f32>) -> tensor<600x5000xf32>
  return %r : tensor<600x5000xf32>
}

// A row is cut into as many parts as it has tiles; what they come to is scanned by one workgroup, in f32.

// CHECK-LABEL: func.func @parts
// CHECK: %[[SUMS:.*]] = scf.forall (%{{.*}}) in (301) {{.*}} -> (tensor<301xf32>)
// CHECK-NOT: arith.truncf
// CHECK: %[[STARTS:.*]] = scf.forall (%{{.*}}) in (1) {{.*}} -> (tensor<301xf32>)
// CHECK: tensor.extract %[[SUMS]]
// CHECK: scf.forall (%[[PART:.*]]) in (301) {{.*}} -> (tensor<1000000xbf16>)
// CHECK: tensor.extract %[[STARTS]]
// CHECK: arith.extf {{.*}} : bf16 to f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
func.func @parts(%x: tensor<1000000xbf16>) -> tensor<1000000xbf16> {
  %init = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1000000>, padding = dense<[[0, 999999]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<1000000xbf16>, tensor<bf16>) -> tensor<1000000xbf16>
  return %r : tensor<1000000xbf16>
}

// Lines that lie side by side are gone through by neighbouring invocations, in pieces so that there are enough of them.

// CHECK-LABEL: func.func @columns
// CHECK: scf.forall (%{{.*}}, %[[COLUMN:.*]]) in (64, 4096) {{.*}} -> (tensor<64x4096xi32>)
// CHECK: scf.for {{.*}} -> (i32)
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (1, 4096) {{.*}} -> (tensor<64x4096xi32>)
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (64, 4096) {{.*}} -> (tensor<4096x4096xi32>)
// CHECK: scf.for {{.*}} -> (tensor<64xi32>, i32)
func.func @columns(%x: tensor<4096x4096xi32>) -> tensor<4096x4096xi32> {
  %init = stablehlo.constant dense<-5> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 4096, 1>, padding = dense<[[4095, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4096x4096xi32>, tensor<i32>) -> tensor<4096x4096xi32>
  return %r : tensor<4096x4096xi32>
}

// Nobody shares short rows.

// CHECK-LABEL: func.func @short_rows
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (5000, 1)
// CHECK-NOT: scf.forall (
func.func @short_rows(%x: tensor<5000x60xi32>) -> tensor<5000x60xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 60>, padding = dense<[[0, 0], [59, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.xor %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5000x60xi32>, tensor<i32>) -> tensor<5000x60xi32>
  return %r : tensor<5000x60xi32>
}

// What is no cumulative window, or of few elements, is left as it is.

// CHECK-LABEL: func.func @keeps_few
// CHECK: stablehlo.reduce_window
func.func @keeps_few(%x: tensor<7xf32>) -> tensor<7xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 7>, padding = dense<[[6, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  return %r : tensor<7xf32>
}

// CHECK-LABEL: func.func @keeps_differences
// CHECK: stablehlo.reduce_window
func.func @keeps_differences(%x: tensor<700xf32>) -> tensor<700xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 700>, padding = dense<[[699, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<700xf32>, tensor<f32>) -> tensor<700xf32>
  return %r : tensor<700xf32>
}

// CHECK-LABEL: func.func @keeps_empty
// CHECK: stablehlo.reduce_window
func.func @keeps_empty(%x: tensor<0x700xf32>) -> tensor<0x700xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 700>, padding = dense<[[0, 0], [699, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0x700xf32>, tensor<f32>) -> tensor<0x700xf32>
  return %r : tensor<0x700xf32>
}

// A result that nobody needs is carried from tile to tile, and not stored.

// CHECK-LABEL: func.func @needs_one
// CHECK: scf.forall (%{{.*}}) in (79) {{.*}} -> (tensor<79xf32>, tensor<79xi32>)
// CHECK: %[[R:.*]] = scf.forall (%{{.*}}) in (79) {{.*}} -> (tensor<100000xi32>)
// CHECK-NOT: stablehlo.reduce_window
// CHECK: return %[[R]]
func.func @needs_one(%x: tensor<100000xf32>, %y: tensor<100000xi32>) -> tensor<100000xi32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.reduce_window"(%x, %y, %zero, %none) <{window_dimensions = array<i64: 100000>, padding = dense<[[99999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %is = stablehlo.compare EQ, %m, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k = stablehlo.select %is, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %m, %k : tensor<f32>, tensor<i32>
  }) : (tensor<100000xf32>, tensor<100000xi32>, tensor<f32>, tensor<i32>) -> (tensor<100000xf32>, tensor<100000xi32>)
  return %r#1 : tensor<100000xi32>
}
