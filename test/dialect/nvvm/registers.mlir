// Special registers: pretty syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @read_ptx_sreg_laneid(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.laneid : i32
llvm.func @read_ptx_sreg_laneid() {
  %r0 = "nvvm.read.ptx.sreg.laneid"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.laneid"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_warpsize(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.warpsize range <i32, 0, 0> : i32
llvm.func @read_ptx_sreg_warpsize() {
  %r0 = "nvvm.read.ptx.sreg.warpsize"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.warpsize"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_warpid(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.warpid : i32
llvm.func @read_ptx_sreg_warpid() {
  %r0 = "nvvm.read.ptx.sreg.warpid"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_nwarpid(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.nwarpid : i32
llvm.func @read_ptx_sreg_nwarpid() {
  %r0 = "nvvm.read.ptx.sreg.nwarpid"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_smid(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.smid : i32
llvm.func @read_ptx_sreg_smid() {
  %r0 = "nvvm.read.ptx.sreg.smid"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.smid"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_nsmid(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.nsmid : i32
llvm.func @read_ptx_sreg_nsmid() {
  %r0 = "nvvm.read.ptx.sreg.nsmid"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.nsmid"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_gridid(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.gridid range <i32, 0, 0> : i32
llvm.func @read_ptx_sreg_gridid() {
  %r0 = "nvvm.read.ptx.sreg.gridid"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.gridid"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_lanemask_eq(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.lanemask.eq : i32
llvm.func @read_ptx_sreg_lanemask_eq() {
  %r0 = "nvvm.read.ptx.sreg.lanemask.eq"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_lanemask_le(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.lanemask.le : i32
llvm.func @read_ptx_sreg_lanemask_le() {
  %r0 = "nvvm.read.ptx.sreg.lanemask.le"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_lanemask_lt(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.lanemask.lt : i32
llvm.func @read_ptx_sreg_lanemask_lt() {
  %r0 = "nvvm.read.ptx.sreg.lanemask.lt"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_lanemask_ge(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.lanemask.ge : i32
llvm.func @read_ptx_sreg_lanemask_ge() {
  %r0 = "nvvm.read.ptx.sreg.lanemask.ge"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_lanemask_gt(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.lanemask.gt : i32
llvm.func @read_ptx_sreg_lanemask_gt() {
  %r0 = "nvvm.read.ptx.sreg.lanemask.gt"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_tid_x(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_tid_x() {
  %r0 = "nvvm.read.ptx.sreg.tid.x"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.tid.x"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_tid_y(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.tid.y range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_tid_y() {
  %r0 = "nvvm.read.ptx.sreg.tid.y"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_tid_z(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.tid.z : i32
llvm.func @read_ptx_sreg_tid_z() {
  %r0 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.tid.z"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_ntid_x(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.ntid.x : i32
llvm.func @read_ptx_sreg_ntid_x() {
  %r0 = "nvvm.read.ptx.sreg.ntid.x"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.ntid.x"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_ntid_y(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.ntid.y range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_ntid_y() {
  %r0 = "nvvm.read.ptx.sreg.ntid.y"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.ntid.y"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_ntid_z(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.ntid.z : i32
llvm.func @read_ptx_sreg_ntid_z() {
  %r0 = "nvvm.read.ptx.sreg.ntid.z"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.ntid.z"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_ctaid_x(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.ctaid.x : i32
llvm.func @read_ptx_sreg_ctaid_x() {
  %r0 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_ctaid_y(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.ctaid.y : i32
llvm.func @read_ptx_sreg_ctaid_y() {
  %r0 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.ctaid.y"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_ctaid_z(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.ctaid.z : i32
llvm.func @read_ptx_sreg_ctaid_z() {
  %r0 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.ctaid.z"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_nctaid_x(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.nctaid.x : i32
llvm.func @read_ptx_sreg_nctaid_x() {
  %r0 = "nvvm.read.ptx.sreg.nctaid.x"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.nctaid.x"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_nctaid_y(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.nctaid.y range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_nctaid_y() {
  %r0 = "nvvm.read.ptx.sreg.nctaid.y"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.nctaid.y"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_nctaid_z(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.nctaid.z : i32
llvm.func @read_ptx_sreg_nctaid_z() {
  %r0 = "nvvm.read.ptx.sreg.nctaid.z"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.nctaid.z"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_clusterid_x(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.clusterid.x : i32
llvm.func @read_ptx_sreg_clusterid_x() {
  %r0 = "nvvm.read.ptx.sreg.clusterid.x"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_clusterid_y(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.clusterid.y range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_clusterid_y() {
  %r0 = "nvvm.read.ptx.sreg.clusterid.y"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.clusterid.y"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_clusterid_z(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.clusterid.z : i32
llvm.func @read_ptx_sreg_clusterid_z() {
  %r0 = "nvvm.read.ptx.sreg.clusterid.z"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.clusterid.z"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_nclusterid_x(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.nclusterid.x : i32
llvm.func @read_ptx_sreg_nclusterid_x() {
  %r0 = "nvvm.read.ptx.sreg.nclusterid.x"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.nclusterid.x"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_nclusterid_y(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.nclusterid.y : i32
llvm.func @read_ptx_sreg_nclusterid_y() {
  %r0 = "nvvm.read.ptx.sreg.nclusterid.y"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.nclusterid.y"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_nclusterid_z(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.nclusterid.z : i32
llvm.func @read_ptx_sreg_nclusterid_z() {
  %r0 = "nvvm.read.ptx.sreg.nclusterid.z"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.nclusterid.z"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_cluster_ctaid_x(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
llvm.func @read_ptx_sreg_cluster_ctaid_x() {
  %r0 = "nvvm.read.ptx.sreg.cluster.ctaid.x"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.cluster.ctaid.x"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_cluster_ctaid_y(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.cluster.ctaid.y range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_cluster_ctaid_y() {
  %r0 = "nvvm.read.ptx.sreg.cluster.ctaid.y"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.cluster.ctaid.y"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_cluster_ctaid_z(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
llvm.func @read_ptx_sreg_cluster_ctaid_z() {
  %r0 = "nvvm.read.ptx.sreg.cluster.ctaid.z"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.cluster.ctaid.z"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_cluster_nctaid_x(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.cluster.nctaid.x range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_cluster_nctaid_x() {
  %r0 = "nvvm.read.ptx.sreg.cluster.nctaid.x"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.cluster.nctaid.x"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_cluster_nctaid_y(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.cluster.nctaid.y range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_cluster_nctaid_y() {
  %r0 = "nvvm.read.ptx.sreg.cluster.nctaid.y"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.cluster.nctaid.y"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_cluster_nctaid_z(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.cluster.nctaid.z range <i32, 0, 32> : i32
llvm.func @read_ptx_sreg_cluster_nctaid_z() {
  %r0 = "nvvm.read.ptx.sreg.cluster.nctaid.z"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  %r1 = "nvvm.read.ptx.sreg.cluster.nctaid.z"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_cluster_ctarank(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.cluster.ctarank : i32
llvm.func @read_ptx_sreg_cluster_ctarank() {
  %r0 = "nvvm.read.ptx.sreg.cluster.ctarank"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.cluster.ctarank"() <{range = #llvm.constant_range<i32, 0, 0>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_cluster_nctarank(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.cluster.nctarank : i32
llvm.func @read_ptx_sreg_cluster_nctarank() {
  %r0 = "nvvm.read.ptx.sreg.cluster.nctarank"() : () -> i32
  %r1 = "nvvm.read.ptx.sreg.cluster.nctarank"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_total_smem_size(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.total.smem.size : i32
llvm.func @read_ptx_sreg_total_smem_size() {
  %r0 = "nvvm.read.ptx.sreg.total.smem.size"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_dynamic_smem_size(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.dynamic.smem.size : i32
llvm.func @read_ptx_sreg_dynamic_smem_size() {
  %r0 = "nvvm.read.ptx.sreg.dynamic.smem.size"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_aggr_smem_size(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.aggr.smem.size : i32
llvm.func @read_ptx_sreg_aggr_smem_size() {
  %r0 = "nvvm.read.ptx.sreg.aggr.smem.size"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_clock(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.clock : i32
llvm.func @read_ptx_sreg_clock() {
  %r0 = "nvvm.read.ptx.sreg.clock"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_clock64(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.clock64 : i32
llvm.func @read_ptx_sreg_clock64() {
  %r0 = "nvvm.read.ptx.sreg.clock64"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_globaltimer(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.globaltimer : i32
llvm.func @read_ptx_sreg_globaltimer() {
  %r0 = "nvvm.read.ptx.sreg.globaltimer"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_globaltimer_lo(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.globaltimer.lo : i32
llvm.func @read_ptx_sreg_globaltimer_lo() {
  %r0 = "nvvm.read.ptx.sreg.globaltimer.lo"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_envreg0(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.envreg0 : i32
llvm.func @read_ptx_sreg_envreg0() {
  %r0 = "nvvm.read.ptx.sreg.envreg0"() : () -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @read_ptx_sreg_envreg31(
// CHECK-NEXT: %{{.*}} = nvvm.read.ptx.sreg.envreg31 : i32
llvm.func @read_ptx_sreg_envreg31() {
  %r0 = "nvvm.read.ptx.sreg.envreg31"() : () -> i32
  llvm.return
}
