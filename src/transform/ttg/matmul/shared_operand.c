// See shared_operand.h.

#include "transform/ttg/matmul/shared_operand.h"

#include "dialect/ttg/blocked.h"
#include "dialect/ttg/ttg.h"
#include "ir/diagnostic.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK };

// The order that a tensor should lie in memory in: that of a thread's registers, or of the threads, if a thread has but one
// element along their first dimension.
static void memory_order(const tern_type_t *type, size_t *out_order) {
  tern_layout_t layout = tern_ttg_type_layout(type);
  const tern_attr_t *linear = tern_ttg_linear_get(type->context, &layout);
  size_t rank = tern_type_rank(type), threads[MAX_RANK];
  bool is_taken[MAX_RANK] = {false}, moves = false;
  tern_ttg_order_of(linear, TERN_TTG_FIELD_REGISTER, out_order);
  // Dimensions that threads do not go along come behind, as registers have them.
  size_t count = 0;
  for (size_t i = 0; i < tern_ttg_count(linear, TERN_TTG_FIELD_LANE); ++i) {
    if (!tern_ttg_at(linear, TERN_TTG_FIELD_LANE, i) || is_taken[i % rank]) continue;
    is_taken[i % rank] = true;
    threads[count++] = i % rank;
  }
  for (size_t i = 0; i < rank; ++i) {
    if (!is_taken[out_order[i]]) threads[count++] = out_order[i];
  }
  for (size_t i = threads[0]; i < tern_ttg_count(linear, TERN_TTG_FIELD_REGISTER); i += rank)
    moves = moves || tern_ttg_at(linear, TERN_TTG_FIELD_REGISTER, i) != 0;
  for (size_t i = 0; i < rank && !moves; ++i) out_order[i] = threads[i];
}

// Memory as TMA fills it and wgmma reads it: the widest swizzle that a line is a multiple of.
static const tern_attr_t *memory_encoding(const tern_type_t *type, const size_t *order, bool is_padded) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  int64_t part[MAX_RANK], lines = 1, bits = tern_type_bit_width(tern_type_element(type)), swizzle = 0;
  size_t rank = tern_type_rank(type);
  tern_ttg_part_shape(encoding, tern_type_dims(type), part);
  for (size_t i = 1; i < rank; ++i) lines *= part[order[i]];
  int64_t bytes = part[order[0]] * (is_padded ? 2 : 1) * bits / 8;
  for (int64_t width = 32; width <= 128 && rank >= 2 && lines >= 8; width *= 2) {
    if (bytes >= width && bytes % width == 0) swizzle = width;
  }
  return tern_ttg_encoding_get(
      type->context, TERN_TTG_ATTR_NVMMA_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH, (uint64_t)swizzle},
                      {TERN_TTG_FIELD_TRANSPOSED, order[0] == 0}, {TERN_TTG_FIELD_ELEMENT_BIT_WIDTH, (uint64_t)bits},
                      {TERN_TTG_FIELD_FP4_PADDED, is_padded}, {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_cga_list(encoding)},
                      {TERN_TTG_FIELD_RANK, rank}));
}

static tern_value_t *allocate(tern_value_t *value, const tern_attr_t *encoding) {
  const tern_type_t *type = value->type;
  tern_op_t *op = tern_value_defining_op(value);
  tern_builder_t b =
      op ? tern_builder_after(op) : tern_builder_at_start(tern_value_arg_block(value), tern_value_loc(value));
  size_t rank = tern_type_rank(type);
  const tern_memdesc_t memory = {.element = tern_type_element(type),
                                 .encoding = encoding,
                                 .memory_space = tern_ttg_shared_memory_get(type->context),
                                 .rank = rank,
                                 .dims = tern_type_dims(type),
                                 .alloc_rank = rank,
                                 .alloc_dims = tern_type_dims(type)};
  return tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_memdesc_get(&memory)));
}

tern_value_t *tern_ttg_share_operand(tern_value_t *value, const tern_ttg_shared_operand_t *how) {
  const tern_op_t *convert;
  while ((convert = tern_value_defined_by(value, TERN_TTG(CONVERT_LAYOUT)))) value = tern_op_operand(convert, 0);
  const tern_type_t *type = value->type;
  size_t order[MAX_RANK], first = how->is_turned ? how->index : 1 - how->index, wanted[] = {first, 1 - first};
  memory_order(type, order);
  if (!how->has_any_order && order[0] != wanted[0]) {
    if (how->warned) {
      tern_emit_warning(
          how->warned->loc,
          "Warning: Forcing a different order [%zu, %zu] on SMEM than the register order for the operand %zu. "
          "Registers will be transposed before SMEM store and the pipelined load for this operand will be "
          "disabled, so poor performance is expected. Recommendation: consider transposing the operand in global "
          "memory to remove the need to transpose the tensor in registers.",
          wanted[0], wanted[1], how->index);
    }
    order[0] = wanted[0];
    order[1] = wanted[1];
  }
  return allocate(value, memory_encoding(type, order, how->is_padded));
}

tern_value_t *tern_ttg_share_scale(tern_value_t *value) {
  const tern_type_t *type = value->type;
  uint64_t bits = tern_type_bit_width(tern_type_element(type));
  return allocate(value, tern_ttg_encoding_get(type->context, TERN_TTG_ATTR_NVMMA_SHARED,
                                               TERN_TTG_VALUES({TERN_TTG_FIELD_ELEMENT_BIT_WIDTH, bits},
                                                               {TERN_TTG_FIELD_CGA_LAYOUT,
                                                                tern_ttg_cga_list(tern_tensor_type_encoding(type))},
                                                               {TERN_TTG_FIELD_RANK, tern_type_rank(type)})));
}
