// The transform dialect: its tables, and what its ops do to handles.

#include "dialect/transform/transform.h"

#include "asm/format/function.h"
#include "dialect/transform/hooks.h"
#include "ir/symbol.h"

const tern_op_row_t tern_transform_ops[] = {
#define OP(ID, NAME, ...) [TERN_TRANSFORM_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/transform/transform_ops.def"
#undef OP
};

const tern_type_row_t tern_transform_types[] = {
    [TERN_TRANSFORM_TYPE_ANY_OP] = {.name = "transform.any_op", .summary = "a handle to any ops"},
    [TERN_TRANSFORM_TYPE_OP] = {.name = "transform.op",
                                .summary = "a handle to ops of one name",
                                .parse = tern_transform_parse_op_type,
                                .print = tern_transform_print_op_type},
    [TERN_TRANSFORM_TYPE_ANY_VALUE] = {.name = "transform.any_value", .summary = "a handle to values"},
    [TERN_TRANSFORM_TYPE_ANY_PARAM] = {.name = "transform.any_param", .summary = "any attributes"},
    [TERN_TRANSFORM_TYPE_PARAM] = {.name = "transform.param",
                                   .summary = "attributes of one type",
                                   .parse = tern_transform_parse_param_type,
                                   .print = tern_transform_print_param_type},
    [TERN_TRANSFORM_TYPE_AFFINE_MAP] = {.name = "transform.affine_map", .summary = "affine maps"},
    [TERN_TRANSFORM_TYPE_TYPE] = {.name = "transform.type", .summary = "types"},
};

static const tern_attr_t *parse_param_operand(tern_parser_t *parser, const tern_attr_row_t *row,
                                              const tern_type_t *type) {
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  if (!tern_parse_token(parser, "<") || !tern_parse_keyword(parser, "index") || !tern_parse_token(parser, "=")) {
    return NULL;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *index = tern_parse_attr(parser, NULL);
  if (!index || !tern_parse_token(parser, ">")) return NULL;
  if (!tern_attr_is_integer(index)) {
    tern_parser_error_at(parser, pos, "expected an integer attribute");
    return NULL;
  }
  uint64_t param = (uint64_t)(uintptr_t)index;
  return tern_dialect_attr_get(context, row, &param, 1);
}

static void print_param_operand(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<index = ");
  tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)attr->params[0]);
  tern_printer_char(printer, '>');
}

const tern_attr_row_t tern_transform_attrs[] = {{.name = "transform.param_operand",
                                                 .summary = "stands for an operand among the options of a pass",
                                                 .parse = parse_param_operand,
                                                 .print = print_param_operand}};

static const tern_enum_case_t failure_modes[] = {{"propagate", TERN_TRANSFORM_PROPAGATE},
                                                 {"suppress", TERN_TRANSFORM_SUPPRESS}};
static const tern_enum_case_t predicates[] = {{"eq", 0}, {"ne", 1}, {"lt", 2}, {"le", 3}, {"gt", 4}, {"ge", 5}};
static const tern_enum_case_t interfaces[] = {{"LinalgOp", TERN_TRANSFORM_LINALG_OP},
                                              {"TilingInterface", TERN_TRANSFORM_TILING_INTERFACE},
                                              {"LoopLikeInterface", TERN_TRANSFORM_LOOP_LIKE}};
static const tern_enum_case_t matmul_inputs[] = {{"lhs", 0}, {"rhs", 1}};
static const tern_enum_case_t contract_lowerings[] = {
    {"dot", 0}, {"llvmintr", 1}, {"outerproduct", 2}, {"parallelarith", 3}};
static const tern_enum_case_t multi_reduction_lowerings[] = {{"innerparallel", 0}, {"innerreduction", 1}};
static const tern_enum_case_t transpose_lowerings[] = {
    {"eltwise", 0}, {"llvmintr", 1}, {"shuffle_1d", 2}, {"shuffle_16x16", 3}};
static const tern_enum_case_t transfer_splits[] = {
    {"none", 0}, {"vector-transfer", 1}, {"linalg-copy", 2}, {"force-in-bounds", 3}};

#define ENUM(NAME, CASES) \
  {.name = NAME, .storage_width = 32, .cases = CASES, .case_count = sizeof CASES / sizeof CASES[0]}
