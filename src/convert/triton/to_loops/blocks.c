// Block pointers and descriptors: an array of memory as numbers, {address, sizes, strides in elements}, of which a place in a block
// makes an address and, where the block may reach beyond the array, a mask.
//
//   block pointer: address, sizes, strides, offsets; descriptor: address, sizes, strides, whether NaN is read outside

#include "convert/triton/to_loops/loops.h"
#include "ir/context.h"

static const tern_type_t *block_of(const tern_type_t *type) { return tern_tt_type_inside(type); }

static bool is_block_pointer(const tern_type_t *type) {
  return tern_type_is_tt(type, TERN_TT_TYPE_PTR) && tern_tt_is_block_pointer(type);
}

size_t tern_tt_part_count(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_TENSOR) return 0;
  if (is_block_pointer(type)) return 1 + 3 * tern_type_rank(block_of(type));
  if (tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC)) return 2 + 2 * tern_type_rank(block_of(type));
  return 1;
}

const tern_type_t *tern_tt_part_type(const tern_type_t *type, size_t index) {
  bool is_block = is_block_pointer(type), is_descriptor = tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC);
  if (!is_block && !is_descriptor) return tern_tt_register_type(type);
  return tern_i_type_get(type->context, is_descriptor && index + 1 == tern_tt_part_count(type) ? 1 : 64);
}

// --- making them ---

static value_t wide_operand(writer_t *w, const tern_op_t *op, size_t index) {
  return tern_tt_resize(w, tern_tt_scalar(w, tern_op_operand(op, index)), 64, true);
}

static void write_make(writer_t *w, tern_op_t *op) {
  value_t parts[2 + 3 * RANK_MAX];
  size_t count = op->operand_count;
  for (size_t i = 0; i < count; ++i) parts[i] = wide_operand(w, op, i);
  if (tern_op_is(op, TERN_TT(MAKE_TENSOR_DESCRIPTOR))) {
    bool is_nan = tern_enum_attr_value(tern_op_attr(op, "padding")) == TERN_TT_PAD_NAN;
    parts[count++] = tern_tt_int(w, 1, is_nan);
  }
  tern_tt_set_scalars(w, tern_op_result(op, 0), parts, count);
}

static void write_advance(writer_t *w, tern_op_t *op) {
  slot_t *old = tern_tt_slot(w, tern_op_operand(op, 0));
  value_t parts[2 + 3 * RANK_MAX];
  size_t rank = op->operand_count - 1;
  for (size_t i = 0; i < old->count; ++i) parts[i] = old->scalars[i];
  for (size_t d = 0; d < rank; ++d) {
    value_t *offset = &parts[1 + 2 * rank + d];
    *offset = tern_tt_add(w, *offset, wide_operand(w, op, 1 + d));
  }
  tern_tt_set_scalars(w, tern_op_result(op, 0), parts, old->count);
}

// --- places in them ---

typedef struct access {
  size_t rank;
  element_t index[RANK_MAX];  // in the array
  bool is_checked[RANK_MAX];
  bool is_packed;  // neighbours along the last dimension lie side by side
  const value_t *parts;
  int64_t size;  // of an element
} access_t;

static element_t add_base(writer_t *w, element_t e, value_t by) {
  e.base = tern_tt_add(w, e.base, by);
  if (!e.base) e.base = tern_tt_int(w, 64, 0);
  return e;
}

static element_t product(writer_t *w, const element_t *x, value_t by, size_t lane_bits) {
  int64_t factor;
  if (x->base && !tern_tt_has_steps(x)) return element_of(tern_tt_binary(w, TERN_ARITH(MULI), x->base, by));
  if (x->base && tern_value_constant_int(by, &factor)) {
    element_t result = {.base = tern_tt_scale(w, x->base, factor)};
    for (size_t i = 0; i < LANE_BITS_MAX; ++i) result.steps[i] = x->steps[i] * factor;
    return result;
  }
  value_t splat = tern_tt_broadcast(w, by, lane_bits);
  return element_of_vector(tern_tt_binary(w, TERN_ARITH(MULI), tern_tt_vector(w, x, lane_bits), splat));
}

