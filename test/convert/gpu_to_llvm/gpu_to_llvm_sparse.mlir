// RUN: tern-opt --gpu-to-llvm %s > %t.ours
// RUN: mlir-opt --gpu-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Sparse products as calls of the runtime, with the numbers that cuSPARSE has for types and modes. The whole is as
// upstream's tool has it.

// CHECK-LABEL: llvm.func @coo
// CHECK: %[[X:.*]] = llvm.call @mgpuCreateDnVec(
// CHECK: %[[Y:.*]] = llvm.call @mgpuCreateDnVec(
// CHECK: %[[MATRIX:.*]] = llvm.call @mgpuCreateCoo(
// CHECK: %[[TRANSPOSE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[F64:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: llvm.call @mgpuSpMVBufferSize(%[[TRANSPOSE]], %[[MATRIX]], %[[X]], %[[Y]], %[[F64]], %[[STREAM:.*]]) :
// CHECK: llvm.call @mgpuSpMV(%{{.*}}, %[[MATRIX]], %[[X]], %[[Y]], %{{.*}}, %{{.*}}, %[[STREAM]])
// CHECK: llvm.call @mgpuSpMV(%{{.*}}, %[[MATRIX]], %[[Y]], %[[X]], %{{.*}}, %{{.*}}, %[[STREAM]])
// CHECK: llvm.call @mgpuDestroyDnVec(%[[Y]], %[[STREAM]])
// CHECK: llvm.call @mgpuDestroyDnVec(%[[X]], %[[STREAM]])
// CHECK: llvm.call @mgpuDestroySpMat(%[[MATRIX]], %[[STREAM]])
func.func @coo(%i: memref<8xi32>, %v: memref<8xf64>, %b: memref<?xi8>) {
  %n = arith.constant 8 : index
  %t0 = gpu.wait async
  %x, %t1 = gpu.create_dn_tensor async [%t0] %v, %n : index into memref<8xf64>
  %y, %t2 = gpu.create_dn_tensor async [%t1] %v, %n : index into memref<8xf64>
  %s, %t3 = gpu.create_coo async [%t2] %n, %n, %n, %i, %i, %v : memref<8xi32>, memref<8xi32>, memref<8xf64>
  %z, %t4 = gpu.spmv_buffer_size async [%t3] %s {TRANSPOSE}, %x, %y into f64
  %t5 = gpu.spmv async [%t4] %s, %x, %y, %b : memref<?xi8> into f64
  %t6 = gpu.spmv async [%t5] %s {TRANSPOSE}, %y, %x, %b : memref<?xi8> into f64
  %t7 = gpu.destroy_dn_tensor async [%t6] %y
  %t8 = gpu.destroy_dn_tensor async [%t7] %x
  %t9 = gpu.destroy_sp_mat async [%t8] %s
  gpu.wait [%t9]
  return
}
// Matrices of 2:4 form are another library's: handles on the stack, three buffers.
// CHECK-LABEL: llvm.func @two4
// CHECK: llvm.mlir.constant(44104 : index)
// CHECK: llvm.call @mgpuCusparseLtCreate2To4SpMat(
// CHECK: llvm.mlir.constant(11032 : index)
// CHECK: llvm.call @mgpuCreateCuSparseLtDnMat(
// CHECK: llvm.call @mgpuCuSparseLtSpMMBufferSize(
// CHECK-COUNT-3: llvm.load
// CHECK: llvm.call @mgpuCuSparseLtSpMM(
// CHECK: llvm.call @mgpuDestroyCuSparseLtSpMat(
// CHECK: llvm.call @mgpuDestroyCuSparseLtDnMat(
func.func @two4(%m: memref<16x16xf16>, %b: memref<?xi8>) -> index {
  %n = arith.constant 16 : index
  %t0 = gpu.wait async
  %s, %t1 = gpu.create_2to4_spmat async [%t0] {PRUNE_AND_CHECK} %n, %n, %m : memref<16x16xf16>
  %x, %t2 = gpu.create_dn_tensor async [%t1] %m, %n, %n : index, index into memref<16x16xf16>
  %y, %t3 = gpu.create_dn_tensor async [%t2] %m, %n, %n : index, index into memref<16x16xf16>
  %z:3, %t4 = gpu.spmm_buffer_size async [%t3] %s, %x, %y : index, index, index into f16
  %t5 = gpu.spmm async [%t4] %s, %x, %y, %b, %b, %b : memref<?xi8>, memref<?xi8>, memref<?xi8> into f16
  %t6 = gpu.destroy_sp_mat async [%t5] %s
  %t7 = gpu.destroy_dn_tensor async [%t6] %x
  gpu.wait [%t7]
  %r = arith.addi %z#0, %z#1 : index
  %r2 = arith.addi %r, %z#2 : index
  return %r2 : index
}
// CHECK-LABEL: llvm.func @gem
// CHECK: llvm.call @mgpuCreateCsr(
// CHECK: %[[PRODUCT:.*]] = llvm.call @mgpuSpGEMMCreateDescr(
// CHECK: %[[SIZE:.*]] = llvm.call @mgpuSpGEMMWorkEstimation(%[[PRODUCT]]
// CHECK: llvm.call @mgpuSpGEMMCompute(%[[PRODUCT]], {{.*}}, %[[SIZE]], %{{.*}}, %{{.*}}) :
// CHECK: llvm.call @mgpuSpMatGetSize(
// CHECK: llvm.call @mgpuSetCsrPointers(
// CHECK: llvm.call @mgpuSpGEMMCopy(%[[PRODUCT]]
// CHECK: llvm.call @mgpuSpGEMMDestroyDescr(%[[PRODUCT]]
// CHECK: llvm.call @mgpuCreateCsc(
// CHECK: llvm.call @mgpuCreateBsr(
// CHECK: llvm.call @mgpuCreateCooAoS(
// CHECK: llvm.call @mgpuCreateDnMat(
// CHECK: llvm.call @mgpuSDDMMBufferSize(
// CHECK: llvm.call @mgpuSDDMM(
// CHECK: llvm.call @mgpuSpMMBufferSize(
// CHECK: llvm.call @mgpuSpMM(
func.func @gem(%i: memref<8xindex>, %v: memref<8xf32>, %b: memref<?xi8>) -> index {
  %n = arith.constant 8 : index
  %t0 = gpu.wait async
  %s, %t1 = gpu.create_csr async [%t0] %n, %n, %n, %i, %i, %v : memref<8xindex>, memref<8xindex>, memref<8xf32>
  %d, %t2 = gpu.spgemm_create_descr async [%t1]
  %z, %t3 = gpu.spgemm_work_estimation_or_compute async [%t2] {WORK_ESTIMATION} %s, %s, %s, %d, %n, %b : f32 into memref<?xi8>
  %z2, %t4 = gpu.spgemm_work_estimation_or_compute async [%t3] {COMPUTE} %s, %s{CONJUGATE_TRANSPOSE}, %s, %d, %z, %b : f32 into memref<?xi8>
  %r, %c, %nn, %t5 = gpu.spmat_get_size async [%t4] %s
  %t6 = gpu.set_csr_pointers async [%t5] %s, %i, %i, %v : memref<8xindex>, memref<8xindex>, memref<8xf32>
  %t7 = gpu.spgemm_copy async [%t6] %s, %s, %s, %d : f32
  %t8 = gpu.spgemm_destroy_descr async [%t7] %d
  %s2, %t9 = gpu.create_csc async [%t8] %n, %n, %n, %i, %i, %v : memref<8xindex>, memref<8xindex>, memref<8xf32>
  %s3, %t10 = gpu.create_bsr async [%t9] %n, %n, %n, %n, %n, %i, %i, %v : memref<8xindex>, memref<8xindex>, memref<8xf32>
  %s4, %t11 = gpu.create_coo_aos async [%t10] %n, %n, %n, %i, %v : memref<8xindex>, memref<8xf32>
  %m, %t12 = gpu.create_dn_tensor async [%t11] %v, %n, %n : index, index into memref<8xf32>
  %bs, %t13 = gpu.sddmm_buffer_size async [%t12] %m, %m, %s into f32
  %t14 = gpu.sddmm async [%t13] %m{TRANSPOSE}, %m, %s, %b : memref<?xi8> into f32
  %bs2, %t15 = gpu.spmm_buffer_size async [%t14] %s, %m, %m : index into f32
  %t16 = gpu.spmm async [%t15] %s, %m, %m, %b : memref<?xi8> into f32
  gpu.wait [%t16]
  return %r : index
}

