// What libtern-test has. Its table of passes is made as libtern's is (src/pipeline/registry.c), from the definitions in this
// folder.

#include "pipeline/test_library.h"
#include "test/dialect/test.h"

#define PASS(name) extern const tern_pass_def_t tern_##name##_pass;
#define PIPELINE(name) extern const tern_pipeline_def_t tern_##name##_pipeline;
#include "test/registry_table.def"
#undef PASS
#undef PIPELINE

#define PASS(name) &tern_##name##_pass,
#define PIPELINE(name)
static const tern_pass_def_t *const passes[] = {
#include "test/registry_table.def"
};
#undef PASS
#undef PIPELINE

#define PASS(name)
#define PIPELINE(name) &tern_##name##_pipeline,
static const tern_pipeline_def_t *const pipelines[] = {
#include "test/registry_table.def"
};
#undef PASS
#undef PIPELINE

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
