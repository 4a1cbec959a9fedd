// What generic code may ask of structured ops (upstream: LinalgInterfaces.cpp).

#include "dialect/linalg/structured.h"

#include "base/vec.h"
#include "dialect/linalg/description.h"

// --- operands ---

size_t tern_linalg_input_count(const tern_op_t *op) {
  size_t start, count;
  tern_op_operand_group(op, 0, &start, &count);
  return count;
}

size_t tern_linalg_output_count(const tern_op_t *op) { return op->operand_count - tern_linalg_input_count(op); }

tern_value_t *tern_linalg_input(const tern_op_t *op, size_t index) { return tern_op_operand(op, index); }

tern_value_t *tern_linalg_output(const tern_op_t *op, size_t index) {
  return tern_op_operand(op, tern_linalg_input_count(op) + index);
}

size_t tern_linalg_output_position(const tern_op_t *op, size_t index) { return tern_linalg_input_count(op) + index; }

const tern_affine_map_t *tern_linalg_output_map(const tern_op_t *op, size_t index) {
  return tern_linalg_indexing_map(op, tern_linalg_output_position(op, index));
}

static bool is_memref(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
}
static bool is_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR || type->kind == TERN_TYPE_UNRANKED_TENSOR;
}

bool tern_linalg_has_buffer_semantics(const tern_op_t *op) {
  if (op->result_count > 0) return false;
  bool has_memref = false;
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (is_tensor(type)) return false;
    has_memref |= is_memref(type);
  }
  return has_memref;
}

bool tern_linalg_has_tensor_semantics(const tern_op_t *op) {
  bool has_tensor = false;
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (is_memref(type)) return false;
    has_tensor |= is_tensor(type);
  }
  return has_tensor;
}

// --- maps from text ---

// Reads digits at `*text`.
static size_t read_number(const char **text) {
  size_t number = 0;
  while (**text >= '0' && **text <= '9') number = number * 10 + (size_t)(*(*text)++ - '0');
  return number;
}

// A loop, or an element of `strides` or `dilations`.
static const tern_affine_expr_t *read_factor(tern_context_t *context, const char **text, const tern_attr_t *strides,
                                             const tern_attr_t *dilations) {
  char letter = *(*text)++;
  if (letter != 'S' && letter != 'D') return tern_affine_dim(context, (size_t)(letter - 'a'));
  size_t index = read_number(text);
  const tern_attr_t *list = letter == 'S' ? strides : dilations;
  bool is_there = list && index < tern_int_list_attr_count(list);
  return tern_affine_constant(context, is_there ? tern_int_list_attr_at(list, index) : 1);
}

static const tern_affine_expr_t *read_expr(tern_context_t *context, const char **text, const tern_attr_t *strides,
                                           const tern_attr_t *dilations) {
  const tern_affine_expr_t *sum = NULL;
  for (;;) {
    const tern_affine_expr_t *term = read_factor(context, text, strides, dilations);
    while (**text == '*') {
      ++*text;
      term = tern_affine_mul(term, read_factor(context, text, strides, dilations));
    }
    sum = sum ? tern_affine_add(sum, term) : term;
    if (**text != '+') return sum;
    ++*text;
  }
}

const tern_affine_map_t *tern_linalg_map_from_text(tern_context_t *context,
                                                   const tern_linalg_description_t *description, size_t position,
                                                   const tern_attr_t *strides, const tern_attr_t *dilations) {
  const char *text = description->maps;
  for (size_t i = 0; i < position; i++) {
    text = strchr(text, ';');
    if (!text) return NULL;
    text++;
  }
  const tern_affine_expr_t *results[TERN_LINALG_MAX_LOOPS];
  size_t count = 0;
  while (*text && *text != ';') {
    results[count++] = read_expr(context, &text, strides, dilations);
    if (*text == ',') text++;
  }
  return tern_affine_map_get(context, strlen(description->iterators), 0, results, count);
}

