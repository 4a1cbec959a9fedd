// Devices, executables and fences for programs.

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "runtime/device.h"
#include "runtime/drivers/cpu/cpu_elf.h"
#include "runtime/hal/hal_module.h"
#include "runtime/module/executable_section.h"

//---- Devices ----

tern_status_t tern_hal_devices_count(tern_native_call_t *call) {
  call->results[0].i32 = (int32_t)call->session->device_count;
  return tern_ok();
}

tern_status_t tern_hal_devices_get(tern_native_call_t *call) {
  uint32_t index = (uint32_t)tern_native_i32(call, 0);
  if (index >= call->session->device_count) return tern_ok();  // null, as upstream has it
  tern_device_t *device = call->session->devices[index];
  tern_device_retain(device);
  call->results[0].ref = tern_ref_make(&tern_hal_device_type, device);
  return tern_ok();
}

tern_status_t tern_hal_device_allocator(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_device_type);
  tern_device_retain(device);
  call->results[0].ref = tern_ref_make(&tern_hal_allocator_type, device);
  return tern_ok();
}

// `*` stands for any text, `?` for one character.
static bool matches(const char *pattern, const char *text) {
  for (; *pattern; ++pattern, ++text) {
    if (*pattern == '*') {
      for (;; ++text) {
        if (matches(pattern + 1, text)) return true;
        if (!*text) return false;
      }
    }
    if (!*text || (*pattern != '?' && *pattern != *text)) return false;
  }
  return !*text;
}

// What programs call a driver.
static bool is_device_id(const char *driver, const char *pattern) {
  if (matches(pattern, driver)) return true;
  return strcmp(driver, "cpu") == 0 && (matches(pattern, "local-task") || matches(pattern, "local"));
}

static bool takes_format(const char *driver, const char *format) {
  if (!TERN_SMALL && strcmp(driver, "cuda") == 0) return matches(format, "cuda-nvptx-fb");
  if (!TERN_SMALL && strcmp(driver, "cpu") != 0) return matches(format, "spirv") || matches(format, "vulkan-spirv-fb");
  const char *object = tern_cpu_elf_format();
  return (object && matches(format, object)) || (!TERN_SMALL && matches(format, "entry-points"));
}

static bool is_text(const tern_native_call_t *call, size_t index, const char *text) {
  const tern_vm_buffer_t *buffer = tern_ref_get(call->arguments[index].ref, &tern_vm_buffer_type);
  return buffer && buffer->size == strlen(text) && memcmp(buffer->data, text, buffer->size) == 0;
}

tern_status_t tern_hal_device_query_i64(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_device_type);
  const char *driver = tern_device_driver_name(device);
  tern_native_text_t key = tern_native_text(call, 2);
  bool is_id = is_text(call, 1, "hal.device.id"), is_format = is_text(call, 1, "hal.executable.format");
  call->results[0].i32 = is_id || is_format;
  if (is_id) call->results[1].i64 = is_device_id(driver, key.text);
  if (is_format) call->results[1].i64 = takes_format(driver, key.text);
  return tern_ok();
}

//---- Executables ----

// What an executable is made from: it lives as long as the executable.
typedef struct executable_source {
  tern_arena_t arena;
  tern_ref_t data;
} executable_source_t;

static void release_source(void *user_data) {
  executable_source_t *source = user_data;
  tern_arena_deinitialize(&source->arena);
  tern_ref_reset(&source->data);
  free(source);
}

tern_status_t tern_hal_executable_create(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_device_type);
  TERN_NATIVE_OBJECT(tern_vm_buffer_t, data, call, 3, tern_vm_buffer_type);
  const tern_vm_buffer_t *constants = tern_ref_get(call->arguments[4].ref, &tern_vm_buffer_type);
  if (constants && constants->size) {
    return tern_status_make(TERN_UNSUPPORTED, "executables take no constants when they are made");
  }
  executable_source_t *source = calloc(1, sizeof(*source));
  if (!source) return tern_no_memory("an executable");
  tern_arena_initialize(&source->arena);
  source->data = tern_ref_retain(call->arguments[3].ref);
  const char *target;
  tern_executable_params_t params;
  tern_executable_t *executable = NULL;
  tern_status_t status = tern_executable_section_read(&source->arena, data->data, data->size, &target, &params);
  if (tern_status_is_ok(status)) {
    params.release = release_source;
    params.user_data = source;
    status = tern_executable_create(device, &params, &executable);
  }
  if (!tern_status_is_ok(status)) {
    release_source(source);
    return status;
  }
  call->results[0].ref = tern_ref_make(&tern_hal_executable_type, executable);
  return tern_ok();
}

