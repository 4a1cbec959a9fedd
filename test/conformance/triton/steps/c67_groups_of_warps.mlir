// C67. What is made in the stead of an op is for the group of warps that the op was for.
// RUN: tern-opt %s --decompose-unsupported-nvidia-conversions=compute-capability=75 | FileCheck %s

#rows = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #triton_gpu.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #triton_gpu.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#fma = #triton_gpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #triton_gpu.dot_op<{opIdx = 0, parent = #fma}>
#b = #triton_gpu.dot_op<{opIdx = 1, parent = #fma}>
#shared = #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @conversions
  // CHECK-NEXT: tt.fp_to_fp {{.*}}async_agent = dense<1> : vector<1xi32>
  // CHECK-NEXT: ttg.convert_layout {{.*}}async_agent = dense<1> : vector<1xi32>
  // CHECK-NEXT: tt.fp_to_fp {{.*}}async_agent = dense<1> : vector<1xi32>
  // CHECK-NEXT: ttg.local_alloc {{.*}}agent.mutex_role = 2 : i32
  // CHECK-NEXT: ttg.local_load {{.*}}agent.mutex_role = 2 : i32
  // CHECK-NEXT: tt.return
  tt.func @conversions(%x: tensor<64x64xf8E4M3B11FNUZ, #rows>, %y: tensor<64x64xf16, #rows>) -> (tensor<64x64xf8E4M3B11FNUZ, #columns>, tensor<64x64xf16, #a>) {
    %0 = triton_gpu.convert_layout %x {async_agent = dense<1> : vector<1xi32>} : (tensor<64x64xf8E4M3B11FNUZ, #rows>) -> tensor<64x64xf8E4M3B11FNUZ, #columns>
    %1 = triton_gpu.convert_layout %y {agent.mutex_role = 2 : i32} : (tensor<64x64xf16, #rows>) -> tensor<64x64xf16, #a>
    tt.return %0, %1 : tensor<64x64xf8E4M3B11FNUZ, #columns>, tensor<64x64xf16, #a>
  }

  // The op before is for nobody, and stays so.
  // CHECK-LABEL: tt.func @copies
  // CHECK: ttg.memdesc_index {{.*}} : !ttg.memdesc<2x512xf16, #shared1, #smem, mutable> -> !ttg.memdesc<512xf16, #shared1, #smem, mutable>
  // CHECK-NEXT: tt.load {{.*}}async_agent = dense<0> : vector<1xi32>
  // CHECK-NEXT: ttg.local_store {{.*}}async_agent = dense<0> : vector<1xi32>
  // CHECK-NEXT: tt.return
  tt.func @copies(%p: tensor<512x!tt.ptr<f16>, #line>, %i: i32) {
    %0 = triton_gpu.alloc_tensor : tensor<2x512xf16, #shared>
    %1 = triton_gpu.insert_slice_async %p, %0, %i {async_agent = dense<0> : vector<1xi32>, axis = 0 : i32, cache = 3 : i32, evict = 1 : i32, isVolatile = false} : tensor<512x!tt.ptr<f16>, #line> -> tensor<2x512xf16, #shared>
    tt.return
  }

  // Of today's partitions, too.
  // CHECK-LABEL: tt.func @products
  // CHECK-NEXT: arith.extf {{.*}}ttg.partition = array<i32: 1>
  // CHECK-NEXT: arith.extf {{.*}}ttg.partition = array<i32: 1>
  // CHECK-NEXT: tt.dot {{.*}}ttg.partition = array<i32: 1>
  tt.func @products(%x: tensor<16x16xf16, #a>, %y: tensor<16x16xf16, #b>, %c: tensor<16x16xf32, #fma>) -> tensor<16x16xf32, #fma> {
    %0 = tt.dot %x, %y, %c {allowTF32 = true, maxNumImpreciseAcc = 0 : i32, ttg.partition = array<i32: 1>} : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #fma>
    tt.return %0 : tensor<16x16xf32, #fma>
  }
}
