// PTX of kernels: what the chip says, the lowest version that has the instructions, attributes of kernels, arithmetic
// that is rounded right.
// RUN: tern-translate --mlir-to-ptx --target=sm_80 --split-input-file %s | FileCheck %s --check-prefixes=CHECK,AMPERE
// RUN: tern-translate --mlir-to-ptx --target=sm_90a --split-input-file %s | FileCheck %s --check-prefixes=CHECK,HOPPER

// AMPERE: .version 7.0
// AMPERE: .target sm_80
// HOPPER: .version 8.0
// HOPPER: .target sm_90a
// CHECK: .visible .entry kernel(
// CHECK: .maxntid 128
// CHECK: mov.u32 {{.*}}, %tid.x;
// CHECK: sqrt.rn.f32
// CHECK: div.rn.f32
// CHECK: fma.rn.f32
// CHECK: bar.sync 0;
llvm.func @kernel(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %i = llvm.sext %t : i32 to i64
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %q : !llvm.ptr<1> -> f32
  %s = llvm.intr.sqrt(%x) : (f32) -> f32
  %d = llvm.fdiv %s, %x : f32
  %f = llvm.intr.fma(%d, %s, %x) : (f32, f32, f32) -> f32
  nvvm.barrier0
  llvm.store %f, %q : f32, !llvm.ptr<1>
  llvm.return
}

// -----

// A wait for a phase by its parity is newer than the chip.
// AMPERE: .version 7.1
// AMPERE: .target sm_80
// HOPPER: .version 8.0
// CHECK: mbarrier.test_wait.parity
llvm.func @parity(%p: !llvm.ptr<1>, %b: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {
  %r = nvvm.mbarrier.test.wait %b, %n : !llvm.ptr<3>, i32 -> i1
  llvm.store %r, %p : i1, !llvm.ptr<1>
  llvm.return
}

// -----

// f64 too.
// CHECK: .entry doubles(
// CHECK: sqrt.rn.f64
// CHECK: div.rn.f64
llvm.func @doubles(%p: !llvm.ptr<1>, %x: f64) attributes {nvvm.kernel} {
  %s = llvm.intr.sqrt(%x) : (f64) -> f64
  %d = llvm.fdiv %s, %x : f64
  llvm.store %d, %p : f64, !llvm.ptr<1>
  llvm.return
}
