// What quantized types say: their parameters as a structure, and whether they fit a tensor.
//
// The parameters of !quant.uniform in a tern_type_t: [storage, expressed, is signed, min, max, kind, number of
// blocks, rank of the scales, number of scales, blocks (axis, size)..., dimensions of the scales..., scales (bits of
// doubles)..., zero points...].

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/quant/hooks.h"
#include "ir/context.h"

enum { STORAGE, EXPRESSED, IS_SIGNED, MIN, MAX, KIND, BLOCK_COUNT, SCALE_RANK, COUNT, LISTS };

const tern_type_t *tern_quant_element(const tern_type_t *type) {
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  bool is_uniform = element->kind == TERN_TYPE_DIALECT && element->row == &tern_quant_types[TERN_QUANT_UNIFORM_TYPE];
  return is_uniform ? element : NULL;
}

bool tern_quant_read(const tern_type_t *type, tern_quant_params_t *out_params) {
  const tern_type_t *element = tern_quant_element(type);
  if (!element) return false;
  const uint64_t *p = element->params, *lists = p + LISTS;
  const uint64_t *dims = lists + 2 * p[BLOCK_COUNT], *scales = dims + p[SCALE_RANK];
  *out_params = (tern_quant_params_t){
      .kind = (tern_quant_kind_t)p[KIND],
      .storage = (const tern_type_t *)(uintptr_t)p[STORAGE],
      .expressed = (const tern_type_t *)(uintptr_t)p[EXPRESSED],
      .is_signed = p[IS_SIGNED] != 0,
      .storage_min = (int64_t)p[MIN],
      .storage_max = (int64_t)p[MAX],
      .blocks = (const tern_quant_block_t *)(const void *)lists,
      .block_count = (size_t)p[BLOCK_COUNT],
      .scale_dims = (const int64_t *)dims,
      .scale_rank = (size_t)p[SCALE_RANK],
      .scales = (const double *)(const void *)scales,
      .zero_points = (const int64_t *)(scales + p[COUNT]),
      .count = (size_t)p[COUNT],
  };
  return true;
}

typedef TERN_VEC(uint64_t) words_t;

static void push_words(words_t *words, const void *source, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint64_t word;
    memcpy(&word, (const char *)source + i * sizeof(word), sizeof(word));
    tern_vec_push(words, word);
  }
}

const tern_type_t *tern_quant_uniform_type_get(const tern_quant_params_t *params) {
  const uint64_t head[LISTS] = {
      [STORAGE] = (uint64_t)(uintptr_t)params->storage,
      [EXPRESSED] = (uint64_t)(uintptr_t)params->expressed,
      [IS_SIGNED] = params->is_signed,
      [MIN] = (uint64_t)params->storage_min,
      [MAX] = (uint64_t)params->storage_max,
      [KIND] = params->kind,
      [BLOCK_COUNT] = params->block_count,
      [SCALE_RANK] = params->scale_rank,
      [COUNT] = params->count,
  };
  words_t words = {0};
  push_words(&words, head, LISTS);
  push_words(&words, params->blocks, 2 * params->block_count);
  push_words(&words, params->scale_dims, params->scale_rank);
  push_words(&words, params->scales, params->count);
  push_words(&words, params->zero_points, params->count);
  const tern_type_t *type = tern_dialect_type_get(params->storage->context, &tern_quant_types[TERN_QUANT_UNIFORM_TYPE],
                                                  words.values, words.count);
  tern_vec_deinitialize(&words);
  return type;
}

int64_t tern_quant_default_min(bool is_signed, uint32_t width) { return is_signed ? -(INT64_C(1) << (width - 1)) : 0; }

int64_t tern_quant_default_max(bool is_signed, uint32_t width) {
  return (INT64_C(1) << (is_signed ? width - 1 : width)) - 1;
}

bool tern_quant_has_bounds(const tern_quant_params_t *params) {
  uint32_t width = tern_integer_type_width(params->storage);
  return params->storage_min != tern_quant_default_min(params->is_signed, width) ||
         params->storage_max != tern_quant_default_max(params->is_signed, width);
}

bool tern_quant_is_symmetric(const tern_quant_params_t *params) {
  for (size_t i = 0; i < params->count; ++i) {
    if (params->zero_points[i] != 0) return false;
  }
  return true;
}

