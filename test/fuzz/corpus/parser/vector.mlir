func.func @f(%m: memref<8x8xf32>, %v: vector<4xf32>, %i: index) -> f32 {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  %1 = vector.fma %0, %v, %v : vector<4xf32>
  %2 = vector.reduction <add>, %1 : vector<4xf32> into f32
  %3 = vector.broadcast %2 : f32 to vector<2x4xf32>
  %4 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  return %2 : f32
}
