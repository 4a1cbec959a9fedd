// Archives of parameters for passes.

#include "transform/io_parameters/archive.h"

#include "base/file.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

tern_archive_path_t tern_archive_path_parse(tern_str_t text) {
  tern_archive_path_t result = {0};
  size_t separator = tern_str_find_char(text, '=');
  if (separator < text.size) {
    result.scope = tern_str_make(text.data, separator);
    text = tern_str_drop(text, separator + 1);
  }
  tern_string_builder_t path = {0};
  tern_string_builder_append(&path, text);
  result.path = tern_string_builder_take(&path);
  return result;
}

int64_t tern_parameter_size(const tern_type_t *type) {
  if (!tern_type_is_shaped(type) || !tern_type_is_ranked(type) || !tern_type_has_static_shape(type)) return -1;
  int64_t bytes, element = (int64_t)tern_dense_element_size(tern_type_element(type));
  return __builtin_mul_overflow(tern_type_element_count(type), element, &bytes) ? -1 : bytes;
}

const char *tern_safetensors_type_name(const tern_type_t *element) {
  static const struct {
    const char *type, *name;
  } rows[] = {
      {"i1", "BOOL"},          {"i8", "I8"},          {"si8", "I8"},
      {"ui8", "U8"},           {"i16", "I16"},        {"si16", "I16"},
      {"ui16", "U16"},         {"i32", "I32"},        {"si32", "I32"},
      {"ui32", "U32"},         {"i64", "I64"},        {"si64", "I64"},
      {"ui64", "U64"},         {"f16", "F16"},        {"bf16", "BF16"},
      {"f32", "F32"},          {"f64", "F64"},        {"index", "I64"},
      {"f8E4M3FN", "F8_E4M3"}, {"f8E5M2", "F8_E5M2"}, {"f8E8M0FNU", "F8_E8M0"},
      {"complex<f32>", "C64"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    if (strcmp(tern_type_text(element), rows[i].type) == 0) return rows[i].name;
  }
  return NULL;
}

bool tern_archive_write(const char *path, const tern_archive_entries_t *entries, const tern_attr_t *loc) {
  tern_string_builder_t bytes = {0};
  if (tern_str_ends_with(tern_str_from_cstr(path), TERN_STR(".safetensors"))) {
    tern_safetensors_write(entries, &bytes);
  } else {
    tern_irpa_write(entries, &bytes);
  }
  tern_status_t status = tern_file_write(path, tern_string_builder_view(&bytes));
  tern_string_builder_deinitialize(&bytes);
  return tern_status_is_ok(status) || tern_emit_error(loc, "the archive of parameters: %s", status.message);
}
