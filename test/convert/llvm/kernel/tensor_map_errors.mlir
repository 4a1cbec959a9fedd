// RUN: tern-opt %s --split-input-file --iree-codegen-gpu-pass-tensor-maps --verify-diagnostics

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @no_binding() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %0 = memref.alloc() : memref<64x64xi8>
  %1 = memref.cast %0 : memref<64x64xi8> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of memory that is no binding}}
  // expected-note @+1 {{the host can give a kernel tensor maps of its bindings only}}
  %m = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @no_kernel(%0: memref<64x64xi8>) {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %1 = memref.cast %0 : memref<64x64xi8> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of a function that is no kernel}}
  // expected-note @+1 {{make it in the kernel and pass it as an argument}}
  %m = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @box() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c16 = arith.constant 16 : index
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xi8>
  %1 = memref.cast %0 : memref<64x64xi8> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of a box that is not the one of its type}}
  // expected-note @+1 {{the sizes of the box must be constants, as in the type}}
  %m = nvgpu.tma.create.descriptor %1 box[%c16, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @rank() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x64x64xi8>
  %1 = memref.cast %0 : memref<4x64x64xi8> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of a memref that has not as many dimensions as the box}}
  // expected-note @+1 {{cast a memref of 1 to 5 dimensions to the unranked one that the op takes}}
  %m = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi4, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @element() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xi4>
  %1 = memref.cast %0 : memref<64x64xi4> to memref<*xi4>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of elements that tensor maps do not have}}
  // expected-note @+1 {{they have floats and integers of 8 to 64 bits}}
  %m = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi4> -> !map
  call @use(%m) : (!map) -> ()
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @rows() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x65xi8>
  %1 = memref.cast %0 : memref<64x65xi8> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of rows that do not lie at multiples of 16 bytes}}
  // expected-note @+1 {{the last dimension must have neighbours, and all others strides, offsets and boxes of multiples of 16 bytes}}
  %m = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @size() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = gpu.thread_id x
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x64xi8>{%x}
  %1 = memref.cast %0 : memref<?x64xi8> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of an array with a size that is no push constant}}
  // expected-note @+1 {{the size must be static, or a hal.interface.load.constant of one word}}
  %m = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @strides() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %n = hal.interface.load.constant offset = 0 : index
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xi8, strided<[?, 1]>>
  %1 = memref.cast %0 : memref<64x64xi8, strided<[?, 1]>> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of an array with strides that are not known}}
  // expected-note @+1 {{only arrays without gaps may have dynamic sizes}}
  %m = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @part() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %n = hal.interface.load.constant offset = 0 : index
  %0 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xi8>
  %1 = memref.subview %0[%n, 0] [16, 64] [1, 1] : memref<64x64xi8> to memref<16x64xi8, strided<[64, 1], offset: ?>>
  %2 = memref.cast %1 : memref<16x64xi8, strided<[64, 1], offset: ?>> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of a part whose place is not known}}
  // expected-note @+1 {{give the part static offsets, sizes and strides}}
  %m = nvgpu.tma.create.descriptor %2 box[%c8, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x16xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func private @use(!map)
func.func @offset() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %n = hal.interface.load.constant offset = 0 : index
  %0 = iree.placeholder for "interface buffer" offset(%n) {binding = @io::@arg0} : memref<64x64xi8>
  %1 = memref.cast %0 : memref<64x64xi8> to memref<*xi8>
  // expected-error @+2 {{'nvgpu.tma.create.descriptor' op makes a tensor map of an array whose place in the binding is not known}}
  // expected-note @+1 {{its offset must be a constant}}
  %m = nvgpu.tma.create.descriptor %1 box[%c8, %c16] : memref<*xi8> -> !map
  call @use(%m) : (!map) -> ()
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
}
