// The ready-made pipeline from scheduled commands to devices, command buffers and binaries (upstream:
// buildHALTransformPassPipeline), with its phases: executable-sources, executable-configurations, executable-targets.

#include <stdio.h>

#include "pass/pass.h"

#define CLEANUP                                                                                          \
  "canonicalize,cse,iree-util-simplify-global-accesses,iree-util-apply-patterns,iree-util-fold-globals," \
  "iree-util-fuse-globals,"

static const char *const phases[] = {
    "start", "executable-sources", "executable-configurations", "executable-targets", "end", NULL};
enum { START, SOURCES, CONFIGURATIONS, TARGETS, END };

#define FOLDER(name, what) {name, TERN_OPTION_STRING, NULL, "Folder to write " what " to; - is standard output", NULL}
#define PAIRS(name, when) \
  {name, TERN_OPTION_STRING_LIST, NULL, "Pairs executable=file: what to put in the place of executables " when, NULL}
#define FILES(name, when) \
  {name, TERN_OPTION_STRING, NULL, "Folder of files called as executables, to put in their place " when, NULL}

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
    {"memoization", TERN_OPTION_BOOL, "true", "Make what is the same at every call once", NULL},
    {"benchmark-dispatch-repeat-count", TERN_OPTION_INT, "1", "How often each dispatch is recorded", NULL},
    {"measure-translation-time", TERN_OPTION_BOOL, "false", "Note at each executable how long it took to compile",
     NULL},
    {"defer-code-generation", TERN_OPTION_BOOL, "false",
     "Generate machine code while the passes that follow run; the IR cannot be printed until it is there", NULL},
    {"cache-dir", TERN_OPTION_STRING, NULL, "Folder to keep translated executables in, for the next time", NULL},
    {"compile-budget", TERN_OPTION_INT, "0",
     "Milliseconds that code generation of an executable may take, by estimate; 0: as long as it takes", NULL},
    {"executable-debug-level", TERN_OPTION_INT, "2", "How much is kept for debuggers, from 0 to 3", NULL},
    {"preprocess-executables-with", TERN_OPTION_STRING, NULL,
     "A pipeline `builtin.module(...)`, or a shell command, that changes executables; several are separated by ;",
     NULL},
    FOLDER("dump-executable-files-to", "all of the following"),
    FOLDER("dump-executable-sources-to", "executables"),
    FOLDER("dump-executable-configurations-to", "configured executables"),
    FOLDER("dump-executable-benchmarks-to", "programs that run the dispatches of an executable"),
    FOLDER("dump-executable-intermediates-to", "what is made while executables are translated"),
    FOLDER("dump-executable-binaries-to", "the binaries of executables"),
    PAIRS("substitute-executable-source", "before they are configured"),
    FILES("substitute-executable-sources-from", "before they are configured"),
    PAIRS("substitute-executable-configuration", "before they are translated"),
    FILES("substitute-executable-configurations-from", "before they are translated"),
    PAIRS("substitute-executable-object", "as their machine code"),
    FILES("substitute-executable-objects-from", "as their machine code"),
    {"executable-object-search-path", TERN_OPTION_STRING_LIST, NULL,
     "Folders to look for the object files of executables in, if they are not here", NULL},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

static int phase_of(const tern_pass_t *pass, const char *option) {
  tern_str_t name = tern_pass_string(pass, option);
  for (int i = 0; i < END; ++i) {
    if (tern_str_equal_cstr(name, phases[i])) return i;
  }
  return END;
}

// --- parts of the text ---

static void append(tern_string_builder_t *out, const char *text) { tern_string_builder_append_cstr(out, text); }

// In quotes, so that commas and braces are the value's own.
static void append_quoted(tern_string_builder_t *out, tern_str_t value) {
  char quote = tern_str_find_char(value, '"') < value.size ? '\'' : '"';
  tern_string_builder_append_char(out, quote);
  tern_string_builder_append(out, value);
  tern_string_builder_append_char(out, quote);
}

// `flag{option="value" more},`
static void append_pass(tern_string_builder_t *out, const char *flag, const char *option, tern_str_t value,
                        const char *more) {
  tern_string_builder_append_format(out, "%s{%s=", flag, option);
  append_quoted(out, value);
  tern_string_builder_append_format(out, " %s},", more);
}

// `flag{option=a,b},`: nothing if the list is empty.
static void append_list(const tern_pass_t *pass, const char *name, const char *flag, const char *option,
                        tern_string_builder_t *out) {
  const tern_str_t *values;
  size_t count = tern_pass_string_list(pass, name, &values);
  if (!count) return;
  tern_string_builder_append_format(out, "%s{%s=", flag, option);
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_string_builder_append_char(out, ',');
    append_quoted(out, values[i]);
  }
  append(out, "},");
}

// The folder that an option names, or the one for all files.
static tern_str_t folder_of(const tern_pass_t *pass, const char *option) {
  tern_str_t folder = tern_pass_string(pass, option);
  return folder.size ? folder : tern_pass_string(pass, "dump-executable-files-to");
}

static void append_dump(const tern_pass_t *pass, const char *option, const char *flag, const char *more,
                        tern_string_builder_t *out) {
  tern_str_t folder = folder_of(pass, option);
  if (folder.size) append_pass(out, flag, "path", folder, more);
}

static void append_substitution(const tern_pass_t *pass, const char *pairs, const char *folder,
                                tern_string_builder_t *out) {
  tern_str_t path = tern_pass_string(pass, folder);
  if (path.size) append_pass(out, "iree-hal-substitute-executables", "search-path", path, "");
  append_list(pass, pairs, "iree-hal-substitute-executables", "substitutions", out);
}

