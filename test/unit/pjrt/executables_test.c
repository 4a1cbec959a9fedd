// Programs: compilation and what is refused, execution, donation, files, and threads that do all of it at once.

#include <pthread.h>
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

enum { SIZE = 4 };
static const int64_t dims[] = {SIZE};

static const char add_text[] =
    "func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xui8>) {\n"
    "  %sum = stablehlo.add %x, %y : tensor<4xf32>\n"
    "  %bytes = stablehlo.convert %sum : (tensor<4xf32>) -> tensor<4xui8>\n"
    "  return %sum, %bytes : tensor<4xf32>, tensor<4xui8>\n}\n";
static const char step_text[] =
    "func.func public @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {\n"
    "  %one = stablehlo.constant dense<1.0> : tensor<4xf32>\n"
    "  %sum = stablehlo.add %x, %one : tensor<4xf32>\n"
    "  return %sum : tensor<4xf32>\n}\n";
static const char identity_text[] =
    "func.func public @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {\n"
    "  return %x, %x : tensor<4xf32>, tensor<4xf32>\n}\n";
static const char constant_text[] =
    "func.func public @main() -> tensor<4xf32> {\n"
    "  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n  return %c : tensor<4xf32>\n}\n";

static PJRT_Buffer *make_floats(float start) {
  float data[SIZE];
  for (int i = 0; i < SIZE; ++i) data[i] = start + (float)i;
  return make_buffer(&f, data, PJRT_Buffer_Type_F32, dims, 1, NULL);
}

static void check_floats(PJRT_Buffer *buffer, float start) {
  float got[SIZE];
  read_buffer(&f, buffer, got, sizeof got);
  for (int i = 0; i < SIZE; ++i) assert_true(got[i] == start + (float)i);
}

static uintptr_t address_of(PJRT_Buffer *buffer) {
  PJRT_Buffer_UnsafePointer_Args args = ARGS(Buffer_UnsafePointer, .buffer = buffer);
  CALL_OK(&f, Buffer_UnsafePointer, &args);
  return args.buffer_pointer;
}

static PJRT_Executable *executable_of(PJRT_LoadedExecutable *loaded) {
  PJRT_LoadedExecutable_GetExecutable_Args args = ARGS(LoadedExecutable_GetExecutable, .loaded_executable = loaded);
  CALL_OK(&f, LoadedExecutable_GetExecutable, &args);
  return args.executable;
}

static void release_executable(PJRT_Executable *executable) {
  PJRT_Executable_Destroy_Args args = ARGS(Executable_Destroy, .executable = executable);
  CALL_OK(&f, Executable_Destroy, &args);
}

static void programs_say_what_they_give(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, add_text);
  PJRT_Executable *executable = executable_of(loaded);
  PJRT_Executable_NumOutputs_Args count = ARGS(Executable_NumOutputs, .executable = executable);
  CALL_OK(&f, Executable_NumOutputs, &count);
  assert_int_equal(count.num_outputs, 2);
  PJRT_Executable_OutputElementTypes_Args types = ARGS(Executable_OutputElementTypes, .executable = executable);
  CALL_OK(&f, Executable_OutputElementTypes, &types);
  assert_int_equal(types.output_types[0], PJRT_Buffer_Type_F32);
  assert_int_equal(types.output_types[1], PJRT_Buffer_Type_U8);
  PJRT_Executable_OutputDimensions_Args shapes = ARGS(Executable_OutputDimensions, .executable = executable);
  CALL_OK(&f, Executable_OutputDimensions, &shapes);
  assert_int_equal(shapes.dim_sizes[1], 1);
  assert_int_equal(shapes.dims[1], SIZE);
  PJRT_Executable_GetCompiledMemoryStats_Args memory =
      ARGS(Executable_GetCompiledMemoryStats, .executable = executable);
  CALL_OK(&f, Executable_GetCompiledMemoryStats, &memory);
  assert_int_equal(memory.argument_size_in_bytes, 32);
  assert_int_equal(memory.output_size_in_bytes, 20);
  destroy_executable(&f, loaded);
  release_executable(executable);  // lives longer than what it was asked from
}

