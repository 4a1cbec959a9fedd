// RUN: tern-opt %s --split-input-file --verify-diagnostics

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>) {
    // expected-error @below {{result element type must match source element type}}
    %0 = amdg.extract_slice %x [0, 0] : tensor<128x64xf16, #b> to tensor<64x32xf32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>) {
    // expected-error @below {{result rank must be equal to source rank}}
    %0 = amdg.extract_slice %x [0, 0] : tensor<128x64xf16, #b> to tensor<64xf16, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>) {
    // expected-error @below {{result shape cannot exceed source shape at dimension 1}}
    %0 = amdg.extract_slice %x [0, 0] : tensor<128x64xf16, #b> to tensor<64x128xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>) {
    // expected-error @below {{invalid offset at dimension 0}}
    %0 = amdg.extract_slice %x [96, 0] : tensor<128x64xf16, #b> to tensor<64x32xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>) {
    // expected-error @below {{No source register holds the element for destination index [0, 8]}}
    %0 = amdg.extract_slice %x [0, 8] : tensor<128x64xf16, #b> to tensor<64x32xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>) {
    // expected-error @below {{Lane and warp dim basis must match between source and destination layout.}}
    %0 = amdg.extract_slice %x [0, 0] : tensor<128x64xf16, #b> to tensor<64x32xf16, #t>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16>) {
    // expected-error @below {{'amdg.extract_slice' op requires tensors with an encoding that deals them to threads}}
    %0 = amdg.extract_slice %x [0, 0] : tensor<128x64xf16> to tensor<64x32xf16>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>) {
    // expected-error @below {{'amdg.extract_slice' op requires one offset for each of at most 16 dimensions}}
    %0 = amdg.extract_slice %x [0] : tensor<128x64xf16, #b> to tensor<64x32xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x0: tensor<128x64xf16, #b>) {
    // expected-error @below {{Source and destination tensors must have the same rank.}}
    %0 = amdg.concat %x0 : tensor<128x64xf16, #b> -> tensor<128xf16, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x0: tensor<128x64xf16, #b>) {
    // expected-error @below {{Source and destination tensor shapes don't match.}}
    %0 = amdg.concat %x0 : tensor<128x64xf16, #b> -> tensor<64x64xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x0: tensor<128x64xf16, #b>) {
    // expected-error @below {{Number of source tiles (1) doesn't match required count (2).}}
    %0 = amdg.concat %x0 : tensor<128x64xf16, #b> -> tensor<128x128xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#w = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x0: tensor<128x64xf16, #b>, %x1: tensor<128x64xf16, #w>) {
    // expected-error @below {{All sources must have identical tensor types.}}
    %0 = amdg.concat %x0, %x1 : tensor<128x64xf16, #b>, tensor<128x64xf16, #w> -> tensor<128x128xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x0: tensor<128x64xf16, #b>) {
    // expected-error @below {{Element types of sources and destination must match.}}
    %0 = amdg.concat %x0 : tensor<128x64xf16, #b> -> tensor<128x64xf32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#w = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x0: tensor<64x32xf16, #b>, %x1: tensor<64x32xf16, #b>) {
    // expected-error @below {{No source register holds the element for destination index [16, 0]}}
    %0 = amdg.concat %x0, %x1 : tensor<64x32xf16, #b>, tensor<64x32xf16, #b> -> tensor<64x64xf16, #w>
    tt.return
  }
}

// -----

#t = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x0: tensor<64x32xf16, #t>) {
    // expected-error @below {{Lane and warp dim basis must match between source and destination layout.}}
    %0 = amdg.concat %x0 : tensor<64x32xf16, #t> -> tensor<64x32xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f() {
    // expected-error @below {{'amdg.concat' op requires a source}}
    %0 = "amdg.concat"() : () -> tensor<128x64xf16, #b>
    tt.return
  }
}

// -----

#sq = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #sq>) {
    // expected-error @below {{'amdg.in_thread_transpose' op Expect input and output tensor to have same dtype}}
    %0 = amdg.in_thread_transpose %x : tensor<32x32xf16, #sq> -> tensor<32x32xf32, #sq>
    tt.return
  }
}

