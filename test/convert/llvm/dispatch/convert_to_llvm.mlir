// RUN: tern-opt %s --iree-convert-to-llvm --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --iree-convert-to-llvm --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=UPSTREAM

// UPSTREAM-LABEL: llvm.func @main
// UPSTREAM-LABEL: llvm.func @entry_workgroup_count
// UPSTREAM-NOT: func.func
// UPSTREAM-NOT: memref.
// UPSTREAM-NOT: arith.

// The bindings are ordered by set, then by number: @arg0 is 0, @ret0 is 1.

// CHECK: llvm.mlir.global private constant @table(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>)
// CHECK-LABEL: llvm.func @main
// CHECK-SAME: (%[[PARAMS:.*]]: !llvm.ptr, %{{.*}}: i32, %[[Y:.*]]: i32, %{{.*}}: i32) -> i32 attributes {hal.entry_point}
// CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-DAG: %[[FIELD:.*]] = llvm.getelementptr %[[PARAMS]][24]
// CHECK-DAG: %[[BINDINGS:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> !llvm.ptr
// CHECK-DAG: %[[A:.*]] = llvm.load %[[BINDINGS]] : !llvm.ptr -> !llvm.ptr
// CHECK-DAG: %[[SLOT:.*]] = llvm.getelementptr %[[BINDINGS]][8]
// CHECK-DAG: %[[R:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// CHECK-DAG: %[[ROW:.*]] = llvm.zext %[[Y]] : i32 to i64
// CHECK: %[[P:.*]] = llvm.getelementptr %[[A]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[X:.*]] = llvm.load %[[P]] : !llvm.ptr -> f32
// CHECK: %[[TWICE:.*]] = llvm.call @twice(%[[X]]) : (f32) -> f32
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[R]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.store %[[TWICE]], %[[Q]] : f32, !llvm.ptr
// CHECK: llvm.return %[[ZERO]] : i32
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>

func.func @main() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x8xf32>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4xf32>
  %c3 = arith.constant 3 : index
  %y = hal.interface.workgroup.id[1] : index
  %x = memref.load %a[%y, %c3] : memref<4x8xf32>
  %t = func.call @twice(%x) : (f32) -> f32
  memref.store %t, %r[%y] : memref<4xf32>
  return
}

// A private function keeps its own signature.

// CHECK-LABEL: llvm.func internal @twice
// CHECK-SAME: (%[[X:.*]]: f32) -> f32 attributes {sym_visibility = "private"}
// CHECK-NEXT: %[[S:.*]] = llvm.fadd %[[X]], %[[X]]
// CHECK-NEXT: llvm.return %[[S]]
func.func private @twice(%x: f32) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}

// CHECK-LABEL: llvm.func @reads_push_constants
// CHECK-SAME: (%[[PARAMS:.*]]: !llvm.ptr,
// CHECK: %[[FIELD:.*]] = llvm.getelementptr %[[PARAMS]][16]
// CHECK: %[[WORDS:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[TWO:.*]] = llvm.getelementptr %[[WORDS]][8]
// CHECK: %[[WORD:.*]] = llvm.load %[[TWO]] : !llvm.ptr -> i32
// CHECK: %[[INDEX:.*]] = llvm.zext %[[WORD]] : i32 to i64
// CHECK: %[[THREE:.*]] = llvm.getelementptr %[[WORDS]][12]
// CHECK: %[[WIDE:.*]] = llvm.load %[[THREE]] {alignment = 4 : i64} : !llvm.ptr -> i64
// CHECK: llvm.store %[[WIDE]]
func.func @reads_push_constants() {
  %n = hal.interface.load.constant offset = 2 : index
  %k = hal.interface.load.constant offset = 3 : i64
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?xi64>{%n}
  memref.store %k, %r[%n] : memref<?xi64>
  return
}

// CHECK-LABEL: llvm.func @prefetches
// CHECK: %[[AT:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: "llvm.intr.prefetch"(%[[AT]]) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
// CHECK: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 1 : i32}> : (!llvm.ptr) -> ()
func.func @prefetches() {
  %n = hal.interface.load.constant offset = 0 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  memref.prefetch %a[%n], read, locality<2>, data : memref<8xf32>
  memref.prefetch %a[%n], write, locality<3>, data : memref<8xf32>
  return
}

// CHECK-LABEL: llvm.func @adds_byte_offset
// CHECK: %[[WORD:.*]] = llvm.zext %{{.*}} : i32 to i64
// CHECK: %[[BASE:.*]] = llvm.getelementptr %{{.*}}[%[[WORD]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.load %[[BASE]] : !llvm.ptr -> f32
func.func @adds_byte_offset() {
  %n = hal.interface.load.constant offset = 0 : index
  %c0 = arith.constant 0 : index
  %a = iree.placeholder for "interface buffer" offset(%n) {binding = @io::@arg0} : memref<8xf32>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %x = memref.load %a[%c0] : memref<8xf32>
  memref.store %x, %r[%c0] : memref<8xf32>
  return
}

