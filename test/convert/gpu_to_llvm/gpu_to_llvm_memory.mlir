// RUN: tern-opt --gpu-to-llvm %s > %t.ours
// RUN: mlir-opt --gpu-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Memory of the device: the whole is as upstream's tool has it.

// CHECK-LABEL: llvm.func @round_trip
// CHECK: %[[STREAM:.*]] = llvm.call @mgpuStreamCreate()
// CHECK: %[[BYTES:.*]] = llvm.ptrtoint
// CHECK: %[[ON_DEVICE:.*]] = llvm.mlir.constant(0 : i8)
// CHECK: %[[MEMORY:.*]] = llvm.call @mgpuMemAlloc(%[[BYTES]], %[[STREAM]], %[[ON_DEVICE]])
// CHECK: llvm.call @mgpuMemcpy(
// CHECK: %[[WORD:.*]] = llvm.bitcast %{{.*}} : f32 to i32
// CHECK: llvm.call @mgpuMemset32(%{{.*}}, %[[WORD]], %{{.*}}, %[[STREAM]])
// CHECK: llvm.call @mgpuMemFree(%{{.*}}, %[[STREAM]])
// CHECK: llvm.call @mgpuStreamSynchronize(%[[STREAM]])
// CHECK: llvm.call @mgpuStreamDestroy(%[[STREAM]])
func.func @round_trip(%n: index, %x: memref<4x?xf32>, %v: f32) {
  %0 = gpu.wait async
  %m, %1 = gpu.alloc async [%0] (%n) : memref<4x?xf32>
  %2 = gpu.memcpy async [%1] %m, %x : memref<4x?xf32>, memref<4x?xf32>
  %3 = gpu.memset async [%2] %m, %v : memref<4x?xf32>, f32
  %4 = gpu.dealloc async [%3] %m : memref<4x?xf32>
  gpu.wait [%4]
  return
}

// What the host shares is there at once; without a token there is no call that frees.
// CHECK-LABEL: llvm.func @shared
// CHECK: %[[SHARED:.*]] = llvm.mlir.constant(1 : i8)
// CHECK-NEXT: llvm.call @mgpuMemAlloc(%{{.*}}, %{{.*}}, %[[SHARED]])
// CHECK: gpu.dealloc
func.func @shared(%n: index) -> memref<?xi32> {
  %m = gpu.alloc host_shared (%n) : memref<?xi32>
  gpu.dealloc %m : memref<?xi32>
  return %m : memref<?xi32>
}

// CHECK-LABEL: llvm.func @halves
// CHECK: llvm.bitcast %{{.*}} : f16 to i16
// CHECK: llvm.call @mgpuMemset16
// CHECK: %[[PLAIN:.*]] = llvm.addrspacecast %{{.*}} : !llvm.ptr<1> to !llvm.ptr
// CHECK: llvm.call @mgpuMemset16(%[[PLAIN]]
func.func @halves(%m: memref<7x3xf16>, %g: memref<7xi16, 1>, %v: f16, %i: i16) {
  %0 = gpu.wait async
  %1 = gpu.memset async [%0] %m, %v : memref<7x3xf16>, f16
  %2 = gpu.memset async [%1] %g, %i : memref<7xi16, 1>, i16
  %3 = gpu.memcpy async [%2] %g, %g : memref<7xi16, 1>, memref<7xi16, 1>
  gpu.wait [%3]
  return
}

// CHECK-LABEL: llvm.func @registered
// CHECK: llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK: llvm.call @mgpuMemHostRegisterMemRef(
// CHECK: llvm.call @mgpuMemHostUnregisterMemRef(
// CHECK: llvm.call @mgpuSetDefaultDevice(
func.func @registered(%m: memref<*xf32>, %i: memref<*xindex>, %v: memref<*xvector<4xf32>>, %d: i32) {
  gpu.host_register %m : memref<*xf32>
  gpu.host_register %i : memref<*xindex>
  gpu.host_unregister %v : memref<*xvector<4xf32>>
  gpu.set_default_device %d
  return
}

// Strides, fills of other widths and ops without a token stay.
// CHECK-LABEL: llvm.func @left
// CHECK: gpu.memcpy async
// CHECK: gpu.memset async
// CHECK: gpu.alloc ()
func.func @left(%m: memref<4x5xf32, strided<[10, 2], offset: 1>>, %d: f64, %p: memref<4xf64>) -> memref<4xf32> {
  %t = gpu.wait async
  %0 = gpu.memcpy async [%t] %m, %m : memref<4x5xf32, strided<[10, 2], offset: 1>>, memref<4x5xf32, strided<[10, 2], offset: 1>>
  %1 = gpu.memset async [%0] %p, %d : memref<4xf64>, f64
  gpu.wait [%1]
  %2 = gpu.alloc () : memref<4xf32>
  return %2 : memref<4xf32>
}

// Shapes without dimensions, without elements, and with sizes behind the one that is not known.
func.func @shapes(%m: memref<3x?x5xf32>) -> (memref<f32>, memref<0x4xf32>) {
  %t = gpu.wait async
  %0, %t0 = gpu.alloc async [%t] () : memref<f32>
  %1, %t1 = gpu.alloc async [%t0] () : memref<0x4xf32>
  %2 = gpu.memcpy async [%t1] %m, %m : memref<3x?x5xf32>, memref<3x?x5xf32>
  gpu.wait [%2]
  return %0, %1 : memref<f32>, memref<0x4xf32>
}

memref.global "private" constant @w : memref<2xf32> = dense<[1.0, 2.0]>
// CHECK-LABEL: llvm.func @host(
// CHECK-NOT: {{(arith|cf|math|index|memref|func)[.]}}
// CHECK-LABEL: llvm.func @mgpuStreamCreate
func.func @host(%m: memref<4x5xf32>, %i: index, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %same = arith.constant 1 : index
  %two = arith.addi %c1, %same : index
  %j = arith.addi %i, %two : index
  cf.cond_br %c, ^a(%j : index), ^b(%i : index)
^a(%k: index):
  %x = memref.load %m[%k, %c1] : memref<4x5xf32>
  %y = math.sqrt %x : f32
  return %y : f32
^b(%l: index):
  %n = index.add %l, %l
  %g = memref.get_global @w : memref<2xf32>
  %z = memref.load %g[%n] : memref<2xf32>
  return %z : f32
}
