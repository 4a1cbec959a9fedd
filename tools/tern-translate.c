// tern-translate: translates IR text to other forms. Argument parsing and nothing else; the work is done by
// tern/translate.h.

#include <stdio.h>
#include <string.h>

#include "tern/translate.h"
#include "tern/version.h"

#define DEFAULT_SPLIT_MARKER "// -----"

static int complain(const char *message, const char *word) {
  fprintf(stderr, "tern-translate: %s '%s'\n", message, word);
  return 1;
}

static void print_help(void) {
  printf(
      "OVERVIEW: tern's translation driver\n\n"
      "USAGE: tern-translate [options] <input file>\n\n"
      "OPTIONS:\n"
      "  --allow-other-dialects         - Portable artifacts may hold what is not StableHLO\n"
      "  --allow-unregistered-dialect   - Allow operations of dialects that are not registered\n"
      "  --help                         - Show this text\n"
      "  --no-implicit-module           - Accepted, and without meaning: a lone spirv.module is found either way\n"
      "  -o PATH                        - Where to write the output; - is standard output\n"
      "  --output-split-marker=TEXT     - Line between the chunks of the output\n"
      "  --split-input-file[=TEXT]      - Process the chunks between lines of '" DEFAULT_SPLIT_MARKER
      "' (or TEXT) one by one\n"
      "  --spirv-debug-info             - Write lines to SPIR-V; read names and lines from it, and print them\n"
      "  --spirv-structurize-control-flow[=false]\n"
      "                                 - Read SPIR-V's control flow as spirv.mlir.loop and spirv.mlir.selection (or "
      "not)\n"
      "  --strip-debuginfo              - Write portable artifacts without locations\n"
      "  --target=VERSION               - The version of a portable artifact: 1.0.0, or current; the chip of PTX: "
      "sm_90a\n"
      "  --verify-diagnostics           - Compare diagnostics with the expected-* comments\n"
      "  --version                      - Print the version\n\n"
      "  Translations:\n");
  for (size_t i = 0; i < tern_translation_count(); ++i) {
    tern_translation_info_t info;
    tern_translation_at(i, &info);
    printf("  --%-28s - %s\n", info.flag, info.summary);
  }
}

static const char *find_translation(const char *name) {
  for (size_t i = 0; i < tern_translation_count(); ++i) {
    tern_translation_info_t info;
    tern_translation_at(i, &info);
    if (strcmp(info.flag, name) == 0) return info.flag;
  }
  return NULL;
}

static void show(const char *text, size_t size, void *user) {
  (void)user;
  fwrite(text, 1, size, stderr);
}

int main(int argc, char **argv) {
  tern_translate_options_t options = {.message = show};
  for (int i = 1; i < argc; ++i) {
    const char *argument = argv[i], *translation;
    if (argument[0] != '-' || strcmp(argument, "-") == 0) {
      if (options.input_path) return complain("more than one input file:", argument);
      options.input_path = argument;
      continue;
    }
    const char *name = argument + (argument[1] == '-' ? 2 : 1);
    if (strcmp(name, "help") == 0 || strcmp(name, "h") == 0) {
      print_help();
      return 0;
    }
    if (strcmp(name, "version") == 0) return printf("tern-translate %s\n", tern_version()) > 0 ? 0 : 1;
    if (strcmp(name, "o") == 0) {
      if (++i == argc) return complain("a path is missing after", argument);
      options.output_path = argv[i];
    } else if (strncmp(name, "o=", 2) == 0) {
      options.output_path = name + 2;
    } else if (strcmp(name, "split-input-file") == 0) {
      options.split_marker = DEFAULT_SPLIT_MARKER;
    } else if (strncmp(name, "split-input-file=", 17) == 0) {
      options.split_marker = name + 17;
    } else if (strncmp(name, "output-split-marker=", 20) == 0) {
      options.output_split_marker = name + 20;
    } else if (strcmp(name, "verify-diagnostics") == 0) {
      options.verify_diagnostics = true;
    } else if (strcmp(name, "allow-unregistered-dialect") == 0) {
      options.allow_unregistered_dialect = true;
    } else if (strncmp(name, "target=", 7) == 0) {
      options.target_version = name + 7;
    } else if (strcmp(name, "target") == 0) {
      if (++i == argc) return complain("a version is missing after", argument);
      options.target_version = argv[i];
    } else if (strcmp(name, "strip-debuginfo") == 0) {
      options.strip_debuginfo = true;
    } else if (strcmp(name, "allow-other-dialects") == 0) {
      options.allow_other_dialects = true;
    } else if (strcmp(name, "no-implicit-module") == 0) {
      continue;
    } else if (strcmp(name, "spirv-debug-info") == 0) {
      options.spirv_debug_info = true;
    } else if (strcmp(name, "spirv-structurize-control-flow") == 0 ||
               strcmp(name, "spirv-structurize-control-flow=true") == 0) {
      options.keep_unstructured = false;
    } else if (strcmp(name, "spirv-structurize-control-flow=false") == 0) {
      options.keep_unstructured = true;
    } else if ((translation = find_translation(name))) {
      if (options.translation) return complain("more than one translation:", argument);
      options.translation = translation;
    } else {
      return complain("unknown argument", argument);
    }
  }
  if (!options.translation) {
    fputs("tern-translate: no translation is asked for; see --help\n", stderr);
    return 1;
  }
  tern_status_t status = tern_translate_run(&options);
  if (tern_status_is_ok(status)) return 0;
  // What is wrong with the input was shown already.
  if (status.code != TERN_INVALID_IR) fprintf(stderr, "tern-translate: %s\n", status.message);
  return 1;
}
