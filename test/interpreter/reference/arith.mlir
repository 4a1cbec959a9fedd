// Integers and floats lane by lane. What is too far to shift or breaks a promise is poison, which may go where nobody
// looks.
// RUN: tern-opt %s --interpret=main | FileCheck %s

func.func @main() -> (tensor<3xi32>, i8, complex<f32>) {
  %c127 = arith.constant 127 : i8
  %c1 = arith.constant 1 : i8
  %wrapped = arith.addi %c127, %c1 : i8
  // CHECK: {{^}}-128
  vector.print %wrapped : i8
  %broken = arith.addi %c127, %c1 overflow<nsw> : i8
  // CHECK-NEXT: poison
  vector.print %broken : i8
  %kept = arith.addi %c127, %c1 overflow<nuw> : i8
  // CHECK-NEXT: -128
  vector.print %kept : i8
  %a = arith.constant dense<[-7, 7, 7, -7]> : vector<4xi32>
  %b = arith.constant dense<[3, 3, 2, 2]> : vector<4xi32>
  %up = arith.ceildivsi %a, %b : vector<4xi32>
  // CHECK-NEXT: ( -2, 3, 4, -3 )
  vector.print %up : vector<4xi32>
  %down = arith.floordivsi %a, %b : vector<4xi32>
  // CHECK-NEXT: ( -3, 2, 3, -4 )
  vector.print %down : vector<4xi32>
  %rest = arith.remsi %a, %b : vector<4xi32>
  // CHECK-NEXT: ( -1, 1, 1, -1 )
  vector.print %rest : vector<4xi32>
  %least = arith.minui %a, %b : vector<4xi32>
  // CHECK-NEXT: ( 3, 3, 2, 2 )
  vector.print %least : vector<4xi32>
  %less = arith.cmpi slt, %a, %b : vector<4xi32>
  // CHECK-NEXT: ( 1, 0, 0, 1 )
  vector.print %less : vector<4xi1>
  %ones = arith.constant dense<1> : vector<3xi8>
  %by = arith.constant dense<[8, 3, 7]> : vector<3xi8>
  %far = arith.shli %ones, %by : vector<3xi8>
  // CHECK-NEXT: ( poison, 8, -128 )
  vector.print %far : vector<3xi8>
  %promised = arith.shli %ones, %by overflow<nsw> : vector<3xi8>
  // CHECK-NEXT: ( poison, 8, poison )
  vector.print %promised : vector<3xi8>
  %c3 = arith.constant 3 : i8
  %inexact = arith.shrui %c3, %c1 exact : i8
  // CHECK-NEXT: poison
  vector.print %inexact : i8
  %low = arith.constant dense<[-1, 2]> : vector<2xi16>
  %high = arith.constant dense<[4, 3]> : vector<2xi16>
  %sum, %carry = arith.addui_extended %low, %high : vector<2xi16>, vector<2xi1>
  // CHECK-NEXT: ( 3, 5 )
  vector.print %sum : vector<2xi16>
  // CHECK-NEXT: ( 1, 0 )
  vector.print %carry : vector<2xi1>
  %low_product, %high_product = arith.mulsi_extended %low, %high : vector<2xi16>
  // CHECK-NEXT: ( -4, 6 )
  vector.print %low_product : vector<2xi16>
  // CHECK-NEXT: ( -1, 0 )
  vector.print %high_product : vector<2xi16>

  %x = arith.constant dense<[1.5, -0.0, 0x7FC00000, 3.0e+38]> : vector<4xf32>
  %y = arith.constant dense<[0.25, 0.0, 1.0, 3.0e+38]> : vector<4xf32>
  %added = arith.addf %x, %y : vector<4xf32>
  // CHECK-NEXT: ( 1.75, 0, nan, inf )
  vector.print %added : vector<4xf32>
  %no_infinity = arith.addf %x, %y fastmath<ninf,nnan> : vector<4xf32>
  // CHECK-NEXT: ( 1.75, 0, poison, poison )
  vector.print %no_infinity : vector<4xf32>
  %minimum = arith.minimumf %x, %y : vector<4xf32>
  // CHECK-NEXT: ( 0.25, -0, nan, 3e+38 )
  vector.print %minimum : vector<4xf32>
  %number = arith.minnumf %x, %y : vector<4xf32>
  // CHECK-NEXT: ( 0.25, {{-?}}0, 1, 3e+38 )
  vector.print %number : vector<4xf32>
  %unordered = arith.cmpf ult, %x, %y : vector<4xf32>
  // CHECK-NEXT: ( 0, 0, 1, 0 )
  vector.print %unordered : vector<4xi1>
  %integers = arith.fptosi %x : vector<4xf32> to vector<4xi32>
  // CHECK-NEXT: ( 1, 0, poison, poison )
  vector.print %integers : vector<4xi32>
  %third = arith.constant 0.333333343 : f32
  %half = arith.truncf %third : f32 to bf16
  // CHECK-NEXT: 0.333984
  vector.print %half : bf16

  // What is not chosen may be poison.
  %true = arith.constant true
  %chosen = arith.select %true, %c3, %broken : i8
  %mask = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %yes = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %no = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %mixed = arith.select %mask, %yes, %no : tensor<3xi1>, tensor<3xi32>
  %p = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %q = complex.constant [3.0 : f32, -1.0 : f32] : complex<f32>
  %product = complex.mul %p, %q : complex<f32>
  // CHECK-NEXT: @main #0: ( 1, 20, 3 ) : tensor<3xi32>
  // CHECK-NEXT: @main #1: 3 : i8
  // CHECK-NEXT: @main #2: ( 5, 5 ) : complex<f32>
  return %mixed, %chosen, %product : tensor<3xi32>, i8, complex<f32>
}
