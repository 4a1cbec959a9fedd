// RUN: tern-opt %s --split-input-file --iree-convert-to-nvvm --verify-diagnostics

// expected-note @+1 {{give the kernel the attribute hal.kernel_shared_memory, or use the memory through memref.view ops of static shapes at constant places only}}
func.func @unknown() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %n = hal.interface.load.constant offset = 0 : index
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  // expected-error @+1 {{'memref.view' op uses dynamic workgroup memory up to a byte that is not known}}
  %1 = memref.view %0[%n][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xf32, #gpu.address_space<workgroup>>
  return
}

// -----

// expected-note @+1 {{give the kernel the attribute hal.kernel_shared_memory}}
func.func @bytes(%i: index) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  // expected-error @+1 {{'memref.load' op uses dynamic workgroup memory up to a byte that is not known}}
  %1 = memref.load %0[%i] : memref<?xi8, #gpu.address_space<workgroup>>
  return
}

// -----

// expected-error @+1 {{'func.func' op has 16 bytes of dynamic workgroup memory, but views of it end at byte 36}}
func.func @short() attributes {hal.kernel_shared_memory = 16 : i64, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c4 = arith.constant 4 : index
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %1 = memref.view %0[%c4][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func private @helper() -> memref<?xi8, #gpu.address_space<workgroup>> {
  // expected-error @+3 {{'gpu.dynamic_shared_memory' op is used in a function that is no kernel}}
  // expected-note @+2 {{move it to the kernel and pass its result as an argument}}
  // expected-error @+1 {{failed to legalize operation 'gpu.dynamic_shared_memory'}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return %0 : memref<?xi8, #gpu.address_space<workgroup>>
}

// -----

// expected-error @+3 {{'memref.global' op has a first value, which workgroup memory cannot have}}
// expected-note @+2 {{declare it uninitialized, and let the workgroup write the value}}
// expected-error @+1 {{failed to legalize operation 'memref.global'}}
memref.global "private" @values : memref<2xi32, 3> = dense<[1, 2]>
