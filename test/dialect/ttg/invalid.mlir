// RUN: tern-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{sizePerThread, threadsPerWarp, warpsPerCTA, and order must all have the same rank.}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4], order=[1,0]}>} {}

// -----

// expected-error @below {{Every element in sizePerThread must be a power of two.}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,3], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0]}>} {}

// -----

// expected-error @below {{Every element in threadsPerWarp must be a power of two.}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,7], warpsPerCTA=[4,1], order=[1,0]}>} {}

// -----

// expected-error @below {{Every element in warpsPerCTA must be a power of two.}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,3], order=[1,0]}>} {}

// -----

// expected-error @below {{order must be a permutation of 0..(rank-1), but was [1, 1]}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,1]}>} {}

// -----

// expected-error @below {{'CGALayout' entry length does not match rank 2}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0], CGALayout=[[1]]}>} {}

// -----

// expected-error @below {{'CGALayout' must give each part of a tensor to a block}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0], CGALayout=[[3,0]]}>} {}

// -----

// expected-error @below {{expected array value for 'CGALayout'}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0], CGALayout=3}>} {}

// -----

// expected-error @below {{expected an array for CGALayout entry}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0], CGALayout=[3]}>} {}

// -----

// expected-error @below {{expected an array for order}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=3}>} {}

// -----

// expected-error @below {{expected an integer type in number of elements per thread}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,"a"], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0]}>} {}

// -----

// expected-error @below {{expected an unsigned integer value in number of elements per thread}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,-1], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0]}>} {}

// -----

// expected-error @below {{invalid kind of attribute specified}}
module attributes {ttg.x = #ttg.blocked<3>} {}

// -----

// expected-error @below {{expected '<'}}
module attributes {ttg.x = #ttg.blocked} {}

// -----

// expected-error @below {{Expected basis of 'block' not found}}
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[1,0]],warp=[]}>} {}

// -----

// expected-error @below {{Expected array of arrays for basis of 'block'}}
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[1,0]],warp=[],block=3}>} {}

// -----

// expected-error @below {{Expected array of integers in basis for 'block'}}
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[1,0]],warp=[],block=[3]}>} {}

// -----

// expected-error @below {{expected 2 integers in basis for 'block' but got 1}}
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[1,0]],warp=[],block=[["a"]]}>} {}

// -----

// expected-error @below {{Empty Layout not supported}}
module attributes {ttg.x = #ttg.linear<{register=[],lane=[],warp=[],block=[]}>} {}

// -----

// expected-error @below {{In a distributed layout, each base must move in at most one dimension.}}
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[1,0]],warp=[[1,1]],block=[]}>} {}

// -----

// expected-error @below {{The layout must be surjective}}
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[1,0]],warp=[[0,4]],block=[]}>} {}

// -----

