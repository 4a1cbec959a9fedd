// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

#m0 = affine_map<(d0, d1, d2) -> (d0, d2)>
#m1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#m2 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @f(%a: tensor<4x4xf32>, %u: tensor<4xf32>) {
  %0 = linalg.matmul indexing_maps = [#m0, #m1, #m2] {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %a: tensor<4x4xf32>, tensor<4x4xf32>) outs(%a: tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.contract indexing_maps = [#m0, #m1, #m2] {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %a: tensor<4x4xf32>, tensor<4x4xf32>) outs(%a: tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = linalg.elementwise kind=#linalg.elementwise_kind<exp> {foo} ins(%a : tensor<4x4xf32>) outs(%a: tensor<4x4xf32>) -> tensor<4x4xf32>
  %z1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(d0,d1)->(d1,d0)>, affine_map<(d0,d1)->(d0,d1)>] {foo} ins(%a : tensor<4x4xf32>) outs(%a: tensor<4x4xf32>) -> tensor<4x4xf32>
  %r:2 = linalg.reduce ins(%a, %a: tensor<4x4xf32>, tensor<4x4xf32>) outs(%u, %u: tensor<4xf32>, tensor<4xf32>) dimensions = [0] 
   (%x: f32, %y: f32, %p: f32, %q: f32) { linalg.yield %x, %y : f32, f32 }
  %t = linalg.transpose ins(%a: tensor<4x4xf32>) outs(%a:tensor<4x4xf32>) permutation = [1, 0] {foo}
  %p0 = linalg.map {math.exp} ins(%u: tensor<4xf32>) outs(%u: tensor<4xf32>)
  %p1 = linalg.map outs(%u: tensor<4xf32>) (%o: f32) { linalg.yield %o : f32 }
  return
}

