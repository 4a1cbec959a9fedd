// Examples of gpu ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%r = gpu.thread_id x upper_bound 64 64
// -----
%r = gpu.block_idx y
// -----
%r = gpu.block_dimx x
// -----
%r =  z
// -----
%r =  x
// -----
%r = gpu.cluster_id gpu.cluster_id x
// -----
%r = x gpu.cluster_dim
// -----
%r = gpu.cluster_dim_blocks gpu.cluster_dim_blocks x
// -----
%r = x gpu.cluster_block_id
// -----
%r = gpu.lane_idx
// -----
%r = gpu.subgroup_id : index index
// -----
%r = gpu.num_subgroups
// -----
%r = gpu.subgroup_size upper_bound 64 : vector<3xi1>
// -----
gpu.modulex @kernels {
  gpu.func @k() kernel {
    gpu.return
  }
}
// -----
gpu.binaryx @kernels <#gpu.select_object<0>> [#gpu.object<#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>, bin = "\03\02">]
// -----
gpu.module @m {
  gpu.func @k(%a: memref<4xf32>) workgroup(%w : memref<32xf32, 3> >) private(%p : memref<1xf32, 5>) kernel {
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f(%x: f32) -> f32 {
    gpu.return %x : : f32
  }
}
// -----
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<4xf32>) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %m: memref<4xf32>) {
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%, %n, %n) args(%m : memref<4xf32>)
    return
  }
}
// -----
%n = "test.value"() : () -> index
gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz %n =) {
  gpu.terminator
}
// -----
gpu.barrierx
// -----
%x = "test.value"() : () -> f32
%r = gpu.all_reducex add %x uniform {
} : (f32) -> f32
// -----
%x = "test.value"() : () -> f32
%r = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32 f32
// -----
%x = "test.value"() : () -> f32
%n = "test.value"() : () -> i32
%r, %v = gpu.shuffle xor %, %n, %n : f32
// -----
%x = "test.value"() : () -> f32
%r, %v = gpu.rotate , 3, 16 : f32
// -----
%x = "test.value"() : () -> f32
%r = gpu.subgroup_broadcast %x, : first_active_lane f32
// -----
%r = gpu.dynamic_shared_memory : memref<?xi8, <workgroup>>
// -----
%x = "test.value"() : () -> i32
gpu.printf "x = %d", %x : none
// -----
%i = "test.value"() : () -> index
%v = "test.value"() : () -> vector<4xf32>
%r = gpu.warp_execute_on_lane_0(%i)[32] args(%v : vector<?xf32>) -> (vector<4xf32>) {
^bb0(%w: vector<128xf32>):
  gpu.yield %w : vector<128xf32>
}
// -----
%t = gpu.waitx async
// -----
%n = "test.value"() : () -> index
%m = gpu.alloc (%n
// -----
%m = "test.value"() : () -> memref<4xf32>
gpu.dealloc %m : : memref<4xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
gpu.memcpy %nowhere, %m : memref<4xf32>, memref<4xf32>
// -----
%m = "test.value"() : () -> memref<4xf32>
%x = "test.value"() : () -> f32
gpu.memset %m, %x : memref< <4xf32>, f32
// -----
%m = "test.value"() : () -> memref<*xf32>
gpu.host_register %m : memref<*
// -----
%m = "test.value"() : () -> memref<*xf32>
gpu.host_unregisterx %m : memref<*xf32>
// -----
%n = "test.value"() : () -> i32
%n gpu.set_default_device
// -----
%m = "test.value"() : () -> memref<32x32xf16, 3>
%i = "test.value"() : () -> index
%r = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> <16x16xf16, "AOp">
// -----
%m = "test.value"() : () -> memref<32x32xf32>
%i = "test.value"() : () -> index
%x = "test.value"() : () -> !gpu.mma_matrix<16x16xf32, "COp">
gpu.subgroup_mma_store_matrixx %x, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
// -----
%a = "test.value"() : () -> !gpu.mma_matrix<16x16xf16, "AOp">
%b = "test.value"() : () -> !gpu.mma_matrix<16x16xf16, "BOp">
%c = "test.value"() : () -> !gpu.mma_matrix<16x16xf32, "COp">
%r = gpu.subgroup_mma_computex %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
// -----
%x = "test.value"() : () -> f32
%r = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32 x16xf32, "COp">
// -----
%m = "test.value"() : () -> !gpu.mma_matrix<16x16xf32, "COp">
%i = "test.value"() : () -> index
%r = gpu.subgroup_mma_extract_thread_local %m[^bb9] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
// -----
%m = "test.value"() : () -> !gpu.mma_matrix<16x16xf32, "COp">
%i = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = gpu.subgroup_mma_insert_thread_localx %x, %m[%i] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
// -----
%m = "test.value"() : () -> !gpu.mma_matrix<16x16xf32, "COp">
%r = gpu.subgroup_mma_elementwise addf %m, %m : (!gpu.mma_matrix<1.5x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
// -----
%m = "test.value"() : () -> memref<?xf64>
%n = "test.value"() : () -> index
%d = gpu.create_dn_tensor %m, %n, %n : index, index
// -----
%d = "test.value"() : () -> !gpu.sparse.dntensor_handle
gpu.destroy_dn_tensor
// -----
%n = "test.value"() : () -> index
%i = "test.value"() : () -> memref<?xindex>
%m = "test.value"() : () -> memref<?xf64>
%s = gpu.create_coo %n, %n, %n, %i, %i, : %m memref<?xindex>, memref<?xindex>, memref<?xf64>
// -----
%n = "test.value"() : () -> index
%i = "test.value"() : () -> memref<?xindex>
%m = "test.value"() : () -> memref<?xf64>
%s = gpu.create_coo_aosx %n, %n, %n, %i, %m : memref<?xindex>, memref<?xf64>
// -----
%n = "test.value"() : () -> index
%i = "test.value"() : () -> memref<?xindex>
%m = "test.value"() : () -> memref<?xf64>
%s = gpu.create_csr %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>memref ,<?xf64>
// -----
%n = "test.value"() : () -> index
%i = "test.value"() : () -> memref<?xindex>
%m = "test.value"() : () -> memref<?xf64>
%s = gpu.create_cscx %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>
// -----
%n = "test.value"() : () -> index
%i = "test.value"() : () -> memref<?xindex>
%m = "test.value"() : () -> memref<?xf64>
%s = gpu.create_bsr %n, %nowhere, %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>
// -----
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<?xf16>
%s = gpu.create_2to4_spmat {PRUNE_ONLY} %n, %, %m : memref<?xf16>
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
gpu.destroy_sp_mat gpu.destroy_sp_mat %s
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%d = "test.value"() : () -> !gpu.sparse.dntensor_handle
%r = gpu.spmv_buffer_size %s {TRANSPOSE}, %d, %d
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%d = "test.value"() : () -> !gpu.sparse.dntensor_handle
%m = "test.value"() : () -> memref<?xi8>
gpu.spmvx %s, %d, %d, %m : memref<?xi8> into f32
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%d = "test.value"() : () -> !gpu.sparse.dntensor_handle
%r = gpu.spmm_buffer_size %s, %d {TRANSPOSE}, %d : index
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%d = "test.value"() : () -> !gpu.sparse.dntensor_handle
%m = "test.value"() : () -> memref<?xi8>
gpu.spmm @x, %d, %d, %m : memref<?xi8> into f32
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%d = "test.value"() : () -> !gpu.sparse.dntensor_handle
%m = "test.value"() : () -> memref<?xi8>
gpu.sddmm ,%d %d, %s, %m : memref<?xi8> into f32
// -----
%p = "test.value"() : () -> !gpu.sparse.spgemmop_handle
gpu.spgemm_destroy_descr %
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%p = "test.value"() : () -> !gpu.sparse.spgemmop_handle
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<0xi8>
%r = gpu.spgemm_work_estimation_or_compute {COMPUTE} %s, %s, %s, %p, %n, %m : f32 into memref<0x1Gxi8>
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%p = "test.value"() : () -> !gpu.sparse.spgemmop_handle
gpu.spgemm_copy %s, %s, %s, %p f32 :
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%a, %b, %c = gpu.spmat_get_size gpu.spmat_get_size %s
// -----
%s = "test.value"() : () -> !gpu.sparse.spmat_handle
%i = "test.value"() : () -> memref<?xindex>
%m = "test.value"() : () -> memref<?xf32>
gpu.set_csr_pointers %s, %i, %i, %m : memref<?xindex>, memref<?xindex>
