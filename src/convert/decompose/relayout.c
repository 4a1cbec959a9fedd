// Decomposition of ops that only move elements: linalg.pack and unpack, iree_linalg_ext.reverse, and bit casts between tensors
// whose elements are parts of bytes.
//
// An element of a packed tensor comes from one place of the source, which is an affine map where the tiles are known; what
// lies beyond the source is the padding value. Going back, the place in the packed tensor is a quotient and a remainder.

#include "convert/decompose/decompose.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// What pack and unpack say of the dims of the unpacked tensor.
typedef struct tiling {
  size_t rank, count;              // of the unpacked tensor; of tiles
  size_t outer[MAX_RANK];          // where the dim's tiles are counted in the packed tensor
  size_t inner[MAX_RANK];          // where the place in the tile is, or 0: not tiled
  tern_extent_t tiles[MAX_RANK];   // sizes of the tiles of dims
  tern_value_t *source, *padding;  // unpack has no padding
} tiling_t;

static void read_tiling(tern_decompose_t *d, size_t rank, tiling_t *out) {
  const tern_attr_t *positions = tern_op_attr(d->op, "inner_dims_pos"), *order = tern_op_attr(d->op, "outer_dims_perm");
  tern_mixed_index_t tiles[TERN_INDEX_LIST_MAX];
  *out = (tiling_t){.rank = rank, .count = tern_int_list_attr_count(positions), .source = tern_op_operand(d->op, 0)};
  out->padding = tern_op_is(d->op, TERN_LINALG(PACK)) ? tern_op_operand_named(d->op, "padding_value") : NULL;
  for (size_t i = 0; i < rank; ++i) {
    size_t dim = tern_int_list_attr_count(order) ? (size_t)tern_int_list_attr_at(order, i) : i;
    out->outer[dim] = i;
  }
  tern_index_list_read(d->op, "inner_tiles", "static_inner_tiles", tiles, TERN_INDEX_LIST_MAX);
  for (size_t i = 0; i < out->count; ++i) {
    size_t dim = (size_t)tern_int_list_attr_at(positions, i);
    out->inner[dim] = rank + i;
    out->tiles[dim] = tiles[i].dynamic ? tern_extent_of_value(tiles[i].dynamic) : tern_extent_of(tiles[i].value);
  }
}

static bool has_known_tiles(const tiling_t *t) {
  for (size_t i = 0; i < t->rank; ++i) {
    if (t->inner[i] && t->tiles[i].value) return false;
  }
  return true;
}

// The place in the source of a place in the packed tensor; out-of-bounds places are moved to 0, and `*out_is_inside` says so.
static void build_source_place(tern_builder_t *b, const tiling_t *t, tern_value_t **out_place,
                               tern_value_t **out_is_inside) {
  *out_is_inside = NULL;
  for (size_t i = 0; i < t->rank; ++i) {
    out_place[i] = tern_linalg_build_index(b, t->outer[i]);
    if (!t->inner[i]) continue;
    tern_value_t *start = tern_build_index_mul(b, out_place[i], tern_build_extent(b, t->tiles[i]));
    out_place[i] = tern_build_index_add(b, start, tern_linalg_build_index(b, t->inner[i]));
    if (!t->padding) continue;
    tern_value_t *size = tern_build_extent(b, tern_build_dim(b, t->source, i));
    tern_value_t *is_inside = tern_arith_cmpi(b, TERN_CMPI_ULT, out_place[i], size);
    out_place[i] = tern_build_value(b, TERN_ARITH(SELECT),
                                    .operands = TERN_VALUES(is_inside, out_place[i], tern_build_index(b, 0)),
                                    .types = TERN_TYPES(size->type));
    *out_is_inside = *out_is_inside ? tern_decompose_binary(b, TERN_ARITH(ANDI), *out_is_inside, is_inside) : is_inside;
  }
}

static void fill_packed(tern_builder_t *b, tern_block_t *body, void *user) {
  const tiling_t *t = user;
  tern_value_t *place[MAX_RANK], *is_inside;
  build_source_place(b, t, place, &is_inside);
  tern_value_t *element = tern_build_extract(b, t->source, (tern_values_t){place, t->rank});
  if (is_inside) {
    element = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_inside, element, t->padding),
                               .types = TERN_TYPES(body->args[0]->type));
  }
  tern_build_linalg_yield(b, TERN_VALUES(element));
}

