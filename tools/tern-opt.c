// tern-opt: runs passes on a file of IR text. Argument parsing and nothing else; the work is done by tern/opt.h.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tern/opt.h"
#include "tern/version.h"

#define DEFAULT_SPLIT_MARKER "// -----"

// What a flag does with its value.
typedef enum flag_kind_t {
  FLAG_BOOL,      // --x, --x=true, --x=false
  FLAG_STRING,    // --x=text, --x text
  FLAG_INT,       // --x=1, --x 1
  FLAG_OPTIONAL,  // --x, --x=text
  FLAG_IGNORED,   // accepted for upstream's command lines; says nothing here
  FLAG_HELP,
  FLAG_LIST_PASSES,
  FLAG_PRINT_COMPLETION,
  FLAG_SHOW_DIALECTS,
  FLAG_SHOW_OP,
  FLAG_VERSION,
} flag_kind_t;

// One row for each flag that is no pass. `offset` is the place of its value in the options.
typedef struct flag_row_t {
  const char *name;
  flag_kind_t kind;
  size_t offset;
  const char *value_name;
  const char *help;
} flag_row_t;

#define AT(member) offsetof(tern_opt_options_t, member)

static const flag_row_t flags[] = {
    {"allow-unregistered-dialect", FLAG_BOOL, AT(allow_unregistered_dialect), NULL,
     "Allow operations of dialects that are not registered"},
    {"check-each", FLAG_OPTIONAL, 0, "SEED",
     "Run each public function before and after every pass on inputs made from SEED (0): results must not change"},
    {"check-each-inputs", FLAG_INT, AT(check_inputs), "N", "Run it on N sets of inputs (4)"},
    {"check-each-size", FLAG_INT, AT(check_size), "N",
     "Give dynamic dimensions of its inputs the size N, not one from the seed"},
    {"dump-pass-pipeline", FLAG_BOOL, AT(dump_pass_pipeline), NULL, "Print the pipeline that will be run"},
    {"elide-resource-data-from-bytecode", FLAG_BOOL, AT(elide_resource_data), NULL,
     "Write the keys of resources without their data to bytecode"},
    {"emit-bytecode", FLAG_BOOL, AT(emit_bytecode), NULL, "Write MLIR's bytecode instead of text"},
    {"emit-bytecode-version", FLAG_INT, AT(bytecode_version), "N", "Write this version of bytecode, 0 to 6"},
    {"h", FLAG_HELP, 0, NULL, NULL},
    {"help", FLAG_HELP, 0, NULL, "Show this text"},
    {"help-hidden", FLAG_HELP, 0, NULL, "The same; nothing is hidden"},
    {"interpret", FLAG_STRING, AT(interpret), "FUNCTION",
     "Instead of printing IR, run FUNCTION in the reference interpreter and print its results"},
    {"interpret-seed", FLAG_INT, AT(interpret_seed), "N", "Seed of the inputs that are made for runs of functions"},
    {"interpret-size", FLAG_INT, AT(interpret_size), "N", "Size of the dynamic dimensions of such inputs"},
    {"list-passes", FLAG_LIST_PASSES, 0, NULL, "Print the passes and their options and exit"},
    {"log-actions-to", FLAG_STRING, AT(log_actions_path), "PATH",
     "Log each execution of a pass to PATH; - is standard output"},
    {"log-mlir-actions-filter", FLAG_STRING, AT(log_filter), "PLACE,...",
     "Log only passes on operations from these places: FILE, FILE:LINE, FILE:LINE:COLUMN"},
    {"mlir-debug-counter", FLAG_STRING, AT(debug_counter), "TAG-skip=N,TAG-count=N,...",
     "Skip the first N executions of TAG, then let N happen; tags: pass-execution"},
    {"mlir-diagnostic-verbosity-level", FLAG_STRING, 0, "errors|warnings|remarks",
     "The least diagnostics that are shown"},
    {"mlir-disable-diagnostic-notes", FLAG_BOOL, AT(no_notes), NULL, "Leave the notes of diagnostics out"},
    {"mlir-disable-threading", FLAG_IGNORED, 0, NULL, "Accepted; passes run on one thread"},
    {"mlir-elide-elementsattrs-if-larger", FLAG_INT, AT(elide_elements_above), "N",
     "Print elements attributes with more than N elements as ..."},
    {"mlir-elide-resource-strings-if-larger", FLAG_INT, AT(elide_resources_above), "N",
     "Leave out resources whose values take more than N characters"},
    {"mlir-generate-reproducer", FLAG_STRING, AT(reproducer), "PATH",
     "Write IR and pipeline to PATH before passes run"},
    {"mlir-output-format", FLAG_STRING, 0, "text|json", "Form of the report of execution times"},
    {"mlir-pass-pipeline-crash-reproducer", FLAG_STRING, AT(crash_reproducer), "PATH",
     "Write IR and pipeline to PATH if the pipeline crashes or fails"},
    {"mlir-pass-pipeline-local-reproducer", FLAG_BOOL, AT(local_reproducer), NULL,
     "Make the reproducer as of the failing pass"},
    {"mlir-pass-statistics", FLAG_BOOL, AT(pass_statistics), NULL, "Report the statistics of each pass"},
    {"mlir-pass-statistics-display", FLAG_STRING, 0, "pipeline|list",
     "How to report statistics: as passes are nested, or added up and sorted by name"},
    {"mlir-pretty-debuginfo", FLAG_BOOL, AT(pretty_debuginfo), NULL,
     "Print locations in a form for reading that does not parse"},
    {"mlir-print-assume-verified", FLAG_BOOL, AT(print_assume_verified), NULL,
     "Do not verify before IR is printed around passes; what is wrong is printed in its custom form too"},
    {"mlir-print-debug-counter", FLAG_BOOL, AT(print_debug_counter), NULL, "Report what the debug counters counted"},
    {"mlir-print-debuginfo", FLAG_BOOL, AT(print_debuginfo), NULL, "Print locations"},
    {"mlir-print-elementsattrs-with-hex-if-larger", FLAG_INT, AT(hex_elements_above), "N",
     "Print elements attributes with more than N elements as hexadecimal digits; -1 for none"},
    {"mlir-print-ir-after", FLAG_STRING, AT(print_ir_after), "PASS,...", "Print IR after these passes"},
    {"mlir-print-ir-after-all", FLAG_BOOL, AT(print_ir_after_all), NULL, "Print IR after each pass"},
    {"mlir-print-ir-after-change", FLAG_BOOL, AT(print_ir_after_change), NULL, "Print IR after passes that changed it"},
    {"mlir-print-ir-after-failure", FLAG_BOOL, AT(print_ir_after_failure), NULL, "Print IR after a pass that failed"},
    {"mlir-print-ir-before", FLAG_STRING, AT(print_ir_before), "PASS,...", "Print IR before these passes"},
    {"mlir-print-ir-before-all", FLAG_BOOL, AT(print_ir_before_all), NULL, "Print IR before each pass"},
    {"mlir-print-ir-module-scope", FLAG_BOOL, AT(print_ir_module_scope), NULL,
     "When printing IR around passes, print the whole module"},
    {"mlir-print-ir-tree-dir", FLAG_STRING, AT(print_ir_tree_folder), "PATH",
     "When printing IR around passes, write files into a tree of folders in PATH"},
    {"mlir-print-local-scope", FLAG_BOOL, AT(print_local_scope), NULL, "Print without aliases"},
    {"mlir-print-op-generic", FLAG_BOOL, AT(print_generic), NULL, "Print operations in their generic form"},
    {"mlir-print-op-on-diagnostic", FLAG_BOOL, AT(print_op_on_diagnostic), NULL,
     "Print the operation as a note of its errors"},
    {"mlir-print-skip-regions", FLAG_BOOL, AT(skip_regions), NULL, "Leave regions out when printing"},
    {"mlir-print-stacktrace-on-diagnostic", FLAG_BOOL, AT(print_stacktrace_on_diagnostic), NULL,
     "Print the running functions as a note of diagnostics"},
    {"mlir-print-unique-ssa-ids", FLAG_BOOL, AT(unique_names), NULL, "Give no two values of the module the same name"},
    {"mlir-print-value-users", FLAG_BOOL, AT(value_users), NULL,
     "Print in comments who uses the results of operations and the arguments of blocks"},
    {"mlir-timing", FLAG_BOOL, AT(timing), NULL, "Report execution times"},
    {"mlir-timing-display", FLAG_STRING, 0, "tree|list", "How to report execution times"},
    {"mlir-use-nameloc-as-prefix", FLAG_BOOL, AT(use_name_loc_as_prefix), NULL, "Name values after their locations"},
    {"no-implicit-module", FLAG_BOOL, AT(no_implicit_module), NULL,
     "Do not wrap a lone top-level operation in a module"},
    {"o", FLAG_STRING, AT(output_path), "PATH", "Where to write the output; - is standard output"},
    {"output-split-marker", FLAG_STRING, AT(output_split_marker), "TEXT", "Line between the chunks of the output"},
    {"p", FLAG_STRING, AT(pass_pipeline), NULL, "Alias for --pass-pipeline"},
    {"pass-pipeline", FLAG_STRING, AT(pass_pipeline), "TEXT", "The pipeline: 'builtin.module(cse,func.func(...))'"},
    {"print-completion", FLAG_PRINT_COMPLETION, 0, "bash|zsh",
     "Print what makes the shell complete flags and exit: eval \"$(tern-opt --print-completion=bash)\""},
    {"profile-actions-to", FLAG_STRING, AT(profile_actions_path), "PATH",
     "Write the executions of passes to PATH as events for a trace viewer; - is standard output"},
    {"reduce-on-failure", FLAG_STRING, AT(reduce_on_failure), "PATH",
     "If a pass fails, crashes or changes results (--check-each), write a small input and pipeline that show it to "
     "PATH"},
    {"run-reproducer", FLAG_BOOL, AT(run_reproducer), NULL,
     "Run the pipeline that the input, a reproducer, brings along"},
    {"show-dialects", FLAG_SHOW_DIALECTS, 0, NULL, "Print the registered dialects and exit"},
    {"show-op", FLAG_SHOW_OP, 0, "NAME",
     "Print what is known of an operation, of a !type or #attribute, or of all of a dialect, and exit"},
    {"split-input-file", FLAG_OPTIONAL, AT(split_marker), "TEXT",
     "Process the chunks between lines of '" DEFAULT_SPLIT_MARKER "' (or TEXT) one by one"},
    {"verify-diagnostics", FLAG_OPTIONAL, 0, "all|only-expected", "Compare diagnostics with the expected-* comments"},
    {"verify-each", FLAG_BOOL, AT(verify_each), NULL, "Verify after each pass (on by default)"},
    {"verify-roundtrip", FLAG_BOOL, AT(verify_roundtrip), NULL, "Check that the parsed IR prints and parses back"},
    {"version", FLAG_VERSION, 0, NULL, "Print the version"},
};
enum { FLAG_COUNT = sizeof(flags) / sizeof(flags[0]) };

