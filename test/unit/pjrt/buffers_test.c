// Buffers: to the device and back in any order of dimensions, deletion, external references, copies, transfers in pieces.

#include <stdlib.h>

#include "pjrt_fixture.h"

static fixture_t f;

static int open_fixture(void **state) {
  (void)state;
  open_client(&f, 2);
  return 0;
}

static int close_fixture(void **state) {
  (void)state;
  close_client(&f);
  return 0;
}

static const int64_t dims_2x3[] = {2, 3};

static void all_element_types_come_back(void **state) {
  (void)state;
  static const PJRT_Buffer_Type none[] = {PJRT_Buffer_Type_INVALID, PJRT_Buffer_Type_TOKEN, PJRT_Buffer_Type_S1,
                                          PJRT_Buffer_Type_U1};
  unsigned char data[6 * 16], copy[6 * 16];
  for (size_t i = 0; i < sizeof data; ++i) data[i] = (unsigned char)(i & 3);  // every type has these
  size_t refused = 0;
  for (int type = 0; type <= PJRT_Buffer_Type_F6E3M2FN; ++type) {
    bool is_none = false;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i) is_none |= type == (int)none[i];
    if (is_none) {
      PJRT_Client_BufferFromHostBuffer_Args args =
          ARGS(Client_BufferFromHostBuffer, .client = f.client, .data = data, .type = (PJRT_Buffer_Type)type,
               .dims = dims_2x3, .num_dims = 2, .device = f.device);
      check_error(&f, CALL(&f, Client_BufferFromHostBuffer, &args), PJRT_Error_Code_UNIMPLEMENTED, "element type");
      ++refused;
      continue;
    }
    PJRT_Buffer *buffer = make_buffer(&f, data, (PJRT_Buffer_Type)type, dims_2x3, 2, NULL);
    PJRT_Buffer_ElementType_Args got = ARGS(Buffer_ElementType, .buffer = buffer);
    CALL_OK(&f, Buffer_ElementType, &got);
    assert_int_equal(got.type, type);
    PJRT_Buffer_OnDeviceSizeInBytes_Args size = ARGS(Buffer_OnDeviceSizeInBytes, .buffer = buffer);
    CALL_OK(&f, Buffer_OnDeviceSizeInBytes, &size);
    memset(copy, 0xee, sizeof copy);
    read_buffer(&f, buffer, copy, size.on_device_size_in_bytes);
    assert_memory_equal(copy, data, size.on_device_size_in_bytes);
    destroy_buffer(&f, buffer);
  }
  assert_int_equal(refused, 4);
}

static void strides_of_the_host_may_be_any(void **state) {
  (void)state;
  const float rows[] = {0, 1, 2, 3, 4, 5};
  const int64_t transposed[] = {4, 8}, reversed[] = {12, -4}, broadcast[] = {0, 4};
  const float expected_transposed[] = {0, 2, 4, 1, 3, 5}, expected_reversed[] = {2, 1, 0, 5, 4, 3},
              expected_broadcast[] = {0, 1, 2, 0, 1, 2};
  const struct {
    const float *start;
    const int64_t *strides;
    const float *expected;
  } cases[] = {{rows, transposed, expected_transposed},
               {rows + 2, reversed, expected_reversed},
               {rows, broadcast, expected_broadcast}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    float got[6];
    PJRT_Buffer *buffer = make_buffer(&f, cases[i].start, PJRT_Buffer_Type_F32, dims_2x3, 2, cases[i].strides);
    read_buffer(&f, buffer, got, sizeof got);
    assert_memory_equal(got, cases[i].expected, sizeof got);
    destroy_buffer(&f, buffer);
  }
}

