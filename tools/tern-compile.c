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

#include "tern/host.h"
#include "tern/program.h"
#include "tern/version.h"

static const char help[] =
    "usage: tern-compile FILE -o OUTPUT [options]\n"
    "\n"
    "Compiles the program in FILE to a module, OUTPUT.tern, or the lone dispatch in FILE to what the ending of\n"
    "OUTPUT says:\n"
    "  .o   object file, with a C header NAME.h beside it\n"
    "  .s   assembly     .ll  LLVM IR     .bc  LLVM bitcode\n"
    "  .spv SPIR-V       .ptx PTX      .cubin machine code of CUDA (needs ptxas)\n"
    "  .tern module: SPIR-V or PTX with what the runtime must know of it\n"
    "Functions that launch kernels of the gpu dialect are compiled with them to .o, .s, .ll or .bc for the host, to "
    "be\n"
    "linked to libtern_cpu_gpu_runtime, or for --target=cuda to libtern_cuda_runtime, and to libtern_runner_utils.\n"
    "\n"
    "  -o FILE                    output; - is standard output (an object file has no header then)\n"
    "  --target=cpu|vulkan|cuda   target to compile for (default: what OUTPUT's ending takes, else cpu); several\n"
    "                             for a program: cpu,vulkan\n"
    "  --iree-hal-target-device=DEVICE  the same in IREE's words: local, vulkan[1], #hal.device.target<...>; several "
    "in\n"
    "                             order of preference: vulkan,local\n"
    "  --input-type=TYPE          dialect of a program: auto (default), stablehlo, tosa, tm_tensor or none\n"
    "  --compile-to=PHASE         print a program's IR after this phase; see below\n"
    "  --compile-from=PHASE       FILE is what --compile-to=PHASE printed\n"
    "  --invocation-model=MODEL   sync (default), or coarse-fences: functions take fences to wait for and to signal\n"
    "  --cache-dir=DIR            keep a program's compiled executables in DIR, and take what is there from there\n"
    "  --compile-budget=MS        generate code for a program's heaviest kernels without optimizations, until an "
    "executable\n"
    "                             is estimated to take no longer than MS milliseconds of one processor\n"
    "  --explain[=full]           tell on standard error what a program's costliest dispatches and fusion boundaries\n"
    "                             are, of its memory and compile time: one screen. full: then of every dispatch and "
    "pass\n"
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
    "                             says the same. compute_80,sm_90,...: PTX for the first, and machine code that ptxas\n"
    "                             makes of it for those behind it\n"
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
    "  --print-pipeline           instead of writing OUTPUT, which may be left out, print the passes that lead to the "
    "IR\n"
    "                             that its code is made of, as tern-opt --pass-pipeline takes them\n"
    "  --version                  print the version\n"
    "  --help                     print this\n";

#define MAX_SWITCHES 64

