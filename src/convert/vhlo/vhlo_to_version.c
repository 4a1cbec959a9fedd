// VHLO of one version as VHLO of another, up and down (upstream: VhloToVersion).

#include <stdlib.h>

#include "convert/vhlo/vhlo_versions.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool read_target(const tern_op_t *root, tern_str_t text, tern_vhlo_version_t *out_version) {
  tern_vhlo_version_t current = TERN_VHLO_CURRENT;
  if (text.size == 0) {
    tern_emit_error(root->loc, "No target version specified.\nTarget version must be of the form `#.#.#`.");
    return false;
  }
  if (!tern_vhlo_version_parse(text, out_version)) {
    tern_emit_error(root->loc, "Invalid target version argument '%.*s'\nTarget version must be of the form `#.#.#`.",
                    (int)text.size, text.data);
    return false;
  }
  if (*out_version < TERN_VHLO_MINIMUM) {
    return tern_emit_error(root->loc, "target version %.*s is less than minimum supported 0.9.0", (int)text.size,
                           text.data);
  }
  // Ops change in minor versions only.
  *out_version = TERN_VHLO_VERSION(tern_vhlo_version_major(*out_version), tern_vhlo_version_minor(*out_version), 0);
  if (*out_version > current) {
    return tern_emit_error(root->loc, "target version %.*s is greater than current version " TERN_VHLO_CURRENT_TEXT,
                           (int)text.size, text.data);
  }
  return true;
}

static bool is_wanted(const tern_op_t *op) { return tern_vhlo_op_lifetime(op); }

// Goes from version to version until the op is of the one that is wanted.
static bool convert(tern_op_t *op, tern_vhlo_version_t version) {
  tern_string_builder_t why = {0};
  const char *name = op->def->name->data;
  const tern_attr_t *loc = op->loc;
  bool is_right = false;
  while (op && !(is_right = tern_vhlo_op_is_of_version(op, version, NULL))) {
    tern_op_t *next = tern_vhlo_op_step_to_version(op, version, &why);
    if (!next && !why.size) tern_vhlo_op_is_of_version(op, version, &why);
    op = next;
  }
  if (!is_right) {
    tern_emit_error(loc, "failed to legalize operation '%s' that was explicitly marked illegal", name);
    if (why.size) tern_emit_note(loc, "%s", why.data);
  }
  tern_string_builder_deinitialize(&why);
  return is_right;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_str_t text = tern_pass_string(pass, "target");
  tern_vhlo_version_t version;
  if (!read_target(root, text, &version)) return false;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  bool is_right = true;
  for (size_t i = 0; is_right && i < ops.count; ++i) is_right = convert(ops.values[i], version);
  tern_vec_deinitialize(&ops);
  if (!is_right) {
    tern_emit_error(root->loc, "failed to convert VHLO to v%u.%u.%u", tern_vhlo_version_major(version),
                    tern_vhlo_version_minor(version), tern_vhlo_version_patch(version));
  }
  return is_right;
}

static const tern_option_def_t options[] = {
    {"target", TERN_OPTION_STRING, NULL, "The version, as #.#.#", NULL},
};

const tern_pass_def_t tern_vhlo_to_version_pass = {
    .name = "VhloToVersionPass",
    .flag = "vhlo-to-version",
    .anchor = "builtin.module",
    .summary = "Convert between versions of VHLO",
    .description =
        "Ops of the module are written as the target version has them. An op, type or attribute that it does not have "
        "is an error.",
    .options = options,
    .option_count = 1,
    .run = run,
};