static void host_layout_is_heeded(void **state) {
  (void)state;
  const int16_t data[] = {0, 1, 2, 3, 4, 5}, expected[] = {0, 3, 1, 4, 2, 5};
  const int64_t columns_first[] = {0, 1};
  int16_t got[6] = {0};
  PJRT_Buffer *buffer = make_buffer(&f, data, PJRT_Buffer_Type_S16, dims_2x3, 2, NULL);
  PJRT_Buffer_MemoryLayout layout = {.struct_size = sizeof layout,
                                     .tiled = {.minor_to_major = columns_first, .minor_to_major_size = 2},
                                     .type = PJRT_Buffer_MemoryLayout_Type_Tiled};
  PJRT_Buffer_ToHostBuffer_Args args =
      ARGS(Buffer_ToHostBuffer, .src = buffer, .host_layout = &layout, .dst = got, .dst_size = sizeof got);
  CALL_OK(&f, Buffer_ToHostBuffer, &args);
  await_event(&f, args.event);
  assert_memory_equal(got, expected, sizeof got);
  args.dst = NULL;
  CALL_OK(&f, Buffer_ToHostBuffer, &args);
  assert_int_equal(args.dst_size, sizeof got);
  args.dst = got;
  args.dst_size = 4;
  check_error(&f, CALL(&f, Buffer_ToHostBuffer, &args), PJRT_Error_Code_INVALID_ARGUMENT, "room for 4");
  const int64_t twice[] = {1, 1};
  layout.tiled.minor_to_major = twice;
  args.dst_size = sizeof got;
  check_error(&f, CALL(&f, Buffer_ToHostBuffer, &args), PJRT_Error_Code_UNIMPLEMENTED, "layout");
  destroy_buffer(&f, buffer);
}

static void empty_arrays_and_scalars_are_arrays(void **state) {
  (void)state;
  const int64_t empty[] = {4, 0, 2};
  PJRT_Buffer *buffer = make_buffer(&f, NULL, PJRT_Buffer_Type_F64, empty, 3, NULL);
  char nothing[1];
  read_buffer(&f, buffer, nothing, 0);
  destroy_buffer(&f, buffer);
  const double one = 1;
  double got = 0;
  buffer = make_buffer(&f, &one, PJRT_Buffer_Type_F64, NULL, 0, NULL);
  read_buffer(&f, buffer, &got, sizeof got);
  assert_true(got == one);
  destroy_buffer(&f, buffer);
  const int64_t negative[] = {-1}, huge[] = {INT64_MAX / 2, 16};
  PJRT_Client_BufferFromHostBuffer_Args args =
      ARGS(Client_BufferFromHostBuffer, .client = f.client, .data = &one, .type = PJRT_Buffer_Type_F64,
           .dims = negative, .num_dims = 1, .memory = f.memory);
  check_error(&f, CALL(&f, Client_BufferFromHostBuffer, &args), PJRT_Error_Code_INVALID_ARGUMENT, "not negative");
  args.dims = huge;
  args.num_dims = 2;
  check_error(&f, CALL(&f, Client_BufferFromHostBuffer, &args), PJRT_Error_Code_RESOURCE_EXHAUSTED, "memory");
}

// The caller's memory is the buffer's, until the buffer is gone.
static void aligned_memory_is_not_copied(void **state) {
  (void)state;
  float *data = aligned_alloc(64, 64);
  for (int i = 0; i < 6; ++i) data[i] = (float)i;
  PJRT_Client_BufferFromHostBuffer_Args args = ARGS(
      Client_BufferFromHostBuffer, .client = f.client, .data = data, .type = PJRT_Buffer_Type_F32, .dims = dims_2x3,
      .num_dims = 2, .host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableZeroCopy, .memory = f.memory);
  CALL_OK(&f, Client_BufferFromHostBuffer, &args);
  PJRT_Buffer_UnsafePointer_Args pointer = ARGS(Buffer_UnsafePointer, .buffer = args.buffer);
  CALL_OK(&f, Buffer_UnsafePointer, &pointer);
  assert_int_equal(pointer.buffer_pointer, (uintptr_t)data);
  PJRT_Event_IsReady_Args ready = ARGS(Event_IsReady, .event = args.done_with_host_buffer);
  CALL_OK(&f, Event_IsReady, &ready);
  assert_false(ready.is_ready);
  destroy_buffer(&f, args.buffer);
  await_event(&f, args.done_with_host_buffer);
  args.data = data + 1;  // not aligned: a copy
  CALL_OK(&f, Client_BufferFromHostBuffer, &args);
  ready.event = args.done_with_host_buffer;
  CALL_OK(&f, Event_IsReady, &ready);
  assert_true(ready.is_ready);
  destroy_event(&f, args.done_with_host_buffer);
  destroy_buffer(&f, args.buffer);
  free(data);
}

