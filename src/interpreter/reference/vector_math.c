// Ops that combine lanes of vectors: reductions, products, scans. Lanes that the mask around leaves out take no part.

#include "dialect/vector/vector.h"
#include "interpreter/reference/evaluator.h"

// sum = kind(sum, value), with poison.
static void combine(datum_t *sum, int64_t at, int64_t kind, uint64_t word, bool is_poison) {
  sum->words[at] = tern_interpreter_combine(sum->form.number, kind, sum->words[at], word);
  sum->poison[at] |= is_poison;
}

static bool is_masked_off(const evaluator_t *e, int64_t lane) { return e->mask && !(e->mask->words[lane] & 1); }

static flow_t run_reduction(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *vector = operand_of(f, n, 0);
  int64_t kind = tern_enum_attr_value(tern_op_attr(n->op, "kind"));
  bool has_start = n->op->operand_count > 1;
  datum_t *sum = tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, NULL);
  if (!sum) return FLOW_STOP;
  if (has_start) tern_reference_move(sum, 0, operand_of(f, n, 1), 0, 1);
  for (int64_t k = 0; k < vector->count; ++k) {
    if (is_masked_off(e, k)) continue;
    if (has_start) {
      combine(sum, 0, kind, vector->words[k], vector->poison[k]);
    } else {
      tern_reference_move(sum, 0, vector, k, 1);
      has_start = true;
    }
  }
  put_result(f, n, 0, sum);
  return FLOW_NEXT;
}

static flow_t run_multi_reduction(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_attr_t *dims = tern_op_attr(n->op, "reduction_dims");
  int64_t kind = tern_enum_attr_value(tern_op_attr(n->op, "kind"));
  int64_t position[REFERENCE_RANK_MAX] = {0}, kept[REFERENCE_RANK_MAX];
  bool is_reduced[REFERENCE_RANK_MAX] = {0};
  for (size_t k = 0; k < tern_int_list_attr_count(dims); ++k) is_reduced[tern_int_list_attr_at(dims, k)] = true;
  datum_t *sum = tern_reference_copy(operand_of(f, n, 1));
  for (int64_t k = 0; k < source->count; ++k) {
    uint32_t rank = 0;
    for (uint32_t d = 0; d < source->rank; ++d) {
      if (!is_reduced[d]) kept[rank++] = position[d];
    }
    if (!is_masked_off(e, k)) {
      combine(sum, tern_reference_number_of(kept, sum->sizes, rank), kind, source->words[k], source->poison[k]);
    }
    tern_reference_next(position, source->sizes, source->rank);
  }
  put_result(f, n, 0, sum);
  return FLOW_NEXT;
}

static flow_t run_scan(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  const datum_t *source = operand_of(f, n, 0);
  int64_t kind = tern_enum_attr_value(tern_op_attr(n->op, "kind"));
  uint32_t dim = (uint32_t)tern_integer_attr_value(tern_op_attr(n->op, "reduction_dim"));
  bool is_inclusive = tern_integer_attr_value(tern_op_attr(n->op, "inclusive"));
  datum_t *result = tern_reference_copy(source), *last = tern_reference_copy(operand_of(f, n, 1));
  int64_t position[REFERENCE_RANK_MAX] = {0}, kept[REFERENCE_RANK_MAX], step = 1;
  for (uint32_t d = dim + 1; d < source->rank; ++d) step *= source->sizes[d];
  // Row-major order meets the elements of a line in their order.
  for (int64_t k = 0; k < source->count; ++k) {
    uint32_t rank = 0;
    for (uint32_t d = 0; d < source->rank; ++d) {
      if (d != dim) kept[rank++] = position[d];
    }
    int64_t line = tern_reference_number_of(kept, last->sizes, rank);
    // The first element of an inclusive scan stands alone: the initial value goes only into exclusive ones, which are
    // one element behind.
    if (is_inclusive && position[dim] == 0) {
      tern_reference_move(last, line, source, k, 1);
    } else if (position[dim] > 0) {
      int64_t from = is_inclusive ? k : k - step;
      combine(last, line, kind, source->words[from], source->poison[from]);
    }
    tern_reference_move(result, k, last, line, 1);
    tern_reference_next(position, source->sizes, source->rank);
  }
  put_result(f, n, 0, result);
  put_result(f, n, 1, last);
  return FLOW_NEXT;
}

