// Running one entry point on arrays of the host.

#include "tern/run.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PUSH_CONSTANTS 1024

typedef struct run {
  tern_device_t *device;
  tern_executable_t *executable;
  const tern_entry_point_t *entry;
  const tern_run_params_t *params;
  uint32_t *words;              // owned, push_constant_count of them
  bool *is_known;               // owned: which words have a value
  tern_buffer_t **buffers;      // owned, one per binding
  tern_buffer_range_t *ranges;  // owned
  tern_tensor_t *outputs;       // owned, one per written binding
  size_t output_count;
} run_t;

static bool is_read(const tern_binding_info_t *binding) { return binding->access & TERN_BINDING_ACCESS_READ; }
static bool is_written(const tern_binding_info_t *binding) { return binding->access & TERN_BINDING_ACCESS_WRITE; }

// --- descriptions ---

static tern_status_t describe(const tern_entry_point_t *entry, bool (*is_wanted)(const tern_binding_info_t *),
                              tern_parameter_info_t **out_infos, size_t *out_count) {
  *out_count = 0;
  *out_infos = calloc(entry->binding_count + 1, sizeof **out_infos);
  if (!*out_infos) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for the bindings of '%s'", entry->name);
  for (uint32_t b = 0; b < entry->binding_count; ++b) {
    const tern_binding_info_t *binding = &entry->bindings[b];
    if (!is_wanted(binding)) continue;
    (*out_infos)[(*out_count)++] = (tern_parameter_info_t){.kind = TERN_VARIANT_BUFFER_VIEW,
                                                           .name = binding->name ? binding->name : "",
                                                           .element_type = (tern_element_type_t)binding->element_type,
                                                           .has_shape = true,
                                                           .rank = binding->rank,
                                                           .dims = binding->dims};
  }
  return tern_ok();
}

tern_status_t tern_entry_point_inputs(const tern_entry_point_t *entry, tern_parameter_info_t **out_infos,
                                      size_t *out_count) {
  return describe(entry, is_read, out_infos, out_count);
}

tern_status_t tern_entry_point_outputs(const tern_entry_point_t *entry, tern_parameter_info_t **out_infos,
                                       size_t *out_count) {
  return describe(entry, is_written, out_infos, out_count);
}

// --- push constants ---

static tern_status_t set_word(run_t *run, const tern_binding_info_t *binding, uint32_t dim, int64_t size) {
  int32_t word = binding->dim_push_constants ? binding->dim_push_constants[dim] : -1;
  if (word < 0 || (uint32_t)word >= run->entry->push_constant_count) return tern_ok();
  if (size < 0 || size > UINT32_MAX) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "dimension %u of input '%s' does not fit in 32 bits", dim,
                            binding->name);
  }
  if (run->is_known[word] && run->words[word] != (uint32_t)size) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "dimension %u of input '%s' is %lld, but push constant %d is %u already", dim,
                            binding->name, (long long)size, (int)word, run->words[word]);
  }
  run->words[word] = (uint32_t)size;
  run->is_known[word] = true;
  return tern_ok();
}

static tern_status_t check_input(const tern_binding_info_t *binding, const tern_tensor_t *tensor) {
  if ((uint32_t)tensor->element_type != binding->element_type) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "input '%s' has element type %s, expected %s", binding->name,
                            tern_element_type_name(tensor->element_type),
                            tern_element_type_name((tern_element_type_t)binding->element_type));
  }
  if (tensor->rank != binding->rank) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "input '%s' has rank %u, expected %u", binding->name, tensor->rank,
                            binding->rank);
  }
  for (uint32_t i = 0; i < binding->rank; ++i) {
    if (binding->dims[i] != TERN_DIM_DYNAMIC && binding->dims[i] != tensor->dims[i]) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "dimension %u of input '%s' is %lld, expected %lld", i,
                              binding->name, (long long)tensor->dims[i], (long long)binding->dims[i]);
    }
  }
  return tern_ok();
}

