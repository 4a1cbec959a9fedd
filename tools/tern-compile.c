// tern-compile: compiles a program to a module, or a lone dispatch to an object file and a C header, to a SPIR-V binary, or to
// a module.
//
//   tern-compile model.mlir -o model.tern --target=cpu,vulkan  writes a module for tern-run
//   tern-compile model.mlir --compile-to=flow                  prints the IR at that phase
//   tern-compile matmul.mlir -o matmul.o --target=cpu          writes matmul.o and matmul.h

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tern/program.h"

static const char help[] =
    "usage: tern-compile FILE -o OUTPUT [options]\n"
    "\n"
    "Compiles the program in FILE to a module, OUTPUT.tern, or the lone dispatch in FILE to what the ending of\n"
    "OUTPUT says:\n"
    "  .o   object file, with a C header NAME.h beside it\n"
    "  .s   assembly     .ll  LLVM IR     .bc  LLVM bitcode\n"
    "  .spv SPIR-V       .ptx PTX      .cubin machine code of CUDA (needs ptxas)\n"
    "  .tern module: SPIR-V or PTX with what the runtime must know of it\n"
    "\n"
    "  -o FILE                    output; - is standard output (an object file has no header then)\n"
    "  --target=cpu|vulkan|cuda   target to compile for (default: what OUTPUT's ending takes, else cpu); several\n"
    "                             for a program: cpu,vulkan\n"
    "  --input-type=TYPE          dialect of a program: auto (default), stablehlo, tosa or none\n"
    "  --compile-to=PHASE         print a program's IR after this phase; see below\n"
    "  --compile-from=PHASE       FILE is what --compile-to=PHASE printed\n"
    "  --invocation-model=MODEL   sync (default), or coarse-fences: functions take fences to wait for and to signal\n"
    "  --cache-dir=DIR            keep a program's compiled executables in DIR, and take what is there from there\n"
    "  --compile-budget=MS        generate code for a program's heaviest kernels without optimizations, until an "
    "executable\n"
    "                             is estimated to take no longer than MS milliseconds of one processor\n"
    "  --explain                  tell of a program's dispatches, memory and compile time, on standard error\n"
    "  --iree-opt-export-parameters=[SCOPE=]FILE  write large constants to FILE (.irpa or .safetensors), which\n"
    "                             the program then loads; see tern-run --parameters\n"
    "  --iree-opt-export-parameter-minimum-size=N  those of at least N bytes (default 256)\n"
    "  --iree-opt-import-parameters=[SCOPE=]FILE,...  make constants of the parameters in FILE that\n"
    "  --iree-opt-import-parameter-keys=KEY,...       are listed here, or\n"
    "  --iree-opt-import-parameter-maximum-size=N     have at most N bytes\n"
    "  --iree-opt-splat-parameters=FILE  write FILE with zeros for all parameters of the program\n"
    "  --preprocess=PIPELINE      passes to run on a program before dispatches are formed\n"
    "  --cuda-target=CHIP,...     processors of CUDA to compile for: sm_80 (default), sm_90, sm_90a ...; of\n"
    "                             the code for several, a device loads that for the nearest. --target=cuda:CHIP,...\n"
    "                             says the same\n"
    "  --cuda-embed-cubin         put machine code beside the PTX, which the driver need not compile then: needs\n"
    "                             ptxas\n"
    "  --vulkan-target=TARGET     Vulkan device to compile for, unless FILE has a spirv.target_env: one of the names\n"
    "                             below, or a #spirv.target_env as `tern-run --list-devices` prints it\n"
    "  --target-triple=TRIPLE     machine to compile for, as LLVM spells it (default: this one)\n"
    "  --target-cpu=NAME,...      processor, such as skylake-avx512 or x86-64-v3 (default: native, this one); of\n"
    "                             the code of a module for several, the best that the machine runs is loaded\n"
    "  --target-cpu-features=LIST features, such as +avx2,+fma\n"
    "  --tuning-file=FILE         tile sizes that were measured (bench/tune.py), for products that FILE has an entry "
    "of\n"
    "  --llvm-passes=PIPELINE     LLVM passes to run before code generation, such as default<O2>\n"
    "  --header=FILE              where to write the header\n"
    "  --dump-executable-intermediates-to=DIR  write the IR of each stage to a file in DIR\n"
    "  --help                     print this\n";

#define MAX_SWITCHES 64
#define MAX_LIST 512

