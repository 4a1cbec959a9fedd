// Sessions: binding modules to devices, and calls by name.

#include "runtime/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/string.h"
#include "runtime/call_values.h"
#include "runtime/hal/buffer_cache.h"
#include "runtime/hal/expected_parameters.h"
#include "runtime/module/module_reflection.h"
#include "runtime/vm/linker.h"
#include "runtime/vm/stack.h"

//---- Creation ----

static tern_status_t add_devices(tern_session_t *session, const tern_session_params_t *params) {
  size_t size = (params->device_count + 1) * sizeof(void *);
  session->device_capacity = params->device_count;
  session->devices = tern_host_allocate(session->allocator, size);
  session->caches = tern_host_allocate(session->allocator, size);
  if (!session->devices || !session->caches) return tern_no_memory("a session");
  const tern_buffer_allocator_t *allocator = params->buffer_allocator.allocate ? &params->buffer_allocator : NULL;
  for (size_t i = 0; i < params->device_count; ++i) {
    session->caches[i] = tern_buffer_cache_create(params->devices[i], allocator, params->kept_memory_size);
    if (!session->caches[i]) return tern_no_memory("a session");
    session->devices[i] = params->devices[i];
    tern_device_retain(params->devices[i]);
    ++session->device_count;
  }
  return tern_ok();
}

static tern_status_t add_scopes(tern_session_t *session, const tern_session_params_t *params) {
  for (size_t i = params->parameter_scope_count; i-- > 0;) {
    const tern_parameter_scope_t *given = &params->parameter_scopes[i];
    size_t size = given->name ? strlen(given->name) : 0;
    tern_session_scope_t *scope = tern_host_allocate(session->allocator, sizeof(*scope) + size);
    if (!scope) return tern_no_memory("a session");
    scope->name_size = size;
    if (size) memcpy(scope->name, given->name, size);
    scope->parameters = given->parameters;
    tern_parameters_retain(given->parameters);
    scope->next = session->scopes;
    session->scopes = scope;
  }
  return tern_ok();
}

static void release_scopes(tern_session_t *session) {
  while (session->scopes) {
    tern_session_scope_t *scope = session->scopes;
    session->scopes = scope->next;
    tern_parameters_release(scope->parameters);
    tern_host_free(session->allocator, scope, sizeof(*scope) + scope->name_size);
  }
}

static tern_status_t add_modules(tern_session_t *session, const tern_session_params_t *params) {
  session->modules = tern_host_allocate(session->allocator, (params->module_count + 1) * sizeof(*session->modules));
  if (!session->modules) return tern_no_memory("a session");
  session->module_capacity = params->module_count;
  for (size_t i = 0; i < params->module_count; ++i) {
    TERN_RETURN_IF_ERROR(tern_vm_module_bind(session, params->modules[i], &session->modules[i]));
    ++session->module_count;
    TERN_RETURN_IF_ERROR(tern_vm_module_start(session, &session->modules[i]));
  }
  return tern_ok();
}

tern_status_t tern_session_create(tern_instance_t *instance, const tern_session_params_t *params,
                                  tern_session_t **out_session) {
  *out_session = NULL;
  tern_session_t *session = tern_host_allocate(&instance->allocator, sizeof(*session));
  if (!session) return tern_no_memory("a session");
  tern_resource_initialize(&session->resource);
  tern_instance_retain(instance);
  session->instance = instance;
  session->allocator = &instance->allocator;
  session->instruction_limit = params->instruction_limit ? params->instruction_limit : UINT64_MAX;
#if !TERN_SMALL
  if (params->cache_folder) session->cache_folder = strdup(params->cache_folder);
  bool has_folder = session->cache_folder || !params->cache_folder;
#else
  bool has_folder = true;
#endif
  session->trace = params->trace;
  session->trace_user_data = params->trace_user_data;
  pthread_mutex_init(&session->mutex, NULL);
  tern_status_t status = has_folder ? add_devices(session, params) : tern_no_memory("a session");
  if (tern_status_is_ok(status)) status = add_scopes(session, params);
  if (tern_status_is_ok(status)) status = add_modules(session, params);
  if (tern_status_is_ok(status)) {
    *out_session = session;
  } else {
    tern_session_release(session);
  }
  return status;
}

