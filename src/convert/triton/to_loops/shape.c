// Ops that move elements: the element at a place is one of an operand at another place.

#include "convert/triton/to_loops/loops.h"
#include "dialect/ub/ub.h"
#include "ir/context.h"

static int64_t int_attr(const tern_op_t *op, const char *name) {
  return tern_integer_attr_value(tern_op_attr(op, name));
}
static const int64_t *dims_of(const tern_value_t *value) { return tern_type_dims(value->type); }
static size_t rank_of(const tern_value_t *value) { return tern_type_rank(value->type); }

static element_t emit_splat(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  (void)place;
  return element_of(tern_tt_scalar(w, tern_op_operand(op, 0)));
}

static element_t emit_unsplat(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  (void)place;
  place_t origin = {.rank = rank_of(tern_op_operand(op, 0))};
  return tern_tt_emit(w, tern_op_operand(op, 0), &origin);
}

static element_t emit_expand_dims(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  place_t source = tern_tt_place_without(place, (size_t)int_attr(op, "axis"));
  return tern_tt_emit(w, tern_op_operand(op, 0), &source);
}

static element_t emit_broadcast(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  tern_value_t *operand = tern_op_operand(op, 0);
  place_t source = *place;
  for (size_t d = 0; d < place->rank; ++d) {
    if (dims_of(operand)[d] != 1) continue;
    source.index[d] = NULL;
    for (size_t i = 0; i < place->lane_bits; ++i) {
      if (source.lanes[i].dim == (int8_t)d) source.lanes[i].dim = -1;
    }
  }
  return tern_tt_emit(w, operand, &source);
}

static element_t emit_trans(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  const tern_attr_t *order = tern_op_attr(op, "order");
  place_t source = *place;
  for (size_t d = 0; d < place->rank; ++d) {
    int64_t to = tern_dense_array_attr_int(order, d);
    source.index[to] = place->index[d];
    for (size_t i = 0; i < place->lane_bits; ++i) {
      if (place->lanes[i].dim == (int8_t)d) source.lanes[i].dim = (int8_t)to;
    }
  }
  return tern_tt_emit(w, tern_op_operand(op, 0), &source);
}

static element_t emit_reshape(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  tern_value_t *operand = tern_op_operand(op, 0), *reshaped = tern_op_result(op, result);
  place_t source = tern_tt_place_reshape(w, place, dims_of(reshaped), rank_of(operand), dims_of(operand));
  return tern_tt_emit(w, operand, &source);
}

static element_t emit_make_range(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  element_t index = tern_tt_place_index(place, 0);
  value_t start = tern_tt_int(w, 32, int_attr(op, "start"));
  index.base = index.base ? tern_tt_binary(w, TERN_ARITH(ADDI), tern_tt_resize(w, index.base, 32, true), start) : start;
  return index;
}

// --- two tensors as one, and one as two ---

// The element of one operand or another, as a bit of the place says: that of the number `index`, or of lanes.
static element_t pick(writer_t *w, const tern_op_t *op, const place_t *place, value_t index, int64_t lane_mask,
                      const place_t *source) {
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
  int64_t constant = 0;
  if (lane_mask == 0 && (!index || tern_value_constant_int(index, &constant))) {
    return tern_tt_emit(w, constant ? rhs : lhs, source);
  }
  value_t x = tern_tt_emit_vector(w, lhs, source), y = tern_tt_emit_vector(w, rhs, source), condition;
  if (lane_mask) {
    bool lanes[1 << LANE_BITS_MAX];
    for (int64_t lane = 0; lane < INT64_C(1) << place->lane_bits; ++lane) lanes[lane] = (lane & lane_mask) != 0;
    int64_t numbers[1 << LANE_BITS_MAX];
    for (size_t lane = 0; lane < (size_t)1 << place->lane_bits; ++lane) numbers[lane] = lanes[lane];
    const tern_type_t *type = tern_tt_lanes_of(tern_i_type_get(w->b.context, 1), place->lane_bits);
    condition =
        tern_arith_constant(&w->b, tern_dense_elements_attr_get_i64(type, numbers, (size_t)1 << place->lane_bits));
  } else {
    condition = tern_arith_cmpi(&w->b, TERN_CMPI_NE, index, tern_tt_int(w, 64, 0));
  }
  return tern_tt_wrap(tern_build_value(&w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, y, x)));
}

