// The registry of passes and pipelines, sorted by flag. The table is made from the definitions in the sources when the project
// is built (scripts/generate_pass_registry.py), so a pass is registered by defining it.

#include "pipeline/registry.h"

#include "pipeline/test_library.h"

#define PASS_TABLE "pipeline/registry_table.def"
#include "pipeline/registry_tables.inc"

const tern_pass_registry_t tern_all_passes = {
    .passes = passes,
    .pass_count = sizeof(passes) / sizeof(passes[0]),
    .pipelines = pipelines,
    .pipeline_count = sizeof(pipelines) / sizeof(pipelines[0]),
    .more_mark = "test-",
    .load_more = tern_test_library_load_passes,
};
