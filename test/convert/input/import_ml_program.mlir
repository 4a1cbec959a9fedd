// RUN: tern-opt %s --split-input-file --iree-import-ml-program | FileCheck %s

// CHECK: util.global private @c = dense<4> : tensor<4xi32>
ml_program.global private @c(dense<4> : tensor<4xi32>) : tensor<4xi32>
// CHECK: util.global private mutable @v = dense<4> : tensor<4xi32>
// CHECK: util.func public @global$v$get() -> tensor<4xi32> {
// CHECK-NEXT: %[[V:.*]] = util.global.load @v : tensor<4xi32>
// CHECK-NEXT: util.return %[[V]]
// CHECK: util.func public @global$v$set(%arg0: tensor<4xi32>) {
// CHECK-NEXT: util.global.store %arg0, @v : tensor<4xi32>
ml_program.global public mutable @v(dense<4> : tensor<4xi32>) : tensor<4xi32>
// CHECK: util.global private mutable @e : tensor<4xi32>
ml_program.global private @e(#ml_program.extern : tensor<4xi32>) : tensor<4xi32>

// CHECK-LABEL: util.func public @f(%arg0: tensor<4xi32>) -> tensor<4xi32>
ml_program.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: util.global.load @c : tensor<4xi32>
  %0 = ml_program.global_load_const @c : tensor<4xi32>
  // CHECK: util.global.load @v : tensor<4xi32>
  %1 = ml_program.global_load @v : tensor<4xi32>
  // CHECK: util.global.store %arg0, @v : tensor<4xi32>
  ml_program.global_store @v = %x : tensor<4xi32>
  // CHECK: util.return
  ml_program.return %1 : tensor<4xi32>
}
// CHECK-LABEL: util.func public @ireeMlProgramGlobalsInit(%arg0: !util.list<?>) {
// CHECK: %[[E:.*]] = util.list.get %arg0[%c0] : !util.list<?> -> tensor<4xi32>
// CHECK: util.global.store %[[E]], @e : tensor<4xi32>

// -----

// A graph is put in an order; tokens go.
ml_program.global private mutable @v(1 : i32) : i32
// CHECK-LABEL: util.func public @g(%arg0: i32) -> i32
// CHECK-NEXT: %[[OLD:.*]] = util.global.load @v : i32
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[OLD]], %arg0 : i32
// CHECK-NEXT: util.global.store %[[SUM]], @v : i32
// CHECK-NEXT: util.return %[[SUM]] : i32
ml_program.subgraph @g(%x: i32) -> i32 {
  %k2 = ml_program.global_store_graph @v = %sum ordering(%k1 -> !ml_program.token) : i32
  %sum = arith.addi %old, %x : i32
  %old, %k1 = ml_program.global_load_graph @v ordering(%k0 -> !ml_program.token) : i32
  %k0 = ml_program.token
  ml_program.output %sum : i32
}

// -----

// CHECK: util.func public @read_v
// CHECK: util.func public @write_v
module attributes {ml_program.public_global_accessors = {get = "read_{0}", set = "write_{0}"}} {
  ml_program.global public mutable @v(1 : i32) : i32
}
