// The table of functions, errors, events, and what there is of clients, devices and memories.

#include <pthread.h>
#include <stdlib.h>
#include "pjrt_fixture.h"

static void every_function_is_there(void **state) {
  (void)state;
  const PJRT_Api *api = open_plugin();
  assert_int_equal(api->struct_size, PJRT_Api_STRUCT_SIZE);
  assert_int_equal(api->pjrt_api_version.major_version, PJRT_API_MAJOR);
  assert_int_equal(api->pjrt_api_version.minor_version, PJRT_API_MINOR);
  const char *first = (const char *)&api->PJRT_Error_Destroy;
  for (const char *at = first; at < (const char *)api + api->struct_size; at += sizeof(void *)) {
    void *function;
    memcpy(&function, at, sizeof function);
    assert_non_null(function);
  }
}

static void refused_functions_say_what_to_do(void **state) {
  (void)state;
  fixture_t f = {.api = open_plugin()};
  size_t count = 0;
#define DONE(function)
#define REFUSED(function, message)                                                      \
  {                                                                                     \
    PJRT_##function##_Args args = ARGS(function, .extension_start = NULL);              \
    check_error(&f, CALL(&f, function, &args), PJRT_Error_Code_UNIMPLEMENTED, message); \
    ++count;                                                                            \
  }
#include "pjrt/functions.def"
#undef DONE
#undef REFUSED
  assert_true(count > 0);
}

// Callers of version 0.114 go through the table in the error itself.
static void errors_have_a_table(void **state) {
  (void)state;
  fixture_t f = {.api = open_plugin()};
  PJRT_Compile_Args args = ARGS(Compile, .extension_start = NULL);
  PJRT_Error *error = CALL(&f, Compile, &args);
  assert_int_equal(error->vtable->get_code(error), PJRT_Error_Code_UNIMPLEMENTED);
  const char *message;
  size_t size;
  error->vtable->message(error, &message, &size);
  assert_non_null(memmem(message, size, "PJRT_Client_Compile", 19));
  error->vtable->destroy(error);
  destroy_error(&f, NULL);
}

static void plugin_says_which_programs_it_reads(void **state) {
  (void)state;
  fixture_t f = {.api = open_plugin()};
  PJRT_Plugin_Initialize_Args initialize = ARGS(Plugin_Initialize, .extension_start = NULL);
  CALL_OK(&f, Plugin_Initialize, &initialize);
  PJRT_Plugin_Attributes_Args args = ARGS(Plugin_Attributes, .extension_start = NULL);
  CALL_OK(&f, Plugin_Attributes, &args);
  bool is_found = false;
  for (size_t i = 0; i < args.num_attributes; ++i) {
    if (strcmp(args.attributes[i].name, "stablehlo_current_version") != 0) continue;
    assert_int_equal(args.attributes[i].type, PJRT_NamedValue_kInt64List);
    assert_int_equal(args.attributes[i].value_size, 3);
    is_found = true;
  }
  assert_true(is_found);
}

// ---- Events ----

typedef struct calls_t {
  pthread_mutex_t mutex;
  pthread_cond_t called;
  int count, errors;
} calls_t;

static const fixture_t *callback_fixture;

static void count_call(PJRT_Error *error, void *user) {
  calls_t *calls = user;
  bool is_error = error != NULL;
  if (error) destroy_error(callback_fixture, error);
  pthread_mutex_lock(&calls->mutex);
  ++calls->count;
  if (is_error) ++calls->errors;
  pthread_cond_signal(&calls->called);
  pthread_mutex_unlock(&calls->mutex);
}

static void wait_for_calls(calls_t *calls, int count) {
  pthread_mutex_lock(&calls->mutex);
  while (calls->count < count) pthread_cond_wait(&calls->called, &calls->mutex);
  pthread_mutex_unlock(&calls->mutex);
}