static tern_status_t collect_words(run_t *run) {
  const tern_run_params_t *params = run->params;
  if (params->push_constant_count > run->entry->push_constant_count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "%zu push constants are given, '%s' takes %u",
                            params->push_constant_count, run->entry->name, run->entry->push_constant_count);
  }
  for (size_t i = 0; i < params->push_constant_count; ++i) {
    run->words[i] = params->push_constants[i];
    run->is_known[i] = true;
  }
  size_t input = 0;
  for (uint32_t b = 0; b < run->entry->binding_count; ++b) {
    const tern_binding_info_t *binding = &run->entry->bindings[b];
    if (!is_read(binding)) continue;
    if (input == params->input_count) {
      return tern_status_make(TERN_INVALID_ARGUMENT,
                              "'%s' reads more bindings than there are inputs (%zu): '%s' has none", run->entry->name,
                              params->input_count, binding->name);
    }
    const tern_tensor_t *tensor = &params->inputs[input++];
    TERN_RETURN_IF_ERROR(check_input(binding, tensor));
    for (uint32_t i = 0; i < binding->rank; ++i) TERN_RETURN_IF_ERROR(set_word(run, binding, i, tensor->dims[i]));
  }
  if (input != params->input_count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "%zu inputs are given, '%s' reads %zu bindings", params->input_count,
                            run->entry->name, input);
  }
  for (uint32_t i = 0; i < run->entry->push_constant_count; ++i) {
    if (!run->is_known[i]) {
      return tern_status_make(TERN_FAILED_PRECONDITION, "push constant %u of '%s' has no value and no input gives it",
                              i, run->entry->name);
    }
  }
  return tern_ok();
}

// --- bindings ---

static tern_status_t make_output(run_t *run, const tern_binding_info_t *binding, tern_tensor_t *out_tensor) {
  int64_t dims[TERN_TENSOR_RANK_MAX];
  if (binding->rank > TERN_TENSOR_RANK_MAX) {
    return tern_status_make(TERN_UNSUPPORTED, "binding '%s' has rank %u", binding->name, binding->rank);
  }
  for (uint32_t i = 0; i < binding->rank; ++i) {
    dims[i] = binding->dims[i];
    if (dims[i] != TERN_DIM_DYNAMIC) continue;
    int32_t word = binding->dim_push_constants ? binding->dim_push_constants[i] : -1;
    if (word < 0 || (uint32_t)word >= run->entry->push_constant_count) {
      return tern_status_make(TERN_FAILED_PRECONDITION, "the size of dimension %u of binding '%s' is not known", i,
                              binding->name);
    }
    dims[i] = run->words[word];
  }
  return tern_tensor_initialize((tern_element_type_t)binding->element_type, binding->rank, dims, out_tensor);
}

static tern_status_t make_buffer(run_t *run, uint32_t ordinal, const tern_tensor_t *contents, size_t size) {
  tern_buffer_t *buffer = NULL;
  TERN_RETURN_IF_ERROR(tern_buffer_allocate(run->device, TERN_BUFFER_USAGE_DEFAULT, size, &buffer));
  run->buffers[ordinal] = buffer;
  run->ranges[ordinal] = tern_buffer_whole(buffer);
  if (contents) return tern_buffer_write(buffer, 0, contents->data, contents->data_size);
  void *data;
  TERN_RETURN_IF_ERROR(tern_buffer_map(buffer, TERN_MAP_ACCESS_WRITE, 0, TERN_WHOLE_BUFFER, &data));
  if (size) memset(data, 0xFF, size);
  return tern_buffer_unmap(buffer, TERN_MAP_ACCESS_WRITE, 0, TERN_WHOLE_BUFFER);
}

static tern_status_t make_buffers(run_t *run) {
  size_t input = 0;
  for (uint32_t b = 0; b < run->entry->binding_count; ++b) {
    const tern_binding_info_t *binding = &run->entry->bindings[b];
    const tern_tensor_t *contents = is_read(binding) ? &run->params->inputs[input++] : NULL;
    if (is_written(binding)) {
      tern_tensor_t *output = &run->outputs[run->output_count];
      TERN_RETURN_IF_ERROR(make_output(run, binding, output));
      ++run->output_count;
      TERN_RETURN_IF_ERROR(make_buffer(run, b, contents, output->data_size));
    } else if (contents) {
      TERN_RETURN_IF_ERROR(make_buffer(run, b, contents, contents->data_size));
    } else {
      TERN_RETURN_IF_ERROR(make_buffer(run, b, NULL, 0));
    }
  }
  return tern_ok();
}

