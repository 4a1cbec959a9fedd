// See tma_copies.h.

#include "transform/ttng/tma_copies.h"

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/ttng.h"

enum { MAX_RANK = 5 };

bool tern_tma_reads(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
}

static const tern_type_t *moved_tensor(const tern_op_t *op) {
  return tern_tma_reads(op) ? op->results[0].type : tern_op_operand_named(op, "src")->type;
}

static const tern_type_t *block_of(const tern_op_t *op) {
  return tern_tt_type_inside(op->result_count && !tern_tma_reads(op) ? op->results[0].type
                                                                     : tern_op_operand(op, 0)->type);
}

const tern_attr_t *tern_tma_memory_encoding(const tern_op_t *op) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(block_of(op));
  if (!tern_ttg_is_shared(encoding)) return NULL;
  size_t rank = tern_type_rank(moved_tensor(op));
  return tern_ttg_rank(encoding) == rank ? encoding : tern_descriptor_encoding_of_rank(encoding, rank);
}

// --- copies ---

static const tern_attr_t *i32_attr(tern_builder_t *b, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(b->context, 32), value);
}

static tern_value_t *i32_constant(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

// Places along the fastest dimension count numbers of 4 bits where these are padded, and bytes before.
static size_t add_places(tern_builder_t *b, const tern_op_t *op, tern_value_t **out_values) {
  size_t start, count;
  tern_op_operands_named(op, "indices", &start, &count);
  for (size_t i = 0; i < count; ++i) out_values[i] = tern_op_operand(op, start + i);
  const tern_attr_t *encoding = tern_tensor_type_encoding(block_of(op));
  bool is_padded =
      tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED) && tern_ttg_number(encoding, TERN_TTG_FIELD_FP4_PADDED);
  if (!is_padded || !count) return count;
  out_values[count - 1] =
      tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(out_values[count - 1], i32_constant(b, 2)));
  return count;
}

int64_t tern_tma_bytes(const tern_op_t *op) {
  const tern_type_t *tensor = moved_tensor(op);
  int64_t part[TERN_LAYOUT_MAX_DIMS], count = 1;
  tern_ttg_part_shape(tern_tma_memory_encoding(op), tern_type_dims(tensor), part);
  for (size_t d = 0; d < tern_type_rank(tensor); ++d) count *= part[d];
  return count * (int64_t)tern_type_bit_width(tern_type_element(tensor)) / 8;
}

void tern_tma_build_read(tern_builder_t *b, const tern_op_t *op, tern_value_t *barrier, tern_value_t *memory,
                         tern_value_t *pred) {
  tern_value_t *values[MAX_RANK + 8] = {tern_op_operand(op, 0)};
  size_t count = 1;
  bool is_gather = tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
  if (is_gather) {
    values[count++] = tern_op_operand_named(op, "x_offsets");
    values[count++] = tern_op_operand_named(op, "y_offset");
  } else {
    count += add_places(b, op, values + 1);
  }
  values[count++] = barrier;
  values[count++] = memory;
  values[count++] = pred;
  tern_build(b, is_gather ? TERN_TTNG(ASYNC_TMA_GATHER) : TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL),
             .operands = {values, count});
}

void tern_tma_build_write(tern_builder_t *b, const tern_op_t *op, tern_value_t *memory) {
  tern_value_t *values[MAX_RANK + 8] = {tern_op_operand(op, 0)};
  size_t count = 1;
  if (tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER))) {
    values[count++] = tern_op_operand_named(op, "x_offsets");
    values[count++] = tern_op_operand_named(op, "y_offset");
    values[count++] = memory;
    tern_build(b, TERN_TTNG(ASYNC_TMA_SCATTER), .operands = {values, count});
    return;
  }
  count += add_places(b, op, values + 1);
  values[count++] = memory;
  if (tern_op_is(op, TERN_TT(DESCRIPTOR_STORE))) {
    tern_build(b, TERN_TTNG(ASYNC_TMA_COPY_LOCAL_TO_GLOBAL), .operands = {values, count});
  } else {
    tern_build(b, TERN_TTNG(ASYNC_TMA_REDUCE), .operands = {values, count},
               .attrs = TERN_ATTRS({"kind", tern_op_attr(op, "kind")}));
  }
}

