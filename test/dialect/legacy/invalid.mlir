// What of the old spellings is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

// A constant that is a string.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{constants that are strings have no op today}}
  %0 = "std.constant"() {value = "text"} : () -> i32
  return
}

// -----

// Dim of a scalar.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a tensor or a memref but got 'f32'}}
  %0 = dim %x, 0 : f32
  return
}

// -----

// Splat of a buffer.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a vector or a tensor but got 'memref<4xf32>'}}
  %0 = splat %x : memref<4xf32>
  return
}

// -----

// Extract_element of a buffer.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a tensor or a vector but got 'memref<4xf32>'}}
  %0 = extract_element %m[%n] : memref<4xf32>
  return
}

// -----

// Tensor_load of a tensor.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a memref type but got 'tensor<4xf32>'}}
  %0 = tensor_load %t : tensor<4xf32>
  return
}

// -----

// Fill without a buffer.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a scalar and a memref or tensor, in any order, but got 'f32' and 'f32'}}
  linalg.fill(%x, %x) : f32, f32
  return
}

// -----

// Fill of a buffer by a buffer.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a scalar and a memref or tensor, in any order, but got 'memref<4xf32>' and 'memref<4xf32>'}}
  linalg.fill(%m, %m) : memref<4xf32>, memref<4xf32>
  return
}

// -----

// Fill with three operands.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected 2 operands but got 3}}
  linalg.fill(%m, %x, %x) : memref<4xf32>, f32, f32
  return
}

// -----

// More inputs than operands.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{args_in is 3 but there are only 2 operands}}
  linalg.generic {args_in = 3, args_out = 1, indexing_maps = [], iterator_types = []} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

// An iterator that there is not.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{unexpected iterator type "sideways"}}
  linalg.generic {args_in = 1, args_out = 1, indexing_maps = [], iterator_types = ["sideways"]} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

// No number of inputs.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected args_in, the number of inputs, or operandSegmentSizes}}
  linalg.generic {indexing_maps = [], iterator_types = []} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

// A result whose size no operand has.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{the size of dimension 1 of the result 'tensor<4x?xf32>' does not follow from the operands; make the result's start by tensor.empty and give it in outs}}
  %0 = linalg.generic {args_in = 1, args_out = 1, indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} %t {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } : tensor<4xf32> -> tensor<4x?xf32>
  return
}

// -----

// Indexed_generic without index arguments.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a body that starts with 1 arguments of type index}}
  linalg.indexed_generic {args_in = 1, args_out = 1, indexing_maps = [], iterator_types = ["parallel"]} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

// A convolution that pads.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{a convolution does not pad any more; pad its input before}}
  linalg.conv(%f, %f, %f) {padding = dense<1> : tensor<2x2xi64>} : memref<3x3x2x4xf32>, memref<3x3x2x4xf32>, memref<3x3x2x4xf32>
  return
}

// -----

// A convolution of one dimension.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{a convolution of 1 dimensions has no op today}}
  linalg.conv(%m, %m, %m) : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return
}

// -----

// A reassociation that skips a dimension.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{the reassociation [[0, 1], [3]] does not join dimensions of 'memref<3x3x2x4xf32>' or 'memref<9x8xf32>'}}
  %0 = linalg.reshape %f [[0, 1], [3]] : memref<3x3x2x4xf32> into memref<9x8xf32>
  return
}

// -----

// Sizes that are not the type's.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{the sizes are not those of 'tensor<4xf32>'}}
  %0 = linalg.init_tensor [5] : tensor<4xf32>
  return
}

// -----

// A subview whose types do not say enough.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{the types 'memref<4xf32>' and 'memref<?xf32>' do not say the offsets, sizes and strides that the subview leaves out}}
  %0 = subview %m[][][] : memref<4xf32> to memref<?xf32>
  return
}

// -----

// A transpose that is none.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected a permutation of the dimensions of a strided memref, but the type is 'memref<4xf32>'}}
  %0 = transpose %m (i) -> (i, i) : memref<4xf32>
  return
}

// -----

// A dimension that there is not.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{expected dimension "x", "y" or "z" but got "w"}}
  %0 = "gpu.block_id"() {dimension = "w"} : () -> index
  return
}

// -----

// A scope that there is not.
func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>) {
  // expected-error @+1 {{'Workgroups' is no case of 'spirv.scope'}}
  spv.ControlBarrier "Workgroups", "Device", "None"
  return
}

// -----

// A workgroup size of two numbers.
// expected-error @+1 {{entry 'local_size' does not fit #spirv.entry_point_abi}}
func private @f() attributes {spv.entry_point_abi = {local_size = dense<[8, 8]> : vector<2xi32>}}

