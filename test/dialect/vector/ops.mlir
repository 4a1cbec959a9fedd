// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @each(
    %m8xf32: memref<8xf32>, %index: index, %v4xf32: vector<4xf32>, %v4xi1: vector<4xi1>, %v4xi32: vector<4xi32>,
    %f32: f32, %m5x4xf32: memref<5x4xf32>, %v2x4xf32: vector<2x4xf32>, %v4x8xf32: vector<4x8xf32>, %v2xf32:
    vector<2xf32>, %v_4_xf32s: vector<[4]xf32>) {
  %0 = vector.vscale
  %1 = vector.load %m8xf32[%index] : memref<8xf32>, vector<4xf32>
  vector.store %v4xf32, %m8xf32[%index] {nontemporal = true} : memref<8xf32>, vector<4xf32>
  %2 = vector.gather %m8xf32[%index] [%v4xi32], %v4xi1, %v4xf32 : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m8xf32[%index] [%v4xi32], %v4xi1, %v4xf32 : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %3 = vector.expandload %m8xf32[%index], %v4xi1, %v4xf32 : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m8xf32[%index], %v4xi1, %v4xf32 : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %4 = vector.transfer_read %m8xf32[%index], %f32 {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  vector.transfer_write %v4xf32, %m8xf32[%index] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %5 = vector.type_cast %m5x4xf32 : memref<5x4xf32> to memref<vector<5x4xf32>>
  %6 = vector.broadcast %f32 : f32 to vector<2x4xf32>
  %7 = vector.bitcast %v4xf32 : vector<4xf32> to vector<8xi16>
  %8 = vector.shape_cast %v4xf32 : vector<4xf32> to vector<2x2xf32>
  %9 = vector.transpose %v2x4xf32, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %10 = vector.extract %v2x4xf32[1, %index] : f32 from vector<2x4xf32>
  %11 = vector.insert %f32, %v4xf32 [2] : f32 into vector<4xf32>
  %12 = vector.extract_strided_slice %v4x8xf32 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %13 = vector.insert_strided_slice %v2x4xf32, %v4x8xf32 {offsets = [0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  %14 = vector.shuffle %v4xf32, %v4xf32 [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
  %15 = vector.interleave %v4xf32, %v4xf32 : vector<4xf32> -> vector<8xf32>
  %16, %17 = vector.deinterleave %v4xf32 : vector<4xf32> -> vector<2xf32>
  %18 = vector.from_elements %f32, %f32, %f32 : vector<3xf32>
  %19:2 = vector.to_elements %v2xf32 : vector<2xf32>
  %20 = vector.scalable.extract %v_4_xf32s[4] : vector<4xf32> from vector<[4]xf32>
  %21 = vector.scalable.insert %v4xf32, %v_4_xf32s[4] : vector<4xf32> into vector<[4]xf32>
  %22 = vector.fma %v4xf32, %v4xf32, %v4xf32 : vector<4xf32>
  %23 = vector.step : vector<4xindex>
  %24 = vector.create_mask %index : vector<4xi1>
  %25 = vector.constant_mask [3] : vector<4xi1>
  %26 = vector.reduction <add>, %v4xf32 : vector<4xf32> into f32
  %27 = vector.multi_reduction <add>, %v2x4xf32, %v2xf32 [1] : vector<2x4xf32> to vector<2xf32>
  %28:2 = vector.scan <add>, %v2x4xf32, %v2xf32 {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<2xf32>
  %29 = vector.outerproduct %v4xf32, %v2xf32 : vector<4xf32>, vector<2xf32>
  vector.print %v4xf32 : vector<4xf32>
  vector.print str "x"
  return
}

func.func @products_and_transfers(%a: vector<2x4xf32>, %b: vector<4x3xf32>, %c: vector<2x3xf32>, %m: memref<8x8xf32>, %i: index, %p: f32, %k: vector<4xi1>, %v: vector<4xf32>, %w: vector<2xf32>, %t : tensor<8x8xf32>, %k2: vector<2x3x4xi1>) {
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<2x3xf32>
  %r2 = vector.contract {foo = 1 : i32, indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<2x3xf32>
  %r3 = vector.mask %k2 { vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4x3xf32> into vector<2x3xf32> } : vector<2x3x4xi1> -> vector<2x3xf32>
  %o = vector.outerproduct %v, %w : vector<4xf32>, vector<2xf32>
  %acc = "test.x"() : () -> vector<4x2xf32>
  %o2 = vector.outerproduct %v, %w, %acc {kind = #vector.kind<mul>} : vector<4xf32>, vector<2xf32>
  %o3 = vector.outerproduct %v, %p : vector<4xf32>, f32
  %t1 = vector.transfer_read %m[%i, %i], %p : memref<8x8xf32>, vector<4xf32>
  %t2 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
  %t3 = vector.transfer_read %t[%i, %i], %p {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : tensor<8x8xf32>, vector<3x4xf32>
  %t4 = vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<8x8xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
  %e:4 = vector.to_elements %v : vector<4xf32>
  vector.print str "a"
  vector.print %v : vector<4xf32> punctuation <no_punctuation>
  vector.print punctuation <comma>
  %mm = vector.mask %k, %v { vector.transfer_read %m[%i, %i], %p : memref<8x8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x8xf32> } : vector<4xi1>
  %pf = vector.extract %v[] : vector<4xf32> from vector<4xf32>
  return
}

// Elements of other types fill each other, and one element lies anywhere.
func.func @transfer_widths(%m: memref<?x?xvector<4x3xi32>>, %i: index, %p: vector<4x3xi32>, %a: memref<?xi32>, %q: i32) {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xvector<4x3xi32>>, vector<5x24xi8>
  %1 = vector.transfer_read %a[%i], %q : memref<?xi32>, vector<8xi8>
  vector.transfer_write %1, %a[%i] : vector<8xi8>, memref<?xi32>
  return
}

func.func @one_element(%m: memref<8x8xf32, strided<[?, ?], offset: ?>>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32, strided<[?, ?], offset: ?>>, vector<f32>
  %1 = vector.load %m[%i, %i] : memref<8x8xf32, strided<[?, ?], offset: ?>>, vector<1xf32>
  vector.store %1, %m[%i, %i] : memref<8x8xf32, strided<[?, ?], offset: ?>>, vector<1xf32>
  return
}

// A vector of one element may stand for it.
func.func @extract_one(%v: vector<1xf32>, %w: vector<4xf32>) {
  %0 = "vector.extract"(%v) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> vector<1xf32>
  return
}