// The numbers of types: rows of 16 bits, values that are complex.
// CHECK-LABEL: llvm.func @types
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(5 : i32)
// CHECK: llvm.call @mgpuCreateCsr(
// CHECK: llvm.mlir.constant(14 : i32)
// CHECK: llvm.mlir.constant(3 : i32)
// CHECK: llvm.mlir.constant(11 : i32)
// CHECK: llvm.call @mgpuDestroyDnMat(
func.func @types(%i: memref<8xi16>, %j: memref<8xi64>, %v: memref<8xcomplex<f64>>, %a: memref<8xbf16>, %b: memref<8xi8>,
                 %c: memref<8xcomplex<i32>>) {
  %n = arith.constant 8 : index
  %t0 = gpu.wait async
  %s, %t1 = gpu.create_csr async [%t0] %n, %n, %n, %i, %j, %v : memref<8xi16>, memref<8xi64>, memref<8xcomplex<f64>>
  %x, %t2 = gpu.create_dn_tensor async [%t1] %a, %n : index into memref<8xbf16>
  %y, %t3 = gpu.create_dn_tensor async [%t2] %b, %n : index into memref<8xi8>
  %z, %t4 = gpu.create_dn_tensor async [%t3] %c, %n, %n : index, index into memref<8xcomplex<i32>>
  %t5 = gpu.destroy_dn_tensor async [%t4] %z
  gpu.wait [%t5]
  return
}
