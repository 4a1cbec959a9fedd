// The plugin of PJRT as a framework has it: opened from its file, with calls that fail the test if they fail.

#ifndef TERN_TEST_UNIT_PJRT_FIXTURE_H_
#define TERN_TEST_UNIT_PJRT_FIXTURE_H_

// cmocka's header wants these before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
//
#include <cmocka.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <xla/pjrt/c/pjrt_c_api.h>

typedef struct fixture_t {
  const PJRT_Api *api;
  PJRT_Client *client;
  PJRT_Device *device;
  PJRT_Memory *memory;
} fixture_t;

// Arguments of a function with their size, and the call.
#define ARGS(function, ...) \
  (PJRT_##function##_Args) { .struct_size = sizeof(PJRT_##function##_Args), __VA_ARGS__ }
#define CALL(f, function, args) ((f)->api->PJRT_##function(args))
#define CALL_OK(f, function, args) check_ok(f, #function, CALL(f, function, args))

static inline void destroy_error(const fixture_t *f, PJRT_Error *error) {
  PJRT_Error_Destroy_Args args = {.struct_size = sizeof args, .error = error};
  f->api->PJRT_Error_Destroy(&args);
}

static inline void check_ok(const fixture_t *f, const char *what, PJRT_Error *error) {
  if (!error) return;
  PJRT_Error_Message_Args args = {.struct_size = sizeof args, .error = error};
  f->api->PJRT_Error_Message(&args);
  print_error("%s: %.*s\n", what, (int)args.message_size, args.message);
  destroy_error(f, error);
  fail();
}

// Expects an error of that code with that text in its message.
static inline void check_error(const fixture_t *f, PJRT_Error *error, PJRT_Error_Code code, const char *text) {
  assert_non_null(error);
  PJRT_Error_GetCode_Args got = {.struct_size = sizeof got, .error = error};
  assert_null(f->api->PJRT_Error_GetCode(&got));
  PJRT_Error_Message_Args args = {.struct_size = sizeof args, .error = error};
  f->api->PJRT_Error_Message(&args);
  if (got.code != code || !memmem(args.message, args.message_size, text, strlen(text))) {
    print_error("expected %d and '%s', got %d and '%.*s'\n", code, text, got.code, (int)args.message_size,
                args.message);
    destroy_error(f, error);
    fail();
  }
  destroy_error(f, error);
}

static inline const PJRT_Api *open_plugin(void) {
  void *library = dlopen(PJRT_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  if (!library) print_error("%s\n", dlerror());
  assert_non_null(library);
  const PJRT_Api *(*get)(void) = (const PJRT_Api *(*)(void))dlsym(library, "GetPjrtApi");
  assert_non_null(get);
  return get();
}

// A client of the CPU with `count` devices.
static inline void open_client(fixture_t *f, int64_t count) {
  *f = (fixture_t){.api = open_plugin()};
  const PJRT_NamedValue options[] = {
      {.struct_size = PJRT_NamedValue_STRUCT_SIZE,
       .name = "device",
       .name_size = 6,
       .type = PJRT_NamedValue_kString,
       .string_value = "cpu",
       .value_size = 3},
      {.struct_size = PJRT_NamedValue_STRUCT_SIZE,
       .name = "device_count",
       .name_size = 12,
       .type = PJRT_NamedValue_kInt64,
       .int64_value = count,
       .value_size = 1},
  };
  PJRT_Client_Create_Args create = ARGS(Client_Create, .create_options = options, .num_options = 2);
  CALL_OK(f, Client_Create, &create);
  f->client = create.client;
  PJRT_Client_AddressableDevices_Args devices = ARGS(Client_AddressableDevices, .client = f->client);
  CALL_OK(f, Client_AddressableDevices, &devices);
  assert_int_equal(devices.num_addressable_devices, count);
  f->device = devices.addressable_devices[0];
  PJRT_Device_DefaultMemory_Args memory = ARGS(Device_DefaultMemory, .device = f->device);
  CALL_OK(f, Device_DefaultMemory, &memory);
  f->memory = memory.memory;
}

static inline void close_client(fixture_t *f) {
  PJRT_Client_Destroy_Args args = ARGS(Client_Destroy, .client = f->client);
  CALL_OK(f, Client_Destroy, &args);
}

static inline void destroy_event(const fixture_t *f, PJRT_Event *event) {
  PJRT_Event_Destroy_Args args = ARGS(Event_Destroy, .event = event);
  CALL_OK(f, Event_Destroy, &args);
}

static inline void await_event(const fixture_t *f, PJRT_Event *event) {
  PJRT_Event_Await_Args args = ARGS(Event_Await, .event = event);
  CALL_OK(f, Event_Await, &args);
  destroy_event(f, event);
}

static inline void destroy_buffer(const fixture_t *f, PJRT_Buffer *buffer) {
  PJRT_Buffer_Destroy_Args args = ARGS(Buffer_Destroy, .buffer = buffer);
  CALL_OK(f, Buffer_Destroy, &args);
}

// A buffer with a copy of an array of the host; `strides` may be NULL.
static inline PJRT_Buffer *make_buffer(const fixture_t *f, const void *data, PJRT_Buffer_Type type, const int64_t *dims,
                                       size_t rank, const int64_t *strides) {
  PJRT_Client_BufferFromHostBuffer_Args args =
      ARGS(Client_BufferFromHostBuffer, .client = f->client, .data = data, .type = type, .dims = dims, .num_dims = rank,
           .byte_strides = strides, .num_byte_strides = strides ? rank : 0,
           .host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes, .memory = f->memory);
  CALL_OK(f, Client_BufferFromHostBuffer, &args);
  await_event(f, args.done_with_host_buffer);
  return args.buffer;
}

static inline void read_buffer(const fixture_t *f, PJRT_Buffer *buffer, void *data, size_t size) {
  PJRT_Buffer_ToHostBuffer_Args args = ARGS(Buffer_ToHostBuffer, .src = buffer, .dst = data, .dst_size = size);
  CALL_OK(f, Buffer_ToHostBuffer, &args);
  await_event(f, args.event);
}

static inline bool is_deleted(const fixture_t *f, PJRT_Buffer *buffer) {
  PJRT_Buffer_IsDeleted_Args args = ARGS(Buffer_IsDeleted, .buffer = buffer);
  CALL_OK(f, Buffer_IsDeleted, &args);
  return args.is_deleted;
}

static inline int64_t live_bytes(const fixture_t *f) {
  PJRT_Device_MemoryStats_Args args = ARGS(Device_MemoryStats, .device = f->device);
  CALL_OK(f, Device_MemoryStats, &args);
  return args.bytes_in_use;
}

// ---- Programs ----

static inline PJRT_Error *try_compile(const fixture_t *f, const char *text, const char *options, size_t options_size,
                                      PJRT_LoadedExecutable **out_executable) {
  PJRT_Program program = {.struct_size = sizeof program,
                          .code = (char *)(uintptr_t)text,
                          .code_size = strlen(text),
                          .format = "mlir",
                          .format_size = 4};
  PJRT_Client_Compile_Args args = ARGS(Client_Compile, .client = f->client, .program = &program,
                                       .compile_options = options, .compile_options_size = options_size);
  PJRT_Error *error = CALL(f, Client_Compile, &args);
  *out_executable = args.executable;
  return error;
}

static inline PJRT_LoadedExecutable *compile(const fixture_t *f, const char *text) {
  PJRT_LoadedExecutable *executable;
  check_ok(f, "Client_Compile", try_compile(f, text, NULL, 0, &executable));
  return executable;
}

static inline void destroy_executable(const fixture_t *f, PJRT_LoadedExecutable *executable) {
  PJRT_LoadedExecutable_Destroy_Args args = ARGS(LoadedExecutable_Destroy, .executable = executable);
  CALL_OK(f, LoadedExecutable_Destroy, &args);
}

// Runs a program on its one device. `kept` of the arguments, by number, are not donated.
static inline PJRT_Error *try_execute(const fixture_t *f, PJRT_LoadedExecutable *executable,
                                      PJRT_Buffer *const *arguments, size_t argument_count, PJRT_Buffer **results,
                                      const int64_t *kept, size_t kept_count, PJRT_Event **out_event) {
  PJRT_ExecuteOptions options = {.struct_size = sizeof options,
                                 .non_donatable_input_indices = kept,
                                 .num_non_donatable_input_indices = kept_count};
  PJRT_LoadedExecutable_Execute_Args args =
      ARGS(LoadedExecutable_Execute, .executable = executable, .options = &options, .argument_lists = &arguments,
           .num_devices = 1, .num_args = argument_count, .output_lists = &results, .device_complete_events = out_event);
  return CALL(f, LoadedExecutable_Execute, &args);
}

static inline void execute(const fixture_t *f, PJRT_LoadedExecutable *executable, PJRT_Buffer *const *arguments,
                           size_t argument_count, PJRT_Buffer **results) {
  PJRT_Event *event = NULL;
  check_ok(f, "Execute", try_execute(f, executable, arguments, argument_count, results, NULL, 0, &event));
  destroy_event(f, event);
}

#endif  // TERN_TEST_UNIT_PJRT_FIXTURE_H_
