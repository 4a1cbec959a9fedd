// C33. The operand of expand_dims is a slice of what the result is.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: %[[S:.*]] = ttg.convert_layout %{{.*}} -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #[[P:.*]]}>>
// CHECK: tt.expand_dims %[[S]] {axis = 0 : i32} : tensor<128xf32, #ttg.slice<{dim = 0, parent = #[[P]]}>> -> tensor<1x128xf32, #[[P]]>
tt.func @f(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<128xf32>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<128xf32> -> tensor<1x128xf32>
  tt.return
}
