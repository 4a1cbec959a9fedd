// builtin: the table of ops. The types and attributes of builtin are those of ir/type.h and ir/attr.h.

#include "dialect/builtin/builtin.h"

#include "ir/diagnostic.h"

// Attributes of a module are its own or belong to a dialect.
static bool verify_module(const tern_op_t *op) {
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); i++) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(op->attrs, i));
    if (tern_str_find_char(name, '.') == name.size)
      return tern_op_error(op, "can only contain attributes with dialect-prefixed names, found: '%.*s'", (int)name.size,
                           name.data);
  }
  tern_block_t *body = tern_op_body(op, 0);
  if (body && body->arg_count > 0) return tern_op_error(op, "region should have no arguments");
  return true;
}

static bool verify_cast(const tern_op_t *op) {
  return op->result_count > 0 || tern_op_error(op, "expected at least one result for cast operation");
}

// A cast to the types there were, directly or by way of another cast, is not needed.
static tern_fold_status_t fold_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                    tern_fold_result_t *out_results) {
  (void)operands;
  const tern_op_t *source = op;
  if (op->operand_count == 0) return TERN_FOLD_FAILED;
  bool is_identity = op->operand_count == op->result_count;
  for (size_t i = 0; is_identity && i < op->result_count; i++)
    is_identity = tern_op_operand(op, i)->type == op->results[i].type;
  if (!is_identity) {
    // The operands are all the results of one cast, in order, whose inputs have the types wanted.
    source = tern_value_defining_op(tern_op_operand(op, 0));
    if (!source || source->def != op->def || source->result_count != op->operand_count ||
        source->operand_count != op->result_count)
      return TERN_FOLD_FAILED;
    for (size_t i = 0; i < op->operand_count; i++)
      if (tern_op_operand(op, i) != &source->results[i]) return TERN_FOLD_FAILED;
    for (size_t i = 0; i < op->result_count; i++)
      if (tern_op_operand(source, i)->type != op->results[i].type) return TERN_FOLD_FAILED;
  }
  for (size_t i = 0; i < op->result_count; i++)
    out_results[i] = (tern_fold_result_t){.value = tern_op_operand(source, i)};
  return TERN_FOLD_REPLACED;
}

const tern_op_row_t tern_builtin_ops[] = {
#define OP(ID, NAME, ...) [TERN_BUILTIN_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/builtin/builtin_ops.def"
#undef OP
};

const tern_dialect_t tern_builtin_dialect = {
    .name = "builtin",
    .summary = "Modules and casts between type systems",
    .ops = tern_builtin_ops,
    .op_count = TERN_BUILTIN_OP_COUNT,
    .keeps_resources = true,
};
