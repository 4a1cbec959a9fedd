// RUN: tern-opt %s --llvm-optimize-for-nvvm-target | FileCheck %s

// CHECK-LABEL: llvm.func @half
// CHECK-DAG: %[[X:.*]] = llvm.fpext %arg0 : f16 to f32
// CHECK-DAG: %[[Y:.*]] = llvm.fpext %arg1 : f16 to f32
// CHECK: %[[R:.*]] = nvvm.rcp.approx.ftz.f %[[Y]]
// CHECK: %[[A:.*]] = llvm.fmul %[[X]], %[[R]]
// CHECK: %[[MINUS:.*]] = llvm.fneg %[[Y]]
// CHECK: %[[E:.*]] = llvm.intr.fma(%[[A]], %[[MINUS]], %[[X]])
// CHECK: %[[B:.*]] = llvm.intr.fma(%[[E]], %[[R]], %[[A]])
// CHECK: %[[C:.*]] = llvm.select %{{.*}}, %[[A]], %[[B]]
// CHECK: %[[Q:.*]] = llvm.fptrunc %[[C]] : f32 to f16
// CHECK: llvm.return %[[Q]]
llvm.func @half(%x: f16, %y: f16) -> f16 {
  %0 = llvm.fdiv %x, %y : f16
  llvm.return %0 : f16
}

// CHECK-LABEL: llvm.func @single
// CHECK: llvm.fdiv
llvm.func @single(%x: f32, %y: f32) -> f32 {
  %0 = llvm.fdiv %x, %y : f32
  llvm.return %0 : f32
}

// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.fdiv
llvm.func @vectors(%x: vector<2xf16>, %y: vector<2xf16>) -> vector<2xf16> {
  %0 = llvm.fdiv %x, %y : vector<2xf16>
  llvm.return %0 : vector<2xf16>
}
