// RUN: tern-opt --gpu-to-llvm="use-bare-pointers-for-host" %s | FileCheck %s
// RUN: tern-opt --gpu-to-llvm %s | FileCheck %s --check-prefix=DESCRIPTOR

// What upstream's tool gets wrong: memory of an address space other than 0, and unranked memrefs where the host takes bare
// pointers.

// CHECK-LABEL: llvm.func @global_memory
// CHECK: %[[PLAIN:.*]] = llvm.call @mgpuMemAlloc
// CHECK: %[[MEMORY:.*]] = llvm.addrspacecast %[[PLAIN]] : !llvm.ptr to !llvm.ptr<1>
// CHECK: llvm.insertvalue %[[MEMORY]], %{{.*}}[0]
// CHECK: %[[BACK:.*]] = llvm.addrspacecast %{{.*}} : !llvm.ptr<1> to !llvm.ptr
// CHECK: llvm.call @mgpuMemFree(%[[BACK]]
func.func @global_memory(%n: index) {
  %0 = gpu.wait async
  %m, %1 = gpu.alloc async [%0] (%n) : memref<?xf32, 1>
  %2 = gpu.dealloc async [%1] %m : memref<?xf32, 1>
  gpu.wait [%2]
  return
}

// CHECK-LABEL: llvm.func @vector(%{{.*}}: !llvm.ptr<1>)
// DESCRIPTOR-LABEL: llvm.func @vector(
// DESCRIPTOR: %[[PLAIN:.*]] = llvm.addrspacecast %{{.*}} : !llvm.ptr<1> to !llvm.ptr
// DESCRIPTOR: llvm.call @mgpuCreateDnVec(%{{.*}}, %[[PLAIN]]
func.func @vector(%v: memref<8xf32, 1>) {
  %n = arith.constant 8 : index
  %0 = gpu.wait async
  %d, %1 = gpu.create_dn_tensor async [%0] %v, %n : index into memref<8xf32, 1>
  gpu.wait [%1]
  return
}

// DESCRIPTOR-LABEL: llvm.func @registered(
// DESCRIPTOR: %[[RANK:.*]] = llvm.extractvalue %{{.*}}[0] : !llvm.struct<(i64, ptr)>
// DESCRIPTOR: %[[POINTER:.*]] = llvm.extractvalue %{{.*}}[1] : !llvm.struct<(i64, ptr)>
// DESCRIPTOR: llvm.call @mgpuMemHostRegisterMemRef(%[[RANK]], %[[POINTER]], %{{.*}}) : (i64, !llvm.ptr, i64) -> ()
// CHECK: llvm.call @mgpuMemHostRegisterMemRef(%{{.*}}, %{{.*}}, %{{.*}}) : (i64, !llvm.ptr, i64) -> ()
func.func @registered(%v: memref<8xf32>) {
  %m = memref.cast %v : memref<8xf32> to memref<*xf32>
  gpu.host_register %m : memref<*xf32>
  return
}
