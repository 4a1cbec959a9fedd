// RUN: tern-opt %s --split-input-file --iree-linalg-ext-convert-attention-to-triton | FileCheck %s

#q = affine_map<(b, m, n, k, l) -> (b, m, l)>
#k = affine_map<(b, m, n, k, l) -> (b, k, l)>
#v = affine_map<(b, m, n, k, l) -> (b, k, n)>
#s = affine_map<(b, m, n, k, l) -> ()>
#o = affine_map<(b, m, n, k, l) -> (b, m, n)>

// Lengths are multiples of the tiles: one loop, in which nothing is masked.
// CHECK-LABEL: func.func private @plain()
// CHECK-SAME: hal.kernel_tensor_maps = [{binding = 0 : i64, box = array<i64: 64, 128, 2>, fill = 0 : i64, interleave = 0 : i64, offset = 0 : i64, promotion = 2 : i64, sizes = array<i64: 64, 128, 2>, strides = array<i64: 128, 16384>, swizzle = 0 : i64, type = 9 : i64, words = array<i64: -1, -1, -1>}
// CHECK-SAME: workgroup_size = [128, 1, 1]
// CHECK: func.func private @plain_workgroup_count
// CHECK: %[[C4:.+]] = arith.constant 4 : index
// CHECK: return %[[C4]]
// CHECK: module attributes {tern.bindings = array<i64>, tern.num_stages = 2 : i64, tern.num_warps = 4 : i64} {
// CHECK: tt.func public @plain(%[[Q:.+]]: !tt.tensordesc<tensor<1x64x64xbf16>>, %[[K:.+]]: !tt.tensordesc<tensor<1x128x64xbf16>>, %[[V:.+]]: !tt.tensordesc<tensor<1x128x64xbf16>>, %[[O:.+]]: !tt.tensordesc<tensor<1x64x64xbf16>>) {
// CHECK: %[[ID:.+]] = tt.get_program_id x : i32
// CHECK: %[[TILE:.+]] = arith.remsi %[[ID]], %{{.+}} : i32
// CHECK: %[[B:.+]] = arith.divsi %[[ID]], %{{.+}} : i32
// CHECK: %[[ROW:.+]] = arith.muli %[[TILE]], %{{.+}} : i32
// CHECK: %[[QUERY:.+]] = tt.descriptor_load %[[Q]][%[[B]], %[[ROW]], %{{.+}}]
// CHECK: %[[END:.+]] = arith.constant 256 : i32
// CHECK: scf.for %[[N:.+]] = %{{.+}} to %[[END]] step %{{.+}} iter_args(%[[M:.+]] = %{{.+}}, %[[L:.+]] = %{{.+}}, %[[SUMS:.+]] = %{{.+}})
// CHECK: %[[KEYS:.+]] = tt.descriptor_load %[[K]][%[[B]], %[[N]], %{{.+}}]
// CHECK: %[[TURNED:.+]] = tt.trans %[[KEYS]]
// CHECK: tt.dot %[[QUERY]], %[[TURNED]], %{{.+}} : tensor<64x64xbf16> * tensor<64x128xbf16> -> tensor<64x128xf32>
// CHECK: arith.maxnumf
// CHECK-NOT: arith.cmpi
// CHECK: %[[P:.+]] = math.exp2 %{{.+}} : tensor<64x128xf32>
// CHECK: %[[W:.+]] = arith.truncf %[[P]]
// CHECK: %[[VALUES:.+]] = tt.descriptor_load %[[V]]
// CHECK: tt.dot %[[W]], %[[VALUES]], %{{.+}}
// CHECK-NOT: scf.for
// CHECK: arith.divf
// CHECK: tt.descriptor_store %[[O]][%[[B]], %[[ROW]], %{{.+}}]
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @plain() {
    %s = arith.constant 0.125 : f32
    %q = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2x128x64xbf16>
    %k = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<2x256x64xbf16>
    %v = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<2x256x64xbf16>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b3} : memref<2x128x64xbf16>
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> {attention_config = array<i64: 64, 128, 4, 2, 0>} ins(%q, %k, %v, %s : memref<2x128x64xbf16>, memref<2x256x64xbf16>, memref<2x256x64xbf16>, f32) outs(%o : memref<2x128x64xbf16>) {
    ^bb0(%x: f32):
      iree_linalg_ext.yield %x : f32
    }
    return
  }
  hal.interface private @io attributes {push_constants = 0 : index} {
    hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b3, set = 0, binding = 3, type = "StorageBuffer", access = "Write"
  }
}

