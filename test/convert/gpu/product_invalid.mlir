// RUN: tern-opt %s --split-input-file --verify-diagnostics --gpu-warp-specialize-matmul

// What a function must be to be one product, said where a configuration asks for it.

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @other_op() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.generic' op has a 'lowering_config' for warp groups, which cannot compute it: it is no contraction}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a : memref<64x64xf16>) outs(%c : memref<64x64xf16>) attrs = {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} {
    ^bb0(%x: f16, %z: f16):
      %s = arith.addf %z, %x : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @two_depths() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x8x8xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x8x8xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.generic' op has a 'lowering_config' for warp groups, which cannot compute it: it has other loops than m, n, k and one batch}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.generic {indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (n, k, l)>, affine_map<(m, n, k, l) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<64x8x8xf16>, memref<64x8x8xf16>) outs(%c : memref<64x64xf16>) attrs = {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} {
    ^bb0(%x: f16, %y: f16, %z: f16):
      %p = arith.mulf %x, %y : f16
      %s = arith.addf %z, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @integers() {
    %zero = arith.constant 0 : i32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xi8>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xi8>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xi32>
    linalg.fill ins(%zero : i32) outs(%c : memref<64x64xi32>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: its body is no plain product of floats}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @strided() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16, strided<[1, 64]>>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: an operand has a layout}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16, strided<[1, 64]>>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @batch_inside() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64x64xf16>)
    // expected-error @+2 {{'linalg.generic' op has a 'lowering_config' for warp groups, which cannot compute it: the innermost dimension of the result is the batch}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (m, n, b)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : memref<64x64x64xf16>, memref<64x64x64xf16>) outs(%c : memref<64x64x64xf16>) attrs = {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} {
    ^bb0(%x: f16, %y: f16, %z: f16):
      %p = arith.mulf %x, %y : f16
      %s = arith.addf %z, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @batch_between() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64x64xf16>)
    // expected-error @+2 {{'linalg.generic' op has a 'lowering_config' for warp groups, which cannot compute it: the batch is not the outermost dimension}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (m, b, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : memref<64x64x64xf16>, memref<64x64x64xf16>) outs(%c : memref<64x64x64xf16>) attrs = {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} {
    ^bb0(%x: f16, %y: f16, %z: f16):
      %p = arith.mulf %x, %y : f16
      %s = arith.addf %z, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @long() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: too many ops follow it}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.negf %x : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @reduced() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    %d = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: an op that follows it is not element-wise}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>], iterator_types = ["parallel", "reduction"]} ins(%c : memref<64x64xf16>) outs(%d : memref<64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %s = arith.addf %x, %z : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @repeated() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    %d = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<2x64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: an op that follows it has a result of another shape}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    linalg.generic {indexing_maps = [affine_map<(l, m, n) -> (m, n)>, affine_map<(l, m, n) -> (l, m, n)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%d : memref<2x64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      linalg.yield %x : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @overlapping() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    %c16 = arith.constant 16 : index
    %d = iree.placeholder for "interface buffer" offset(%c16) {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: results overlap}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%d : memref<64x64xf16>) {
    ^bb0(%x: f16, %z0: f16):
      linalg.yield %x : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @many() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    %t0 = memref.alloc() : memref<64x64xf16>
    %t1 = memref.alloc() : memref<64x64xf16>
    %t2 = memref.alloc() : memref<64x64xf16>
    %t3 = memref.alloc() : memref<64x64xf16>
    %t4 = memref.alloc() : memref<64x64xf16>
    %t5 = memref.alloc() : memref<64x64xf16>
    %t6 = memref.alloc() : memref<64x64xf16>
    %t7 = memref.alloc() : memref<64x64xf16>
    %t8 = memref.alloc() : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: there are too many results}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7, %t8 : memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>) {
    ^bb0(%x: f16, %z0: f16, %z1: f16, %z2: f16, %z3: f16, %z4: f16, %z5: f16, %z6: f16, %z7: f16, %z8: f16):
      linalg.yield %x, %x, %x, %x, %x, %x, %x, %x, %x : f16, f16, f16, f16, f16, f16, f16, f16, f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @reading() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    %d = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<64x64xf16>
    %c0 = arith.constant 0 : index
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: an op that follows it does more than compute}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%c : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      %y = memref.load %d[%c0, %c0] : memref<64x64xf16>
      %s = arith.addf %x, %y : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @viewed() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = memref.alloc() : memref<64x64xf16>
    %view = memref.cast %c : memref<64x64xf16> to memref<?x?xf16>
    %d = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: a temporary is used by other ops}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%d : memref<64x64xf16>) {
    ^bb0(%x: f16, %z0: f16):
      linalg.yield %x : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @nothing() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = memref.alloc() : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: there are no results}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @in_place() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: a factor lies where results go}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @turned() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    %d = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: an op that follows it reads other elements of a result}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (n, m)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<64x64xf16>) outs(%d : memref<64x64xf16>) {
    ^bb0(%x: f16, %z: f16):
      linalg.yield %x : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @storing() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    %c0 = arith.constant 0 : index
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: the dispatch does other things as well}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    memref.store %zero, %c[%c0, %c0] : memref<64x64xf16>
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @added() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: the sums do not start at zero}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @doubles() {
    %zero = arith.constant 0.0 : f64
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf64>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf64>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf64>
    linalg.fill ins(%zero : f64) outs(%c : memref<64x64xf64>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: the instruction has no such types}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf64>, memref<64x64xf64>) outs(%c : memref<64x64xf64>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @exact() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: f32 must not be multiplied as tf32}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @bytes() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf8E5M2>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf8E5M2>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: one of the factors must have rows along k}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf8E5M2>, memref<64x64xf8E5M2>) outs(%c : memref<64x64xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @narrow_boxes() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf8E5M2>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf8E5M2>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: a factor that is turned in registers needs a tile with rows of 128 bytes}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 128, 0], [64, 128, 0], [], [0, 0, 128]], fragment = [64, 128, 32], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 128]], fragment = [64, 64, 32], buffers = 4}} ins(%a, %b : memref<64x64xf8E5M2>, memref<64x64xf8E5M2>) outs(%c : memref<64x64xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @wide_sums() {
    %zero = arith.constant 0.0 : f64
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf64>
    linalg.fill ins(%zero : f64) outs(%c : memref<64x64xf64>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: the sums are no floats of 32 bits}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf64>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @few_columns() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<71x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x71xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x71xf16>)
    // expected-error @+2 {{'linalg.generic' op has a 'lowering_config' that no warp groups can follow: rows of results that are no whole vectors need a tile of a multiple of 64 columns}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
                    iterator_types = ["parallel", "parallel", "reduction"],
                    lowering_config = {tile_sizes = [[64, 72, 0], [64, 72, 0], [], [0, 0, 64]], fragment = [64, 72, 16], buffers = 4}}
        ins(%a, %b : memref<64x64xf16>, memref<71x64xf16>) outs(%c : memref<64x71xf16>) {
    ^bb0(%x: f16, %y: f16, %sum: f16):
      %p = arith.mulf %x, %y : f16
      %s = arith.addf %sum, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @pitch() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x60xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<60x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: a factor cannot have a tensor map}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} ins(%a, %b : memref<64x60xf16>, memref<60x64xf16>) outs(%c : memref<64x64xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @unknown() {
    %zero = arith.constant 0.0 : f16
    %n = hal.interface.load.constant offset = 0 : index
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x64xf16>{%n}
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<?x64xf16>{%n}
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x64xf16>)
    // expected-error @+2 {{'linalg.generic' op has a 'lowering_config' for warp groups, which cannot compute it: an extent is not known, or nothing}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<?x64xf16>, memref<?x64xf16>) outs(%c : memref<64x64xf16>) attrs = {lowering_config = {tile_sizes = [[64, 64, 0], [64, 64, 0], [], [0, 0, 64]], fragment = [64, 64, 16], buffers = 4}} {
    ^bb0(%x: f16, %y: f16, %z: f16):
      %p = arith.mulf %x, %y : f16
      %s = arith.addf %z, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}
