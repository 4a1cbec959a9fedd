// What an access to memory says to the AMDGPU backend.
// RUN: tern-translate %s --mlir-to-llvmir | FileCheck %s
// RUN: mlir-translate %s --mlir-to-llvmir | FileCheck %s

// CHECK-LABEL: define void @accesses(
llvm.func @accesses(%p: !llvm.ptr, %x: f32) {
  // CHECK: load float, ptr %{{.*}}, !amdgpu.last.use ![[NONE:[0-9]+]]
  %0 = llvm.load %p {rocdl.last_use} : !llvm.ptr -> f32
  // CHECK: atomicrmw fadd ptr %{{.*}}, float %{{.*}} monotonic, align 4, !amdgpu.ignore.denormal.mode ![[NONE]], !amdgpu.no.fine.grained.memory ![[NONE]], !amdgpu.no.remote.memory ![[NONE]]
  %1 = llvm.atomicrmw fadd %p, %x monotonic {rocdl.ignore_denormal_mode, rocdl.no_fine_grained_memory, rocdl.no_remote_memory} : !llvm.ptr, f32
  // CHECK: store float %{{.*}}, ptr %{{.*}}, align 4{{$}}
  llvm.store %x, %p : f32, !llvm.ptr
  llvm.return
}
// CHECK: ![[NONE]] = !{}