// -----

#sq = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #sq>) {
    // expected-error @below {{'amdg.in_thread_transpose' op Expect equal input and output shapes}}
    %0 = amdg.in_thread_transpose %x : tensor<32x32xf16, #sq> -> tensor<32x64xf16, #sq>
    tt.return
  }
}

// -----

#sq = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<32xf16, #ttg.slice<{dim = 0, parent = #sq}>>) {
    // expected-error @below {{'amdg.in_thread_transpose' op Expect 2d tensor}}
    %0 = amdg.in_thread_transpose %x : tensor<32xf16, #ttg.slice<{dim = 0, parent = #sq}>> -> tensor<32xf16, #ttg.slice<{dim = 0, parent = #sq}>>
    tt.return
  }
}

// -----

#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xf16, #dot>) {
    // expected-error @below {{'amdg.in_thread_transpose' op Expect input tensor in Blocked encoding}}
    %0 = amdg.in_thread_transpose %x : tensor<64x64xf16, #dot> -> tensor<64x64xf16, #dot>
    tt.return
  }
}

// -----

#sq = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #sq>) {
    // expected-error @below {{'amdg.in_thread_transpose' op Expect output layout to be transposed per thread:  - register=1 -> (1, 0)}}
    %0 = amdg.in_thread_transpose %x : tensor<32x32xf16, #sq> -> tensor<32x32xf16, #sq>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi16>, %s: tensor<64x2xi8>) {
    // expected-error @below {{'amdg.upcast_mxfp' op element type of the first operand must be bf16/fp16, OCP fp8/bf8 or i8}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e4m3 {fastMath = false} : tensor<64x64xi16>, tensor<64x2xi8> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi8>, %s: tensor<64x2xi16>) {
    // expected-error @below {{'amdg.upcast_mxfp' op element type of the second operand must be uint8}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e4m3 {fastMath = false} : tensor<64x64xi8>, tensor<64x2xi16> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64xi8>, %s: tensor<2xi8>) {
    // expected-error @below {{'amdg.upcast_mxfp' op operands must have the same number of dimensions, at least 2}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e4m3 {fastMath = false} : tensor<64xi8>, tensor<2xi8> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi8>, %s: tensor<64x2xi8>) {
    // expected-error @below {{'amdg.upcast_mxfp' op NYI: fpType must be E2M1, E4M3, or E5M2}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = bf16 {fastMath = false} : tensor<64x64xi8>, tensor<64x2xi8> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi8, #dot>, %s: tensor<64x2xi8>) {
    // expected-error @below {{'amdg.upcast_mxfp' op Expected either both or neither operands to have an encoding}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e4m3 {fastMath = false} : tensor<64x64xi8, #dot>, tensor<64x2xi8> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi8, #b>, %s: tensor<64x2xi8, #b>) {
    // expected-error @below {{'amdg.upcast_mxfp' op Expected a DotOperandEncodingAttr for values}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e4m3 {fastMath = false} : tensor<64x64xi8, #b>, tensor<64x2xi8, #b> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi8, #dot>, %s: tensor<64x2xi8, #dot>) {
    // expected-error @below {{'amdg.upcast_mxfp' op Expected a BlockOperandEncoding or LinearOperandEncoding for scales}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e4m3 {fastMath = false} : tensor<64x64xi8, #dot>, tensor<64x2xi8, #dot> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi8, #dot>, %s: tensor<64x4xi8, #b>) {
    // expected-error @below {{'amdg.upcast_mxfp' op K dimension of first operand must be 16 times larger than last/K dimension of the second operand}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e4m3 {fastMath = false} : tensor<64x64xi8, #dot>, tensor<64x4xi8, #b> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi8, #dot>, %s: tensor<64x2xi8, #b>) {
    // expected-error @below {{'amdg.upcast_mxfp' op K dimension of first operand must be 16 times larger than last/K dimension of the second operand}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e2m1 {fastMath = false} : tensor<64x64xi8, #dot>, tensor<64x2xi8, #b> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 16}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<64x64xi8, #dot1>, %s: tensor<32x2xi8, #b>) {
    // expected-error @below {{'amdg.upcast_mxfp' op M/N dimension must match between operands}}
    %0 = amdg.upcast_mxfp %x, %s fp_type = e4m3 {fastMath = false} : tensor<64x64xi8, #dot1>, tensor<32x2xi8, #b> -> tensor<64x64xbf16>
    tt.return
  }
}