const tern_attr_t *tern_linalg_default_maps(tern_context_t *context, const tern_linalg_description_t *description) {
  const tern_attr_t *maps[TERN_LINALG_MAX_LOOPS];
  size_t count = description->input_count + 1;
  for (size_t i = 0; i < count; i++)
    maps[i] = tern_affine_map_attr_get(tern_linalg_map_from_text(context, description, i, NULL, NULL));
  return tern_array_attr_get(context, maps, count);
}

const tern_attr_t *tern_linalg_identity_maps(tern_context_t *context, size_t rank, size_t count) {
  const tern_attr_t *map = tern_affine_map_attr_get(tern_affine_map_identity(context, rank));
  TERN_VEC(const tern_attr_t *) maps = {0};
  for (size_t i = 0; i < count; i++) tern_vec_push(&maps, map);
  const tern_attr_t *attr = tern_array_attr_get(context, maps.values, count);
  tern_vec_deinitialize(&maps);
  return attr;
}

const tern_linalg_description_t tern_linalg_generic_description = {.form = TERN_LINALG_FORM_GENERIC};

// --- loops ---

// Rank of the operand; 0 for scalars and what has no rank.
static size_t rank_of(const tern_value_t *value) {
  return tern_type_is_ranked(value->type) && value->type->kind != TERN_TYPE_VECTOR ? tern_type_rank(value->type) : 0;
}

static bool lists(const tern_attr_t *list, int64_t value) {
  for (size_t i = 0; i < tern_int_list_attr_count(list); i++)
    if (tern_int_list_attr_at(list, i) == value) return true;
  return false;
}

static const tern_affine_map_t *map_of_attr(const tern_op_t *op, size_t position) {
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
  if (!maps || maps->kind != TERN_ATTR_ARRAY || position >= tern_array_attr_count(maps)) return NULL;
  const tern_attr_t *map = tern_array_attr_at(maps, position);
  return map->kind == TERN_ATTR_AFFINE_MAP ? tern_affine_map_attr_value(map) : NULL;
}

// The dims in order without those that `dropped` lists.
static const tern_affine_map_t *map_without(tern_context_t *context, size_t rank, const tern_attr_t *dropped) {
  size_t positions[TERN_LINALG_MAX_LOOPS], count = 0;
  for (size_t i = 0; i < rank && i < TERN_LINALG_MAX_LOOPS; i++)
    if (!lists(dropped, (int64_t)i)) positions[count++] = i;
  return tern_affine_map_select(context, rank, positions, count);
}

size_t tern_linalg_loop_count(const tern_op_t *op) {
  const tern_linalg_description_t *description = tern_linalg_describe(op);
  switch (description->form) {
    case TERN_LINALG_FORM_NAMED: return strlen(description->iterators);
    case TERN_LINALG_FORM_NAMED_MAPS:
    case TERN_LINALG_FORM_CONTRACT: {
      const tern_affine_map_t *map = map_of_attr(op, 0);
      return map ? map->dim_count : description->iterators ? strlen(description->iterators) : 0;
    }
    case TERN_LINALG_FORM_GENERIC: {
      const tern_attr_t *iterators = tern_op_attr(op, "iterator_types");
      return iterators ? tern_array_attr_count(iterators) : 0;
    }
    case TERN_LINALG_FORM_REDUCE: return op->operand_count ? rank_of(tern_op_operand(op, 0)) : 0;
    case TERN_LINALG_FORM_RANKED:
    case TERN_LINALG_FORM_ELEMENTWISE:
    case TERN_LINALG_FORM_MAP:
    case TERN_LINALG_FORM_TRANSPOSE:
    case TERN_LINALG_FORM_BROADCAST: break;
  }
  return tern_linalg_output_count(op) ? rank_of(tern_linalg_output(op, 0)) : 0;
}

