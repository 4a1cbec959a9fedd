// RUN: tern-compile %s -o %t.ptx --cuda-target=sm_90a
// RUN: FileCheck %s < %t.ptx
// RUN: sed s/xbf16/xf16/g %s > %t.f16.mlir
// RUN: tern-compile %t.f16.mlir -o %t.f16.ptx --cuda-target=sm_80
// RUN: FileCheck %s --check-prefix=HALF < %t.f16.ptx
// RUN: sed 's/xbf16/xf16/g; s/xf32/xf16/g' %s > %t.sum16.mlir
// RUN: tern-compile %t.sum16.mlir -o %t.sum16.ptx --cuda-target=sm_80
// RUN: FileCheck %s --check-prefix=NARROW < %t.sum16.ptx
// RUN: sed s/xf32/xbf16/g %s > %t.bf16.mlir
// RUN: tern-compile %t.bf16.mlir -o %t.bf16.ptx --cuda-target=sm_90a
// RUN: FileCheck %s < %t.bf16.ptx

// A product of 16-bit matrices is computed by warps, or by warp groups where the processor has instructions for those; sums are in
// f32, whatever the result's type.

// CHECK: .entry product(
// CHECK-DAG: cp.async.bulk.tensor.2d.shared::cluster.global
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16

// HALF: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// HALF-NOT: cvt.rn.f16
// HALF: st.global

// NARROW: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// NARROW: cvt.rn.f16x2.f32
// NARROW: st.global

hal.executable.variant "cuda*" {
  module {
    func.func @product() {
      %c0 = arith.constant 0 : index
      %0 = hal.interface.load.tensor @legacy_io::@arg0, offset = %c0 : tensor<512x512xbf16>
      %1 = hal.interface.load.tensor @legacy_io::@arg1, offset = %c0 : tensor<512x512xbf16>
      %2 = "mhlo.dot"(%0, %1) : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xf32>
      hal.interface.store.tensor %2, @legacy_io::@ret0, offset = %c0 : tensor<512x512xf32>
      return
    }
    hal.interface private @legacy_io {
      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
    }
  }
}