// Two products of 8 x 16 x 4 numbers and 8 x 16 hyperbolic tangents between them, whose array is the only temporary one.
static const char costly_text[] =
    "func.func public @main(%x: tensor<8x4xf32>, %w: tensor<4x16xf32>, %v: tensor<16x4xf32>) -> tensor<8x4xf32> {\n"
    "  %a = stablehlo.dot %x, %w : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>\n"
    "  %t = stablehlo.tanh %a : tensor<8x16xf32>\n"
    "  %b = stablehlo.dot %t, %v : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>\n"
    "  return %b : tensor<8x4xf32>\n}\n";

static void check_costs(PJRT_Executable *executable) {
  static const char *const names[] = {"flops", "transcendentals"};
  static const float expected[] = {2 * 2 * 8 * 16 * 4, 8 * 16};
  PJRT_Executable_GetCostAnalysis_Args costs = ARGS(Executable_GetCostAnalysis, .executable = executable);
  CALL_OK(&f, Executable_GetCostAnalysis, &costs);
  assert_int_equal(costs.num_properties, 3);
  for (size_t i = 0; i < 2; ++i) {
    assert_memory_equal(costs.properties[i].name, names[i], costs.properties[i].name_size + 1);
    assert_int_equal(costs.properties[i].type, PJRT_NamedValue_kFloat);
    assert_true(costs.properties[i].float_value == expected[i]);
  }
  // All arguments, the result, and the array between, which is written and read.
  assert_true(costs.properties[2].float_value >= 4 * (8 * 4 + 4 * 16 + 16 * 4 + 8 * 4 + 2 * 8 * 16));
  PJRT_Executable_GetCompiledMemoryStats_Args memory =
      ARGS(Executable_GetCompiledMemoryStats, .executable = executable);
  CALL_OK(&f, Executable_GetCompiledMemoryStats, &memory);
  assert_true(memory.temp_size_in_bytes >= 4 * 8 * 16 && memory.temp_size_in_bytes < 2 * 4 * 8 * 16);
  assert_int_equal(memory.peak_memory_in_bytes,
                   memory.argument_size_in_bytes + memory.output_size_in_bytes + memory.temp_size_in_bytes);
}

static void programs_say_what_they_cost(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, costly_text);
  PJRT_Executable *executable = executable_of(loaded);
  check_costs(executable);
  PJRT_Executable_Serialize_Args file = ARGS(Executable_Serialize, .executable = executable);
  CALL_OK(&f, Executable_Serialize, &file);
  PJRT_Executable_DeserializeAndLoad_Args read =
      ARGS(Executable_DeserializeAndLoad, .client = f.client, .serialized_executable = file.serialized_bytes,
           .serialized_executable_size = file.serialized_bytes_size);
  CALL_OK(&f, Executable_DeserializeAndLoad, &read);
  PJRT_Executable *again = executable_of(read.loaded_executable);
  check_costs(again);
  release_executable(again);
  destroy_executable(&f, read.loaded_executable);
  file.serialized_executable_deleter(file.serialized_executable);
  release_executable(executable);
  destroy_executable(&f, loaded);
}

static void programs_compute(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, add_text);
  PJRT_Buffer *arguments[2] = {make_floats(1), make_floats(10)}, *results[2];
  for (int i = 0; i < 3; ++i) {  // on the worker first, then at once
    execute(&f, loaded, arguments, 2, results);
    float sums[SIZE];
    uint8_t bytes[SIZE];
    read_buffer(&f, results[0], sums, sizeof sums);
    read_buffer(&f, results[1], bytes, sizeof bytes);
    for (int j = 0; j < SIZE; ++j) assert_true(sums[j] == 11 + 2 * j && bytes[j] == 11 + 2 * j);
    assert_false(is_deleted(&f, arguments[0]));
    for (int j = 0; j < 2; ++j) destroy_buffer(&f, results[j]);
  }
  for (int i = 0; i < 2; ++i) destroy_buffer(&f, arguments[i]);
  destroy_executable(&f, loaded);
}