// The command line as it is read.
typedef struct arguments_t {
  int count;
  char **values;
  int next;
  tern_opt_options_t options;
  tern_opt_request_t *requests;  // owned; room for `count`
  bool has_input;
  bool is_done;  // help or a list was printed
} arguments_t;

static bool complain(const char *format, const char *a, const char *b) {
  fputs("tern-opt: ", stderr);
  fprintf(stderr, format, a, b);
  fputc('\n', stderr);
  return false;
}

// --- help ---

static void print_entry(int indentation, const char *name, const char *value_name, const char *help) {
  char left[128];
  snprintf(left, sizeof(left), "%*s--%s%s%s%s", indentation, "", name, value_name ? "=<" : "",
           value_name ? value_name : "", value_name ? ">" : "");
  printf("%-58s - %s\n", left, help);
}

static void print_pass(size_t index) {
  tern_opt_pass_info_t info;
  tern_opt_pass_at(index, &info);
  print_entry(4, info.flag, NULL, info.summary);
  for (size_t i = 0; i < info.option_count; ++i) {
    tern_opt_option_info_t option;
    tern_opt_pass_option_at(index, i, &option);
    print_entry(6, option.name, option.type, option.help);
    for (const char *const *choice = option.choices; choice && *choice; ++choice) printf("        =%s\n", *choice);
    if (option.default_text) printf("        (default: %s)\n", option.default_text);
  }
}

