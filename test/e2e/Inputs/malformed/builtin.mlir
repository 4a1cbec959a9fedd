// Examples of builtin ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
module @m attributes {test.kind = 1 : i32} {
  func.func @f private()
}
// -----
%a = "test.value"() : () -> i32
%b:2 = builtin.unrealized_conversion_cast %a : i32 i32 to index, f32
// -----
%a = "test.value"() : () -> i32
%b:2 = %a builtin.unrealized_conversion_cast : i32 to index, f32
