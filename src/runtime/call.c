// Prepared calls: tern/session.h. The stack and the arguments stay from run to run.

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/call_values.h"

struct tern_call_t {
  tern_session_t *session;  // a reference
  tern_vm_module_t *module;
  uint32_t export_ordinal;
  const tern_function_info_t *info;
  tern_variant_t *arguments;  // with a reference each; behind them the results
  tern_variant_t *results;
  size_t block_size;  // bytes of both
  tern_vm_stack_t stack;
  // A run that was submitted.
  bool is_running;  // until it was waited for
  bool has_thread;
  pthread_t thread;
  tern_fence_t *wait, *signal;  // references; NULL for none
  tern_status_code_t code;      // how it went
  char *message;                // owned
};

tern_status_t tern_call_create(tern_session_t *session, const char *name, tern_call_t **out_call) {
  *out_call = NULL;
  tern_vm_module_t *module;
  uint32_t export_ordinal;
  TERN_RETURN_IF_ERROR(tern_session_find(session, name, &module, &export_ordinal));
  const tern_function_info_t *info = tern_module_function_at(module->module, export_ordinal);
  tern_call_t *call = tern_host_allocate(session->allocator, sizeof(*call));
  size_t size = ((size_t)info->argument_count + info->result_count + 1) * sizeof(tern_variant_t);
  tern_variant_t *variants = call ? tern_host_allocate(session->allocator, size) : NULL;
  if (!variants) {
    tern_host_free(session->allocator, call, sizeof(*call));
    return tern_no_memory("a call");
  }
  tern_session_retain(session);
  call->session = session;
  call->module = module;
  call->export_ordinal = export_ordinal;
  call->info = info;
  call->arguments = variants;
  call->results = variants + info->argument_count;
  call->block_size = size;
  tern_vm_stack_initialize(session->allocator, &call->stack);
  *out_call = call;
  return tern_ok();
}

static void reset_results(tern_call_t *call) {
  for (uint32_t i = 0; i < call->info->result_count; ++i) tern_variant_reset(&call->results[i]);
}

void tern_call_destroy(tern_call_t *call) {
  if (!call) return;
  tern_status_t status = tern_call_wait(call);
  (void)status;  // who wanted to know has asked
  reset_results(call);
  for (uint32_t i = 0; i < call->info->argument_count; ++i) tern_variant_reset(&call->arguments[i]);
  tern_session_t *session = call->session;
  tern_vm_stack_deinitialize(&call->stack);
  tern_host_free(session->allocator, call->arguments, call->block_size);
  tern_host_free(session->allocator, call, sizeof(*call));
  tern_session_release(session);
}

const tern_function_info_t *tern_call_function(const tern_call_t *call) { return call->info; }

static tern_status_t check_idle(const tern_call_t *call) {
  if (!call->is_running) return tern_ok();
  return tern_status_make(TERN_FAILED_PRECONDITION, "the call of '%s' runs, or was not waited for", call->info->name);
}

static tern_status_t check_argument(const tern_call_t *call, size_t index) {
  TERN_RETURN_IF_ERROR(check_idle(call));
  if (index < call->info->argument_count) return tern_ok();
  return tern_status_make(TERN_OUT_OF_RANGE, "function '%s' has no argument %zu, it takes %u", call->info->name, index,
                          call->info->argument_count);
}

tern_status_t tern_call_set(tern_call_t *call, size_t index, tern_variant_t argument) {
  TERN_RETURN_IF_ERROR(check_argument(call, index));
  tern_status_t status = tern_variant_check(&call->info->arguments[index], &argument);
  if (!tern_status_is_ok(status)) {
    return tern_status_make(status.code, "argument %zu of function '%s': %s", index, call->info->name, status.message);
  }
  tern_variant_retain(&argument);
  tern_variant_reset(&call->arguments[index]);
  call->arguments[index] = argument;
  return tern_ok();
}

tern_status_t tern_call_set_buffer_view(tern_call_t *call, size_t index, tern_buffer_view_t *view) {
  return tern_call_set(call, index, tern_variant_buffer_view(view));
}

tern_status_t tern_call_set_tensor(tern_call_t *call, size_t index, const tern_tensor_t *tensor) {
  TERN_RETURN_IF_ERROR(check_argument(call, index));
  tern_variant_t argument;
  tern_status_t status = tern_variant_from_tensor(tern_session_device_at(call->session, 0),
                                                  &call->info->arguments[index], tensor, &argument);
  if (tern_status_is_ok(status)) status = tern_call_set(call, index, argument);
  tern_variant_reset(&argument);
  return status;
}

tern_status_t tern_call_invoke(tern_call_t *call) {
  TERN_RETURN_IF_ERROR(check_idle(call));
  reset_results(call);
  return tern_call_run(call->session, call->module, call->export_ordinal, call->arguments, NULL, NULL, call->results,
                       &call->stack);
}

