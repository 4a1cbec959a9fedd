// RUN: tern-compile %s -o %t.ptx --cuda-target=sm_90a
// RUN: FileCheck %s < %t.ptx

// A part of a product of complex numbers is rounded where the CPU rounds it: one of its two products, and the sum.

// CHECK-NOT: sub.rn
// CHECK: mul.rn.f32 [[IMAGINARY:%r[0-9]+]],
// CHECK: neg.f32 [[NEGATIVE:%r[0-9]+]], [[IMAGINARY]];
// CHECK: fma.rn.f32 %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, [[NEGATIVE]];
// CHECK: mul.rn.f32 [[CROSS:%r[0-9]+]],
// CHECK: fma.rn.f32 %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, [[CROSS]];
hal.executable.variant "cuda" {
  module {
    func.func @multiply() {
      %zero = arith.constant 0 : index
      %a = hal.interface.load.tensor @io::@a, offset = %zero : tensor<64xcomplex<f32>>
      %b = hal.interface.load.tensor @io::@b, offset = %zero : tensor<64xcomplex<f32>>
      %e = tensor.empty() : tensor<64xcomplex<f32>>
      %c = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                           iterator_types = ["parallel"]}
          ins(%a, %b : tensor<64xcomplex<f32>>, tensor<64xcomplex<f32>>) outs(%e : tensor<64xcomplex<f32>>) {
      ^bb0(%x: complex<f32>, %y: complex<f32>, %z: complex<f32>):
        %p = complex.mul %x, %y : complex<f32>
        linalg.yield %p : complex<f32>
      } -> tensor<64xcomplex<f32>>
      hal.interface.store.tensor %c, @io::@c, offset = %zero : tensor<64xcomplex<f32>>
      return
    }
    hal.interface private @io {
      hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read"
      hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
    }
  }
}
