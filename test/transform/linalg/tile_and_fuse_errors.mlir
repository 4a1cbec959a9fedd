// RUN: tern-opt %s --linalg-tile-and-fuse --split-input-file --verify-diagnostics
// RUN: not tern-opt %s --linalg-tile-and-fuse=tile-sizes=8,8,8,8 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: not tern-opt %s --linalg-tile-and-fuse=tile-sizes=8,-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tern-opt %s --linalg-tile-and-fuse=workgroup-size=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tern-opt %s --linalg-tile-and-fuse=workgroup-size=1,2,3,4 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: not tern-opt %s --linalg-tile-and-fuse=workgroup-size=256 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tern-opt %s --linalg-tile-and-fuse=workgroup-size=16,16 2>&1 | FileCheck %s --check-prefix=MANY

// LOOPS: error: 'linalg.matmul' op 4 tile sizes are given for 3 loops
// NEGATIVE: error: 'builtin.module' op option 'tile-sizes' takes numbers from 0 on but got -1
// ZERO: error: 'builtin.module' op option 'workgroup-size' takes positive numbers but got 0
// FOUR: error: 'builtin.module' op option 'workgroup-size' takes at most 3 numbers but got 4
// LARGE: error: 'linalg.matmul' op workgroup size 256 in dimension 0 is over the target's 128
// MANY: error: 'linalg.matmul' op workgroup of [16, 16, 1] has more invocations than the target's 128
func.func @fine(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @not_a_dictionary(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op expected a dictionary as 'lowering_config' but got 1 : i32}}
  linalg.matmul {lowering_config = 1 : i32} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @unknown_entry(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op 'lowering_config' has an unknown entry 'tile_size'}}
  linalg.matmul {lowering_config = {tile_size = [[1]]}} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @no_tiles(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op 'lowering_config' needs 'tile_sizes', at most 4 lists of numbers}}
  linalg.matmul {lowering_config = {promote}} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @flat_tiles(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op 'lowering_config' needs 'tile_sizes', at most 4 lists of numbers}}
  linalg.matmul {lowering_config = {tile_sizes = [8, 8]}} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @too_many_tiles(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op 'lowering_config' has 4 subgroup tile sizes for 3 loops}}
  linalg.matmul {lowering_config = {tile_sizes = [[8], [1, 1, 1, 1]]}} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @negative_tile(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op 'lowering_config' has a workgroup tile size that is no number from 0 on: -8 : i64}}
  linalg.matmul {lowering_config = {tile_sizes = [[8, -8]]}} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @short_workgroup(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op 'lowering_config' needs three positive numbers as 'workgroup_size' but has [8, 8]}}
  linalg.matmul {lowering_config = {tile_sizes = [[8, 8]], workgroup_size = [8, 8]}} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @no_buffers(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op 'lowering_config' needs a number from 1 on as 'buffers' but has 0 : i64}}
  linalg.matmul {lowering_config = {tile_sizes = [[8, 8]], buffers = 0}} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @large_workgroup(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.matmul' op workgroup size 65 in dimension 2 is over the target's 64}}
  linalg.matmul {lowering_config = {tile_sizes = [[8, 8]], workgroup_size = [1, 1, 65]}} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}
