// Programs that write into their constants, which no compiler makes but a damaged file may: they change what they see of the
// mapped file, not the file, and never the code of an executable.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "program_builder.h"

// main(): makes a buffer of the rodata, fills it, and waits.
static void add_main(bytecode_builder_t *b, uint32_t rodata) {
  enum { DEVICE, ALLOCATOR, SOURCE, BUFFER, NOTHING, FENCE, REF_COUNT };
  enum { ZERO, ALL, SIZE, PATTERN, PATTERN_SIZE, STATUS, ZERO_64, VALUE_COUNT };
  code_t code = {0};
  start_block(&code, 0);
  EMIT(&code, OP_(CONST_I32_ZERO), ZERO, OP_(CONST_I64), ALL, QUAD(-1), OP_(CONST_I64), SIZE, QUAD(64), OP_(CONST_I64),
       PATTERN, QUAD(0x41), OP_(CONST_I32), PATTERN_SIZE, PAIR(1), OP_(CONST_I64_ZERO), ZERO_64, OP_(CONST_REF_RODATA),
       SOURCE, PAIR(rodata));
  CALL_(b, &code, "hal.devices.get", LIST(DEVICE), ZERO);
  CALL_(b, &code, "hal.device.allocator", LIST(ALLOCATOR), DEVICE);
  CALL_(b, &code, "hal.allocator.import", LIST(BUFFER), ALLOCATOR, ZERO, ALL, ZERO, ZERO, SOURCE, ZERO_64, ALL);
  CALL_(b, &code, "hal.fence.create", LIST(FENCE), DEVICE, ZERO_64);
  CALL_(b, &code, "hal.device.queue.fill", NULL, DEVICE, ALL, NOTHING, FENCE, BUFFER, ZERO_64, SIZE, PATTERN,
        PATTERN_SIZE, ZERO_64);
  const uint16_t single[] = {1}, await[] = {PATTERN_SIZE, ZERO_64, FENCE, NO_REGISTER};
  emit_variadic(b, &code, "hal.fence.await", LIST(STATUS), single, 1, await);
  EMIT(&code, OP_(RETURN), 0);
  add_export(b, "main", finish_function(b, "main", add_convention(b, "0v_v", TYPE_ANY), VALUE_COUNT, REF_COUNT, &code));
}

static tern_status_t run(tern_module_t *module) {
  tern_instance_t *instance;
  tern_device_t *device;
  tern_session_t *session;
  ASSERT_OK(tern_instance_create(NULL, &instance));
  ASSERT_OK(tern_device_create("cpu", NULL, &device));
  const tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  ASSERT_OK(tern_session_create(instance, &params, &session));
  tern_status_t status = tern_session_call(session, "main", NULL, 0, NULL, 0);
  tern_session_release(session);
  tern_device_release(device);
  tern_instance_release(instance);
  return status;
}

static void mapped_constants_may_be_written(void **state) {
  (void)state;
  static const char constant[128] = "a constant of the program";
  bytecode_builder_t b = {0};
  add_program_types(&b);
  add_main(&b, add_rodata(&b, constant, sizeof constant));
  tern_string_builder_t file = {0};
  build_program(&b, &file);
  char path[] = "/tmp/tern-constants-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, file.data, file.size), file.size);
  close(descriptor);
  tern_module_t *module;
  ASSERT_OK(tern_module_load_file(path, &module));
  ASSERT_OK(run(module));
  tern_module_release(module);
  char *data;
  size_t size;
  ASSERT_OK(tern_file_read(path, &data, &size));
  unlink(path);
  assert_int_equal(size, file.size);
  assert_memory_equal(data, file.data, size);
  free(data);
  tern_string_builder_deinitialize(&file);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mapped_constants_may_be_written)};
  return cmocka_run_group_tests_name("constants", tests, NULL, NULL);
}