typedef struct arguments {
  const char *file, *output, *header, *dump_folder;
  tern_compile_options_t options;
  tern_program_options_t program;
  const char *switches[MAX_SWITCHES];  // of the pipelines
  char *lists;                         // of targets and processors, taken apart
  bool explain, print_pipeline, show_help, show_version;
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

// Adds an item to a list with commas.
static void append_item(char *list, const char *item, size_t size) {
  sprintf(list + strlen(list), "%s%.*s", *list ? "," : "", (int)size, item);
}

static bool parse_size(const char *text, int64_t *out_size) {
  char *end;
  errno = 0;
  *out_size = strtoll(text, &end, 0);
  return errno == 0 && *text && *end == 0 && *out_size > 0;
}

static bool names_chips(const char *targets) {
  for (const char *item = targets; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
    if (strncmp(item, "cuda:", 5) == 0) return true;
  }
  return false;
}

// "cpu,cuda:sm_80,sm_90a" are the targets cpu and cuda, and two processors.
static bool take_chips(arguments_t *arguments) {
  const char *rest = arguments->options.target;
  if (!names_chips(rest)) return true;
  if (arguments->options.cuda_chip) return fail("processors of CUDA are given twice", rest);
  // Neither list is longer than both together.
  char *targets = calloc(2, strlen(rest) + 1), *chips = targets + strlen(rest) + 1;
  if (!targets) return fail("no memory", NULL);
  arguments->lists = targets;
  bool is_chip = false;
  while (*rest) {
    size_t size = strcspn(rest, ",");
    bool is_cuda = strncmp(rest, "cuda:", 5) == 0;
    is_chip = is_cuda || (is_chip && (strncmp(rest, "sm_", 3) == 0 || strncmp(rest, "compute_", 8) == 0));
    const char *item = is_cuda ? rest + 5 : rest;
    if (is_cuda) append_item(targets, "cuda", 4);
    append_item(is_chip ? chips : targets, item, size - (size_t)(item - rest));
    rest += size + (rest[size] == ',');
  }
  arguments->options.target = targets;
  arguments->options.cuda_chip = chips;
  return true;
}

static bool parse_argument(int argc, char **argv, int *inout_index, arguments_t *out) {
  const char *argument = argv[*inout_index];
  const struct {
    const char *name;
    const char **target;
  } values[] = {
      {"o", &out->output},
      {"target", &out->options.target},
      {"iree-hal-target-backends", &out->options.target},
      {"iree-hal-target-device", &out->program.devices},
      {"iree-hal-target-devices", &out->program.devices},
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
    if (out->output) return fail("an option is given twice", argument);
    return out->output = argv[++*inout_index], true;
  }
  for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
    const char *value = value_of(argument, values[i].name);
    if (value && *values[i].target) return fail("an option is given twice", argument);
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
  if (strcmp(argument, "explain=full") == 0) return out->explain = out->program.explains_all = true;
  if (strncmp(argument, "explain=", 8) == 0)
    return fail("--explain tells on one screen, --explain=full everything", argument);
  if (strcmp(argument, "cuda-embed-cubin") == 0) return out->options.cuda_embeds_cubin = true;
  if (strcmp(argument, "print-pipeline") == 0) return out->print_pipeline = true;
  if (strcmp(argument, "version") == 0) return out->show_version = true;
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

// Pipelines as one: `builtin.module(` of the first, then what each has in the parentheses.
typedef struct pipelines {
  char *text;  // owned; NULL: none yet
  bool has_failed;
} pipelines_t;

static void add_pipeline(const char *stage, const char *text, void *user) {
  pipelines_t *all = user;
  const char *passes = strchr(text, '(') + 1;
  size_t old_size = all->text ? strlen(all->text) : 0, size = strlen(passes) - 1;
  (void)stage;
  char *grown = realloc(all->text, old_size + size + 3);
  all->has_failed |= !grown;
  if (!grown) return;
  sprintf(grown + old_size, "%s%.*s", old_size ? "," : "", (int)size, passes);
  all->text = grown;
}

static bool ends_with(const char *text, const char *ending) {
  size_t size = strlen(text), ending_size = strlen(ending);
  return size >= ending_size && strcmp(text + size - ending_size, ending) == 0;
}

typedef struct dump {
  const char *folder;
  bool has_failed;
} dump_t;

static void dump_stage(const char *stage, const char *text, void *user) {
  dump_t *dump = user;
  char path[4096];
  if (dump->has_failed) return;  // one error is enough
  snprintf(path, sizeof path, "%s/%s.%s", dump->folder, stage, ends_with(stage, "llvm-ir") ? "ll" : "mlir");
  dump->has_failed = !write_file(path, text, strlen(text));
}

// Makes a folder and those it is in. What is wrong shows when a file is written to it.
static void make_folder(const char *folder) {
  char part[4096];
  snprintf(part, sizeof part, "%s", folder);
  for (char *at = part + 1; part[0] && *at; ++at) {
    if (*at != '/') continue;
    *at = 0;
    mkdir(part, 0777);
    *at = '/';
  }
  mkdir(part, 0777);
}

// What the output's ending says: the artifact, and the target if there is only one that makes it.
typedef struct ending {
  const char *ending;
  tern_artifact_t artifact;
  const char *target;
} ending_t;

static const ending_t *find_ending(const char *output) {
  static const ending_t endings[] = {
      {".o", TERN_ARTIFACT_OBJECT, "cpu"},      {".obj", TERN_ARTIFACT_OBJECT, "cpu"},
      {".s", TERN_ARTIFACT_ASSEMBLY, NULL},     {".ll", TERN_ARTIFACT_LLVM_IR, NULL},
      {".bc", TERN_ARTIFACT_BITCODE, NULL},     {".spv", TERN_ARTIFACT_SPIRV, "vulkan"},
      {".ptx", TERN_ARTIFACT_ASSEMBLY, "cuda"}, {".cubin", TERN_ARTIFACT_OBJECT, "cuda"},
      {".tern", TERN_ARTIFACT_MODULE, NULL},
  };
  static const ending_t standard_output[] = {{"-", TERN_ARTIFACT_OBJECT, NULL}, {"-", TERN_ARTIFACT_SPIRV, "vulkan"}};
  if (strcmp(output, "-") == 0) return standard_output;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; ++i) {
    if (ends_with(output, endings[i].ending)) return &endings[i];
  }
  fail("the output's ending names no artifact (.o, .s, .ll, .bc, .spv, .ptx, .cubin or .tern)", output);
  return NULL;
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
  if (arguments->header) return fail("only an object file for CPUs has a header", arguments->header);
  if (arguments->explain) options.explain = show_explanation;
  if (!options.compile_to && !ends_with(arguments->output, ".tern") && strcmp(arguments->output, "-") != 0) {
    return fail("a program is compiled to a module (.tern), or with --compile-to to text", arguments->output);
  }
  char *data = NULL;
  size_t size;
  tern_status_t status = arguments->print_pipeline
                             ? tern_compiler_compile_program(compiler, &options, &data, &size)
                             : tern_compiler_compile_program_to_file(compiler, &options, arguments->output);
  free(data);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  return is_right;
}

// The first option that only programs have, or NULL.
static const char *find_program_option(const arguments_t *arguments) {
  const tern_program_options_t *o = &arguments->program;
  const struct {
    const char *name;
    bool is_given;
  } options[] = {
      {"--input-type", o->input_type},
      {"--compile-to", o->compile_to},
      {"--compile-from", o->compile_from},
      {"--invocation-model", o->invocation_model},
      {"--cache-dir", o->cache_dir},
      {"--compile-budget", o->compile_budget},
      {"--explain", arguments->explain},
      {"--preprocess", o->pipeline_options},
      {"--iree-opt-export-parameters", o->export_parameters},
      {"--iree-opt-export-parameter-minimum-size", o->export_parameter_size_min},
      {"--iree-opt-import-parameters", o->import_parameters},
      {"--iree-opt-import-parameter-keys", o->import_parameter_keys},
      {"--iree-opt-import-parameter-maximum-size", o->import_parameter_size_max},
      {"--iree-opt-splat-parameters", o->splat_parameters},
      {arguments->switches[0], o->switch_count},
  };
  for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i) {
    if (options[i].is_given) return options[i].name;
  }
  return NULL;
}