// expected-error @below {{expected an unsigned integer value in versionMajor}}
module attributes {ttg.x = #ttg.nvidia_mma<{versionMajor=true}>} {}

// -----

// expected-error @below {{version must be in the [0, 4] range}}
module attributes {ttg.x = #ttg.amd_mfma<{version=5,warpsPerCTA=[4,1],instrShape=[16,16,16],isTransposed=true}>} {}

// -----

// expected-error @below {{invalid (mDim, nDim) combination: (16, 8)}}
module attributes {ttg.x = #ttg.amd_mfma<{version=4,warpsPerCTA=[4,1],instrShape=[16,8,16],isTransposed=true}>} {}

// -----

// expected-error @below {{elementBitWidth must be 32 or 64}}
module attributes {ttg.x = #ttg.amd_mfma<{version=4,warpsPerCTA=[4,1],instrShape=[16,16,16],isTransposed=false,elementBitWidth=16}>} {}

// -----

// expected-error @below {{expected a bool type in isTransposed}}
module attributes {ttg.x = #ttg.amd_mfma<{version=4,warpsPerCTA=[4,1],instrShape=[16,16,16],isTransposed=3}>} {}

// -----

// expected-error @below {{WMMA version must be in the [1, 3] range}}
module attributes {ttg.x = #ttg.amd_wmma<{version=4,isTranspose=false,warpsPerCTA=[4,1]}>} {}

// -----

// expected-error @below {{invalid WMMA v1 instruction shape}}
module attributes {ttg.x = #ttg.amd_wmma<{version=1,isTranspose=false,warpsPerCTA=[4,1],instrShape=[16,16,32]}>} {}

// -----

// expected-error @below {{parent layout must have at least rank >= 2}}
module attributes {ttg.x = #ttg.slice<{dim=0,parent=#ttg.blocked<{sizePerThread=[1],threadsPerWarp=[32],warpsPerCTA=[4],order=[0]}>}>} {}

// -----

// expected-error @below {{slice dim=2 must be less than the parent rank=2}}
module attributes {ttg.x = #ttg.slice<{dim=2,parent=#ttg.blocked<{sizePerThread=[1,1],threadsPerWarp=[32,1],warpsPerCTA=[4,1],order=[0,1]}>}>} {}

// -----

// expected-error @below {{expected a distributed encoding trait}}
module attributes {ttg.x = #ttg.slice<{dim=1,parent=#ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>}>} {}

// -----

// expected-error @below {{ttg.dot_op opIdx parameter can be 0 or 1, got: 2}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=2,parent=#ttg.blocked<{sizePerThread=[1,1],threadsPerWarp=[32,1],warpsPerCTA=[4,1],order=[0,1]}>}>} {}

// -----

// expected-error @below {{ttg.dot_op kWidth parameter is not supported when the parent is a blocked layout}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.blocked<{sizePerThread=[1,1],threadsPerWarp=[32,1],warpsPerCTA=[4,1],order=[0,1]}>,kWidth=2}>} {}

// -----

// expected-error @below {{ttg.dot_op kWidth parameter is mandatory for Ampere or Hopper MMA parent}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.nvidia_mma<{versionMajor=2,warpsPerCTA=[4,1],instrShape=[16,8]}>}>} {}

// -----

// expected-error @below {{ttg.dot_op opIdx parameter must be 0 for Hopper MMA parent, since Hopper WGMMA only allows first operand to be in registers}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.nvidia_mma<{versionMajor=3,warpsPerCTA=[4,1],instrShape=[16,8,16]}>,kWidth=2}>} {}

// -----

// expected-error @below {{ttg.dot_op kWidth parameter can only be non-zero for Ampere or Hopper MMA parent}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.nvidia_mma<{versionMajor=1,warpsPerCTA=[4,1],instrShape=[16,8,16]}>,kWidth=2}>} {}

// -----

// expected-error @below {{ttg.dot_op kWidth parameter must be 8/16 for WMMA v1 (including packed cases for `scaled_dot`)}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.amd_wmma<{version=1,isTranspose=false,warpsPerCTA=[4,1]}>,kWidth=2}>} {}

// -----

// expected-error @below {{ttg.dot_op kWidth parameter must be 4/8/16 for WMMA v2 (including packed cases for `scaled_dot`)}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.amd_wmma<{version=2,isTranspose=false,warpsPerCTA=[4,1]}>,kWidth=2}>} {}

// -----

// expected-error @below {{ttg.dot_op kWidth parameter must be 2/8/16 for WMMA v3}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.amd_wmma<{version=3,isTranspose=false,warpsPerCTA=[4,1],instrShape=[16,16,32]}>,kWidth=4}>} {}

// -----

// expected-error @below {{ttg.dot_op kWidth parameter is mandatory for MFMA parent}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.amd_mfma<{version=3,warpsPerCTA=[4,1],instrShape=[16,16,16],isTransposed=true}>}>} {}

// -----

// expected-error @below {{ttg.dot_op unexpected parent layout: #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>}}
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>}>} {}

// -----

// expected-error @below {{struct is missing required parameter: parent}}
module attributes {ttg.x = #ttg.dot_op<{kWidth=2,opIdx=1}>} {}

// -----

// expected-error @below {{duplicate or unknown struct parameter name: foo}}
module attributes {ttg.x = #ttg.dot_op<{foo=3}>} {}

// -----

// expected-error @below {{unexpected key: foo}}
module attributes {ttg.x = #ttg.swizzled_shared<{vec=4,perPhase=1,maxPhase=4,order=[1,0],foo=3}>} {}

// -----

// expected-error @below {{alignment must be a positive power of two}}
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1],[1,0]]},alignment=12>} {}

// -----

// expected-error @below {{After removing the zero bases the layout must be bijective}}
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1],[0,1]]},alignment=16>} {}

// -----

// expected-error @below {{SharedLinearEncodingAttr must have exactly two attributes: offset and block}}
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1]],foo=[]},alignment=16>} {}

// -----

// expected-error @below {{alignment must be specified outside of the linear layout braces}}
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1]],alignment=8},alignment=16>} {}

// -----

// expected-error @below {{expected ','}}
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1]]}>} {}

// -----

// expected-error @below {{interval values cannot have duplicates}}
module attributes {ttg.x = #ttg.padded_shared<[32:+4, 32:+8] {order=[0,1],shape=[16,32]}>} {}

// -----

// expected-error @below {{interval values must all be power of two}}
module attributes {ttg.x = #ttg.padded_shared<[24:+4] {order=[0,1],shape=[16,32]}>} {}

// -----

// expected-error @below {{padding values must all be power of two}}
module attributes {ttg.x = #ttg.padded_shared<[32:+3] {order=[0,1],shape=[16,32]}>} {}

// -----

// expected-error @below {{expected integer value}}
module attributes {ttg.x = #ttg.padded_shared<[] {order=[0,1],shape=[16,32]}>} {}

// -----

// expected-error @below {{Mismatch of shape and order ranks in padded layout}}
module attributes {ttg.x = #ttg.padded_shared<[32:+4] {order=[0,1],shape=[16]}>} {}

// -----

// expected-error @below {{Unexpected attribute "foo" found}}
module attributes {ttg.x = #ttg.padded_shared<[32:+4] {order=[0,1],foo=[16]}>} {}

// -----

// expected-error @below {{Each offset basis must move in at most one dimension.}}
module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset=[[0,1],[0,2],[1,1],[2,0]],block=[]}>} {}

// -----

// expected-error @below {{Each offset basis must be 0 or a power of two.}}
module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset=[[0,1],[0,3],[1,0],[2,0]],block=[]}>} {}

// -----

// expected-error @below {{Broadcasting is not supported.}}
module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset=[[0,1],[0,0],[1,0],[2,0]],block=[]}>} {}

// -----

