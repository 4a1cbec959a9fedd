// Memory for programs: allocators, buffers, buffer views and files.

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "base/string.h"
#include "runtime/buffer.h"
#include "runtime/hal/hal_module.h"
#include "runtime/tensor_text.h"

// Bits of memory types and usages in programs; they are those of IREE.
enum {
  MEMORY_HOST_VISIBLE = 1 << 1,
  USAGE_MAPPING_SCOPED = 1 << 24,
  USAGE_MAPPING_PERSISTENT = 1 << 25,
};

tern_buffer_usage_t tern_hal_usage(const tern_device_t *device, int32_t memory_types, int32_t usage) {
  // All memory of a CPU is mapped anyway; elsewhere a program says where it needs that.
  bool is_mapped = strcmp(tern_device_driver_name(device), "cpu") == 0 || memory_types & MEMORY_HOST_VISIBLE ||
                   usage & (USAGE_MAPPING_SCOPED | USAGE_MAPPING_PERSISTENT);
  return TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_DISPATCH | (is_mapped ? TERN_BUFFER_USAGE_MAPPING : 0);
}

//---- Files ----

// device, affinity, access, buffer, offset, length, flags
tern_status_t tern_hal_file_from_memory(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_vm_buffer_t, source, call, 3, tern_vm_buffer_type);
  uint64_t size = tern_native_u64(call, 5);
  unsigned char *data;
  TERN_RETURN_IF_ERROR(tern_vm_buffer_span(source, tern_native_u64(call, 4), size, false, &data));
  tern_hal_file_t *file = calloc(1, sizeof(*file));
  if (!file) return tern_no_memory("a file");
  tern_resource_initialize(&file->resource);
  tern_resource_retain(&source->resource);
  file->source = source;
  file->data = data;
  file->size = (size_t)size;
  call->results[0].ref = tern_ref_make(&tern_hal_file_type, file);
  return tern_ok();
}

//---- Allocators ----

// memory types, usage, flags, count, pairs of a device and an affinity: the first does.
tern_status_t tern_hal_allocator_select(tern_native_call_t *call) {
  if (tern_native_i64(call, 3) < 1) return tern_status_make(TERN_INVALID_ARGUMENT, "there is no device to select from");
  call->results[0].ref = tern_ref_retain(call->arguments[4].ref);
  call->results[1].i64 = tern_native_i64(call, 5);
  return tern_ok();
}

tern_status_t tern_hal_allocate(const tern_session_t *session, const tern_device_t *device, tern_buffer_usage_t usage,
                                int64_t size, tern_hal_buffer_t **out_buffer) {
  *out_buffer = NULL;
  if (size < 0) return tern_status_make(TERN_OUT_OF_RANGE, "a size of %lld bytes", (long long)size);
  tern_buffer_cache_t *cache = tern_session_cache_for(session, device);
  if (!cache) return tern_status_make(TERN_INVALID_ARGUMENT, "a device of another session");
  return tern_hal_buffer_allocate(cache, usage, (size_t)size, out_buffer);
}

// allocator, affinity, memory types, usage, size
tern_status_t tern_hal_allocator_allocate(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_allocator_type);
  tern_hal_buffer_t *buffer;
  tern_buffer_usage_t usage = tern_hal_usage(device, tern_native_i32(call, 2), tern_native_i32(call, 3));
  TERN_RETURN_IF_ERROR(tern_hal_allocate(call->session, device, usage, tern_native_i64(call, 4), &buffer));
  call->results[0].ref = tern_ref_make(&tern_hal_buffer_type, buffer);
  return tern_ok();
}

// What an imported buffer holds: memory of the program, which comes from the allocator of the instance.
typedef struct imported {
  tern_vm_buffer_t *source;   // a reference
  tern_instance_t *instance;  // a reference
} imported_t;

