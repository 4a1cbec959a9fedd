// tern-translate: translates IR text to other forms. Options and nothing else; the work is done by tern/translate.h.

#include <stdio.h>
#include <string.h>

#include "common/messages.h"
#include "common/options.h"
#include "tern/translate.h"

#define DEFAULT_SPLIT_MARKER "// -----"

const char tool_name[] = "tern-translate";

static void print_overview(void) {
  printf("OVERVIEW: tern's translation driver\n\nUSAGE: tern-translate [options] <input file>\n\nOPTIONS:\n");
}

static bool translation_at(size_t index, char *out_name, size_t size) {
  if (index >= tern_translation_count()) return false;
  tern_translation_info_t info;
  tern_translation_at(index, &info);
  snprintf(out_name, size, "%s", info.flag);
  return true;
}

static bool take_translation(void *target, char *argument, option_outcome_t *out_outcome) {
  tern_translate_options_t *options = target;
  const char *name = argument + (argument[1] == '-' ? 2 : 1);
  for (size_t i = 0; i < tern_translation_count(); ++i) {
    tern_translation_info_t info;
    tern_translation_at(i, &info);
    if (strcmp(info.flag, name) != 0) continue;
    if (options->translation) {
      complain("more than one translation: '%s'", argument);
      *out_outcome = OPTIONS_WRONG;
    }
    options->translation = info.flag;
    return true;
  }
  return false;
}

static void describe_translations(const option_page_t *page) {
  option_page_heading(page, "Translations");
  for (size_t i = 0; i < tern_translation_count(); ++i) {
    char name[64];
    tern_translation_info_t info;
    tern_translation_at(i, &info);
    snprintf(name, sizeof name, "--%s", info.flag);
    option_page_entry(page, 0, name, info.summary);
  }
}

static option_outcome_t read_structurize(void *target, const option_row_t *row, const char *value) {
  ((tern_translate_options_t *)target)->keep_unstructured = value && option_choice_index(row->choices, value) == 0;
  return OPTIONS_READ;
}

#define AT(member) offsetof(tern_translate_options_t, member)

static const option_row_t rows[] = {
    {.name = "allow-other-dialects",
     .kind = OPTION_SWITCH,
     .offset = AT(allow_other_dialects),
     .help = "Portable artifacts may hold what is not StableHLO"},
    {.name = "allow-unregistered-dialect",
     .kind = OPTION_SWITCH,
     .offset = AT(allow_unregistered_dialect),
     .help = "Allow operations of dialects that are not registered"},
    {.name = "h", .kind = OPTION_HELP},
    {.name = "help", .kind = OPTION_HELP, .help = "Show this text"},
    {.name = "no-implicit-module",
     .kind = OPTION_IGNORED,
     .help = "Accepted, and without meaning: a lone spirv.module is found either way"},
    {.name = "o",
     .kind = OPTION_TEXT,
     .offset = AT(output_path),
     .value = "PATH",
     .takes_next = true,
     .missing = "a path is missing after '{argument}'",
     .help = "Where to write the output; - is standard output"},
    {.name = "output-split-marker",
     .kind = OPTION_TEXT,
     .offset = AT(output_split_marker),
     .value = "TEXT",
     .help = "Line between the chunks of the output"},
    {.name = "print-completion",
     .kind = OPTION_COMPLETION,
     .choices = "bash|zsh",
     .takes_next = true,
     .help = "Print what makes the shell complete options"},
    {.name = "print-man-page", .kind = OPTION_MAN_PAGE, .help = "Print the man page"},
    {.name = "split-input-file",
     .kind = OPTION_TEXT,
     .offset = AT(split_marker),
     .value = "TEXT",
     .has_optional_value = true,
     .implied = DEFAULT_SPLIT_MARKER,
     .help = "Process the chunks between lines of '" DEFAULT_SPLIT_MARKER "' (or TEXT) one by one"},
    {.name = "spirv-debug-info",
     .kind = OPTION_SWITCH,
     .offset = AT(spirv_debug_info),
     .help = "Write lines to SPIR-V; read names and lines from it, and print them"},
    {.name = "spirv-structurize-control-flow",
     .kind = OPTION_CUSTOM,
     .read = read_structurize,
     .value = "false",
     .choices = "false|true",
     .has_optional_value = true,
     .help = "Read SPIR-V's control flow as spirv.mlir.loop and spirv.mlir.selection (or not)"},
    {.name = "strip-debuginfo",
     .kind = OPTION_SWITCH,
     .offset = AT(strip_debuginfo),
     .help = "Write portable artifacts without locations"},
    {.name = "target",
     .kind = OPTION_TEXT,
     .offset = AT(target_version),
     .value = "VERSION",
     .takes_next = true,
     .missing = "a version is missing after '{argument}'",
     .help = "The version of a portable artifact: 1.0.0, or current; the chip of PTX: sm_90a"},
    {.name = "verify-diagnostics",
     .kind = OPTION_SWITCH,
     .offset = AT(verify_diagnostics),
     .help = "Compare diagnostics with the expected-* comments"},
    {.name = "version", .kind = OPTION_VERSION, .help = "Print the version"},
};

static const option_style_t style = {
    .unknown = "unknown argument '{argument}'",
    .near = "did you mean '--{near}'?",
    .missing = "a value is missing after '{argument}'",
    .unexpected = "the option takes no value: '{argument}'",
    .choice = "expected {choices}: '{argument}'",
    .second_file = "more than one input file: '{argument}'",
};

static const option_set_t set = {
    .tool = tool_name,
    .summary = "tern's translation driver",
    .synopsis = "[options] <input file>",
    .print_overview = print_overview,
    .description =
        "Translates between IR and other forms: LLVM IR, PTX, SPIR-V, portable artifacts and module files.\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .style = &style,
    .file_offset = AT(input_path),
    .help_column = 33,
    .separator = "- ",
    .other = take_translation,
    .other_at = translation_at,
    .describe_other = describe_translations,
};

static void show(const char *text, size_t size, void *user) {
  (void)user;
  fwrite(text, 1, size, stderr);
}

int main(int argc, char **argv) {
  tern_translate_options_t options = {.message = show};
  option_outcome_t outcome = options_read(&set, argc, argv, &options);
  if (outcome != OPTIONS_READ) return outcome == OPTIONS_ANSWERED && fflush(stdout) == 0 ? 0 : 1;
  if (!options.translation) return complain("no translation is asked for; see --help"), 1;
  tern_status_t status = tern_translate_run(&options);
  // What is wrong with the input was shown already.
  bool was_told = status.code == TERN_INVALID_IR;
  return tern_status_is_ok(status) || (!was_told && complain("%s", status.message)) ? 0 : 1;
}
