// RUN: tern-opt %s --iree-flow-leave-device-scalars | FileCheck %s
// RUN: tern-opt %s --iree-flow-leave-device-scalars --iree-dispatch-creation-form-dispatch-regions --iree-dispatch-creation-clone-producers-into-dispatch-regions | FileCheck %s --check-prefix=REGION

// A step of a decoder writes at a position in a tensor, which the dispatch reads.
// CHECK-LABEL: util.func public @inserts
// CHECK: tensor.extract %{{.*}}[] {iree.read_by_kernels}
// CHECK: arith.index_cast {{.*}} {iree.read_by_kernels}
// CHECK: arith.maxsi {{.*}} {iree.read_by_kernels}
// REGION-LABEL: util.func public @inserts
// REGION-NOT: tensor.extract
// REGION: flow.dispatch.region
// REGION: %[[P:.*]] = tensor.extract %{{.*}}[] : tensor<i32>
// REGION: %[[I:.*]] = arith.index_cast %[[P]] : i32 to index
// REGION: %[[M:.*]] = arith.maxsi %[[I]], %{{.*}} : index
// REGION: tensor.insert_slice %{{.*}} into %{{.*}}[%[[M]], 0] [1, 64] [1, 1]
util.func public @inserts(%position: tensor<i32>, %cache: tensor<16x64xf32>, %key: tensor<1x64xf32>) -> tensor<16x64xf32> {
  %c0 = arith.constant 0 : index
  %p = tensor.extract %position[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %m = arith.maxsi %i, %c0 : index
  %0 = tensor.insert_slice %key into %cache[%m, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<16x64xf32>
  util.return %0 : tensor<16x64xf32>
}

// What is copied from such a place is small, or read there by an element-wise op.
// CHECK-LABEL: util.func public @extracts
// CHECK-COUNT-2: {iree.read_by_kernels}
// REGION-LABEL: util.func public @extracts
// REGION-NOT: tensor.extract
// REGION: flow.dispatch.region
// REGION: tensor.extract %
// REGION: tensor.extract_slice
// REGION: flow.dispatch.region
// REGION: tensor.extract %
// REGION: tensor.extract_slice
// REGION: linalg.generic
util.func public @extracts(%position: tensor<i32>, %small: tensor<16x64xf32>, %large: tensor<16x1024x1024xf32>) -> (tensor<64xf32>, tensor<1024x1024xf32>) {
  %p = tensor.extract %position[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %0 = tensor.extract_slice %small[%i, 0] [1, 64] [1, 1] : tensor<16x64xf32> to tensor<64xf32>
  %1 = tensor.extract_slice %large[%i, 0, 0] [1, 1024, 1024] [1, 1, 1] : tensor<16x1024x1024xf32> to tensor<1024x1024xf32>
  %2 = tensor.empty() : tensor<1024x1024xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<1024x1024xf32>) outs(%2 : tensor<1024x1024xf32>) {
  ^bb0(%a: f32, %out: f32):
    %4 = math.exp %a : f32
    linalg.yield %4 : f32
  } -> tensor<1024x1024xf32>
  util.return %0, %3 : tensor<64xf32>, tensor<1024x1024xf32>
}

// A number that a body uses, and one that says where another one is read.
// CHECK-LABEL: util.func public @bodies
// CHECK-COUNT-3: {iree.read_by_kernels}
// REGION-LABEL: util.func public @bodies
// REGION: flow.dispatch.region
// REGION: %[[T:.*]] = tensor.extract %{{.*}}[] : tensor<index>
// REGION: %[[S:.*]] = tensor.extract %{{.*}}[%[[T]]] : tensor<8xf32>
// REGION: arith.negf %[[S]]
util.func public @bodies(%at: tensor<index>, %scales: tensor<8xf32>, %x: tensor<64xf32>) -> tensor<64xf32> {
  %t = tensor.extract %at[] : tensor<index>
  %s = tensor.extract %scales[%t] : tensor<8xf32>
  %n = arith.negf %s : f32
  %2 = tensor.empty() : tensor<64xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%2 : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %4 = arith.mulf %a, %n : f32
    linalg.yield %4 : f32
  } -> tensor<64xf32>
  util.return %3 : tensor<64xf32>
}

// The host waits for sizes, for conditions and for what it returns, and then has all that comes of the number.
// CHECK-LABEL: util.func public @sizes
// CHECK-NOT: iree.read_by_kernels
util.func public @sizes(%position: tensor<index>, %cache: tensor<16x64xf32>) -> (tensor<64xf32>, tensor<?x64xf32>) {
  %p = tensor.extract %position[] : tensor<index>
  %0 = tensor.extract_slice %cache[%p, 0] [1, 64] [1, 1] : tensor<16x64xf32> to tensor<64xf32>
  %1 = tensor.extract_slice %cache[0, 0] [%p, 64] [1, 1] : tensor<16x64xf32> to tensor<?x64xf32>
  util.return %0, %1 : tensor<64xf32>, tensor<?x64xf32>
}

// CHECK-LABEL: util.func public @branches
// CHECK-NOT: iree.read_by_kernels
util.func public @branches(%position: tensor<i32>, %cache: tensor<16x64xf32>) -> (i32, tensor<64xf32>) {
  %p = tensor.extract %position[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %0 = tensor.extract_slice %cache[%i, 0] [1, 64] [1, 1] : tensor<16x64xf32> to tensor<64xf32>
  util.return %p, %0 : i32, tensor<64xf32>
}

// A product is launched for operands at a place that the host knows; these are too large to copy.
// CHECK-LABEL: util.func public @products
// CHECK-NOT: iree.read_by_kernels
util.func public @products(%expert: tensor<index>, %weights: tensor<8x1024x1024xf32>, %x: tensor<64x1024xf32>, %acc: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %e = tensor.extract %expert[] : tensor<index>
  %w = tensor.extract_slice %weights[%e, 0, 0] [1, 1024, 1024] [1, 1, 1] : tensor<8x1024x1024xf32> to tensor<1024x1024xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x1024xf32>, tensor<1024x1024xf32>) outs(%acc : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  util.return %0 : tensor<64x1024xf32>
}
