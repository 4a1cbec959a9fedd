// The table of the native modules `hal` and `io_parameters`: which function does what base/hal_imports.def lists.

#include "runtime/hal/hal_module.h"

#include <string.h>

enum {
#define IMPORT(ID, NAME, CONVENTION, SIGNATURE, FLAGS) IMPORT_##ID,
#include "base/hal_imports.def"
#undef IMPORT
  IMPORT_COUNT
};

static const char names[] =
#define IMPORT(ID, NAME, CONVENTION, SIGNATURE, FLAGS) NAME "\0" CONVENTION "\0"
#include "base/hal_imports.def"
#undef IMPORT
    ;

// What is not here, this runtime does not have: channels and collectives, and grids that a buffer holds.
static const tern_native_fn_t functions[IMPORT_COUNT] = {
    [IMPORT_HAL_EX_FILE_FROM_MEMORY] = tern_hal_file_from_memory,
    [IMPORT_HAL_ALLOCATOR_SELECT] = tern_hal_allocator_select,
    [IMPORT_HAL_ALLOCATOR_ALLOCATE] = tern_hal_allocator_allocate,
    [IMPORT_HAL_ALLOCATOR_IMPORT] = tern_hal_allocator_import,
    [IMPORT_HAL_BUFFER_ASSERT] = tern_hal_buffer_assert,
    [IMPORT_HAL_BUFFER_ALLOCATION_PRESERVE] = tern_hal_buffer_preserve,
    [IMPORT_HAL_BUFFER_ALLOCATION_DISCARD] = tern_hal_buffer_discard,
    [IMPORT_HAL_BUFFER_ALLOCATION_IS_TERMINAL] = tern_hal_buffer_is_terminal,
    [IMPORT_HAL_BUFFER_SUBSPAN] = tern_hal_buffer_get_subspan,
    [IMPORT_HAL_BUFFER_LENGTH] = tern_hal_buffer_length,
    [IMPORT_HAL_BUFFER_LOAD] = tern_hal_buffer_load,
    [IMPORT_HAL_BUFFER_STORE] = tern_hal_buffer_store,
    [IMPORT_HAL_BUFFER_VIEW_CREATE] = tern_hal_view_create,
    [IMPORT_HAL_BUFFER_VIEW_ASSERT] = tern_hal_view_assert,
    [IMPORT_HAL_BUFFER_VIEW_BUFFER] = tern_hal_view_buffer,
    [IMPORT_HAL_BUFFER_VIEW_ELEMENT_TYPE] = tern_hal_view_element_type,
    [IMPORT_HAL_BUFFER_VIEW_ENCODING_TYPE] = tern_hal_view_encoding_type,
    [IMPORT_HAL_BUFFER_VIEW_RANK] = tern_hal_view_rank,
    [IMPORT_HAL_BUFFER_VIEW_DIM] = tern_hal_view_dim,
    [IMPORT_HAL_BUFFER_VIEW_TRACE] = tern_hal_view_trace,
    [IMPORT_HAL_COMMAND_BUFFER_CREATE] = tern_hal_command_buffer_create,
    [IMPORT_HAL_COMMAND_BUFFER_FINALIZE] = tern_hal_command_buffer_finalize,
    [IMPORT_HAL_COMMAND_BUFFER_BEGIN_DEBUG_GROUP] = tern_hal_command_buffer_group,
    [IMPORT_HAL_COMMAND_BUFFER_END_DEBUG_GROUP] = tern_hal_command_buffer_group,
    [IMPORT_HAL_COMMAND_BUFFER_EXECUTION_BARRIER] = tern_hal_command_buffer_barrier,
    [IMPORT_HAL_COMMAND_BUFFER_ADVISE_BUFFER] = tern_hal_command_buffer_hint,
    [IMPORT_HAL_COMMAND_BUFFER_FLUSH_BUFFER] = tern_hal_command_buffer_hint,
    [IMPORT_HAL_COMMAND_BUFFER_INVALIDATE_BUFFER] = tern_hal_command_buffer_hint,
    [IMPORT_HAL_COMMAND_BUFFER_FILL_BUFFER] = tern_hal_command_buffer_fill,
    [IMPORT_HAL_COMMAND_BUFFER_UPDATE_BUFFER] = tern_hal_command_buffer_update,
    [IMPORT_HAL_COMMAND_BUFFER_COPY_BUFFER] = tern_hal_command_buffer_copy,
    [IMPORT_HAL_COMMAND_BUFFER_DISPATCH] = tern_hal_command_buffer_dispatch,
    [IMPORT_HAL_DEVICE_ALLOCATOR] = tern_hal_device_allocator,
    [IMPORT_HAL_DEVICE_QUERY_I64] = tern_hal_device_query_i64,
    [IMPORT_HAL_DEVICE_QUEUE_ALLOCA] = tern_hal_queue_alloca,
    [IMPORT_HAL_DEVICE_QUEUE_DEALLOCA] = tern_hal_queue_dealloca,
    [IMPORT_HAL_DEVICE_QUEUE_FILL] = tern_hal_queue_fill,
    [IMPORT_HAL_DEVICE_QUEUE_UPDATE] = tern_hal_queue_update,
    [IMPORT_HAL_DEVICE_QUEUE_COPY] = tern_hal_queue_copy,
    [IMPORT_HAL_DEVICE_QUEUE_READ] = tern_hal_queue_read,
    [IMPORT_HAL_DEVICE_QUEUE_WRITE] = tern_hal_queue_write,
    [IMPORT_HAL_DEVICE_QUEUE_BARRIER] = tern_hal_queue_barrier,
    [IMPORT_HAL_DEVICE_QUEUE_EXECUTE] = tern_hal_queue_execute,
    [IMPORT_HAL_DEVICE_QUEUE_EXECUTE_INDIRECT] = tern_hal_queue_execute_indirect,
    [IMPORT_HAL_DEVICE_QUEUE_FLUSH] = tern_hal_queue_flush,
    [IMPORT_HAL_DEVICES_COUNT] = tern_hal_devices_count,
    [IMPORT_HAL_DEVICES_GET] = tern_hal_devices_get,
    [IMPORT_HAL_EXECUTABLE_CREATE] = tern_hal_executable_create,
    [IMPORT_HAL_EXECUTABLE_LOOKUP_FUNCTION] = tern_hal_executable_lookup_function,
    [IMPORT_HAL_FENCE_CREATE] = tern_hal_fence_create,
    [IMPORT_HAL_FENCE_JOIN] = tern_hal_fence_join,
    [IMPORT_HAL_FENCE_QUERY] = tern_hal_fence_query,
    [IMPORT_HAL_FENCE_SIGNAL] = tern_hal_fence_signal,
    [IMPORT_HAL_FENCE_FAIL] = tern_hal_fence_fail,
    [IMPORT_HAL_FENCE_AWAIT] = tern_hal_fence_await,
    [IMPORT_IO_PARAMETERS_LOAD] = tern_io_parameters_load,
    [IMPORT_IO_PARAMETERS_GATHER] = tern_io_parameters_gather,
    [IMPORT_IO_PARAMETERS_EXPECT] = tern_io_parameters_expect,
    [IMPORT_IO_PARAMETERS_SCATTER] = tern_io_parameters_scatter,
};

const tern_native_table_t tern_hal_table = {.names = names, .functions = functions};

void *tern_native_object(const tern_native_call_t *call, size_t index, const tern_ref_type_t *type) {
  tern_ref_t ref = call->arguments[index].ref;
  void *object = tern_ref_get(ref, type);
  if (!object) {
    *call->failure = tern_status_make(TERN_INVALID_ARGUMENT, "argument %zu: expected a '%s' but got %s", index,
                                      type->name, ref.object ? ref.type->name : "nothing");
  }
  return object;
}

tern_native_text_t tern_native_text(const tern_native_call_t *call, size_t index) {
  tern_native_text_t result = {""};
  const tern_vm_buffer_t *buffer = tern_ref_get(call->arguments[index].ref, &tern_vm_buffer_type);
  if (!buffer) return result;
  size_t size = buffer->size < sizeof(result.text) - 1 ? buffer->size : sizeof(result.text) - 1;
  if (size) memcpy(result.text, buffer->data, size);
  result.text[size] = 0;
  return result;
}
