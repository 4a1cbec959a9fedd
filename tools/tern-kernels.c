// tern-kernels: bitcode of kernels for NVIDIA's GPUs to an object file for the host's processor. Options and nothing else; the work
// is done by tern/device_code.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/memory.h"
#include "common/messages.h"
#include "common/options.h"
#include "tern/device_code.h"

const char tool_name[] = "tern-kernels";

typedef struct kernels_options {
  const char *output_path, *cpu, *features;
  bool is_unoptimized, has_checks, emits_ir;
  const char *input_path;
} kernels_options_t;

static void print_overview(void) {
  printf(
      "OVERVIEW: compiles kernels for the host's processor\n\nUSAGE: tern-kernels [options] <bitcode "
      "file>\n\nOPTIONS:\n");
}

#define AT(member) offsetof(kernels_options_t, member)

static const option_row_t rows[] = {
    {.name = "checks",
     .kind = OPTION_SWITCH,
     .offset = AT(has_checks),
     .help = "Have the kernels report races and accesses out of bounds"},
    {.name = "cpu",
     .kind = OPTION_TEXT,
     .offset = AT(cpu),
     .value = "NAME",
     .help = "The processor, as clang's -march has it"},
    {.name = "emit-llvm",
     .kind = OPTION_SWITCH,
     .offset = AT(emits_ir),
     .help = "Write LLVM IR as text in place of an object"},
    {.name = "features",
     .kind = OPTION_TEXT,
     .offset = AT(features),
     .value = "LIST",
     .help = "What the processor has, '+avx2,-fma'"},
    {.name = "h", .kind = OPTION_HELP},
    {.name = "help", .kind = OPTION_HELP, .help = "Show this text"},
    {.name = "no-optimize", .kind = OPTION_SWITCH, .offset = AT(is_unoptimized), .help = "Leave LLVM's passes out"},
    {.name = "o",
     .kind = OPTION_TEXT,
     .offset = AT(output_path),
     .value = "PATH",
     .takes_next = true,
     .missing = "a path is missing after '{argument}'",
     .help = "Where to write the object"},
    {.name = "print-completion",
     .kind = OPTION_COMPLETION,
     .choices = "bash|zsh",
     .takes_next = true,
     .help = "Print what makes the shell complete options"},
    {.name = "print-man-page", .kind = OPTION_MAN_PAGE, .help = "Print the man page"},
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
    .summary = "kernels for the host's processor",
    .synopsis = "[options] <bitcode file>",
    .print_overview = print_overview,
    .description =
        "Compiles LLVM bitcode of kernels for NVIDIA's GPUs to an object file that libtern_cudart runs without a "
        "GPU.\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .style = &style,
    .file_offset = AT(input_path),
    .help_column = 33,
    .separator = "- ",
};

static char *read_all(const char *path, size_t *out_size) {
  FILE *file = fopen(path, "rb");
  char *data = NULL;
  size_t size = 0, capacity = 1 << 16;
  for (size_t got = 1; file && got > 0; size += got) {
    data = reallocate(data, capacity *= 2, 1);
    got = fread(data + size, 1, capacity - size, file);
  }
  if (!file) fail("cannot read", path);
  if (file) fclose(file);
  *out_size = size;
  return data;
}

int main(int argc, char **argv) {
  kernels_options_t options = {0};
  option_outcome_t outcome = options_read(&set, argc, argv, &options);
  if (outcome != OPTIONS_READ) return outcome == OPTIONS_ANSWERED && fflush(stdout) == 0 ? 0 : 1;
  if (!options.input_path) return complain("no input file is given; see --help"), 1;
  tern_device_code_input_t input;
  input.data = read_all(options.input_path, &input.size);
  tern_device_code_options_t code = {.cpu = options.cpu,
                                     .features = options.features,
                                     .is_unoptimized = options.is_unoptimized,
                                     .has_checks = options.has_checks,
                                     .emits_ir = options.emits_ir};
  void *object = NULL;
  size_t size = 0;
  char *notes = NULL;
  bool is_done = input.data && report(tern_device_code_compile(&input, 1, &code, &object, &size, &notes));
  if (notes) fputs(notes, stderr);
  is_done = is_done && write_file(options.output_path ? options.output_path : "-", object, size);
  free((void *)input.data), free(object), free(notes);
  return is_done ? 0 : 1;
}
