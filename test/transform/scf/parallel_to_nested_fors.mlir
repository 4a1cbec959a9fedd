// RUN: tern-opt %s --scf-parallel-for-to-nested-fors > %t.mlir
// RUN: mlir-opt %s --scf-parallel-for-to-nested-fors | diff - %t.mlir

func.func private @use(index, index)

func.func @nest(%a: index, %b: index, %c: index) {
  scf.parallel (%i, %j) = (%a, %b) to (%b, %c) step (%c, %a) {
    scf.parallel (%k) = (%i) to (%j) step (%c) {
      func.call @use(%i, %k) : (index, index) -> ()
    }
  }
  return
}

// What has results stays.
func.func @reduction(%a: index, %b: index, %x: f32) -> f32 {
  %r = scf.parallel (%i) = (%a) to (%b) step (%b) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %m: f32):
      %s = arith.addf %l, %m : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
