// RUN: tern-opt %s --gpu-check-workgroup-races=redundant=true --split-input-file --verify-diagnostics

func.func @right(%value: f32) -> f32 attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c3 = arith.constant 3 : index
  %x = gpu.thread_id x
  %shared = memref.alloc() : memref<4xf32, 3>
  memref.store %value, %shared[%x] : memref<4xf32, 3>
  gpu.barrier
  %other = arith.subi %c3, %x : index
  %turned = memref.load %shared[%other] : memref<4xf32, 3>
  return %turned : f32
}

// -----

func.func @no_barrier(%value: f32) -> f32 attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c3 = arith.constant 3 : index
  %x = gpu.thread_id x
  %shared = memref.alloc() : memref<4xf32, 3>
  // expected-note @+1 {{the other access is here}}
  memref.store %value, %shared[%x] : memref<4xf32, 3>
  %other = arith.subi %c3, %x : index
  // expected-error @+1 {{may race: other invocations may write the same elements, with no barrier between}}
  %turned = memref.load %shared[%other] : memref<4xf32, 3>
  return %turned : f32
}

// -----

// The loop comes back to the store.
func.func @around_a_loop(%value: f32) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = gpu.thread_id x
  %other = arith.subi %c3, %x : index
  %shared = memref.alloc() : memref<4xf32, 3>
  scf.for %i = %c0 to %c3 step %c1 {
    // expected-error @+1 {{may race: other invocations may read the same elements, with no barrier between}}
    memref.store %value, %shared[%x] : memref<4xf32, 3>
    gpu.barrier
    // expected-note @+1 {{the other access is here}}
    %turned = memref.load %shared[%other] : memref<4xf32, 3>
  }
  return
}

// -----

// Two buffers in turn need one barrier only.
func.func @two_buffers(%value: f32) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = gpu.thread_id x
  %other = arith.subi %c3, %x : index
  %shared = memref.alloc() : memref<2x4xf32, 3>
  scf.for %i = %c0 to %c3 step %c1 {
    %turn = arith.remui %i, %c2 : index
    memref.store %value, %shared[%turn, %x] : memref<2x4xf32, 3>
    gpu.barrier
    %turned = memref.load %shared[%turn, %other] : memref<2x4xf32, 3>
  }
  return
}

// -----

// Halving strides: the conditions keep readers and writers apart.
func.func @tree(%value: f32) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c2 = arith.constant 2 : index
  %x = gpu.thread_id x
  %shared = memref.alloc() : memref<4xf32, 3>
  memref.store %value, %shared[%x] : memref<4xf32, 3>
  gpu.barrier
  %active = arith.cmpi ult, %x, %c2 : index
  scf.if %active {
    %partner = arith.addi %x, %c2 : index
    %a = memref.load %shared[%x] : memref<4xf32, 3>
    %b = memref.load %shared[%partner] : memref<4xf32, 3>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %shared[%x] : memref<4xf32, 3>
  }
  return
}

// -----

func.func @itself(%value: f32) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c2 = arith.constant 2 : index
  %x = gpu.thread_id x
  %half = arith.divui %x, %c2 : index
  %shared = memref.alloc() : memref<4xf32, 3>
  // expected-error @+1 {{may race with itself in other invocations: they write the same elements}}
  memref.store %value, %shared[%half] : memref<4xf32, 3>
  return
}

// -----

// Vectors overlap where elements would not.
func.func @vectors(%value: vector<4xf32>) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c2 = arith.constant 2 : index
  %x = gpu.thread_id x
  %at = arith.muli %x, %c2 : index
  %shared = memref.alloc() : memref<16xf32, 3>
  // expected-error @+1 {{may race with itself in other invocations: they write the same elements}}
  vector.store %value, %shared[%at] : memref<16xf32, 3>, vector<4xf32>
  return
}

// -----

func.func @divergent(%value: f32) attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c2 = arith.constant 2 : index
  %x = gpu.thread_id x
  %active = arith.cmpi ult, %x, %c2 : index
  // expected-note @+1 {{what is run here depends on the ids of the invocations}}
  scf.if %active {
    // expected-remark @+2 {{barrier orders nothing in workgroup memory that other barriers do not}}
    // expected-error @+1 {{is not reached by all invocations together}}
    gpu.barrier
  }
  return
}

// -----

func.func @redundant(%value: f32) -> f32 attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %c3 = arith.constant 3 : index
  %x = gpu.thread_id x
  %shared = memref.alloc() : memref<4xf32, 3>
  memref.store %value, %shared[%x] : memref<4xf32, 3>
  // expected-remark @+1 {{barrier orders nothing in workgroup memory that other barriers do not}}
  gpu.barrier
  // expected-remark @+1 {{barrier orders nothing in workgroup memory that other barriers do not}}
  spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  %other = arith.subi %c3, %x : index
  %turned = memref.load %shared[%other] : memref<4xf32, 3>
  return %turned : f32
}

// -----

// A dispatch holds its kernels in a module of its own.
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    builtin.module {
      func.func @inside(%value: f32) -> f32 attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
        %c3 = arith.constant 3 : index
        %x = gpu.thread_id x
        %shared = memref.alloc() : memref<4xf32, 3>
        // expected-note @+1 {{the other access is here}}
        memref.store %value, %shared[%x] : memref<4xf32, 3>
        %other = arith.subi %c3, %x : index
        // expected-error @+1 {{may race: other invocations may write the same elements, with no barrier between}}
        %turned = memref.load %shared[%other] : memref<4xf32, 3>
        return %turned : f32
      }
    }
  }
}

// -----

// Nothing is known of the workgroup of a function without the attribute.
// expected-error @below {{'builtin.module' op holds no kernel, so no races were looked for}}
// expected-note @below {{a kernel is a func.func with a `spirv.entry_point_abi` that gives its workgroup size}}
module {
  func.func @no_kernel(%value: f32) -> f32 {
    return %value : f32
  }
}

// -----

gpu.module @kernels {
  // expected-error @+2 {{'gpu.func' op is no kernel that can be checked for races}}
  // expected-note @+1 {{a kernel is a func.func with a `spirv.entry_point_abi` that gives its workgroup size}}
  gpu.func @f() kernel {
    gpu.return
  }
}
