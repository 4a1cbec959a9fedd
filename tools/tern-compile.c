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

#include "common/files.h"
#include "common/heap.h"
#include "common/memory.h"
#include "common/messages.h"
#include "common/options.h"
#include "compile_endings.h"
#include "compile_source.h"
#include "tern/compile_kernels.h"
#include "tern/host.h"
#include "tern/program.h"

const char tool_name[] = "tern-compile";

typedef struct arguments {
  const char *file, *output, *header, *dump_folder;
  tern_compile_options_t options;
  tern_program_options_t program;
  tern_kernel_options_t launch;  // of kernels of Triton
  option_list_t variants;        // files of them
  option_list_t switches;        // of the pipelines
  kernel_source_t source;        // of a kernel in Triton's language
  char *lists;                   // of targets and processors, taken apart
  bool explain, print_pipeline;
} arguments_t;

// Adds an item to a list with commas.
static void append_item(char *list, const char *item, size_t size) {
  sprintf(list + strlen(list), "%s%.*s", *list ? "," : "", (int)size, item);
}

// Names of the target cuda. A module for `cubin` has machine code beside the PTX, one for `ptx` has none.
static const char *const cuda_names[] = {"cuda", "ptx", "cubin"};
enum { CUDA_NAMES = sizeof cuda_names / sizeof cuda_names[0], PTX = 1, CUBIN = 2 };

// Which of them an item of a list is, perhaps with a processor behind a colon; CUDA_NAMES: none.
static size_t find_cuda_name(const char *item) {
  size_t size = strcspn(item, ":,"), i = 0;
  while (i < CUDA_NAMES && (strlen(cuda_names[i]) != size || strncmp(item, cuda_names[i], size) != 0)) ++i;
  return i;
}

static const char *next_item(const char *item) {
  item += strcspn(item, ",");
  return *item ? item + 1 : NULL;
}

static bool has_item(const char *list, const char *item, size_t size) {
  for (; list && *list; list = next_item(list)) {
    if (strcspn(list, ",") == size && strncmp(list, item, size) == 0) return true;
  }
  return false;
}

// Does a list say more than the names of targets?
static bool names_chips(const char *targets) {
  for (const char *item = targets; item; item = next_item(item)) {
    size_t i = find_cuda_name(item);
    if (i < CUDA_NAMES && (i > 0 || item[strlen(cuda_names[i])] == ':')) return true;
  }
  return false;
}

// "cpu,cuda:sm_80,sm_90a" are the targets cpu and cuda, and two processors.
static bool take_chips(arguments_t *arguments) {
  const char *all = arguments->options.target;
  if (!names_chips(all)) return true;
  // Neither list is longer than both together, but for `cuda` in the place of `ptx`.
  char *targets = allocate(4, strlen(all) + 2), *chips = targets + 2 * strlen(all) + 2;
  arguments->lists = targets;
  bool is_chip = false;
  for (const char *item = all; item; item = next_item(item)) {
    size_t size = strcspn(item, ","), i = find_cuda_name(item);
    bool is_cuda = i < CUDA_NAMES;
    is_chip = is_cuda || (is_chip && (strncmp(item, "sm_", 3) == 0 || strncmp(item, "compute_", 8) == 0));
    if (is_cuda) {
      if (!has_item(targets, "cuda", 4)) append_item(targets, "cuda", 4);
      bool is_module = ends_with(arguments->output, ".tern");
      if (i == CUBIN && is_module) arguments->options.cuda_cubin = TERN_CUDA_CUBIN_ALWAYS;
      if (i == PTX && is_module && arguments->options.cuda_cubin == TERN_CUDA_CUBIN_DEFAULT) {
        arguments->options.cuda_cubin = TERN_CUDA_CUBIN_NEVER;
      }
      size_t name = strlen(cuda_names[i]);
      item += name + (item[name] == ':');
      size = strcspn(item, ",");
      if (size == 0 || has_item(chips, item, size)) continue;
    }
    append_item(is_chip ? chips : targets, item, size);
  }
  if (*chips && arguments->options.cuda_chip) return fail("processors of CUDA are given twice", all);
  arguments->options.target = targets;
  if (*chips) arguments->options.cuda_chip = chips;
  return true;
}

// --- options ---

static option_outcome_t read_cubin(void *target, const option_row_t *row, const char *value) {
  (void)row;
  arguments_t *arguments = target;
  bool is_wanted = !value || strcmp(value, "false") != 0;
  arguments->options.cuda_cubin = is_wanted ? TERN_CUDA_CUBIN_ALWAYS : TERN_CUDA_CUBIN_NEVER;
  return OPTIONS_READ;
}