// ---- Donation ----

static void donated_arguments_are_written_in_place(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, step_text);
  PJRT_Buffer *value = make_floats(0);
  uintptr_t address = address_of(value);
  for (int i = 1; i <= 5; ++i) {
    PJRT_Buffer *result;
    execute(&f, loaded, &value, 1, &result);
    assert_true(is_deleted(&f, value));
    destroy_buffer(&f, value);
    value = result;
    check_floats(value, (float)i);
    assert_int_equal(address_of(value), address);
  }
  destroy_buffer(&f, value);
  destroy_executable(&f, loaded);
}

static void donation_is_refused_where_the_caller_says_so(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, step_text);
  PJRT_Buffer *value = make_floats(0), *result;
  const int64_t kept[] = {0};
  for (int i = 0; i < 3; ++i) {
    check_ok(&f, "Execute", try_execute(&f, loaded, &value, 1, &result, kept, 1, NULL));
    assert_false(is_deleted(&f, value));
    check_floats(result, 1);
    check_floats(value, 0);
    destroy_buffer(&f, result);
  }
  destroy_buffer(&f, value);
  destroy_executable(&f, loaded);
}

static void one_buffer_is_not_donated_and_passed_too(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(
      &f,
      "func.func public @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %sum = stablehlo.add %x, %y : tensor<4xf32>\n  return %sum : tensor<4xf32>\n}\n");
  PJRT_Buffer *value = make_floats(0), *pair[2] = {value, value}, *result;
  check_error(&f, try_execute(&f, loaded, pair, 2, &result, NULL, 0, NULL), PJRT_Error_Code_INVALID_ARGUMENT,
              "donate a buffer once");
  assert_false(is_deleted(&f, value));
  check_floats(value, 0);
  destroy_buffer(&f, value);
  destroy_executable(&f, loaded);
}

// Who else has the memory keeps what is in it: views of others, results that share it, constants of the program.
static void shared_memory_is_not_written(void **state) {
  (void)state;
  PJRT_LoadedExecutable *step = compile(&f, step_text), *identity = compile(&f, identity_text),
                        *constant = compile(&f, constant_text);
  for (int i = 0; i < 3; ++i) {
    PJRT_Buffer *value = make_floats(5), *same[2], *result, *next;
    execute(&f, identity, &value, 1, same);
    execute(&f, step, &same[0], 1, &result);
    check_floats(result, 6);
    check_floats(same[1], 5);
    check_floats(value, 5);
    execute(&f, step, &value, 1, &next);
    check_floats(next, 6);
    check_floats(same[1], 5);
    PJRT_Buffer *all[] = {value, same[0], same[1], result, next};
    for (size_t j = 0; j < sizeof all / sizeof all[0]; ++j) destroy_buffer(&f, all[j]);
    execute(&f, constant, NULL, 0, &value);
    execute(&f, step, &value, 1, &result);
    check_floats(result, 2);
    destroy_buffer(&f, value);
    destroy_buffer(&f, result);
    execute(&f, constant, NULL, 0, &value);
    check_floats(value, 1);
    destroy_buffer(&f, value);
  }
  destroy_executable(&f, step);
  destroy_executable(&f, identity);
  destroy_executable(&f, constant);
}

