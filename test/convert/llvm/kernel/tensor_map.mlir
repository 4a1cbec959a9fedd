// RUN: tern-opt %s --split-input-file --iree-codegen-gpu-pass-tensor-maps | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-codegen-gpu-pass-tensor-maps --iree-convert-to-nvvm | FileCheck %s --check-prefix=NVVM

// Tensor maps of bindings become arguments; equal ones are one. In rows, dimension 0 is the one with neighbours.

!a = !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = swizzle_64b, l2promo = l2promo_256b, oob = nan, interleave = none>
!b = !nvgpu.tensormap.descriptor<tensor = memref<2x16x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>

// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[A:[a-z0-9]+]]: !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>{{[^>]*}}>,
// CHECK-SAME: %[[B:[a-z0-9]+]]: !nvgpu.tensormap.descriptor<tensor = memref<2x16x8xf32, 3>{{[^>]*}}>)
// CHECK-SAME: hal.kernel_tensor_maps = [
// CHECK-SAME: {binding = 0 : i64, box = array<i64: 32, 64>, fill = 1 : i64, interleave = 0 : i64, offset = 0 : i64,
// CHECK-SAME: promotion = 3 : i64, sizes = array<i64: 512, 4096>, strides = array<i64: 1024>, swizzle = 2 : i64,
// CHECK-SAME: type = 6 : i64, words = array<i64: -1, -1>}
// CHECK-SAME: {binding = 1 : i64, box = array<i64: 8, 16, 2>, fill = 0 : i64, interleave = 0 : i64, offset = 288 : i64,
// CHECK-SAME: promotion = 0 : i64, sizes = array<i64: 32, 64, 4>, strides = array<i64: 256, 16384>, swizzle = 0 : i64,
// CHECK-SAME: type = 7 : i64, words = array<i64: -1, -1, -1>}
// CHECK-SAME: ]
// CHECK-NOT: nvgpu.tma.create.descriptor
// CHECK: nvgpu.tma.prefetch.descriptor %[[A]]
// CHECK: nvgpu.tma.prefetch.descriptor %[[A]]
// CHECK: nvgpu.tma.prefetch.descriptor %[[B]]

// NVVM-LABEL: llvm.func @two(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: i32,
// NVVM-SAME: %[[A:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
// NVVM-SAME: %[[B:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
// NVVM-SAME: hal.kernel_tensor_maps =
// NVVM: nvvm.prefetch tensormap, %[[A]]
// NVVM: nvvm.prefetch tensormap, %[[B]]
func.func @two() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [128, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %word = hal.interface.load.constant offset = 0 : i32
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4096x512xf16>
  %1 = memref.cast %0 : memref<4096x512xf16> to memref<*xf16>
  %m0 = nvgpu.tma.create.descriptor %1 box[%c64, %c32] : memref<*xf16> -> !a
  %m1 = nvgpu.tma.create.descriptor %1 box[%c64, %c32] : memref<*xf16> -> !a
  %2 = iree.placeholder for "interface buffer" offset(%c16) {binding = @io::@ret0} : memref<8x64x64xf32>
  %3 = memref.subview %2[0, 1, 4] [4, 63, 32] [1, 1, 1] : memref<8x64x64xf32> to memref<4x63x32xf32, strided<[4096, 64, 1], offset: 68>>
  %4 = memref.reinterpret_cast %3 to offset: [68], sizes: [4, 64, 32], strides: [4096, 64, 1] : memref<4x63x32xf32, strided<[4096, 64, 1], offset: 68>> to memref<4x64x32xf32, strided<[4096, 64, 1], offset: 68>>
  %5 = memref.cast %4 : memref<4x64x32xf32, strided<[4096, 64, 1], offset: 68>> to memref<*xf32>
  %m2 = nvgpu.tma.create.descriptor %5 box[%c2, %c16, %c8] : memref<*xf32> -> !b
  nvgpu.tma.prefetch.descriptor %m0 : !a
  nvgpu.tma.prefetch.descriptor %m1 : !a
  nvgpu.tma.prefetch.descriptor %m2 : !b
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}

// -----

// Sizes that are push constants. An array with such sizes is dense: strides are computed when it is launched.

!c = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
!d = !nvgpu.tensormap.descriptor<tensor = memref<8x16xbf16, 3>, swizzle = swizzle_32b, l2promo = l2promo_64b, oob = zero, interleave = none>

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: {binding = 0 : i64, box = array<i64: 16, 8>, {{.*}}sizes = array<i64: 0, 0>, strides = array<i64: 0>, swizzle = 0 : i64,
// CHECK-SAME: type = 0 : i64, words = array<i64: 3, 1>}
// CHECK-SAME: {binding = 1 : i64, {{.*}}sizes = array<i64: 128, 0>, strides = array<i64: 256>, swizzle = 1 : i64, type = 9 : i64,
// CHECK-SAME: words = array<i64: -1, 3>}
func.func @dynamic() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [128, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %m = hal.interface.load.constant offset = 1 : index
  %word = hal.interface.load.constant offset = 3 : i32
  %n = arith.index_castui %word : i32 to index
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x?xi8>{%m, %n}
  %1 = memref.cast %0 : memref<?x?xi8> to memref<*xi8>
  %m0 = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi8> -> !c
  %2 = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?x128xbf16>{%n}
  %3 = memref.cast %2 : memref<?x128xbf16> to memref<?x?xbf16>
  %4 = memref.cast %3 : memref<?x?xbf16> to memref<*xbf16>
  %m1 = nvgpu.tma.create.descriptor %4 box[%c8, %c16] : memref<*xbf16> -> !d
  nvgpu.tma.prefetch.descriptor %m0 : !c
  nvgpu.tma.prefetch.descriptor %m1 : !d
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}

// -----

// What a kernel says of its launch stays with it.

// NVVM-LABEL: llvm.func @launch()
// NVVM-SAME: hal.kernel_cooperative
// NVVM-SAME: nvvm.cluster_dim = array<i32: 4, 2, 1>
// NVVM-SAME: nvvm.maxnreg = 64 : i32
// NVVM-SAME: nvvm.minctasm = 2 : i32
// NVVM-SAME: nvvm.reqntid = array<i32: 32, 1, 1>
func.func @launch() attributes {hal.kernel_cluster = array<i32: 4, 2, 1>, hal.kernel_cooperative, nvvm.maxnreg = 64 : i32, nvvm.minctasm = 2 : i32, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  return
}
