// RUN: tern-opt %s --test-scf-parallel-loop-collapsing="collapsed-indices-0=0,2 collapsed-indices-1=1" > %t.mlir
// RUN: mlir-opt %s --test-scf-parallel-loop-collapsing="collapsed-indices-0=0,2 collapsed-indices-1=1" | diff - %t.mlir

func.func private @use(index, index, index)

func.func @constant_bounds() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  scf.parallel (%i, %j, %k) = (%c0, %c1, %c2) to (%c9, %c9, %c9) step (%c1, %c1, %c2) {
    func.call @use(%i, %j, %k) : (index, index, index) -> ()
  }
  return
}

func.func @dynamic_bounds(%a: index, %b: index, %c: index) {
  scf.parallel (%i, %j, %k) = (%a, %b, %c) to (%b, %c, %b) step (%c, %c, %c) {
    func.call @use(%i, %j, %k) : (index, index, index) -> ()
  }
  return
}
