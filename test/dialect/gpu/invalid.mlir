// RUN: tern-opt --split-input-file --verify-diagnostics %s

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected void return type for kernel function}}
  gpu.func @k(%x: f32) -> f32 kernel {
    gpu.return %x : f32
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected memory space workgroup in attribution}}
  gpu.func @k() workgroup(%w: memref<4xf32, #gpu.address_space<private>>) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected memref type in attribution}}
  gpu.func @k() private(%p: f32) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-note @+1 {{return type declared here}}
  gpu.func @f(%x: f32) -> f32 {
    // expected-error @+1 {{'gpu.return' op expected 1 result operands but got 0}}
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%x: f32) -> i32 {
    // expected-error @+1 {{'gpu.return' op unexpected type 'f32' for operand #0, the function gives 'i32'}}
    gpu.return %x : f32
  }
}

// -----

func.func @launch(%n: index) {
  // expected-note @+1 {{in 'gpu.launch' body region}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error @+1 {{'gpu.yield' op expected 'gpu.terminator' or a terminator with successors}}
    gpu.yield
  }
  return
}

// -----

func.func @launch(%n: index) {
  // expected-error @+1 {{expected three ids and three sizes but got 2 and 3}}
  gpu.launch blocks(%bx, %by) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// -----

func.func @launch(%n: index) {
  // expected-error @+1 {{'gpu.launch_func' op expected the kernel as @module::@kernel but got @k}}
  gpu.launch_func @k blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}

// -----

module attributes {gpu.container_module} {
  func.func @launch(%n: index) {
    // expected-error @+1 {{'gpu.launch_func' op kernel container 'm' is undefined}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @launch(%n: index) {
    // expected-error @+1 {{'gpu.launch_func' op got 0 kernel operands but expected 1}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: f32) {
      gpu.return
    }
  }
  func.func @launch(%n: index) {
    // expected-error @+1 {{'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

func.func @wait() {
  // expected-error @+1 {{needs to be named when marked 'async'}}
  gpu.wait async
  return
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @+1 {{'gpu.all_reduce' op `and` reduction operation is not compatible with type 'f32'}}
  %0 = gpu.all_reduce and %x {
  } : (f32) -> f32
  return
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @+1 {{'gpu.all_reduce' op expected either an op attribute or a non-empty body}}
  %0 = gpu.all_reduce %x {
  } : (f32) -> f32
  return
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @+1 {{'gpu.all_reduce' op expected two region arguments}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f32):
    gpu.yield %a : f32
  } : (f32) -> f32
  return
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op cluster size 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 3) : (f32) -> f32
  return
}

// -----

func.func @rotate(%x: f32) {
  // expected-error @+1 {{'gpu.rotate' op offset must be in the range [0, 16)}}
  %0, %1 = gpu.rotate %x, 16, 16 : f32
  return
}

// -----

func.func @broadcast(%x: f32) {
  // expected-error @+1 {{'gpu.subgroup_broadcast' op lane must be specified for `specific_lane` broadcast type}}
  %0 = gpu.subgroup_broadcast %x, specific_lane : f32
  return
}

// -----

func.func @memory() {
  // expected-error @+1 {{'gpu.dynamic_shared_memory' op address space must be #gpu.address_space<workgroup>}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8>
  return
}

// -----

func.func @alloc() {
  // expected-error @+1 {{'gpu.alloc' op dimension operand count does not equal memref dynamic dimension count}}
  %0 = gpu.alloc () : memref<?xf32>
  return
}

// -----

func.func @copy(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @+1 {{'gpu.memcpy' op arguments have incompatible shape}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<5xf32>
  return
}

// -----

// expected-error @+1 {{'func.func' op gpu.known_block_size must contain exactly 3 elements}}
func.func private @f() attributes {gpu.known_block_size = array<i32: 1, 2>}

// -----

// expected-error @+1 {{'func.func' op expected 'gpu.container_module' attribute to be attached to 'builtin.module'}}
func.func private @f() attributes {gpu.container_module}
