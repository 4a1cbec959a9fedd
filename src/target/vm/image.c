// Building an image of a vm.module, and writing it as a BYTECODE section.

#include "target/vm/image.h"

#include <stdlib.h>
#include <string.h>

#include "ir/context.h"
#include "ir/diagnostic.h"

void tern_vm_image_deinitialize(tern_vm_image_t *image) {
  tern_symbol_table_deinitialize(&image->symbols);
  tern_map_deinitialize(&image->ordinals);
  tern_map_deinitialize(&image->string_offsets);
  tern_map_deinitialize(&image->type_ordinals);
  tern_string_builder_deinitialize(&image->strings);
  tern_vec_deinitialize(&image->words);
  tern_vec_deinitialize(&image->dims);
  tern_vec_deinitialize(&image->types);
  tern_vec_deinitialize(&image->signatures);
  tern_vec_deinitialize(&image->imports);
  tern_vec_deinitialize(&image->exports);
  tern_vec_deinitialize(&image->functions);
  tern_vec_deinitialize(&image->ref_globals);
  tern_vec_deinitialize(&image->rodata);
  tern_vec_deinitialize(&image->attributes);
  tern_vec_deinitialize(&image->values);
  tern_vec_deinitialize(&image->code);
  tern_vec_deinitialize(&image->constants);
  for (size_t i = 0; i < image->executables.count; ++i) {
    tern_string_builder_deinitialize(&image->executables.values[i].data);
  }
  tern_vec_deinitialize(&image->executables);
}

// --- exports ---

static const tern_op_t *exported_function(const tern_vm_image_t *image, const tern_op_t *export) {
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(export, "function_ref"), 0);
  return tern_symbol_table_lookup(&image->symbols, name);
}

static void add_export(tern_vm_image_t *image, const tern_op_t *op) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "export_name"));
  uint32_t function = tern_vm_image_ordinal(image, exported_function(image, op));
  if (tern_str_equal_cstr(name, "__init")) {
    image->initializer = function;
  } else if (tern_str_equal_cstr(name, "__deinit")) {
    image->deinitializer = function;
  } else {
    tern_bytecode_export_t row = {.name = tern_vm_image_string(image, name), .function = function};
    tern_vm_image_reflect(image, op, &row);
    tern_vec_push(&image->exports, row);
  }
}

static tern_str_t text_at(const tern_vm_image_t *image, tern_bytecode_string_t string) {
  return tern_str_make(tern_string_builder_view(&image->strings).data + string.offset, string.size);
}

// By name, as the reader searches them. There are few.
static void sort_exports(tern_vm_image_t *image) {
  for (size_t i = 1; i < image->exports.count; ++i) {
    tern_bytecode_export_t row = image->exports.values[i];
    size_t j = i;
    for (; j > 0; --j) {
      const tern_bytecode_export_t *other = &image->exports.values[j - 1];
      if (tern_str_compare(text_at(image, other->name), text_at(image, row.name)) <= 0) break;
      image->exports.values[j] = *other;
    }
    image->exports.values[j] = row;
  }
}

bool tern_vm_image_build(tern_op_t *module, tern_vm_image_t *out_image) {
  *out_image = (tern_vm_image_t){.context = tern_op_context(module),
                                 .module = module,
                                 .initializer = TERN_BYTECODE_NONE,
                                 .deinitializer = TERN_BYTECODE_NONE};
  tern_string_builder_append_char(&out_image->strings, 0);  // the empty string
  out_image->name = tern_vm_image_string(out_image, tern_symbol_name(module));
  tern_symbol_table_initialize(&out_image->symbols, module);
  if (!tern_vm_image_collect(out_image)) return false;
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_VM(FUNC)) && !tern_vm_image_add_function(out_image, op)) return false;
  }
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_VM(EXPORT))) add_export(out_image, op);
  }
  sort_exports(out_image);
  return true;
}

// --- writing: the machine is little-endian, as the format is ---

void tern_vm_image_stream_rodata(const void *image, tern_sink_t *sink) {
  const tern_vm_image_t *of = image;
  uint64_t start = sink->size;
  for (size_t i = 0; i < of->constants.count; ++i) {
    const tern_vm_constant_t *constant = &of->constants.values[i];
    tern_sink_append_fill(sink, 0, constant->offset - (sink->size - start));
    tern_vm_stream_constant(constant->value, sink);
  }
}

static void append(tern_string_builder_t *out, const void *data, size_t size) {
  if (size > 0) tern_string_builder_append(out, (tern_str_t){data, size});
}

void tern_vm_image_write(const tern_vm_image_t *image, tern_string_builder_t *out) {
  static const size_t sizes[TERN_BYTECODE_TABLE_COUNT] = TERN_BYTECODE_ELEMENT_SIZES;
  const struct {
    const void *data;
    size_t count;
  } tables[TERN_BYTECODE_TABLE_COUNT] = {
      [TERN_BYTECODE_STRINGS] = {image->strings.data, image->strings.size},
      [TERN_BYTECODE_WORDS] = {image->words.values, image->words.count},
      [TERN_BYTECODE_DIMS] = {image->dims.values, image->dims.count},
      [TERN_BYTECODE_TYPES] = {image->types.values, image->types.count},
      [TERN_BYTECODE_SIGNATURES] = {image->signatures.values, image->signatures.count},
      [TERN_BYTECODE_IMPORTS] = {image->imports.values, image->imports.count},
      [TERN_BYTECODE_EXPORTS] = {image->exports.values, image->exports.count},
      [TERN_BYTECODE_FUNCTIONS] = {image->functions.values, image->functions.count},
      [TERN_BYTECODE_REF_GLOBALS] = {image->ref_globals.values, image->ref_globals.count},
      [TERN_BYTECODE_RODATA] = {image->rodata.values, image->rodata.count},
      [TERN_BYTECODE_ATTRIBUTES] = {image->attributes.values, image->attributes.count},
      [TERN_BYTECODE_VALUES] = {image->values.values, image->values.count},
      [TERN_BYTECODE_CODE] = {image->code.values, image->code.count},
  };
  const tern_attr_t *version = tern_op_attr(image->module, "version");
  tern_bytecode_header_t header = {
      .magic = TERN_BYTECODE_MAGIC,
      .version = TERN_BYTECODE_VERSION,
      .name = image->name,
      .value_global_count = image->value_global_count,
      .initializer = image->initializer,
      .deinitializer = image->deinitializer,
      .module_version = version ? (uint32_t)tern_integer_attr_value(version) : 0,
  };
  size_t offset = (sizeof header + 7) / 8 * 8;
  for (size_t i = 0; i < TERN_BYTECODE_TABLE_COUNT; ++i) {
    header.tables[i] = (tern_bytecode_span_t){(uint32_t)offset, (uint32_t)tables[i].count};
    offset += (tables[i].count * sizes[i] + 7) / 8 * 8;
  }
  header.size = (uint32_t)offset;
  size_t start = out->size;
  append(out, &header, sizeof header);
  for (size_t i = 0; i < TERN_BYTECODE_TABLE_COUNT; ++i) {
    while (out->size - start < header.tables[i].offset) tern_string_builder_append_char(out, 0);
    append(out, tables[i].data, tables[i].count * sizes[i]);
  }
  while (out->size - start < header.size) tern_string_builder_append_char(out, 0);
}
