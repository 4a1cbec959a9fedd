// What launches of kernels need, from the attributes that the conversion to nvvm left on them.

#include "pipeline/targets/cuda_image.h"

#include <string.h>

#include "convert/llvm/kernel/kernel.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static int64_t number_of(const tern_attr_t *row, const char *name) {
  const tern_attr_t *attr = tern_dictionary_attr_lookup(row, tern_str_from_cstr(name));
  return tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : 0;
}

static const tern_attr_t *list_of(const tern_attr_t *row, const char *name) {
  return tern_dictionary_attr_lookup(row, tern_str_from_cstr(name));
}

static tern_cuda_image_map_t read_map(const tern_attr_t *row) {
  const tern_attr_t *sizes = list_of(row, "sizes"), *words = list_of(row, "words");
  const tern_attr_t *strides = list_of(row, "strides"), *box = list_of(row, "box");
  tern_cuda_image_map_t map = {.binding = (uint32_t)number_of(row, "binding"),
                               .type = (uint32_t)number_of(row, "type"),
                               .rank = (uint32_t)tern_int_list_attr_count(sizes),
                               .interleave = (uint32_t)number_of(row, "interleave"),
                               .swizzle = (uint32_t)number_of(row, "swizzle"),
                               .promotion = (uint32_t)number_of(row, "promotion"),
                               .fill = (uint32_t)number_of(row, "fill"),
                               .offset = (uint64_t)number_of(row, "offset")};
  for (size_t d = 0; d < map.rank; ++d) {
    map.sizes[d] = (uint64_t)tern_int_list_attr_at(sizes, d);
    map.words[d] = (int32_t)tern_int_list_attr_at(words, d);
    map.box[d] = (uint32_t)tern_int_list_attr_at(box, d);
    if (d > 0) map.strides[d - 1] = (uint64_t)tern_int_list_attr_at(strides, d - 1);
  }
  return map;
}

// Has the row lists of one length, which the format has room for?
static bool is_row(const tern_attr_t *row) {
  if (row->kind != TERN_ATTR_DICTIONARY) return false;
  size_t rank = tern_int_list_attr_count(list_of(row, "sizes"));
  return rank > 0 && rank <= TERN_CUDA_IMAGE_RANK_MAX && tern_int_list_attr_count(list_of(row, "words")) == rank &&
         tern_int_list_attr_count(list_of(row, "box")) == rank &&
         tern_int_list_attr_count(list_of(row, "strides")) == rank - 1;
}

static bool read_kernel(const tern_op_t *func, const char *name, tern_arena_t *arena, tern_cuda_image_kernel_t *out) {
  *out = (tern_cuda_image_kernel_t){.name = tern_str_from_cstr(name)};
  const tern_attr_t *shared = tern_op_attr(func, TERN_KERNEL_SHARED_MEMORY_ATTR);
  const tern_attr_t *cluster = tern_op_attr(func, "nvvm.cluster_dim");
  const tern_attr_t *rows = tern_op_attr(func, TERN_KERNEL_TENSOR_MAPS_ATTR);
  if (tern_attr_is_integer(shared)) out->shared_size = (uint32_t)tern_integer_attr_value(shared);
  size_t dimensions = tern_int_list_attr_count(cluster);
  for (size_t d = 0; d < 3 && dimensions; ++d) {
    out->cluster[d] = d < dimensions ? (uint32_t)tern_int_list_attr_at(cluster, d) : 1;
  }
  if (tern_op_attr(func, TERN_KERNEL_COOPERATIVE_ATTR)) out->flags |= TERN_CUDA_KERNEL_COOPERATIVE;
  out->map_count = rows && rows->kind == TERN_ATTR_ARRAY ? tern_array_attr_count(rows) : 0;
  tern_cuda_image_map_t *maps = tern_arena_alloc_zeroed(arena, (out->map_count + 1) * sizeof *maps);
  out->maps = maps;
  for (size_t i = 0; i < out->map_count; ++i) {
    if (!is_row(tern_array_attr_at(rows, i))) return tern_op_error(func, "has a tensor map whose row is malformed");
    maps[i] = read_map(tern_array_attr_at(rows, i));
  }
  return true;
}

bool tern_cuda_launches_read(const tern_op_t *module, const tern_dispatch_info_t *info, tern_arena_t *arena,
                             tern_cuda_launches_t *out_launches) {
  size_t capacity = 0;
  for (size_t i = 0; i < info->entry_point_count; ++i) capacity += info->entry_points[i].kernel_count;
  *out_launches =
      (tern_cuda_launches_t){.kernels = tern_arena_alloc_zeroed(arena, (capacity + 1) * sizeof *out_launches->kernels)};
  for (size_t i = 0; i < info->entry_point_count; ++i) {
    const tern_entry_point_t *entry = &info->entry_points[i];
    for (uint32_t j = 0; j < entry->kernel_count; ++j) {
      const tern_op_t *func = tern_symbol_lookup_in(module, tern_str_from_cstr(entry->kernels[j].name));
      tern_cuda_image_kernel_t *kernel = &out_launches->kernels[out_launches->count];
      if (func && !read_kernel(func, entry->kernels[j].name, arena, kernel)) return false;
      out_launches->count += func && !tern_cuda_image_kernel_is_plain(kernel);
    }
  }
  return true;
}
