// RUN: tern-opt %s --split-input-file --linalg-localize-padding --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --split-input-file --linalg-localize-padding="local-bytes=64" --canonicalize --cse | FileCheck %s --check-prefix=SMALL

// What a part reads is filled and copied where it is read: what lies above and below it if it is at the edge, left and right always.

// CHECK-LABEL: func.func @part()
// CHECK-NOT: memref<8x8x4xf32>
// CHECK: %[[X:.*]] = iree.placeholder for "interface buffer" {binding = @io::@x}
// CHECK: scf.for %[[Y:.*]] = %c0 to %c6 step %c2 {
// CHECK: %[[P:.*]] = memref.alloca() {alignment = 64 : i64} : memref<4x8x4xf32>
// CHECK: %[[ABOVE:.*]] = arith.subi %c1, %[[Y]]
// CHECK: %[[BELOW:.*]] = arith.subi %c7, %[[Y]]
// CHECK: %[[MAX:.*]] = arith.maxsi %[[ABOVE]], %c0
// CHECK: %[[BEGIN:.*]] = arith.minsi %[[MAX]], %c4
// CHECK: %[[MIN:.*]] = arith.minsi %[[BELOW]], %c4
// CHECK: %[[END:.*]] = arith.maxsi %[[MIN]], %[[BEGIN]]
// CHECK: memref.subview %[[P]][0, 0, 0] [%[[BEGIN]], 8, 4]
// CHECK: linalg.fill
// CHECK: memref.subview %[[P]][%[[END]], 0, 0] [%{{.*}}, 8, 4]
// CHECK: linalg.fill
// CHECK: %[[N:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: memref.subview %[[P]][%[[BEGIN]], 0, 0] [%[[N]], 1, 4]
// CHECK: linalg.fill
// CHECK: memref.subview %[[P]][%[[BEGIN]], 7, 0] [%[[N]], 1, 4]
// CHECK: linalg.fill
// CHECK: %[[PLACE:.*]] = arith.addi %[[Y]], %[[BEGIN]]
// CHECK: %[[FROM:.*]] = arith.subi %[[PLACE]], %c1
// CHECK: %[[TO:.*]] = memref.subview %[[P]][%[[BEGIN]], 1, 0] [%[[N]], 6, 4]
// CHECK: %[[IT:.*]] = memref.subview %[[X]][%[[FROM]], 0, 0] [%[[N]], 6, 4]
// CHECK: linalg.copy ins(%[[IT]] : {{.*}}) outs(%[[TO]]
// CHECK: linalg.generic {{.*}} ins(%[[P]] : memref<4x8x4xf32>)

// Nothing that is read is so small.

// SMALL-LABEL: func.func @part()
// SMALL: memref.alloca() : memref<8x8x4xf32>
// SMALL-NOT: memref.alloca
func.func @part() {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %x = iree.placeholder for "interface buffer" {binding = @io::@x} : memref<6x6x4xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@o} : memref<4xf32>
  %p = memref.alloca() : memref<8x8x4xf32>
  linalg.fill ins(%one : f32) outs(%p : memref<8x8x4xf32>)
  %m = memref.subview %p[1, 1, 0] [6, 6, 4] [1, 1, 1] : memref<8x8x4xf32> to memref<6x6x4xf32, strided<[32, 4, 1], offset: 36>>
  linalg.copy ins(%x : memref<6x6x4xf32>) outs(%m : memref<6x6x4xf32, strided<[32, 4, 1], offset: 36>>)
  scf.for %y = %c0 to %c6 step %c2 {
    %v = memref.subview %p[%y, 0, 0] [4, 8, 4] [1, 1, 1] : memref<8x8x4xf32> to memref<4x8x4xf32, strided<[32, 4, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (c)>], iterator_types = ["reduction", "reduction", "parallel"]}
        ins(%v : memref<4x8x4xf32, strided<[32, 4, 1], offset: ?>>) outs(%o : memref<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  }
  return
}

hal.interface private @io attributes {push_constants = 0 : index} {
  hal.interface.binding @x, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @o, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
}

// -----

// A pooling reads the source itself where its windows are inside. Of the rows of its output at the edge it makes one at a time, then of
// the columns. Sizes that are asked for are known.

