// Element-wise ops, map, constants, and ops that only move elements.

#include <stdlib.h>

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static void fill_with_scalar_op(tern_builder_t *b, tern_block_t *body, void *user) {
  const tern_op_t *op = user;
  const tern_type_t *element = tern_type_element(tern_op_result(op, 0)->type);
  tern_build_linalg_yield(b, TERN_VALUES(tern_hlo_build_scalar(b, op, element, body->args)));
}

// Sizes of the result of an op on operands of its shape; scalars among them give none.
static void build_common_sizes(tern_hlo_lowering_t *l, const tern_type_t *type, tern_extent_t *out_sizes) {
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < rank; ++i) {
    out_sizes[i] = tern_extent_of(tern_type_dim(type, i));
    if (tern_type_dim(type, i) != TERN_DYNAMIC) continue;
    for (size_t o = 0; o < l->operands.count; ++o) {
      tern_value_t *operand = l->operands.values[o];
      if (tern_type_rank(operand->type) != rank) continue;
      out_sizes[i] = tern_build_dim(l->b, operand, i);
      break;
    }
  }
}

// A generic op on operands of the result's shape, or scalars that are repeated.
static tern_value_t *build_pointwise(tern_hlo_lowering_t *l, tern_linalg_body_fn_t fill_body, void *user) {
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(type), count = l->operands.count;
  tern_extent_t sizes[MAX_RANK];
  build_common_sizes(l, type, sizes);
  const tern_affine_map_t **maps = tern_malloc((count + 1) * sizeof(*maps));
  for (size_t i = 0; i < count; ++i) {
    maps[i] = tern_type_rank(l->operands.values[i]->type) == rank
                  ? tern_affine_map_identity(l->b->context, rank)
                  : tern_affine_map_get(l->b->context, rank, 0, NULL, 0);
  }
  maps[count] = tern_affine_map_identity(l->b->context, rank);
  tern_value_t *empty = tern_build_empty(l->b, type, sizes);
  tern_op_t *generic = tern_build_tensor_generic(l->b, l->operands, TERN_VALUES(empty), maps, rank, 0, fill_body, user);
  free(maps);
  return tern_op_result(generic, 0);
}

static bool lower_width_change(tern_hlo_lowering_t *l);

bool tern_hlo_lower_elementwise(tern_hlo_lowering_t *l) {
  const char *reason;
  tern_hlo_t id = tern_hlo_id(l->op);
  if (id == TERN_HLO_BITCAST_CONVERT && tern_type_rank(l->operands.values[0]->type) != tern_type_rank(l->types[0])) {
    return lower_width_change(l);
  }
  if (!tern_hlo_scalar_is_defined(l->op, &reason)) return tern_op_error(l->op, "%s", reason);
  // Nothing is to be done where only a sign changes.
  bool is_same = id == TERN_HLO_CONVERT || id == TERN_HLO_BITCAST_CONVERT || id == TERN_HLO_COPY;
  if (is_same && l->operands.values[0]->type == l->types[0] &&
      (id != TERN_HLO_CONVERT || tern_type_is_integer(tern_type_element(l->types[0])) ||
       tern_op_operand(l->op, 0)->type == tern_op_result(l->op, 0)->type)) {
    l->results[0] = l->operands.values[0];
    return true;
  }
  l->results[0] = build_pointwise(l, fill_with_scalar_op, l->op);
  return true;
}

// --- bitcast_convert between widths ---

// The bits of an element as an integer.
static tern_value_t *build_bits(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  if (x->type == type) return x;
  bool is_complex = x->type->kind == TERN_TYPE_COMPLEX || type->kind == TERN_TYPE_COMPLEX;
  return tern_build_value(b, is_complex ? TERN_COMPLEX(BITCAST) : TERN_ARITH(BITCAST), .operands = TERN_VALUES(x),
                          .types = TERN_TYPES(type));
}

static uint32_t width_of(const tern_type_t *element) {
  return element->kind == TERN_TYPE_COMPLEX ? 2 * tern_type_bit_width(tern_type_element(element))
                                            : tern_type_bit_width(element);
}

typedef struct width_change {
  const tern_type_t *to;
  size_t loop;  // that counts the parts
} width_change_t;

static tern_value_t *build_part_shift(tern_builder_t *b, size_t loop, uint32_t width, const tern_type_t *type) {
  tern_value_t *index = tern_linalg_build_index(b, loop);
  tern_value_t *amount = tern_build_index_mul(b, index, tern_build_index(b, width));
  return tern_build_number_from_index(b, amount, type);
}

