// Examples of func ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
func.func private @g(i32, f32 {test.a}) -> i64
func.func @f(%x: i32 test.a = 1 : i32}) -> (i32 {test.b}) attributes {test.c} {
  return %x : i32
}
// -----
func.func private @g(i32, f32 {test.a}) -> i64
func.func @f(%x: i7 {test.a = 1 : i32}) -> (i32 {test.b}) attributes {test.c} {
  return %x : i32
}
// -----
func.func private @g(i32, f32 {test.a}) -> i64
func.func @f(%x: i32 {test.a = 1.5 : i32}) -> (i32 {test.b}) attributes {test.c} {
  return %x : i32
}
// -----
func.func @f(%x: i32) -> i32 {
  return %nowhere : i32
}
// -----
func.func @f(%x: i32 -> i32 {
  return %x : i32
}
// -----
func.func @f(%x: : i32) -> i32 {
  return %x : i32
}
// -----
func.func private @f(i32) -> i64
func.func @g(%x: i32) -> i64 {
  %r = call @f(%x) : (!llvm.ptr) -> i64
  return %r : i64
}
// -----
func.func private @f(i32) -> i64
func.func @g(%x: i32) -> i64 {
  %r = call @f(%x) : (i32) ->
// -----
func.func private @f(i32) -> i64
func.func @g(%x: i32) -> i64 {
  %r = call @f(%x) : ()i32 -> i64
  return %r : i64
}
// -----
%f = "test.value"() : () -> ((i32) -> i64)
%x = "test.value"() : () -> i32
%r = func.call_indirectx %f(%x) : (i32) -> i64
// -----
%f = "test.value"() : () -> ((i32) -> i64)
%x = "test.value"() : () -> i32
%r = func.call_indirect @x(%x) : (i32) -> i64
// -----
%f = "test.value"() : () -> ((i32) -> i64)
%x = "test.value"() : () -> i32
%r = func.call_indirect %f(%x) ) : (i32) -> i64
// -----
func.func private @g()
func.func @f() {
  %g constant = @g : () -> ()
  return
}
// -----
func.func private @g()
func.func @f() {
  %g = constant @g : ) -> ()
  return
}
