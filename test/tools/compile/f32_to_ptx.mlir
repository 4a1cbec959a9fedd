// RUN: tern-compile %s -o %t.ptx --cuda-target=sm_80
// RUN: FileCheck %s < %t.ptx
// RUN: sed s/xf32/xf64/g %s > %t.f64.mlir
// RUN: tern-compile %t.f64.mlir -o %t.f64.ptx --cuda-target=sm_80
// RUN: FileCheck %s --check-prefix=SQUARE < %t.f64.ptx
// RUN: tern-compile %t.f64.mlir -o %t.tall.ptx --cuda-target=sm_90
// RUN: FileCheck %s --check-prefix=TALL < %t.tall.ptx
// RUN: sed s/512x768/1x768/g %s > %t.thin.mlir
// RUN: sed -i s/512x1024/1x1024/g %t.thin.mlir
// RUN: tern-compile %t.thin.mlir -o %t.thin.ptx --cuda-target=sm_80
// RUN: FileCheck %s --check-prefix=THIN < %t.thin.ptx

// A product of f32 is one of multiply-adds on vectors from shared memory; its loop counter has 32 bits. One of f64 is one of
// tensor cores. One row is multiplied as fast as the matrix is read, without shared memory for the factors.

// CHECK: .entry product(
// CHECK: .minnctapersm
// CHECK: cp.async.cg.shared.global
// CHECK: cp.async.wait_group
// CHECK: ld.shared.v4
// CHECK: fma.rn.f32
// CHECK: setp.{{[a-z]+}}.{{[su]}}32
// CHECK-NOT: setp.{{[a-z]+}}.{{[su]}}64

// SQUARE: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64

// TALL: mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64

// THIN-NOT: cp.async
// THIN: ld.global.v4
// THIN: shfl.sync.bfly

hal.executable.variant "cuda*" {
  module {
    func.func @product() {
      %zero = arith.constant 0 : index
      %a = hal.interface.load.tensor @io::@a, offset = %zero : tensor<512x1024xf32>
      %b = hal.interface.load.tensor @io::@b, offset = %zero : tensor<1024x768xf32>
      %c = "mhlo.dot"(%a, %b) : (tensor<512x1024xf32>, tensor<1024x768xf32>) -> tensor<512x768xf32>
      hal.interface.store.tensor %c, @io::@c, offset = %zero : tensor<512x768xf32>
      return
    }
    hal.interface private @io {
      hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read"
      hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
    }
  }
}