static void deleted_buffers_are_refused(void **state) {
  (void)state;
  const float data[] = {1, 2, 3, 4, 5, 6};
  float got[6];
  PJRT_Buffer *buffer = make_buffer(&f, data, PJRT_Buffer_Type_F32, dims_2x3, 2, NULL);
  int64_t before = live_bytes(&f);
  PJRT_Buffer_Delete_Args delete = ARGS(Buffer_Delete, .buffer = buffer);
  CALL_OK(&f, Buffer_Delete, &delete);
  CALL_OK(&f, Buffer_Delete, &delete);
  assert_true(is_deleted(&f, buffer));
  assert_int_equal(live_bytes(&f), before - (int64_t)sizeof data);
  PJRT_Buffer_ToHostBuffer_Args read = ARGS(Buffer_ToHostBuffer, .src = buffer, .dst = got, .dst_size = sizeof got);
  check_error(&f, CALL(&f, Buffer_ToHostBuffer, &read), PJRT_Error_Code_INVALID_ARGUMENT, "deleted or donated");
  PJRT_Buffer_ReadyEvent_Args ready = ARGS(Buffer_ReadyEvent, .buffer = buffer);
  check_error(&f, CALL(&f, Buffer_ReadyEvent, &ready), PJRT_Error_Code_INVALID_ARGUMENT, "deleted or donated");
  destroy_buffer(&f, buffer);
}

// As DLPack holds memory that its exporter may delete.
static void external_references_keep_memory(void **state) {
  (void)state;
  const float data[] = {1, 2, 3, 4, 5, 6};
  PJRT_Buffer *buffer = make_buffer(&f, data, PJRT_Buffer_Type_F32, dims_2x3, 2, NULL);
  int64_t before = live_bytes(&f);
  PJRT_Buffer_IncreaseExternalReferenceCount_Args increase =
      ARGS(Buffer_IncreaseExternalReferenceCount, .buffer = buffer);
  CALL_OK(&f, Buffer_IncreaseExternalReferenceCount, &increase);
  PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args pointer = ARGS(Buffer_OpaqueDeviceMemoryDataPointer, .buffer = buffer);
  CALL_OK(&f, Buffer_OpaqueDeviceMemoryDataPointer, &pointer);
  PJRT_Buffer_Delete_Args delete = ARGS(Buffer_Delete, .buffer = buffer);
  CALL_OK(&f, Buffer_Delete, &delete);
  assert_int_equal(live_bytes(&f), before);
  assert_memory_equal(pointer.device_memory_ptr, data, sizeof data);
  PJRT_Buffer_DecreaseExternalReferenceCount_Args decrease =
      ARGS(Buffer_DecreaseExternalReferenceCount, .buffer = buffer);
  CALL_OK(&f, Buffer_DecreaseExternalReferenceCount, &decrease);
  assert_int_equal(live_bytes(&f), before - (int64_t)sizeof data);
  check_error(&f, CALL(&f, Buffer_DecreaseExternalReferenceCount, &decrease), PJRT_Error_Code_INVALID_ARGUMENT, "once");
  destroy_buffer(&f, buffer);
}

static int deleted_views;

static void count_deleted(void *data, void *user) {
  (void)data;
  assert_ptr_equal(user, &deleted_views);
  ++deleted_views;
}

static void views_of_memory_tell_of_their_end(void **state) {
  (void)state;
  int32_t *data = aligned_alloc(64, 64);
  for (int i = 0; i < 6; ++i) data[i] = i;
  PJRT_Client_CreateViewOfDeviceBuffer_Args args =
      ARGS(Client_CreateViewOfDeviceBuffer, .client = f.client, .device_buffer_ptr = data, .dims = dims_2x3,
           .num_dims = 2, .element_type = PJRT_Buffer_Type_S32, .device = f.device, .on_delete_callback = count_deleted,
           .on_delete_callback_arg = &deleted_views);
  CALL_OK(&f, Client_CreateViewOfDeviceBuffer, &args);
  int32_t got[6];
  read_buffer(&f, args.buffer, got, sizeof got);
  assert_memory_equal(got, data, sizeof got);
  assert_int_equal(deleted_views, 0);
  destroy_buffer(&f, args.buffer);
  assert_int_equal(deleted_views, 1);
  args.device_buffer_ptr = data + 1;
  check_error(&f, CALL(&f, Client_CreateViewOfDeviceBuffer, &args), PJRT_Error_Code_INVALID_ARGUMENT, "copy it");
  free(data);
}

