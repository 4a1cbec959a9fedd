// The #nvvm.target of a gpu.module: chip, level, flags.
// RUN: tern-translate --mlir-to-ptx --split-input-file %s | FileCheck %s

// CHECK: .version 7.8
// CHECK: .target sm_90
// CHECK: add.rn.ftz.f32
gpu.module @flushed [#nvvm.target<O = 1, chip = "sm_90", flags = {ftz}>] {
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %0 = llvm.fadd %x, %x : f32
    llvm.store %0, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// A version that is named is taken.
// CHECK: .version 8.3
// CHECK: .target sm_90
// CHECK-NOT: .ftz
gpu.module @newer [#nvvm.target<chip = "sm_90", features = "+ptx83">] {
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %0 = llvm.fadd %x, %x : f32
    llvm.store %0, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// Without optimisation a variable stays in memory.
// CHECK: .target sm_80
// CHECK: .local
gpu.module @slow [#nvvm.target<O = 0, chip = "sm_80">] {
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %v = llvm.alloca %one x f32 : (i32) -> !llvm.ptr
    llvm.store %x, %v : f32, !llvm.ptr
    %0 = llvm.load %v : !llvm.ptr -> f32
    llvm.store %0, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}
