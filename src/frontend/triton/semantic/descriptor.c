// Descriptors of tensors in memory.

#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/builtins.h"
#include "ir/attr.h"

static bool read_descriptor(tl_generator_t *g, tl_v value) {
  if (value->kind == TL_DESCRIPTOR) return true;
  return tl_error(g, "expected a tensor descriptor, not '%s'", tl_kind_name(value)), false;
}

// Operands of an access: the descriptor, perhaps a block, and the offsets.
static bool read_operands(tl_generator_t *g, tl_v descriptor, tl_v block, tl_v offsets, tern_values_t *out_operands) {
  tern_value_t **indices;
  size_t count, rank = descriptor->descriptor.block->rank, first = 1 + (block != NULL);
  if (!tl_to_index_values(g, offsets, false, &indices, &count)) return false;
  if (count != rank) return tl_error(g, "expected %zu offsets, but got %zu", rank, count), false;
  tern_value_t **operands = tern_arena_alloc_array(g->program->arena, first + count, sizeof *operands);
  operands[0] = descriptor->descriptor.handle;
  if (block) operands[1] = tl_handle(block);
  for (size_t i = 0; i < count; ++i) operands[first + i] = indices[i];
  *out_operands = (tern_values_t){operands, first + count};
  return true;
}

static bool check_block(tl_generator_t *g, tl_v descriptor, tl_v value) {
  const tl_type_t *block = descriptor->descriptor.block, *type = tl_is_tensor(value) ? tl_type_of(value) : NULL;
  bool is_same = type && type->rank == block->rank;
  for (size_t i = 0; is_same && i < block->rank; ++i) is_same = type->dims[i] == block->dims[i];
  if (is_same) return true;
  return tl_error(g, "expected a block of the descriptor's shape %s, but got '%s'", tl_type_text(g, block),
                  tl_text(g, value)),
         false;
}

// load(self, offsets)
tl_v tl_builtin_descriptor_load(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tern_values_t operands;
  if (!read_descriptor(g, args[0]) || !read_operands(g, args[0], NULL, args[1], &operands)) return NULL;
  return tl_emit(g, TERN_TT(DESCRIPTOR_LOAD), args[0]->descriptor.block, operands, (tern_named_attrs_t){0});
}

// store(self, offsets, value)
tl_v tl_builtin_descriptor_store(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tern_values_t operands;
  if (!read_descriptor(g, args[0]) || !check_block(g, args[0], args[2])) return NULL;
  tl_v value = tl_cast(g, args[2], args[0]->descriptor.block->element, -1);
  if (!value || !read_operands(g, args[0], value, args[1], &operands)) return NULL;
  tern_build(&g->b, TERN_TT(DESCRIPTOR_STORE), .operands = operands);
  return tl_none();
}

// atomic_OP(self, offsets, value)
tl_v tl_builtin_descriptor_reduce(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tern_values_t operands;
  if (!read_descriptor(g, args[0]) || !check_block(g, args[0], args[2])) return NULL;
  const tl_type_t *type = args[0]->descriptor.block->element;
  bool is_bitwise = self->value > 3, is_half = tl_is_dtype(type, TL_DTYPE_FP16) || tl_is_dtype(type, TL_DTYPE_BF16);
  bool is_right = (tl_is_int(type) && tl_bits(type) >= 32) || (is_half && !is_bitwise) ||
                  (self->value == 1 && tl_is_dtype(type, TL_DTYPE_FP32));
  if (!is_right) return tl_error(g, "%s of descriptors does not support %s", self->name, tl_type_text(g, type));
  if (!read_operands(g, args[0], args[2], args[1], &operands)) return NULL;
  tern_build(&g->b, TERN_TT(DESCRIPTOR_REDUCE), .operands = operands,
             .attrs = TERN_ATTRS(
                 {"kind", tern_enum_attr_get(g->program->context, TERN_TT_ENUM(DESCRIPTOR_REDUCE_KIND), self->value)}));
  return tl_none();
}

static bool check_rows(tl_generator_t *g, tl_v descriptor, tl_v rows) {
  if (!read_descriptor(g, descriptor)) return false;
  const tl_type_t *block = descriptor->descriptor.block;
  if (block->rank != 2 || block->dims[0] != 1)
    return tl_error(g, "descriptor must be 2D with a block of 1 row, but got %s", tl_type_text(g, block)), false;
  if (!tl_is_tensor(rows) || tl_type_of(rows)->rank != 1)
    return tl_error(g, "x offsets must be 1D, but got %s", tl_text(g, rows)), false;
  if (tl_type_of(rows)->dims[0] < 8)
    return tl_error(g, "descriptor gather must have at least 8 rows, but got %s", tl_text(g, rows)), false;
  int64_t least = 32 / tl_bits(block->element) * 8;
  if (block->dims[1] >= least) return true;
  return tl_error(g, "descriptor gather of %s must have at least %lld columns, but got %lld",
                  tl_type_text(g, block->element), (long long)least, (long long)block->dims[1]),
         false;
}

