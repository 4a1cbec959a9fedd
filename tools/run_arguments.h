// The command line of tern-run, and how its parts tell of failures.

#ifndef TERN_TOOLS_RUN_ARGUMENTS_H_
#define TERN_TOOLS_RUN_ARGUMENTS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/status.h"

// What an option that may be repeated was given, in order.
typedef struct texts {
  const char **values;  // owned, with room for as many as there are arguments; the texts are the command line's
  size_t count;
} texts_t;

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
  texts_t inputs, outputs, expected, parameters;
  bool *is_parameter_writable;  // owned, one for each parameter
  uint32_t *push_constants;     // owned
  size_t push_constant_count;
  double tolerance;  // negative: the default of the type
  uint32_t thread_count;
  size_t max_elements;
  bool dump_stages, show_time, list_devices, check, show_help, show_version;
} arguments_t;

// Says what is wrong on standard error, with `detail` behind it unless that is NULL. Returns false.
bool fail(const char *message, const char *detail);
bool report(tern_status_t status);

// Reads the command line; false after an error was told. `out_arguments` is to be deinitialized in either case.
bool read_arguments(int argc, char **argv, arguments_t *out_arguments);
void arguments_deinitialize(arguments_t *arguments);
// Prints all options.
bool print_help(void);

#endif  // TERN_TOOLS_RUN_ARGUMENTS_H_
