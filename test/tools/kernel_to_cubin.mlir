// REQUIRES: ptxas
// RUN: tern-opt --pass-pipeline='builtin.module(iree-codegen-gpu-to-nvvm-pipeline,symbol-dce)' %s -o %t.mlir
// RUN: tern-translate --mlir-to-ptx --target=sm_90a %t.mlir | FileCheck %s
// RUN: tern-translate --mlir-to-cubin --target=sm_90a %t.mlir -o %t.cubin

// A kernel at the gpu level that copies boxes by a tensor map into dynamic workgroup memory, in clusters of two blocks:
// from there to code that ptxas takes. The tensor map is the last parameter, and the hardware reads it where parameters lie.

// CHECK: .extern .shared .align 1024 .b8 load_dynamic_shared[]
// CHECK: .entry load(
// CHECK: .param .u64 .ptr .global .align 1 load_param_0,
// CHECK: .param .u64 .ptr .global .align 1 load_param_1,
// CHECK: .param .align 64 .b8 load_param_2[128]
// CHECK: .reqntid 128
// CHECK: .maxnreg 128
// CHECK: .explicitcluster
// CHECK: .reqnctapercluster 2, 1, 1
// CHECK: mbarrier.init
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{.+}}], [%rd{{[0-9]+}}, {{.+}}], [__mbarrier]

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = l2promo_256b, oob = zero, interleave = none>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @load() attributes {hal.kernel_cluster = array<i32: 2, 1, 1>, nvvm.maxnreg = 128 : i32, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [128, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c65536 = arith.constant 65536 : index
  %bytes = arith.constant 8192 : index
  %ticks = arith.constant 1000000 : index
  %phase = arith.constant false
  %threads = arith.constant 1 : index
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4096x512xf16>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
  %any = memref.cast %in : memref<4096x512xf16> to memref<*xf16>
  %m = nvgpu.tma.create.descriptor %any box[%c64, %c64] : memref<*xf16> -> !map
  %memory = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %tile = memref.view %memory[%c65536][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
  %barriers = nvgpu.mbarrier.create -> !barriers
  %x = gpu.thread_id x
  %is_first = arith.cmpi eq, %x, %c0 : index
  scf.if %is_first {
    nvgpu.mbarrier.init %barriers[%c0], %threads : !barriers
  }
  gpu.barrier
  scf.if %is_first {
    nvgpu.mbarrier.arrive.expect_tx %barriers[%c0], %bytes : !barriers
    nvgpu.tma.async.load %m[%c64, %c0], %barriers[%c0] to %tile : !map, !barriers -> memref<64x64xf16, #gpu.address_space<workgroup>>
  }
  nvgpu.mbarrier.try_wait.parity %barriers[%c0], %phase, %ticks : !barriers
  %value = memref.load %tile[%c0, %x] : memref<64x64xf16, #gpu.address_space<workgroup>>
  memref.store %value, %out[%c0, %x] : memref<64x64xf16>
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
