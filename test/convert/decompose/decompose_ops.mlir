// RUN: tern-opt %s --iree-linalg-ext-decompose-ops --split-input-file | FileCheck %s
// RUN: tern-opt %s --iree-linalg-ext-decompose-ops="keep-attention" --split-input-file | FileCheck %s --check-prefix=KEEP

// CHECK-LABEL: func.func @softmax
// CHECK: linalg.fill ins(%cst : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK: %[[M:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<4x8xf32>)
// CHECK: arith.maxnumf
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%arg0, %[[M]] : tensor<4x8xf32>, tensor<4xf32>)
// CHECK: math.exp
// CHECK: %[[S:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[E]] : tensor<4x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[E]], %[[S]] : tensor<4x8xf32>, tensor<4xf32>)
// CHECK: arith.divf
func.func @softmax(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// Integers have no softmax, and buffers are left alone.
// CHECK-LABEL: func.func @kept
// CHECK: linalg.softmax {{.*}} memref<4x8xf32>
func.func @kept(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>)
  return
}

// -----

// Known tiles are an affine map; the source is padded where tiles are cut.
// CHECK: #[[$MAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 * 4 + d2, d1 * 3 + d3)>
// CHECK-LABEL: func.func @pack
// CHECK: tensor.pad %arg0 low[0, 0] high[1, 1]
// CHECK: linalg.generic {indexing_maps = [#[[$MAP]], #{{.*}}]
func.func @pack(%x: tensor<7x5xi32>, %y: tensor<2x2x4x3xi32>, %p: i32) -> tensor<2x2x4x3xi32> {
  %r = linalg.pack %x padding_value(%p : i32) inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %y
      : tensor<7x5xi32> -> tensor<2x2x4x3xi32>
  return %r : tensor<2x2x4x3xi32>
}

