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
