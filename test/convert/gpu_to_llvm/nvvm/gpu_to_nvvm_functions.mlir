// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=index-bitwidth=32" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=index-bitwidth=32" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=use-bare-ptr-memref-call-conv=true" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=use-bare-ptr-memref-call-conv=true" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=allow-pattern-rollback=true" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=allow-pattern-rollback=true" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Functions: buffers in workgroup memory as globals, private ones on the stack, attributes of arguments, several results.
// All as upstream's tool has it.

// CHECK: llvm.mlir.global internal @__wg_nokernel_0() {addr_space = 3 : i32, alignment = 32 : i64} : !llvm.array<32 x f32>
// CHECK-LABEL: llvm.func @nokernel
// CHECK-SAME: -> !llvm.struct<(f32, i64)>
// CHECK: llvm.mlir.addressof @__wg_nokernel_0 : !llvm.ptr<3>
// CHECK: llvm.alloca %{{.+}} x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
// CHECK-LABEL: llvm.func @k
// CHECK-SAME: !llvm.ptr {llvm.align = 4 : i32}, %{{.+}}: !llvm.ptr {llvm.align = 4 : i32}, {{.+}}: i64 {llvm.noundef}, %{{.+}}: !llvm.ptr {llvm.noalias, llvm.readonly})
gpu.module @m {
  func.func private @sink(i32)
  gpu.func @nokernel(%a: f32, %m: memref<4x4xf32, #gpu.address_space<global>>) -> (f32, index) workgroup(%w: memref<4x8xf32, #gpu.address_space<workgroup>> {llvm.align = 32 : i64}, %w2: memref<2xi8, 3>) private(%p: memref<5xf32, #gpu.address_space<private>> {llvm.align = 64 : i64}, %p2: memref<1xindex>) {
    %c0 = arith.constant 0 : index
    %0 = memref.load %w[%c0, %c0] : memref<4x8xf32, #gpu.address_space<workgroup>>
    memref.store %a, %p[%c0] : memref<5xf32, #gpu.address_space<private>>
    memref.store %a, %m[%c0, %c0] : memref<4x4xf32, #gpu.address_space<global>>
    gpu.return %0, %c0 : f32, index
  }
  gpu.func @k(%a: memref<4xf32> {llvm.noalias, llvm.align = 4 : i32}, %b: index {llvm.noundef}, %c: !llvm.ptr {llvm.noalias, llvm.readonly, foo.bar}) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>, nvvm.minctasm = 2 : i32, rocdl.foo} {
    %0 = gpu.cluster_block_id x
    %1 = gpu.cluster_dim_blocks x
    %2 = arith.index_cast %0 : index to i32
    %3 = arith.index_cast %1 : index to i32
    func.call @sink(%2) : (i32) -> ()
    func.call @sink(%3) : (i32) -> ()
    gpu.return
  }
  gpu.func @one() -> i32 {
    %c = arith.constant 3 : i32
    gpu.return %c : i32
  }
}
