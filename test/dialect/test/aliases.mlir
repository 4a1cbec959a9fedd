// Aliases and resources of the dialect, by which tests see how the printer keeps names apart.
// RUN: tern-opt %s --split-input-file --mlir-print-debuginfo | FileCheck %s
// RUN: mlir-opt %s --split-input-file --mlir-print-debuginfo | FileCheck %s
// RUN: tern-opt %s --split-input-file --mlir-print-debuginfo | tern-opt --split-input-file --mlir-print-debuginfo | FileCheck %s

// A stem that ends in a digit is parted from its number, and no number makes a name that another stem has, whoever
// is met first.
// CHECK-DAG: #test_alias_conflict0_ = "alias_test:trailing_digit_conflict_d"
// CHECK-DAG: #test_alias_conflict0_1_1_1 = "alias_test:trailing_digit_conflict_h"
// CHECK-DAG: #test_alias_conflict0 = "alias_test:trailing_digit_conflict_b"
// CHECK-DAG: #test_alias_conflict0_1_1 = "alias_test:trailing_digit_conflict_e"
// CHECK-DAG: #test_alias_conflict0_1 = "alias_test:trailing_digit_conflict_c"
// CHECK: func.func private @taken(f32 {test.one = #test_alias_conflict0_}, f32 {test.one = #test_alias_conflict0_1_1_1}) -> (i1 {test.one = #test_alias_conflict0})
// CHECK-SAME: test.two = {deep = [#test_alias_conflict0_1_1, 4 : i8], flat = #test_alias_conflict0_1}
func.func private @taken(f32 {test.one = "alias_test:trailing_digit_conflict_d"}, f32 {test.one = "alias_test:trailing_digit_conflict_h"})
    -> (i1 {test.one = "alias_test:trailing_digit_conflict_b"})
    attributes {test.two = {deep = ["alias_test:trailing_digit_conflict_e", 4 : i8], flat = "alias_test:trailing_digit_conflict_c"}}

// -----

// What no alias may hold is replaced, and what asks for no alias is printed where it stands.
// CHECK-DAG: #_0_test_alias = "alias_test:prefixed_digit"
// CHECK-DAG: #_25test = "alias_test:prefixed_symbol"
// CHECK-DAG: #test2Ealias = "alias_test:dot_in_name"
// CHECK: module @names attributes {test.of = {digit = #_0_test_alias, dot = #test2Ealias, none = "alias_test:none", percent = #_25test}}
module @names attributes {test.of = {percent = "alias_test:prefixed_symbol", none = "alias_test:none", dot = "alias_test:dot_in_name",
                                     digit = "alias_test:prefixed_digit"}} {
}

// -----

// Types: a tuple of the one that asks for a short name, an integer as the type of an attribute, and a tensor with an encoding. What is
// like them but for one part has no alias.
// CHECK-DAG: !test_tuple = tuple<!test.smpla, !test.smpla, !test.smpla>
// CHECK-DAG: !test_ui8 = !test.int<unsigned, 8>
// CHECK-DAG: #test_encoding = "alias_test:tensor_encoding"
// CHECK: func.func private @types(!test_tuple, tuple<i1, !test.smpla>) -> (tensor<?x7xbf16, #test_encoding>, !test.int<signed, 4>)
// CHECK-SAME: {test.self = #test.attr_with_self_type_param : !test_ui8}
func.func private @types(tuple<!test.smpla, !test.smpla, !test.smpla>, tuple<i1, !test.smpla>)
    -> (tensor<?x7xbf16, "alias_test:tensor_encoding">, !test.int<signed, 4>)
    attributes {test.self = #test.attr_with_self_type_param : !test.int<unsigned, 8>}

// -----

#spoken = "no alias of its own"
#digit = "alias_test:prefixed_digit"
#inner = #test.nested_alias<"alias_test:trailing_digit_conflict_base">
// CHECK: #unique_base = #test.nested_alias<"alias_test:trailing_digit_conflict_base">
// CHECK: #unique_base1 = #test.nested_alias<"alias_test:trailing_digit_conflict_base_conflict", #unique_base>
// An attribute that is printed in one of two ways as its part has an alias or not.
// CHECK: "test.conditional"() {ways = [#test.conditional_alias<#_0_test_alias>, #test.conditional_alias<"no alias of its own">, #test.conditional_alias<short>]}
// CHECK: "test.nested"() {inside = #test.nested_alias<"y", #unique_base>, outside = #unique_base1}
"test.conditional"() {ways = [#test.conditional_alias<#digit>, #test.conditional_alias<#spoken>, #test.conditional_alias<"short">]} : () -> ()
"test.nested"() {outside = #test.nested_alias<"alias_test:trailing_digit_conflict_base_conflict", #inner>,
                 inside = #test.nested_alias<"y", #inner>} : () -> ()

// -----

// A location of the dialect's own, and those of its resources that are referred to.
// CHECK: "test.own"() {{.*}}loc([[OWN:#.+]])
// CHECK: [[FILE:#.+]] = #test.custom_location<"a.mlir" * 3>
// CHECK: [[B:#.+]] = loc("b")
// CHECK: [[OWN]] = loc(fused{{\[}}[[FILE]], [[B]]])
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: test: {
// CHECK-NEXT: two: "0x080000000200000000000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"test.own"() {a = #test.e1di64_elements<two> : tensor<1xi64>} : () -> ()
  loc(fused[#test.custom_location<"a.mlir" * 3>, "b"])

{-#
  dialect_resources: {
    builtin: { one: "0x0400000001000000", other: "0x0400000001000000" },
    test: { none: "0x080000000300000000000000", two: "0x080000000200000000000000" }
  }
#-}

// -----

// An op's name of several parts keeps the dialect's, whatever the default dialect is.
// CHECK: test.default_dialect {
// CHECK-NEXT: %{{.+}} = parse_integer_literal : 2
// CHECK-NEXT: {{^ *}}"test.dialect_custom_printer.with.dot"()
test.default_dialect {
  %0:2 = parse_integer_literal : 2
  test.dialect_custom_printer.with.dot
  "test.terminator"() : () -> ()
}