static element_t sum(writer_t *w, const element_t *x, const element_t *y, size_t lane_bits) {
  if (x->base && y->base) {
    element_t result = {.base = tern_tt_add(w, x->base, y->base)};
    for (size_t i = 0; i < LANE_BITS_MAX; ++i) result.steps[i] = x->steps[i] + y->steps[i];
    return result;
  }
  value_t vector = tern_tt_vector(w, x, lane_bits);
  return element_of_vector(tern_tt_binary(w, TERN_ARITH(ADDI), vector, tern_tt_vector(w, y, lane_bits)));
}

static element_t address_of(writer_t *w, const access_t *a, size_t lane_bits) {
  element_t address = element_of(a->parts[0]);
  for (size_t d = 0; d < a->rank; ++d) {
    bool is_one = a->is_packed && d + 1 == a->rank;
    value_t stride = is_one ? tern_tt_int(w, 64, a->size) : tern_tt_scale(w, a->parts[1 + a->rank + d], a->size);
    element_t offset = product(w, &a->index[d], stride, lane_bits);
    address = sum(w, &address, &offset, lane_bits);
  }
  return address;
}

// Is the place inside of the array? A negative number is a large one without its sign. False: nothing is checked.
static bool mask_of(writer_t *w, const access_t *a, size_t lane_bits, element_t *out_mask) {
  value_t mask = NULL;
  for (size_t d = 0; d < a->rank; ++d) {
    if (!a->is_checked[d]) continue;
    size_t lanes = tern_tt_is_uniform(&a->index[d]) ? 0 : lane_bits;
    value_t index = tern_tt_vector(w, &a->index[d], lanes), size = tern_tt_broadcast(w, a->parts[1 + d], lanes);
    value_t is_inside = tern_arith_cmpi(&w->b, TERN_CMPI_ULT, index, size);
    if (mask && mask->type != is_inside->type) {
      if (mask->type->kind != TERN_TYPE_VECTOR) mask = tern_tt_broadcast(w, mask, lane_bits);
      if (is_inside->type->kind != TERN_TYPE_VECTOR) is_inside = tern_tt_broadcast(w, is_inside, lane_bits);
    }
    mask = mask ? tern_tt_binary(w, TERN_ARITH(ANDI), mask, is_inside) : is_inside;
  }
  if (mask) *out_mask = tern_tt_wrap(mask);
  return mask != NULL;
}

bool tern_tt_block_access(writer_t *w, tern_op_t *op, const place_t *place, element_t *out_address,
                          element_t *out_mask) {
  slot_t *slot = tern_tt_slot(w, tern_op_operand(op, 0));
  access_t a = {.rank = place->rank, .parts = slot->scalars};
  const tern_type_t *block = block_of(tern_op_operand(op, 0)->type);
  const tern_attr_t *checks = tern_op_attr(op, "boundaryCheck");
  a.size = tern_tt_memory_size(block);
  for (size_t d = 0; d < a.rank; ++d) {
    a.index[d] = add_base(w, tern_tt_place_index(place, d), a.parts[1 + 2 * a.rank + d]);
  }
  for (size_t i = 0; checks && i < tern_dense_array_attr_count(checks); ++i) {
    a.is_checked[tern_dense_array_attr_int(checks, i)] = true;
  }
  *out_address = address_of(w, &a, place->lane_bits);
  return mask_of(w, &a, place->lane_bits, out_mask);
}

// --- descriptors ---

// Where a place of the tensor that is read or written is in the descriptor's array.
static access_t describe(writer_t *w, tern_op_t *op, const tern_type_t *tensor, const place_t *place) {
  const tern_type_t *block = block_of(tern_op_operand(op, 0)->type);
  bool is_rows = tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER)) || tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER));
  access_t a = {.rank = tern_type_rank(block), .is_packed = true, .size = tern_tt_memory_size(block)};
  a.parts = tern_tt_slot(w, tern_op_operand(op, 0))->scalars;
  size_t start, count;
  for (size_t d = 0; d < a.rank; ++d) a.is_checked[d] = true;
  if (is_rows) {
    place_t row = tern_tt_place_without(place, 1);
    tern_op_operands_named(op, "x_offsets", &start, &count);
    element_t x = tern_tt_emit(w, tern_op_operand(op, start), &row);
    if (x.base) {
      x.base = tern_tt_resize(w, x.base, 64, true);
    } else {
      x.vector = tern_tt_resize(w, x.vector, 64, true);
    }
    a.index[0] = x;
    tern_op_operands_named(op, "y_offset", &start, &count);
    a.index[1] = add_base(w, tern_tt_place_index(place, 1), wide_operand(w, op, start));
    return a;
  }
  tern_op_operands_named(op, "indices", &start, &count);
  place_t inside = tern_tt_place_reshape(w, place, tern_type_dims(tensor), a.rank, tern_type_dims(block));
  for (size_t d = 0; d < a.rank; ++d) {
    a.index[d] = add_base(w, tern_tt_place_index(&inside, d), wide_operand(w, op, start + d));
  }
  return a;
}

