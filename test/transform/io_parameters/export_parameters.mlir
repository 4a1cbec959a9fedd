// RUN: tern-opt %s '--iree-io-export-parameters=path=model=%t.irpa minimum-size=16' | FileCheck %s
// RUN: od -A n -c -N 4 %t.irpa | FileCheck %s --check-prefix=IRPA
// RUN: tern-opt %s '--iree-io-export-parameters=scope=model path=%t.safetensors minimum-size=16' | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAFETENSORS < %t.safetensors
// RUN: tern-opt %s --iree-io-export-parameters | FileCheck %s --check-prefix=NOTHING

// IRPA: I R P A
// SAFETENSORS: {"given":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},"constant_hoisted":{"dtype":"F32","shape":[4],"data_offsets":[16,32]},"constant_hoisted_0":{"dtype":"I64","shape":[2,2],"data_offsets":[32,64]}}

// NOTHING-NOT: parameter.named

// CHECK-DAG: util.global private @constant_hoisted = #flow.parameter.named<"model"::"constant_hoisted"> : tensor<4xf32>
// CHECK-DAG: util.global private @constant_hoisted_0 = #flow.parameter.named<"model"::"constant_hoisted_0"> : tensor<2x2xi64>
// CHECK-DAG: util.global private @given = #flow.parameter.named<"model"::"given"> : tensor<4xf32>
util.global private @given = dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>
// A variable, a splat and what is small stay.
// CHECK-DAG: util.global private mutable @variable = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]>
util.global private mutable @variable = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
// CHECK-DAG: util.global private @splat = dense<1.000000e+00> : tensor<4xf32>
util.global private @splat = dense<1.0> : tensor<4xf32>
// CHECK-DAG: util.global private @small = dense<[1, 2]> : tensor<2xi32>
util.global private @small = dense<[1, 2]> : tensor<2xi32>

// CHECK-LABEL: util.func public @f
util.func public @f() -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xi64>, tensor<4xf32>, i64) {
  // CHECK-DAG: %[[A:.*]] = util.global.load immutable @constant_hoisted : tensor<4xf32>
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // CHECK-DAG: %[[B:.*]] = util.global.load immutable @constant_hoisted : tensor<4xf32>
  %1 = flow.tensor.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // CHECK-DAG: %[[C:.*]] = util.global.load immutable @constant_hoisted_0 : tensor<2x2xi64>
  %2 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  // CHECK-DAG: %[[D:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
  %3 = arith.constant dense<0.0> : tensor<4xf32>
  // CHECK-DAG: %[[E:.*]] = arith.constant 4 : i64
  %4 = arith.constant 4 : i64
  util.return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xi64>, tensor<4xf32>, i64
}

// Constants of executables are part of their code.
flow.executable private @executable {
  builtin.module {
    // CHECK-LABEL: func.func @inner
    func.func @inner() -> tensor<4xf32> {
      // CHECK-NEXT: arith.constant dense<[9.000000e+00
      %0 = arith.constant dense<[9.0, 8.0, 7.0, 6.0]> : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
}