static void release_import(void *user_data, void *data) {
  imported_t *imported = user_data;
  (void)data;
  tern_vm_buffer_type.release(imported->source);
  tern_instance_release(imported->instance);
  free(imported);
}

bool tern_hal_can_import(tern_device_t *device, const void *data, size_t alignment) {
  enum { BUFFER_ALIGNMENT = 64 };  // what kernels of the CPU may count on
  return strcmp(tern_device_driver_name(device), "cpu") == 0 &&
         (uintptr_t)data % (alignment ? alignment : BUFFER_ALIGNMENT) == 0;
}

static tern_status_t import_in_place(tern_native_call_t *call, tern_device_t *device, tern_vm_buffer_t *source,
                                     void *data, uint64_t size, tern_hal_buffer_t **out_buffer) {
  imported_t *imported = malloc(sizeof(*imported));
  if (!imported) return tern_no_memory("a buffer");
  *imported = (imported_t){source, call->session->instance};
  tern_resource_retain(&source->resource);
  tern_instance_retain(imported->instance);
  return tern_hal_buffer_import(device, data, (size_t)size, release_import, imported, out_buffer);
}

// allocator, try, affinity, memory types, usage, source, offset, length
tern_status_t tern_hal_allocator_import(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_allocator_type);
  TERN_NATIVE_OBJECT(tern_vm_buffer_t, source, call, 5, tern_vm_buffer_type);
  uint64_t offset = tern_native_u64(call, 6), size = tern_native_u64(call, 7);
  if (size == UINT64_MAX && offset <= source->size) size = source->size - offset;
  unsigned char *data;
  TERN_RETURN_IF_ERROR(tern_vm_buffer_span(source, offset, size, false, &data));
  tern_hal_buffer_t *buffer = NULL;
  bool may_give_up = tern_native_i32(call, 1) != 0;
  if (!source->is_code && tern_hal_can_import(device, data, 0)) {
    TERN_RETURN_IF_ERROR(import_in_place(call, device, source, data, size, &buffer));
  } else if (!may_give_up) {
    tern_buffer_usage_t usage = tern_hal_usage(device, tern_native_i32(call, 3), tern_native_i32(call, 4));
    TERN_RETURN_IF_ERROR(tern_hal_allocate(call->session, device, usage, (int64_t)size, &buffer));
    tern_status_t status = tern_hal_buffer_write(buffer, 0, data, (size_t)size);
    if (!tern_status_is_ok(status)) {
      tern_hal_buffer_release(buffer);
      return status;
    }
  }
  call->results[0].ref = tern_ref_make(&tern_hal_buffer_type, buffer);
  return tern_ok();
}

//---- Buffers ----

// buffer, message, allocator, least size, memory types, usage
tern_status_t tern_hal_buffer_assert(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, 0, tern_hal_buffer_type);
  int64_t least = tern_native_i64(call, 3);
  if (least >= 0 && (uint64_t)least <= buffer->size) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "%s: expected a buffer of at least %lld bytes but got %zu",
                          tern_native_text(call, 1).text, (long long)least, buffer->size);
}

static tern_hal_buffer_t *whole_of(tern_hal_buffer_t *buffer) {
  while (buffer->parent) buffer = buffer->parent;
  return buffer;
}

tern_status_t tern_hal_buffer_preserve(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, 0, tern_hal_buffer_type);
  atomic_fetch_add(&whole_of(buffer)->owner_count, 1);
  return tern_ok();
}

tern_status_t tern_hal_buffer_discard(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, 0, tern_hal_buffer_type);
  call->results[0].i32 = atomic_fetch_sub(&whole_of(buffer)->owner_count, 1) == 1;
  return tern_ok();
}

tern_status_t tern_hal_buffer_is_terminal(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, 0, tern_hal_buffer_type);
  call->results[0].i32 = atomic_load(&whole_of(buffer)->owner_count) == 1;
  return tern_ok();
}

