// Examples of affine ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 1.5 + s0)>(%i)[%n]
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.applyx affine_map<(d0)[s0] -> (d0 floordiv 8 + s0)>(%i)[%n]
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 8 + s0)
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.min affine_map<(d0)[s0] -> (, d0 + 512, s0)>(%i)[%n]
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.min affine_map<(d0)[s0] -> (1000, d0 +
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.min affine_map<( (d0)[s0] -> (1000, d0 + 512, s0)>(%i)[%n]
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.max affine_map<(d0)[s0] -> -> (1000, d0 + 512, s0)>(%i)[%n]
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.max affine_map<(d0)[s0] -> (, d0 + 512, s0)>(%i)[%n]
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.max affine_map<(d0)[s0] -> (1000, d0 + 512, s0)>(@x)[%n]
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = affine.for %j = max affine_map<([s0] -> (0, s0)>()[%n] to %n step 2 iter_args(%a = %x) -> (f32) {
  %s = arith.addf %a, %a : f32
  affine.yield %s : f32
}
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = affine.for %j = max affine_map<()[s0] -> (0, s0)>()[%n] to %n step 2 iter_args(%a = %x) -> (!llvm.ptr) {
  %s = arith.addf %a, %a : f32
  affine.yield %s : f32
}
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = affine.for %j
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 9 >= 0)>(%i)[%n] -> index {
  affine.yield  : index
} else {
  affine.yield %n : index
}
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 9 >= 0)>(%i)[ [%n] -> index {
  affine.yield %i : index
} else {
  affine.yield %n : index
}
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.ifx affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 9 >= 0)>(%i)[%n] -> index {
  affine.yield %i : index
} else {
  affine.yield %n : index
}
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = affine.parallel (%a, %b) = (0, max(%i, symbol(%n) + 1)) to (100, min(%i, 128)) step (2, 1) reduce ("addf" -> (f32) {
  affine.yield %x : f32
}
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = affine.parallel (^bb9, %b) = (0, max(%i, symbol(%n) + 1)) to (100, min(%i, 128)) step (2, 1) reduce ("addf") -> (f32) {
  affine.yield %x : f32
}
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%x = "test.value"() : () -> f32
%r = affine.parallel (%a
// -----
%x = "test.value"() : () -> f32
%r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
  affine.yield %a :
}
// -----
%x = "test.value"() : () -> f32
%r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
  affine.yieldx %a : f32
}
// -----
%x = "test.value"() : () -> f32
%r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
  affine.yield affine.yield %a : f32
}
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%r =
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%r = affine.load %m[%i + 3,  + symbol(%n)] : memref<100x100xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%r = affine.loadx %m[%i + 3, %i + symbol(%n)] : memref<100x100xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%x = "test.value"() : () -> f32
affine.store %x, %m[%i + 3, %i + symbol(%n)] : memref<0x1Gx100xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%x = "test.value"() : () -> f32
affine.store %x, %m[%i + 3, %i + symbol(%n)] : <memref100x100xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%x = "test.value"() : () -> f32
affine.store %x, %m[%i + 3, %i + symbol(%n %n)] : memref<100x100xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%r = affine.vector_load %m[%i, ^bb9] : memref<100x100xf32>, vector<2x8xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%r = affine.vector_load %m[%i, %n] : memref<100x100xf32,> vector<2x8xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%r = affine.vector_loadx %m[%i, %n] : memref<100x100xf32>, vector<2x8xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%x = "test.value"() : () -> vector<4xf32>
affine.vector_store %x, %m[%i, %n] : memref
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%x = "test.value"() : () -> vector<4xf32>
affine.vector_store %x, %m[%i, %n] : memref<-1x100xf32>, vector<4xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%x = "test.value"() : () -> vector<4xf32>
affine.vector_store ,%x %m[%i, %n] : memref<100x100xf32>, vector<4xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
affine.prefetch %m[
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
affine.prefetch %m[%i, %n + 5,] read, locality<3>, data : memref<100x100xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
affine.prefetch %m[%i, %n + 5], read, locality<3>, data : memref< <100x100xf32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%d = "test.value"() : () -> memref<1024xf32, 2>
%t = "test.value"() : () -> memref<1xi32>
affine.dma_start %m[%i, %i 3 +], %d[%n], %t[0], %n : memref<100x100xf32>, memref<1024xf32, 2>, memref<1xi32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%d = "test.value"() : () -> memref<1024xf32, 2>
%t = "test.value"() : () -> memref<1xi32>
affine.dma_start %m[%i, %i + 3], %d[%n], @x[0], %n : memref<100x100xf32>, memref<1024xf32, 2>, memref<1xi32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%m = "test.value"() : () -> memref<100x100xf32>
%d = "test.value"() : () -> memref<1024xf32, 2>
%t = "test.value"() : () -> memref<1xi32>
affine.dma_start %m[%i, %i + 3], %d[%n], %t[0], %n : memref<100x100xf32>, memref<1024xf32, 2>, memref<1.5xi32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%t = "test.value"() : () -> memref<4xi32>
affine.dma_wait %t[%i + 0x1G], %n : memref<4xi32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%t = "test.value"() : () -> memref<4xi32>
affine.dma_wait %t[%i + 1], %n : memref< <4xi32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%t = "test.value"() : () -> memref<4xi32>
affine.dma_wait %t%i + 1], %n : memref<4xi32>
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r:3 = affine.delinearize_index %i into (%n, 16, 32) : none, index, index
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r:3 = affine.delinearize_indexx %i into (%n, 16, 32) : index, index, index
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r:3 = affine.delinearize_index %i into (%n, 16, 32) : : index, index, index
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.linearize_index disjoint [%i, %n, %i] by (%n, 16, 1.5) : index
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.linearize_index disjoint [%i, %n, %i by (%n, 16, 32) : index
// -----
%i = "test.value"() : () -> index
%n = "test.value"() : () -> index
%r = affine.linearize_indexx disjoint [%i, %n, %i] by (%n, 16, 32) : index
