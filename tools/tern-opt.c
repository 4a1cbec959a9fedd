// tern-opt: runs passes on a file of IR text. Options and nothing else; the work is done by tern/opt.h.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/messages.h"
#include "common/options.h"
#include "tern/opt.h"

#define DEFAULT_SPLIT_MARKER "// -----"

const char tool_name[] = "tern-opt";

typedef struct arguments {
  const char *file;
  tern_opt_options_t options;
  tern_opt_request_t *requests;  // owned; room for each argument
} arguments_t;

// --- passes ---

static bool pass_flag_at(size_t index, char *out_name, size_t size) {
  if (index >= tern_opt_pass_count()) return false;
  tern_opt_pass_info_t info;
  tern_opt_pass_at(index, &info);
  snprintf(out_name, size, "%s", info.flag);
  return true;
}

// One line for each pass with options.
static void print_pass_cases(void) {
  for (size_t i = 0, count = tern_opt_pass_count(); i < count; ++i) {
    tern_opt_pass_info_t info;
    tern_opt_pass_at(i, &info);
    char words[4096] = "";
    size_t size = 0;
    for (size_t k = 0; k < info.option_count && size < sizeof words; ++k) {
      tern_opt_option_info_t option;
      tern_opt_pass_option_at(i, k, &option);
      size += (size_t)snprintf(words + size, sizeof words - size, "%s= ", option.name);
    }
    if (info.option_count) option_print_case(info.flag, words);
  }
}

static void describe_pass(const option_page_t *page, size_t index, const tern_opt_pass_info_t *info) {
  char name[128];
  snprintf(name, sizeof name, "--%s", info->flag);
  option_page_entry(page, 1, name, info->summary);
  for (size_t i = 0; i < info->option_count; ++i) {
    tern_opt_option_info_t option;
    tern_opt_pass_option_at(index, i, &option);
    snprintf(name, sizeof name, "--%s=<%s>", option.name, option.type);
    option_page_entry(page, 2, name, option.help);
    for (const char *const *choice = option.choices; choice && *choice; ++choice) {
      snprintf(name, sizeof name, "=%s", *choice);
      option_page_line(page, 3, name);
    }
    snprintf(name, sizeof name, "(default: %s)", option.default_text ? option.default_text : "");
    if (option.default_text) option_page_line(page, 3, name);
  }
}

// A pass and its place in the library's table, to be sorted.
typedef struct pass {
  size_t index;
  tern_opt_pass_info_t info;
} pass_t;

static int compare_flags(const void *a, const void *b) {
  return strcmp(((const pass_t *)a)->info.flag, ((const pass_t *)b)->info.flag);
}

static void describe_passes(const option_page_t *page) {
  size_t count = tern_opt_pass_count();
  pass_t *passes = allocate(count, sizeof *passes);
  for (size_t i = 0; i < count; ++i) {
    passes[i].index = i;
    tern_opt_pass_at(i, &passes[i].info);
  }
  qsort(passes, count, sizeof *passes, compare_flags);
  for (int are_pipelines = 0; are_pipelines < 2; ++are_pipelines) {
    option_page_heading(page, are_pipelines ? "Pass pipelines" : "Passes");
    for (size_t i = 0; i < count; ++i) {
      if (passes[i].info.is_pipeline == are_pipelines) describe_pass(page, passes[i].index, &passes[i].info);
    }
  }
  free(passes);
}

// A pass, by its flag: `--flag` or `--flag=options`.
static bool take_pass(void *target, char *argument, option_outcome_t *out_outcome) {
  arguments_t *arguments = target;
  char *flag = argument + (argument[1] == '-' ? 2 : 1), *value = strchr(flag, '=');
  if (value) *value = '\0';
  if (tern_opt_pass_find(flag) != SIZE_MAX) {
    arguments->requests[arguments->options.request_count++] = (tern_opt_request_t){flag, value ? value + 1 : NULL};
    return true;
  }
  const char *failure = tern_opt_pass_failure(flag);
  if (failure) {
    *out_outcome = OPTIONS_WRONG;
    complain("Unknown command line argument '%s'.  Try: 'tern-opt --help'", argument);
    complain("%s", failure);
  }
  if (value) *value = '=';
  return failure != NULL;
}

// --- options that are more than a value ---

static option_outcome_t read_check_each(void *target, const option_row_t *row, const char *value) {
  (void)row;
  tern_opt_options_t *options = &((arguments_t *)target)->options;
  options->check_each = true;
  return !value || option_parse_int(value, 0, 0, &options->check_seed) ? OPTIONS_READ : OPTIONS_WRONG;
}

