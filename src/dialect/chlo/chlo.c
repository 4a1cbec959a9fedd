// chlo: special functions, and binary ops that broadcast. Semantics are those of upstream's ChloOps.

#include "dialect/chlo/chlo.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "dialect/chlo/hooks.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

// --- broadcasting ---

enum { MAX_RANK = 64 };

// Dimension of the broadcast of `a` and `b`; false if they do not fit.
static bool broadcast_dim(int64_t a, int64_t b, int64_t *out_dim) {
  *out_dim = a == 1 ? b : b == 1 ? a : a == TERN_DYNAMIC ? b : a;
  return a == b || a == 1 || b == 1 || a == TERN_DYNAMIC || b == TERN_DYNAMIC;
}

// Where dimension `dim` of the operand of lesser rank goes.
static int64_t place_of(const tern_attr_t *dims, size_t dim, size_t lesser_rank, size_t greater_rank) {
  if (!dims) return (int64_t)(dim + greater_rank - lesser_rank);
  return dim < tern_int_list_attr_count(dims) ? tern_int_list_attr_at(dims, dim) : -1;
}

// NULL if the operands, of one element type, cannot be broadcast to each other.
static const tern_type_t *broadcast_types(const tern_type_t *lhs, const tern_type_t *rhs, const tern_attr_t *places) {
  if (tern_type_element(lhs) != tern_type_element(rhs)) return NULL;
  if (!tern_type_is_ranked(lhs) || !tern_type_is_ranked(rhs)) {
    return tern_unranked_tensor_type_get(tern_type_element(lhs));
  }
  const tern_type_t *greater = tern_type_rank(lhs) >= tern_type_rank(rhs) ? lhs : rhs;
  const tern_type_t *lesser = greater == lhs ? rhs : lhs;
  int64_t dims[MAX_RANK];
  size_t rank = tern_type_rank(greater);
  if (rank > MAX_RANK) return NULL;
  for (size_t i = 0; i < rank; ++i) dims[i] = tern_type_dim(greater, i);
  for (size_t i = 0; i < tern_type_rank(lesser); ++i) {
    int64_t place = place_of(places, i, tern_type_rank(lesser), rank);
    if (place < 0 || (uint64_t)place >= rank) return NULL;
    if (!broadcast_dim(dims[place], tern_type_dim(lesser, i), &dims[place])) return NULL;
  }
  return tern_tensor_type_get(tern_type_element(lhs), dims, rank, NULL);
}

// The element type of the result, of operands with this one.
static const tern_type_t *result_element(const tern_op_def_t *def, const tern_type_t *element) {
  if (def->row == TERN_CHLO(BROADCAST_COMPARE)) return tern_i_type_get(element->context, 1);
  return def->row == TERN_CHLO(BROADCAST_COMPLEX) ? tern_complex_type_get(element) : element;
}

static const tern_type_t *broadcast_result(const tern_op_def_t *def, const tern_type_t *lhs, const tern_type_t *rhs,
                                           const tern_attr_t *places) {
  const tern_type_t *type = broadcast_types(lhs, rhs, places);
  return type ? tern_type_with_element(type, result_element(def, tern_type_element(type))) : NULL;
}

static const tern_attr_t *find_attr(const tern_op_state_t *state, const char *name) {
  for (size_t i = 0; i < state->attrs.count; ++i) {
    if (strcmp(state->attrs.values[i].name, name) == 0) return state->attrs.values[i].attr;
  }
  return tern_dictionary_attr_lookup(state->dictionary, tern_str_from_cstr(name));
}

static bool report_unfit(tern_context_t *context, const tern_op_state_t *state) {
  const tern_attr_t *loc = state->loc ? state->loc : tern_unknown_loc_get(context);
  return tern_emit_error(loc, "'%s' op has operands that cannot be broadcast to each other", state->def->name->data);
}

