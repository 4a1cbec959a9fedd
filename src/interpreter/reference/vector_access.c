// Vectors to and from memory and tensors: transfers, masked accesses, gather and scatter.

#include "dialect/vector/vector.h"
#include "interpreter/reference/evaluator.h"

// Is a lane on? NULL: all are. False in `out_is_right` after a stop: the mask is poison there.
static bool is_on(evaluator_t *e, const node_t *n, const datum_t *mask, int64_t lane, bool *out_is_right) {
  if (!mask) return true;
  if (mask->poison[lane]) {
    STOP_UNDEFINED(e, n->op, "has a poison mask");
    *out_is_right = false;
    return false;
  }
  return mask->words[lane] & 1;
}

// --- transfers ---

typedef struct transfer {
  const tern_affine_map_t *map;
  const tern_attr_t *in_bounds;
  const datum_t *mask;
  int64_t indices[REFERENCE_RANK_MAX];
  int64_t extents[REFERENCE_RANK_MAX];  // of the vector, along the map's results
  size_t rank;                          // of these
} transfer_t;

static bool read_transfer(evaluator_t *e, const frame_t *f, const node_t *n, const datum_t *vector, transfer_t *out) {
  size_t start, count;
  *out = (transfer_t){.map = tern_affine_map_attr_value(tern_op_attr(n->op, "permutation_map")),
                      .in_bounds = tern_op_attr(n->op, "in_bounds"),
                      .mask = e->mask};
  if (!tern_reference_group(e, f, n, "indices", out->indices, &count)) return false;
  tern_op_operands_named(n->op, "mask", &start, &count);
  if (count) out->mask = operand_of(f, n, start);
  out->rank = out->map->result_count;
  for (size_t d = 0; d < out->rank; ++d) out->extents[d] = vector->sizes[d];
  return true;
}

typedef enum lane_state { LANE_ON, LANE_OFF, LANE_STOP } lane_state_t;

// Where lane `position` lies in `shaped`, if it is to be moved at all.
static lane_state_t find_lane(evaluator_t *e, const node_t *n, const transfer_t *t, const datum_t *shaped,
                              const int64_t *position, int64_t *out_place) {
  int64_t mask_position[REFERENCE_RANK_MAX] = {0};
  bool is_used[REFERENCE_RANK_MAX] = {0}, is_outside = false;
  memcpy(out_place, t->indices, shaped->rank * sizeof *out_place);
  for (size_t k = 0; k < t->rank; ++k) {
    const tern_affine_expr_t *expr = t->map->results[k];
    if (expr->kind != TERN_AFFINE_DIM) continue;  // a broadcast
    size_t d = (size_t)expr->value;
    is_used[d] = true;
    mask_position[d] = position[k];
    out_place[d] = wrap_add(out_place[d], position[k]);
    bool is_promised = t->in_bounds && k < tern_array_attr_count(t->in_bounds) &&
                       tern_integer_attr_value(tern_array_attr_at(t->in_bounds, k));
    bool is_inside = out_place[d] >= 0 && out_place[d] < shaped->sizes[d];
    if (!is_inside && !is_promised) is_outside = true;
  }
  if (is_outside) return LANE_OFF;
  if (!t->mask) return LANE_ON;
  // The mask's dimensions are those of memory that the vector runs along, in memory's order.
  size_t rank = 0;
  for (size_t d = 0; d < shaped->rank; ++d) {
    if (is_used[d]) mask_position[rank++] = mask_position[d];
  }
  bool is_right = true;
  bool on = is_on(e, n, t->mask, tern_reference_number_of(mask_position, t->mask->sizes, t->mask->rank), &is_right);
  return !is_right ? LANE_STOP : on ? LANE_ON : LANE_OFF;
}

static flow_t run_transfer_read(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *shaped = operand_of(f, n, 0);
  transfer_t t;
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  size_t start, count;
  tern_op_operands_named(n->op, "padding", &start, &count);
  const datum_t *padding = operand_of(f, n, start);
  datum_t *result = tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, NULL);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  if (!read_transfer(e, f, n, result, &t)) return FLOW_STOP;
  // Of memory that holds vectors an element is several lanes.
  int64_t words = shaped->form.words / result->form.words;
  if (!tern_reference_has_elements(t.extents, t.rank)) return FLOW_NEXT;
  for (int64_t k = 0;; ++k) {
    lane_state_t state = find_lane(e, n, &t, shaped, position, place);
    if (state == LANE_STOP) return FLOW_STOP;
    if (state == LANE_OFF) {
      tern_reference_move(result, k * words, padding, 0, words);
    } else if (!tern_reference_read_element(e, n->op, shaped, place, result, k)) {
      return FLOW_STOP;
    }
    if (!tern_reference_next(position, t.extents, t.rank)) return FLOW_NEXT;
  }
}

