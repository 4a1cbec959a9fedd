// Loading of libtern-test.so.

#include "pipeline/test_library.h"

#include <string.h>

#include "target/library_part.h"

tern_status_t tern_test_library_load(const tern_test_library_t **out_library) {
  static const tern_library_part_t part = {"libtern-test.so", "tern_test_library", sizeof(tern_test_library_t)};
  const void *table;
  tern_status_t status = tern_library_part_load(&part, &table);
  *out_library = table;
  return status;
}

tern_status_t tern_test_library_load_passes(const tern_pass_registry_t **out_passes) {
  const tern_test_library_t *library;
  tern_status_t status = tern_test_library_load(&library);
  *out_passes = library ? &library->passes : NULL;
  if (tern_status_is_ok(status)) return status;
  return tern_status_make(status.code, "passes 'test-...' are in a library of their own: %s", status.message);
}

tern_status_t tern_test_library_load_dialect(const char *name, const tern_dialect_t **out_dialect) {
  *out_dialect = NULL;
  const tern_test_library_t *library;
  tern_status_t status = tern_test_library_load(&library);
  if (!tern_status_is_ok(status)) {
    return tern_status_make(status.code, "dialect '%s' is in a library of its own: %s", name, status.message);
  }
  for (size_t i = 0; i < library->dialect_count; ++i) {
    if (strcmp(library->dialects[i]->name, name) == 0) *out_dialect = library->dialects[i];
  }
  return *out_dialect ? tern_ok() : tern_status_make(TERN_NOT_FOUND, "libtern-test.so has no dialect '%s'", name);
}
