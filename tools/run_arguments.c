// The options of tern-run.

#include "run_arguments.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

static option_outcome_t read_writable(void *target, const option_row_t *row, const char *value) {
  (void)row;
  arguments_t *arguments = target;
  option_list_push(&arguments->parameters, value);
  option_list_push(&arguments->writable_parameters, value);
  return OPTIONS_READ;
}

static option_outcome_t read_push_constant(void *target, const option_row_t *row, const char *value) {
  (void)row;
  int64_t number;
  arguments_t *arguments = target;
  if (!option_parse_int(value, 0, UINT32_MAX, &number)) {
    return fail("a push constant is a 32-bit number", value), OPTIONS_WRONG;
  }
  size_t count = arguments->push_constant_count++;
  arguments->push_constants = reallocate(arguments->push_constants, count + 1, sizeof *arguments->push_constants);
  arguments->push_constants[count] = (uint32_t)number;
  return OPTIONS_READ;
}

#define AT(member) offsetof(arguments_t, member)
#define TEXT(NAME, MEMBER, VALUE, HELP) \
  {.name = NAME, .kind = OPTION_TEXT, .offset = AT(MEMBER), .value = VALUE, .help = HELP}
#define ALIAS(NAME, MEMBER) {.name = NAME, .kind = OPTION_TEXT, .offset = AT(MEMBER)}
#define LIST(NAME, MEMBER, VALUE, HELP) \
  {.name = NAME, .kind = OPTION_LIST, .offset = AT(MEMBER), .value = VALUE, .help = HELP}
#define SWITCH(NAME, MEMBER, HELP) {.name = NAME, .kind = OPTION_SWITCH, .offset = AT(MEMBER), .help = HELP}
// The same in tern-compile, where they are members of the same name.
#define LAUNCH(NAME, MEMBER, HELP)                                 \
  {.name = NAME,                                                   \
   .kind = OPTION_INT,                                             \
   .offset = AT(launch.MEMBER),                                    \
   .value = "N",                                                   \
   .least = 1,                                                     \
   .most = INT64_MAX,                                              \
   .wrong = "error: --" NAME " takes a number from 1 on: {value}", \
   .help = HELP}
#define THREADS                                                             \
  .kind = OPTION_INT, .offset = AT(thread_count), .least = 0, .most = 1024, \
  .wrong = "error: --threads takes a number up to 1024: {value}"

