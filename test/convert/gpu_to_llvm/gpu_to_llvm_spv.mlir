// RUN: tern-opt --allow-unregistered-dialect --split-input-file --convert-gpu-to-llvm-spv %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file --convert-gpu-to-llvm-spv %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --convert-gpu-to-llvm-spv=use-64bit-index=true %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file --convert-gpu-to-llvm-spv=use-64bit-index=true %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Kernels for a backend that makes SPIR-V of the llvm dialect: calls of OpenCL C's functions, workgroup memory as arguments,
// memory without a space in global memory.

// CHECK-DAG: llvm.func spir_funccc @_Z6printfPU3AS2Kcz(!llvm.ptr<2>, ...) -> i32
// CHECK-DAG: llvm.func spir_funccc @_Z18get_sub_group_size() -> i32 attributes {no_unwind, will_return}
// CHECK-DAG: llvm.func spir_funccc @_Z12get_local_idj(i32) -> i64
// CHECK: llvm.func spir_kernelcc @k(%{{.+}}: !llvm.ptr<1>,
// CHECK-SAME: %{{.+}}: !llvm.ptr<3> {llvm.noalias, llvm.workgroup_attribution = #llvm.mlir.workgroup_attribution<16 : i64, f32>}) attributes
// CHECK-SAME: reqd_work_group_size = array<i32: 8, 12, 16>
// CHECK: llvm.call spir_funccc @_Z7barrierj(%{{.+}}) {convergent, no_unwind, will_return}
// CHECK: llvm.func spir_funccc @dev(
// CHECK: func.func @host(%{{.+}}: index, %{{.+}}: memref<4xf32, 1>)
gpu.module @m {
  gpu.func @k(%m: memref<4x?xf32>, %n: memref<8xf16, #gpu.address_space<workgroup>>, %f: f32, %i: i32, %d: f64, %h: f16, %i8: i8, %l: i64, %i16: i16) workgroup(%w: memref<16xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xi32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 8, 12, 16>, known_grid_size = array<i32: 20, 24, 28>} {
    %x = gpu.thread_id x
    %y = gpu.block_id y upper_bound 64
    %z = gpu.block_dim z
    %g = gpu.grid_dim x
    %gi = gpu.global_id y
    %s = gpu.subgroup_id : index
    %ln = gpu.lane_id
    %ns = gpu.num_subgroups : index
    %sz = gpu.subgroup_size : index
    gpu.barrier
    %w32 = arith.constant 32 : i32
    gpu.printf "x %d\n", %i : i32
    "test.use"(%x, %y, %z, %g, %gi, %s, %ln, %ns, %sz) : (index, index, index, index, index, index, index, index, index) -> ()
    "test.use"(%w, %p) : (memref<16xf32, #gpu.address_space<workgroup>>, memref<4xi32, #gpu.address_space<private>>) -> ()
    gpu.return
  }
  gpu.func @dev(%i: index) -> index { gpu.return %i : index }
  func.func @host(%i: index, %m: memref<4xf32>) -> index { return %i : index }
}

// -----

// CHECK: llvm.func spir_kernelcc @al
// CHECK: func.func @g(%{{.+}}: memref<*xf32, 1>
gpu.module @more {
  gpu.func @al(%m: memref<?xf32> {llvm.noalias, llvm.align = 8 : i64}, %u: memref<*xf32>) workgroup(%w: memref<4x8xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %w2: memref<2xindex, 3>) kernel {
    %c = memref.alloca() : memref<4xf32>
    "test.use"(%c, %w, %w2, %m) : (memref<4xf32>, memref<4x8xi8, #gpu.address_space<workgroup>>, memref<2xindex, 3>, memref<?xf32>) -> ()
    gpu.return
  }
  gpu.func @two(%m: memref<4xf32, #gpu.address_space<global>>, %i: index) -> (memref<4xf32, #gpu.address_space<global>>, index) attributes {known_block_size = array<i32: 8, 12, 16>} {
    gpu.printf "hello"
    %f = arith.constant 1.0 : f64
    gpu.printf "hello", %f : f64
    gpu.return %m, %i : memref<4xf32, #gpu.address_space<global>>, index
  }
  func.func @g(%u: memref<*xf32>, %f: memref<4xmemref<3xf32>>, %h: memref<4xf32, 0>, %n: (memref<3xf32>) -> memref<2xf32>) -> memref<4xf32> {
    %r = memref.get_global @gl : memref<4xf32>
    return %r : memref<4xf32>
  }
  memref.global @gl : memref<4xf32>
}

// -----

// Shuffles over whole subgroups, whose size the function says.
// CHECK: llvm.call spir_funccc @_Z21sub_group_shuffle_xorfj
// CHECK: llvm.call spir_funccc @_Z20sub_group_shuffle_updj
// CHECK: llvm.zext %{{.+}} : i1 to i8
// CHECK: llvm.bitcast %{{.+}} : i16 to bf16
gpu.module @m {
  llvm.func @sh(%f: f32, %i: i32, %d: f64, %h: f16, %i8: i8, %l: i64, %i16: i16, %b: i1, %bf: bf16) attributes {intel_reqd_sub_group_size = 16 : i32} {
    %w32 = arith.constant 16 : i32
    %0, %p0 = gpu.shuffle xor %f, %i, %w32 : f32
    %1, %p1 = gpu.shuffle up %d, %i, %w32 : f64
    %2, %p2 = gpu.shuffle down %h, %i, %w32 : f16
    %3, %p3 = gpu.shuffle idx %l, %i, %w32 : i64
    %4, %p4 = gpu.shuffle idx %i8, %i, %w32 : i8
    %5, %p5 = gpu.shuffle idx %i16, %i, %w32 : i16
    %6, %p6 = gpu.shuffle idx %b, %i, %w32 : i1
    %7, %p7 = gpu.shuffle idx %bf, %i, %w32 : bf16
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %p0, %p1) : (f32, f64, f16, i64, i8, i16, i1, bf16, i1, i1) -> ()
    llvm.return
  }
}