// -----

#q = affine_map<(b, m, n, k, l) -> (b, m, l)>
#k = affine_map<(b, m, n, k, l) -> (b, k, l)>
#v = affine_map<(b, m, n, k, l) -> (b, k, n)>
#s = affine_map<(b, m, n, k, l) -> ()>
#o = affine_map<(b, m, n, k, l) -> (b, m, n)>

// Keys that no query of the tile sees are left out, and those that all see are in a loop without a mask. Long rows come first.
// CHECK-LABEL: func.func private @causal
// CHECK: tt.func public @causal
// CHECK: %[[ID:.+]] = tt.get_program_id x : i32
// CHECK: %[[TILE:.+]] = arith.remsi %[[ID]]
// CHECK: arith.subi %{{.+}}, %[[TILE]] : i32
// CHECK: arith.minsi
// CHECK: arith.minsi
// CHECK: scf.for
// CHECK-NOT: arith.cmpi
// CHECK: tt.dot
// CHECK: tt.dot
// CHECK: scf.for
// CHECK: tt.dot
// CHECK: %[[AHEAD:.+]] = arith.subi %{{.+}}, %{{.+}} : tensor<64x128xi32>
// CHECK: %[[SEEN:.+]] = arith.cmpi sle, %[[AHEAD]], %{{.+}} : tensor<64x128xi32>
// CHECK: arith.select {{.*}} : tensor<64x128xi1>, tensor<64x128xf32>
// CHECK: tt.dot
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @causal() {
    %s = arith.constant 0.125 : f32
    %q = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2x300x64xbf16>
    %k = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<2x300x64xbf16>
    %v = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<2x300x64xbf16>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b3} : memref<2x300x64xbf16>
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> {attention_config = array<i64: 64, 128, 4, 2, 0>} ins(%q, %k, %v, %s : memref<2x300x64xbf16>, memref<2x300x64xbf16>, memref<2x300x64xbf16>, f32) outs(%o : memref<2x300x64xbf16>) {
    ^bb0(%x: f32):
      %i = iree_linalg_ext.index 1 : index
      %j = iree_linalg_ext.index 3 : index
      %c = arith.cmpi sle, %j, %i : index
      %f = arith.constant -1.0e+30 : f32
      %r = arith.select %c, %x, %f : f32
      iree_linalg_ext.yield %r : f32
    }
    return
  }
  hal.interface private @io attributes {push_constants = 0 : index} {
    hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b3, set = 0, binding = 3, type = "StorageBuffer", access = "Write"
  }
}

// -----

#q = affine_map<(m, n, k, l) -> (m, l)>
#k = affine_map<(m, n, k, l) -> (k, l)>
#v = affine_map<(m, n, k, l) -> (k, n)>
#s = affine_map<(m, n, k, l) -> ()>
#x = affine_map<(m, n, k, l) -> (m, k)>
#o = affine_map<(m, n, k, l) -> (m, n)>

