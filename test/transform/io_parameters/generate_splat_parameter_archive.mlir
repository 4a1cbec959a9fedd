// RUN: tern-opt %s --iree-io-generate-splat-parameter-archive=path=%t.safetensors | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE < %t.safetensors
// RUN: tern-opt %s --iree-io-generate-splat-parameter-archive=path=%t.irpa | FileCheck %s
// RUN: od -A n -c -N 4 %t.irpa | FileCheck %s --check-prefix=IRPA
// RUN: tern-opt %s --iree-io-generate-splat-parameter-archive | FileCheck %s

// FILE: {"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},"b":{"dtype":"F16","shape":[3],"data_offsets":[16,22]}}
// IRPA: I R P A

// CHECK: util.global private @a = #flow.parameter.named<"model"::"a"> : tensor<4xf32>
util.global private @a = #flow.parameter.named<"model"::"a"> : tensor<4xf32>
util.global private @a_again = #flow.parameter.named<"other"::"a"> : tensor<4xf32>
util.global private @b = #stream.parameter.named<"b"> : tensor<3xf16>
util.global private @c = dense<[1.0, 2.0]> : tensor<2xf32>
