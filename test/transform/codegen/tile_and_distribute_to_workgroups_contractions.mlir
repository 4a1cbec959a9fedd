// RUN: tern-opt %s --iree-codegen-tile-and-distribute-to-workgroups="contraction-rows=6 short-contraction-rows=32" \
// RUN:   --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --iree-codegen-tile-and-distribute-to-workgroups="short-contraction-rows=32 amx-bf16" --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=AMX
// RUN: not tern-opt %s --iree-codegen-tile-and-distribute-to-workgroups=contraction-rows=0 -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION

// OPTION: error: {{.*}}options 'contraction-rows' and 'short-contraction-rows' must be positive

// How tiles of contractions are cut: what tile_and_distribute_to_workgroups.mlir shows of all ops is not repeated here.

// Few rows, a multiple of six, where all rows of the right-hand side are read whole, and where they lie.

// CHECK-LABEL: func.func @whole_rows()
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c512 step
// CHECK: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c66
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<?x512xf32, {{.*}}>, memref<512x512xf32>)
// CHECK-LABEL: func.func private @whole_rows_workgroup_count
// CHECK: return %c1, %c8, %c1
func.func @whole_rows() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xf32>
  linalg.matmul ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>)
  return
}

// Half as many where there would be one workgroup.

// CHECK-LABEL: func.func @deep()
// CHECK: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c36
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<?x2048xf32, {{.*}}>, memref<2048x512xf32>)
// CHECK-LABEL: func.func private @deep_workgroup_count
// CHECK: return %c1, %c2, %c1
func.func @deep() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x2048xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<2048x512xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x512xf32>
  linalg.matmul ins(%a, %b : memref<64x2048xf32>, memref<2048x512xf32>) outs(%c : memref<64x512xf32>)
  return
}

// Rows of the right-hand side are too long to be read whole.

// CHECK-LABEL: func.func @wide()
// CHECK: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c504
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<?x512xf32, {{.*}}>, memref<512x512xf32, {{.*}}>)
// CHECK-LABEL: func.func private @wide_workgroup_count
// CHECK: return %c8, %c2, %c1
func.func @wide() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1000x512xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x4096xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1000x4096xf32>
  linalg.matmul ins(%a, %b : memref<1000x512xf32>, memref<512x4096xf32>) outs(%c : memref<1000x4096xf32>)
  return
}

// So few rows that columns are cut, to 256.

// CHECK-LABEL: func.func @shallow()
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<32x512xf32>, memref<512x256xf32, {{.*}}>)
// CHECK-LABEL: func.func private @shallow_workgroup_count
// CHECK: return %c2, %c1, %c1
func.func @shallow() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<32x512xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<32x512xf32>
  linalg.matmul ins(%a, %b : memref<32x512xf32>, memref<512x512xf32>) outs(%c : memref<32x512xf32>)
  return
}

// A right-hand side that is copied, here because it is transposed, is worth more rows. With much work for each, eight workgroups.

// CHECK-LABEL: func.func @transposed()
// CHECK: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c132
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<?x1024xf32, {{.*}}>, memref<1024x1024xf32>)
// CHECK-LABEL: func.func private @transposed_workgroup_count
// CHECK: return %c1, %c8, %c1
func.func @transposed() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf32>
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1024x1024xf32>, memref<1024x1024xf32>) outs(%c : memref<1024x1024xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Of less than 32 bits: a multiple of 32.

// CHECK-LABEL: func.func @short()
// CHECK: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c96
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<?x1024xbf16, {{.*}}>, memref<1024x512xbf16>)
// CHECK-LABEL: func.func private @short_workgroup_count
// CHECK: return %c1, %c4, %c1

// Where tiles of them are multiplied fewer columns first, since each of ours copies its part of the right-hand side.

// AMX-LABEL: func.func @short()
// AMX: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c160
// AMX: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<?x1024xbf16, {{.*}}>, memref<1024x256xbf16, {{.*}}>)
// AMX-LABEL: func.func private @short_workgroup_count
// AMX: return %c2, %c2, %c1
func.func @short() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<300x1024xbf16>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x512xbf16>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<300x512xf32>
  linalg.matmul ins(%a, %b : memref<300x1024xbf16>, memref<1024x512xbf16>) outs(%c : memref<300x512xf32>)
  return
}

// But whole rows where it lies as panels, which nobody copies.

// AMX-LABEL: func.func @short_panels()
// AMX: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c96
// AMX: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<?x1024xbf16, {{.*}}>, memref<1024x512xbf16>)
func.func @short_panels() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<300x1024xbf16>
  %p = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<16x512x32x2xbf16>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<300x512xf32>
  %w = memref.alloca() : memref<1024x512xbf16>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1 floordiv 32, d0 floordiv 2, d1 mod 32, d0 mod 2)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : memref<16x512x32x2xbf16>) outs(%w : memref<1024x512xbf16>) {
  ^bb0(%x: bf16, %y: bf16):
    linalg.yield %x : bf16
  }
  linalg.matmul ins(%a, %w : memref<300x1024xbf16>, memref<1024x512xbf16>) outs(%c : memref<300x512xf32>)
  return
}

// Few rows read the right-hand side once, 4 KiB of its rows at a time, if these are its columns.

// CHECK-LABEL: func.func @thin()
// CHECK: %[[J:.*]] = arith.muli %{{.*}}, %c1024
// CHECK: memref.subview %{{.*}}[0, %{{.*}}] [4096, 1024]
// CHECK-LABEL: func.func private @thin_workgroup_count
func.func @thin() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<12x4096xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<4096x4096xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<12x4096xf32>
  linalg.matmul ins(%a, %b : memref<12x4096xf32>, memref<4096x4096xf32>) outs(%c : memref<12x4096xf32>)
  return
}

// CHECK-LABEL: func.func @thin_transposed()
// CHECK: %[[J:.*]] = arith.muli %{{.*}}, %c512
// CHECK: memref.subview %{{.*}}[%{{.*}}, 0] [512, 4096]
// CHECK-LABEL: func.func private @thin_transposed_workgroup_count
func.func @thin_transposed() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<12x4096xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<4096x4096xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<12x4096xf32>
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<12x4096xf32>, memref<4096x4096xf32>) outs(%c : memref<12x4096xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %z, %p : f32
    linalg.yield %q : f32
  }
  return
}

// What is unpacked of panels is left to --linalg-fold-unpacking, and tiles begin with a panel; 300 columns, else in tiles of 320, are.

// CHECK-LABEL: func.func @panels()
// CHECK: %[[W:.*]] = memref.alloca() : memref<1024x1300xf32>
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[W]] : memref<1024x1300xf32>)
// CHECK: %[[J:.*]] = arith.muli %{{.*}}, %c480
// CHECK: memref.subview %[[W]][0, %{{.*}}] [1024, %{{.*}}]
// CHECK-LABEL: func.func private @panels_workgroup_count
func.func @panels() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<300x1024xf32>
  %p = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<14x1024x96xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<300x1300xf32>
  %w = memref.alloca() : memref<1024x1300xf32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1 floordiv 96, d0, d1 mod 96)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : memref<14x1024x96xf32>) outs(%w : memref<1024x1300xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.matmul ins(%a, %w : memref<300x1024xf32>, memref<1024x1300xf32>) outs(%c : memref<300x1300xf32>)
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}
