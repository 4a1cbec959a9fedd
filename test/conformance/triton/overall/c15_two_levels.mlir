// C15. No tensor of tt has an encoding, and each of ttg has one.
// RUN: tern-opt %s --triton-ttir-pipeline=target=cuda:90 | FileCheck %s --check-prefix=TTIR --implicit-check-not="#ttg"
// RUN: tern-opt %s --triton-ttgir-pipeline=target=cuda:90 | FileCheck %s --check-prefix=TTGIR --implicit-check-not="tensor<256xf32>" --implicit-check-not="tensor<256xi32>" --implicit-check-not="ptr<f32>>"

// TTIR: tt.load %{{.*}} : tensor<256x!tt.ptr<f32>>
// TTGIR: tt.load %{{.*}} : tensor<256x!tt.ptr<f32>, #{{.*}}>
// TTGIR: math.exp %{{.*}} : tensor<256xf32, #{{.*}}>
tt.func public @exp(%x: !tt.ptr<f32>) {
  %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %p = tt.addptr %s, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %v = tt.load %p : tensor<256x!tt.ptr<f32>>
  %e = math.exp %v : tensor<256xf32>
  tt.store %p, %e : tensor<256x!tt.ptr<f32>>
  tt.return
}