static bool is_target(const char *name, const char *target) {
  const char *short_name = tern_target_short_name(name);
  return short_name && strcmp(short_name, target) == 0;
}

// The one target of a dispatch. False after an error.
static bool choose_target(const arguments_t *arguments, const ending_t *ending, tern_compile_options_t *options) {
  const char *devices = arguments->program.devices;
  if (devices && options->target) return fail("devices and targets are given, but they say the same", devices);
  if (devices && !tern_target_short_name(devices)) {
    return fail("a dispatch is compiled for one device by its name: local, vulkan or cuda", devices);
  }
  if (devices) options->target = tern_target_short_name(devices);
  if (options->target && strchr(options->target, ',')) {
    return fail("a dispatch is compiled for one target", options->target);
  }
  bool is_known = options->target && tern_target_short_name(options->target);
  if (is_known && ending->target && !is_target(options->target, ending->target)) {
    fprintf(stderr, "tern-compile: error: '%s' is for the target %s, but %s is asked for; choose another ending\n",
            arguments->output, ending->target, options->target);
    return false;
  }
  if (!options->target) options->target = ending->target;
  return true;
}

static bool compile_dispatch(const arguments_t *arguments, tern_compiler_t *compiler) {
  const char *of_program = find_program_option(arguments);
  if (of_program) return fail("an option for programs; see --help", of_program);
  static const ending_t any_code = {"", TERN_ARTIFACT_ASSEMBLY, NULL};
  const ending_t *ending = find_ending(arguments->output);
  tern_compile_options_t options = arguments->options;
  // Nothing is written, and only the targets that make no assembly have a stream of their own below.
  if (arguments->print_pipeline && options.target && is_target(options.target, "cuda")) ending = &any_code;
  // Of standard output the target says more than the ending.
  bool is_stream = strcmp(arguments->output, "-") == 0;
  if (ending && is_stream && options.target && is_target(options.target, "vulkan")) ++ending;
  if (!ending || !choose_target(arguments, ending, &options)) return false;
  tern_artifact_t artifact = ending->artifact;
  bool is_for_cpu = artifact == TERN_ARTIFACT_OBJECT && (!options.target || is_target(options.target, "cpu"));
  bool wants_header = is_for_cpu && (arguments->header || !is_stream);
  if (arguments->header && !wants_header) return fail("only an object file for CPUs has a header", arguments->header);
  char *header_file = wants_header ? header_path(arguments) : NULL, *data = NULL, *header = NULL;
  const char *slash = header_file ? strrchr(header_file, '/') : NULL;
  size_t size = 0;
  tern_status_t status = tern_compiler_emit(compiler, &options, artifact, slash ? slash + 1 : header_file, &data, &size,
                                            wants_header ? &header : NULL);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  if (is_right && !arguments->print_pipeline) is_right = write_file(arguments->output, data, size);
  if (is_right && header && !arguments->print_pipeline) is_right = write_file(header_file, header, strlen(header));
  free(data);
  free(header);
  free(header_file);
  return is_right;
}

