// A program on a cluster of two blocks: which block it is, barriers of the cluster, and the other's memory. Registers and launches are those
// of one block.

// RUN: tern-compile %s --target=cuda:sm_90a --num-ctas=2 -o %t.ptx && FileCheck %s < %t.ptx
// CHECK: .visible .entry turn(
// CHECK: .reqnctapercluster 2
// CHECK-DAG: %cluster_ctarank
// CHECK-DAG: %clusterid.x
// CHECK-NOT: %ctaid
// CHECK: ld.global.v4.b32
// CHECK: barrier.cluster.arrive.aligned
// CHECK-NEXT: barrier.cluster.wait.aligned
// CHECK: mapa.shared::cluster.u32
// CHECK: ld.shared::cluster.b32
// CHECK: barrier.cluster.arrive.aligned
// CHECK-NEXT: barrier.cluster.wait.aligned
// CHECK: st.global.b32

// RUN: tern-compile %s --target=cuda:sm_90a -o %t.ptx && FileCheck %s --check-prefix=ONE --implicit-check-not=cluster < %t.ptx
// ONE: %ctaid.x
// ONE: ld.global.v4.b32

tt.func public @turn(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32>) {
  %size = arith.constant 1024 : i32
  %g = tt.get_program_id x : i32
  %start = arith.muli %g, %size : i32
  %first = tt.addptr %p, %start : !tt.ptr<f32>, i32
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %s = tt.splat %first : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %x = tt.load %a : tensor<1024x!tt.ptr<f32>>
  %b = tt.splat %o : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %i = arith.constant dense<1023> : tensor<1024xi32>
  %j = arith.subi %i, %r : tensor<1024xi32>
  %y = tt.gather %x[%j] {axis = 0 : i32} : (tensor<1024xf32>, tensor<1024xi32>) -> tensor<1024xf32>
  %to = tt.addptr %b, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %to, %y : tensor<1024x!tt.ptr<f32>>
  tt.return
}