// Where no row need have a score that counts, a finite number is one like others, and all keys are gone through. Truth values are
// read as bytes, and a chip without tensor maps reads all through pointers.
// CHECK-LABEL: func.func private @chosen
// CHECK-NOT: hal.kernel_tensor_maps
// CHECK: module attributes {tern.bindings = array<i64: 0, 1, 2, 3, 4>, {{.*}}tern.portable}
// CHECK: tt.func public @chosen(%[[Q:.+]]: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %{{.+}}: !tt.ptr<f16> {{.*}}, %{{.+}}: !tt.ptr<f16> {{.*}}, %[[CHOICE:.+]]: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %{{.+}}: !tt.ptr<f32>
// CHECK: tt.make_tensor_descriptor %[[Q]], {{.*}} : <f16>, <tensor<64x32xf16>>
// CHECK: scf.for
// CHECK: tt.dot
// CHECK: %[[BYTES:.+]] = tt.load {{.*}} : tensor<64x64x!tt.ptr<i8>>
// CHECK: arith.cmpi ne, %[[BYTES]], %{{.+}} : tensor<64x64xi8>
// CHECK: arith.select
// CHECK: tt.dot
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @chosen() {
    %s = arith.constant 0.125 : f32
    %q = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x32xf16>
    %k = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x32xf16>
    %v = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<64x32xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@b3} : memref<64x64xi1>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b4} : memref<64x32xf32>
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #x, #o]> ins(%q, %k, %v, %s, %c : memref<64x32xf16>, memref<64x32xf16>, memref<64x32xf16>, f32, memref<64x64xi1>) outs(%o : memref<64x32xf32>) {
    ^bb0(%x: f32, %y: i1):
      %f = arith.constant -1.0e+30 : f32
      %r = arith.select %y, %x, %f : f32
      iree_linalg_ext.yield %r : f32
    }
    return
  }
  hal.interface private @io attributes {push_constants = 0 : index} {
    hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b3, set = 0, binding = 3, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b4, set = 0, binding = 4, type = "StorageBuffer", access = "Write"
  }
}

// -----

#q = affine_map<(m, n, k, l) -> (m, l)>
#k = affine_map<(m, n, k, l) -> (k, l)>
#v = affine_map<(m, n, k, l) -> (k, n)>
#s = affine_map<(m, n, k, l) -> ()>
#o = affine_map<(m, n, k, l) -> (m, n)>

// f32 would lose what its products are exact in.
// CHECK-LABEL: func.func @keeps_f32
// CHECK: iree_linalg_ext.attention
// CHECK-NOT: tt.func
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @keeps_f32() {
    %s = arith.constant 0.125 : f32
    %q = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x32xf32>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x32xf32>
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> ins(%q, %q, %q, %s : memref<64x32xf32>, memref<64x32xf32>, memref<64x32xf32>, f32) outs(%o : memref<64x32xf32>) {
    ^bb0(%x: f32):
      iree_linalg_ext.yield %x : f32
    }
    return
  }
  hal.interface private @io attributes {push_constants = 0 : index} {
    hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
  }
}

// -----

#q = affine_map<(b, m, n, k, l) -> (b, m, l)>
#k = affine_map<(b, m, n, k, l) -> (b, k, l)>
#v = affine_map<(b, m, n, k, l) -> (b, k, n)>
#s = affine_map<(b, m, n, k, l) -> ()>
#o = affine_map<(b, m, n, k, l) -> (b, m, n)>