// CHECK-LABEL: llvm.func @reads_grid
// CHECK-SAME: (%[[PARAMS:.*]]: !llvm.ptr, %{{.*}}: i32, %{{.*}}: i32, %[[Z:.*]]: i32)
// CHECK-DAG: %[[FIELD:.*]] = llvm.getelementptr %[[PARAMS]][8]
// CHECK-DAG: %[[COUNT:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> i32
// CHECK-DAG: %[[N:.*]] = llvm.zext %[[COUNT]] : i32 to i64
// CHECK-DAG: %[[I:.*]] = llvm.zext %[[Z]] : i32 to i64
// CHECK: llvm.store %[[N]], %{{.*}} : i64
func.func @reads_grid() {
  %z = hal.interface.workgroup.id[2] : index
  %n = hal.interface.workgroup.count[2] : index
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xindex>
  memref.store %n, %r[%z] : memref<8xindex>
  return
}

// Bits take a byte each.

// CHECK-LABEL: llvm.func @keeps_bits_in_bytes
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK: %[[BIT:.*]] = llvm.trunc %[[BYTE]] : i8 to i1
// CHECK: %[[OUT:.*]] = llvm.zext %[[BIT]] : i1 to i8
// CHECK: llvm.store %[[OUT]], %{{.*}} : i8
func.func @keeps_bits_in_bytes() {
  %c0 = arith.constant 0 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xi1>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xi1>
  %x = memref.load %a[%c0] : memref<8xi1>
  memref.store %x, %r[%c0] : memref<8xi1>
  return
}

// CHECK-LABEL: llvm.func @follows_views
// CHECK: %[[ELEMENT:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.load %[[ELEMENT]] : !llvm.ptr -> f32
func.func @follows_views() {
  %i = hal.interface.workgroup.id[0] : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64xf32>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  %s = memref.subview %e[%i, 1] [2, 3] [1, 2] : memref<8x8xf32> to memref<2x3xf32, strided<[8, 2], offset: ?>>
  %x = memref.load %s[%i, %i] : memref<2x3xf32, strided<[8, 2], offset: ?>>
  memref.store %x, %r[%i] : memref<8xf32>
  return
}

// CHECK-LABEL: llvm.func @moves_vectors
// CHECK: %[[V:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[M:.*]] = llvm.intr.masked.load %{{.*}} {alignment = 4 : i32}
// CHECK: %[[S:.*]] = llvm.fadd %[[V]], %[[M]] : vector<8xf32>
// CHECK: llvm.intr.masked.store %[[S]], %{{.*}} {alignment = 4 : i32}
// CHECK: llvm.store %[[S]], %{{.*}} {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
func.func @moves_vectors() {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = hal.interface.workgroup.id[0] : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64xf32>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64xf32>
  %mask = vector.create_mask %n : vector<8xi1>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %v = vector.load %a[%c0] : memref<64xf32>, vector<8xf32>
  %m = vector.maskedload %a[%c8], %mask, %zero : memref<64xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %s = arith.addf %v, %m : vector<8xf32>
  vector.maskedstore %r[%c8], %mask, %s : memref<64xf32>, vector<8xi1>, vector<8xf32>
  vector.store %s, %r[%c0] : memref<64xf32>, vector<8xf32>
  return
}

// One lane that is known to be alone is stored by itself: LLVM would store it as wide as it was before it was truncated. Floats of 16
// bits are loaded as integers, which processors without instructions for them can do by a mask.
// CHECK-LABEL: llvm.func @moves_few_lanes
// CHECK: %[[BITS:.*]] = llvm.intr.masked.load %{{.*}} -> vector<8xi16>
// CHECK: %[[FLOATS:.*]] = llvm.bitcast %[[BITS]] : vector<8xi16> to vector<8xbf16>
// CHECK: llvm.store %[[FLOATS]]
// CHECK: %[[ONE:.*]] = llvm.extractelement %{{.*}}[%{{.*}} : i32] : vector<8xi16>
// CHECK: llvm.store %[[ONE]], %{{.*}} : i16, !llvm.ptr
// CHECK: llvm.intr.masked.store
func.func @moves_few_lanes() {
  %c0 = arith.constant 0 : index
  %n = hal.interface.workgroup.id[0] : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64xbf16>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64xi16>
  %mask = vector.create_mask %n : vector<8xi1>
  %one = vector.constant_mask [1] : vector<8xi1>
  %two = vector.constant_mask [2] : vector<8xi1>
  %zero = arith.constant dense<0.0> : vector<8xbf16>
  %m = vector.maskedload %a[%c0], %mask, %zero : memref<64xbf16>, vector<8xi1>, vector<8xbf16> into vector<8xbf16>
  vector.store %m, %a[%c0] : memref<64xbf16>, vector<8xbf16>
  %i = vector.load %r[%c0] : memref<64xi16>, vector<8xi16>
  vector.maskedstore %r[%c0], %one, %i : memref<64xi16>, vector<8xi1>, vector<8xi16>
  vector.maskedstore %r[%c0], %two, %i : memref<64xi16>, vector<8xi1>, vector<8xi16>
  return
}