// expected-error @below {{linearComponent must have [offset, block] as input dims}}
module attributes {ttg.x = #ttg.padded_shared<[2:+2] {}>} {}

// -----

// expected-error @below {{unknown attribute 'foo' in dialect 'ttg'}}
module attributes {ttg.x = #ttg.foo<3>} {}

// -----

// expected-error @below {{unknown attribute 'generic_linear' in dialect 'ttg'}}
module attributes {ttg.x = #ttg.generic_linear<{register=[[0,1]],lane=[[1,0]],warp=[],block=[]}>} {}

// -----

// expected-error @below {{unknown attribute 'partitioned_shared' in dialect 'ttg'}}
module attributes {ttg.x = #ttg.partitioned_shared<{numPartitions=2,numGroups=1,partitionDim=0,partitionLayout=#ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>}>} {}

// -----

// expected-error @below {{unknown attribute 'cga_layout' in dialect 'ttg'}}
module attributes {ttg.x = #ttg.cga_layout<{block=[]}>} {}

// -----

// expected-error @below {{unknown attribute 'barrier' in dialect 'ttg'}}
module attributes {ttg.x = #ttg.barrier<3>} {}

// -----

// expected-error @below {{shape must be less than or equal to allocShape. shape = 16, 16, allocShape = 8, 16}}
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable, 8x16>} {}

// -----

// expected-error @below {{alloc shape must have at least as many dimensions as shape}}
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable, 16>} {}

// -----

// expected-error @below {{shape must have power-of-2 and non-zero dimensions; got 2, 3, 16, 16}}
module attributes {ttg.x = !ttg.memdesc<2x3x16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// expected-error @below {{rank must be equal to or one less than the shape size. Got 2 and 1}}
module attributes {ttg.x = !ttg.memdesc<16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// expected-error @below {{expected static shape}}
module attributes {ttg.x = !ttg.memdesc<?x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// expected-error @below {{rank 0 memdesc is not allowed}}
module attributes {ttg.x = !ttg.memdesc<f32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// expected-error @below {{expected attribute value}}
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, mutable>} {}

// -----

// expected-error @below {{"x" is not a valid encoding}}
module attributes {ttg.x = !ttg.memdesc<16x16xf32, "x", #ttg.shared_memory>} {}

// -----

// expected-error @below {{#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}> is not a valid encoding}}
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0]}>, #ttg.shared_memory>} {}

// -----

// expected-error @below {{expected '>'}}
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, foo>} {}

// -----

// expected-error @below {{Mismatch in expected shape for dimension 1. Expected: 16, got: 32}}
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.padded_shared<[32:+4] {order=[1,0],shape=[16,32]}>, #ttg.shared_memory, mutable>} {}

// -----

// expected-error @below {{unknown type 'token' in dialect 'ttg'}}
module attributes {ttg.x = !ttg.token} {}

// -----

// expected-error @below {{unknown type 'foo' in dialect 'ttg'}}
module attributes {ttg.x = !ttg.foo} {}

// -----

// expected-error @below {{undefined symbol alias id 'ttg'}}
module attributes {ttg.x = !ttg} {}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'ttg.convert_layout' op requires the same shape for all operands and results}}
  %0 = ttg.convert_layout %a : tensor<16x16xf32, #b> -> tensor<16x32xf32, #bt>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'ttg.convert_layout' op requires the same element type for all operands and results}}
  %0 = ttg.convert_layout %a : tensor<16x16xf32, #b> -> tensor<16x16xf16, #bt>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#w8 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{Result has an invalid layout: #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>.}}
  %0 = ttg.convert_layout %a : tensor<16x16xf32, #b> -> tensor<16x16xf32, #w8>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{Result has an invalid layout: Layout has rank 1, but the tensor it's attached to has rank 2.}}
  %0 = ttg.convert_layout %a : tensor<16x16xf32, #b> -> tensor<16x16xf32, #b1>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{Result has an invalid layout: Non-distributed layout is not allowed in tensor type.}}
  %0 = ttg.convert_layout %a : tensor<16x16xf32, #b> -> tensor<16x16xf32, #sh>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#w8 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #w8>) {
  // expected-error @below {{Operand 0 (<block argument> of type 'tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>>' a}}
  %0 = ttg.convert_layout %a : tensor<16x16xf32, #w8> -> tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'ttg.local_alloc' op uninitialized alloc must have a mutable memdesc type}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #sh, #smem>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{use of undeclared SSA value name '%a'}}
  %0 = ttg.local_alloc %a : (tensor<16x16xf32, #b>) -> !ttg.memdesc<16x16xf32, #sh, #smem>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'ttg.local_alloc' op source element type 'tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}}}
  %0 = ttg.local_alloc %a : (tensor<16x16xf32, #b>) -> !ttg.memdesc<16x16xf16, #sh, #smem>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'ttg.local_alloc' op source shape [16, 16] must match [destination shape 16, 32]}}
  %0 = ttg.local_alloc %a : (tensor<16x16xf32, #b>) -> !ttg.memdesc<16x32xf32, #sh, #smem>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'ttg.local_alloc' op source has rank 2 but memdesc encoding has rank 1}}
  %0 = ttg.local_alloc %a : (tensor<16x16xf32, #b>) -> !ttg.memdesc<16x16xf32, #sh1, #smem>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'ttg.local_alloc' op source shape [16, 16] must match [destination shape 1, 16, 16]}}
  %0 = ttg.local_alloc %a : (tensor<16x16xf32, #b>) -> !ttg.memdesc<1x16x16xf32, #sh, #smem>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'ttg.local_alloc' op result shape and its alloc shape must match}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable, 2x16x16>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{memorySpace must be SharedMemorySpace for shared encoding. Got 3 : i64}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #sh, 3, mutable>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>) {
  // expected-error @below {{'ttg.local_load' op source shape [16, 16] must match [destination shape 16, 32]}}
  %0 = ttg.local_load %a : !ttg.memdesc<16x16xf32, #sh, #smem, mutable> -> tensor<16x32xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>) {
  // expected-error @below {{'ttg.local_load' op source element type '!ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>, #ttg.shared_memory}}
  %0 = ttg.local_load %a : !ttg.memdesc<16x16xf32, #sh, #smem, mutable> -> tensor<16x16xf16, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x16xf32, #sh1, #smem, mutable>) {
  // expected-error @below {{'ttg.local_load' op result has rank 2 but memdesc encoding has rank 1}}
  %0 = ttg.local_load %a : !ttg.memdesc<16x16xf32, #sh1, #smem, mutable> -> tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32, #b>, %a: !ttg.memdesc<16x16xf32, #sh, #smem>) {
  // expected-error @below {{'ttg.local_store' op Cannot store into immutable memory}}
  ttg.local_store %x, %a : tensor<16x16xf32, #b> -> !ttg.memdesc<16x16xf32, #sh, #smem>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32, #b>, %a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
  // expected-error @below {{'ttg.local_store' op source shape [16, 16] must match [destination shape 16, 32]}}
  ttg.local_store %x, %a : tensor<16x16xf32, #b> -> !ttg.memdesc<16x32xf32, #sh, #smem, mutable>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'ttg.async_wait' op requires attribute 'num'}}
  %0 = ttg.async_wait
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%t: !ttg.async.token) {
  // expected-error @below {{expected '=' after SSA name}}
  %0 = ttg.async_commit_group %t
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%p: tensor<16x16x!tt.ptr<f32>, #b>, %a: !ttg.memdesc<16x16xf32, #sh, #smem>, %m: tensor<16x16xi1, #b>) {
  // expected-error @below {{'ttg.async_copy_global_to_local' op Cannot store into immutable memory}}
  %0 = ttg.async_copy_global_to_local %p, %a mask %m {contiguity = 1 : i32} : tensor<16x16x!tt.ptr<f32>, #b> -> <16x16xf32, #sh, #smem>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xi8, #b>) {
  // expected-error @below {{Src and Dst encodings are not compatible:}}
  %0 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<16x16xi8, #b> -> tensor<16x32xf16, #b>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xi8>) {
  // expected-error @below {{only bf16 or f16 is supported for now, got 'f32'}}
  %0 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<16x16xi8> -> tensor<16x32xf32>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xi8>) {
  // expected-error @below {{axis 2 out of range for rank 2}}
  %0 = ttg.fp4_to_fp %a {axis = 2 : i32} : tensor<16x16xi8> -> tensor<16x32xf16>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xi8>) {
  // expected-error @below {{axis 0 dimension must be 2x source dimension (src=16, dst=16)}}
  %0 = ttg.fp4_to_fp %a {axis = 0 : i32} : tensor<16x16xi8> -> tensor<16x32xf16>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xi8>) {
  // expected-error @below {{dimension 0 mismatch (src=16, dst=32, axis=1)}}
  %0 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<16x16xi8> -> tensor<32x32xf16>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xi8>) {
  // expected-error @below {{source rank 2 != result rank 1}}
  %0 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<16x16xi8> -> tensor<16xf16>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xi8, #b>) {
  // expected-error @below {{source and result must both have an encoding, or neither}}
  %0 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<16x16xi8, #b> -> tensor<16x32xf16>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%c: i1) {
  "ttg.mask"(%c) ({
  // expected-error @below {{expected ':'}}
  ttg.mask.return
  }) : (i1) -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%c: i1) {
  // expected-error @below {{op 'ttg.mask' has no pretty form; write it as "ttg.mask"(...)}}
  %0 = ttg.mask %c {
  ttg.mask.return %c : i1
  } : i1
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{expected non-function type}}
  %0 = ttg.global_scratch_alloc {nbytes = 100 : i32, alignment = 8 : i32, foo = 3 : i32} : <i8>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'ttg.global_scratch_alloc' op requires attribute 'alignment'}}
  %0 = ttg.global_scratch_alloc {nbytes = 100 : i32} : !tt.ptr<i8>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{custom op 'ttg.warp_id' is unknown}}
  %0 = ttg.warp_id
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{custom op 'ttg.barrier' is unknown}}
  ttg.barrier local
  tt.return
}
}

// -----

#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16xf32>) {
  // expected-error @below {{custom op 'ttg.set_auto_layout' is unknown}}
  %0 = ttg.set_auto_layout %a : tensor<16xf32> -> tensor<16xf32, #b1>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable>, %i: i32) {
  // expected-error @below {{result element type must match desc element type}}
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable> -> !ttg.memdesc<16x16xf16, #sh, #smem, mutable>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x16xf32, #sh, #smem, mutable>, %i: i32) {
  // expected-error @below {{result rank must be input rank - 1}}
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<16x16xf32, #sh, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable>, %i: i32) {
  // expected-error @below {{result shape must equal to srcShape[1:]}}
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable> -> !ttg.memdesc<16x32xf32, #sh, #smem, mutable>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable, 4x16x16>, %i: i32) {
  // expected-error @below {{We don't support memdesc_index of a subview}}
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable, 4x16x16> -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable, 4x2x16x16>, %i: i32) {
  // expected-error @below {{We don't allow taking memdesc_index of a memdesc_index}}
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable, 4x2x16x16> -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable>, %i: i32) {
  // expected-error @below {{alloc shape must match shape for both result and src}}
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x16x16xf32, #sh, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh, #smem, mutable, 2x16x16>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
  // expected-error @below {{The split offset may not touch the tile}}
  %0 = ttg.memdesc_subslice %a[0, 8] : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh0, #smem, mutable, 16x32>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
  // expected-error @below {{A non zero offset found in a dimension that is not being split}}
  %0 = ttg.memdesc_subslice %a[8, 0] : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh0, #smem, mutable, 16x32>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
  // expected-error @below {{offsets must have the same rank as input}}
  %0 = ttg.memdesc_subslice %a[0] : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh0, #smem, mutable, 16x32>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
  // expected-error @below {{result rank must equal to input rank}}
  %0 = ttg.memdesc_subslice %a[0, 0] : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<16xf32, #sh1, #smem, mutable>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
  // expected-error @below {{We don't support splitting along the swizzling pattern}}
  %0 = ttg.memdesc_subslice %a[2, 0] : !ttg.memdesc<16x32xf32, #sh, #smem, mutable> -> !ttg.memdesc<2x32xf32, #sh, #smem, mutable, 16x32>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_trans' op inferred type(s) '!ttg.memdesc<32x16xf32, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>, #ttg.shared_memory}}
  %0 = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #sh, #smem, mutable> -> !ttg.memdesc<32x16xf32, #sh, #smem, mutable>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#sht = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_trans' op requires the same element type for all operands and results}}
  %0 = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #sh, #smem, mutable> -> !ttg.memdesc<32x16xf16, #sht, #smem, mutable>
  tt.return
}
}