// The first result is the argument whose memory takes the second.
static void donated_arguments_may_be_results_too(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded =
      compile(&f,
              "func.func public @main(%x: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %y: tensor<4xf32>) -> "
              "(tensor<4xf32>, tensor<4xf32>) {\n  return %x, %y : tensor<4xf32>, tensor<4xf32>\n}\n");
  for (int i = 0; i < 2; ++i) {
    PJRT_Buffer *pair[2] = {make_floats(1), make_floats(2)}, *results[2];
    execute(&f, loaded, pair, 2, results);
    check_floats(results[0], 1);
    check_floats(results[1], 2);
    for (int j = 0; j < 2; ++j) {
      destroy_buffer(&f, pair[j]);
      destroy_buffer(&f, results[j]);
    }
  }
  destroy_executable(&f, loaded);
}

static void donated_memory_with_a_user_outside_is_copied(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, step_text);
  PJRT_Buffer *value = make_floats(0), *result;
  PJRT_Buffer_IncreaseExternalReferenceCount_Args increase =
      ARGS(Buffer_IncreaseExternalReferenceCount, .buffer = value);
  CALL_OK(&f, Buffer_IncreaseExternalReferenceCount, &increase);
  const float *memory = (const float *)address_of(value);
  execute(&f, loaded, &value, 1, &result);
  check_floats(result, 1);
  assert_true(memory[0] == 0 && memory[3] == 3);
  PJRT_Buffer_DecreaseExternalReferenceCount_Args decrease =
      ARGS(Buffer_DecreaseExternalReferenceCount, .buffer = value);
  CALL_OK(&f, Buffer_DecreaseExternalReferenceCount, &decrease);
  destroy_buffer(&f, value);
  destroy_buffer(&f, result);
  destroy_executable(&f, loaded);
}

static void memory_is_steady_over_many_runs(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, step_text);
  PJRT_Buffer *value = make_floats(0);
  int64_t before = live_bytes(&f);
  for (int i = 0; i < 10000; ++i) {
    PJRT_Buffer *result;
    execute(&f, loaded, &value, 1, &result);
    destroy_buffer(&f, value);
    value = result;
  }
  check_floats(value, 10000);
  assert_int_equal(live_bytes(&f), before);
  destroy_buffer(&f, value);
  destroy_executable(&f, loaded);
}

// ---- What is refused ----

static void wrong_calls_are_refused(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, add_text);
  PJRT_Buffer *arguments[2] = {make_floats(1), make_floats(10)}, *results[2];
  check_error(&f, try_execute(&f, loaded, arguments, 1, results, NULL, 0, NULL), PJRT_Error_Code_INVALID_ARGUMENT,
              "takes 2 arguments, but got 1");
  const int32_t numbers[SIZE] = {0};
  PJRT_Buffer *other = make_buffer(&f, numbers, PJRT_Buffer_Type_S32, dims, 1, NULL);
  PJRT_Buffer *mixed[2] = {arguments[0], other};
  check_error(&f, try_execute(&f, loaded, mixed, 2, results, NULL, 0, NULL), PJRT_Error_Code_INVALID_ARGUMENT,
              "argument 1 has PJRT's element type");
  PJRT_Buffer_Delete_Args delete = ARGS(Buffer_Delete, .buffer = other);
  CALL_OK(&f, Buffer_Delete, &delete);
  destroy_buffer(&f, other);
  delete.buffer = arguments[1];
  CALL_OK(&f, Buffer_Delete, &delete);
  check_error(&f, try_execute(&f, loaded, arguments, 2, results, NULL, 0, NULL), PJRT_Error_Code_INVALID_ARGUMENT,
              "deleted or donated");
  assert_false(is_deleted(&f, arguments[0]));
  PJRT_LoadedExecutable_Delete_Args end = ARGS(LoadedExecutable_Delete, .executable = loaded);
  CALL_OK(&f, LoadedExecutable_Delete, &end);
  check_error(&f, try_execute(&f, loaded, arguments, 2, results, NULL, 0, NULL), PJRT_Error_Code_INVALID_ARGUMENT,
              "the executable was deleted");
  for (int i = 0; i < 2; ++i) destroy_buffer(&f, arguments[i]);
  destroy_executable(&f, loaded);
}

