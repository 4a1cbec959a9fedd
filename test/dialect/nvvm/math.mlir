// Arithmetic: pretty syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @rcp_approx_ftz_f(
// CHECK-NEXT: %{{.*}} = nvvm.rcp.approx.ftz.f %{{[^ ,]+}} : f32
llvm.func @rcp_approx_ftz_f(%a0: f32) {
  %r0 = "nvvm.rcp.approx.ftz.f"(%a0) : (f32) -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @prmt(
// CHECK-NEXT: %{{.*}} = nvvm.prmt <rc16> %{{[^ ,]+}}, %{{[^ ,]+}} : i32
llvm.func @prmt(%a0: i32) {
  %r0 = "nvvm.prmt"(%a0, %a0) <{mode = #nvvm.permute_mode<rc16>}> : (i32, i32) -> i32
  %r1 = "nvvm.prmt"(%a0, %a0) <{mode = #nvvm.permute_mode<rc8>}> : (i32, i32) -> i32
  %r2 = "nvvm.prmt"(%a0, %a0, %a0) <{mode = #nvvm.permute_mode<default>}> : (i32, i32, i32) -> i32
  %r3 = "nvvm.prmt"(%a0, %a0) <{mode = #nvvm.permute_mode<ecr>}> : (i32, i32) -> i32
  %r4 = "nvvm.prmt"(%a0, %a0) <{mode = #nvvm.permute_mode<ecl>}> : (i32, i32) -> i32
  %r5 = "nvvm.prmt"(%a0, %a0, %a0) <{mode = #nvvm.permute_mode<b4e>}> : (i32, i32, i32) -> i32
  %r6 = "nvvm.prmt"(%a0, %a0, %a0) <{mode = #nvvm.permute_mode<f4e>}> : (i32, i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @dot_accumulate_4way(
// CHECK-NEXT: %{{.*}} = nvvm.dot.accumulate.4way %{{[^ ,]+}} <unsigned>, %{{[^ ,]+}} <signed>, %{{[^ ,]+}} : vector<4xi8>, vector<4xi8>
llvm.func @dot_accumulate_4way(%a0: vector<4xi8>, %a1: i32) {
  %r0 = "nvvm.dot.accumulate.4way"(%a0, %a0, %a1) <{a_type = #nvvm.dot_accumulate_type<unsigned>, b_type = #nvvm.dot_accumulate_type<signed>}> : (vector<4xi8>, vector<4xi8>, i32) -> i32
  %r1 = "nvvm.dot.accumulate.4way"(%a0, %a0, %a1) <{a_type = #nvvm.dot_accumulate_type<signed>, b_type = #nvvm.dot_accumulate_type<signed>}> : (vector<4xi8>, vector<4xi8>, i32) -> i32
  %r2 = "nvvm.dot.accumulate.4way"(%a0, %a0, %a1) <{a_type = #nvvm.dot_accumulate_type<signed>, b_type = #nvvm.dot_accumulate_type<unsigned>}> : (vector<4xi8>, vector<4xi8>, i32) -> i32
  %r3 = "nvvm.dot.accumulate.4way"(%a0, %a0, %a1) <{a_type = #nvvm.dot_accumulate_type<unsigned>, b_type = #nvvm.dot_accumulate_type<unsigned>}> : (vector<4xi8>, vector<4xi8>, i32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @dot_accumulate_2way(
// CHECK-NEXT: %{{.*}} = nvvm.dot.accumulate.2way %{{[^ ,]+}} <signed>, %{{[^ ,]+}} <signed>, %{{[^ ,]+}} {b_hi = true} : vector<2xi16>, vector<4xi8>
llvm.func @dot_accumulate_2way(%a0: vector<2xi16>, %a1: vector<4xi8>, %a2: i32) {
  %r0 = "nvvm.dot.accumulate.2way"(%a0, %a1, %a2) <{a_type = #nvvm.dot_accumulate_type<signed>, b_type = #nvvm.dot_accumulate_type<signed>, b_hi = true}> : (vector<2xi16>, vector<4xi8>, i32) -> i32
  %r1 = "nvvm.dot.accumulate.2way"(%a0, %a1, %a2) <{a_type = #nvvm.dot_accumulate_type<unsigned>, b_type = #nvvm.dot_accumulate_type<unsigned>, b_hi = false}> : (vector<2xi16>, vector<4xi8>, i32) -> i32
  %r2 = "nvvm.dot.accumulate.2way"(%a0, %a1, %a2) <{a_type = #nvvm.dot_accumulate_type<signed>, b_type = #nvvm.dot_accumulate_type<unsigned>, b_hi = true}> : (vector<2xi16>, vector<4xi8>, i32) -> i32
  %r3 = "nvvm.dot.accumulate.2way"(%a0, %a1, %a2) <{a_type = #nvvm.dot_accumulate_type<unsigned>, b_type = #nvvm.dot_accumulate_type<unsigned>, b_hi = true}> : (vector<2xi16>, vector<4xi8>, i32) -> i32
  %r4 = "nvvm.dot.accumulate.2way"(%a0, %a1, %a2) <{a_type = #nvvm.dot_accumulate_type<signed>, b_type = #nvvm.dot_accumulate_type<unsigned>, b_hi = false}> : (vector<2xi16>, vector<4xi8>, i32) -> i32
  %r5 = "nvvm.dot.accumulate.2way"(%a0, %a1, %a2) <{a_type = #nvvm.dot_accumulate_type<unsigned>, b_type = #nvvm.dot_accumulate_type<signed>, b_hi = true}> : (vector<2xi16>, vector<4xi8>, i32) -> i32
  %r6 = "nvvm.dot.accumulate.2way"(%a0, %a1, %a2) <{a_type = #nvvm.dot_accumulate_type<signed>, b_type = #nvvm.dot_accumulate_type<signed>, b_hi = false}> : (vector<2xi16>, vector<4xi8>, i32) -> i32
  %r7 = "nvvm.dot.accumulate.2way"(%a0, %a1, %a2) <{a_type = #nvvm.dot_accumulate_type<unsigned>, b_type = #nvvm.dot_accumulate_type<signed>, b_hi = false}> : (vector<2xi16>, vector<4xi8>, i32) -> i32
  llvm.return
}
