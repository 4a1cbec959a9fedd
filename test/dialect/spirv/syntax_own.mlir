// What is read in more ways than it is printed.
// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s | tern-opt | FileCheck %s

// The storage class is left out where it is the usual one.
// CHECK-LABEL: func.func @block_writes
func.func @block_writes(%p: !spirv.ptr<i32, StorageBuffer>, %q: !spirv.ptr<i32, CrossWorkgroup>, %v: i32) {
  // CHECK: spirv.INTEL.SubgroupBlockWrite %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
  spirv.INTEL.SubgroupBlockWrite "StorageBuffer" %p, %v : i32
  // CHECK: spirv.INTEL.SubgroupBlockWrite "CrossWorkgroup" %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
  spirv.INTEL.SubgroupBlockWrite "CrossWorkgroup" %q, %v : i32
  return
}

// A scope is a case or a whole attribute.
// CHECK-LABEL: func.func private @props
// CHECK-SAME: m_size = 8, n_size = 8, k_size = 16, a_type = f16, b_type = f16, c_type = f16, result_type = f16, scope = <Subgroup>
func.func private @props() attributes {test.a = #spirv.coop_matrix_props_nv<m_size = 8, n_size = 8, k_size = 16, a_type = f16, b_type = f16, c_type = f16, result_type = f16, scope = #spirv.scope<Subgroup>>}

// Attributes of memory accesses are read where they are written.
// CHECK-LABEL: spirv.func @accesses
spirv.func @accesses(%p: !spirv.ptr<f32, Function>, %x: f32) "None" {
  // CHECK: spirv.Store "Function" %{{.*}}, %{{.*}} : f32 {test.a}
  spirv.Store "Function" %p, %x : f32 {test.a}
  // CHECK: spirv.CopyMemory  "Function" %{{.*}}, "Function" %{{.*}} {test.a} : f32
  spirv.CopyMemory "Function" %p, "Function" %p {test.a} : f32
  // CHECK: spirv.mlir.selection control(Flatten|DontFlatten) {
  spirv.mlir.selection control(Flatten|DontFlatten) {
  }
  spirv.Return
}