static void append_preprocessing(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_str_t rest = tern_pass_string(pass, "preprocess-executables-with");
  while (rest.size) {
    tern_str_t command = tern_str_trim(tern_str_split(&rest, ';'));
    bool is_pipeline = tern_str_starts_with(command, TERN_STR("builtin.module(")) ||
                       tern_str_starts_with(command, TERN_STR("hal.executable"));
    if (!command.size) continue;
    append_pass(
        out,
        is_pipeline ? "iree-hal-preprocess-executables-with-pipeline" : "iree-hal-preprocess-executables-with-tool",
        is_pipeline ? "pipeline" : "command", command, "");
  }
}

// --- phases ---

static void append_sources(const tern_pass_t *pass, tern_string_builder_t *out) {
  append_list(pass, "targets", "iree-hal-assign-legacy-target-devices", "targetBackends", out);
  append_list(pass, "target-devices", "iree-hal-assign-target-devices", "targetDevices", out);
  append_pass(out, "iree-hal-materialize-target-devices", "defaultDevice", tern_pass_string(pass, "default-device"),
              "");
  append(out,
         "iree-hal-resolve-device-promises,iree-hal-resolve-device-aliases,iree-hal-verify-devices,"
         "iree-codegen-cpu-materialize-upper-bound-tile-size,");
  append(out, CLEANUP "iree-hal-materialize-interfaces,iree-hal-prune-executables,");
  append_dump(pass, "dump-executable-sources-to", "iree-hal-dump-executable-sources", "", out);
  append_substitution(pass, "substitute-executable-source", "substitute-executable-sources-from", out);
  append_preprocessing(pass, out);
}

static void append_configurations(const tern_pass_t *pass, tern_string_builder_t *out) {
  append(out, "iree-hal-configure-executables,");
  append_dump(pass, "dump-executable-configurations-to", "iree-hal-dump-executable-sources", "prefix=configured", out);
  append_substitution(pass, "substitute-executable-configuration", "substitute-executable-configurations-from", out);
  append_dump(pass, "dump-executable-benchmarks-to", "iree-hal-dump-executable-benchmarks", "", out);
}

static void append_translation(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_str_t intermediates = folder_of(pass, "dump-executable-intermediates-to");
  const tern_str_t *folders;
  size_t folder_count = tern_pass_string_list(pass, "executable-object-search-path", &folders);
  // Before executables are linked, while each has its own name.
  append_substitution(pass, "substitute-executable-object", "substitute-executable-objects-from", out);
  if (tern_pass_bool(pass, "link-executables")) append(out, "iree-hal-link-all-executables,");
  append(out, "iree-hal-translate-all-executables{cache-dir=");
  append_quoted(out, tern_pass_string(pass, "cache-dir"));
  int64_t budget = tern_pass_int(pass, "compile-budget");
  if (budget) tern_string_builder_append_format(out, " compile-budget=%lld", (long long)budget);
  if (tern_pass_bool(pass, "measure-translation-time")) append(out, " measure-time=true");
  for (size_t i = 0; i < folder_count; ++i) {
    append(out, i ? "," : " object-search-path=");
    append_quoted(out, folders[i]);
  }
  if (tern_pass_bool(pass, "defer-code-generation")) append(out, " defer-code-generation=true");
  append(out, " dump-intermediates-path=");
  append_quoted(out, intermediates);
  append(out, "},");
}

static void append_serialization(const tern_pass_t *pass, tern_string_builder_t *out) {
  char more[64];
  snprintf(more, sizeof more, "debug-level=%lld", (long long)tern_pass_int(pass, "executable-debug-level"));
  append_pass(out, "iree-hal-serialize-all-executables", "dump-binaries-path",
              folder_of(pass, "dump-executable-binaries-to"), more);
  append(out, "iree-hal-prune-executables,symbol-dce,");
}

static void append_host(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "iree-hal-conversion,iree-hal-%s-memoize-regions,",
                                    tern_pass_bool(pass, "memoization") ? "outline" : "inline");
  append(out, "iree-hal-fixup-legacy-sync,iree-hal-prune-executables," CLEANUP);
  append(out, "iree-hal-resolve-export-ordinals,iree-hal-materialize-resource-caches,");
  append(out, "iree-hal-memoize-device-selection,iree-hal-memoize-device-queries," CLEANUP);
  int64_t count = tern_pass_int(pass, "benchmark-dispatch-repeat-count");
  if (count != 1) tern_string_builder_append_format(out, "iree-hal-repeat-dispatches{count=%lld},", (long long)count);
  append(out, "iree-hal-elide-redundant-commands,");
  if (tern_pass_bool(pass, "memoization")) {
    append(out, "iree-hal-memoize-command-buffers,iree-hal-outline-memoize-regions,");
  }
  append(out,
         "hal-take-any-device,iree-hal-initialize-devices,lower-affine,convert-scf-to-cf{wide-switches},iree-hal-elide-"
         "allocation-fences,");
  append(out, "iree-util-combine-initializers,");
  if (tern_pass_bool(pass, "serialize-executables")) append_serialization(pass, out);
  append(out, "iree-util-fixed-point-iterator{pipeline='builtin.module(" CLEANUP "iree-util-ipo)'},");
}

static bool expand(const tern_pass_t *pass, tern_string_builder_t *out) {
  static void (*const parts[])(const tern_pass_t *pass, tern_string_builder_t *out) = {
      append_sources, append_configurations, append_translation, append_host};
  append(out, "builtin.module(");
  size_t before = out->size;
  for (int i = phase_of(pass, "compile-from"); i < phase_of(pass, "compile-to"); ++i) parts[i](pass, out);
  // The last comma; there may be nothing to do.
  if (out->size > before) out->data[--out->size] = 0;
  append(out, ")");
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
