// Products of narrow numbers take the instructions for them that a processor has.

// RUN: rm -rf %t && mkdir %t
// RUN: tern-compile %s -o %t/znver4.s --target-triple=x86_64-unknown-linux-gnu --target-cpu=znver4
// RUN: FileCheck %s --input-file=%t/znver4.s
// CHECK-LABEL: floats:
// CHECK-COUNT-24: vdpbf16ps
// CHECK-LABEL: bytes:
// Four vectors of zeros treated like the left factor, then the sums: each byte of a row is loaded once, no register leaves for memory.
// CHECK-COUNT-4: vpdpbusd
// CHECK: vpbroadcastd
// CHECK-COUNT-4: vpdpbusd %zmm
// CHECK-NEXT: vpbroadcastd
// CHECK-COUNT-4: vpdpbusd %zmm
// CHECK-NEXT: vpbroadcastd

// Half of the rate of f32's multiply-add, as measured: not there.
// RUN: tern-compile %s -o %t/rapids.s --target-triple=x86_64-unknown-linux-gnu --target-cpu=sapphirerapids --target-cpu-features=-amx-tile
// RUN: FileCheck %s --check-prefixes=RAPIDS,NO-PAIRS --input-file=%t/rapids.s
// RUN: tern-compile %s -o %t/cascade.s --target-triple=x86_64-unknown-linux-gnu --target-cpu=cascadelake
// RUN: FileCheck %s --check-prefixes=RAPIDS,NO-PAIRS --input-file=%t/cascade.s
// RAPIDS-LABEL: floats:
// RAPIDS-COUNT-24: vfmadd231ps %zmm
// RAPIDS-LABEL: bytes:
// RAPIDS-COUNT-4: vpdpbusd %zmm
// NO-PAIRS-NOT: vdpbf16ps

// RUN: tern-compile %s -o %t/alder.s --target-triple=x86_64-unknown-linux-gnu --target-cpu=alderlake
// RUN: FileCheck %s --check-prefix=ALDER --input-file=%t/alder.s
// ALDER-LABEL: bytes:
// ALDER-COUNT-12: vpdpbusd %ymm

// RUN: tern-compile %s -o %t/haswell.s --target-triple=x86_64-unknown-linux-gnu --target-cpu=haswell
// RUN: FileCheck %s --check-prefix=HASWELL --input-file=%t/haswell.s
// HASWELL-LABEL: floats:
// HASWELL-COUNT-12: vfmadd231ps %ymm
// HASWELL-LABEL: bytes:
// HASWELL-COUNT-12: vpmaddwd %ymm

// RUN: tern-compile %s -o %t/arm.s --target-triple=aarch64-linux-gnu --target-cpu=neoverse-v1
// RUN: FileCheck %s --check-prefix=ARM --input-file=%t/arm.s
// ARM-LABEL: floats:
// ARM-COUNT-24: bfdot v
// ARM-LABEL: bytes:
// ARM-COUNT-24: sdot v

// Neither: widened, as everywhere.
// RUN: tern-compile %s -o %t/old.s --target-triple=aarch64-linux-gnu --target-cpu=cortex-a72
// RUN: FileCheck %s --check-prefix=OLD --input-file=%t/old.s
// OLD-NOT: dot
// OLD: mla

module {
  func.func @floats() {
    %c0 = arith.constant 0 : index
    %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<60x128xbf16>
    %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<128x64xbf16>
    %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<60x128xbf16>, tensor<128x64xbf16>) -> tensor<60x64xf32>
    hal.interface.store.tensor %r, @io::@c, offset = %c0 : tensor<60x64xf32>
    return
  }
  func.func @bytes() {
    %c0 = arith.constant 0 : index
    %a = hal.interface.load.tensor @io::@d, offset = %c0 : tensor<60x128xi8>
    %b = hal.interface.load.tensor @io::@e, offset = %c0 : tensor<128x64xi8>
    %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<60x128xi8>, tensor<128x64xi8>) -> tensor<60x64xi32>
    hal.interface.store.tensor %r, @io::@f, offset = %c0 : tensor<60x64xi32>
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