static flow_t run_transfer_write(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *value = operand_of(f, n, 0), *shaped = operand_of(f, n, 1);
  transfer_t t;
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  if (!read_transfer(e, f, n, value, &t)) return FLOW_STOP;
  if (shaped->kind != DATUM_MEMREF) {
    if (!tern_reference_spend(e, n->op, shaped->count)) return FLOW_STOP;
    shaped = tern_reference_copy(shaped);
    put_result(f, n, 0, shaped);
  }
  tern_reference_observe_write(e, n->op, value);
  if (!tern_reference_has_elements(t.extents, t.rank)) return FLOW_NEXT;
  for (int64_t k = 0;; ++k) {
    lane_state_t state = find_lane(e, n, &t, shaped, position, place);
    if (state == LANE_STOP) return FLOW_STOP;
    if (state == LANE_ON && !tern_reference_write_element(e, n->op, shaped, place, value, k)) return FLOW_STOP;
    if (!tern_reference_next(position, t.extents, t.rank)) return FLOW_NEXT;
  }
}

// --- accesses ---

// How lanes find their places.
typedef enum spread { SPREAD_ADJACENT, SPREAD_PACKED, SPREAD_INDEXED } spread_t;

typedef struct masked {
  const tern_op_row_t *row;
  spread_t spread;
  bool is_store;
} masked_t;

static const masked_t masked_rows[] = {
    {TERN_VECTOR(MASKEDLOAD), SPREAD_ADJACENT, false}, {TERN_VECTOR(MASKEDSTORE), SPREAD_ADJACENT, true},
    {TERN_VECTOR(EXPANDLOAD), SPREAD_PACKED, false},   {TERN_VECTOR(COMPRESSSTORE), SPREAD_PACKED, true},
    {TERN_VECTOR(GATHER), SPREAD_INDEXED, false},      {TERN_VECTOR(SCATTER), SPREAD_INDEXED, true},
};

// Operands: memory, its indices, for indexed ones the lanes' indices, the mask, and the value that is stored or that lanes
// come from which are off.
static flow_t run_masked(evaluator_t *e, frame_t *f, const node_t *n) {
  size_t row = 0;
  while (!tern_op_is(n->op, masked_rows[row].row)) ++row;
  const masked_t *kind = &masked_rows[row];
  uint32_t last = n->op->operand_count - 1;
  size_t index_count = last - 2 - (kind->spread == SPREAD_INDEXED);
  datum_t *shaped = operand_of(f, n, 0), *value = operand_of(f, n, last), *mask = operand_of(f, n, last - 1);
  const datum_t *lanes = kind->spread == SPREAD_INDEXED ? operand_of(f, n, last - 2) : NULL;
  int64_t start[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX], position[REFERENCE_RANK_MAX] = {0}, packed = 0;
  if (!tern_reference_integers(e, f, n, 1, index_count, start)) return FLOW_STOP;
  datum_t *target = kind->is_store ? shaped : tern_reference_copy(value);
  if (kind->is_store && shaped->kind != DATUM_MEMREF) target = tern_reference_copy(shaped);
  if (n->op->result_count) put_result(f, n, 0, target);
  if (kind->is_store) tern_reference_observe_write(e, n->op, value);
  bool is_right = true;
  for (int64_t k = 0; k < value->count && is_right; ++k) {
    bool on = is_on(e, n, mask, k, &is_right) && (!e->mask || (e->mask->words[k] & 1));
    if (on) {
      memcpy(place, start, sizeof place);
      int64_t step = packed++;
      if (lanes) is_right = tern_reference_element(e, n, lanes, k, &step);
      if (kind->spread == SPREAD_ADJACENT) {
        for (uint32_t d = 0; d < value->rank && d < shaped->rank; ++d) {
          int64_t *at = &place[shaped->rank - 1 - d];
          *at = wrap_add(*at, position[value->rank - 1 - d]);
        }
      } else {
        place[shaped->rank - 1] = wrap_add(place[shaped->rank - 1], step);
      }
      if (is_right && kind->is_store) {
        is_right = tern_reference_write_element(e, n->op, target, place, value, k);
      } else if (is_right) {
        is_right = tern_reference_read_element(e, n->op, shaped, place, target, k);
      }
    }
    tern_reference_next(position, value->sizes, value->rank);
  }
  return is_right ? FLOW_NEXT : FLOW_STOP;
}

const reference_row_t tern_reference_vector_access_rows[] = {
    {TERN_VECTOR(TRANSFER_READ), run_transfer_read},
    {TERN_VECTOR(TRANSFER_WRITE), run_transfer_write},
    {TERN_VECTOR(LOAD), tern_reference_run_load},
    {TERN_VECTOR(STORE), tern_reference_run_store},
    {TERN_VECTOR(MASKEDLOAD), run_masked},
    {TERN_VECTOR(MASKEDSTORE), run_masked},
    {TERN_VECTOR(EXPANDLOAD), run_masked},
    {TERN_VECTOR(COMPRESSSTORE), run_masked},
    {TERN_VECTOR(GATHER), run_masked},
    {TERN_VECTOR(SCATTER), run_masked},
    {0},
};
