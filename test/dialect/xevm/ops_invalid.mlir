// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

func.func @block(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{must be 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or fixed-length vector}}
  %0 = xevm.blockload %p : (!llvm.ptr<1>) -> vector<2x4xi64>
  return
}

// -----

func.func @block_bytes(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{vector size must be 2, 4, 8 or 16 for 8-bit element type}}
  %0 = xevm.blockload %p : (!llvm.ptr<1>) -> vector<32xi8>
  return
}

// -----

func.func @block_words(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{vector size must be 2, 4 or 8 for element type > 8 bits}}
  %0 = xevm.blockload %p : (!llvm.ptr<1>) -> vector<16xi16>
  return
}

// -----

func.func @block_store(%p: !llvm.ptr<1>, %v: vector<3xi32>) {
  // expected-error @+1 {{vector size must be 2, 4 or 8 for element type > 8 bits}}
  "xevm.blockstore"(%p, %v) : (!llvm.ptr<1>, vector<3xi32>) -> ()
  return
}

// -----

func.func @size(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{result size of 256 bits does not match the expected size of 128 bits}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 16 : i32, tile_height = 8 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi32>
  return
}

// -----

func.func @both(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{transpose and pack_register are mutually exclusive}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 16 : i32, tile_height = 8 : i32, v_blocks = 1 : i32, transpose = true, pack_register = true}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi16>
  return
}

// -----

func.func @height(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_height to be between 1 and 32}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 8 : i32, tile_width = 4 : i32, tile_height = 64 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xi32>
  return
}

// -----

func.func @bits(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting elem_size_in_bits to be 8, 16, 32, or 64}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 4 : i32, tile_width = 16 : i32, tile_height = 8 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<1xi32>
  return
}

// -----

func.func @width_8(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 4 and 64}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 8 : i32, tile_width = 2 : i32, tile_height = 16 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi8>
  return
}

// -----

func.func @width_16(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 2 and 32}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 1 : i32, tile_height = 16 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<1xi16>
  return
}

// -----

func.func @width_32(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 1 and 16}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 32 : i32, tile_height = 1 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi32>
  return
}

// -----

func.func @width_64(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 1 and 8}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 64 : i32, tile_width = 16 : i32, tile_height = 1 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi32>
  return
}

// -----

func.func @blocks_8(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting v_blocks to be 1, 2, or 4}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 8 : i32, tile_width = 4 : i32, tile_height = 4 : i32, v_blocks = 8 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi8>
  return
}

// -----

func.func @blocks_32(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting v_blocks to be 1 or 2}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 4 : i32, tile_height = 4 : i32, v_blocks = 4 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xi32>
  return
}

// -----

func.func @blocks_64(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting v_blocks to be 1}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 64 : i32, tile_width = 4 : i32, tile_height = 4 : i32, v_blocks = 2 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xi32>
  return
}

// -----

func.func @row_8(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width * v_blocks should be less than or equal to 64 for 8 bit elements}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 8 : i32, tile_width = 64 : i32, tile_height = 4 : i32, v_blocks = 2 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<32xi8>
  return
}

// -----

func.func @row_16(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width * v_blocks should be less than or equal to 32 for 16 bit elements}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 32 : i32, tile_height = 1 : i32, v_blocks = 2 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xi16>
  return
}

// -----

func.func @row_32(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width * v_blocks should be less than or equal to 16 for 32 bit elements}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 16 : i32, tile_height = 1 : i32, v_blocks = 2 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi32>
  return
}

// -----

func.func @transpose_blocks(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting v_blocks to be 1}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 4 : i32, tile_height = 4 : i32, v_blocks = 2 : i32, transpose = true, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi32>
  return
}

// -----

func.func @transpose_bits(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{transpose is only supported for 32 and 64 bit elements}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 4 : i32, tile_height = 4 : i32, v_blocks = 1 : i32, transpose = true, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<1xi16>
  return
}

// -----

func.func @transpose_width(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 1 and 8}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 16 : i32, tile_height = 4 : i32, v_blocks = 1 : i32, transpose = true, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xi32>
  return
}

// -----

func.func @transpose_height_64(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_height to be 8 for 64 bit elements}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 64 : i32, tile_width = 4 : i32, tile_height = 4 : i32, v_blocks = 1 : i32, transpose = true, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi32>
  return
}

// -----

func.func @transpose_width_64(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be 1, 2, or 4}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 64 : i32, tile_width = 8 : i32, tile_height = 8 : i32, v_blocks = 1 : i32, transpose = true, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi32>
  return
}

// -----

func.func @pack_bits(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{pack_register is only supported for 8 and 16 bit elements}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 4 : i32, tile_height = 4 : i32, v_blocks = 1 : i32, transpose = false, pack_register = true}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<1xi32>
  return
}

// -----

func.func @pack_blocks(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting v_blocks to be 1, 2, or 4}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 8 : i32, tile_width = 4 : i32, tile_height = 4 : i32, v_blocks = 8 : i32, transpose = false, pack_register = true}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi8>
  return
}

// -----