static bool infer_broadcast(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  out_types[0] = NULL;
  if (state->operands.count == 2) {
    const tern_type_t *lhs = state->operands.values[0]->type, *rhs = state->operands.values[1]->type;
    if (tern_type_is_shaped(lhs) && tern_type_is_shaped(rhs)) {
      out_types[0] = broadcast_result(state->def, lhs, rhs, find_attr(state, "broadcast_dimensions"));
    }
  }
  return out_types[0] || report_unfit(context, state);
}

// Of predicate and choices; NULL if they do not fit.
static const tern_type_t *broadcast_choice(const tern_type_t *pred, const tern_type_t *on_true,
                                           const tern_type_t *on_false) {
  const tern_type_t *choices = broadcast_types(on_true, on_false, NULL);
  return choices ? broadcast_types(tern_type_with_element(pred, tern_type_element(choices)), choices, NULL) : NULL;
}

static bool infer_broadcast_select(tern_context_t *context, const tern_op_state_t *state,
                                   const tern_type_t **out_types) {
  out_types[0] = NULL;
  tern_value_t *const *operands = state->operands.values;
  bool is_shaped = state->operands.count == 3;
  for (size_t i = 0; is_shaped && i < 3; ++i) is_shaped = tern_type_is_shaped(operands[i]->type);
  if (is_shaped) out_types[0] = broadcast_choice(operands[0]->type, operands[1]->type, operands[2]->type);
  return out_types[0] || report_unfit(context, state);
}

static bool are_compatible(const tern_type_t *a, const tern_type_t *b) {
  if (tern_type_element(a) != tern_type_element(b)) return false;
  if (!tern_type_is_ranked(a) || !tern_type_is_ranked(b)) return true;
  if (tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t i = 0; i < tern_type_rank(a); ++i) {
    int64_t x = tern_type_dim(a, i), y = tern_type_dim(b, i);
    if (x != y && x != TERN_DYNAMIC && y != TERN_DYNAMIC) return false;
  }
  return true;
}

static bool verify_result(const tern_op_t *op, const tern_type_t *type) {
  return are_compatible(type, op->results[0].type) ||
         tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                       tern_type_text(type), tern_type_text(op->results[0].type));
}

static bool verify_broadcast(const tern_op_t *op) {
  const tern_type_t *lhs = tern_op_operand(op, 0)->type, *rhs = tern_op_operand(op, 1)->type;
  const tern_type_t *type = broadcast_result(op->def, lhs, rhs, tern_op_attr(op, "broadcast_dimensions"));
  if (!type) {
    return tern_op_error(op, "has operands that cannot be broadcast to each other: '%s' and '%s'", tern_type_text(lhs),
                         tern_type_text(rhs));
  }
  return verify_result(op, type);
}

static bool verify_broadcast_select(const tern_op_t *op) {
  const tern_type_t *pred = tern_op_operand(op, 0)->type, *on_true = tern_op_operand(op, 1)->type;
  const tern_type_t *on_false = tern_op_operand(op, 2)->type, *type = broadcast_choice(pred, on_true, on_false);
  if (!type) {
    return tern_op_error(op, "has operands that cannot be broadcast to each other: '%s', '%s' and '%s'",
                         tern_type_text(pred), tern_type_text(on_true), tern_type_text(on_false));
  }
  return verify_result(op, type);
}

// --- constants ---

static bool infer_constant(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  const tern_attr_t *value = tern_dictionary_attr_lookup(state->dictionary, TERN_STR("value"));
  for (size_t i = 0; i < state->attrs.count; ++i) {
    if (strcmp(state->attrs.values[i].name, "value") == 0) value = state->attrs.values[i].attr;
  }
  out_types[0] = value ? tern_attr_type(value) : NULL;
  const tern_attr_t *loc = state->loc ? state->loc : tern_unknown_loc_get(context);
  return out_types[0] || tern_emit_error(loc, "'chlo.constant' op requires the elements of a tensor");
}

static bool verify_constant(const tern_op_t *op) {
  const tern_type_t *type = tern_attr_type(tern_op_attr(op, "value"));
  return type == op->results[0].type || tern_op_error(op, "has a value of type '%s', but its result is of type '%s'",
                                                      tern_type_text(type), tern_type_text(op->results[0].type));
}