void tern_session_retain(tern_session_t *session) {
  if (session) tern_resource_retain(&session->resource);
}

void tern_session_release(tern_session_t *session) {
  if (!session || !tern_resource_release(&session->resource)) return;
  const tern_allocator_t *allocator = session->allocator;
  // The last module may use those before it.
  for (size_t i = session->module_count; i-- > 0;) tern_vm_module_stop(session, &session->modules[i]);
  for (size_t i = session->module_count; i-- > 0;) tern_vm_module_unbind(session, &session->modules[i]);
  tern_host_free(allocator, session->modules, (session->module_capacity + 1) * sizeof(*session->modules));
  for (size_t i = 0; i < session->device_count; ++i) {
    tern_buffer_cache_release(session->caches[i]);
    tern_device_release(session->devices[i]);
  }
  release_scopes(session);
  tern_expected_parameters_release(session);
  for (size_t i = 0; i < session->kept_failure_count; ++i) free(session->failures[i]);
  free(session->failures);
#if !TERN_SMALL
  free(session->cache_folder);
#endif
  tern_host_free(allocator, session->devices, (session->device_capacity + 1) * sizeof(void *));
  tern_host_free(allocator, session->caches, (session->device_capacity + 1) * sizeof(void *));
  pthread_mutex_destroy(&session->mutex);
  tern_instance_t *instance = session->instance;
  tern_host_free(allocator, session, sizeof(*session));
  tern_instance_release(instance);
}

//---- Access ----

tern_device_t *tern_session_device_at(const tern_session_t *session, size_t index) {
  return index < session->device_count ? session->devices[index] : NULL;
}

struct tern_buffer_cache_t *tern_session_cache_for(const tern_session_t *session, const tern_device_t *device) {
  for (size_t i = 0; i < session->device_count; ++i) {
    if (session->devices[i] == device) return session->caches[i];
  }
  return NULL;
}

void tern_session_add_failure(tern_session_t *session, const char *message) {
  char *copy = strdup(message);
  pthread_mutex_lock(&session->mutex);
  if (!session->failures) session->failures = calloc(TERN_SESSION_FAILURE_MAX, sizeof(*session->failures));
  ++session->failure_count;
  if (copy && session->failures && session->kept_failure_count < TERN_SESSION_FAILURE_MAX) {
    session->failures[session->kept_failure_count++] = copy;
    copy = NULL;
  }
  pthread_mutex_unlock(&session->mutex);
  free(copy);
}

size_t tern_session_failure_count(const tern_session_t *session) {
  tern_session_t *mutable_session = (tern_session_t *)session;
  pthread_mutex_lock(&mutable_session->mutex);
  size_t count = session->failure_count;
  pthread_mutex_unlock(&mutable_session->mutex);
  return count;
}

const char *tern_session_failure_at(const tern_session_t *session, size_t index) {
  tern_session_t *mutable_session = (tern_session_t *)session;
  pthread_mutex_lock(&mutable_session->mutex);
  const char *message = index < session->kept_failure_count ? session->failures[index] : NULL;
  pthread_mutex_unlock(&mutable_session->mutex);
  return message;
}

size_t tern_session_expectation_count(const tern_session_t *session) {
  return atomic_load(&((tern_session_t *)session)->expectation_count);
}

//---- Calls by name ----

tern_status_t tern_session_find(tern_session_t *session, const char *name, tern_vm_module_t **out_module,
                                uint32_t *out_export) {
  size_t index;
  for (size_t i = session->module_count; i-- > 0;) {
    *out_module = &session->modules[i];
    if (!tern_module_has_function((*out_module)->module, name, &index)) continue;
    *out_export = (uint32_t)index;
    return tern_ok();
  }
  *out_module = NULL;
  if (!session->module_count) return tern_status_make(TERN_NOT_FOUND, "there is no function '%.100s'", name);
  return tern_module_find_function(session->modules[session->module_count - 1].module, name, &index);
}

