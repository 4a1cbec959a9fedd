// Profiles: exact costs of each dispatch, in all forms, from source and from a module, and with sizes that only calls know.

// RUN: tern-run %s --function=chain --input=37x16xf32=1 --input=16x8xf32=2 --profile=%t.json --profile=%t.html \
// RUN:   --profile_calls=2 --peak_gflops=100 --peak_gbps=10 | FileCheck %s
// CHECK: @chain on cpu: {{[0-9.]+}} us a call (cold {{[0-9.]+}} us), of which {{[0-9.]+}} us are commands of the device; 2 calls
// CHECK-NEXT: bound: 100.0 GF/s in f32, 10.0 GB/s
// CHECK-NEXT: dispatch{{ +}}a call{{ +}}time (us){{ +}}share{{ +}}type{{ +}}GF/s{{ +}}GB/s{{ +}}% bound
// CHECK-DAG: chain_dispatch_{{.*}}matmul{{[^ ]*}} {{ *}}1 {{.*}}% {{ *}}f32 {{ *[0-9.]+ *[0-9.]+ *[0-9.]+$}}
// CHECK-DAG: chain_dispatch_{{.*}}reduction{{[^ ]*}} {{ *}}1 {{.*}}% {{ *}}f32 {{ *[0-9.]+ *[0-9.]+ *[0-9.]+$}}

// A product has 2 M N K operations; tanh and the sum, which are one dispatch, have one for each element. Bytes count once.
// RUN: python3 %S/Inputs/check_bench.py trace %t.json \
// RUN:   matmul=float_ops:9472,integer_ops:0,read_bytes:2880,written_bytes:1184,type:f32,is_cost_known:True,is_estimated:False \
// RUN:   reduction=float_ops:592,read_bytes:1184,written_bytes:148
// RUN: python3 %S/Inputs/check_bench.py page %t.html matmul reduction

// RUN: tern-compile %s -o %t.tern
// RUN: tern-bench %t.tern --function=chain --input=1000x16xf32=1 --input=16x8xf32=2 --profile=%t.module.json \
// RUN:   --profile_calls=2 --peak_gflops=100 --peak_gbps=10
// RUN: python3 %S/Inputs/check_bench.py trace %t.module.json matmul=float_ops:256000,read_bytes:64512,written_bytes:32000 \
// RUN:   reduction=float_ops:16000,read_bytes:32000,written_bytes:4000

// With a report of data, the table is no part of it; what is said of benchmarks asks for one.
// RUN: tern-bench %s --function=chain --input=4x16xf32=1 --input=16x8xf32=2 --profile --peak_gflops=1 --peak_gbps=1 \
// RUN:   --benchmark_format=csv --benchmark_min_time=1x 2> %t.log | FileCheck %s --check-prefix=CSV
// RUN: FileCheck %s --check-prefix=TABLE < %t.log
// CSV: name,iterations
// CSV-NOT: dispatch
// TABLE: @chain on cpu

// Each function has files of its own.
// RUN: rm -f %t.two-*.json
// RUN: tern-bench %s --input=37x16xf32=1 --input=16x8xf32=2 --profile=%t.two.json --profile_calls=2 --peak_gflops=1 --peak_gbps=1
// RUN: python3 %S/Inputs/check_bench.py trace %t.two-chain.json matmul=float_ops:9472
// RUN: python3 %S/Inputs/check_bench.py trace %t.two-integers.json elementwise=float_ops:0,integer_ops:128,type:i32

// The bound is measured where it is not given.
// RUN: tern-run %s --function=chain --input=4x16xf32=1 --input=16x8xf32=2 --profile --profile_calls=1 | FileCheck %s --check-prefix=BOUND
// BOUND: bound: {{[0-9.]+}} GF/s in f32, {{[0-9.]+}} GB/s

// A dispatch on its own.
// RUN: tern-bench %S/Inputs/scaled_sum.mlir --function=doubled --input=3x5xf32=1.5 --profile --peak_gflops=1 --peak_gbps=1 \
// RUN:   | FileCheck %s --check-prefix=DISPATCH
// DISPATCH: {{^}}doubled {{ *}}1 {{.*}} 100.0% {{ *}}f32

// RUN: not tern-run %s --profile=%t.xml 2>&1 | FileCheck %s --check-prefix=ENDING
// ENDING: tern-run: error: a profile is written to a file that ends in .json or .html: {{.*}}.xml
// RUN: not tern-run %s --profile --function=nine 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: there is no function that can be called with these inputs: nine

func.func @chain(%a: tensor<?x16xf32>, %b: tensor<16x8xf32>) -> tensor<?xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x16xf32>, tensor<16x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.tanh %0 : tensor<?x8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

func.func @integers(%a: tensor<37x16xf32>, %b: tensor<16x8xf32>) -> tensor<16x8xi32> {
  %0 = stablehlo.bitcast_convert %b : (tensor<16x8xf32>) -> tensor<16x8xi32>
  %1 = stablehlo.multiply %0, %0 : tensor<16x8xi32>
  return %1 : tensor<16x8xi32>
}