static option_outcome_t read_diagnostics(void *target, const option_row_t *row, const char *value) {
  bool are_all = !value || option_choice_index(row->choices, value) == 0;
  ((arguments_t *)target)->options.diagnostics =
      are_all ? TERN_OPT_DIAGNOSTICS_VERIFY : TERN_OPT_DIAGNOSTICS_VERIFY_ONLY_EXPECTED;
  return OPTIONS_READ;
}

static option_outcome_t read_verbosity(void *target, const option_row_t *row, const char *value) {
  static const tern_opt_verbosity_t verbosities[] = {TERN_OPT_SHOW_ERRORS, TERN_OPT_SHOW_WARNINGS,
                                                     TERN_OPT_SHOW_REMARKS};
  ((arguments_t *)target)->options.verbosity = verbosities[option_choice_index(row->choices, value)];
  return OPTIONS_READ;
}

static void print_dialects(void) {
  char *names = tern_opt_dialects();
  printf("Available Dialects: %s\n", names);
  free(names);
}

static option_outcome_t show_dialects(void *target, const option_row_t *row, const char *value) {
  (void)target, (void)row, (void)value;
  print_dialects();
  return OPTIONS_ANSWERED;
}

static option_outcome_t show_op(void *target, const option_row_t *row, const char *value) {
  (void)target, (void)row;
  char *text = tern_opt_describe_op(value);
  if (!text) return complain("no operation '%s' is registered", value), OPTIONS_WRONG;
  fputs(text, stdout);
  free(text);
  return OPTIONS_ANSWERED;
}

static option_outcome_t list_passes(void *target, const option_row_t *row, const char *value);

// --- the table ---

#define AT(member) offsetof(arguments_t, options.member)
#define FLAG(NAME, MEMBER, HELP) {.name = NAME, .kind = OPTION_BOOL, .offset = AT(MEMBER), .help = HELP}
#define TEXT(NAME, MEMBER, VALUE, HELP) \
  {.name = NAME, .kind = OPTION_TEXT, .offset = AT(MEMBER), .value = VALUE, .takes_next = true, .help = HELP}
#define NUMBER(NAME, MEMBER, VALUE, HELP) \
  {.name = NAME, .kind = OPTION_INT, .offset = AT(MEMBER), .value = VALUE, .takes_next = true, .help = HELP}