static bool compile_host(const arguments_t *arguments, tern_compiler_t *compiler) {
  char *data = NULL;
  size_t size = 0;
  const char *of_program = find_program_option(arguments);
  if (of_program) return fail("an option for programs; see --help", of_program);
  if (arguments->header) return fail("host programs have no header", arguments->header);
  const ending_t *ending = find_ending(arguments->output);
  if (!ending) return false;
  if (ending->target && !is_target(ending->target, "cpu")) {
    return fail("a host program is compiled to .o, .s, .ll or .bc", arguments->output);
  }
  tern_status_t status = tern_compiler_emit_host(compiler, &arguments->options, ending->artifact, &data, &size);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  if (is_right && !arguments->print_pipeline) is_right = write_file(arguments->output, data, size);
  free(data);
  return is_right;
}

static bool compile(arguments_t *arguments) {
  dump_t dump = {.folder = arguments->dump_folder};
  if (dump.folder) {
    make_folder(dump.folder);
    arguments->options.stage = dump_stage;
    arguments->options.user = &dump;
  }
  pipelines_t pipelines = {0};
  if (arguments->print_pipeline) {
    arguments->options.pipeline = add_pipeline;
    arguments->options.pipeline_user = &pipelines;
  }
  tern_compiler_t *compiler = NULL;
  tern_status_t status = tern_compiler_create(&compiler);
  if (tern_status_is_ok(status)) {
    tern_compiler_set_diagnostic_handler(compiler, show_diagnostic, NULL);
    status = tern_compiler_load_file(compiler, arguments->file);
  }
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  if (is_right && !arguments->program.compile_to && tern_compiler_holds_host_program(compiler)) {
    is_right = compile_host(arguments, compiler);
  } else if (is_right) {
    // Only modules have room for what a program needs; of the targets that a lone dispatch can be a module for, vulkan is
    // the first.
    if (ends_with(arguments->output, ".tern") && tern_compiler_make_program(compiler) && !arguments->options.target) {
      arguments->options.target = "vulkan";
    }
    is_right = tern_compiler_holds_program(compiler) ? compile_program(arguments, compiler)
                                                     : compile_dispatch(arguments, compiler);
  }
  tern_compiler_destroy(compiler);
  if (is_right && pipelines.text) is_right = printf("builtin.module(%s)\n", pipelines.text) > 0;
  free(pipelines.text);
  return is_right && !dump.has_failed && !pipelines.has_failed;
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
  if (arguments.show_help) return show_help() ? 0 : 1;
  if (arguments.show_version) return printf("tern-compile %s\n", tern_version()) > 0 ? 0 : 1;
  if (!arguments.file) return fail("no file is given; see --help", NULL), 1;
  if (!arguments.output && arguments.program.compile_to) arguments.output = "-";
  if (!arguments.output && arguments.print_pipeline) {
    arguments.output = "-";
  }
  if (!arguments.output) return fail("no output is given; see --help", NULL), 1;
  bool is_right = take_chips(&arguments) && compile(&arguments);
  free(arguments.lists);
  return is_right ? 0 : 1;
}