// -----

#nv3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<2x16x64xf16, #nv3, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_trans' op inferred type(s) '!ttg.memdesc<2x64x16xf16, #ttg.shared_linear<{offset = [[0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 8, 0], [0, 16, 0], [0, 32,}}
  %0 = ttg.memdesc_trans %a {order = array<i32: 0, 2, 1>} : !ttg.memdesc<2x16x64xf16, #nv3, #smem, mutable> -> !ttg.memdesc<2x64x16xf16, #nv3, #smem, mutable>
  tt.return
}
}

// -----

#sht = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #pad, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_trans' op inferred type(s) '!ttg.memdesc<32x16xf32, #ttg.padded_shared<[32:+4] {order = [0, 1], shape = [32, 16]}>, #ttg.shared_memory, mutable>' a}}
  %0 = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #pad, #smem, mutable> -> !ttg.memdesc<32x16xf32, #sht, #smem, mutable>
  tt.return
}
}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_reshape' op expected a result with the layout of '!ttg.memdesc<512xf32, #ttg.shared_linear<{offset = [[1], [2], [4], [8], [16], [36], [72], [128], }}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<16x32xf32, #sh, #smem, mutable> -> !ttg.memdesc<512xf32, #sh1, #smem, mutable>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
  // expected-error @below {{number of src and dst elements of reshape must be the same}}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<256xf32, #sh1, #smem, mutable>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_reshape' op requires the same element type for all operands and results}}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<512xf16, #sh1, #smem, mutable>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh0, #smem, mutable, 32x32>) {
  // expected-error @below {{NYI: memdesc_reshape of memdesc_subslice}}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<16x32xf32, #sh0, #smem, mutable, 32x32> -> !ttg.memdesc<512xf32, #sh1, #smem, mutable>
  tt.return
}
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<32x64xf16, #nv, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_reshape' op expected a result with the layout of '!ttg.memdesc<16x128xf16, #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [}}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<32x64xf16, #nv, #smem, mutable> -> !ttg.memdesc<16x128xf16, #nv, #smem, mutable>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: i32) {
  // expected-error @below {{'ttg.warp_specialize' op partition region #0 has 0 arguments but expected 1}}
  ttg.warp_specialize(%x)
  default {
  ttg.warp_yield
  }
  partition0() num_warps(4) {
  ttg.warp_return
  } : (i32) -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: i32) {
  // expected-error @below {{'ttg.warp_specialize' op partition region #0 argument #0 has type 'i64' but corresponding capture has type 'i32'}}
  ttg.warp_specialize(%x)
  default {
  ttg.warp_yield
  }
  partition0(%b: i64) num_warps(4) {
  ttg.warp_return
  } : (i32) -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'ttg.warp_specialize' op partition #0 number of warps (3) must be a power of 2}}
  ttg.warp_specialize()
  default {
  ttg.warp_yield
  }
  partition0() num_warps(3) {
  ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'ttg.warp_specialize' op has 2 warp group start IDs but expected 1}}
  ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4, 8>}
  default {
  ttg.warp_yield
  }
  partition0() num_warps(4) {
  ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: i32) {
  ttg.warp_specialize()
  default {
  // expected-error @below {{'ttg.warp_yield' op has 1 operands but parent op expected 0}}
  ttg.warp_yield %x : i32
  }
  partition0() num_warps(4) {
  ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: i32) {
  %0 = ttg.warp_specialize()
  default {
  // expected-error @below {{'ttg.warp_yield' op operand #0 has type 'i32' but parent op expected 'i64'}}
  ttg.warp_yield %x : i32
  }
  partition0() num_warps(4) {
  ttg.warp_return
  } : () -> i64
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  ttg.warp_specialize()
  default {
  // expected-error @below {{'ttg.warp_specialize' op cannot be nested inside another `ttg.warp_specialize` op}}
  ttg.warp_specialize()
  default {
  ttg.warp_yield
  }
  partition0() num_warps(4) {
  ttg.warp_return
  } : () -> ()
  ttg.warp_yield
  }
  partition0() num_warps(4) {
  ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: f32) {
  // expected-error @below {{Result has an invalid layout: #ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 2]], warp = [[0, 4]], block = []}>.}}
  %0 = tt.splat %x : f32 -> tensor<16x16xf32, #ttg.linear<{register=[[0,1]],lane=[[1,0],[2,0],[4,0],[8,0],[0,2]],warp=[[0,4]],block=[]}>>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16xf32, #ttg.slice<{dim=1,parent=#b}>>) {
  // expected-error @below {{'tt.expand_dims' op inferred type(s) 'tensor<16x1xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>' a}}
  // expected-error @below {{failed to infer returned types}}
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<16xf32, #ttg.slice<{dim=1,parent=#b}>> -> tensor<16x1xf32, #bt>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16xf32, #ttg.slice<{dim=1,parent=#b}>>) {
  // expected-error @below {{Incompatible slice dimension for ExpandDimsOp operand}}
  %0 = tt.expand_dims %a {axis = 0 : i32} : tensor<16xf32, #ttg.slice<{dim=1,parent=#b}>> -> tensor<1x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16xf32, #b1>) {
  // expected-error @below {{ExpandDimsOp operand encoding must be SliceEncodingAttr}}
  %0 = tt.expand_dims %a {axis = 0 : i32} : tensor<16xf32, #b1> -> tensor<1x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16xf32>) {
  // expected-error @below {{'tt.expand_dims' op inferred type(s) 'tensor<16x1xf32>' are incompatible with return type(s) of operation 'tensor<16x1xf32, #ttg.blocked<{sizePerThread = [1, 4]}}
  // expected-error @below {{failed to infer returned types}}
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'tt.reduce' op inferred type(s) 'tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1}}
  %0 = "tt.reduce"(%a) <{axis = 1 : i32}> ({
  ^bb0(%p: f32, %q: f32):
  tt.reduce.return %p : f32
  }) : (tensor<16x16xf32, #b>) -> tensor<16xf32, #ttg.slice<{dim=0,parent=#b}>>
  tt.return
}
}

// -----

#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32>) {
  // expected-error @below {{'tt.reduce' op inferred type(s) 'tensor<16xf32>' are incompatible with return type(s) of operation 'tensor<16xf32, #ttg.blocked<{sizePerThread = [1], threadsPer}}
  %0 = "tt.reduce"(%a) <{axis = 1 : i32}> ({
  ^bb0(%p: f32, %q: f32):
  tt.reduce.return %p : f32
  }) : (tensor<16x16xf32>) -> tensor<16xf32, #b1>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>, %c: tensor<16x16xf32, #bt>) {
  // expected-error @below {{'tt.reduce' op requires the same encoding for all operands}}
  %0:2 = "tt.reduce"(%a, %c) <{axis = 1 : i32}> ({
  ^bb0(%p: f32, %p2: f32, %q: f32, %q2: f32):
  tt.reduce.return %p, %q : f32, f32
  }) : (tensor<16x16xf32, #b>, tensor<16x16xf32, #bt>) -> (tensor<16xf32, #ttg.slice<{dim=1,parent=#b}>>, tensor<16xf32, #ttg.slice<{dim=1,parent=#bt}>>)
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'tt.scan' op requires the same encoding for all operands and results}}
  %0 = "tt.scan"(%a) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%p: f32, %q: f32):
  tt.scan.return %p : f32
  }) : (tensor<16x16xf32, #b>) -> tensor<16x16xf32, #bt>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x32xf32, #b>) {
  // expected-error @below {{'tt.trans' op inferred type(s) 'tensor<32x16xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>>' are in}}
  // expected-error @below {{failed to infer returned types}}
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<16x32xf32, #b> -> tensor<32x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xf32, #m2>) {
  // expected-error @below {{'tt.trans' op inferred type(s) 'tensor<32x32xf32, #ttg.linear<{register = [[1, 0], [0, 8], [16, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[8}}
  // expected-error @below {{failed to infer returned types}}
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<32x32xf32, #m2> -> tensor<32x32xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 16, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'tt.join' op incompatible join layout}}
  %0 = tt.join %a, %a : tensor<16x16xf32, #b> -> tensor<16x16x2xf32, #b3>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'tt.join' op result encoding must be specified}}
  %0 = tt.join %a, %a : tensor<16x16xf32, #b> -> tensor<16x16x2xf32>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 16, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16x2xf32, #b3>) {
  // expected-error @below {{'tt.split' op inferred type(s) 'tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>>', 'ten}}
  // expected-error @below {{failed to infer returned types}}
  %0, %1 = tt.split %a : tensor<16x16x2xf32, #b3> -> tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x2xf32, #b>) {
  // expected-error @below {{'tt.split' op inferred type(s) 'tensor<16xf32, #ttg.linear<{register = [[0]], lane = [[0], [0], [0], [1], [2]], warp = [[4], [8]], block = []}>>', 'tensor<16xf3}}
  // expected-error @below {{failed to infer returned types}}
  %0, %1 = tt.split %a : tensor<16x2xf32, #b> -> tensor<16xf32, #b1>
  tt.return
}
}

