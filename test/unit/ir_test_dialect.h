// A small dialect for tests of the IR itself, and a place where diagnostics gather.

#ifndef TERN_TEST_UNIT_IR_TEST_DIALECT_H_
#define TERN_TEST_UNIT_IR_TEST_DIALECT_H_

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/context.h"
#include "ir/symbol.h"
#include "ir/verify/verifier.h"

#include <cmocka.h>

enum {
  T_MODULE,
  T_FUNC,
  T_RETURN,
  T_ADD,
  T_CONST,
  T_CALL,
  T_LOOP,
  T_YIELD,
  T_BR,
  T_COND_BR,
  T_SEGMENTS,
  T_COMPARE,
  T_LOAD,
  T_CHECKED,
  T_SIZED,
  T_SAME_SHAPE,
  T_ISOLATED,
  T_DESTINATION,
  T_FREE,
  T_MAP,
  T_GRAPH,
  T_OP_COUNT
};
#define T(id) (&t_ops[T_##id])

static inline bool t_verify_call(const tern_op_t *op) {
  if (tern_symbol_lookup_nearest(op, tern_op_attr(op, "callee"))) return true;
  return tern_op_error(op, "callee is not there");
}

static inline bool t_verify_checked(const tern_op_t *op) { return tern_op_error(op, "hook has run"); }

static const tern_enum_case_t t_kind_cases[] = {{"none", 0}, {"fast", 1}, {"safe", 2}};
static const tern_enum_row_t t_enums[] = {
    {.name = "t.kind", .storage_width = 32, .cases = t_kind_cases, .case_count = 3},
    {.name = "t.mode", .attr_name = "t.mode", .storage_width = 32, .cases = t_kind_cases, .case_count = 3},
};

static const tern_attr_row_t t_attrs[] = {{.name = "t.unit", .summary = "an attribute without parameters"}};

