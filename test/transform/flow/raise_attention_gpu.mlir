// RUN: tern-compile %s --target=cuda:sm_90a --compile-to=flow -o - | FileCheck %s
// RUN: tern-compile %s --target=cuda:sm_75 --compile-to=flow -o - | FileCheck %s --check-prefix=OLD
// RUN: tern-compile %s --target=cuda:sm_90a,cuda:sm_75 --compile-to=flow -o - 2>&1 | FileCheck %s --check-prefix=OLD

// Chips without mma.sync, also as one of several, go on as before.
// OLD: flow.executable
// OLD-NOT: iree_linalg_ext.attention

// As jax.nn.dot_product_attention has it: dims of one head for each of the keys' come and go, the softmax is in another order of dims
// than the first product, and the result is cast and transposed. All of it is one dispatch, whose scale is that of the scores.
// CHECK-LABEL: flow.executable private @heads_dispatch_0
// CHECK: func.func @heads_dispatch_0_attention
// CHECK: %[[SCALE:.+]] = arith.constant 1.250000e-01 : f32
// CHECK: iree_linalg_ext.attention<indexing_maps = [
// CHECK-SAME: ins(%{{.+}}, %{{.+}}, %{{.+}}, %[[SCALE]] : tensor<2x64x4x64xbf16>, tensor<2x64x4x64xbf16>, tensor<2x64x4x64xbf16>, f32) outs(%{{.+}} : tensor<2x64x4x64xbf16>) {
// CHECK: ^bb0(%[[S:.+]]: f32):
// CHECK: %[[C:.+]] = arith.cmpi sge
// CHECK: arith.select %[[C]], %[[S]], %{{.+}} : f32
// CHECK-NOT: flow.executable private @heads_dispatch_1
func.func @heads(%q: tensor<2x64x4x64xbf16>, %k: tensor<2x64x4x64xbf16>, %v: tensor<2x64x4x64xbf16>) -> tensor<2x64x4x64xbf16> {
  %0 = stablehlo.reshape %q : (tensor<2x64x4x64xbf16>) -> tensor<2x64x4x1x64xbf16>
  %1 = stablehlo.dot_general %0, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3] : (tensor<2x64x4x1x64xbf16>, tensor<2x64x4x64xbf16>) -> tensor<2x4x64x1x64xf32>
  %scale = stablehlo.constant dense<1.25e-01> : tensor<2x4x64x1x64xf32>
  %2 = stablehlo.multiply %1, %scale : tensor<2x4x64x1x64xf32>
  %3 = stablehlo.transpose %2, dims = [3, 0, 1, 2, 4] : (tensor<2x4x64x1x64xf32>) -> tensor<1x2x4x64x64xf32>
  %i = stablehlo.iota dim = 3 : tensor<1x2x4x64x64xi32>
  %j = stablehlo.iota dim = 4 : tensor<1x2x4x64x64xi32>
  %c = stablehlo.compare GE, %i, %j : (tensor<1x2x4x64x64xi32>, tensor<1x2x4x64x64xi32>) -> tensor<1x2x4x64x64xi1>
  %hidden = stablehlo.constant dense<-2.38197633E+38> : tensor<1x2x4x64x64xf32>
  %4 = stablehlo.select %c, %3, %hidden : tensor<1x2x4x64x64xi1>, tensor<1x2x4x64x64xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%4 init: %least) applies stablehlo.maximum across dimensions = [4] : (tensor<1x2x4x64x64xf32>, tensor<f32>) -> tensor<1x2x4x64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1, 2, 3] : (tensor<1x2x4x64xf32>) -> tensor<1x2x4x64x64xf32>
  %d = stablehlo.subtract %4, %mb : tensor<1x2x4x64x64xf32>
  %e = stablehlo.exponential %d : tensor<1x2x4x64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [4] : (tensor<1x2x4x64x64xf32>, tensor<f32>) -> tensor<1x2x4x64xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1, 2, 3] : (tensor<1x2x4x64xf32>) -> tensor<1x2x4x64x64xf32>
  %p = stablehlo.divide %e, %lb : tensor<1x2x4x64x64xf32>
  %w = stablehlo.convert %p : (tensor<1x2x4x64x64xf32>) -> tensor<1x2x4x64x64xbf16>
  %o = stablehlo.dot_general %v, %w, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4] : (tensor<2x64x4x64xbf16>, tensor<1x2x4x64x64xbf16>) -> tensor<2x4x64x1x64xbf16>
  %t = stablehlo.transpose %o, dims = [3, 0, 4, 1, 2] : (tensor<2x4x64x1x64xbf16>) -> tensor<1x2x64x4x64xbf16>
  %r = stablehlo.reshape %t : (tensor<1x2x64x4x64xbf16>) -> tensor<2x64x4x64xbf16>
  return %r : tensor<2x64x4x64xbf16>
}

