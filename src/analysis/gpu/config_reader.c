// Attributes with the numbers of a tile; see the header.

#include "analysis/gpu/config_reader.h"

#include <inttypes.h>
#include <stdio.h>

#include "ir/attr.h"
#include "ir/diagnostic.h"

bool tern_gpu_config_open(const tern_op_t *op, const char *config, const char *const *known,
                          tern_gpu_config_reader_t *out_reader) {
  const tern_attr_t *attr = tern_op_attr(op, config);
  *out_reader = (tern_gpu_config_reader_t){op, config, attr};
  if (!attr) return true;
  if (attr->kind != TERN_ATTR_DICTIONARY) {
    return tern_op_error(op, "expected a dictionary as '%s' but got %s", config, tern_attr_text(attr));
  }
  for (size_t i = 0; i < tern_dictionary_attr_count(attr); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(attr, i));
    size_t k = 0;
    while (known[k] && !tern_str_equal_cstr(name, known[k])) ++k;
    if (!known[k]) return tern_op_error(op, "'%s' has an unknown entry '%.*s'", config, (int)name.size, name.data);
  }
  return true;
}

bool tern_gpu_config_number(const tern_gpu_config_reader_t *reader, const char *name, int64_t least, int64_t most,
                            int64_t *out_value) {
  const tern_attr_t *value = tern_dictionary_attr_lookup(reader->dictionary, tern_str_from_cstr(name));
  if (!value) return true;
  if (tern_attr_is_integer(value) && tern_integer_attr_value(value) >= least &&
      tern_integer_attr_value(value) <= most) {
    *out_value = tern_integer_attr_value(value);
    return true;
  }
  char range[48];
  if (most == INT32_MAX) {
    snprintf(range, sizeof range, "from %" PRId64 " on", least);
  } else {
    snprintf(range, sizeof range, "from %" PRId64 " to %" PRId64, least, most);
  }
  return tern_op_error(reader->op, "'%s' needs a number %s as '%s' but has %s", reader->config, range, name,
                       tern_attr_text(value));
}

bool tern_gpu_config_list(const tern_gpu_config_reader_t *reader, const char *name, size_t count,
                          bool (*is_right)(int64_t value), const char *wanted, int64_t *out_values) {
  const tern_attr_t *list = tern_dictionary_attr_lookup(reader->dictionary, tern_str_from_cstr(name));
  if (!list) return true;
  bool are_right = list->kind == TERN_ATTR_ARRAY && tern_array_attr_count(list) == count;
  for (size_t i = 0; are_right && i < count; ++i) {
    const tern_attr_t *value = tern_array_attr_at(list, i);
    are_right = tern_attr_is_integer(value) && is_right(tern_integer_attr_value(value));
    if (are_right) out_values[i] = tern_integer_attr_value(value);
  }
  return are_right || tern_op_error(reader->op, "'%s' needs %s as '%s' but has %s", reader->config, wanted, name,
                                    tern_attr_text(list));
}
