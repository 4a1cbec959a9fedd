// Views of shared memory, which make no access: ttg.memdesc_index, memdesc_subslice, memdesc_trans, memdesc_reshape,
// memdesc_reinterpret; and memdesc.h (upstream: ViewOpToLLVM, SharedMemoryObject).
//
// A descriptor is the address of its allocation, and where in it, dimension by dimension, the part begins. Layouts are linear, so
// that where an element of the part lies is where it would lie in a part that begins at zero, mixed (exclusive or) with where the part
// begins.

#include "convert/triton/to_llvm/memdesc.h"

#include <stdlib.h>

#include "ir/diagnostic.h"

// dim0, dim1 ... -> offset: where each element of the allocation lies in its block's memory.
static tern_layout_t offsets_of(const tern_memdesc_t *memdesc) {
  tern_memdesc_t whole = *memdesc;
  size_t lead = whole.alloc_rank - whole.rank;
  const char *names[TERN_LAYOUT_MAX_DIMS];
  tern_layout_t layout = tern_ttg_layout(whole.encoding, whole.alloc_dims + lead);
  layout = tern_layout_pseudo_invert(&layout);
  for (size_t i = 0; i < layout.ins.count; ++i) names[i] = layout.ins.values[i].name;
  return tern_layout_sublayout(&layout, (tern_layout_names_t){names, layout.ins.count},
                               TERN_LAYOUT_NAMES(TERN_LAYOUT_OFFSET));
}

uint64_t tern_triton_moving_bits(const tern_memdesc_t *memdesc) {
  uint64_t bits = 0;
  size_t lead = memdesc->alloc_rank - memdesc->rank;
  bool is_whole = true;
  for (size_t d = 0; d < memdesc->rank; ++d) is_whole &= memdesc->dims[d] == memdesc->alloc_dims[lead + d];
  if (is_whole) return 0;
  tern_layout_t layout = offsets_of(memdesc);
  for (size_t d = 0; d < memdesc->rank && !layout.error; ++d) {
    size_t in = tern_layout_find(&layout.ins, tern_layout_dim_name(d));
    for (size_t bit = 0; in < layout.ins.count && bit < layout.ins.values[in].bits; ++bit) {
      if (INT64_C(1) << bit >= memdesc->dims[d]) bits |= (uint64_t)tern_layout_basis(&layout, in, bit, 0);
    }
  }
  return bits;
}

tern_value_t *tern_triton_memory_offset(tern_conversion_t *conversion, const tern_type_t *type,
                                        const tern_triton_memory_t *memory) {
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  if (!tern_triton_moving_bits(&memdesc)) return NULL;
  tern_layout_t layout = offsets_of(&memdesc);
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *offset = tern_emit_i32(b, 0);
  for (size_t i = 0; i < layout.ins.count; ++i) {
    tern_value_t *ins[TERN_LAYOUT_MAX_DIMS] = {NULL}, *own;
    ins[i] = memory->offsets.values[layout.ins.values[i].name[3] - '0'];
    tern_triton_apply_layout(b, &layout, ins, &own);
    offset = tern_emit_xor(b, offset, own);
  }
  return offset;
}

// --- views ---

static bool replace(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *base, tern_value_t **offsets,
                    size_t rank) {
  tern_triton_memory_t memory = {base, {offsets, rank}};
  return tern_conversion_replace_value(conversion, op,
                                       tern_triton_pack_memory(conversion, tern_op_result(op, 0)->type, &memory));
}

// Elements of one buffer, with what lies between those of 4 bits.
static int64_t count_elements(const tern_memdesc_t *memdesc) {
  const tern_attr_t *encoding = memdesc->encoding;
  int64_t part[TERN_LAYOUT_MAX_DIMS], count = 1;
  tern_ttg_part_shape(encoding, memdesc->dims, part);
  for (size_t d = 0; d < memdesc->rank; ++d) count *= part[d];
  bool is_packed =
      tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED) && tern_ttg_number(encoding, TERN_TTG_FIELD_FP4_PADDED);
  return is_packed ? 2 * count : count;
}

static int64_t log2_of(int64_t value) {
  int64_t bits = 0;
  while (value >> (bits + 1)) ++bits;
  return bits;
}

static tern_value_t *add_padding(tern_builder_t *b, const tern_attr_t *encoding, tern_value_t *offset) {
  tern_value_t *padded = offset;
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_PADDED_SHARED)) return offset;
  for (size_t i = 0; i < tern_ttg_count(encoding, TERN_TTG_FIELD_INTERVALS); ++i) {
    tern_value_t *count = tern_emit_lshr(b, offset, log2_of(tern_ttg_at(encoding, TERN_TTG_FIELD_INTERVALS, i)));
    count = tern_emit_shl(b, count, log2_of(tern_ttg_at(encoding, TERN_TTG_FIELD_PADDINGS, i)));
    padded = tern_emit_add(b, padded, count);
  }
  return padded;
}

