// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx942 index-bitwidth=32" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx942 index-bitwidth=32" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx1201" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx1201" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Numbers of threads and blocks, sizes of blocks, grids and subgroups, with the ranges that are known of them.

// CHECK-LABEL: llvm.func @kernel
// CHECK-SAME: rocdl.kernel
// CHECK: rocdl.workitem.id.x range <i32, 0, 8> : i32
// CHECK: rocdl.grid.dim.x
// CHECK: rocdl.mbcnt.hi
gpu.module @m {
  gpu.func @kernel(%a: memref<4x?xf32>, %b: memref<8xf16, #gpu.address_space<workgroup>>) workgroup(%w: memref<16xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xi32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 8, 12, 16>, known_grid_size = array<i32: 20, 24, 28>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %bd = gpu.block_dim x
    %by = gpu.block_dim y upper_bound 64
    %gd = gpu.grid_dim x
    %bi = gpu.block_id z
    %l = gpu.lane_id
    %l2 = gpu.lane_id upper_bound 16
    %s = gpu.subgroup_size : index
    %s2 = gpu.subgroup_size upper_bound 32 : index
    "test.use"(%x, %y, %bd, %by, %gd, %bi, %l, %l2, %s, %s2) : (index, index, index, index, index, index, index, index, index, index) -> ()
    gpu.barrier
    %f = memref.load %w[%x] : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %f, %a[%x, %y] : memref<4x?xf32>
    %mem = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    "test.use"(%mem) : (memref<?xi8, #gpu.address_space<workgroup>>) -> ()
    gpu.return
  }
}

// -----

// CHECK-LABEL: llvm.func @no_bounds
// CHECK-NOT: range
gpu.module @m {
  gpu.func @no_bounds() kernel {
    %x = gpu.thread_id z
    %b = gpu.block_dim z
    %g = gpu.grid_dim y
    %i = gpu.block_id y
    "test.use"(%x, %b, %g, %i) : (index, index, index, index) -> ()
    gpu.return
  }
  gpu.func @device(%i: index, %m: memref<4xf32>) -> index {
    gpu.return %i : index
  }
}

// -----

// Pointers to workgroup memory have 32 bits.
// CHECK-LABEL: llvm.func @shared
// CHECK: llvm.mlir.constant(3735928559 : index) : i32
gpu.module @m {
  memref.global "private" @g : memref<8xf32, #gpu.address_space<workgroup>>
  memref.global "private" constant @c : memref<4xf32> = dense<1.0>
  func.func @shared(%i: index) -> (f32, f32) {
    %m = memref.get_global @g : memref<8xf32, #gpu.address_space<workgroup>>
    %c = memref.get_global @c : memref<4xf32>
    %x = memref.load %m[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    %y = memref.load %c[%i] : memref<4xf32>
    return %x, %y : f32, f32
  }
}

// -----

// A bound that an i32 cannot exceed is none to add one to.
// CHECK-LABEL: llvm.func @greatest_size
// CHECK: rocdl.workgroup.dim.x range <i32, 1, 2147483647> : i32
gpu.module @sizes {
  func.func @greatest_size() -> index {
    %0 = gpu.block_dim x upper_bound 2147483647
    func.return %0 : index
  }
}
