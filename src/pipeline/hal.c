// The ready-made pipeline from scheduled commands to devices, command buffers and binaries (upstream:
// buildHALTransformPassPipeline), with its phases: executable-sources, executable-configurations, executable-targets.

#include "pass/pass.h"

#define CLEANUP                                                                                          \
  "canonicalize,cse,iree-util-simplify-global-accesses,iree-util-apply-patterns,iree-util-fold-globals," \
  "iree-util-fuse-globals,"

static const char *const phases[] = {
    "start", "executable-sources", "executable-configurations", "executable-targets", "end", NULL};
enum { START, SOURCES, CONFIGURATIONS, TARGETS, END };

static const tern_option_def_t options[] = {
    {"targets", TERN_OPTION_STRING_LIST, NULL,
     "What to compile for if the module does not say: cpu, vulkan, or backends; the first that is there at run time is "
     "used",
     NULL},
    {"target-devices", TERN_OPTION_STRING_LIST, NULL, "The same as devices, each of which the program uses", NULL},
    {"default-device", TERN_OPTION_STRING, NULL, "Name or number of the default device", NULL},
    {"compile-from", TERN_OPTION_STRING, "start", "The phase that the module has been through", phases},
    {"compile-to", TERN_OPTION_STRING, "end", "The phase to stop after", phases},
    {"serialize-executables", TERN_OPTION_BOOL, "true", "Turn executables into binaries", NULL},
    {"link-executables", TERN_OPTION_BOOL, "true", "Make executables for the same targets one", NULL},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

static int phase_of(const tern_pass_t *pass, const char *option) {
  tern_str_t name = tern_pass_string(pass, option);
  for (int i = 0; i < END; ++i) {
    if (tern_str_equal_cstr(name, phases[i])) return i;
  }
  return END;
}

// `flag{option=a,b}`: nothing if the list is empty.
static void append_list(const tern_pass_t *pass, const char *option, const char *flag, tern_string_builder_t *out) {
  const tern_str_t *values;
  size_t count = tern_pass_string_list(pass, option, &values);
  if (!count) return;
  tern_string_builder_append_cstr(out, flag);
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_string_builder_append_char(out, ',');
    tern_string_builder_append(out, values[i]);
  }
  tern_string_builder_append_cstr(out, "},");
}

static void append_targets(const tern_pass_t *pass, tern_string_builder_t *out) {
  append_list(pass, "targets", "iree-hal-assign-legacy-target-devices{targetBackends=", out);
  append_list(pass, "target-devices", "iree-hal-assign-target-devices{targetDevices=", out);
  tern_str_t device = tern_pass_string(pass, "default-device");
  tern_string_builder_append_format(out, "iree-hal-materialize-target-devices{defaultDevice=%.*s},", (int)device.size,
                                    device.data);
  tern_string_builder_append_cstr(
      out, "iree-hal-resolve-device-promises,iree-hal-resolve-device-aliases,iree-hal-verify-devices,");
}

static void append_sources(const tern_pass_t *pass, tern_string_builder_t *out) {
  append_targets(pass, out);
  tern_string_builder_append_cstr(out, CLEANUP "iree-hal-materialize-interfaces,iree-hal-prune-executables,");
}

static void append_configurations(const tern_pass_t *pass, tern_string_builder_t *out) {
  (void)pass;
  tern_string_builder_append_cstr(out, "iree-hal-configure-executables,");
}

static void append_translation(const tern_pass_t *pass, tern_string_builder_t *out) {
  if (tern_pass_bool(pass, "link-executables")) tern_string_builder_append_cstr(out, "iree-hal-link-all-executables,");
  tern_string_builder_append_cstr(out, "iree-hal-translate-all-executables,");
}

static void append_host(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "iree-hal-conversion,iree-hal-prune-executables," CLEANUP
                                       "iree-hal-resolve-export-ordinals,iree-hal-materialize-resource-caches,"
                                       "iree-hal-initialize-devices,convert-scf-to-cf,iree-util-combine-initializers,");
  if (tern_pass_bool(pass, "serialize-executables")) {
    tern_string_builder_append_cstr(out, "iree-hal-serialize-all-executables,iree-hal-prune-executables,symbol-dce,");
  }
  tern_string_builder_append_cstr(out, CLEANUP);
}

static bool expand(const tern_pass_t *pass, tern_string_builder_t *out) {
  static void (*const parts[])(const tern_pass_t *pass, tern_string_builder_t *out) = {
      append_sources, append_configurations, append_translation, append_host};
  tern_string_builder_append_cstr(out, "builtin.module(");
  size_t before = out->size;
  for (int i = phase_of(pass, "compile-from"); i < phase_of(pass, "compile-to"); ++i) parts[i](pass, out);
  // The last comma; there may be nothing to do.
  if (out->size > before) out->data[--out->size] = 0;
  tern_string_builder_append_cstr(out, ")");
  return true;
}

const tern_pipeline_def_t tern_hal_pipeline = {
    .flag = "iree-hal-transformation-pipeline",
    .summary = "Lower scheduled commands to devices, command buffers and binaries",
    .text = "builtin.module(iree-hal-conversion)",
    .options = options,
    .option_count = OPTION_COUNT,
    .expand = expand,
};
