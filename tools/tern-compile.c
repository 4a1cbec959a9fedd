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

#include "common/files.h"
#include "common/heap.h"
#include "common/memory.h"
#include "common/messages.h"
#include "common/options.h"
#include "compile_endings.h"
#include "compile_kernels.h"
#include "tern/host.h"
#include "tern/program.h"

const char tool_name[] = "tern-compile";

typedef struct arguments {
  kernel_unit_t kernel;  // the file, and what is for kernels of Triton alone; first, as KERNEL_UNIT_ROWS has it
  const char *kernel_list, *output, *header, *dump_folder;
  tern_compile_options_t options;
  tern_program_options_t program;
  option_list_t switches;  // of the pipelines
  char *lists;             // of targets and processors, taken apart
  bool explain, print_pipeline;
} arguments_t;

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
#define BYTES(NAME, MEMBER, HELP) SIZE(NAME, MEMBER, "N", "a size is a number of bytes above 0", HELP)

static const option_row_t rows[] = {
    {.name = "o",
     .kind = OPTION_TEXT,
     .offset = offsetof(arguments_t, output),
     .value = "FILE",
     .takes_next = true,
     .missing = "error: -o needs a file",
     .help = "output; - is standard output (an object file has no header then)"},
    {.name = "out-path", .kind = OPTION_TEXT, .offset = offsetof(arguments_t, output), .takes_next = true},
    TEXT("target", options.target, "cpu|vulkan|cuda",
         "target to compile for (default: what OUTPUT's ending takes, else cpu); several for a program: cpu,vulkan. "
         "ptx and cubin are cuda, too: the code as text, or machine code beside it; hip:gfx942 is for kernels of "
         "Triton"),
    ALIAS("iree-hal-target-backends", options.target),
    {.name = "t", .kind = OPTION_TEXT, .offset = offsetof(arguments_t, options.target), .takes_next = true},
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
    KERNEL_UNIT_ROWS,
    TEXT("kernels", kernel_list, "LIST",
         "compile the kernels that are in this file, each line of which has the file of one and its options: the "
         "thirteen before this one"),
    TEXT(
        "emit", kernel.source.emit, "ast|configurations|source|ttir",
        "print of such a file the syntax tree, a line of options for each configuration of the kernel, the IR that the "
        "language is turned into, or what Triton calls TTIR"),
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
        "  .o   object file, with a C header NAME.h beside it; of kernels of Triton for all targets\n"
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
    .file_offset = offsetof(arguments_t, kernel.file),
    .help_column = 29,
    .help_width = 118,
    .refuses_repeats = true,
    .other = take_switch,
    .other_at = switch_at,
    .describe_other = describe_more,
};

// --- files ---

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
  if (!ending || !choose_target(arguments->program.devices, arguments->output, ending, &options)) return false;
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

static bool compile_kernels(const arguments_t *arguments, tern_compiler_t *compiler) {
  const kernel_request_t request = {.options = &arguments->options,
                                    .devices = arguments->program.devices,
                                    .output = arguments->output,
                                    .header = arguments->header,
                                    .is_printed = arguments->print_pipeline};
  const char *of_program = find_program_option(arguments);
  if (of_program) return fail("an option for programs; see --help", of_program);
  bool wants_all = arguments->kernel.configuration && strcmp(arguments->kernel.configuration, "all") == 0;
  if (wants_all && !arguments->kernel_list) return compile_configurations(&request, &arguments->kernel);
  return compiler ? compile_kernel(&request, &arguments->kernel, compiler)
                  : compile_kernel_list(&request, arguments->kernel_list);
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
  bool wants_all = arguments->kernel.configuration && strcmp(arguments->kernel.configuration, "all") == 0;
  if (arguments->kernel_list || wants_all) return compile_kernels(arguments, NULL);
  if (!kernel_unit_configure(&arguments->kernel, &arguments->options)) return false;
  tern_compiler_t *compiler = load_unit(&arguments->kernel, arguments->kernel.file, &arguments->options);
  bool is_right = compiler != NULL;
  if (is_right && tern_compiler_holds_kernels(compiler)) {
    heap_share();
    is_right = compile_kernels(arguments, compiler);
  } else if (is_right && (arguments->kernel.variants.count || arguments->kernel.launch.adds_generic)) {
    is_right = fail("only kernels of Triton have variants, and there are none", arguments->kernel.file);
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
  const kernel_unit_t *kernel = &arguments->kernel;
  if (!kernel->file && !arguments->kernel_list) return fail("no file is given; see --help", NULL);
  if (kernel->file && arguments->kernel_list) return fail("a list says which files there are", kernel->file);
  bool is_printed = arguments->program.compile_to || arguments->print_pipeline || kernel->source.emit;
  if (!arguments->output && is_printed) arguments->output = "-";
  if (!arguments->output) return fail("no output is given; see --help", NULL);
  if (!take_chips(&arguments->options, arguments->output, &arguments->lists)) return false;
  if (!kernel->source.emit) return compile(arguments);
  bool needs_constants = strcmp(kernel->source.emit, "source") == 0 || strcmp(kernel->source.emit, "ttir") == 0;
  if (needs_constants && !kernel_unit_configure(&arguments->kernel, &arguments->options)) return false;
  return emit_source(kernel->file, arguments->output, &arguments->options, &kernel->source, show_diagnostic);
}

int main(int argc, char **argv) {
  arguments_t arguments = {0};
  option_outcome_t outcome = options_read(&set, argc, argv, &arguments);
  bool is_right = outcome == OPTIONS_ANSWERED ? fflush(stdout) == 0 : outcome == OPTIONS_READ && run(&arguments);
  kernel_unit_free(&arguments.kernel);
  free(arguments.switches.values);
  free(arguments.lists);
  return is_right ? 0 : 1;
}