typedef struct arguments {
  const char *file, *output, *header, *dump_folder;
  tern_compile_options_t options;
  tern_program_options_t program;
  const char *switches[MAX_SWITCHES];       // of the pipelines
  char targets[MAX_LIST], chips[MAX_LIST];  // taken apart
  bool explain, show_help;
} arguments_t;

static bool fail(const char *message, const char *detail) {
  fprintf(stderr, "tern-compile: error: %s%s%s\n", message, detail ? ": " : "", detail ? detail : "");
  return false;
}

static const char *value_of(const char *argument, const char *name) {
  size_t size = strlen(name);
  while (*argument == '-') ++argument;
  return strncmp(argument, name, size) == 0 && argument[size] == '=' ? argument + size + 1 : NULL;
}

// Adds an item to a list with commas, as far as there is room.
static void append_item(char *list, const char *item, size_t size) {
  size_t used = strlen(list);
  snprintf(list + used, MAX_LIST - used, "%s%.*s", used ? "," : "", (int)size, item);
}

static bool parse_size(const char *text, int64_t *out_size) {
  char *end;
  errno = 0;
  *out_size = strtoll(text, &end, 0);
  return errno == 0 && *text && *end == 0 && *out_size > 0;
}

// "cpu,cuda:sm_80,sm_90a" are the targets cpu and cuda, and two processors.
static void take_chips(arguments_t *arguments) {
  const char *rest = arguments->options.target;
  if (!rest || !strstr(rest, "cuda:")) return;
  arguments->targets[0] = arguments->chips[0] = 0;
  bool is_chip = false;
  while (*rest) {
    size_t size = strcspn(rest, ",");
    bool is_cuda = strncmp(rest, "cuda:", 5) == 0;
    is_chip = is_cuda || (is_chip && strncmp(rest, "sm_", 3) == 0);
    const char *item = is_cuda ? rest + 5 : rest;
    if (is_cuda) append_item(arguments->targets, "cuda", 4);
    append_item(is_chip ? arguments->chips : arguments->targets, item, size - (size_t)(item - rest));
    rest += size + (rest[size] == ',');
  }
  arguments->options.target = arguments->targets;
  arguments->options.cuda_chip = arguments->chips;
}

static bool parse_argument(int argc, char **argv, int *inout_index, arguments_t *out) {
  const char *argument = argv[*inout_index];
  const struct {
    const char *name;
    const char **target;
  } values[] = {
      {"o", &out->output},
      {"target", &out->options.target},
      {"iree-hal-target-device", &out->options.target},
      {"vulkan-target", &out->options.target_env},
      {"iree-vulkan-target", &out->options.target_env},
      {"cuda-target", &out->options.cuda_chip},
      {"iree-cuda-target", &out->options.cuda_chip},
      {"target-triple", &out->options.triple},
      {"iree-llvmcpu-target-triple", &out->options.triple},
      {"target-cpu", &out->options.cpu},
      {"iree-llvmcpu-target-cpu", &out->options.cpu},
      {"target-cpu-features", &out->options.features},
      {"iree-llvmcpu-target-cpu-features", &out->options.features},
      {"llvm-passes", &out->options.llvm_passes},
      {"tuning-file", &out->options.tuning_file},
      {"header", &out->header},
      {"input-type", &out->program.input_type},
      {"iree-input-type", &out->program.input_type},
      {"compile-to", &out->program.compile_to},
      {"cache-dir", &out->program.cache_dir},
      {"compile-from", &out->program.compile_from},
      {"invocation-model", &out->program.invocation_model},
      {"iree-execution-model", &out->program.invocation_model},
      {"preprocess", &out->program.pipeline_options},
      {"iree-opt-export-parameters", &out->program.export_parameters},
      {"iree-opt-import-parameters", &out->program.import_parameters},
      {"iree-opt-import-parameter-keys", &out->program.import_parameter_keys},
      {"iree-opt-splat-parameters", &out->program.splat_parameters},
      {"dump-executable-intermediates-to", &out->dump_folder},
  };
  const struct {
    const char *name;
    int64_t *target;
  } sizes[] = {
      {"iree-opt-export-parameter-minimum-size", &out->program.export_parameter_size_min},
      {"iree-opt-import-parameter-maximum-size", &out->program.import_parameter_size_max},
  };
  if (argument[0] != '-' || argument[1] == 0) {
    if (out->file) return fail("more than one file", argument);
    return out->file = argument, true;
  }
  if (strcmp(argument, "-o") == 0) {
    if (*inout_index + 1 >= argc) return fail("-o needs a file", NULL);
    return out->output = argv[++*inout_index], true;
  }
  for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
    const char *value = value_of(argument, values[i].name);
    if (value) return *values[i].target = value, true;
  }
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
    const char *value = value_of(argument, sizes[i].name);
    if (value) return parse_size(value, sizes[i].target) || fail("a size is a number of bytes above 0", argument);
  }
  const char *budget = value_of(argument, "compile-budget");
  if (budget) {
    return parse_size(budget, &out->program.compile_budget) ||
           fail("a budget is a number of milliseconds above 0", argument);
  }
  while (*argument == '-') ++argument;
  if (strcmp(argument, "explain") == 0) return out->explain = true;
  if (strcmp(argument, "cuda-embed-cubin") == 0) return out->options.cuda_embeds_cubin = true;
  if (strcmp(argument, "help") == 0 || strcmp(argument, "h") == 0) return out->show_help = true;
  // Options of pipelines have names that start with the pipeline's; which there are is known where they are used.
  if (strncmp(argument, "iree-", 5) == 0) {
    if (out->program.switch_count == MAX_SWITCHES) return fail("too many options", argument);
    return out->switches[out->program.switch_count++] = argument, true;
  }
  return fail("unknown option; see --help", argument);
}

