// The command line of tern-run.

#ifndef TERN_TOOLS_RUN_ARGUMENTS_H_
#define TERN_TOOLS_RUN_ARGUMENTS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/messages.h"
#include "common/options.h"
#include "tern/compile_kernels.h"

typedef struct arguments {
  const char *file;
  const char *device;
  const char *vulkan_target;
  const char *interpreter_order;  // NULL: kernels are compiled
  const char *function;
  const char *result_type;  // of a host program's function; NULL: outputs are given as always
  const char *input_type;
  const char *cpu_variant;
  const char *cpu_ids;
  const char *numa_nodes;
  const char *cache_dir;
  const char *grid;              // of a kernel's launch
  tern_kernel_options_t launch;  // zeros where nothing is said
  option_list_t inputs, outputs, expected;
  option_list_t parameters, writable_parameters;  // all; and those of them that programs may write to
  uint32_t *push_constants;                       // owned
  size_t push_constant_count;
  double tolerance;  // negative: the default of the type
  int64_t thread_count, max_elements;
  bool dump_stages, show_time, list_devices, check, allow_nondeterminism;
} arguments_t;

// Reads the command line. `out_arguments` is to be deinitialized whatever comes out.
option_outcome_t read_arguments(int argc, char **argv, arguments_t *out_arguments);
void arguments_deinitialize(arguments_t *arguments);

#endif  // TERN_TOOLS_RUN_ARGUMENTS_H_
