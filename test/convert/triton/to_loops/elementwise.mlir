// RUN: tern-opt %s --convert-triton-to-loops --cse | FileCheck %s

// Numbers of 16 bits are computed in f32 and rounded after each op; formats of 8 bits are bytes.
// CHECK-LABEL: llvm.func @floats
// CHECK: %[[X:.*]] = arith.extf %[[H:.*]] : vector<16xbf16> to vector<16xf32>
// CHECK: %[[S:.*]] = arith.mulf %[[X]], %[[X]] : vector<16xf32>
// CHECK: arith.truncf %[[S]] : vector<16xf32> to vector<16xbf16>
// CHECK: arith.minimumf
// CHECK: arith.maximumf
// CHECK: arith.truncf %{{.*}} : vector<16xf32> to vector<16xf8E4M3FN>
// CHECK: arith.bitcast %{{.*}} : vector<16xf8E4M3FN> to vector<16xi8>
tt.func public @floats(%p: !tt.ptr<bf16>, %o: !tt.ptr<f8E4M3FN>) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %a = tt.splat %p : !tt.ptr<bf16> -> tensor<16x!tt.ptr<bf16>>
  %b = tt.addptr %a, %r : tensor<16x!tt.ptr<bf16>>, tensor<16xi32>
  %x = tt.load %b : tensor<16x!tt.ptr<bf16>>
  %y = arith.mulf %x, %x : tensor<16xbf16>
  %z = tt.fp_to_fp %y, rounding = rtne : tensor<16xbf16> -> tensor<16xf8E4M3FN>
  %c = tt.splat %o : !tt.ptr<f8E4M3FN> -> tensor<16x!tt.ptr<f8E4M3FN>>
  %d = tt.addptr %c, %r : tensor<16x!tt.ptr<f8E4M3FN>>, tensor<16xi32>
  tt.store %d, %z : tensor<16x!tt.ptr<f8E4M3FN>>
  tt.return
}

// A divisor that may be zero is compared with it, for processors trap; a constant is not.
// CHECK-LABEL: llvm.func @divisions
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[N:.*]], %{{.*}} : i32
// CHECK: %[[D:.*]] = arith.select %[[ZERO]], %[[ONE]], %[[N]]
// CHECK: %[[Q:.*]] = arith.divui %{{.*}}, %[[D]]
// CHECK-NEXT: arith.divui %[[Q]], %c3_i32
tt.func public @divisions(%p: !tt.ptr<i32>, %n: i32) {
  %c = arith.constant 3 : i32
  %x = tt.load %p : !tt.ptr<i32>
  %y = arith.divui %x, %n : i32
  %z = arith.divui %y, %c : i32
  tt.store %p, %z : !tt.ptr<i32>
  tt.return
}