static const tern_enum_row_t enums[] = {
    ENUM("transform.failure_propagation_mode", failure_modes),
    ENUM("transform.match_cmpi_predicate", predicates),
    ENUM("transform.match_interface", interfaces),
    ENUM("transform.transpose_matmul_input", matmul_inputs),
    ENUM("transform.vector_contract_lowering", contract_lowerings),
    ENUM("transform.vector_multi_reduction_lowering", multi_reduction_lowerings),
    ENUM("transform.vector_transpose_lowering", transpose_lowerings),
    ENUM("transform.vector_transfer_split", transfer_splits),
};

tern_handle_kind_t tern_handle_kind(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_DIALECT || type->row < tern_transform_types ||
      type->row >= tern_transform_types + TERN_TRANSFORM_TYPE_COUNT) {
    return TERN_HANDLE_NONE;
  }
  switch (type->row - tern_transform_types) {
    case TERN_TRANSFORM_TYPE_ANY_OP:
    case TERN_TRANSFORM_TYPE_OP: return TERN_HANDLE_OPS;
    case TERN_TRANSFORM_TYPE_ANY_VALUE: return TERN_HANDLE_VALUES;
    default: return TERN_HANDLE_PARAMS;
  }
}

const tern_transform_effects_t *tern_transform_effects_of(const tern_op_t *op) {
  static const tern_transform_effects_t reads = {0};
  const tern_transform_effects_t *effects = op->def->row ? op->def->row->extra : NULL;
  return effects ? effects : &reads;
}

static bool arg_is_consumed(const tern_op_t *sequence, size_t index) {
  const tern_attr_t *attrs = tern_op_attr(sequence, "arg_attrs");
  if (!attrs || index >= tern_array_attr_count(attrs)) return false;
  return tern_dictionary_attr_lookup(tern_array_attr_at(attrs, index), TERN_STR(TERN_TRANSFORM_CONSUMED)) != NULL;
}

// A handle that is consumed inside of the body is consumed by the op around.
static bool body_consumes(const tern_op_t *op, size_t arg) {
  const tern_block_t *body = op->region_count ? tern_op_body(op, 0) : NULL;
  if (!body || arg >= body->arg_count) return false;
  tern_value_for_each_use(body->args[arg], use) {
    if (tern_transform_consumes(use->owner, tern_operand_index(use))) return true;
  }
  return false;
}

bool tern_transform_consumes(const tern_op_t *op, size_t index) {
  if (!tern_is_transform(op) || index >= op->operand_count ||
      tern_handle_kind(tern_op_operand(op, index)->type) == TERN_HANDLE_PARAMS) {
    return false;
  }
  if (tern_op_is(op, TERN_TRANSFORM(INCLUDE))) {
    const tern_op_t *target = tern_symbol_lookup_nearest(op, tern_op_attr(op, "target"));
    return target && arg_is_consumed(target, index);
  }
  if (tern_op_is(op, TERN_TRANSFORM(SEQUENCE)) || tern_op_is(op, TERN_TRANSFORM(FOREACH))) {
    return body_consumes(op, index);
  }
  if (tern_op_is(op, TERN_TRANSFORM(APPLY_CONVERSION_PATTERNS)) && tern_op_attr(op, "preserve_handles")) return false;
  const tern_transform_effects_t *effects = tern_transform_effects_of(op);
  for (size_t group = 0; group < op->def->operand_count; ++group) {
    size_t start, count;
    tern_op_operand_group(op, group, &start, &count);
    if (index >= start && index < start + count) return effects->consumes[group < 3 ? group : 3];
  }
  return false;
}

const tern_dialect_t tern_transform_dialect = {
    .name = "transform",
    .summary = "Scripts of transformations of payload IR",
    .ops = tern_transform_ops,
    .op_count = TERN_TRANSFORM_OP_COUNT,
    .types = tern_transform_types,
    .type_count = TERN_TRANSFORM_TYPE_COUNT,
    .attrs = tern_transform_attrs,
    .attr_count = 1,
    .enums = enums,
    .enum_count = sizeof enums / sizeof enums[0],
    .custom_directives = tern_transform_directives,
    .custom_directive_count = 7,
    .verify_op_attr = tern_transform_verify_op_attr,
};