// a * b in the type of the sum: narrower integers are signed.
static uint64_t multiply(number_t sum, const datum_t *a, int64_t at_a, const datum_t *b, int64_t at_b) {
  if (sum.is_float) {
    return tern_interpreter_encode(sum, tern_interpreter_decode(a->form.number, a->words[at_a]) *
                                            tern_interpreter_decode(b->form.number, b->words[at_b]));
  }
  uint64_t x = (uint64_t)tern_interpreter_signed(a->form.number, a->words[at_a]);
  uint64_t y = (uint64_t)tern_interpreter_signed(b->form.number, b->words[at_b]);
  return tern_interpreter_truncate(sum, x * y);
}

static int64_t place_by_map(const tern_affine_map_t *map, const int64_t *loops, const datum_t *vector) {
  int64_t place[REFERENCE_RANK_MAX];
  for (size_t k = 0; k < map->result_count; ++k) place[k] = loops[map->results[k]->value];
  return tern_reference_number_of(place, vector->sizes, map->result_count);
}

static flow_t run_contract(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_attr_t *maps = tern_op_attr(n->op, "indexing_maps"), *kind_attr = tern_op_attr(n->op, "kind");
  int64_t kind = kind_attr ? tern_enum_attr_value(kind_attr) : TERN_VECTOR_KIND_ADD;
  const datum_t *factors[] = {operand_of(f, n, 0), operand_of(f, n, 1)};
  const tern_affine_map_t *map[3];
  int64_t extents[REFERENCE_RANK_MAX] = {0}, loops[REFERENCE_RANK_MAX] = {0}, words = 1;
  for (size_t k = 0; k < 3; ++k) map[k] = tern_affine_map_attr_value(tern_array_attr_at(maps, k));
  size_t rank = map[0]->dim_count;
  if (rank > REFERENCE_RANK_MAX) return STOP_UNKNOWN(e, n->op, "has %zu loops", rank);
  for (size_t k = 0; k < 2; ++k) {
    for (size_t r = 0; r < map[k]->result_count; ++r) extents[map[k]->results[r]->value] = factors[k]->sizes[r];
  }
  for (size_t d = 0; d < rank; ++d) {
    if (__builtin_mul_overflow(words, extents[d], &words)) words = INT64_MAX;
  }
  if (!tern_reference_spend(e, n->op, words)) return FLOW_STOP;
  datum_t *sum = tern_reference_copy(operand_of(f, n, 2));
  for (int64_t k = 0; k < words; ++k) {
    int64_t a = place_by_map(map[0], loops, factors[0]), b = place_by_map(map[1], loops, factors[1]);
    if (!is_masked_off(e, k)) {
      combine(sum, place_by_map(map[2], loops, sum), kind, multiply(sum->form.number, factors[0], a, factors[1], b),
              factors[0]->poison[a] || factors[1]->poison[b]);
    }
    tern_reference_next(loops, extents, rank);
  }
  put_result(f, n, 0, sum);
  return FLOW_NEXT;
}

static flow_t run_outerproduct(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *a = operand_of(f, n, 0), *b = operand_of(f, n, 1);
  const tern_attr_t *kind_attr = tern_op_attr(n->op, "kind");
  int64_t kind = kind_attr ? tern_enum_attr_value(kind_attr) : TERN_VECTOR_KIND_ADD;
  bool has_start = n->op->operand_count > 2;
  datum_t *sum = tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, NULL);
  if (!sum) return FLOW_STOP;
  if (has_start) tern_reference_move(sum, 0, operand_of(f, n, 2), 0, sum->count);
  for (int64_t k = 0; k < sum->count; ++k) {
    int64_t at_a = b->rank ? k / b->count : k, at_b = b->rank ? k % b->count : 0;
    uint64_t product = multiply(sum->form.number, a, at_a, b, at_b);
    bool is_poison = a->poison[at_a] || b->poison[at_b];
    if (is_masked_off(e, k)) continue;
    if (has_start) {
      combine(sum, k, kind, product, is_poison);
    } else {
      sum->words[k] = product;
      sum->poison[k] = is_poison;
    }
  }
  put_result(f, n, 0, sum);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_vector_math_rows[] = {
    {TERN_VECTOR(REDUCTION), run_reduction},
    {TERN_VECTOR(MULTI_REDUCTION), run_multi_reduction},
    {TERN_VECTOR(SCAN), run_scan},
    {TERN_VECTOR(CONTRACT), run_contract},
    {TERN_VECTOR(OUTERPRODUCT), run_outerproduct},
    {0},
};
