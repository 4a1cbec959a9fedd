// What does not fit the workgroup memory is tried with less, then left alone: never an error.
// RUN: tern-opt %s --linalg-promote-subviews --split-input-file --verify-diagnostics
// RUN: not tern-opt %s --linalg-promote-subviews --split-input-file 2>/dev/null | FileCheck %s
// RUN: not tern-opt %s --linalg-promote-subviews=buffers=3 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: not tern-opt %s --linalg-promote-subviews=padding=-2 2>&1 | FileCheck %s --check-prefix=PADDING

// BUFFERS: error: 'builtin.module' op option 'buffers' takes 1 or 2 but got 3
// PADDING: error: 'builtin.module' op option 'padding' takes a number from 0 to 1024 but got -2

// Two buffers with padding take 640 bytes, one without 256.

// CHECK-LABEL: func.func @gives_up_buffers(
// CHECK: memref.alloc() : memref<8x6xf32, 3>
// CHECK: memref.alloc() : memref<4x8xf32, 3>
// CHECK-LABEL: func.func @gives_up_padding(
// CHECK: memref.alloc() : memref<8x4xf32, 3>
// CHECK: memref.alloc() : memref<4x8xf32, 3>
#small = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<max_compute_shared_memory_size = 320>>
#smaller = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<max_compute_shared_memory_size = 256>>
func.func @gives_up_buffers(%a: memref<8x24xf32>, %b: memref<24x8xf32>, %c: memref<8x8xf32>) attributes {spirv.target_env = #small} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  scf.for %k = %c0 to %c24 step %c4 {
    %ta = memref.subview %a[0, %k] [8, 4] [1, 1] : memref<8x24xf32> to memref<8x4xf32, strided<[24, 1], offset: ?>>
    %tb = memref.subview %b[%k, 0] [4, 8] [1, 1] : memref<24x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
    linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = [], promote, buffers = 2, padding = 2}}
        ins(%ta, %tb : memref<8x4xf32, strided<[24, 1], offset: ?>>, memref<4x8xf32, strided<[8, 1], offset: ?>>)
        outs(%c : memref<8x8xf32>)
  }
  return
}
func.func @gives_up_padding(%a: memref<8x24xf32>, %b: memref<24x8xf32>, %c: memref<8x8xf32>) attributes {spirv.target_env = #smaller} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  scf.for %k = %c0 to %c24 step %c4 {
    %ta = memref.subview %a[0, %k] [8, 4] [1, 1] : memref<8x24xf32> to memref<8x4xf32, strided<[24, 1], offset: ?>>
    %tb = memref.subview %b[%k, 0] [4, 8] [1, 1] : memref<24x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
    linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = [], promote, buffers = 2, padding = 2}}
        ins(%ta, %tb : memref<8x4xf32, strided<[24, 1], offset: ?>>, memref<4x8xf32, strided<[8, 1], offset: ?>>)
        outs(%c : memref<8x8xf32>)
  }
  return
}

// -----

// CHECK-LABEL: func.func @too_large(
// CHECK-NOT: memref.alloc
// CHECK: return
#tiny = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<max_compute_shared_memory_size = 128>>
func.func @too_large(%a: memref<8x24xf32>, %b: memref<24x8xf32>, %c: memref<8x8xf32>) attributes {spirv.target_env = #tiny} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  scf.for %k = %c0 to %c24 step %c4 {
    %ta = memref.subview %a[0, %k] [8, 4] [1, 1] : memref<8x24xf32> to memref<8x4xf32, strided<[24, 1], offset: ?>>
    %tb = memref.subview %b[%k, 0] [4, 8] [1, 1] : memref<24x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
    // expected-remark @+1 {{inputs are not promoted: they take 256 bytes of workgroup memory (256 as configured) and 128 are left}}
    linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = [], promote}}
        ins(%ta, %tb : memref<8x4xf32, strided<[24, 1], offset: ?>>, memref<4x8xf32, strided<[8, 1], offset: ?>>)
        outs(%c : memref<8x8xf32>)
  }
  return
}

// -----

// CHECK-LABEL: func.func @unbounded(
// CHECK-NOT: memref.alloc
func.func @unbounded(%a: memref<8x?xf32>, %b: memref<?x8xf32>, %c: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    // expected-remark @+1 {{input 0 is not promoted to workgroup memory: the size of its dimension 1 has no bound}}
    linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = [], promote}}
        ins(%a, %b : memref<8x?xf32>, memref<?x8xf32>) outs(%c : memref<8x8xf32>)
  }
  return
}

// -----

func.func @wrong_config(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    // expected-error @+1 {{'linalg.matmul' op 'lowering_config' needs a number from 0 on as 'padding' but has -1 : i64}}
    linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = [], promote, padding = -1}}
        ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  }
  return
}