static void show_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

// A device, a pipe or a link, which a new file must not take the place of.
static bool is_special(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static bool write_in_place(const char *path, const char *data, size_t size) {
  FILE *file = fopen(path, "wb");
  bool is_written = file && fwrite(data, 1, size, file) == size;
  if (file && fclose(file) != 0) is_written = false;
  if (!is_written) fprintf(stderr, "tern-compile: error: cannot write '%s': %s\n", path, strerror(errno));
  return is_written;
}

// Writes a file whole or not at all.
static bool write_file(const char *path, const char *data, size_t size) {
  if (strcmp(path, "-") == 0) return fwrite(data, 1, size, stdout) == size;
  if (is_special(path)) return write_in_place(path, data, size);
  char *temporary = malloc(strlen(path) + 5);
  if (!temporary) return fail("no memory", NULL);
  sprintf(temporary, "%s.tmp", path);
  FILE *file = fopen(temporary, "wb");
  bool is_written = file && fwrite(data, 1, size, file) == size;
  if (file && fclose(file) != 0) is_written = false;
  if (is_written) is_written = rename(temporary, path) == 0;
  if (!is_written) {
    fprintf(stderr, "tern-compile: error: cannot write '%s': %s\n", path, strerror(errno));
    if (file) remove(temporary);
  }
  free(temporary);
  return is_written;
}

static void dump_stage(const char *stage, const char *text, void *user) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.%s", (const char *)user, stage, strcmp(stage, "llvm-ir") == 0 ? "ll" : "mlir");
  write_file(path, text, strlen(text));
}

static bool ends_with(const char *text, const char *ending) {
  size_t size = strlen(text), ending_size = strlen(ending);
  return size >= ending_size && strcmp(text + size - ending_size, ending) == 0;
}

static bool find_artifact(const char *output, tern_artifact_t *out_artifact) {
  static const struct {
    const char *ending;
    tern_artifact_t artifact;
  } endings[] = {{".o", TERN_ARTIFACT_OBJECT},     {".obj", TERN_ARTIFACT_OBJECT},   {".s", TERN_ARTIFACT_ASSEMBLY},
                 {".ll", TERN_ARTIFACT_LLVM_IR},   {".bc", TERN_ARTIFACT_BITCODE},   {".spv", TERN_ARTIFACT_SPIRV},
                 {".ptx", TERN_ARTIFACT_ASSEMBLY}, {".cubin", TERN_ARTIFACT_OBJECT}, {".tern", TERN_ARTIFACT_MODULE}};
  *out_artifact = TERN_ARTIFACT_OBJECT;
  if (strcmp(output, "-") == 0) return true;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; ++i) {
    if (ends_with(output, endings[i].ending)) return *out_artifact = endings[i].artifact, true;
  }
  return fail("the output's ending names no artifact (.o, .s, .ll, .bc, .spv, .ptx, .cubin or .tern)", output);
}

// NAME.o -> NAME.h
static char *header_path(const arguments_t *arguments) {
  const char *base = arguments->header ? arguments->header : arguments->output;
  const char *dot = arguments->header ? NULL : strrchr(base, '.');
  size_t size = dot ? (size_t)(dot - base) : strlen(base);
  char *path = malloc(size + 3);
  if (path) sprintf(path, "%.*s%s", (int)size, base, arguments->header ? "" : ".h");
  return path;
}

