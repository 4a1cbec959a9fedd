// Functions of the host that programs call.
//
// The first operand of a call is a list of 64-bit integers: the number of the function, then for each result PJRT's element type, the
// number of dimensions, and the sizes.

#include "pjrt/callbacks.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "pjrt/extensions.h"
#include "pjrt/support/element_type.h"

static _Atomic(tern_pjrt_host_call_t) host_call;

static void set(tern_pjrt_host_call_t call) { atomic_store(&host_call, call); }

tern_pjrt_host_calls_extension_t tern_pjrt_host_calls_extension = {
    .base = {.struct_size = sizeof(tern_pjrt_host_calls_extension),
             .type = (PJRT_Extension_Type)TERN_PJRT_HOST_CALLS_EXTENSION},
    .set = set,
};

// One call.
typedef struct call_t {
  const tern_variant_t *arguments;
  tern_variant_t *results;
  size_t argument_count, result_count;
  void **addresses;  // of copies of the arguments, then of the results; owned
} call_t;

static tern_status_t malformed(void) {
  return tern_status_make(
      TERN_INVALID_ARGUMENT,
      "a call of @tern_host_call begins with a list of integers: the function, and type, rank and sizes of "
      "each result");
}

// Makes the arrays of the results, as the numbers behind the function's say.
static tern_status_t make_results(tern_device_t *device, const int64_t *words, size_t count, call_t *call) {
  size_t at = 1;
  for (size_t i = 0; i < call->result_count; ++i) {
    if (count - at < 2) return malformed();
    tern_element_type_t type = tern_pjrt_element_type((PJRT_Buffer_Type)words[at]);
    int64_t rank = words[at + 1];
    at += 2;
    if (rank < 0 || (uint64_t)rank > count - at) return malformed();
    tern_buffer_view_t *view;
    TERN_RETURN_IF_ERROR(tern_buffer_view_allocate(device, type, (uint32_t)rank, words + at, NULL, 0, &view));
    call->results[i] = tern_variant_buffer_view(view);
    at += (size_t)rank;
  }
  return at == count ? tern_ok() : malformed();
}

static tern_status_t call_with(call_t *call, int64_t id) {
  tern_pjrt_host_call_t function = atomic_load(&host_call);
  if (!function) {
    return tern_status_make(TERN_FAILED_PRECONDITION,
                            "the framework has not said how its functions are called; import jax_plugins.tern");
  }
  char error[960] = "";
  const void *const *arguments = (const void *const *)call->addresses + 1;
  if (function(id, arguments, call->addresses + call->argument_count, error, sizeof error) == 0) return tern_ok();
  error[sizeof error - 1] = '\0';
  return tern_status_make(TERN_INTERNAL, "%s", error[0] ? error : "a function of the host failed");
}

static tern_status_t copy_in(call_t *call) {
  for (size_t i = 0; i < call->argument_count + call->result_count; ++i) {
    bool is_argument = i < call->argument_count;
    const tern_variant_t *value = is_argument ? &call->arguments[i] : &call->results[i - call->argument_count];
    size_t size = tern_buffer_view_size(value->as.buffer_view);
    void *copy = malloc(size + 1);
    if (!copy) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a call of the host");
    call->addresses[i] = copy;
    if (is_argument && size) TERN_RETURN_IF_ERROR(tern_buffer_view_read(value->as.buffer_view, copy, size));
  }
  return tern_ok();
}

static tern_status_t copy_out(call_t *call) {
  for (size_t i = 0; i < call->result_count; ++i) {
    tern_buffer_view_t *view = call->results[i].as.buffer_view;
    size_t size = tern_buffer_view_size(view);
    if (size) TERN_RETURN_IF_ERROR(tern_buffer_view_write(view, call->addresses[call->argument_count + i], size));
  }
  return tern_ok();
}

// Arrays are copied, because the memory of devices is not always the host's.
static tern_status_t call_copied(call_t *call, int64_t id) {
  tern_status_t status = copy_in(call);
  if (tern_status_is_ok(status)) status = call_with(call, id);
  if (tern_status_is_ok(status)) status = copy_out(call);
  for (size_t i = 0; i < call->argument_count + call->result_count; ++i) free(call->addresses[i]);
  return status;
}

static tern_status_t run_host_call(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                                   size_t argument_count, tern_variant_t *results, size_t result_count) {
  (void)user_data;
  for (size_t i = 0; i < argument_count; ++i) {
    if (arguments[i].kind != TERN_VARIANT_BUFFER_VIEW) return malformed();
  }
  if (argument_count == 0) return malformed();
  tern_buffer_view_t *head = arguments[0].as.buffer_view;
  size_t count = tern_buffer_view_element_count(head), size = tern_buffer_view_size(head);
  if (count == 0 || size != count * sizeof(int64_t)) return malformed();
  call_t call = {arguments, results, argument_count, result_count, NULL};
  int64_t *words = malloc(size);
  call.addresses = calloc(argument_count + result_count, sizeof(*call.addresses));
  tern_status_t status = words && call.addresses ? tern_buffer_view_read(head, words, size)
                                                 : tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a call");
  if (tern_status_is_ok(status)) status = make_results(device, words, count, &call);
  if (tern_status_is_ok(status)) status = call_copied(&call, words[0]);
  for (size_t i = 0; !tern_status_is_ok(status) && i < result_count; ++i) tern_variant_reset(&results[i]);
  free(call.addresses);
  free(words);
  return status;
}

// What says in which memory a value is to lie: all kinds of memory are the device's.
static tern_status_t give_argument(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                                   size_t argument_count, tern_variant_t *results, size_t result_count) {
  (void)user_data, (void)device;
  if (argument_count != 1 || result_count != 1 || arguments[0].kind != TERN_VARIANT_BUFFER_VIEW) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "@annotate_device_placement takes one array and gives it");
  }
  tern_buffer_view_retain(arguments[0].as.buffer_view);
  results[0] = arguments[0];
  return tern_ok();
}

tern_status_t tern_pjrt_callbacks_register(tern_instance_t *instance) {
  TERN_RETURN_IF_ERROR(tern_instance_register(instance, "custom.annotate_device_placement", give_argument, NULL));
  return tern_instance_register(instance, "custom.tern_host_call", run_host_call, NULL);
}
