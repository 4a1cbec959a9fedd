// The result is what upstream's passes give.
// RUN: tern-opt --affine-expand-index-ops %s > %t.mlir
// RUN: mlir-opt --affine-expand-index-ops %s | diff - %t.mlir
// RUN: tern-opt --affine-expand-index-ops-as-affine %s > %t.affine.mlir
// RUN: mlir-opt --affine-expand-index-ops-as-affine %s | diff - %t.affine.mlir

func.func @static(%i: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (4, 5, 6) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @dyn(%i: index, %a: index, %b: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (%a, %b, 6) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @dyn2(%i: index, %a: index, %b: index) -> (index, index, index, index) {
  %0:4 = affine.delinearize_index %i into (%a, 3, %b) : index, index, index, index
  return %0#0, %0#1, %0#2, %0#3 : index, index, index, index
}
func.func @lin(%i: index, %j: index, %k: index, %a: index) -> (index, index) {
  %0 = affine.linearize_index [%i, %j, %k] by (2, 3, 5) : index
  %1 = affine.linearize_index disjoint [%i, %j, %k] by (%a, 7) : index
  return %0, %1 : index, index
}
func.func @loops(%i: index, %m: memref<?xf32>, %x: f32) {
  affine.for %j = 0 to 4 {
    affine.for %k = 0 to 4 {
      %c = arith.muli %i, %i : index
      %0 = affine.linearize_index [%k, %c, %j, %i] by (2, 3, 5, 6) : index
      memref.store %x, %m[%0] : memref<?xf32>
    }
  }
  return
}
func.func @one(%i: index) -> (index, index) {
  %0 = affine.delinearize_index %i into (4) : index
  %1 = affine.linearize_index [] by () : index
  return %0, %1 : index, index
}
