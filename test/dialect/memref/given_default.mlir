// A flag that is given stays in the generic form, also where it says what holds without it.
// RUN: tern-opt %s --mlir-print-op-generic | FileCheck %s
// RUN: mlir-opt %s --mlir-print-op-generic | FileCheck %s
// RUN: tern-opt %s | FileCheck %s --check-prefix=PRETTY
// RUN: mlir-opt %s | FileCheck %s --check-prefix=PRETTY

// PRETTY-LABEL: func.func @f
func.func @f(%m: memref<4xf32>, %i: index) -> f32 {
  // CHECK: "memref.load"(%{{.*}}, %{{.*}}) <{nontemporal = false}> :
  // PRETTY: memref.load %{{.*}}[%{{.*}}] : memref<4xf32>
  %0 = memref.load %m[%i] {nontemporal = false} : memref<4xf32>
  // CHECK: "memref.store"(%{{.*}}, %{{.*}}, %{{.*}}) : (f32
  // PRETTY: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<4xf32>
  memref.store %0, %m[%i] : memref<4xf32>
  return %0 : f32
}
