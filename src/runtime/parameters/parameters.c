// Archives of parameters in memory.

#include "runtime/parameters/parameters.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tern/tensor.h"

enum { SHOWN_SIZE_MAX = 100 };  // bytes of a key that a message repeats

static int compare_keys(const void *key, const void *other) {
  const tern_parameter_t *a = key, *b = other;
  return tern_str_compare(tern_str_make(a->key, a->key_size), tern_str_make(b->key, b->key_size));
}

static tern_status_t refuse(const tern_parameter_t *row, const char *what) {
  int shown = (int)(row->key_size < SHOWN_SIZE_MAX ? row->key_size : SHOWN_SIZE_MAX);
  return tern_status_make(TERN_INVALID_ARGUMENT, "parameter '%.*s' %s", shown, row->key, what);
}

static tern_status_t check_rows(const tern_parameters_t *parameters) {
  for (size_t i = 0; i < parameters->count; ++i) {
    const tern_parameter_t *row = &parameters->rows[i];
    if (i && compare_keys(row - 1, row) == 0) return refuse(row, "is there twice");
    size_t pattern = row->pattern_size;
    if (row->is_column_major) {
      size_t size = tern_element_type_size(row->element_type);
      if (!size || !row->dims || pattern || parameters->is_writable || row->size % size) {
        return refuse(row, "is column-major, but of an unknown type, a pattern, or to be written");
      }
    }
    if (!pattern) continue;
    if (pattern > 16 || pattern & (pattern - 1) || row->size % pattern) {
      return refuse(row, "has a pattern that is not of 1, 2, 4, 8 or 16 bytes, or does not divide its size");
    }
    if (parameters->is_writable) return refuse(row, "is a pattern and cannot be written");
  }
  return tern_ok();
}

static void destroy(tern_parameters_t *parameters) {
#if !TERN_SMALL
  free(parameters->name);
  free(parameters->identity);
#endif
  free(parameters->rows);
  free(parameters);
}

tern_status_t tern_parameters_create(const tern_parameter_t *rows, size_t count, bool is_writable,
                                     tern_parameters_release_fn_t release, void *user_data,
                                     tern_parameters_t **out_parameters) {
  *out_parameters = NULL;
  size_t keys_size = 0, dim_count = 0;
  for (size_t i = 0; i < count; ++i) {
    keys_size += rows[i].key_size;
    dim_count += rows[i].rank;
  }
  tern_parameters_t *parameters = calloc(1, sizeof(*parameters));
  // The dims lie behind the rows, and the keys behind them.
  tern_parameter_t *copies = malloc(count * sizeof(*copies) + dim_count * sizeof(int64_t) + keys_size + 1);
  if (!parameters || !copies) {
    free(parameters);
    free(copies);
    return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for %zu parameters", count);
  }
  int64_t *dims = (int64_t *)(copies + count);
  char *keys = (char *)(dims + dim_count);
  for (size_t i = 0; i < count; ++i) {
    copies[i] = rows[i];
    if (rows[i].dims) copies[i].dims = memcpy(dims, rows[i].dims, rows[i].rank * sizeof(*dims));
    dims += rows[i].rank;
    copies[i].key = keys;
    if (rows[i].key_size) memcpy(keys, rows[i].key, rows[i].key_size);
    keys += rows[i].key_size;
  }
  if (count) qsort(copies, count, sizeof(*copies), compare_keys);
  tern_resource_initialize(&parameters->resource);
  parameters->rows = copies;
  parameters->count = count;
  parameters->is_writable = is_writable;
  tern_status_t status = check_rows(parameters);
  if (!tern_status_is_ok(status)) {
    destroy(parameters);
    return status;
  }
  parameters->release = release;
  parameters->user_data = user_data;
  *out_parameters = parameters;
  return tern_ok();
}

void tern_parameters_retain(tern_parameters_t *parameters) {
  if (parameters) tern_resource_retain(&parameters->resource);
}

void tern_parameters_release(tern_parameters_t *parameters) {
  if (!parameters || !tern_resource_release(&parameters->resource)) return;
  if (parameters->release) parameters->release(parameters->user_data);
  destroy(parameters);
}

size_t tern_parameters_count(const tern_parameters_t *parameters) { return parameters->count; }

const tern_parameter_t *tern_parameters_at(const tern_parameters_t *parameters, size_t index) {
  return index < parameters->count ? &parameters->rows[index] : NULL;
}

const tern_parameter_t *tern_parameters_find(const tern_parameters_t *parameters, const char *key, size_t key_size) {
  tern_parameter_t wanted = {.key = key, .key_size = key_size};
  return parameters->count
             ? bsearch(&wanted, parameters->rows, parameters->count, sizeof(parameters->rows[0]), compare_keys)
             : NULL;
}