// tt.join: the last dimension says which.
static element_t emit_join(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  size_t last = place->rank - 1;
  int64_t lane_mask = 0;
  for (size_t i = 0; i < place->lane_bits; ++i) lane_mask |= place->lanes[i].dim == (int8_t)last ? INT64_C(1) << i : 0;
  place_t source = tern_tt_place_without(place, last);
  return pick(w, op, place, place->index[last], lane_mask, &source);
}

// tt.cat: the upper half of the only dimension is the second operand.
static element_t emit_cat(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  int64_t half = dims_of(tern_op_operand(op, 0))[0], lane_mask = 0;
  place_t source = *place;
  for (size_t i = 0; i < place->lane_bits; ++i) {
    if (place->lanes[i].dim != 0 || INT64_C(1) << place->lanes[i].bit != half) continue;
    source.lanes[i].dim = -1;
    lane_mask |= INT64_C(1) << i;
  }
  value_t upper = NULL;
  if (place->index[0]) {
    upper = tern_tt_binary(w, TERN_ARITH(ANDI), place->index[0], tern_tt_int(w, 64, half));
    source.index[0] = tern_tt_binary(w, TERN_ARITH(ANDI), place->index[0], tern_tt_int(w, 64, half - 1));
  }
  return pick(w, op, place, upper, lane_mask, &source);
}

static element_t emit_split(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  place_t source = tern_tt_place_with(place, place->rank, result ? tern_tt_int(w, 64, 1) : NULL);
  return tern_tt_emit(w, tern_op_operand(op, 0), &source);
}

// --- tensors that are there ---

// Anything is as good.
static element_t emit_poison(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)place;
  const tern_type_t *type = tern_tt_register_type(tern_op_result(op, result)->type);
  return element_of(tern_arith_constant(&w->b, tern_arith_zero_attr(type)));
}

static value_t build_constant(writer_t *w, const tern_attr_t *value) {
  const tern_type_t *type = tern_attr_type(value), *element = tern_tt_register_type(type);
  // The integer that holds a float of 8 bits.
  if (element != type) value = tern_integer_attr_get(element, (int64_t)value->params[1]);
  return tern_arith_constant(&w->b, value);
}

// A list of different numbers, which are written to a buffer one by one.
void tern_tt_write_list(writer_t *w, tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_attr_t *values = tern_op_attr(op, "value");
  int64_t count = tern_type_element_count(type);
  value_t address = tern_tt_allocate(w, type, count);
  for (int64_t i = 0; i < count; ++i) {
    const place_t place = {.rank = 1, .index = {tern_tt_int(w, 64, i)}};
    element_t e = element_of(build_constant(w, tern_dense_elements_attr_at(values, (size_t)i)));
    tern_tt_write(w, address, type, &place, &count, &e);
  }
  tern_tt_set_buffer(w, tern_op_result(op, 0), address);
}

static element_t emit_constant(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)place;
  const tern_attr_t *value = tern_op_attr(op, "value");
  bool is_tensor = tern_op_result(op, result)->type->kind == TERN_TYPE_TENSOR;
  return element_of(build_constant(w, is_tensor ? tern_dense_elements_attr_at(value, 0) : value));
}

const element_row_t tern_tt_shape_rows[] = {
    {TERN_TT(SPLAT), emit_splat},
    {TERN_TT(UNSPLAT), emit_unsplat},
    {TERN_TT(EXPAND_DIMS), emit_expand_dims},
    {TERN_TT(BROADCAST), emit_broadcast},
    {TERN_TT(TRANS), emit_trans},
    {TERN_TT(RESHAPE), emit_reshape},
    {TERN_TT(MAKE_RANGE), emit_make_range},
    {TERN_TT(JOIN), emit_join},
    {TERN_TT(CAT), emit_cat},
    {TERN_TT(SPLIT), emit_split},
    {TERN_ARITH(CONSTANT), emit_constant},
    {TERN_UB(POISON), emit_poison},
    {0},
};