// CHECK-LABEL: func.func @window()
// CHECK-NOT: memref<8x8x4xf32>
// CHECK-DAG: %[[X:.*]] = iree.placeholder for "interface buffer" {binding = @io::@x}
// CHECK-DAG: %[[O:.*]] = iree.placeholder for "interface buffer" {binding = @io::@o}
// CHECK: scf.for %[[Y:.*]] = %c0 to %c6 step %c2 {
// CHECK: %[[T:.*]] = memref.subview %[[O]][%[[Y]], 0, 0] [2, 6, 4]
// CHECK: %[[BEGIN:.*]] = arith.minsi %{{.*}}, %c2
// CHECK: %[[END:.*]] = arith.maxsi %{{.*}}, %[[BEGIN]]
// CHECK: %[[INSIDE:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[EDGE:.*]] = arith.subi %c2, %[[INSIDE]]
// CHECK: scf.for %[[I:.*]] = %c0 to %[[EDGE]] step %c1 {
// CHECK: %[[BEHIND:.*]] = arith.addi %[[I]], %[[INSIDE]]
// CHECK: %[[IS_BEFORE:.*]] = arith.cmpi slt, %[[I]], %[[BEGIN]]
// CHECK: %[[ROW:.*]] = arith.select %[[IS_BEFORE]], %[[I]], %[[BEHIND]]
// CHECK: %[[THREE:.*]] = memref.alloca() {alignment = 64 : i64} : memref<3x8x4xf32>
// CHECK: linalg.copy
// CHECK: %[[LINE:.*]] = memref.subview %[[T]][%[[ROW]], 0, 0] [1, 6, 4]
// CHECK: linalg.fill {{.*}} outs(%[[LINE]]
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[THREE]], {{.*}} outs(%[[LINE]]
// CHECK: scf.for %[[J:.*]] = %c0 to %c2 step %c1 {
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<4x3x4xf32>
// CHECK: memref.subview %[[T]][%[[BEGIN]], %{{.*}}, 0] [%[[INSIDE]], 1, 4]
// CHECK: linalg.fill
// CHECK-NEXT: linalg.generic
// CHECK: %[[MIDDLE:.*]] = memref.subview %[[T]][%[[BEGIN]], 1, 0] [%[[INSIDE]], 4, 4]
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[MIDDLE]]
// CHECK: %[[FROM:.*]] = memref.subview %[[X]][%{{.*}}, 0, 0] [%{{.*}}, 6, 4]
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[FROM]], {{.*}} outs(%[[MIDDLE]]

// SMALL-LABEL: func.func @window()
// SMALL: memref.alloca() : memref<8x8x4xf32>
func.func @window() {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %x = iree.placeholder for "interface buffer" {binding = @io::@x} : memref<6x6x4xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@o} : memref<6x6x4xf32>
  %w = memref.alloca() : memref<3x3xf32>
  %p = memref.alloca() : memref<8x8x4xf32>
  linalg.fill ins(%one : f32) outs(%p : memref<8x8x4xf32>)
  %m = memref.subview %p[1, 1, 0] [6, 6, 4] [1, 1, 1] : memref<8x8x4xf32> to memref<6x6x4xf32, strided<[32, 4, 1], offset: 36>>
  linalg.copy ins(%x : memref<6x6x4xf32>) outs(%m : memref<6x6x4xf32, strided<[32, 4, 1], offset: 36>>)
  scf.for %y = %c0 to %c6 step %c2 {
    %t = memref.subview %o[%y, 0, 0] [2, 6, 4] [1, 1, 1] : memref<6x6x4xf32> to memref<2x6x4xf32, strided<[24, 4, 1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%t : memref<2x6x4xf32, strided<[24, 4, 1], offset: ?>>)
    %v = memref.subview %p[%y, 0, 0] [4, 8, 4] [1, 1, 1] : memref<8x8x4xf32> to memref<4x8x4xf32, strided<[32, 4, 1], offset: ?>>
    %d = memref.dim %v, %c0 : memref<4x8x4xf32, strided<[32, 4, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(y, x, c, i, j) -> (y + i, x + j, c)>, affine_map<(y, x, c, i, j) -> (i, j)>,
                                     affine_map<(y, x, c, i, j) -> (y, x, c)>],
                    iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
        ins(%v, %w : memref<4x8x4xf32, strided<[32, 4, 1], offset: ?>>, memref<3x3xf32>)
        outs(%t : memref<2x6x4xf32, strided<[24, 4, 1], offset: ?>>) {
    ^bb0(%a: f32, %k: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  }
  return
}

hal.interface private @io attributes {push_constants = 0 : index} {
  hal.interface.binding @x, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @o, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
}

// -----

// The source is written before all is read, so it must be copied before.

// CHECK-LABEL: func.func @changed_source()
// CHECK: %[[P:.*]] = memref.alloca() : memref<8xf32>
// CHECK: memref.subview %[[P]][1] [6]
// CHECK: linalg.copy
// CHECK: scf.for
// CHECK: memref.subview %[[P]][%{{.*}}] [4]

func.func @changed_source() {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %x = iree.placeholder for "interface buffer" {binding = @io::@x} : memref<6xf32>
  %p = memref.alloca() : memref<8xf32>
  linalg.fill ins(%one : f32) outs(%p : memref<8xf32>)
  %m = memref.subview %p[1] [6] [1] : memref<8xf32> to memref<6xf32, strided<[1], offset: 1>>
  linalg.copy ins(%x : memref<6xf32>) outs(%m : memref<6xf32, strided<[1], offset: 1>>)
  scf.for %y = %c0 to %c6 step %c2 {
    %v = memref.subview %p[%y] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    %t = memref.subview %x[0] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1]>>
    linalg.copy ins(%v : memref<4xf32, strided<[1], offset: ?>>) outs(%t : memref<4xf32, strided<[1]>>)
  }
  return
}

hal.interface private @io attributes {push_constants = 0 : index} {
  hal.interface.binding @x, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @o, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
}