// gather(self, x_offsets, y_offset)
tl_v tl_builtin_descriptor_gather(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tern_value_t **column;
  size_t count;
  if (!check_rows(g, args[0], args[1]) || !tl_to_index_values(g, args[2], false, &column, &count)) return NULL;
  const tl_type_t *block = args[0]->descriptor.block;
  const tl_type_t *type =
      tl_block_type(g->program->arena, block->element, (int64_t[]){tl_type_of(args[1])->dims[0], block->dims[1]}, 2);
  return tl_emit(g, TERN_TT(DESCRIPTOR_GATHER), type,
                 TERN_VALUES(args[0]->descriptor.handle, tl_handle(args[1]), column[0]), (tern_named_attrs_t){0});
}

// scatter(self, value, x_offsets, y_offset)
tl_v tl_builtin_descriptor_scatter(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tern_value_t **column;
  size_t count;
  if (!check_rows(g, args[0], args[2]) || !tl_to_index_values(g, args[3], false, &column, &count)) return NULL;
  if (!tl_is_block(args[1])) return tl_error(g, "scatter() takes a block, not '%s'", tl_kind_name(args[1]));
  tern_build(&g->b, TERN_TT(DESCRIPTOR_SCATTER),
             .operands = TERN_VALUES(args[0]->descriptor.handle, tl_handle(args[2]), column[0], tl_handle(args[1])));
  return tl_none();
}

static bool read_sizes(tl_generator_t *g, tl_v list, tl_dtype_t dtype, size_t rank, const tl_value_t **out_values) {
  if (!tl_is_tuple(list) || list->tuple.items.count != rank)
    return tl_error(g, "expected %zu sizes and strides", rank), false;
  for (size_t i = 0; i < rank; ++i) {
    if (!(out_values[i] = tl_make_scalar(g, list->tuple.items.values[i], tl_scalar_type(dtype)))) return false;
  }
  return true;
}

enum { DESCRIPTOR_RANK_MAX = 5 };

// make_tensor_descriptor(base, shape, strides, block_shape, padding_option)
tl_v tl_builtin_make_tensor_descriptor(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  const int64_t *dims;
  size_t rank;
  int64_t padding;
  if (!tl_is_tensor(args[0]) || tl_type_of(args[0])->kind != TL_POINTER)
    return tl_error(g, "a descriptor is made of a pointer, not '%s'", tl_text(g, args[0]));
  const tl_type_t *element = tl_type_of(args[0])->element;
  if (!tl_read_shape(g, args[3], &dims, &rank)) return NULL;
  if (rank < 1 || rank > DESCRIPTOR_RANK_MAX)
    return tl_error(g, "expected 1 <= ndim <= 5 but got %zu dimensions", rank);
  if (dims[rank - 1] * (tl_bits(element) / 8) < 16)
    return tl_error(g, "descriptor block shape must have at least 16 bytes in the last dimension");
  bool is_contiguous = tl_is_tuple(args[2]) && args[2]->tuple.items.count == rank &&
                       tl_is_integer(args[2]->tuple.items.values[rank - 1]) &&
                       args[2]->tuple.items.values[rank - 1]->integer == 1;
  if (!is_contiguous) return tl_error(g, "the last of %zu strides of a tensor descriptor must be the constant 1", rank);
  const tl_value_t *shape[DESCRIPTOR_RANK_MAX], *strides[DESCRIPTOR_RANK_MAX];
  if (!read_sizes(g, args[1], TL_DTYPE_INT32, rank, shape) || !read_sizes(g, args[2], TL_DTYPE_INT64, rank, strides))
    return NULL;
  if (!tl_choose(g, args[4], "padding option", tl_padding_options, 2, TERN_TT_PAD_ZERO, &padding)) return NULL;
  if (tl_is_int(element) && padding == TERN_TT_PAD_NAN)
    return tl_error(g, "padding option `nan` is not supported for integer blocks");
  tl_value_t *descriptor = tl_new_value(g->program->arena, TL_DESCRIPTOR);
  descriptor->descriptor.block = tl_block_type(g->program->arena, element, dims, rank);
  const tern_type_t *type;
  size_t count = 0;
  if (!tl_ir_types(g, descriptor, &type, &count)) return NULL;
  tern_value_t *operands[1 + 2 * DESCRIPTOR_RANK_MAX] = {tl_handle(args[0])};
  for (size_t i = 0; i < rank; ++i)
    operands[1 + i] = tl_handle(shape[i]), operands[1 + rank + i] = tl_handle(strides[i]);
  descriptor->descriptor.handle = tern_build_value(
      &g->b, TERN_TT(MAKE_TENSOR_DESCRIPTOR), .operands = {operands, 1 + 2 * rank}, .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"padding", tern_enum_attr_get(g->program->context, TERN_TT_ENUM(PADDING_OPTION), padding)}));
  descriptor->descriptor.shape = tl_tuple(g->program->arena, shape, rank, NULL);
  descriptor->descriptor.strides = tl_tuple(g->program->arena, strides, rank, NULL);
  return descriptor;
}