static void wrong_programs_are_refused_with_their_place(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded;
  check_error(&f, try_compile(&f, "func.func public @main() {\n  stablehlo.nothing\n}", NULL, 0, &loaded),
              PJRT_Error_Code_INVALID_ARGUMENT, "program:2:3: error:");
  assert_null(loaded);
  check_error(
      &f,
      try_compile(&f, "func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }", NULL,
                  0, &loaded),
      PJRT_Error_Code_UNIMPLEMENTED, "static sizes");
  check_error(&f, try_compile(&f, add_text, "\x1a\x7f", 2, &loaded), PJRT_Error_Code_INVALID_ARGUMENT,
              "CompileOptionsProto");
}

// Two replicas: what they would have to tell each other is not done.
static void programs_for_several_devices_are_refused_if_they_talk(void **state) {
  (void)state;
  static const char two_replicas[] = "\x1a\x02\x20\x02";
  PJRT_LoadedExecutable *loaded;
  static const char id_text[] =
      "func.func public @main() -> tensor<ui32> {\n  %id = stablehlo.replica_id : tensor<ui32>\n  return %id : "
      "tensor<ui32>\n}";
  check_error(&f, try_compile(&f, id_text, two_replicas, 4, &loaded), PJRT_Error_Code_UNIMPLEMENTED, "'replica_id'");
  check_ok(&f, "compile", try_compile(&f, constant_text, two_replicas, 4, &loaded));
  PJRT_LoadedExecutable_AddressableDevices_Args devices =
      ARGS(LoadedExecutable_AddressableDevices, .executable = loaded);
  CALL_OK(&f, LoadedExecutable_AddressableDevices, &devices);
  assert_int_equal(devices.num_addressable_devices, 2);
  PJRT_Buffer *results[2], **const lists[] = {&results[0], &results[1]};
  PJRT_Buffer *const *no_arguments[] = {NULL, NULL};
  PJRT_Event *events[2];
  PJRT_LoadedExecutable_Execute_Args args =
      ARGS(LoadedExecutable_Execute, .executable = loaded, .argument_lists = no_arguments, .num_devices = 2,
           .output_lists = lists, .device_complete_events = events);
  CALL_OK(&f, LoadedExecutable_Execute, &args);
  for (int i = 0; i < 2; ++i) {
    await_event(&f, events[i]);
    check_floats(results[i], 1);
    destroy_buffer(&f, results[i]);
  }
  PJRT_LoadedExecutable_GetDeviceAssignment_Args assignment =
      ARGS(LoadedExecutable_GetDeviceAssignment, .executable = loaded);
  CALL_OK(&f, LoadedExecutable_GetDeviceAssignment, &assignment);
  static const char expected[] = "\x08\x02\x10\x01\x1a\x04\x08\x00\x08\x01";
  assert_int_equal(assignment.serialized_bytes_size, sizeof expected - 1);
  assert_memory_equal(assignment.serialized_bytes, expected, sizeof expected - 1);
  assignment.serialized_device_assignment_deleter(assignment.serialized_device_assignment);
  destroy_executable(&f, loaded);
}

// ---- Files ----

static void executables_are_written_and_read(void **state) {
  (void)state;
  PJRT_LoadedExecutable *loaded = compile(&f, step_text);
  PJRT_Executable *executable = executable_of(loaded);
  PJRT_Executable_Serialize_Args file = ARGS(Executable_Serialize, .executable = executable);
  CALL_OK(&f, Executable_Serialize, &file);
  PJRT_Executable_DeserializeAndLoad_Args read =
      ARGS(Executable_DeserializeAndLoad, .client = f.client, .serialized_executable = file.serialized_bytes,
           .serialized_executable_size = file.serialized_bytes_size);
  CALL_OK(&f, Executable_DeserializeAndLoad, &read);
  PJRT_Buffer *value = make_floats(0), *result;
  execute(&f, read.loaded_executable, &value, 1, &result);
  check_floats(result, 1);
  assert_true(is_deleted(&f, value));
  destroy_buffer(&f, value);
  destroy_buffer(&f, result);
  destroy_executable(&f, read.loaded_executable);
  // No part of a file is one.
  for (size_t size = 0; size < file.serialized_bytes_size; size += 1 + size / 3) {
    read.serialized_executable_size = size;
    check_error(&f, CALL(&f, Executable_DeserializeAndLoad, &read), PJRT_Error_Code_INVALID_ARGUMENT,
                "compile the program");
  }
  file.serialized_executable_deleter(file.serialized_executable);
  release_executable(executable);
  destroy_executable(&f, loaded);
}

