// RUN: tern-opt --gpu-to-llvm %s > %t.ours
// RUN: mlir-opt --gpu-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Tokens as streams and events, and ops of the async dialect on other types. The whole is as upstream's tool has it.

// CHECK-LABEL: llvm.func @handles(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
func.func @handles(%t: !gpu.async.token, %d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle,
                   %p: !gpu.sparse.spgemmop_handle) {
  return
}

// Work on one stream waits for events of others, which stand right behind what gave their tokens.
// CHECK-LABEL: llvm.func @join
// CHECK: %[[A:.*]] = llvm.call @mgpuStreamCreate()
// CHECK: %[[EVENT:.*]] = llvm.call @mgpuEventCreate()
// CHECK: llvm.call @mgpuEventRecord(%[[EVENT]], %[[A]])
// CHECK: llvm.call @mgpuStreamCreate()
// CHECK: %[[C:.*]] = llvm.call @mgpuStreamCreate()
// CHECK: llvm.call @mgpuStreamWaitEvent(%[[C]], %[[EVENT]])
// CHECK: llvm.call @mgpuStreamWaitEvent(%[[C]]
// CHECK: llvm.call @mgpuEventDestroy(%[[EVENT]])
// CHECK: llvm.call @mgpuStreamSynchronize(%[[C]])
// CHECK: llvm.call @mgpuStreamDestroy(%[[C]])
func.func @join(%m: memref<4xf32>) {
  %a = gpu.wait async
  %b = gpu.wait async
  %b1 = gpu.memcpy async [%b] %m, %m : memref<4xf32>, memref<4xf32>
  %c = gpu.wait async [%a, %b1]
  gpu.wait [%c]
  gpu.wait
  return
}

// A token of elsewhere is an event.
// CHECK-LABEL: llvm.func @events
// CHECK: llvm.br
// CHECK: llvm.call @mgpuStreamWaitEvent(%{{.*}}, %[[EVENT:.*]]) :
// CHECK: llvm.call @mgpuEventDestroy(%[[EVENT]])
// CHECK: llvm.call @mgpuEventSynchronize(%[[EVENT]])
func.func @events(%t: !gpu.async.token, %c: i1, %u: !gpu.async.token) -> !gpu.async.token {
  cf.cond_br %c, ^a, ^b(%u : !gpu.async.token)
^a:
  cf.br ^b(%t : !gpu.async.token)
^b(%v: !gpu.async.token):
  %w = gpu.wait async [%v]
  gpu.wait [%v]
  return %w : !gpu.async.token
}

// CHECK-LABEL: llvm.func @values(
// CHECK: %[[TOKEN:.*]], %[[MADE:.*]]:2 = async.execute -> (!async.value<!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>>, !async.value<i64>)
// CHECK: async.execute [%[[TOKEN]]] (%[[MADE]]#0 as %{{.*}}: !async.value<!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>>, %[[MADE]]#1 as %{{.*}}: !async.value<i64>) -> !async.value<i64>
// CHECK: async.await %{{.*}} : !async.value<i64>
func.func @values(%w: memref<4xf32>, %x: index) -> index {
  %t, %made:2 = async.execute -> (!async.value<memref<4xf32>>, !async.value<index>) {
    async.yield %w, %x : memref<4xf32>, index
  }
  %tok, %res = async.execute [%t] (%made#0 as %m: !async.value<memref<4xf32>>, %made#1 as %i: !async.value<index>) -> !async.value<index> {
    %y = memref.load %m[%i] : memref<4xf32>
    %z = arith.fptosi %y : f32 to i32
    %k = arith.index_cast %z : i32 to index
    async.yield %k : index
  }
  async.await %tok : !async.token
  %f = async.await %res : !async.value<index>
  return %f : index
}
