// Scripts that tile, fuse, split and rewrite structured ops.
// RUN: tern-opt --split-input-file --transform-interpreter --test-transform-dialect-erase-schedule %s | FileCheck %s

// CHECK-LABEL: func.func @using_for
// CHECK: scf.for %[[I:[a-z0-9_]+]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[O:[a-z0-9_]+]] = %{{.*}}) -> (tensor<128x32xf32>)
// CHECK: scf.for %[[J:[a-z0-9_]+]] = %{{.*}} iter_args(%[[P:[a-z0-9_]+]] = %[[O]])
// CHECK: %[[A:[a-z0-9_]+]] = tensor.extract_slice %{{.*}}[%[[I]], 0] [8, 64] [1, 1]
// CHECK: %[[B:[a-z0-9_]+]] = tensor.extract_slice %{{.*}}[0, %[[J]]] [64, 4] [1, 1]
// CHECK: %[[C:[a-z0-9_]+]] = tensor.extract_slice %[[P]][%[[I]], %[[J]]] [8, 4] [1, 1]
// CHECK: %[[R:[a-z0-9_]+]] = linalg.matmul {tiled} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] :
// CHECK: %[[S:[a-z0-9_]+]] = tensor.insert_slice %[[R]] into %[[P]][%[[I]], %[[J]]] [8, 4] [1, 1]
// CHECK: scf.yield %[[S]]
// CHECK: } {inner}
module attributes {transform.with_named_sequence} {
  func.func @using_for(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 4 : i64 -> !transform.param<i64>
    %t, %l:2 = transform.structured.tile_using_for %mm tile_sizes [8, %size] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %t "tiled" : !transform.any_op
    transform.annotate %l#1 "inner" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @interchanged
// CHECK: %[[C16:[a-z0-9_]+]] = arith.constant 16 : index
// CHECK: scf.for %[[K:[a-z0-9_]+]] = %{{.*}} step %[[C16]] iter_args
// CHECK: scf.for %[[I:[a-z0-9_]+]] =
// CHECK: tensor.extract_slice %{{.*}}[%[[I]], %[[K]]] [8, 16] [1, 1]
module attributes {transform.with_named_sequence} {
  func.func @interchanged(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %mm tile_sizes [8, 0, 16] interchange = [2, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @cut
// CHECK: scf.for %[[I:[a-z0-9_]+]] =
// CHECK: %[[REST:[a-z0-9_]+]] = arith.subi %{{.*}}, %[[I]] : index
// CHECK: %[[SIZE:[a-z0-9_]+]] = arith.minsi %{{.*}}, %[[REST]] : index
// CHECK: tensor.extract_slice %{{.*}}[%[[I]], 0] [%[[SIZE]], 64] [1, 1] : tensor<128x64xf32> to tensor<?x64xf32>
module attributes {transform.with_named_sequence} {
  func.func @cut(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %mm tile_sizes [24] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @using_forall
// CHECK: scf.forall (%[[I:[a-z0-9_]+]], %[[J:[a-z0-9_]+]]) in (16, 8) shared_outs(%[[O:[a-z0-9_]+]] = %{{.*}})
// CHECK: %[[X:[a-z0-9_]+]] = arith.muli %[[I]], %{{.*}} : index
// CHECK: %[[Y:[a-z0-9_]+]] = arith.muli %[[J]], %{{.*}} : index
// CHECK: %[[R:[a-z0-9_]+]] = linalg.add ins(
// CHECK: tensor.parallel_insert_slice %[[R]] into %[[O]][%[[X]], %[[Y]]] [8, 4] [1, 1]
// CHECK: } {mapping = [#gpu.block<x>, #gpu.block<y>]}
module attributes {transform.with_named_sequence} {
  func.func @using_forall(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %add tile_sizes [8, 4] (mapping = [#gpu.block<x>, #gpu.block<y>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @threads
// CHECK: scf.forall (%[[I:[a-z0-9_]+]]) in (5)
// CHECK: %[[X:[a-z0-9_]+]] = arith.muli %[[I]], %[[C26:[a-z0-9_]+]] : index
// CHECK: %[[REST:[a-z0-9_]+]] = arith.subi %{{.*}}, %[[X]] : index
// CHECK: arith.minsi %{{.*}}, %[[REST]] : index
// CHECK-NOT: arith.maxsi
module attributes {transform.with_named_sequence} {
  func.func @threads(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %n = transform.param.constant 5 : i64 -> !transform.any_param
    %t, %l = transform.structured.tile_using_forall %add num_threads *(%n) : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @idle_threads
// CHECK: scf.forall (%[[I:[a-z0-9_]+]]) in (30)
// CHECK: %[[SIZE:[a-z0-9_]+]] = arith.minsi
// CHECK: arith.maxsi %{{.*}}, %[[SIZE]] : index
module attributes {transform.with_named_sequence} {
  func.func @idle_threads(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %add num_threads [30] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @fused_into
// CHECK: %[[E:[a-z0-9_]+]] = tensor.empty
// CHECK-NOT: linalg.matmul
// CHECK: scf.forall
// CHECK: %[[F:[a-z0-9_]+]] = linalg.fill {{.*}} -> tensor<16x32xf32>
// CHECK: %[[M:[a-z0-9_]+]] = linalg.matmul {{.*}} outs(%[[F]] : tensor<16x32xf32>)
// CHECK: linalg.add ins(%[[M]], 
module attributes {transform.with_named_sequence} {
  func.func @fused_into(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %add tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f1, %l1 = transform.structured.fuse_into_containing_op %mm into %l : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f2, %l2 = transform.structured.fuse_into_containing_op %fill into %l1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @fused_init
// CHECK: %[[E:[a-z0-9_]+]] = tensor.empty
// CHECK-NEXT: arith.constant
// CHECK: scf.for {{.*}} iter_args(%[[O:[a-z0-9_]+]] = %[[E]])
// CHECK: %[[S:[a-z0-9_]+]] = tensor.extract_slice %[[O]]
// CHECK: %[[F:[a-z0-9_]+]] = linalg.fill {{.*}} outs(%[[S]]
// CHECK: linalg.matmul {{.*}} outs(%[[F]]
module attributes {transform.with_named_sequence} {
  func.func @fused_init(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %mm tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f1, %l1 = transform.structured.fuse_into_containing_op %fill into %l : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @fused_greedily
// CHECK: scf.for
// CHECK: scf.for
// CHECK: linalg.fill {{.*}} -> tensor<8x4xf32>
// CHECK: linalg.matmul {{.*}} -> tensor<8x4xf32>
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32>
module attributes {transform.with_named_sequence} {
  func.func @fused_greedily(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse %add tile_sizes [8, 4] {apply_cleanup} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @split
// CHECK: linalg.matmul {part} ins({{.*}} : tensor<48x64xf32>,
// CHECK: %[[I:[a-z0-9_]+]] = tensor.insert_slice %{{.*}}[0, 0] [48, 32] [1, 1]
// CHECK: linalg.matmul {part} ins({{.*}} : tensor<80x64xf32>,
// CHECK: tensor.insert_slice %{{.*}} into %[[I]][48, 0] [80, 32] [1, 1]
module attributes {transform.with_named_sequence} {
  func.func @split(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.split %mm after 48 {dimension = 0} : !transform.any_op
    transform.annotate %s "part" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @generalized
// CHECK: linalg.generic {indexing_maps = [#{{.*}}], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
module attributes {transform.with_named_sequence} {
  func.func @generalized(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.generalize %mm : (!transform.any_op) -> !transform.any_op
    %h = transform.structured.generalize %add : (!transform.any_op) -> !transform.any_op
    %i = transform.structured.interchange %h iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @scalarized
// CHECK: scf.for
// CHECK: linalg.exp ins(%{{.*}} : tensor<1x4xf32>)
module attributes {transform.with_named_sequence} {
  func.func @scalarized(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %r = linalg.exp ins(%a : tensor<?x4xf32>) outs(%a : tensor<?x4xf32>) -> tensor<?x4xf32>
    return %r : tensor<?x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.scalarize %x : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @sizes
// CHECK: linalg.matmul {high = 10 : i64, low = 9 : i64, split = 18 : i64}
module attributes {transform.with_named_sequence} {
  func.func @sizes(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %d: tensor<128x32xf32>) -> tensor<128x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<128x32xf32>
    %c = linalg.fill ins(%z : f32) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    %r = linalg.matmul ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
    %s = linalg.add ins(%r, %d : tensor<128x32xf32>, tensor<128x32xf32>) outs(%e : tensor<128x32xf32>) -> tensor<128x32xf32>
    return %s : tensor<128x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %s:3 = transform.structured.multitile_sizes %mm {dimension = 0, target_size = 10} : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %mm "low" = %s#0 : !transform.any_op, !transform.param<i64>
    transform.annotate %mm "high" = %s#1 : !transform.any_op, !transform.param<i64>
    transform.annotate %mm "split" = %s#2 : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @buffers
// CHECK: scf.for
// CHECK: memref.subview
// CHECK: linalg.exp ins({{.*}}) outs({{.*}} : memref<4xf32, strided<[1], offset: ?>>)
// CHECK: memref.copy
module attributes {transform.with_named_sequence} {
  func.func @buffers(%a: memref<16xf32>, %b: memref<16xf32>) {
    linalg.exp ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
    linalg.copy ins(%b : memref<16xf32>) outs(%a : memref<16xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s, %l = transform.structured.tile_using_for %x tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %copy = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    %k = transform.structured.linalg_copy_to_memref %copy : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @outer
// CHECK: {{^ +module}} {
// CHECK-NOT: @gone
module attributes {transform.with_named_sequence} {
  func.func @outer() {
    return
  }
  func.func private @gone()
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["func.func"]} attributes{sym_name = "gone"} in %root : (!transform.any_op) -> !transform.any_op
    %r = transform.structured.replace %x {
      builtin.module {
      }
    } : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
