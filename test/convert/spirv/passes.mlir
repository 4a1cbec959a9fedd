// RUN: tern-opt %s --convert-scf-to-spirv --split-input-file | FileCheck %s --check-prefix=SCF
// RUN: tern-opt %s --convert-func-to-spirv --split-input-file | FileCheck %s --check-prefix=FUNC
// RUN: tern-opt %s --map-memref-spirv-storage-class --convert-memref-to-spirv --split-input-file | FileCheck %s --check-prefix=MEMREF
// RUN: tern-opt %s --map-memref-spirv-storage-class=client-api=opencl --split-input-file | FileCheck %s --check-prefix=OPENCL
// RUN: tern-opt %s --convert-gpu-to-spirv=use-64bit-index=true --split-input-file | FileCheck %s --check-prefix=GPU

// SCF-LABEL: spirv.func @choice
// SCF:       spirv.mlir.selection -> i32 {
// SCF:         spirv.mlir.merge
// FUNC-LABEL: spirv.func @choice(%{{.*}}: i1, %{{.*}}: i32) -> i32 "None"
// FUNC:       spirv.ReturnValue
func.func @choice(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// MEMREF-LABEL: func.func @memory
// MEMREF-SAME:    memref<4x8xf32, #spirv.storage_class<StorageBuffer>>
// MEMREF:         %[[ROW:.*]] = spirv.IMul
// MEMREF:         %[[AT:.*]] = spirv.IAdd %[[ROW]]
// MEMREF:         spirv.AccessChain %{{.*}}[%{{.*}}, %[[AT]]]
// MEMREF:         spirv.Load "StorageBuffer"
// MEMREF:         spirv.mlir.addressof @__workgroup_mem__0
// MEMREF:         spirv.Store "Workgroup"
// OPENCL-LABEL: func.func @memory
// OPENCL-SAME:    memref<4x8xf32, #spirv.storage_class<CrossWorkgroup>>
func.func @memory(%m: memref<4x8xf32>, %i: index, %j: index) {
  %x = memref.load %m[%i, %j] : memref<4x8xf32>
  %w = memref.alloc() : memref<8xf32, 3>
  memref.store %x, %w[%j] : memref<8xf32, 3>
  memref.dealloc %w : memref<8xf32, 3>
  return
}

// -----

// GPU: spirv.GlobalVariable @__builtin__WorkgroupId__ built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
// GPU-LABEL: func.func @id
// GPU:       %[[ID:.*]] = spirv.CompositeExtract %{{.*}}[1 : i32]
// GPU:       spirv.UConvert %[[ID]] : i32 to i64
func.func @id() -> index {
  %x = gpu.block_id y
  return %x : index
}
