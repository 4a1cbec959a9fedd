// Numbers: conversions with their rounding, bounds, high halves, products of matrices.
// RUN: tern-opt %s --interpret=conversions | FileCheck %s --check-prefix=CONVERSIONS
// RUN: tern-opt %s --interpret=bounds | FileCheck %s --check-prefix=BOUNDS
// RUN: tern-opt %s --interpret=dots | FileCheck %s --check-prefix=DOTS
// RUN: tern-opt %s --interpret=precision | FileCheck %s --check-prefix=PRECISION
// RUN: tern-opt %s --interpret=tf32 | FileCheck %s --check-prefix=TF32
// RUN: tern-opt %s --interpret=scaled | FileCheck %s --check-prefix=SCALED

// To the nearest, toward zero, and to the largest number where there is none.
// CONVERSIONS: @conversions #0: ( 2050, 4.76837e-07 ) : tensor<2xf16>
// CONVERSIONS-NEXT: @conversions #1: ( 2048, -2048, 65504, 0.5 ) : tensor<4xf16>
// CONVERSIONS-NEXT: @conversions #2: ( 448, -448, nan, 1.125 ) : tensor<4xf8E4M3FN>
// CONVERSIONS-NEXT: @conversions #3: ( 1.5, 448 ) : tensor<2xf32>
tt.func @conversions() -> (tensor<2xf16>, tensor<4xf16>, tensor<4xf8E4M3FN>, tensor<2xf32>) {
  %x = arith.constant dense<[2049.5, 4.76837e-07]> : tensor<2xf32>
  %near = tt.fp_to_fp %x, rounding = rtne : tensor<2xf32> -> tensor<2xf16>
  %y = arith.constant dense<[2049.5, -2049.5, 65530.0, 0.5]> : tensor<4xf32>
  %zero = tt.fp_to_fp %y, rounding = rtz : tensor<4xf32> -> tensor<4xf16>
  %z = arith.constant dense<[1000.0, -1.0e30, 0x7FC00000, 1.15]> : tensor<4xf32>
  %small = tt.fp_to_fp %z, rounding = rtne : tensor<4xf32> -> tensor<4xf8E4M3FN>
  %s = arith.constant dense<[1.5, 448.0]> : tensor<2xf8E4M3FN>
  %wide = tt.fp_to_fp %s : tensor<2xf8E4M3FN> -> tensor<2xf32>
  tt.return %near, %zero, %small, %wide : tensor<2xf16>, tensor<4xf16>, tensor<4xf8E4M3FN>, tensor<2xf32>
}

// BOUNDS: @bounds #0: ( -1, 0.5, 1, nan ) : tensor<4xf32>
// BOUNDS-NEXT: @bounds #1: ( -1, 0.5, 1, -1 ) : tensor<4xf32>
// BOUNDS-NEXT: @bounds #2: ( 1, 0 ) : tensor<2xi32>
// BOUNDS-NEXT: @bounds #3: 1.4142135 : f32
// BOUNDS-NEXT: @bounds #4: 0.33333334 : f32
tt.func @bounds() -> (tensor<4xf32>, tensor<4xf32>, tensor<2xi32>, f32, f32) {
  %x = arith.constant dense<[-7.0, 0.5, 7.0, 0x7FC00000]> : tensor<4xf32>
  %least = arith.constant dense<-1.0> : tensor<4xf32>
  %most = arith.constant dense<1.0> : tensor<4xf32>
  %all = tt.clampf %x, %least, %most, propagateNan = all : tensor<4xf32>
  %none = tt.clampf %x, %least, %most, propagateNan = none : tensor<4xf32>
  %a = arith.constant dense<[-2147483648, 65535]> : tensor<2xi32>
  %c2 = arith.constant dense<2> : tensor<2xi32>
  %high = tt.mulhiui %a, %c2 : tensor<2xi32>
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %root = tt.precise_sqrt %two : f32
  %third = tt.precise_divf %one, %three : f32
  tt.return %all, %none, %high, %root, %third : tensor<4xf32>, tensor<4xf32>, tensor<2xi32>, f32, f32
}