// What chooses between scores is an argument of the body, and what else is added is computed there. A factor that stands for a
// quotient is the scale, casts to 16 bits on the way are left out, and a cast of keys to f32 is nothing for products of numbers that
// have 16 bits.
// CHECK-LABEL: flow.executable private @chosen_dispatch_0
// CHECK: %[[EIGHTH:.+]] = arith.constant 1.250000e-01 : f32
// CHECK: iree_linalg_ext.attention<indexing_maps = [
// CHECK-SAME: ins(%{{.+}}, %{{.+}}, %{{.+}}, %[[EIGHTH]], %{{.+}}, %{{.+}} : tensor<3x32x64xf16>, tensor<3x64x64xf16>, tensor<3x64x64xf16>, f32, tensor<3x64xi1>, tensor<64xf16>) outs(%{{.+}} : tensor<3x32x64xf16>) {
// CHECK: ^bb0(%[[S:.+]]: f32, %[[SEEN:.+]]: i1, %[[B:.+]]: f16):
// CHECK-NOT: arith.divf
// CHECK: %[[BIAS:.+]] = arith.extf %[[B]] : f16 to f32
// CHECK: %[[SUM:.+]] = arith.addf %[[S]], %[[BIAS]] : f32
// CHECK: arith.select %[[SEEN]], %[[SUM]], %{{.+}} : f32
func.func @chosen(%q: tensor<3x32x64xf16>, %k: tensor<3x64x64xf16>, %v: tensor<3x64x64xf16>, %seen: tensor<3x64xi1>, %bias: tensor<64xf16>) -> tensor<3x32x64xf16> {
  %wide = stablehlo.convert %q : (tensor<3x32x64xf16>) -> tensor<3x32x64xf32>
  %keys = stablehlo.convert %k : (tensor<3x64x64xf16>) -> tensor<3x64x64xf32>
  %0 = stablehlo.dot_general %wide, %keys, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x32x64xf32>, tensor<3x64x64xf32>) -> tensor<3x32x64xf32>
  %cut = stablehlo.convert %0 : (tensor<3x32x64xf32>) -> tensor<3x32x64xf16>
  %eight = stablehlo.constant dense<8.0> : tensor<3x32x64xf16>
  %1 = stablehlo.divide %cut, %eight : tensor<3x32x64xf16>
  %spread = stablehlo.broadcast_in_dim %bias, dims = [2] : (tensor<64xf16>) -> tensor<3x32x64xf16>
  %2 = stablehlo.add %1, %spread : tensor<3x32x64xf16>
  %all = stablehlo.broadcast_in_dim %seen, dims = [0, 2] : (tensor<3x64xi1>) -> tensor<3x32x64xi1>
  %hidden = stablehlo.constant dense<-1.0e+04> : tensor<3x32x64xf16>
  %3 = stablehlo.select %all, %2, %hidden : tensor<3x32x64xi1>, tensor<3x32x64xf16>
  %least = stablehlo.constant dense<0xFC00> : tensor<f16>
  %m = stablehlo.reduce(%3 init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<3x32x64xf16>, tensor<f16>) -> tensor<3x32xf16>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<3x32xf16>) -> tensor<3x32x64xf16>
  %d = stablehlo.subtract %3, %mb : tensor<3x32x64xf16>
  %e = stablehlo.exponential %d : tensor<3x32x64xf16>
  %ew = stablehlo.convert %e : (tensor<3x32x64xf16>) -> tensor<3x32x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %l = stablehlo.reduce(%ew init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x32x64xf32>, tensor<f32>) -> tensor<3x32xf32>
  %lc = stablehlo.convert %l : (tensor<3x32xf32>) -> tensor<3x32xf16>
  %lb = stablehlo.broadcast_in_dim %lc, dims = [0, 1] : (tensor<3x32xf16>) -> tensor<3x32x64xf16>
  %p = stablehlo.divide %e, %lb : tensor<3x32x64xf16>
  %r = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x32x64xf16>, tensor<3x64x64xf16>) -> tensor<3x32x64xf16>
  return %r : tensor<3x32x64xf16>
}

// The weights are wanted as well.
// CHECK-LABEL: flow.executable private @keeps_weights_dispatch_0
// CHECK-NOT: iree_linalg_ext.attention
// CHECK: util.func public @keeps_weights
func.func @keeps_weights(%q: tensor<64x64xf16>, %k: tensor<64x64xf16>, %v: tensor<64x64xf16>) -> (tensor<64x64xf16>, tensor<64x64xf16>) {
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %d = stablehlo.subtract %0, %mb : tensor<64x64xf32>
  %e = stablehlo.exponential %d : tensor<64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %p = stablehlo.divide %e, %lb : tensor<64x64xf32>
  %w = stablehlo.convert %p : (tensor<64x64xf32>) -> tensor<64x64xf16>
  %r = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  return %r, %w : tensor<64x64xf16>, tensor<64x64xf16>
}

// Queries, keys and values that take turns in memory are no tiles that a kernel could read.
// CHECK-LABEL: flow.executable private @keeps_parts_between_others_dispatch_0
// CHECK-NOT: iree_linalg_ext.attention
func.func @keeps_parts_between_others(%qkv: tensor<64x64x3xf16>) -> tensor<64x64xf16> {
  %q1 = stablehlo.slice %qkv [0:64, 0:64, 0:1] : (tensor<64x64x3xf16>) -> tensor<64x64x1xf16>
  %k1 = stablehlo.slice %qkv [0:64, 0:64, 1:2] : (tensor<64x64x3xf16>) -> tensor<64x64x1xf16>
  %v1 = stablehlo.slice %qkv [0:64, 0:64, 2:3] : (tensor<64x64x3xf16>) -> tensor<64x64x1xf16>
  %q = stablehlo.reshape %q1 : (tensor<64x64x1xf16>) -> tensor<64x64xf16>
  %k = stablehlo.reshape %k1 : (tensor<64x64x1xf16>) -> tensor<64x64xf16>
  %v = stablehlo.reshape %v1 : (tensor<64x64x1xf16>) -> tensor<64x64xf16>
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %d = stablehlo.subtract %0, %mb : tensor<64x64xf32>
  %e = stablehlo.exponential %d : tensor<64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %p = stablehlo.divide %e, %lb : tensor<64x64xf32>
  %w = stablehlo.convert %p : (tensor<64x64xf32>) -> tensor<64x64xf16>
  %r = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  return %r : tensor<64x64xf16>
}
