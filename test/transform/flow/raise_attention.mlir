// RUN: tern-opt %s --iree-flow-raise-attention --canonicalize --cse | FileCheck %s
// RUN: tern-compile %s --compile-to=flow -o - | FileCheck %s --check-prefix=CPU
// RUN: tern-compile %s --target=cpu,vulkan --compile-to=flow -o - | FileCheck %s --check-prefix=BOTH

// Programs for the CPU alone have dispatches of it.
// CPU-COUNT-6: iree_linalg_ext.attention
// CPU-NOT: iree_linalg_ext.attention
// BOTH: flow.executable
// BOTH-NOT: iree_linalg_ext.attention

#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#v = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
#p = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d1)>
#mask = affine_map<(d0, d1, d2) -> (d1, d2)>
#none = affine_map<(d0, d1, d2) -> ()>
#turn = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#q1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#k1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#s1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#id1 = affine_map<(d0, d1) -> (d0, d1)>
#row1 = affine_map<(d0, d1) -> (d0)>

// CHECK-DAG: #[[$Q:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>
// CHECK-DAG: #[[$K:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3)>
// CHECK-DAG: #[[$V:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4)>
// CHECK-DAG: #[[$NONE:.+]] = affine_map<(d0, d1, d2, d3, d4) -> ()>
// CHECK-DAG: #[[$O:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>
// CHECK-DAG: #[[$MASK:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2)>
// CHECK-DAG: #[[$TURNED:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d4)>

