// tt.gather and tt.histogram: elements by numbers that are computed.

#include "convert/triton/to_loops/loops.h"
#include "ir/context.h"

static value_t address_as_int(writer_t *w, value_t pointer) {
  return tern_tt_op(w, TERN_LLVM(PTRTOINT), tern_i_type_get(w->b.context, 64), TERN_VALUES(pointer));
}

// The element of `source` at a place whose number in one dimension is `index`.
static element_t gather_at(writer_t *w, value_t source, const tern_type_t *type, const place_t *place, size_t axis,
                           value_t index) {
  const int64_t *dims = tern_type_dims(type);
  int64_t size = tern_tt_memory_size(type), stride = size;
  for (size_t d = axis + 1; d < tern_type_rank(type); ++d) stride *= dims[d];
  place_t line = *place;
  line.index[axis] = NULL;
  for (size_t i = 0; i < place->lane_bits; ++i) {
    if (line.lanes[i].dim == (int8_t)axis) line.lanes[i].dim = -1;
  }
  element_t offset = tern_tt_place_linear(w, &line, dims);
  for (size_t i = 0; i < LANE_BITS_MAX; ++i) offset.steps[i] *= size;
  offset.base = tern_tt_add(w, tern_tt_scale(w, offset.base, size), address_as_int(w, source));
  value_t wide = tern_tt_resize(w, index, 64, true);
  value_t bytes = tern_tt_binary(w, TERN_ARITH(MULI), wide, tern_arith_constant_int(&w->b, wide->type, stride));
  element_t address =
      tern_tt_wrap(tern_tt_binary(w, TERN_ARITH(ADDI), tern_tt_vector(w, &offset, place->lane_bits), bytes));
  return tern_tt_load_at(w, &address, NULL, NULL, tern_type_element(type), place->lane_bits);
}

static void write_gather(writer_t *w, tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0), *indices = tern_op_operand(op, 1), *result = tern_op_result(op, 0);
  size_t axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis")), rank = tern_type_rank(result->type);
  const int64_t *dims = tern_type_dims(result->type);
  value_t from = tern_tt_buffer(w, source);
  value_t to = tern_tt_allocate(w, result->type, tern_type_element_count(result->type));
  nest_t nest = tern_tt_nest_begin(w, dims, rank, tern_tt_lane_bits(dims, rank));
  value_t index = tern_tt_emit_vector(w, indices, &nest.place);
  element_t e = gather_at(w, from, source->type, &nest.place, axis, index);
  tern_tt_write(w, to, result->type, &nest.place, dims, &e);
  tern_tt_nest_end(w, &nest);
  tern_tt_set_buffer(w, result, to);
}

// A number beyond the result's is not counted.
static void write_histogram(writer_t *w, tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0), *mask = tern_op_operand_named(op, "mask"),
               *result = tern_op_result(op, 0);
  int64_t bins = tern_type_element_count(result->type), size = tern_tt_memory_size(result->type);
  const tern_type_t *type = tern_type_element(result->type);
  value_t to = tern_tt_allocate(w, result->type, bins);
  tern_build(&w->b, TERN_LLVM(INTR_MEMSET),
             .operands = TERN_VALUES(to, tern_tt_int(w, 8, 0), tern_tt_int(w, 64, bins * size)),
             .attrs = TERN_ATTRS({"isVolatile", tern_bool_attr_get(w->b.context, false)}));
  nest_t nest = tern_tt_nest_begin(w, tern_type_dims(source->type), tern_type_rank(source->type), 0);
  value_t bin = tern_tt_resize(w, tern_tt_emit(w, source, &nest.place).base, 64, true);
  value_t counts = tern_arith_cmpi(&w->b, TERN_CMPI_ULT, bin, tern_tt_int(w, 64, bins));
  if (mask) counts = tern_tt_binary(w, TERN_ARITH(ANDI), counts, tern_tt_emit(w, mask, &nest.place).base);
  tern_op_t *branch = tern_tt_if_begin(w, counts);
  element_t at = element_of(address_as_int(w, tern_tt_byte_address(w, to, tern_tt_scale(w, bin, size))));
  value_t old = tern_tt_load_at(w, &at, NULL, NULL, type, 0).base;
  element_t sum = element_of(tern_tt_binary(w, TERN_ARITH(ADDI), old, tern_arith_constant_int(&w->b, type, 1)));
  tern_tt_store_at(w, &at, NULL, &sum, type, 0);
  tern_tt_if_end(w, branch);
  tern_tt_nest_end(w, &nest);
  tern_tt_set_buffer(w, result, to);
}

const statement_row_t tern_tt_gather_statements[] = {
    {TERN_TT(GATHER), write_gather}, {TERN_TT(HISTOGRAM), write_histogram}, {0}};