tern_status_t tern_session_call(tern_session_t *session, const char *name, const tern_variant_t *arguments,
                                size_t argument_count, tern_variant_t *results, size_t result_count) {
  for (size_t i = 0; i < result_count; ++i) results[i] = (tern_variant_t){TERN_VARIANT_NONE, {0}};
  tern_vm_module_t *module;
  uint32_t export_ordinal;
  TERN_RETURN_IF_ERROR(tern_session_find(session, name, &module, &export_ordinal));
  const tern_function_info_t *info = tern_module_function_at(module->module, export_ordinal);
  if (argument_count != info->argument_count || result_count != info->result_count) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "function '%s' takes %u arguments and has %u results, but got %zu and room for %zu",
                            info->name, info->argument_count, info->result_count, argument_count, result_count);
  }
  tern_vm_stack_t stack;
  tern_vm_stack_initialize(session->allocator, &stack);
  tern_status_t status = tern_call_run(session, module, export_ordinal, arguments, NULL, NULL, results, &stack);
  tern_vm_stack_deinitialize(&stack);
  return status;
}

//---- Calls with tensors ----

static tern_status_t convert_inputs(tern_session_t *session, const tern_function_info_t *info,
                                    const tern_tensor_t *inputs, tern_variant_t *arguments) {
  for (uint32_t i = 0; i < info->argument_count; ++i) {
    tern_status_t status =
        tern_variant_from_tensor(tern_session_device_at(session, 0), &info->arguments[i], &inputs[i], &arguments[i]);
    if (!tern_status_is_ok(status)) {
      return tern_status_make(status.code, "argument %u of function '%s': %s", i, info->name, status.message);
    }
  }
  return tern_ok();
}

static tern_status_t convert_results(const tern_function_info_t *info, const tern_variant_t *results,
                                     tern_tensor_t *outputs) {
  for (uint32_t i = 0; i < info->result_count; ++i) {
    tern_status_t status = tern_variant_to_tensor(&results[i], &outputs[i]);
    if (!tern_status_is_ok(status)) {
      return tern_status_make(status.code, "result %u of function '%s': %s", i, info->name, status.message);
    }
  }
  return tern_ok();
}

tern_status_t tern_session_run(tern_session_t *session, const char *name, const tern_tensor_t *inputs,
                               size_t input_count, tern_tensor_t **out_outputs, size_t *out_output_count) {
  *out_outputs = NULL;
  *out_output_count = 0;
  tern_vm_module_t *module;
  uint32_t export_ordinal;
  TERN_RETURN_IF_ERROR(tern_session_find(session, name, &module, &export_ordinal));
  const tern_function_info_t *info = tern_module_function_at(module->module, export_ordinal);
  if (input_count != info->argument_count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "function '%s' takes %u arguments but got %zu", info->name,
                            info->argument_count, input_count);
  }
  size_t count = (size_t)info->argument_count + info->result_count;
  tern_variant_t *variants = calloc(count + 1, sizeof(*variants)), *results = variants + info->argument_count;
  tern_tensor_t *outputs = calloc((size_t)info->result_count + 1, sizeof(*outputs));
  tern_status_t status =
      variants && outputs ? convert_inputs(session, info, inputs, variants) : tern_no_memory("a call");
  if (tern_status_is_ok(status)) {
    status = tern_session_call(session, name, variants, input_count, results, info->result_count);
  }
  if (tern_status_is_ok(status)) status = convert_results(info, results, outputs);
  for (size_t i = 0; variants && i < count; ++i) tern_variant_reset(&variants[i]);
  free(variants);
  if (tern_status_is_ok(status)) {
    *out_outputs = outputs;
    *out_output_count = info->result_count;
  } else {
    tern_session_free_outputs(outputs, outputs ? info->result_count : 0);
  }
  return status;
}

void tern_session_free_outputs(tern_tensor_t *outputs, size_t output_count) {
  for (size_t i = 0; outputs && i < output_count; ++i) tern_tensor_deinitialize(&outputs[i]);
  free(outputs);
}
