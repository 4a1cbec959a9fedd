#include "analysis/cumulative_window.h"

#include "dialect/stablehlo/stablehlo.h"

// What the value that a reduction starts with must be.
typedef enum start { START_ZERO, START_ONE, START_ANY } start_t;

static const struct {
  tern_hlo_t id;
  start_t start;
} combiners[] = {
    {TERN_HLO_ADD, START_ZERO},    {TERN_HLO_MULTIPLY, START_ONE}, {TERN_HLO_MAXIMUM, START_ANY},
    {TERN_HLO_MINIMUM, START_ANY}, {TERN_HLO_AND, START_ANY},      {TERN_HLO_OR, START_ANY},
    {TERN_HLO_XOR, START_ZERO},
};

static bool is_element(const tern_attr_t *element, double number) {
  if (tern_attr_is_integer(element)) return tern_integer_attr_value(element) == (int64_t)number;
  if (tern_attr_is_float(element)) return tern_float_attr_value(element) == number;
  // A complex one.
  return element->kind == TERN_ATTR_ARRAY && tern_array_attr_count(element) == 2 &&
         is_element(tern_array_attr_at(element, 0), number) && is_element(tern_array_attr_at(element, 1), 0);
}

static bool is_number(const tern_value_t *value, double number) {
  const tern_attr_t *constant = tern_value_constant(value);
  return constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS &&
         is_element(tern_dense_elements_attr_at(constant, 0), number);
}

static int64_t list_entry(const tern_op_t *op, const char *name, size_t index, int64_t otherwise) {
  const tern_attr_t *list = tern_op_attr(op, name);
  return list ? tern_int_list_attr_at(list, index) : otherwise;
}

static bool match_body(const tern_op_t *op, const tern_value_t *init, const tern_op_t **out_combiner) {
  const tern_block_t *block = tern_op_body(op, 0);
  const tern_op_t *inner = block->first_op, *last = block->last_op;
  *out_combiner = NULL;
  // Several ops, or none that combines.
  if (!inner || inner == last || inner->next != last) return inner && inner != last;
  if (inner->operand_count != 2 || inner->result_count != 1) return false;
  if (last->operand_count != 1 || tern_op_operand(last, 0) != tern_op_result(inner, 0)) return false;
  const tern_value_t *x = tern_op_operand(inner, 0), *y = tern_op_operand(inner, 1);
  if (x == y || !x->is_block_argument || !y->is_block_argument || x->owner != block || y->owner != block) return false;
  for (size_t i = 0; i < sizeof combiners / sizeof combiners[0]; ++i) {
    if (!tern_hlo_is(inner, combiners[i].id)) continue;
    *out_combiner = inner;
    return combiners[i].start == START_ANY || is_number(init, combiners[i].start == START_ONE);
  }
  return false;
}

// The dimension along which windows reach from each element to the first, or to the last.
static bool match_window(tern_cumulative_t *c) {
  static const char *const ones[] = {"window_strides", "window_dilations", "base_dilations"};
  size_t found = 0;
  for (size_t d = 0; d < c->rank; ++d) {
    int64_t size = tern_type_dim(c->input->type, d), window = list_entry(c->op, "window_dimensions", d, 1);
    int64_t low = list_entry(c->op, "padding", 2 * d, 0);
    int64_t high = list_entry(c->op, "padding", 2 * d + 1, 0);
    for (size_t i = 0; i < sizeof ones / sizeof ones[0]; ++i) {
      if (list_entry(c->op, ones[i], d, 1) != 1) return false;
    }
    if (window == 1 && low == 0 && high == 0) continue;
    if (window != size || (low != size - 1 || high != 0) == (low != 0 || high != size - 1)) return false;
    ++found;
    c->dim = d;
    c->size = size;
    c->is_reverse = low == 0;
  }
  return found == 1;
}

bool tern_match_cumulative_window(tern_op_t *op, tern_cumulative_t *out) {
  if (!tern_hlo_is(op, TERN_HLO_REDUCE_WINDOW) || op->operand_count < 2 || op->operand_count % 2) return false;
  *out = (tern_cumulative_t){.op = op, .count = op->operand_count / 2};
  out->input = tern_op_operand(op, 0);
  out->init = tern_op_operand(op, out->count);
  for (size_t i = 0; i < out->count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    bool is_plain = type->kind == TERN_TYPE_TENSOR && tern_type_has_static_shape(type);
    if (!is_plain || type != tern_op_result(op, i)->type) return false;
  }
  out->rank = tern_type_rank(out->input->type);
  return match_window(out) && match_body(op, out->init, &out->combiner);
}
