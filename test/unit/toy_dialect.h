// A small dialect for tests of the rewriting and pass machinery, so that they depend on no real dialect's hooks.

#ifndef TERN_TEST_UNIT_TOY_DIALECT_H_
#define TERN_TEST_UNIT_TOY_DIALECT_H_

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/builtin/builtin.h"
#include "ir/context.h"
#include "ir/verify/verifier.h"

#include <cmocka.h>

enum {
  TOY_FUNC,
  TOY_RETURN,
  TOY_CONSTANT,
  TOY_ADD,
  TOY_NEGATE,
  TOY_ABSOLUTE,
  TOY_READ,
  TOY_BRANCH,
  TOY_COND_BRANCH,
  TOY_LOOP,
  TOY_YIELD,
  TOY_OP_COUNT
};
#define TOY(id) (&toy_ops[TOY_##id])

static inline tern_fold_status_t toy_fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                                   tern_fold_result_t *out_results) {
  (void)operands;
  out_results[0].attr = tern_op_attr(op, "value");
  return TERN_FOLD_REPLACED;
}

static inline tern_fold_status_t toy_fold_add(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out_results) {
  if (operands[1] && tern_integer_attr_value(operands[1]) == 0) {
    out_results[0].value = tern_op_operand(op, 0);
    return TERN_FOLD_REPLACED;
  }
  if (!operands[0] || !operands[1]) return TERN_FOLD_FAILED;
  int64_t sum = tern_integer_attr_value(operands[0]) + tern_integer_attr_value(operands[1]);
  out_results[0].attr = tern_integer_attr_get(tern_op_result(op, 0)->type, sum);
  return TERN_FOLD_REPLACED;
}

static const tern_op_row_t toy_ops[] = {
    [TOY_FUNC] = {.name = "toy.func",
                  .attrs = "sym_name: SymbolNameAttr, sym_visibility: Optional<StrAttr>",
                  .regions = "body: AnyRegion",
                  .traits = TERN_TRAIT_ISOLATED_FROM_ABOVE | TERN_TRAIT_SYMBOL},
    [TOY_RETURN] = {.name = "toy.return",
                    .operands = "operands: Variadic<AnyType>",
                    .traits = TERN_TRAIT_TERMINATOR | TERN_TRAIT_RETURN_LIKE},
    [TOY_CONSTANT] = {.name = "toy.constant",
                      .results = "result: AnyType",
                      .attrs = "value: AnyAttr",
                      .traits = TERN_TRAIT_CONSTANT_LIKE | TERN_TRAIT_PURE,
                      .fold = toy_fold_constant},
    [TOY_ADD] = {.name = "toy.add",
                 .operands = "lhs: AnyType, rhs: AnyType",
                 .results = "result: AnyType",
                 .traits = TERN_TRAIT_PURE | TERN_TRAIT_COMMUTATIVE | TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
                 .fold = toy_fold_add},
    [TOY_NEGATE] = {.name = "toy.negate",
                    .operands = "operand: AnyType",
                    .results = "result: AnyType",
                    .traits = TERN_TRAIT_PURE | TERN_TRAIT_INVOLUTION | TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE},
    [TOY_ABSOLUTE] = {.name = "toy.absolute",
                      .operands = "operand: AnyType",
                      .results = "result: AnyType",
                      .traits = TERN_TRAIT_PURE | TERN_TRAIT_IDEMPOTENT | TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE},
    [TOY_READ] = {.name = "toy.read", .results = "result: AnyType", .traits = TERN_TRAIT_MEM_READ},
    [TOY_BRANCH] = {.name = "toy.branch",
                    .operands = "destOperands: Variadic<AnyType>",
                    .successors = "dest: AnySuccessor",
                    .traits = TERN_TRAIT_TERMINATOR | TERN_TRAIT_BRANCH_LIKE | TERN_TRAIT_PURE},
    [TOY_COND_BRANCH] = {.name = "toy.cond_branch",
                         .operands = "condition: I1, trueDestOperands: Variadic<AnyType>, "
                                     "falseDestOperands: Variadic<AnyType>",
                         .successors = "trueDest: AnySuccessor, falseDest: AnySuccessor",
                         .traits = TERN_TRAIT_TERMINATOR | TERN_TRAIT_BRANCH_LIKE | TERN_TRAIT_PURE |
                                   TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS},
    [TOY_LOOP] = {.name = "toy.loop",
                  .operands = "inits: Variadic<AnyType>",
                  .results = "results: Variadic<AnyType>",
                  .regions = "body: AnyRegion",
                  .traits = TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS},
    [TOY_YIELD] = {.name = "toy.yield",
                   .operands = "operands: Variadic<AnyType>",
                   .traits = TERN_TRAIT_TERMINATOR | TERN_TRAIT_RETURN_LIKE | TERN_TRAIT_PURE},
};

static inline tern_op_t *toy_materialize_constant(tern_context_t *context, const tern_attr_t *value,
                                                  const tern_type_t *type, const tern_attr_t *loc) {
  return tern_op_create(context, &(tern_op_state_t){
                                     .def = tern_op_def_of(context, TOY(CONSTANT)),
                                     .loc = loc,
                                     .result_types = TERN_TYPES(type),
                                     .attrs = TERN_ATTRS({"value", value}),
                                 });
}

static const tern_dialect_t toy_dialect = {
    .name = "toy",
    .ops = toy_ops,
    .op_count = TOY_OP_COUNT,
    .materialize_constant = toy_materialize_constant,
};

// Collects the messages of errors, warnings and notes, one a line.
static inline void toy_collect_diagnostic(const tern_diagnostic_t *diagnostic, void *user) {
  tern_string_builder_append_format(user, "%s\n", diagnostic->message);
}

// A context with builtin and the toy dialect; diagnostics are collected in `messages`.
static inline tern_context_t *toy_context_create(tern_string_builder_t *messages) {
  tern_context_t *context = tern_context_create();
  tern_context_register_dialect(context, &tern_builtin_dialect);
  tern_context_register_dialect(context, &toy_dialect);
  tern_context_allow_unregistered(context, true);
  tern_diagnostics_set_handler(context, toy_collect_diagnostic, messages);
  return context;
}

static inline tern_op_t *toy_parse(tern_context_t *context, const char *text) {
  tern_op_t *module = tern_parse_module(context, TERN_STR("test"), tern_str_from_cstr(text));
  assert_non_null(module);
  assert_true(tern_verify(module));
  return module;
}

// Both texts are read and printed in one way before they are compared.
static inline void toy_expect(tern_op_t *module, const char *expected) {
  assert_true(tern_verify(module));
  tern_op_t *reference = toy_parse(tern_op_context(module), expected);
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.generic = true;
  tern_string_builder_t actual_text = {0}, expected_text = {0};
  tern_print_op(module, &options, &actual_text);
  tern_print_op(reference, &options, &expected_text);
  assert_string_equal(actual_text.data, expected_text.data);
  tern_string_builder_deinitialize(&actual_text);
  tern_string_builder_deinitialize(&expected_text);
  tern_op_destroy(reference);
}

#endif  // TERN_TEST_UNIT_TOY_DIALECT_H_