static bool refuse(const tern_type_t *type, const char **out_message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse(const tern_type_t *type, const char **out_message, const char *format, ...) {
  tern_string_builder_t text = {0};
  va_list args;
  va_start(args, format);
  tern_string_builder_append_vformat(&text, format, args);
  va_end(args);
  *out_message = tern_ident_get(type->context, tern_string_builder_view(&text))->data;
  tern_string_builder_deinitialize(&text);
  return false;
}

// The block along `axis`: what the type says, else the whole dimension.
static int64_t block_size(const tern_quant_params_t *params, size_t axis, int64_t dim) {
  for (size_t i = 0; i < params->block_count; ++i) {
    if (params->blocks[i].axis == (int64_t)axis) return params->blocks[i].size;
  }
  return dim;
}

static bool fits_blocks(const tern_type_t *type, const tern_quant_params_t *params, const char **out_message) {
  if (type->kind == TERN_TYPE_UNRANKED_TENSOR) {
    return refuse(type, out_message, "tensor containing the sub-channel quantized type must be ranked");
  }
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < params->block_count; ++i) {
    if (params->blocks[i].axis >= (int64_t)rank) {
      return refuse(type, out_message, "quantized dimension %lld must be less than tensor rank %zu",
                    (long long)params->blocks[i].axis, rank);
    }
  }
  if (params->scale_rank != rank) {
    return refuse(type, out_message, "Rank of scales %zu must match the rank of the tensor %zu", params->scale_rank,
                  rank);
  }
  for (size_t i = 0; i < rank; ++i) {
    int64_t dim = tern_type_dim(type, i), size = block_size(params, i, dim);
    if (dim == TERN_DYNAMIC) continue;
    if (size != 0 && dim % size != 0) {
      return refuse(type, out_message,
                    "tensor dimension size %lld at axis %zu must be divisible by the corresponding block size %lld",
                    (long long)dim, i, (long long)size);
    }
    int64_t expected = size == 0 ? 0 : dim / size;
    if (params->scale_dims[i] == expected) continue;
    return refuse(type, out_message,
                  "dimension size %lld of scales tensor at axis %zu should match (tensor dimension at axis / block "
                  "sizes at axis) = %lld",
                  (long long)params->scale_dims[i], i, (long long)expected);
  }
  return true;
}

bool tern_quant_fits(const tern_type_t *type, const char **out_message) {
  tern_quant_params_t params;
  if (!tern_quant_read(type, &params) || params.kind == TERN_QUANT_PER_TENSOR) return true;
  bool is_per_axis = params.kind == TERN_QUANT_PER_AXIS;
  if (!tern_type_is_shaped(type)) {
    return refuse(type, out_message, "scalar types may not use %s quantization",
                  is_per_axis ? "per-axis" : "sub-channel");
  }
  if (!is_per_axis) return fits_blocks(type, &params, out_message);
  if (!tern_type_is_ranked(type)) return true;
  int64_t axis = params.blocks[0].axis;
  if (axis >= (int64_t)tern_type_rank(type)) {
    return refuse(type, out_message, "quantized dimension must be less than tensor rank");
  }
  int64_t dim = tern_type_dim(type, (size_t)axis);
  if (dim == TERN_DYNAMIC || dim == (int64_t)params.count) return true;
  return refuse(type, out_message, "quantized dimension size does not match number of scales");
}

const tern_type_t *tern_quant_storage_type(const tern_type_t *type) {
  tern_quant_params_t params;
  if (!tern_quant_read(type, &params)) return type;
  return tern_type_with_element(type, params.storage);
}

const tern_type_t *tern_quant_stored_type(const tern_type_t *type) {
  tern_quant_params_t params;
  if (!tern_quant_read(type, &params)) return type;
  uint32_t width = tern_integer_type_width(params.storage);
  tern_signedness_t signedness = params.is_signed ? TERN_SIGNLESS : TERN_UNSIGNED;
  return tern_type_with_element(type, tern_integer_type_get(type->context, width, signedness));
}

const tern_type_t *tern_quant_expressed_type(const tern_type_t *type) {
  tern_quant_params_t params;
  if (!tern_quant_read(type, &params)) return type;
  return tern_type_with_element(type, params.expressed);
}
