// RUN: tern-opt --split-input-file --transform-interpreter %s > %t.ours
// RUN: mlir-opt --split-input-file --transform-interpreter %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Scripts of transform.nvgpu: asynchronous copies, pipelined loops, products by mma.sync, boxes by TMA.

// CHECK-LABEL: func.func @copies
// CHECK: nvgpu.device_async_copy {{.+}}, 4 {bypassL1}
// CHECK: nvgpu.device_async_copy {{.+}}, 8 {bypassL1}
// CHECK: nvgpu.device_async_create_group
// CHECK: nvgpu.device_async_wait
// CHECK: gpu.barrier
// CHECK: nvgpu.device_async_copy
func.func @copies(%a: memref<64x64xf32>, %h: memref<64x64xf16>, %i: index, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %hz = arith.constant 0.0 : f16
  %w = memref.alloc() : memref<8x64xf32, #gpu.address_space<workgroup>>
  %v = memref.alloc() : memref<8x64xf16, #gpu.address_space<workgroup>>
  %0 = vector.transfer_read %a[%i, %c0], %zero {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
  vector.transfer_write %0, %w[%c0, %i] {in_bounds = [true]} : vector<4xf32>, memref<8x64xf32, #gpu.address_space<workgroup>>
  %1 = vector.load %h[%i, %i] : memref<64x64xf16>, vector<8xf16>
  vector.store %1, %v[%c0, %c0] : memref<8x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  %m = vector.create_mask %n : vector<4xi1>
  %2 = vector.transfer_read %a[%i, %i], %zero, %m {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
  vector.transfer_write %2, %w[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<8x64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %3 = vector.load %a[%c0, %c0] : memref<64x64xf32>, vector<4xf32>
  vector.store %3, %w[%i, %i] : memref<8x64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  %4 = vector.load %a[%c0, %c0] : memref<64x64xf32>, vector<3xf32>
  vector.store %4, %w[%i, %i] : memref<8x64xf32, #gpu.address_space<workgroup>>, vector<3xf32>
  %5 = vector.transfer_read %a[%i, %i], %zero {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
  vector.transfer_write %5, %a[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<64x64xf32>
  %6 = vector.transfer_read %a[%i, %i], %f {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
  vector.transfer_write %6, %w[%c0, %c0] {in_bounds = [false]} : vector<4xf32>, memref<8x64xf32, #gpu.address_space<workgroup>>
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.create_async_groups %t {bypass_l1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @copies_through_l1(%a: memref<64x64xf32>, %h: memref<64x64xf16>, %i: index, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %hz = arith.constant 0.0 : f16
  %w = memref.alloc() : memref<8x64xf32, #gpu.address_space<workgroup>>
  %v = memref.alloc() : memref<8x64xf16, #gpu.address_space<workgroup>>
  %0 = vector.transfer_read %a[%i, %c0], %zero {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
  vector.transfer_write %0, %w[%c0, %i] {in_bounds = [true]} : vector<4xf32>, memref<8x64xf32, #gpu.address_space<workgroup>>
  %1 = vector.load %h[%i, %i] : memref<64x64xf16>, vector<8xf16>
  vector.store %1, %v[%c0, %c0] : memref<8x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  %m = vector.create_mask %n : vector<4xi1>
  %2 = vector.transfer_read %a[%i, %i], %zero, %m {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
  vector.transfer_write %2, %w[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<8x64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %3 = vector.load %a[%c0, %c0] : memref<64x64xf32>, vector<4xf32>
  vector.store %3, %w[%i, %i] : memref<8x64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  %4 = vector.load %a[%c0, %c0] : memref<64x64xf32>, vector<3xf32>
  vector.store %4, %w[%i, %i] : memref<8x64xf32, #gpu.address_space<workgroup>>, vector<3xf32>
  %5 = vector.transfer_read %a[%i, %i], %zero {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
  vector.transfer_write %5, %a[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<64x64xf32>
  %6 = vector.transfer_read %a[%i, %i], %f {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
  vector.transfer_write %6, %w[%c0, %c0] {in_bounds = [false]} : vector<4xf32>, memref<8x64xf32, #gpu.address_space<workgroup>>
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.create_async_groups %t : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @predicated
// CHECK-COUNT-2: nvgpu.device_async_copy
// CHECK: scf.for
// CHECK: nvgpu.device_async_wait %{{.+}} {numGroups = 1 : i32}
// CHECK: arith.select
func.func @predicated(%a: memref<64xf32>, %s: memref<?xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c4 = arith.constant 4 : index
  %w = memref.alloc(%m) : memref<?xf32, #gpu.address_space<workgroup>>
  scf.for %i = %c0 to %c64 step %c4 {
    %t = nvgpu.device_async_copy %a[%i], %w[%i], 4 : memref<64xf32> to memref<?xf32, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g
    gpu.barrier
    %x = vector.load %w[%i] : memref<?xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    vector.store %y, %s[%i] : memref<?xf32>, vector<4xf32>
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %l = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %t {depth = 2} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @peeled
// CHECK-COUNT-3: nvgpu.device_async_copy
// CHECK: scf.for
// CHECK: nvgpu.device_async_wait %{{.+}} {numGroups = 2 : i32}
// CHECK: }
// CHECK: numGroups = 0
func.func @peeled(%a: memref<64xf32>, %s: memref<?xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c4 = arith.constant 4 : index
  %w = memref.alloc(%m) : memref<?xf32, #gpu.address_space<workgroup>>
  scf.for %i = %c0 to %c64 step %c4 {
    %t = nvgpu.device_async_copy %a[%i], %w[%i], 4 : memref<64xf32> to memref<?xf32, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g
    gpu.barrier
    %x = vector.load %w[%i] : memref<?xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    vector.store %y, %s[%i] : memref<?xf32>, vector<4xf32>
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %l = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %t {depth = 3, peel_epilogue} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @loads
func.func private @body(index, memref<?xf32, #gpu.address_space<workgroup>>)
func.func @loads(%g: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  %z = arith.constant 0.0 : f32
  %w = memref.alloc(%n) : memref<?xf32, #gpu.address_space<workgroup>>
  %r = scf.for %i = %c0 to %c96 step %c4 iter_args(%s = %z) -> f32 {
    %v = vector.transfer_read %g[%i], %z : memref<?xf32>, vector<4xf32>
    vector.transfer_write %v, %w[%i] : vector<4xf32>, memref<?xf32, #gpu.address_space<workgroup>>
    func.call @body(%i, %w) : (index, memref<?xf32, #gpu.address_space<workgroup>>) -> ()
    %x = memref.load %w[%i] : memref<?xf32, #gpu.address_space<workgroup>>
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  memref.store %r, %g[%c0] : memref<?xf32>
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %l = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %t {depth = 2, peel_epilogue} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @single
// CHECK: nvgpu.mma.sync({{.+}}) {mmaShape = [16, 8, 4], tf32Enabled}
// CHECK-LABEL: func.func @half
// CHECK: nvgpu.mma.sync({{.+}}) {mmaShape = [16, 8, 16]}
func.func @single(%a: memref<16x4xf32>, %b: memref<4x8xf32>, %c: memref<16x8xf32>) {
  linalg.matmul ins(%a, %b : memref<16x4xf32>, memref<4x8xf32>) outs(%c : memref<16x8xf32>)
  return
}
func.func @half(%a: memref<16x16xf16>, %b: memref<16x8xf16>, %c: memref<16x8xf16>) {
  linalg.matmul ins(%a, %b : memref<16x16xf16>, memref<16x8xf16>) outs(%c : memref<16x8xf16>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.rewrite_matmul_as_mma_sync %t : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @boxes
// CHECK-COUNT-2: nvgpu.tma.create.descriptor
// CHECK: gpu.launch
// CHECK-COUNT-2: nvgpu.tma.async.load
// CHECK: nvgpu.mbarrier.try_wait.parity
memref.global "private" @w0 : memref<64x16xf16, #gpu.address_space<workgroup>>
memref.global "private" @w1 : memref<8x32xf32, #gpu.address_space<workgroup>>
func.func @boxes(%a: memref<64x16xf16>, %b: memref<8x32xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %w0 = memref.get_global @w0 : memref<64x16xf16, #gpu.address_space<workgroup>>
    %w1 = memref.get_global @w1 : memref<8x32xf32, #gpu.address_space<workgroup>>
    linalg.copy ins(%a : memref<64x16xf16>) outs(%w0 : memref<64x16xf16, #gpu.address_space<workgroup>>)
    linalg.copy ins(%b : memref<8x32xf32>) outs(%w1 : memref<8x32xf32, #gpu.address_space<workgroup>>)
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %t = transform.structured.match ops{["linalg.copy"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.rewrite_copy_as_tma %t : (!transform.any_op) -> ()
    transform.yield
  }
}