// --- tensor maps ---

static tern_value_t *multiply(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(x, y));
}

// Everything is given from the fastest dimension on; strides, in bytes, without the one of that.
void tern_tma_build_tensormap(tern_builder_t *b, const tern_op_t *op, tern_value_t *place,
                              const tern_tensormap_t *map) {
  size_t rank = tern_type_rank(tern_tt_type_inside(op->results[0].type)), shape, strides, count = 2, ignored;
  tern_value_t *values[4 * MAX_RANK + 2] = {place, tern_op_operand(op, 0)};
  tern_op_operands_named(op, "shape", &shape, &ignored);
  tern_op_operands_named(op, "strides", &strides, &ignored);
  const tern_type_t *element = tern_tt_type_inside(tern_op_operand(op, 0)->type);
  for (size_t k = rank; k-- > 0;) values[count++] = i32_constant(b, map->box[k]);
  tern_value_t *size = tern_arith_constant_int(b, tern_i_type_get(b->context, 64), tern_type_bit_width(element) / 8);
  for (size_t k = rank; k-- > 0;) values[count++] = tern_op_operand(op, shape + k);
  if (map->is_fp4_padded) values[2 + rank] = multiply(b, values[2 + rank], i32_constant(b, 2));
  tern_value_t *one = i32_constant(b, 1);
  for (size_t k = rank - 1; k-- > 0;) values[count++] = multiply(b, tern_op_operand(op, strides + k), size);
  for (size_t k = 0; k < rank; ++k) values[count++] = one;
  bool fills_with_nan = tern_enum_attr_value(tern_op_attr(op, "padding")) == TERN_TT_PAD_NAN;
  const int32_t many = (int32_t)rank;
  tern_build(
      b, TERN_TTNG(TENSORMAP_CREATE), .operands = {values, count},
      .attrs = TERN_ATTRS({"elem_type", i32_attr(b, map->element)}, {"interleave_layout", i32_attr(b, 0)},
                          {"swizzle_mode", i32_attr(b, map->swizzle)}, {"fill_mode", i32_attr(b, fills_with_nan)}),
      .segments = (int32_t[]){1, 1, many, many, many - 1, many});
}

// --- memory ---

bool tern_tma_is_view(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(MEMDESC_INDEX)) || tern_op_is(op, TERN_TTG(MEMDESC_SUBSLICE)) ||
         tern_op_is(op, TERN_TTG(MEMDESC_TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_RESHAPE)) ||
         tern_op_is(op, TERN_TTG(MEMDESC_REINTERPRET));
}

static void make_mutable(tern_value_t *value) {
  tern_memdesc_t memdesc = tern_memdesc_read(value->type);
  memdesc.is_mutable = true;
  value->type = tern_memdesc_get(&memdesc);
}

// Views of memory that may be written to now are such themselves, and so is what passes through waits and partitions.
void tern_tma_make_views_mutable(tern_value_t *memory) {
  tern_value_for_each_use(memory, use) {
    tern_op_t *user = use->owner;
    size_t index = (size_t)(use - user->operands);
    tern_value_t *passed = NULL;
    if (tern_tma_is_view(user)) passed = &user->results[0];
    if (tern_op_is(user, TERN_TTNG(WARP_GROUP_DOT_WAIT))) passed = &user->results[index];
    if (passed) {
      make_mutable(passed);
      tern_tma_make_views_mutable(passed);
    }
    if (!tern_op_is(user, TERN_TTG(WARP_SPECIALIZE))) continue;
    const tern_op_t *holder = user->regions[1].first_block->first_op;
    for (size_t i = 0; i < holder->region_count; ++i) {
      tern_value_t *arg = holder->regions[i].first_block->args[index];
      make_mutable(arg);
      tern_tma_make_views_mutable(arg);
    }
  }
}