// Passes or pipelines by name: each time the next flag after the last one printed.
static void print_passes(bool is_pipeline) {
  size_t count = tern_opt_pass_count();
  const char *last = "";
  for (;;) {
    size_t next = count;
    const char *next_flag = NULL;
    for (size_t i = 0; i < count; ++i) {
      tern_opt_pass_info_t info;
      tern_opt_pass_at(i, &info);
      if (info.is_pipeline != is_pipeline || strcmp(info.flag, last) <= 0) continue;
      if (next_flag && strcmp(info.flag, next_flag) >= 0) continue;
      next = i;
      next_flag = info.flag;
    }
    if (!next_flag) return;
    print_pass(next);
    last = next_flag;
  }
}

static void print_all_passes(void) {
  printf("\n  Passes:\n");
  print_passes(false);
  printf("\n  Pass pipelines:\n");
  print_passes(true);
}

static void print_dialects(void) {
  char *names = tern_opt_dialects();
  printf("Available Dialects: %s\n", names);
  free(names);
}

static void print_help(void) {
  printf("OVERVIEW: MLIR modular optimizer driver of tern\n");
  print_dialects();
  printf("\nUSAGE: tern-opt [options] <input file>\n\nOPTIONS:\n");
  for (size_t i = 0; i < FLAG_COUNT; ++i) {
    if (flags[i].help) print_entry(2, flags[i].name, flags[i].value_name, flags[i].help);
  }
  print_all_passes();
}