// -----

#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x2xf32, #bt>) {
  // expected-error @below {{Fp4ToFpOp/SplitOp requires at least 2 elements per thread in the axis/last dimension}}
  // expected-error @below {{failed to infer returned types}}
  %0, %1 = tt.split %a : tensor<16x2xf32, #bt> -> tensor<16xf32, #b1>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{Expected result encoding #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [0], [16], [32]], warp = [[64], [128]], block = []}> but was #ttg.blocked<{sizePe}}
  %0 = tt.reshape %a : tensor<16x16xf32, #b> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{Op requires that either (a) src and dst both have encodings, or (b) neither does.}}
  %0 = tt.reshape %a : tensor<16x16xf32, #b> -> tensor<256xf32>
  tt.return
}
}

// -----

#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=2}>>, %c: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=4}>>, %d: tensor<32x32xf32, #m2>) {
  // expected-error @below {{mismatching kWidth between A and B operands}}
  %0 = tt.dot %a, %c, %d : tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=2}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=4}>> -> tensor<32x32xf32, #m2>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#b}>>, %c: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>>, %d: tensor<32x32xf32, #m2>) {
  // expected-error @below {{mismatching MMA encoding}}
  %0 = tt.dot %a, %c, %d : tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#b}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>> -> tensor<32x32xf32, #m2>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#b}>>, %c: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#bt}>>, %d: tensor<32x32xf32, #b>) {
  // expected-error @below {{Incompatible parent encoding}}
  %0 = tt.dot %a, %c, %d : tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#b}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#bt}>> -> tensor<32x32xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>>, %c: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>>, %d: tensor<32x32xf32, #b>) {
  // expected-error @below {{Wrong opIdx}}
  %0 = tt.dot %a, %c, %d : tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>> -> tensor<32x32xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xf16, #b>, %c: tensor<32x32xf16, #b>, %d: tensor<32x32xf32, #b>) {
  // expected-error @below {{Dot's a/b's encoding should be of DotOperandEncodingAttr}}
  %0 = tt.dot %a, %c, %d : tensor<32x32xf16, #b> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xf16>, %c: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>>, %d: tensor<32x32xf32, #b>) {
  // expected-error @below {{mismatching encoding between A and B operands}}
  %0 = tt.dot %a, %c, %d : tensor<32x32xf16> * tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>> -> tensor<32x32xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#b}>>, %c: tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>>, %d: tensor<32x32xf32>) {
  // expected-error @below {{miss encoding of C operand}}
  %0 = tt.dot %a, %c, %d : tensor<32x32xf16, #ttg.dot_op<{opIdx=0,parent=#b}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx=1,parent=#b}>> -> tensor<32x32xf32>
  tt.return
}
}