static void show_explanation(const char *text, void *user) {
  (void)user;
  fputs(text, stderr);
}

static bool compile_program(const arguments_t *arguments, tern_compiler_t *compiler) {
  tern_program_options_t options = arguments->program;
  options.targets = arguments->options.target;
  options.target = arguments->options;
  options.switches = arguments->switches;
  if (arguments->explain) options.explain = show_explanation;
  if (!options.compile_to && !ends_with(arguments->output, ".tern") && strcmp(arguments->output, "-") != 0) {
    return fail("a program is compiled to a module (.tern), or with --compile-to to text", arguments->output);
  }
  char *data = NULL;
  size_t size = 0;
  tern_status_t status = tern_compiler_compile_program(compiler, &options, &data, &size);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  if (is_right) is_right = write_file(arguments->output, data, size);
  free(data);
  return is_right;
}

static bool compile_dispatch(const arguments_t *arguments, tern_compiler_t *compiler) {
  tern_artifact_t artifact;
  if (arguments->program.switch_count) return fail("an option for programs; see --help", arguments->switches[0]);
  if (!find_artifact(arguments->output, &artifact)) return false;
  tern_compile_options_t options = arguments->options;
  bool is_for_gpu = artifact == TERN_ARTIFACT_SPIRV || artifact == TERN_ARTIFACT_MODULE;
  bool is_cubin = ends_with(arguments->output, ".cubin");
  if (!options.target && (is_cubin || ends_with(arguments->output, ".ptx"))) options.target = "cuda";
  if (!options.target && is_for_gpu) options.target = "vulkan";
  bool wants_header =
      artifact == TERN_ARTIFACT_OBJECT && !is_cubin && (arguments->header || strcmp(arguments->output, "-") != 0);
  char *header_file = wants_header ? header_path(arguments) : NULL, *data = NULL, *header = NULL;
  const char *slash = header_file ? strrchr(header_file, '/') : NULL;
  size_t size = 0;
  tern_status_t status = tern_compiler_emit(compiler, &options, artifact, slash ? slash + 1 : header_file, &data, &size,
                                            wants_header ? &header : NULL);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  if (is_right) is_right = write_file(arguments->output, data, size);
  if (is_right && header) is_right = write_file(header_file, header, strlen(header));
  free(data);
  free(header);
  free(header_file);
  return is_right;
}

static bool compile(arguments_t *arguments) {
  if (arguments->dump_folder) {
    arguments->options.stage = dump_stage;
    arguments->options.user = (void *)arguments->dump_folder;
  }
  tern_compiler_t *compiler = NULL;
  tern_status_t status = tern_compiler_create(&compiler);
  if (tern_status_is_ok(status)) {
    tern_compiler_set_diagnostic_handler(compiler, show_diagnostic, NULL);
    status = tern_compiler_load_file(compiler, arguments->file);
  }
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  if (is_right) {
    is_right = tern_compiler_holds_program(compiler) ? compile_program(arguments, compiler)
                                                     : compile_dispatch(arguments, compiler);
  }
  tern_compiler_destroy(compiler);
  return is_right;
}

static bool show_help(void) {
  const char *name, *prefix, *summary;
  printf("%s\nVulkan targets:\n", help);
  for (size_t i = 0; (name = tern_vulkan_target_at(i, &summary)); ++i) printf("  %-26s %s\n", name, summary);
  puts("\nPhases of a program:");
  for (size_t i = 0; (name = tern_program_phase_at(i, &summary)); ++i) printf("  %-26s %s\n", name, summary);
  puts("\nOptions of a program's pipelines:");
  for (size_t i = 0; (name = tern_program_option_at(i, &prefix, &summary)); ++i) {
    printf("  --%s%-*s %s\n", prefix, 52 - (int)strlen(prefix), name, summary);
  }
  return !ferror(stdout);
}

int main(int argc, char **argv) {
  arguments_t arguments = {0};
  for (int i = 1; i < argc; ++i) {
    if (!parse_argument(argc, argv, &i, &arguments)) return 1;
  }
  take_chips(&arguments);
  if (arguments.show_help) return show_help() ? 0 : 1;
  if (!arguments.file) return fail("no file is given; see --help", NULL), 1;
  if (!arguments.output && arguments.program.compile_to) arguments.output = "-";
  if (!arguments.output) return fail("no output is given; see --help", NULL), 1;
  return compile(&arguments) ? 0 : 1;
}
