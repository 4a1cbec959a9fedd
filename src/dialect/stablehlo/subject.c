// What the rules of stablehlo stand on: access to an op, or to the parts of one whose types are wanted; comparison of
// types; and the frame that makes a row's `infer` and `verify` out of one rule.

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

bool tern_hlo_error(const tern_hlo_subject_t *subject, const char *format, ...) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "'%s' op ", subject->def->name->data);
  va_list args;
  va_start(args, format);
  tern_string_builder_append_vformat(&text, format, args);
  va_end(args);
  tern_emit_error(subject->loc, "%s", text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}

size_t tern_hlo_operand_count(const tern_hlo_subject_t *subject) {
  return subject->op ? subject->op->operand_count : subject->state->operands.count;
}

const tern_type_t *tern_hlo_operand_type(const tern_hlo_subject_t *subject, size_t index) {
  return subject->op ? tern_op_operand(subject->op, index)->type : subject->state->operands.values[index]->type;
}

const tern_attr_t *tern_hlo_attr(const tern_hlo_subject_t *subject, const char *name) {
  if (subject->op) return tern_op_attr(subject->op, name);
  for (size_t i = 0; i < subject->state->attrs.count; ++i) {
    if (strcmp(subject->state->attrs.values[i].name, name) == 0) return subject->state->attrs.values[i].attr;
  }
  return tern_dictionary_attr_lookup(subject->state->dictionary, tern_str_from_cstr(name));
}

bool tern_hlo_list(const tern_hlo_subject_t *subject, const char *name, int64_t *out_values, size_t *out_count) {
  const tern_attr_t *attr = tern_hlo_attr(subject, name);
  size_t count = tern_int_list_attr_count(attr);
  *out_count = 0;
  if (count > 2 * TERN_HLO_MAX_RANK) {
    return tern_hlo_error(subject, "has %zu entries in '%s', more than %d are not supported", count, name,
                          2 * TERN_HLO_MAX_RANK);
  }
  for (size_t i = 0; i < count; ++i) out_values[i] = tern_int_list_attr_at(attr, i);
  *out_count = count;
  return true;
}

int64_t tern_hlo_int(const tern_hlo_subject_t *subject, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_hlo_attr(subject, name);
  return tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : otherwise;
}

// --- types ---

bool tern_hlo_is_dim_compatible(int64_t a, int64_t b) { return a == b || a == TERN_DYNAMIC || b == TERN_DYNAMIC; }

bool tern_hlo_have_compatible_shapes(const tern_type_t *a, const tern_type_t *b) {
  if (!tern_type_is_ranked(a) || !tern_type_is_ranked(b)) return true;
  if (tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t i = 0; i < tern_type_rank(a); ++i) {
    if (!tern_hlo_is_dim_compatible(tern_type_dim(a, i), tern_type_dim(b, i))) return false;
  }
  return true;
}

bool tern_hlo_are_compatible(const tern_type_t *a, const tern_type_t *b) {
  if (a == b) return true;
  if (!tern_type_is_shaped(a) || !tern_type_is_shaped(b)) return false;
  return tern_hlo_have_compatible_elements(a, b) && tern_hlo_have_compatible_shapes(a, b) && tern_hlo_fit_bounds(a, b);
}

const tern_type_t *tern_hlo_tensor(const tern_type_t *element, const int64_t *dims, size_t rank) {
  return tern_tensor_type_get(element, dims, rank, NULL);
}

bool tern_hlo_check_dims(const tern_hlo_subject_t *subject, const char *what, const int64_t *values, size_t count,
                         int64_t bound) {
  for (size_t i = 0; i < count; ++i) {
    if (values[i] < 0 || values[i] >= bound) {
      return tern_hlo_error(subject, "has dimension %lld in %s, expected values in the range [0, %lld)",
                            (long long)values[i], what, (long long)bound);
    }
    for (size_t j = 0; j < i; ++j) {
      if (values[j] == values[i]) {
        return tern_hlo_error(subject, "has dimension %lld more than once in %s", (long long)values[i], what);
      }
    }
  }
  return true;
}

// --- the frame ---

