// Archives of parameters in memory.

#include "runtime/parameters.h"

#include <stdlib.h>
#include <string.h>

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
    if (!pattern) continue;
    if (pattern > 16 || pattern & (pattern - 1) || row->size % pattern) {
      return refuse(row, "has a pattern that is not of 1, 2, 4, 8 or 16 bytes, or does not divide its size");
    }
    if (parameters->is_writable) return refuse(row, "is a pattern and cannot be written");
  }
  return tern_ok();
}

static void destroy(tern_parameters_t *parameters) {
  free(parameters->rows);
  free(parameters);
}

tern_status_t tern_parameters_create(const tern_parameter_t *rows, size_t count, bool is_writable,
                                     tern_parameters_release_fn_t release, void *user_data,
                                     tern_parameters_t **out_parameters) {
  *out_parameters = NULL;
  size_t keys_size = 0;
  for (size_t i = 0; i < count; ++i) keys_size += rows[i].key_size;
  tern_parameters_t *parameters = calloc(1, sizeof(*parameters));
  // The keys lie behind the rows.
  tern_parameter_t *copies = malloc(count * sizeof(*copies) + keys_size + 1);
  if (!parameters || !copies) {
    free(parameters);
    free(copies);
    return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for %zu parameters", count);
  }
  char *keys = (char *)(copies + count);
  for (size_t i = 0; i < count; ++i) {
    copies[i] = rows[i];
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
