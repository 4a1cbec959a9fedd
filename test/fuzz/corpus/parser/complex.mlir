func.func @f(%z: complex<f32>) -> f32 {
  %k = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
  %m = complex.mul %z, %k : complex<f32>
  %r = complex.abs %m : complex<f32>
  return %r : f32
}