static tern_fold_status_t fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  (void)operands;
  out_results[0] = (tern_fold_result_t){.attr = tern_op_attr(op, "value")};
  return TERN_FOLD_REPLACED;
}

// --- top_k ---

static bool verify_top_k(const tern_op_t *op) {
  const tern_type_t *operand = tern_op_operand(op, 0)->type;
  int64_t k = tern_integer_attr_value(tern_op_attr(op, "k"));
  if (!tern_type_is_ranked(operand)) return true;
  size_t rank = tern_type_rank(operand);
  if (rank == 0 || rank > MAX_RANK) return tern_op_error(op, "expects 1 to %d dimensions", MAX_RANK);
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) dims[i] = tern_type_dim(operand, i);
  if (k < 0 || (dims[rank - 1] != TERN_DYNAMIC && k > dims[rank - 1])) {
    return tern_op_error(op, "expects k (%lld) to be in the range of the last dimension of '%s'", (long long)k,
                         tern_type_text(operand));
  }
  dims[rank - 1] = k;
  const tern_type_t *values = tern_tensor_type_get(tern_type_element(operand), dims, rank, NULL);
  const tern_type_t *indices = tern_type_with_element(values, tern_i_type_get(tern_op_context(op), 32));
  return (are_compatible(values, op->results[0].type) && are_compatible(indices, op->results[1].type)) ||
         tern_op_error(op, "expects results of type '%s' and '%s'", tern_type_text(values), tern_type_text(indices));
}

const tern_op_row_t tern_chlo_ops[] = {
#define OP(ID, NAME, ...) [TERN_CHLO_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/chlo/chlo_ops.def"
#undef OP
};

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  if (value->kind != TERN_ATTR_DENSE_ELEMENTS || tern_attr_type(value) != type) return NULL;
  return tern_op_create(context, &(tern_op_state_t){
                                     .def = tern_op_def_of(context, TERN_CHLO(CONSTANT)),
                                     .loc = loc,
                                     .result_types = TERN_TYPES(type),
                                     .attrs = TERN_ATTRS({"value", value}),
                                 });
}

#define CASES(...)                            \
  .cases = (tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)
// Printed `#chlo<comparison_direction EQ>`.
static const tern_enum_row_t chlo_enums[] = {
    {.name = "chlo.comparison_direction",
     .attr_name = "chlo.comparison_direction",
     .storage_width = 32,
     .is_spaced_mnemonic = true,
     CASES({"EQ", 0}, {"NE", 1}, {"GE", 2}, {"GT", 3}, {"LE", 4}, {"LT", 5})},
    {.name = "chlo.comparison_type",
     .attr_name = "chlo.comparison_type",
     .storage_width = 32,
     .is_spaced_mnemonic = true,
     CASES({"NOTYPE", 0}, {"FLOAT", 1}, {"TOTALORDER", 2}, {"SIGNED", 3}, {"UNSIGNED", 4})},
    {.name = "chlo.precision",
     .attr_name = "chlo.precision",
     .storage_width = 32,
     .is_spaced_mnemonic = true,
     CASES({"DEFAULT", 0}, {"HIGH", 1}, {"HIGHEST", 2})},
};

static const tern_attr_row_t chlo_attrs[] = {
    {.name = "chlo.ragged_dot",
     .summary = "Batching, contracting, ragged and group dimensions of ragged_dot",
     .parse = tern_hlo_parse_fields,
     .print = tern_hlo_print_fields},
};

const tern_dialect_t tern_chlo_dialect = {
    .name = "chlo",
    .summary = "Special functions and broadcasting ops that clients of stablehlo write",
    .ops = tern_chlo_ops,
    .op_count = TERN_CHLO_OP_COUNT,
    .attrs = chlo_attrs,
    .attr_count = sizeof(chlo_attrs) / sizeof(chlo_attrs[0]),
    .enums = chlo_enums,
    .enum_count = sizeof(chlo_enums) / sizeof(chlo_enums[0]),
    .materialize_constant = materialize_constant,
    .encoding = &tern_chlo_encoding,
};
