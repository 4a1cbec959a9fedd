// C35. Tensors that for, if and while carry have one encoding all the way.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s --implicit-check-not=ttg.convert_layout

// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<128xf32, #[[B:.*]]>)
// CHECK: scf.yield %{{.*}} : tensor<128xf32, #[[B]]>
// CHECK: scf.if %{{.*}} -> (tensor<128xf32, #[[B]]>)
// CHECK: scf.yield %{{.*}} : tensor<128xf32, #[[B]]>
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<128xf32, #[[B]]>) -> tensor<128xf32, #[[B]]>
// CHECK: scf.condition(%{{.*}}) %{{.*}} : tensor<128xf32, #[[B]]>
// CHECK: scf.yield %{{.*}} : tensor<128xf32, #[[B]]>
tt.func @f(%x: f32, %n: i32, %c: i1) {
  %0 = tt.splat %x : f32 -> tensor<128xf32>
  %1 = scf.for %i = %n to %n step %n iter_args(%y = %0) -> (tensor<128xf32>) : i32 {
    %z = arith.addf %y, %y : tensor<128xf32>
    scf.yield %z : tensor<128xf32>
  }
  %2 = scf.if %c -> (tensor<128xf32>) {
    scf.yield %1 : tensor<128xf32>
  } else {
    scf.yield %0 : tensor<128xf32>
  }
  %3 = scf.while (%y = %2) : (tensor<128xf32>) -> tensor<128xf32> {
    scf.condition(%c) %y : tensor<128xf32>
  } do {
  ^bb0(%y: tensor<128xf32>):
    scf.yield %y : tensor<128xf32>
  }
  tt.return
}
