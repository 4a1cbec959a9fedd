// Canonical forms are upstream's.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: func.func @nothing_to_wait_for
// CHECK-NEXT:    return
func.func @nothing_to_wait_for() {
  %a = gpu.wait async
  %b = gpu.wait async
  %ab = gpu.wait async [%a, %b]
  gpu.wait [%ab, %a]
  gpu.wait
  return
}

// Waiting for one token gives that token, which is the one of an op or an argument.
// CHECK-LABEL: func.func @one_token
// CHECK-SAME: (%[[BEFORE:.+]]: !gpu.async.token, %[[TO:.+]]: memref<6x3xi8>, %[[WITH:.+]]: i8)
// CHECK-NEXT: %[[FIRST:.+]] = gpu.memset async [%[[BEFORE]]] %[[TO]], %[[WITH]]
// CHECK-NEXT: %[[SECOND:.+]] = gpu.memset async [%[[FIRST]]] %[[TO]], %[[WITH]]
// CHECK-NEXT: return %[[SECOND]]
func.func @one_token(%before: !gpu.async.token, %to: memref<6x3xi8>, %with: i8) -> !gpu.async.token {
  %0 = gpu.wait async [%before]
  %1 = gpu.memset async [%0] %to, %with : memref<6x3xi8>, i8
  %2 = gpu.wait async [%1]
  %3 = gpu.wait async [%2]
  %4 = gpu.memset async [%3] %to, %with : memref<6x3xi8>, i8
  %5 = gpu.wait async [%4]
  return %5 : !gpu.async.token
}

// The host need not wait for what has not begun anything.
// CHECK-LABEL: func.func @token_of_nothing
// CHECK-NOT: gpu.wait [
// CHECK: return
func.func @token_of_nothing(%n: index) -> memref<?xi8> {
  %begin = gpu.wait async
  gpu.wait [%begin]
  %bytes, %there = gpu.alloc async [%begin] (%n) : memref<?xi8>
  gpu.wait [%begin]
  return %bytes : memref<?xi8>
}
func.func @tokens(%t: !gpu.async.token, %u: !gpu.async.token) {
  %0 = gpu.wait async [%t]
  %1 = gpu.wait async [%t, %u]
  %2 = gpu.wait async [%t, %u]
  gpu.wait [%0, %2]
  %3 = gpu.wait async
  gpu.wait [%0, %3, %u]
  return
}

// A copy goes if nobody can read what it writes: its target is an allocation that is only copied to and freed, here in either branch.
// CHECK-LABEL: func.func @copy_without_reader
// CHECK-NOT: gpu.memcpy
// CHECK: return
func.func @copy_without_reader(%from: memref<3x5xi64>, %token: !gpu.async.token, %late: i1) {
  %lost = memref.alloc() : memref<3x5xi64>
  gpu.memcpy %lost, %from : memref<3x5xi64>, memref<3x5xi64>
  %freed = gpu.alloc () : memref<3x5xi64>
  %copied = gpu.memcpy async [%token] %freed, %from : memref<3x5xi64>, memref<3x5xi64>
  gpu.dealloc %freed : memref<3x5xi64>
  cf.cond_br %late, ^later, ^now
^later:
  "test.sleep"() : () -> ()
  memref.dealloc %lost : memref<3x5xi64>
  return
^now:
  memref.dealloc %lost : memref<3x5xi64>
  return
}

// It stays if the target comes from elsewhere, if it is a view of such memory, and if there is a reader.
// CHECK-LABEL: func.func @copies
// CHECK-COUNT-4: gpu.memcpy
// CHECK: return
func.func @copies(%argument: memref<3x5xi64>, %bytes: memref<120xi8>, %token: !gpu.async.token, %i: index) -> (i64, memref<3x5xi64>) {
  %from = gpu.alloc () : memref<3x5xi64>
  %0 = gpu.memcpy async [%token] %argument, %from : memref<3x5xi64>, memref<3x5xi64>
  %none = arith.constant 0 : index
  %view = memref.view %bytes[%none][] : memref<120xi8> to memref<3x5xi64>
  gpu.memcpy %view, %argument : memref<3x5xi64>, memref<3x5xi64>
  %read = memref.alloca() : memref<3x5xi64>
  gpu.memcpy %read, %from : memref<3x5xi64>, memref<3x5xi64>
  %x = memref.load %read[%i, %none] : memref<3x5xi64>
  %given = memref.alloc() : memref<3x5xi64>
  gpu.memcpy %given, %from : memref<3x5xi64>, memref<3x5xi64>
  return %x, %given : i64, memref<3x5xi64>
}

// Casts that only forget sizes are looked through, on both sides.
// CHECK-LABEL: func.func @casts
// CHECK-NOT: memref.cast
// CHECK: return
func.func @casts(%to: memref<2x6xf64>, %from: memref<2x6xf64>, %with: f64) {
  %any = memref.cast %to : memref<2x6xf64> to memref<2x?xf64>
  gpu.memset %any, %with : memref<2x?xf64>, f64
  %less = memref.cast %from : memref<2x6xf64> to memref<?x?xf64>
  %more = memref.cast %any : memref<2x?xf64> to memref<?x?xf64>
  gpu.memcpy %more, %less : memref<?x?xf64>, memref<?x?xf64>
  return
}
func.func @sizes(%size: index, %s2: index) -> (index, index, index) {
  %0 = gpu.alloc(%size, %s2) : memref<?x4x?xi1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %1 = memref.dim %0, %c0 : memref<?x4x?xi1>
  %2 = memref.dim %0, %c1 : memref<?x4x?xi1>
  %3 = memref.dim %0, %c2 : memref<?x4x?xi1>
  return %1, %2, %3 : index, index, index
}
func.func @launches(%n: index, %m: memref<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%blockX, %blockY, %blockZ) in (%blocksX = %c1, %blocksY = %n, %blocksZ = %c1)
      threads(%threadX, %threadY, %threadZ) in (%threadsX = %c32, %threadsY = %c1, %threadsZ = %c1) {
    "test.a"(%blockX, %blockY, %blockZ, %threadX, %threadY, %threadZ, %blocksX, %threadsX) : (index, index, index, index, index, index, index, index) -> ()
    gpu.barrier
    gpu.barrier
    gpu.barrier
    %v = "test.test2"() : () -> i32
    %r = gpu.all_reduce add %v {} : (i32) -> (i32)
    %s = gpu.subgroup_reduce add %v : (i32) -> (i32)
    %s1 = gpu.subgroup_reduce add %v cluster(size = 1) : (i32) -> (i32)
    %b = gpu.subgroup_broadcast %v, first_active_lane : i32
    %b2 = gpu.subgroup_broadcast %b, first_active_lane : i32
    %b3 = gpu.subgroup_broadcast %b, specific_lane %r : i32
    scf.for %i = %c1 to %n step %c1 {
      %r7 = gpu.all_reduce add %v {} : (i32) -> (i32)
      "test.u"(%r7) : (i32) -> ()
    }
    "test.u"(%r, %s, %s1, %b2, %b3) : (i32, i32, i32, i32, i32) -> ()
    gpu.terminator
  }
  gpu.launch blocks(%blockX, %blockY, %blockZ) in (%blocksX = %c1, %blocksY = %n, %blocksZ = %c1)
      threads(%threadX, %threadY, %threadZ) in (%threadsX = %c32, %threadsY = %c1, %threadsZ = %c1) {
    gpu.terminator
  }
  return
}
