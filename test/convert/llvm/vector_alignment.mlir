// Accesses are aligned as what the memref holds, which may be vectors, or by option as the vector. All as upstream's tool
// has it.
// RUN: tern-opt --convert-vector-to-llvm %s > %t.ours
// RUN: mlir-opt --convert-vector-to-llvm %s | diff -b - %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --convert-vector-to-llvm=use-vector-alignment %s > %t.vector
// RUN: mlir-opt --convert-vector-to-llvm=use-vector-alignment %s | diff -b - %t.vector
// RUN: FileCheck %s --check-prefix=VECTOR < %t.vector

// CHECK-LABEL: func.func @vectors
// CHECK: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.store %{{.+}} {alignment = 16 : i64} : vector<4xf32>
// CHECK: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr -> vector<3xi8>
// CHECK: llvm.load %{{.+}} {alignment = 64 : i64} : !llvm.ptr -> vector<4xf80>
// CHECK: llvm.load %{{.+}} {alignment = 1 : i64} : !llvm.ptr -> vector<8xi1>
func.func @vectors(%i: index, %a: memref<4xvector<4xf32>>, %b: memref<4xvector<3xi8>>, %c: memref<4x2xvector<4xf80>>,
                   %d: memref<4xvector<8xi1>>, %e: memref<4xvector<f32>>) {
  %0 = vector.load %a[%i] : memref<4xvector<4xf32>>, vector<4xf32>
  vector.store %0, %a[%i] : memref<4xvector<4xf32>>, vector<4xf32>
  %1 = vector.load %b[%i] : memref<4xvector<3xi8>>, vector<3xi8>
  vector.store %1, %b[%i] : memref<4xvector<3xi8>>, vector<3xi8>
  %2 = vector.load %c[%i, %i] : memref<4x2xvector<4xf80>>, vector<4xf80>
  vector.store %2, %c[%i, %i] : memref<4x2xvector<4xf80>>, vector<4xf80>
  %3 = vector.load %d[%i] : memref<4xvector<8xi1>>, vector<8xi1>
  vector.store %3, %d[%i] : memref<4xvector<8xi1>>, vector<8xi1>
  %4 = vector.load %e[%i] : memref<4xvector<f32>>, vector<f32>
  vector.store %4, %e[%i] : memref<4xvector<f32>>, vector<f32>
  return
}

// VECTOR-LABEL: func.func @elements
// VECTOR: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr -> vector<3xf32>
// VECTOR: llvm.load %{{.+}} {alignment = 1 : i64} : !llvm.ptr -> vector<8xi1>
// VECTOR: llvm.intr.masked.load %{{.+}} {alignment = 16 : i32}
// VECTOR: llvm.intr.masked.gather %{{.+}} {alignment = 32 : i32}
func.func @elements(%i: index, %a: memref<?xf32>, %b: memref<64xi1>, %c: memref<?xf64>, %mask: vector<4xi1>,
                    %v: vector<4xf32>, %w: vector<4xf64>, %lanes: vector<4xi32>) {
  %0 = vector.load %a[%i] : memref<?xf32>, vector<3xf32>
  vector.store %0, %a[%i] : memref<?xf32>, vector<3xf32>
  %1 = vector.load %b[%i] : memref<64xi1>, vector<8xi1>
  vector.store %1, %b[%i] : memref<64xi1>, vector<8xi1>
  %2 = vector.maskedload %a[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %a[%i], %mask, %2 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %3 = vector.gather %c[%i][%lanes], %mask, %w : memref<?xf64>, vector<4xi32>, vector<4xi1>, vector<4xf64> into vector<4xf64>
  vector.scatter %c[%i][%lanes], %mask, %3 : memref<?xf64>, vector<4xi32>, vector<4xi1>, vector<4xf64>
  return
}

// Adjacent elements are aligned by an attribute of the pointer.
func.func @adjacent(%i: index, %m: memref<?xf32>, %mask: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.expandload %m[%i], %mask, %v {alignment = 8} : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %mask, %0 {alignment = 16} : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}