// --- completion ---

// The values of a flag whose value name lists them, `tree|list`, as words.
static void print_choices(const char *choices) {
  for (const char *c = choices; *c; ++c) putchar(*c == '|' ? ' ' : *c);
}

static void print_flag_words(void) {
  for (size_t i = 0; i < FLAG_COUNT; ++i) printf("--%s ", flags[i].name);
  for (size_t i = 0; i < tern_opt_pass_count(); ++i) {
    tern_opt_pass_info_t info;
    tern_opt_pass_at(i, &info);
    printf("--%s ", info.flag);
  }
}

// One line for each flag with values to choose from, and for each pass with options.
static void print_value_cases(void) {
  for (size_t i = 0; i < FLAG_COUNT; ++i) {
    if (!flags[i].value_name || !strchr(flags[i].value_name, '|')) continue;
    printf("    --%s) words='", flags[i].name);
    print_choices(flags[i].value_name);
    puts("' ;;");
  }
  for (size_t i = 0; i < tern_opt_pass_count(); ++i) {
    tern_opt_pass_info_t info;
    tern_opt_pass_at(i, &info);
    if (info.option_count == 0) continue;
    printf("    --%s) words='", info.flag);
    for (size_t k = 0; k < info.option_count; ++k) {
      tern_opt_option_info_t option;
      tern_opt_pass_option_at(i, k, &option);
      printf("%s= ", option.name);
    }
    puts("' ;;");
  }
}

// Bash cuts words at `=`, zsh does not, so the function knows both.
static bool print_completion(arguments_t *arguments, const char *shell) {
  bool is_zsh = strcmp(shell, "zsh") == 0;
  if (!is_zsh && strcmp(shell, "bash") != 0) {
    return complain("for the --print-completion option: expected 'bash' or 'zsh' but got '%s'%s", shell, "");
  }
  if (is_zsh) puts("autoload -U +X bashcompinit && bashcompinit");
  puts(
      "_tern_opt() {\n"
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" flag='' prefix='' words=''\n"
      "  if [[ $word == --*=* ]]; then\n"
      "    flag=\"${word%%=*}\" prefix=\"${word%%=*}=\" word=\"${word#*=}\"\n"
      "  elif [[ $word == '=' ]]; then\n"
      "    flag=\"${COMP_WORDS[COMP_CWORD-1]}\" word=''\n"
      "  elif (( COMP_CWORD > 1 )) && [[ ${COMP_WORDS[COMP_CWORD-1]} == '=' ]]; then\n"
      "    flag=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
      "  fi\n"
      "  COMPREPLY=()\n"
      "  case \"$flag\" in\n"
      "    '')");
  printf("      [[ $word == -* ]] || return\n      words='");
  print_flag_words();
  puts("' ;;");
  print_value_cases();
  puts(
      "    *) return ;;\n"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -P \"$prefix\" -- \"$word\"))\n"
      "}\n"
      "complete -o default -o nospace -F _tern_opt tern-opt");
  arguments->is_done = true;
  return true;
}

