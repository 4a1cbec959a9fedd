// RUN: tern-opt %s --iree-codegen-detach-grids | FileCheck %s --check-prefixes=CHECK,OTHER
// RUN: tern-opt %s --annotate-module='attributes="nvvm.target = #nvvm.target"' --iree-codegen-detach-grids | FileCheck %s --check-prefixes=CHECK,CUDA

// Grids and entry points that stand for several kernels are the host's; a kernel for CUDA remembers how large its grid is at
// most.
// CHECK-NOT: @whole
// CHECK: func.func @first()
// CUDA-SAME: hal.kernel_grid = array<i64: 4, 2, 1>
// OTHER-NOT: hal.kernel_grid
// CHECK: func.func @second()
// CHECK-NOT: hal.kernel_grid
// CHECK-NOT: workgroup_count
func.func @whole() attributes {hal.entry_point_schedule = [@first, @second]} {
  return
}
func.func @first() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  return
}
func.func private @first_workgroup_count() -> (index, index, index) attributes {hal.workgroup_count_of = @first} {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  return %c4, %c2, %c1 : index, index, index
}
func.func @second() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  return
}
// Of a number that comes with the dispatch no bound is known.
func.func private @second_workgroup_count() -> (index, index, index) attributes {hal.workgroup_count_of = @second} {
  %n = hal.interface.load.constant offset = 0 : index
  return %n, %n, %n : index, index, index
}