// Part i of an element has its bits from i * width on: little-endian.
static void fill_with_part(tern_builder_t *b, tern_block_t *body, void *user) {
  const width_change_t *change = user;
  uint32_t from = width_of(body->args[0]->type), to = width_of(change->to);
  const tern_type_t *wide = tern_i_type_get(b->context, from), *narrow = tern_i_type_get(b->context, to);
  tern_value_t *bits = build_bits(b, body->args[0], wide), *shift = build_part_shift(b, change->loop, to, wide);
  bits = tern_build_value(b, TERN_ARITH(SHRUI), .operands = TERN_VALUES(bits, shift), .types = TERN_TYPES(wide));
  bits = tern_build_value(b, TERN_ARITH(TRUNCI), .operands = TERN_VALUES(bits), .types = TERN_TYPES(narrow));
  tern_build_linalg_yield(b, TERN_VALUES(build_bits(b, bits, change->to)));
}

// out | part << (i * width)
static void fill_with_whole(tern_builder_t *b, tern_block_t *body, void *user) {
  const width_change_t *change = user;
  uint32_t from = width_of(body->args[0]->type);
  const tern_type_t *wide = body->args[1]->type, *narrow = tern_i_type_get(b->context, from);
  tern_value_t *bits = build_bits(b, body->args[0], narrow), *shift = build_part_shift(b, change->loop, from, wide);
  bits = tern_build_value(b, TERN_ARITH(EXTUI), .operands = TERN_VALUES(bits), .types = TERN_TYPES(wide));
  bits = tern_build_value(b, TERN_ARITH(SHLI), .operands = TERN_VALUES(bits, shift), .types = TERN_TYPES(wide));
  bits = tern_build_value(b, TERN_ARITH(ORI), .operands = TERN_VALUES(body->args[1], bits), .types = TERN_TYPES(wide));
  tern_build_linalg_yield(b, TERN_VALUES(bits));
}

static void fill_with_bits(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_build_linalg_yield(b, TERN_VALUES(build_bits(b, body->args[0], user)));
}

static bool lower_width_change(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *operand = l->operands.values[0];
  const tern_type_t *type = l->types[0], *to = tern_type_element(type);
  size_t rank = tern_type_rank(type), from_rank = tern_type_rank(operand->type);
  bool is_split = rank > from_rank;
  size_t outer = is_split ? from_rank : rank, positions[MAX_RANK];
  for (size_t i = 0; i < outer; ++i) positions[i] = i;
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < outer; ++i) sizes[i] = tern_build_dim(b, operand, i);
  width_change_t change = {to, outer};
  const tern_affine_map_t *outer_map = tern_affine_map_select(b->context, outer + 1, positions, outer);
  const tern_affine_map_t *whole_map = tern_affine_map_identity(b->context, outer + 1);
  if (is_split) {
    sizes[outer] = tern_extent_of(tern_type_dim(type, outer));
    const tern_affine_map_t *maps[] = {outer_map, whole_map};
    tern_op_t *generic =
        tern_build_tensor_generic(b, TERN_VALUES(operand), TERN_VALUES(tern_build_empty(b, type, sizes)), maps,
                                  outer + 1, 0, fill_with_part, &change);
    l->results[0] = tern_op_result(generic, 0);
    return true;
  }
  const tern_type_t *bits = tern_i_type_get(b->context, width_of(to));
  tern_value_t *zero = tern_build_filled(b, tern_type_with_element(type, bits), sizes, tern_build_number(b, bits, 0));
  const tern_affine_map_t *maps[] = {whole_map, outer_map};
  tern_op_t *generic =
      tern_build_tensor_generic(b, TERN_VALUES(operand), TERN_VALUES(zero), maps, outer, 1, fill_with_whole, &change);
  l->results[0] = tern_op_result(generic, 0);
  if (bits == to) return true;
  const tern_affine_map_t *same[] = {tern_affine_map_identity(b->context, rank),
                                     tern_affine_map_identity(b->context, rank)};
  generic = tern_build_tensor_generic(b, TERN_VALUES(l->results[0]), TERN_VALUES(tern_build_empty(b, type, sizes)),
                                      same, rank, 0, fill_with_bits, (void *)to);
  l->results[0] = tern_op_result(generic, 0);
  return true;
}

// --- map ---

typedef struct map_body {
  tern_hlo_body_t body;
} map_body_t;

static void fill_with_body(tern_builder_t *b, tern_block_t *block, void *user) {
  const map_body_t *map = user;
  tern_value_t *result;
  tern_hlo_build_body(b, &map->body, block->args, &result, 1);
  tern_build_linalg_yield(b, TERN_VALUES(result));
}

