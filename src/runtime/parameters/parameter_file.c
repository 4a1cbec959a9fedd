// Archives of parameters from files: which format it is, and the mapping.

#include <stdlib.h>

#include "base/file.h"
#include "base/no_memory.h"
#include "runtime/parameters/parameters.h"

typedef tern_status_t (*reader_fn_t)(const char *name, tern_str_t bytes, tern_arena_t *arena,
                                     tern_archive_entries_t *out_entries);

static reader_fn_t find_reader(tern_str_t bytes) {
  if (tern_irpa_has_magic(bytes)) return tern_irpa_read;
  if (tern_npz_has_magic(bytes)) return tern_npz_read;
  return tern_safetensors_has_header(bytes) ? tern_safetensors_read : NULL;
}

static tern_status_t create(const tern_archive_entries_t *entries, bool is_writable,
                            tern_parameters_release_fn_t release, void *user_data, tern_parameters_t **out_parameters) {
  tern_parameter_t *rows = malloc((entries->count + 1) * sizeof(*rows));
  if (!rows) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for %zu parameters", entries->count);
  for (size_t i = 0; i < entries->count; ++i) {
    const tern_archive_entry_t *entry = &entries->values[i];
    rows[i] = (tern_parameter_t){.key = entry->key.data,
                                 .key_size = entry->key.size,
                                 .data = (void *)entry->data,
                                 .size = entry->size,
                                 .pattern_size = entry->pattern_size,
                                 .element_type = entry->element_type,
                                 .rank = entry->rank,
                                 .dims = entry->dims,
                                 .is_column_major = entry->is_column_major};
  }
  tern_status_t status = tern_parameters_create(rows, entries->count, is_writable, release, user_data, out_parameters);
  free(rows);
  return status;
}

tern_status_t tern_parameters_load_borrowed(const char *name, void *data, size_t size, bool is_writable,
                                            tern_parameters_release_fn_t release, void *user_data,
                                            tern_parameters_t **out_parameters) {
  *out_parameters = NULL;
  tern_str_t bytes = tern_str_make(data, size);
  reader_fn_t read = find_reader(bytes);
  if (!read) return tern_status_make(TERN_UNSUPPORTED, "'%s' is no safetensors, .npz or .irpa file", name);
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  tern_archive_entries_t entries = {0};
  tern_status_t status = read(name, bytes, &arena, &entries);
  if (tern_status_is_ok(status)) status = create(&entries, is_writable, release, user_data, out_parameters);
  // Without memory the name is left out of messages.
  if (tern_status_is_ok(status)) (*out_parameters)->name = strdup(name);
  free(entries.values);
  tern_arena_deinitialize(&arena);
  return status;
}

//---- Files ----

typedef struct mapping {
  void *data;
  size_t size;
} mapping_t;

static void release_mapping(void *user_data) {
  mapping_t *mapping = user_data;
  tern_file_unmap(mapping->data, mapping->size);
  free(mapping);
}

tern_status_t tern_parameters_load_file(const char *path, bool is_writable, tern_parameters_t **out_parameters) {
  *out_parameters = NULL;
  mapping_t *mapping = malloc(sizeof(*mapping));
  if (!mapping) return tern_no_memory("parameters");
  char *identity = NULL;
  tern_status_t status = tern_file_map(path, is_writable, &mapping->data, &mapping->size, &identity);
  if (!tern_status_is_ok(status)) {
    free(mapping);
    return status;
  }
  status = tern_parameters_load_borrowed(path, mapping->data, mapping->size, is_writable, release_mapping, mapping,
                                         out_parameters);
  if (tern_status_is_ok(status)) {
    (*out_parameters)->mapping = mapping->data;
    (*out_parameters)->mapping_size = mapping->size;
    (*out_parameters)->identity = identity;
  } else {
    free(identity);
    release_mapping(mapping);
  }
  return status;
}