static const option_row_t rows[] = {
    FLAG("allow-unregistered-dialect", allow_unregistered_dialect,
         "Allow operations of dialects that are not registered"),
    {.name = "check-each",
     .kind = OPTION_CUSTOM,
     .read = read_check_each,
     .wrong = "for the --{name} option: '{value}' is no integer",
     .has_optional_value = true,
     .value = "SEED",
     .help =
         "Run each public function before and after every pass on inputs made from SEED (0): results must not change"},
    NUMBER("check-each-inputs", check_inputs, "N", "Run it on N sets of inputs (4)"),
    NUMBER("check-each-size", check_size, "N",
           "Give dynamic dimensions of its inputs the size N, not one from the seed"),
    {.name = "debug",
     .kind = OPTION_IGNORED,
     .help = "Accepted; passes say nothing while they run, --mlir-print-ir-after-all shows their steps"},
    FLAG("dump-pass-pipeline", dump_pass_pipeline, "Print the pipeline that will be run"),
    FLAG("elide-resource-data-from-bytecode", elide_resource_data,
         "Write the keys of resources without their data to bytecode"),
    FLAG("emit-bytecode", emit_bytecode, "Write MLIR's bytecode instead of text"),
    NUMBER("emit-bytecode-version", bytecode_version, "N", "Write this version of bytecode, 0 to 6"),
    {.name = "h", .kind = OPTION_HELP},
    {.name = "help", .kind = OPTION_HELP, .help = "Show this text"},
    {.name = "help-hidden", .kind = OPTION_HELP, .help = "The same; nothing is hidden"},
    TEXT("interpret", interpret, "FUNCTION",
         "Instead of printing IR, run FUNCTION in the reference interpreter and print its results"),
    NUMBER("interpret-seed", interpret_seed, "N", "Seed of the inputs that are made for runs of functions"),
    NUMBER("interpret-size", interpret_size, "N", "Size of the dynamic dimensions of such inputs"),
    {.name = "list-passes",
     .kind = OPTION_CUSTOM,
     .read = list_passes,
     .has_optional_value = true,
     .help = "Print the passes and their options and exit"},
    TEXT("log-actions-to", log_actions_path, "PATH", "Log each execution of a pass to PATH; - is standard output"),
    TEXT("log-mlir-actions-filter", log_filter, "PLACE,...",
         "Log only passes on operations from these places: FILE, FILE:LINE, FILE:LINE:COLUMN"),
    TEXT("mlir-debug-counter", debug_counter, "TAG-skip=N,TAG-count=N,...",
         "Skip the first N executions of TAG, then let N happen; tags: pass-execution"),
    {.name = "mlir-diagnostic-verbosity-level",
     .kind = OPTION_CUSTOM,
     .read = read_verbosity,
     .takes_next = true,
     .choices = "errors|warnings|remarks",
     .help = "The least diagnostics that are shown"},
    FLAG("mlir-disable-diagnostic-notes", no_notes, "Leave the notes of diagnostics out"),
    {.name = "mlir-disable-threading", .kind = OPTION_IGNORED, .help = "Accepted; passes run on one thread"},
    NUMBER("mlir-elide-elementsattrs-if-larger", elide_elements_above, "N",
           "Print elements attributes with more than N elements as ..."),
    NUMBER("mlir-elide-resource-strings-if-larger", elide_resources_above, "N",
           "Leave out resources whose values take more than N characters"),
    TEXT("mlir-generate-reproducer", reproducer, "PATH", "Write IR and pipeline to PATH before passes run"),
    {.name = "mlir-output-format",
     .kind = OPTION_EITHER,
     .offset = AT(timing_as_json),
     .takes_next = true,
     .choices = "text|json",
     .help = "Form of the report of execution times"},
    TEXT("mlir-pass-pipeline-crash-reproducer", crash_reproducer, "PATH",
         "Write IR and pipeline to PATH if the pipeline crashes or fails"),
    FLAG("mlir-pass-pipeline-local-reproducer", local_reproducer, "Make the reproducer as of the failing pass"),
    FLAG("mlir-pass-statistics", pass_statistics, "Report the statistics of each pass"),
    {.name = "mlir-pass-statistics-display",
     .kind = OPTION_EITHER,
     .offset = AT(pass_statistics_as_list),
     .takes_next = true,
     .choices = "pipeline|list",
     .help = "How to report statistics: as passes are nested, or added up and sorted by name"},
    FLAG("mlir-pretty-debuginfo", pretty_debuginfo, "Print locations in a form for reading that does not parse"),
    FLAG("mlir-print-assume-verified", print_assume_verified,
         "Do not verify before IR is printed around passes; what is wrong is printed in its custom form too"),
    FLAG("mlir-print-debug-counter", print_debug_counter, "Report what the debug counters counted"),
    FLAG("mlir-print-debuginfo", print_debuginfo, "Print locations"),
    NUMBER("mlir-print-elementsattrs-with-hex-if-larger", hex_elements_above, "N",
           "Print elements attributes with more than N elements as hexadecimal digits; -1 for none"),
    TEXT("mlir-print-ir-after", print_ir_after, "PASS,...", "Print IR after these passes"),
    FLAG("mlir-print-ir-after-all", print_ir_after_all, "Print IR after each pass"),
    FLAG("mlir-print-ir-after-change", print_ir_after_change, "Print IR after passes that changed it"),
    FLAG("mlir-print-ir-after-failure", print_ir_after_failure, "Print IR after a pass that failed"),
    TEXT("mlir-print-ir-before", print_ir_before, "PASS,...", "Print IR before these passes"),
    FLAG("mlir-print-ir-before-all", print_ir_before_all, "Print IR before each pass"),
    FLAG("mlir-print-ir-module-scope", print_ir_module_scope, "When printing IR around passes, print the whole module"),
    TEXT("mlir-print-ir-tree-dir", print_ir_tree_folder, "PATH",
         "When printing IR around passes, write files into a tree of folders in PATH"),
    FLAG("mlir-print-local-scope", print_local_scope, "Print without aliases"),
    FLAG("mlir-print-op-generic", print_generic, "Print operations in their generic form"),
    FLAG("mlir-print-op-on-diagnostic", print_op_on_diagnostic, "Print the operation as a note of its errors"),
    FLAG("mlir-print-skip-regions", skip_regions, "Leave regions out when printing"),
    FLAG("mlir-print-stacktrace-on-diagnostic", print_stacktrace_on_diagnostic,
         "Print the running functions as a note of diagnostics"),
    FLAG("mlir-print-unique-ssa-ids", unique_names, "Give no two values of the module the same name"),
    FLAG("mlir-print-value-users", value_users,
         "Print in comments who uses the results of operations and the arguments of blocks"),
    FLAG("mlir-timing", timing, "Report execution times"),
    {.name = "mlir-timing-display",
     .kind = OPTION_EITHER,
     .offset = AT(timing_as_list),
     .takes_next = true,
     .choices = "tree|list",
     .help = "How to report execution times"},
    FLAG("mlir-use-nameloc-as-prefix", use_name_loc_as_prefix, "Name values after their locations"),
    FLAG("no-implicit-module", no_implicit_module, "Do not wrap a lone top-level operation in a module"),
    TEXT("o", output_path, "PATH", "Where to write the output; - is standard output"),
    TEXT("output-split-marker", output_split_marker, "TEXT", "Line between the chunks of the output"),
    TEXT("p", pass_pipeline, NULL, "Alias for --pass-pipeline"),
    TEXT("pass-pipeline", pass_pipeline, "TEXT", "The pipeline: 'builtin.module(cse,func.func(...))'"),
    {.name = "print-completion",
     .kind = OPTION_COMPLETION,
     .takes_next = true,
     .choices = "bash|zsh",
     .help = "Print what makes the shell complete flags and exit: eval \"$(tern-opt --print-completion=bash)\""},
    FLAG(
        "print-pipeline", print_pipeline,
        "Read no input, but print the passes that would run, with the options that are given, as --pass-pipeline takes "
        "them"),
    {.name = "print-man-page", .kind = OPTION_MAN_PAGE, .help = "Print the man page and exit"},
    TEXT("profile-actions-to", profile_actions_path, "PATH",
         "Write the executions of passes to PATH as events for a trace viewer; - is standard output"),
    TEXT("reduce-on-failure", reduce_on_failure, "PATH",
         "If a pass fails, crashes or changes results (--check-each), write a small input and pipeline that show it to "
         "PATH"),
    FLAG("run-reproducer", run_reproducer, "Run the pipeline that the input, a reproducer, brings along"),
    {.name = "show-dialects",
     .kind = OPTION_CUSTOM,
     .read = show_dialects,
     .has_optional_value = true,
     .help = "Print the registered dialects and exit"},
    {.name = "show-op",
     .kind = OPTION_CUSTOM,
     .read = show_op,
     .takes_next = true,
     .value = "NAME",
     .help = "Print what is known of an operation, of a !type or #attribute, or of all of a dialect, and exit"},
    {.name = "split-input-file",
     .kind = OPTION_TEXT,
     .offset = AT(split_marker),
     .has_optional_value = true,
     .implied = DEFAULT_SPLIT_MARKER,
     .value = "TEXT",
     .help = "Process the chunks between lines of '" DEFAULT_SPLIT_MARKER "' (or TEXT) one by one"},
    {.name = "verify-diagnostics",
     .kind = OPTION_CUSTOM,
     .read = read_diagnostics,
     .has_optional_value = true,
     .choices = "all|only-expected",
     .help = "Compare diagnostics with the expected-* comments"},
    FLAG("verify-each", verify_each, "Verify after each pass (on by default)"),
    FLAG("verify-roundtrip", verify_roundtrip, "Check that the parsed IR prints and parses back"),
    {.name = "version", .kind = OPTION_VERSION, .help = "Print the version"},
};