static const option_row_t rows[] = {
    TEXT("device", device, "URI", "device to run on: cpu (default), vulkan, cuda, or cuda:N for the N-th"),
    SWITCH("list-devices", list_devices, "print the devices with their limits and features, and end"),
    TEXT("vulkan-target", vulkan_target, "TARGET",
         "compile for this and not for the device at hand; see tern-compile --help"),
    ALIAS("iree-vulkan-target", vulkan_target),
    SWITCH("check", check,
           "run all functions without arguments as tests, each chunk between `// -----` lines on its own; they tell of "
           "failures through check.expect_* and custom calls of @check.*"),
    TEXT("input-type", input_type, "TYPE", "dialect of a program: auto (default), stablehlo, tosa, tm_tensor or none"),
    ALIAS("iree-input-type", input_type),
    SWITCH("allow-nondeterminism", allow_nondeterminism,
           "let scatters of a program add up floats by atomics (cuda), which is faster: last bits then differ from run "
           "to run"),
    TEXT("function", function, "NAME",
         "function to run; default: the only one, or main (also -e NAME, --entry-point=NAME)"),
    ALIAS("entry-point", function),
    {.name = "e", .kind = OPTION_TEXT, .offset = AT(function), .takes_next = true},
    TEXT("entry-point-result", result_type, "TYPE",
         "of a host program's function: void, i32, i64 or f32, which is printed bare"),
    LIST(
        "input", inputs, "VALUE",
        "value of the next argument, or of the next binding that a dispatch reads: 2x3xf32=1,2,3,4,5,6  or  @file.npy  "
        "or  2x3xf32=0 (repeated); or an archive with values of several: @file.npz, @file.safetensors or @folder/ of "
        ".npy files (repeated)"),
    LIST("output", outputs, "@FILE.npy",
         "write the next output to a file; outputs without one are printed; --output=@FILE.npz, @FILE.safetensors or "
         "@FOLDER/ write all that are left"),
    LIST("expected_output", expected, "VALUE",
         "compare the next output with a value, or outputs with those of an archive; (ignored) skips one"),
    {.name = "expected_tolerance",
     .kind = OPTION_REAL,
     .offset = AT(tolerance),
     .value = "T",
     .wrong = "error: a tolerance is a number of at least 0: {value}",
     .help = "largest absolute and relative difference of floating-point elements"},
    TEXT("grid", grid, "X,Y,Z",
         "launch a kernel of Triton with a grid of so many programs; its inputs are then its arguments in order: "
         "@file.npy, i32=7, or arg:K for the array of argument K again, --output=K:@FILE.npy writes the array of "
         "argument "
         "K, and --output=K:- prints it"),
    LAUNCH("num-warps", num_warps, "as Triton launches the kernel; a processor has no warps"),
    LAUNCH("num-stages", num_stages, "the same of stages"),
    LAUNCH("num-ctas", num_ctas, "the same of blocks in a cluster"),
    LAUNCH("maxnreg", maxnreg, "the same of registers"),
    LIST("parameters", parameters, "[SCOPE=]FILE",
         "parameters of a program: a .safetensors, .npz or .irpa file (repeated)"),
    {.name = "writable-parameters",
     .kind = OPTION_CUSTOM,
     .read = read_writable,
     .value = "[SCOPE=]FILE",
     .help = "the same, where what the program writes goes to the file"},
    {.name = "push_constant",
     .kind = OPTION_CUSTOM,
     .read = read_push_constant,
     .value = "N",
     .help = "value of the next push constant; sizes of dynamic dimensions follow from inputs"},
    {.name = "interpret",
     .kind = OPTION_TEXT,
     .offset = AT(interpreter_order),
     .value = "ORDER",
     .has_optional_value = true,
     .implied = "forward",
     .help = "run the kernels of the vulkan target on the cpu, one op at a time, and watch for data races; ORDER of "
             "invocations: forward (default), reverse, round-robin or random:SEED"},
    {.name = "threads", THREADS, .value = "N", .help = "threads of the cpu device; 0: one per processor (default)"},
    {.name = "task_topology_group_count", THREADS},
    TEXT(
        "cpu-ids", cpu_ids, "LIST",
        "pin the main and each other thread to the next processor of a list such as 0-3,8, which is as many threads by "
        "default"),
    ALIAS("task_topology_cpu_ids", cpu_ids),
    TEXT("numa-nodes", numa_nodes, "LIST", "pin them to the processors of NUMA nodes: a list, all or current"),
    ALIAS("task_topology_nodes", numa_nodes),
    TEXT("cache-dir", cache_dir, "DIR",
         "keep a program's compiled executables and packed parameters in DIR, and take what is there from there"),
    TEXT("cpu-variant", cpu_variant, "NAME",
         "of modules with code for several processors, run that for NAME; default: the best"),
    SWITCH("dump-stages", dump_stages,
           "print the IR of every stage to standard error; of a program its phases, and the stages of its executables"),
    SWITCH("time", show_time,
           "print how many kernels there are, and how long compilation and the run took, to standard error"),
    {.name = "max-elements",
     .kind = OPTION_INT,
     .offset = AT(max_elements),
     .value = "N",
     .least = 0,
     .most = INT64_MAX,
     .wrong = "error: --max-elements takes a number: {value}",
     .help = "print at most N elements of an output (default 1024; 0: all)"},
    // Where one of these two is given, tern-bench reads the command line.
    {.name = "benchmark",
     .kind = OPTION_IGNORED,
     .help = "measure calls instead, with the options of tern-bench (see tern-bench --help)"},
    {.name = "profile",
     .kind = OPTION_IGNORED,
     .value = "FILE",
     .has_optional_value = true,
     .help = "measure each dispatch; FILE.json is a trace for Perfetto, FILE.html a page"},
    OPTION_ROWS_OF_ALL_TOOLS,
};

static const option_set_t set = {
    .tool = tool_name,
    .summary = "compiles and runs tensor programs",
    .synopsis = "FILE [options]",
    .description =
        "Compiles the program or the lone dispatch in FILE, or loads the module FILE (.tern), and runs one of its "
        "functions on a\n"
        "device.\n",
    .ending =
        "Arrays of an archive go by their names: an argument's own (iree.abi.name, else input0, input1, ...; of an "
        "output\n"
        "output0, ...; of a dispatch the binding's), or its number: 3, arg3 or arr_3. An array that is for none is an "
        "error,\n"
        "and so is an argument without a value. Other values are for the arguments that no archive has, in order. A "
        "file\n"
        "that leaves the type of elements open, as NumPy does for those of ml_dtypes, has the argument's type. An "
        "integer of\n"
        "2 or 4 bits is a byte in all files: two that are packed into one byte are refused.\n"
        "\n"
        "Exit status: 0 for a right result, 1 for anything else.\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .style = &option_style_plain,
    .file_offset = AT(file),
    .help_column = 28,
    .help_width = 118,
    .dash_is_underscore = true,
};

option_outcome_t read_arguments(int argc, char **argv, arguments_t *out_arguments) {
  *out_arguments = (arguments_t){.tolerance = -1, .max_elements = 1024};
  return options_read(&set, argc, argv, out_arguments);
}

void arguments_deinitialize(arguments_t *arguments) {
  options_free(&set, arguments);
  free(arguments->writable_parameters.values);
  free(arguments->push_constants);
}
