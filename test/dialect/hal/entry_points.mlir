// RUN: tern-opt %s --convert-transposes-to-gpu | FileCheck %s
// RUN: tern-opt %s --convert-to-gpu | FileCheck %s

// Kernels are made of what the host starts and nobody has distributed yet: not of what is private, of what says which
// others make it up, or of what has a grid.

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  // CHECK-LABEL: func.func @kernel()
  // CHECK-SAME: spirv.entry_point_abi
  // CHECK-NOT: linalg.transpose
  func.func @kernel() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<128x192xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<192x128xf32>
    linalg.transpose ins(%x : memref<128x192xf32>) outs(%y : memref<192x128xf32>) permutation = [1, 0]
    return
  }
  // CHECK-LABEL: func.func private @kernel_workgroup_count()
  // CHECK-LABEL: func.func private @helper() {
  // CHECK: linalg.transpose
  func.func private @helper() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<128x192xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<192x128xf32>
    linalg.transpose ins(%x : memref<128x192xf32>) outs(%y : memref<192x128xf32>) permutation = [1, 0]
    return
  }
  // CHECK-LABEL: func.func @sequence() attributes {hal.entry_point_schedule = [@kernel]} {
  // CHECK: linalg.transpose
  func.func @sequence() attributes {hal.entry_point_schedule = [@kernel]} {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<128x192xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<192x128xf32>
    linalg.transpose ins(%x : memref<128x192xf32>) outs(%y : memref<192x128xf32>) permutation = [1, 0]
    return
  }
  // CHECK-LABEL: func.func @distributed() {
  // CHECK: linalg.transpose
  func.func @distributed() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<128x192xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<192x128xf32>
    linalg.transpose ins(%x : memref<128x192xf32>) outs(%y : memref<192x128xf32>) permutation = [1, 0]
    return
  }
  func.func private @distributed_size() -> (index, index, index) attributes {hal.workgroup_count_of = @distributed} {
    %one = arith.constant 1 : index
    return %one, %one, %one : index, index, index
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}
