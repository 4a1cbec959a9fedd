// Executables: from a module file to what a framework asks about it.

#include "pjrt/executable/executable.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/executable/declaration.h"
#include "pjrt/support/element_type.h"
#include "tern/tensor.h"

// Constants are used where they lie if the module is aligned to this.
enum { MODULE_ALIGNMENT = 64 };

static void write_fingerprint(const char *data, size_t size, char out[17]) {
  uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a, of words for speed
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t word;
    memcpy(&word, data + i, 8);
    hash = (hash ^ word) * 0x100000001b3u;
    hash ^= hash >> 29;
  }
  for (; i < size; ++i) hash = (hash ^ (uint8_t)data[i]) * 0x100000001b3u;
  snprintf(out, 17, "%016llx", (unsigned long long)hash);
}

static PJRT_Error *load_module(PJRT_Executable *executable, char *data, size_t size) {
  executable->data = aligned_alloc(MODULE_ALIGNMENT, (size + MODULE_ALIGNMENT) / MODULE_ALIGNMENT * MODULE_ALIGNMENT);
  if (executable->data) memcpy(executable->data, data, size);
  free(data);
  if (!executable->data) return tern_pjrt_no_memory();
  executable->size = size;
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_error_of_status(tern_module_load_borrowed(executable->data, size, NULL, NULL, &executable->module)));
  size_t index;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(tern_module_find_function(executable->module, "main", &index)));
  executable->function = tern_module_function_at(executable->module, index);
  executable->name = strdup(tern_module_name(executable->module));
  return executable->name ? NULL : tern_pjrt_no_memory();
}

static PJRT_Error *check_value(const char *what, size_t index, const tern_parameter_info_t *info, size_t *out_size) {
  PJRT_Buffer_Type type = tern_pjrt_buffer_type(info->element_type);
  bool is_static = info->kind == TERN_VARIANT_BUFFER_VIEW && info->has_shape;
  for (uint32_t i = 0; is_static && i < info->rank; ++i) is_static = info->dims[i] >= 0;
  if (is_static && type != PJRT_Buffer_Type_INVALID)
    return tern_pjrt_array_size(type, info->dims, info->rank, out_size);
  return tern_pjrt_error(
      PJRT_Error_Code_UNIMPLEMENTED,
      "%s %zu of the program is no array of a shape and an element type that PJRT knows; give it static "
      "sizes",
      what, index);
}

static bool allocate_tables(PJRT_Executable *executable) {
  const tern_function_info_t *function = executable->function;
  size_t dim_count = 0, most = function->argument_count;
  if (function->result_count > most) most = function->result_count;
  for (uint32_t i = 0; i < function->result_count; ++i) dim_count += function->results[i].rank;
  executable->arguments = calloc(function->argument_count + 1, sizeof(*executable->arguments));
  executable->types = calloc(function->result_count + 1, sizeof(*executable->types));
  executable->ranks = calloc(function->result_count + 1, sizeof(*executable->ranks));
  executable->dims = calloc(dim_count + 1, sizeof(*executable->dims));
  executable->kinds = calloc(most + 1, sizeof(*executable->kinds));
  executable->kind_sizes = calloc(most + 1, sizeof(*executable->kind_sizes));
  executable->sharding_sizes = calloc(most + 1, sizeof(*executable->sharding_sizes));
  if (!executable->arguments || !executable->types || !executable->ranks || !executable->dims || !executable->kinds ||
      !executable->kind_sizes || !executable->sharding_sizes) {
    return false;
  }
  for (size_t i = 0; i < most; ++i) {
    executable->kinds[i] = "device";
    executable->kind_sizes[i] = 6;
  }
  return true;
}