// What the table says: a tile of 64 queries for each program, as there are few, and values that are multiplied while the next weights
// are computed.
// CHECK-LABEL: func.func private @lags
// CHECK: module attributes {{{.*}}tern.num_stages = 2 : i64, tern.num_warps = 4 : i64}
// CHECK: tt.func public @lags(%{{.+}}: !tt.tensordesc<tensor<1x64x64xbf16>>, %[[K:.+]]: !tt.tensordesc<tensor<1x128x64xbf16>>, %[[V:.+]]: !tt.tensordesc<tensor<1x128x64xbf16>>
// CHECK: tt.dot
// CHECK: math.exp2 {{.*}} : tensor<64x128xf32>
// CHECK: scf.for %[[N:.+]] = {{.*}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}, %[[SUMS:.+]] = %{{.+}}, %[[P:.+]] = %{{.+}}, %[[C:.+]] = %{{.+}})
// CHECK: %[[NARROW:.+]] = arith.truncf %[[P]]
// CHECK: tt.expand_dims %[[C]]
// CHECK: %[[SMALL:.+]] = arith.mulf %[[SUMS]]
// CHECK: tt.descriptor_load %[[K]][%{{.+}}, %[[N]], %{{.+}}]
// CHECK: %[[PRODUCTS:.+]] = tt.dot
// CHECK: %[[BEFORE:.+]] = arith.subi %[[N]], %{{.+}} : i32
// CHECK: %[[VALUES:.+]] = tt.descriptor_load %[[V]][%{{.+}}, %[[BEFORE]], %{{.+}}]
// CHECK: %[[NEW:.+]] = tt.dot %[[NARROW]], %[[VALUES]], %[[SMALL]]
// CHECK: "tt.reduce"(%[[PRODUCTS]])
// CHECK: scf.yield %{{.+}}, %{{.+}}, %[[NEW]], %{{.+}}, %{{.+}} :
// CHECK: } {tern.late_waits}
// CHECK: tt.dot
// CHECK: arith.divf
// Tiles that the op is given by hand. Eight heads of one query each would keep eight of 132 multiprocessors busy, if there were many
// keys for each.
// CHECK-LABEL: func.func private @given
// CHECK: module attributes {{{.*}}tern.num_stages = 3 : i64, tern.num_warps = 8 : i64}
// CHECK: !tt.tensordesc<tensor<1x128x64xbf16>>, %{{.+}}: !tt.tensordesc<tensor<1x32x64xbf16>>
// CHECK-LABEL: func.func private @one_query
// CHECK: tern.portable
// CHECK-LABEL: func.func @keeps_one_query_of_many_keys
// CHECK: iree_linalg_ext.attention
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @lags() {
    %s = arith.constant 0.125 : f32
    %q = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2x256x64xbf16>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<2x256x64xbf16>
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> ins(%q, %q, %q, %s : memref<2x256x64xbf16>, memref<2x256x64xbf16>, memref<2x256x64xbf16>, f32) outs(%o : memref<2x256x64xbf16>) {
    ^bb0(%x: f32):
      iree_linalg_ext.yield %x : f32
    }
    return
  }
  func.func @given() {
    %s = arith.constant 0.125 : f32
    %q = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<2x128x64xbf16>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<2x128x64xbf16>
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> {attention_config = array<i64: 128, 32, 8, 3, 0>} ins(%q, %q, %q, %s : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, f32) outs(%o : memref<2x128x64xbf16>) {
    ^bb0(%x: f32):
      iree_linalg_ext.yield %x : f32
    }
    return
  }
  func.func @one_query() {
    %s = arith.constant 0.125 : f32
    %q = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<8x1x64xbf16>
    %k = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<8x128x64xbf16>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<8x1x64xbf16>
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> ins(%q, %k, %k, %s : memref<8x1x64xbf16>, memref<8x128x64xbf16>, memref<8x128x64xbf16>, f32) outs(%o : memref<8x1x64xbf16>) {
    ^bb0(%x: f32):
      iree_linalg_ext.yield %x : f32
    }
    return
  }
  func.func @keeps_one_query_of_many_keys() {
    %s = arith.constant 0.125 : f32
    %q = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<8x1x64xbf16>
    %k = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<8x8192x64xbf16>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<8x1x64xbf16>
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> ins(%q, %k, %k, %s : memref<8x1x64xbf16>, memref<8x8192x64xbf16>, memref<8x8192x64xbf16>, f32) outs(%o : memref<8x1x64xbf16>) {
    ^bb0(%x: f32):
      iree_linalg_ext.yield %x : f32
    }
    return
  }
  hal.interface private @io attributes {push_constants = 0 : index} {
    hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
    hal.interface.binding @b2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
  }
}