tern_iterator_t tern_linalg_iterator(const tern_op_t *op, size_t loop) {
  const tern_linalg_description_t *description = tern_linalg_describe(op);
  switch (description->form) {
    case TERN_LINALG_FORM_GENERIC:
      return (tern_iterator_t)tern_enum_attr_value(tern_array_attr_at(tern_op_attr(op, "iterator_types"), loop));
    case TERN_LINALG_FORM_REDUCE:
      return lists(tern_op_attr(op, "dimensions"), (int64_t)loop) ? TERN_ITERATOR_REDUCTION : TERN_ITERATOR_PARALLEL;
    case TERN_LINALG_FORM_CONTRACT: {
      const tern_affine_map_t *map = map_of_attr(op, 2);
      for (size_t i = 0; map && i < map->result_count; i++)
        if (tern_affine_expr_uses_dim(map->results[i], loop)) return TERN_ITERATOR_PARALLEL;
      return TERN_ITERATOR_REDUCTION;
    }
    case TERN_LINALG_FORM_NAMED:
    case TERN_LINALG_FORM_NAMED_MAPS: {
      if (loop >= strlen(description->iterators)) return TERN_ITERATOR_PARALLEL;
      return description->iterators[loop] == 'p' ? TERN_ITERATOR_PARALLEL : TERN_ITERATOR_REDUCTION;
    }
    case TERN_LINALG_FORM_RANKED:
    case TERN_LINALG_FORM_ELEMENTWISE:
    case TERN_LINALG_FORM_MAP:
    case TERN_LINALG_FORM_TRANSPOSE:
    case TERN_LINALG_FORM_BROADCAST: break;
  }
  return TERN_ITERATOR_PARALLEL;
}

size_t tern_linalg_count_iterators(const tern_op_t *op, tern_iterator_t iterator) {
  size_t count = 0, loops = tern_linalg_loop_count(op);
  for (size_t i = 0; i < loops; i++) count += tern_linalg_iterator(op, i) == iterator;
  return count;
}

bool tern_linalg_is_all_parallel(const tern_op_t *op) {
  return tern_linalg_count_iterators(op, TERN_ITERATOR_PARALLEL) == tern_linalg_loop_count(op);
}

static const tern_affine_map_t *transpose_map(const tern_op_t *op, size_t rank) {
  const tern_attr_t *permutation = tern_op_attr(op, "permutation");
  size_t positions[TERN_LINALG_MAX_LOOPS];
  // Loops run over the result: its dim i is dim permutation[i] of the input.
  for (size_t i = 0; i < rank && i < TERN_LINALG_MAX_LOOPS; i++) positions[i] = i;
  for (size_t i = 0; i < tern_int_list_attr_count(permutation); i++) {
    int64_t position = tern_int_list_attr_at(permutation, i);
    if (position >= 0 && (size_t)position < rank) positions[position] = i;
  }
  return tern_affine_map_select(op->loc->context, rank, positions, rank);
}

const tern_affine_map_t *tern_linalg_indexing_map(const tern_op_t *op, size_t position) {
  const tern_linalg_description_t *description = tern_linalg_describe(op);
  tern_context_t *context = tern_op_context(op);
  switch (description->form) {
    case TERN_LINALG_FORM_GENERIC:
    case TERN_LINALG_FORM_CONTRACT: return map_of_attr(op, position);
    case TERN_LINALG_FORM_NAMED_MAPS: {
      if (tern_op_attr(op, "indexing_maps")) return map_of_attr(op, position);
      return tern_linalg_map_from_text(context, description, position, NULL, NULL);
    }
    case TERN_LINALG_FORM_NAMED:
      return tern_linalg_map_from_text(context, description, position,
                                       description->spatial_rank ? tern_op_attr(op, "strides") : NULL,
                                       description->spatial_rank ? tern_op_attr(op, "dilations") : NULL);
    case TERN_LINALG_FORM_ELEMENTWISE: {
      const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
      if (maps && tern_array_attr_count(maps) > 0) return map_of_attr(op, position);
      return tern_affine_map_identity(context, tern_linalg_loop_count(op));
    }
    case TERN_LINALG_FORM_RANKED: {
      size_t loops = tern_linalg_loop_count(op);
      if (rank_of(tern_op_operand(op, position)) == 0) return tern_affine_map_get(context, loops, 0, NULL, 0);
      return tern_affine_map_identity(context, loops);
    }
    case TERN_LINALG_FORM_MAP: return tern_affine_map_identity(context, tern_linalg_loop_count(op));
    case TERN_LINALG_FORM_REDUCE: {
      size_t loops = tern_linalg_loop_count(op);
      if (position < tern_linalg_input_count(op)) return tern_affine_map_identity(context, loops);
      return map_without(context, loops, tern_op_attr(op, "dimensions"));
    }
    case TERN_LINALG_FORM_TRANSPOSE: {
      size_t loops = tern_linalg_loop_count(op);
      return position == 0 ? transpose_map(op, loops) : tern_affine_map_identity(context, loops);
    }
    case TERN_LINALG_FORM_BROADCAST: {
      size_t loops = tern_linalg_loop_count(op);
      if (position == 1) return tern_affine_map_identity(context, loops);
      return map_without(context, loops, tern_op_attr(op, "dimensions"));
    }
  }
  return NULL;
}

