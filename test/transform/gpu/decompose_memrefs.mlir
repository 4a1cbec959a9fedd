// The result is what upstream's pass gives.
// RUN: tern-opt --gpu-decompose-memrefs --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --gpu-decompose-memrefs --allow-unregistered-dialect %s | diff - %t.mlir

func.func @store(%v : f32, %m : memref<?x?x?xf32>, %s : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, %st: memref<4x8xf32>, %z: memref<f32>, %so: memref<4x8xf32, strided<[16, 2], offset: 5>>, %w: memref<4x8xf32, affine_map<(i,j)->(j,i)>>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%kx = %c2, %ky = %c2, %kz = %c2) {
    memref.store %v, %m[%tx, %ty, %tz] : memref<?x?x?xf32>
    memref.store %v, %s[%tx, %ty, %tz] : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
    %0 = memref.load %s[%tx, %c2, %tz] : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
    memref.store %0, %st[%tx, %ty] : memref<4x8xf32>
    memref.store %0, %st[%c1, %c2] : memref<4x8xf32>
    memref.store %0, %so[%tx, %c3] : memref<4x8xf32, strided<[16, 2], offset: 5>>
    memref.store %0, %z[] : memref<f32>
    memref.store %0, %w[%tx, %ty] : memref<4x8xf32, affine_map<(i,j)->(j,i)>>
    %r = memref.subview %m[%tx, %ty, %tz] [%c2, %c2, %c2] [%c1, %c1, %c1] : memref<?x?x?xf32> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
    "test.u"(%r) : (memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>) -> ()
    %r2 = memref.subview %m[%tx, %ty, %tz] [%c2, %c2, %c2] [2, 3, 4] : memref<?x?x?xf32> to memref<?x?x?xf32, strided<[?, ?, 4], offset: ?>>
    "test.u"(%r2) : (memref<?x?x?xf32, strided<[?, ?, 4], offset: ?>>) -> ()
    %r3 = memref.subview %m[%tx, %ty, %tz] [%c2, 1, %kx] [%tx, 3, 1] : memref<?x?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    "test.u"(%r3) : (memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    %r4 = memref.subview %st[1, 2] [3, 3] [1, 2] : memref<4x8xf32> to memref<3x3xf32, strided<[8, 2], offset: 10>>
    "test.u"(%r4) : (memref<3x3xf32, strided<[8, 2], offset: 10>>) -> ()
    %al = memref.alloc() : memref<4x8xf32, 5>
    memref.store %0, %al[%tx, %ty] : memref<4x8xf32, 5>
    %a = arith.addi %tx, %ty : index
    memref.store %0, %al[%a, %ty] : memref<4x8xf32, 5>
    %b = affine.apply affine_map<(d0)[s0]->(d0 * 4 + s0)>(%tx)[%ty]
    memref.store %0, %al[%b, %ty] : memref<4x8xf32, 5>
    gpu.terminator
  }
  %r4 = memref.subview %st[1, 2] [3, 3] [1, 2] : memref<4x8xf32> to memref<3x3xf32, strided<[8, 2], offset: 10>>
  "test.u"(%r4) : (memref<3x3xf32, strided<[8, 2], offset: 10>>) -> ()
  return
}

// A loop's counter is no symbol.
func.func @in_loop(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%kx = %n, %ky = %n, %kz = %n) {
    scf.for %i = %tx to %n step %c1 {
      memref.store %x, %m[%i, %ty] : memref<?x?xf32>
      %0 = memref.alloc(%i) : memref<?x8xf32>
      %1 = memref.load %0[%i, %i] : memref<?x8xf32>
      memref.store %1, %m[%tx, %i] : memref<?x?xf32>
    }
    gpu.terminator
  }
  return
}
