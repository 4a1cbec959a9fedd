// Attributes of sdy in bytecode. Inputs/shardings.mlirbc is this program, as jaxlib 0.10.2 writes it.
// RUN: tern-opt %s > %t.text.mlir
// RUN: tern-opt %S/Inputs/shardings.mlirbc | diff %t.text.mlir -
// RUN: tern-opt --emit-bytecode %s | tern-opt - | diff %t.text.mlir -

sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @ids = <["a"=4], device_ids=[3, 2, 1, 0]>
func.func public @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}p1, {}], replicated={"b":(2)2}>}, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %x <@m, [{"b"}, {?}], unreduced={"a"}> : tensor<8x8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%z: tensor<4x8xf32>) {
    sdy.return %z : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.custom_call @foo(%1, %y) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [i, l])->([ij, l]) {i=2, j=4, k=8, l=8} reduction={k} need_replication={l}, custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
