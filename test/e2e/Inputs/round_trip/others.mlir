// Parts of ops that no other input has.
%i = "test.value"() : () -> index
%r = affine.linearize_index [%i, %i] by (16, 32) : index
// -----
gpu.module @m {
  gpu.func @f() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}
// -----
func.func @f(%n: index) {
  %a = memref.alloc(%n)[%n, %n] : memref<?xf32, affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>>
  %b = memref.alloca(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %c = memref.alloca()[%n] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %d = memref.alloca() : memref<4xf32>
  return
}
// -----
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<?xf32>
%e = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
// -----
%n = "test.value"() : () -> index
%s = "test.value"() : () -> tensor<?x16xf32>
%t = "test.value"() : () -> tensor<8x16xf32>
%f = "test.value"() : () -> f32
%p = tensor.pad %t low[%n, 0] high[0, %n] {
^bb0(%a: index, %b: index):
  tensor.yield %f : f32
} : tensor<8x16xf32> to tensor<?x?xf32>
%r = scf.forall (%a) in (2) shared_outs(%o = %t) -> (tensor<8x16xf32>) {
  scf.forall.in_parallel {
    tensor.parallel_insert_slice %s into %o[%a, 0] [%n, 16] [%n, 1] : tensor<?x16xf32> into tensor<8x16xf32>
  }
}
// -----
%t = "test.value"() : () -> tensor<?x?x?x4xf32>
%d = "test.value"() : () -> tensor<?x?xf32>
%n = "test.value"() : () -> index
%u = linalg.unpack %t outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%n, 4] into %d : tensor<?x?x?x4xf32> -> tensor<?x?xf32>
%p = linalg.pack %d outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%n, 4] into %t : tensor<?x?xf32> -> tensor<?x?x?x4xf32>
// -----
%x = "test.value"() : () -> f32
%t = "test.value"() : () -> tensor<4xf32>
%m = "test.value"() : () -> memref<4xf32>
%f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
linalg.fill ins(%x : f32) outs(%m : memref<4xf32>)
linalg.softmax dimension(0) ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
// -----
%b = "test.value"() : () -> !llvm.ptr<3>
%c = "test.value"() : () -> !llvm.ptr<7>
%n = "test.value"() : () -> i32
%l = "test.value"() : () -> i64
%p = "test.value"() : () -> i1
%q = "test.value"() : () -> !llvm.ptr
%g = "test.value"() : () -> !llvm.ptr<1>
%a = "test.value"() : () -> !llvm.ptr<6>
%f = "test.value"() : () -> f32
%0 = nvvm.mbarrier.arrive.expect_tx %b, %n : !llvm.ptr<3>, i32 -> i64
%1 = nvvm.convert.f32x2.to.f16x2 %f, %f, %n {rnd = #nvvm.fp_rnd_mode<rs>} : vector<2xf16>
%2 = nvvm.convert.f32x2.to.bf16x2 %f, %f, %n {rnd = #nvvm.fp_rnd_mode<rs>} : vector<2xbf16>
nvvm.prefetch level = L2, evict_priority = evict_last, %g : !llvm.ptr<1>
nvvm.prefetch tensormap, %q, predicate = %p : !llvm.ptr, i1
nvvm.st.bulk %b, size = %l, init = 0 : !llvm.ptr<3>
%3 = nvvm.tcgen05.ld %a, %l pack {shape = #nvvm.tcgen05_ldst_shape<shape_16x32bx2>} : vector<2xi32>
%4 = nvvm.redux.sync fmin %f, %n {abs = true, nan = true} : f32 -> f32
%5 = nvvm.shfl.sync up %n, %f, %n, %n {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
nvvm.cp.async.bulk.tensor.shared.cluster.global %b, %q, %b, box[%n, %n] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
// -----
%m = "test.value"() : () -> memref<8xf32>
%v = "test.value"() : () -> vector<4xf32>
%t = "test.value"() : () -> tensor<8xf32>
%i = "test.value"() : () -> index
%k = "test.value"() : () -> vector<4xi1>
%x = "test.value"() : () -> vector<4xi32>
%r = vector.scatter %t[%i] [%x], %k, %v : tensor<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<8xf32>
// -----
llvm.func @g(i32, ...) -> i32
llvm.func @personality(...) -> i32
llvm.func @f(%a: i32) attributes {personality = @personality} {
  %n = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.invoke @g(%a, %a) to ^one unwind ^two vararg(!llvm.func<i32 (i32, ...)>) : (i32, i32) -> i32
^one:
  llvm.return
^two:
  %1 = llvm.landingpad (catch %n : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %1 : !llvm.struct<(ptr, i32)>
}
// -----
%a = "test.value"() : () -> vector<4x1xf32>
%b = "test.value"() : () -> vector<2x1xf32>
%c = "test.value"() : () -> vector<2x2xf32>
%m = "test.value"() : () -> vector<2xi16>
%d = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
%e = nvgpu.mma.sp.sync(%a, %a, %c) metadata(%m) {mmaShape = [16, 8, 16], tf32Enabled} : (vector<4x1xf32>, vector<4x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
// -----
func.func @no_dims(%m: memref<f32>, %t: tensor<f32>, %p: f32) -> (vector<1xf32>, vector<4xf32>, vector<f32>) {
  %a = vector.transfer_read %m[], %p {in_bounds = [true], permutation_map = affine_map<() -> (0)>} : memref<f32>, vector<1xf32>
  %b = vector.transfer_read %t[], %p {in_bounds = [true], permutation_map = affine_map<() -> (0)>} : tensor<f32>, vector<4xf32>
  %c = vector.transfer_read %m[], %p : memref<f32>, vector<f32>
  vector.transfer_write %c, %m[] : vector<f32>, memref<f32>
  return %a, %b, %c : vector<1xf32>, vector<4xf32>, vector<f32>
}
