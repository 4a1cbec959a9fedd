// The ready-made pipeline from scheduled commands to devices, command buffers and binaries, with its phases:
// executable-sources, executable-configurations, executable-targets.

#include "pass/stages.h"

#include "pipeline/stages/hal.def"

static const char *const phases[] = {
    "start", "executable-sources", "executable-configurations", "executable-targets", "end", NULL};
enum { SOURCES = 1, CONFIGURATIONS, TARGETS, END_PHASE };

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
  for (int i = 0; i < END_PHASE; ++i) {
    if (tern_str_equal_cstr(name, phases[i])) return i;
  }
  return END_PHASE;
}

// Does the part of the pipeline run that leads to this phase?
static void write_runs(const tern_stage_scope_t *scope, int phase, tern_string_builder_t *out) {
  bool runs = phase_of(scope->options, "compile-from") < phase && phase <= phase_of(scope->options, "compile-to");
  tern_string_builder_append_cstr(out, runs ? "true" : "false");
}
static void write_runs_sources(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_runs(scope, SOURCES, out);
}
static void write_runs_configurations(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_runs(scope, CONFIGURATIONS, out);
}
static void write_runs_translation(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_runs(scope, TARGETS, out);
}
static void write_runs_host(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_runs(scope, END_PHASE, out);
}

static void write_repeats(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  bool repeats = tern_pass_int(scope->options, "benchmark-dispatch-repeat-count") != 1;
  tern_string_builder_append_cstr(out, repeats ? "true" : "false");
}

static void write_item_is_pipeline(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  bool is_pipeline = tern_str_starts_with(scope->item, TERN_STR("builtin.module(")) ||
                     tern_str_starts_with(scope->item, TERN_STR("hal.executable"));
  tern_string_builder_append_cstr(out, is_pipeline ? "true" : "false");
}

static const tern_stage_value_t values[] = {
    {"runs-sources", TERN_OPTION_BOOL, .write = write_runs_sources},
    {"runs-configurations", TERN_OPTION_BOOL, .write = write_runs_configurations},
    {"runs-translation", TERN_OPTION_BOOL, .write = write_runs_translation},
    {"runs-host", TERN_OPTION_BOOL, .write = write_runs_host},
    {"repeats-dispatches", TERN_OPTION_BOOL, .write = write_repeats},
    {"item-is-pipeline", TERN_OPTION_BOOL, .write = write_item_is_pipeline},
};

const tern_pipeline_def_t tern_hal_pipeline = {
    .flag = "iree-hal-transformation-pipeline",
    .summary = "Lower scheduled commands to devices, command buffers and binaries",
    .stages = hal,
    .options = options,
    .option_count = OPTION_COUNT,
    .values = values,
    .value_count = sizeof values / sizeof values[0],
};