static option_outcome_t read_explain(void *target, const option_row_t *row, const char *value) {
  (void)row;
  arguments_t *arguments = target;
  arguments->explain = true;
  if (value) arguments->program.explains_all = true;
  return OPTIONS_READ;
}

// Options of pipelines have names that start with the pipeline's; which there are is known where they are used.
static bool take_switch(void *target, char *argument, option_outcome_t *out_outcome) {
  const char *name = argument + strspn(argument, "-");
  if (strncmp(name, "iree-", 5) != 0) return false;
  (void)out_outcome;
  option_list_push(&((arguments_t *)target)->switches, name);
  return true;
}

static bool switch_at(size_t index, char *out_name, size_t size) {
  const char *prefix, *summary, *name = tern_program_option_at(index, &prefix, &summary);
  if (name) snprintf(out_name, size, "%s%s", prefix, name);
  return name != NULL;
}

static void describe_more(const option_page_t *page) {
  const char *name, *prefix, *summary;
  option_page_heading(page, "Vulkan targets");
  for (size_t i = 0; (name = tern_vulkan_target_at(i, &summary)); ++i) option_page_entry(page, 0, name, summary);
  option_page_heading(page, "Phases of a program");
  for (size_t i = 0; (name = tern_program_phase_at(i, &summary)); ++i) option_page_entry(page, 0, name, summary);
  option_page_heading(page, "Options of a program's pipelines");
  option_page_t wide = *page;
  wide.column = 57;
  wide.width = 0;
  for (size_t i = 0; (name = tern_program_option_at(i, &prefix, &summary)); ++i) {
    char left[128];
    snprintf(left, sizeof left, "--%s%s", prefix, name);
    option_page_entry(&wide, 0, left, summary);
  }
}

#define TEXT(NAME, MEMBER, VALUE, HELP) \
  {.name = NAME, .kind = OPTION_TEXT, .offset = offsetof(arguments_t, MEMBER), .value = VALUE, .help = HELP}
#define ALIAS(NAME, MEMBER) {.name = NAME, .kind = OPTION_TEXT, .offset = offsetof(arguments_t, MEMBER)}
#define SIZE(NAME, MEMBER, VALUE, WRONG, HELP) \
  {.name = NAME,                               \
   .kind = OPTION_INT,                         \
   .offset = offsetof(arguments_t, MEMBER),    \
   .value = VALUE,                             \
   .least = 1,                                 \
   .most = INT64_MAX,                          \
   .wrong = "error: " WRONG ": {argument}",    \
   .help = HELP}
#define LIST(NAME, MEMBER, VALUE, HELP) \
  {.name = NAME, .kind = OPTION_LIST, .offset = offsetof(arguments_t, MEMBER), .value = VALUE, .help = HELP}
#define LAUNCH(NAME, MEMBER, HELP) SIZE(NAME, launch.MEMBER, "N", NAME " is a number from 1 on", HELP)
#define BYTES(NAME, MEMBER, HELP) SIZE(NAME, MEMBER, "N", "a size is a number of bytes above 0", HELP)