// Loops are the dims of the scores, what both factors have, and the columns of the values.
// CHECK-LABEL: func.func @plain
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[E:.+]] = tensor.empty() : tensor<2x6x5xf32>
// CHECK: %[[R:.+]] = iree_linalg_ext.attention<indexing_maps = [#[[$Q]], #[[$K]], #[[$V]], #[[$NONE]], #[[$O]]]> ins(%{{.+}}, %{{.+}}, %{{.+}}, %[[ONE]] : tensor<2x6x4xf32>, tensor<2x9x4xf32>, tensor<2x9x5xf32>, f32) outs(%[[E]] : tensor<2x6x5xf32>) {
// CHECK-NEXT: ^{{.+}}(%[[S:.+]]: f32):
// CHECK-NEXT: iree_linalg_ext.yield %[[S]] : f32
// CHECK-NOT: linalg.
// CHECK: return %[[R]]
func.func @plain(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// CHECK-LABEL: func.func @scaled
// CHECK: %[[HALF:.+]] = arith.constant 5.000000e-01 : f32
// CHECK: iree_linalg_ext.attention{{.*}} ins(%{{.+}}, %{{.+}}, %{{.+}}, %[[HALF]] : {{.*}}, f32)
// CHECK-NOT: linalg.generic
func.func @scaled(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %half = arith.constant 0.5 : f32
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x6x9xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.mulf %a, %half : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maxnumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// What is added is the mask, a number of the caller's the scale.
// CHECK-LABEL: func.func @masked
// CHECK-SAME: %[[M:[^ ]+]]: tensor<6x9xf32>, %[[F:[^ ]+]]: tensor<f32>)
// CHECK: iree_linalg_ext.attention<indexing_maps = [#[[$Q]], #[[$K]], #[[$V]], #[[$NONE]], #[[$MASK]], #[[$O]]]> ins(%{{.+}}, %{{.+}}, %{{.+}}, %[[F]], %[[M]] :
// CHECK-NOT: linalg.generic
func.func @masked(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>, %mask: tensor<6x9xf32>, %f: tensor<f32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %t = linalg.generic {indexing_maps = [#id, #mask, #none, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %mask, %f : tensor<2x6x9xf32>, tensor<6x9xf32>, tensor<f32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %x = arith.mulf %c, %a : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// Other functions of a score are the op's body.
// CHECK-LABEL: func.func @capped
// CHECK-SAME: %[[M:[^ ]+]]: tensor<2x6x9xf32>)
// CHECK: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK: iree_linalg_ext.attention{{.*}}, %[[ONE]], %[[M]] :
// CHECK-NEXT: ^{{.+}}(%[[S:.+]]: f32):
// CHECK-NEXT: %[[T:.+]] = math.tanh %[[S]] : f32
// CHECK-NEXT: %[[Y:.+]] = arith.addf %[[T]], %[[T]] : f32
// CHECK-NEXT: iree_linalg_ext.yield %[[Y]] : f32
// CHECK-NOT: linalg.generic
func.func @capped(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>, %mask: tensor<2x6x9xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %t = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %mask : tensor<2x6x9xf32>, tensor<2x6x9xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %x = math.tanh %a : f32
    %w = arith.addf %x, %x : f32
    %y = arith.addf %b, %w : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// What depends on the place of a score: dims of scores are the op's first loops.
// CHECK-LABEL: func.func @by_place
// CHECK: iree_linalg_ext.attention
// CHECK-NEXT: ^{{.+}}(%[[S:.+]]: f32):
// CHECK-NEXT: %[[J:.+]] = iree_linalg_ext.index 2 : index
// CHECK-NEXT: %[[I:.+]] = iree_linalg_ext.index 1 : index
// CHECK-NEXT: %[[IS:.+]] = arith.cmpi sle, %[[J]], %[[I]] : index
// CHECK-NEXT: %[[Y:.+]] = arith.select %[[IS]], %[[S]], %{{.+}} : f32
// CHECK-NEXT: iree_linalg_ext.yield %[[Y]] : f32
// CHECK-NOT: linalg.generic
func.func @by_place(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x6x9xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %is = arith.cmpi sle, %j, %i : index
    %x = arith.select %is, %a, %least : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// The last product the other way round, and transposed: the op's result is as the transpose has it.
// CHECK-LABEL: func.func @turned
// CHECK: %[[R:.+]] = iree_linalg_ext.attention<indexing_maps = [#[[$Q]], #[[$K]], #[[$V]], #[[$NONE]], #[[$TURNED]]]>{{.*}} outs(%{{.+}} : tensor<6x2x5xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]] : tensor<6x2x5xf32>
func.func @turned(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<6x2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %et = tensor.empty() : tensor<2x5x6xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%et : tensor<2x5x6xf32>) -> tensor<2x5x6xf32>
  %o = linalg.generic {indexing_maps = [#v, #p, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v, %p : tensor<2x9x5xf32>, tensor<2x6x9xf32>) outs(%ft : tensor<2x5x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x5x6xf32>
  %eu = tensor.empty() : tensor<6x2x5xf32>
  %u = linalg.generic {indexing_maps = [#turn, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<2x5x6xf32>) outs(%eu : tensor<6x2x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<6x2x5xf32>
  return %u : tensor<6x2x5xf32>
}

// --- what stays ---

// Columns do not lie side by side.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: iree_linalg_ext.attention
func.func @columns(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<2x5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %et = tensor.empty() : tensor<2x5x6xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%et : tensor<2x5x6xf32>) -> tensor<2x5x6xf32>
  %o = linalg.generic {indexing_maps = [#v, #p, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v, %p : tensor<2x9x5xf32>, tensor<2x6x9xf32>) outs(%ft : tensor<2x5x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x5x6xf32>
  return %o : tensor<2x5x6xf32>
}

// Somebody else wants the weights.
// CHECK-LABEL: func.func @used
// CHECK-NOT: iree_linalg_ext.attention
func.func @used(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> (tensor<2x6x5xf32>, tensor<2x6x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r, %p : tensor<2x6x5xf32>, tensor<2x6x9xf32>
}

// A row whose scores are all less than the first maximum is no softmax.
// CHECK-LABEL: func.func @first_max
// CHECK-NOT: iree_linalg_ext.attention
func.func @first_max(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// CHECK-LABEL: func.func @first_sum
// CHECK-NOT: iree_linalg_ext.attention
func.func @first_sum(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// CHECK-LABEL: func.func @first_score
// CHECK-NOT: iree_linalg_ext.attention
func.func @first_score(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%least : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// CHECK-LABEL: func.func @other_function
// CHECK-NOT: iree_linalg_ext.attention
func.func @other_function(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp2 %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// What an input replaces by something else is no mask.
// CHECK-LABEL: func.func @chosen
// CHECK-NOT: iree_linalg_ext.attention
func.func @chosen(%q: tensor<2x6x4xf32>, %k: tensor<2x9x4xf32>, %v: tensor<2x9x5xf32>, %mask: tensor<2x6x9xi1>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x9xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf32>, tensor<2x9x4xf32>) outs(%fs : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %t = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %mask : tensor<2x6x9xf32>, tensor<2x6x9xi1>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: i1, %d: f32):
    %x = arith.select %b, %a, %least : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x6x9xf32>) outs(%fm : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf32>) outs(%fl : tensor<2x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<2x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf32>, tensor<2x6xf32>) outs(%es : tensor<2x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<2x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf32>, tensor<2x9x5xf32>) outs(%fo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

// Sizes are not known; elements are too narrow.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: iree_linalg_ext.attention
func.func @dynamic(%n: index, %q: tensor<?x6x4xf32>, %k: tensor<?x9x4xf32>, %v: tensor<?x9x5xf32>) -> tensor<?x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%n) : tensor<?x6x9xf32>
  %er = tensor.empty(%n) : tensor<?x6xf32>
  %eo = tensor.empty(%n) : tensor<?x6x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x6x9xf32>) -> tensor<?x6x9xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<?x6x4xf32>, tensor<?x9x4xf32>) outs(%fs : tensor<?x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<?x6x9xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<?x6xf32>) -> tensor<?x6xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<?x6x9xf32>) outs(%fm : tensor<?x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<?x6xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<?x6x9xf32>, tensor<?x6xf32>) outs(%es : tensor<?x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<?x6x9xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<?x6xf32>) -> tensor<?x6xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<?x6x9xf32>) outs(%fl : tensor<?x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<?x6xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<?x6x9xf32>, tensor<?x6xf32>) outs(%es : tensor<?x6x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<?x6x9xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x6x5xf32>) -> tensor<?x6x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<?x6x9xf32>, tensor<?x9x5xf32>) outs(%fo : tensor<?x6x5xf32>) -> tensor<?x6x5xf32>
  return %r : tensor<?x6x5xf32>
}

// CHECK-LABEL: func.func @half
// CHECK-NOT: iree_linalg_ext.attention
func.func @half(%q: tensor<2x6x4xf16>, %k: tensor<2x9x4xf16>, %v: tensor<2x9x5xf16>) -> tensor<2x6x5xf16> {
  %zero = arith.constant 0.0 : f16
  %least = arith.constant 0xFC00 : f16
  %es = tensor.empty() : tensor<2x6x9xf16>
  %er = tensor.empty() : tensor<2x6xf16>
  %eo = tensor.empty() : tensor<2x6x5xf16>
  %fs = linalg.fill ins(%zero : f16) outs(%es : tensor<2x6x9xf16>) -> tensor<2x6x9xf16>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4xf16>, tensor<2x9x4xf16>) outs(%fs : tensor<2x6x9xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %x = arith.mulf %a, %b : f16
    %y = arith.addf %c, %x : f16
    linalg.yield %y : f16
  } -> tensor<2x6x9xf16>
  %fm = linalg.fill ins(%least : f16) outs(%er : tensor<2x6xf16>) -> tensor<2x6xf16>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<2x6x9xf16>) outs(%fm : tensor<2x6xf16>) {
  ^bb0(%a: f16, %b: f16):
    %x = arith.maximumf %b, %a : f16
    linalg.yield %x : f16
  } -> tensor<2x6xf16>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<2x6x9xf16>, tensor<2x6xf16>) outs(%es : tensor<2x6x9xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %x = arith.subf %a, %b : f16
    %y = math.exp %x : f16
    linalg.yield %y : f16
  } -> tensor<2x6x9xf16>
  %fl = linalg.fill ins(%zero : f16) outs(%er : tensor<2x6xf16>) -> tensor<2x6xf16>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x9xf16>) outs(%fl : tensor<2x6xf16>) {
  ^bb0(%a: f16, %b: f16):
    %x = arith.addf %b, %a : f16
    linalg.yield %x : f16
  } -> tensor<2x6xf16>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x6x9xf16>, tensor<2x6xf16>) outs(%es : tensor<2x6x9xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %x = arith.divf %a, %b : f16
    linalg.yield %x : f16
  } -> tensor<2x6x9xf16>
  %fo = linalg.fill ins(%zero : f16) outs(%eo : tensor<2x6x5xf16>) -> tensor<2x6x5xf16>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x6x9xf16>, tensor<2x9x5xf16>) outs(%fo : tensor<2x6x5xf16>) -> tensor<2x6x5xf16>
  return %r : tensor<2x6x5xf16>
}

// A few rows of many keys are better dealt out by keys.
// CHECK-LABEL: func.func @few_rows
// CHECK-NOT: iree_linalg_ext.attention
func.func @few_rows(%q: tensor<8x4xf32>, %k: tensor<16777216x4xf32>, %v: tensor<16777216x5xf32>) -> tensor<8x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x16777216xf32>
  %er = tensor.empty() : tensor<8xf32>
  %eo = tensor.empty() : tensor<8x5xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<8x16777216xf32>) -> tensor<8x16777216xf32>
  %s = linalg.generic {indexing_maps = [#q1, #k1, #s1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<8x4xf32>, tensor<16777216x4xf32>) outs(%fs : tensor<8x16777216xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  } -> tensor<8x16777216xf32>
  %fm = linalg.fill ins(%least : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#id1, #row1], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<8x16777216xf32>) outs(%fm : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.maximumf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#id1, #row1, #id1], iterator_types = ["parallel", "parallel"]} ins(%s, %m : tensor<8x16777216xf32>, tensor<8xf32>) outs(%es : tensor<8x16777216xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8x16777216xf32>
  %fl = linalg.fill ins(%zero : f32) outs(%er : tensor<8xf32>) -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#id1, #row1], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x16777216xf32>) outs(%fl : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %b, %a : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id1, #row1, #id1], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<8x16777216xf32>, tensor<8xf32>) outs(%es : tensor<8x16777216xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<8x16777216xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x5xf32>) -> tensor<8x5xf32>
  %r = linalg.matmul ins(%p, %v : tensor<8x16777216xf32>, tensor<16777216x5xf32>) outs(%fo : tensor<8x5xf32>) -> tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}
