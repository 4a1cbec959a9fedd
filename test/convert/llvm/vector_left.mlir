// Where this goes other ways than upstream: what upstream unrolls as if its size were known, forgets, or gives as ops that
// its own verifier refuses.
// RUN: tern-opt %s --convert-vector-to-llvm | FileCheck %s

// CHECK-LABEL: func.func @scalable_dot
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<[4]xf32>
// CHECK: "llvm.intr.vector.reduce.fadd"(%{{.*}}, %[[P]])
func.func @scalable_dot(%a: vector<[4]xf32>, %acc: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %a, %acc : vector<[4]xf32>, vector<[4]xf32> into f32
  return %0 : f32
}

// CHECK-LABEL: func.func @scalable_rows
// CHECK: vector.fma
// CHECK: vector.multi_reduction
func.func @scalable_rows(%a: vector<[2]x4xf32>, %acc: vector<[2]xf32>) -> vector<[2]xf32> {
  %0 = vector.fma %a, %a, %a : vector<[2]x4xf32>
  %1 = vector.multi_reduction <add>, %0, %acc [1] : vector<[2]x4xf32> to vector<[2]xf32>
  return %1 : vector<[2]xf32>
}

// The accumulator counts where no dimension is reduced.
// CHECK-LABEL: func.func @reduces_nothing
// CHECK: vector.multi_reduction <add>, %{{.*}}, %{{.*}} []
func.func @reduces_nothing(%a: vector<4x2xf32>, %acc: vector<4x2xf32>) -> vector<4x2xf32> {
  %0 = vector.multi_reduction <add>, %a, %acc [] : vector<4x2xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}

// CHECK-LABEL: func.func @masked_out_of_bounds
// CHECK: vector.mask %{{.*}} { vector.transfer_read
func.func @masked_out_of_bounds(%m: memref<?xf32>, %i: index, %p: f32, %k: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.mask %k { vector.transfer_read %m[%i], %p : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
