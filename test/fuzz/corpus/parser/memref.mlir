func.func @f(%m: memref<8x?xf32, strided<[?, 1], offset: ?>>, %i: index) {
  %s = memref.subview %m[%i, 0] [2, %i] [1, 1] : memref<8x?xf32, strided<[?, 1], offset: ?>> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %c = memref.cast %s : memref<2x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %a = memref.alloca(%i)[] {alignment = 16} : memref<?xi8, 3>
  %v = memref.load %c[%i, %i] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  memref.store %v, %m[%i, %i] : memref<8x?xf32, strided<[?, 1], offset: ?>>
  return
}
memref.global "private" constant @k : memref<2xf32> = dense<[1.0, 2.0]>