// -----

// The old and the new name of one attribute.
// expected-error @+1 {{duplicate key 'spirv.entry_point_abi' (today's spelling) in dictionary attribute}}
func private @f() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>, spv.entry_point_abi = {}}

// -----

// A name that was of no dialect.
func @f() {
  // expected-error @+1 {{custom op 'addd' is unknown}}
  addd
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected #spirv.scope<...>}}
  spv.ControlBarrier #spirv.storage_class<Image>, "Device", "None"
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{a subview without lists needs memrefs of one rank up to 32}}
  %0 = subview %m[][][] : memref<4xf32> to memref<2x2xf32>
  return
}

// -----

#halves = affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>
func @f(%g: memref<4xf32, #halves>) {
  // expected-error @+1 {{a subview without lists needs strided layouts}}
  %0 = subview %g[][][] : memref<4xf32, #halves> to memref<2xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected no or 1 values in each list but got 2}}
  %0 = subview %m[][%n, %n][] : memref<4xf32> to memref<?xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected integers in 'static_sizes'}}
  %0 = "std.subview"(%m) {operand_segment_sizes = dense<[1, 0, 0, 0]> : vector<4xi32>, static_offsets = [0], static_sizes = ["two"], static_strides = [1]} : (memref<4xf32>) -> memref<2xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected a reassociation: lists of dimensions, or maps that select them}}
  %0 = linalg.reshape %m [affine_map<(i) -> (i + 1)>] : memref<4xf32> into memref<4x1xf32>
  return
}

// -----

func @f(%t: tensor<?xf32>) {
  // expected-error @+1 {{dimension 0 of the source becomes several dynamic dimensions; give their sizes by output_shape}}
  %0 = tensor.expand_shape %t [[0, 1]] : tensor<?xf32> into tensor<?x?xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected two ranked tensors or two memrefs but got 'memref<4xf32>' and 'tensor<2x2xf32>'}}
  %0 = linalg.reshape %m [[0, 1]] : memref<4xf32> into tensor<2x2xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected at most 32 sizes}}
  %0 = linalg.init_tensor [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] : tensor<1xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected operand_segment_sizes as a vector of integers}}
  %0 = "std.alloc"() {operand_segment_sizes = "none"} : () -> memref<4xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected the tensor or memref as an operand}}
  %0 = "std.dim"() : () -> index
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected the tensor or memref as an operand}}
  %0 = "std.rank"() : () -> index
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected the aggregate as an operand}}
  %0 = "std.extract_element"() : () -> f32
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected one result}}
  "std.splat"(%x) : (f32) -> ()
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected the number of inputs as an integer but got "one"}}
  linalg.generic {args_in = "one", args_out = 1, indexing_maps = [], iterator_types = []} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected "iterator_types" array attribute}}
  linalg.generic {args_in = 1, args_out = 1, indexing_maps = []} %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected ranked tensors of at most 32 dimensions as results, not 'tensor<*xf32>'}}
  %0 = linalg.generic {args_in = 1, args_out = 1, indexing_maps = [], iterator_types = []} %t {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } : tensor<4xf32> -> tensor<*xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected a dictionary attribute}}
  linalg.generic "trait" %m, %m {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } : memref<4xf32>, memref<4xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected a permutation but got affine_map<(d0) -> (d0, d0)>}}
  linalg.copy(%m, %m) {inputPermutation = affine_map<(d0) -> (d0, d0)>} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected a memref or tensor as the output but got 'f32'}}
  linalg.dot(%m, %m, %x) : memref<4xf32>, memref<4xf32>, f32
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected 'strides' as 2 integers}}
  linalg.conv(%f, %f, %f) {strides = [1]} : memref<3x3x2x4xf32>, memref<3x3x2x4xf32>, memref<3x3x2x4xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected a filter, an input and an output}}
  linalg.conv(%f, %f) : memref<3x3x2x4xf32>, memref<3x3x2x4xf32>
  return
}

// -----

func @f(%x: f32, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %f: memref<3x3x2x4xf32>, %u: memref<*xf32>) {
  // expected-error @+1 {{expected 3 operands but got 2}}
  linalg.matmul(%m, %m) : memref<4xf32>, memref<4xf32>
  return
}

// -----

tt.func @f(%x: f32, %y: f32) {
  // expected-error @below {{expected a function of one operand and one result}}
  %0 = tt.splat %x : (f32, f32) -> tensor<8xf32>
  tt.return
}

// -----

// expected-error @below {{a leading offset goes with perPhase and maxPhase of 4 and 2, 2 and 4, or 1 and 8}}
module attributes {ttg.x = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0], hasLeadingOffset = true}>} {}

