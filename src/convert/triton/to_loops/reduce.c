// tt.reduce and tt.scan. Triton leaves the order of a reduction open, so that lanes may each combine what they see, and then with
// each other.

#include "convert/triton/to_loops/loops.h"
#include "ir/context.h"

typedef struct problem {
  tern_op_t *op;
  tern_block_t *body;
  size_t count;  // of sources
  size_t axis, rank;
  int64_t size;  // of the axis
  const int64_t *dims;
  int64_t others[RANK_MAX];  // the dimensions without the axis
} problem_t;

static problem_t problem_of(tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  problem_t p = {.op = op,
                 .body = tern_op_body(op, 0),
                 .count = op->operand_count,
                 .axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis")),
                 .rank = tern_type_rank(type),
                 .dims = tern_type_dims(type)};
  p.size = p.dims[p.axis];
  for (size_t d = 0; d + 1 < p.rank; ++d) p.others[d] = p.dims[d + (d >= p.axis)];
  return p;
}

// Code that vectors cannot run, such as branches, is done number by number.
static bool is_vector_body(tern_block_t *body) {
  tern_op_t *end = tern_block_terminator(body);
  tern_block_for_each_op(body, op) {
    if (op != end && !tern_tt_is_elementwise(op) && (op->region_count > 0 || !tern_tt_element_row(op))) return false;
  }
  return true;
}

static void combine(writer_t *w, const problem_t *p, const value_t *x, const value_t *y, size_t lane_bits,
                    value_t *out) {
  element_t args[2 * SOURCES_MAX], results[SOURCES_MAX];
  for (size_t i = 0; i < p->count; ++i) {
    args[i] = tern_tt_wrap(x[i]);
    args[p->count + i] = tern_tt_wrap(y[i]);
  }
  tern_tt_inline_body(w, p->body, args, lane_bits, results);
  for (size_t i = 0; i < p->count; ++i) out[i] = tern_tt_vector(w, &results[i], lane_bits);
}

static void emit_sources(writer_t *w, const problem_t *p, const place_t *place, value_t *out) {
  for (size_t i = 0; i < p->count; ++i) out[i] = tern_tt_emit_vector(w, tern_op_operand(p->op, i), place);
}

// What lanes combine along the axis, `step` elements at a time from the place on: the first ones, then each with those before.
static void combine_along(writer_t *w, const problem_t *p, place_t *place, int64_t step, value_t *out) {
  if (p->size == step) {
    emit_sources(w, p, place, out);
    return;
  }
  value_t inits[SOURCES_MAX], next[SOURCES_MAX], x[SOURCES_MAX];
  for (size_t i = 0; i < p->count; ++i) {
    const tern_type_t *element = tern_tt_register_type(tern_op_operand(p->op, i)->type);
    inits[i] = tern_arith_constant(&w->b, tern_arith_zero_attr(tern_tt_lanes_of(element, place->lane_bits)));
  }
  size_t memo_count = w->memos.count;
  value_t zero = tern_tt_int(w, 64, 0);
  tern_op_t *loop = tern_tt_loop_begin(w, zero, tern_tt_int(w, 64, p->size), tern_tt_int(w, 64, step),
                                       (tern_values_t){inits, p->count}, &place->index[p->axis]);
  tern_block_t *block = w->b.block;
  emit_sources(w, p, place, x);
  combine(w, p, block->args + 1, x, place->lane_bits, next);
  value_t is_first = tern_arith_cmpi(&w->b, TERN_CMPI_EQ, block->args[0], zero);
  for (size_t i = 0; i < p->count; ++i) {
    next[i] = tern_build_value(&w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_first, x[i], next[i]));
  }
  tern_tt_loop_end(w, loop, (tern_values_t){next, p->count});
  w->memos.count = memo_count;
  for (size_t i = 0; i < p->count; ++i) out[i] = tern_op_result(loop, i);
}

// Lanes among each other: halves, quarters and so on, until the first lane has all.
static void combine_lanes(writer_t *w, const problem_t *p, size_t lane_bits, value_t *values) {
  for (size_t bit = lane_bits; bit-- > 0;) {
    int32_t mask[1 << LANE_BITS_MAX];
    value_t moved[SOURCES_MAX];
    for (int32_t lane = 0; lane < 1 << lane_bits; ++lane) mask[lane] = lane ^ 1 << bit;
    const tern_attr_t *attr = tern_dense_i32_array_attr_get(w->b.context, mask, (size_t)1 << lane_bits);
    for (size_t i = 0; i < p->count; ++i) {
      moved[i] = tern_build_value(&w->b, TERN_LLVM(SHUFFLEVECTOR), .operands = TERN_VALUES(values[i], values[i]),
                                  .types = TERN_TYPES(values[i]->type), .attrs = TERN_ATTRS({"mask", attr}));
    }
    combine(w, p, values, moved, lane_bits, values);
  }
  for (size_t i = 0; lane_bits > 0 && i < p->count; ++i) {
    values[i] =
        tern_build_value(&w->b, TERN_LLVM(EXTRACTELEMENT), .operands = TERN_VALUES(values[i], tern_tt_int(w, 64, 0)));
  }
}