static element_t padding_of(writer_t *w, const access_t *a, const tern_type_t *element) {
  const tern_type_t *type = tern_tt_register_type(element);
  value_t zero = tern_arith_constant(&w->b, tern_arith_zero_attr(type));
  if (!tern_type_is_float(type)) return element_of(zero);
  value_t nan = tern_arith_constant_float(&w->b, type, __builtin_nan(""));
  value_t is_nan = a->parts[1 + 2 * a->rank];
  return element_of(tern_build_value(&w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_nan, nan, zero)));
}

static element_t emit_descriptor_load(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  const tern_type_t *type = tern_op_result(op, result)->type;
  access_t a = describe(w, op, type, place);
  element_t address = address_of(w, &a, place->lane_bits), mask, other = padding_of(w, &a, tern_type_element(type));
  mask_of(w, &a, place->lane_bits, &mask);
  return tern_tt_load_at(w, &address, &mask, &other, tern_type_element(type), place->lane_bits);
}

// What memory becomes of an element of a tensor.
static void write_elements(writer_t *w, tern_op_t *op, bool is_atomic) {
  size_t start, count;
  tern_op_operands_named(op, "src", &start, &count);
  tern_value_t *source = tern_op_operand(op, start);
  const tern_type_t *element = tern_type_element(source->type);
  const int64_t *dims = tern_type_dims(source->type);
  size_t rank = tern_type_rank(source->type);
  // tt.descriptor_reduce_kind to tt.rmw_op.
  static const int64_t kinds[] = {0, 4, 7, 6, 0, 0, 1, 2, 3};
  int64_t kind = is_atomic ? kinds[tern_enum_attr_value(tern_op_attr(op, "kind"))] : 0;
  if (kind == 4 && tern_type_is_float(element)) kind = 5;
  if (tern_tt_holds_load(w, source)) tern_tt_set_buffer(w, source, tern_tt_buffer(w, source));
  nest_t nest = tern_tt_nest_begin(w, dims, rank, is_atomic ? 0 : tern_tt_lane_bits(dims, rank));
  access_t a = describe(w, op, source->type, &nest.place);
  element_t address = address_of(w, &a, nest.place.lane_bits), value = tern_tt_emit(w, source, &nest.place), mask;
  mask_of(w, &a, nest.place.lane_bits, &mask);
  if (is_atomic) {
    tern_op_t *branch = tern_tt_if_begin(w, mask.base);
    tern_tt_atomic(w, kind, address.base, value.base, element, 1);
    tern_tt_if_end(w, branch);
  } else {
    tern_tt_store_at(w, &address, &mask, &value, element, nest.place.lane_bits);
  }
  tern_tt_nest_end(w, &nest);
}

static void write_descriptor_store(writer_t *w, tern_op_t *op) { write_elements(w, op, false); }
static void write_descriptor_reduce(writer_t *w, tern_op_t *op) { write_elements(w, op, true); }

const element_row_t tern_tt_block_rows[] = {
    {TERN_TT(DESCRIPTOR_LOAD), emit_descriptor_load}, {TERN_TT(DESCRIPTOR_GATHER), emit_descriptor_load}, {0}};
const statement_row_t tern_tt_block_statements[] = {
    {TERN_TT(MAKE_TENSOR_PTR), write_make},
    {TERN_TT(MAKE_TENSOR_DESCRIPTOR), write_make},
    {TERN_TT(ADVANCE), write_advance},
    {TERN_TT(DESCRIPTOR_STORE), write_descriptor_store},
    {TERN_TT(DESCRIPTOR_SCATTER), write_descriptor_store},
    {TERN_TT(DESCRIPTOR_REDUCE), write_descriptor_reduce},
    {0},
};