// ---- Threads ----

static PJRT_LoadedExecutable *shared_step, *shared_add;

// Takes arrays through steps, copies and deletions by chance. What they hold is known all along.
static void *run_by_chance(void *user) {
  unsigned seed = *(unsigned *)user;
  PJRT_Buffer *value = make_floats(0);
  float start = 0;
  for (int i = 0; i < 300; ++i) {
    PJRT_Buffer *result, *pair[2] = {value, value}, *both[2];
    switch (rand_r(&seed) % 4) {
      case 0:
        execute(&f, shared_step, &value, 1, &result);
        destroy_buffer(&f, value);
        value = result;
        start += 1;
        break;
      case 1:
        execute(&f, shared_add, pair, 2, both);
        destroy_buffer(&f, both[0]);
        destroy_buffer(&f, both[1]);
        break;
      case 2: {
        PJRT_Buffer_CopyToMemory_Args copy = ARGS(Buffer_CopyToMemory, .buffer = value, .dst_memory = f.memory);
        CALL_OK(&f, Buffer_CopyToMemory, &copy);
        PJRT_Buffer_Delete_Args delete = ARGS(Buffer_Delete, .buffer = value);
        CALL_OK(&f, Buffer_Delete, &delete);
        destroy_buffer(&f, value);
        value = copy.dst_buffer;
        break;
      }
      default: check_floats(value, start);
    }
  }
  check_floats(value, start);
  destroy_buffer(&f, value);
  return NULL;
}

static void threads_share_a_client(void **state) {
  (void)state;
  enum { THREADS = 4 };
  shared_step = compile(&f, step_text);
  shared_add = compile(&f, add_text);
  int64_t before = live_bytes(&f);
  pthread_t threads[THREADS];
  unsigned seeds[THREADS];
  for (unsigned i = 0; i < THREADS; ++i) {
    seeds[i] = i + 1;
    assert_int_equal(pthread_create(&threads[i], NULL, run_by_chance, &seeds[i]), 0);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  // A run that nobody waits for any more may still end.
  for (int i = 0; i < 1000 && live_bytes(&f) != before; ++i) {
    PJRT_Buffer *value = make_floats(0);
    check_floats(value, 0);
    destroy_buffer(&f, value);
  }
  destroy_executable(&f, shared_step);
  destroy_executable(&f, shared_add);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(programs_say_what_they_give),
      cmocka_unit_test(programs_say_what_they_cost),
      cmocka_unit_test(programs_compute),
      cmocka_unit_test(donated_arguments_are_written_in_place),
      cmocka_unit_test(donation_is_refused_where_the_caller_says_so),
      cmocka_unit_test(one_buffer_is_not_donated_and_passed_too),
      cmocka_unit_test(shared_memory_is_not_written),
      cmocka_unit_test(donated_arguments_may_be_results_too),
      cmocka_unit_test(donated_memory_with_a_user_outside_is_copied),
      cmocka_unit_test(memory_is_steady_over_many_runs),
      cmocka_unit_test(wrong_calls_are_refused),
      cmocka_unit_test(wrong_programs_are_refused_with_their_place),
      cmocka_unit_test(programs_for_several_devices_are_refused_if_they_talk),
      cmocka_unit_test(executables_are_written_and_read),
      cmocka_unit_test(threads_share_a_client),
  };
  return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
