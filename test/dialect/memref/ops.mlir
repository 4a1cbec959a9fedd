// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32, %u: memref<*xf32>, %s: memref<2xindex>, %b: memref<2048xi8>, %dma: memref<8x16xf32, 2>, %tag: memref<1xi32>) {
  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.alloca() {alignment = 8 : i64} : memref<8xf32>
  %2 = memref.cast %m : memref<8x16xf32> to memref<?x?xf32>
  %3 = memref.dim %m, %i : memref<8x16xf32>
  %4 = memref.rank %m : memref<8x16xf32>
  %5 = memref.reinterpret_cast %m to offset: [%i], sizes: [4, %i], strides: [1, %i] : memref<8x16xf32> to memref<4x?xf32, strided<[1, ?], offset: ?>>
  %6 = memref.reshape %m(%s) : (memref<8x16xf32>, memref<2xindex>) -> memref<?x?xf32>
  %7 = memref.expand_shape %m [[0], [1, 2]] output_shape [8, 4, 4] : memref<8x16xf32> into memref<8x4x4xf32>
  %8 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %9 = memref.subview %m[%i, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  %10 = memref.transpose %m (i, j) -> (j, i) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %11 = memref.view %b[%i][%i] : memref<2048xi8> to memref<?x4xf32>
  %12 = memref.memory_space_cast %m : memref<8x16xf32> to memref<8x16xf32, 3>
  %13 = memref.assume_alignment %m, 64 : memref<8x16xf32>
  %14 = memref.extract_aligned_pointer_as_index %m : memref<8x16xf32> -> index
  %15:6 = memref.extract_strided_metadata %m : memref<8x16xf32> -> memref<f32>, index, index, index, index, index
  %16 = memref.load %m[%i, %i] : memref<8x16xf32>
  %17 = memref.load %m[%i, %i] {nontemporal = true} : memref<8x16xf32>
  memref.store %f, %m[%i, %i] {nontemporal = false} : memref<8x16xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<8x16xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<8x16xf32>
  %18 = memref.atomic_rmw addf %f, %m[%i, %i] : (f32, memref<8x16xf32>) -> f32
  %19 = memref.generic_atomic_rmw %m[%i, %i] : memref<8x16xf32> { ^bb0(%c: f32): memref.atomic_yield %c : f32 }
  %20 = memref.alloca_scope -> (f32) { memref.alloca_scope.return %f : f32 }
  memref.alloca_scope { %k = memref.alloca() : memref<2xf32> memref.alloca_scope.return }
  %21 = memref.alloc(%i) : memref<?xf32>
  %22 = memref.realloc %21 : memref<?xf32> to memref<128xf32>
  %23 = memref.realloc %22(%i) {alignment = 8} : memref<128xf32> to memref<?xf32>
  memref.dealloc %23 : memref<?xf32>
  memref.copy %m, %m : memref<8x16xf32> to memref<8x16xf32>
  memref.dma_start %m[%i, %i], %dma[%i, %i], %i, %tag[%i], %i, %i : memref<8x16xf32>, memref<8x16xf32, 2>, memref<1xi32>
  memref.dma_wait %tag[%i], %i : memref<1xi32>
  %24 = memref.get_global @x : memref<2xf32>
  %25, %26 = memref.distinct_objects %m, %m : memref<8x16xf32>, memref<8x16xf32>
  return
}
memref.global @x : memref<2xf32>
memref.global "private" constant @y : memref<2xf32> = dense<1.0> {alignment = 64}
memref.global "nested" @z : memref<2xf32> = uninitialized
