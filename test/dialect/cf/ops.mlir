// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @branches(%c: i1, %x: i32, %y: f32, %flag: i8) -> i32 {
  cf.assert %c, "a \"quoted\" message"
  cf.assert %c, "with attributes" {test.note}
  cf.br ^first
^first:
  cf.br ^second(%x, %y : i32, f32)
^second(%a: i32, %b: f32):
  cf.cond_br %c, ^third, ^second(%a, %b : i32, f32)
^third:
  cf.cond_br %c weights([90, 10]), ^fourth(%a : i32), ^fourth(%x : i32)
^fourth(%d: i32):
  cf.switch %flag : i8, [
    default: ^fifth,
    42: ^sixth(%d : i32),
    -1: ^second(%x, %y : i32, f32)
  ]
^fifth:
  cf.switch %x : i32, [
    default: ^sixth(%x : i32)
  ] {test.note}
^sixth(%r: i32):
  return %r : i32
}
