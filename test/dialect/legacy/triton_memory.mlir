// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s --decompose-unsupported-nvidia-conversions=compute-capability=80 --allocate-shared-memory-nv=compute-capability=80 --convert-triton-gpu-to-llvm=compute-capability=80 | FileCheck %s --check-prefix=LLVM

// Shared memory of 2023 was a tensor, of which ops made new versions. What stands for it is one piece of memory.
#blocked = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#turned = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#mma = #triton_gpu.mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #triton_gpu.dot_op<{opIdx = 0, parent = #mma}>
#b = #triton_gpu.dot_op<{opIdx = 1, parent = #mma}>
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32}
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32, "triton_gpu.threads-per-warp" = 32 : i32, "triton_gpu.compute-capability" = 80 : i32} {
  // CHECK-LABEL: tt.func @pipeline
  // LLVM-LABEL: llvm.func @pipeline
  // LLVM-COUNT-4: cp.async.cg.shared.global
  // LLVM: nvvm.cp.async.commit.group
  // LLVM: nvvm.cp.async.wait.group 0
  // LLVM: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
  tt.func @pipeline(%p: tensor<64x64x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %i: i32, %k: tensor<64x64xi1, #blocked>, %z: tensor<64x64xf16, #blocked>, %c: tensor<64x64xf32, #mma>) {
    %c0 = arith.constant 0 : i32
    // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #[[SHARED:.*]], #smem, mutable>
    // CHECK: %[[M0:.*]] = ttg.memdesc_index %[[M]][%{{.*}}] : !ttg.memdesc<2x64x64xf16, #[[SHARED]], #smem, mutable> -> !ttg.memdesc<64x64xf16, #[[SHARED]], #smem, mutable>
    // CHECK: ttg.async_copy_global_to_local %{{.*}}, %[[M0]] cacheModifier = cg {async_agent
    %0 = triton_gpu.alloc_tensor : tensor<2x64x64xf16, #shared>
    %1 = triton_gpu.insert_slice_async %p, %0, %c0 {async_agent = dense<0> : vector<1xi32>, axis = 0 : i32, cache = 3 : i32, evict = 1 : i32, isVolatile = false} : tensor<64x64x!tt.ptr<f16>, #blocked> -> tensor<2x64x64xf16, #shared>
    triton_gpu.async_commit_group
    triton_gpu.async_wait {num = 0 : i32}
    // CHECK: %[[M1:.*]] = ttg.memdesc_index %[[M]][%{{.*}}]
    // CHECK: %[[A:.*]] = ttg.local_load %[[M1]] : {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    // CHECK: %[[B:.*]] = ttg.local_load %[[M1]] : {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
    // CHECK: tt.dot %[[A]], %[[B]]
    %2 = triton_gpu.extract_slice %1[0, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xf16, #shared> to tensor<64x64xf16, #shared>
    %3 = triton_gpu.convert_layout %2 : (tensor<64x64xf16, #shared>) -> tensor<64x64xf16, #a>
    %4 = triton_gpu.convert_layout %2 : (tensor<64x64xf16, #shared>) -> tensor<64x64xf16, #b>
    %5 = tt.dot %3, %4, %c {allowTF32 = true} : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return
  }
  // CHECK-LABEL: tt.func @others
  tt.func @others(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %i: i32, %k: tensor<64x64xi1, #blocked>, %z: tensor<64x64xf16, #blocked>, %x: f16) {
    // CHECK: %[[M:.*]] = ttg.local_alloc
    // CHECK: %[[V:.*]] = tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x64x!tt.ptr<f16>, #blocked>
    // CHECK: %[[MI:.*]] = ttg.memdesc_index %[[M]][%[[I:.*]]]
    // CHECK: ttg.local_store %[[V]], %[[MI]]
    // CHECK: %[[MK:.*]] = ttg.memdesc_index %[[M]][%[[I]]]
    // CHECK: ttg.async_copy_global_to_local %{{.*}}, %[[MK]] mask %{{.*}} other %{{.*}} :
    %0 = triton_gpu.alloc_tensor : tensor<2x64x64xf16, #shared>
    %1 = triton_gpu.insert_slice %p, %0, %i, %k, %z {axis = 0 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked> -> tensor<2x64x64xf16, #shared>
    %3 = triton_gpu.insert_slice_async %p, %1, %i, %k, %z {axis = 0 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked> -> tensor<2x64x64xf16, #shared>
    // CHECK: %[[MX:.*]] = ttg.memdesc_index %[[M]][%[[I]]]
    // CHECK: ttg.memdesc_trans %[[MX]] {order = array<i32: 1, 0>} : {{.*}} -> !ttg.memdesc<64x64xf16, #[[TURNED:.*]], #smem, mutable>
    // CHECK: %[[L:.*]] = ttg.local_load %[[MX]] : {{.*}} -> tensor<64x64xf16, #[[DEFAULT:.*]]>
    // CHECK: ttg.local_alloc %[[L]] : (tensor<64x64xf16, #[[DEFAULT]]>) -> !ttg.memdesc<64x64xf16, #[[TURNED]], #smem, mutable>
    // CHECK: %[[N:.*]] = ttg.local_alloc %{{.*}} : (tensor<64x64xf16, #blocked>)
    // CHECK: ttg.local_dealloc %[[N]]
    %4 = triton_gpu.extract_slice %3[%i, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xf16, #shared> to tensor<64x64xf16, #shared>
    %5 = tt.trans %4 : (tensor<64x64xf16, #shared>) -> tensor<64x64xf16, #turned>
    %6 = triton_gpu.convert_layout %4 : (tensor<64x64xf16, #shared>) -> tensor<64x64xf16, #turned>
    %7 = triton_gpu.convert_layout %z : (tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #shared>
    %8 = triton_gpu.extract_slice %7[0, 0] [64, 64] [1, 1] : tensor<64x64xf16, #shared> to tensor<64x64xf16, #shared>
    %9 = "triton_gpu.convert_layout"(%8) : (tensor<64x64xf16, #shared>) -> tensor<64x64xf16, #shared>
    "triton_gpu.local_dealloc"(%9) : (tensor<64x64xf16, #shared>) -> ()
    tt.return
  }
}
