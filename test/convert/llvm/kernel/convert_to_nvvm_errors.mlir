// RUN: tern-opt %s --split-input-file --iree-convert-to-nvvm --verify-diagnostics

func.func @dynamic(%n: index) {
  // expected-error @+3 {{'memref.alloc' op is memory that a kernel does not have}}
  // expected-note @+2 {{arrays of static shape in memory space 3 are the workgroup's}}
  // expected-error @+1 {{failed to legalize operation 'memref.alloc'}}
  %0 = memref.alloc(%n) : memref<?xf32, 3>
  return
}

// -----

// expected-error @+3 {{'func.func' op is a kernel but has arguments or results}}
// expected-note @+2 {{a kernel reads and writes bindings of the hal.interface}}
// expected-error @+1 {{failed to legalize operation 'func.func'}}
func.func @kernel(%x: f32) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  return
}

// -----

func.func @barrier() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  // expected-error @+2 {{'spirv.ControlBarrier' op waits for other threads than those of the workgroup}}
  // expected-error @+1 {{failed to legalize operation 'spirv.ControlBarrier'}}
  spirv.ControlBarrier <Subgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  return
}

// -----

func.func private @helper() -> i32 {
  // expected-error @+3 {{'hal.interface.load.constant' op is used in a function that is no kernel}}
  // expected-note @+2 {{move it to the kernel and pass its result as an argument}}
  // expected-error @+1 {{failed to legalize operation 'hal.interface.load.constant'}}
  %0 = hal.interface.load.constant offset = 0 : i32
  return %0 : i32
}

// -----

func.func @wide(%x: vector<2xf32>) {
  // expected-error @+2 {{'gpu.subgroup_reduce' op is a reduction that there is no code for, of 'vector<2xf32>'}}
  // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_reduce'}}
  %0 = gpu.subgroup_reduce add %x : (vector<2xf32>) -> vector<2xf32>
  return
}

// -----

func.func @clusters(%x: f32) {
  // expected-error @+2 {{'gpu.subgroup_reduce' op has clusters of more lanes than a warp has}}
  // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_reduce'}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 64) : (f32) -> f32
  return
}
