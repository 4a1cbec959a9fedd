// RUN: tern-opt %s --gpu-pipeline-matmul --split-input-file --verify-diagnostics

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' needs three powers of two up to 1024 as 'tile' but has [48, 64, 32]}}
    linalg.matmul {mma_config = {tile = [48, 64, 32]}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' needs three powers of two up to 1024 as 'warps' but has [2, 2]}}
    linalg.matmul {mma_config = {warps = [2, 2]}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' needs a number from 2 to 16 as 'stages' but has 1 : i64}}
    linalg.matmul {mma_config = {stages = 1}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' needs a number from 1 to 8 as 'split' but has 16 : i64}}
    linalg.matmul {mma_config = {split = 16}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' has an unknown entry 'depth'}}
    linalg.matmul {mma_config = {depth = 4}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' gives a warp 64 x 8 elements; it can have 16 x 16 to 256 x 256, and 16384 in all}}
    linalg.matmul {mma_config = {tile = [64, 16, 32], warps = [1, 2, 1]}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' has 1 steps of 32 bytes along k for 2 warps; each needs 1 to 16}}
    linalg.matmul {mma_config = {tile = [64, 64, 16], warps = [2, 2, 2]}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' has 2048 threads; a block has 1024 at most}}
    linalg.matmul {mma_config = {tile = [256, 256, 64], warps = [8, 8, 1]}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' lets 16 warps share a reduction, which is more than the 8 pairs that each has}}
    linalg.matmul {mma_config = {tile = [16, 32, 256], warps = [1, 1, 16]}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' splits the reduction over a cluster; sm_80 has none}}
    linalg.matmul {mma_config = {tile = [64, 64, 32], warps = [2, 2, 1], split = 2}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{'mma_config' takes 262144 bytes of shared memory; the target has 166912}}
    linalg.matmul {mma_config = {tile = [128, 128, 64], warps = [2, 2, 1], stages = 8}}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @main(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
    // expected-error @+1 {{expected a dictionary as 'mma_config' but got 3 : i64}}
    linalg.matmul {mma_config = 3}
        ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
}
