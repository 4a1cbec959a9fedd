// RUN: tern-opt %s --gpu-tile-with-temporaries | FileCheck %s

#two = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {

// 64 rows of which a workgroup could take all: each gets one, for there are more multiprocessors than rows.

// CHECK-LABEL: func.func @rows
// CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%c64{{.*}}) step (%c1{{.*}}) {
func.func @rows() {
  %z = arith.constant 0.0 : f32
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x100xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x100xf32>
  %t = memref.alloca() : memref<64xf32>
  linalg.fill ins(%z : f32) outs(%t : memref<64xf32>)
  linalg.generic {indexing_maps = [#two, #rows], iterator_types = ["parallel", "reduction"]} ins(%a : memref<64x100xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#two, #rows, #two], iterator_types = ["parallel", "parallel"]} ins(%a, %t : memref<64x100xf32>, memref<64xf32>) outs(%o : memref<64x100xf32>) {
  ^bb0(%x: f32, %y: f32, %q: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// Columns are neighbours in memory, so a workgroup keeps as many as a subgroup reads at once.

// CHECK-LABEL: func.func @columns
// CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%c256{{.*}}) step (%c32{{.*}}) {
func.func @columns() {
  %z = arith.constant 0.0 : f32
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<100x256xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<100x256xf32>
  %t = memref.alloca() : memref<256xf32>
  linalg.fill ins(%z : f32) outs(%t : memref<256xf32>)
  linalg.generic {indexing_maps = [#two, #columns], iterator_types = ["reduction", "parallel"]} ins(%a : memref<100x256xf32>) outs(%t : memref<256xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#two, #columns, #two], iterator_types = ["parallel", "parallel"]} ins(%a, %t : memref<100x256xf32>, memref<256xf32>) outs(%o : memref<100x256xf32>) {
  ^bb0(%x: f32, %y: f32, %q: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

}

hal.interface private @io {
  hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}