static const option_row_t rows[] = {
    {.name = "o",
     .kind = OPTION_TEXT,
     .offset = offsetof(arguments_t, output),
     .value = "FILE",
     .takes_next = true,
     .missing = "error: -o needs a file",
     .help = "output; - is standard output (an object file has no header then)"},
    TEXT("target", options.target, "cpu|vulkan|cuda",
         "target to compile for (default: what OUTPUT's ending takes, else cpu); several for a program: cpu,vulkan. "
         "ptx and cubin are cuda, too: the code as text, or machine code beside it; hip:gfx942 is for kernels of "
         "Triton"),
    ALIAS("iree-hal-target-backends", options.target),
    TEXT("iree-hal-target-device", program.devices, "DEVICE",
         "the same in IREE's words: local, vulkan[1], #hal.device.target<...>; several in order of preference: "
         "vulkan,local"),
    ALIAS("iree-hal-target-devices", program.devices),
    TEXT("input-type", program.input_type, "TYPE",
         "dialect of a program: auto (default), stablehlo, tosa, tm_tensor or none"),
    ALIAS("iree-input-type", program.input_type),
    TEXT("compile-to", program.compile_to, "PHASE", "print a program's IR after this phase; see below"),
    TEXT("compile-from", program.compile_from, "PHASE", "FILE is what --compile-to=PHASE printed"),
    TEXT("invocation-model", program.invocation_model, "MODEL",
         "sync (default), or coarse-fences: functions take fences to wait for and to signal"),
    ALIAS("iree-execution-model", program.invocation_model),
    {.name = "allow-nondeterminism",
     .kind = OPTION_SWITCH,
     .offset = offsetof(arguments_t, program.allow_nondeterminism),
     .help = "let scatters of a program add up floats by atomics (cuda), which is faster: last bits then differ from "
             "run to "
             "run"},
    TEXT("cache-dir", program.cache_dir, "DIR",
         "keep a program's compiled executables in DIR, and take what is there from there"),
    SIZE("compile-budget", program.compile_budget, "MS", "a budget is a number of milliseconds above 0",
         "generate code for a program's heaviest kernels without optimizations, until an executable is estimated to "
         "take no longer than MS milliseconds of one processor"),
    {.name = "explain",
     .kind = OPTION_CUSTOM,
     .read = read_explain,
     .choices = "full",
     .has_optional_value = true,
     .wrong = "error: --explain tells on one screen, --explain=full everything: {bare}",
     .help =
         "tell on standard error what a program's costliest dispatches and fusion boundaries are, of its memory and "
         "compile time: one screen. full: then of every dispatch and pass"},
    TEXT("iree-opt-export-parameters", program.export_parameters, "[SCOPE=]FILE",
         "write large constants to FILE (.irpa or .safetensors), which the program then loads; see tern-run "
         "--parameters"),
    BYTES("iree-opt-export-parameter-minimum-size", program.export_parameter_size_min,
          "those of at least N bytes (default 256)"),
    TEXT("iree-opt-import-parameters", program.import_parameters, "[SCOPE=]FILE,...",
         "make constants of the parameters in FILE that"),
    TEXT("iree-opt-import-parameter-keys", program.import_parameter_keys, "KEY,...", "are listed here, or"),
    BYTES("iree-opt-import-parameter-maximum-size", program.import_parameter_size_max, "have at most N bytes"),
    TEXT("iree-opt-splat-parameters", program.splat_parameters, "FILE",
         "write FILE with zeros for all parameters of the program"),
    TEXT("preprocess", program.pipeline_options, "PIPELINE", "passes to run on a program before dispatches are formed"),
    TEXT("cuda-target", options.cuda_chip, "CHIP,...",
         "processors of CUDA to compile for: sm_80 (default), sm_90, sm_90a ...; of the code for several, a device "
         "loads "
         "that for the nearest. --target=cuda:CHIP,... says the same. compute_80,sm_90,...: PTX for the first, and "
         "machine code that ptxas makes of it for those behind it"),
    ALIAS("iree-cuda-target", options.cuda_chip),
    {.name = "cuda-embed-cubin",
     .kind = OPTION_CUSTOM,
     .read = read_cubin,
     .choices = "true|false",
     .has_optional_value = true,
     .wrong = "error: --cuda-embed-cubin is true or false: {bare}",
     .help = "put machine code beside the PTX, which the driver need not compile then: needs ptxas; by default where "
             "ptxas is found, in modules of programs for processors that are named"},
    TEXT("vulkan-target", options.target_env, "TARGET",
         "Vulkan device to compile for, unless FILE has a spirv.target_env: one of the names below, or a "
         "#spirv.target_env as `tern-run --list-devices` prints it"),
    ALIAS("iree-vulkan-target", options.target_env),
    TEXT("target-triple", options.triple, "TRIPLE", "machine to compile for, as LLVM spells it (default: this one)"),
    ALIAS("iree-llvmcpu-target-triple", options.triple),
    TEXT("target-cpu", options.cpu, "NAME,...",
         "processor, such as skylake-avx512 or x86-64-v3 (default: native, this one); of the code of a module for "
         "several, the best that the machine runs is loaded"),
    ALIAS("iree-llvmcpu-target-cpu", options.cpu),
    TEXT("target-cpu-features", options.features, "LIST", "features, such as +avx2,+fma"),
    ALIAS("iree-llvmcpu-target-cpu-features", options.features),
    TEXT("tuning-file", options.tuning_file, "FILE",
         "tile sizes that were measured (bench/tune.py), for products that FILE has an entry of"),
    TEXT("llvm-passes", options.llvm_passes, "PIPELINE",
         "LLVM passes to run before code generation, such as default<O2>"),
    LAUNCH("num-warps", num_warps, "how Triton launches a kernel of its own: warps of a program,"),
    LAUNCH("num-stages", num_stages, "stages of its loops,"),
    LAUNCH("num-ctas", num_ctas, "blocks of a cluster,"),
    LAUNCH("maxnreg", maxnreg, "and registers of a thread; a processor has none of these"),
    LIST("variant", variants, "FILE",
         "another IR of FILE's kernels, that Triton made for other arguments; may be repeated. A launch takes "
         "the variant that is made for the most of what holds of its arguments"),
    {.name = "generic-variant",
     .kind = OPTION_SWITCH,
     .offset = offsetof(arguments_t, launch.adds_generic),
     .help = "also compile kernels of Triton for arguments of which nothing is known (tt.divisibility)"},
    TEXT("kernel", source.options.kernel, "NAME",
         "which function of a file in Triton's language (FILE.py) is compiled"),
    TEXT("signature", source.options.signature, "TYPE,...",
         "types of its arguments that are no constants: *fp32:16,*fp32,i32; :16 is a multiple of 16, :1 equal to 1"),
    LIST("constexpr", source.constants, "NAME=VALUE",
         "a constant that it is compiled for, as Python writes it; may be repeated"),
    LIST("import-path", source.import_folders, "DIR",
         "where its imports are looked for, besides the folders that it is in; may be repeated"),
    TEXT("emit", source.emit, "ast|source|ttir",
         "print of such a file the syntax tree, the IR that the language is turned into, or what Triton calls TTIR"),
    {.name = "triton-debug",
     .kind = OPTION_SWITCH,
     .offset = offsetof(arguments_t, source.options.debug),
     .help = "compile asserts of the kernel, too, and of integers that overflow"},
    TEXT("header", header, "FILE", "where to write the header"),
    TEXT("dump-executable-intermediates-to", dump_folder, "DIR", "write the IR of each stage to a file in DIR"),
    {.name = "print-pipeline",
     .kind = OPTION_SWITCH,
     .offset = offsetof(arguments_t, print_pipeline),
     .help =
         "instead of writing OUTPUT, which may be left out, print the passes that lead to the IR that its code is made "
         "of, as tern-opt --pass-pipeline takes them"},
    OPTION_ROWS_OF_ALL_TOOLS,
};