static void copies_go_to_other_devices_and_memories(void **state) {
  (void)state;
  const float data[] = {1, 2, 3, 4, 5, 6};
  float got[6] = {0};
  PJRT_Client_LookupDevice_Args look = ARGS(Client_LookupDevice, .client = f.client, .id = 1);
  CALL_OK(&f, Client_LookupDevice, &look);
  PJRT_Buffer *buffer = make_buffer(&f, data, PJRT_Buffer_Type_F32, dims_2x3, 2, NULL);
  PJRT_Buffer_CopyToDevice_Args copy = ARGS(Buffer_CopyToDevice, .buffer = buffer, .dst_device = look.device);
  CALL_OK(&f, Buffer_CopyToDevice, &copy);
  PJRT_Device_AddressableMemories_Args memories = ARGS(Device_AddressableMemories, .device = f.device);
  CALL_OK(&f, Device_AddressableMemories, &memories);
  PJRT_Buffer_CopyToMemory_Args to_memory =
      ARGS(Buffer_CopyToMemory, .buffer = buffer, .dst_memory = memories.memories[1]);
  CALL_OK(&f, Buffer_CopyToMemory, &to_memory);
  destroy_buffer(&f, buffer);
  PJRT_Buffer_Device_Args device = ARGS(Buffer_Device, .buffer = copy.dst_buffer);
  CALL_OK(&f, Buffer_Device, &device);
  assert_ptr_equal(device.device, look.device);
  read_buffer(&f, copy.dst_buffer, got, sizeof got);
  assert_memory_equal(got, data, sizeof got);
  memset(got, 0, sizeof got);
  read_buffer(&f, to_memory.dst_buffer, got, sizeof got);
  assert_memory_equal(got, data, sizeof got);
  destroy_buffer(&f, copy.dst_buffer);
  destroy_buffer(&f, to_memory.dst_buffer);
}

static void bytes_may_be_of_another_type(void **state) {
  (void)state;
  const float data[] = {1, 2, 3, 4, 5, 6};
  const int64_t flat[] = {12}, wrong[] = {13};
  uint16_t got[12];
  PJRT_Buffer *buffer = make_buffer(&f, data, PJRT_Buffer_Type_F32, dims_2x3, 2, NULL);
  PJRT_Buffer_Bitcast_Args args =
      ARGS(Buffer_Bitcast, .buffer = buffer, .element_type = PJRT_Buffer_Type_U16, .dims = flat, .num_dims = 1);
  CALL_OK(&f, Buffer_Bitcast, &args);
  PJRT_Buffer *cast = args.out_buffer;
  args.dims = wrong;
  check_error(&f, CALL(&f, Buffer_Bitcast, &args), PJRT_Error_Code_INVALID_ARGUMENT, "26 bytes");
  destroy_buffer(&f, buffer);
  read_buffer(&f, cast, got, sizeof got);
  assert_memory_equal(got, data, sizeof got);
  PJRT_Buffer_CopyRawToHost_Args raw =
      ARGS(Buffer_CopyRawToHost, .buffer = cast, .dst = got, .offset = 4, .transfer_size = 4);
  CALL_OK(&f, Buffer_CopyRawToHost, &raw);
  await_event(&f, raw.event);
  assert_memory_equal(got, &data[1], 4);
  raw.transfer_size = 40;
  check_error(&f, CALL(&f, Buffer_CopyRawToHost, &raw), PJRT_Error_Code_INVALID_ARGUMENT, "leave a buffer");
  destroy_buffer(&f, cast);
}

static PJRT_AsyncHostToDeviceTransferManager *make_transfer(void) {
  PJRT_ShapeSpec specs[] = {
      {.struct_size = sizeof specs[0], .dims = dims_2x3, .num_dims = 2, .element_type = PJRT_Buffer_Type_F32},
      {.struct_size = sizeof specs[0], .dims = NULL, .num_dims = 0, .element_type = PJRT_Buffer_Type_S32}};
  PJRT_Client_CreateBuffersForAsyncHostToDevice_Args create =
      ARGS(Client_CreateBuffersForAsyncHostToDevice, .client = f.client, .shape_specs = specs, .num_shape_specs = 2,
           .memory = f.memory);
  CALL_OK(&f, Client_CreateBuffersForAsyncHostToDevice, &create);
  return create.transfer_manager;
}

