// RUN: tern-opt %s --vector-nontemporal-stores=least-bytes=4096 --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --vector-nontemporal-stores --canonicalize --cse | FileCheck %s --check-prefix=DEFAULT
// RUN: tern-opt %s --vector-nontemporal-stores=least-bytes=4096 --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM
// RUN: not tern-opt %s --vector-nontemporal-stores=least-bytes=0 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: {{.*}}option 'least-bytes' must be positive

// DEFAULT-NOT: nontemporal

// Where the buffer is aligned, when it runs.

// CHECK-LABEL: func.func @rows(
// CHECK: %[[OUT:.*]] = iree.placeholder {{.*}}@io::@ret0
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK: %[[LOW:.*]] = arith.andi %[[ADDRESS]], %c63
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[LOW]], %c0
// CHECK: scf.if %[[ALIGNED]] {
// CHECK: scf.for
// CHECK: vector.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK: llvm.fence seq_cst
// CHECK: } else {
// CHECK: scf.for
// CHECK: vector.store
// CHECK-NOT: nontemporal
// CHECK: return
// UPSTREAM-LABEL: func.func @rows(
// UPSTREAM: vector.store {{.*}}nontemporal = true
func.func @rows(%v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %id = hal.interface.workgroup.id[0] : index
  %count = hal.interface.workgroup.count[0] : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  %first = arith.muli %id, %c8 : index
  %step = arith.muli %count, %c8 : index
  scf.for %i = %first to %c64 step %step {
    %s = memref.subview %o[%i, 0] [8, 64] [1, 1] : memref<64x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    scf.for %r = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c64 step %c16 {
        vector.store %v, %s[%r, %j] : memref<8x64xf32, strided<[64, 1], offset: ?>>, vector<16xf32>
      }
    }
  }
  return
}

// Smaller vectors, with what else is stored: elements in the middle of a line, and masked ones.

// CHECK-LABEL: func.func @parts(
// CHECK: vector.store {{.*}}[%c0, %c16] {alignment = 32 : i64, nontemporal = true}
// CHECK-NEXT: vector.store {{.*}}[%c0, %c8] {alignment = 32 : i64, nontemporal = true}
// CHECK-NEXT: vector.store {{.*}}[%c0, %c4] : memref
// CHECK-NEXT: vector.maskedstore
// CHECK-NEXT: llvm.fence
func.func @parts(%v: vector<8xf32>, %m: vector<8xi1>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  vector.store %v, %o[%c0, %c16] : memref<64x64xf32>, vector<8xf32>
  vector.store %v, %o[%c0, %c8] : memref<64x64xf32>, vector<8xf32>
  vector.store %v, %o[%c0, %c4] : memref<64x64xf32>, vector<8xf32>
  vector.maskedstore %o[%c0, %c16], %m, %v : memref<64x64xf32>, vector<8xi1>, vector<8xf32>
  return
}

// Two buffers are aligned, or none is taken to be.

// CHECK-LABEL: func.func @two(
// CHECK: %[[A:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[B:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[BOTH:.*]] = arith.ori %[[A]], %[[B]]
// CHECK: arith.andi %[[BOTH]], %c63
// CHECK-COUNT-2: nontemporal
// CHECK-NOT: nontemporal
// CHECK: return
func.func @two(%v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  %p = iree.placeholder for "interface buffer" {binding = @io::@ret1} : memref<64x64xf32>
  vector.store %v, %o[%c0, %c0] : memref<64x64xf32>, vector<16xf32>
  vector.store %v, %p[%c0, %c0] : memref<64x64xf32>, vector<16xf32>
  return
}

// Counters of loops within each other, by where they start and their steps; what a loop carries is not known.

// CHECK-LABEL: func.func @nested(
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[CARRIED:.*]] = %c0)
// CHECK: vector.store %{{.*}}[%{{.*}}, %{{.*}}] {alignment = 32 : i64, nontemporal = true} : memref<64x64xf32>, vector<8xf32>
// CHECK: vector.store %{{.*}}[%{{.*}}, %[[CARRIED]]] : memref<64x64xf32>, vector<8xf32>
// CHECK: } else {
func.func @nested(%v: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  scf.for %i = %c0 to %c64 step %c16 {
    %next = arith.addi %i, %c16 : index
    %last = scf.for %j = %i to %next step %c8 iter_args(%carried = %c0) -> (index) {
      vector.store %v, %o[%i, %j] : memref<64x64xf32>, vector<8xf32>
      vector.store %v, %o[%i, %carried] : memref<64x64xf32>, vector<8xf32>
      %more = arith.addi %carried, %c4 : index
      scf.yield %more : index
    }
  }
  return
}

// What is read again, what has rows of another length than lines, what is small, strides and places that are not known, layouts that
// say where a buffer begins, elements smaller than a byte, and dispatches with much memory of their own stay as they are.

// CHECK-NOT: nontemporal

func.func @read(%v: vector<16xf32>) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  vector.store %v, %o[%c0, %c0] : memref<64x64xf32>, vector<16xf32>
  %s = memref.subview %o[0, 16] [1, 16] [1, 1] : memref<64x64xf32> to memref<1x16xf32, strided<[64, 1], offset: 16>>
  %r = vector.load %s[%c0, %c0] : memref<1x16xf32, strided<[64, 1], offset: 16>>, vector<16xf32>
  return %r : vector<16xf32>
}

func.func @odd_rows(%v: vector<16xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x65xf32>
  scf.for %r = %c0 to %c64 step %c1 {
    vector.store %v, %o[%r, %c0] : memref<64x65xf32>, vector<16xf32>
  }
  return
}

func.func @small(%v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8x64xf32>
  vector.store %v, %o[%c0, %c0] : memref<8x64xf32>, vector<16xf32>
  return
}

func.func @unknown_place(%v: vector<16xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  vector.store %v, %o[%c0, %i] : memref<64x64xf32>, vector<16xf32>
  return
}

func.func @unknown_view(%v: vector<16xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  %s = memref.subview %o[0, %i] [1, 16] [1, 1] : memref<64x64xf32> to memref<1x16xf32, strided<[64, 1], offset: ?>>
  vector.store %v, %s[%c0, %c0] : memref<1x16xf32, strided<[64, 1], offset: ?>>, vector<16xf32>
  return
}

func.func @starts_elsewhere(%v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32, strided<[64, 1], offset: 4>>
  vector.store %v, %o[%c0, %c0] : memref<64x64xf32, strided<[64, 1], offset: 4>>, vector<16xf32>
  return
}

func.func @odd_start(%v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  scf.for %j = %c8 to %c64 step %c16 {
    vector.store %v, %o[%c0, %j] : memref<64x64xf32>, vector<16xf32>
  }
  return
}

func.func @small_elements(%v: vector<32xi4>) {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xi4>
  vector.store %v, %o[%c0, %c0] : memref<64x64xi4>, vector<32xi4>
  return
}

func.func @much_memory(%v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
  %t = memref.alloca() : memref<32768xf32>
  vector.store %v, %t[%c0] : memref<32768xf32>, vector<16xf32>
  vector.store %v, %o[%c0, %c0] : memref<64x64xf32>, vector<16xf32>
  return
}

func.func private @declared(%v: vector<16xf32>)

hal.interface private @io {
  hal.interface.binding @ret0, set=0, binding=0, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @ret1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}
