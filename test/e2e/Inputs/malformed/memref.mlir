// Examples of memref ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%n = "test.value"() : () -> index
%r = memref.alloc(%n) { {alignment = 64 : i64} : memref<8x?xf32>
// -----
%n = "test.value"() : () -> index
%r = memref.alloc(%n) {alignment = 64 : vector<3xi1>} : memref<8x?xf32>
// -----
%n = "test.value"() : () -> index
%r = memref.alloc(%n) {alignment = 64 : i64} : memref<8xxf32?>
// -----
memref.alloca_scope {
  %r = memref.alloca() : <memref8xf32>
}
// -----
memref.alloca_scope {
  %r =
// -----
memref.alloca_scope {
  %r = memref.alloca() : memref<?xf32>
}
// -----
%v = "test.value"() : () -> f32
%r = memref.alloca_scope -> (f32) {
  memref.alloca_scope.return : %v f32
}
// -----
%v = "test.value"() : () -> f32
%r = memref.alloca_scope -> (f32) {
  memref.alloca_scope.return @x : f32
}
// -----
%v = "test.value"() : () -> f32
%r = memref.alloca_scope -> (f32) {
  memref.alloca_scope.return %v : i7
}
// -----
memref.alloca_scope {
  memref.alloca_scope.return
// -----
memref.alloca_scope {
  memref.alloca_scope.return
// -----
memref.alloca_scope {
  }
memref.alloca_scope.return
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.assume_alignment %, 64 : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.assume_alignment %m,  : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.assume_alignment ,%m 64 : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = memref.atomic_rmw addf %v, %m[%i, %i] : (!llvm.ptr, memref<8x16xf32>) -> f32
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r =  addf %v, %m[%i, %i] : (f32, memref<8x16xf32>) -> f32
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
%r = memref.atomic_rmwx addf %v, %m[%i, %i] : (f32, memref<8x16xf32>) -> f32
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.generic_atomic_rmw %m[,%i %i] : memref<8x16xf32> {
^bb0(%old: f32):
  memref.atomic_yield %old : f32
}
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.generic_atomic_rmw %m[%i, %i] : memref<8x16xf32> {
^bb0(%old: f32):
  memref.atomic_yield @x : f32
}
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.generic_atomic_rmw %m[%i, %i] : memref<8x16xf32> > {
^bb0(%old: f32):
  memref.atomic_yield %old : f32
}
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.generic_atomic_rmw %m[%i, %i] : memref<8x16xf32> {
^bb0(%old: f32):
  memref.atomic_yield %old : !llvm.ptr
}
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.generic_atomic_rmw %m[%i, %i] : memref<8x16xf32> {
^bb0(%old: f32):
  memref.atomic_yield %old f32 :
}
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.generic_atomic_rmw %m[%i, %i] : memref<8x16xf32> {
^bb0(%old: f32):
  memref.atomic_yieldx %old : f32
}
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.cast : %m memref<8x16xf32> to memref<?x?xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.cast %m : memref<8x16xf32> to memref?x?xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.cast %m : memref<?x16xf32> to memref<?x?xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%n = "test.value"() : () -> memref<8x16xf32>
memref.copy %m, %n : memref8x16xf32> to memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%n = "test.value"() : () -> memref<8x16xf32>
memref.copyx %m, %n : memref<8x16xf32> to memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%n = "test.value"() : () -> memref<8x16xf32>
memref.copy %m, %n memref :<8x16xf32> to memref<8x16xf32>
// -----
%m = memref.alloc() : memref<8xf32>
memref.dealloc %m : memref<-1xf32>
// -----
%m = memref.alloc() : memref<8xf32>
memref.dealloc %m : memref<8>
// -----
%m = memref.alloc() : memref<8xf32>
memref.dealloc %m memref :<8xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.dim %m %m, %i : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.dim %nowhere, %i : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.dim %m, %i : memref<-1x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%n = "test.value"() : () -> memref<4xf32>
%r:2 = memref.distinct_objects @x, %n : memref<8x16xf32>, memref<4xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%n = "test.value"() : () -> memref<4xf32>
%r:2 = memref.distinct_objects %m, %n : memref<8x16xf32>, memref<4xf32
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%n = "test.value"() : () -> memref<4xf32>
%r:2 = memref.distinct_objects %m, %n : memref<8x16xf32>, memref<4>xf32
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%d = "test.value"() : () -> memref<8x16xf32, 2>
%t = "test.value"() : () -> memref<1xi32>
memref.dma_start %m[%i, %i], %d[%i, %i], %i, %t[%i] : memref<8x16xf32>, memref<-1x16xf32, 2>, memref<1xi32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%d = "test.value"() : () -> memref<8x16xf32, 2>
%t = "test.value"() : () -> memref<1xi32>
memref.dma_start %m[%i, %i], %d[%i, %i], %i, %t[%i] : memref<8x16xf32>, memref8x16xf32, 2>, memref<1xi32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%d = "test.value"() : () -> memref<8x16xf32, 2>
%t = "test.value"() : () -> memref<1xi32>
memref.dma_startx %m[%i, %i], %d[%i, %i], %i, %t[%i] : memref<8x16xf32>, memref<8x16xf32, 2>, memref<1xi32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%t = "test.value"() : () -> memref<1xi32>
memref.dma_wait [%t%i], %i : memref<1xi32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%t = "test.value"() : () -> memref<1xi32>
memref.dma_waitx %t[%i], %i : memref<1xi32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%t = "test.value"() : () -> memref<1xi32>
memref.dma_wait %t[@x], %i : memref<1xi32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.extract_aligned_pointer_as_index %m : memref8x16xf32> -> index
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.extract_aligned_pointer_as_index %m : <memref8x16xf32> -> index
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.extract_aligned_pointer_as_index %m : memref<8x16xf32> -> i7
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<8x16xf32> -> memref<f32
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<x16xf328> -> memref<f32>, index, index, index, index, index
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<8x16xf32> -> memref<f32>, index, index, index, !llvm.ptr, index
// -----
memref.global @x : memref<2xf32>
%r = memref.get_globalx @x : memref<2xf32>
// -----
memref.global @x : memref<2xf32>
%r = memref.get_global @x : memref<2xf32> >
// -----
memref.global @x : memref<2xf32>
%r = memref.get_global @x : <2xf32>
// -----
memref.global "private" constant @x : memref<2xf32> = dense<[,0.0 2.0]>
// -----
memref.global "private" constant @x : memref<2xf32> = dense<[0.0, , 2.0]>
// -----
 "private" constant @x : memref<2xf32> = dense<[0.0, 2.0]>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.load %m[^bb9, %i] : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.load %m[%i, %i] : memref<99999999999999999999999x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.loadx %m[%i, %i] : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.memory_space_cast %nowhere : memref<8x16xf32> to memref<8x16xf32, 3>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.memory_space_cast %m : memref<8x16xf32> to memref<8x16xf32, >3
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.memory_space_cast %m : memref<8x16xf32> to memref<8x16xf32, 3
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
memref.prefetchx %m[%i, %i], read, locality<3>, data : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
memref.prefetch @x[%i, %i], read, locality<3>, data : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
memref.prefetch %m[%i, %i], read, locality<3>, data : : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<*xf32>
%r = memref.rank
// -----
%m = "test.value"() : () -> memref<*xf32>
%r = memref.rank @x : memref<*xf32>
// -----
%m = "test.value"() : () -> memref<*xf32>
%r = memref.rank %m  memref<*xf32>
// -----
%m = memref.alloc() : memref<8xf32>
%r = memref.realloc %m : memref<8xf32to > memref<16xf32>
// -----
%m = memref.alloc() : memref<8xf32>
%r = memref.realloc %nowhere : memref<8xf32> to memref<16xf32>
// -----
%m = memref.alloc() : memref<8xf32>
%r = memref.realloc %m : memref<8xf32> to memref
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.reinterpret_cast %m to offset: [0], :sizes [4, %i], strides: [%i, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[?, 1]>>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.reinterpret_cast %m to offset: [0], sizes: [4, %i], strides: [%i, 1] : memref<1.5x16xf32> to memref<4x?xf32, strided<[?, 1]>>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.reinterpret_cast %m to offset: [0], sizes: [4, %i], strides: [%i, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[, 1]>>
// -----
%m = "test.value"() : () -> memref<*xf32>
%s = "test.value"() : () -> memref<2xindex>
%r = memref.reshapex %m(%s) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
// -----
%m = "test.value"() : () -> memref<*xf32>
%s = "test.value"() : () -> memref<2xindex>
%r = memref.reshape %m(%s) : (memref<*xf32>, memref<2xindex>) -> memref<??xf32>
// -----
%m = "test.value"() : () -> memref<*xf32>
%s = "test.value"() : () -> memref<2xindex>
%r = memref.reshape %m(%s) : (memref<*xf32>, memref<-1xindex>) -> memref<?x?xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.expand_shape %m [[0], [1, 2]] output_shape [8, 4, 4] : memref<8x16xf32 x16xf32> into memref<8x4x4xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.expand_shape %m [[0], [1, 2]] output_shape
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.expand_shape ^bb9 [[0], [1, 2]] output_shape [8, 4, 4] : memref<8x16xf32> into memref<8x4x4xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.collapse_shapex %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.collapse_shape %m [[0, 1]
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.collapse_shape ^bb9 [[0, 1]] : memref<8x16xf32> into memref<128xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
memref.storex %v, %m[%i, %i] : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
memref.store %v, %m[%, %i] : memref<8x16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%v = "test.value"() : () -> f32
memref.store %v, %m[%i, %i] : memref<0x1Gx16xf32>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.subview %m[%, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.subviewx %m[%i, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.transpose %nowhere (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.transposex %m (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
// -----
%m = "test.value"() : () -> memref<8x16xf32>
%i = "test.value"() : () -> index
%r = memref.transpose %m (d0, d1) -> (d1, d0) : memref<8x16xf32> to <16x8xf32, strided<[1, 16]>>
// -----
%m = "test.value"() : () -> memref<2048xi8>
%i = "test.value"() : () -> index
%r = memref.view %m
// -----
%m = "test.value"() : () -> memref<2048xi8>
%i = "test.value"() : () -> index
%r = memref.view @x[%i][%i] : memref<2048xi8> to memref<?x4xf32>
// -----
%m = "test.value"() : () -> memref<2048xi8>
%i = "test.value"() : () -> index
%r = memref.view %m[%i][%i] : memref<2048xi8 to memref<?x4xf32>
