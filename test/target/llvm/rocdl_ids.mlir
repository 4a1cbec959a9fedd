// The rocdl dialect, ids and sizes: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @workitem_id_x(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.x(
llvm.func @workitem_id_x() {
  %r = rocdl.workitem.id.x range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @workitem_id_y(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.y(
llvm.func @workitem_id_y() {
  %r = rocdl.workitem.id.y range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @workitem_id_z(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.z(
llvm.func @workitem_id_z() {
  %r = rocdl.workitem.id.z range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @workgroup_id_x(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.workgroup.id.x(
llvm.func @workgroup_id_x() {
  %r = rocdl.workgroup.id.x range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @workgroup_id_y(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.workgroup.id.y(
llvm.func @workgroup_id_y() {
  %r = rocdl.workgroup.id.y range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @workgroup_id_z(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.workgroup.id.z(
llvm.func @workgroup_id_z() {
  %r = rocdl.workgroup.id.z range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @cluster_id_x(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.cluster.id.x(
llvm.func @cluster_id_x() {
  %r = rocdl.cluster.id.x range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @cluster_id_y(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.cluster.id.y(
llvm.func @cluster_id_y() {
  %r = rocdl.cluster.id.y range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @cluster_id_z(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.cluster.id.z(
llvm.func @cluster_id_z() {
  %r = rocdl.cluster.id.z range <i32, 0, 64> : i32
  llvm.return
}

// CHECK-LABEL: define void @workgroup_dim_x(
// CHECK: call range(i64 0, 64) i64 @__ockl_get_local_size(i32 0)
llvm.func @workgroup_dim_x() {
  %r = rocdl.workgroup.dim.x range <i32, 0, 64> : i64
  llvm.return
}

// CHECK-LABEL: define void @workgroup_dim_y(
// CHECK: call range(i64 0, 64) i64 @__ockl_get_local_size(i32 1)
llvm.func @workgroup_dim_y() {
  %r = rocdl.workgroup.dim.y range <i32, 0, 64> : i64
  llvm.return
}

// CHECK-LABEL: define void @workgroup_dim_z(
// CHECK: call range(i64 0, 64) i64 @__ockl_get_local_size(i32 2)
llvm.func @workgroup_dim_z() {
  %r = rocdl.workgroup.dim.z range <i32, 0, 64> : i64
  llvm.return
}

// CHECK-LABEL: define void @grid_dim_x(
// CHECK: call range(i64 0, 64) i64 @__ockl_get_num_groups(i32 0)
llvm.func @grid_dim_x() {
  %r = rocdl.grid.dim.x range <i32, 0, 64> : i64
  llvm.return
}

// CHECK-LABEL: define void @grid_dim_y(
// CHECK: call range(i64 0, 64) i64 @__ockl_get_num_groups(i32 1)
llvm.func @grid_dim_y() {
  %r = rocdl.grid.dim.y range <i32, 0, 64> : i64
  llvm.return
}

// CHECK-LABEL: define void @grid_dim_z(
// CHECK: call range(i64 0, 64) i64 @__ockl_get_num_groups(i32 2)
llvm.func @grid_dim_z() {
  %r = rocdl.grid.dim.z range <i32, 0, 64> : i64
  llvm.return
}

// CHECK-LABEL: define void @wavefrontsize(
// CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.wavefrontsize(
llvm.func @wavefrontsize() {
  %r = rocdl.wavefrontsize range <i32, 0, 64> : i32
  llvm.return
}
