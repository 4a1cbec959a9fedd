// Images of code for CUDA: tables of words, and behind them what they point at.

#include "target/ptx/cuda_image.h"

#include <string.h>

enum { WORD_SIZE = 4, MODULE_ALIGNMENT = 8 };

bool tern_cuda_image_read_chip(const char *chip, uint32_t *out_architecture, char *out_suffix) {
  const char *digits = strrchr(chip, '_');
  *out_architecture = 0;
  *out_suffix = 0;
  for (digits = digits ? digits + 1 : ""; *digits >= '0' && *digits <= '9' && *out_architecture < 10000; ++digits) {
    *out_architecture = *out_architecture * 10 + (uint32_t)(*digits - '0');
  }
  if (*digits == 'a' || *digits == 'f') *out_suffix = *digits++;
  return *out_architecture > 0 && *digits == 0;
}

static void put_word(tern_string_builder_t *out, uint32_t word) {
  char bytes[WORD_SIZE];
  for (int i = 0; i < WORD_SIZE; ++i) bytes[i] = (char)(word >> (8 * i));
  tern_string_builder_append(out, tern_str_make(bytes, WORD_SIZE));
}

static void put_words(tern_string_builder_t *out, const uint32_t *words, size_t count) {
  for (size_t i = 0; i < count; ++i) put_word(out, words[i]);
}

static void put_long(tern_string_builder_t *out, uint64_t value) {
  put_word(out, (uint32_t)value);
  put_word(out, (uint32_t)(value >> 32));
}

static void put_map(tern_string_builder_t *out, const tern_cuda_image_map_t *map) {
  const uint32_t head[] = {map->binding, map->type,      map->rank, map->interleave,
                           map->swizzle, map->promotion, map->fill};
  put_words(out, head, sizeof head / sizeof head[0]);
  put_long(out, map->offset);
  for (size_t d = 0; d < TERN_CUDA_IMAGE_RANK_MAX; ++d) {
    put_long(out, d < map->rank ? map->sizes[d] : 0);
    put_word(out, d < map->rank ? (uint32_t)map->words[d] : UINT32_MAX);
  }
  for (size_t d = 1; d < TERN_CUDA_IMAGE_RANK_MAX; ++d) put_long(out, d < map->rank ? map->strides[d - 1] : 0);
  for (size_t d = 0; d < TERN_CUDA_IMAGE_RANK_MAX; ++d) put_word(out, d < map->rank ? map->box[d] : 0);
  // A box has all elements between its corners.
  for (size_t d = 0; d < TERN_CUDA_IMAGE_RANK_MAX; ++d) put_word(out, 1);
}

static void pad(tern_string_builder_t *out) {
  while (out->size % MODULE_ALIGNMENT) tern_string_builder_append_char(out, 0);
}

static size_t align_up(size_t at) { return (at + MODULE_ALIGNMENT - 1) / MODULE_ALIGNMENT * MODULE_ALIGNMENT; }

void tern_cuda_image_write(const tern_cuda_image_module_t *modules, size_t module_count,
                           const tern_cuda_image_kernel_t *kernels, size_t kernel_count, tern_string_builder_t *out) {
  size_t map_count = 0;
  for (size_t i = 0; i < kernel_count; ++i) map_count += kernels[i].map_count;
  size_t words = TERN_CUDA_IMAGE_HEADER_WORDS + module_count * TERN_CUDA_IMAGE_MODULE_WORDS +
                 kernel_count * TERN_CUDA_IMAGE_KERNEL_WORDS + map_count * TERN_CUDA_IMAGE_TENSOR_MAP_WORDS;
  const uint32_t header[] = {TERN_CUDA_IMAGE_MAGIC,  TERN_CUDA_IMAGE_VERSION, (uint32_t)module_count,
                             (uint32_t)kernel_count, (uint32_t)map_count,     0};
  put_words(out, header, TERN_CUDA_IMAGE_HEADER_WORDS);
  size_t at = align_up(words * WORD_SIZE);
  for (size_t i = 0; i < module_count; ++i) {
    const tern_cuda_image_module_t *module = &modules[i];
    const uint32_t row[] = {module->kind,    module->architecture, (uint32_t)module->suffix,
                            module->variant, (uint32_t)at,         (uint32_t)module->code.size};
    put_words(out, row, TERN_CUDA_IMAGE_MODULE_WORDS);
    at = align_up(at + module->code.size + 1);
  }
  uint32_t first_map = 0;
  for (size_t i = 0; i < kernel_count; ++i) {
    const tern_cuda_image_kernel_t *kernel = &kernels[i];
    const uint32_t row[] = {kernel->variant,
                            (uint32_t)at,
                            (uint32_t)kernel->name.size,
                            kernel->shared_size,
                            kernel->cluster[0],
                            kernel->cluster[1],
                            kernel->cluster[2],
                            kernel->flags,
                            first_map,
                            (uint32_t)kernel->map_count};
    put_words(out, row, TERN_CUDA_IMAGE_KERNEL_WORDS);
    at += kernel->name.size;
    first_map += (uint32_t)kernel->map_count;
  }
  for (size_t i = 0; i < kernel_count; ++i) {
    for (size_t j = 0; j < kernels[i].map_count; ++j) put_map(out, &kernels[i].maps[j]);
  }
  pad(out);
  for (size_t i = 0; i < module_count; ++i) {
    tern_string_builder_append(out, modules[i].code);
    tern_string_builder_append_char(out, 0);
    pad(out);
  }
  for (size_t i = 0; i < kernel_count; ++i) tern_string_builder_append(out, kernels[i].name);
}
