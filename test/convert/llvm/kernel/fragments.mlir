// RUN: tern-opt %s --iree-convert-to-nvvm --canonicalize --cse | FileCheck %s

// Registers of a warp's matrices are arrays of short vectors: rows and elements are taken out and put in one by one, and
// bf16 is multiplied as words.

// CHECK-LABEL: llvm.func @products
// CHECK: %[[LOADED:.*]] = nvvm.ldmatrix %{{.*}} {{.*}}num = 4 : i32{{.*}} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: %[[WORD:.*]] = llvm.extractvalue %[[LOADED]][0]
// CHECK: nvvm.mma.sync A[{{.*}}] B[{{.*}}] C[{{.*}}]
// CHECK-SAME: multiplicandAPtxType = #nvvm.mma_type<bf16>
// CHECK-SAME: (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK: llvm.insertelement %{{.*}}, %{{.*}} : vector<2xf32>
// CHECK: llvm.store %{{.*}} : vector<2xf32>, !llvm.ptr
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr
module {
  func.func @products() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %zero = arith.constant 0 : index
    %b = arith.constant dense<0.0> : vector<2x2xbf16>
    %c = arith.constant dense<0.0> : vector<2x2xf32>
    %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64xf32>
    %tile = memref.alloc() : memref<1024xbf16, 3>
    %a = nvgpu.ldmatrix %tile[%zero] {numTiles = 4 : i32, transpose = false} : memref<1024xbf16, 3> -> vector<4x2xbf16>
    %row = vector.extract %a[0] : vector<2xbf16> from vector<4x2xbf16>
    %b1 = vector.insert %row, %b [1] : vector<2xbf16> into vector<2x2xbf16>
    %d = nvgpu.mma.sync(%a, %b1, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %one = arith.constant 1.0 : f32
    %e = vector.insert %one, %d [0, 1] : f32 into vector<2x2xf32>
    %first = vector.extract %e[0] : vector<2xf32> from vector<2x2xf32>
    vector.store %first, %out[%zero] : memref<64xf32>, vector<2xf32>
    %last = vector.extract %e[1, 1] : f32 from vector<2x2xf32>
    memref.store %last, %out[%zero] : memref<64xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @ret0, set = 0, binding = 0, type = "StorageBuffer", access = "Write|Discard"
  }
}
