// The native module `io_parameters`: programs load, read and write parameters that the session's archives hold.
//
// Keys come as a table of pairs of 32 bits (offset and size) into a buffer of text; spans as triples of 64 bits (offset in
// the parameter, offset in the buffer, length). See convert/vm/io_parameters_to_vm.c.

#include <string.h>

#include "runtime/buffer.h"
#include "runtime/hal/hal_module.h"
#include "runtime/parameters.h"

typedef struct span {
  uint64_t parameter_offset, buffer_offset, size;
} span_t;

// The lists of keys and spans of a call.
typedef struct batch {
  const tern_native_call_t *call;
  tern_str_t scope;  // without data: the one without a name
  const tern_vm_buffer_t *key_table, *key_data, *spans;
  size_t count;
} batch_t;

static tern_status_t get_batch(const tern_native_call_t *call, size_t scope, size_t first, batch_t *out_batch) {
  TERN_NATIVE_OBJECT(const tern_vm_buffer_t, key_table, call, first, tern_vm_buffer_type);
  TERN_NATIVE_OBJECT(const tern_vm_buffer_t, key_data, call, first + 1, tern_vm_buffer_type);
  TERN_NATIVE_OBJECT(const tern_vm_buffer_t, spans, call, first + 2, tern_vm_buffer_type);
  *out_batch = (batch_t){.call = call,
                         .key_table = key_table,
                         .key_data = key_data,
                         .spans = spans,
                         .count = key_table->size / (2 * sizeof(uint32_t))};
  if (call->arguments[scope].ref.object) {
    TERN_NATIVE_OBJECT(const tern_vm_buffer_t, name, call, scope, tern_vm_buffer_type);
    out_batch->scope = tern_str_make((const char *)name->data, name->size);
  }
  if (spans->size / sizeof(span_t) >= out_batch->count) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "there are %zu keys of parameters but only %zu spans",
                          out_batch->count, spans->size / sizeof(span_t));
}

static int shown(tern_str_t text) { return (int)(text.size < 100 ? text.size : 100); }

static tern_status_t fail(const batch_t *batch, tern_str_t key, tern_status_code_t code, const char *what) {
  return tern_status_make(code, "parameter '%.*s%s%.*s' %s", shown(batch->scope), batch->scope.data,
                          batch->scope.size ? "::" : "", shown(key), key.data, what);
}

static tern_status_t get_key(const batch_t *batch, size_t index, tern_str_t *out_key) {
  uint32_t place[2];
  memcpy(place, batch->key_table->data + index * sizeof(place), sizeof(place));
  if (place[0] > batch->key_data->size || place[1] > batch->key_data->size - place[0]) {
    return tern_status_make(TERN_OUT_OF_RANGE, "key %zu of the parameters is outside of the text of keys", index);
  }
  *out_key = tern_str_make((const char *)batch->key_data->data + place[0], place[1]);
  return tern_ok();
}

// Finds the parameter of the `index`-th key, in which the span lies.
static tern_status_t find(const batch_t *batch, size_t index, span_t *out_span, const tern_parameter_t **out_parameter,
                          bool *out_is_writable) {
  tern_str_t key = {0};
  TERN_RETURN_IF_ERROR(get_key(batch, index, &key));
  memcpy(out_span, batch->spans->data + index * sizeof(*out_span), sizeof(*out_span));
  bool has_scope = false;
  *out_parameter = NULL;
  for (const tern_session_scope_t *scope = batch->call->session->scopes; scope && !*out_parameter;
       scope = scope->next) {
    if (!tern_str_equal(tern_str_make(scope->name, scope->name_size), batch->scope)) continue;
    has_scope = true;
    *out_parameter = tern_parameters_find(scope->parameters, key.data, key.size);
    *out_is_writable = scope->parameters->is_writable;
  }
  if (!*out_parameter) {
    return fail(batch, key, TERN_NOT_FOUND,
                has_scope ? "is in none of the archives of its scope" : "is in a scope for which there is no archive");
  }
  uint64_t size = (*out_parameter)->size;
  if (out_span->parameter_offset <= size && out_span->size <= size - out_span->parameter_offset) return tern_ok();
  return tern_status_make(TERN_OUT_OF_RANGE,
                          "parameter '%.*s%s%.*s' has %llu bytes, the program "
                          "uses %llu bytes at offset %llu",
                          shown(batch->scope), batch->scope.data, batch->scope.size ? "::" : "", shown(key), key.data,
                          (unsigned long long)size, (unsigned long long)out_span->size,
                          (unsigned long long)out_span->parameter_offset);
}

// Writes the span of a parameter into a buffer.
static tern_status_t upload(const tern_parameter_t *parameter, const span_t *span, tern_hal_buffer_t *target) {
  const unsigned char *data = parameter->data;
  if (!parameter->pattern_size) {
    return tern_hal_buffer_write(target, span->buffer_offset, data + span->parameter_offset, (size_t)span->size);
  }
  // Repeated to a piece of a size that is worth a copy; all patterns divide it.
  unsigned char piece[1024];
  for (size_t i = 0; i < sizeof(piece); ++i) piece[i] = data[(span->parameter_offset + i) % parameter->pattern_size];
  for (uint64_t done = 0; done < span->size; done += sizeof(piece)) {
    size_t size = span->size - done < sizeof(piece) ? (size_t)(span->size - done) : sizeof(piece);
    TERN_RETURN_IF_ERROR(tern_hal_buffer_write(target, span->buffer_offset + done, piece, size));
  }
  return tern_ok();
}