static const tern_op_row_t t_ops[] = {
    [T_MODULE] = {.name = "t.module",
                  .attrs = "sym_name: Optional<SymbolNameAttr>, sym_visibility: Optional<StrAttr>",
                  .regions = "body: SizedRegion<1>",
                  .traits = TERN_TRAIT_ISOLATED_FROM_ABOVE | TERN_TRAIT_SYMBOL | TERN_TRAIT_SYMBOL_TABLE |
                            TERN_TRAIT_NO_TERMINATOR | TERN_TRAIT_GRAPH_REGION | TERN_TRAIT_SINGLE_BLOCK},
    [T_FUNC] = {.name = "t.func",
                .attrs = "sym_name: SymbolNameAttr, function_type: TypeAttrOf<FunctionType>, "
                         "sym_visibility: Optional<StrAttr>, arg_attrs: Optional<DictArrayAttr>",
                .regions = "body: AnyRegion",
                .traits = TERN_TRAIT_ISOLATED_FROM_ABOVE | TERN_TRAIT_SYMBOL | TERN_TRAIT_FUNCTION_LIKE},
    [T_RETURN] = {.name = "t.return",
                  .operands = "operands: Variadic<AnyType>",
                  .traits = TERN_TRAIT_TERMINATOR | TERN_TRAIT_RETURN_LIKE | TERN_TRAIT_PURE,
                  .parents = "t.func"},
    [T_ADD] = {.name = "t.add",
               .operands = "lhs: SignlessIntegerLike, rhs: SignlessIntegerLike",
               .results = "result: SignlessIntegerLike",
               .attrs = "mode: Default<Enum<t.mode>, none>, width: Default<I32Attr, 7>",
               .traits = TERN_TRAIT_PURE | TERN_TRAIT_ELEMENTWISE | TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE},
    [T_CONST] = {.name = "t.const",
                 .attrs = "value: TypedAttrInterface",
                 .results = "result: AnyType",
                 .traits = TERN_TRAIT_PURE | TERN_TRAIT_CONSTANT_LIKE},
    [T_MAP] = {.name = "t.map",
               .operands = "inputs: Variadic<AnyType>",
               .results = "result: AnyType",
               .traits = TERN_TRAIT_PURE | TERN_TRAIT_ELEMENTWISE},
    [T_GRAPH] = {.name = "t.graph",
                 .regions = "body: AnyRegion",
                 .traits = TERN_TRAIT_GRAPH_REGION | TERN_TRAIT_NO_TERMINATOR},
    [T_CALL] = {.name = "t.call", .attrs = "callee: FlatSymbolRefAttr", .verify_symbol_uses = t_verify_call},
    [T_LOOP] = {.name = "t.loop",
                .operands = "initArgs: Variadic<AnyType>",
                .results = "results: Variadic<AnyType>",
                .regions = "body: SizedRegion<1>",
                .traits = TERN_TRAIT_LOOP_LIKE | TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS,
                .implicit_terminator = "t.yield"},
    [T_YIELD] = {.name = "t.yield",
                 .operands = "values: Variadic<AnyType>",
                 .traits = TERN_TRAIT_TERMINATOR | TERN_TRAIT_PURE,
                 .parents = "t.loop | t.isolated"},
    [T_BR] = {.name = "t.br",
              .operands = "destOperands: Variadic<AnyType>",
              .successors = "dest: AnySuccessor",
              .traits = TERN_TRAIT_TERMINATOR | TERN_TRAIT_BRANCH_LIKE | TERN_TRAIT_PURE},
    [T_COND_BR] = {.name = "t.cond_br",
                   .operands = "condition: I1, trueDestOperands: Variadic<AnyType>, falseDestOperands: "
                               "Variadic<AnyType>",
                   .successors = "trueDest: AnySuccessor, falseDest: AnySuccessor",
                   .traits = TERN_TRAIT_TERMINATOR | TERN_TRAIT_BRANCH_LIKE | TERN_TRAIT_PURE},
    [T_SEGMENTS] = {.name = "t.segments",
                    .operands = "first: Index, some: Variadic<I32>, maybe: Optional<F32>, last: AnyType",
                    .results = "out: Variadic<AnyType>"},
    [T_COMPARE] = {.name = "t.compare",
                   .operands = "lhs: AnyType, rhs: AnyType",
                   .results = "result: BoolLike",
                   .attrs = "predicate: Enum<t.kind>",
                   .types = "rhs = same(lhs), result = i1_like(lhs)",
                   .traits = TERN_TRAIT_PURE},
    [T_LOAD] = {.name = "t.load",
                .operands = "memref: MemRefOf<[F32, I32]>, indices: Variadic<Index>",
                .results = "result: AnyType",
                .types = "result = element(memref)",
                .traits = TERN_TRAIT_MEM_READ},
    [T_CHECKED] = {.name = "t.checked", .verify = t_verify_checked},
    [T_SIZED] = {.name = "t.sized", .regions = "a: MinSizedRegion<2>, b: MaxSizedRegion<1>"},
    [T_SAME_SHAPE] = {.name = "t.same_shape",
                      .operands = "in: AnyType",
                      .results = "out: AnyType",
                      .traits =
                          TERN_TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TERN_TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE},
    [T_ISOLATED] = {.name = "t.isolated", .regions = "body: AnyRegion", .traits = TERN_TRAIT_ISOLATED_FROM_ABOVE},
    [T_DESTINATION] = {.name = "t.destination",
                       .operands = "inputs: Variadic<AnyType>, outputs: Variadic<AnyShaped>",
                       .results = "results: Variadic<AnyRankedTensor>",
                       .traits = TERN_TRAIT_DESTINATION_STYLE},
    [T_FREE] = {.name = "t.free",
                .attrs = "sizes: Optional<ConfinedAttr<DenseI64ArrayAttr, "
                         "[DenseArrayNonNegative<DenseI64ArrayAttr>]>>"},
};
static const tern_dialect_t t_dialect = {.name = "t",
                                         .ops = t_ops,
                                         .op_count = T_OP_COUNT,
                                         .attrs = t_attrs,
                                         .attr_count = 1,
                                         .enums = t_enums,
                                         .enum_count = 2};

