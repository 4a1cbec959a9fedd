// Affine maps, sets, loops and accesses.

#include "dialect/affine/affine.h"

#include <stdlib.h>

#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"
#include "interpreter/reference/evaluator.h"

#define OPERANDS_MAX 64

// --- maps ---

// The inputs of a map or set from operand `first` on: dims, then symbols.
static bool read_inputs(evaluator_t *e, const frame_t *f, const node_t *n, size_t first, size_t count, int64_t *out) {
  if (count > OPERANDS_MAX) {
    STOP_UNKNOWN(e, n->op, "has %zu operands", count);
    return false;
  }
  return tern_reference_integers(e, f, n, first, count, out);
}

static bool evaluate(evaluator_t *e, const node_t *n, const tern_affine_expr_t *expr, size_t dim_count,
                     const int64_t *inputs, int64_t *out) {
  if (tern_affine_expr_evaluate(expr, inputs, inputs + dim_count, out)) return true;
  STOP_UNDEFINED(e, n->op, "divides by what is not positive");
  return false;
}

// All results of the map attribute `name` on operands from `first` on.
static bool evaluate_map(evaluator_t *e, const frame_t *f, const node_t *n, const char *name, size_t first,
                         int64_t *out, size_t *out_count) {
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(n->op, name));
  int64_t inputs[OPERANDS_MAX];
  *out_count = map->result_count;
  if (map->result_count > OPERANDS_MAX) {
    STOP_UNKNOWN(e, n->op, "has a map of %zu results", map->result_count);
    return false;
  }
  if (!read_inputs(e, f, n, first, map->dim_count + map->symbol_count, inputs)) return false;
  for (size_t k = 0; k < map->result_count; ++k) {
    if (!evaluate(e, n, map->results[k], map->dim_count, inputs, &out[k])) return false;
  }
  return true;
}

static int64_t extreme(const int64_t *values, size_t count, bool is_greatest) {
  int64_t best = values[0];
  for (size_t k = 1; k < count; ++k) {
    if (is_greatest ? values[k] > best : values[k] < best) best = values[k];
  }
  return best;
}

// affine.apply has one result, so that it is its own least one.
static flow_t run_map(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t values[OPERANDS_MAX];
  size_t count;
  if (!evaluate_map(e, f, n, "map", 0, values, &count)) return FLOW_STOP;
  tern_reference_put_index(e, f, n, 0, extreme(values, count, tern_op_is(n->op, TERN_AFFINE(MAX))));
  return FLOW_NEXT;
}

// --- control flow ---

static flow_t run_for(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t bounds[OPERANDS_MAX];
  size_t count, start, operand_count;
  if (!evaluate_map(e, f, n, "lowerBoundMap", 0, bounds, &count)) return FLOW_STOP;
  int64_t lower = extreme(bounds, count, true), step = tern_integer_attr_value(tern_op_attr(n->op, "step"));
  tern_op_operands_named(n->op, "upperBoundOperands", &start, &operand_count);
  if (!evaluate_map(e, f, n, "upperBoundMap", start, bounds, &count)) return FLOW_STOP;
  int64_t upper = extreme(bounds, count, false);
  if (step <= 0) return STOP_UNDEFINED(e, n->op, "has a step that is not positive");
  size_t first = n->op->operand_count - n->op->result_count;
  const block_code_t *body = n->regions[0].blocks;
  form_t form;
  tern_reference_form_of(body->block->args[0]->type, &form);
  // The carried values are the results so far.
  for (uint32_t k = 0; k < n->op->result_count; ++k) {
    put_result(f, n, k, tern_reference_retain(operand_of(f, n, first + k)));
  }
  for (int64_t at = lower, next; at < upper; at = next) {
    // Behind the last number there is none to go on to.
    if (__builtin_add_overflow(at, step, &next)) next = INT64_MAX;
    put_slot(f, body->arguments[0], tern_reference_scalar(form, (uint64_t)at));
    for (uint32_t k = 0; k < n->op->result_count; ++k) {
      put_slot(f, body->arguments[1 + k], tern_reference_retain(f->slots[n->results[k]]));
    }
    if (tern_reference_run_region(e, f, &n->regions[0]) == FLOW_STOP) return FLOW_STOP;
    tern_reference_take_yielded(e, f, n, 0);
  }
  return FLOW_NEXT;
}

static flow_t run_if(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_integer_set_t *set = tern_integer_set_attr_value(tern_op_attr(n->op, "condition"));
  int64_t inputs[OPERANDS_MAX];
  bool is_inside = true;
  if (!read_inputs(e, f, n, 0, n->op->operand_count, inputs)) return FLOW_STOP;
  for (size_t k = 0; k < set->constraint_count && is_inside; ++k) {
    int64_t value;
    if (!evaluate(e, n, set->constraints[k], set->dim_count, inputs, &value)) return FLOW_STOP;
    is_inside = set->is_equality[k] ? value == 0 : value >= 0;
  }
  if (tern_reference_run_region(e, f, &n->regions[is_inside ? 0 : 1]) == FLOW_STOP) return FLOW_STOP;
  tern_reference_take_yielded(e, f, n, 0);
  return FLOW_NEXT;
}

