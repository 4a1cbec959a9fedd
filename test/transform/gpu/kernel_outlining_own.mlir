// RUN: tern-opt --gpu-kernel-outlining --split-input-file --allow-unregistered-dialect %s | FileCheck %s

// Where nothing is launched, nothing changes.
// CHECK: module {
// CHECK-NEXT: func.func @f
func.func @f() {
  return
}

// -----

// A symbol table that is referred to is copied whole; what it refers to is its own. Upstream's crashes.
// CHECK: gpu.module @launch_kernel
// CHECK: gpu.return
// CHECK: module @sub
// CHECK: func.func @k
// CHECK: func.func @l
// CHECK: module @sub
func.func @launch(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    "test.use"() {list = [{symbol = @sub::@k}]} : () -> ()
    gpu.terminator
  }
  return
}
module @sub {
  func.func @k() {
    func.call @l() : () -> ()
    return
  }
  func.func @l() {
    return
  }
}

// -----

// Sizes that do not fit 32 bits are not recorded; those up to 2^32 - 1 are.
// CHECK: gpu.func @sizes_kernel() kernel attributes {known_block_size = array<i32: -1, 1, 1>} {
func.func @sizes() {
  %c1 = arith.constant 1 : index
  %large = arith.constant 4294967296 : index
  %largest = arith.constant 4294967295 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %large, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %largest, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  return
}