// The source with whole tiles everywhere.
static tern_value_t *build_whole_tiles(tern_builder_t *b, const tiling_t *t, tern_value_t *dest) {
  tern_extent_t low[MAX_RANK], high[MAX_RANK];
  int64_t dims[MAX_RANK];
  bool is_whole = true;
  for (size_t i = 0; i < t->rank; ++i) {
    tern_extent_t size = tern_build_dim(b, t->source, i);
    low[i] = high[i] = tern_extent_of(0);
    dims[i] = tern_type_dim(t->source->type, i);
    if (!t->inner[i]) continue;
    tern_extent_t whole = tern_extent_mul(b, tern_build_dim(b, dest, t->outer[i]), t->tiles[i]);
    high[i] = tern_extent_sub(b, whole, size);
    dims[i] = whole.value ? TERN_DYNAMIC : whole.constant;
    is_whole &= !high[i].value && high[i].constant == 0;
  }
  if (is_whole || !t->padding) return t->source;
  const tern_type_t *type = tern_type_with_shape(t->source->type, dims, t->rank);
  return tern_build_pad(b, t->source, type, low, high, t->padding);
}

bool tern_decompose_pack(tern_decompose_t *d) {
  tern_value_t *dest = tern_op_operand(d->op, 1);
  tern_extent_t sizes[MAX_RANK];
  tiling_t t;
  read_tiling(d, tern_type_rank(tern_op_operand(d->op, 0)->type), &t);
  tern_build_dims(d->b, dest, sizes);
  tern_value_t *empty = tern_build_empty(d->b, dest->type, sizes);
  size_t rank = tern_type_rank(dest->type);
  const tern_affine_map_t *identity = tern_affine_map_identity(d->b->context, rank);
  if (!has_known_tiles(&t)) {
    tern_op_t *generic =
        tern_build_tensor_generic(d->b, (tern_values_t){0}, TERN_VALUES(empty), &identity, rank, 0, fill_packed, &t);
    d->results[0] = tern_op_result(generic, 0);
    return true;
  }
  const tern_affine_expr_t *place[MAX_RANK];
  for (size_t i = 0; i < t.rank; ++i) {
    place[i] = tern_affine_dim(d->b->context, t.outer[i]);
    if (!t.inner[i]) continue;
    place[i] = tern_affine_mul(place[i], tern_affine_constant(d->b->context, t.tiles[i].constant));
    place[i] = tern_affine_add(place[i], tern_affine_dim(d->b->context, t.inner[i]));
  }
  const tern_affine_map_t *map = tern_affine_map_get(d->b->context, rank, 0, place, t.rank);
  d->results[0] = tern_build_moved(d->b, build_whole_tiles(d->b, &t, dest), map, empty);
  return true;
}

static void fill_unpacked(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const tiling_t *t = user;
  tern_value_t *place[MAX_RANK];
  for (size_t i = 0; i < t->rank; ++i) {
    tern_value_t *index = tern_linalg_build_index(b, i);
    place[t->outer[i]] = index;
    if (!t->inner[i]) continue;
    tern_value_t *tile = tern_build_extent(b, t->tiles[i]);
    place[t->outer[i]] = tern_decompose_binary(b, TERN_ARITH(DIVUI), index, tile);
    place[t->inner[i]] = tern_decompose_binary(b, TERN_ARITH(REMUI), index, tile);
  }
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, t->source, (tern_values_t){place, t->rank + t->count})));
}

bool tern_decompose_unpack(tern_decompose_t *d) {
  tern_value_t *dest = tern_op_operand(d->op, 1);
  tern_extent_t sizes[MAX_RANK];
  size_t rank = tern_type_rank(dest->type);
  tiling_t t;
  read_tiling(d, rank, &t);
  tern_build_dims(d->b, dest, sizes);
  const tern_affine_map_t *identity = tern_affine_map_identity(d->b->context, rank);
  tern_op_t *generic =
      tern_build_tensor_generic(d->b, (tern_values_t){0}, TERN_VALUES(tern_build_empty(d->b, dest->type, sizes)),
                                &identity, rank, 0, fill_unpacked, &t);
  d->results[0] = tern_op_result(generic, 0);
  return true;
}

// --- reverse ---

static void fill_reversed(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const tern_op_t *op = user;
  tern_value_t *input = tern_linalg_ext_input(op, 0), *place[MAX_RANK];
  const tern_attr_t *dims = tern_op_attr(op, "dimensions");
  size_t rank = tern_type_rank(input->type);
  for (size_t i = 0; i < rank; ++i) place[i] = tern_linalg_build_index(b, i);
  for (size_t i = 0; i < tern_int_list_attr_count(dims); ++i) {
    size_t dim = (size_t)tern_int_list_attr_at(dims, i);
    tern_value_t *size = tern_build_extent(b, tern_build_dim(b, input, dim));
    tern_value_t *last = tern_build_index_sub(b, size, tern_build_index(b, 1));
    place[dim] = tern_build_index_sub(b, last, tern_linalg_build_index(b, dim));
  }
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, input, (tern_values_t){place, rank})));
}

