// Places in tensors, and loops over them.

#include "convert/triton/to_loops/loops.h"
#include "dialect/scf/scf.h"
#include "ir/context.h"

static size_t log2_of(int64_t size) {
  size_t bits = 0;
  while (INT64_C(1) << bits < size) ++bits;
  return bits;
}

// --- places ---

place_t tern_tt_place_without(const place_t *place, size_t dim) {
  place_t result = *place;
  --result.rank;
  for (size_t d = dim; d < result.rank; ++d) result.index[d] = place->index[d + 1];
  for (size_t i = 0; i < place->lane_bits; ++i) {
    if (place->lanes[i].dim == (int8_t)dim) result.lanes[i].dim = -1;
    if (place->lanes[i].dim > (int8_t)dim) --result.lanes[i].dim;
  }
  return result;
}

place_t tern_tt_place_with(const place_t *place, size_t dim, value_t index) {
  place_t result = *place;
  ++result.rank;
  for (size_t d = place->rank; d > dim; --d) result.index[d] = place->index[d - 1];
  result.index[dim] = index;
  for (size_t i = 0; i < place->lane_bits; ++i) {
    if (place->lanes[i].dim >= (int8_t)dim) ++result.lanes[i].dim;
  }
  return result;
}

element_t tern_tt_place_linear(writer_t *w, const place_t *place, const int64_t *dims) {
  element_t result = {0};
  int64_t stride = 1;
  for (size_t d = place->rank; d-- > 0;) {
    result.base = tern_tt_add(w, result.base, tern_tt_scale(w, place->index[d], stride));
    for (size_t i = 0; i < place->lane_bits; ++i) {
      if (place->lanes[i].dim == (int8_t)d) result.steps[i] += stride << place->lanes[i].bit;
    }
    stride *= dims[d];
  }
  if (!result.base) result.base = tern_tt_int(w, 64, 0);
  return result;
}

element_t tern_tt_place_index(const place_t *place, size_t dim) {
  element_t result = {.base = place->index[dim]};
  for (size_t i = 0; i < place->lane_bits; ++i) {
    if (place->lanes[i].dim == (int8_t)dim) result.steps[i] = INT64_C(1) << place->lanes[i].bit;
  }
  return result;
}

// Bits `from` to `from + count` of a number, as bits `to` and up. NULL: they are zero.
static value_t move_bits(writer_t *w, value_t number, size_t from, size_t count, size_t to) {
  int64_t mask = (INT64_C(1) << count) - 1, constant;
  if (tern_value_constant_int(number, &constant)) {
    constant = (constant >> from & mask) << to;
    return constant ? tern_tt_int(w, 64, constant) : NULL;
  }
  number = tern_tt_binary(w, TERN_ARITH(ANDI), number, tern_tt_int(w, 64, mask << from));
  if (from > to) return tern_tt_binary(w, TERN_ARITH(SHRUI), number, tern_tt_int(w, 64, (int64_t)(from - to)));
  return tern_tt_scale(w, number, INT64_C(1) << (to - from));
}

// The bits of a place's number in row-major order are those of its dimensions side by side, in both shapes.
place_t tern_tt_place_reshape(writer_t *w, const place_t *place, const int64_t *from, size_t to_rank,
                              const int64_t *to) {
  place_t result = {.rank = to_rank, .lane_bits = place->lane_bits};
  for (size_t i = 0; i < place->lane_bits; ++i) result.lanes[i].dim = -1;
  size_t to_dim = to_rank, to_start = 0, to_end = 0, position = 0;
  for (size_t d = place->rank; d-- > 0;) {
    size_t width = log2_of(from[d]);
    for (size_t start = position; position < start + width;) {
      while (position == to_end && to_dim > 0) {
        to_start = to_end;
        to_end += log2_of(to[--to_dim]);
      }
      size_t end = to_end < start + width ? to_end : start + width, in_from = position - start,
             in_to = position - to_start;
      if (place->index[d]) {
        value_t part = move_bits(w, place->index[d], in_from, end - position, in_to);
        result.index[to_dim] = tern_tt_add(w, result.index[to_dim], part);
      }
      for (size_t i = 0; i < place->lane_bits; ++i) {
        size_t bit = (size_t)place->lanes[i].bit;
        if (place->lanes[i].dim != (int8_t)d || bit < in_from || bit >= in_from + (end - position)) continue;
        result.lanes[i] = (lane_bit_t){(int8_t)to_dim, (int8_t)(bit - in_from + in_to)};
      }
      position = end;
    }
  }
  return result;
}

// --- loops ---

tern_op_t *tern_tt_loop_begin(writer_t *w, value_t from, value_t to, value_t step, tern_values_t inits,
                              value_t *out_index) {
  value_t operands[3 + 32] = {from, to, step};
  const tern_type_t *types[1 + 32] = {from->type};
  for (size_t i = 0; i < inits.count; ++i) {
    operands[3 + i] = inits.values[i];
    types[1 + i] = inits.values[i]->type;
  }
  tern_op_t *loop = tern_build(&w->b, TERN_SCF(FOR), .operands = {operands, 3 + inits.count},
                               .types = {types + 1, inits.count}, .regions = 1);
  tern_block_t *body = tern_builder_add_block(&w->b, &loop->regions[0], (tern_types_t){types, 1 + inits.count});
  *out_index = body->args[0];
  return loop;
}

void tern_tt_loop_end(writer_t *w, tern_op_t *loop, tern_values_t next) {
  tern_build(&w->b, TERN_SCF(YIELD), .operands = next);
  tern_builder_set_after(&w->b, loop);
}

size_t tern_tt_lane_bits(const int64_t *dims, size_t rank) {
  size_t bits = 0;
  for (size_t d = 0; d < rank; ++d) bits += log2_of(dims[d]);
  return bits < LANE_BITS_MAX ? bits : LANE_BITS_MAX;
}

nest_t tern_tt_nest_begin(writer_t *w, const int64_t *dims, size_t rank, size_t lane_bits) {
  nest_t nest = {.place = {.rank = rank, .lane_bits = lane_bits}, .memo_count = w->memos.count};
  size_t taken[RANK_MAX] = {0}, lane = 0;
  for (size_t d = rank; d-- > 0;) {
    for (; taken[d] < log2_of(dims[d]) && lane < lane_bits; ++lane) {
      nest.place.lanes[lane] = (lane_bit_t){(int8_t)d, (int8_t)taken[d]++};
    }
  }
  for (size_t d = 0; d < rank; ++d) {
    int64_t step = INT64_C(1) << taken[d];
    if (step >= dims[d]) continue;
    tern_op_t *loop = tern_tt_loop_begin(w, tern_tt_int(w, 64, 0), tern_tt_int(w, 64, dims[d]),
                                         tern_tt_int(w, 64, step), (tern_values_t){0}, &nest.place.index[d]);
    if (!nest.outer) nest.outer = loop;
  }
  return nest;
}

void tern_tt_nest_end(writer_t *w, nest_t *nest) {
  w->memos.count = nest->memo_count;
  if (!nest->outer) return;
  // Each loop around the builder, up to the outermost, ends here.
  for (tern_op_t *loop = NULL; loop != nest->outer;) {
    loop = tern_block_parent_op(w->b.block);
    tern_tt_loop_end(w, loop, (tern_values_t){0});
  }
}