static void write_reduce(writer_t *w, tern_op_t *op) {
  problem_t p = problem_of(op);
  bool is_vector = is_vector_body(p.body);
  size_t along = is_vector ? tern_tt_lane_bits(&p.size, 1) : 0,
         across = is_vector ? tern_tt_lane_bits(p.others, p.rank - 1) : 0;
  // Lanes go along the axis where its elements are neighbours, or where there are not enough others.
  bool is_along = along > across || (along == across && p.axis == p.rank - 1);
  value_t buffers[SOURCES_MAX], values[SOURCES_MAX];
  for (size_t i = 0; p.rank > 1 && i < p.count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    buffers[i] = tern_tt_allocate(w, type, tern_type_element_count(type));
  }
  nest_t nest = tern_tt_nest_begin(w, p.others, p.rank - 1, is_along ? 0 : across);
  place_t place = tern_tt_place_with(&nest.place, p.axis, NULL);
  if (is_along) {
    place.lane_bits = along;
    for (size_t i = 0; i < along; ++i) place.lanes[i] = (lane_bit_t){(int8_t)p.axis, (int8_t)i};
  }
  combine_along(w, &p, &place, is_along ? INT64_C(1) << along : 1, values);
  if (is_along) combine_lanes(w, &p, along, values);
  for (size_t i = 0; p.rank > 1 && i < p.count; ++i) {
    element_t element = tern_tt_wrap(values[i]);
    tern_tt_write(w, buffers[i], tern_op_result(op, i)->type, &nest.place, p.others, &element);
  }
  tern_tt_nest_end(w, &nest);
  for (size_t i = 0; i < p.count; ++i) {
    if (p.rank > 1) {
      tern_tt_set_buffer(w, tern_op_result(op, i), buffers[i]);
    } else {
      tern_tt_set_scalars(w, tern_op_result(op, i), &values[i], 1);
    }
  }
}

// --- tt.scan ---

// The sources are copied to the results, which then become sums in place: each element and the one before it along the axis.
static void scan_line(writer_t *w, const problem_t *p, place_t *place, const value_t *buffers, bool is_reverse) {
  value_t first = tern_tt_int(w, 64, is_reverse ? p->size - 1 : 0), one = tern_tt_int(w, 64, 1), index;
  value_t sums[SOURCES_MAX], x[SOURCES_MAX];
  place->index[p->axis] = first;
  for (size_t i = 0; i < p->count; ++i) {
    element_t e = tern_tt_read(w, buffers[i], tern_op_result(p->op, i)->type, place, p->dims);
    sums[i] = tern_tt_vector(w, &e, place->lane_bits);
  }
  tern_op_t *loop =
      tern_tt_loop_begin(w, one, tern_tt_int(w, 64, p->size), one, (tern_values_t){sums, p->count}, &index);
  tern_block_t *block = w->b.block;
  place->index[p->axis] = is_reverse ? tern_tt_binary(w, TERN_ARITH(SUBI), first, index) : index;
  for (size_t i = 0; i < p->count; ++i) {
    element_t e = tern_tt_read(w, buffers[i], tern_op_result(p->op, i)->type, place, p->dims);
    x[i] = tern_tt_vector(w, &e, place->lane_bits);
  }
  combine(w, p, block->args + 1, x, place->lane_bits, sums);
  for (size_t i = 0; i < p->count; ++i) {
    element_t e = tern_tt_wrap(sums[i]);
    tern_tt_write(w, buffers[i], tern_op_result(p->op, i)->type, place, p->dims, &e);
  }
  tern_tt_loop_end(w, loop, (tern_values_t){sums, p->count});
}

static void write_scan(writer_t *w, tern_op_t *op) {
  problem_t p = problem_of(op);
  bool is_reverse = tern_integer_attr_value(tern_op_attr(op, "reverse")) != 0;
  value_t buffers[SOURCES_MAX];
  for (size_t i = 0; i < p.count; ++i) {
    tern_value_t *source = tern_op_operand(op, i);
    buffers[i] = tern_tt_allocate(w, source->type, tern_type_element_count(source->type));
    tern_tt_fill(w, source, buffers[i]);
  }
  if (p.size > 1) {
    // Lanes go across neighbours, which lines along the last dimension have not.
    bool is_vector = p.axis + 1 < p.rank && is_vector_body(p.body);
    size_t across = is_vector ? tern_tt_lane_bits(p.dims + p.axis + 1, p.rank - p.axis - 1) : 0;
    nest_t nest = tern_tt_nest_begin(w, p.others, p.rank - 1, across);
    place_t place = tern_tt_place_with(&nest.place, p.axis, NULL);
    scan_line(w, &p, &place, buffers, is_reverse);
    tern_tt_nest_end(w, &nest);
  }
  for (size_t i = 0; i < p.count; ++i) tern_tt_set_buffer(w, tern_op_result(op, i), buffers[i]);
}

const statement_row_t tern_tt_reduce_statements[] = {{TERN_TT(REDUCE), write_reduce}, {TERN_TT(SCAN), write_scan}, {0}};
