// What is refused in words of our own: where upstream asserts, says less, or takes what it cannot translate.
// RUN: tern-opt --verify-diagnostics --split-input-file %s

// expected-error @below {{dimension 'm' has to fit 32 bits}}
module attributes {x = #nvvm.shape<m = 4294967296, n = 8, k = 4>} {
}

// -----

llvm.func @f(%a: i32, %c: vector<2xf16>) {
  // expected-error @below {{expected one type for each operand segment but got 2 types}}
  %0 = nvvm.mma.sync A[%a] B[%a] C[%c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: vector<2xf16>) {
  // expected-error @below {{expected 'C'}}
  %0 = nvvm.mma.sync A[%a] B[%a] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: vector<2xbf16>, %c: i32) {
  // expected-error @below {{attribute multiplicandBPtxType is not provided explicitly and cannot be inferred}}
  %0 = nvvm.mma.sync A[%a] B[%b] C[%c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 16>} : (i32, vector<2xbf16>, i32) -> !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @below {{'nvvm.mma.sync' op needs the attribute multiplicandAPtxType}}
  %0 = "nvvm.mma.sync"(%a, %a, %a, %a, %a, %a, %a) <{shape = #nvvm.shape<m = 16, n = 8, k = 128>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, b1Op = #nvvm.mma_b1op<and_popc>, operandSegmentSizes = array<i32: 2, 1, 4>}> : (i32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @below {{'nvvm.mma.sync' op needs the attribute multiplicandBPtxType}}
  %0 = "nvvm.mma.sync"(%a, %a, %a, %a, %a, %a, %a) <{shape = #nvvm.shape<m = 16, n = 8, k = 128>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, b1Op = #nvvm.mma_b1op<and_popc>, multiplicandAPtxType = #nvvm.mma_type<b1>, operandSegmentSizes = array<i32: 2, 1, 4>}> : (i32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}