// Integers, narrow floats into wide sums, and a batch.
// DOTS: @dots #0: ( ( 20, 22 ), ( 44, 51 ) ) : tensor<2x2xi32>
// DOTS-NEXT: @dots #1: ( ( 0.5, 3 ), ( 1, 7 ) ) : tensor<2x2xf32>
// DOTS-NEXT: @dots #2: ( ( ( 6 ) ), ( ( 20 ) ) ) : tensor<2x1x1xf32>
tt.func @dots() -> (tensor<2x2xi32>, tensor<2x2xf32>, tensor<2x1x1xf32>) {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %b = arith.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi8>
  %c = arith.constant dense<[[1, 0], [1, 1]]> : tensor<2x2xi32>
  %i = tt.dot %a, %b, %c : tensor<2x2xi8> * tensor<2x2xi8> -> tensor<2x2xi32>
  %x = arith.constant dense<[[0.5, 1.0], [1.0, 2.0]]> : tensor<2x2xf8E5M2>
  %y = arith.constant dense<[[1.0, 2.0], [0.0, 2.0]]> : tensor<2x2xf8E5M2>
  %zero = arith.constant dense<[[0.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %f = tt.dot %x, %y, %zero : tensor<2x2xf8E5M2> * tensor<2x2xf8E5M2> -> tensor<2x2xf32>
  %p = arith.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf16>
  %q = arith.constant dense<[[[2.0], [2.0]], [[4.0], [2.0]]]> : tensor<2x2x1xf16>
  %none = arith.constant dense<0.0> : tensor<2x1x1xf32>
  %batch = tt.dot %p, %q, %none : tensor<2x1x2xf16> * tensor<2x2x1xf16> -> tensor<2x1x1xf32>
  tt.return %i, %f, %batch : tensor<2x2xi32>, tensor<2x2xf32>, tensor<2x1x1xf32>
}

// 1 + 2^-11 has no place in tf32, whose neighbours are 2^-10 apart: a tie, to the even one.
// PRECISION: @precision #0: ( ( 1 ) ) : tensor<1x1xf32>
// PRECISION-NEXT: @precision #1: ( ( 1.0004883 ) ) : tensor<1x1xf32>
tt.func @precision() -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  %a = arith.constant dense<1.00048828125> : tensor<1x1xf32>
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %t = tt.dot %a, %one, %zero, inputPrecision = tf32 : tensor<1x1xf32> * tensor<1x1xf32> -> tensor<1x1xf32>
  %e = tt.dot %a, %one, %zero, inputPrecision = ieee : tensor<1x1xf32> * tensor<1x1xf32> -> tensor<1x1xf32>
  tt.return %t, %e : tensor<1x1xf32>, tensor<1x1xf32>
}

// 32 products of 1 (0x38 of e4m3) by 2 (code 4 of e2m1, two to a byte), scaled by 2^1 and 2^-1; and 3 that were there.
// SCALED: @scaled #0: ( ( 67 ) ) : tensor<1x1xf32>
tt.func @scaled() -> tensor<1x1xf32> {
  %a = arith.constant dense<0x38> : tensor<1x32xi8>
  %b = arith.constant dense<0x44> : tensor<16x1xi8>
  %up = arith.constant dense<128> : tensor<1x1xi8>
  %down = arith.constant dense<126> : tensor<1x1xi8>
  %c = arith.constant dense<3.0> : tensor<1x1xf32>
  %d = tt.dot_scaled %a scale %up, %b scale %down, %c lhs = e4m3 rhs = e2m1 {fastMath = false} : tensor<1x32xi8>, tensor<1x1xi8> * tensor<16x1xi8>, tensor<1x1xi8> -> tensor<1x1xf32>
  tt.return %d : tensor<1x1xf32>
}

// The one assembly that a pass of ours makes: 1 + 2^-11 lies between two numbers of tf32.
// TF32: @tf32 #0: ( 1.0009766, -1.0009766, 1, inf ) : tensor<4xf32>
tt.func @tf32() -> tensor<4xf32> {
  %x = arith.constant dense<[0x3F801000, 0xBF801000, 0x3F800FFF, 0x7F800000]> : tensor<4xf32>
  %y = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tt.return %y : tensor<4xf32>
}
