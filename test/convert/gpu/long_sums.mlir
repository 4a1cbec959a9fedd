// Totals of deep products are in registers where there is room, as in a tile of 64 sums, else in memory of the invocation's own: a tile of
// 128 sums. Sums of 4096 products are cut at 256 or 512; those of 512 are not.
// RUN: tern-compile %s -o %t.small.ptx --cuda-target=sm_80
// RUN: FileCheck %s --check-prefix=REGISTERS < %t.small.ptx
// RUN: sed s/1024x4096/4096x4096/g %s > %t.large.mlir && sed -i s/4096x1024/4096x8192/g %t.large.mlir
// RUN: sed -i s/1024x1024/4096x8192/g %t.large.mlir
// RUN: tern-compile %t.large.mlir -o %t.large.ptx --cuda-target=sm_90a
// RUN: FileCheck %s --check-prefix=MEMORY < %t.large.ptx
// RUN: sed s/xf32/xf64/g %t.large.mlir > %t.f64.mlir
// Tensor cores would wait for memory.
// RUN: tern-compile %t.f64.mlir -o %t.tall.ptx --cuda-target=sm_90a
// RUN: FileCheck %s --check-prefix=CHAIN < %t.tall.ptx
// Small tiles of f64 are cut; their fragments have rows.
// RUN: sed s/xf32/xf64/g %s > %t.deep.mlir && sed -i s/1024x/32x/g %t.deep.mlir && sed -i s/x1024x/x32x/g %t.deep.mlir
// RUN: tern-compile %t.deep.mlir -o %t.deep.ptx --cuda-target=sm_80
// RUN: FileCheck %s --check-prefix=DEEP < %t.deep.ptx
// RUN: sed s/4096/512/g %s > %t.short.mlir
// RUN: tern-compile %t.short.mlir -o %t.short.ptx --cuda-target=sm_80
// RUN: FileCheck %s --check-prefix=SHORT < %t.short.ptx

// REGISTERS-NOT: .local
// REGISTERS: add.rn.f32
// REGISTERS: bra
// REGISTERS: fma.rn.f32
// REGISTERS: bra
// REGISTERS-NOT: .local

// MEMORY: .local .align 16 .b8 __local_depot0[{{[0-9]+}}]
// MEMORY: st.local.v
// MEMORY: ld.local.v
// MEMORY: add.rn.f{{32|64}}
// MEMORY: st.local.v
// MEMORY: ld.local.v

// SHORT-NOT: {{[.]local|add.rn.f32}}
// CHAIN-NOT: .local
// CHAIN: mma.sync
// CHAIN-NOT: add.rn.f64

// DEEP: add.rn.f64
// DEEP: mma.sync

// SHORT: fma.rn.f32
// SHORT-NOT: add.rn.f32

hal.executable.variant "cuda*" {
  module {
    func.func @product() {
      %zero = arith.constant 0 : index
      %a = hal.interface.load.tensor @io::@a, offset = %zero : tensor<1024x4096xf32>
      %b = hal.interface.load.tensor @io::@b, offset = %zero : tensor<4096x1024xf32>
      %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1024x4096xf32>, tensor<4096x1024xf32>) -> tensor<1024x1024xf32>
      hal.interface.store.tensor %c, @io::@c, offset = %zero : tensor<1024x1024xf32>
      return
    }
    hal.interface private @io {
      hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read"
      hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
    }
  }
}
