// RUN: tern-opt %s --expand-memref-globals=max-elements=4 | FileCheck %s

// CHECK-NOT: @small
// CHECK: memref.global "private" constant @large
memref.global "private" constant @small : memref<2xi32> = dense<[5, 7]>
memref.global "private" constant @large : memref<5xi32> = dense<[1, 2, 3, 4, 5]>

// CHECK-LABEL: func.func @reads
// CHECK: %[[M:.*]] = memref.alloca() : memref<2xi32>
// CHECK: memref.store %c5_i32, %[[M]][%c0] : memref<2xi32>
// CHECK: memref.store %c7_i32, %[[M]][%c1] : memref<2xi32>
// CHECK: memref.get_global @large
// CHECK: memref.load %[[M]]
func.func @reads(%i: index) -> (i32, i32) {
  %s = memref.get_global @small : memref<2xi32>
  %l = memref.get_global @large : memref<5xi32>
  %x = memref.load %s[%i] : memref<2xi32>
  %y = memref.load %l[%i] : memref<5xi32>
  return %x, %y : i32, i32
}
