// The native module `io_parameters`: programs load, read and write parameters that the session's archives hold.
//
// Keys come as a table of pairs of 32 bits (offset and size) into a buffer of text; spans as triples of 64 bits (offset in
// the parameter, offset in the buffer, length). See convert/vm/io_parameters_to_vm.c.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "runtime/buffer.h"
#include "runtime/hal/expected_parameters.h"
#include "runtime/hal/hal_module.h"
#include "runtime/hal/packed_cache.h"

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

static tern_status_t get_key(const batch_t *batch, size_t index, tern_str_t *out_key) {
  uint32_t place[2];
  memcpy(place, batch->key_table->data + index * sizeof(place), sizeof(place));
  if (place[0] > batch->key_data->size || place[1] > batch->key_data->size - place[0]) {
    return tern_status_make(TERN_OUT_OF_RANGE, "key %zu of the parameters is outside of the text of keys", index);
  }
  *out_key = tern_str_make((const char *)batch->key_data->data + place[0], place[1]);
  return tern_ok();
}

// A parameter that a call names.
typedef struct found {
  const tern_expected_parameter_t *expected;  // NULL if the program said nothing
  const tern_parameter_t *parameter;
  tern_parameters_t *archive;
  span_t span;
  bool is_packed;
} found_t;

static size_t packed_size(const found_t *found) { return tern_expected_parameter_packed_size(found->expected); }

// Finds the parameter of the `index`-th key, in which the span lies.
static tern_status_t find(const batch_t *batch, size_t index, found_t *out_found) {
  tern_str_t key = {0};
  bool has_scope;
  TERN_RETURN_IF_ERROR(get_key(batch, index, &key));
  tern_session_t *session = batch->call->session;
  const tern_expected_parameter_t *expected = tern_expected_parameter_find(session, batch->scope, key);
  *out_found = (found_t){.expected = expected, .is_packed = expected && expected->source.data};
  if (out_found->is_packed) key = expected->source;
  memcpy(&out_found->span, batch->spans->data + index * sizeof(out_found->span), sizeof(out_found->span));
  out_found->parameter = tern_session_parameter(session, batch->scope, key, &out_found->archive, &has_scope);
  if (!out_found->parameter) {
    return tern_parameter_failure(
        batch->scope, key, NULL, TERN_NOT_FOUND,
        has_scope ? "is in none of the archives of its scope" : "is in a scope for which there is no archive");
  }
  const span_t *span = &out_found->span;
  uint64_t size = out_found->is_packed ? packed_size(out_found) : out_found->parameter->size;
  if (span->parameter_offset <= size && span->size <= size - span->parameter_offset) return tern_ok();
#if TERN_SMALL
  return tern_status_make(TERN_OUT_OF_RANGE, "");
#else
  char text[128];
  snprintf(text, sizeof(text), "has %llu bytes, the program uses %llu bytes at offset %llu", (unsigned long long)size,
           (unsigned long long)span->size, (unsigned long long)span->parameter_offset);
  return tern_parameter_failure(batch->scope, key, NULL, TERN_OUT_OF_RANGE, text);
#endif
}

// Makes panels where they will be, if the host can write there, and else copies them.
static tern_status_t upload_packed(const found_t *found, tern_device_t *device, tern_hal_buffer_t *target) {
  const span_t *span = &found->span;
  tern_buffer_range_t range;
  TERN_RETURN_IF_ERROR(tern_hal_buffer_range(target, span->buffer_offset, span->size, &range));
  bool is_mapped = (range.buffer->usage & TERN_BUFFER_USAGE_MAPPING) && span->size == packed_size(found);
  void *panels;
  if (is_mapped) {
    TERN_RETURN_IF_ERROR(tern_buffer_map(range.buffer, TERN_MAP_ACCESS_WRITE, range.offset, range.size, &panels));
  } else {
    panels = malloc(packed_size(found));
    if (!panels) return tern_no_memory("a parameter");
  }
  tern_status_t status =
      tern_expected_parameter_pack(found->expected, found->archive, found->parameter, device, panels);
  if (is_mapped) {
    tern_status_t unmapped = tern_buffer_unmap(range.buffer, TERN_MAP_ACCESS_WRITE, range.offset, range.size);
    return tern_status_is_ok(status) ? unmapped : status;
  }
  if (tern_status_is_ok(status)) {
    status =
        tern_hal_buffer_write(target, span->buffer_offset, (char *)panels + span->parameter_offset, (size_t)span->size);
  }
  free(panels);
  return status;
}