// Loops over the elements.
static tern_value_t *build_mapped_in_loops(tern_hlo_lowering_t *l, const tern_hlo_body_t *body) {
  tern_builder_t b = *l->b;
  size_t rank = tern_type_rank(l->types[0]), count = l->operands.count;
  tern_extent_t ends[TERN_HLO_MAX_LOOPS];
  tern_build_dims(&b, l->operands.values[0], ends);
  tern_value_t *state = tern_build_empty(&b, l->types[0], ends), *result;
  tern_value_t **args = tern_malloc((count + 1) * sizeof(*args));
  tern_loop_nest_t nest;
  tern_loop_nest_open(&b, ends, rank, &state, 1, &nest);
  tern_values_t place = {nest.ivs, rank};
  for (size_t i = 0; i < count; ++i) args[i] = tern_build_extract(&b, l->operands.values[i], place);
  tern_hlo_build_body(&b, body, args, &result, 1);
  state = tern_build_insert(&b, result, state, place);
  tern_loop_nest_close(&b, &nest, &state, 1);
  *l->b = b;
  free(args);
  return state;
}

static bool lower_map(tern_hlo_lowering_t *l) {
  map_body_t map = {{&l->op->regions[0], l->conversion}};
  bool is_scalar = tern_hlo_body_is_scalar(&map.body);
  l->results[0] = is_scalar ? build_pointwise(l, fill_with_body, &map) : build_mapped_in_loops(l, &map.body);
  return true;
}

// --- constants ---

static bool lower_constant(tern_hlo_lowering_t *l) {
  l->results[0] = tern_build_constant(l->b, tern_hlo_signless_attr(tern_op_attr(l->op, "value")));
  return true;
}

static void fill_with_iota(tern_builder_t *b, tern_block_t *body, void *user) {
  const size_t *loop = user;
  tern_value_t *index = tern_linalg_build_index(b, *loop);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_number_from_index(b, index, body->args[0]->type)));
}

// iota and dynamic_iota.
static bool lower_iota(tern_hlo_lowering_t *l) {
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(type), loop = (size_t)tern_hlo_int_entry(l->op, "iota_dimension", 0);
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = tern_extent_of(tern_type_dim(type, i));
    if (sizes[i].constant != TERN_DYNAMIC) continue;
    if (l->operands.count == 0) return false;
    tern_value_t *size = tern_build_element_at(l->b, l->operands.values[0], (int64_t)i);
    sizes[i] = tern_extent_of_value(tern_build_index_from(l->b, size, tern_hlo_written_element(l->op, 0)));
  }
  const tern_affine_map_t *identity = tern_affine_map_identity(l->b->context, rank);
  tern_op_t *generic =
      tern_build_tensor_generic(l->b, (tern_values_t){0}, TERN_VALUES(tern_build_empty(l->b, type, sizes)), &identity,
                                rank, 0, fill_with_iota, &loop);
  l->results[0] = tern_op_result(generic, 0);
  return true;
}

// --- movements ---

// Operand dimension i goes to result dimension targets[i]; ones are repeated.
static bool build_broadcast(tern_hlo_lowering_t *l, const size_t *targets) {
  tern_builder_t *b = l->b;
  tern_value_t *operand = l->operands.values[0];
  const tern_type_t *type = l->types[0], *from = operand->type;
  size_t rank = tern_type_rank(type);
  tern_extent_t sizes[MAX_RANK];
  const tern_affine_expr_t *exprs[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) sizes[i] = tern_extent_of(tern_type_dim(type, i));
  for (size_t i = 0; i < tern_type_rank(from); ++i) {
    bool is_repeated = tern_type_dim(from, i) == 1 && tern_type_dim(type, targets[i]) != 1;
    exprs[i] = is_repeated ? tern_affine_constant(b->context, 0) : tern_affine_dim(b->context, targets[i]);
    if (sizes[targets[i]].constant == TERN_DYNAMIC) sizes[targets[i]] = tern_build_dim(b, operand, i);
  }
  for (size_t i = 0; i < rank; ++i) {
    if (!sizes[i].value && sizes[i].constant == TERN_DYNAMIC) {
      return tern_op_error(l->op, "has result dimension %zu of unknown size", i);
    }
  }
  tern_value_t *empty = tern_build_empty(b, type, sizes);
  l->results[0] =
      tern_build_moved(b, operand, tern_affine_map_get(b->context, rank, 0, exprs, tern_type_rank(from)), empty);
  return true;
}

static bool lower_broadcast(tern_hlo_lowering_t *l) {
  size_t targets[MAX_RANK], rank = tern_type_rank(l->operands.values[0]->type);
  for (size_t i = 0; i < rank; ++i) targets[i] = tern_type_rank(l->types[0]) - rank + i;
  return build_broadcast(l, targets);
}

static bool lower_broadcast_in_dim(tern_hlo_lowering_t *l) {
  size_t targets[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(l->operands.values[0]->type); ++i) {
    targets[i] = (size_t)tern_hlo_list_entry(l->op, "broadcast_dimensions", i, (int64_t)i);
  }
  return build_broadcast(l, targets);
}

