func @f(%a: memref<?x4xf32>, %i: index) -> f32 {
  %c1 = constant 1 : index
  %n = dim %a, %i : memref<?x4xf32>
  %v = load %a[%i, %c1] : memref<?x4xf32>
  %w = addf %v, %v : f32
  %q = cmpi "slt", %i, %n : index
  %t = alloc(%n) : memref<?xf32>
  dealloc %t : memref<?xf32>
  return %w : f32
}