// Halves of the vector are combined for the greatest number, whether or not it counts more than NaN.
// CHECK-LABEL: llvm.func @greatest_lane
// CHECK: %[[V:.*]] = llvm.load %{{.*}} -> vector<4xf32>
// CHECK-DAG: %[[LOW:.*]] = llvm.shufflevector %[[V]], %{{.*}} [0, 1] : vector<4xf32>
// CHECK-DAG: %[[HIGH:.*]] = llvm.shufflevector %[[V]], %{{.*}} [2, 3] : vector<4xf32>
// CHECK: %[[HALF:.*]] = llvm.intr.maxnum(%[[LOW]], %[[HIGH]]) : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
// CHECK-DAG: %[[X:.*]] = llvm.extractelement %[[HALF]][%{{.*}} : i32] : vector<2xf32>
// CHECK-DAG: %[[Y:.*]] = llvm.extractelement %[[HALF]][%{{.*}} : i32] : vector<2xf32>
// CHECK: llvm.intr.maxnum(%[[X]], %[[Y]]) : (f32, f32) -> f32
func.func @greatest_lane() {
  %c0 = arith.constant 0 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64xf32>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %v = vector.load %a[%c0] : memref<64xf32>, vector<4xf32>
  %x = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
  memref.store %x, %r[%c0] : memref<8xf32>
  return
}

// CHECK-LABEL: llvm.func @greatest_lane_or_nan
// CHECK: %[[HALF:.*]] = llvm.intr.maximum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nsz, reassoc>} : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
// CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nsz, reassoc>} : (f32, f32) -> f32
func.func @greatest_lane_or_nan() {
  %c0 = arith.constant 0 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64xf32>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %v = vector.load %a[%c0] : memref<64xf32>, vector<4xf32>
  %x = vector.reduction <maximumf>, %v fastmath<reassoc,nsz> : vector<4xf32> into f32
  memref.store %x, %r[%c0] : memref<8xf32>
  return
}

// CHECK-LABEL: llvm.func @keeps_branches
// CHECK: llvm.br ^[[HEAD:.*]](%{{.*}} : i64)
// CHECK: ^[[HEAD]](%[[I:.*]]: i64):
// CHECK: %[[C:.*]] = llvm.icmp "slt" %[[I]], %{{.*}} : i64
// CHECK: llvm.cond_br %[[C]], ^[[BODY:.*]], ^[[END:bb[0-9]+]]
// CHECK: ^[[BODY]]:
// CHECK: llvm.br ^[[HEAD]](
// CHECK: ^[[END]]:
// CHECK: llvm.return
func.func @keeps_branches() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = hal.interface.workgroup.id[0] : index
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64xindex>
  cf.br ^head(%c0 : index)
^head(%i: index):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^end
^body:
  memref.store %i, %r[%i] : memref<64xindex>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^end:
  return
}

// CHECK-LABEL: llvm.func @reads_table
// CHECK: llvm.mlir.addressof @table : !llvm.ptr
func.func @reads_table() {
  %i = hal.interface.workgroup.id[0] : index
  %t = memref.get_global @table : memref<2xf32>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<2xf32>
  %x = memref.load %t[%i] : memref<2xf32>
  memref.store %x, %r[%i] : memref<2xf32>
  return
}

// The function that gives the grid reads push constants and writes three words.

// CHECK-LABEL: llvm.func @entry_workgroup_count
// CHECK-SAME: (%[[WORDS:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) attributes {hal.workgroup_count_of = @main}
// CHECK: %[[FIELD:.*]] = llvm.getelementptr %[[WORDS]][8]
// CHECK: llvm.load %[[FIELD]] : !llvm.ptr -> i32
// CHECK-COUNT-3: llvm.store %{{.*}} : i32, !llvm.ptr
// CHECK: llvm.return
func.func private @entry_workgroup_count() -> (index, index, index) attributes {hal.workgroup_count_of = @main} {
  %n = hal.interface.load.constant offset = 2 : index
  %c1 = arith.constant 1 : index
  return %n, %c1, %c1 : index, index, index
}

// CHECK: hal.interface private @io
hal.interface private @io {
  hal.interface.binding @ret0, set=1, binding=0, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @arg0, set=0, binding=7, type="StorageBuffer", access="Read"
}
