// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | diff - %t.mlir
// RUN: tern-opt %s --emit-bytecode | mlir-opt | diff - %t.mlir

// CHECK-LABEL: func.func @blocks
func.func @blocks(%p: !llvm.ptr<1>, %v: vector<4xi32>) -> (i8, vector<16xi8>) {
  // CHECK: xevm.blockload %{{.*}} : (!llvm.ptr<1>) -> i8
  %0 = xevm.blockload %p : (!llvm.ptr<1>) -> i8
  // CHECK: xevm.blockload %{{.*}} <{cache_control = #xevm.load_cache_control<ir>}> {own} : (!llvm.ptr<1>) -> vector<16xi8>
  %1 = xevm.blockload %p <{cache_control = #xevm.load_cache_control<ir>}> {own} : (!llvm.ptr<1>) -> vector<16xi8>
  xevm.blockstore %p, %v : (!llvm.ptr<1>, vector<4xi32>)
  xevm.blockstore %p, %v <{cache_control = #xevm.store_cache_control<L1wb_L2uc_L3wb>}> : (!llvm.ptr<1>, vector<4xi32>)
  return %0, %1 : i8, vector<16xi8>
}

// CHECK-LABEL: func.func @tiles
func.func @tiles(%p: !llvm.ptr<1>, %w: i32, %h: i32, %pitch: i32, %x: i32, %y: i32, %v: vector<8xi32>) {
  %0 = xevm.blockload2d %p, %w, %h, %pitch, %x, %y <{elem_size_in_bits = 16 : i32, tile_width = 16 : i32, tile_height = 16 : i32, v_blocks = 1 : i32, transpose = false, pack_register = true}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi32>
  // CHECK: xevm.blockload2d {{.*}} <{elem_size_in_bits = 32 : i32, pack_register = false, tile_height = 32 : i32, tile_width = 8 : i32, transpose = true, v_blocks = 1 : i32}>
  %1 = xevm.blockload2d %p, %w, %h, %pitch, %x, %y <{elem_size_in_bits = 32 : i32, tile_width = 8 : i32, tile_height = 32 : i32, v_blocks = 1 : i32, transpose = true, pack_register = false}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<16xf32>
  %2 = xevm.blockload2d %p, %w, %h, %pitch, %x, %y <{elem_size_in_bits = 8 : i32, tile_width = 32 : i32, tile_height = 8 : i32, v_blocks = 2 : i32, transpose = false, pack_register = false, cache_control = #xevm.load_cache_control<L1s_L2c_L3uc>}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<16xi16>
  xevm.blockstore2d %p, %w, %h, %pitch, %x, %y, %v <{elem_size_in_bits = 32 : i32, tile_width = 16 : i32, tile_height = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  xevm.blockstore2d %p, %w, %h, %pitch, %x, %y, %v <{elem_size_in_bits = 8 : i32, tile_width = 32 : i32, tile_height = 8 : i32, cache_control = #xevm.store_cache_control<L1uc_L2wb_L3wb>}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  xevm.blockprefetch2d %p, %w, %h, %pitch, %x, %y <{elem_size_in_bits = 32 : i32, tile_width = 8 : i32, tile_height = 4 : i32, v_blocks = 8 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
  return
}

// CHECK-LABEL: func.func @memory
func.func @memory(%p: !llvm.ptr<4>) {
  // CHECK: xevm.memfence <{addrspace = #xevm.addr_space<generic>, scope = #xevm.mem_scope<device>}>
  xevm.memfence <{scope = #xevm.mem_scope<device>}>
  xevm.memfence <{addrspace = #xevm.addr_space<shared>, scope = #xevm.mem_scope<workgroup>}> {own}
  xevm.prefetch %p : (!llvm.ptr<4>)
  xevm.prefetch %p <{cache_control = #xevm.load_cache_control<L1c_L2c_L3c>}> : (!llvm.ptr<4>)
  return
}

// CHECK-LABEL: func.func @product
func.func @product(%a: vector<8xi16>, %b: vector<8xi32>, %c: vector<8xf32>) -> vector<8xf32> {
  // CHECK: xevm.mma %{{.*}}, %{{.*}} {shape = <m = 8, n = 16, k = 16>, types = <d = f32, a = bf16, b = bf16>}
  %0 = xevm.mma %a, %b {shape = <k = 16, m = 8, n = 16>, types = <b = bf16, d = f32, a = bf16>} : (vector<8xi16>, vector<8xi32>) -> vector<8xf32>
  // CHECK: types = <d = f32, a = f16, b = f16, c = f32>
  %1 = xevm.mma %a, %b, %c {shape = <m = 8, n = 16, k = 16>, types = <d = f32, a = f16, b = f16, c = f32>} : (vector<8xi16>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  return %1 : vector<8xf32>
}

// CHECK-LABEL: llvm.func @ids
llvm.func @ids() -> i32 {
  // CHECK: xevm.lane_id range <i32, 0, 16> : i32
  %0 = xevm.lane_id range <i32, 0, 16> : i32
  %1 = xevm.group_count.y : i64
  %2 = xevm.subgroup_size {own} : i32
  llvm.return %2 : i32
}