// -----

#pairs = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x32xi8, #pairs>, %s: tensor<128x32xbf16, #b>) {
    // expected-error @below {{scale and output should have the same shape}}
    %0 = amdg.scaled_upcast_fp4 %x scale %s {axis = 1 : i32} : tensor<128x32xi8, #pairs>, tensor<128x32xbf16, #b> -> tensor<128x64xf16, #b>
    tt.return
  }
}

// -----

#pairs = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x32xi8, #pairs>, %s: tensor<128x64xbf16, #b>) {
    // expected-error @below {{axis 2 out of range for rank 2}}
    %0 = amdg.scaled_upcast_fp4 %x scale %s {axis = 2 : i32} : tensor<128x32xi8, #pairs>, tensor<128x64xbf16, #b> -> tensor<128x64xf16, #b>
    tt.return
  }
}

// -----

#pairs = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xi8, #pairs>, %s: tensor<128x64xbf16, #b>) {
    // expected-error @below {{axis 1 dimension must be 2x source dimension (src=64, dst=64)}}
    %0 = amdg.scaled_upcast_fp4 %x scale %s {axis = 1 : i32} : tensor<128x64xi8, #pairs>, tensor<128x64xbf16, #b> -> tensor<128x64xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#w = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf8E5M2, #b>, %s: tensor<128x64xbf16, #w>) {
    // expected-error @below {{'amdg.scaled_upcast_fp8' op requires the same encoding for all operands}}
    %0 = amdg.scaled_upcast_fp8 %x scale %s : tensor<128x64xf8E5M2, #b>, tensor<128x64xbf16, #w> -> tensor<128x64xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%p: !tt.ptr<f32>, %o: tensor<128x64xi32, #b>) {
    // expected-error @below {{'amdg.buffer_load' op failed to verify that result element type matches the pointed type of ptr}}
    %0 = "amdg.buffer_load"(%p, %o) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>} : (!tt.ptr<f32>, tensor<128x64xi32, #b>) -> tensor<128x64xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%p: !tt.ptr<f16>, %o: tensor<128x32xi32, #b>) {
    // expected-error @below {{'amdg.buffer_load' op failed to verify that result and offsets have the same shape}}
    %0 = "amdg.buffer_load"(%p, %o) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>} : (!tt.ptr<f16>, tensor<128x32xi32, #b>) -> tensor<128x64xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>, %p: !tt.ptr<f32>, %o: tensor<128x64xi32, #b>) {
    // expected-error @below {{'amdg.buffer_store' op failed to verify that value element type matches the pointed type of ptr}}
    "amdg.buffer_store"(%x, %p, %o) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>} : (tensor<128x64xf16, #b>, !tt.ptr<f32>, tensor<128x64xi32, #b>) -> ()
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: tensor<128x64xf16, #b>, %p: !tt.ptr<f16>, %o: tensor<128x64xi32, #b>, %m: tensor<128x32xi1, #b>) {
    // expected-error @below {{'amdg.buffer_store' op failed to verify that value and mask have the same shape}}
    "amdg.buffer_store"(%x, %p, %o, %m) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>} : (tensor<128x64xf16, #b>, !tt.ptr<f16>, tensor<128x64xi32, #b>, tensor<128x32xi1, #b>) -> ()
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%p: !tt.ptr<f32>, %o: tensor<64x64xi32, #b>, %d: !ttg.memdesc<64x64xf16, #sh10, #smem, mutable>) {
    // expected-error @below {{'amdg.buffer_load_to_local' op failed to verify that dest element type matches pointee type of ptr}}
    %0 = amdg.buffer_load_to_local %p[%o] into %d : <f32>[tensor<64x64xi32, #b>] -> <64x64xf16, #sh10, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%p: !tt.ptr<f16>, %o: tensor<64x64xi32, #b>, %x: tensor<64x64xf32, #b>, %d: !ttg.memdesc<64x64xf16, #sh10, #smem, mutable>) {
    // expected-error @below {{'amdg.buffer_load_to_local' op failed to verify that other matches shape and layout of offsets and the element type matches the pointee type of ptr}}
    %0 = amdg.buffer_load_to_local %p[%o] other = %x into %d : <f16>[tensor<64x64xi32, #b>] tensor<64x64xf32, #b> -> <64x64xf16, #sh10, #smem, mutable>
    tt.return
  }
}

// -----

#sh01 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x64xi8, #sh01, #smem>) {
    // expected-error @below {{'amdg.local_load_packed_tranposed' op only works with DotOperandEncodingAttr dst encoding}}
    %0 = amdg.local_load_packed_tranposed %m : !ttg.memdesc<64x64xi8, #sh01, #smem> -> tensor<128x32xi8, #b>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x64xi8, #nv, #smem>) {
    // expected-error @below {{'amdg.local_load_packed_tranposed' op only works with SwizzledSharedEncodingAttr src encoding}}
    %0 = amdg.local_load_packed_tranposed %m : !ttg.memdesc<64x64xi8, #nv, #smem> -> tensor<128x32xi8, #dot>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x64xi8, #sh10, #smem>) {
    // expected-error @below {{'amdg.local_load_packed_tranposed' op Order of dimensions don't match expected}}
    %0 = amdg.local_load_packed_tranposed %m : !ttg.memdesc<64x64xi8, #sh10, #smem> -> tensor<128x32xi8, #dot>
    tt.return
  }
}

