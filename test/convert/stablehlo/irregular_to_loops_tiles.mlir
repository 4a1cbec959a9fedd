// RUN: tern-opt %s --stablehlo-irregular-to-loops=tiles --cse | FileCheck %s
// RUN: tern-compile %s --target=cpu --compile-to=input | FileCheck %s --check-prefix=CPU
// RUN: tern-compile %s --target=cuda:sm_90a --compile-to=stream | FileCheck %s --check-prefix=CUDA

// Programs for GPUs are compiled like this, those for processors are not.

// CPU-LABEL: @one_tile
// CPU: scf.forall
// CPU-NOT: scf.forall (
// CPU-LABEL: @merges

// Two elements of 4 bytes: a line of 30 is 16 chunks of 3, which are exchanged three times, and merged two times twice.

// CHECK-LABEL: func.func @one_tile
// CHECK-SAME: %[[X:.*]]: tensor<30x3xi32>, %[[Y:.*]]: tensor<30x3xf32>
// CHECK: scf.forall (%{{.*}}, %[[LINE:.*]]) in (1, 3) {{.*}} -> (tensor<30x3xi32>, tensor<30x3xf32>)
// CHECK: %[[TILE:.*]]:2 = scf.forall (%{{.*}}) in (48) {{.*}} -> (tensor<48xi32>, tensor<48xf32>)
// CHECK: tensor.extract %[[X]][%[[AT:.*]], %[[LINE]]]
// CHECK: tensor.extract %[[Y]][%[[AT]], %[[LINE]]]
// CHECK: %[[CHUNKS:.*]]:2 = scf.forall (%{{.*}}) in (16) shared_outs(%{{.*}} = %[[TILE]]#0, %{{.*}} = %[[TILE]]#1)
// CHECK-COUNT-3: %{{.*}} = arith.cmpi slt, %{{.*}} : i32
// CHECK-NOT: arith.cmpi slt, %{{.*}} : i32
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c2{{.*}} iter_args(%[[A:.*]] = %[[CHUNKS]]#0, %{{.*}} = %[[CHUNKS]]#1, %[[WIDTH:.*]] = %c3
// CHECK: %[[TWICE:.*]] = arith.addi %[[WIDTH]], %[[WIDTH]]
// CHECK: %[[OTHER:.*]]:2 = scf.forall (%{{.*}}) in (16)
// CHECK: arith.remui %{{.*}}, %[[TWICE]]
// CHECK: scf.while
// CHECK: tensor.extract %[[A]]
// CHECK: arith.cmpi slt, %{{.*}} : i32
// CHECK: scf.for {{.*}} -> (tensor<3xi32>, tensor<3xf32>, i32, f32, i32, f32, index, index)
// CHECK: scf.forall (%{{.*}}) in (16) shared_outs(%{{.*}} = %[[A]],
// CHECK: scf.while
// CHECK: tensor.extract %[[OTHER]]#0
// CHECK: scf.forall (%{{.*}}) in (%{{.*}})
func.func @one_tile(%x0: tensor<30x3xi32>, %x1: tensor<30x3xf32>) -> (tensor<30x3xi32>, tensor<30x3xf32>) {
  %r:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>, %a1: tensor<f32>, %b1: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %b0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<30x3xi32>, tensor<30x3xf32>) -> (tensor<30x3xi32>, tensor<30x3xf32>)
  return %r#0, %r#1 : tensor<30x3xi32>, tensor<30x3xf32>
}

// Four tiles are merged in two steps, which are calls of one kernel in one submission.