void tern_parameters_drop_pages(const tern_parameters_t *parameters, const void *data, size_t size) {
#if !TERN_SMALL
  if (!parameters || !parameters->mapping || !size) return;
  size_t page = (size_t)sysconf(_SC_PAGESIZE), offset = (size_t)((const char *)data - parameters->mapping);
  if (offset >= parameters->mapping_size || size > parameters->mapping_size - offset) return;  // not of the file
  size_t begin = offset / page * page, end = (offset + size + page - 1) / page * page;
  madvise(parameters->mapping + begin, end - begin, MADV_DONTNEED);  // a wish
#endif
}

//---- What a parameter is ----

#if !TERN_SMALL
// Files do not say whether integers have a sign as programs see it, nor what a byte holds that is less than one.
static bool is_type_right(tern_element_type_t stored, tern_element_type_t wanted) {
  if (stored == wanted || stored == TERN_ELEMENT_TYPE_NONE) return true;
  tern_element_class_t classes[] = {tern_element_type_class(stored), tern_element_type_class(wanted)};
  for (size_t i = 0; i < 2; ++i) {
    if (classes[i] == TERN_ELEMENT_CLASS_FLOAT || classes[i] == TERN_ELEMENT_CLASS_COMPLEX) return false;
  }
  return stored != TERN_ELEMENT_TYPE_I1 && wanted != TERN_ELEMENT_TYPE_I1 &&
         tern_element_type_size(stored) == tern_element_type_size(wanted);
}

// Arrays of types that formats have no name for are written as bytes in a row.
static bool is_raw(const tern_parameter_t *parameter, tern_element_type_t wanted) {
  static const uint8_t nameless[] = {
      TERN_ELEMENT_TYPE_I2,           TERN_ELEMENT_TYPE_SI2,         TERN_ELEMENT_TYPE_UI2,
      TERN_ELEMENT_TYPE_I4,           TERN_ELEMENT_TYPE_SI4,         TERN_ELEMENT_TYPE_UI4,
      TERN_ELEMENT_TYPE_F4E2M1FN,     TERN_ELEMENT_TYPE_F6E2M3FN,    TERN_ELEMENT_TYPE_F6E3M2FN,
      TERN_ELEMENT_TYPE_F8E4M3,       TERN_ELEMENT_TYPE_F8E3M4,      TERN_ELEMENT_TYPE_F8E4M3B11FNUZ,
      TERN_ELEMENT_TYPE_TF32,         TERN_ELEMENT_TYPE_F80,         TERN_ELEMENT_TYPE_F128,
      TERN_ELEMENT_TYPE_COMPLEX_BF16, TERN_ELEMENT_TYPE_COMPLEX_F16, TERN_ELEMENT_TYPE_COMPLEX_F64,
      TERN_ELEMENT_TYPE_F8E5M2FNUZ,   TERN_ELEMENT_TYPE_F8E4M3FNUZ};
  return parameter->element_type == TERN_ELEMENT_TYPE_UI8 && parameter->rank == 1 &&
         memchr(nameless, wanted, sizeof nameless);
}

static void append_array(tern_element_type_t type, uint32_t rank, const int64_t *dims, tern_string_builder_t *out) {
  for (uint32_t i = 0; i < rank; ++i) tern_string_builder_append_format(out, "%lldx", (long long)dims[i]);
  tern_string_builder_append_cstr(out, type ? tern_element_type_name(type) : "unknown");
}
#endif

tern_status_t tern_parameter_check(const tern_parameter_t *parameter, tern_element_type_t element_type, uint32_t rank,
                                   const int64_t *dims) {
  size_t size = tern_element_type_size(element_type);
  bool is_splat = !parameter->pattern_size || size % parameter->pattern_size == 0;
  for (uint32_t i = 0; i < rank; ++i) size *= (size_t)dims[i];
  bool is_right = size == parameter->size && is_splat;
#if TERN_SMALL
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_ARGUMENT, "");
#else
  bool has_shape = parameter->dims && !is_raw(parameter, element_type);
  if (has_shape) {
    is_right &= is_type_right(parameter->element_type, element_type) && parameter->rank == rank;
    for (uint32_t i = 0; i < rank && is_right; ++i) is_right = parameter->dims[i] == dims[i];
  }
  if (is_right) return tern_ok();
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "is another array: expected ");
  append_array(element_type, rank, dims, &text);
  tern_string_builder_append_format(&text, " (%zu bytes) but got ", size);
  if (parameter->dims) append_array(parameter->element_type, parameter->rank, parameter->dims, &text);
  if (parameter->pattern_size)
    tern_string_builder_append_format(&text, "a pattern of %zu bytes", parameter->pattern_size);
  tern_string_builder_append_format(&text, parameter->dims || parameter->pattern_size ? " (%zu bytes)" : "%zu bytes",
                                    parameter->size);
  tern_status_t status = tern_status_make(TERN_INVALID_ARGUMENT, "%s", text.data);
  tern_string_builder_deinitialize(&text);
  return status;
#endif
}
