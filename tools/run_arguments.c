// The options of tern-run.

#include "run_arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: tern-run FILE [options]\n"
    "\n"
    "Compiles the program or the lone dispatch in FILE, or loads the module FILE (.tern), and runs one of its "
    "functions on a\n"
    "device.\n"
    "\n"
    "  --device=URI              device to run on: cpu (default), vulkan, cuda, or cuda:N for the N-th\n"
    "  --list-devices            print the devices with their limits and features, and end\n"
    "  --vulkan-target=TARGET    compile for this and not for the device at hand; see tern-compile --help\n"
    "  --check                   run all functions without arguments as tests, each chunk between `// -----` lines on "
    "its\n"
    "                            own; they tell of failures through check.expect_* and custom calls of @check.*\n"
    "  --input-type=TYPE         dialect of a program: auto (default), stablehlo, tosa, tm_tensor or none\n"
    "  --function=NAME           function to run; default: the only one, or main (also -e NAME, --entry-point=NAME)\n"
    "  --entry-point-result=TYPE of a host program's function: void, i32, i64 or f32, which is printed bare\n"
    "  --input=VALUE             value of the next argument, or of the next binding that a dispatch reads:\n"
    "                            2x3xf32=1,2,3,4,5,6  or  @file.npy  or  2x3xf32=0 (repeated); or an archive with\n"
    "                            values of several: @file.npz, @file.safetensors or @folder/ of .npy files (repeated)\n"
    "  --output=@FILE.npy        write the next output to a file; outputs without one are printed;\n"
    "                            --output=@FILE.npz, @FILE.safetensors or @FOLDER/ write all that are left\n"
    "  --expected_output=VALUE   compare the next output with a value, or outputs with those of an archive; (ignored)\n"
    "                            skips one\n"
    "  --expected_tolerance=T    largest absolute and relative difference of floating-point elements\n"
    "  --parameters=[SCOPE=]FILE parameters of a program: a .safetensors, .npz or .irpa file (repeated)\n"
    "  --writable-parameters=[SCOPE=]FILE  the same, where what the program writes goes to the file\n"
    "  --push_constant=N         value of the next push constant; sizes of dynamic dimensions follow from inputs\n"
    "  --interpret[=ORDER]       run the kernels of the vulkan target on the cpu, one op at a time, and watch for data "
    "races;\n"
    "                            ORDER of invocations: forward (default), reverse, round-robin or random:SEED\n"
    "  --threads=N               threads of the cpu device; 0: one per processor (default)\n"
    "  --cpu-ids=LIST            pin the main and each other thread to the next processor of a list such as 0-3,8, "
    "which\n"
    "                            is as many threads by default\n"
    "  --numa-nodes=LIST         pin them to the processors of NUMA nodes: a list, all or current\n"
    "  --cache-dir=DIR           keep a program's compiled executables and packed parameters in DIR, and take what is "
    "there from\n"
    "                            there\n"
    "  --cpu-variant=NAME        of modules with code for several processors, run that for NAME; default: the best\n"
    "  --dump-stages             print the IR of every stage to standard error; of a program its phases, and the\n"
    "                            stages of its executables\n"
    "  --time                    print how many kernels there are, and how long compilation and the run took, to "
    "standard error\n"
    "  --max-elements=N          print at most N elements of an output (default 1024; 0: all)\n"
    "  --version                 print the version\n"
    "  --benchmark               measure calls instead, with the options of tern-bench (see tern-bench --help)\n"
    "  --profile[=FILE]          measure each dispatch; FILE.json is a trace for Perfetto, FILE.html a page\n"
    "  --help                    print this\n"
    "\n"
    "Arrays of an archive go by their names: an argument's own (iree.abi.name, else input0, input1, ...; of an output\n"
    "output0, ...; of a dispatch the binding's), or its number: 3, arg3 or arr_3. An array that is for none is an "
    "error,\n"
    "and so is an argument without a value. Other values are for the arguments that no archive has, in order. A file\n"
    "that leaves the type of elements open, as NumPy does for those of ml_dtypes, has the argument's type. An integer "
    "of\n"
    "2 or 4 bits is a byte in all files: two that are packed into one byte are refused.\n"
    "\n"
    "Exit status: 0 for a right result, 1 for anything else.\n";

bool fail(const char *message, const char *detail) {
  fprintf(stderr, "tern-run: error: %s%s%s\n", message, detail ? ": " : "", detail ? detail : "");
  return false;
}

bool report(tern_status_t status) {
  return fail(status.message ? status.message : tern_status_code_name(status.code), NULL);
}

static const char *value_of(const char *argument, const char *name) {
  size_t size = strlen(name);
  while (*argument == '-') ++argument;
  return strncmp(argument, name, size) == 0 && argument[size] == '=' ? argument + size + 1 : NULL;
}

static bool parse_number(const char *text, unsigned long long limit, unsigned long long *out_value) {
  char *end;
  errno = 0;
  *out_value = strtoull(text, &end, 0);
  return errno == 0 && *text && *text != '-' && *end == 0 && *out_value <= limit;
}

static bool push(texts_t *texts, const char *value) {
  texts->values[texts->count++] = value;
  return true;
}

