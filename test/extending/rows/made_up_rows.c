// A pass joins a pipeline, and a tile the choices of a kernel, by one row in one file each. The build puts a made-up row into copies of
// src/pipeline/stages/gpu.def and src/analysis/gpu/mma_tiles.def (test/CMakeLists.txt) and compiles what includes them once more.

#include <stdio.h>
#include <stdlib.h>

#include "analysis/gpu/tile_mma.h"
#include "asm/parser.h"
#include "pass/pass_manager.h"
#include "pipeline/registry.h"

// --- a pass ---

static bool mark(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_set_attr(op, "test.is_marked", tern_unit_attr_get(tern_op_context(op)));
  return true;
}

static const tern_pass_def_t mark_pass = {
    .flag = "made-up-mark", .anchor = "builtin.module", .summary = "Mark the module", .run = mark};

// What the copy of the rows makes of --iree-codegen-linalg-to-gpu-pipeline.
extern const tern_pipeline_def_t made_up_pipeline;

// By flag: the passes of that pipeline, and the made-up one among them.
static tern_pass_registry_t registry_with_mark(const tern_pass_def_t **passes) {
  static const tern_pipeline_def_t *const pipelines[] = {&made_up_pipeline};
  size_t count = 0;
  for (size_t i = 0; i < tern_all_passes.pass_count; ++i) {
    const tern_pass_def_t *pass = tern_all_passes.passes[i];
    bool is_place = strcmp(mark_pass.flag, pass->flag) < 0 && (i == 0 || count == i);
    if (is_place) passes[count++] = &mark_pass;
    passes[count++] = pass;
  }
  return (tern_pass_registry_t){.passes = passes, .pass_count = count, .pipelines = pipelines, .pipeline_count = 1};
}

static bool runs_made_up_pass(void) {
  const tern_pass_def_t **passes = tern_realloc_array(NULL, tern_all_passes.pass_count + 1, sizeof *passes);
  tern_pass_registry_t registry = registry_with_mark(passes);
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_op_t *module = tern_parse_module(context, TERN_STR("empty"), TERN_STR("module {}"));
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &registry, "builtin.module");
  tern_string_builder_t text = {0};
  bool is_right = tern_pass_manager_parse(manager, TERN_STR("iree-codegen-linalg-to-gpu-pipeline")) &&
                  tern_pass_manager_run(manager, module, &(tern_pass_options_t){.verify_each = true});
  tern_pass_manager_print_given(manager, &text);
  is_right =
      is_right && strstr(text.data, ",made-up-mark,gpu-flush-long-sums,") && tern_op_attr(module, "test.is_marked");
  tern_string_builder_deinitialize(&text);
  tern_pass_manager_destroy(manager);
  tern_op_destroy(module);
  tern_context_destroy(context);
  free(passes);
  return is_right;
}

// --- a tile ---

// tern_mma_choose_config() with a tile of 16 x 128 x 256 bytes, which the table has not.
bool made_up_choose_config(const tern_mma_shape_t *shape, const tern_gpu_limits_t *limits, tern_mma_config_t *out);

static bool chooses_made_up_tile(void) {
  const tern_mma_shape_t shape = {.m = 16, .n = 128 * 132, .k = 4096, .batch = 1, .element_size = 2, .unit = {16, 16}};
  const tern_gpu_limits_t limits = {.machine = tern_machine_find_cuda(TERN_STR("sm_90a"))};
  tern_mma_config_t with_row, without;
  return made_up_choose_config(&shape, &limits, &with_row) && tern_mma_choose_config(&shape, &limits, &without) &&
         with_row.tile[0] == 16 && with_row.tile[1] == 128 && without.tile[1] != 128;
}

int main(void) {
  if (!runs_made_up_pass()) return fputs("the made-up pass did not run\n", stderr), 1;
  if (!chooses_made_up_tile()) return fputs("the made-up tile is not chosen\n", stderr), 1;
  return 0;
}
