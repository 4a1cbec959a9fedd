// The mark on functions, those without a body and those that have it already included: what upstream's pass gives.
// RUN: tern-opt %s --llvm-request-c-wrappers | FileCheck %s

// CHECK: func.func @f(%{{.*}}: f32) attributes {llvm.emit_c_interface} {
func.func @f(%x: f32) { return }
// CHECK: func.func private @declared() attributes {llvm.emit_c_interface}
func.func private @declared()
// CHECK: func.func @marked() attributes {llvm.emit_c_interface} {
func.func @marked() attributes {llvm.emit_c_interface} { return }
// CHECK: llvm.func @of_llvm()
// CHECK-NOT: emit_c_interface
llvm.func @of_llvm()