static tern_status_t dispatch(run_t *run, size_t ordinal) {
  tern_command_buffer_t *commands = NULL;
  TERN_RETURN_IF_ERROR(tern_command_buffer_create(run->device, &commands));
  tern_status_t status =
      tern_command_buffer_dispatch(commands, run->executable, ordinal, NULL, run->words,
                                   run->entry->push_constant_count, run->ranges, run->entry->binding_count);
  if (tern_status_is_ok(status)) status = tern_command_buffer_end(commands);
  if (tern_status_is_ok(status)) status = tern_device_execute(run->device, commands);
  tern_command_buffer_release(commands);
  return status;
}

static tern_status_t read_outputs(run_t *run) {
  size_t output = 0;
  for (uint32_t b = 0; b < run->entry->binding_count; ++b) {
    if (!is_written(&run->entry->bindings[b])) continue;
    tern_tensor_t *tensor = &run->outputs[output++];
    TERN_RETURN_IF_ERROR(tern_buffer_read(run->buffers[b], 0, tensor->data, tensor->data_size));
  }
  return tern_ok();
}

tern_status_t tern_run_entry_point(tern_device_t *device, tern_executable_t *executable, size_t ordinal,
                                   const tern_run_params_t *params, tern_tensor_t **out_outputs,
                                   size_t *out_output_count) {
  *out_outputs = NULL;
  *out_output_count = 0;
  run_t run = {.device = device, .executable = executable, .params = params};
  run.entry = tern_executable_entry_point_at(executable, ordinal);
  if (!run.entry) return tern_status_make(TERN_OUT_OF_RANGE, "the executable has no entry point %zu", ordinal);
  if (run.entry->push_constant_count > MAX_PUSH_CONSTANTS) {
    return tern_status_make(TERN_UNSUPPORTED, "'%s' takes more than %d push constants", run.entry->name,
                            MAX_PUSH_CONSTANTS);
  }
  size_t bindings = run.entry->binding_count ? run.entry->binding_count : 1;
  run.words = calloc(run.entry->push_constant_count + 1, sizeof *run.words);
  run.is_known = calloc(run.entry->push_constant_count + 1, sizeof *run.is_known);
  run.buffers = calloc(bindings, sizeof *run.buffers);
  run.ranges = calloc(bindings, sizeof *run.ranges);
  run.outputs = calloc(bindings, sizeof *run.outputs);
  tern_status_t status =
      run.words && run.is_known && run.buffers && run.ranges && run.outputs
          ? tern_ok()
          : tern_status_make(TERN_OUT_OF_MEMORY, "no memory for the bindings of '%s'", run.entry->name);
  if (tern_status_is_ok(status)) status = collect_words(&run);
  if (tern_status_is_ok(status)) status = make_buffers(&run);
  if (tern_status_is_ok(status)) status = dispatch(&run, ordinal);
  if (tern_status_is_ok(status)) status = read_outputs(&run);
  if (tern_status_is_ok(status)) {
    *out_outputs = run.outputs;
    *out_output_count = run.output_count;
    run.outputs = NULL;
  }
  for (size_t b = 0; run.buffers && b < run.entry->binding_count; ++b) {
    if (run.buffers[b]) tern_buffer_release(run.buffers[b]);
  }
  tern_run_free_outputs(run.outputs, run.output_count);
  free(run.words);
  free(run.is_known);
  free(run.buffers);
  free(run.ranges);
  return status;
}

void tern_run_free_outputs(tern_tensor_t *outputs, size_t output_count) {
  if (!outputs) return;
  for (size_t i = 0; i < output_count; ++i) tern_tensor_deinitialize(&outputs[i]);
  free(outputs);
}
