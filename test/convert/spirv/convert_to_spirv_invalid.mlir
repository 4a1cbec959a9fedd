// RUN: tern-opt %s --convert-to-spirv --split-input-file --verify-diagnostics
// RUN: not tern-opt %s --convert-to-spirv --split-input-file 2>&1 | FileCheck %s

// Nothing is converted of what fails.
// CHECK-NOT: spirv.module

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
// expected-error @+2 {{'func.func' op is an entry point without a workgroup size}}
// expected-note @+1 {{--convert-to-gpu gives it one}}
func.func @no_abi() {
  return
}

// -----

// expected-error @+1 {{'func.func' op has a #spirv.entry_point_abi without a workgroup size}}
func.func @no_size() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<subgroup_size = 32>} {
  return
}

// -----

// expected-error @+1 {{'func.func' op is an entry point with arguments or results}}
func.func @arguments(%x: i32) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  return
}

// -----

func.func @wide() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  // expected-error @+1 {{'arith.constant' op has a value of type 'i64', which takes the capability Int64 that the target does not have}}
  %c = arith.constant 1 : i64
  return
}

// -----

func.func @loops() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+2 {{'scf.parallel' op is work that is not dealt to invocations}}
  // expected-note @+1 {{run --convert-to-gpu first}}
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
  }
  return
}

// -----

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
func.func @copies() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4xf32>
  // expected-error @+2 {{'memref.copy' op has no counterpart in SPIR-V}}
  // expected-note @+1 {{write it as a loop}}
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @heap() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.alloc' op allocates memory outside of the workgroup, which a kernel cannot}}
  %a = memref.alloc() : memref<4xf32>
  %x = memref.load %a[%c0] : memref<4xf32>
  return
}

// -----

func.func @dynamic() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %n = hal.interface.load.constant offset = 0 : index
  // expected-error @+1 {{'memref.alloc' op allocates memory of a size that is not static: 'memref<?xf32, 3>'}}
  %a = memref.alloc(%n) : memref<?xf32, 3>
  %x = memref.load %a[%n] : memref<?xf32, 3>
  return
}

// -----

func.func @space() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32, 77>
  // expected-error @+1 {{'memref.load' op accesses memory space 77 : i64, which is no storage class of SPIR-V}}
  %x = memref.load %a[%c0] : memref<4xf32, 77>
  return
}

// -----

// expected-error @+1 {{'func.func' op takes 32768 bytes of workgroup memory, but the target has 16384}}
func.func @much() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<8192xf32, 3>
  %x = memref.load %a[%c0] : memref<8192xf32, 3>
  return
}

// -----

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
func.func @wide_elements() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1.0 : f32
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4xf32>
  // expected-error @+2 {{'memref.atomic_rmw' op is an atomic operation that SPIR-V does not have}}
  // expected-error @+1 {{failed to legalize operation 'memref.atomic_rmw'}}
  %x = memref.atomic_rmw maximumf %c1, %a[%c0] : (f32, memref<4xf32>) -> f32
  return
}

// -----

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
func.func @offset() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = iree.placeholder for "interface buffer" offset(%c3) {binding = @io::@arg0} : memref<4xf32>
  // expected-error @+1 {{'memref.load' op accesses a buffer whose offset is no multiple of an element's size}}
  %x = memref.load %a[%c0] : memref<4xf32>
  return
}

// -----

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
func.func @carried() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4xf32>
  %b = scf.for %i = %c0 to %c4 step %c4 iter_args(%m = %a) -> (memref<4xf32>) {
    // expected-error @+2 {{'memref.load' op accesses a buffer that is handed on as an argument}}
    // expected-note @+1 {{a kernel knows its buffers by iree.placeholder or memref.alloc}}
    %x = memref.load %m[%i] : memref<4xf32>
    scf.yield %m : memref<4xf32>
  }
  return
}

// -----

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
func.func @bytes() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<16xi8>
  %v = memref.view %a[%c0][] : memref<16xi8> to memref<4xf32>
  // expected-error @+1 {{'memref.load' op accesses a buffer that comes from 'memref.view', which has no counterpart in SPIR-V}}
  %x = memref.load %v[%c0] : memref<4xf32>
  return
}

// -----

