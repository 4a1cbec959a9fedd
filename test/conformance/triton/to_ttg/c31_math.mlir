// C31. Each op of math gets the encoding; what the seven compute is checked on the processor.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s
// RUN: tern-run %s --device=cpu --function=seven --grid=1 --input=4xf32=0.5,1,2,4 | FileCheck %s --check-prefix=NUMBERS

// CHECK: math.exp %{{.*}} : tensor<4xf32, #blocked>
// CHECK: math.cos %{{.*}} : tensor<4xf32, #blocked>
// CHECK: math.sin %{{.*}} : tensor<4xf32, #blocked>
// CHECK: math.log %{{.*}} : tensor<4xf32, #blocked>
// CHECK: math.sqrt %{{.*}} : tensor<4xf32, #blocked>
// CHECK: math.absf %{{.*}} : tensor<4xf32, #blocked>
// CHECK: math.absi %{{.*}} : tensor<4xi32, #blocked>
// NUMBERS: exp{{.*}} 1.6487
// NUMBERS: exp{{.*}} 2.7182
// NUMBERS: exp{{.*}} 7.389
// NUMBERS: exp{{.*}} 54.598
// NUMBERS: cos{{.*}} 0.8775
// NUMBERS: cos{{.*}} 0.5403
// NUMBERS: cos{{.*}} -0.4161
// NUMBERS: cos{{.*}} -0.6536
// NUMBERS: sin{{.*}} 0.4794
// NUMBERS: sin{{.*}} 0.8414
// NUMBERS: sin{{.*}} 0.9092
// NUMBERS: sin{{.*}} -0.7568
// NUMBERS: log{{.*}} -0.6931
// NUMBERS: log{{.*}} 0
// NUMBERS: log{{.*}} 0.6931
// NUMBERS: log{{.*}} 1.3862
// NUMBERS: sqrt{{.*}} 0.7071
// NUMBERS: sqrt{{.*}} 1
// NUMBERS: sqrt{{.*}} 1.4142
// NUMBERS: sqrt{{.*}} 2
// NUMBERS-COUNT-4: absf
// NUMBERS-COUNT-4: absi
tt.func public @seven(%x: !tt.ptr<f32>) {
  %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %v = tt.load %xp : tensor<4x!tt.ptr<f32>>
  %exp = math.exp %v : tensor<4xf32>
  tt.print " exp: " {hex = false, isSigned = array<i32: 0>} : %exp : tensor<4xf32>
  %cos = math.cos %v : tensor<4xf32>
  tt.print " cos: " {hex = false, isSigned = array<i32: 0>} : %cos : tensor<4xf32>
  %sin = math.sin %v : tensor<4xf32>
  tt.print " sin: " {hex = false, isSigned = array<i32: 0>} : %sin : tensor<4xf32>
  %log = math.log %v : tensor<4xf32>
  tt.print " log: " {hex = false, isSigned = array<i32: 0>} : %log : tensor<4xf32>
  %sqrt = math.sqrt %v : tensor<4xf32>
  tt.print " sqrt: " {hex = false, isSigned = array<i32: 0>} : %sqrt : tensor<4xf32>
  %absf = math.absf %v : tensor<4xf32>
  tt.print " absf: " {hex = false, isSigned = array<i32: 0>} : %absf : tensor<4xf32>
  %n = arith.fptosi %v : tensor<4xf32> to tensor<4xi32>
  %absi = math.absi %n : tensor<4xi32>
  tt.print " absi: " {hex = false, isSigned = array<i32: 1>} : %absi : tensor<4xi32>
  tt.return
}
