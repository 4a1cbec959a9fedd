// RUN: tern-opt --split-input-file "--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-cpu-runtime))" %s | FileCheck %s
// RUN: tern-opt --split-input-file "--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-cpu-runtime{index-bitwidth=32 use-bare-ptr-memref-call-conv=true}))" %s | FileCheck %s --check-prefix=BARE
// test/e2e/targets/gpu_on_cpu.py runs what comes out.

// A kernel is a function for a thread, and an entry that takes the addresses of its parameters.
// CHECK-LABEL: gpu.module @queries
// CHECK: llvm.func @k.thread(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: f32) {
// CHECK: %[[Y:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.call @tern_gpu_thread_id(%[[Y]]) : (i32) -> i64
// CHECK: llvm.call @tern_gpu_block_id
// CHECK: llvm.call @tern_gpu_block_dim
// CHECK: llvm.call @tern_gpu_grid_dim
// CHECK: llvm.call @tern_gpu_lane_id() : () -> i64
// CHECK: llvm.call @tern_gpu_subgroup_size
// CHECK: llvm.call @tern_gpu_num_subgroups
// CHECK: %[[NONE:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK: llvm.store %[[NONE]],
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK: llvm.store %[[ONE]],
// CHECK: llvm.call @tern_gpu_block_id
// CHECK: llvm.call @tern_gpu_grid_dim
// CHECK: llvm.call @tern_gpu_barrier() : () -> ()
// CHECK: llvm.return
// CHECK: llvm.func @k(%[[PARAMS:.*]]: !llvm.ptr) attributes {gpu.kernel} {
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[PARAMS]][5] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[LAST:.*]] = llvm.load %[[ADDRESS]] : !llvm.ptr -> f32
// CHECK-NEXT: llvm.call @k.thread({{.*}}, %[[LAST]])
// CHECK-NEXT: llvm.return
// BARE-LABEL: gpu.module @queries
// BARE: llvm.func @k.thread(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: f32)
// BARE: %[[WIDE:.*]] = llvm.call @tern_gpu_thread_id
// BARE-NEXT: llvm.trunc %[[WIDE]] : i64 to i32
gpu.module @queries {
  gpu.func @k(%a: memref<8xindex>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %0 = gpu.thread_id y
    memref.store %0, %a[%c0] : memref<8xindex>
    %1 = gpu.block_id x
    memref.store %1, %a[%c0] : memref<8xindex>
    %2 = gpu.block_dim z
    memref.store %2, %a[%c0] : memref<8xindex>
    %3 = gpu.grid_dim x
    memref.store %3, %a[%c0] : memref<8xindex>
    %4 = gpu.lane_id
    memref.store %4, %a[%c0] : memref<8xindex>
    %5 = gpu.subgroup_size : index
    memref.store %5, %a[%c0] : memref<8xindex>
    %6 = gpu.num_subgroups : index
    memref.store %6, %a[%c0] : memref<8xindex>
    %7 = gpu.cluster_block_id x
    memref.store %7, %a[%c0] : memref<8xindex>
    %8 = gpu.cluster_dim_blocks x
    memref.store %8, %a[%c0] : memref<8xindex>
    %9 = gpu.cluster_id x
    memref.store %9, %a[%c0] : memref<8xindex>
    %10 = gpu.cluster_dim x
    memref.store %10, %a[%c0] : memref<8xindex>
    gpu.barrier
    gpu.return
  }
}

// -----

// Each block gets memory of its own for a buffer; its global is the key.
// CHECK-LABEL: gpu.module @memory
// CHECK: llvm.mlir.global internal @__wg_k_0() {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<32 x f32>
// CHECK: llvm.func @k.thread
// CHECK: %[[KEY:.*]] = llvm.mlir.addressof @__wg_k_0 : !llvm.ptr
// CHECK: %[[END:.*]] = llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<32 x f32>
// CHECK: %[[SIZE:.*]] = llvm.ptrtoint %[[END]] : !llvm.ptr to i64
// CHECK: %[[ALIGNMENT:.*]] = llvm.mlir.constant(64 : i64) : i64
// CHECK: %[[MEMORY:.*]] = llvm.call @tern_gpu_workgroup_memory(%[[KEY]], %[[SIZE]], %[[ALIGNMENT]]) : (!llvm.ptr, i64, i64) -> !llvm.ptr
// CHECK: llvm.getelementptr %[[MEMORY]][0, 0]
// CHECK: llvm.alloca %{{.*}} x i32
// CHECK: llvm.call @tern_gpu_dynamic_workgroup_memory() : () -> !llvm.ptr
// CHECK: llvm.call @tern_gpu_dynamic_workgroup_size() : () -> i64
// BARE-LABEL: gpu.module @memory
// BARE: llvm.zext %{{.*}} : i32 to i64
// BARE: llvm.call @tern_gpu_workgroup_memory
gpu.module @memory {
  gpu.func @k() workgroup(%w: memref<4x8xf32, #gpu.address_space<workgroup>> {llvm.align = 64 : i64})
      private(%p: memref<2xi32, #gpu.address_space<private>>) kernel {
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    %b = memref.load %d[%c0] : memref<?xi8, #gpu.address_space<workgroup>>
    %e = arith.extsi %b : i8 to i32
    memref.store %e, %p[%c0] : memref<2xi32, #gpu.address_space<private>>
    %f = arith.sitofp %e : i32 to f32
    memref.store %f, %w[%c0, %c0] : memref<4x8xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.module @together
// CHECK: llvm.func @lanes.thread(%[[X:.*]]: f32, %[[OFFSET:.*]]: i32, %[[WIDTH:.*]]: i32)
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[X]] : f32 to i32
// CHECK: %[[VALUE:.*]] = llvm.zext %[[BITS]] : i32 to i64
// CHECK: %[[MODE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: %[[NOWHERE:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.call @tern_gpu_shuffle(%[[VALUE]], %[[OFFSET]], %[[WIDTH]], %[[MODE]], %[[NOWHERE]]) : (i64, i32, i32, i32, !llvm.ptr) -> i64
// CHECK: %[[BYTE:.*]] = llvm.call @tern_gpu_shuffle_was_valid() : () -> i8
// CHECK-NEXT: llvm.trunc %[[BYTE]] : i8 to i1
// CHECK: llvm.call @tern_gpu_printf(%{{.*}}, %{{.*}}, %{{.*}}) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64, i32) -> i32
// CHECK: llvm.call @erff(
// CHECK: llvm.intr.exp(
// BARE-LABEL: gpu.module @together
// BARE: llvm.call @tern_gpu_shuffle
gpu.module @together {
  gpu.func @lanes(%x: f32, %offset: i32, %width: i32) kernel {
    %y, %valid = gpu.shuffle up %x, %offset, %width : f32
    gpu.printf "%g %d\n", %y, %valid : f32, i1
    %e = math.erf %y : f32
    %f = math.exp %e : f32
    gpu.printf "%g\n", %f : f32
    gpu.return
  }
  // What is no kernel has no entry.
  // CHECK: llvm.func @helper()
  // CHECK-NOT: helper.thread
  gpu.func @helper() {
    gpu.return
  }
}
