// RUN: python3 %S/Inputs/make_archives.py %t
// RUN: tern-opt %s '--iree-io-import-parameters=paths=model=%t/a.safetensors,%t/b.irpa keys=w maximum-size=8' | FileCheck %s
// RUN: tern-opt %s '--iree-io-import-parameters=paths=model=%t/a.safetensors keys=w,packed' 2>&1 | FileCheck %s --check-prefix=KEYS
// RUN: tern-opt %s --iree-io-import-parameters | FileCheck %s --check-prefix=NOTHING
// RUN: not tern-opt %s '--iree-io-import-parameters=paths=model=%t/a.safetensors keys=short' 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not tern-opt %s '--iree-io-import-parameters=paths=model=%t/a.safetensors keys=turned' 2>&1 | FileCheck %s --check-prefix=TURNED
// RUN: not tern-opt %s '--iree-io-import-parameters=paths=model=%t/a.safetensors keys=other_type' 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not tern-opt %s '--iree-io-import-parameters=paths=%t/nowhere' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tern-opt %s '--iree-io-import-parameters=paths=%s' 2>&1 | FileCheck %s --check-prefix=FORMAT

// SHORT: error: 'util.global' op is a parameter of 8 bytes in the archive, but its type tensor<4xf32> asks for 16
// TURNED: error: 'util.global' op is a parameter of F32 [4, 2] in the archive, but its type is tensor<2x4xf32>
// TYPE: error: 'util.global' op is a parameter of I32 [4] in the archive, but its type is tensor<4xf32>
// MISSING: error: the archive of parameters: cannot open '{{.*}}nowhere': No such file or directory
// FORMAT: error: the archive of parameters: '{{.*}}import_parameters.mlir': byte 0: a header of more than 100000000 bytes

// KEYS: warning: parameter 'packed' is not imported: its type tensor<4xi4> is packed
// KEYS: util.global private @w = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// KEYS: util.global private @small = #flow.parameter.named<"model"::"small">

// NOTHING: util.global private @w = #flow.parameter.named<"model"::"w">

// CHECK: util.global private @w = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<4xf32>
// CHECK: util.global private @small = dense<[5, 6]> : tensor<2xi32>
util.global private @small = #flow.parameter.named<"model"::"small"> : tensor<2xi32>
// CHECK: util.global private @splat = dense<2.500000e-01> : tensor<2xf32>
util.global private @splat = #stream.parameter.named<"splat"> : tensor<2xf32>
// CHECK: util.global private @large = #flow.parameter.named<"model"::"large"> : tensor<4xf32>
util.global private @large = #flow.parameter.named<"model"::"large"> : tensor<4xf32>
// CHECK: util.global private @packed = #flow.parameter.named<"model"::"packed"> : tensor<4xi4>
util.global private @packed = #flow.parameter.named<"model"::"packed"> : tensor<4xi4>
// CHECK: util.global private @short = #flow.parameter.named<"model"::"short"> : tensor<4xf32>
util.global private @short = #flow.parameter.named<"model"::"short"> : tensor<4xf32>
// CHECK: util.global private @other = #flow.parameter.named<"other"::"w"> : tensor<4xf32>
util.global private @other = #flow.parameter.named<"other"::"w"> : tensor<4xf32>
util.global private @turned = #flow.parameter.named<"model"::"turned"> : tensor<2x4xf32>
util.global private @other_type = #flow.parameter.named<"model"::"other_type"> : tensor<4xf32>
// Signs are the program's own, and what has no name in the archive is bytes there.
// CHECK: util.global private @signs = dense<[7, 8]> : tensor<2xi16>
util.global private @signs = #flow.parameter.named<"model"::"signs"> : tensor<2xi16>
// CHECK: util.global private @nameless = dense<[5.000000e-01, 1.000000e+00]> : tensor<2xf8E4M3>
util.global private @nameless = #flow.parameter.named<"model"::"nameless"> : tensor<2xf8E4M3>