tern_status_t tern_hal_buffer_get_subspan(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, source, call, 0, tern_hal_buffer_type);
  tern_hal_buffer_t *buffer;
  TERN_RETURN_IF_ERROR(tern_hal_buffer_subspan(source, tern_native_u64(call, 1), tern_native_u64(call, 2), &buffer));
  call->results[0].ref = tern_ref_make(&tern_hal_buffer_type, buffer);
  return tern_ok();
}

tern_status_t tern_hal_buffer_length(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, 0, tern_hal_buffer_type);
  call->results[0].i64 = (int64_t)buffer->size;
  return tern_ok();
}

static tern_status_t check_element(int32_t size) {
  if (size == 1 || size == 2 || size == 4) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "expected an element of 1, 2 or 4 bytes but got %d", size);
}

// buffer, offset, size of the element
tern_status_t tern_hal_buffer_load(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, 0, tern_hal_buffer_type);
  int32_t size = tern_native_i32(call, 2);
  TERN_RETURN_IF_ERROR(check_element(size));
  return tern_hal_buffer_read(buffer, tern_native_u64(call, 1), &call->results[0].bits, (size_t)size);
}

// value, buffer, offset, size of the element
tern_status_t tern_hal_buffer_store(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, 1, tern_hal_buffer_type);
  int32_t value = tern_native_i32(call, 0), size = tern_native_i32(call, 3);
  TERN_RETURN_IF_ERROR(check_element(size));
  return tern_hal_buffer_write(buffer, tern_native_u64(call, 2), &value, (size_t)size);
}

//---- Buffer views ----

// The shape in the arguments from `index` on: a count, and the sizes. Room for TERN_TENSOR_RANK_MAX of them.
static tern_status_t get_shape(const tern_native_call_t *call, size_t index, uint32_t *out_rank, int64_t *out_dims) {
  int64_t rank = tern_native_i64(call, index);
  if (rank > TERN_TENSOR_RANK_MAX) return tern_status_make(TERN_INVALID_ARGUMENT, "a rank of %lld", (long long)rank);
  for (int64_t i = 0; i < rank; ++i) out_dims[i] = tern_native_i64(call, index + 1 + (size_t)i);
  *out_rank = (uint32_t)rank;
  return tern_ok();
}

// buffer, offset, length, element type, encoding, count, sizes
tern_status_t tern_hal_view_create(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, source, call, 0, tern_hal_buffer_type);
  uint32_t number = (uint32_t)tern_native_i32(call, 3), rank;
  int64_t dims[TERN_TENSOR_RANK_MAX];
  TERN_RETURN_IF_ERROR(get_shape(call, 5, &rank, dims));
  tern_element_type_t type = tern_hal_element_type_from_number(number);
  if (!type) return tern_status_make(TERN_INVALID_ARGUMENT, "unknown element type 0x%08x", number);
  uint64_t offset = tern_native_u64(call, 1), size = tern_native_u64(call, 2);
  tern_hal_buffer_t *buffer = source;
  bool is_part = offset != 0 || (size != UINT64_MAX && size != source->size);
  if (is_part) TERN_RETURN_IF_ERROR(tern_hal_buffer_subspan(source, offset, size, &buffer));
  tern_buffer_view_t *view;
  tern_status_t status = tern_hal_buffer_view_create(buffer, type, rank, dims, &view);
  if (is_part) tern_hal_buffer_release(buffer);
  call->results[0].ref = tern_ref_make(&tern_hal_buffer_view_type, view);
  return status;
}

// Do the two differ in nothing but what the sign bit means? Programs have lost that where they compute.
static bool is_same_storage(tern_element_type_t left, tern_element_type_t right) {
  tern_element_class_t a = tern_element_type_class(left), b = tern_element_type_class(right);
  bool are_integers = a >= TERN_ELEMENT_CLASS_SIGNLESS && a <= TERN_ELEMENT_CLASS_UNSIGNED &&
                      b >= TERN_ELEMENT_CLASS_SIGNLESS && b <= TERN_ELEMENT_CLASS_UNSIGNED;
  return left == right || (are_integers && tern_element_type_bit_width(left) == tern_element_type_bit_width(right));
}