bool tern_linalg_loop_source(const tern_op_t *op, size_t loop, size_t *out_position, size_t *out_dim) {
  for (size_t position = 0; position < op->operand_count; position++) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
    if (!map || map->result_count != rank_of(tern_op_operand(op, position))) continue;
    for (size_t dim = 0; dim < map->result_count; dim++) {
      if (!tern_affine_expr_is_dim(map->results[dim], loop)) continue;
      *out_position = position;
      *out_dim = dim;
      return true;
    }
  }
  return false;
}

bool tern_linalg_static_loop_ranges(const tern_op_t *op, int64_t *out_ranges) {
  size_t loops = tern_linalg_loop_count(op);
  if (loops > TERN_LINALG_MAX_LOOPS) return false;
  bool is_known[TERN_LINALG_MAX_LOOPS] = {false};
  for (size_t loop = 0; loop < loops; loop++) out_ranges[loop] = TERN_DYNAMIC;
  for (size_t position = 0; position < op->operand_count; position++) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
    const tern_value_t *operand = tern_op_operand(op, position);
    if (!map || map->result_count != rank_of(operand)) continue;
    for (size_t dim = 0; dim < map->result_count; dim++) {
      if (map->results[dim]->kind != TERN_AFFINE_DIM || (size_t)map->results[dim]->value >= loops) continue;
      size_t loop = (size_t)map->results[dim]->value;
      is_known[loop] = true;
      if (out_ranges[loop] == TERN_DYNAMIC) out_ranges[loop] = tern_type_dim(operand->type, dim);
    }
  }
  for (size_t loop = 0; loop < loops; loop++)
    if (!is_known[loop]) return false;
  return true;
}

bool tern_linalg_has_empty_buffer(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind != TERN_TYPE_MEMREF) continue;
    for (size_t dim = 0; dim < tern_type_rank(type); dim++) {
      if (tern_type_dim(type, dim) == 0) return true;
    }
  }
  return false;
}

// --- body ---

bool tern_linalg_reads_output(const tern_op_t *op, size_t index) {
  const tern_block_t *body = tern_linalg_body(op);
  size_t position = tern_linalg_output_position(op, index);
  return !body || position >= body->arg_count || tern_value_has_uses(body->args[position]);
}