// Kinds of arith.atomic_rmw_kind, numbered as vector's; -1: the new value.
static const int8_t kinds[] = {
    TERN_VECTOR_KIND_ADD,      TERN_VECTOR_KIND_ADD,     TERN_VECTOR_KIND_AND,   -1,
    TERN_VECTOR_KIND_MAXIMUMF, TERN_VECTOR_KIND_MAXNUMF, TERN_VECTOR_KIND_MAXSI, TERN_VECTOR_KIND_MAXUI,
    TERN_VECTOR_KIND_MINIMUMF, TERN_VECTOR_KIND_MINNUMF, TERN_VECTOR_KIND_MINSI, TERN_VECTOR_KIND_MINUI,
    TERN_VECTOR_KIND_MUL,      TERN_VECTOR_KIND_MUL,     TERN_VECTOR_KIND_OR,    TERN_VECTOR_KIND_XOR};

int64_t tern_reference_vector_kind(int64_t kind) {
  return kind >= 0 && kind < (int64_t)sizeof kinds ? kinds[kind] : -1;
}

// x such that combining it with anything gives that.
static uint64_t neutral(number_t number, int64_t kind) {
  if (number.is_float) {
    switch (kind) {
      case TERN_VECTOR_KIND_MUL: return tern_interpreter_encode(number, 1);
      case TERN_VECTOR_KIND_MAXIMUMF:
      case TERN_VECTOR_KIND_MAXNUMF: return tern_interpreter_encode(number, -__builtin_inf());
      case TERN_VECTOR_KIND_MINIMUMF:
      case TERN_VECTOR_KIND_MINNUMF: return tern_interpreter_encode(number, __builtin_inf());
      default: return 0;
    }
  }
  uint64_t ones = tern_interpreter_truncate(number, UINT64_MAX), sign = UINT64_C(1) << (number.width - 1);
  switch (kind) {
    case TERN_VECTOR_KIND_MUL: return 1;
    case TERN_VECTOR_KIND_AND:
    case TERN_VECTOR_KIND_MINUI: return ones;
    case TERN_VECTOR_KIND_MAXSI: return sign;
    case TERN_VECTOR_KIND_MINSI: return ones ^ sign;
    default: return 0;
  }
}

static bool read_groups(evaluator_t *e, const frame_t *f, const node_t *n, const char *map, const char *groups,
                        size_t first, bool is_lower, int64_t *out, size_t *out_rank) {
  int64_t values[OPERANDS_MAX];
  size_t count, at = 0;
  if (!evaluate_map(e, f, n, map, first, values, &count)) return false;
  const tern_attr_t *sizes = tern_op_attr(n->op, groups);
  *out_rank = tern_int_list_attr_count(sizes);
  for (size_t k = 0; k < *out_rank; ++k) {
    size_t size = (size_t)tern_int_list_attr_at(sizes, k);
    out[k] = extreme(&values[at], size, is_lower);
    at += size;
  }
  return true;
}

static flow_t run_parallel(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t lower[OPERANDS_MAX], upper[OPERANDS_MAX], extents[OPERANDS_MAX], position[OPERANDS_MAX] = {0};
  size_t rank;
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(n->op, "lowerBoundsMap"));
  size_t second = map->dim_count + map->symbol_count;
  if (!read_groups(e, f, n, "lowerBoundsMap", "lowerBoundsGroups", 0, true, lower, &rank) ||
      !read_groups(e, f, n, "upperBoundsMap", "upperBoundsGroups", second, false, upper, &rank)) {
    return FLOW_STOP;
  }
  const tern_attr_t *steps = tern_op_attr(n->op, "steps"), *reductions = tern_op_attr(n->op, "reductions");
  for (size_t d = 0; d < rank; ++d) {
    uint64_t step = (uint64_t)tern_int_list_attr_at(steps, d);
    uint64_t length = upper[d] > lower[d] ? (uint64_t)upper[d] - (uint64_t)lower[d] : 0;
    extents[d] = (int64_t)(length / step + (length % step != 0));
  }
  for (uint32_t k = 0; k < n->op->result_count; ++k) {
    datum_t *start = tern_reference_new_of_type(e, n, tern_op_result(n->op, k)->type, NULL);
    if (!start) return FLOW_STOP;
    int64_t kind = tern_reference_vector_kind(tern_enum_attr_value(tern_array_attr_at(reductions, k)));
    for (int64_t w = 0; w < start->count; ++w) start->words[w] = neutral(start->form.number, kind);
    put_result(f, n, k, start);
  }
  if (!tern_reference_has_elements(extents, rank)) return FLOW_NEXT;
  const block_code_t *body = n->regions[0].blocks;
  do {
    for (size_t d = 0; d < rank; ++d) {
      form_t form;
      tern_reference_form_of(body->block->args[d]->type, &form);
      int64_t at = wrap_add(lower[d], wrap_multiply(position[d], tern_int_list_attr_at(steps, d)));
      put_slot(f, body->arguments[d], tern_reference_scalar(form, (uint64_t)at));
    }
    if (tern_reference_run_region(e, f, &n->regions[0]) == FLOW_STOP) return FLOW_STOP;
    for (uint32_t k = 0; k < n->op->result_count; ++k) {
      const datum_t *given = operand_of(f, e->terminator, k);
      datum_t *sum = tern_reference_copy(f->slots[n->results[k]]);
      int64_t kind = tern_reference_vector_kind(tern_enum_attr_value(tern_array_attr_at(reductions, k)));
      for (int64_t w = 0; w < sum->count; ++w) {
        sum->words[w] = kind < 0 ? given->words[w]
                                 : tern_interpreter_combine(sum->form.number, kind, sum->words[w], given->words[w]);
        sum->poison[w] |= given->poison[w];
      }
      put_result(f, n, k, sum);
    }
  } while (tern_reference_next(position, extents, rank));
  return FLOW_NEXT;
}

