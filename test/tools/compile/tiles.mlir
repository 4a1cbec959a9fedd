// Products of narrow numbers use tile registers of processors that have them, and of no others.

// RUN: rm -rf %t && mkdir %t
// RUN: tern-compile %s -o %t/tiles.s --target-triple=x86_64-unknown-linux-gnu --target-cpu=sapphirerapids
// RUN: FileCheck %s --input-file=%t/tiles.s
// CHECK-LABEL: floats:
// One configuration for all of the function; no tile leaves its register within the innermost loop.
// CHECK: ldtilecfg
// CHECK-NOT: ldtilecfg
// CHECK-COUNT-4: tilezero
// CHECK-NOT: tilestored
// CHECK-COUNT-4: tdpbf16ps
// CHECK-NOT: tdpbf16ps
// CHECK-COUNT-4: tilestored
// CHECK: tilerelease
// CHECK-LABEL: bytes:
// CHECK-COUNT-4: tdpbssd
// RUN: tern-compile %s -o %t/features.s --target-triple=x86_64-unknown-linux-gnu --target-cpu=skylake-avx512 \
// RUN:   --target-cpu-features=+avx512f,+amx-tile,+amx-int8
// RUN: FileCheck %s --check-prefix=FEATURES --input-file=%t/features.s
// FEATURES-NOT: tdpbf16ps
// FEATURES: tdpbssd
// FEATURES-NOT: tdpbf16ps
// RUN: tern-compile %s -o %t/vectors.s --target-triple=x86_64-unknown-linux-gnu --target-cpu=skylake-avx512
// RUN: FileCheck %s --check-prefix=VECTORS --input-file=%t/vectors.s
// VECTORS-NOT: tdp
// VECTORS: vfmadd
// VECTORS-NOT: tdp

module {
  func.func @floats() {
    %c0 = arith.constant 0 : index
    %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<64x128xbf16>
    %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<128x64xbf16>
    %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x128xbf16>, tensor<128x64xbf16>) -> tensor<64x64xf32>
    hal.interface.store.tensor %r, @io::@c, offset = %c0 : tensor<64x64xf32>
    return
  }
  func.func @bytes() {
    %c0 = arith.constant 0 : index
    %a = hal.interface.load.tensor @io::@d, offset = %c0 : tensor<64x128xi8>
    %b = hal.interface.load.tensor @io::@e, offset = %c0 : tensor<128x64xi8>
    %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x128xi8>, tensor<128x64xi8>) -> tensor<64x64xi32>
    hal.interface.store.tensor %r, @io::@f, offset = %c0 : tensor<64x64xi32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
    hal.interface.binding @d, set=0, binding=3, type="StorageBuffer", access="Read"
    hal.interface.binding @e, set=0, binding=4, type="StorageBuffer", access="Read"
    hal.interface.binding @f, set=0, binding=5, type="StorageBuffer", access="Write|Discard"
  }
}