// CHECK-LABEL: func.func @merges
// CHECK: %[[TILES:.*]] = scf.forall (%{{.*}}) in (4) {{.*}} -> (tensor<7000xf32>)
// CHECK: scf.forall (%{{.*}}) in (256)
// CHECK: %[[ONE:.*]] = util.optimization_barrier {tern.operand} %c1792
// CHECK: %[[PAIRS:.*]] = scf.forall (%{{.*}}) in (4) {{.*}} -> (tensor<7000xf32>)
// CHECK: scf.forall (%{{.*}}) in (256) {{.*}} -> (tensor<1792xf32>)
// CHECK: arith.addi %[[ONE]], %[[ONE]]
// CHECK: tensor.extract %[[TILES]]
// CHECK: %[[TWO:.*]] = util.optimization_barrier {tern.operand} %c3584
// CHECK: scf.forall (%{{.*}}) in (4)
// CHECK: arith.addi %[[TWO]], %[[TWO]]
// CHECK: tensor.extract %[[PAIRS]]
// CUDA-LABEL: util.func public @merges
// CUDA: stream.cmd.execute
// CUDA: stream.cmd.dispatch @[[TILES:.*]]::
// CUDA: stream.cmd.dispatch @[[MERGE:.*]]::{{.*}}(%c1792
// CUDA: stream.cmd.dispatch @[[MERGE]]::{{.*}}(%c3584
// CUDA-NOT: stream.cmd.execute
func.func @merges(%x0: tensor<7000xf32>) -> (tensor<7000xf32>) {
  %r = "stablehlo.sort"(%x0) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<7000xf32>) -> tensor<7000xf32>
  return %r : tensor<7000xf32>
}

// The first 50 of three tiles are a tile.

// CHECK-LABEL: func.func @first
// CHECK: %[[FIRST:.*]] = scf.forall (%{{.*}}, %{{.*}}) in (2, 3) {{.*}} -> (tensor<2x150xf32>)
// CHECK: scf.forall (%{{.*}}) in (1792)
// CHECK: %[[COUNT:.*]] = arith.minsi %{{.*}}, %c50
// CHECK: scf.forall (%{{.*}}) in (%[[COUNT]])
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (2, 1) {{.*}} -> (tensor<2x5000xf32>)
// CHECK: tensor.extract %[[FIRST]]
// CHECK-NOT: tern.operand
// CUDA-LABEL: @first
func.func @first(%x0: tensor<2x5000xf32>) -> (tensor<2x50xf32>) {
  %r = "stablehlo.sort"(%x0) <{dimension = 1 : i64}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x5000xf32>) -> tensor<2x5000xf32>
  %s0 = stablehlo.slice %r [0:2, 0:50] : (tensor<2x5000xf32>) -> tensor<2x50xf32>
  return %s0 : tensor<2x50xf32>
}

// Half a tile and more is sorted as a whole.

// CHECK-LABEL: func.func @half
// CHECK: scf.forall (%{{.*}}) in (3) {{.*}} -> (tensor<5000xf32>)
// CHECK: tern.operand
func.func @half(%x0: tensor<5000xf32>) -> (tensor<897xf32>) {
  %r = "stablehlo.sort"(%x0) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5000xf32>) -> tensor<5000xf32>
  %s0 = stablehlo.slice %r [0:897] : (tensor<5000xf32>) -> tensor<897xf32>
  return %s0 : tensor<897xf32>
}

// An invocation sorts a short line, if there are many, and lines whose length only the run knows.

// CHECK-LABEL: func.func @many_short_lines
// CHECK: scf.forall (%{{.*}}) in (5000)
// CHECK: scf.while
// CHECK-NOT: scf.forall (
func.func @many_short_lines(%x0: tensor<5000x20xf32>) -> (tensor<5000x20xf32>) {
  %r = "stablehlo.sort"(%x0) <{dimension = 1 : i64}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5000x20xf32>) -> tensor<5000x20xf32>
  return %r : tensor<5000x20xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: scf.forall (%{{.*}}) in (1)
// CHECK: scf.while
// CHECK-NOT: scf.forall (
func.func @dynamic(%x0: tensor<?xf32>) -> (tensor<?xf32>) {
  %r = "stablehlo.sort"(%x0) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %c = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
