// RUN: tern-opt %s --split-input-file --verify-diagnostics --gpu-simt-matmul

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{expected a dictionary as 'simt_config' but got 3 : i64}}
    linalg.matmul {simt_config = 3} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' has an unknown entry 'stage'}}
    linalg.matmul {simt_config = {stage = 3}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' needs 3 numbers from 1 to 1024 as 'tile' but has [32, 0, 4]}}
    linalg.matmul {simt_config = {tile = [32, 0, 4]}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' needs a number from 2 to 8 as 'stages' but has 1 : i64}}
    linalg.matmul {simt_config = {stages = 1}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' has lanes that are not the 32 of a warp}}
    linalg.matmul {simt_config = {lanes = [4, 4]}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' has more than the 32 warps of a block}}
    linalg.matmul {simt_config = {warps = [8, 8, 1]}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' has a tile that its warps, lanes and vectors of 4 do not divide}}
    linalg.matmul {simt_config = {tile = [48, 64, 16], warps = [1, 1, 1]}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' gives a thread 32 x 16 sums; 16 x 32 is the most}}
    linalg.matmul {simt_config = {tile = [256, 64, 16], warps = [1, 1, 1], lanes = [8, 4]}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' needs 278528 bytes of shared memory, the target has 166912}}
    linalg.matmul {simt_config = {tile = [128, 128, 64], warps = [2, 2, 1], stages = 4}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' has tiles that its 32 threads do not copy in equal parts, at most 32 each}}
    linalg.matmul {simt_config = {tile = [32, 16, 4], warps = [1, 1, 1]}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @f(%a: memref<64x64xf64>, %b: memref<64x64xf64>, %c: memref<64x64xf64>) {
    // expected-error @below {{'simt_config' needs lanes of [8, 4] for f64, as tensor cores have them}}
    linalg.matmul {simt_config = {lanes = [4, 8]}} ins(%a, %b : memref<64x64xf64>, memref<64x64xf64>) outs(%c : memref<64x64xf64>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    // expected-error @below {{'simt_config' splits a depth of 64 among 2 blocks: they need sm_90, one warp along k, whole tiles and whole rows of a thread each}}
    linalg.matmul {simt_config = {split = 2, warps = [1, 2, 1]}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}