// CHECK-LABEL: func.func @pack_by_numbers
// CHECK: arith.muli %{{.*}}, %arg2
// CHECK: arith.cmpi ult
// CHECK: tensor.extract %arg0
// CHECK: arith.select
func.func @pack_by_numbers(%x: tensor<7xi32>, %y: tensor<?x?xi32>, %n: index, %p: i32) -> tensor<?x?xi32> {
  %r = linalg.pack %x padding_value(%p : i32) inner_dims_pos = [0] inner_tiles = [%n] into %y : tensor<7xi32> -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// CHECK-LABEL: func.func @unpack
// CHECK: arith.divui
// CHECK: arith.remui
// CHECK: tensor.extract %arg0
func.func @unpack(%x: tensor<2x4xi32>, %y: tensor<7xi32>) -> tensor<7xi32> {
  %r = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [4] into %y : tensor<2x4xi32> -> tensor<7xi32>
  return %r : tensor<7xi32>
}

// CHECK-LABEL: func.func @reverse
// CHECK: arith.subi
// CHECK: tensor.extract %arg0
func.func @reverse(%x: tensor<3x5xi32>, %y: tensor<3x5xi32>) -> tensor<3x5xi32> {
  %r = iree_linalg_ext.reverse dimensions(dense<1> : tensor<1xi64>) ins(%x : tensor<3x5xi32>) outs(%y : tensor<3x5xi32>)
      : tensor<3x5xi32>
  return %r : tensor<3x5xi32>
}

// -----

// Elements lie in a byte from its lowest bits on.
// CHECK-LABEL: func.func @nibbles
// CHECK: %[[X:.*]] = tensor.extract %arg0
// CHECK: %[[S:.*]] = arith.shrui %[[X]]
// CHECK: arith.trunci %[[S]] : i8 to i4
// CHECK-LABEL: func.func @bytes
// CHECK: arith.extui %{{.*}} : i4 to i8
// CHECK: arith.shli
// CHECK: arith.ori
// CHECK-LABEL: func.func @words
// CHECK: flow.tensor.bitcast
func.func @nibbles(%x: tensor<2xi8>) -> tensor<4xi4> {
  %r = flow.tensor.bitcast %x : tensor<2xi8> -> tensor<4xi4>
  return %r : tensor<4xi4>
}
func.func @bytes(%x: tensor<2x2xi4>) -> tensor<2xi8> {
  %r = flow.tensor.bitcast %x : tensor<2x2xi4> -> tensor<2xi8>
  return %r : tensor<2xi8>
}
func.func @words(%x: tensor<2xi32>) -> tensor<4xi16> {
  %r = flow.tensor.bitcast %x : tensor<2xi32> -> tensor<4xi16>
  return %r : tensor<4xi16>
}

// -----

// CHECK-LABEL: func.func @scales
// CHECK: %[[S:.*]] = arith.extf %arg1 : f8E8M0FNU to f32
// CHECK: %[[Q:.*]] = arith.divf %arg0, %[[S]] : f32
// CHECK: arith.truncf %[[Q]] : f32 to f4E2M1FN
// CHECK: arith.mulf
func.func @scales(%x: f32, %s: f8E8M0FNU) -> f32 {
  %t = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
  %r = arith.scaling_extf %t, %s : f4E2M1FN, f8E8M0FNU to f32
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @gather
// CHECK: %[[I:.*]] = tensor.extract %arg1[%{{.*}}, %c0{{.*}}]
// CHECK: tensor.extract %arg0
// CHECK: arith.negf
func.func @gather(%x: tensor<8x4xf32>, %i: tensor<3x1xi32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %r = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<3x1xi32>) outs(%y : tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    iree_linalg_ext.yield %n : f32
  } -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @tensor_gather
// CHECK: tensor.empty() : tensor<3x16xf32>
// CHECK: tensor.extract %arg1
// CHECK: tensor.extract %arg0
func.func @tensor_gather(%x: tensor<8x16xf32>, %i: tensor<3x1xindex>) -> tensor<3x16xf32> {
  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<3x16xf32>
  return %r : tensor<3x16xf32>
}

// What is outside is read at 0 and not taken.
// CHECK-LABEL: func.func @map_load
// CHECK: %[[F:.*]] = arith.cmpi ult
// CHECK: %[[P:.*]] = arith.select %[[F]], %{{.*}}, %c0
// CHECK: %[[E:.*]] = tensor.extract %arg0[%[[P]]]
// CHECK: arith.select %[[F]], %[[E]], %arg2
func.func @map_load(%x: tensor<16xf32>, %y: tensor<20xf32>, %p: f32) -> tensor<20xf32> {
  %r = iree_linalg_ext.map_load %x into %y {
  ^bb0(%i: index):
    iree_linalg_ext.yield %i, %p : index, f32
  } : tensor<16xf32> into tensor<20xf32> -> tensor<20xf32>
  return %r : tensor<20xf32>
}

// CHECK-LABEL: func.func @group_matmul
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg2 : tensor<2xi64>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK: tensor.extract %arg1
func.func @group_matmul(%x: tensor<6x4xf32>, %w: tensor<2x4x8xf32>, %e: tensor<2xi64>, %n: index, %y: tensor<6x8xf32>)
    -> tensor<6x8xf32> {
  %r = iree_linalg_ext.group_matmul ins(%x, %w, %e, %n : tensor<6x4xf32>, tensor<2x4x8xf32>, tensor<2xi64>, index)
      outs(%y : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}

// CHECK-LABEL: func.func @arg_compare
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<2x6xf32>) outs(%arg1, %arg2
// CHECK: %[[I:.*]] = linalg.index 1
// CHECK: arith.addi %[[I]], %arg3
// CHECK: %[[C:.*]] = arith.cmpf ogt
// CHECK-COUNT-2: arith.select %[[C]]
func.func @arg_compare(%x: tensor<2x6xf32>, %v: tensor<2xf32>, %i: tensor<2xi32>, %base: index) -> (tensor<2xf32>, tensor<2xi32>) {
  %r:2 = iree_linalg_ext.arg_compare dimension(1) ins(%x : tensor<2x6xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi32>)
      index_base(%base : index) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

// Elements of 16 bits are not what is kept.
// KEEP-LABEL: func.func @attention
// KEEP-NOT: iree_linalg_ext.attention
// CHECK-LABEL: func.func @attention
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<2x8x4xf16>, tensor<2x6x4xf16>) outs(%{{.*}} : tensor<2x8x6xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %arg4 : tensor<2x8x6xf32>, tensor<2x8x6xi1>)
// CHECK: %[[S:.*]] = arith.mulf
// CHECK: %[[T:.*]] = math.tanh %[[S]]
// CHECK: arith.select %{{.*}}, %[[T]], %cst
// CHECK: arith.maxnumf
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x8x5xf32>)
// CHECK: arith.divf
// CHECK: arith.truncf %{{.*}} : f32 to f16
#q = affine_map<(b, m, n, k, l) -> (b, m, l)>
#k = affine_map<(b, m, n, k, l) -> (b, k, l)>
#v = affine_map<(b, m, n, k, l) -> (b, k, n)>
#s = affine_map<(b, m, n, k, l) -> ()>
#mask = affine_map<(b, m, n, k, l) -> (b, m, k)>
#o = affine_map<(b, m, n, k, l) -> (b, m, n)>
func.func @attention(%q: tensor<2x8x4xf16>, %k: tensor<2x6x4xf16>, %v: tensor<2x6x5xf16>, %s: f16, %mask: tensor<2x8x6xi1>,
                     %o: tensor<2x8x5xf16>) -> tensor<2x8x5xf16> {
  %r = iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #mask, #o]>
      ins(%q, %k, %v, %s, %mask : tensor<2x8x4xf16>, tensor<2x6x4xf16>, tensor<2x6x5xf16>, f16, tensor<2x8x6xi1>)
      outs(%o : tensor<2x8x5xf16>) {
  ^bb0(%x: f32):
    %t = math.tanh %x : f32
    iree_linalg_ext.yield %t : f32
  } -> tensor<2x8x5xf16>
  return %r : tensor<2x8x5xf16>
}

// Without a scale: 1 / sqrt(4). Without maps, of 2023: rows, then columns.
// KEEP-LABEL: func.func @default_attention
// KEEP: iree_linalg_ext.attention
// CHECK-LABEL: func.func @default_attention
// CHECK: %[[N:.*]] = arith.sitofp
// CHECK: math.rsqrt %[[N]] : f32
func.func @default_attention(%q: tensor<1x8x4xf32>, %k: tensor<1x6x4xf32>, %v: tensor<1x6x5xf32>, %o: tensor<1x8x5xf32>)
    -> tensor<1x8x5xf32> {
  %r = iree_linalg_ext.attention ins(%q, %k, %v : tensor<1x8x4xf32>, tensor<1x6x4xf32>, tensor<1x6x5xf32>)
      outs(%o : tensor<1x8x5xf32>) -> tensor<1x8x5xf32>
  return %r : tensor<1x8x5xf32>
}

// The maxima and sums of before take part.
// Loops of scores are those of the op but for what is summed over.
// CHECK-LABEL: func.func @places
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]}
// CHECK: %[[I:.+]] = linalg.index 1 : index
// CHECK: %[[J:.+]] = linalg.index 2 : index
// CHECK: arith.cmpi sle, %[[J]], %[[I]] : index
func.func @places(%q: tensor<1x8x4xf32>, %k: tensor<1x6x4xf32>, %o: tensor<1x8x4xf32>) -> tensor<1x8x4xf32> {
  %a = iree_linalg_ext.attention ins(%q, %k, %k : tensor<1x8x4xf32>, tensor<1x6x4xf32>, tensor<1x6x4xf32>) outs(%o : tensor<1x8x4xf32>) {
  ^bb0(%x: f32):
    %i = iree_linalg_ext.index 1 : index
    %j = iree_linalg_ext.index 3 : index
    %is = arith.cmpi sle, %j, %i : index
    %least = arith.constant 0xFF800000 : f32
    %y = arith.select %is, %x, %least : f32
    iree_linalg_ext.yield %y : f32
  } -> tensor<1x8x4xf32>
  return %a : tensor<1x8x4xf32>
}

