// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{attribute 'attr' failed to satisfy constraint: 32-bit signless integer attribute or string attribute}}
"test.any_attr_of_i32_str"() {attr = 5 : i64} : () -> ()

// -----

// expected-error@+1 {{'attr' attribute should have trait 'TestAttrTrait'}}
"test.attr_with_trait"() {attr = 0 : i32} : () -> ()

// -----

// expected-error@+1 {{result type should have trait 'TestTypeTrait'}}
%0 = "test.result_type_with_trait"() : () -> i32

// -----

// expected-error@+1 {{invalid to use 'test.invalid_attr'}}
"test.made_up"() {test.invalid_attr} : () -> ()

// -----

// expected-error@+1 {{region #0 failed to verify constraint: region with 1 blocks}}
"test.single_no_terminator_custom_asm_op"() ({}) : () -> ()

// -----

// expected-error@+1 {{region #0 ('region') failed to verify constraint: region with 1 blocks}}
"test.affine_scope"() ({}) : () -> ()

// -----

// expected-error@+1 {{failed to verify 'param': 16-bit signless integer or 32-bit signless integer}}
"test.made_up"() {a = !test.type_verification<i8>} : () -> ()
