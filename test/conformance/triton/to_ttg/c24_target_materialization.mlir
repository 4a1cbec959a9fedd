// C24. An operand of another encoding than its op wants is converted, once.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: %[[E:.*]] = tt.expand_dims %{{.*}} -> tensor<128x1xf32, #[[C:.*]]>
// CHECK-NEXT: %[[D:.*]] = ttg.convert_layout %[[E]] : tensor<128x1xf32, #[[C]]> -> tensor<128x1xf32, #[[P:.*]]>
// CHECK-NEXT: math.exp %[[D]] : tensor<128x1xf32, #[[P]]>
// CHECK-NEXT: math.sin %[[D]] : tensor<128x1xf32, #[[P]]>
tt.func @f(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<128xf32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %2 = math.exp %1 : tensor<128x1xf32>
  %3 = math.sin %1 : tensor<128x1xf32>
  tt.return
}