//---- Submission ----

static void keep_status(tern_call_t *call, tern_status_t status) {
  call->code = status.code;
  call->message = tern_status_is_ok(status) ? NULL : strdup(status.message);
}

static void *run_submitted(void *user_data) {
  tern_call_t *call = user_data;
  tern_status_t status = tern_fence_wait(call->wait, TERN_TIMEOUT_INFINITE, NULL);
  if (tern_status_is_ok(status)) {
    status = tern_call_run(call->session, call->module, call->export_ordinal, call->arguments, NULL, NULL,
                           call->results, &call->stack);
  }
  keep_status(call, status);
  if (call->signal && tern_status_is_ok(status)) status = tern_fence_signal(call->signal);
  if (call->signal && !tern_status_is_ok(status)) tern_fence_fail(call->signal, status);
  return NULL;
}

static void drop_fences(tern_call_t *call) {
  tern_fence_release(call->wait);
  tern_fence_release(call->signal);
  call->wait = call->signal = NULL;
}

// An asynchronous function runs here: it does not wait.
static tern_status_t submit_async(tern_call_t *call, tern_fence_t *wait, tern_fence_t *signal) {
  tern_fence_t *end = signal;
  if (!signal) TERN_RETURN_IF_ERROR(tern_fence_create(tern_session_device_at(call->session, 0), &end));
  tern_status_t status = tern_call_run(call->session, call->module, call->export_ordinal, call->arguments, wait, end,
                                       call->results, &call->stack);
  if (tern_status_is_ok(status)) {
    tern_fence_retain(end);
    call->signal = end;
    call->is_running = true;
  } else {
    tern_fence_fail(end, status);
  }
  if (!signal) tern_fence_release(end);
  return status;
}

tern_status_t tern_call_submit(tern_call_t *call, tern_fence_t *wait, tern_fence_t *signal) {
  TERN_RETURN_IF_ERROR(check_idle(call));
  for (uint32_t i = 0; i < call->info->argument_count; ++i) {
    TERN_RETURN_IF_ERROR(tern_variant_check(&call->info->arguments[i], &call->arguments[i]));
  }
  reset_results(call);
  if (call->info->is_async) return submit_async(call, wait, signal);
  tern_fence_retain(wait);
  tern_fence_retain(signal);
  call->wait = wait;
  call->signal = signal;
  int error = pthread_create(&call->thread, NULL, run_submitted, call);
  if (error) {
    drop_fences(call);
    return tern_status_make(TERN_UNSUPPORTED, "cannot start a thread for a call: error %d", error);
  }
  call->is_running = call->has_thread = true;
  return tern_ok();
}

tern_status_t tern_call_wait(tern_call_t *call) {
  if (!call->is_running) return tern_ok();
  tern_status_t status = tern_ok();
  if (call->has_thread) {
    pthread_join(call->thread, NULL);
    if (call->code != TERN_OK) status = tern_status_make(call->code, "%s", call->message ? call->message : "");
    free(call->message);
    call->message = NULL;
    call->code = TERN_OK;
  } else {
    status = tern_fence_wait(call->signal, TERN_TIMEOUT_INFINITE, NULL);
  }
  call->is_running = call->has_thread = false;
  drop_fences(call);
  return status;
}

//---- Results ----

const tern_variant_t *tern_call_result(const tern_call_t *call, size_t index) {
  if (index >= call->info->result_count) return NULL;
  const tern_variant_t *result = &call->results[index];
  bool is_there = result->kind != TERN_VARIANT_NONE || call->info->results[index].kind == TERN_VARIANT_OPAQUE;
  return is_there ? result : NULL;
}

static tern_status_t find_result(const tern_call_t *call, size_t index, const tern_variant_t **out_result) {
  *out_result = tern_call_result(call, index);
  if (*out_result) return tern_ok();
  return tern_status_make(TERN_OUT_OF_RANGE, "the call of '%s' has no result %zu", call->info->name, index);
}

tern_status_t tern_call_result_buffer_view(const tern_call_t *call, size_t index, tern_buffer_view_t **out_view) {
  const tern_variant_t *result;
  *out_view = NULL;
  TERN_RETURN_IF_ERROR(find_result(call, index, &result));
  if (result->kind != TERN_VARIANT_BUFFER_VIEW) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "result %zu of '%s' is no buffer view", index, call->info->name);
  }
  *out_view = result->as.buffer_view;
  return tern_ok();
}

tern_status_t tern_call_result_tensor(const tern_call_t *call, size_t index, tern_tensor_t *out_tensor) {
  const tern_variant_t *result;
  memset(out_tensor, 0, sizeof(*out_tensor));
  TERN_RETURN_IF_ERROR(find_result(call, index, &result));
  return tern_variant_to_tensor(result, out_tensor);
}
