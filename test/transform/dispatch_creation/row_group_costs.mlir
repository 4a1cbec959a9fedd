// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-dispatch-creation-form-dispatch-regions{machine=cuda longest-row=1048576})' --split-input-file | FileCheck %s --check-prefixes=CHECK,CUDA
// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-dispatch-creation-form-dispatch-regions{machine=cpu})' --split-input-file | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: not tern-opt %s --pass-pipeline='builtin.module(iree-dispatch-creation-form-dispatch-regions{machine=abacus})' --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: no costs of fusion are known for the machine 'abacus'
// ERROR: note: set the option 'machine' to cpu, cuda or vulkan

#column = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>
#d = affine_map<(j) -> (j)>
// All that both have in common are 64 columns: a GPU would be idle but for one or two workgroups, and two threads of a processor
// are not.
// CHECK-LABEL: func.func @few_strands
// CUDA: flow.dispatch.region {{.*}} "too little of one dispatch could go on at the same time"
// CUDA: math.powf
// CUDA: flow.dispatch.region
// CPU: flow.dispatch.region {{.*}} "its result leaves the block"
// CPU: math.powf
// CPU-NOT: flow.dispatch.region
// CHECK: math.sin
func.func @few_strands(%x: tensor<64xf32>, %y: tensor<2048x64xf32>) -> tensor<2048x64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %f = tensor.empty() : tensor<2048x64xf32>
  %p = linalg.generic {indexing_maps = [#d, #d], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = math.powf %a, %a : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#column, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %y : tensor<64xf32>, tensor<2048x64xf32>) outs(%f : tensor<2048x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %t = math.sin %m : f32
    linalg.yield %t : f32
  } -> tensor<2048x64xf32>
  return %s : tensor<2048x64xf32>
}

// -----

#rows = affine_map<(b, i, j) -> (i, j)>
#all = affine_map<(b, i, j) -> (b, i, j)>
#sum = affine_map<(b, i, j) -> (b, i)>
#id = affine_map<(i, j) -> (i, j)>
// What comes before lacks a loop that the rows have: no kernel of rows takes both, so the rows are shared out less.
// CHECK-LABEL: func.func @missing_loop
// CUDA: flow.dispatch.region {{.*}} "too little of one dispatch could go on at the same time"
// CUDA: math.exp
// CUDA: flow.dispatch.region
// CUDA: arith.addf
func.func @missing_loop(%m: tensor<1024x512xf32>, %x: tensor<96x1024x512xf32>, %zero: tensor<96x1024xf32>) -> tensor<96x1024xf32> {
  %e = tensor.empty() : tensor<1024x512xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<1024x512xf32>) outs(%e : tensor<1024x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = math.exp %a : f32
    linalg.yield %t : f32
  } -> tensor<1024x512xf32>
  %s = linalg.generic {indexing_maps = [#rows, #all, #sum], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %x : tensor<1024x512xf32>, tensor<96x1024x512xf32>) outs(%zero : tensor<96x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    %u = arith.maximumf %o, %t : f32
    %v = arith.addf %u, %t : f32
    linalg.yield %v : f32
  } -> tensor<96x1024xf32>
  return %s : tensor<96x1024xf32>
}

// -----