// -----

#sh01 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x64xi8, #sh01, #smem>) {
    // expected-error @below {{'amdg.local_load_packed_tranposed' op Order of dimensions don't match expected}}
    %0 = amdg.local_load_packed_tranposed %m : !ttg.memdesc<64x64xi8, #sh01, #smem> -> tensor<32x128xi8, #dot1>
    tt.return
  }
}

// -----

#sh01 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x64xi8, #sh01, #smem>) {
    // expected-error @below {{'amdg.local_load_packed_tranposed' op Input and output dimensions don't match after packing changes}}
    %0 = amdg.local_load_packed_tranposed %m : !ttg.memdesc<64x64xi8, #sh01, #smem> -> tensor<32x128xi8, #dot>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = true}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x64xi8, #sh10, #smem>) {
    // expected-error @below {{'amdg.local_load_packed_tranposed' op Input and output dimensions don't match after packing changes}}
    %0 = amdg.local_load_packed_tranposed %m : !ttg.memdesc<64x64xi8, #sh10, #smem> -> tensor<128x32xi8, #dot1>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<65536x2xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #sh10, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'amdg.async_tdm_copy_global_to_local' op TDM block dimension 0 (65536) exceeds maximum size of 65535}}
    %0 = amdg.async_tdm_copy_global_to_local %d[%i, %i] into %m, %p : !tt.tensordesc<tensor<65536x2xf16, #sh10>> -> !ttg.memdesc<64x64xf16, #sh10, #smem, mutable>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#swz = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #swz, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'amdg.async_tdm_copy_global_to_local' op TDM does not support swizzling}}
    %0 = amdg.async_tdm_copy_global_to_local %d[%i, %i] into %m, %p : !tt.tensordesc<tensor<64x64xf16, #sh10>> -> !ttg.memdesc<64x64xf16, #swz, #smem, mutable>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'amdg.async_tdm_copy_global_to_local' op Invalid shared memory layout for TDM}}
    %0 = amdg.async_tdm_copy_global_to_local %d[%i, %i] into %m, %p : !tt.tensordesc<tensor<64x64xf16, #sh10>> -> !ttg.memdesc<64x64xf16, #nv, #smem, mutable>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#padi = #ttg.padded_shared<[2:+4] {order = [1, 0], shape = [64, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #padi, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'amdg.async_tdm_copy_global_to_local' op TDM padding interval must be at least 2 dwords}}
    %0 = amdg.async_tdm_copy_global_to_local %d[%i, %i] into %m, %p : !tt.tensordesc<tensor<64x64xf16, #sh10>> -> !ttg.memdesc<64x64xf16, #padi, #smem, mutable>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#padp = #ttg.padded_shared<[32:+1] {order = [1, 0], shape = [64, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #padp, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'amdg.async_tdm_copy_global_to_local' op TDM padding amount must be at least 1 dword}}
    %0 = amdg.async_tdm_copy_global_to_local %d[%i, %i] into %m, %p : !tt.tensordesc<tensor<64x64xf16, #sh10>> -> !ttg.memdesc<64x64xf16, #padp, #smem, mutable>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<2x65536xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #sh10, #smem, mutable>, %i: i32) {
    // expected-error @below {{'amdg.async_tdm_copy_local_to_global' op TDM block dimension 1 (65536) exceeds maximum size of 65535}}
    amdg.async_tdm_copy_local_to_global %d[%i, %i] from %m : !ttg.memdesc<64x64xf16, #sh10, #smem, mutable> -> !tt.tensordesc<tensor<2x65536xf16, #sh10>>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#swz = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #swz, #smem, mutable>, %i: i32) {
    // expected-error @below {{'amdg.async_tdm_copy_local_to_global' op TDM does not support swizzling}}
    amdg.async_tdm_copy_local_to_global %d[%i, %i] from %m : !ttg.memdesc<64x64xf16, #swz, #smem, mutable> -> !tt.tensordesc<tensor<64x64xf16, #sh10>>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [64, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #pad, #smem, mutable>, %i: i32) {
    // expected-error @below {{'amdg.async_tdm_copy_local_to_global' op TDM store does not support padding}}
    amdg.async_tdm_copy_local_to_global %d[%i, %i] from %m : !ttg.memdesc<64x64xf16, #pad, #smem, mutable> -> !tt.tensordesc<tensor<64x64xf16, #sh10>>
    tt.return
  }
}