static bool show_dialects(arguments_t *arguments) {
  print_dialects();
  arguments->is_done = true;
  return true;
}

static bool show_op(arguments_t *arguments, const char *name) {
  char *text = tern_opt_describe_op(name);
  if (!text) return complain("no operation '%s' is registered%s", name, "");
  fputs(text, stdout);
  free(text);
  arguments->is_done = true;
  return true;
}

// --- flags ---

static bool read_bool(const char *name, const char *value, bool *out_value) {
  if (!value || strcmp(value, "true") == 0 || strcmp(value, "1") == 0) {
    *out_value = true;
  } else if (strcmp(value, "false") == 0 || strcmp(value, "0") == 0) {
    *out_value = false;
  } else {
    return complain("for the --%s option: '%s' is no boolean, try true or false", name, value);
  }
  return true;
}

static bool read_int(const char *name, const char *value, int64_t *out_value) {
  char *end;
  long long number = strtoll(value, &end, 10);
  if (!*value || *end) return complain("for the --%s option: '%s' is no integer", name, value);
  *out_value = number;
  return true;
}

static bool read_optional(arguments_t *arguments, const char *name, const char *value) {
  if (strcmp(name, "split-input-file") == 0) {
    arguments->options.split_marker = value ? value : DEFAULT_SPLIT_MARKER;
    return true;
  }
  if (strcmp(name, "check-each") == 0) {
    arguments->options.check_each = true;
    return !value || read_int(name, value, &arguments->options.check_seed);
  }
  if (!value || strcmp(value, "all") == 0) {
    arguments->options.diagnostics = TERN_OPT_DIAGNOSTICS_VERIFY;
  } else if (strcmp(value, "only-expected") == 0) {
    arguments->options.diagnostics = TERN_OPT_DIAGNOSTICS_VERIFY_ONLY_EXPECTED;
  } else {
    return complain("for the --%s option: expected 'all' or 'only-expected' but got '%s'", name, value);
  }
  return true;
}

// One of two words: whether it is the second.
static bool read_either(const flag_row_t *row, const char *first, const char *second, const char *value,
                        bool *out_is_second) {
  *out_is_second = strcmp(value, second) == 0;
  if (*out_is_second || strcmp(value, first) == 0) return true;
  fprintf(stderr, "tern-opt: for the --%s option: expected '%s' or '%s' but got '%s'\n", row->name, first, second,
          value);
  return false;
}

static bool read_verbosity(const char *value, tern_opt_verbosity_t *out_verbosity) {
  static const char *const names[] = {
      [TERN_OPT_SHOW_REMARKS] = "remarks", [TERN_OPT_SHOW_WARNINGS] = "warnings", [TERN_OPT_SHOW_ERRORS] = "errors"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (strcmp(value, names[i]) != 0) continue;
    *out_verbosity = (tern_opt_verbosity_t)i;
    return true;
  }
  return complain(
      "for the --mlir-diagnostic-verbosity-level option: expected 'errors', 'warnings' or 'remarks' but got '%s'%s",
      value, "");
}

static bool read_string(arguments_t *arguments, const flag_row_t *row, const char *value) {
  tern_opt_options_t *options = &arguments->options;
  if (strcmp(row->name, "mlir-timing-display") == 0) {
    return read_either(row, "tree", "list", value, &options->timing_as_list);
  }
  if (strcmp(row->name, "mlir-pass-statistics-display") == 0) {
    return read_either(row, "pipeline", "list", value, &options->pass_statistics_as_list);
  }
  if (strcmp(row->name, "mlir-output-format") == 0) {
    return read_either(row, "text", "json", value, &options->timing_as_json);
  }
  if (strcmp(row->name, "mlir-diagnostic-verbosity-level") == 0) return read_verbosity(value, &options->verbosity);
  *(const char **)((char *)&arguments->options + row->offset) = value;
  return true;
}