static void transfers_come_in_pieces(void **state) {
  (void)state;
  const float data[] = {1, 2, 3, 4, 5, 6};
  float got[6] = {0};
  PJRT_AsyncHostToDeviceTransferManager *manager = make_transfer();
  PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args take =
      ARGS(AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = manager);
  CALL_OK(&f, AsyncHostToDeviceTransferManager_RetrieveBuffer, &take);
  // A read that begins before the array is there ends when it is.
  PJRT_Buffer_ToHostBuffer_Args read =
      ARGS(Buffer_ToHostBuffer, .src = take.buffer_out, .dst = got, .dst_size = sizeof got);
  CALL_OK(&f, Buffer_ToHostBuffer, &read);
  for (int piece = 1; piece >= 0; --piece) {
    PJRT_AsyncHostToDeviceTransferManager_TransferData_Args send =
        ARGS(AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = manager, .data = data + 3 * piece,
             .offset = 12 * piece, .transfer_size = 12, .is_last_transfer = piece == 0);
    CALL_OK(&f, AsyncHostToDeviceTransferManager_TransferData, &send);
    destroy_event(&f, send.done_with_h2d_transfer);
  }
  await_event(&f, read.event);
  assert_memory_equal(got, data, sizeof got);
  PJRT_AsyncHostToDeviceTransferManager_TransferData_Args late = ARGS(
      AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = manager, .data = data, .transfer_size = 4);
  check_error(&f, CALL(&f, AsyncHostToDeviceTransferManager_TransferData, &late), PJRT_Error_Code_FAILED_PRECONDITION,
              "complete");
  PJRT_AsyncHostToDeviceTransferManager_Destroy_Args destroy =
      ARGS(AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = manager);
  CALL_OK(&f, AsyncHostToDeviceTransferManager_Destroy, &destroy);
  destroy_buffer(&f, take.buffer_out);
}

static void transfers_that_end_early_are_errors(void **state) {
  (void)state;
  PJRT_AsyncHostToDeviceTransferManager *manager = make_transfer();
  PJRT_Buffer *buffers[2];
  for (int i = 0; i < 2; ++i) {
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args take =
        ARGS(AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = manager, .buffer_index = i);
    CALL_OK(&f, AsyncHostToDeviceTransferManager_RetrieveBuffer, &take);
    buffers[i] = take.buffer_out;
  }
  PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args fail_one =
      ARGS(AsyncHostToDeviceTransferManager_SetBufferError, .transfer_manager = manager,
           .error_code = PJRT_Error_Code_DATA_LOSS, .error_message = "lost", .error_message_size = 4);
  CALL_OK(&f, AsyncHostToDeviceTransferManager_SetBufferError, &fail_one);
  PJRT_AsyncHostToDeviceTransferManager_Destroy_Args destroy =
      ARGS(AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = manager);
  CALL_OK(&f, AsyncHostToDeviceTransferManager_Destroy, &destroy);
  static const PJRT_Error_Code codes[] = {PJRT_Error_Code_DATA_LOSS, PJRT_Error_Code_CANCELLED};
  static const char *const texts[] = {"lost", "before the last piece"};
  for (int i = 0; i < 2; ++i) {
    PJRT_Buffer_ReadyEvent_Args ready = ARGS(Buffer_ReadyEvent, .buffer = buffers[i]);
    CALL_OK(&f, Buffer_ReadyEvent, &ready);
    PJRT_Event_Await_Args await = ARGS(Event_Await, .event = ready.event);
    check_error(&f, CALL(&f, Event_Await, &await), codes[i], texts[i]);
    destroy_event(&f, ready.event);
    destroy_buffer(&f, buffers[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_element_types_come_back),
      cmocka_unit_test(strides_of_the_host_may_be_any),
      cmocka_unit_test(host_layout_is_heeded),
      cmocka_unit_test(empty_arrays_and_scalars_are_arrays),
      cmocka_unit_test(aligned_memory_is_not_copied),
      cmocka_unit_test(deleted_buffers_are_refused),
      cmocka_unit_test(external_references_keep_memory),
      cmocka_unit_test(views_of_memory_tell_of_their_end),
      cmocka_unit_test(copies_go_to_other_devices_and_memories),
      cmocka_unit_test(bytes_may_be_of_another_type),
      cmocka_unit_test(transfers_come_in_pieces),
      cmocka_unit_test(transfers_that_end_early_are_errors),
  };
  return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