//---- load ----

static void release_archive(void *user_data, void *data) {
  (void)data;
  tern_parameters_release(user_data);
}

static tern_parameters_t *archive_of(const batch_t *batch, const tern_parameter_t *parameter) {
  for (const tern_session_scope_t *scope = batch->call->session->scopes; scope; scope = scope->next) {
    const tern_parameter_t *rows = scope->parameters->rows;
    if (parameter >= rows && parameter < rows + scope->parameters->count) return scope->parameters;
  }
  return NULL;
}

// A buffer of the parameter's own memory, which the archive keeps.
static tern_status_t wrap(const batch_t *batch, const tern_parameter_t *parameter, const span_t *span,
                          tern_device_t *device, tern_hal_buffer_t **out_buffer) {
  tern_parameters_t *archive = archive_of(batch, parameter);
  unsigned char *data = (unsigned char *)parameter->data + span->parameter_offset;
  tern_parameters_retain(archive);
  return tern_hal_buffer_import(device, data, (size_t)span->size, release_archive, archive, out_buffer);
}

static tern_status_t load_one(const batch_t *batch, size_t index, tern_device_t *device, tern_buffer_usage_t usage,
                              tern_hal_buffer_t **out_buffer) {
  const tern_parameter_t *parameter;
  span_t span;
  bool is_writable;
  *out_buffer = NULL;
  TERN_RETURN_IF_ERROR(find(batch, index, &span, &parameter, &is_writable));
  span.buffer_offset = 0;
  // What may be written is copied: a program that writes the parameter does not mean to change what it loaded.
  const unsigned char *data = (const unsigned char *)parameter->data + span.parameter_offset;
  if (!parameter->pattern_size && !is_writable && span.size && tern_hal_can_import(device, data)) {
    return wrap(batch, parameter, &span, device, out_buffer);
  }
  TERN_RETURN_IF_ERROR(tern_hal_allocate(batch->call->session, device, usage, (int64_t)span.size, out_buffer));
  tern_status_t status = upload(parameter, &span, *out_buffer);
  if (tern_status_is_ok(status)) return status;
  tern_hal_buffer_release(*out_buffer);
  *out_buffer = NULL;
  return status;
}

// device, affinity, wait, signal, scope, affinity, memory types, usage, key table, key data, spans
tern_status_t tern_io_parameters_load(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  batch_t batch;
  tern_vm_list_t *list;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_RETURN_IF_ERROR(get_batch(call, 4, 8, &batch));
  TERN_RETURN_IF_ERROR(tern_hal_queue_wait(&queue));
  tern_buffer_usage_t usage = tern_hal_usage(queue.device, tern_native_i32(call, 6), tern_native_i32(call, 7));
  TERN_RETURN_IF_ERROR(
      tern_vm_list_create(call->session->allocator, TERN_VM_ELEMENT_REF, (uint32_t)batch.count, &list));
  tern_status_t status = tern_vm_list_resize(list, (uint32_t)batch.count);
  for (size_t i = 0; i < batch.count && tern_status_is_ok(status); ++i) {
    tern_hal_buffer_t *buffer;
    status = load_one(&batch, i, queue.device, usage, &buffer);
    if (tern_status_is_ok(status)) {
      status = tern_vm_list_set_ref(list, (uint32_t)i, tern_ref_make(&tern_hal_buffer_type, buffer));
    }
  }
  if (tern_status_is_ok(status)) status = tern_hal_queue_join(&queue);
  if (tern_status_is_ok(status)) {
    call->results[0].ref = tern_ref_make(&tern_vm_list_type, list);
  } else {
    tern_vm_list_type.release(list);
  }
  return status;
}

//---- gather and scatter ----

// device, affinity, wait, signal, scope, target, key table, key data, spans
tern_status_t tern_io_parameters_gather(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  batch_t batch;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, target, call, 5, tern_hal_buffer_type);
  TERN_RETURN_IF_ERROR(get_batch(call, 4, 6, &batch));
  TERN_RETURN_IF_ERROR(tern_hal_queue_wait(&queue));
  for (size_t i = 0; i < batch.count; ++i) {
    const tern_parameter_t *parameter;
    span_t span;
    bool is_writable;
    TERN_RETURN_IF_ERROR(find(&batch, i, &span, &parameter, &is_writable));
    TERN_RETURN_IF_ERROR(upload(parameter, &span, target));
  }
  return tern_hal_queue_join(&queue);
}

// device, affinity, wait, signal, source, scope, key table, key data, spans
tern_status_t tern_io_parameters_scatter(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  batch_t batch;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, source, call, 4, tern_hal_buffer_type);
  TERN_RETURN_IF_ERROR(get_batch(call, 5, 6, &batch));
  TERN_RETURN_IF_ERROR(tern_hal_queue_wait(&queue));
  for (size_t i = 0; i < batch.count; ++i) {
    const tern_parameter_t *parameter;
    span_t span;
    bool is_writable = false;
    TERN_RETURN_IF_ERROR(find(&batch, i, &span, &parameter, &is_writable));
    if (!is_writable) {
      return fail(&batch, tern_str_make(parameter->key, parameter->key_size), TERN_FAILED_PRECONDITION,
                  "is written, but its archive is not writable");
    }
    unsigned char *data = (unsigned char *)parameter->data + span.parameter_offset;
    TERN_RETURN_IF_ERROR(tern_hal_buffer_read(source, span.buffer_offset, data, (size_t)span.size));
  }
  return tern_hal_queue_join(&queue);
}