static bool check_rank(const tern_hlo_subject_t *subject, const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) <= TERN_HLO_MAX_RANK) return true;
  return tern_hlo_error(subject, "has a tensor of %zu dimensions, more than %d are not supported", tern_type_rank(type),
                        TERN_HLO_MAX_RANK);
}

// The verifier has checked these before it asks a rule; whoever wants types has not been checked.
static bool check_operands(const tern_hlo_subject_t *subject) {
  const tern_op_def_t *def = subject->def;
  size_t count = subject->state->operands.count, fixed = 0;
  for (size_t i = 0; i < def->operand_count; ++i) fixed += def->operands[i].arity == TERN_ARITY_ONE;
  size_t variadic = fixed < def->operand_count && count >= fixed ? count - fixed : 0;
  size_t next = 0;
  if (fixed + variadic != count || def->operand_count > fixed + 1) {
    return tern_hlo_error(subject, "expected %zu operands but got %zu", fixed, count);
  }
  for (size_t i = 0; i < def->operand_count; ++i) {
    size_t size = def->operands[i].arity == TERN_ARITY_ONE ? 1 : variadic;
    for (size_t j = 0; j < size; ++j, ++next) {
      const tern_type_t *type = tern_hlo_operand_type(subject, next);
      const tern_type_constraint_t *constraint = def->operands[i].constraint;
      if (!constraint->is_satisfied(type, constraint)) {
        return tern_hlo_error(subject, "operand #%zu must be %s, but got '%s'", next, constraint->description,
                              tern_type_text(type));
      }
      if (!check_rank(subject, type)) return false;
    }
  }
  for (size_t i = 0; i < def->attr_count; ++i) {
    const tern_attr_t *attr = tern_hlo_attr(subject, def->attrs[i].name->data);
    const tern_attr_constraint_t *constraint = def->attrs[i].constraint;
    bool is_right =
        attr ? constraint->is_satisfied(attr, constraint) : def->attrs[i].is_optional || def->attrs[i].has_default;
    if (!is_right) {
      return tern_hlo_error(subject, "attribute '%s' failed to satisfy constraint: %s", def->attrs[i].name->data,
                            constraint->description);
    }
  }
  return true;
}

bool tern_hlo_infer(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types,
                    tern_hlo_rule_t rule) {
  tern_hlo_subject_t subject = {.context = context,
                                .loc = state->loc ? state->loc : tern_unknown_loc_get(context),
                                .def = state->def,
                                .state = state};
  for (size_t i = 0; i < state->def->result_count; ++i) out_types[i] = NULL;
  if (!check_operands(&subject) || !rule(&subject, out_types)) return false;
  for (size_t i = 0; i < state->def->result_count; ++i) {
    if (!out_types[i]) return tern_hlo_error(&subject, "has a result whose type cannot be inferred");
  }
  return true;
}

bool tern_hlo_verify(const tern_op_t *op, tern_hlo_rule_t rule) {
  enum { FIXED = 16 };
  tern_hlo_subject_t subject = {.context = tern_op_context(op), .loc = op->loc, .def = op->def, .op = op};
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!check_rank(&subject, tern_op_operand(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!check_rank(&subject, op->results[i].type)) return false;
  }
  if (!tern_hlo_check_bounds(op) || !tern_hlo_check_quantized(op)) return false;
  // A rule writes a type for each result of the row, or for each operand of a variadic one.
  size_t count = FIXED + (size_t)op->operand_count + op->result_count;
  const tern_type_t *fixed[3 * FIXED] = {NULL};
  const tern_type_t **types = fixed;
  if (count > sizeof(fixed) / sizeof(fixed[0])) {
    types = tern_malloc(count * sizeof(*types));
    memset(types, 0, count * sizeof(*types));
  }
  bool is_right = rule(&subject, types);
  for (size_t i = 0; is_right && i < op->result_count; ++i) {
    if (!types[i] || tern_hlo_are_compatible(types[i], op->results[i].type)) continue;
    is_right = tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                             tern_type_text(types[i]), tern_type_text(op->results[i].type));
  }
  if (types != fixed) free(types);
  return is_right;
}
