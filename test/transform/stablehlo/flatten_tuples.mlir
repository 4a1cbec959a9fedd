// RUN: tern-opt %s --iree-stablehlo-preprocessing-flatten-cfg-tuples | FileCheck %s
// RUN: tern-opt %s --iree-stablehlo-preprocessing-flatten-scf-tuples | FileCheck %s --check-prefix=SCF

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[A:[^:]*]]: tensor<f32>, %[[B:[^:]*]]: tensor<2xi32>, %[[C:[^:]*]]: tensor<i1> {test.name = "p"}) -> (tensor<f32>, tensor<2xi32>)
// CHECK-NOT: tuple
// CHECK: %[[R:.*]]:2 = "stablehlo.if"(%[[C]])
// CHECK: stablehlo.return %[[A]], %[[B]] : tensor<f32>, tensor<2xi32>
// CHECK: %[[Q:.*]]:2 = func.call @f(%[[A]], %[[B]])
// CHECK: stablehlo.return %[[Q]]#0, %[[Q]]#1
// CHECK: return %[[R]]#0, %[[R]]#1

// Signatures stay, what is between them is flat.

// SCF-LABEL: func.func @main
// SCF-SAME: tuple<tensor<f32>, tensor<2xi32>>
// SCF: %[[R:.*]]:2 = "stablehlo.if"
// SCF: stablehlo.get_tuple_element
// SCF: func.call @f(%{{.*}}) : (tuple<tensor<f32>, tensor<2xi32>>)
// SCF: %[[T:.*]] = stablehlo.tuple %[[R]]#0, %[[R]]#1
// SCF: return %[[T]]
func.func @main(%t: tuple<tensor<f32>, tensor<2xi32>>, %p: tensor<i1> {test.name = "p"}) -> tuple<tensor<f32>, tensor<2xi32>> {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %t : tuple<tensor<f32>, tensor<2xi32>>
  }, {
    %q = func.call @f(%t) : (tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tensor<f32>, tensor<2xi32>>
    stablehlo.return %q : tuple<tensor<f32>, tensor<2xi32>>
  }) : (tensor<i1>) -> tuple<tensor<f32>, tensor<2xi32>>
  return %r : tuple<tensor<f32>, tensor<2xi32>>
}

// CHECK-LABEL: func.func private @f
// CHECK-SAME: (%[[A:[^:]*]]: tensor<f32>, %[[B:[^:]*]]: tensor<2xi32>)
// CHECK: return %[[A]], %[[B]]
func.func private @f(%t: tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tensor<f32>, tensor<2xi32>> {
  return %t : tuple<tensor<f32>, tensor<2xi32>>
}

// CHECK-LABEL: func.func @jumps
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}}, %{{.*}} : tensor<f32>, tensor<2xi32>), ^bb2
// CHECK: ^bb1(%[[A:.*]]: tensor<f32>, %{{.*}}: tensor<2xi32>):
// CHECK: return %[[A]]
func.func @jumps(%p: i1, %t: tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32> {
  cf.cond_br %p, ^bb1(%t : tuple<tensor<f32>, tensor<2xi32>>), ^bb2
^bb1(%u: tuple<tensor<f32>, tensor<2xi32>>):
  %a = stablehlo.get_tuple_element %u[0] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32>
  return %a : tensor<f32>
^bb2:
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  return %c : tensor<f32>
}

// CHECK-LABEL: func.func @nested
// CHECK: (tensor<f32>, tensor<2xi32>, tensor<i1>)
func.func @nested(%t: tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>) -> tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>> {
  %0 = stablehlo.optimization_barrier %t : tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>
  return %0 : tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>
}

// CHECK-LABEL: llvm.func @other(
// CHECK-SAME: %{{.+}}: i32, %{{.+}}: f32)
llvm.func @other(%a: i32, %b: f32) {
  llvm.return
}
