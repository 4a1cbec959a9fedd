// The nvvm dialect, special registers: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @read_ptx_sreg_laneid(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid(
llvm.func @read_ptx_sreg_laneid() {
  %0 = nvvm.read.ptx.sreg.laneid : i32
  %1 = nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_warpsize(
// CHECK: call range(i32 0, 0) i32 @llvm.nvvm.read.ptx.sreg.warpsize(
llvm.func @read_ptx_sreg_warpsize() {
  %0 = nvvm.read.ptx.sreg.warpsize range <i32, 0, 0> : i32
  %1 = nvvm.read.ptx.sreg.warpsize : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_warpid(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.warpid(
llvm.func @read_ptx_sreg_warpid() {
  %0 = nvvm.read.ptx.sreg.warpid : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_nwarpid(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nwarpid(
llvm.func @read_ptx_sreg_nwarpid() {
  %0 = nvvm.read.ptx.sreg.nwarpid : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_smid(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.smid(
llvm.func @read_ptx_sreg_smid() {
  %0 = nvvm.read.ptx.sreg.smid : i32
  %1 = nvvm.read.ptx.sreg.smid range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_nsmid(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nsmid(
llvm.func @read_ptx_sreg_nsmid() {
  %0 = nvvm.read.ptx.sreg.nsmid : i32
  %1 = nvvm.read.ptx.sreg.nsmid range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_gridid(
// CHECK: call range(i32 0, 0) i32 @llvm.nvvm.read.ptx.sreg.gridid(
llvm.func @read_ptx_sreg_gridid() {
  %0 = nvvm.read.ptx.sreg.gridid range <i32, 0, 0> : i32
  %1 = nvvm.read.ptx.sreg.gridid : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_lanemask_eq(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq(
llvm.func @read_ptx_sreg_lanemask_eq() {
  %0 = nvvm.read.ptx.sreg.lanemask.eq : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_lanemask_le(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.lanemask.le(
llvm.func @read_ptx_sreg_lanemask_le() {
  %0 = nvvm.read.ptx.sreg.lanemask.le : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_lanemask_lt(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt(
llvm.func @read_ptx_sreg_lanemask_lt() {
  %0 = nvvm.read.ptx.sreg.lanemask.lt : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_lanemask_ge(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge(
llvm.func @read_ptx_sreg_lanemask_ge() {
  %0 = nvvm.read.ptx.sreg.lanemask.ge : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_lanemask_gt(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.lanemask.gt(
llvm.func @read_ptx_sreg_lanemask_gt() {
  %0 = nvvm.read.ptx.sreg.lanemask.gt : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_tid_x(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.tid.x(
llvm.func @read_ptx_sreg_tid_x() {
  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_tid_y(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.tid.y(
llvm.func @read_ptx_sreg_tid_y() {
  %0 = nvvm.read.ptx.sreg.tid.y range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.tid.y : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_tid_z(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.z(
llvm.func @read_ptx_sreg_tid_z() {
  %0 = nvvm.read.ptx.sreg.tid.z : i32
  %1 = nvvm.read.ptx.sreg.tid.z range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_ntid_x(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(
llvm.func @read_ptx_sreg_ntid_x() {
  %0 = nvvm.read.ptx.sreg.ntid.x : i32
  %1 = nvvm.read.ptx.sreg.ntid.x range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_ntid_y(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.ntid.y(
llvm.func @read_ptx_sreg_ntid_y() {
  %0 = nvvm.read.ptx.sreg.ntid.y range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.ntid.y range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_ntid_z(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.z(
llvm.func @read_ptx_sreg_ntid_z() {
  %0 = nvvm.read.ptx.sreg.ntid.z : i32
  %1 = nvvm.read.ptx.sreg.ntid.z range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_ctaid_x(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(
llvm.func @read_ptx_sreg_ctaid_x() {
  %0 = nvvm.read.ptx.sreg.ctaid.x : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_ctaid_y(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(
llvm.func @read_ptx_sreg_ctaid_y() {
  %0 = nvvm.read.ptx.sreg.ctaid.y : i32
  %1 = nvvm.read.ptx.sreg.ctaid.y range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_ctaid_z(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z(
llvm.func @read_ptx_sreg_ctaid_z() {
  %0 = nvvm.read.ptx.sreg.ctaid.z : i32
  %1 = nvvm.read.ptx.sreg.ctaid.z range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_nctaid_x(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x(
llvm.func @read_ptx_sreg_nctaid_x() {
  %0 = nvvm.read.ptx.sreg.nctaid.x : i32
  %1 = nvvm.read.ptx.sreg.nctaid.x range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_nctaid_y(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y(
llvm.func @read_ptx_sreg_nctaid_y() {
  %0 = nvvm.read.ptx.sreg.nctaid.y range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.nctaid.y : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_nctaid_z(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z(
llvm.func @read_ptx_sreg_nctaid_z() {
  %0 = nvvm.read.ptx.sreg.nctaid.z : i32
  %1 = nvvm.read.ptx.sreg.nctaid.z range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_clusterid_x(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.clusterid.x(
llvm.func @read_ptx_sreg_clusterid_x() {
  %0 = nvvm.read.ptx.sreg.clusterid.x : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_clusterid_y(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.clusterid.y(
llvm.func @read_ptx_sreg_clusterid_y() {
  %0 = nvvm.read.ptx.sreg.clusterid.y range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.clusterid.y : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_clusterid_z(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.clusterid.z(
llvm.func @read_ptx_sreg_clusterid_z() {
  %0 = nvvm.read.ptx.sreg.clusterid.z : i32
  %1 = nvvm.read.ptx.sreg.clusterid.z range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_nclusterid_x(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nclusterid.x(
llvm.func @read_ptx_sreg_nclusterid_x() {
  %0 = nvvm.read.ptx.sreg.nclusterid.x : i32
  %1 = nvvm.read.ptx.sreg.nclusterid.x range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_nclusterid_y(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nclusterid.y(
llvm.func @read_ptx_sreg_nclusterid_y() {
  %0 = nvvm.read.ptx.sreg.nclusterid.y : i32
  %1 = nvvm.read.ptx.sreg.nclusterid.y range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_nclusterid_z(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nclusterid.z(
llvm.func @read_ptx_sreg_nclusterid_z() {
  %0 = nvvm.read.ptx.sreg.nclusterid.z : i32
  %1 = nvvm.read.ptx.sreg.nclusterid.z range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_cluster_ctaid_x(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x(
llvm.func @read_ptx_sreg_cluster_ctaid_x() {
  %0 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %1 = nvvm.read.ptx.sreg.cluster.ctaid.x range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_cluster_ctaid_y(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.y(
llvm.func @read_ptx_sreg_cluster_ctaid_y() {
  %0 = nvvm.read.ptx.sreg.cluster.ctaid.y range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.cluster.ctaid.y range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_cluster_ctaid_z(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.z(
llvm.func @read_ptx_sreg_cluster_ctaid_z() {
  %0 = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  %1 = nvvm.read.ptx.sreg.cluster.ctaid.z range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_cluster_nctaid_x(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.x(
llvm.func @read_ptx_sreg_cluster_nctaid_x() {
  %0 = nvvm.read.ptx.sreg.cluster.nctaid.x range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_cluster_nctaid_y(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.y(
llvm.func @read_ptx_sreg_cluster_nctaid_y() {
  %0 = nvvm.read.ptx.sreg.cluster.nctaid.y range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_cluster_nctaid_z(
// CHECK: call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.z(
llvm.func @read_ptx_sreg_cluster_nctaid_z() {
  %0 = nvvm.read.ptx.sreg.cluster.nctaid.z range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_cluster_ctarank(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank(
llvm.func @read_ptx_sreg_cluster_ctarank() {
  %0 = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %1 = nvvm.read.ptx.sreg.cluster.ctarank range <i32, 0, 0> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_cluster_nctarank(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctarank(
llvm.func @read_ptx_sreg_cluster_nctarank() {
  %0 = nvvm.read.ptx.sreg.cluster.nctarank : i32
  %1 = nvvm.read.ptx.sreg.cluster.nctarank range <i32, 0, 32> : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_total_smem_size(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.total_smem_size(
llvm.func @read_ptx_sreg_total_smem_size() {
  %0 = nvvm.read.ptx.sreg.total.smem.size : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_dynamic_smem_size(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size(
llvm.func @read_ptx_sreg_dynamic_smem_size() {
  %0 = nvvm.read.ptx.sreg.dynamic.smem.size : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_aggr_smem_size(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.aggr_smem_size(
llvm.func @read_ptx_sreg_aggr_smem_size() {
  %0 = nvvm.read.ptx.sreg.aggr.smem.size : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_clock(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.clock(
llvm.func @read_ptx_sreg_clock() {
  %0 = nvvm.read.ptx.sreg.clock : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_globaltimer_lo(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.globaltimer.lo(
llvm.func @read_ptx_sreg_globaltimer_lo() {
  %0 = nvvm.read.ptx.sreg.globaltimer.lo : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_envreg0(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.envreg0(
llvm.func @read_ptx_sreg_envreg0() {
  %0 = nvvm.read.ptx.sreg.envreg0 : i32
  llvm.return
}

// CHECK-LABEL: define void @read_ptx_sreg_envreg31(
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.envreg31(
llvm.func @read_ptx_sreg_envreg31() {
  %0 = nvvm.read.ptx.sreg.envreg31 : i32
  llvm.return
}