// view, message, element type, encoding, count, sizes
tern_status_t tern_hal_view_assert(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_buffer_view_t, view, call, 0, tern_hal_buffer_view_type);
  tern_element_type_t type = tern_hal_element_type_from_number((uint32_t)tern_native_i32(call, 2));
  uint32_t rank;
  int64_t dims[TERN_TENSOR_RANK_MAX];
  TERN_RETURN_IF_ERROR(get_shape(call, 4, &rank, dims));
  bool is_right = rank == view->rank && is_same_storage(type, view->element_type) &&
                  (!rank || memcmp(dims, view->dims, rank * sizeof(dims[0])) == 0);
  if (is_right) return tern_ok();
  tern_string_builder_t expected = {0}, actual = {0};
  if (!TERN_SMALL) {
    tern_shape_append(type, rank, dims, &expected);
    tern_shape_append(view->element_type, view->rank, view->dims, &actual);
  }
  tern_status_t status = tern_status_make(TERN_INVALID_ARGUMENT, "%s: expected an array of %s but got %s",
                                          tern_native_text(call, 1).text, expected.data, actual.data);
  tern_string_builder_deinitialize(&expected);
  tern_string_builder_deinitialize(&actual);
  return status;
}

tern_status_t tern_hal_view_buffer(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_buffer_view_t, view, call, 0, tern_hal_buffer_view_type);
  tern_resource_retain(&view->buffer->resource);
  call->results[0].ref = tern_ref_make(&tern_hal_buffer_type, view->buffer);
  return tern_ok();
}

tern_status_t tern_hal_view_element_type(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_buffer_view_t, view, call, 0, tern_hal_buffer_view_type);
  call->results[0].i32 = (int32_t)tern_hal_element_type_number(view->element_type);
  return tern_ok();
}

// Always dense and row-major.
tern_status_t tern_hal_view_encoding_type(tern_native_call_t *call) {
  call->results[0].i32 = 1;
  return tern_ok();
}

tern_status_t tern_hal_view_rank(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_buffer_view_t, view, call, 0, tern_hal_buffer_view_type);
  call->results[0].i32 = (int32_t)view->rank;
  return tern_ok();
}

tern_status_t tern_hal_view_dim(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_buffer_view_t, view, call, 0, tern_hal_buffer_view_type);
  uint32_t index = (uint32_t)tern_native_i32(call, 1);
  if (index >= view->rank) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected an array of rank %u or more but got one of rank %u",
                            index + 1, view->rank);
  }
  call->results[0].i64 = view->dims[index];
  return tern_ok();
}

// key, count, views
tern_status_t tern_hal_view_trace(tern_native_call_t *call) {
  enum { ELEMENT_COUNT_MAX = 1024 };
  if (TERN_SMALL) return tern_ok();  // without the text of arrays
  size_t count = (size_t)tern_native_i64(call, 1);
  if (!call->session->trace) return tern_ok();
  tern_native_text_t key = tern_native_text(call, 0);
  call->session->trace(call->session->trace_user_data, key.text);
  for (size_t i = 0; i < count; ++i) {
    TERN_NATIVE_OBJECT(tern_buffer_view_t, view, call, 2 + i, tern_hal_buffer_view_type);
    tern_tensor_t tensor;
    TERN_RETURN_IF_ERROR(tern_buffer_view_to_tensor(view, &tensor));
    char *text = NULL;
    tern_status_t status = tern_tensor_format(&tensor, ELEMENT_COUNT_MAX, &text);
    if (tern_status_is_ok(status)) call->session->trace(call->session->trace_user_data, text);
    free(text);
    tern_tensor_deinitialize(&tensor);
    TERN_RETURN_IF_ERROR(status);
  }
  return tern_ok();
}