// -----

#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#m3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx=0,parent=#m3,kWidth=2}>>, %c: tensor<64x64xf16, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=2}>>, %d: tensor<64x64xf32, #m3>) {
  // expected-error @below {{mismatched MMA version.}}
  %0 = tt.dot %a, %c, %d : tensor<64x64xf16, #ttg.dot_op<{opIdx=0,parent=#m3,kWidth=2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=2}>> -> tensor<64x64xf32, #m3>
  tt.return
}
}

// -----

#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x32xi32, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=2}>>, %c: tensor<32x32xi32, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=2}>>, %d: tensor<32x32xi32, #m2>) {
  // expected-error @below {{unsupported MMA version}}
  %0 = tt.dot %a, %c, %d : tensor<32x32xi32, #ttg.dot_op<{opIdx=0,parent=#m2,kWidth=2}>> * tensor<32x32xi32, #ttg.dot_op<{opIdx=1,parent=#m2,kWidth=2}>> -> tensor<32x32xi32, #m2>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<32x16xf32, #b>, %i: tensor<16x16xi32, #bt>) {
  // expected-error @below {{'tt.gather' op indices and output encodings must match}}
  %0 = tt.gather %a[%i] {axis = 0 : i32} : (tensor<32x16xf32, #b>, tensor<16x16xi32, #bt>) -> tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x1xf32, #b>) {
  // expected-error @below {{'tt.broadcast' op requires the same encoding for all operands and results}}
  %0 = tt.broadcast %a : tensor<16x1xf32, #b> -> tensor<16x16xf32, #bt>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: f32) {
  %1 = tt.splat %x : f32 -> tensor<16x16xf32, #b>
  // expected-error @below {{source tensor must have exactly one element}}
  %0 = tt.unsplat %1 : tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#w8 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  %1 = arith.constant dense<0.0> : tensor<16x16xf32, #w8>
  // expected-error @below {{Operand 0 (%0 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA }}
  %0 = ttg.convert_layout %1 : tensor<16x16xf32, #w8> -> tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<256xf32, #b1>) {
  // expected-error @below {{Expected result encoding #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}> but was #ttg.blocked<{sizePerThr}}
  %0 = tt.reshape %a : tensor<256xf32, #b1> -> tensor<2x128xf32, #b>
  tt.return
}
}

