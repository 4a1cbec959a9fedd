// Ops that move lanes of vectors, and masks.

#include "dialect/vector/vector.h"

#include "interpreter/reference/evaluator.h"

static datum_t *new_result(evaluator_t *e, const node_t *n, size_t index) {
  return tern_reference_new_of_type(e, n, tern_op_result(n->op, index)->type, NULL);
}

// The source's dimensions are the last ones of the result, each as large or one.
static flow_t run_broadcast(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  for (int64_t k = 0; k < result->count; ++k) {
    for (uint32_t d = 0; d < source->rank; ++d) {
      place[d] = source->sizes[d] == 1 ? 0 : position[result->rank - source->rank + d];
    }
    tern_reference_move(result, k, source, tern_reference_number_of(place, source->sizes, source->rank), 1);
    tern_reference_next(position, result->sizes, result->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_shape_cast(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  tern_reference_move(result, 0, operand_of(f, n, 0), 0, result->count);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_bitcast(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *from = operand_of(f, n, 0);
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  uint64_t width = from->form.number.width, to = result->form.number.width;
  uint64_t words = (uint64_t)result->count * result->form.words;
  for (uint64_t bit = 0; bit < words * to; ++bit) {
    uint64_t value = from->words[bit / width] >> (bit % width) & 1;
    result->words[bit / to] |= value << (bit % to);
    result->poison[bit / to] |= from->poison[bit / width];
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_transpose(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_attr_t *permutation = tern_op_attr(n->op, "permutation");
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  for (int64_t k = 0; k < result->count; ++k) {
    for (uint32_t d = 0; d < result->rank; ++d) place[tern_int_list_attr_at(permutation, d)] = position[d];
    tern_reference_move(result, k, source, tern_reference_number_of(place, source->sizes, source->rank), 1);
    tern_reference_next(position, result->sizes, result->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// --- positions ---

typedef enum found { FOUND, FOUND_POISON, FOUND_NOTHING } found_t;

// First element, and how many, of the position of an extract or insert in `vector`. NOTHING after a stop.
static found_t find_position(evaluator_t *e, const frame_t *f, const node_t *n, const datum_t *vector, int64_t *out,
                             int64_t *out_count) {
  int64_t position[REFERENCE_RANK_MAX];
  size_t depth;
  if (!tern_reference_index_list(e, f, n, "dynamic_position", "static_position", position, &depth))
    return FOUND_NOTHING;
  *out_count = vector->count;
  *out = 0;
  for (size_t d = 0; d < depth; ++d) {
    // -1 is how a poison position is written; others that are outside are poison as well.
    if (position[d] < 0 || position[d] >= vector->sizes[d]) return FOUND_POISON;
    *out_count /= vector->sizes[d];
    *out += position[d] * *out_count;
  }
  return FOUND;
}

static flow_t run_extract(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *vector = operand_of(f, n, 0);
  int64_t first, count;
  found_t found = find_position(e, f, n, vector, &first, &count);
  datum_t *result = found == FOUND_NOTHING ? NULL : new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  if (found == FOUND) {
    tern_reference_move(result, 0, vector, first, count);
  } else {
    tern_reference_poison(result, 0, result->count);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_insert(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *vector = operand_of(f, n, 1);
  int64_t first, count;
  found_t found = find_position(e, f, n, vector, &first, &count);
  if (found == FOUND_NOTHING) return FLOW_STOP;
  datum_t *result = tern_reference_copy(vector);
  if (found == FOUND) {
    tern_reference_move(result, first, operand_of(f, n, 0), 0, count);
  } else {
    tern_reference_poison(result, 0, result->count);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// Number in `large` of the element of `small` at `position`, where small's dimensions are the last `small->rank` ones and
// `offsets` is for the first dimensions.
static int64_t place_in_box(const datum_t *large, const datum_t *small, const int64_t *position,
                            const tern_attr_t *offsets, const tern_attr_t *strides) {
  int64_t place[REFERENCE_RANK_MAX];
  uint32_t leading = large->rank - small->rank;
  for (uint32_t d = 0; d < large->rank; ++d) {
    int64_t offset = d < tern_int_list_attr_count(offsets) ? tern_int_list_attr_at(offsets, d) : 0;
    int64_t at = d < leading ? 0 : position[d - leading];
    int64_t stride = d >= leading && d - leading < tern_int_list_attr_count(strides)
                         ? tern_int_list_attr_at(strides, d - leading)
                         : 1;
    place[d] = offset + at * stride;
  }
  return tern_reference_number_of(place, large->sizes, large->rank);
}

static flow_t run_extract_slice(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_attr_t *offsets = tern_op_attr(n->op, "offsets"), *strides = tern_op_attr(n->op, "strides");
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  int64_t position[REFERENCE_RANK_MAX] = {0};
  for (int64_t k = 0; k < result->count; ++k) {
    tern_reference_move(result, k, source, place_in_box(source, result, position, offsets, strides), 1);
    tern_reference_next(position, result->sizes, result->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_insert_slice(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  const datum_t *source = operand_of(f, n, 0);
  const tern_attr_t *offsets = tern_op_attr(n->op, "offsets"), *strides = tern_op_attr(n->op, "strides");
  datum_t *result = tern_reference_copy(operand_of(f, n, 1));
  int64_t position[REFERENCE_RANK_MAX] = {0};
  for (int64_t k = 0; k < source->count; ++k) {
    tern_reference_move(result, place_in_box(result, source, position, offsets, strides), source, k, 1);
    tern_reference_next(position, source->sizes, source->rank);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// --- lists of lanes ---

static flow_t run_shuffle(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *sources[] = {operand_of(f, n, 0), operand_of(f, n, 1)};
  const tern_attr_t *mask = tern_op_attr(n->op, "mask");
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  int64_t count = (int64_t)tern_int_list_attr_count(mask), first = sources[0]->rank ? sources[0]->sizes[0] : 1;
  int64_t slice = result->count / (count ? count : 1);
  for (int64_t k = 0; k < count; ++k) {
    int64_t from = tern_int_list_attr_at(mask, (size_t)k);
    if (from < 0) {
      tern_reference_poison(result, k * slice, slice);
    } else {
      const datum_t *source = sources[from >= first];
      tern_reference_move(result, k * slice, source, (from >= first ? from - first : from) * slice, slice);
    }
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_interleave(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) tern_reference_move(result, k, operand_of(f, n, k & 1), k / 2, 1);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_deinterleave(evaluator_t *e, frame_t *f, const node_t *n) {
  for (size_t part = 0; part < 2; ++part) {
    datum_t *result = new_result(e, n, part);
    if (!result) return FLOW_STOP;
    for (int64_t k = 0; k < result->count; ++k) {
      tern_reference_move(result, k, operand_of(f, n, 0), 2 * k + (int64_t)part, 1);
    }
    put_result(f, n, part, result);
  }
  return FLOW_NEXT;
}

static flow_t run_from_elements(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) tern_reference_move(result, k, operand_of(f, n, (size_t)k), 0, 1);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_to_elements(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  for (uint32_t k = 0; k < n->op->result_count; ++k)
    put_result(f, n, k, tern_reference_extract(operand_of(f, n, 0), k));
  return FLOW_NEXT;
}

// Positions count in units of a scalable part as its size does.
static int64_t scaled_position(const tern_op_t *op, const tern_type_t *part) {
  int64_t position = tern_integer_attr_value(tern_op_attr(op, "pos"));
  return position * (tern_vector_type_scalable_mask(part) ? REFERENCE_VSCALE : 1);
}

static flow_t run_scalable_extract(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  int64_t first = scaled_position(n->op, tern_op_result(n->op, 0)->type);
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) {
    if (first + k < source->count) {
      tern_reference_move(result, k, source, first + k, 1);
    } else {
      tern_reference_poison(result, k, 1);
    }
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_scalable_insert(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  const datum_t *source = operand_of(f, n, 0);
  int64_t first = scaled_position(n->op, tern_op_operand(n->op, 0)->type);
  datum_t *result = tern_reference_copy(operand_of(f, n, 1));
  if (first + source->count > result->count) {
    tern_reference_poison(result, 0, result->count);
  } else {
    tern_reference_move(result, first, source, 0, source->count);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_step(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) result->words[k] = (uint64_t)k;
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_vscale(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_reference_put_index(e, f, n, 0, REFERENCE_VSCALE);
  return FLOW_NEXT;
}

// --- masks ---

static flow_t run_create_mask(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_attr_t *constants = tern_op_attr(n->op, "mask_dim_sizes");
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t set[REFERENCE_RANK_MAX] = {1}, position[REFERENCE_RANK_MAX] = {0};
  datum_t *result = new_result(e, n, 0);
  if (!result) return FLOW_STOP;
  bool is_read = constants || tern_reference_integers(e, f, n, 0, n->op->operand_count, set);
  for (uint32_t d = 0; constants && d < tern_int_list_attr_count(constants); ++d) {
    set[d] = tern_int_list_attr_at(constants, d);
    // A whole scalable dimension is written as its base size.
    bool is_scalable = tern_vector_type_scalable_mask(type) >> d & 1;
    if (is_scalable) set[d] *= REFERENCE_VSCALE;
  }
  for (int64_t k = 0; k < result->count; ++k) {
    bool is_set = true;
    for (uint32_t d = 0; d < result->rank || d == 0; ++d) is_set = is_set && position[d] < set[d];
    result->words[k] = is_set;
    tern_reference_next(position, result->sizes, result->rank);
  }
  put_result(f, n, 0, result);
  return is_read ? FLOW_NEXT : FLOW_STOP;
}

// The op in the region looks at evaluator_t.mask; lanes that are off come from the pass-through value.
static flow_t run_mask(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *outer = e->mask, *mask = operand_of(f, n, 0);
  datum_t *pass_through = n->op->operand_count > 1 ? operand_of(f, n, 1) : NULL;
  e->mask = mask;
  flow_t flow = tern_reference_run_region(e, f, &n->regions[0]);
  e->mask = outer;
  if (flow == FLOW_STOP) return FLOW_STOP;
  tern_reference_take_yielded(e, f, n, 0);
  if (!pass_through || !n->op->result_count) return FLOW_NEXT;
  datum_t *result = tern_reference_copy(f->slots[n->results[0]]);
  for (int64_t k = 0; k < result->count && result->count == mask->count; ++k) {
    if (!(mask->words[k] & 1)) tern_reference_move(result, k, pass_through, k, 1);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// --- text ---

static flow_t run_print(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_attr_t *literal = tern_op_attr(n->op, "stringLiteral");
  const tern_attr_t *punctuation = tern_op_attr(n->op, "punctuation");
  if (n->op->operand_count) {
    // Vectors have parentheses, those without dimensions too.
    const datum_t *value = operand_of(f, n, 0);
    bool is_lone = value->rank == 0 && tern_op_operand(n->op, 0)->type->kind == TERN_TYPE_VECTOR;
    tern_string_builder_append_cstr(&e->output, is_lone ? "( " : "");
    tern_reference_print(value, &e->output);
    tern_string_builder_append_cstr(&e->output, is_lone ? " )" : "");
  }
  if (literal) {
    tern_string_builder_append(&e->output, tern_string_attr_value(literal));
    return FLOW_NEXT;
  }
  static const char *const texts[] = {"", "\n", ", ", "( ", " )"};
  int64_t kind = punctuation ? tern_enum_attr_value(punctuation) : 1;
  tern_string_builder_append_cstr(&e->output, texts[kind >= 0 && kind < 5 ? kind : 1]);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_vector_rows[] = {
    {TERN_VECTOR(BROADCAST), run_broadcast},
    {TERN_VECTOR(SHAPE_CAST), run_shape_cast},
    {TERN_VECTOR(BITCAST), run_bitcast},
    {TERN_VECTOR(TRANSPOSE), run_transpose},
    {TERN_VECTOR(EXTRACT), run_extract},
    {TERN_VECTOR(INSERT), run_insert},
    {TERN_VECTOR(EXTRACT_STRIDED_SLICE), run_extract_slice},
    {TERN_VECTOR(INSERT_STRIDED_SLICE), run_insert_slice},
    {TERN_VECTOR(SHUFFLE), run_shuffle},
    {TERN_VECTOR(INTERLEAVE), run_interleave},
    {TERN_VECTOR(DEINTERLEAVE), run_deinterleave},
    {TERN_VECTOR(FROM_ELEMENTS), run_from_elements},
    {TERN_VECTOR(TO_ELEMENTS), run_to_elements},
    {TERN_VECTOR(SCALABLE_EXTRACT), run_scalable_extract},
    {TERN_VECTOR(SCALABLE_INSERT), run_scalable_insert},
    {TERN_VECTOR(STEP), run_step},
    {TERN_VECTOR(VSCALE), run_vscale},
    {TERN_VECTOR(CREATE_MASK), run_create_mask},
    {TERN_VECTOR(CONSTANT_MASK), run_create_mask},
    {TERN_VECTOR(MASK), run_mask},
    {TERN_VECTOR(YIELD), tern_reference_run_end},
    {TERN_VECTOR(PRINT), run_print},
    {0},
};