// --- accesses ---

static flow_t run_load(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[OPERANDS_MAX];
  size_t count;
  if (!evaluate_map(e, f, n, "map", 1, position, &count)) return FLOW_STOP;
  return tern_reference_load_value(e, f, n, operand_of(f, n, 0), position);
}

static flow_t run_store(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[OPERANDS_MAX];
  size_t count;
  if (!evaluate_map(e, f, n, "map", 2, position, &count)) return FLOW_STOP;
  return tern_reference_store_value(e, n, operand_of(f, n, 0), operand_of(f, n, 1), position);
}

static flow_t run_nothing(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e, (void)f, (void)n;
  return FLOW_NEXT;
}

// --- digits ---

static flow_t run_delinearize(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t basis[REFERENCE_RANK_MAX], rest;
  size_t count, results = n->op->result_count;
  if (!tern_reference_integer(e, f, n, 0, &rest) ||
      !tern_reference_index_list(e, f, n, "dynamic_basis", "static_basis", basis, &count)) {
    return FLOW_STOP;
  }
  // The size of the first digit, if it is there, is a promise.
  int64_t outermost = count == results && count ? basis[0] : INT64_MAX;
  for (size_t k = results; k-- > 1;) {
    int64_t size = basis[count - (results - k)];
    if (size <= 0) return STOP_UNDEFINED(e, n->op, "has a size that is not positive");
    int64_t digit = rest % size;
    tern_reference_put_index(e, f, n, k, digit < 0 ? digit + size : digit);
    rest = rest / size - (digit < 0);
  }
  if (results) tern_reference_put_index(e, f, n, 0, rest);
  if (outermost != INT64_MAX && (rest < 0 || rest >= outermost)) e->is_doubtful = true;
  return FLOW_NEXT;
}

static flow_t run_linearize(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t digits[REFERENCE_RANK_MAX], basis[REFERENCE_RANK_MAX];
  size_t count, digit_count;
  if (!tern_reference_group(e, f, n, "multi_index", digits, &digit_count) ||
      !tern_reference_index_list(e, f, n, "dynamic_basis", "static_basis", basis, &count)) {
    return FLOW_STOP;
  }
  uint64_t value = 0;
  bool is_disjoint = tern_op_attr(n->op, "disjoint") != NULL, is_broken = false;
  for (size_t k = 0; k < digit_count; ++k) {
    // The outermost digit may be negative, and has a size only if the basis is as long as the digits.
    bool has_size = k > 0 || count == digit_count;
    int64_t size = has_size ? basis[count - digit_count + k] : INT64_MAX;
    is_broken = is_broken || digits[k] >= size || (k > 0 && digits[k] < 0);
    value = (k ? value * (uint64_t)basis[count - digit_count + k] : 0) + (uint64_t)digits[k];
  }
  tern_reference_put_index(e, f, n, 0, (int64_t)value);
  if (is_disjoint && is_broken) e->is_doubtful = true;
  return FLOW_NEXT;
}

const reference_row_t tern_reference_affine_rows[] = {
    {TERN_AFFINE(APPLY), run_map},
    {TERN_AFFINE(MIN), run_map},
    {TERN_AFFINE(MAX), run_map},
    {TERN_AFFINE(FOR), run_for},
    {TERN_AFFINE(IF), run_if},
    {TERN_AFFINE(PARALLEL), run_parallel},
    {TERN_AFFINE(YIELD), tern_reference_run_end},
    {TERN_AFFINE(LOAD), run_load},
    {TERN_AFFINE(STORE), run_store},
    {TERN_AFFINE(VECTOR_LOAD), run_load},
    {TERN_AFFINE(VECTOR_STORE), run_store},
    {TERN_AFFINE(PREFETCH), run_nothing},
    {TERN_AFFINE(DELINEARIZE_INDEX), run_delinearize},
    {TERN_AFFINE(LINEARIZE_INDEX), run_linearize},
    {0},
};
