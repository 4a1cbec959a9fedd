// RUN: tern-opt --gpu-to-llvm --split-input-file --verify-diagnostics %s

func.func @a(%m: memref<8xf64>, %n: index, %t: !gpu.async.token, %s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  // expected-error @+2 {{the form of the sparse matrix is not known}}
  // expected-note @+1 {{it must be made by an op in the same function, such as gpu.create_csr}}
  %t1 = gpu.destroy_sp_mat async [%t] %s
  return
}

// -----

func.func @a(%m: memref<8xf64>, %n: index, %t: !gpu.async.token, %d: !gpu.sparse.dntensor_handle) {
  // expected-error @+2 {{the sizes of the dense tensor are not known}}
  // expected-note @+1 {{it must be made by a gpu.create_dn_tensor in the same function}}
  %t1 = gpu.destroy_dn_tensor async [%t] %d
  return
}

// -----

func.func @a(%m: memref<8xi64>, %n: index, %t: !gpu.async.token) {
  // expected-error @+2 {{no library for sparse matrices has elements of type i64}}
  // expected-note @+1 {{these are f16, bf16, f32, f64, i8, i16, i32, and complex numbers of them}}
  %d, %t1 = gpu.create_dn_tensor async [%t] %m, %n : index into memref<8xi64>
  return
}

// -----

func.func @a(%m: memref<8xf32>, %n: index, %t: !gpu.async.token) {
  // expected-error @+2 {{a dense tensor of 3 dimensions has no handle in the library}}
  // expected-note @+1 {{vectors and matrices have}}
  %d, %t1 = gpu.create_dn_tensor async [%t] %m, %n, %n, %n : index, index, index into memref<8xf32>
  return
}

// -----

func.func @a(%m: memref<16x16xf16>, %b: memref<?xi8>, %n: index, %t0: !gpu.async.token, %d: !gpu.sparse.dntensor_handle) {
  %s, %t1 = gpu.create_2to4_spmat async [%t0] {PRUNE_AND_CHECK} %n, %n, %m : memref<16x16xf16>
  // expected-error @+2 {{has 1 sizes, a product with a matrix of this form takes 3}}
  // expected-note @+1 {{matrices of 2:4 form take three buffers, others one}}
  %z, %t2 = gpu.spmm_buffer_size async [%t1] %s, %d, %d : index into f16
  return
}

// -----

func.func @a(%m: memref<16x16xf16>, %b: memref<?xi8>, %n: index, %t0: !gpu.async.token, %d: !gpu.sparse.dntensor_handle) {
  %s, %t1 = gpu.create_2to4_spmat async [%t0] {PRUNE_AND_CHECK} %n, %n, %m : memref<16x16xf16>
  // expected-error @+2 {{products of matrices of 2:4 form cannot be computed in f64}}
  // expected-note @+1 {{they are in f16 and i32}}
  %z:3, %t2 = gpu.spmm_buffer_size async [%t1] %s, %d, %d : index, index, index into f64
  return
}

// -----

func.func @a(%m: memref<16x16xf16>, %b: memref<?xi8>, %n: index, %t0: !gpu.async.token, %d: !gpu.sparse.dntensor_handle) {
  %s, %t1 = gpu.create_2to4_spmat async [%t0] {PRUNE_AND_CHECK} %n, %n, %m : memref<16x16xf16>
  // expected-error @+2 {{has 1 buffers, a product with a matrix of this form takes 3}}
  // expected-note @+1 {{matrices of 2:4 form take three buffers, others one}}
  %t2 = gpu.spmm async [%t1] %s, %d, %d, %b : memref<?xi8> into f16
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]
  func.func @two_tokens(%n: index, %t0: !gpu.async.token, %t1: !gpu.async.token) {
    // expected-error @+1 {{failed to legalize operation 'gpu.launch_func' that was explicitly marked illegal}}
    %t2 = gpu.launch_func async [%t0, %t1] @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