static PJRT_Error *fill_tables(PJRT_Executable *executable) {
  const tern_function_info_t *function = executable->function;
  size_t dim_count = 0, size;
  for (uint32_t i = 0; i < function->argument_count; ++i) {
    argument_t *argument = &executable->arguments[i];
    TERN_PJRT_RETURN_IF_ERROR(check_value("argument", i, &function->arguments[i], &size));
    argument->type = tern_pjrt_buffer_type(function->arguments[i].element_type);
    argument->is_written = tern_pjrt_argument_has(function->declaration, i, "iree.abi.output");
    argument->is_donated = argument->is_written || tern_pjrt_argument_has(function->declaration, i, "jax.buffer_donor");
    executable->argument_bytes += size;
    if (argument->is_written) executable->donated_bytes += size;
  }
  for (uint32_t i = 0; i < function->result_count; ++i) {
    const tern_parameter_info_t *result = &function->results[i];
    TERN_PJRT_RETURN_IF_ERROR(check_value("result", i, result, &size));
    executable->result_bytes += size;
    executable->types[i] = tern_pjrt_buffer_type(result->element_type);
    executable->ranks[i] = result->rank;
    for (uint32_t j = 0; j < result->rank; ++j) executable->dims[dim_count++] = result->dims[j];
  }
  return NULL;
}

static PJRT_Error *fill_executable(PJRT_Executable *executable, char *data, size_t size, const char *options,
                                   size_t options_size) {
  TERN_PJRT_RETURN_IF_ERROR(load_module(executable, data, size));
  write_fingerprint(executable->data, size, executable->fingerprint);
  executable->options = malloc(options_size + 1);
  if (!executable->options) return tern_pjrt_no_memory();
  if (options_size) memcpy(executable->options, options, options_size);
  executable->options_size = options_size;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_compile_options_read(options, options_size, &executable->read_options));
  if (!allocate_tables(executable)) return tern_pjrt_no_memory();
  return fill_tables(executable);
}

// By XLA's names, so that what divides them by times goes on working. XLA's flops leave out what it calls transcendental.
static void fill_cost(PJRT_Executable *executable, const tern_program_cost_t *cost) {
  const struct {
    const char *name;
    double value;
  } rows[] = {{"flops", cost->operations - cost->transcendentals},
              {"transcendentals", cost->transcendentals},
              {"bytes accessed", cost->bytes}};
  static_assert(sizeof rows / sizeof rows[0] == sizeof executable->cost_properties / sizeof(PJRT_NamedValue), "rows");
  executable->cost = *cost;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    executable->cost_properties[i] = (PJRT_NamedValue){.struct_size = PJRT_NamedValue_STRUCT_SIZE,
                                                       .name = rows[i].name,
                                                       .name_size = strlen(rows[i].name),
                                                       .type = PJRT_NamedValue_kFloat,
                                                       .float_value = (float)rows[i].value,
                                                       .value_size = 1};
  }
}

PJRT_Error *tern_pjrt_executable_create(char *data, size_t size, const char *options, size_t options_size,
                                        const tern_program_cost_t *cost, PJRT_Executable **out_executable) {
  *out_executable = NULL;
  PJRT_Executable *executable = calloc(1, sizeof(*executable));
  if (!executable) {
    free(data);
    return tern_pjrt_no_memory();
  }
  atomic_init(&executable->references, 1);
  fill_cost(executable, cost);
  PJRT_Error *error = fill_executable(executable, data, size, options, options_size);
  if (error) {
    tern_pjrt_executable_release(executable);
    return error;
  }
  *out_executable = executable;
  return NULL;
}

void tern_pjrt_executable_release(PJRT_Executable *executable) {
  if (!executable || atomic_fetch_sub_explicit(&executable->references, 1, memory_order_acq_rel) != 1) return;
  const tern_function_info_t *function = executable->function;
  tern_pjrt_layouts_free(executable->argument_layouts, function ? function->argument_count : 0);
  tern_pjrt_layouts_free(executable->result_layouts, function ? function->result_count : 0);
  tern_module_release(executable->module);
  tern_pjrt_compile_options_deinitialize(&executable->read_options);
  free(executable->data);
  free(executable->name);
  free(executable->options);
  free(executable->arguments);
  free(executable->types);
  free(executable->ranks);
  free(executable->dims);
  free(executable->kinds);
  free(executable->kind_sizes);
  free(executable->sharding_sizes);
  free(executable);
}

