// RUN: tern-opt %s --split-input-file --verify-diagnostics --gpu-warp-specialize-matmul

// A configuration that warp groups are to follow, and cannot.

module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @depth() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: the depth of a stage has to be 128 bytes, and that of the instruction 32}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 32]], fragment = [64, 256, 16], buffers = 4}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
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
  func.func @rows() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: the tile has to have rows for whole instructions of 64, at most 256}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[96, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
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
  func.func @columns() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: the tile has to have the columns of the instruction, a multiple of 8, at most 256}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[128, 128, 0], [64, 128, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
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
  func.func @registers() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: a warp group has no registers for so many sums}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[256, 256, 0], [128, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
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
  func.func @stages() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: the stages of the pipeline do not fit workgroup memory, or are fewer than two}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 5}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
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
  func.func @size() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: the workgroup has to be a warp group that copies and those that multiply}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4, workgroup_size = [256, 1, 1]}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
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
  func.func @clusters() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4096x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x4096xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4096x4096xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<4096x4096xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: clusters have to be of 1 to 8 workgroups in a line, and all tiles must be under way at once}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 3, cluster = [2, 1, 1]}} ins(%a, %b : memref<4096x1024xf16>, memref<1024x4096xf16>) outs(%c : memref<4096x4096xf16>)
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
  func.func @chunks() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' that no warp groups can follow: a second factor with rows along n needs a tile of a multiple of 64 columns}}
    // expected-note @+1 {{for example {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}}}
    linalg.matmul {lowering_config = {tile_sizes = [[128, 96, 0], [64, 96, 0], [], [0, 0, 64]], fragment = [64, 96, 16], buffers = 4}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
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

module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @chip() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    // expected-error @+2 {{'linalg.matmul' op has a 'lowering_config' for warp groups, which cannot compute it: the target is not sm_90a}}
    // expected-note @+1 {{leave the attribute out, and another way is chosen}}
    linalg.matmul {lowering_config = {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256, 16], buffers = 4}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}