// Frameworks destroy an event right after they hung a callback on it.
static void event_may_be_destroyed_before_its_callback(void **state) {
  (void)state;
  fixture_t f = {.api = open_plugin()};
  callback_fixture = &f;
  calls_t calls = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  PJRT_Event_Create_Args create = ARGS(Event_Create, .event = NULL);
  CALL_OK(&f, Event_Create, &create);
  PJRT_Event_IsReady_Args ready = ARGS(Event_IsReady, .event = create.event);
  CALL_OK(&f, Event_IsReady, &ready);
  assert_false(ready.is_ready);
  PJRT_Event_Error_Args early = ARGS(Event_Error, .event = create.event);
  check_error(&f, CALL(&f, Event_Error, &early), PJRT_Error_Code_FAILED_PRECONDITION, "not ready");
  PJRT_Event_OnReady_Args hang = ARGS(Event_OnReady, .event = create.event, .callback = count_call, .user_arg = &calls);
  CALL_OK(&f, Event_OnReady, &hang);
  CALL_OK(&f, Event_OnReady, &hang);
  PJRT_Event_Set_Args set = ARGS(Event_Set, .event = create.event, .error_code = PJRT_Error_Code_ABORTED,
                                 .error_message = "on purpose", .error_message_size = 10);
  CALL_OK(&f, Event_Set, &set);
  check_error(&f, CALL(&f, Event_Set, &set), PJRT_Error_Code_FAILED_PRECONDITION, "set once");
  PJRT_Event_Await_Args await = ARGS(Event_Await, .event = create.event);
  check_error(&f, CALL(&f, Event_Await, &await), PJRT_Error_Code_ABORTED, "on purpose");
  destroy_event(&f, create.event);
  wait_for_calls(&calls, 2);
  assert_int_equal(calls.errors, 2);
}

static void callback_of_a_reached_event_is_called_at_once(void **state) {
  (void)state;
  fixture_t f = {.api = open_plugin()};
  calls_t calls = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  PJRT_Event_Create_Args create = ARGS(Event_Create, .event = NULL);
  CALL_OK(&f, Event_Create, &create);
  PJRT_Event_Set_Args set = ARGS(Event_Set, .event = create.event);
  CALL_OK(&f, Event_Set, &set);
  PJRT_Event_OnReady_Args hang = ARGS(Event_OnReady, .event = create.event, .callback = count_call, .user_arg = &calls);
  CALL_OK(&f, Event_OnReady, &hang);
  assert_int_equal(calls.count, 1);
  assert_int_equal(calls.errors, 0);
  destroy_event(&f, create.event);
}

// Nobody can set it any more, and who waits has to hear of that.
static void callback_of_an_abandoned_event_gets_an_error(void **state) {
  (void)state;
  fixture_t f = {.api = open_plugin()};
  callback_fixture = &f;
  calls_t calls = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  PJRT_Event_Create_Args create = ARGS(Event_Create, .event = NULL);
  CALL_OK(&f, Event_Create, &create);
  PJRT_Event_OnReady_Args hang = ARGS(Event_OnReady, .event = create.event, .callback = count_call, .user_arg = &calls);
  CALL_OK(&f, Event_OnReady, &hang);
  destroy_event(&f, create.event);
  assert_int_equal(calls.errors, 1);
}

// ---- Clients ----

static void client_has_devices_and_memories(void **state) {
  (void)state;
  fixture_t f;
  open_client(&f, 2);
  PJRT_Client_PlatformName_Args name = ARGS(Client_PlatformName, .client = f.client);
  CALL_OK(&f, Client_PlatformName, &name);
  assert_int_equal(name.platform_name_size, 4);
  assert_memory_equal(name.platform_name, "tern", 4);
  PJRT_Device_AddressableMemories_Args memories = ARGS(Device_AddressableMemories, .device = f.device);
  CALL_OK(&f, Device_AddressableMemories, &memories);
  assert_int_equal(memories.num_memories, 3);
  PJRT_Memory_Kind_Args kind = ARGS(Memory_Kind, .memory = f.memory);
  CALL_OK(&f, Memory_Kind, &kind);
  assert_memory_equal(kind.kind, "device", 6);
  PJRT_Client_LookupDevice_Args look = ARGS(Client_LookupDevice, .client = f.client, .id = 1);
  CALL_OK(&f, Client_LookupDevice, &look);
  assert_ptr_not_equal(look.device, f.device);
  look.id = 7;
  check_error(&f, CALL(&f, Client_LookupDevice, &look), PJRT_Error_Code_INVALID_ARGUMENT, "no device 7");
  int assignment[2] = {-1, -1};
  PJRT_Client_DefaultDeviceAssignment_Args assign =
      ARGS(Client_DefaultDeviceAssignment, .client = f.client, .num_replicas = 2, .num_partitions = 1,
           .default_assignment_size = 2, .default_assignment = assignment);
  CALL_OK(&f, Client_DefaultDeviceAssignment, &assign);
  assert_int_equal(assignment[1], 1);
  assign.num_replicas = 3;
  check_error(&f, CALL(&f, Client_DefaultDeviceAssignment, &assign), PJRT_Error_Code_INVALID_ARGUMENT, "there are 2");
  close_client(&f);
}

