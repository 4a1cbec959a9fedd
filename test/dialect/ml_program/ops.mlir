// Each op is read, printed, and read again from both forms.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s > %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.generic.mlir | diff %t.mlir -

// CHECK: ml_program.func @f(%{{.*}}: i32) -> i32 {
ml_program.func @f(%arg0: i32) -> i32 {
  ml_program.return %arg0 : i32
}

// -----

// CHECK: ml_program.subgraph @f(%{{.*}}: i32) -> i32 {
ml_program.subgraph @f(%arg0: i32) -> i32 {
  ml_program.output %arg0 : i32
}

// -----

// CHECK: ml_program.return
ml_program.func @f() {
  ml_program.return
}

// -----

// CHECK: ml_program.output
ml_program.subgraph @f() {
  ml_program.output
}

// -----

// CHECK: ml_program.global private @e(#extern) : tensor<4xi32>
ml_program.global private mutable @v(dense<4> : tensor<4xi32>) : tensor<?xi32>
ml_program.global private @e(#ml_program.extern : tensor<4xi32>) : tensor<4xi32>

// -----

// CHECK: ml_program.global_load @v : i32
ml_program.global private mutable @v(4 : i32) : i32
%r = ml_program.global_load @v : i32

// -----

// CHECK: ml_program.global_load_const @v : i32
ml_program.global private @v(4 : i32) : i32
%r = ml_program.global_load_const @v : i32

// -----

// CHECK: ml_program.global_store @v = %{{.*}} : i32
ml_program.global private mutable @v(4 : i32) : i32
%x = "test.value"() : () -> i32
ml_program.global_store @v = %x : i32

// -----

// CHECK: ml_program.global_load_graph @v ordering(%{{.*}} -> !ml_program.token) : i32
ml_program.global private mutable @v(4 : i32) : i32
%k = "test.value"() : () -> !ml_program.token
%r, %t = ml_program.global_load_graph @v ordering(%k -> !ml_program.token) : i32

// -----

// CHECK: ml_program.global_store_graph @v = %{{.*}} ordering(%{{.*}} -> !ml_program.token) : i32
ml_program.global private mutable @v(4 : i32) : i32
%k = "test.value"() : () -> !ml_program.token
%x = "test.value"() : () -> i32
%t = ml_program.global_store_graph @v = %x ordering(%k -> !ml_program.token) : i32

// -----

// CHECK: ml_program.token
%t = ml_program.token
