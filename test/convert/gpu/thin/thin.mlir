// RUN: tern-opt %s --split-input-file --gpu-skinny-matmul --cse | FileCheck %s

// Lines of the matrix run along the reduction: two warps share one, each thread reads 16 bytes of it at a time; what is no
// whole iteration of all threads follows. The warp's sums are added, then those of the warps.
// CHECK-LABEL: func.func @deep() attributes {nvvm.minctasm = {{[0-9]+}} : i32, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1]>}
// CHECK-DAG: %[[A:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [16640000]
// CHECK-DAG: %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [16640]
// CHECK: scf.for {{.*}} -> (vector<4xf32>) {
// CHECK: vector.load %[[A]]
// CHECK: vector.load %[[X]]
// CHECK: vector.load %[[A]]
// CHECK: vector.fma
// CHECK: scf.for
// CHECK: vector.load %[[A]]
// CHECK-NEXT: vector.load %[[X]]
// CHECK-NEXT: vector.fma
// CHECK: %[[SUM:.*]] = gpu.subgroup_reduce add %{{.*}} cluster(size = 32) : (f32) -> f32
// CHECK: scf.if
// CHECK: memref.store %[[SUM]], %[[PARTS:.*]][%{{.*}}] : memref<8xf32, 3>
// CHECK: gpu.barrier
// CHECK-COUNT-2: memref.load %[[PARTS]]
// CHECK: scf.if
// CHECK-NEXT: memref.store %{{.*}} : memref<1000xf32>
// CHECK: func.func private @deep_workgroup_count
// CHECK: arith.constant 250 : index
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @deep() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<1000x16640xf32>
    %x = iree.placeholder for "interface buffer" {binding = @io::@x} : memref<16640xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@y} : memref<1000xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<1000xf32>)
    linalg.matvec ins(%a, %x : memref<1000x16640xf32>, memref<16640xf32>) outs(%y : memref<1000xf32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @x, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @y, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// They run across it: eight threads side by side make a segment of a line, the others of a block take further lines. Sums of
// f16 are f32; the element-wise op comes after the conversion back.
// CHECK-LABEL: func.func @wide()
// CHECK: workgroup_size = [512, 1, 1]
// CHECK: scf.for {{.*}} -> (vector<8xf32>) {
// CHECK-COUNT-8: vector.load %{{.*}} : memref<4194304xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}} : memref<4096xf16>, vector<4xf16>
// CHECK: arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: vector.fma %{{.*}} : vector<8xf32>
// CHECK: gpu.subgroup_reduce add %{{.*}} cluster(size = 4, stride = 8) : (f32) -> f32
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT: %[[RESULT:.*]] = math.absf %[[SUM]] : f16
// CHECK-NEXT: memref.store %[[RESULT]], %{{.*}} : memref<1024xf16>
// CHECK: func.func private @wide_workgroup_count
// CHECK: arith.constant 16 : index
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @wide() {
    %zero = arith.constant 0.0 : f16
    %x = iree.placeholder for "interface buffer" {binding = @io::@x} : memref<4096xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<4096x1024xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@y} : memref<1024xf16>
    linalg.fill ins(%zero : f16) outs(%y : memref<1024xf16>)
    linalg.vecmat ins(%x, %b : memref<4096xf16>, memref<4096x1024xf16>) outs(%y : memref<1024xf16>)
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : memref<1024xf16>) {
    ^bb0(%old: f16):
      %n = math.absf %old : f16
      linalg.yield %n : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @x, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @y, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Three vectors of integers at a time, nothing a multiple of anything: elements one by one, and a line that is not there is
// read as the last one.
// CHECK-LABEL: func.func @few()
// CHECK: arith.minsi
// CHECK: scf.for {{.*}} -> (i32, i32, i32)
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.muli %{{.*}} : i32
// CHECK: gpu.subgroup_reduce add %{{.*}} : (i32) -> i32
// CHECK: arith.cmpi slt
// CHECK: scf.if
// CHECK: scf.if
// CHECK-COUNT-3: memref.store %{{.*}} : memref<3x77xi32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @few() {
    %zero = arith.constant 0 : i32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<3x91xi8>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<77x91xi8>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<3x77xi32>
    linalg.fill ins(%zero : i32) outs(%c : memref<3x77xi32>)
    linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
                    iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<3x91xi8>, memref<77x91xi8>) outs(%c : memref<3x77xi32>) {
    ^bb0(%x: i8, %y: i8, %acc: i32):
      %xe = arith.extsi %x : i8 to i32
      %ye = arith.extsi %y : i8 to i32
      %p = arith.muli %xe, %ye : i32
      %s = arith.addi %acc, %p : i32
      linalg.yield %s : i32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Left alone: neither factor is thin.
// CHECK-LABEL: func.func @both_long
// CHECK: linalg.matmul
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @both_long(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

// As tf32 a vector is multiplied here, and several by tensor cores; as f32 several are here too.

// CHECK-LABEL: func.func @vector_tf32()
// CHECK-NOT: linalg.matmul
// CHECK-LABEL: func.func @vectors_tf32()
// CHECK: linalg.matmul
// CHECK-LABEL: func.func @vectors_f32()
// CHECK-NOT: linalg.matmul
// CHECK: hal.interface
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @vector_tf32() attributes {tern.allow_tf32} {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<1x4096xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<4096x4096xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<1x4096xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<1x4096xf32>)
    linalg.matmul ins(%a, %b : memref<1x4096xf32>, memref<4096x4096xf32>) outs(%c : memref<1x4096xf32>)
    return
  }
  func.func @vectors_tf32() attributes {tern.allow_tf32} {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<16x4096xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<4096x4096xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<16x4096xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<16x4096xf32>)
    linalg.matmul ins(%a, %b : memref<16x4096xf32>, memref<4096x4096xf32>) outs(%c : memref<16x4096xf32>)
    return
  }
  func.func @vectors_f32() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<16x4096xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<4096x4096xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<16x4096xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<16x4096xf32>)
    linalg.matmul ins(%a, %b : memref<16x4096xf32>, memref<4096x4096xf32>) outs(%c : memref<16x4096xf32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}
