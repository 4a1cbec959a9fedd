// Descriptions of exports: kinds from the signature, which is always there, and names, element types and shapes from what
// the compiler wrote down of the source program, if it did.

#include "runtime/module/module_reflection.h"

#include <string.h>

static tern_variant_kind_t kind_of(const tern_bytecode_image_t *image, uint32_t word) {
  const tern_bytecode_type_t *type = &image->types[word];
  switch (type->kind) {
    case TERN_BYTECODE_KIND_I32: return TERN_VARIANT_I32;
    case TERN_BYTECODE_KIND_I64: return TERN_VARIANT_I64;
    case TERN_BYTECODE_KIND_F32: return TERN_VARIANT_F32;
    case TERN_BYTECODE_KIND_F64: return TERN_VARIANT_F64;
    case TERN_BYTECODE_KIND_REF: {
      const char *name = tern_bytecode_text(image, type->name);
      if (strcmp(name, "hal.buffer_view") == 0) return TERN_VARIANT_BUFFER_VIEW;
      if (strcmp(name, "hal.fence") == 0) return TERN_VARIANT_FENCE;
      return TERN_VARIANT_OPAQUE;
    }
    default: return TERN_VARIANT_OPAQUE;
  }
}

// Describes `count` values: those of the signature at `words`, and as many of `described_count` rows from
// `described_start` on. NULL without memory.
static tern_parameter_info_t *describe(tern_arena_t *arena, const tern_bytecode_image_t *image, uint32_t word_start,
                                       uint32_t count, uint32_t described_start, uint32_t described_count) {
  tern_parameter_info_t *infos = tern_arena_try_alloc_zeroed(arena, (size_t)count + 1, sizeof *infos);
  if (!infos) return NULL;
  for (uint32_t i = 0; i < count; ++i) {
    infos[i].kind = kind_of(image, image->words[word_start + i]);
    infos[i].name = "";
    if (i >= described_count) continue;
    const tern_bytecode_value_t *value = &image->values[described_start + i];
    infos[i].name = tern_bytecode_text(image, value->name);
    infos[i].element_type = (tern_element_type_t)value->element_type;
    infos[i].has_shape = value->rank != UINT32_MAX && value->element_type != TERN_ELEMENT_TYPE_NONE;
    if (!infos[i].has_shape) continue;
    infos[i].rank = value->rank;
    infos[i].dims = image->dims + value->dim_start;
  }
  return infos;
}

static const char *find_attribute(const tern_bytecode_image_t *image, const tern_bytecode_export_t *row,
                                  const char *key) {
  for (uint32_t i = 0; i < row->attribute_count; ++i) {
    const tern_bytecode_attribute_t *attribute = &image->attributes[row->attribute_start + i];
    if (strcmp(tern_bytecode_text(image, attribute->key), key) == 0) return tern_bytecode_text(image, attribute->value);
  }
  return NULL;
}

// Two fences at the end, and a word of the compiler's that they are its own.
static bool is_async(const tern_bytecode_image_t *image, const tern_bytecode_export_t *row,
                     const tern_bytecode_signature_t *signature) {
  const char *model = find_attribute(image, row, "iree.abi.model");
  if (!model || strcmp(model, "coarse-fences") != 0 || signature->argument_count < 2) return false;
  const uint32_t *last = image->words + signature->argument_start + signature->argument_count;
  return kind_of(image, last[-1]) == TERN_VARIANT_FENCE && kind_of(image, last[-2]) == TERN_VARIANT_FENCE;
}

tern_function_info_t *tern_module_reflect(tern_arena_t *arena, const tern_bytecode_image_t *image) {
  uint32_t count = image->counts[TERN_BYTECODE_EXPORTS];
  tern_function_info_t *infos = tern_arena_try_alloc_zeroed(arena, (size_t)count + 1, sizeof *infos);
  if (!infos) return NULL;
  for (uint32_t i = 0; i < count; ++i) {
    const tern_bytecode_export_t *row = &image->exports[i];
    const tern_bytecode_signature_t *signature = &image->signatures[image->functions[row->function].signature];
    tern_function_info_t *info = &infos[i];
    const char *declaration = find_attribute(image, row, "iree.abi.declaration");
    info->name = tern_bytecode_text(image, row->name);
    info->declaration = declaration ? declaration : "";
    info->is_async = is_async(image, row, signature);
    info->argument_count = signature->argument_count - (info->is_async ? 2 : 0);
    info->arguments = describe(arena, image, signature->argument_start, info->argument_count, row->argument_start,
                               row->argument_count);
    info->result_count = signature->result_count;
    info->results =
        describe(arena, image, signature->result_start, info->result_count, row->result_start, row->result_count);
    if (!info->arguments || !info->results) return NULL;
  }
  return infos;
}