func.func @reduces() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c = arith.constant 1 : i32
  // expected-error @+3 {{'gpu.all_reduce' op reduces over a workgroup, which SPIR-V for Vulkan has no instruction for}}
  // expected-note @+2 {{reduce over subgroups and through workgroup memory}}
  // expected-error @+1 {{failed to legalize operation 'gpu.all_reduce'}}
  %x = gpu.all_reduce add %c uniform {
  } : (i32) -> i32
  return
}

// -----

func.func @width() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c = arith.constant 1 : i32
  %w = arith.constant 16 : i32
  // expected-error @+2 {{its width is not the size of the target's subgroups}}
  // expected-error @+1 {{failed to legalize operation 'gpu.shuffle'}}
  %x, %ok = gpu.shuffle xor %c, %c, %w : i32
  return
}

// -----

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read|Write"
}
func.func @large() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  // expected-error @+1 {{'iree.placeholder' op has 2^31 elements or more, which takes the capability Int64 that the target does not have}}
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<2147483648xf32>
  return
}

// -----

func.func @shape() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %a = iree.placeholder for "shape" : memref<4xf32>
  // expected-error @+1 {{'memref.load' op accesses a placeholder that has no memory}}
  %x = memref.load %a[%c0] : memref<4xf32>
  return
}

// -----

func.func @clusters() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c = arith.constant 1 : i32
  // expected-error @+2 {{its clusters are not contiguous}}
  // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_reduce'}}
  %x = gpu.subgroup_reduce add %c cluster(size = 4, stride = 2) : (i32) -> i32
  return
}

// -----

func.func @clusters_of_nan() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c = arith.constant 1.0 : f32
  // expected-error @+2 {{'gpu.subgroup_reduce' op keeps NaN, which is supported of scalars without clusters only}}
  // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_reduce'}}
  %x = gpu.subgroup_reduce maximumf %c cluster(size = 4) : (f32) -> f32
  return
}

// -----

func.func @rotates() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c = arith.constant 1.0 : f32
  // expected-error @+2 {{its width exceeds the size of the target's subgroups}}
  // expected-error @+1 {{failed to legalize operation 'gpu.rotate'}}
  %x, %ok = gpu.rotate %c, 1, 64 : f32
  return
}

// -----

func.func private @size() -> index {
  // expected-error @+3 {{'gpu.block_dim' op asks for a workgroup size that the function does not have}}
  // expected-note @+2 {{give it `spirv.entry_point_abi}}
  // expected-error @+1 {{failed to legalize operation 'gpu.block_dim'}}
  %x = gpu.block_dim x
  return %x : index
}

// -----

// expected-error @+2 {{'func.func' op has 2 results; functions of SPIR-V have one at most}}
// expected-error @+1 {{failed to legalize operation 'func.func'}}
func.func private @two(%x: i32) -> (i32, i32) {
  return %x, %x : i32, i32
}

// -----

// expected-error @+2 {{'func.func' op has a signature that SPIR-V cannot have: '(vector<7xi32>) -> ()'}}
// expected-error @+1 {{failed to legalize operation 'func.func'}}
func.func private @odd(%x: vector<7xi32>) {
  return
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, Int16], []>, #spirv.resource_limits<>>} {
  func.func @narrow_atomic() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
    %c0 = arith.constant 0 : index
    %c = arith.constant 1 : i16
    %a = memref.alloc() : memref<4xi16, 3>
    // expected-error @+2 {{'memref.atomic_rmw' op is an atomic operation on 16 bits; SPIR-V has those of 32 and 64}}
    // expected-error @+1 {{failed to legalize operation 'memref.atomic_rmw'}}
    %x = memref.atomic_rmw addi %c, %a[%c0] : (i16, memref<4xi16, 3>) -> i16
    return
  }
}

// -----

func.func @dims() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %n = hal.interface.load.constant offset = 0 : index
  %a = memref.alloc() : memref<4x8xi32, 3>
  // expected-error @+1 {{'memref.dim' op asks for the size of a dimension that is not known}}
  %d = memref.dim %a, %n : memref<4x8xi32, 3>
  %x = memref.load %a[%d, %n] : memref<4x8xi32, 3>
  return
}

// -----

func.func private @elsewhere()
func.func @calls_what_is_not_here() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  // expected-error @+1 {{'func.call' op calls @elsewhere, which has no body}}
  func.call @elsewhere() : () -> ()
  return
}
