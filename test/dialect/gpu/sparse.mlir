// Sparse ops are read and written as upstream does, in both forms.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s | diff - %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.generic.mlir | diff %t.mlir -

func.func @sparse(%n: index, %m: memref<?xf32>, %p: memref<?xindex>) {
  %t = gpu.wait async
  %dn, %t1 = gpu.create_dn_tensor async [%t] %m, %n : index into memref<?xf32>
  %dn2, %t1b = gpu.create_dn_tensor async [%t] %m, %n, %n : index, index into memref<?xf32>
  %a, %t2 = gpu.create_coo async [%t1] %n, %n, %n, %p, %p, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  %a2, %t3 = gpu.create_coo_aos async [%t1] %n, %n, %n, %p, %m : memref<?xindex>, memref<?xf32>
  %a3, %t4 = gpu.create_csr async [%t1] %n, %n, %n, %p, %p, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  %a4, %t5 = gpu.create_csc async [%t1] %n, %n, %n, %p, %p, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  %a5, %t6 = gpu.create_bsr async [%t1] %n, %n, %n, %n, %n, %p, %p, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  %a6, %t7 = gpu.create_2to4_spmat async [%t1] {PRUNE_AND_CHECK} %n, %n, %m : memref<?xf32>
  %a7 = gpu.create_2to4_spmat {NONE} %n, %n, %m : memref<?xf32>
  %s, %t8 = gpu.spmv_buffer_size async [%t1] %a{TRANSPOSE}, %dn, %dn into f32
  %s2, %t9 = gpu.spmv_buffer_size async [%t1] %a, %dn, %dn into f32
  gpu.spmv %a, %dn, %dn, %m : memref<?xf32> into f32
  %s3:3, %t10 = gpu.spmm_buffer_size async [%t1] %a, %dn2{TRANSPOSE}, %dn2 : index, index, index into f32
  %s4 = gpu.spmm_buffer_size %a{CONJUGATE_TRANSPOSE}, %dn2, %dn2 : index into f32
  %t11 = gpu.spmm async [%t1] %a, %dn2, %dn2, %m, %m : memref<?xf32>, memref<?xf32> into f32
  %s5 = gpu.sddmm_buffer_size %dn2, %dn2, %a into f32
  gpu.sddmm %dn2, %dn2{TRANSPOSE}, %a, %m : memref<?xf32> into f32
  %d, %t12 = gpu.spgemm_create_descr async [%t1]
  %s6, %t13 = gpu.spgemm_work_estimation_or_compute async [%t1] {WORK_ESTIMATION} %a, %a, %a, %d, %n, %m : f32 into memref<?xf32>
  %s7 = gpu.spgemm_work_estimation_or_compute {COMPUTE} %a{TRANSPOSE}, %a, %a, %d, %n, %m : f32 into memref<?xf32>
  gpu.spgemm_copy %a, %a{TRANSPOSE}, %a, %d : f32
  %r0, %r1, %r2, %t14 = gpu.spmat_get_size async [%t1] %a
  gpu.set_csr_pointers %a, %p, %p, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  %t15 = gpu.set_csr_pointers async [%t1] %a, %p, %p, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
  gpu.spgemm_destroy_descr %d
  gpu.destroy_dn_tensor %dn
  %t16 = gpu.destroy_sp_mat async [%t1] %a
  gpu.wait [%t16]
  return
}