static bool lower_index(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_triton_memory_t memory = tern_triton_unpack_memory(conversion, operands.values[0]);
  tern_memdesc_t result = tern_memdesc_read(tern_op_result(op, 0)->type);
  const tern_type_t *element = tern_triton_element_type(conversion, result.element);
  tern_value_t *offset = tern_emit_mul(b, operands.values[1], tern_emit_i32(b, count_elements(&result)));
  offset = add_padding(b, result.encoding, offset);
  tern_value_t *base = tern_emit_gep(b, element, memory.base, offset),
               **offsets = tern_triton_room(conversion, result.rank);
  for (size_t d = 0; d < result.rank; ++d) offsets[d] = memory.offsets.values[memory.offsets.count - result.rank + d];
  return replace(conversion, op, base, offsets, result.rank);
}

static bool lower_subslice(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_triton_memory_t memory = tern_triton_unpack_memory(conversion, operands.values[0]);
  const tern_attr_t *begins = tern_op_attr(op, "offsets");
  tern_value_t **offsets = tern_triton_room(conversion, memory.offsets.count);
  for (size_t d = 0; d < memory.offsets.count; ++d) {
    tern_value_t *begin = tern_emit_i32(b, tern_dense_array_attr_int(begins, d));
    offsets[d] = tern_emit_add(b, memory.offsets.values[d], begin);
  }
  return replace(conversion, op, memory.base, offsets, memory.offsets.count);
}

static bool lower_trans(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_triton_memory_t memory = tern_triton_unpack_memory(conversion, operands.values[0]);
  const tern_attr_t *order = tern_op_attr(op, "order");
  tern_value_t **offsets = tern_triton_room(conversion, memory.offsets.count);
  for (size_t d = 0; d < memory.offsets.count; ++d)
    offsets[d] = memory.offsets.values[tern_dense_array_attr_int(order, d)];
  return replace(conversion, op, memory.base, offsets, memory.offsets.count);
}

// The place is counted through all dimensions, and taken apart by the new ones.
static bool lower_reshape(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_triton_memory_t memory = tern_triton_unpack_memory(conversion, operands.values[0]);
  tern_memdesc_t source = tern_memdesc_read(tern_op_operand(op, 0)->type);
  tern_memdesc_t result = tern_memdesc_read(tern_op_result(op, 0)->type);
  tern_value_t *place = tern_emit_i32(b, 0), **offsets = tern_triton_room(conversion, result.rank);
  for (size_t d = 0; d < source.rank; ++d) {
    place = tern_emit_mul(b, place, tern_emit_i32(b, source.dims[d]));
    place = tern_emit_add(b, place, memory.offsets.values[d]);
  }
  for (size_t d = result.rank; d-- > 0;) {
    offsets[d] = d == 0 ? place : tern_emit_urem(b, place, result.dims[d]);
    place = tern_emit_udiv(b, place, result.dims[d]);
  }
  return replace(conversion, op, memory.base, offsets, result.rank);
}

static bool lower_reinterpret(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  tern_triton_memory_t memory = tern_triton_unpack_memory(conversion, operands.values[0]);
  tern_memdesc_t source = tern_memdesc_read(type), result = tern_memdesc_read(tern_op_result(op, 0)->type);
  tern_value_t *moved = tern_triton_memory_offset(conversion, type, &memory), *base = memory.base;
  if (!moved) moved = tern_emit_i32(b, 0);
  base = tern_llvm_build_gep(b, tern_triton_element_type(conversion, source.element), base, &moved, NULL, 1);
  tern_value_t **offsets = tern_triton_room(conversion, result.rank);
  tern_value_t *zero = tern_emit_i32(b, 0);
  for (size_t d = 0; d < result.rank; ++d) offsets[d] = zero;
  return replace(conversion, op, base, offsets, result.rank);
}

const tern_conversion_pattern_t tern_triton_memdesc_patterns[] = {
    {"memdesc-index", TERN_TTG(MEMDESC_INDEX), TERN_TRITON_BENEFIT, lower_index},
    {"memdesc-subslice", TERN_TTG(MEMDESC_SUBSLICE), TERN_TRITON_BENEFIT, lower_subslice},
    {"memdesc-trans", TERN_TTG(MEMDESC_TRANS), TERN_TRITON_BENEFIT, lower_trans},
    {"memdesc-reshape", TERN_TTG(MEMDESC_RESHAPE), TERN_TRITON_BENEFIT, lower_reshape},
    {"memdesc-reinterpret", TERN_TTG(MEMDESC_REINTERPRET), TERN_TRITON_BENEFIT, lower_reinterpret},
    {0},
};
