// What libtern-test has. Its table of passes is made as libtern's is (src/pipeline/registry.c), from the definitions in this
// folder.

#include "pipeline/test_library.h"
#include "test/dialect/test.h"

#define PASS_TABLE "test/registry_table.def"
#include "pipeline/registry_tables.inc"

static const tern_dialect_t *const dialects[] = {&tern_test_dialect, &tern_test_dyn_dialect};

static const tern_test_library_t library = {
    .struct_size = sizeof(library),
    .dialects = dialects,
    .dialect_count = sizeof(dialects) / sizeof(dialects[0]),
    .passes = {.passes = passes,
               .pass_count = sizeof(passes) / sizeof(passes[0]),
               .pipelines = pipelines,
               .pipeline_count = sizeof(pipelines) / sizeof(pipelines[0])},
};

const void *tern_test_library(void) { return &library; }
