// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=true index-bitwidth=16" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=true index-bitwidth=16" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=true index-bitwidth=32" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=true index-bitwidth=32" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=true" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=true" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Ids with what is known of their range, barriers, shuffles, printing, assertions, dynamic workgroup memory. All as
// upstream's tool has it.

// CHECK-LABEL: llvm.func @queries
// CHECK: nvvm.read.ptx.sreg.tid.x : i32
// CHECK: nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
// CHECK: nvvm.read.ptx.sreg.laneid range <i32, 0, 16> : i32
// CHECK: nvvm.read.ptx.sreg.tid.x range <i32, 0, 8> : i32
// CHECK-LABEL: llvm.func @bounded
// CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 8, 4, 2>
// CHECK: nvvm.read.ptx.sreg.tid.x range <i32, 0, 8> : i32
// CHECK: nvvm.read.ptx.sreg.tid.y range <i32, 0, 3> : i32
// CHECK: nvvm.read.ptx.sreg.ntid.x range <i32, 1, 9> : i32
// CHECK: nvvm.read.ptx.sreg.cluster.nctaid.x range <i32, 1, 3> : i32
// CHECK: nvvm.barrier0
gpu.module @m {
  func.func @queries() {
    %0 = gpu.thread_id x
    %1 = gpu.thread_id y
    %2 = gpu.thread_id z
    %3 = gpu.block_dim x
    %4 = gpu.block_id y
    %5 = gpu.grid_dim z
    %6 = gpu.cluster_id x
    %7 = gpu.cluster_dim y
    %8 = gpu.cluster_block_id z
    %9 = gpu.cluster_dim_blocks x
    %10 = gpu.lane_id
    %11 = gpu.lane_id upper_bound 16
    %12 = arith.constant 3 : index
    %13 = gpu.thread_id x upper_bound 8
"test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %13) : (index,index,index,index,index,index,index,index,index,index,index,index,index) -> ()
 return
  }
  gpu.func @bounded(%a: i32) kernel attributes {known_block_size = array<i32: 8, 4, 2>, known_grid_size = array<i32: 16, 1, 3>, known_cluster_size = array<i32: 2, 1, 1>} {
    %0 = gpu.thread_id x
    %1 = gpu.thread_id y upper_bound 3
    %3 = gpu.block_dim x
    %4 = gpu.block_id y
    %5 = gpu.grid_dim z
    %6 = gpu.cluster_block_id z
    %7 = gpu.cluster_dim_blocks x
"test.use"(%0, %1, %3, %4, %5, %6, %7) : (index,index,index,index,index,index,index) -> ()
 gpu.barrier
    gpu.return
  }
}

// -----

// CHECK-DAG: llvm.mlir.global internal @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
// CHECK-DAG: llvm.mlir.global internal constant @printfFormat_0("hello\0A\00") {addr_space = 0 : i32}
// CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64) attributes {passthrough = ["noreturn"]}
// CHECK-LABEL: llvm.func @prints
// CHECK: llvm.call @vprintf
// CHECK-LABEL: llvm.func @asserts
// CHECK: llvm.cond_br %{{.+}}, ^bb2, ^bb1
// CHECK: llvm.call @__assertfail
// CHECK-LABEL: llvm.func @dynamic
// CHECK: llvm.mlir.addressof @__dynamic_shmem__0
// CHECK: llvm.mlir.addressof @__dynamic_shmem__0
// CHECK-LABEL: llvm.func @lanes
// CHECK: nvvm.shfl.sync bfly
// CHECK: nvvm.shfl.sync up
// CHECK: nvvm.shfl.sync down
// CHECK: nvvm.shfl.sync idx {{.+}} {return_value_and_is_valid}
// CHECK: nvvm.redux.sync add
gpu.module @m {
  gpu.func @prints(%a: i32, %f: f32, %d: f64, %x: index) kernel {
    gpu.printf "hello\n"
    gpu.printf "%d %f %f\n", %a, %f, %d : i32, f32, f64
    gpu.printf "hello\n"
    gpu.printf "%lld\n", %x : index
    gpu.return
  }
  gpu.func @asserts(%c: i1) kernel {
    cf.assert %c, "message"
    cf.assert %c, "message"
    gpu.return
  }
  gpu.func @dynamic(%m: memref<4xf32>, %i: index) kernel {
    %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c = arith.constant 128 : index
    %v = memref.view %0[%c][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<16xf32, #gpu.address_space<workgroup>>
    %l = memref.load %v[%i] : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %l, %m[%i] : memref<4xf32>
    %1 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %v2 = memref.view %1[%c][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %l, %v2[%i] : memref<16xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
  gpu.func @lanes(%f: f32, %i: i32, %m: memref<4xf32>, %x: index) {
    %a, %ap = gpu.shuffle xor %f, %i, %i : f32
    %b, %bp = gpu.shuffle up %f, %i, %i : f32
    %c, %cp = gpu.shuffle down %f, %i, %i : f32
    %d, %dp = gpu.shuffle idx %i, %i, %i : i32
    "test.use"(%a, %b, %c, %d, %dp) : (f32, f32, f32, i32, i1) -> ()
    %r = gpu.subgroup_reduce add %i uniform : (i32) -> i32
    %r1 = gpu.subgroup_reduce minsi %i uniform : (i32) -> i32
    %r2 = gpu.subgroup_reduce maxsi %i uniform : (i32) -> i32
    %r3 = gpu.subgroup_reduce and %i uniform : (i32) -> i32
    %r4 = gpu.subgroup_reduce or %i uniform : (i32) -> i32
    %r5 = gpu.subgroup_reduce xor %i uniform : (i32) -> i32
    "test.use"(%r, %r1, %r2, %r3, %r4, %r5) : (i32,i32,i32,i32,i32,i32) -> ()
    gpu.return
  }
}