static bool lower_transpose(tern_hlo_lowering_t *l) {
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(type), positions[MAX_RANK];
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    size_t source = (size_t)tern_hlo_list_entry(l->op, "permutation", i, (int64_t)i);
    positions[source] = i;
    sizes[i] = tern_build_dim(l->b, l->operands.values[0], source);
  }
  const tern_affine_map_t *map = tern_affine_map_select(l->b->context, rank, positions, rank);
  l->results[0] = tern_affine_map_is_identity(map) && l->operands.values[0]->type == type
                      ? l->operands.values[0]
                      : tern_build_moved(l->b, l->operands.values[0], map, tern_build_empty(l->b, type, sizes));
  return true;
}

// One size may be unknown: it is what the other sizes leave of the number of elements.
static bool lower_reshape(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->types[0];
  tern_value_t *operand = l->operands.values[0];
  size_t rank = tern_type_rank(type), unknown = rank;
  int64_t known = 1;
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(type, i);
    sizes[i] = tern_extent_of(size);
    if (size == TERN_DYNAMIC && unknown < rank) {
      return tern_op_error(l->op, "has result dimensions %zu and %zu of unknown size", unknown, i);
    }
    if (size == TERN_DYNAMIC) unknown = i;
    if (size != TERN_DYNAMIC) known *= size;
  }
  if (unknown < rank) {
    tern_extent_t count = tern_extent_of(1);
    for (size_t i = 0; i < tern_type_rank(operand->type); ++i) {
      count = tern_extent_mul(b, count, tern_build_dim(b, operand, i));
    }
    tern_value_t *divisor = tern_build_index(b, known == 0 ? 1 : known);
    sizes[unknown] = tern_extent_of_value(tern_build_index_ceildiv(b, tern_build_extent(b, count), divisor));
  }
  l->results[0] = tern_build_reshape(b, operand, type, sizes);
  return true;
}

// --- reverse ---

typedef struct reversal {
  tern_value_t *operand;
  bool is_reversed[MAX_RANK];
  tern_extent_t sizes[MAX_RANK];
} reversal_t;

// Dimensions of unknown size need their size in the index, which an indexing map cannot hold.
static void fill_with_reversed(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const reversal_t *reversal = user;
  tern_value_t *indices[MAX_RANK];
  size_t rank = tern_type_rank(reversal->operand->type);
  for (size_t i = 0; i < rank; ++i) {
    indices[i] = tern_linalg_build_index(b, i);
    if (!reversal->is_reversed[i]) continue;
    tern_value_t *last = tern_build_index_sub(b, tern_build_extent(b, reversal->sizes[i]), tern_build_index(b, 1));
    indices[i] = tern_build_index_sub(b, last, indices[i]);
  }
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, reversal->operand, (tern_values_t){indices, rank})));
}

static bool lower_reverse(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(type);
  reversal_t reversal = {.operand = l->operands.values[0]};
  const tern_affine_expr_t *exprs[MAX_RANK];
  const tern_attr_t *dims = tern_op_attr(l->op, "dimensions");
  bool is_static = true;
  tern_build_dims(b, reversal.operand, reversal.sizes);
  for (size_t i = 0; i < rank; ++i) exprs[i] = tern_affine_dim(b->context, i);
  for (size_t i = 0; i < tern_int_list_attr_count(dims); ++i) {
    size_t dim = (size_t)tern_int_list_attr_at(dims, i);
    reversal.is_reversed[dim] = true;
    is_static &= !reversal.sizes[dim].value;
    exprs[dim] = tern_affine_add(tern_affine_mul(exprs[dim], tern_affine_constant(b->context, -1)),
                                 tern_affine_constant(b->context, reversal.sizes[dim].constant - 1));
  }
  tern_value_t *empty = tern_build_empty(b, type, reversal.sizes);
  if (is_static) {
    l->results[0] = tern_build_moved(b, reversal.operand, tern_affine_map_get(b->context, rank, 0, exprs, rank), empty);
    return true;
  }
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank);
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(empty), &identity, rank, 0,
                                                 fill_with_reversed, &reversal);
  l->results[0] = tern_op_result(generic, 0);
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_movement_lowerings[] = {
    {TERN_HLO_BROADCAST, lower_broadcast}, {TERN_HLO_BROADCAST_IN_DIM, lower_broadcast_in_dim},
    {TERN_HLO_CONSTANT, lower_constant},   {TERN_HLO_DYNAMIC_IOTA, lower_iota},
    {TERN_HLO_IOTA, lower_iota},           {TERN_HLO_MAP, lower_map},
    {TERN_HLO_RESHAPE, lower_reshape},     {TERN_HLO_REVERSE, lower_reverse},
    {TERN_HLO_TRANSPOSE, lower_transpose}, {TERN_HLO_NONE, NULL},
};