// -----

#b3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 16, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16x2xf32, #b3>) {
  // expected-error @below {{'tt.trans' op inferred type(s) 'tensor<16x2x16xf32, #ttg.blocked<{sizePerThread = [1, 2, 1], threadsPerWarp = [2, 1, 16], warpsPerCTA = [4, 1, 1], order = [1, 2}}
  // expected-error @below {{failed to infer returned types}}
  %0 = tt.trans %a {order = array<i32: 0, 2, 1>} : tensor<16x16x2xf32, #b3> -> tensor<16x2x16xf32, #b3>
  tt.return
}
}

// -----

#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: f32) {
  // expected-error @below {{expected '}' in attribute dictionary}}
  %0 = tt.splat %x {ttg.num-warps = 3 : i32} : f32 -> tensor<16x16xf32, #m2>
  tt.return
}
}

// -----

#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: f32) {
  // expected-error @below {{'tt.splat' op has unexpected attribute "ttg.target" which is expected only on `module` ops}}
  %0 = tt.splat %x {ttg.target = 3 : i32} : f32 -> tensor<16x16xf32, #m2>
  tt.return
}
}

// -----

// expected-error @below {{Expected integer in basis for 'lane'}}
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[["a",0]],warp=[],block=[]}>} {}

// -----

// expected-error @below {{expected an unsigned integer value in basis for 'lane'}}
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[-1,0]],warp=[],block=[]}>} {}

// -----

// expected-error @below {{expected a 32-bit integer value in vec}}
module attributes {ttg.x = #ttg.swizzled_shared<{vec=8589934592,perPhase=1,maxPhase=1,order=[0]}>} {}

// -----

// expected-error @below {{expected CTAsPerCGA, CTASplitNum and CTAOrder together}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1],threadsPerWarp=[32],warpsPerCTA=[4],order=[0],CTAsPerCGA=[1]}>} {}

// -----

// expected-error @below {{'CTAsPerCGA' length does not match rank 1}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1],threadsPerWarp=[32],warpsPerCTA=[4],order=[0],CTAsPerCGA=[1,1],CTASplitNum=[1],CTAOrder=[0]}>} {}

// -----

// expected-error @below {{'CTAOrder' is no permutation of the dimensions}}
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1],threadsPerWarp=[32],warpsPerCTA=[4],order=[0],CTAsPerCGA=[1],CTASplitNum=[1],CTAOrder=[1]}>} {}