static const option_set_t set = {
    .tool = tool_name,
    .summary = "compiles tensor programs to modules, and dispatches to kernels",
    .synopsis = "FILE -o OUTPUT [options]",
    .description =
        "Compiles the program in FILE to a module, OUTPUT.tern, or the lone dispatch in FILE to what the ending of\n"
        "OUTPUT says:\n"
        "  .o   object file, with a C header NAME.h beside it\n"
        "  .s   assembly     .ll  LLVM IR     .bc  LLVM bitcode\n"
        "  .spv SPIR-V       .ptx PTX      .cubin machine code of CUDA (needs ptxas)\n"
        "  .amdgcn, .hsaco assembly and linked code for AMD's GPUs, of kernels of Triton\n"
        "  .tern module: SPIR-V or PTX with what the runtime must know of it\n"
        "Functions that launch kernels of the gpu dialect are compiled with them to .o, .s, .ll or .bc for the host, "
        "to "
        "be\n"
        "linked to libtern_cpu_gpu_runtime, or for --target=cuda to libtern_cuda_runtime, and to "
        "libtern_runner_utils.\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .style = &option_style_plain,
    .file_offset = offsetof(arguments_t, file),
    .help_column = 29,
    .help_width = 118,
    .refuses_repeats = true,
    .other = take_switch,
    .other_at = switch_at,
    .describe_other = describe_more,
};

// --- files ---

static void show_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