tern_status_t tern_hal_executable_lookup_function(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_executable_t, executable, call, 0, tern_hal_executable_type);
  for (size_t i = 0; i < tern_executable_entry_point_count(executable); ++i) {
    if (!is_text(call, 1, tern_executable_entry_point_at(executable, i)->name)) continue;
    call->results[0].i64 = (int64_t)i;
    return tern_ok();
  }
  return tern_status_make(TERN_NOT_FOUND, "the executable has no entry point '%s'", tern_native_text(call, 1).text);
}

//---- Fences ----

tern_status_t tern_hal_fence_create(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_device_type);
  tern_fence_t *fence;
  TERN_RETURN_IF_ERROR(tern_fence_create(device, &fence));
  call->results[0].ref = tern_ref_make(&tern_hal_fence_type, fence);
  return tern_ok();
}

// Argument `index`, which may be nothing.
static tern_status_t get_fence(const tern_native_call_t *call, size_t index, tern_fence_t **out_fence) {
  *out_fence = NULL;
  if (!call->arguments[index].ref.object) return tern_ok();
  TERN_NATIVE_OBJECT(tern_fence_t, fence, call, index, tern_hal_fence_type);
  *out_fence = fence;
  return tern_ok();
}

// flags, count, fences
tern_status_t tern_hal_fence_join(tern_native_call_t *call) {
  size_t count = (size_t)tern_native_i64(call, 1);
  tern_fence_t **fences = calloc(count + 1, sizeof(*fences)), *joined = NULL;
  if (!fences) return tern_no_memory("a fence");
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < count && tern_status_is_ok(status); ++i) status = get_fence(call, 2 + i, &fences[i]);
  if (tern_status_is_ok(status)) status = tern_fence_join(fences, count, &joined);
  free(fences);
  call->results[0].ref = tern_ref_make(&tern_hal_fence_type, joined);
  return status;
}

// Numbers of failures in programs are those of IREE.
static int32_t status_number(tern_status_t status) {
  static const uint8_t numbers[] = {
      [TERN_OK] = 0,           [TERN_INVALID_ARGUMENT] = 3,    [TERN_INVALID_IR] = 3,
      [TERN_NOT_FOUND] = 5,    [TERN_FAILED_PRECONDITION] = 9, [TERN_OUT_OF_RANGE] = 11,
      [TERN_UNSUPPORTED] = 12, [TERN_IO_ERROR] = 15,           [TERN_OUT_OF_MEMORY] = 8,
      [TERN_INTERNAL] = 13,
  };
  return (size_t)status.code < sizeof(numbers) ? numbers[status.code] : 13;
}

enum { DEADLINE_EXCEEDED = 4 };

static void note_failure(tern_native_call_t *call, tern_status_t status) {
  size_t size = strlen(status.message);
  if (size >= TERN_NATIVE_NOTE_SIZE) size = TERN_NATIVE_NOTE_SIZE - 1;
  memcpy(call->note, status.message, size);
  call->note[size] = 0;
}

tern_status_t tern_hal_fence_query(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_fence_t, fence, call, 0, tern_hal_fence_type);
  bool is_reached;
  tern_status_t status = tern_fence_wait(fence, 0, &is_reached);
  call->results[0].i32 = tern_status_is_ok(status) && !is_reached ? DEADLINE_EXCEEDED : status_number(status);
  return tern_ok();
}

tern_status_t tern_hal_fence_signal(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_fence_t, fence, call, 0, tern_hal_fence_type);
  return tern_fence_signal(fence);
}

tern_status_t tern_hal_fence_fail(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_fence_t, fence, call, 0, tern_hal_fence_type);
  tern_fence_fail(fence,
                  tern_status_make(TERN_INTERNAL, "the program failed with status %d", tern_native_i32(call, 1)));
  return tern_ok();
}

// timeout, flags, count, fences
tern_status_t tern_hal_fence_await(tern_native_call_t *call) {
  int32_t milliseconds = tern_native_i32(call, 0);
  uint64_t timeout = milliseconds < 0 ? TERN_TIMEOUT_INFINITE : (uint64_t)milliseconds * 1000000;
  size_t count = (size_t)tern_native_i64(call, 2);
  for (size_t i = 0; i < count; ++i) {
    tern_fence_t *fence;
    TERN_RETURN_IF_ERROR(get_fence(call, 3 + i, &fence));
    bool is_reached;
    tern_status_t status = tern_fence_wait(fence, timeout, &is_reached);
    if (tern_status_is_ok(status) && is_reached) continue;
    if (!tern_status_is_ok(status)) note_failure(call, status);
    call->results[0].i32 = tern_status_is_ok(status) ? DEADLINE_EXCEEDED : status_number(status);
    return tern_ok();
  }
  return tern_ok();
}