bool tern_decompose_reverse(tern_decompose_t *d) {
  tern_value_t *output = tern_linalg_ext_output(d->op, 0);
  tern_extent_t sizes[MAX_RANK];
  size_t rank = tern_type_rank(output->type);
  tern_build_dims(d->b, output, sizes);
  const tern_affine_map_t *identity = tern_affine_map_identity(d->b->context, rank);
  tern_op_t *generic =
      tern_build_tensor_generic(d->b, (tern_values_t){0}, TERN_VALUES(tern_build_empty(d->b, output->type, sizes)),
                                &identity, rank, 0, fill_reversed, d->op);
  d->results[0] = tern_op_result(generic, 0);
  return true;
}

// --- bit casts ---

typedef struct recast {
  tern_value_t *source;  // in one dim
  uint32_t from, to;     // bits of an element
} recast_t;

static tern_value_t *word(tern_builder_t *b, uint32_t width, int64_t value) {
  return tern_build_constant(b, tern_integer_attr_get(tern_i_type_get(b->context, width), value));
}

// An integer of as many bits as the float has, and back.
static tern_value_t *recast(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  return x->type == type
             ? x
             : tern_build_value(b, TERN_ARITH(BITCAST), .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static tern_value_t *resize(tern_builder_t *b, tern_value_t *x, uint32_t width) {
  uint32_t from = tern_integer_type_width(x->type);
  if (from == width) return x;
  return tern_build_value(b, from < width ? TERN_ARITH(EXTUI) : TERN_ARITH(TRUNCI), .operands = TERN_VALUES(x),
                          .types = TERN_TYPES(tern_i_type_get(b->context, width)));
}

static tern_value_t *source_word(tern_builder_t *b, const recast_t *r, tern_value_t *place) {
  tern_value_t *element = tern_build_extract(b, r->source, TERN_VALUES(place));
  return recast(b, element, tern_i_type_get(b->context, r->from));
}

// Elements lie in a byte from its lowest bits on.
static void fill_recast(tern_builder_t *b, tern_block_t *body, void *user) {
  const recast_t *r = user;
  tern_value_t *index = tern_linalg_build_index(b, 0), *result;
  if (r->to < r->from) {
    tern_value_t *count = tern_build_index(b, r->from / r->to);
    tern_value_t *x = source_word(b, r, tern_decompose_binary(b, TERN_ARITH(DIVUI), index, count));
    tern_value_t *place = tern_decompose_binary(b, TERN_ARITH(REMUI), index, count);
    tern_value_t *shift = tern_build_index_mul(b, place, tern_build_index(b, r->to));
    shift = tern_decompose_number(b, shift, x->type);
    result = resize(b, tern_decompose_binary(b, TERN_ARITH(SHRUI), x, shift), r->to);
  } else {
    uint32_t count = r->to / r->from;
    tern_value_t *first = tern_build_index_mul(b, index, tern_build_index(b, count));
    result = word(b, r->to, 0);
    for (uint32_t i = 0; i < count; ++i) {
      tern_value_t *x = resize(b, source_word(b, r, tern_build_index_add(b, first, tern_build_index(b, i))), r->to);
      x = tern_decompose_binary(b, TERN_ARITH(SHLI), x, word(b, r->to, i * r->from));
      result = tern_decompose_binary(b, TERN_ARITH(ORI), result, x);
    }
  }
  tern_build_linalg_yield(b, TERN_VALUES(recast(b, result, body->args[0]->type)));
}

static int64_t element_count(const tern_type_t *type) {
  int64_t count = 1;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) == TERN_DYNAMIC) return TERN_DYNAMIC;
    count *= tern_type_dim(type, i);
  }
  return count;
}

static bool has_bits(const tern_type_t *type) { return tern_type_is_integer(type) || tern_type_is_float(type); }

bool tern_decompose_sub_byte_bitcast(tern_decompose_t *d) {
  tern_value_t *source = tern_op_operand(d->op, 0);
  const tern_type_t *type = d->op->results[0].type, *from = tern_type_element(source->type),
                    *to = tern_type_element(type);
  if (!has_bits(from) || !has_bits(to)) return false;
  recast_t r = {.from = tern_type_bit_width(from), .to = tern_type_bit_width(to)};
  int64_t count = element_count(source->type), wanted = element_count(type);
  bool is_part = (r.from < 8 || r.to < 8) && r.from != r.to && (r.from % r.to == 0 || r.to % r.from == 0);
  if (!is_part || count == TERN_DYNAMIC || wanted == TERN_DYNAMIC || count * r.from != wanted * r.to) return false;
  r.source = tern_build_reshape(d->b, source, tern_tensor_type_get(from, &count, 1, NULL), NULL);
  const tern_affine_map_t *identity = tern_affine_map_identity(d->b->context, 1);
  tern_value_t *empty = tern_build_empty(d->b, tern_tensor_type_get(to, &wanted, 1, NULL), NULL);
  tern_op_t *generic =
      tern_build_tensor_generic(d->b, (tern_values_t){0}, TERN_VALUES(empty), &identity, 1, 0, fill_recast, &r);
  d->results[0] = tern_build_reshape(d->b, tern_op_result(generic, 0), type, NULL);
  return true;
}
