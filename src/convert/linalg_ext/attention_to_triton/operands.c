// The memory that attention works on: where it lies in the bindings, and the tiles that are read of it.

#include <stdlib.h>

#include "convert/hal/abi.h"
#include "convert/linalg_ext/attention_to_triton/kernel.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "ir/diagnostic.h"

enum { MAP_RANK = 5, MAP_ALIGNMENT = 16 };

static bool fail(const tern_op_t *op, const char *what) {
  tern_op_error(op, "has an operand %s", what);
  tern_emit_note(op->loc, "kernels for attention read parts of bindings whose offsets and strides are constants");
  return false;
}

static bool is_view(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_MEMREF(SUBVIEW), TERN_MEMREF(REINTERPRET_CAST), TERN_MEMREF(CAST),
                                              TERN_MEMREF(EXPAND_SHAPE), TERN_MEMREF(COLLAPSE_SHAPE)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// The binding that the memory is a part of.
static bool find_placeholder(const tern_op_t *op, const tern_value_t *memory, tern_attention_operand_t *out) {
  tern_op_t *source = tern_value_defining_op(memory);
  while (source && is_view(source)) source = tern_value_defining_op(tern_op_operand(source, 0));
  if (!source || !tern_op_is(source, TERN_IREE(PLACEHOLDER)) || !tern_op_attr(source, "binding"))
    return fail(op, "that is no part of a binding");
  tern_op_t *binding = tern_hal_resolve_binding(source, tern_op_attr(source, "binding"));
  if (!binding) return false;
  out->placeholder = source;
  out->binding = tern_hal_binding_ordinal(binding);
  return out->binding < TERN_ATTENTION_MAX_BINDINGS || fail(op, "in one of more than 64 bindings");
}

// Adds where in the binding the placeholder begins.
static bool add_byte_offset(const tern_op_t *op, tern_attention_operand_t *out) {
  size_t start, count;
  tern_op_operands_named(out->placeholder, "byte_offset", &start, &count);
  int64_t bytes = 0, size = tern_type_bit_width(out->element) / 8;
  const tern_attr_t *constant = count ? tern_value_constant(tern_op_operand(out->placeholder, start)) : NULL;
  if (count && !tern_attr_is_integer(constant)) return fail(op, "whose place in the binding is not known");
  if (count) bytes = tern_integer_attr_value(constant);
  out->offset += bytes / size;
  return bytes % size == 0 || fail(op, "that does not begin at a multiple of its elements' size");
}

bool tern_attention_read_operand(const tern_op_t *op, const tern_value_t *memory, const tern_affine_map_t *map,
                                 const tern_attention_loops_t *loops, tern_attention_operand_t *out) {
  int64_t strides[TERN_MEMREF_MAX_RANK];
  size_t rank = tern_type_rank(memory->type);
  *out = (tern_attention_operand_t){.element = tern_type_element(memory->type)};
  if (!tern_memref_type_strides(memory->type, strides, &out->offset) || out->offset == TERN_DYNAMIC)
    return fail(op, "whose strides or offset are not known");
  if (tern_type_is_i(out->element, 1)) out->element = tern_i_type_get(op->loc->context, 8);
  for (size_t d = 0; d < rank; ++d) {
    size_t loop = (size_t)map->results[d]->value;
    if (loops->extents[loop] <= 1) continue;
    if (strides[d] == TERN_DYNAMIC) return fail(op, "whose strides or offset are not known");
    out->strides[loop] = strides[d];
    bool is_tiled = loop == loops->rows || loop == loops->keys || loop == loops->depth || loop == loops->columns;
    if (!is_tiled) out->outer[out->outer_count++] = loop;
  }
  return find_placeholder(op, memory, out) && add_byte_offset(op, out);
}

bool tern_attention_read_tiles(const tern_op_t *op, const tern_value_t *memory, const tern_affine_map_t *map,
                               const tern_attention_loops_t *loops, const size_t pair[2], const int64_t block[2],
                               tern_attention_tiles_t *out) {
  *out = (tern_attention_tiles_t){0};
  if (!tern_attention_read_operand(op, memory, map, loops, &out->operand)) return false;
  const int64_t *strides = out->operand.strides;
  bool is_first = pair[0] != TERN_ATTENTION_NO_LOOP && strides[pair[0]] == 1;
  bool is_second = pair[1] != TERN_ATTENTION_NO_LOOP && strides[pair[1]] == 1;
  if (!is_first && !is_second) return fail(op, "whose neighbours in memory are none in a tile");
  out->is_turned = !is_second;
  for (size_t i = 0; i < 2; ++i) {
    out->loops[i] = pair[out->is_turned ? 1 - i : i];
    out->block[i] = block[out->is_turned ? 1 - i : i];
  }
  return true;
}

size_t tern_attention_array(const tern_attention_tiles_t *tiles, const tern_attention_loops_t *loops,
                            int64_t *out_sizes, int64_t *out_strides) {
  const tern_attention_operand_t *operand = &tiles->operand;
  size_t count = 0;
  for (size_t i = 0; i < operand->outer_count; ++i) {
    out_sizes[count] = loops->extents[operand->outer[i]];
    out_strides[count++] = operand->strides[operand->outer[i]];
  }
  for (size_t i = 0; i < 2; ++i) {
    bool is_there = tiles->loops[i] != TERN_ATTENTION_NO_LOOP;
    out_sizes[count] = is_there ? loops->extents[tiles->loops[i]] : 1;
    // One place has no distance to the next; copies want one that is aligned.
    out_strides[count++] = is_there ? operand->strides[tiles->loops[i]] : MAP_ALIGNMENT;
  }
  return count;
}

bool tern_attention_has_tensor_map(const tern_attention_tiles_t *tiles, const tern_attention_loops_t *loops) {
  int64_t sizes[TERN_LINALG_EXT_MAX_LOOPS + 2], strides[TERN_LINALG_EXT_MAX_LOOPS + 2];
  size_t rank = tern_attention_array(tiles, loops, sizes, strides);
  int64_t bytes = tern_type_bit_width(tiles->operand.element) / 8;
  bool is_right = rank <= MAP_RANK && tiles->operand.offset * bytes % MAP_ALIGNMENT == 0;
  for (size_t d = 0; d + 1 < rank; ++d)
    is_right = is_right && strides[d] > 0 && strides[d] * bytes % MAP_ALIGNMENT == 0;
  return is_right;
}