static void print_overview(void) {
  puts("OVERVIEW: MLIR modular optimizer driver of tern");
  print_dialects();
  puts("\nUSAGE: tern-opt [options] <input file>\n\nOPTIONS:");
}

static const option_set_t set = {
    .tool = tool_name,
    .summary = "MLIR modular optimizer driver of tern",
    .synopsis = "[options] <input file>",
    .print_overview = print_overview,
    .description = "Runs passes on the IR in a file, text or MLIR's bytecode, and prints what they make of it.\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .style = &option_style_llvm,
    .file_offset = offsetof(arguments_t, file),
    .help_column = 59,
    .separator = "- ",
    .has_brackets = true,
    .other = take_pass,
    .other_at = pass_flag_at,
    .print_other_cases = print_pass_cases,
    .describe_other = describe_passes,
};

static option_outcome_t list_passes(void *target, const option_row_t *row, const char *value) {
  (void)target, (void)row, (void)value;
  const option_page_t page = option_page_of_help(&set);
  describe_passes(&page);
  return OPTIONS_ANSWERED;
}

// --- the run ---

static void write_message(const char *text, size_t size, void *user) {
  (void)user;
  fwrite(text, 1, size, stderr);
}

static bool run(arguments_t *arguments) {
  tern_opt_options_t *options = &arguments->options;
  if (options->pass_pipeline && options->request_count) {
    return complain("'-pass-pipeline' option can't be used with individual pass options");
  }
  if (arguments->file) options->input_path = arguments->file;
  tern_status_t status = tern_opt_run(options);
  bool was_told = status.code == TERN_INVALID_IR || status.code == TERN_INVALID_ARGUMENT;
  return tern_status_is_ok(status) || (!was_told && complain("%s", status.message));
}

int main(int argc, char **argv) {
  arguments_t arguments = {.requests = allocate((size_t)argc, sizeof *arguments.requests)};
  tern_opt_options_initialize(&arguments.options);
  arguments.options.message = write_message;
  arguments.options.requests = arguments.requests;
  option_outcome_t outcome = options_read(&set, argc, argv, &arguments);
  bool is_ok = outcome == OPTIONS_ANSWERED || (outcome == OPTIONS_READ && run(&arguments));
  free(arguments.requests);
  return is_ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