func.func @pack_height(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_height to be between 4 and 32}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 8 : i32, tile_width = 16 : i32, tile_height = 2 : i32, v_blocks = 1 : i32, transpose = false, pack_register = true}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi8>
  return
}

// -----

func.func @pack_width(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 2 and 16}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 32 : i32, tile_height = 2 : i32, v_blocks = 1 : i32, transpose = false, pack_register = true}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi32>
  return
}

// -----

func.func @pack_row(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width * v_blocks should be less than or equal to 32 for 16 bit elements}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 16 : i32, tile_height = 2 : i32, v_blocks = 4 : i32, transpose = false, pack_register = true}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xi32>
  return
}

// -----

func.func @pack_lanes(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width when pack_register is true should be equal to subgroup size (16 elements)}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 8 : i32, tile_height = 8 : i32, v_blocks = 1 : i32, transpose = false, pack_register = true}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<2xi32>
  return
}

// -----

func.func @element(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting result element type to be 32 bits}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 16 : i32, tile_height = 8 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<16xi16>
  return
}

// -----

func.func @odd_height(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_height to be 1, 2, 4, 8, 16, or 32}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 16 : i32, tile_width = 16 : i32, tile_height = 3 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<3xi16>
  return
}

// -----

func.func @wide(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting 'elem_size_in_bits' to be 8, 16, or 32}}
  %0 = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 64 : i32, tile_width = 4 : i32, tile_height = 8 : i32, v_blocks = 1 : i32, transpose = false, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<4xi32>
  return
}

// -----

func.func @store_height(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_height to be between 1 and 8}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 32 : i32, tile_width = 16 : i32, tile_height = 16 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @store_width_8(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 4 and 64}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 8 : i32, tile_width = 2 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @store_width_16(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 2 and 32}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 16 : i32, tile_width = 64 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @store_width_32(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 1 and 16}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 32 : i32, tile_width = 32 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @store_width_64(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting tile_width to be between 1 and 8}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 64 : i32, tile_width = 16 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @store_bits(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting elem_size_in_bits to be 8, 16, 32, or 64}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 4 : i32, tile_width = 16 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @store_lanes_8(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width for 8 bit elements should be equal to 16 or 32}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 8 : i32, tile_width = 8 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @store_lanes_16(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width for 16 bit elements should be equal to 16}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 16 : i32, tile_width = 32 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @store_lanes_32(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width for 32 bit elements should be equal to 16}}
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v <{elem_size_in_bits = 32 : i32, tile_width = 8 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  return
}

// -----

func.func @prefetch_bits(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting 'elem_size_in_bits' to be 8, 16, or 32}}
  xevm.blockprefetch2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 64 : i32, tile_width = 16 : i32, tile_height = 8 : i32, v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
  return
}

// -----

func.func @prefetch_blocks(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{expecting v_blocks to be 1, 2, 4, or 8}}
  xevm.blockprefetch2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 16 : i32, tile_height = 8 : i32, v_blocks = 3 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
  return
}

// -----

func.func @prefetch_lanes(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{tile_width for 32 bit elements should be equal to 8 or 16}}
  xevm.blockprefetch2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits = 32 : i32, tile_width = 32 : i32, tile_height = 8 : i32, v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
  return
}

// -----

func.func @pitch(%p: !llvm.ptr<1>, %h: i32) {
  %w = arith.constant 64 : i32
  %pitch = arith.constant 32 : i32
  // expected-error @+1 {{4th operand (base pitch) should be >= 2nd operand (base width)}}
  xevm.blockprefetch2d %p, %w, %h, %pitch, %h, %h <{elem_size_in_bits = 8 : i32, tile_width = 16 : i32, tile_height = 8 : i32, v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
  return
}

// -----

func.func @space(%p: !llvm.ptr<3>) {
  // expected-error @+1 {{operand #0 must be LLVM pointer in address space 1 or LLVM pointer in address space 4, but got '!llvm.ptr<3>'}}
  xevm.prefetch %p : (!llvm.ptr<3>)
  return
}

// -----

func.func @mma(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{type of C operand must match result type}}
  %0 = xevm.mma %v, %v, %v {shape = <m = 8, n = 16, k = 16>, types = <d = f32, a = f16, b = f16, c = f32>} : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<8xf32>
  return
}

// -----

func.func @shape_again(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{duplicate or unknown struct parameter name: m}}
  %0 = xevm.mma %v, %v {shape = <m = 8, n = 16, m = 16>, types = <d = f32, a = f16, b = f16>} : (vector<8xi32>, vector<8xi32>) -> vector<8xf32>
  return
}

// -----

func.func @types_missing(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{struct is missing required parameter: b}}
  %0 = xevm.mma %v, %v {shape = <m = 8, n = 16, k = 16>, types = <d = f32, a = f16>} : (vector<8xi32>, vector<8xi32>) -> vector<8xf32>
  return
}

// -----

func.func @range(%p: !llvm.ptr<1>, %w: i32, %v: vector<8xi32>, %b: vector<16xi8>, %f: vector<8xf32>) {
  // expected-error @+1 {{must be 32-bit signless integer or 64-bit signless integer, but got 'f32'}}
  %0 = xevm.lane_id : f32
  return
}