#part = affine_map<(b, g, i, j) -> (b, i, g, j)>
#group = affine_map<(b, g, i, j) -> (b, g)>
#id = affine_map<(b, i, g, j) -> (b, i, g, j)>
#of = affine_map<(b, i, g, j) -> (b, g)>
// Few groups of two dimensions each: the workgroups of a cluster share one, so the kernel of rows is for both ops.
// CHECK-LABEL: func.func @groups
// CHECK: flow.dispatch.region {{.*}} "its result leaves the block"
// CHECK: linalg.generic {{.*}} "reduction", "reduction"]
// CHECK-NOT: flow.dispatch.region
// CHECK: arith.subf
func.func @groups(%x: tensor<4x4096x32x10xf32>) -> tensor<4x4096x32x10xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x32xf32>
  %zero = linalg.fill ins(%z : f32) outs(%e : tensor<4x32xf32>) -> tensor<4x32xf32>
  %f = tensor.empty() : tensor<4x4096x32x10xf32>
  %s = linalg.generic {indexing_maps = [#part, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%x : tensor<4x4096x32x10xf32>) outs(%zero : tensor<4x32xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<4x32xf32>
  %r = linalg.generic {indexing_maps = [#id, #of, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<4x4096x32x10xf32>, tensor<4x32xf32>) outs(%f : tensor<4x4096x32x10xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.subf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<4x4096x32x10xf32>
  return %r : tensor<4x4096x32x10xf32>
}

// -----

#part = affine_map<(g, i, j) -> (i, g, j)>
#group = affine_map<(g, i, j) -> (g)>
#id = affine_map<(i, g, j) -> (i, g, j)>
#of = affine_map<(i, g, j) -> (g)>
// The same, but the reduction combines with something that is not known to be the neutral element: no kernel of rows starts there.
// CHECK-LABEL: func.func @no_kernel_of_groups
// CUDA: flow.dispatch.region {{.*}} "too little of one dispatch could go on at the same time"
// CUDA: flow.dispatch.region
// CUDA: arith.subf
func.func @no_kernel_of_groups(%x: tensor<4096x32x10xf32>, %start: tensor<32xf32>) -> tensor<4096x32x10xf32> {
  %f = tensor.empty() : tensor<4096x32x10xf32>
  %s = linalg.generic {indexing_maps = [#part, #group], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : tensor<4096x32x10xf32>) outs(%start : tensor<32xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<32xf32>
  %r = linalg.generic {indexing_maps = [#id, #of, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<4096x32x10xf32>, tensor<32xf32>) outs(%f : tensor<4096x32x10xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.subf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<4096x32x10xf32>
  return %r : tensor<4096x32x10xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// Two rows are few, but so short that a second dispatch would take longer.
// CHECK-LABEL: func.func @two_short_rows
// CHECK: flow.dispatch.region {{.*}} "its result leaves the block"
// CHECK-NOT: flow.dispatch.region
// CHECK: arith.divf
func.func @two_short_rows(%x: tensor<2x16xf32>, %zero: tensor<2xf32>) -> tensor<2x16xf32> {
  %e = tensor.empty() : tensor<2x16xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x16xf32>) outs(%zero : tensor<2xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<2x16xf32>, tensor<2xf32>) outs(%e : tensor<2x16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.divf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<2x16xf32>
  return %r : tensor<2x16xf32>
}

// -----

#part = affine_map<(i, j, r) -> (i, r, j)>
#kept = affine_map<(i, j, r) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
// Sums that are rounded at each step are no parts of longer ones: each is one strand, of which the second op leaves 768.
// CHECK-LABEL: func.func @rounded_sums
// CUDA: flow.dispatch.region {{.*}} "too little of one dispatch could go on at the same time"
// CUDA: linalg.generic {{.*}} "reduction"]
// CUDA: flow.dispatch.region
// CPU: flow.dispatch.region {{.*}} "its result leaves the block"
// CPU: linalg.generic {{.*}} "reduction"]
// CPU-NOT: flow.dispatch.region
// CHECK: linalg.generic {{.*}} ["reduction", "parallel"]
func.func @rounded_sums(%x: tensor<32x256x768xbf16>) -> tensor<768xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<32x768xbf16>
  %f = tensor.empty() : tensor<768xbf16>
  %zeros = linalg.fill ins(%z : bf16) outs(%e : tensor<32x768xbf16>) -> tensor<32x768xbf16>
  %zero = linalg.fill ins(%z : bf16) outs(%f : tensor<768xbf16>) -> tensor<768xbf16>
  %p = linalg.generic {indexing_maps = [#part, #kept], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<32x256x768xbf16>) outs(%zeros : tensor<32x768xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = arith.extf %o : bf16 to f32
    %1 = arith.extf %a : bf16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<32x768xbf16>
  %s = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%p : tensor<32x768xbf16>) outs(%zero : tensor<768xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = arith.extf %o : bf16 to f32
    %1 = arith.extf %a : bf16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<768xbf16>
  return %s : tensor<768xbf16>
}

// -----

#id = affine_map<(i, j, k) -> (i, j, k)>
#place = affine_map<(i, j, k) -> (i, k)>
#flat = affine_map<(i, k) -> (i, k)>
// What is inserted into a larger tensor is written there, if it is a dispatch of its own: that saves more than the sine once more from
// memory costs.
// CHECK-LABEL: func.func @inserted
// CHECK: flow.dispatch.region
// CHECK: math.sin
// CHECK: flow.dispatch.region {{.*}} "its result is inserted into a larger tensor"
// CHECK: arith.mulf
// CHECK-NEXT: linalg.yield
// CHECK-NEXT: }
// CHECK-NEXT: tensor.insert_slice
func.func @inserted(%x: tensor<2048x32x64xf32>, %y: tensor<2048x64xf32>, %z: tensor<2048x32x128xf32>) -> tensor<2048x32x128xf32> {
  %e = tensor.empty() : tensor<2048x64xf32>
  %f = tensor.empty() : tensor<2048x32x64xf32>
  %s = linalg.generic {indexing_maps = [#flat, #flat], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<2048x64xf32>) outs(%e : tensor<2048x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = math.sin %a : f32
    linalg.yield %t : f32
  } -> tensor<2048x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #place, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2048x32x64xf32>, tensor<2048x64xf32>) outs(%f : tensor<2048x32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<2048x32x64xf32>
  %r = tensor.insert_slice %p into %z[0, 0, 64] [2048, 32, 64] [1, 1, 1] : tensor<2048x32x64xf32> into tensor<2048x32x128xf32>
  return %r : tensor<2048x32x128xf32>
}

// -----

#id = affine_map<(i, j, k) -> (i, j, k)>
#place = affine_map<(i, j, k) -> (i, k)>
#flat = affine_map<(i, k) -> (i, k)>
// Angles that many elements share are computed before: element-wise ops of their own are faster than tiles of both together, where there
// are more than a few megabytes.
// CHECK-LABEL: func.func @shared_angles
// CHECK: math.sin
// CUDA: flow.dispatch.region
// CPU-NOT: flow.dispatch.region
// CHECK: arith.mulf
func.func @shared_angles(%x: tensor<2048x32x64xf32>, %y: tensor<2048x64xf32>) -> tensor<2048x32x64xf32> {
  %e = tensor.empty() : tensor<2048x64xf32>
  %f = tensor.empty() : tensor<2048x32x64xf32>
  %s = linalg.generic {indexing_maps = [#flat, #flat], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<2048x64xf32>) outs(%e : tensor<2048x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = math.sin %a : f32
    linalg.yield %t : f32
  } -> tensor<2048x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #place, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2048x32x64xf32>, tensor<2048x64xf32>) outs(%f : tensor<2048x32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<2048x32x64xf32>
  return %p : tensor<2048x32x64xf32>
}

// -----

#id = affine_map<(i, j, k) -> (i, j, k)>
#place = affine_map<(i, j, k) -> (i, k)>
#flat = affine_map<(i, k) -> (i, k)>
// A launch takes longer than these few.
// CHECK-LABEL: func.func @few_shared_angles
// CHECK: math.sin
// CHECK-NOT: flow.dispatch.region
// CHECK: arith.mulf
func.func @few_shared_angles(%x: tensor<512x4x64xf32>, %y: tensor<512x64xf32>) -> tensor<512x4x64xf32> {
  %e = tensor.empty() : tensor<512x64xf32>
  %f = tensor.empty() : tensor<512x4x64xf32>
  %s = linalg.generic {indexing_maps = [#flat, #flat], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<512x64xf32>) outs(%e : tensor<512x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = math.sin %a : f32
    linalg.yield %t : f32
  } -> tensor<512x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #place, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<512x4x64xf32>, tensor<512x64xf32>) outs(%f : tensor<512x4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<512x4x64xf32>
  return %p : tensor<512x4x64xf32>
}
