// The registry of passes and pipelines, sorted by flag. The table is made from the definitions in the sources when the project
// is built (scripts/generate_pass_registry.py), so a pass is registered by defining it.

#include "pipeline/registry.h"

#include "pipeline/test_library.h"

#define PASS(name) extern const tern_pass_def_t tern_##name##_pass;
#define PIPELINE(name) extern const tern_pipeline_def_t tern_##name##_pipeline;
#include "pipeline/registry_table.def"
#undef PASS
#undef PIPELINE

#define PASS(name) &tern_##name##_pass,
#define PIPELINE(name)
static const tern_pass_def_t *const passes[] = {
#include "pipeline/registry_table.def"
};
#undef PASS
#undef PIPELINE

#define PASS(name)
#define PIPELINE(name) &tern_##name##_pipeline,
static const tern_pipeline_def_t *const pipelines[] = {
#include "pipeline/registry_table.def"
};
#undef PASS
#undef PIPELINE

const tern_pass_registry_t tern_all_passes = {
    .passes = passes,
    .pass_count = sizeof(passes) / sizeof(passes[0]),
    .pipelines = pipelines,
    .pipeline_count = sizeof(pipelines) / sizeof(pipelines[0]),
    .more_prefix = "test-",
    .load_more = tern_test_library_load_passes,
};