// A context with the dialect, a module with one empty block, and the messages that were emitted, one a line.
typedef struct fixture {
  tern_context_t *context;
  tern_op_t *module;
  tern_block_t *top;
  const tern_type_t *i1, *i32, *f32, *index;
  tern_string_builder_t messages;
} fixture_t;

static inline void gather(const tern_diagnostic_t *diagnostic, void *user) {
  static const char *const severities[] = {"note", "remark", "warning", "error"};
  fixture_t *f = user;
  tern_string_builder_append_format(&f->messages, "%s: %s\n", severities[diagnostic->severity], diagnostic->message);
}

static inline tern_op_t *make(fixture_t *f, const tern_op_row_t *row, tern_op_state_t state) {
  state.def = tern_op_def_of(f->context, row);
  assert_non_null(state.def);
  return tern_op_create(f->context, &state);
}

// Makes an op of a row at the end of a block: add(f, block, T(ADD), .operands = TERN_VALUES(x, y), ...).
#define add(f, block, row, ...) add_op((f), (block), make((f), (row), (tern_op_state_t){__VA_ARGS__}))

static inline tern_op_t *add_op(fixture_t *f, tern_block_t *block, tern_op_t *op) {
  (void)f;
  tern_op_insert(op, block, NULL);
  return op;
}

static inline tern_value_t *add_const(fixture_t *f, tern_block_t *block, const tern_type_t *type) {
  const tern_attr_t *value = tern_type_is_float(type) ? tern_float_attr_get(type, 1) : tern_integer_attr_get(type, 1);
  tern_op_t *op = add(f, block, T(CONST), .result_types = TERN_TYPES(type), .attrs = TERN_ATTRS({"value", value}));
  return &op->results[0];
}

// A function of no results in the module; returns its entry block.
static inline tern_block_t *add_func(fixture_t *f, const char *name, tern_types_t inputs) {
  const tern_type_t *type = tern_function_type_get(f->context, inputs, (tern_types_t){0});
  tern_op_t *op = add(f, f->top, T(FUNC), .region_count = 1,
                      .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(f->context, tern_str_from_cstr(name))},
                                          {"function_type", tern_type_attr_get(type)}));
  tern_block_t *entry = tern_region_add_block(&op->regions[0]);
  for (size_t i = 0; i < inputs.count; ++i) tern_block_add_arg(entry, inputs.values[i], NULL);
  return entry;
}

static inline int set_up(void **state) {
  fixture_t *f = test_calloc(1, sizeof(*f));
  f->context = tern_context_create();
  tern_context_register_dialect(f->context, &t_dialect);
  tern_diagnostics_set_handler(f->context, gather, f);
  f->i1 = tern_i_type_get(f->context, 1);
  f->i32 = tern_i_type_get(f->context, 32);
  f->f32 = tern_float_type_get(f->context, TERN_TYPE_F32);
  f->index = tern_index_type_get(f->context);
  f->module = make(f, T(MODULE), (tern_op_state_t){.region_count = 1});
  f->top = tern_region_add_block(&f->module->regions[0]);
  *state = f;
  return 0;
}

static inline int tear_down(void **state) {
  fixture_t *f = *state;
  tern_op_destroy(f->module);
  tern_context_destroy(f->context);
  tern_string_builder_deinitialize(&f->messages);
  test_free(f);
  return 0;
}

static inline const char *messages(fixture_t *f) { return tern_string_builder_view(&f->messages).data; }

static inline void expect_right(fixture_t *f) {
  bool is_right = tern_verify(f->module);
  assert_string_equal(messages(f), "");
  assert_true(is_right);
}

// The verifier refuses the module with a message that holds `text`.
static inline void expect_error(fixture_t *f, const char *text) {
  f->messages.size = 0;
  assert_false(tern_verify(f->module));
  if (!strstr(messages(f), text)) fail_msg("expected '%s' in:\n%s", text, messages(f));
}

#define fixture_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif  // TERN_TEST_UNIT_IR_TEST_DIALECT_H_
