// Aliases and resources of the dialect, by which tests see how the printer keeps names apart.
// RUN: tern-opt %s --split-input-file --mlir-print-debuginfo | FileCheck %s
// RUN: mlir-opt %s --split-input-file --mlir-print-debuginfo | FileCheck %s
// RUN: tern-opt %s --split-input-file --mlir-print-debuginfo | tern-opt --split-input-file --mlir-print-debuginfo | FileCheck %s

// A stem that ends in a digit is parted from its number, and no number makes a name that another stem has.
// CHECK-DAG: #test_alias_conflict0 = "alias_test:trailing_digit_conflict_b"
// CHECK-DAG: #test_alias_conflict0_1 = "alias_test:trailing_digit_conflict_c"
// CHECK-DAG: #test_alias_conflict0_ = "alias_test:trailing_digit_conflict_d"
// CHECK-DAG: #test_alias_conflict0_1_1 = "alias_test:trailing_digit_conflict_e"
// CHECK-DAG: #test_alias_conflict0_1_1_1 = "alias_test:trailing_digit_conflict_h"
// What no alias may hold is replaced.
// CHECK-DAG: #test2Ealias = "alias_test:dot_in_name"
// CHECK-DAG: #_25test = "alias_test:prefixed_symbol"
// CHECK-DAG: #_0_test_alias = "alias_test:prefixed_digit"
// CHECK: "test.a"() {a = [#test_alias_conflict0, #test_alias_conflict0_1, #test_alias_conflict0_, #test_alias_conflict0_1_1, #test_alias_conflict0_1_1_1]}
// CHECK: "test.b"() {b = #test2Ealias, c = #_25test, d = #_0_test_alias, e = "alias_test:none"}
"test.a"() {a = ["alias_test:trailing_digit_conflict_b", "alias_test:trailing_digit_conflict_c",
                 "alias_test:trailing_digit_conflict_d", "alias_test:trailing_digit_conflict_e",
                 "alias_test:trailing_digit_conflict_h"]} : () -> ()
"test.b"() {b = "alias_test:dot_in_name", c = "alias_test:prefixed_symbol", d = "alias_test:prefixed_digit",
            e = "alias_test:none"} : () -> ()

// -----

// CHECK-DAG: !test_tuple = tuple<!test.smpla, !test.smpla>
// CHECK-DAG: !test_ui8 = !test.int<unsigned, 8>
// CHECK-DAG: #test_encoding = "alias_test:tensor_encoding"
// CHECK: "test.types"() {a = #test.attr_with_self_type_param : !test_ui8} : () -> (!test_tuple, tuple<!test.smpla, i32>, !test.int<signed, 8>, tensor<2xf32, #test_encoding>)
"test.types"() {a = #test.attr_with_self_type_param : !test.int<unsigned, 8>} : () ->
    (tuple<!test.smpla, !test.smpla>, tuple<!test.smpla, i32>, !test.int<signed, 8>, tensor<2xf32, "alias_test:tensor_encoding">)

// -----

#word = "plain"
#encoding = "alias_test:tensor_encoding"
// CHECK: #unique_base = #test.nested_alias<"alias_test:trailing_digit_conflict_base">
// CHECK: #unique_base1 = #test.nested_alias<"alias_test:trailing_digit_conflict_base_conflict", #unique_base>
// CHECK: "test.conditional"() {a = #test.conditional_alias<plain>, b = #test.conditional_alias<"two words">, c = #test.conditional_alias<#test_encoding>}
// CHECK: "test.nested"() {a = #unique_base1, b = #test.nested_alias<"x", #unique_base>}
"test.conditional"() {a = #test.conditional_alias<#word>, b = #test.conditional_alias<"two words">,
                      c = #test.conditional_alias<#encoding>} : () -> ()
"test.nested"() {a = #test.nested_alias<"alias_test:trailing_digit_conflict_base_conflict", #test.nested_alias<"alias_test:trailing_digit_conflict_base">>,
                 b = #test.nested_alias<"x", #test.nested_alias<"alias_test:trailing_digit_conflict_base">>} : () -> ()

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
