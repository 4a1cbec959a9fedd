// Ids and sizes: syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @workitem_id_x(
// CHECK: %{{.*}} = rocdl.workitem.id.x range <i32, 0, 64> : i32
llvm.func @workitem_id_x() {
  %r = rocdl.workitem.id.x range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @workitem_id_y(
// CHECK: %{{.*}} = rocdl.workitem.id.y range <i32, 0, 64> : i32
llvm.func @workitem_id_y() {
  %r = rocdl.workitem.id.y range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @workitem_id_z(
// CHECK: %{{.*}} = rocdl.workitem.id.z range <i32, 0, 64> : i32
llvm.func @workitem_id_z() {
  %r = rocdl.workitem.id.z range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @workgroup_id_x(
// CHECK: %{{.*}} = rocdl.workgroup.id.x range <i32, 0, 64> : i32
llvm.func @workgroup_id_x() {
  %r = rocdl.workgroup.id.x range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @workgroup_id_y(
// CHECK: %{{.*}} = rocdl.workgroup.id.y range <i32, 0, 64> : i32
llvm.func @workgroup_id_y() {
  %r = rocdl.workgroup.id.y range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @workgroup_id_z(
// CHECK: %{{.*}} = rocdl.workgroup.id.z range <i32, 0, 64> : i32
llvm.func @workgroup_id_z() {
  %r = rocdl.workgroup.id.z range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_id_x(
// CHECK: %{{.*}} = rocdl.cluster.id.x range <i32, 0, 64> : i32
llvm.func @cluster_id_x() {
  %r = rocdl.cluster.id.x range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_id_y(
// CHECK: %{{.*}} = rocdl.cluster.id.y range <i32, 0, 64> : i32
llvm.func @cluster_id_y() {
  %r = rocdl.cluster.id.y range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @cluster_id_z(
// CHECK: %{{.*}} = rocdl.cluster.id.z range <i32, 0, 64> : i32
llvm.func @cluster_id_z() {
  %r = rocdl.cluster.id.z range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @workgroup_dim_x(
// CHECK: %{{.*}} = rocdl.workgroup.dim.x range <i32, 0, 64> : i32
llvm.func @workgroup_dim_x() {
  %r = rocdl.workgroup.dim.x range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @workgroup_dim_y(
// CHECK: %{{.*}} = rocdl.workgroup.dim.y range <i32, 0, 64> : i32
llvm.func @workgroup_dim_y() {
  %r = rocdl.workgroup.dim.y range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @workgroup_dim_z(
// CHECK: %{{.*}} = rocdl.workgroup.dim.z range <i32, 0, 64> : i32
llvm.func @workgroup_dim_z() {
  %r = rocdl.workgroup.dim.z range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @grid_dim_x(
// CHECK: %{{.*}} = rocdl.grid.dim.x range <i32, 0, 64> : i32
llvm.func @grid_dim_x() {
  %r = rocdl.grid.dim.x range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @grid_dim_y(
// CHECK: %{{.*}} = rocdl.grid.dim.y range <i32, 0, 64> : i32
llvm.func @grid_dim_y() {
  %r = rocdl.grid.dim.y range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @grid_dim_z(
// CHECK: %{{.*}} = rocdl.grid.dim.z range <i32, 0, 64> : i32
llvm.func @grid_dim_z() {
  %r = rocdl.grid.dim.z range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: llvm.func @wavefrontsize(
// CHECK: %{{.*}} = rocdl.wavefrontsize range <i32, 0, 64> : i32
llvm.func @wavefrontsize() {
  %r = rocdl.wavefrontsize range <i32, 0, 64> : i32
  llvm.return
}