static tern_walk_result_t find_index(tern_op_t *op, void *user) {
  (void)user;
  return tern_op_is(op, TERN_LINALG(INDEX)) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

bool tern_linalg_body_has_index(const tern_op_t *op) {
  const tern_block_t *body = tern_linalg_body(op);
  if (!body) return false;
  tern_block_for_each_op(body, inner) {
    if (tern_op_walk_pre(inner, find_index, NULL) == TERN_WALK_INTERRUPT) return true;
  }
  return false;
}

// --- kinds ---

bool tern_linalg_is_copy(const tern_op_t *op) {
  const tern_block_t *body = tern_linalg_body(op);
  return body->first_op == body->last_op && body->last_op->operand_count == 1 &&
         tern_op_operand(body->last_op, 0) == body->args[0];
}

bool tern_linalg_is_elementwise(const tern_op_t *op) {
  if (!tern_linalg_is_all_parallel(op)) return false;
  for (size_t i = 0; i < tern_linalg_output_count(op); i++) {
    const tern_affine_map_t *map = tern_linalg_output_map(op, i);
    if (!map || !tern_affine_map_is_permutation(map)) return false;
  }
  return true;
}

// Looks through the casts of a body to a block argument; NULL if it is none.
static const tern_value_t *strip_casts(const tern_value_t *value) {
  for (;;) {
    const tern_op_t *op = tern_value_defining_op(value);
    if (!op) return value;
    if (!tern_op_has_trait(op, TERN_TRAIT_CAST_LIKE) || op->operand_count != 1) return NULL;
    value = tern_op_operand(op, 0);
  }
}

// The function that an op of a body is, by kinds of addition and multiplication that go together.
typedef struct ring {
  const char *add, *mul;
} ring_t;
static const ring_t rings[] = {{"arith.addf", "arith.mulf"},
                               {"arith.addi", "arith.muli"},
                               {"complex.add", "complex.mul"},
                               {"arith.ori", "arith.andi"}};

static bool is_accumulated_product(const tern_block_t *body) {
  const tern_op_t *yield = body->last_op;
  if (!yield || !tern_op_is(yield, TERN_LINALG(YIELD)) || yield->operand_count != 1 || body->arg_count != 3)
    return false;
  const tern_op_t *add = tern_value_defining_op(tern_op_operand(yield, 0));
  if (!add || add->operand_count != 2) return false;
  for (size_t side = 0; side < 2; side++) {
    if (tern_op_operand(add, side) != body->args[2]) continue;
    const tern_op_t *mul = tern_value_defining_op(tern_op_operand(add, 1 - side));
    if (!mul || mul->operand_count != 2) return false;
    const tern_value_t *lhs = strip_casts(tern_op_operand(mul, 0)), *rhs = strip_casts(tern_op_operand(mul, 1));
    bool is_right_way = lhs == body->args[0] && rhs == body->args[1];
    bool is_other_way = lhs == body->args[1] && rhs == body->args[0];
    if (!is_right_way && !is_other_way) return false;
    for (size_t i = 0; i < sizeof(rings) / sizeof(rings[0]); i++)
      if (tern_str_equal_cstr(tern_op_name(add), rings[i].add) && tern_str_equal_cstr(tern_op_name(mul), rings[i].mul))
        return true;
    return false;
  }
  return false;
}

bool tern_linalg_match_contraction(const tern_op_t *op, tern_contraction_t *out_contraction) {
  memset(out_contraction, 0, sizeof(*out_contraction));
  size_t loops = tern_linalg_loop_count(op);
  if (op->operand_count != 3 || tern_linalg_input_count(op) != 2 || loops > TERN_LINALG_MAX_LOOPS) return false;
  const tern_affine_map_t *maps[3];
  for (size_t i = 0; i < 3; i++) {
    maps[i] = tern_linalg_indexing_map(op, i);
    if (!maps[i] || !tern_affine_map_is_projected_permutation(maps[i], false)) return false;
  }
  if (!tern_linalg_body(op) || !is_accumulated_product(tern_linalg_body(op))) return false;
  tern_contraction_t *roles = out_contraction;
  for (size_t loop = 0; loop < loops; loop++) {
    bool is_used[3] = {false};
    for (size_t i = 0; i < 3; i++)
      for (size_t dim = 0; dim < maps[i]->result_count; dim++)
        is_used[i] |= tern_affine_expr_is_dim(maps[i]->results[dim], loop);
    tern_iterator_t iterator = tern_linalg_iterator(op, loop);
    if (is_used[2] != (iterator == TERN_ITERATOR_PARALLEL)) return false;
    if (!is_used[2] && iterator != TERN_ITERATOR_REDUCTION) return false;
    if (is_used[0] && is_used[1] && is_used[2]) {
      roles->batch[roles->batch_count++] = loop;
    } else if (is_used[0] && is_used[2]) {
      roles->m[roles->m_count++] = loop;
    } else if (is_used[1] && is_used[2]) {
      roles->n[roles->n_count++] = loop;
    } else if (is_used[0] && is_used[1]) {
      roles->k[roles->k_count++] = loop;
    } else {
      return false;
    }
  }
  return roles->k_count > 0;
}