// Writes the span of a parameter into a buffer, a piece at a time: what was read of a file is given back.
static tern_status_t upload(const found_t *found, tern_device_t *device, tern_hal_buffer_t *target) {
  enum { PIECE_SIZE = 8 << 20, ROOM_SIZE = 4096 };
  if (found->is_packed) return upload_packed(found, device, target);
  const tern_parameter_t *parameter = found->parameter;
  const span_t *span = &found->span;
  bool is_plain = !parameter->pattern_size && !parameter->is_column_major;
  unsigned char room[ROOM_SIZE];
  size_t size;
  for (uint64_t done = 0; done < span->size; done += size) {
    size = is_plain ? PIECE_SIZE : ROOM_SIZE;
    if (size > span->size - done) size = (size_t)(span->size - done);
    const unsigned char *data = room;
    if (is_plain) {
      data = (const unsigned char *)parameter->data + span->parameter_offset + done;
    } else {
      tern_parameter_read(parameter, span->parameter_offset + done, size, room);
    }
    TERN_RETURN_IF_ERROR(tern_hal_buffer_write(target, span->buffer_offset + done, data, size));
    if (is_plain) tern_parameters_drop_pages(found->archive, data, size);
  }
  if (parameter->is_column_major) tern_parameters_drop_pages(found->archive, parameter->data, parameter->size);
  return tern_ok();
}

//---- load ----

// Memory of an archive that a buffer uses.
typedef struct loan {
  tern_parameters_t *archive;  // a reference
  size_t size;
} loan_t;

static void end_loan(void *user_data, void *data) {
  loan_t *loan = user_data;
  tern_parameters_drop_pages(loan->archive, data, loan->size);
  tern_parameters_release(loan->archive);
  free(loan);
}

// A buffer of the parameter's own memory, which the archive keeps.
static tern_status_t wrap(const found_t *found, tern_device_t *device, tern_hal_buffer_t **out_buffer) {
  loan_t *loan = malloc(sizeof(*loan));
  if (!loan) return tern_no_memory("a buffer");
  *loan = (loan_t){found->archive, (size_t)found->span.size};
  tern_parameters_retain(found->archive);
  unsigned char *data = (unsigned char *)found->parameter->data + found->span.parameter_offset;
  return tern_hal_buffer_import(device, data, loan->size, end_loan, loan, out_buffer);
}

// What may be written is copied: a program that writes the parameter does not mean to change what it loaded.
static bool is_usable_in_place(const found_t *found, tern_device_t *device) {
  const tern_parameter_t *parameter = found->parameter;
  return !found->is_packed && !parameter->pattern_size && !parameter->is_column_major && !found->archive->is_writable &&
         found->span.size &&
         tern_hal_can_import(device, (const char *)parameter->data + found->span.parameter_offset,
                             found->expected ? found->expected->alignment : 0);
}

static tern_status_t load_one(const batch_t *batch, size_t index, tern_device_t *device, tern_buffer_usage_t usage,
                              tern_hal_buffer_t **out_buffer) {
  found_t found;
  *out_buffer = NULL;
  TERN_RETURN_IF_ERROR(find(batch, index, &found));
  found.span.buffer_offset = 0;
  if (is_usable_in_place(&found, device)) return wrap(&found, device, out_buffer);
#if !TERN_SMALL
  if (found.is_packed && found.span.size == packed_size(&found)) {
    TERN_RETURN_IF_ERROR(tern_packed_cache_load(batch->call->session, found.expected, found.archive, found.parameter,
                                                device, out_buffer));
    if (*out_buffer) return tern_ok();
  }
#endif
  TERN_RETURN_IF_ERROR(tern_hal_allocate(batch->call->session, device, usage, (int64_t)found.span.size, out_buffer));
  tern_status_t status = upload(&found, device, *out_buffer);
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
    found_t found;
    TERN_RETURN_IF_ERROR(find(&batch, i, &found));
    TERN_RETURN_IF_ERROR(upload(&found, queue.device, target));
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
    found_t found;
    TERN_RETURN_IF_ERROR(find(&batch, i, &found));
    const tern_parameter_t *parameter = found.parameter;
    if (!found.archive->is_writable || found.is_packed) {
      return tern_parameter_failure(batch.scope, tern_str_make(parameter->key, parameter->key_size), NULL,
                                    TERN_FAILED_PRECONDITION, "is written, but its archive is not writable");
    }
    unsigned char *data = (unsigned char *)parameter->data + found.span.parameter_offset;
    TERN_RETURN_IF_ERROR(tern_hal_buffer_read(source, found.span.buffer_offset, data, (size_t)found.span.size));
  }
  return tern_hal_queue_join(&queue);
}