static bool parse_argument(const char *argument, arguments_t *out) {
  const char *value;
  unsigned long long number;
  if (argument[0] != '-' || argument[1] == 0) {
    if (out->file) return fail("more than one file", argument);
    out->file = argument;
    return true;
  }
  if ((value = value_of(argument, "input"))) return push(&out->inputs, value);
  if ((value = value_of(argument, "output"))) return push(&out->outputs, value);
  if ((value = value_of(argument, "expected_output"))) return push(&out->expected, value);
  bool is_writable = (value = value_of(argument, "writable-parameters")) != NULL;
  if (is_writable || (value = value_of(argument, "parameters"))) {
    out->is_parameter_writable[out->parameters.count] = is_writable;
    return push(&out->parameters, value);
  }
  if ((value = value_of(argument, "device"))) return out->device = value, true;
  if ((value = value_of(argument, "vulkan-target")) || (value = value_of(argument, "iree-vulkan-target"))) {
    return out->vulkan_target = value, true;
  }
  if ((value = value_of(argument, "interpret"))) return out->interpreter_order = value, true;
  if ((value = value_of(argument, "function"))) return out->function = value, true;
  if ((value = value_of(argument, "entry-point")) || (value = value_of(argument, "e"))) {
    return out->function = value, true;
  }
  if ((value = value_of(argument, "entry-point-result"))) return out->result_type = value, true;
  if ((value = value_of(argument, "cache-dir"))) return out->cache_dir = value, true;
  if ((value = value_of(argument, "cpu-variant"))) return out->cpu_variant = value, true;
  if ((value = value_of(argument, "input-type")) || (value = value_of(argument, "iree-input-type"))) {
    return out->input_type = value, true;
  }
  if ((value = value_of(argument, "expected_tolerance"))) {
    char *end;
    out->tolerance = strtod(value, &end);
    return (*value && !*end && out->tolerance >= 0) || fail("a tolerance is a number of at least 0", value);
  }
  if ((value = value_of(argument, "push_constant"))) {
    if (!parse_number(value, UINT32_MAX, &number)) return fail("a push constant is a 32-bit number", value);
    out->push_constants[out->push_constant_count++] = (uint32_t)number;
    return true;
  }
  if ((value = value_of(argument, "cpu-ids")) || (value = value_of(argument, "task_topology_cpu_ids"))) {
    return out->cpu_ids = value, true;
  }
  if ((value = value_of(argument, "numa-nodes")) || (value = value_of(argument, "task_topology_nodes"))) {
    return out->numa_nodes = value, true;
  }
  if ((value = value_of(argument, "threads")) || (value = value_of(argument, "task_topology_group_count"))) {
    if (!parse_number(value, 1024, &number)) return fail("--threads takes a number up to 1024", value);
    return out->thread_count = (uint32_t)number, true;
  }
  if ((value = value_of(argument, "max-elements"))) {
    if (!parse_number(value, SIZE_MAX, &number)) return fail("--max-elements takes a number", value);
    return out->max_elements = (size_t)number, true;
  }
  while (*argument == '-') ++argument;
  if (strcmp(argument, "interpret") == 0) return out->interpreter_order = "forward", true;
  if (strcmp(argument, "dump-stages") == 0) return out->dump_stages = true;
  if (strcmp(argument, "list-devices") == 0 || strcmp(argument, "list_devices") == 0) return out->list_devices = true;
  if (strcmp(argument, "time") == 0) return out->show_time = true;
  if (strcmp(argument, "check") == 0) return out->check = true;
  if (strcmp(argument, "version") == 0) return out->show_version = true;
  if (strcmp(argument, "help") == 0 || strcmp(argument, "h") == 0) return out->show_help = true;
  return fail("unknown option; see --help", argument);
}

// Room for as many values as there are arguments is room enough for each list.
static bool allocate(arguments_t *arguments, size_t capacity) {
  texts_t *const lists[] = {&arguments->inputs, &arguments->outputs, &arguments->expected, &arguments->parameters};
  bool is_right = true;
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) {
    lists[i]->values = calloc(capacity, sizeof *lists[i]->values);
    is_right &= lists[i]->values != NULL;
  }
  arguments->is_parameter_writable = calloc(capacity, sizeof *arguments->is_parameter_writable);
  arguments->push_constants = calloc(capacity, sizeof *arguments->push_constants);
  return is_right && arguments->is_parameter_writable && arguments->push_constants;
}

bool read_arguments(int argc, char **argv, arguments_t *out_arguments) {
  *out_arguments = (arguments_t){.tolerance = -1, .max_elements = 1024};
  if (!allocate(out_arguments, (size_t)argc + 1)) return fail("no memory for the command line", NULL);
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "-e") == 0 && i + 1 < argc) {
      out_arguments->function = argv[++i];
    } else if (!parse_argument(argv[i], out_arguments)) {
      return false;
    }
  }
  return true;
}

void arguments_deinitialize(arguments_t *arguments) {
  free(arguments->inputs.values);
  free(arguments->outputs.values);
  free(arguments->expected.values);
  free(arguments->parameters.values);
  free(arguments->is_parameter_writable);
  free(arguments->push_constants);
}

bool print_help(void) { return fputs(help, stdout) >= 0; }