// -----

#sh = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#sht = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #sh, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_trans' op order must be a permutation of the dimensions}}
  %0 = ttg.memdesc_trans %a {order = array<i32: 0, 0>} : !ttg.memdesc<16x32xf32, #sh, #smem, mutable> -> !ttg.memdesc<32x16xf32, #sht, #smem, mutable>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'ttg.warp_specialize' op has 1 partitions but `partitionNumWarps` has 2 elements}}
  "ttg.warp_specialize"() <{partitionNumWarps = array<i32: 4, 4>}> ({
  ttg.warp_yield
  }, {
  "ttg.warp_specialize.partitions"() ({
  ttg.warp_return
  }) : () -> ()
  }) : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'ttg.warp_specialize' op expected to find only a `ttg.warp_specialize.partitions` op inside its second region}}
  "ttg.warp_specialize"() <{partitionNumWarps = array<i32>}> ({
  ttg.warp_yield
  }, {
  tt.return
  }) : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 2 : i32} {
tt.func @f(%x: i32) {
  // expected-error @below {{warp-specialized kernels requires num_warps to be a multiple of 4}}
  ttg.warp_specialize()
  default {
  ttg.warp_yield
  }
  partition0() num_warps(4) {
  ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32} {
tt.func @f(%x: f32) {
  // expected-error @below {{Result has an invalid layout: Could not determine the number of warps per CTA. Operation is not in a context with `ttg.num-warps`.}}
  %0 = tt.splat %x : f32 -> tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#w8 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #w8>) {
  // expected-error @below {{Operand 0 (<block argument> of type 'tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>>' a}}
  %0 = ttg.convert_layout %a : tensor<16x16xf32, #w8> -> tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#w8 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  %1 = arith.constant dense<0.0> : tensor<16x16xf32, #w8>
  // expected-error @below {{Operand 0 (%0 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA }}
  %0 = ttg.convert_layout %1 : tensor<16x16xf32, #w8> -> tensor<16x16xf32, #b>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<2x16x32xf32, #sh0, #smem, mutable>) {
  // expected-error @below {{a part of memory that is counted by buffers cannot be taken}}
  %0 = ttg.memdesc_subslice %a[0, 0, 16] : !ttg.memdesc<2x16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<2x16x16xf32, #sh0, #smem, mutable, 2x16x32>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<16x32xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>, #smem, mutable>) {
  // expected-error @below {{non-trivial block dimension not supported}}
  %0 = ttg.memdesc_subslice %a[0, 16] : !ttg.memdesc<16x32xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>, #smem, mutable> -> !ttg.memdesc<16x16xf32, #sh0, #smem, mutable, 16x32>
  tt.return
}
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<4x32xf16, #nv, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_subslice' op has memory without a layout: the memory is smaller than a line of its swizzle}}
  %0 = ttg.memdesc_subslice %a[0, 16] : !ttg.memdesc<4x32xf16, #nv, #smem, mutable> -> !ttg.memdesc<4x16xf16, #nv, #smem, mutable, 4x32>
  tt.return
}
}

// -----

#sh0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<2x16x32xf32, #sh0, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_reshape' op expects an encoding of the rank of its operand}}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<2x16x32xf32, #sh0, #smem, mutable> -> !ttg.memdesc<1024xf32, #sh1, #smem, mutable>
  tt.return
}
}

// -----

#sh1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: !ttg.memdesc<4x32xf16, #nv, #smem, mutable>) {
  // expected-error @below {{'ttg.memdesc_reshape' op has memory without a layout: the memory is smaller than a line of its swizzle}}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<4x32xf16, #nv, #smem, mutable> -> !ttg.memdesc<128xf16, #sh1, #smem, mutable>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<8x32xi8, #b>) {
  // expected-error @below {{failed to infer encoding}}
  %0 = ttg.fp4_to_fp %a {axis = 0 : i32} : tensor<8x32xi8, #b> -> tensor<16x32xf16, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x32xf32, #b>) {
  // expected-error @below {{'tt.trans' op inferred type(s) 'tensor<32x16xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>>' are in}}
  // expected-error @below {{failed to infer returned types}}
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<16x32xf32, #b> -> tensor<32x16xf32, #b>
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #b>) {
  // expected-error @below {{'tt.reduce' op inferred type(s) 'tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1}}
  %0 = "tt.reduce"(%a) <{axis = 1 : i32}> ({
  ^bb0(%p: f32, %q: f32):
  tt.reduce.return %p : f32
  }) : (tensor<16x16xf32, #b>) -> tensor<16xf32>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{'tt.return' op has unexpected attribute "ttg.num-warps" which is expected only on `module` or `tt.func` ops}}
  tt.return {"ttg.num-warps" = 4 : i32}
  tt.return
}
}

// -----

#padded = #ttg.padded_shared<[8:+8] {shape = [16, 32], order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%a: !ttg.memdesc<2x16x32xf32, #padded, #smem>) {
  // expected-error @below {{SubSlice of low rank PaddedSharedEncoding from higher rank tensors is not supported yet}}
  %0 = ttg.memdesc_subslice %a [0, 0, 16] : !ttg.memdesc<2x16x32xf32, #padded, #smem> -> !ttg.memdesc<2x16x16xf32, #padded, #smem, 2x16x32>
  tt.return
}

// -----

// expected-error @below {{Unexpected attribute "shape" found}}
#padded = #ttg.padded_shared<[8:+8] {offset = [[0, 1], [1, 0]], block = [], shape = [2, 2]}>

// -----

tt.func @f() {
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  // expected-error @below {{region with at least 1 blocks}}
  partition0() num_warps(4) {
  } : () -> ()
  tt.return
}