func.func @mixed(%k0: tensor<5xi8>, %a: tensor<1x8x8x4xf32>, %k: tensor<3x3xf32>, %o: tensor<1x6x6x4xf32>, %A: tensor<4x5xi8>, %B: tensor<5x6xi8>, %C: tensor<4x6xi32>, %m: memref<4x4xf32>, %cst: f32) {
  %0 = linalg.pooling_nhwc_max ins(%a, %k: tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %1 = linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>} ins(%a, %k: tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %2 = linalg.matmul ins(%A, %B: tensor<4x5xi8>, tensor<5x6xi8>) outs(%C: tensor<4x6xi32>) -> tensor<4x6xi32>
  %3 = linalg.matmul {foo = 1, cast = #linalg.type_fn<cast_unsigned>} ins(%A, %B: tensor<4x5xi8>, tensor<5x6xi8>) outs(%C: tensor<4x6xi32>) -> tensor<4x6xi32>
  %4 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%A, %B: tensor<4x5xi8>, tensor<5x6xi8>) outs(%C: tensor<4x6xi32>) -> tensor<4x6xi32>
  %5 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%k0, %B: tensor<5xi8>, tensor<5x6xi8>) outs(%C: tensor<4x6xi32>) -> tensor<4x6xi32>
  return
}
func.func @g(%m: memref<4x4xf32>, %cst: f32, %t: tensor<4x4xf32>) {
  linalg.fill ins(%cst: f32) outs(%m: memref<4x4xf32>)
  linalg.fill {a = 1 : i32} ins(%cst: f32) outs(%m: memref<4x4xf32>)
  linalg.copy ins(%m: memref<4x4xf32>) outs(%m: memref<4x4xf32>)
  %z = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%t : tensor<4x4xf32>) outs(%t: tensor<4x4xf32>) -> tensor<4x4xf32>
  %z1 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%t, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t: tensor<4x4xf32>) -> tensor<4x4xf32>
  %m1 = linalg.map { arith.addf } ins(%t, %t: tensor<4x4xf32>, tensor<4x4xf32>) outs(%t: tensor<4x4xf32>)
  %m2 = linalg.map ins(%t, %t: tensor<4x4xf32>, tensor<4x4xf32>) outs(%t: tensor<4x4xf32>) {foo = 1}
   (%x: f32, %y: f32, %o: f32) { %s = arith.subf %y, %x : f32
 linalg.yield %s : f32 }
  %m3 = linalg.map { arith.addf {fastmath=#arith.fastmath<fast>} } ins(%t, %t: tensor<4x4xf32>, tensor<4x4xf32>) outs(%t: tensor<4x4xf32>)
  %c = linalg.transpose ins(%t: tensor<4x4xf32>) outs(%t:tensor<4x4xf32>) permutation = [1, 0]
  return
}
func.func @h(%t: tensor<4x4xf32>, %u: tensor<4xf32>, %m: memref<4x4xf32>, %cst: f32) {
  %r = linalg.reduce { arith.addf } ins(%t: tensor<4x4xf32>) outs(%u: tensor<4xf32>) dimensions = [1]
  %r1 = linalg.reduce ins(%t: tensor<4x4xf32>) outs(%u: tensor<4xf32>) dimensions = [1] {foo = 1}
    (%a: f32, %b: f32) { %s = arith.addf %a, %b : f32 linalg.yield %s : f32 }
  %bb = linalg.broadcast ins(%u: tensor<4xf32>) outs(%t:tensor<4x4xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"], doc = "x"} ins(%cst : f32) outs(%m : memref<4x4xf32>) attrs = {foo = 1} {
   ^bb0(%a: f32, %b: f32): %i = linalg.index 0 : index linalg.yield %a : f32 }
  %sm = linalg.softmax dimension(1) ins(%t : tensor<4x4xf32>) outs(%t: tensor<4x4xf32>) -> tensor<4x4xf32>
  %cc = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%t, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

func.func @named_ops() {
  %a0 = "test.value"() : () -> tensor<64xf32>
  %out0 = "test.value"() : () -> tensor<64xf32>
  %r0 = linalg.map { arith.addf } ins(%a0, %a0 : tensor<64xf32>, tensor<64xf32>) outs(%out0 : tensor<64xf32>)
  %a1 = "test.value"() : () -> tensor<16x32x64xf32>
  %out1 = "test.value"() : () -> tensor<16x64xf32>
  %r1 = linalg.reduce { arith.addf } ins(%a1 : tensor<16x32x64xf32>) outs(%out1 : tensor<16x64xf32>) dimensions = [1]
  %a2 = "test.value"() : () -> tensor<16x64xf32>
  %out2 = "test.value"() : () -> tensor<64x16xf32>
  %r2 = linalg.transpose ins(%a2 : tensor<16x64xf32>) outs(%out2 : tensor<64x16xf32>) permutation = [1, 0]
  %a3 = "test.value"() : () -> tensor<16xf32>
  %out3 = "test.value"() : () -> tensor<16x64xf32>
  %r3 = linalg.broadcast ins(%a3 : tensor<16xf32>) outs(%out3 : tensor<16x64xf32>) dimensions = [1]
  %a4 = "test.value"() : () -> tensor<4x8xf32>
  %out4 = "test.value"() : () -> tensor<4x8xf32>
  %r4 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a4 : tensor<4x8xf32>) outs(%out4 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a5 = "test.value"() : () -> tensor<4x8xf32>
  %b5 = "test.value"() : () -> tensor<8x16xf32>
  %out5 = "test.value"() : () -> tensor<4x16xf32>
  %r5 = linalg.matmul ins(%a5, %b5 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%out5 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %a6 = "test.value"() : () -> tensor<4x8xf32>
  %b6 = "test.value"() : () -> tensor<8x16xf32>
  %out6 = "test.value"() : () -> tensor<4x16xf32>
  %r6 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a6, %b6 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%out6 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %a7 = "test.value"() : () -> tensor<2x4x8xf32>
  %b7 = "test.value"() : () -> tensor<2x8x16xf32>
  %out7 = "test.value"() : () -> tensor<2x4x16xf32>
  %r7 = linalg.batch_matmul ins(%a7, %b7 : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%out7 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %a8 = "test.value"() : () -> tensor<2x4x8xf32>
  %b8 = "test.value"() : () -> tensor<2x8x16xf32>
  %out8 = "test.value"() : () -> tensor<4x16xf32>
  %r8 = linalg.batch_reduce_matmul ins(%a8, %b8 : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%out8 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %a9 = "test.value"() : () -> tensor<4x8xf32>
  %out9 = "test.value"() : () -> tensor<4x8xf32>
  %r9 = linalg.copy ins(%a9 : tensor<4x8xf32>) outs(%out9 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a10 = "test.value"() : () -> tensor<4x8xf32>
  %out10 = "test.value"() : () -> tensor<4x8xf32>
  %r10 = linalg.exp ins(%a10 : tensor<4x8xf32>) outs(%out10 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a11 = "test.value"() : () -> tensor<4x8xf32>
  %out11 = "test.value"() : () -> tensor<4x8xf32>
  %r11 = linalg.log ins(%a11 : tensor<4x8xf32>) outs(%out11 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a12 = "test.value"() : () -> tensor<4x8xf32>
  %out12 = "test.value"() : () -> tensor<4x8xf32>
  %r12 = linalg.abs ins(%a12 : tensor<4x8xf32>) outs(%out12 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a13 = "test.value"() : () -> tensor<4x8xf32>
  %out13 = "test.value"() : () -> tensor<4x8xf32>
  %r13 = linalg.ceil ins(%a13 : tensor<4x8xf32>) outs(%out13 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a14 = "test.value"() : () -> tensor<4x8xf32>
  %out14 = "test.value"() : () -> tensor<4x8xf32>
  %r14 = linalg.floor ins(%a14 : tensor<4x8xf32>) outs(%out14 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a15 = "test.value"() : () -> tensor<4x8xf32>
  %out15 = "test.value"() : () -> tensor<4x8xf32>
  %r15 = linalg.negf ins(%a15 : tensor<4x8xf32>) outs(%out15 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a16 = "test.value"() : () -> tensor<4x8xf32>
  %out16 = "test.value"() : () -> tensor<4x8xf32>
  %r16 = linalg.reciprocal ins(%a16 : tensor<4x8xf32>) outs(%out16 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a17 = "test.value"() : () -> tensor<4x8xf32>
  %out17 = "test.value"() : () -> tensor<4x8xf32>
  %r17 = linalg.round ins(%a17 : tensor<4x8xf32>) outs(%out17 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a18 = "test.value"() : () -> tensor<4x8xf32>
  %out18 = "test.value"() : () -> tensor<4x8xf32>
  %r18 = linalg.sqrt ins(%a18 : tensor<4x8xf32>) outs(%out18 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a19 = "test.value"() : () -> tensor<4x8xf32>
  %out19 = "test.value"() : () -> tensor<4x8xf32>
  %r19 = linalg.rsqrt ins(%a19 : tensor<4x8xf32>) outs(%out19 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a20 = "test.value"() : () -> tensor<4x8xf32>
  %out20 = "test.value"() : () -> tensor<4x8xf32>
  %r20 = linalg.square ins(%a20 : tensor<4x8xf32>) outs(%out20 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a21 = "test.value"() : () -> tensor<4x8xf32>
  %out21 = "test.value"() : () -> tensor<4x8xf32>
  %r21 = linalg.tanh ins(%a21 : tensor<4x8xf32>) outs(%out21 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a22 = "test.value"() : () -> tensor<4x8xf32>
  %out22 = "test.value"() : () -> tensor<4x8xf32>
  %r22 = linalg.erf ins(%a22 : tensor<4x8xf32>) outs(%out22 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a23 = "test.value"() : () -> tensor<4x8xf32>
  %b23 = "test.value"() : () -> tensor<4x8xf32>
  %out23 = "test.value"() : () -> tensor<4x8xf32>
  %r23 = linalg.add ins(%a23, %b23 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out23 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a24 = "test.value"() : () -> tensor<4x8xf32>
  %b24 = "test.value"() : () -> tensor<4x8xf32>
  %out24 = "test.value"() : () -> tensor<4x8xf32>
  %r24 = linalg.sub ins(%a24, %b24 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out24 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a25 = "test.value"() : () -> tensor<4x8xf32>
  %b25 = "test.value"() : () -> tensor<4x8xf32>
  %out25 = "test.value"() : () -> tensor<4x8xf32>
  %r25 = linalg.mul ins(%a25, %b25 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out25 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a26 = "test.value"() : () -> tensor<4x8xf32>
  %b26 = "test.value"() : () -> tensor<4x8xf32>
  %out26 = "test.value"() : () -> tensor<4x8xf32>
  %r26 = linalg.div ins(%a26, %b26 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out26 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a27 = "test.value"() : () -> tensor<4x8xi32>
  %b27 = "test.value"() : () -> tensor<4x8xi32>
  %out27 = "test.value"() : () -> tensor<4x8xi32>
  %r27 = linalg.div_unsigned ins(%a27, %b27 : tensor<4x8xi32>, tensor<4x8xi32>) outs(%out27 : tensor<4x8xi32>) -> tensor<4x8xi32>
  %a28 = "test.value"() : () -> tensor<4x8xf32>
  %b28 = "test.value"() : () -> tensor<4x8xf32>
  %out28 = "test.value"() : () -> tensor<4x8xf32>
  %r28 = linalg.max ins(%a28, %b28 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out28 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a29 = "test.value"() : () -> tensor<4x8xf32>
  %b29 = "test.value"() : () -> tensor<4x8xf32>
  %out29 = "test.value"() : () -> tensor<4x8xf32>
  %r29 = linalg.min ins(%a29, %b29 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out29 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a30 = "test.value"() : () -> tensor<4x8xf32>
  %b30 = "test.value"() : () -> tensor<4x8xf32>
  %out30 = "test.value"() : () -> tensor<4x8xf32>
  %r30 = linalg.powf ins(%a30, %b30 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out30 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a31 = "test.value"() : () -> tensor<4x8xi1>
  %b31 = "test.value"() : () -> tensor<4x8xf32>
  %c31 = "test.value"() : () -> tensor<4x8xf32>
  %out31 = "test.value"() : () -> tensor<4x8xf32>
  %r31 = linalg.select ins(%a31, %b31, %c31 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%out31 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a32 = "test.value"() : () -> tensor<2x6xi8>
  %b32 = "test.value"() : () -> tensor<6x4xi8>
  %c32 = "test.value"() : () -> i32
  %d32 = "test.value"() : () -> i32
  %out32 = "test.value"() : () -> tensor<2x4xi32>
  %r32 = linalg.quantized_matmul ins(%a32, %b32, %c32, %d32 : tensor<2x6xi8>, tensor<6x4xi8>, i32, i32) outs(%out32 : tensor<2x4xi32>) -> tensor<2x4xi32>
  %a33 = "test.value"() : () -> tensor<2x6x3x2xf32>
  %b33 = "test.value"() : () -> tensor<4x6x5x2xf32>
  %out33 = "test.value"() : () -> tensor<2x4x3x5xf32>
  %r33 = linalg.mmt4d ins(%a33, %b33 : tensor<2x6x3x2xf32>, tensor<4x6x5x2xf32>) outs(%out33 : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  %a34 = "test.value"() : () -> tensor<2x4x3x5x3xf32>
  %b34 = "test.value"() : () -> tensor<2x6x3x2x3xf32>
  %out34 = "test.value"() : () -> tensor<2x4x6x5x2xf32>
  %r34 = linalg.batch_mmt4d ins(%a34, %b34 : tensor<2x4x3x5x3xf32>, tensor<2x6x3x2x3xf32>) outs(%out34 : tensor<2x4x6x5x2xf32>) -> tensor<2x4x6x5x2xf32>
  %a35 = "test.value"() : () -> tensor<2x4x3xi8>
  %b35 = "test.value"() : () -> tensor<2x3x6xi8>
  %c35 = "test.value"() : () -> i32
  %d35 = "test.value"() : () -> i32
  %out35 = "test.value"() : () -> tensor<2x4x6xi32>
  %r35 = linalg.quantized_batch_matmul ins(%a35, %b35, %c35, %d35 : tensor<2x4x3xi8>, tensor<2x3x6xi8>, i32, i32) outs(%out35 : tensor<2x4x6xi32>) -> tensor<2x4x6xi32>
  %a36 = "test.value"() : () -> tensor<2x4xf32>
  %b36 = "test.value"() : () -> tensor<4xf32>
  %out36 = "test.value"() : () -> tensor<2xf32>
  %r36 = linalg.matvec ins(%a36, %b36 : tensor<2x4xf32>, tensor<4xf32>) outs(%out36 : tensor<2xf32>) -> tensor<2xf32>
  %a37 = "test.value"() : () -> tensor<4xf32>
  %b37 = "test.value"() : () -> tensor<4x2xf32>
  %out37 = "test.value"() : () -> tensor<2xf32>
  %r37 = linalg.vecmat ins(%a37, %b37 : tensor<4xf32>, tensor<4x2xf32>) outs(%out37 : tensor<2xf32>) -> tensor<2xf32>
  %a38 = "test.value"() : () -> tensor<2x4x6xf32>
  %b38 = "test.value"() : () -> tensor<2x6xf32>
  %out38 = "test.value"() : () -> tensor<2x4xf32>
  %r38 = linalg.batch_matvec ins(%a38, %b38 : tensor<2x4x6xf32>, tensor<2x6xf32>) outs(%out38 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %a39 = "test.value"() : () -> tensor<2x6xf32>
  %b39 = "test.value"() : () -> tensor<2x6x4xf32>
  %out39 = "test.value"() : () -> tensor<2x4xf32>
  %r39 = linalg.batch_vecmat ins(%a39, %b39 : tensor<2x6xf32>, tensor<2x6x4xf32>) outs(%out39 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %a40 = "test.value"() : () -> tensor<2xf32>
  %b40 = "test.value"() : () -> tensor<2xf32>
  %out40 = "test.value"() : () -> tensor<f32>
  %r40 = linalg.dot ins(%a40, %b40 : tensor<2xf32>, tensor<2xf32>) outs(%out40 : tensor<f32>) -> tensor<f32>
  %a41 = "test.value"() : () -> tensor<5xf32>
  %b41 = "test.value"() : () -> tensor<4xf32>
  %out41 = "test.value"() : () -> tensor<2xf32>
  %r41 = linalg.conv_1d ins(%a41, %b41 : tensor<5xf32>, tensor<4xf32>) outs(%out41 : tensor<2xf32>) -> tensor<2xf32>
  %a42 = "test.value"() : () -> tensor<7x6xf32>
  %b42 = "test.value"() : () -> tensor<6x3xf32>
  %out42 = "test.value"() : () -> tensor<2x4xf32>
  %r42 = linalg.conv_2d ins(%a42, %b42 : tensor<7x6xf32>, tensor<6x3xf32>) outs(%out42 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %a43 = "test.value"() : () -> tensor<4x8x7xf32>
  %b43 = "test.value"() : () -> tensor<3x5x2xf32>
  %out43 = "test.value"() : () -> tensor<2x4x6xf32>
  %r43 = linalg.conv_3d ins(%a43, %b43 : tensor<4x8x7xf32>, tensor<3x5x2xf32>) outs(%out43 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a44 = "test.value"() : () -> tensor<2x6x5xf32>
  %b44 = "test.value"() : () -> tensor<3x5x6xf32>
  %out44 = "test.value"() : () -> tensor<2x4x6xf32>
  %r44 = linalg.conv_1d_nwc_wcf ins(%a44, %b44 : tensor<2x6x5xf32>, tensor<3x5x6xf32>) outs(%out44 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a45 = "test.value"() : () -> tensor<2x3x10xf32>
  %b45 = "test.value"() : () -> tensor<4x3x5xf32>
  %out45 = "test.value"() : () -> tensor<2x4x6xf32>
  %r45 = linalg.conv_1d_ncw_fcw ins(%a45, %b45 : tensor<2x3x10xf32>, tensor<4x3x5xf32>) outs(%out45 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a46 = "test.value"() : () -> tensor<2x8x7x3xf32>
  %b46 = "test.value"() : () -> tensor<5x2x3x3xf32>
  %out46 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r46 = linalg.conv_2d_nhwc_hwcf ins(%a46, %b46 : tensor<2x8x7x3xf32>, tensor<5x2x3x3xf32>) outs(%out46 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a47 = "test.value"() : () -> tensor<2x8x7x3xf32>
  %b47 = "test.value"() : () -> tensor<3x5x2x3xf32>
  %out47 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r47 = linalg.conv_2d_nhwc_fhwc ins(%a47, %b47 : tensor<2x8x7x3xf32>, tensor<3x5x2x3xf32>) outs(%out47 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a48 = "test.value"() : () -> tensor<2x8x7x3xi8>
  %b48 = "test.value"() : () -> tensor<5x2x3x3xi8>
  %c48 = "test.value"() : () -> i32
  %d48 = "test.value"() : () -> i32
  %out48 = "test.value"() : () -> tensor<2x4x6x3xi32>
  %r48 = linalg.conv_2d_nhwc_hwcf_q ins(%a48, %b48, %c48, %d48 : tensor<2x8x7x3xi8>, tensor<5x2x3x3xi8>, i32, i32) outs(%out48 : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
  %a49 = "test.value"() : () -> tensor<2x8x7x3xi8>
  %b49 = "test.value"() : () -> tensor<3x5x2x3xi8>
  %c49 = "test.value"() : () -> i32
  %d49 = "test.value"() : () -> i32
  %out49 = "test.value"() : () -> tensor<2x4x6x3xi32>
  %r49 = linalg.conv_2d_nhwc_fhwc_q ins(%a49, %b49, %c49, %d49 : tensor<2x8x7x3xi8>, tensor<3x5x2x3xi8>, i32, i32) outs(%out49 : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
  %a50 = "test.value"() : () -> tensor<2x5x7x5xi8>
  %b50 = "test.value"() : () -> tensor<4x5x2x3xi8>
  %c50 = "test.value"() : () -> i32
  %d50 = "test.value"() : () -> i32
  %out50 = "test.value"() : () -> tensor<2x4x6x3xi32>
  %r50 = linalg.conv_2d_nchw_fchw_q ins(%a50, %b50, %c50, %d50 : tensor<2x5x7x5xi8>, tensor<4x5x2x3xi8>, i32, i32) outs(%out50 : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
  %a51 = "test.value"() : () -> tensor<2x5x7x5xf32>
  %b51 = "test.value"() : () -> tensor<4x5x2x3xf32>
  %out51 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r51 = linalg.conv_2d_nchw_fchw ins(%a51, %b51 : tensor<2x5x7x5xf32>, tensor<4x5x2x3xf32>) outs(%out51 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a52 = "test.value"() : () -> tensor<2x4x2x5x6xf32>
  %b52 = "test.value"() : () -> tensor<6x4x2x3x2xf32>
  %out52 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r52 = linalg.conv_2d_ngchw_fgchw ins(%a52, %b52 : tensor<2x4x2x5x6xf32>, tensor<6x4x2x3x2xf32>) outs(%out52 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a53 = "test.value"() : () -> tensor<2x4x2x5x6xf32>
  %b53 = "test.value"() : () -> tensor<4x6x2x3x2xf32>
  %out53 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r53 = linalg.conv_2d_ngchw_gfchw ins(%a53, %b53 : tensor<2x4x2x5x6xf32>, tensor<4x6x2x3x2xf32>) outs(%out53 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a54 = "test.value"() : () -> tensor<2x5x8x3x2xf32>
  %b54 = "test.value"() : () -> tensor<3x5x2x3x2xf32>
  %out54 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r54 = linalg.conv_2d_nhwgc_gfhwc ins(%a54, %b54 : tensor<2x5x8x3x2xf32>, tensor<3x5x2x3x2xf32>) outs(%out54 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a55 = "test.value"() : () -> tensor<2x5x8x3x2xi8>
  %b55 = "test.value"() : () -> tensor<3x5x2x3x2xi8>
  %c55 = "test.value"() : () -> i32
  %d55 = "test.value"() : () -> i32
  %out55 = "test.value"() : () -> tensor<2x4x6x3x5xi32>
  %r55 = linalg.conv_2d_nhwgc_gfhwc_q ins(%a55, %b55, %c55, %d55 : tensor<2x5x8x3x2xi8>, tensor<3x5x2x3x2xi8>, i32, i32) outs(%out55 : tensor<2x4x6x3x5xi32>) -> tensor<2x4x6x3x5xi32>
  %a56 = "test.value"() : () -> tensor<2x4x2x5x6xi8>
  %b56 = "test.value"() : () -> tensor<4x6x2x3x2xi8>
  %c56 = "test.value"() : () -> i32
  %d56 = "test.value"() : () -> i32
  %out56 = "test.value"() : () -> tensor<2x4x6x3x5xi32>
  %r56 = linalg.conv_2d_ngchw_gfchw_q ins(%a56, %b56, %c56, %d56 : tensor<2x4x2x5x6xi8>, tensor<4x6x2x3x2xi8>, i32, i32) outs(%out56 : tensor<2x4x6x3x5xi32>) -> tensor<2x4x6x3x5xi32>
  %a57 = "test.value"() : () -> tensor<2x5x8x4x3xf32>
  %b57 = "test.value"() : () -> tensor<2x3x2x3x5xf32>
  %out57 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r57 = linalg.conv_3d_ndhwc_dhwcf ins(%a57, %b57 : tensor<2x5x8x4x3xf32>, tensor<2x3x2x3x5xf32>) outs(%out57 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a58 = "test.value"() : () -> tensor<2x5x8x4x3xi8>
  %b58 = "test.value"() : () -> tensor<2x3x2x3x5xi8>
  %c58 = "test.value"() : () -> i32
  %d58 = "test.value"() : () -> i32
  %out58 = "test.value"() : () -> tensor<2x4x6x3x5xi32>
  %r58 = linalg.conv_3d_ndhwc_dhwcf_q ins(%a58, %b58, %c58, %d58 : tensor<2x5x8x4x3xi8>, tensor<2x3x2x3x5xi8>, i32, i32) outs(%out58 : tensor<2x4x6x3x5xi32>) -> tensor<2x4x6x3x5xi32>
  %a59 = "test.value"() : () -> tensor<2x2x8x4x7xf32>
  %b59 = "test.value"() : () -> tensor<4x2x3x2x3xf32>
  %out59 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r59 = linalg.conv_3d_ncdhw_fcdhw ins(%a59, %b59 : tensor<2x2x8x4x7xf32>, tensor<4x2x3x2x3xf32>) outs(%out59 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a60 = "test.value"() : () -> tensor<2x6x6xf32>
  %b60 = "test.value"() : () -> tensor<3x6xf32>
  %out60 = "test.value"() : () -> tensor<2x4x6xf32>
  %r60 = linalg.depthwise_conv_1d_nwc_wc ins(%a60, %b60 : tensor<2x6x6xf32>, tensor<3x6xf32>) outs(%out60 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a61 = "test.value"() : () -> tensor<2x6x6xf32>
  %b61 = "test.value"() : () -> tensor<6x3xf32>
  %out61 = "test.value"() : () -> tensor<2x6x4xf32>
  %r61 = linalg.depthwise_conv_1d_ncw_cw ins(%a61, %b61 : tensor<2x6x6xf32>, tensor<6x3xf32>) outs(%out61 : tensor<2x6x4xf32>) -> tensor<2x6x4xf32>
  %a62 = "test.value"() : () -> tensor<2x8x6xf32>
  %b62 = "test.value"() : () -> tensor<5x6x3xf32>
  %out62 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r62 = linalg.depthwise_conv_1d_nwc_wcm ins(%a62, %b62 : tensor<2x8x6xf32>, tensor<5x6x3xf32>) outs(%out62 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a63 = "test.value"() : () -> tensor<2x8x7x3xf32>
  %b63 = "test.value"() : () -> tensor<5x2x3xf32>
  %out63 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r63 = linalg.depthwise_conv_2d_nhwc_hwc ins(%a63, %b63 : tensor<2x8x7x3xf32>, tensor<5x2x3xf32>) outs(%out63 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a64 = "test.value"() : () -> tensor<2x3x8x7xf32>
  %b64 = "test.value"() : () -> tensor<3x5x2xf32>
  %out64 = "test.value"() : () -> tensor<2x3x4x6xf32>
  %r64 = linalg.depthwise_conv_2d_nchw_chw ins(%a64, %b64 : tensor<2x3x8x7xf32>, tensor<3x5x2xf32>) outs(%out64 : tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf32>
  %a65 = "test.value"() : () -> tensor<2x8x7x3xi8>
  %b65 = "test.value"() : () -> tensor<5x2x3xi8>
  %c65 = "test.value"() : () -> i32
  %d65 = "test.value"() : () -> i32
  %out65 = "test.value"() : () -> tensor<2x4x6x3xi32>
  %r65 = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a65, %b65, %c65, %d65 : tensor<2x8x7x3xi8>, tensor<5x2x3xi8>, i32, i32) outs(%out65 : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
  %a66 = "test.value"() : () -> tensor<2x5x8x3xf32>
  %b66 = "test.value"() : () -> tensor<2x3x3x5xf32>
  %out66 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r66 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%a66, %b66 : tensor<2x5x8x3xf32>, tensor<2x3x3x5xf32>) outs(%out66 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a67 = "test.value"() : () -> tensor<2x5x8x3xi8>
  %b67 = "test.value"() : () -> tensor<2x3x3x5xi8>
  %c67 = "test.value"() : () -> i32
  %d67 = "test.value"() : () -> i32
  %out67 = "test.value"() : () -> tensor<2x4x6x3x5xi32>
  %r67 = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%a67, %b67, %c67, %d67 : tensor<2x5x8x3xi8>, tensor<2x3x3x5xi8>, i32, i32) outs(%out67 : tensor<2x4x6x3x5xi32>) -> tensor<2x4x6x3x5xi32>
  %a68 = "test.value"() : () -> tensor<2x8x7x5x2xf32>
  %b68 = "test.value"() : () -> tensor<5x2x3x2xf32>
  %out68 = "test.value"() : () -> tensor<2x4x6x3x2xf32>
  %r68 = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%a68, %b68 : tensor<2x8x7x5x2xf32>, tensor<5x2x3x2xf32>) outs(%out68 : tensor<2x4x6x3x2xf32>) -> tensor<2x4x6x3x2xf32>
  %a69 = "test.value"() : () -> tensor<2x2x8x7x5xf32>
  %b69 = "test.value"() : () -> tensor<2x5x2x3xf32>
  %out69 = "test.value"() : () -> tensor<2x2x4x6x3xf32>
  %r69 = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a69, %b69 : tensor<2x2x8x7x5xf32>, tensor<2x5x2x3xf32>) outs(%out69 : tensor<2x2x4x6x3xf32>) -> tensor<2x2x4x6x3xf32>
  %a70 = "test.value"() : () -> tensor<2x5x8x4x3xf32>
  %b70 = "test.value"() : () -> tensor<2x3x2x3x5xf32>
  %out70 = "test.value"() : () -> tensor<2x4x6x3x3x5xf32>
  %r70 = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%a70, %b70 : tensor<2x5x8x4x3xf32>, tensor<2x3x2x3x5xf32>) outs(%out70 : tensor<2x4x6x3x3x5xf32>) -> tensor<2x4x6x3x3x5xf32>
  %a71 = "test.value"() : () -> tensor<2x8x7x3xf32>
  %b71 = "test.value"() : () -> tensor<5x2xf32>
  %out71 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r71 = linalg.pooling_nhwc_sum ins(%a71, %b71 : tensor<2x8x7x3xf32>, tensor<5x2xf32>) outs(%out71 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a72 = "test.value"() : () -> tensor<2x4x10x4xf32>
  %b72 = "test.value"() : () -> tensor<5x2xf32>
  %out72 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r72 = linalg.pooling_nchw_sum ins(%a72, %b72 : tensor<2x4x10x4xf32>, tensor<5x2xf32>) outs(%out72 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a73 = "test.value"() : () -> tensor<2x8x7x3xf32>
  %b73 = "test.value"() : () -> tensor<5x2xf32>
  %out73 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r73 = linalg.pooling_nhwc_max ins(%a73, %b73 : tensor<2x8x7x3xf32>, tensor<5x2xf32>) outs(%out73 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a74 = "test.value"() : () -> tensor<2x8x7x3xi32>
  %b74 = "test.value"() : () -> tensor<5x2xi32>
  %out74 = "test.value"() : () -> tensor<2x4x6x3xi32>
  %r74 = linalg.pooling_nhwc_max_unsigned ins(%a74, %b74 : tensor<2x8x7x3xi32>, tensor<5x2xi32>) outs(%out74 : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
  %a75 = "test.value"() : () -> tensor<2x4x10x4xf32>
  %b75 = "test.value"() : () -> tensor<5x2xf32>
  %out75 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r75 = linalg.pooling_nchw_max ins(%a75, %b75 : tensor<2x4x10x4xf32>, tensor<5x2xf32>) outs(%out75 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a76 = "test.value"() : () -> tensor<2x8x7x3xf32>
  %b76 = "test.value"() : () -> tensor<5x2xf32>
  %out76 = "test.value"() : () -> tensor<2x4x6x3xf32>
  %r76 = linalg.pooling_nhwc_min ins(%a76, %b76 : tensor<2x8x7x3xf32>, tensor<5x2xf32>) outs(%out76 : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %a77 = "test.value"() : () -> tensor<2x8x7x3xi32>
  %b77 = "test.value"() : () -> tensor<5x2xi32>
  %out77 = "test.value"() : () -> tensor<2x4x6x3xi32>
  %r77 = linalg.pooling_nhwc_min_unsigned ins(%a77, %b77 : tensor<2x8x7x3xi32>, tensor<5x2xi32>) outs(%out77 : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
  %a78 = "test.value"() : () -> tensor<2x6x6xf32>
  %b78 = "test.value"() : () -> tensor<3xf32>
  %out78 = "test.value"() : () -> tensor<2x4x6xf32>
  %r78 = linalg.pooling_nwc_sum ins(%a78, %b78 : tensor<2x6x6xf32>, tensor<3xf32>) outs(%out78 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a79 = "test.value"() : () -> tensor<2x4x8xf32>
  %b79 = "test.value"() : () -> tensor<3xf32>
  %out79 = "test.value"() : () -> tensor<2x4x6xf32>
  %r79 = linalg.pooling_ncw_sum ins(%a79, %b79 : tensor<2x4x8xf32>, tensor<3xf32>) outs(%out79 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a80 = "test.value"() : () -> tensor<2x6x6xf32>
  %b80 = "test.value"() : () -> tensor<3xf32>
  %out80 = "test.value"() : () -> tensor<2x4x6xf32>
  %r80 = linalg.pooling_nwc_max ins(%a80, %b80 : tensor<2x6x6xf32>, tensor<3xf32>) outs(%out80 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a81 = "test.value"() : () -> tensor<2x6x6xi32>
  %b81 = "test.value"() : () -> tensor<3xi32>
  %out81 = "test.value"() : () -> tensor<2x4x6xi32>
  %r81 = linalg.pooling_nwc_max_unsigned ins(%a81, %b81 : tensor<2x6x6xi32>, tensor<3xi32>) outs(%out81 : tensor<2x4x6xi32>) -> tensor<2x4x6xi32>
  %a82 = "test.value"() : () -> tensor<2x4x8xf32>
  %b82 = "test.value"() : () -> tensor<3xf32>
  %out82 = "test.value"() : () -> tensor<2x4x6xf32>
  %r82 = linalg.pooling_ncw_max ins(%a82, %b82 : tensor<2x4x8xf32>, tensor<3xf32>) outs(%out82 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a83 = "test.value"() : () -> tensor<2x6x6xf32>
  %b83 = "test.value"() : () -> tensor<3xf32>
  %out83 = "test.value"() : () -> tensor<2x4x6xf32>
  %r83 = linalg.pooling_nwc_min ins(%a83, %b83 : tensor<2x6x6xf32>, tensor<3xf32>) outs(%out83 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %a84 = "test.value"() : () -> tensor<2x6x6xi32>
  %b84 = "test.value"() : () -> tensor<3xi32>
  %out84 = "test.value"() : () -> tensor<2x4x6xi32>
  %r84 = linalg.pooling_nwc_min_unsigned ins(%a84, %b84 : tensor<2x6x6xi32>, tensor<3xi32>) outs(%out84 : tensor<2x4x6xi32>) -> tensor<2x4x6xi32>
  %a85 = "test.value"() : () -> tensor<2x5x8x4x5xf32>
  %b85 = "test.value"() : () -> tensor<2x3x2xf32>
  %out85 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r85 = linalg.pooling_ndhwc_sum ins(%a85, %b85 : tensor<2x5x8x4x5xf32>, tensor<2x3x2xf32>) outs(%out85 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a86 = "test.value"() : () -> tensor<2x5x8x4x5xf32>
  %b86 = "test.value"() : () -> tensor<2x3x2xf32>
  %out86 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r86 = linalg.pooling_ndhwc_max ins(%a86, %b86 : tensor<2x5x8x4x5xf32>, tensor<2x3x2xf32>) outs(%out86 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a87 = "test.value"() : () -> tensor<2x5x8x4x5xf32>
  %b87 = "test.value"() : () -> tensor<2x3x2xf32>
  %out87 = "test.value"() : () -> tensor<2x4x6x3x5xf32>
  %r87 = linalg.pooling_ndhwc_min ins(%a87, %b87 : tensor<2x5x8x4x5xf32>, tensor<2x3x2xf32>) outs(%out87 : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
  %a88 = "test.value"() : () -> f32
  %out88 = "test.value"() : () -> memref<4x8xf32>
  linalg.fill ins(%a88 : f32) outs(%out88 : memref<4x8xf32>)
  %a89 = "test.value"() : () -> f64
  %b89 = "test.value"() : () -> f64
  %c89 = "test.value"() : () -> i32
  %out89 = "test.value"() : () -> tensor<4x8xf32>
  %r89 = linalg.fill_rng_2d ins(%a89, %b89, %c89 : f64, f64, i32) outs(%out89 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a90 = "test.value"() : () -> tensor<4x8xf32>
  %out90 = "test.value"() : () -> tensor<4x8xf32>
  %r90 = linalg.softmax dimension(1) ins(%a90 : tensor<4x8xf32>) outs(%out90 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a91 = "test.value"() : () -> tensor<2x3x3x5xf32>
  %out91 = "test.value"() : () -> tensor<6x6x5x2xf32>
  %r91 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a91 : tensor<2x3x3x5xf32>) outs(%out91 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %a92 = "test.value"() : () -> tensor<2x10x10x5xf32>
  %out92 = "test.value"() : () -> tensor<6x6x2x2x2x5xf32>
  %r92 = linalg.winograd_input_transform fmr(F_4_3) ins(%a92 : tensor<2x10x10x5xf32>) outs(%out92 : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  %a93 = "test.value"() : () -> tensor<6x6x2x2x2x2xf32>
  %out93 = "test.value"() : () -> tensor<2x8x8x2xf32>
  %r93 = linalg.winograd_output_transform fmr(F_4_3) ins(%a93 : tensor<6x6x2x2x2x2xf32>) outs(%out93 : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  %a94 = "test.value"() : () -> tensor<128x256xf32>
  %out94 = "test.value"() : () -> tensor<16x8x8x32xf32>
  %r94 = linalg.pack %a94 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %out94 : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  %a95 = "test.value"() : () -> tensor<16x8x8x32xf32>
  %out95 = "test.value"() : () -> tensor<128x256xf32>
  %r95 = linalg.unpack %a95 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %out95 : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return
}

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#trait = {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"], library_call = "sum_rows", doc = "adds along rows"}
func.func @generic_from_trait(%a: memref<4x8xf32>, %b: memref<4xf32>) {
  linalg.generic #trait ins(%a : memref<4x8xf32>) outs(%b : memref<4xf32>) attrs = {note = "x"} {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.addf %in, %acc : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @generic_several_results(%a: tensor<4x8xf32>, %b: tensor<4xf32>, %c: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%b, %c : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%in: f32, %max: f32, %at: i32):
    %i = linalg.index 1 : index
    %p = arith.index_cast %i : index to i32
    %g = arith.cmpf ogt, %in, %max : f32
    %m = arith.select %g, %in, %max : f32
    %q = arith.select %g, %p, %at : i32
    linalg.yield %m, %q : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

func.func @convolution_strides(%a: tensor<1x9x9x3xi8>, %k: tensor<3x3x3x4xi8>, %o: tensor<1x3x3x4xi32>) -> tensor<1x3x3x4xi32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a, %k : tensor<1x9x9x3xi8>, tensor<3x3x3x4xi8>) outs(%o : tensor<1x3x3x4xi32>) -> tensor<1x3x3x4xi32>
  return %0 : tensor<1x3x3x4xi32>
}

func.func @casts(%f: tensor<4xf32>, %i: tensor<4xi32>, %h: tensor<4xbf16>, %b: tensor<4xi1>, %x: tensor<4xindex>, %c: tensor<4xcomplex<f32>>) {
  %0 = linalg.copy ins(%f : tensor<4xf32>) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %1 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%i : tensor<4xi32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.copy ins(%h : tensor<4xbf16>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %3 = linalg.copy ins(%f : tensor<4xf32>) outs(%h : tensor<4xbf16>) -> tensor<4xbf16>
  %4 = linalg.copy ins(%x : tensor<4xindex>) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %5 = linalg.copy ins(%b : tensor<4xi1>) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  %6 = linalg.copy ins(%f : tensor<4xf32>) outs(%c : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %7 = linalg.add ins(%b, %b : tensor<4xi1>, tensor<4xi1>) outs(%b : tensor<4xi1>) -> tensor<4xi1>
  %8 = linalg.mul ins(%c, %c : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%c : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %9 = linalg.div ins(%i, %i : tensor<4xi32>, tensor<4xi32>) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  return
}

func.func @pack_padding(%a: tensor<?x5xf32>, %p: f32, %n: index, %o: tensor<5x?x?xf32>) -> tensor<5x?x?xf32> {
  %0 = linalg.pack %a padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [%n] into %o : tensor<?x5xf32> -> tensor<5x?x?xf32>
  return %0 : tensor<5x?x?xf32>
}
