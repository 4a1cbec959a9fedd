// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt %s --emit-bytecode | mlir-opt | diff - %t.mlir
// RUN: mlir-opt %s --emit-bytecode | tern-opt | diff - %t.mlir

// CHECK: func.func private @scalars(!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#llvm.address_space<0>>, !ptr.ptr<#nvvm.memory_space<shared_cluster>>)
func.func private @scalars(!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#llvm.address_space<0>>, !ptr.ptr<#nvvm.memory_space<shared_cluster>>)

// CHECK: func.func private @metadata(!ptr.ptr_metadata<memref<?xf32>>, !ptr.ptr_metadata<memref<*xf32, 3>>)
func.func private @metadata(!ptr.ptr_metadata<memref<?xf32>>, !ptr.ptr_metadata<memref<*xf32, 3>>)

// CHECK: func.func private @elements(vector<4x!ptr.ptr<#ptr.generic_space>>, tensor<?x!ptr.ptr<#ptr.generic_space>>, memref<4x!ptr.ptr<#ptr.generic_space>, #ptr.generic_space>)
func.func private @elements(vector<4x!ptr.ptr<#ptr.generic_space>>, tensor<?x!ptr.ptr<#ptr.generic_space>>, memref<4x!ptr.ptr<#ptr.generic_space>, #ptr.generic_space>)

// CHECK: func.func private @members(!llvm.array<3 x !ptr.ptr<#llvm.address_space<3>>>, !llvm.struct<(!ptr.ptr<#nvvm.memory_space<global>>, i32)>)
func.func private @members(!llvm.array<3 x !ptr.ptr<#llvm.address_space<3>>>, !llvm.struct<(!ptr.ptr<#nvvm.memory_space<global>>, i32)>)

// CHECK-LABEL: llvm.func @access(%arg0: !llvm.ptr, %arg1: !ptr.ptr<#llvm.address_space<1>>)
llvm.func @access(%p: !llvm.ptr, %q: !ptr.ptr<#llvm.address_space<1>>) -> vector<4x!ptr.ptr<#llvm.address_space<3>>> {
  // CHECK: llvm.load %arg0 : !llvm.ptr -> vector<4x!ptr.ptr<#llvm.address_space<3>>>
  %0 = llvm.load %p : !llvm.ptr -> vector<4x!ptr.ptr<#llvm.address_space<3>>>
  llvm.store %q, %p : !ptr.ptr<#llvm.address_space<1>>, !llvm.ptr
  llvm.return %0 : vector<4x!ptr.ptr<#llvm.address_space<3>>>
}