static bool apply_flag(arguments_t *arguments, const flag_row_t *row, const char *value) {
  bool needs_value = row->kind == FLAG_STRING || row->kind == FLAG_INT || row->kind == FLAG_SHOW_OP ||
                     row->kind == FLAG_PRINT_COMPLETION;
  if (needs_value && !value) {
    if (arguments->next == arguments->count) return complain("for the --%s option: requires a value%s", row->name, "");
    value = arguments->values[arguments->next++];
  }
  char *member = (char *)&arguments->options + row->offset;
  switch (row->kind) {
    case FLAG_BOOL: return read_bool(row->name, value, (bool *)member);
    case FLAG_INT: return read_int(row->name, value, (int64_t *)(void *)member);
    case FLAG_STRING: return read_string(arguments, row, value);
    case FLAG_OPTIONAL: return read_optional(arguments, row->name, value);
    case FLAG_IGNORED: return true;
    case FLAG_HELP:
      print_help();
      arguments->is_done = true;
      return true;
    case FLAG_LIST_PASSES:
      print_all_passes();
      arguments->is_done = true;
      return true;
    case FLAG_PRINT_COMPLETION: return print_completion(arguments, value);
    case FLAG_SHOW_DIALECTS: return show_dialects(arguments);
    case FLAG_SHOW_OP: return show_op(arguments, value);
    case FLAG_VERSION: arguments->is_done = true; return printf("tern-opt %s\n", tern_version()) > 0;
  }
  return false;
}

static bool report_unknown(const char *argument, const char *name) {
  const char *words[FLAG_COUNT];
  for (size_t i = 0; i < FLAG_COUNT; ++i) words[i] = flags[i].name;
  complain("Unknown command line argument '%s'.  Try: 'tern-opt --help'%s", argument, "");
  const char *failure = tern_opt_pass_failure(name);
  if (failure) return complain("%s%s", failure, "");
  const char *suggestion = tern_opt_suggest(name, words, FLAG_COUNT);
  if (suggestion) complain("Did you mean '--%s'?%s", suggestion, "");
  return false;
}

// Reads an argument that starts with a dash. Cuts it at the first '='.
static bool read_flag(arguments_t *arguments, char *argument) {
  char *name = argument + (argument[1] == '-' ? 2 : 1);
  char *value = strchr(name, '=');
  size_t name_size = value ? (size_t)(value - name) : strlen(name);
  for (size_t i = 0; i < FLAG_COUNT; ++i) {
    if (strlen(flags[i].name) != name_size || strncmp(flags[i].name, name, name_size) != 0) continue;
    return apply_flag(arguments, &flags[i], value ? value + 1 : NULL);
  }
  if (value) *value = '\0';
  if (tern_opt_pass_find(name) == tern_opt_pass_count()) return report_unknown(argument, name);
  arguments->requests[arguments->options.request_count++] = (tern_opt_request_t){name, value ? value + 1 : NULL};
  return true;
}

static bool read_arguments(arguments_t *arguments) {
  while (arguments->next < arguments->count && !arguments->is_done) {
    char *argument = arguments->values[arguments->next++];
    if (argument[0] == '-' && argument[1] != '\0') {
      if (!read_flag(arguments, argument)) return false;
    } else if (arguments->has_input) {
      return complain("Too many positional arguments specified: '%s' after '%s'", argument,
                      arguments->options.input_path);
    } else {
      arguments->has_input = true;
      arguments->options.input_path = argument;
    }
  }
  if (arguments->options.pass_pipeline && arguments->options.request_count) {
    return complain("'-pass-pipeline' option can't be used with individual pass options%s%s", "", "");
  }
  return true;
}

static void write_message(const char *text, size_t size, void *user) {
  (void)user;
  fwrite(text, 1, size, stderr);
}

int main(int argc, char **argv) {
  arguments_t arguments = {.count = argc, .values = argv, .next = 1};
  tern_opt_options_initialize(&arguments.options);
  arguments.options.message = write_message;
  arguments.requests = calloc((size_t)argc + 1, sizeof(*arguments.requests));
  if (!arguments.requests) return EXIT_FAILURE;
  arguments.options.requests = arguments.requests;

  bool is_ok = read_arguments(&arguments);
  if (is_ok && !arguments.is_done) {
    tern_status_t status = tern_opt_run(&arguments.options);
    is_ok = tern_status_is_ok(status);
    bool was_told = status.code == TERN_INVALID_IR || status.code == TERN_INVALID_ARGUMENT;
    if (!is_ok && !was_told) complain("%s%s", status.message, "");
  }
  free(arguments.requests);
  return is_ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