// Pipelines as one: `builtin.module(` of the first, then what each has in the parentheses. Owned; NULL: none yet.
static void add_pipeline(const char *stage, const char *text, void *user) {
  char **all = user;
  const char *passes = strchr(text, '(') + 1;
  size_t old_size = *all ? strlen(*all) : 0, size = strlen(passes) - 1;
  (void)stage;
  char *joined = allocate(old_size + size + 2, 1);
  sprintf(joined, "%s%s%.*s", *all ? *all : "", old_size ? "," : "", (int)size, passes);
  free(*all);
  *all = joined;
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

// NAME.o -> NAME.h
static char *header_path(const arguments_t *arguments) {
  const char *base = arguments->header ? arguments->header : arguments->output;
  const char *dot = arguments->header ? NULL : strrchr(base, '.');
  size_t size = dot ? (size_t)(dot - base) : strlen(base);
  char *path = allocate(size + 3, 1);
  sprintf(path, "%.*s%s", (int)size, base, arguments->header ? "" : ".h");
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
  options.switches = arguments->switches.values;
  options.switch_count = arguments->switches.count;
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
      {"--allow-nondeterminism", o->allow_nondeterminism},
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
      {arguments->switches.count ? arguments->switches.values[0] : NULL, arguments->switches.count},
  };
  for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i) {
    if (options[i].is_given) return options[i].name;
  }
  return NULL;
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
  if (options->target && ending->target && !fits_target(options->target, ending->target)) {
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

// A compiler with the file loaded; NULL after an error.
static tern_compiler_t *load(const arguments_t *arguments, const char *file) {
  tern_compiler_t *compiler = NULL;
  tern_status_t status = tern_compiler_create(&compiler);
  if (tern_status_is_ok(status)) {
    tern_compiler_set_diagnostic_handler(compiler, show_diagnostic, NULL);
    status = load_source(compiler, file, &arguments->options, &arguments->source);
  }
  if (tern_status_is_ok(status)) return compiler;
  if (status.code != TERN_INVALID_IR) fail(status.message, NULL);
  tern_compiler_destroy(compiler);
  return NULL;
}

static bool emit_kernels(const arguments_t *arguments, tern_compiler_t *const *compilers, size_t count) {
  char *data = NULL;
  size_t size = 0;
  const ending_t *ending = find_ending(arguments->output);
  tern_compile_options_t options = arguments->options;
  bool is_module = ending && ending->artifact == TERN_ARTIFACT_MODULE;
  if (!ending || (!is_module && !choose_target(arguments, ending, &options))) return false;
  tern_status_t status = tern_compiler_emit_kernel_variants(compilers, count, &options, &arguments->launch,
                                                            ending->artifact, &data, &size);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  if (is_right && !arguments->print_pipeline) is_right = write_file(arguments->output, data, size);
  free(data);
  return is_right;
}

static bool compile_kernels(const arguments_t *arguments, tern_compiler_t *compiler) {
  const char *of_program = find_program_option(arguments);
  if (of_program) return fail("an option for programs; see --help", of_program);
  if (arguments->header) return fail("kernels of Triton have no header", arguments->header);
  size_t count = 1;
  tern_compiler_t **compilers = allocate(arguments->variants.count + 1, sizeof *compilers);
  compilers[0] = compiler;
  for (; count <= arguments->variants.count; ++count) {
    compilers[count] = load(arguments, arguments->variants.values[count - 1]);
    if (!compilers[count]) break;
  }
  bool is_right = count > arguments->variants.count && emit_kernels(arguments, compilers, count);
  while (count-- > 1) tern_compiler_destroy(compilers[count]);
  free(compilers);
  return is_right;
}

static bool compile(arguments_t *arguments) {
  dump_t dump = {.folder = arguments->dump_folder};
  if (dump.folder) {
    make_folder(dump.folder);
    arguments->options.stage = dump_stage;
    arguments->options.user = &dump;
  }
  char *pipeline = NULL;
  if (arguments->print_pipeline) {
    arguments->options.pipeline = add_pipeline;
    arguments->options.pipeline_user = &pipeline;
  }
  heap_take_large_pages();
  tern_compiler_t *compiler = load(arguments, arguments->file);
  bool is_right = compiler != NULL;
  if (is_right && tern_compiler_holds_kernels(compiler)) {
    heap_share();
    is_right = compile_kernels(arguments, compiler);
  } else if (is_right && (arguments->variants.count || arguments->launch.adds_generic)) {
    is_right = fail("only kernels of Triton have variants, and there are none", arguments->file);
  } else if (is_right && !arguments->program.compile_to && tern_compiler_holds_host_program(compiler)) {
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
  if (is_right && pipeline) is_right = printf("builtin.module(%s)\n", pipeline) > 0;
  free(pipeline);
  return is_right && !dump.has_failed;
}

static bool run(arguments_t *arguments) {
  if (!arguments->file) return fail("no file is given; see --help", NULL);
  bool is_printed = arguments->program.compile_to || arguments->print_pipeline || arguments->source.emit;
  if (!arguments->output && is_printed) arguments->output = "-";
  if (!arguments->output) return fail("no output is given; see --help", NULL);
  if (!take_chips(arguments)) return false;
  if (!arguments->source.emit) return compile(arguments);
  return emit_source(arguments->file, arguments->output, &arguments->options, &arguments->source, show_diagnostic);
}

int main(int argc, char **argv) {
  arguments_t arguments = {0};
  option_outcome_t outcome = options_read(&set, argc, argv, &arguments);
  bool is_right = outcome == OPTIONS_ANSWERED ? fflush(stdout) == 0 : outcome == OPTIONS_READ && run(&arguments);
  free(arguments.variants.values);
  free(arguments.switches.values);
  free(arguments.source.constants.values);
  free(arguments.source.import_folders.values);
  free(arguments.lists);
  return is_right ? 0 : 1;
}
