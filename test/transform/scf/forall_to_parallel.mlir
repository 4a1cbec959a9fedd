// RUN: tern-opt %s --scf-forall-to-parallel > %t.mlir
// RUN: mlir-opt %s --scf-forall-to-parallel | diff - %t.mlir

func.func private @use(index, index)

func.func @bounds(%lb: index, %ub: index, %step: index) {
  scf.forall (%i, %j) = (%lb, 2) to (8, %ub) step (%step, 3) {
    func.call @use(%i, %j) : (index, index) -> ()
  }
  return
}

func.func @mapped(%n: index) {
  scf.forall (%i, %j) in (%n, 4) {
    scf.forall (%k) in (%i) {
      func.call @use(%j, %k) : (index, index) -> ()
    }
  } {mapping = [#gpu.block<y>, #gpu.block<x>]}
  return
}
