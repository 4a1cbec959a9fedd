// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func private @nothing()
func.func private @types(i32, tensor<4xf32>) -> (index, f64)
func.func private @attributes(i32 {test.a = 1 : i32}, f32) -> (i32 {test.b}) attributes {test.c = "x"}
func.func nested @nested()
func.func @"a name with blanks"() {
  return
}
func.func @body(%x: i32 {test.a}, %y: f32) -> (i32, f32 {test.b}) attributes {no_inline, test.c} {
  return %x, %y : i32, f32
}
func.func @function_result() -> ((i32) -> i32) {
  %f = constant @callee : (i32) -> i32
  return %f : (i32) -> i32
}
func.func @callee(%x: i32) -> i32 {
  return {test.note} %x : i32
}
func.func @caller(%x: i32, %f: (i32, f32) -> (), %y: f32, %c: i1) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32
  %1 = call @callee(%x) {no_inline, test.note} : (i32) -> i32
  call @nothing() : () -> ()
  %2:2 = call @body(%x, %y) : (i32, f32) -> (i32, f32)
  call_indirect %f(%x, %y) : (i32, f32) -> ()
  %g = constant @callee : (i32) -> i32
  %3 = call_indirect %g(%x) {test.note} : (i32) -> i32
  %4 = scf.if %c -> i32 {
    %5 = func.call @callee(%x) : (i32) -> i32
    scf.yield %5 : i32
  } else {
    scf.yield %x : i32
  }
  return %4 : i32
}