// -----

#sh10 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #sh10>>, %m: !ttg.memdesc<64x64xf16, #nv, #smem, mutable>, %i: i32) {
    // expected-error @below {{'amdg.async_tdm_copy_local_to_global' op Invalid shared memory layout for TDM}}
    amdg.async_tdm_copy_local_to_global %d[%i, %i] from %m : !ttg.memdesc<64x64xf16, #nv, #smem, mutable> -> !tt.tensordesc<tensor<64x64xf16, #sh10>>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #line, #smem, mutable>) {
    // expected-error @below {{'amdg.init_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    amdg.init_barrier %x, 1 : !ttg.memdesc<2xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'amdg.init_barrier' op count must be greater than or equal to 1}}
    amdg.init_barrier %x, 0 : !ttg.memdesc<1xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
    // expected-error @below {{'amdg.arrive_barrier' op count must be greater than or equal to 1}}
    %0 = amdg.arrive_barrier %x, 0 : !ttg.memdesc<1xi64, #line, #smem, mutable> -> i32
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #line, #smem, mutable>, %i: i32) {
    // expected-error @below {{'amdg.wait_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    amdg.wait_barrier %x, %i : !ttg.memdesc<2xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #line, #smem, mutable>) {
    // expected-error @below {{'amdg.async_copy_mbarrier_arrive' op barrier allocation must be a descriptor of 1xi64 type}}
    amdg.async_copy_mbarrier_arrive %x : !ttg.memdesc<2xi64, #line, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @offset(%x: tensor<128x64xf16, #b>, %i: i32) {
  // Both that no number is there and that the list does not end are told.
  // expected-error @+2 {{expected integer value}}
  // expected-error @+1 {{expected ']'}}
  %r = amdg.extract_slice %x [0, %i] : tensor<128x64xf16, #b> to tensor<128x32xf16, #b>
  tt.return
}