// Beside other ops of a dispatch its result would be a temporary.
// KEEP-LABEL: func.func @in_dispatch
// KEEP-NOT: iree_linalg_ext.attention
// CHECK-LABEL: func.func @in_dispatch
// CHECK-NOT: iree_linalg_ext.attention
func.func @in_dispatch(%q: tensor<1x8x4xf32>, %k: tensor<1x6x4xf32>, %o: tensor<1x8x4xf32>) -> tensor<1x8x4xf32> {
  %r = flow.dispatch.region -> (tensor<1x8x4xf32>) {
    %a = iree_linalg_ext.attention ins(%q, %k, %k : tensor<1x8x4xf32>, tensor<1x6x4xf32>, tensor<1x6x4xf32>) outs(%o : tensor<1x8x4xf32>) {
    ^bb0(%x: f32):
      iree_linalg_ext.yield %x : f32
    } -> tensor<1x8x4xf32>
    flow.return %a : tensor<1x8x4xf32>
  }
  return %r : tensor<1x8x4xf32>
}

// KEEP-LABEL: func.func @online_attention
// KEEP-NOT: iree_linalg_ext.online_attention
// CHECK-LABEL: func.func @online_attention
// CHECK: %[[M:.*]] = linalg.generic {{.*}} outs(%arg5 : tensor<2x8xf32>)
// CHECK: arith.maxnumf
// CHECK: linalg.generic {{.*}} ins(%arg5, %[[M]] : tensor<2x8xf32>, tensor<2x8xf32>) outs(%arg6 : tensor<2x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%arg5, %[[M]] : tensor<2x8xf32>, tensor<2x8xf32>) outs(%arg4 : tensor<2x8x5xf32>)
#r = affine_map<(b, m, n, k, l) -> (b, m)>
func.func @online_attention(%q: tensor<2x8x4xf32>, %k: tensor<2x6x4xf32>, %v: tensor<2x6x5xf32>, %s: f32, %o: tensor<2x8x5xf32>,
                            %m: tensor<2x8xf32>, %n: tensor<2x8xf32>) -> tensor<2x8x5xf32> {
  %r:3 = iree_linalg_ext.online_attention <indexing_maps = [#q, #k, #v, #s, #o, #r, #r]>
      ins(%q, %k, %v, %s : tensor<2x8x4xf32>, tensor<2x6x4xf32>, tensor<2x6x5xf32>, f32)
      outs(%o, %m, %n : tensor<2x8x5xf32>, tensor<2x8xf32>, tensor<2x8xf32>) {
  ^bb0(%x: f32):
    iree_linalg_ext.yield %x : f32
  } -> tensor<2x8x5xf32>, tensor<2x8xf32>, tensor<2x8xf32>
  return %r#0 : tensor<2x8x5xf32>
}

// -----

// CHECK: #[[$IN:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d2, d3 * 6 + d6, d4 * 6 + d7, d5)>
// CHECK-LABEL: func.func @winograd_input
// CHECK: tensor.pad %arg0 low[0, 0, 0, 0] high[0, 4, 4, 0]
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #[[$IN]], #{{.*}}]
func.func @winograd_input(%x: tensor<1x10x10x8xf32>, %y: tensor<8x8x1x2x2x8xf32>) -> tensor<8x8x1x2x2x8xf32> {
  %r = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2])
      ins(%x : tensor<1x10x10x8xf32>) outs(%y : tensor<8x8x1x2x2x8xf32>) -> tensor<8x8x1x2x2x8xf32>
  return %r : tensor<8x8x1x2x2x8xf32>
}

// -----

// CHECK: #[[$TILE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d0, d1 floordiv 4, d2 floordiv 4, d3)>
// CHECK-LABEL: func.func @winograd_output
// CHECK: #[[$TILE]]
func.func @winograd_output(%x: tensor<6x6x1x2x2x16xf32>, %y: tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> {
  %r = iree_linalg_ext.winograd.output_transform output_tile_size(4) kernel_size(3) image_dimensions([1, 2])
      ins(%x : tensor<6x6x1x2x2x16xf32>) outs(%y : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// -----

// The body of a custom op comes out of it, and is decomposed as well.
// CHECK-LABEL: func.func @custom_op
// CHECK: tensor.cast %arg0 : tensor<4x8xf32> to tensor<?x?xf32>
// CHECK: math.exp
// CHECK-NOT: custom_op
func.func @custom_op(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = iree_linalg_ext.custom_op {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = [#iree_linalg_ext.iterator_type<parallel>, #iree_linalg_ext.iterator_type<reduction>]}
      ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {
  ^bb0(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>):
    %s = linalg.softmax dimension(1) ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
    iree_linalg_ext.yield %s : tensor<?x?xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
