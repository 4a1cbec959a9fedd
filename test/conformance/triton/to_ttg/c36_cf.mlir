// C36. Blocks take tensors with the encoding that branches hand them.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: cf.br ^bb1(%{{.*}} : tensor<128xf32, #[[B:.*]]>)
// CHECK: ^bb1(%{{.*}}: tensor<128xf32, #[[B]]>):
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : tensor<128xf32, #[[B]]>), ^bb2
tt.func @f(%x: f32, %c: i1) {
  %0 = tt.splat %x : f32 -> tensor<128xf32>
  cf.br ^bb1(%0 : tensor<128xf32>)
^bb1(%y: tensor<128xf32>):
  %1 = arith.addf %y, %y : tensor<128xf32>
  cf.cond_br %c, ^bb1(%1 : tensor<128xf32>), ^bb2
^bb2:
  tt.return
}