// -----

// Ops of Triton of 2023 that nothing of today is.
tt.func @f() {
  // expected-error @below {{'triton_nvidia_gpu.get_agent_id' is an op of former years that does not exist today}}
  // expected-note @below {{groups of warps that run different code are regions of ttg.warp_specialize}}
  %0 = "triton_nvidia_gpu.get_agent_id"() : () -> i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'triton_nvidia_gpu.create_mutex' is an op of former years that does not exist today}}
  // expected-note @below {{partitions of ttg.warp_specialize take turns by barriers: see ttng.init_barrier}}
  %0 = triton_nvidia_gpu.create_mutex : !triton_nvidia_gpu.mutex
  tt.return
}

// -----

// Accesses, and programs.
tt.func @f(%p: tensor<8x!tt.ptr<f16>>, %m: tensor<8xi1>, %x: tensor<8xf16>) {
  // expected-error @below {{expected 1 to 3 operands but got 4}}
  %0 = tt.load %p, %m, %x, %x : tensor<8xf16>
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f16>>) {
  // expected-error @below {{expected 2 to 3 operands but got 1}}
  tt.store %p : tensor<8xf16>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected an axis: 0, 1 or 2}}
  %0 = tt.get_program_id {axis = 3 : i32} : i32
  tt.return
}

// -----

#b = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%x: tensor<16x16xf16, #b>) {
  // expected-error @below {{expected three operands}}
  %0 = tt.dot %x, %x : tensor<16x16xf16, #b> * tensor<16x16xf16, #b> -> tensor<16x16xf16, #b>
  tt.return
}

// -----

// expected-error @below {{expected a number such as 80}}
module attributes {"triton_gpu.compute-capability" = "80"} {}

// -----

// Shared memory that was a tensor.
tt.func @f() {
  // expected-error @below {{expected a tensor with an encoding of shared memory}}
  %0 = triton_gpu.alloc_tensor : tensor<2x16x16xf16>
  tt.return
}

// -----

#s = #triton_gpu.shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
tt.func @f(%x: f16) {
  // expected-error @below {{fills shared memory from threads, of which the module says no number: "triton_gpu.num-warps"}}
  %0 = tt.splat %x : (f16) -> tensor<16x16xf16, #s>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x!tt.ptr<f16>>) {
  // expected-error @below {{expected 3 to 5 operands but got 1}}
  %0 = triton_gpu.insert_slice_async %x : tensor<64x!tt.ptr<f16>> -> tensor<64xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x!tt.ptr<f16>>, %i: i32) {
  // expected-error @below {{expected shared memory of several buffers, and the number of one}}
  %0 = triton_gpu.insert_slice_async %x, %x, %i : tensor<64x!tt.ptr<f16>> -> tensor<64x!tt.ptr<f16>>
  tt.return
}

// -----

tt.func @f(%x: f16, %i: i32) {
  // expected-error @below {{expected a tensor of pointers}}
  %0 = triton_gpu.insert_slice_async %x, %x, %i : f16 -> f16
  tt.return
}

// -----

#s = #triton_gpu.shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#b = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%x: tensor<16x16x!tt.ptr<f16>, #b>, %i: i32) {
  %0 = triton_gpu.alloc_tensor : tensor<2x16x16xf16, #s>
  // expected-error @below {{buffers are counted by the first dimension, which is axis 0}}
  %1 = triton_gpu.insert_slice_async %x, %0, %i {axis = 1 : i32} : tensor<16x16x!tt.ptr<f16>, #b> -> tensor<2x16x16xf16, #s>
  tt.return
}

// -----

#s = #triton_gpu.shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
tt.func @f(%p: !tt.ptr<tensor<16x16xf16>>, %i: i32) {
  %0 = triton_gpu.alloc_tensor : tensor<2x16x16xf16, #s>
  // expected-error @below {{copies what a block pointer leads to, which takes a barrier: see triton_nvidia_gpu.insert_slice_async_v2}}
  %1 = triton_gpu.insert_slice_async %p, %0, %i : !tt.ptr<tensor<16x16xf16>> -> tensor<2x16x16xf16, #s>
  tt.return
}

// -----

#s = #triton_gpu.shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
tt.func @f() {
  %0 = triton_gpu.alloc_tensor : tensor<16x16xf16, #s>
  // expected-error @below {{takes a part of a buffer, whose type has the size of the buffer today: see ttg.memdesc_subslice}}
  %1 = triton_gpu.extract_slice %0[0, 8] [16, 8] [1, 1] : tensor<16x16xf16, #s> to tensor<16x8xf16, #s>
  tt.return
}

