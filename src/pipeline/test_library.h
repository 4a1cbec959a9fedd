// libtern-test.so: passes and dialects that only tests need, loaded when a pass `test-...` or something of the dialect test is
// first asked for.

#ifndef TERN_PIPELINE_TEST_LIBRARY_H_
#define TERN_PIPELINE_TEST_LIBRARY_H_

#include "pass/pass.h"

// What the library has. Static.
typedef struct tern_test_library {
  size_t struct_size;  // of this struct where it was compiled
  const tern_dialect_t *const *dialects;
  size_t dialect_count;
  tern_pass_registry_t passes;
} tern_test_library_t;

// Gives the library's table. Thread-safe. Errors: as tern_library_part_load().
tern_status_t tern_test_library_load(const tern_test_library_t **out_library);

// The library's own function, which the loader calls: its table, a tern_test_library_t.
const void *tern_test_library(void);

// For tern_pass_registry_t and tern_context_register_lazy_dialect().
tern_status_t tern_test_library_load_passes(const tern_pass_registry_t **out_passes);
tern_status_t tern_test_library_load_dialect(const char *name, const tern_dialect_t **out_dialect);

#endif  // TERN_PIPELINE_TEST_LIBRARY_H_