static void destroy_number(void *data) { *(int *)data = -1; }

static void memories_keep_what_callers_give_them(void **state) {
  (void)state;
  fixture_t f;
  open_client(&f, 1);
  static const int first_key, second_key;
  int first = 1, second = 2, third = 3;
  const PJRT_Memory_FunctionTable *table = f.memory->vtable;
  assert_null(table->get_user_data(f.memory, &first_key));
  table->set_user_data(f.memory, &first_key, &first, destroy_number);
  table->set_user_data(f.memory, &second_key, &second, destroy_number);
  assert_ptr_equal(table->get_user_data(f.memory, &first_key), &first);
  table->set_user_data(f.memory, &first_key, &third, NULL);
  assert_int_equal(first, -1);
  assert_int_equal(second, 2);
  close_client(&f);
  assert_int_equal(second, -1);
}

static void unknown_devices_are_refused(void **state) {
  (void)state;
  fixture_t f = {.api = open_plugin()};
  const PJRT_NamedValue option = {.struct_size = PJRT_NamedValue_STRUCT_SIZE,
                                  .name = "device",
                                  .name_size = 6,
                                  .type = PJRT_NamedValue_kString,
                                  .string_value = "abacus",
                                  .value_size = 6};
  PJRT_Client_Create_Args create = ARGS(Client_Create, .create_options = &option, .num_options = 1);
  check_error(&f, CALL(&f, Client_Create, &create), PJRT_Error_Code_NOT_FOUND, "abacus");
  assert_null(create.client);
  const PJRT_NamedValue count = {.struct_size = PJRT_NamedValue_STRUCT_SIZE,
                                 .name = "device_count",
                                 .name_size = 12,
                                 .type = PJRT_NamedValue_kInt64,
                                 .int64_value = 0,
                                 .value_size = 1};
  create = ARGS(Client_Create, .create_options = &count, .num_options = 1);
  check_error(&f, CALL(&f, Client_Create, &create), PJRT_Error_Code_INVALID_ARGUMENT, "1 to 64");
}

// An older framework has shorter structs: behind their ends nothing is written.
static void shorter_structs_are_respected(void **state) {
  (void)state;
  fixture_t f;
  open_client(&f, 1);
  PJRT_Device_MemoryStats_Args args;
  memset(&args, 0x5a, sizeof args);
  args.struct_size = offsetof(PJRT_Device_MemoryStats_Args, peak_allocated_bytes);
  args.device = f.device;
  CALL_OK(&f, Device_MemoryStats, &args);
  assert_int_equal(*(unsigned char *)&args.peak_allocated_bytes_is_set, 0x5a);
  assert_true(args.peak_bytes_in_use_is_set);
  close_client(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_function_is_there),
      cmocka_unit_test(refused_functions_say_what_to_do),
      cmocka_unit_test(errors_have_a_table),
      cmocka_unit_test(plugin_says_which_programs_it_reads),
      cmocka_unit_test(event_may_be_destroyed_before_its_callback),
      cmocka_unit_test(callback_of_a_reached_event_is_called_at_once),
      cmocka_unit_test(callback_of_an_abandoned_event_gets_an_error),
      cmocka_unit_test(client_has_devices_and_memories),
      cmocka_unit_test(memories_keep_what_callers_give_them),
      cmocka_unit_test(unknown_devices_are_refused),
      cmocka_unit_test(shorter_structs_are_respected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
