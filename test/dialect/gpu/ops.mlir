// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%arg0: memref<4xf32>, %n: index) workgroup(%w: memref<32xf32, 3> {test.a}, %w2: memref<4xf32, #gpu.address_space<workgroup>>) private(%p: memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, foo.bar} {
      %0 = gpu.block_id x
      %1 = gpu.thread_id y upper_bound 12
      %b = gpu.block_dim z
      %gd = gpu.grid_dim x
      %ci = gpu.cluster_id x
      %cd = gpu.cluster_dim y
      %cb = gpu.cluster_dim_blocks z
      %cbi = gpu.cluster_block_id x upper_bound 4
      %2 = gpu.lane_id
      %lb = gpu.lane_id upper_bound 32
      %ns = gpu.num_subgroups : index
      %ss = gpu.subgroup_size upper_bound 64 : index
      %3 = gpu.subgroup_id : index
      %4 = gpu.global_id z
      gpu.barrier
      %c = arith.constant 1.0 : f32
      %5 = gpu.all_reduce add %c uniform {} : (f32) -> f32
      %6 = gpu.all_reduce %c {
      ^bb0(%x: f32, %y: f32):
        %s = arith.addf %x, %y : f32
        gpu.yield %s : f32
      } : (f32) -> f32
      %i = arith.constant 4 : i32
      %7, %8 = gpu.shuffle xor %c, %i, %i : f32
      %9 = gpu.subgroup_reduce add %c cluster(size = 4, stride = 2) : (f32) -> f32
      %10 = gpu.subgroup_reduce maxnumf %c uniform : (f32) -> f32
      %v = arith.constant dense<1.0> : vector<4xf32>
      %12:2 = gpu.shuffle up %v, %i, %i : vector<4xf32>
      %13:2 = gpu.rotate %c, 3, 16 : f32
      %14 = gpu.subgroup_broadcast %c, first_active_lane : f32
      %15 = gpu.subgroup_broadcast %c, specific_lane %i : f32
      %16 = gpu.all_reduce minsi %i {
      } : (i32) -> i32
      gpu.printf "hi %d", %i : i32
      %11 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      gpu.return
    }
    gpu.func @d(%x: f32 {foo.bar}) -> (f32, f32) {
      gpu.return %x, %x : f32, f32
    }
  }
  func.func @main(%m: memref<4xf32>, %n: index, %i32: i32) {
    %c = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c, %c, %c) threads in (%c, %c, %c) dynamic_shared_memory_size %i32 args(%m : memref<4xf32>, %n : index)
    %ff = arith.constant 1.0 : f32
    %um = memref.cast %m : memref<4xf32> to memref<*xf32>
    %t = gpu.wait async
    %t2 = gpu.launch_func async [%t] @kernels::@k clusters in (%c, %c, %c) blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%m : memref<4xf32>, %n : index) {x.y}
    gpu.wait [%t2]
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) dynamic_shared_memory_size %i32 workgroup(%w : memref<32xf32, 3>) private(%p : memref<1xf32, 5>) {
      %u = arith.constant 1.0 : f32
      gpu.terminator
    } {a.b = 1 : i32}
    %mm, %tok = gpu.alloc async [%t2] (%n) : memref<?xf32>
    gpu.dealloc %mm : memref<?xf32>
    %t5 = gpu.memcpy async [%t2] %m, %m : memref<4xf32>, memref<4xf32>
    %tt = gpu.memset async %m, %ff : memref<4xf32>, f32
    gpu.host_register %um : memref<*xf32>
    gpu.host_unregister %um : memref<*xf32>
    gpu.set_default_device %i32
    %shared = gpu.alloc host_shared (%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    %wide = arith.constant 1 : i64
    gpu.launch_func @kernels::@k blocks in (%wide, %wide, %wide) threads in (%wide, %wide, %wide) : i64 args(%m : memref<4xf32>, %n : index)
    gpu.launch_func @kernels::@k clusters in (%wide, %wide, %wide) blocks in (%wide, %wide, %wide) threads in (%wide, %wide, %wide) : i64 args(%m : memref<4xf32>, %n : index)
    %t9 = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%scx = %c, %scy = %c, %scz = %c) blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) module(@kernels) function(@k) {
      %sum = arith.addi %cx, %scz : index
      gpu.terminator
    }
    return
  }
  func.func private @f() attributes {gpu.known_block_size = array<i32: 1,2,3>}
  func.func private @mappings() attributes {test.a = [#gpu.block<x>, #gpu.warpgroup<linear_dim_0>, #gpu.warp<y>, #gpu.thread<linear_dim_9>, #gpu.lane<z>, #gpu.memory_space<workgroup>, #gpu.mask<17>, #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0 + 1), bound = (d0) -> (d0)>, #gpu.loop_dim_map<bound = (d0) -> (d0), map = (d0) -> (d0), processor = sequential>]}
}
