// test: the tables.

#include "test/dialect/test.h"

#include "asm/format/function.h"
#include "dialect/linalg/structured.h"
#include "test/dialect/hooks.h"

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((const tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)

static const tern_enum_row_t enums[] = {
    {.name = "test.SomeI32Enum",
     .storage_width = 32,
     .summary = "allowed 32-bit signless integer cases: 5, 10, 2147483648, 4294967295",
     CASES({"case5", 5}, {"case10", 10}, {"caseSignedMaxPlusOne", INT32_MIN}, {"caseUnsignedMax", -1})},
    {.name = "test.SomeI64Enum",
     .storage_width = 64,
     .summary = "allowed 64-bit signless integer cases: 5, 10, 4294967296",
     CASES({"case5", 5}, {"case10", 10}, {"caseLarse", INT64_C(4294967296)})},
    {.name = "test.MultiResultOpEnum",
     .storage_width = 64,
     .summary = "Multi-result op kinds",
     CASES({"kind1", 1}, {"kind2", 2}, {"kind3", 3}, {"kind4", 4}, {"kind5", 5}, {"kind6", 6})},
    {.name = "test.enum",
     .attr_name = "test.enum",
     .storage_width = 32,
     .is_spaced_mnemonic = true,
     .keeps_space = true,
     .summary = "a test enum",
     .class_name = "test::TestEnum",
     .attr_class_name = "TestEnumAttr",
     CASES({"first", 0}, {"second", 1}, {"third", 2})},
    {.name = "test.bit_enum",
     .attr_name = "test.bit_enum",
     .storage_width = 32,
     .is_bit_enum = true,
     .bit_separator = ", ",
     .summary = "a test bit enum",
     .title = "a test bit enum",
     .class_name = "test::TestBitEnum",
     .attr_class_name = "TestBitEnumAttr",
     CASES({"read", 1}, {"write", 2}, {"execute", 4})},
    {.name = "test.bit_enum_vbar",
     .attr_name = "test.bit_enum_vbar",
     .storage_width = 32,
     .is_bit_enum = true,
     .bit_separator = " | ",
     .summary = "another test bit enum",
     .title = "another test bit enum",
     .class_name = "test::TestBitEnumVerticalBar",
     .attr_class_name = "TestBitEnumVerticalBarAttr",
     CASES({"user", 1}, {"group", 2}, {"other", 4})},
    {.name = "test.simple_enum",
     .attr_name = "test.simple_enum",
     .storage_width = 32,
     .is_spaced_mnemonic = true,
     .summary = "allowed i32 cases: 0, 1, 2, 3",
     .title = "allowed i32 cases: 0, 1, 2, 3",
     .class_name = "::test::SimpleEnum",
     .attr_class_name = "TestSimpleEnumAttr",
     CASES({"a", 0}, {"b", 1}, {"+", 2}, {"dash-separated-sentence", 3})},
    {.name = "test.iterator_type",
     .attr_name = "test.iterator_type",
     .storage_width = 32,
     .summary = "Iterator type",
     CASES({"parallel", 0}, {"reduction", 1}, {"window", 2})},
};

const tern_op_row_t tern_test_ops[] = {
#define OP(ID, NAME, ...) [TERN_TEST_##ID] = {.name = NAME, __VA_ARGS__},
#include "test/dialect/test_ops.def"
#include "test/dialect/test_syntax_ops.def"
#undef OP
};

static bool keeps_constants(const tern_region_t *region) {
  return tern_op_is(region->parent, TERN_TEST(ONE_REGION_OP));
}

const tern_dialect_t tern_test_dialect = {
    .name = "test",
    .summary = "What upstream's own tests are written with",
    .allows_unknown_ops = true,
    .ops = tern_test_ops,
    .op_count = TERN_TEST_OP_COUNT,
    .types = tern_test_types,
    .type_count = TERN_TEST_TYPE_COUNT,
    .attrs = tern_test_attrs,
    .attr_count = TERN_TEST_ATTR_COUNT,
    .enums = enums,
    .enum_count = sizeof(enums) / sizeof(enums[0]),
    .materialize_constant = tern_test_materialize_constant,
    .custom_directives = tern_test_directives,
    .custom_directive_count = TERN_TEST_DIRECTIVE_COUNT,
    .verify_op_attr = tern_test_verify_op_attr,
    .verify_arg_attr = tern_test_verify_arg_attr,
    .verify_result_attr = tern_test_verify_arg_attr,
    .encoding = &tern_test_encoding,
    .type_alias = tern_test_type_alias,
    .attr_alias = tern_test_attr_alias,
    .keeps_constants = keeps_constants,
    .keeps_resources = true,
};
