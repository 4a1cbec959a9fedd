// Structured ops: for each point of the loops, in row-major order, the body on the elements that the maps say; and those
// ops of linalg that have no body.

#include "dialect/linalg/linalg.h"

#include <math.h>
#include <stdlib.h>

#include "dialect/linalg/structured.h"
#include "interpreter/reference/evaluator.h"

typedef struct structured {
  size_t operand_count, input_count, loop_count;
  datum_t **operands;  // outputs on tensors are copies that become results
  const tern_affine_map_t **maps;
  int64_t extents[REFERENCE_RANK_MAX], loops[REFERENCE_RANK_MAX];
} structured_t;

// Scalars are not indexed; vectors are scalars here.
static bool is_indexed(const tern_op_t *op, size_t k) {
  const tern_type_t *type = tern_op_operand(op, k)->type;
  return type->kind != TERN_TYPE_VECTOR && tern_type_is_shaped(type);
}

static bool find_extents(evaluator_t *e, const node_t *n, structured_t *s) {
  s->loop_count = tern_linalg_loop_count(n->op);
  if (s->loop_count > REFERENCE_RANK_MAX) {
    STOP_UNKNOWN(e, n->op, "has %zu loops", s->loop_count);
    return false;
  }
  int64_t points = 1;
  for (size_t loop = 0; loop < s->loop_count; ++loop) {
    size_t position, dim;
    if (!tern_linalg_loop_source(n->op, loop, &position, &dim) || dim >= s->operands[position]->rank) {
      STOP_UNKNOWN(e, n->op, "has a loop whose extent cannot be told");
      return false;
    }
    s->extents[loop] = s->operands[position]->sizes[dim];
    if (__builtin_mul_overflow(points, s->extents[loop], &points)) points = INT64_MAX;
  }
  return tern_reference_spend(e, n->op, points);
}

// What is read or written along a plain loop is as long as the loop.
static bool check_sizes(evaluator_t *e, const node_t *n, const structured_t *s) {
  for (size_t k = 0; k < s->operand_count; ++k) {
    const tern_affine_map_t *map = s->maps[k];
    if (!is_indexed(n->op, k)) continue;
    for (size_t r = 0; r < map->result_count && r < s->operands[k]->rank; ++r) {
      const tern_affine_expr_t *expr = map->results[r];
      if (expr->kind != TERN_AFFINE_DIM || s->operands[k]->sizes[r] == s->extents[expr->value]) continue;
      STOP_UNDEFINED(e, n->op, "has operand #%zu of size %lld in dimension %zu, where its loops make %lld", k,
                     (long long)s->operands[k]->sizes[r], r, (long long)s->extents[expr->value]);
      return false;
    }
  }
  return true;
}

// The element of operand `k` at the point.
static bool find_place(evaluator_t *e, const node_t *n, const structured_t *s, size_t k, int64_t *out) {
  const tern_affine_map_t *map = s->maps[k];
  for (size_t r = 0; r < map->result_count; ++r) {
    if (!tern_affine_expr_evaluate(map->results[r], s->loops, NULL, &out[r])) {
      STOP_UNDEFINED(e, n->op, "has an indexing map that divides by what is not positive");
      return false;
    }
  }
  return true;
}

static bool run_point(evaluator_t *e, frame_t *f, const node_t *n, const structured_t *s) {
  const region_code_t *body = &n->regions[0];
  int64_t place[REFERENCE_RANK_MAX];
  uint32_t argument_count = body->blocks->block->arg_count;
  for (size_t k = 0; k < s->operand_count && k < argument_count; ++k) {
    const datum_t *operand = s->operands[k];
    datum_t *element = tern_reference_array(operand->form, NULL, 0);
    bool is_right = true;
    if (is_indexed(n->op, k)) {
      is_right = find_place(e, n, s, k, place) && tern_reference_read_element(e, n->op, operand, place, element, 0);
    }
    put_slot(f, body->blocks->arguments[k],
             is_indexed(n->op, k) ? tern_reference_extract(element, 0) : tern_reference_copy(operand));
    tern_reference_release(element);
    if (!is_right) return false;
  }
  e->indices = s->loops;
  e->index_count = s->loop_count;
  if (tern_reference_run_region(e, f, &n->regions[0]) == FLOW_STOP) return false;
  const node_t *end = e->terminator;
  for (size_t k = s->input_count; k < s->operand_count; ++k) {
    datum_t *value = operand_of(f, end, k - s->input_count), *output = s->operands[k];
    if (!find_place(e, n, s, k, place) || !tern_reference_write_element(e, n->op, output, place, value, 0))
      return false;
    if (output->kind == DATUM_MEMREF) tern_reference_observe_write(e, n->op, value);
  }
  return true;
}