// -----

#s = #triton_gpu.shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
tt.func @f(%x: tensor<16xf16>) {
  // expected-error @below {{has too many dimensions}}
  %1 = triton_gpu.extract_slice %x[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] [1] [1] : tensor<16xf16> to tensor<16xf16>
  tt.return
}

// -----

// Barriers that were pointers.
tt.func @f() {
  // expected-error @below {{expected a pointer to i64 in shared memory, or a tensor of i64}}
  %0 = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i64>, %i: i1) {
  // expected-error @below {{expected a barrier and a phase}}
  triton_nvidia_gpu.mbarrier_wait %p, %i : !tt.ptr<i64>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i64>) {
  // expected-error @below {{expected a barrier}}
  triton_nvidia_gpu.mbarrier_arrive %p : !tt.ptr<i64>
  tt.return
}

// -----

tt.func @f(%i: i32) {
  %0 = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
  // expected-error @below {{arrives at a barrier of another block of the cluster, which is no op of its own today}}
  triton_nvidia_gpu.mbarrier_arrive %0, %i : !tt.ptr<i64, 3>, i32
  tt.return
}

// -----

tt.func @f(%i: i1) {
  %0 = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
  // expected-error @below {{arrives when copies are done, which has no predicate today}}
  triton_nvidia_gpu.mbarrier_arrive %0, %i {trackAsyncOp = true} : !tt.ptr<i64, 3>, i1
  tt.return
}

// -----

tt.func @f(%i: i32) {
  // expected-error @below {{expected a barrier and a number of threads}}
  triton_nvidia_gpu.bar_wait %i : i32
  tt.return
}

// -----

// Blocks that block pointers led to.
tt.func @f(%p: !tt.ptr<tensor<64xf16>>, %x: tensor<64xf16>) {
  // expected-error @below {{expected a block pointer and shared memory}}
  triton_nvidia_gpu.store_async %p, %x : !tt.ptr<tensor<64xf16>>, tensor<64xf16>
  tt.return
}

// -----

#s = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  %0 = triton_gpu.alloc_tensor : tensor<64x64xf16, #s>
  %1 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 0, 1>} : !tt.ptr<tensor<64x64xf16>>
  // expected-error @below {{copies from an array whose last dimension is not the fastest, which no descriptor has}}
  triton_nvidia_gpu.store_async %1, %0 : !tt.ptr<tensor<64x64xf16>>, tensor<64x64xf16, #s>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<64x64xf16>>, %i: i32) {
  // expected-error @below {{expected a block pointer, shared memory of several buffers, the number of one, and a barrier}}
  %0 = triton_nvidia_gpu.insert_slice_tma %p, %p, %i, %i : !tt.ptr<tensor<64x64xf16>>, !tt.ptr<tensor<64x64xf16>>, i32, i32 -> i32
  tt.return
}

// -----

#s = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
tt.func @f(%p: !tt.ptr<tensor<64x64xf16>>, %i: i32) {
  %0 = triton_gpu.alloc_tensor : tensor<64x64xf16, #s>
  %1 = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
  // expected-error @below {{expected shared memory of several buffers}}
  %2 = triton_nvidia_gpu.insert_slice_tma %p, %0, %i, %1 : !tt.ptr<tensor<64x64xf16>>, tensor<64x64xf16, #s>, i32, !tt.ptr<i64, 3> -> tensor<64x64xf16, #s>
  tt.return
}

// -----

#s = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
tt.func @f(%p: !tt.ptr<tensor<64x64xf16>>, %i: i32, %m: tensor<64x64xi1>) {
  %0 = triton_gpu.alloc_tensor : tensor<2x64x64xf16, #s>
  %1 = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
  // expected-error @below {{copies with a mask of elements, but a block is copied whole or not at all}}
  %2 = triton_nvidia_gpu.insert_slice_tma %p, %0, %i, %1, %m : !tt.ptr<tensor<64x64xf16>>, tensor<2x64x64xf16, #s>, i32, !tt.ptr<i64, 3>, tensor<64x64xi1> -> tensor<2x64x64xf16, #s>
  tt.return
}

// -----

// The name of an op that is none today stands for one value.
#s = #triton_gpu.shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
tt.func @f() {
  %0 = triton_gpu.alloc_tensor : tensor<2x16x16xf16, #s>
  // expected-error @below {{operation defines 1 results but was provided 2 to bind}}
  %1:2 = triton_gpu.extract_slice %0[0, 0, 0] [1, 16, 16] [1, 1, 1] : tensor<2x16x16xf16, #s> to tensor<16x16xf16, #s>
  tt.return
}
