// Portable artifacts (upstream: stablehlo/api/PortableApi): to VHLO of the version that is asked for, and back to
// StableHLO of today.

#include "pipeline/driver/portable_artifact.h"

#include <stddef.h>
#include <string.h>

#include "asm/printer.h"
#include "bytecode/bytecode.h"
#include "dialect/vhlo/vhlo.h"
#include "ir/context.h"
#include "pass/pass_manager.h"
#include "pass/stages.h"
#include "pipeline/registry.h"

#include "pipeline/stages/portable_artifact.def"

typedef struct artifact {
  bool strips_debuginfo, allows_other_dialects;
  const char *target;
} artifact_t;

static const tern_stage_value_t values[] = {
    {"strip-debuginfo", TERN_OPTION_BOOL, .offset = offsetof(artifact_t, strips_debuginfo)},
    {"allow-other-dialects", TERN_OPTION_BOOL, .offset = offsetof(artifact_t, allows_other_dialects)},
    {"target", TERN_OPTION_STRING, .offset = offsetof(artifact_t, target)},
};

static tern_status_t run(tern_op_t *module, const tern_stage_t *stages, const artifact_t *artifact) {
  tern_stage_scope_t scope = {.values = values, .value_count = sizeof values / sizeof values[0], .user = artifact};
  tern_string_builder_t text = {0};
  tern_stages_expand(stages, &scope, &text);
  tern_pass_manager_t *manager = tern_pass_manager_create(tern_op_context(module), &tern_all_passes, "builtin.module");
  bool is_right = tern_pass_manager_parse(manager, tern_string_builder_view(&text)) &&
                  tern_pass_manager_run(manager, module, &(tern_pass_options_t){.verify_each = true});
  tern_pass_manager_destroy(manager);
  tern_string_builder_deinitialize(&text);
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the program cannot be converted");
}

// The version of the bytecode format that readers of a version of VHLO know.
static int64_t bytecode_version(tern_vhlo_version_t version) {
  static const struct {
    tern_vhlo_version_t below;
    int64_t bytecode;
  } steps[] = {
      {TERN_VHLO_VERSION(0, 10, 0), 0},
      {TERN_VHLO_VERSION(0, 12, 0), 1},
      {TERN_VHLO_VERSION(0, 14, 0), 3},
      {TERN_VHLO_VERSION(0, 15, 0), 4},
  };
  for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); ++i) {
    if (version < steps[i].below) return steps[i].bytecode;
  }
  return TERN_BYTECODE_VERSION;
}

tern_status_t tern_translate_to_portable_artifact(tern_op_t *module, const tern_translate_options_t *options,
                                                  tern_string_builder_t *out) {
  const char *target = options->target_version ? options->target_version : "";
  if (strcmp(target, "current") == 0) target = TERN_VHLO_CURRENT_TEXT;
  artifact_t artifact = {options->strip_debuginfo, options->allow_other_dialects, target};
  TERN_RETURN_IF_ERROR(run(module, to_artifact, &artifact));
  tern_vhlo_version_t version = TERN_VHLO_CURRENT;
  tern_vhlo_version_parse(tern_str_from_cstr(target), &version);
  tern_string_builder_t producer = {0};
  tern_string_builder_append_format(&producer, "StableHLO_v%s", target);
  bool is_right = tern_bytecode_write(
      module, &(tern_bytecode_options_t){.version = bytecode_version(version), .producer = producer.data}, out);
  tern_string_builder_deinitialize(&producer);
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the program cannot be written");
}

tern_status_t tern_translate_from_portable_artifact(tern_op_t *module, const tern_translate_options_t *options,
                                                    tern_string_builder_t *out) {
  (void)options;
  TERN_RETURN_IF_ERROR(run(module, from_artifact, NULL));
  tern_print_op(module, &TERN_PRINT_DEFAULT, out);
  return tern_ok();
}

static tern_walk_result_t find_vhlo(tern_op_t *op, void *user) {
  bool *is_found = user;
  *is_found |= tern_vhlo_op_lifetime(op) != NULL;
  return *is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

tern_status_t tern_upgrade_portable_artifact(tern_op_t *module) {
  bool is_found = false;
  tern_op_walk_pre(module, find_vhlo, &is_found);
  return is_found ? run(module, from_artifact, NULL) : tern_ok();
}