flow_t tern_reference_run_structured(evaluator_t *e, frame_t *f, const node_t *n) {
  structured_t s = {.operand_count = n->op->operand_count, .input_count = tern_linalg_input_count(n->op)};
  const int64_t *outer = e->indices;
  size_t outer_count = e->index_count;
  if (!n->regions || !n->op->region_count || !n->regions[0].count) return STOP_UNKNOWN(e, n->op, "has no body to run");
  s.operands = tern_realloc_array(NULL, s.operand_count + 1, sizeof *s.operands);
  s.maps = tern_realloc_array(NULL, s.operand_count + 1, sizeof *s.maps);
  for (size_t k = 0; k < s.operand_count; ++k) {
    datum_t *operand = operand_of(f, n, k);
    bool is_result = k >= s.input_count && operand->kind != DATUM_MEMREF;
    s.operands[k] = is_result ? tern_reference_copy(operand) : tern_reference_retain(operand);
    s.maps[k] = tern_linalg_indexing_map(n->op, k);
  }
  bool is_right = find_extents(e, n, &s) && check_sizes(e, n, &s);
  bool is_running = is_right && tern_reference_has_elements(s.extents, s.loop_count);
  while (is_running) {
    is_right = run_point(e, f, n, &s);
    is_running = is_right && tern_reference_next(s.loops, s.extents, s.loop_count);
  }
  for (size_t k = 0; k < s.operand_count; ++k) {
    if (is_right && k >= s.input_count && k - s.input_count < n->op->result_count) {
      put_result(f, n, k - s.input_count, tern_reference_retain(s.operands[k]));
    }
    tern_reference_release(s.operands[k]);
  }
  free(s.operands);
  free(s.maps);
  e->indices = outer;
  e->index_count = outer_count;
  return is_right ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_index(evaluator_t *e, frame_t *f, const node_t *n) {
  size_t dim = (size_t)tern_integer_attr_value(tern_op_attr(n->op, "dim"));
  if (dim >= e->index_count) return STOP_UNKNOWN(e, n->op, "is in no structured op");
  tern_reference_put_index(e, f, n, 0, e->indices[dim]);
  return FLOW_NEXT;
}

// --- softmax ---

// One line along the dimension: `element` numbers its first element, `stride` the distance to the next.
static void soften_line(datum_t *array, int64_t element, int64_t stride, int64_t count) {
  number_t number = array->form.number;
  double most = -INFINITY, sum = 0;
  bool is_poison = false;
  for (int64_t k = 0; k < count; ++k) {
    double value = tern_interpreter_decode(number, array->words[element + k * stride]);
    most = isnan(value) || isnan(most) ? NAN : fmax(most, value);
    is_poison = is_poison || array->poison[element + k * stride];
  }
  for (int64_t k = 0; k < count; ++k) {
    uint64_t *word = &array->words[element + k * stride];
    *word = tern_interpreter_encode(number, exp(tern_interpreter_decode(number, *word) - most));
    sum += tern_interpreter_decode(number, *word);
  }
  for (int64_t k = 0; k < count; ++k) {
    uint64_t *word = &array->words[element + k * stride];
    *word = tern_interpreter_encode(number, tern_interpreter_decode(number, *word) / sum);
    array->poison[element + k * stride] = is_poison;
  }
}

static flow_t run_softmax(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *input = operand_of(f, n, 0), *output = operand_of(f, n, 1);
  uint32_t dim = (uint32_t)tern_integer_attr_value(tern_op_attr(n->op, "dimension"));
  datum_t *array = input->kind == DATUM_MEMREF ? tern_reference_snapshot(e, n, input) : tern_reference_copy(input);
  if (!array) return FLOW_STOP;
  int64_t stride = 1, count = array->sizes[dim];
  for (uint32_t d = dim + 1; d < array->rank; ++d) stride *= array->sizes[d];
  for (int64_t k = 0; k < array->count; ++k) {
    if (k / stride % count == 0) soften_line(array, k, stride, count);
  }
  bool is_right = output->kind != DATUM_MEMREF || tern_reference_overwrite(e, n->op, output, array);
  if (n->op->result_count) put_result(f, n, 0, tern_reference_retain(array));
  tern_reference_observe_write(e, n->op, array);
  tern_reference_release(array);
  return is_right ? FLOW_NEXT : FLOW_STOP;
}

// --- pack and unpack ---

typedef struct packing {
  const datum_t *packed, *plain;
  const tern_attr_t *outer, *inner;  // outer_dims_perm (or NULL), inner_dims_pos
  int64_t tiles[REFERENCE_RANK_MAX];
  size_t tile_count;
} packing_t;

// The position in the plain tensor of one in the packed tensor.
static void unpack_position(const packing_t *p, const int64_t *packed, int64_t *out) {
  for (uint32_t d = 0; d < p->plain->rank; ++d) {
    out[p->outer && tern_int_list_attr_count(p->outer) ? tern_int_list_attr_at(p->outer, d) : (int64_t)d] = packed[d];
  }
  for (size_t k = 0; k < p->tile_count; ++k) {
    int64_t dim = tern_int_list_attr_at(p->inner, k);
    out[dim] = out[dim] * p->tiles[k] + packed[p->plain->rank + k];
  }
}

// The packed tensor has as many tiles as the plain one needs.
static bool check_packing(evaluator_t *e, const node_t *n, const packing_t *p) {
  int64_t tiles[REFERENCE_RANK_MAX];
  for (uint32_t d = 0; d < p->plain->rank; ++d) tiles[d] = 1;
  bool is_right = true;
  for (size_t k = 0; k < p->tile_count; ++k) {
    tiles[tern_int_list_attr_at(p->inner, k)] = p->tiles[k];
    is_right = is_right && p->tiles[k] > 0 && p->packed->sizes[p->plain->rank + k] == p->tiles[k];
  }
  for (uint32_t d = 0; is_right && d < p->plain->rank; ++d) {
    int64_t dim = p->outer && tern_int_list_attr_count(p->outer) ? tern_int_list_attr_at(p->outer, d) : (int64_t)d;
    is_right = p->packed->sizes[d] == (p->plain->sizes[dim] + tiles[dim] - 1) / tiles[dim];
  }
  if (!is_right) STOP_UNDEFINED(e, n->op, "has sizes that do not go with its tiles");
  return is_right;
}

static bool read_packing(evaluator_t *e, const frame_t *f, const node_t *n, packing_t *p) {
  p->outer = tern_op_attr(n->op, "outer_dims_perm");
  p->inner = tern_op_attr(n->op, "inner_dims_pos");
  if (p->packed->kind == DATUM_MEMREF || p->plain->kind == DATUM_MEMREF) {
    STOP_UNKNOWN(e, n->op, "is on memory");
    return false;
  }
  return tern_reference_index_list(e, f, n, "inner_tiles", "static_inner_tiles", p->tiles, &p->tile_count) &&
         tern_reference_spend(e, n->op, p->packed->count) && check_packing(e, n, p);
}

static flow_t run_pack(evaluator_t *e, frame_t *f, const node_t *n) {
  packing_t p = {.packed = operand_of(f, n, 1), .plain = operand_of(f, n, 0)};
  size_t start, count;
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  if (!read_packing(e, f, n, &p)) return FLOW_STOP;
  tern_op_operands_named(n->op, "padding_value", &start, &count);
  datum_t *result = tern_reference_copy(p.packed);
  for (int64_t k = 0; k < result->count; ++k) {
    unpack_position(&p, position, place);
    if (tern_reference_is_inside(place, p.plain->sizes, p.plain->rank)) {
      tern_reference_read_element(e, n->op, p.plain, place, result, k);
    } else if (count) {
      tern_reference_move(result, k, operand_of(f, n, start), 0, 1);
    } else {
      tern_reference_release(result);
      return STOP_UNDEFINED(e, n->op, "has tiles that the source does not fill, and no padding value");
    }
    tern_reference_next(position, result->sizes, result->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_unpack(evaluator_t *e, frame_t *f, const node_t *n) {
  packing_t p = {.packed = operand_of(f, n, 0), .plain = operand_of(f, n, 1)};
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  if (!read_packing(e, f, n, &p)) return FLOW_STOP;
  datum_t *result = tern_reference_copy(p.plain);
  for (int64_t k = 0; k < p.packed->count; ++k) {
    unpack_position(&p, position, place);
    if (tern_reference_is_inside(place, result->sizes, result->rank)) {
      tern_reference_write_element(e, n->op, result, place, p.packed, k);
    }
    tern_reference_next(position, p.packed->sizes, p.packed->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_linalg_rows[] = {
    {TERN_LINALG(YIELD), tern_reference_run_end},
    {TERN_LINALG(INDEX), run_index},
    {TERN_LINALG(SOFTMAX), run_softmax},
    {TERN_LINALG(PACK), run_pack},
    {TERN_LINALG(UNPACK), run_unpack},
    {0},
};