// ---- What callers ask ----

TERN_PJRT_DEFINE(Executable_Destroy) {
  tern_pjrt_executable_release(args->executable);
  return NULL;
}

TERN_PJRT_DEFINE(Executable_Name) {
  args->executable_name = args->executable->name;
  args->executable_name_size = strlen(args->executable->name);
  return NULL;
}

TERN_PJRT_DEFINE(Executable_NumReplicas) {
  args->num_replicas = (size_t)args->executable->read_options.replica_count;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_NumPartitions) {
  args->num_partitions = (size_t)args->executable->read_options.partition_count;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_NumOutputs) {
  args->num_outputs = args->executable->function->result_count;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_SizeOfGeneratedCodeInBytes) {
  args->size_in_bytes = (int64_t)args->executable->size;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_Fingerprint) {
  args->executable_fingerprint = args->executable->fingerprint;
  args->executable_fingerprint_size = strlen(args->executable->fingerprint);
  return NULL;
}

TERN_PJRT_DEFINE(Executable_GetCostAnalysis) {
  args->num_properties = sizeof args->executable->cost_properties / sizeof(PJRT_NamedValue);
  args->properties = args->executable->cost_properties;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_GetCompiledMemoryStats) {
  const PJRT_Executable *executable = args->executable;
  args->generated_code_size_in_bytes = (int64_t)executable->size;
  args->argument_size_in_bytes = (int64_t)executable->argument_bytes;
  args->output_size_in_bytes = (int64_t)executable->result_bytes;
  args->alias_size_in_bytes = (int64_t)executable->donated_bytes;
  args->temp_size_in_bytes = executable->cost.temporary_bytes;
  args->host_generated_code_size_in_bytes = args->host_argument_size_in_bytes = 0;
  args->host_output_size_in_bytes = args->host_alias_size_in_bytes = args->host_temp_size_in_bytes = 0;
  int64_t whole =
      args->argument_size_in_bytes + args->output_size_in_bytes - args->alias_size_in_bytes + args->temp_size_in_bytes;
  if (TERN_PJRT_HAS(args, peak_memory_in_bytes)) args->peak_memory_in_bytes = whole;
  if (TERN_PJRT_HAS(args, peak_unpadded_heap_bytes)) {
    args->total_size_in_bytes = args->total_allocation_bytes = whole;
    args->indefinite_allocations = 0;
    args->peak_unpadded_heap_bytes = whole;
  }
  return NULL;
}

TERN_PJRT_DEFINE(Executable_OutputElementTypes) {
  args->output_types = args->executable->types;
  args->num_output_types = args->executable->function->result_count;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_OutputDimensions) {
  args->num_outputs = args->executable->function->result_count;
  args->dims = args->executable->dims;
  args->dim_sizes = args->executable->ranks;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_ParameterMemoryKinds) {
  args->num_parameters = args->executable->function->argument_count;
  args->memory_kinds = args->executable->kinds;
  args->memory_kind_sizes = args->executable->kind_sizes;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_OutputMemoryKinds) {
  args->num_outputs = args->executable->function->result_count;
  args->memory_kinds = args->executable->kinds;
  args->memory_kind_sizes = args->executable->kind_sizes;
  return NULL;
}

// The bytes live as long as the executable, so there is nothing to delete.
static void delete_no_options(PJRT_SerializedCompileOptions *options) { (void)options; }

TERN_PJRT_DEFINE(Executable_GetCompileOptions) {
  args->serialized_bytes = args->executable->options;
  args->serialized_bytes_size = args->executable->options_size;
  args->serialized_compile_options = NULL;
  args->serialized_compile_options_deleter = delete_no_options;
  return NULL;
}
