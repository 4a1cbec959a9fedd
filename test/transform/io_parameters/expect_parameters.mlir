// RUN: tern-opt %s --iree-io-expect-parameters | FileCheck %s
// RUN: tern-opt %s --iree-io-expect-parameters --mlir-print-op-generic | tern-opt | FileCheck %s
// RUN: echo 'util.func public @f() { util.return }' | tern-opt --iree-io-expect-parameters | FileCheck %s --check-prefix=NONE

// NONE-NOT: io_parameters

// Before all that loads. A type that is there twice is told once; a value of eight bytes is read of others, so that all are
// aligned to them.

// CHECK: module
// CHECK-NEXT: util.initializer {
// CHECK-DAG: %[[SCOPE:.*]] = util.buffer.constant : !util.buffer = "model"
// CHECK-DAG: %[[KEY:.*]] = util.buffer.constant : !util.buffer = "w"
// CHECK-DAG: %[[TYPE:.*]] = arith.constant 553648160 : i32
// CHECK-DAG: %[[ALIGNMENT:.*]] = arith.constant 8 : i32
// CHECK-DAG: %[[SHAPE:.*]] = util.buffer.constant : !util.buffer = dense<[4, 8]> : tensor<2xi64>
// CHECK: util.call @io_parameters.expect(%[[SCOPE]], %[[KEY]], %[[TYPE]], %[[ALIGNMENT]], %[[SHAPE]], %{{.*}}, %{{.*}})
// A scalar without a scope has nothing for either.
// CHECK: %[[NOTHING:.*]] = util.null : !util.buffer
// CHECK: %[[KEY:.*]] = util.buffer.constant : !util.buffer = "s"
// CHECK: %[[TYPE:.*]] = arith.constant 587202688 : i32
// CHECK: %[[SIZE:.*]] = arith.constant 16 : i32
// CHECK: %[[SHAPE:.*]] = util.null : !util.buffer
// CHECK: util.call @io_parameters.expect(%[[NOTHING]], %[[KEY]], %{{.*}}, %{{.*}}, %[[SHAPE]], %{{.*}}, %{{.*}})
// Panels: the array is that they are made of.
// CHECK: util.buffer.constant : !util.buffer = "p#panels"
// CHECK: %[[SHAPE:.*]] = util.buffer.constant : !util.buffer = dense<[64, 128]> : tensor<2xi64>
// CHECK: %[[SOURCE:.*]] = util.buffer.constant : !util.buffer = "p"
// CHECK: %[[PACKING:.*]] = util.buffer.constant : !util.buffer = dense<[64, 1, 1]> : tensor<3xi64>
// CHECK: util.call @io_parameters.expect(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[SHAPE]], %[[SOURCE]], %[[PACKING]])
// What is asked to be aligned.
// CHECK: util.buffer.constant : !util.buffer = "aligned"
// CHECK: %[[ALIGNMENT:.*]] = arith.constant 64 : i32
// CHECK: util.call @io_parameters.expect(%{{.*}}, %{{.*}}, %{{.*}}, %[[ALIGNMENT]],
// A part of an array, a size that is not known, and a constant are not told.
// CHECK-NOT: io_parameters.expect(
// CHECK: util.return
// CHECK: util.global private @w
// CHECK: util.func private @io_parameters.expect(%{{.*}}: !util.buffer, %{{.*}}: !util.buffer, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: !util.buffer, %{{.*}}: !util.buffer, %{{.*}}: !util.buffer)
util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<4x8xf32>
util.global private @again = #flow.parameter.named<"model"::"w"> : tensor<4x8xf32>
util.global private @s = #stream.parameter.named<"s"> : tensor<complex<f64>>
util.global private @p = #flow.parameter.named<"model"::"p#panels", {tern.group = 1 : i64, tern.source = "p", tern.source_type = tensor<64x128xf32>, tern.transposed = 1 : i64, tern.width = 64 : i64}> : tensor<1x128x64xf32>
util.global private @aligned = #flow.parameter.named<"model"::"aligned", {tern.alignment = 64 : i64}> : tensor<4xf32>
util.global private @part = #flow.parameter.named<"model"::"w", {offset = 4 : i64}> : tensor<4xf32>
util.global private @open = #flow.parameter.named<"model"::"open"> : tensor<?xf32>
util.global private @constant = dense<0.0> : tensor<2xf32>
util.func public @f(%x: tensor<4x2xf32>) -> tensor<4xf64> {
  %0 = flow.tensor.bitcast %x : tensor<4x2xf32> -> tensor<4xf64>
  util.return %0 : tensor<4xf64>
}
