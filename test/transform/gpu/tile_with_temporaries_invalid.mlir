// RUN: tern-opt %s --gpu-tile-with-temporaries --verify-diagnostics

// expected-note @below {{the ops of this function have no loops in common; split the dispatch}}
func.func @refuses_large_temporary() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<100x100xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<100x100xf32>
  // expected-error @below {{'memref.alloca' op is a temporary of memref<100x100xf32> that is too large for an invocation}}
  %t = memref.alloca() : memref<100x100xf32>
  linalg.exp ins(%a : memref<100x100xf32>) outs(%t : memref<100x100xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t : memref<100x100xf32>, memref<100x100xf32>) outs(%o : memref<100x100xf32>) {
  ^bb0(%x: f32, %y: f32, %q: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}
hal.interface private @io {
  hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
}
